"""Grids: as many cells as fit on the paper, centred, and rotated if more fit that way.

Two strips along opposite edges, outside all cuts, are reserved for the label and the check ruler. Paper no larger than
a card holds one cell in its centre, without strips or margin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pnp.errors import LayoutError, Location, Problem
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.sheet.cells import SEAM, Cell, CellBlock, Pitch, pitch_of
from pnp.sheet.layout import DEFAULT_MARGIN, Layout, Margins, unprintable
from pnp.sheet.page import bounds

STRIP: Final = 4.0
"""Height of the strip for the label or the ruler, in mm."""
CLEAR: Final = 0.4
"""Distance between a strip and the bleed, in mm."""
SHORTEST_STRIP: Final = 60.0
LABEL_FITS_WIDTH: Final = 76.0
"""Cell width from which label and ruler fit between two crop marks, in mm; otherwise the marks need extra room."""
MARK: Final = 2.5
"""Room for crop marks outside the bleed, in mm, and between a cut and what printers leave white."""
EDGE: Final = 1.0
"""Distance between the end of a mark and the edge of the paper, in mm."""
FOLD_CLEARANCE: Final = 5.0
"""Distance between the fold and the bleed, in mm."""
_TINY: Final = 1e-6


@dataclass(frozen=True)
class Grid:
    """Cells in lines: rows, or columns if `pitch.by_columns`."""

    cell: Cell
    origin: tuple[float, float]
    pitch: Pitch
    lines: int
    even: int
    """Number of cells in the first line, the third and so on."""
    odd: int
    """Number of cells in the lines between."""
    gap: float
    area: Rect
    """The area that cells may cover; they are centred in it."""
    upright_strips: bool
    """Whether the strips for label and ruler are along the left and right edges."""
    folds_sideways: bool = False
    """For folded sheets: whether the fold is vertical, so that left meets right."""

    def shrunk(self, count: int) -> Grid:
        """Return the grid with only the rows and columns that `count` pieces need, centred again."""
        even = min(self.even, count)
        odd = min(self.odd, max(count - even, 1))
        lines = next(number for number in range(1, count + 1) if _cells(number, even, odd) >= count)
        return replace(self, lines=lines, even=even, odd=odd).centred()

    @property
    def count(self) -> int:
        """Number of cells."""
        return _cells(self.lines, self.even, self.odd)

    @property
    def room(self) -> Size:
        """Size of the box around all cells."""
        along = float(max(self.even, self.odd + (0.5 if self.pitch.staggered else 0)) if self.lines > 1 else self.even)
        columns, rows = (self.lines, along) if self.pitch.by_columns else (along, self.lines)
        width, height = self.cell.size
        return Size(
            columns * self.pitch.across - (self.pitch.across - width),
            rows * self.pitch.down - (self.pitch.down - height),
        )

    def centred(self) -> Grid:
        """Return the grid centred in its area."""
        area, used = self.area, self.room
        origin = (area.x + (area.width - used.width) / 2, area.y + (area.height - used.height) / 2)
        return replace(self, origin=origin)

    def _place(self, index: int) -> tuple[float, float]:
        """Return the column and the row of a cell, counting line by line."""
        pair, rest = divmod(index, self.even + self.odd)
        line, along = (2 * pair, rest) if rest < self.even else (2 * pair + 1, rest - self.even)
        place = along + (0.5 if self.pitch.staggered and line % 2 else 0)
        return (line, place) if self.pitch.by_columns else (place, line)

    def rect(self, index: int) -> Rect:
        """Return the box of a cell, counting line by line."""
        column, row = self._place(index)
        width, height = self.cell.size
        x, y = self.origin
        return Rect(x + column * self.pitch.across, y + row * self.pitch.down, width, height)

    def bleed(self, index: int, used: int, bleed: float) -> Edges:
        """Return the visible bleed of a cell if the first `used` are filled: at most half the gap to a neighbour."""
        inner = min(bleed, max(self.gap / 2, SEAM))
        if self.pitch.nested:
            return Edges(*[inner if used > 1 else bleed] * 4)
        if self.pitch.staggered:
            others = [self.rect(other) for other in range(used) if other != index]
            return Edges(*(min(bleed, max(room / 2, SEAM)) for room in self.rect(index).distances(others)))
        line, along = divmod(index, self.even)
        in_line = along > 0, along + 1 < self.even and index + 1 < used
        across = line > 0, index + self.even < used
        left, right = across if self.pitch.by_columns else in_line
        top, bottom = in_line if self.pitch.by_columns else across
        return Edges(*(inner if neighbour else bleed for neighbour in (left, top, right, bottom)))

    def block(self, used: int, bleed: float) -> CellBlock:
        """Return the first `used` cells with their positions."""
        rects = [self.rect(index) for index in range(used)]
        bleeds = [self.bleed(index, used, bleed) for index in range(used)]
        around = bounds(rects)
        shelves = [] if around is None else [around]
        cells = [self.cell] * used
        nested = self.pitch.nested
        return CellBlock(cells, rects, bleeds, shelves, self.upright_strips, self.folds_sideways, nested)


def fit_grid(cell: Cell, gap: float, layout: Layout, *, fold: bool, where: Location) -> Grid:
    """Return the grid with the most cells; raise LayoutError if not even one fits."""
    if layout.paper.single:
        return _fit_one(cell, layout, fold=fold, where=where)
    grids = [
        grid
        for upright in (False, True)
        for turned in (False, True)
        for sideways in ((False, True) if fold else (False,))
        if (grid := _grid_for(cell.turned if turned else cell, gap, layout, upright, fold, sideways)) is not None
    ]
    if not grids:
        message = f"{_no_fit(cell, layout, fold=fold)} with its margins, label and ruler"
        hint = "choose a larger --paper, or a smaller --margin or --bleed"
        raise LayoutError(Problem(where, message, hint, code="E0601"))
    return max(grids, key=lambda grid: grid.count)  # of equals, the first: unrotated, strips at top and bottom


def _fit_one(cell: Cell, layout: Layout, *, fold: bool, where: Location) -> Grid:
    """Return one cell in the centre of the paper, or of half of it, rotated only if it does not fit otherwise."""
    paper = layout.paper
    width, height = paper.size
    half = FOLD_CLEARANCE + layout.bleed
    areas = {False: Size(width, height / 2 - half), True: Size(width / 2 - half, height)}
    for shown in (cell, cell.turned):
        for sideways, area in areas.items() if fold else [(False, paper.size)]:
            if shown.size.width <= area.width + _TINY and shown.size.height <= area.height + _TINY:
                return Grid(shown, (0, 0), Pitch(*shown.size), 1, 1, 1, 0, Rect(0, 0, *area), False, sideways).centred()
    hint = "choose a larger --paper, or print the decks that fit with --only DECK"
    raise LayoutError(Problem(where, _no_fit(cell, layout, fold=fold), hint, code="E0601"))


def _no_fit(cell: Cell, layout: Layout, *, fold: bool) -> str:
    paper = layout.paper
    return f"a piece of {cell.size} does not fit on {paper.name} ({paper.size})" + (" folded in two" if fold else "")


def usable_area(layout: Layout, *, upright: bool, fold: bool, sideways: bool, between: bool = False) -> Rect | None:
    """Return the area that cells may cover for one choice of strips and fold; None if the strips do not fit.

    With `between`, label and ruler fit between two crop marks, which then need no extra room.
    """
    width, height = layout.paper.size
    marks = MARK if layout.marks else 0
    margins = layout.margin.balanced(sideways=sideways) if fold else layout.margins
    strip = STRIP + CLEAR + max(layout.widest_bleed, 0 if between else marks)
    edges = [
        margin + strip if at % 2 == upright else distance_from_edge(margin, layout) for at, margin in enumerate(margins)
    ]
    top, right, bottom, left = edges
    area = Size(width - left - right, height - top - bottom)
    along = height - margins.top - margins.bottom if upright else width - margins.left - margins.right
    if along < SHORTEST_STRIP:
        return None
    if fold:
        half = FOLD_CLEARANCE + layout.bleed
        area = Size(width / 2 - half - left, area.height) if sideways else Size(area.width, height / 2 - half - top)
    return Rect(left, top, *area)


def _grid_for(cell: Cell, gap: float, layout: Layout, upright: bool, fold: bool, sideways: bool) -> Grid | None:
    """Return the grid for one choice of strips, rotation and fold; None if no cell fits."""
    between = (cell.size.height if upright else cell.size.width) >= LABEL_FITS_WIDTH
    room = usable_area(layout, upright=upright, fold=fold, sideways=sideways, between=between)
    if room is None:
        return None
    grid = grid_in(room, cell, gap, nest=layout.nest)
    return None if grid is None else replace(grid, upright_strips=upright, folds_sideways=sideways)


def grid_in(room: Rect, cell: Cell, gap: float, *, nest: bool) -> Grid | None:
    """Return the grid with the most cells in a box, centred; None if not even one fits."""
    area = Size(room.width, room.height)
    pitch = pitch_of(cell, gap, nest=nest)
    lines, even, odd = _lines(cell, pitch, area)
    if pitch.staggered and not odd:  # no cell fits into every second line: staggering would waste half a step
        pitch = Pitch(cell.size.width + gap, cell.size.height + gap, by_columns=pitch.by_columns)
        lines, even, odd = _lines(cell, pitch, area)
    if lines < 1 or even < 1:
        return None
    return Grid(cell, (0, 0), pitch, lines, even, odd, gap, room, False).centred()


def distance_from_edge(margin: float, layout: Layout) -> float:
    """Return the distance of pieces from an edge without a strip, in mm: room for the margin, marks and bleed."""
    marks = MARK if layout.marks else 0
    if margin > DEFAULT_MARGIN:
        return margin + layout.widest_bleed + marks
    if not marks:
        return max(margin, layout.widest_bleed)
    return max(margin, layout.widest_bleed + marks + EDGE, unprintable(margin) + marks)


def mark_area(layout: Layout, margins: Margins) -> Rect:
    """Return the area of the paper for marks, which end EDGE before its edges."""
    width, height = layout.paper.size
    kept = margins if not layout.paper.single else Margins.even(0)
    top, right, bottom, left = (margin - EDGE if margin > DEFAULT_MARGIN else 0 for margin in kept)
    return Rect(left, top, width - left - right, height - top - bottom)


def _lines(cell: Cell, pitch: Pitch, area: Size) -> tuple[int, int, int]:
    """Return the number of lines that fit into an area, and the number of cells in the first and in the second."""
    columns = _count_fitting(area.width, cell.size.width, pitch.across)
    rows = _count_fitting(area.height, cell.size.height, pitch.down)
    lines, even = (columns, rows) if pitch.by_columns else (rows, columns)
    if not pitch.staggered or lines < 2:
        return lines, even, even
    if pitch.by_columns:
        return lines, even, _count_fitting(area.height - pitch.down / 2, cell.size.height, pitch.down)
    return lines, even, _count_fitting(area.width - pitch.across / 2, cell.size.width, pitch.across)


def _count_fitting(room: float, piece: float, step: float) -> int:
    """Return how many pieces fit side by side."""
    return max(0, int((room + (step - piece) + _TINY) // step))


def _cells(lines: int, even: int, odd: int) -> int:
    return lines // 2 * (even + odd) + lines % 2 * even
