"""Pictures in faces: a PNG or JPEG fitted into a box, and mirrored at its edges where the box has a rim."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Final

from pnp.errors import Problem, RenderError
from pnp.picture import open_picture
from pnp.terms import PictureFit
from pnp.units import trim

if TYPE_CHECKING:
    from PIL import Image

ASPECT: Final = {
    PictureFit.CONTAIN: "xMidYMid meet", PictureFit.COVER: "xMidYMid slice", PictureFit.STRETCH: "none",
}  # fmt: skip
UNDERLAP: Final = 0.2
"""How far the rim reaches under the picture, so that no white line shows between them."""


@dataclass(frozen=True)
class PictureBox:
    """Where a picture goes."""

    x: float
    y: float
    width: float
    height: float
    fit: PictureFit = PictureFit.CONTAIN
    rim: float = 0
    """How far beyond the box the picture goes on, mirrored at its edges."""


def draw_picture(content: bytes, kind: str, box: PictureBox, where: str) -> str:
    """SVG of a picture, which is `png` or `jpeg`, in its box."""
    picture = _element(content, kind, box.x, box.y, box.width, box.height, ASPECT[box.fit])
    return "".join([*_rim(content, box, where), picture]) if box.rim > 0 else picture


def in_rgb(content: bytes, where: str) -> bytes:
    """A JPEG in the four inks of a press as one in red, green and blue, by its profile: not all renderers know inks."""
    from PIL import ImageCms  # slow to load, and few games have pictures

    out = BytesIO()
    try:
        with open_picture(BytesIO(content)) as opened:
            profile = opened.info.get("icc_profile")
            if profile:
                inks, screen = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
                seen = ImageCms.profileToProfile(opened, inks, screen, outputMode="RGB")
            else:
                seen = opened.convert("RGB")
            (seen or opened.convert("RGB")).save(out, "JPEG", quality=95, subsampling=0)
    except (OSError, SyntaxError, ValueError, ImageCms.PyCMSError) as error:
        raise RenderError(Problem(where, "a picture that is whole", str(error), "save it again")) from None
    return out.getvalue()


def _element(content: bytes, kind: str, x: float, y: float, width: float, height: float, aspect: str) -> str:
    # the older attribute is the one that both renderers read
    return (
        f'<image x="{trim(x)}" y="{trim(y)}" width="{trim(width)}" height="{trim(height)}" '
        f'preserveAspectRatio="{aspect}" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xlink:href="data:image/{kind};base64,{b64encode(content).decode()}"/>'
    )


def _rim(content: bytes, box: PictureBox, where: str) -> Iterator[str]:
    """Four strips round the picture. A renderer would pack the whole picture again for each of its mirror images."""
    import numpy as np
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with open_picture(BytesIO(content)) as opened:
            kind, profile = str(opened.format), opened.info.get("icc_profile")
            seen = _covering(_plain(opened), box)
            dots = np.asarray(seen)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise RenderError(Problem(where, "a picture that is whole", str(error), "save it again")) from None
    high, wide = dots.shape[:2]
    across, down = wide / box.width, high / box.height
    left, up = ceil(box.rim * across), ceil(box.rim * down)
    inner_x, inner_y = min(wide, ceil(UNDERLAP * across)), min(high, ceil(UNDERLAP * down))
    beyond = ((up, up), (left, left), (0, 0))[: dots.ndim]
    strips = {
        (0, 0): (slice(0, up + inner_y), slice(None)),
        (0, up + high - inner_y): (slice(up + high - inner_y, None), slice(None)),
        (0, up): (slice(up, up + high), slice(0, left + inner_x)),
        (left + wide - inner_x, up): (slice(up, up + high), slice(left + wide - inner_x, None)),
    }
    mirrored = np.pad(dots, beyond, mode="symmetric")
    for (x, y), strip in strips.items():
        cut = Image.fromarray(mirrored[strip], seen.mode)
        out = BytesIO()
        if kind == "JPEG":
            cut.save(out, kind, quality=92, subsampling=0, icc_profile=profile)
        else:
            cut.save(out, kind, icc_profile=profile)
        place = (x - left) / across + box.x, (y - up) / down + box.y, cut.width / across, cut.height / down
        yield _element(out.getvalue(), kind.lower(), *place, ASPECT[PictureFit.STRETCH])


def _plain(picture: Image.Image) -> Image.Image:
    """A picture in one of the modes that both formats and arrays know."""
    if picture.mode in ("L", "RGB", "RGBA"):
        return picture
    clear = picture.mode in ("LA", "PA", "La", "RGBa") or "transparency" in picture.info
    return picture.convert("RGBA" if clear else "RGB")


def _covering(picture: Image.Image, box: PictureBox) -> Image.Image:
    """What of a picture is seen in its box."""
    if box.fit is not PictureFit.COVER:
        return picture
    width = min(picture.width, picture.height * box.width / box.height)
    height = width * box.height / box.width
    left, top = (picture.width - width) / 2, (picture.height - height) / 2
    return picture.crop((round(left), round(top), round(left + width), round(top + height)))
