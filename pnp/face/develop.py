"""Developing: the dots of a plate, as a PNG or JPEG that every renderer reads alike."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Final, NamedTuple

import numpy as np
from PIL import Image, ImageCms, ImageOps

from pnp.errors import Problem, RenderError, os_problem
from pnp.face.plate import Plate, Strip
from pnp.face.spool import page_part
from pnp.picture import LARGEST_PICTURE, open_picture
from pnp.read import read_whole
from pnp.step import begin
from pnp.terms import PictureFit

UNDERLAP: Final = 0.2
"""How far the rim reaches under the picture, so that no white line shows between them."""
QUALITY: Final = 95
_EXIF: Final = b"\xff\xe1"


class Developed(NamedTuple):
    """A plate as files."""

    colours: bytes
    """A PNG or JPEG that nothing shines through."""
    mask: bytes | None
    """A PNG of how much shows of each dot, from nothing (0) to all (255)."""


def develop(plate: Plate) -> Developed:
    """The plate as files that a PDF can take."""
    begin(plate.where)
    content = _as_it_is(plate)
    if content is not None:
        return Developed(content, None)
    with _whole(plate):
        seen = _seen(plate)
        if seen.mode != "RGBA":
            return Developed(_saved(seen, plate.kind), None)
        return Developed(_saved(seen.convert("RGB"), "png"), _saved(seen.getchannel("A"), "png"))


def data_address(plate: Plate) -> str:
    """The plate as the address of a picture in SVG, its dots in it."""
    content = _as_it_is(plate)
    if content is None:
        with _whole(plate):
            content = _saved(_seen(plate), plate.kind)
    kind = "png" if content.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{b64encode(content).decode()}"


def _as_it_is(plate: Plate) -> bytes | None:
    """The picture, where nothing is to be done to it."""
    if plate.strip is not None or plate.shrunk:
        return None
    if plate.part is not None:
        return page_part(plate)
    if plate.packing is None:
        return None
    content = _file(plate)
    return _without_exif(content) if plate.packing.how == "jpeg" else content


@contextmanager
def _whole(plate: Plate) -> Iterator[None]:
    try:
        yield
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise RenderError(Problem(plate.where, "is damaged", "save it again", found=str(error), code="E0503")) from None


def _file(plate: Plate) -> bytes:
    try:
        return read_whole(plate.path, LARGEST_PICTURE)
    except OSError as error:
        raise RenderError(os_problem(error, plate.where, "cannot be read", code="E0503")) from None


def _seen(plate: Plate) -> Image.Image:
    """The dots that are printed: upright, grey or red, green and blue, perhaps with how much of each shows."""
    if plate.strip is None:
        return _picture(plate)
    return _strips(replace(plate, strip=None), plate.strip._replace(number=0))[plate.strip.number]


def _picture(plate: Plate) -> Image.Image:
    content = page_part(plate) if plate.part is not None else _file(plate)
    with open_picture(BytesIO(content)) as opened:
        turned = opened if opened.format == "PNG" else ImageOps.exif_transpose(opened)
        seen = _on_screen(turned)
        seen.load()
    return seen.resize((plate.width, plate.height), Image.Resampling.LANCZOS) if plate.shrunk else seen


def _on_screen(picture: Image.Image) -> Image.Image:
    """A picture in the colours of a screen, eight bits each; inks and other profiles are converted."""
    clear = picture.info.get("transparency")
    if picture.mode.startswith("I"):  # grey in sixteen bits
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
        with suppress(ImageCms.PyCMSError, OSError):  # a profile that nobody understands
            own, screen = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            mode = "RGBA" if picture.mode == "RGBA" else "RGB"
            picture = ImageCms.profileToProfile(picture, own, screen, outputMode=mode) or picture
    return picture.convert("RGB") if picture.mode == "CMYK" else picture


def _saved(picture: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    picture.info.pop("icc_profile", None)  # its colours are those of a screen now
    if kind == "jpeg" and picture.mode in ("L", "RGB"):
        picture.save(out, "JPEG", quality=QUALITY, subsampling=0)
    else:
        picture.save(out, "PNG")
    return out.getvalue()


def _without_exif(jpeg: bytes) -> bytes:
    """A JPEG that does not say how the camera was held: the face turns it, and some viewers would once more."""
    parts, at = [jpeg[:2]], 2
    while jpeg[at : at + 1] == b"\xff" and jpeg[at : at + 2] != b"\xff\xda":
        end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4])
        if jpeg[at : at + 2] != _EXIF:
            parts.append(jpeg[at:end])
        at = end
    return b"".join([*parts, jpeg[at:]])


@lru_cache(maxsize=1)
def _strips(plate: Plate, strip: Strip) -> list[Image.Image]:
    """The four strips round a picture, whichever of them is asked for: the others are asked for next."""
    seen = _within(_picture(plate), strip)
    dots = np.asarray(seen)
    high, wide = dots.shape[:2]
    left, up = ceil(strip.rim * wide / strip.width), ceil(strip.rim * high / strip.height)
    mirrored = np.pad(dots, ((up, up), (left, left), (0, 0))[: dots.ndim], mode="symmetric")
    return [
        Image.fromarray(mirrored[y + up : y + up + rows, x + left : x + left + columns])
        for x, y, columns, rows in strip_places(wide, high, strip)
    ]


def strip_places(wide: int, high: int, strip: Strip) -> list[tuple[int, int, int, int]]:
    """Where the four strips lie, in dots from the corner of what is seen of a picture: x, y, width and height."""
    across, down = wide / strip.width, high / strip.height
    left, up = ceil(strip.rim * across), ceil(strip.rim * down)
    inner_x, inner_y = min(wide, ceil(UNDERLAP * across)), min(high, ceil(UNDERLAP * down))
    return [
        (-left, -up, wide + 2 * left, up + inner_y),
        (-left, high - inner_y, wide + 2 * left, up + inner_y),
        (-left, 0, left + inner_x, high),
        (wide - inner_x, 0, left + inner_x, high),
    ]


def _within(picture: Image.Image, strip: Strip) -> Image.Image:
    """What of a picture is seen in its box."""
    return picture if strip.fit is not PictureFit.COVER else picture.crop(covered(*picture.size, strip))


def covered(wide: int, high: int, strip: Strip) -> tuple[int, int, int, int]:
    """The dots of a picture that cover a box: left, top, right and bottom."""
    width = min(wide, high * strip.width / strip.height)
    height = width * strip.height / strip.width
    left, top = (wide - width) * strip.across, (high - height) * strip.down
    return round(left), round(top), round(left + width), round(top + height)
