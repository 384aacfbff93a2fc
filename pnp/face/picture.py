"""Place pictures on faces: fit them into a box, rotate them, round their corners, and mirror their edges for bleed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pnp.geometry.units import Size, trim
from pnp.pictures.embedded import BleedStrip, EmbeddedImage
from pnp.store.cache import cache_key
from pnp.terms import PictureFit

ANCHORS: Final = {
    "center": (0.5, 0.5),
    "top": (0.5, 0.0), "bottom": (0.5, 1.0), "left": (0.0, 0.5), "right": (1.0, 0.5),
    "top left": (0.0, 0.0), "top right": (1.0, 0.0), "bottom left": (0.0, 1.0), "bottom right": (1.0, 1.0),
}  # fmt: skip
"""Anchors as fractions of width and height: which part is visible, or where a smaller picture is placed."""
_ORIENTATIONS: Final = {
    1: (1, 0, 0, 1, 0, 0), 2: (-1, 0, 0, 1, 1, 0), 3: (-1, 0, 0, -1, 1, 1), 4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0), 6: (0, 1, -1, 0, 1, 0), 7: (0, -1, -1, 0, 1, 1), 8: (0, -1, 1, 0, 0, 1),
}  # fmt: skip
"""Matrix that turns a unit square upright, for each EXIF orientation."""


@dataclass(frozen=True)
class PictureBox:
    """Position of a picture and how it is fitted; lengths in mm."""

    x: float
    y: float
    width: float
    height: float
    fit: PictureFit = PictureFit.CONTAIN
    rim: float = 0
    """Width of the mirrored edge around the box."""
    anchor: str = "center"
    turn: float = 0
    """Rotation around the centre of the box, in degrees clockwise."""
    radius: float = 0
    """Radius of the corners."""

    def filled(self, size: Size) -> PictureBox:
        """Return the box that a picture of this size fills after fitting; it may be larger or smaller."""
        if self.fit is PictureFit.STRETCH:
            return self
        scales = self.width / size.width, self.height / size.height
        scale = max(scales) if self.fit is PictureFit.COVER else min(scales)
        width, height = size.width * scale, size.height * scale
        across, down = ANCHORS[self.anchor]
        x, y = self.x + (self.width - width) * across, self.y + (self.height - height) * down
        return replace(self, x=x, y=y, width=width, height=height)

    def clipped(self, drawn: str, whole: PictureBox, *, always: bool = False) -> str:
        """Return SVG that fills the box `whole`, clipped to this box and its corners where needed."""
        shown = whole if self.fit is PictureFit.CONTAIN else self
        return _clipped(drawn, shown) if always or self.radius or self.fit is PictureFit.COVER else drawn

    def turned(self, drawn: str) -> str:
        """Return SVG rotated with the box."""
        if not self.turn:
            return drawn
        middle = f"{trim(self.x + self.width / 2)} {trim(self.y + self.height / 2)}"
        return f'<g transform="rotate({trim(self.turn)} {middle})">{drawn}</g>'


def place_image(plate: EmbeddedImage, size: Size, turned: int, box: PictureBox) -> tuple[str, list[EmbeddedImage]]:
    """Return the SVG of a picture of this size in its box, and all pictures that the SVG refers to.

    `turned` is the EXIF orientation if the file is embedded as is, otherwise 1.
    """
    whole = box.filled(size)
    drawn = box.clipped(_element(plate, whole.x, whole.y, whole.width, whole.height, turned), whole)
    strips = list(_rim(plate, size, box)) if box.rim > 0 else []
    return box.turned("".join([*(svg for svg, _ in strips), drawn])), [plate, *(strip for _, strip in strips)]


def _clipped(drawn: str, box: PictureBox) -> str:
    place = " ".join(
        f'{key}="{trim(value)}"'
        for key, value in (("x", box.x), ("y", box.y), ("width", box.width), ("height", box.height))
    )
    radius = min(box.radius, box.width / 2, box.height / 2)
    corners = f' rx="{trim(radius)}" ry="{trim(radius)}"' if radius > 0 else ""
    name = f"clip-{cache_key(place, corners)[:12]}"
    return f'<clipPath id="{name}"><rect {place}{corners}/></clipPath><g clip-path="url(#{name})">{drawn}</g>'


def _element(plate: EmbeddedImage, x: float, y: float, width: float, height: float, turned: int = 1) -> str:
    where = f'x="{trim(x)}" y="{trim(y)}" width="{trim(width)}" height="{trim(height)}"'
    if turned != 1:
        a, b, c, d, e, f = _ORIENTATIONS[turned]
        matrix = a * width, b * height, c * width, d * height, x + e * width, y + f * height
        where = f'width="1" height="1" transform="matrix({" ".join(f"{value:.6g}" for value in matrix)})"'
    # xlink:href is the form that both renderers read
    return (
        f'<image {where} preserveAspectRatio="none" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xlink:href="{plate.reference}"/>'
    )


def _rim(plate: EmbeddedImage, size: Size, box: PictureBox) -> Iterator[tuple[str, EmbeddedImage]]:
    """Yield the four mirrored strips around a picture, each as SVG and as a picture."""
    from pnp.pictures.encode import cover_crop, strip_boxes

    strip = BleedStrip(0, box.width, box.height, box.rim, box.fit, *ANCHORS[box.anchor])
    wide, high = round(size.width), round(size.height)
    if box.fit is PictureFit.COVER:
        left, top, right, bottom = cover_crop(wide, high, strip)
        wide, high = right - left, bottom - top
    across, down = wide / box.width, high / box.height
    for number, (x, y, columns, rows) in enumerate(strip_boxes(wide, high, strip)):
        cut = replace(plate, packing=None, strip=strip._replace(number=number))
        place = x / across + box.x, y / down + box.y, columns / across, rows / down
        yield _element(cut, *place), cut
