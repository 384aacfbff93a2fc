"""Render faces as pictures of an exact size in pixels: typst draws them as for print, pdfium rasterizes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pnp.export.picturefile import PictureFormat, encode_picture
from pnp.export.rim import extend_edges
from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, POINTS_PER_MM, Size
from pnp.press.images import with_pictures_embedded
from pnp.worker.progress import Progress, begin_step, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    import numpy as np
    import pypdfium2

    Dots = np.ndarray[Any, np.dtype[np.uint8]]

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
        if self.face.plates:
            return round(width * height * PHOTO_BYTES_PER_PIXEL[format_])
        drawn = (
            PNG_BYTES_PER_PIXEL * width * height
            + PNG_BYTES_PER_CHARACTER * len(self.face.svg) * self.per_mm * MM_PER_INCH / 300
        )
        return round(drawn * RELATIVE_SIZE[format_])


@task
def make_pictures(
    shots: list[FacePicture], format_: PictureFormat, quality: int | None, dpi: float, *, progress: Progress = silent
) -> list[bytes]:
    """Return the encoded image file of each picture."""
    expect_faces(len(shots))
    if format_ is PictureFormat.SVG:
        return [with_pictures_embedded(shot.face.svg, shot.face.plates).encode() for shot in shots]
    made = []
    for done, (shot, dots) in enumerate(zip(shots, rasterize(shots), strict=True), 1):
        made.append(encode_picture(dots, format_, quality, dpi, flat=not shot.face.plates))
        progress(done, len(shots))
    return made


def rasterize(shots: Sequence[FacePicture]) -> Iterator[Dots]:
    """Yield the pixels of each picture: RGB, or RGBA if it is cut out."""
    import pypdfium2

    from pnp.press.renderer import find_renderer

    faces = {shot.face.key: shot.face for shot in shots}
    pages = {key: number for number, key in enumerate(faces)}
    document = pypdfium2.PdfDocument(find_renderer().to_view(list(faces.values())))
    try:
        for shot in shots:
            begin_step(shot.face.where)
            page = document[pages[shot.face.key]]
            yield _finish(_raster(page, shot), shot)
            page.close()
    finally:
        document.close()


def _raster(page: pypdfium2.PdfPage, shot: FacePicture) -> Dots:
    """Return the pixels of a page around its centre, not rotated yet."""
    import pypdfium2
    from pypdfium2 import raw

    width, height = _upright(shot)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    scale = shot.per_mm / POINTS_PER_MM
    canvas = Size(page.get_width() * scale, page.get_height() * scale)
    place = raw.FS_MATRIX(scale, 0, 0, scale, (width - canvas.width) / 2, (height - canvas.height) / 2)
    whole = raw.FS_RECTF(0, 0, width, height)
    flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, whole, flags)
    dots: Dots = bitmap.to_numpy()
    return dots


def _upright(shot: FacePicture) -> tuple[int, int]:
    """Return the width and height of a picture before it is rotated, in pixels."""
    width, height = shot.pixels
    return (height, width) if shot.turn % 180 else (width, height)


def _finish(dots: Dots, shot: FacePicture) -> Dots:
    """Return the picture with its edges filled, cut out and rotated."""
    import numpy as np

    across, down = (
        int((whole - shot.per_mm * own) / 2) for whole, own in zip(_upright(shot), shot.face.size, strict=True)
    )
    extend_edges(dots, max(across, 0), max(down, 0))
    if shot.cut is not None:
        mask = _mask(shot.cut, shot.face.size, _upright(shot), shot.per_mm)
        dots = np.dstack((dots, mask))
    return np.rot90(dots, -shot.turn // 90) if shot.turn else dots


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
