"""Decode the pictures on faces and convert them to PNG or JPEG files that all renderers show alike."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PIL import Image, ImageCms, ImageOps

from pnp.errors import Problem, RenderError, os_problem
from pnp.pictures.embedded import BleedStrip, EmbeddedImage, load_page_part
from pnp.pictures.formats import LARGEST_PICTURE, open_picture
from pnp.store.files import read_file
from pnp.terms import PictureFit
from pnp.worker.progress import begin_step

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNDERLAP: Final = 0.2
"""Overlap between the rim and the picture, in mm, so that no white line shows between them."""
QUALITY: Final = 95
"""JPEG quality."""
_EXIF: Final = b"\xff\xe1"


class EncodedImage(NamedTuple):
    """A picture as one or two image files."""

    colours: bytes
    """Opaque PNG or JPEG."""
    mask: bytes | None
    """Alpha channel as a greyscale PNG, from 0 (transparent) to 255 (opaque), or None."""


def encode_image(picture: EmbeddedImage) -> EncodedImage:
    """Return a picture as files that can be embedded in a PDF.

    Raise RenderError if the picture is damaged or cannot be read.
    """
    begin_step(picture.location)
    content = _unchanged_file(picture)
    if content is not None:
        return EncodedImage(content, None)
    with _report_damage(picture):
        seen = _visible_image(picture)
        if seen.mode != "RGBA":
            return EncodedImage(_encode(seen, picture.kind), None)
        return EncodedImage(_encode(seen.convert("RGB"), "png"), _encode(seen.getchannel("A"), "png"))


def data_url(picture: EmbeddedImage) -> str:
    """Return a picture as a `data:` URL for SVG."""
    content = _unchanged_file(picture)
    if content is None:
        with _report_damage(picture):
            content = _encode(_visible_image(picture), picture.kind)
    kind = "png" if content.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{b64encode(content).decode()}"


def _unchanged_file(picture: EmbeddedImage) -> bytes | None:
    """Return the unchanged file if it can be used as is, otherwise None."""
    if picture.strip is not None or picture.shrunk:
        return None
    if picture.part is not None:
        return load_page_part(picture)
    if picture.packing is None:
        return None
    content = _file(picture)
    return _without_exif(content) if picture.packing.how == "jpeg" else content


@contextmanager
def _report_damage(picture: EmbeddedImage) -> Iterator[None]:
    try:
        yield
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise RenderError(
            Problem(picture.location, "is damaged", "save it again", found=str(error), code="E0503")
        ) from None


def _file(picture: EmbeddedImage) -> bytes:
    try:
        return read_file(picture.path, LARGEST_PICTURE)
    except OSError as error:
        raise RenderError(os_problem(error, picture.location, "cannot be read", code="E0503")) from None


def _visible_image(picture: EmbeddedImage) -> Image.Image:
    """Return the pixels that are printed: upright, in greyscale, RGB or RGBA."""
    if picture.strip is None:
        return _picture(picture)
    return _strips(replace(picture, strip=None), picture.strip._replace(number=0))[picture.strip.number]


def _picture(picture: EmbeddedImage) -> Image.Image:
    content = load_page_part(picture) if picture.part is not None else _file(picture)
    with open_picture(BytesIO(content)) as opened:
        turned = opened if opened.format == "PNG" else ImageOps.exif_transpose(opened)
        seen = _to_srgb(turned)
        seen.load()
    return seen.resize((picture.width, picture.height), Image.Resampling.LANCZOS) if picture.shrunk else seen


def _to_srgb(picture: Image.Image) -> Image.Image:
    """Convert a picture to sRGB with 8 bits per channel; CMYK and other colour profiles are converted."""
    clear = picture.info.get("transparency")
    if picture.mode.startswith("I"):  # 16-bit greyscale
        dots = np.asarray(picture).astype(np.uint16)
        grey = Image.fromarray((dots >> 8).astype(np.uint8))
        if clear is not None:
            shown = Image.fromarray(np.where(dots == clear, 0, 255).astype(np.uint8))
            grey = Image.merge("RGBA", [grey, grey, grey, shown])
        return grey
    if isinstance(clear, tuple) and max(clear) > 255:
        picture.info["transparency"] = tuple(value >> 8 for value in clear)
    if picture.mode not in ("L", "RGB", "RGBA", "CMYK") or clear is not None:
        shines = clear is not None or picture.mode in ("LA", "PA", "La", "RGBa")
        picture = picture.convert("RGBA" if shines else "RGB")
    profile = picture.info.get("icc_profile") or b""
    if profile[16:20] == {"RGB": b"RGB ", "RGBA": b"RGB ", "CMYK": b"CMYK"}.get(picture.mode):
        with suppress(ImageCms.PyCMSError, OSError):  # ignore a broken colour profile
            own, screen = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            mode = "RGBA" if picture.mode == "RGBA" else "RGB"
            picture = ImageCms.profileToProfile(picture, own, screen, outputMode=mode) or picture
    return picture.convert("RGB") if picture.mode == "CMYK" else picture


def _encode(picture: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    picture.info.pop("icc_profile", None)  # it has been converted to sRGB
    if kind == "jpeg" and picture.mode in ("L", "RGB"):
        picture.save(out, "JPEG", quality=QUALITY, subsampling=0)
    else:
        picture.save(out, "PNG")
    return out.getvalue()


def _without_exif(jpeg: bytes) -> bytes:
    """Remove the EXIF data of a JPEG: the face rotates the picture, and some viewers would rotate it again."""
    parts, at = [jpeg[:2]], 2
    while jpeg[at : at + 1] == b"\xff" and jpeg[at : at + 2] != b"\xff\xda":
        end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4])
        if jpeg[at : at + 2] != _EXIF:
            parts.append(jpeg[at:end])
        at = end
    return b"".join([*parts, jpeg[at:]])


@lru_cache(maxsize=1)
def _strips(picture: EmbeddedImage, strip: BleedStrip) -> list[Image.Image]:
    """Return the four mirrored strips around a picture; they are cached because they are requested one by one."""
    seen = _within(_picture(picture), strip)
    return [_mirrored(seen, *box) for box in strip_boxes(*seen.size, strip)]


def _mirrored(seen: Image.Image, x: int, y: int, columns: int, rows: int) -> Image.Image:
    """Return a part of a picture that is continued by mirroring it at its edges, without copying the whole picture."""
    across, down = (_reflected(at, count, of) for at, count, of in zip((x, y), (columns, rows), seen.size, strict=True))
    left, up = int(across.min()), int(down.min())
    dots = np.asarray(seen.crop((left, up, int(across.max()) + 1, int(down.max()) + 1)))
    return Image.fromarray(dots[np.ix_(down - up, across - left)])


def _reflected(at: int, count: int, length: int) -> NDArray[np.intp]:
    """Return the numbers of `count` rows or columns, mirrored at both edges, the edge itself included."""
    places = np.arange(at, at + count) % (2 * length)
    return np.minimum(places, 2 * length - 1 - places)


def strip_boxes(wide: int, high: int, strip: BleedStrip) -> list[tuple[int, int, int, int]]:
    """Return x, y, width and height of the four strips, in pixels from the upper left corner of the visible part."""
    across, down = wide / strip.width, high / strip.height
    left, up = ceil(strip.rim * across), ceil(strip.rim * down)
    inner_x, inner_y = min(wide, ceil(UNDERLAP * across)), min(high, ceil(UNDERLAP * down))
    return [
        (-left, -up, wide + 2 * left, up + inner_y),
        (-left, high - inner_y, wide + 2 * left, up + inner_y),
        (-left, 0, left + inner_x, high),
        (wide - inner_x, 0, left + inner_x, high),
    ]


def _within(picture: Image.Image, strip: BleedStrip) -> Image.Image:
    """Return the part of a picture that is visible in its box."""
    return picture if strip.fit is not PictureFit.COVER else picture.crop(cover_crop(*picture.size, strip))


def cover_crop(wide: int, high: int, strip: BleedStrip) -> tuple[int, int, int, int]:
    """Return the part of a picture that covers its box: left, top, right and bottom, in pixels."""
    width = min(wide, high * strip.width / strip.height)
    height = width * strip.height / strip.width
    left, top = (wide - width) * strip.across, (high - height) * strip.down
    return round(left), round(top), round(left + width), round(top + height)
