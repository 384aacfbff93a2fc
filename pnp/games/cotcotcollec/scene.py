"""How CotCotCollec' is shown: collections on their chests, the fox on one of them, hands, market, and scorings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from pnp.games.cotcotcollec.rules import (
    CHEST,
    CHEST_PENALTY,
    DOUBLE,
    DRAW,
    FOX,
    HAND_PENALTY,
    JOIN,
    LAST,
    NOBODY,
    OPEN,
    SCORINGS,
    STAY,
    TAKE,
    WIDTH,
    CotcotcollecRules,
    CotcotcollecState,
)
from pnp.play.core import OVER
from pnp.play.scene import GameScene, Move, PieceAt, Scene, SeatAt, TextAt, Zone, ZoneShape, hidden_pieces, row_of, sees
from pnp.play.usage import words
from pnp.terms import Lang, Side

STEP: Final = 0.3
"""Visible part of a card beside the next one, as a share of its width."""
GAP: Final = 14.0
"""Gap between collections, in mm."""
FOX_WIDTH: Final = 14.0
"""Distance that the fox extends beyond the last card, in mm."""
NOTE: Final = 26.0
"""Space for a note, in mm."""


DECK: Final = words("Pioche", "Deck")
MARKET: Final = words("Marché", "Market")
ROOSTERS: Final = words("Coqs sortis", "Roosters out")
NEXT_SCORING: Final = words("Prochain décompte au {}ᵉ coq", "Next scoring at rooster {}")
FOX_WAITS: Final = words("Renard", "Fox")
TABLE: Final = words("Coffres et collections", "Chests and collections")
HAND: Final = words("Main", "Hand")
PLAYER: Final = words("Joueur {}", "Player {}")
SCORING_NOTE: Final = words("Décompte {} : {}", "Scoring {}: {}")
POINTS_LEFT: Final = words("PA restants : {}", "Action points left: {}")
FOX_COMES: Final = words(
    "Le renard arrive chez le joueur {player} : {name}.", "The fox comes to player {player}: {name}."
)
DREW: Final = words("Le joueur {player} pioche une carte.", "Player {player} draws a card.")
DREW_SEEN: Final = words("Le joueur {player} pioche : {name}.", "Player {player} draws: {name}.")
REFILLED: Final = words("Arrive au marché : {name}.", "New in the market: {name}.")
ROOSTER: Final = words("Un coq sort ({} sur {}).", "A rooster comes up ({} of {}).")
SCORED: Final = words("Décompte, joueur {player} : {sum} = {points}.", "Scoring, player {player}: {sum} = {points}.")
NOTHING: Final = words("rien", "nothing")
FINAL: Final = words(
    "Total du joueur {player} : {pad} − {chests} (coffres vides : {empty}) − {hand} (cartes en main : {cards})"
    " = {total}.",
    "Total of player {player}: {pad} − {chests} (empty chests: {empty}) − {hand} (cards in hand: {cards}) = {total}.",
)


class CollectionRow(NamedTuple):
    """A collection, or an empty chest without a motif."""

    seat: int
    motif: int
    cards: tuple[int, ...]


class CotcotcollecScene(GameScene):
    """Market, hands, and everyone's chests and collections; in figures, some of these with their scores."""

    views: ClassVar[tuple[str, ...]] = ("chests", "scoring")

    def __init__(self, rules: CotcotcollecRules) -> None:
        super().__init__(rules)
        self.rules: CotcotcollecRules = rules
        self.width, self.height = rules.spec.decks["cards"].size
        self._used: Counter[int] = Counter()

    def lay(self, state: CotcotcollecState, view: str) -> Scene:
        """Lay out player 1's chests and collections (`chests`), or a row for each player (`scoring`)."""
        self._used.clear()
        seats = range(1 if view == "chests" else state.players)
        rows = [[*self._collections(state, seat)] for seat in seats]
        if view == "chests":
            rows[0] += [CollectionRow(0, NOBODY, ())] * state.empty[0]
        if not any(rows):
            raise ValueError("no collection")
        items: list[PieceAt | TextAt] = []
        facts: dict[str, int] = {}
        for seat, row in enumerate(rows):
            x, y = 0.0, seat * (self.height + GAP)
            for number, each in enumerate(row, 1):
                fox = (each.seat, each.motif) == (state.fox_seat, state.fox_motif)
                items += self._pile(each, x, y, fox=fox)
                x += self._wide(each) + (FOX_WIDTH if fox else 0)
                if view == "scoring":
                    worth = _worth(state, each)
                    items.append(TextAt(str(worth), x + NOTE / 2, y))
                    facts[f"{seat + 1}.{number}.points"] = worth
                    x += NOTE
                x += GAP
            if view == "scoring":
                facts[f"{seat + 1}.points"] = state.collection_points()[seat]
        if view == "chests" and rows[0]:
            facts["length"] = state.length[rows[0][0].motif]
        return Scene.of_items(items, facts)

    def table(self, state: CotcotcollecState, viewer: int, lang: Lang) -> Scene:
        """Arrange deck, roosters, market and fox in the middle, then each player's chests, collections and hand."""
        self._used.clear()
        rules, seats = self.rules, range(state.players)
        market = [PieceAt(rules.designs[card].id, 0, 0) for card in state.market if card >= 0]
        waiting = (self._fox(0, 0),) if state.fox_seat == NOBODY else ()
        ends: dict[tuple[int, int], str] = {}
        boards = [self._board(state, seat, lang, ends) for seat in seats]
        hands = [self._hand(state, seat, viewer, lang) for seat in seats]
        middle = [
            Zone("deck", ZoneShape.PILE, hidden_pieces(rules.designs[0].id, len(state.deck) - state.top), DECK[lang]),
            Zone("market", ZoneShape.ROW, row_of(market, self.width), MARKET[lang]),
            self._roosters(state, lang),
            Zone("fox", ZoneShape.POOL, waiting, FOX_WAITS[lang]),
        ]
        turn = state.current()
        about = tuple(self._seat(state, seat, lang) for seat in seats)
        notes = (POINTS_LEFT[lang].format(state.points),) if turn != OVER else ()
        zones = (*middle, *(zone for pair in zip(boards, hands, strict=True) for zone in pair))
        moves = tuple(self._moves(state, zones, ends, lang)) if turn == viewer != OVER else ()
        return Scene(zones, {}, about, turn, notes, moves)

    def _roosters(self, state: CotcotcollecState, lang: Lang) -> Zone:
        rooster = self.rules.designs[self.rules.rooster].id
        out = (PieceAt(rooster, place * STEP * self.width, 0) for place in range(state.roosters))
        coming = [number for number in SCORINGS if number > state.roosters]
        notes = tuple(NEXT_SCORING[lang].format(number) for number in coming[:1])
        return Zone("roosters", ZoneShape.ROW, tuple(out), ROOSTERS[lang], notes=notes)

    def _fox(self, x: float, y: float) -> PieceAt:
        return PieceAt(self.rules.spec.decks["fox-standee"].designs[0].id, x, y)

    def _board(self, state: CotcotcollecState, seat: int, lang: Lang, ends: dict[tuple[int, int], str]) -> Zone:
        """Return the zone of a player's chests and collections, and note the slot of each one's last card in `ends`.

        An empty chest has the motif NOBODY.
        """
        chests = [card for card in range(self.rules.row) for _ in range(state.chests[seat * self.rules.row + card])]
        rows = [*self._collections(state, seat), *[CollectionRow(seat, NOBODY, ())] * state.empty[seat]]
        items: list[PieceAt] = []
        x = 0.0
        for row, chest in zip(rows, chests, strict=True):
            pile = list(self._pile(row, x, 0, fox=False))
            items += [PieceAt(self.rules.designs[chest].id, pile[0].x, 0, side=Side.BACK), *pile[1:]]
            ends[seat, row.motif] = f"board-{seat + 1}/{len(items) - 1}"
            x += self._wide(row)
            if (seat, row.motif) == (state.fox_seat, state.fox_motif):
                items.append(self._fox(x, self.height / 4))
                x += FOX_WIDTH
            x += GAP
        return Zone(f"board-{seat + 1}", ZoneShape.ROW, tuple(items), TABLE[lang], seat)

    def _hand(self, state: CotcotcollecState, seat: int, viewer: int, lang: Lang) -> Zone:
        row = self.rules.row
        cells = (state.hands if sees(viewer, seat) else state.known)[seat * row : (seat + 1) * row]
        cards = [PieceAt(self.rules.designs[card].id, 0, 0) for card in range(row) for _ in range(cells[card])]
        unknown = hidden_pieces(self.rules.designs[0].id, state.sizes()[seat] - len(cards))
        return Zone(f"hand-{seat + 1}", ZoneShape.HAND, row_of((*cards, *unknown), self.width), HAND[lang], seat)

    def _seat(self, state: CotcotcollecState, seat: int, lang: Lang) -> SeatAt:
        """Return a player's score, which everyone can count, and the scorings on the pad."""
        pad = state.pad[seat :: state.players]
        notes = tuple(SCORING_NOTE[lang].format(number, points) for number, points in enumerate(pad, 1))
        return SeatAt(PLAYER[lang].format(seat + 1), str(state.scores()[seat]), notes)

    def _moves(
        self, state: CotcotcollecState, zones: Sequence[Zone], ends: Mapping[tuple[int, int], str], lang: Lang
    ) -> Iterator[Move]:
        """Yield the legal actions: cards from the hand or the market, the top of the deck, and the fox."""
        rules, seat = self.rules, state.seat
        hand, board = f"hand-{seat + 1}", f"board-{seat + 1}"
        held: dict[tuple[str, str], list[str]] = defaultdict(list)
        for zone in zones:
            for slot, piece in zone.pieces:
                if not piece.hidden:
                    held[zone.id, piece.piece].append(slot)
        fox = self._fox(0, 0).piece
        for action in state.legal():
            said = rules.describe(state, action, lang)
            kind = action % WIDTH
            if action == STAY:
                yield Move(action, said)
            elif action >= FOX:
                owner = (action - FOX) // WIDTH
                there = f"board-{owner + 1}"
                yield Move(action, said, tuple(held[f"board-{seat + 1}", fox]), there, ends[owner, kind])
            elif action == DRAW:
                top = [slot for zone in zones if zone.id == "deck" for slot, _ in zone.pieces]
                yield Move(action, said, tuple(top[-1:]), hand)
            elif action >= TAKE:
                yield Move(action, said, tuple(held["market", rules.designs[kind].id]), hand)
            else:
                card = {JOIN: rules.joker, DOUBLE: rules.doubler}.get(action - kind, kind)
                target = {CHEST: "", OPEN: ends.get((seat, NOBODY), "")}.get(action - kind, ends.get((seat, kind), ""))
                yield Move(action, said, tuple(held[hand, rules.designs[card].id]), board, target)

    def narrate(
        self, before: CotcotcollecState, action: int, after: CotcotcollecState, viewer: int, lang: Lang
    ) -> Sequence[str]:
        """Tell the move, the fox's arrival, cards and roosters from the deck, and scorings collection by collection."""
        rules = self.rules
        lines = [rules.describe(before, action, lang)]
        if before.fox_seat == NOBODY != after.fox_seat:
            name = self._name(after.fox_motif, lang)
            lines.append(FOX_COMES[lang].format(player=after.fox_seat + 1, name=name))
        for rooster in range(before.roosters + 1, after.roosters + 1):
            lines.append(ROOSTER[lang].format(rooster, LAST))
            if rooster in SCORINGS:
                lines += self._scoring(after, lang)
        if action == DRAW:
            lines += self._drawn(before, after, viewer, lang)
        elif TAKE <= action < DRAW:
            place = before.market.index(action - TAKE)
            if after.market[place] >= 0:
                lines.append(REFILLED[lang].format(name=self._name(after.market[place], lang)))
        if after.current() == OVER:
            sizes, totals = after.sizes(), after.scores()
            for player in range(after.players):
                empty, cards = after.empty[player], sizes[player]
                lines.append(
                    FINAL[lang].format(
                        player=player + 1,
                        pad=" + ".join(map(str, after.pad[player :: after.players])),
                        chests=CHEST_PENALTY * empty,
                        empty=empty,
                        hand=HAND_PENALTY * cards,
                        cards=cards,
                        total=totals[player],
                    )
                )
        return lines

    def _drawn(self, before: CotcotcollecState, after: CotcotcollecState, viewer: int, lang: Lang) -> Iterator[str]:
        """Yield what a player drew: a card, named for those who see their hand; nothing if a rooster took its place."""
        seat, row = before.seat, self.rules.row
        for card in range(row):
            if after.hands[seat * row + card] > before.hands[seat * row + card]:
                said = DREW_SEEN if sees(viewer, seat) else DREW
                yield said[lang].format(player=seat + 1, name=self._name(card, lang))

    def _scoring(self, state: CotcotcollecState, lang: Lang) -> Iterator[str]:
        """Yield a line for each player: the points of every collection, and their sum."""
        for seat, points in enumerate(state.collection_points()):
            parts = [f"{self._name(row.motif, lang)} {_worth(state, row)}" for row in self._collections(state, seat)]
            yield SCORED[lang].format(player=seat + 1, sum=" + ".join(parts) or NOTHING[lang], points=points)

    def _name(self, card: int, lang: Lang) -> str:
        return str(self.rules.designs[card].field("name", lang))

    def _collections(self, state: CotcotcollecState, seat: int) -> Iterator[CollectionRow]:
        rules = self.rules
        for motif, objects, jokers, closed in state.collections(seat):
            yield CollectionRow(seat, motif, (motif,) * objects + (rules.joker,) * jokers + (rules.doubler,) * closed)

    def _wide(self, row: CollectionRow) -> float:
        return self.width * (1 + STEP * len(row.cards))

    def _pile(self, row: CollectionRow, x: float, y: float, *, fox: bool) -> Iterator[PieceAt]:
        """Yield the face-down chest, the overlapping cards on it, and the fox at the edge of the last."""
        centre = x + self.width / 2
        yield PieceAt(self.rules.designs[0].id, centre, y, side=Side.BACK)
        for place, card in enumerate(row.cards, 1):
            design = self.rules.designs[card]
            yield PieceAt(design.id, centre + place * STEP * self.width, y, look=self._used[card] % design.looks + 1)
            self._used[card] += 1
        if fox:
            standee = self.rules.spec.decks["fox-standee"]
            end = x + self._wide(row)
            yield PieceAt(standee.designs[0].id, end, y + self.height / 2 - standee.size.height / 2)


def _worth(state: CotcotcollecState, row: CollectionRow) -> int:
    """Return the points of one collection, scored by the engine with all other motifs removed."""
    alone = state.clone()
    alone.length = [length if cell % state.rules.row == row.motif else 0 for cell, length in enumerate(state.length)]
    return alone.collection_points()[row.seat]
