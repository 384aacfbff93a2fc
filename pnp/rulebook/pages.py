"""Divide a rulebook into pages: where each one ends, how far its gaps are stretched, and how large its figures are.

Every way to end the pages is compared, as TeX compares the ways to end the lines of a paragraph: a full page is good,
and so is one that ends before a heading; a figure that is not on the page of its text is bad, and so is a page that
ends with a heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

FACTORS: Final = (1.0, 0.9, 1.1, 0.8, 1.2, 1.3)
"""How much larger figures may be on a page, the best first."""
STRETCH: Final = (0.75, 1.9)
"""Minimum and maximum factor of the gaps of a page."""
LAST_STRETCH: Final = 1.2
"""Maximum factor of the gaps of a last page, which need not be full."""
SLACK: Final = 0.2
"""Rounding tolerance at the bottom of a page, in mm."""
EMPTY: Final = 300.0
"""Cost of an empty page; of a page that is partly empty, the square of the empty part."""
LAST: Final = 0.4
"""Cost of what is empty on a last page, as a share of that on other pages."""
FACING: Final = 0.5
"""Cost of a break between facing pages, as a share of that between others."""
NEVER: Final = 1e6


@dataclass(frozen=True)
class Atom:
    """A part of a rulebook that is not divided between pages, with its sizes in mm."""

    kind: str
    """Kind of block; of a heading with its level, and of a list `item`, or `first` for its first item."""
    heights: tuple[float, ...]
    """Height for each of `FACTORS`."""
    gap: float
    """Gap above it, unless it begins a page."""
    line: int = 0
    """Line of the source."""
    introduces: bool = False
    """Whether it ends with a colon."""


@dataclass(frozen=True)
class SetAtom:
    """How an atom is set."""

    breaks: bool
    """Whether it begins a page."""
    gap: float
    """Gap above it, in mm."""
    factor: float
    """Factor of its figures."""

    def data(self) -> dict[str, Any]:
        """Return it as template data."""
        return {"breaks": self.breaks, "gap": self.gap, "factor": self.factor}


@dataclass(frozen=True)
class _Fill:
    """How a page is filled, and what that costs."""

    cost: float
    stretch: float
    factor: int


@dataclass(frozen=True)
class Division:
    """A division into columns."""

    parts: list[SetAtom]
    cost: float
    """`NEVER` or more if a heading ends a column, or if something is too high for one."""

    @property
    def columns(self) -> int:
        """Number of columns."""
        return 1 + sum(part.breaks for part in self.parts)


def paginate(atoms: Sequence[Atom], rooms: Sequence[float], room: float, columns: int) -> Division:
    """Return the best division into columns of `room` mm, of which the first ones have the heights `rooms`.

    An atom that is higher than a column has one for itself.
    """
    count = len(atoms)
    best: list[dict[int, tuple[float, int, _Fill]]] = [{} for _ in range(count + 1)]
    """For each number of atoms set and of columns filled: the cost, the start of the last column, and its fill."""
    best[0][0] = (0.0, 0, _Fill(0, 1, 0))
    for start in range(count):
        for filled, (cost, _, _) in best[start].items():
            high = rooms[filled] if filled < len(rooms) else room
            for end in range(start + 1, count + 1):
                fill = _fill(atoms[start:end], high, last=end == count)
                if fill is None and end > start + 1:
                    break
                fill = fill or _Fill(NEVER, 1, FACTORS.index(min(FACTORS)))
                total = cost + fill.cost + _break_cost(atoms, end, facing=_faces_next(filled, columns))
                known = best[end].get(filled + 1)
                if known is None or total < known[0]:
                    best[end][filled + 1] = (total, start, fill)
    return _set_atoms(atoms, best)


def balanced(atoms: Sequence[Atom], rooms: Sequence[float], room: float, columns: int) -> list[SetAtom]:
    """Return the parts of `paginate` with the columns of the last page about equally high."""
    made = paginate(atoms, rooms, room, columns)
    before = columns * ((made.columns - 1) // columns)
    if columns == 1 or not atoms or made.cost >= NEVER:
        return made.parts
    heights = [rooms[at] if at < len(rooms) else room for at in range(before + columns)]
    for share in SHARES:
        lower = heights[:before] + [share * high for high in heights[before:]]
        tried = paginate(atoms, lower, 0, columns)
        if tried.columns > before + columns or tried.cost >= NEVER:
            break
        made = tried
    return made.parts


def _set_atoms(atoms: Sequence[Atom], best: list[dict[int, tuple[float, int, _Fill]]]) -> Division:
    """Return the cheapest division."""
    made: list[SetAtom] = []
    end = len(atoms)
    filled = min(best[end], key=lambda number: best[end][number][0])
    cost = best[end][filled][0]
    while end:
        _, start, fill = best[end][filled]
        column = [
            SetAtom(at == start and start > 0, atom.gap * fill.stretch if at > start else 0, FACTORS[fill.factor])
            for at, atom in enumerate(atoms[start:end], start)
        ]
        made, end, filled = column + made, start, filled - 1
    return Division(made, cost)


def _faces_next(filled: int, columns: int) -> bool:
    """Return whether a column and the next one are seen at the same time, on a sheet or on facing pages."""
    page, column = divmod(filled, columns)
    return column < columns - 1 or page % 2 == 0  # the first page after the cover is a left one


def _fill(atoms: Sequence[Atom], room: float, *, last: bool) -> _Fill | None:
    """Return the best way to fill a column with atoms; None if they do not fit."""
    found: list[_Fill] = []
    gaps = sum(atom.gap for atom in atoms[1:])
    for number, factor in enumerate(FACTORS):
        high = sum(atom.heights[number] for atom in atoms)
        least, most = STRETCH
        if last:
            most = LAST_STRETCH
        if high + least * gaps > room - SLACK or (last and factor > 1):
            continue
        stretch = min(most, max(least, (room - SLACK - high) / gaps)) if gaps else 1.0
        empty = (room - high - stretch * gaps) / room
        cost = EMPTY * empty**2 * (LAST if last else 1) + 2 * (stretch - 1) ** 2 + 12 * (factor - 1) ** 2
        found.append(_Fill(cost, stretch, number))
        if len({atom.heights for atom in atoms if len(set(atom.heights)) > 1}) == 0:
            break  # nothing on it changes with the factor
    return min(found, key=lambda fill: fill.cost, default=None)


SHARES: Final = tuple(1 - step / 25 for step in range(1, 23))
"""Heights of the columns of the last page that are tried, as shares of their room."""
HEADINGS: Final = ("heading1", "heading2", "lead")
"""Kinds that never end a page."""
_BEFORE: Final = {
    "heading1": 0.0, "heading2": 2.0, "lead": 4.0, "figures": 110.0, "table": 30.0, "box": 14.0, "first": 16.0,
    "item": 8.0, "beside": 6.0, "components": 6.0, "credits": 10.0,
}  # fmt: skip
"""Cost of ending a page before a kind of block; of any other, `_BEFORE_TEXT`."""
_BEFORE_TEXT: Final = 6.0
_INTRODUCED: Final = 150.0
"""Cost of ending a page after a colon."""


def _break_cost(atoms: Sequence[Atom], end: int, *, facing: bool) -> float:
    """Return the cost of ending a page before an atom."""
    if end == len(atoms):
        return 0
    before, after = atoms[end - 1], atoms[end]
    if before.kind in HEADINGS:
        return NEVER
    cost = _BEFORE.get(after.kind, _BEFORE_TEXT) + _INTRODUCED * before.introduces
    if before.kind == "first" and after.kind == "item":
        cost += 8  # a list with one item on this page
    if after.kind == "item" and (end + 1 == len(atoms) or atoms[end + 1].kind != "item"):
        cost += 8  # or one on the next
    return cost * (FACING if facing else 1)
