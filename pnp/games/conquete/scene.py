"""How Cot-cot Conquête! is shown: armies of overlapping cards, generals on their health cards, what every move did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from pnp.games.conquete.options import HALF, HEALTH
from pnp.games.conquete.rules import (
    BARRIER,
    BLIND,
    COIN,
    EMPTY,
    FEWEST,
    FRAMED,
    GROUP,
    KINDS,
    NAMES,
    OUT,
    PLACE,
    POTION,
    PRICES,
    SHIELD,
    SIDE,
    SWORD,
    TAKE,
    TURNS,
    WAND,
    ConqueteRules,
    ConqueteState,
)
from pnp.games.conquete.table import WORDS, draw_face
from pnp.play.core import OVER, Translations
from pnp.play.scene import (
    AreaAt,
    GameScene,
    Item,
    Move,
    PieceAt,
    Scene,
    SeatAt,
    TextAt,
    Tone,
    Zone,
    ZoneShape,
    hidden_pieces,
    row_of,
    sees,
)
from pnp.play.usage import words
from pnp.terms import Lang, Side

FIRST: Final = 4.5
"""Distance from the upper edge of a health card to its first number, in mm."""
STEP: Final = 3.6
"""Distance between two numbers, in mm."""
BESIDE: Final = 18.0
"""Offset of the general from the card's left edge, in mm, so that the numbers stay visible."""
GAP: Final = 10.0
"""Gap between recruits, in mm."""
NOTE: Final = 14.0
"""Width of the note with the health, in mm; it touches the edge of the card, beside the arrow."""

Cells = list[tuple[int, int]]
"""Rows and columns, relative to the upper left cell of the start card."""

DECK: Final = words("Paquet", "Deck")
ROW: Final = words("Réserve", "Row")
HAND: Final = words("Carte à poser", "Card to place")
ARMY: Final = words("Armée", "Army")
CAMP: Final = words("Santé", "Health")
ROUND: Final = words("Manche {}", "Round {}")
OFFER: Final = words("Le chiffre sous une carte : les pièces requises.", "The number below a card: the coins needed.")
SUMS: Final = words("Attaque et défense : physique + magique.", "Attack and defence: physical + magical.")
NEEDS: Final = words("pièces requises : {} (tu en as {})", "coins needed: {} (you have {})")
ATTACK: Final = (SWORD, WAND)
"""Physical and magical attack."""
DEFENCE: Final = (SHIELD, BARRIER)
"""What defends against each of them."""
STATS: Final[Sequence[tuple[Translations, tuple[int, ...]]]] = (
    (words("attaque {}", "attack {}"), ATTACK),
    (words("défense {}", "defence {}"), DEFENCE),
    (words("pièces {}", "coins {}"), (COIN,)),
    (words("potions {}", "potions {}"), (POTION,)),
)
"""What is said about an army, and the kinds of cells in each."""
INITIATIVE: Final = words("initiative", "initiative")
ELIMINATED: Final = words("éliminé", "out")
WINS: Final = words("gagne", "wins")
DREW: Final = words("Carte piochée : {card}.", "Card drawn: {card}.")
REFILLED: Final = words("Nouvelle carte dans la réserve : {card}.", "New card in the row: {card}.")
ATTACKS: Final = words(
    "{attacker} attaque {defender} : {attack} contre {defence}, dégâts {damage} ; santé {before} → {after}.",
    "{attacker} attacks {defender}: {attack} against {defence}, damage {damage}; health {before} → {after}.",
)
FLIPS: Final = words("{name} retourne son général : +{framed} {trade}.", "{name} flips the general: +{framed} {trade}.")
FLIPS_BACK: Final = words(
    "{name} retourne son général : −{framed} {trade}.", "{name} flips the general back: −{framed} {trade}."
)
FALLS: Final = words("{name} est éliminé : santé {health}.", "{name} is out: health {health}.")
HEALS: Final = words(
    "{name} boit ses potions ({potions}) : santé {before} → {after}.",
    "{name} drinks potions ({potions}): health {before} → {after}.",
)
PASSES: Final = words("L’initiative passe à {name}.", "The initiative passes to {name}.")
SHORT: Final = words(
    "Il n’y a plus assez de cartes pour une manche.", "There are not enough cards left for another round."
)
ENDS: Final = words(
    "La partie est finie : {name} gagne. Santé : {scores}.", "The game is over: {name} wins. Health: {scores}."
)


