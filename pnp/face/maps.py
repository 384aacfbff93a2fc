"""The functions of templates that return the cells of maps and tracks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, get_args

from pnp.errors import RenderError, did_you_mean, quote_value
from pnp.geometry.grids import (
    FirstCorner,
    HexEdges,
    HexShift,
    HexTop,
    Lattice,
    MapCells,
    ring_cells,
    spiral_cells,
    step_names,
    track_cells,
)
from pnp.spec.model import Column, DataTable, MapGrid
from pnp.spec.values import Cell
from pnp.spec.views import LookupTable, PieceRow, shown_cell
from pnp.text.text_path import read_baseline

if TYPE_CHECKING:
    from pnp.face.render import FaceRenderer

_CHOICES: Final = {
    "corner": get_args(FirstCorner), "top": get_args(HexTop), "shift": get_args(HexShift), "edges": get_args(HexEdges),
}  # fmt: skip
_Made = TypeVar("_Made")
_MOST_TURNS: Final = 50
_MOST: Final = 100_000


class MapFunctions:
    """The functions of one face that return cells.

    `check_numbers` and `refusal` are those of its other functions: they check arguments, and make an error for one.
    """

    def __init__(
        self, renderer: FaceRenderer, check_numbers: Callable[..., None], refusal: Callable[..., RenderError]
    ) -> None:
        self._renderer, self._check_numbers, self._refusal = renderer, check_numbers, refusal

    def functions(self) -> dict[str, Callable[..., object]]:
        """Return the functions by their names in templates."""
        return {
            "grid": self.grid, "hexgrid": self.hexgrid, "track": self.track, "ring": self.ring, "spiral": self.spiral,
        }  # fmt: skip

    def grid(
        self,
        cells: str | list[int],
        x: float,
        y: float,
        w: float | None = None,
        h: float | None = None,
        size: float | list[float] | None = None,
        gap: float = 0,
        first: str = "A1",
        corner: FirstCorner = "top left",
    ) -> MapCells:
        """Return the cells of a grid of rectangles that fills a box.

        `cells` is the number of columns and rows, as in `grid([8, 8], 10, 10, 160, 160)`, or the name of a lookup table
        with a `grid`; each cell then has its row as `cell.data`. With `size`, a number or `[width, height]`, cells have
        this size, in the middle of the box or, without `w` and `h`, from (x, y). `gap` is the space between cells.
        `first` is the name of the first cell (`A1`, `0101`, `1.1`, or `1` to number them one by one), and `corner` is
        where it is, such as `bottom left`; a table sets both itself. `{% for cell in grid(…) %}` goes through the
        cells, and `{{ grid(…) }}` draws thin lines.
        """
        sizes = size if isinstance(size, list | tuple) else None if size is None else [size, size]
        if sizes is not None and len(sizes) != 2:
            raise self._refusal("grid", "size", "must be a number, or a width and a height", quote_value(size))
        return self._lattice("grid", cells, x, y, w, h, sizes, gap, {"first": first, "corner": corner})

    def hexgrid(
        self,
        cells: str | list[int],
        x: float,
        y: float,
        w: float | None = None,
        h: float | None = None,
        size: float | None = None,
        gap: float = 0,
        top: HexTop = "flat",
        first: str = "0101",
        shift: HexShift = "even",
        edges: HexEdges = "whole",
        corner: FirstCorner = "top left",
    ) -> MapCells:
        """Return the hexes of a map, as large as fits into a box and in its middle.

        `cells`, `gap`, `first` and `corner` are as in `grid`; `size` is the distance between opposite sides. `top` is
        flat or pointy. `shift` says which columns of flat hexes are half a hex lower, or which rows of pointy ones
        further right: even or odd, counted from the upper left. With `edges="half"`, the map is a rectangle that cuts
        the hexes on its edges in half. A lookup table sets all of these itself.
        """
        named = {"first": first, "corner": corner, "top": top, "shift": shift, "edges": edges}
        return self._lattice("hexgrid", cells, x, y, w, h, None if size is None else [size, size], gap, named)

    def track(self, cells: str | list[int], path: object, size: float | None = None, gap: float = 0) -> MapCells:
        """Return numbered spaces that fill a path from end to end, such as a score track.

        `cells` is the first and last number, or the name of a lookup table with a `grid`. `path` is SVG path data such
        as `"M 10 10 H 200 V 140 H 10 Z"`, or a circle as in `text_path`. `size` is the width across the path, by
        default the length of a space, and `gap` the distance between spaces. Each sharp corner of the path has a space
        on it. On a closed path the first space is on the start.
        """
        self._check_lengths("track", size=1 if size is None else size)
        self._check_numbers("track", gap=gap)
        try:
            points = read_baseline(path).points
        except ValueError as error:
            raise self._refusal("track", "path", str(error), quote_value(path)) from None
        return self._made("track", cells, "path", partial(track_cells, points=points, size=size, gap=gap))

    def ring(
        self, cells: str | list[int], x: float, y: float, outer: float, inner: float = 0, turn: float = 0
    ) -> MapCells:
        """Return the numbered sectors of a disc or ring, clockwise, such as the values of a dial.

        `cells` is as in `track`; `outer` and `inner` are radii. The first sector is at the top, or `turn` degrees
        clockwise from there.
        """
        self._check_radii("ring", x, y, outer, inner)
        self._check_numbers("ring", turn=turn)
        return self._made("ring", cells, "cells", partial(ring_cells, x=x, y=y, outer=outer, inner=inner, turn=turn))

    def spiral(
        self, cells: str | list[int], x: float, y: float, outer: float, inner: float = 0, turns: float = 3
    ) -> MapCells:
        """Return numbered spaces of equal length on a spiral that runs clockwise from the top inwards.

        `cells` is as in `track`; `outer` and `inner` are radii, and `turns` is how often the spiral goes round.
        """
        self._check_radii("spiral", x, y, outer, inner)
        self._check_numbers("spiral", turns=turns)
        if not 0.25 <= turns <= _MOST_TURNS:
            raise self._refusal("spiral", "turns", f"must be a number from 0.25 to {_MOST_TURNS}", f"{turns:g}")
        make = partial(spiral_cells, x=x, y=y, outer=outer, inner=inner, turns=turns)
        return self._made("spiral", cells, "cells", make)

    def _lattice(
        self, function: str, cells: object, x: float, y: float, w: float | None, h: float | None,
        sizes: list[float] | tuple[float, ...] | None, gap: float, named: dict[str, Any],
    ) -> MapCells:  # fmt: skip
        """Return the cells of a grid of hexes or rectangles."""
        self._check_numbers(function, x=x, y=y, gap=gap)
        for key, length in (("w", w), ("h", h), *(("size", each) for each in sizes or ())):
            if length is not None:
                self._check_lengths(function, **{key: length})
        for key, allowed in _CHOICES.items():
            if key in named and named[key] not in allowed:
                raise self._refusal(function, key, f"must be one of {', '.join(allowed)}", quote_value(named[key]))
        hexes = function == "hexgrid"
        table = self._table(function, cells)
        if table is None:
            cols, rows = self._two_numbers(function, cells, least=1)
            named |= {"first": str(named["first"]), "hexes": hexes}
            lattice = self._checked(function, "cells", lambda: Lattice(cols, rows, **named))
        elif (declared := table.grid.lattice) is None or declared.hexes is not hexes:
            kind = "hexes" if hexes else "squares"
            raise self._refusal(function, "cells", f"must be a table whose grid has {kind}", quote_value(cells))
        else:
            lattice = declared
        placed = self._checked(function, "cells", lambda: lattice.cells(x, y, w, h, sizes, gap))
        return placed if table is None else table.fill(placed)

    def _made(self, function: str, cells: object, argument: str, make: Callable[[list[str]], MapCells]) -> MapCells:
        """Return the cells that `make` returns for the names of steps."""
        table = self._table(function, cells)
        if table is None:
            first, last = self._two_numbers(function, cells, least=-_MOST)
            names = self._checked(function, "cells", lambda: step_names(first, last))
        elif table.grid.steps is None:
            raise self._refusal(function, "cells", "must be a table whose grid has steps", quote_value(cells))
        else:
            names = table.grid.names()
        placed = self._checked(function, argument, lambda: make(names))
        return placed if table is None else table.fill(placed)

    def _checked(self, function: str, argument: str, make: Callable[[], _Made]) -> _Made:
        """Return what `make` returns; a ValueError is an error in an argument."""
        try:
            return make()
        except ValueError as error:
            raise self._refusal(function, argument, str(error), "") from None

    def _check_lengths(self, function: str, **lengths: float) -> None:
        self._check_numbers(function, **lengths)
        for key, length in lengths.items():
            if length <= 0:
                raise self._refusal(function, key, "must be more than 0", f"{length:g}")

    def _check_radii(self, function: str, x: float, y: float, outer: float, inner: float) -> None:
        self._check_numbers(function, x=x, y=y, inner=inner)
        self._check_lengths(function, outer=outer)
        if not 0 <= inner < outer:
            raise self._refusal(function, "inner", f"must be at least 0 and less than {outer:g}", f"{inner:g}")

    def _two_numbers(self, function: str, cells: object, least: int) -> tuple[int, int]:
        """Return two whole numbers: columns and rows, or the first and last step."""
        found = [each for each in cells if type(each) is int] if isinstance(cells, list | tuple) else []
        given = len(cells) if isinstance(cells, list | tuple) else 0
        if not given == len(found) == 2 or not all(least <= each < _MOST for each in found):
            parts = "columns and rows" if least == 1 else "first and last number"
            message = f"must be the {parts}, as in [20, 14], or the name of a lookup table with a grid"
            raise self._refusal(function, "cells", message, quote_value(cells))
        return found[0], found[1]

    def _table(self, function: str, cells: object) -> _MapTable | None:
        """Return a lookup table with a grid by its name; None if the cells are not those of a table."""
        if not isinstance(cells, str):
            return None
        try:
            rows = self._renderer.data[cells]  # even if there is none, which is recorded
        except KeyError:
            rows = None
        tables = self._renderer.game.data
        if not isinstance(rows, LookupTable) or (grid := tables[cells].grid) is None:
            known = [name for name, table in tables.items() if table.grid is not None]
            message = "must be a lookup table with a grid"
            raise self._refusal(function, "cells", message, quote_value(cells), did_you_mean(known, cells))
        return _MapTable(cells, grid, tables[cells], rows)


class _MapTable(NamedTuple):
    """A lookup table whose rows are the cells of a map or track."""

    name: str
    grid: MapGrid
    table: DataTable
    rows: LookupTable

    def fill(self, cells: MapCells) -> MapCells:
        """Return cells with their rows; a cell without a row has an empty one."""
        entries, columns = self.table.entries, self.table.columns
        known = {row.id for row in entries}
        names = dict.fromkeys(key for row in entries for key in row.fields)
        empty = {name: _empty(columns.get(name)) for name in names}
        headings = {head: key for key, head in self.table.headings.items()}
        blank = PieceRow(empty, headings, f"a row of data.{self.name}")
        return cells.with_data(lambda cell: self.rows[cell] if cell in known else blank)


def _empty(column: Column | None) -> Cell:
    """Return the content of an empty cell of a column."""
    return column.default if column and column.default is not None else shown_cell("", column)
