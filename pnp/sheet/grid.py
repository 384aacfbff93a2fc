"""Grids: as many cells as fit on the paper, turned if that fits more, centred.

Outside the cut two strips along opposite edges are kept free: one for the label, one for the check ruler. A paper that
is no larger than a card holds one cell, in its middle, and has no strips and no margin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.errors import LayoutError, Problem
from pnp.sheet.cell import Cell
from pnp.sheet.layout import Layout
from pnp.sheet.page import Edges, Rect
from pnp.units import Size

STRIP: Final = 4.0
"""The height of a strip for the label or the ruler."""
CLEAR: Final = 0.4
"""Between a strip and the bleed."""
SHORTEST_STRIP: Final = 60.0
LONGEST_WORDS: Final = 76.0
"""Where cells are so wide, label and ruler fit between two marks; else the marks need room of their own."""
SEAM: Final = 0.05
"""Neighbours that share a cut overlap by so much, so that no white hairline shows between them."""
MARK: Final = 2.5
"""The room kept for crop marks outside the bleed."""
EDGE: Final = 1.0
"""A mark ends so far from the paper's edge."""
FOLD_CLEARANCE: Final = 5.0
"""Between the fold and the bleed."""
_TINY: Final = 1e-6


@dataclass(frozen=True)
class Grid:
    """Cells in rows and columns."""

    cell: Cell
    origin: tuple[float, float]
    columns: int
    rows: int
    gap: float
    area: Rect
    """What the cells may cover; they are centred in it."""
    upright_strips: bool
    """Whether the strips are along the left and right edge."""
    folds_sideways: bool = False
    """In a fold layout: whether the fold is upright, so that left meets right."""

    def shrunk(self, count: int) -> Grid:
        """The grid with no more rows and columns than this many pieces need, centred again."""
        columns = min(self.columns, count)
        return _centred(
            self.cell, columns, -(-count // columns), self.gap, self.area, self.upright_strips, self.folds_sideways
        )

    @property
    def count(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def rect(self, index: int) -> Rect:
        """The box of a cell, counted row by row."""
        row, column = divmod(index, self.columns)
        width, height = self.cell.size
        x, y = self.origin
        return Rect(x + column * (width + self.gap), y + row * (height + self.gap), width, height)

    def bleed(self, index: int, used: int, bleed: float) -> Edges:
        """How far a cell's bleed may show when the first `used` cells are filled: half the gap toward a neighbour."""
        row, column = divmod(index, self.columns)
        inner = min(bleed, max(self.gap / 2, SEAM))
        return Edges(
            left=inner if column > 0 else bleed,
            top=inner if row > 0 else bleed,
            right=inner if column + 1 < self.columns and index + 1 < used else bleed,
            bottom=inner if index + self.columns < used else bleed,
        )


def fit_grid(cell: Cell, gap: float, layout: Layout, *, fold: bool, name: str) -> Grid:
    """The grid with the most cells; LayoutError when not even one fits."""
    if layout.paper.single:
        return _fit_one(cell, layout, fold=fold, name=name)
    grids = [
        grid
        for upright in (False, True)
        for turned in (False, True)
        for sideways in ((False, True) if fold else (False,))
        if (grid := _try(cell.turned if turned else cell, gap, layout, upright, fold, sideways)) is not None
    ]
    if not grids:
        paper = layout.paper
        raise LayoutError(
            Problem(
                name,
                f"a paper that holds a piece of {cell.size} with its margins, label and ruler",
                f"{paper.name} ({paper.size})" + (" folded in two" if fold else ""),
                "choose a larger --paper, or a smaller --margin or --bleed",
            )
        )
    return max(grids, key=lambda grid: grid.count)  # the first of equals: unturned, strips above and below


def _fit_one(cell: Cell, layout: Layout, *, fold: bool, name: str) -> Grid:
    """One cell in the middle of the paper, or of its half, turned only where it does not fit otherwise."""
    paper = layout.paper
    width, height = paper.size
    half = FOLD_CLEARANCE + layout.bleed
    areas = {False: Size(width, height / 2 - half), True: Size(width / 2 - half, height)}
    for shown in (cell, cell.turned):
        for sideways, area in areas.items() if fold else [(False, paper.size)]:
            if shown.size.width <= area.width + _TINY and shown.size.height <= area.height + _TINY:
                return _centred(shown, 1, 1, 0, Rect(0, 0, *area), False, sideways)
    found = f"{paper.name} ({paper.size})" + (" folded in two" if fold else "")
    hint = "choose a larger --paper, or print the decks that fit with --only DECK"
    raise LayoutError(Problem(name, f"a paper that holds a piece of {cell.size}", found, hint))


def _try(cell: Cell, gap: float, layout: Layout, upright: bool, fold: bool, sideways: bool) -> Grid | None:
    """The grid for one choice of strips, turn and fold."""
    width, height = layout.paper.size
    marks = MARK if layout.marks else 0
    between = (cell.size.height if upright else cell.size.width) >= LONGEST_WORDS
    plain = max(layout.margin, layout.bleed + (marks + EDGE if marks else 0))
    strip = layout.margin + STRIP + layout.bleed + (CLEAR if between else CLEAR + marks)
    left, top = (strip, plain) if upright else (plain, strip)
    area = Size(width - 2 * left, height - 2 * top)
    if (height if upright else width) - 2 * layout.margin < SHORTEST_STRIP:
        return None
    if fold:
        half = FOLD_CLEARANCE + layout.bleed
        area = Size(width / 2 - half - left, area.height) if sideways else Size(area.width, height / 2 - half - top)
    columns = int((area.width + gap + _TINY) // (cell.size.width + gap))
    rows = int((area.height + gap + _TINY) // (cell.size.height + gap))
    if columns < 1 or rows < 1:
        return None
    return _centred(cell, columns, rows, gap, Rect(left, top, *area), upright, sideways)


def _centred(cell: Cell, columns: int, rows: int, gap: float, area: Rect, upright: bool, sideways: bool) -> Grid:
    used = Size(columns * (cell.size.width + gap) - gap, rows * (cell.size.height + gap) - gap)
    origin = (area.x + (area.width - used.width) / 2, area.y + (area.height - used.height) / 2)
    return Grid(cell, origin, columns, rows, gap, area, upright, sideways)
