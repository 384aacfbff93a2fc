"""How Winston is shown: dogs of cards, head first, edge to edge, hands, prizes, and what every move did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from pnp.games.winston.rules import BODY, END, NOBODY, PICK, PRIZE, SWAP, WinstonRules, WinstonState
from pnp.games.winston.table import groups
from pnp.play.core import OVER
from pnp.play.scene import (
    GameScene,
    Move,
    PieceAt,
    Scene,
    SeatAt,
    TextAt,
    Zone,
    ZoneShape,
    hidden_pieces,
    row_of,
    sees,
)
from pnp.play.usage import words
from pnp.terms import Lang, Side

GAP: Final = 10.0
"""Gap between dogs, and between a dog and what is beside it, in mm."""
NOTE: Final = 24.0
"""Space for a note, in mm."""


class DogRow(NamedTuple):
    """A dog in one row."""

    kind: int
    length: int
    head: bool
    owner: int


DECK: Final = words("Pioche", "Deck")
MIDDLE: Final = words("Chiens sur la table", "Dogs on the table")
PRIZES: Final = words("Os, crotte et tailles", "Bone, poop and sizes")
HAND: Final = words("Main", "Hand")
KENNEL: Final = words("Niche", "Kennel")
PLAYER: Final = words("Joueur {}", "Player {}")
POINTS: Final = words("{} points", "{} points")
PLAYED: Final = words("Cartes posées ce tour : {}", "Cards played this turn: {}")
BOTTOM: Final = words("Têtes au fond : {}", "Heads at the bottom: {}")
PICKED: Final = words(
    "Le joueur {player} ramasse le chien {name} : {bodies} corps, {points} points.",
    "Player {player} picks up the {name} dog: {bodies} bodies, {points} points.",
)
WON: Final = {
    "bone": words(
        "L’os va au joueur {player} (+{prize}) : {bodies} corps.",
        "Player {player} takes the bone (+{prize}): {bodies} bodies.",
    ),
    "poop": words(
        "La crotte va au joueur {player} (−{prize}) : {bodies} corps.",
        "Player {player} takes the poop (−{prize}): {bodies} bodies.",
    ),
}
DREW_ONE: Final = words("Le joueur {player} pioche une carte.", "Player {player} draws a card.")
DREW: Final = words("Le joueur {player} pioche {count} cartes.", "Player {player} draws {count} cards.")
DREW_SEEN: Final = words("Le joueur {player} pioche : {cards}.", "Player {player} draws: {cards}.")
IDLE: Final = words("Le joueur {player} ne peut rien faire et passe.", "Player {player} can do nothing and passes.")
ENDS: Final = words("La partie est finie : {scores}.", "The game is over: {scores}.")


class WinstonScene(GameScene):
    """The dogs on the table, hands, prizes and the dogs picked up."""

    views: ClassVar[tuple[str, ...]] = ("growing", "count", "dogs")

    def __init__(self, rules: WinstonRules) -> None:
        super().__init__(rules)
        self.rules: WinstonRules = rules
        self.width, self.height = rules.spec.decks["dogs"].size
        self._used: Counter[int] = Counter()

    def lay(self, state: WinstonState, view: str) -> Scene:
        """Lay out growing dogs (`growing`), a dog counted body by body (`count`), or all picked up (`dogs`)."""
        self._used.clear()
        dogs = _growing(state) if view == "growing" else _picked_up(state)
        if not dogs:
            raise ValueError("no dog on the table" if view == "growing" else "no dog has been picked up")
        if view == "count":
            return self._count(dogs[0])
        items: list[PieceAt | TextAt] = [laid for row, dog in enumerate(dogs) for laid in self._dog(dog, self._y(row))]
        if view == "growing":
            return Scene.of_items(items)
        points = self.rules.points_of
        facts = {f"dog.{row}.bodies": dog.length for row, dog in enumerate(dogs, 1)}
        facts |= {f"dog.{row}.points": points[dog.length] for row, dog in enumerate(dogs, 1)}
        facts |= {f"player.{seat}.points": score for seat, score in enumerate(state.scores(), 1)}
        items += [
            TextAt(str(points[dog.length]), self._end(dog) + NOTE / 2, self._y(row)) for row, dog in enumerate(dogs)
        ]
        return Scene.of_items((*items, *self._prizes(state, dogs)), facts)

    def alike(self, piece: str) -> tuple[int, str]:
        """Return the type of a dog card: its designs differ only in what is drawn on them."""
        card = next((card for card, designs in enumerate(self.rules.copies) if piece in designs), -1)
        return card, "" if card >= 0 else piece

    def table(self, state: WinstonState, viewer: int, lang: Lang) -> Scene:
        """Arrange deck, growing dogs and prizes in the middle, then for each player a hand and the dogs picked up."""
        self._used.clear()
        seats = range(state.players)
        kennels = [self._kennel(state, seat, viewer, lang) for seat in seats]
        growing, dogs = self._growing(state, lang)
        hands = [self._hand(state, seat, viewer, lang) for seat in seats]
        zones = [self._deck(state, lang), growing, self._middle(state, lang)]
        for pair in zip(kennels, hands, strict=True):
            zones += pair
        turn = state.turn
        notes = (PLAYED[lang].format(state.played),) if turn != OVER else ()
        moves = self._moves(state, dogs, hands[viewer], lang) if turn == viewer else ()
        return Scene(
            tuple(zones), {}, tuple(self._seat(state, seat, viewer, lang) for seat in seats), turn, notes, tuple(moves)
        )

    def _deck(self, state: WinstonState, lang: Lang) -> Zone:
        names = self.rules.names[lang]
        bottom = ", ".join(names[card] for card in reversed(state.deck[: state.seen]))
        back = self.rules.copies[0][0]
        return Zone(
            "deck", ZoneShape.PILE, hidden_pieces(back, len(state.deck)), DECK[lang],
            notes=(BOTTOM[lang].format(bottom),) if bottom else (),
        )  # fmt: skip

    def _growing(self, state: WinstonState, lang: Lang) -> tuple[Zone, dict[int, int]]:
        """Return the zone of growing dogs, and the place of each kind's first card among its items."""
        items: list[PieceAt] = []
        first: dict[int, int] = {}
        for row, dog in enumerate(_growing(state)):
            first[dog.kind] = len(items)
            items += self._dog(dog, self._y(row))
        return Zone("table", ZoneShape.ROW, tuple(items), MIDDLE[lang]), first

    def _middle(self, state: WinstonState, lang: Lang) -> Zone:
        """Return the zone of the prizes and size cards that nobody has."""
        return Zone("middle", ZoneShape.ROW, tuple(self._prizes_of(state, NOBODY)), PRIZES[lang])

    def _kennel(self, state: WinstonState, seat: int, viewer: int, lang: Lang) -> Zone:
        """Return the zone of a player's dogs and prizes; dogs are face down, one pile each, unless they may be seen."""
        items: list[PieceAt] = []
        dogs = [dog for dog in _picked_up(state) if dog.owner == seat]
        for row, dog in enumerate(dogs):
            cards = self._dog(dog, self._y(row))
            if _shows_dogs(state, seat, viewer):
                items += cards
            else:
                items += [replace(card, x=row * (self.width + GAP), y=0, side=Side.BACK) for card in cards]
        below = max((item.y for item in items), default=-self.height) + self.height + GAP
        items += (replace(piece, y=below) for piece in self._prizes_of(state, seat))
        return Zone(f"kennel-{seat + 1}", ZoneShape.POOL, tuple(items), KENNEL[lang], seat, count=len(dogs))

    def _hand(self, state: WinstonState, seat: int, viewer: int, lang: Lang) -> Zone:
        rules = self.rules
        types = 2 * rules.kinds
        cells = (state.hands if sees(viewer, seat) else state.known)[seat * types : (seat + 1) * types]
        known = [PieceAt(self._next(card), 0, 0) for card in self._by_kind() for _ in range(cells[card])]
        unknown = hidden_pieces(rules.copies[0][0], state.held[seat] - len(known))
        return Zone(f"hand-{seat + 1}", ZoneShape.HAND, row_of((*known, *unknown), self.width), HAND[lang], seat)

    def _by_kind(self) -> list[int]:
        """Return the types with the head and the body of each kind next to each other."""
        kinds = self.rules.kinds
        return sorted(range(2 * kinds), key=lambda card: (card % kinds, card))

    def _next(self, card: int) -> str:
        """Return the next design of a type; they are used in turn."""
        designs = self.rules.copies[card]
        self._used[card] += 1
        return designs[(self._used[card] - 1) % len(designs)]

    def _prizes_of(self, state: WinstonState, owner: int) -> tuple[PieceAt, ...]:
        """Return the size cards, bone and poop of a player, or those that nobody has."""
        deck = self.rules.spec.decks["tokens"]
        tokens = {str(design.fields["what"]): design.id for design in deck.designs}
        found = [tokens[what] for what, holder in (("bone", state.bone), ("poop", state.poop)) if holder == owner]
        found += [size for size, holder in zip(self.rules.size_ids, state.marks, strict=True) if holder == owner]
        return row_of((PieceAt(piece, 0, 0) for piece in found), self.width)

    def _seat(self, state: WinstonState, seat: int, viewer: int, lang: Lang) -> SeatAt:
        score = str(state.scores()[seat]) if _shows_dogs(state, seat, viewer) else ""
        return SeatAt(PLAYER[lang].format(seat + 1), score)

    def _moves(self, state: WinstonState, dogs: Mapping[int, int], hand: Zone, lang: Lang) -> Iterator[Move]:
        """Yield the viewer's legal actions: cards from the hand, dogs from the table, and buttons."""
        held: dict[Hashable, list[str]] = defaultdict(list)
        for slot, piece in hand.pieces:
            held[self.alike(piece.piece)[0]].append(slot)
        for action in state.legal():
            said = self.rules.describe(state, action, lang)
            family, kind = divmod(action, BODY)
            grown = f"table/{dogs[kind]}" if kind in dogs else ""
            if action == END:
                yield Move(action, said)
            elif action >= SWAP:
                yield Move(action, said, tuple(held[kind]), "deck")
            elif action >= PICK:
                yield Move(action, said, (grown,), f"kennel-{state.turn + 1}")
            else:
                yield Move(action, said, tuple(held[family * self.rules.kinds + kind]), "table", grown)

    def narrate(self, before: WinstonState, action: int, after: WinstonState, viewer: int, lang: Lang) -> Sequence[str]:
        """Tell the move, the dogs picked up with their prizes, the cards drawn, and who could not play."""
        player, names = before.turn, self.rules.names[lang]
        say = {"player": player + 1, "prize": PRIZE}
        lines = [self.rules.describe(before, action, lang)]
        scored = before.clone()
        for at in range(len(before.dogs), len(after.dogs), 3):
            _, kind, length = after.dogs[at : at + 3]
            said = {**say, "name": names[kind], "bodies": length, "points": self.rules.points_of[length]}
            lines.append(PICKED[lang].format(**said))
            holders = scored.bone, scored.poop
            scored.award(player, kind, length)
            lines += [
                WON[what][lang].format(**said)
                for what, held, holds in zip(WON, holders, (scored.bone, scored.poop), strict=True)
                if held != holds
            ]
        drawn = self._drawn(before, action, after)
        if any(drawn) and sees(viewer, player):
            lines.append(
                DREW_SEEN[lang].format(**say, cards=", ".join(groups(self.rules, drawn, self._by_kind(), lang)))
            )
        elif sum(drawn):
            count = sum(drawn)
            lines.append((DREW if count > 1 else DREW_ONE)[lang].format(**say, count=count))
        if after.turn == OVER:
            lines.append(ENDS[lang].format(scores=" – ".join(map(str, after.scores()))))
        elif not after.played and not after.swapped:  # the turn has passed on, over those who could do nothing
            skipped = (after.turn - player - 1) % before.players
            lines += [IDLE[lang].format(player=(player + step) % before.players + 1) for step in range(1, skipped + 1)]
        return lines

    def _drawn(self, before: WinstonState, action: int, after: WinstonState) -> list[int]:
        """Return the cards that the player drew, as counts by type."""
        types, player = 2 * self.rules.kinds, before.turn
        had, has = (state.hands[player * types : (player + 1) * types] for state in (before, after))
        if action < PICK or SWAP <= action < END:
            had[action % BODY + (self.rules.kinds if BODY <= action < PICK else 0)] -= 1
        return [now - then for now, then in zip(has, had, strict=True)]

    def _count(self, dog: DogRow) -> Scene:
        """Lay out a dog with what each body adds, and the sum behind it."""
        points = self.rules.points_of
        added = [points[length] - points[length - 1] for length in range(1, dog.length + 1)]
        notes = [TextAt(f"+{more}", place * self.width, -0.36 * self.height) for place, more in enumerate(added, 1)]
        total = TextAt(f"= {points[dog.length]}", self._end(dog) + NOTE / 2, 0)
        facts = {"bodies": dog.length, "points": points[dog.length]}
        return Scene.of_items((*self._dog(dog, 0), *notes, total), facts)

    def _y(self, row: int) -> float:
        return row * (self.height + GAP)

    def _end(self, dog: DogRow) -> float:
        """Return the right edge of a dog, in mm."""
        return (dog.length + 0.5) * self.width

    def _dog(self, dog: DogRow, y: float) -> Iterator[PieceAt]:
        """Yield a dog's cards from left to right, head first; the designs of a type are used in turn."""
        types = [dog.kind] * dog.head + [self.rules.kinds + dog.kind] * dog.length
        for place, card in enumerate(types, 0 if dog.head else 1):
            designs = self.rules.copies[card]
            yield PieceAt(designs[self._used[card] % len(designs)], place * self.width, y)
            self._used[card] += 1

    def _prizes(self, state: WinstonState, dogs: list[DogRow]) -> Iterator[PieceAt]:
        """Yield the bone and the poop behind the last dogs that won them."""
        deck = self.rules.spec.decks["tokens"]
        pieces = {str(design.fields["what"]): design.id for design in deck.designs}
        beside: Counter[int] = Counter()
        lengths = [dog.length for dog in dogs]
        for what, owner, record in (("bone", state.bone, max(lengths)), ("poop", state.poop, min(lengths))):
            if owner == NOBODY:
                continue
            row = max(row for row, dog in enumerate(dogs) if dog.owner == owner and _is_record(dog, record, state))
            x = self._end(dogs[row]) + NOTE + (beside[row] + 0.5) * (deck.size.width + 2)
            yield PieceAt(pieces[what], x, self._y(row))
            beside[row] += 1


def _shows_dogs(state: WinstonState, seat: int, viewer: int) -> bool:
    """Return whether a viewer may look at a player's finished dogs: their own, by an option, or after the game."""
    return sees(viewer, seat) or state.flags[3] or state.turn == OVER


def _is_record(dog: DogRow, record: int, state: WinstonState) -> bool:
    """Return whether a dog is the longest or shortest; an option treats all from the largest size card as equal."""
    largest = state.rules.largest
    return dog.length == record or (state.flags[0] and min(dog.length, record) >= largest)


def _growing(state: WinstonState) -> list[DogRow]:
    dogs = [DogRow(kind, length, bool(state.headed >> kind & 1), NOBODY) for kind, length in enumerate(state.lengths)]
    return [dog for dog in dogs if dog.length or dog.head]


def _picked_up(state: WinstonState) -> list[DogRow]:
    """Return the dogs in the order in which they were picked up."""
    dogs = state.dogs
    return [DogRow(dogs[at + 1], dogs[at + 2], True, dogs[at]) for at in range(0, len(dogs), 3)]
