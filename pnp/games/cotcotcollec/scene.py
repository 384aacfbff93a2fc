"""Figures of CotCotCollec': collections on their chests, and the fox on one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from pnp.games.cotcotcollec.rules import NOBODY, CotcotcollecRules, CotcotcollecState
from pnp.play.scene import PieceAt, Scene, TextAt
from pnp.terms import Side

STEP: Final = 0.3
"""Visible part of a card beside the next one, as a share of its width."""
GAP: Final = 14.0
"""Gap between collections, in mm."""
FOX: Final = 14.0
"""Distance that the fox extends beyond the last card, in mm."""
NOTE: Final = 26.0
"""Space for a note, in mm."""


class CollectionRow(NamedTuple):
    """A collection, or an empty chest without a motif."""

    seat: int
    motif: int
    cards: tuple[int, ...]


class CotcotcollecScene:
    """One player's chests and collections, or all players' collections with their scores."""

    views: ClassVar[tuple[str, ...]] = ("chests", "scoring")

    def __init__(self, rules: CotcotcollecRules) -> None:
        self.rules = rules
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
                x += self._wide(each) + (FOX if fox else 0)
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
