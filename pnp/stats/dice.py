"""Exact odds of dice: how often each face is rolled, and each sum of several dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from pnp.spec.model import ColumnType, Deck
from pnp.spec.values import Cell

MOST_DICE: Final = 50
"""Maximum number of dice rolled at once."""
VALUE: Final = "value"
"""The column that is added up, unless another one is the first with numbers."""
NAMES: Final = ("name", "title", "label")
"""Columns with the name of a face, in order of preference."""

Ways = Mapping[int | float, int]
"""Number of ways to roll each sum."""


@dataclass(frozen=True)
class DieCounts:
    """The faces of a die."""

    column: str
    """Column with the values of the faces."""
    faces: Mapping[str, int]
    """Number of faces by value."""
    numbers: Ways
    """The same for numbers; empty if not all values are numbers."""
    dice: int
    """Number of dice in the deck."""

    @property
    def sides(self) -> int:
        """Number of faces."""
        return sum(self.faces.values())

    def sums(self, dice: int) -> dict[int | float, int]:
        """Return the number of ways to roll each sum of some dice, in ascending order.

        >>> DieCounts("value", {"1": 1, "2": 1}, {1: 1, 2: 1}, 1).sums(2)
        {2: 1, 3: 2, 4: 1}
        """
        found: dict[int | float, int] = {0: 1}
        for _ in range(dice):
            longer: dict[int | float, int] = {}
            for total, ways in found.items():
                for number, faces in self.numbers.items():
                    reached = round(total + number, 9)
                    longer[reached] = longer.get(reached, 0) + ways * faces
            found = longer
        return dict(sorted(found.items()))

    def share(self, ways: int, dice: int = 1) -> Fraction:
        """Return the probability of an event that some dice have so many ways to show."""
        return Fraction(ways, self.sides**dice)


def count_die(deck: Deck) -> DieCounts | None:
    """Return the faces of a deck of dice; None for any other deck."""
    if deck.faces is None:
        return None
    faces = deck.faces
    numbers = [name for name, each in faces.columns.items() if each.type in (ColumnType.INT, ColumnType.NUMBER)]
    column = VALUE if VALUE in numbers or VALUE in faces.columns else next(iter(numbers), "")
    column = column or next((name for name in NAMES if name in faces.columns), "id")
    cells = [design.id if column == "id" else design.fields[column] for design in faces.designs]
    plain = [next(iter(cell.values())) if isinstance(cell, dict) else cell for cell in cells]
    counts: dict[str, int] = {}
    for cell in plain:
        counts[_text(cell)] = counts.get(_text(cell), 0) + 1
    added: dict[int | float, int] = {}
    if not any(isinstance(cell, str) for cell in plain):
        for cell in sorted(cell for cell in plain if not isinstance(cell, str)):
            added[cell] = added.get(cell, 0) + 1
    return DieCounts(column, counts, added, deck.count)


def ways_to_show(faces: int, sides: int, dice: int, number: int) -> int:
    """Return in how many ways exactly `number` of the dice show one of some faces."""
    return comb(dice, number) * faces**number * (sides - faces) ** (dice - number) if 0 <= number <= dice else 0


def _text(cell: Cell) -> str:
    return f"{cell:.12g}" if isinstance(cell, float) else str(cell)
