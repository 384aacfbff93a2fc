"""Faces as pictures of an exact number of pixels, and card sheets made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Final

from pnp.export.picture_files import PictureFormat, encode_picture, extend_edges
from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, POINTS_PER_MM, Size
from pnp.press.images import with_pictures_embedded
from pnp.worker.progress import Progress, begin_step, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    import pypdfium2

    from pnp.export.picture_files import Dots

BATCH: Final = 16
"""Number of pictures that one process makes before it returns them."""
PNG_BYTES_PER_PIXEL: Final = 0.06
"""Estimated bytes per pixel of a drawing in a PNG, measured on the faces of five games."""
PNG_BYTES_PER_CHARACTER: Final = 2.7
"""Additional bytes for each character of its SVG, at 300 dpi."""
RELATIVE_SIZE: Final = {PictureFormat.PNG: 1.0, PictureFormat.JPEG: 1.7, PictureFormat.WEBP: 0.45}
"""Size of each file format relative to PNG."""
PHOTO_BYTES_PER_PIXEL: Final = {PictureFormat.PNG: 2.2, PictureFormat.JPEG: 0.6, PictureFormat.WEBP: 0.35}
"""Estimated bytes per pixel of a picture with photographs."""
SUPERSAMPLING: Final = 4
"""Supersampling factor of cut lines, for smooth edges."""


@dataclass(frozen=True)
class FacePicture:
    """A picture to make of a face; the face is centred in it."""

    face: Face
    pixels: tuple[int, int]
    """Width and height of the picture, in pixels."""
    per_mm: float
    """Pixels per mm of the face."""
    turn: int = 0
    """Clockwise rotation in degrees, a multiple of 90."""
    cut: Outline | None = None
    """Outline in mm of the face; the picture is transparent outside it."""

    @property
    def key(self) -> tuple[object, ...]:
        """Key that is equal for identical pictures."""
        return self.face.key, self.pixels, self.per_mm, self.turn, self.cut

    def estimate(self, format_: PictureFormat) -> int:
        """Return the estimated file size in bytes, usually within a factor of 1.5."""
        if format_ is PictureFormat.SVG:
            return len(self.face.svg)
        width, height = self.pixels
        if self.face.pictures:
            return round(width * height * PHOTO_BYTES_PER_PIXEL[format_])
        drawn = (
            PNG_BYTES_PER_PIXEL * width * height
            + PNG_BYTES_PER_CHARACTER * len(self.face.svg) * self.per_mm * MM_PER_INCH / 300
        )
        return round(drawn * RELATIVE_SIZE[format_])


@task
def make_pictures(
    pictures: list[FacePicture], format_: PictureFormat, quality: int | None, dpi: float, *, progress: Progress = silent
) -> list[bytes]:
    """Return the encoded image file of each picture."""
    expect_faces(len(pictures))
    if format_ is PictureFormat.SVG:
        return [with_pictures_embedded(picture.face.svg, picture.face.pictures).encode() for picture in pictures]
    made = []
    for done, (picture, dots) in enumerate(zip(pictures, rasterize(pictures), strict=True), 1):
        made.append(encode_picture(dots, format_, quality, dpi, flat=not picture.face.pictures))
        progress(done, len(pictures))
    return made


def rasterize(pictures: Sequence[FacePicture]) -> Iterator[Dots]:
    """Yield the pixels of each picture: RGB, or RGBA if it is cut out."""
    import pypdfium2

    from pnp.press.renderer import find_renderer

    faces = {picture.face.key: picture.face for picture in pictures}
    pages = {key: number for number, key in enumerate(faces)}
    if not pages:  # a card sheet without backs
        return
    document = pypdfium2.PdfDocument(find_renderer().to_view(list(faces.values())))
    try:
        for picture in pictures:
            begin_step(picture.face.where)
            page = document[pages[picture.face.key]]
            yield _finish(_raster(page, picture), picture)
            page.close()
    finally:
        document.close()


def _raster(page: pypdfium2.PdfPage, picture: FacePicture) -> Dots:
    """Return the pixels of a page around its centre, not rotated yet."""
    import pypdfium2
    from pypdfium2 import raw

    width, height = _upright(picture)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    scale = picture.per_mm / POINTS_PER_MM
    canvas = Size(page.get_width() * scale, page.get_height() * scale)
    place = raw.FS_MATRIX(scale, 0, 0, scale, (width - canvas.width) / 2, (height - canvas.height) / 2)
    whole = raw.FS_RECTF(0, 0, width, height)
    flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, whole, flags)
    dots: Dots = bitmap.to_numpy()
    return dots


def _upright(picture: FacePicture) -> tuple[int, int]:
    """Return the width and height of a picture before it is rotated, in pixels."""
    width, height = picture.pixels
    return (height, width) if picture.turn % 180 else (width, height)


def _finish(dots: Dots, picture: FacePicture) -> Dots:
    """Return the picture with its edges filled, cut out and rotated."""
    import numpy as np

    across, down = (
        int((whole - picture.per_mm * own) / 2) for whole, own in zip(_upright(picture), picture.face.size, strict=True)
    )
    extend_edges(dots, max(across, 0), max(down, 0))
    if picture.cut is not None:
        mask = _mask(picture.cut, picture.face.size, _upright(picture), picture.per_mm)
        dots = np.dstack((dots, mask))
    return np.rot90(dots, -picture.turn // 90) if picture.turn else dots


@lru_cache(maxsize=8)
def _mask(cut: Outline, size: Size, pixels: tuple[int, int], per_mm: float) -> Dots:
    """Return how much of each pixel is inside the cut, from 0 to 255."""
    import numpy as np
    from PIL import Image, ImageDraw

    width, height = pixels
    left, top = ((whole - per_mm * own) / 2 for whole, own in zip(pixels, size, strict=True))
    fine = Image.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING))
    points = [
        ((left + per_mm * x) * SUPERSAMPLING - 0.5, (top + per_mm * y) * SUPERSAMPLING - 0.5) for x, y in cut.polygon
    ]
    ImageDraw.Draw(fine).polygon(points, fill=255)
    return np.asarray(fine.resize(pixels, Image.Resampling.BOX))


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
    for number, picture in cells.items():
        distinct.setdefault(picture.key, []).append(number)
    pictures = [cells[numbers[0]] for numbers in distinct.values()]
    for done, (numbers, dots) in enumerate(zip(distinct.values(), rasterize(pictures), strict=True), 1):
        for number in numbers:
            row, column = divmod(number, grid.columns)
            sheet[row * high : (row + 1) * high, column * wide : (column + 1) * wide] = dots
        progress(done, len(pictures))
    flat = not any(picture.face.pictures for picture in pictures)
    return encode_picture(sheet, format_, quality, dpi, flat=flat)
