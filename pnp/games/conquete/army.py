"""Values of an army of Cot-cot Conquête! after every way to place a card, computed at once.

A card changes at most twelve cells: the four it covers, and the eight beside it, whose groups it joins or splits. So
the new values are the old ones, minus those of the twelve cells before, plus those of the same cells after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pnp.games.conquete.rules import COIN, EMPTY, KINDS, PLACE, TURNS, ConqueteRules, ConqueteState

Numbers = NDArray[Any]
ONE_HOT: Final = np.eye(KINDS, dtype=np.float32)
"""A one-hot row for each kind of cell."""


class Faces:
    """All army cards in all orientations, as arrays; the rows of a card begin at `first`."""

    def __init__(self, rules: ConqueteRules) -> None:
        faces = [face for turned in rules.faces for face in turned]
        self.first = np.cumsum([0, *rules.turns]).tolist()
        self.kinds = np.array([face.kinds for face in faces], dtype=np.uint8)
        hens = np.array([face.hens for face in faces], dtype=np.float32)
        self.worth = ONE_HOT[self.kinds] * hens[:, :, None]
        """Value of each cell for each kind, once it is in a group."""
        right, below = self.kinds[:, [1, 0, 3, 2]], self.kinds[:, [2, 3, 0, 1]]
        self.paired = (self.kinds >= COIN) | (self.kinds == right) | (self.kinds == below)
        """Cells that count wherever the card is."""
        rim = np.array(rules.rim).T
        self.steps, self.inside = rim[0], rim[1]
        """Offsets to the eight cells beside a card, and the cell of the card that each of them touches."""
        self.further = rim[2:]
        """Offsets to the other neighbours of those eight cells."""
        self.touching = np.array([np.flatnonzero(self.inside == cell) for cell in range(4)]).T
        """Which two of the eight cells beside a card each of its cells touches."""
        self.cells = np.array([0, 1, rules.wide, rules.wide + 1])
        self.beside = self.kinds[:, self.inside]
        """The kind that each of the eight cells would touch."""
        self.wide = rules.wide


class Army:
    """The grid of one player, and the results of each way to place a card on it."""

    def __init__(self, faces: Faces, state: ConqueteState, player: int) -> None:
        self.faces = faces
        self.kinds = np.frombuffer(bytes(state.kinds[player]), dtype=np.uint8)
        self.hens = np.frombuffer(bytes(state.hens[player]), dtype=np.uint8).astype(np.float32)
        self.spots = state.spots[player][::TURNS]
        self.values = state.values[player * KINDS : (player + 1) * KINDS]
        """Chickens in groups, coins, potions."""
        self.seen: list[float] = np.bincount(self.kinds, self.hens, KINDS).tolist()
        """Everything visible, in groups or not."""
        self.laid: dict[int, Laid] = {}

    def after(self, cards: Sequence[int]) -> list[Laid]:
        """Return the army after each way to place each of these cards, in the order of the legal actions."""
        new = [card for card in dict.fromkeys(cards) if card not in self.laid]
        if new:
            self.laid.update(zip(new, self.places.lay(new), strict=True))
        return [self.laid[card] for card in cards]

    @cached_property
    def places(self) -> Places:
        """What does not depend on the card."""
        return Places(self)


class Laid(NamedTuple):
    """An army after each way to place a card: one row per kind, one column per way."""

    values: Numbers
    seen: Numbers


class Places:
    """All positions where a card can be placed on an army."""

    def __init__(self, army: Army) -> None:
        self.faces = faces = army.faces
        kinds, hens = army.kinds, army.hens
        spots = (np.array(army.spots) - PLACE)[:, None] // TURNS
        covered, rim = spots + faces.cells, spots + faces.steps
        self.rim = kinds[rim]
        self.joined = self.rim >= COIN
        """Which of the eight cells beside a card count without it."""
        for step in faces.further:
            self.joined |= kinds[spots + step] == self.rim
        self.worth = ONE_HOT[self.rim] * hens[rim][:, :, None]
        counting = hens * _grouped(kinds, faces.wide)
        lost = (ONE_HOT[kinds[covered]] * counting[covered][:, :, None]).sum(1)
        lost += (ONE_HOT[self.rim] * counting[rim][:, :, None]).sum(1)
        self.rest = np.array(army.values, dtype=np.float32) - lost
        """Values of the army outside the twelve cells."""
        hidden = (ONE_HOT[kinds[covered]] * hens[covered][:, :, None]).sum(1)
        self.uncovered = np.array(army.seen, dtype=np.float32) - hidden
        """What stays visible beside the card."""

    def lay(self, cards: Sequence[int]) -> Iterator[Laid]:
        """Yield the army after each way to place each card, for all cards and orientations at once."""
        faces, first = self.faces, self.faces.first
        turned = np.concatenate([range(first[card], first[card + 1]) for card in cards])
        joined = self.joined[:, None] | (self.rim[:, None] == faces.beside[turned])
        values = self.rest[:, None] + joined.astype(np.float32) @ self.worth
        touched, inside = self.rim[:, None, faces.touching], faces.kinds[turned]
        grouped = faces.paired[turned] | (touched[:, :, 0] == inside) | (touched[:, :, 1] == inside)
        values += (grouped.transpose(1, 0, 2).astype(np.float32) @ faces.worth[turned]).transpose(1, 0, 2)
        seen = self.uncovered[:, None] + faces.worth[turned].sum(1)
        start = 0
        for card in cards:
            end = start + first[card + 1] - first[card]
            yield Laid(*(part[:, start:end].reshape(-1, KINDS).T for part in (values, seen)))
            start = end


def _grouped(kinds: Numbers, wide: int) -> Numbers:
    """Return which cells count: those with a like neighbour, coins and potions; the grid's border is always empty."""
    found = kinds >= COIN
    for step in (1, wide):
        like = (kinds[step:] == kinds[:-step]) & (kinds[step:] != EMPTY)
        found[step:] |= like
        found[:-step] |= like
    return found