class ConqueteScene(GameScene):
    """The row of recruits, and each player's army, health card and general."""

    views: ClassVar[tuple[str, ...]] = ("player", "row")

    def __init__(self, rules: ConqueteRules) -> None:
        super().__init__(rules)
        self.rules: ConqueteRules = rules
        self.size = rules.spec.decks["army"].size.width

    def lay(self, state: ConqueteState, view: str) -> Scene:
        """Lay out player 1's grid, with the value and the area of each group, and general; or the row of recruits."""
        return self._player(state) if view == "player" else self._figure_row(state)

    def _player(self, state: ConqueteState) -> Scene:
        if not -HALF <= state.health[0] <= HEALTH:
            raise ValueError(f"the health card has no {state.health[0]}")
        army: list[Item] = [*self._cards(state, 0), *self._areas(state, 0), *self._values(state, 0)]
        right = max(item.x for item in army if isinstance(item, PieceAt)) + self.size / 2
        health = self._health(state, 0, right + NOTE + GAP + self.size / 2, self.size / 2)
        facts = {NAMES[kind]: state.strength(0, kind) for kind in range(SWORD, self.rules.alone)}
        return Scene.of_items((*army, *health), facts | {"health": state.health[0]})

    def _cards(self, state: ConqueteState, owner: int) -> Iterator[PieceAt]:
        """Yield a player's start card and placed cards, in order; the origin is the start card's upper left corner."""
        start, _, _ = self.rules.sets[state.colours[owner]]
        own = state.options["asymmetric_start"] == "yes"
        yield PieceAt(start, self.size / 2, self.size / 2, side=Side.BACK if own else Side.FRONT)
        for player, card, action in state.placed():
            if player == owner:
                yield self._spot(card, action)

    def _spot(self, card: int, action: int) -> PieceAt:
        """Return a card as this action places it."""
        row, column = self.rules.spot(action)
        cell = self.size / SIDE
        x, y = (column + SIDE / 2) * cell, (row + SIDE / 2) * cell
        return PieceAt(self.rules.ids[card], x, y, turn=action % TURNS * 90)

    def _values(self, state: ConqueteState, owner: int) -> Iterator[TextAt]:
        """Yield the value of each of a player's groups, in its middle."""
        cell = self.size / SIDE
        for group, count in self._groups(state, owner):
            row, column = _middle(group)
            yield TextAt(str(count), (column + 0.5) * cell, (row + 0.5) * cell)

    def _areas(self, state: ConqueteState, owner: int) -> Iterator[AreaAt]:
        """Yield the cells of each of a player's groups; lone cells, which do not count, have another tone."""
        side = self.size / SIDE
        corners = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
        for number, (group, count) in enumerate(self._groups(state, owner), 1):
            tone = Tone.OPEN if count else Tone.WRONG
            yield from (AreaAt(column * side, row * side, corners, tone, str(number)) for row, column in group)

    def _groups(self, state: ConqueteState, owner: int) -> Iterator[tuple[Cells, int]]:
        """Yield the cells of each group of chickens and its value; a lone cell counts 0."""
        kinds, hens, wide, middle = state.kinds[owner], state.hens[owner], self.rules.wide, self.rules.middle
        left = {cell for cell, count in enumerate(hens) if count and kinds[cell] < self.rules.alone}
        while left:
            group, kind = [min(left)], kinds[min(left)]
            left.remove(group[0])
            for cell in group:
                for beside in (cell - 1, cell + 1, cell - wide, cell + wide):
                    if beside in left and kinds[beside] == kind:
                        left.remove(beside)
                        group.append(beside)
            cells = [divmod(cell, wide) for cell in group]
            count = sum(hens[cell] for cell in group) if len(group) >= GROUP else 0
            yield [(row - middle, column - middle) for row, column in cells], count

    def _health(self, state: ConqueteState, owner: int, x: float, y: float) -> tuple[PieceAt | TextAt, ...]:
        """Place a general with its arrow at the current health, and its number; upside down at OUT or less.

        Beyond the last number of the health card, the general stays at its end.
        """
        health = state.health[owner]
        _, general, card = self.rules.sets[state.colours[owner]]
        low, out = health <= HALF, health <= OUT
        row = HALF - min(abs(health), HALF) if low else max(HEALTH - health, 0)
        shown = Side.BACK if low and state.feather else Side.FRONT
        level = y + FIRST + STEP * row - self.size / 2
        return (
            PieceAt(card, x, y, side=Side.BACK if low else Side.FRONT),
            PieceAt(general, x + BESIDE, level, turn=180 if out else 0, side=shown),
            TextAt(_number(health), x - self.size / 2 - 0.45 * NOTE, level),
        )

    def _figure_row(self, state: ConqueteState) -> Scene:
        """Lay out the deck and the row with the price of each recruit, the dearest beside the deck."""
        items: list[PieceAt | TextAt] = [PieceAt(self.rules.ids[0], 0, 0, side=Side.BACK)]
        for place, card in enumerate(reversed(state.row), 1):
            x = place * (self.size + GAP)
            items += [
                PieceAt(self.rules.ids[card], x, 0),
                TextAt(str(PRICES[len(state.row) - place]), x, self.size / 2),
            ]
        return Scene.of_items(items)

    def table(self, state: ConqueteState, viewer: int, lang: Lang) -> Scene:
        """Arrange deck and row, then for each player the card to place, the army, and the health card."""
        turn = state.current()
        zones = [
            Zone("deck", ZoneShape.PILE, hidden_pieces(self.rules.ids[0], state.left), DECK[lang]),
            self._row(state, lang),
        ]
        for seat in range(state.players):
            if seat == turn:
                zones.append(self._hand(state, viewer, lang))
            zones.append(self._army(state, seat, lang))
            zones.append(self._camp(state, seat, lang))
        notes = [] if turn == OVER else [ROUND[lang].format(_round(state)), SUMS[lang]]
        return Scene(
            tuple(zones),
            seats=tuple(self._seat(state, seat, lang) for seat in range(state.players)),
            turn=turn,
            facts=_table_facts(state),
            notes=tuple(notes),
            moves=tuple(self._moves(state, lang)) if turn == viewer else (),
        )

    def _row(self, state: ConqueteState, lang: Lang) -> Zone:
        """Return the zone of the recruits, the dearest first, beside the deck, with their prices."""
        cards = [PieceAt(self.rules.ids[card], 0, 0) for card in reversed(state.row)]
        placed = row_of(cards, self.size, GAP)
        prices = reversed(PRICES[: len(state.row)])
        texts = (TextAt(str(price), card.x, (self.size + NOTE) / 2) for card, price in zip(placed, prices, strict=True))
        return Zone("row", ZoneShape.ROW, (*placed, *texts), ROW[lang], notes=(OFFER[lang],))

    def _hand(self, state: ConqueteState, viewer: int, lang: Lang) -> Zone:
        """Return the zone of the card that the current player has taken; others do not see a blind draw."""
        seat, ids = state.current(), self.rules.ids
        card: tuple[PieceAt, ...] = ()
        if state.hand >= 0:
            seen = not state.blind or sees(viewer, seat)
            card = (PieceAt(ids[state.hand], 0, 0),) if seen else hidden_pieces(ids[0], 1)
        return Zone(f"hand-{seat + 1}", ZoneShape.HAND, card, HAND[lang], seat)

    def _army(self, state: ConqueteState, seat: int, lang: Lang) -> Zone:
        """Return the zone of a player's cards, with the value of each group."""
        items: list[PieceAt | TextAt] = [*self._cards(state, seat), *self._values(state, seat)]
        return Zone(f"army-{seat + 1}", ZoneShape.GRID, tuple(items), ARMY[lang], seat)

    def _camp(self, state: ConqueteState, seat: int, lang: Lang) -> Zone:
        """Return the zone of a player's health card and general, with the initiative card beside its holder's."""
        items = self._health(state, seat, 0, 0)
        if seat == state.queue[0]:
            [design] = self.rules.spec.decks["initiative"].designs
            items += (PieceAt(design.id, self.size + BESIDE + GAP, 0),)
        return Zone(f"camp-{seat + 1}", ZoneShape.GRID, items, CAMP[lang], seat)

    def _seat(self, state: ConqueteState, seat: int, lang: Lang) -> SeatAt:
        notes = [words[lang].format(_sum(state, seat, kinds)) for words, kinds in STATS]
        notes += [INITIATIVE[lang]] if seat == state.queue[0] and len(state.queue) >= FEWEST else []
        notes += [ELIMINATED[lang]] if _is_out(state, seat) else []
        notes += [WINS[lang]] if seat in state.winners() else []
        return SeatAt(self._name(state, seat, lang), _number(state.health[seat]), tuple(notes))

    def _name(self, state: ConqueteState, seat: int, lang: Lang) -> str:
        """Return the name of a player's general."""
        return str(self.rules.generals[state.colours[seat]].field("name", lang))

    def _moves(self, state: ConqueteState, lang: Lang) -> Iterator[Move]:
        """Yield the current player's legal actions: cards of the row and deck, or places for the card in hand."""
        if state.hand >= 0:
            yield from self._placements(state, lang)
            return
        hand = f"hand-{state.current() + 1}"
        coins = state.values[state.current() * KINDS + COIN]
        for action in state.legal():
            said = self.rules.describe(state, action, lang)
            if action == BLIND:
                yield Move(action, said, (f"deck/{state.left - 1}",), hand)
            else:
                place = action - TAKE
                price = PRICES[place]
                notes = (NEEDS[lang].format(price, coins),) if price else ()
                yield Move(action, said, (f"row/{len(state.row) - 1 - place}",), hand, notes=notes)

    def _placements(self, state: ConqueteState, lang: Lang) -> Iterator[Move]:
        """Yield every way to place the card in hand, with the cells that it covers and what it changes.

        Each is tried on one copy of the position and taken back, since there can be hundreds.
        """
        player, card, rules = state.current(), state.hand, self.rules
        hand, army = (f"hand-{player + 1}/0",), f"army-{player + 1}"
        trial = state.clone()
        kinds, hens, wide = trial.kinds[player], trial.hens[player], rules.wide
        old = trial.values[:]
        before = [_sum(trial, player, shown) for _, shown in STATS]
        marks: tuple[AreaAt, ...] = ()
        last = -1
        for action in state.legal():
            where = (action - PLACE) // TURNS
            down = where + wide
            if where != last:
                marks, last = self._covered(state, player, where), where
            saved = kinds[where : where + 2], kinds[down : down + 2], hens[where : where + 2], hens[down : down + 2]
            trial.cover(player, where, rules.faces[card][action % TURNS])
            notes = []
            for (text, shown), was in zip(STATS, before, strict=True):
                now = _sum(trial, player, shown)
                if now != was:
                    notes.append(text[lang].format(f"{was} → {now}"))
            kinds[where : where + 2], kinds[down : down + 2], hens[where : where + 2], hens[down : down + 2] = saved
            trial.values[:] = old
            said = rules.describe(state, action, lang)
            spot = self._spot(card, action)
            yield Move(action, said, hand, army, spot=spot, marks=marks, notes=tuple(notes))

    def picture(self, state: ConqueteState, action: int, lang: Lang) -> Sequence[str]:
        """Draw the card in hand as this action turns it."""
        return draw_face(self.rules.faces[state.hand][action % TURNS], lang) if state.hand >= 0 else ()

    def _covered(self, state: ConqueteState, player: int, where: int) -> tuple[AreaAt, ...]:
        """Return the cells that a card placed here would cover, those of a row in one area."""
        cell, kinds = self.size / SIDE, state.kinds[player]
        row, column = self.rules.spot(PLACE + where * TURNS)
        found = []
        for down in range(SIDE):
            full = [right for right in range(SIDE) if kinds[where + down * self.rules.wide + right] != EMPTY]
            if full:
                x, y, wide = (column + full[0]) * cell, (row + down) * cell, len(full) * cell
                found.append(AreaAt(x, y, ((0, 0), (wide, 0), (wide, cell), (0, cell)), Tone.NEW))
        return tuple(found)

    def narrate(
        self, before: ConqueteState, action: int, after: ConqueteState, viewer: int, lang: Lang
    ) -> Sequence[str]:
        """Tell the move, a new card in the row, and after the last placement of a round the battle and the retreat."""
        lines = [self.rules.describe(before, action, lang)]
        player = before.current()
        if before.hand >= 0:
            if before.seat + 1 == len(before.queue):
                lines += self._battle(before, action, after, lang)
        elif action == BLIND:
            if sees(viewer, player):
                lines.append(DREW[lang].format(card=self._face(after.hand, lang)))
        elif after.left < before.left:
            lines.append(REFILLED[lang].format(card=self._face(after.row[-1], lang)))
        return lines

    def _face(self, card: int, lang: Lang) -> str:
        """Return what a card shows, in reading order, such as `sword, coin / shield ×2, coin`."""
        face = self.rules.faces[card][0]
        cells = [
            WORDS[lang][kind - 1] + (f" ×{hens}" if hens > 1 else "")
            for kind, hens in zip(face.kinds, face.hens, strict=True)
        ]
        return " / ".join(", ".join(cells[at : at + SIDE]) for at in range(0, len(cells), SIDE))

    def _battle(self, before: ConqueteState, action: int, after: ConqueteState, lang: Lang) -> Iterator[str]:
        """Yield a line for every attack, elimination and healing, the initiative, and the end of the game.

        The battle is fought again on a copy, attack by attack, since a flipped general changes the next attack.
        """
        state = before.clone()
        state.lay(before.current(), (action - PLACE) // TURNS, self.rules.faces[before.hand][action % TURNS])
        health = state.health
        names = [self._name(state, seat, lang) for seat in range(state.players)]
        for attacker in state.queue:
            for defender in state.queue:
                if defender == attacker:
                    continue
                was, attack = health[defender], _sum(state, attacker, ATTACK)
                defence, damage = _sum(state, defender, DEFENCE), _damage(state, attacker, defender)
                health[defender] -= state.damage(attacker, defender)
                said = {"attacker": names[attacker], "defender": names[defender], "attack": attack, "defence": defence}
                now = _number(health[defender])
                yield ATTACKS[lang].format(**said, damage=damage, before=_number(was), after=now)
                yield from self._flip(state, defender, was, lang)
        for seat in state.queue:
            if health[seat] <= OUT:
                yield FALLS[lang].format(name=names[seat], health=_number(health[seat]))
        for seat in after.queue:
            potions, was = state.values[seat * KINDS + POTION], health[seat]
            if potions and after.health[seat] != was:
                health[seat] = after.health[seat]
                yield HEALS[lang].format(
                    name=names[seat], potions=potions, before=_number(was), after=_number(health[seat])
                )
                yield from self._flip(state, seat, was, lang)
        standing = sum(points > OUT for points in (health[seat] for seat in state.queue))
        if standing >= FEWEST:
            yield PASSES[lang].format(name=names[after.queue[0]])
        if after.current() == OVER:
            if standing >= FEWEST:
                yield SHORT[lang]
            scores = ", ".join(f"{name} {_number(points)}" for name, points in zip(names, after.health, strict=True))
            yield ENDS[lang].format(name=names[after.winners()[0]], scores=scores)

    def _flip(self, state: ConqueteState, seat: int, was: int, lang: Lang) -> Iterator[str]:
        """Yield a line if a general was flipped, where that changes an army."""
        now = state.health[seat]
        if state.feather and (was <= HALF) != (now <= HALF):
            colour = state.colours[seat]
            name, trade = self._name(state, seat, lang), WORDS[lang][self.rules.trades[colour] - 1]
            yield (FLIPS if now <= HALF else FLIPS_BACK)[lang].format(name=name, framed=FRAMED, trade=trade)


def _round(state: ConqueteState) -> int:
    """Return the number of the round, from 1."""
    return state.log[::3].count(state.queue[-1]) + 1


def _is_out(state: ConqueteState, seat: int) -> bool:
    return seat not in state.queue or state.health[seat] <= OUT


def _sum(state: ConqueteState, seat: int, kinds: Sequence[int]) -> str:
    """Return the values of some kinds of cells of an army, such as `5 + 3`."""
    return " + ".join(str(state.strength(seat, kind)) for kind in kinds)


def _damage(state: ConqueteState, attacker: int, defender: int) -> str:
    """Return the damage of an attack as a sum, physical and magical: `3 + 0 = 3`."""
    parts = [
        max(0, state.strength(attacker, strong) - state.strength(defender, weak))
        for strong, weak in zip(ATTACK, DEFENCE, strict=True)
    ]
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def _table_facts(state: ConqueteState) -> dict[str, int]:
    """Return what each army shows, as `sword.1`, and the damage of each attack at this moment, as `damage.1.2`."""
    seats = range(state.players)
    facts = {f"{NAMES[kind]}.{seat + 1}": state.strength(seat, kind) for seat in seats for kind in range(SWORD, KINDS)}
    return facts | {
        f"damage.{one + 1}.{other + 1}": state.damage(one, other) for one in seats for other in seats if one != other
    }


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _middle(cells: Cells) -> tuple[int, int]:
    """Return the cell of a group that is closest to its centre."""
    row, column = (sum(place) / len(cells) for place in zip(*cells, strict=True))
    return min(cells, key=lambda cell: (abs(cell[0] - row) + abs(cell[1] - column), cell))
