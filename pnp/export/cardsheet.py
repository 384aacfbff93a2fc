"""Card sheets for Tabletop Simulator: many faces in a grid on one picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from pnp.export.picturefile import PictureFormat, encode_picture
from pnp.export.raster import FacePicture, rasterize
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task

MOST_COLUMNS: Final = 10
MOST_ROWS: Final = 7
LEAST: Final = 2
"""Minimum number of columns and of rows."""
MOST_CARDS: Final = MOST_COLUMNS * MOST_ROWS - 1
"""Maximum number of cards on a sheet; the last cell shows what other players see of a card in hand."""
BLANK: Final = (139, 143, 148)
"""Colour of empty cells."""


@dataclass(frozen=True)
class CardGrid:
    """The grid of a card sheet."""

    columns: int
    rows: int
    cell: tuple[int, int]
    """Width and height of a cell, in pixels."""
    per_mm: float
    """Pixels per mm of a card."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the sheet, in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def last(self) -> int:
        """Index of the cell that other players see of a card in hand."""
        return self.columns * self.rows - 1


def grid_for(cards: int, size: Size, most_pixels: int, dpi: float) -> CardGrid:
    """Return the grid with the highest resolution, up to `dpi`, for that many cards and one more cell."""
    found: tuple[float, int, CardGrid] = (-inf, 0, CardGrid(0, 0, (0, 0), 0))
    for columns in range(LEAST, MOST_COLUMNS + 1):
        for rows in range(LEAST, MOST_ROWS + 1):
            if columns * rows <= cards:
                continue
            widest, highest = most_pixels // columns, most_pixels // rows
            per_mm = min(dpi / MM_PER_INCH, widest / size.width, highest / size.height)
            cell = min(round(size.width * per_mm), widest), min(round(size.height * per_mm), highest)
            found = max(
                found, (per_mm, -columns * rows, CardGrid(columns, rows, cell, per_mm)), key=lambda each: each[:2]
            )
    return found[2]


@task
def make_sheet(
    cells: dict[int, FacePicture],
    grid: CardGrid,
    format_: PictureFormat,
    quality: int | None,
    dpi: float,
    *,
    progress: Progress = silent,
) -> bytes:
    """Return the image file of a sheet with a picture in each of these cells."""
    import numpy as np

    expect_faces(len(cells))
    width, height = grid.pixels
    sheet = np.empty((height, width, 3), np.uint8)
    sheet[:] = BLANK
    wide, high = grid.cell
    distinct: dict[tuple[object, ...], list[int]] = {}
    for number, shot in cells.items():
        distinct.setdefault(shot.key, []).append(number)
    shots = [cells[numbers[0]] for numbers in distinct.values()]
    for done, (numbers, dots) in enumerate(zip(distinct.values(), rasterize(shots), strict=True), 1):
        for number in numbers:
            row, column = divmod(number, grid.columns)
            sheet[row * high : (row + 1) * high, column * wide : (column + 1) * wide] = dots
        progress(done, len(shots))
    flat = not any(shot.face.plates for shot in shots)
    return encode_picture(sheet, format_, quality, dpi, flat=flat)
