"""What an army of Cot-cot Conquête! becomes by each way to lay a card, all ways at once.

A card changes twelve cells at most: the four that it covers, and the eight beside it, which it joins or parts. So what
an army is worth after a card is what it was, less what those twelve were worth, plus what they are worth with the card.
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
"""A row for each kind of cell."""


class Faces:
    """All army cards in all their turns, as arrays; the rows of a card begin at `first`."""

    def __init__(self, rules: ConqueteRules) -> None:
        faces = [face for turned in rules.faces for face in turned]
        self.first = np.cumsum([0, *rules.turns]).tolist()
        self.kinds = np.array([face.kinds for face in faces], dtype=np.uint8)
        hens = np.array([face.hens for face in faces], dtype=np.float32)
        self.worth = ONE_HOT[self.kinds] * hens[:, :, None]
        """What each cell counts for each kind, once it is in a group."""
        right, below = self.kinds[:, [1, 0, 3, 2]], self.kinds[:, [2, 3, 0, 1]]
        self.paired = (self.kinds >= COIN) | (self.kinds == right) | (self.kinds == below)
        """The cells that count wherever the card lies."""
        rim = np.array(rules.rim).T
        self.steps, self.inside = rim[0], rim[1]
        self.further = rim[2:]
        """From a card's first cell to the cells beside it, which of its cells they touch, their other neighbours."""
        self.touching = np.array([np.flatnonzero(self.inside == cell) for cell in range(4)]).T
        """Which two of the eight each cell touches."""
        self.cells = np.array([0, 1, rules.wide, rules.wide + 1])
        self.beside = self.kinds[:, self.inside]
        """The kind that each of the eight would touch."""
        self.wide = rules.wide


class Army:
    """The grid of one player, and what each way to lay a card makes of it."""

    def __init__(self, faces: Faces, state: ConqueteState, player: int) -> None:
        self.faces = faces
        self.kinds = np.frombuffer(bytes(state.kinds[player]), dtype=np.uint8)
        self.hens = np.frombuffer(bytes(state.hens[player]), dtype=np.uint8).astype(np.float32)
        self.spots = state.spots[player][::TURNS]
        self.values = state.values[player * KINDS : (player + 1) * KINDS]
        """Chickens in groups, coins, potions."""
        self.seen: list[float] = np.bincount(self.kinds, self.hens, KINDS).tolist()
        """All that can be seen, in groups or not."""
        self.laid: dict[int, Laid] = {}

    def after(self, cards: Sequence[int]) -> list[Laid]:
        """The army after each way to lay each of some cards, in the order of the legal actions."""
        new = [card for card in dict.fromkeys(cards) if card not in self.laid]
        if new:
            self.laid.update(zip(new, self.places.lay(new), strict=True))
        return [self.laid[card] for card in cards]

    @cached_property
    def places(self) -> Places:
        """What does not depend on the card."""
        return Places(self)


class Laid(NamedTuple):
    """An army after each way to lay a card: a row for each kind, a column for each way."""

    values: Numbers
    seen: Numbers


class Places:
    """Everywhere that a card can be laid on an army."""

    def __init__(self, army: Army) -> None:
        self.faces = faces = army.faces
        kinds, hens = army.kinds, army.hens
        spots = (np.array(army.spots) - PLACE)[:, None] // TURNS
        covered, rim = spots + faces.cells, spots + faces.steps
        self.rim = kinds[rim]
        self.joined = self.rim >= COIN
        """Which of the eight beside a card count without it."""
        for step in faces.further:
            self.joined |= kinds[spots + step] == self.rim
        self.worth = ONE_HOT[self.rim] * hens[rim][:, :, None]
        counting = hens * _grouped(kinds, faces.wide)
        lost = (ONE_HOT[kinds[covered]] * counting[covered][:, :, None]).sum(1)
        lost += (ONE_HOT[self.rim] * counting[rim][:, :, None]).sum(1)
        self.rest = np.array(army.values, dtype=np.float32) - lost
        """What the army counts beyond the twelve cells."""
        hidden = (ONE_HOT[kinds[covered]] * hens[covered][:, :, None]).sum(1)
        self.uncovered = np.array(army.seen, dtype=np.float32) - hidden
        """What can still be seen beside the card."""

    def lay(self, cards: Sequence[int]) -> Iterator[Laid]:
        """The army after each way to lay each of the cards, all cards in all turns at once."""
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
    """Which cells count: those with a like neighbour, coins and potions; the grid's border is always empty."""
    found = kinds >= COIN
    for step in (1, wide):
        like = (kinds[step:] == kinds[:-step]) & (kinds[step:] != EMPTY)
        found[step:] |= like
        found[:-step] |= like
    return found
