"""Faces as pictures of an exact number of pixels, made in a process of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Final

from pnp.confine import Handover
from pnp.export.profile import Format
from pnp.face.face import Face
from pnp.outline import Outline
from pnp.progress import Progress
from pnp.step import expect
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

BATCH: Final = 8
"""As many pictures are made by one process before it hands them over."""


@dataclass(frozen=True)
class Shot:
    """A picture of a face; the middle of the face is the middle of the picture."""

    face: Face
    pixels: tuple[int, int]
    """Width and height of the picture."""
    per_mm: float
    """Pixels to a mm of the face."""
    turn: int = 0
    """Degrees clockwise: quarter turns."""
    cut: Outline | None = None
    """The line, in mm of the face, outside which the picture is transparent."""

    @property
    def key(self) -> tuple[object, ...]:
        """What pictures that are alike have in common."""
        return self.face.key, self.pixels, self.per_mm, self.turn, self.cut


def pictures_task(
    shots: list[Shot], format_: Format, quality: int | None, dpi: float, *, progress: Progress
) -> Handover:
    """The files of pictures, for another process."""
    expect(len(shots))
    made = []
    for done, image in enumerate(photograph(shots), 1):
        made.append(encode(image, format_, quality, dpi))
        progress(done, len(shots))
    return Handover(None, tuple(made))


def photograph(shots: Sequence[Shot]) -> Iterator[Image]:
    """The pictures one after the other: RGB, or RGBA where something is cut out."""
    from PIL import Image as Images

    from pnp.press.job import RendererName
    from pnp.press.renderer import find_renderer

    renderer = find_renderer(RendererName.TYPST)
    for shot in shots:
        [png] = renderer.to_png([shot.face], shot.per_mm * MM_PER_INCH)
        yield _framed(Images.open(BytesIO(png)).convert("RGB"), shot)


def _framed(image: Image, shot: Shot) -> Image:
    """The middle of a face, turned and cut out."""
    from PIL import Image as Images
    from PIL import ImageDraw

    quarter = {90: Images.Transpose.ROTATE_270, 180: Images.Transpose.ROTATE_180, 270: Images.Transpose.ROTATE_90}
    width, height = shot.pixels[::-1] if shot.turn % 180 else shot.pixels
    left, top = (image.width - width) // 2, (image.height - height) // 2
    framed = image.crop((left, top, left + width, top + height))
    if shot.cut is not None:
        finer = 4
        mask = Images.new("L", (width * finer, height * finer))
        x, y = ((side - shot.per_mm * own) / 2 for side, own in zip((width, height), shot.face.size, strict=True))
        points = [((x + shot.per_mm * u) * finer, (y + shot.per_mm * v) * finer) for u, v in shot.cut.polygon]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        framed.putalpha(mask.resize((width, height), Images.Resampling.BOX))
    return framed.transpose(quarter[shot.turn]) if shot.turn else framed


def encode(image: Image, format_: Format, quality: int | None, dpi: float) -> bytes:
    """The file of a picture, which says how many dots to the inch it has."""
    out = BytesIO()
    match format_:
        case Format.WEBP:
            image.save(out, "WEBP", lossless=quality is None, quality=quality or 60, method=4)
        case Format.JPEG:
            image.convert("RGB").save(out, "JPEG", quality=quality or 95, subsampling=0, dpi=(dpi, dpi))
        case _:
            image.save(out, "PNG", compress_level=3, dpi=(dpi, dpi))
    return out.getvalue()
