"""Placeholder images: four pixels in place of a picture while typst draws a face.

typst would decode and encode every picture. Three of the four pixels are always the same, the fourth is the number of
the picture, so that placeholders can be recognized in the resulting PDF. Pictures that typst modifies, such as under a
filter, are drawn without a placeholder.
"""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final
from xml.parsers import expat

import pikepdf
from pikepdf import Name, Pdf, Stream, String

from pnp.face.face import Face
from pnp.pictures.embedded import REFERENCE_PREFIX, EmbeddedImage, replace_images
from pnp.press.fontfolder import with_font_aliases
from pnp.press.seal import PICTURE

MARK: Final = Name(PICTURE)
_DOTS: Final = bytes.fromhex("70 6e 70 2d 73 74 61 6e 64")
_FILTERED: Final = re.compile(r"\bfilter\s*[:=]")
_USED: Final = re.compile(r"<use\b[^>]*href=['\"]#([^'\"]+)")


def svg_for_renderer(face: Face) -> str:
    """Return the SVG of a face for any renderer: with the font names of the font folder, and with its pictures."""
    return with_pictures_embedded(with_font_aliases(face), face.plates)


def with_pictures_embedded(svg: str, plates: Sequence[EmbeddedImage]) -> str:
    """Return the SVG with its pictures embedded."""
    if not plates:
        return svg
    from pnp.pictures.encode import data_url  # slow to import

    named = {plate.key: plate for plate in plates}
    return replace_images(svg, lambda key: data_url(named[key]) if key in named else "#")


def can_use_placeholders(face: Face) -> bool:
    """Return whether typst leaves the pictures of a face unmodified."""
    return bool(face.plates) and not (_FILTERED.search(face.svg) and _filtered(face.svg))


@lru_cache(maxsize=256)
def _filtered(svg: str) -> bool:
    """Return whether a picture in an SVG may be under a filter, directly or where it is used again."""
    used = set(_USED.findall(svg))
    above, found = [False], []

    def start(tag: str, attributes: dict[str, str]) -> None:
        filters = attributes.get("filter", "none") != "none" or "filter" in attributes.get("style", "")
        here = above[-1] or filters or attributes.get("id") in used
        above.append(here)
        if here and tag.endswith("image") and REFERENCE_PREFIX in "".join(attributes.values()):
            found.append(tag)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: above.pop()
    parser.Parse(svg.encode(), True)
    return bool(found)


def svg_weight(face: Face) -> int:
    """Return the approximate number of characters of SVG that a renderer gets."""
    dots = 0 if can_use_placeholders(face) else sum(plate.path.stat().st_size * 4 // 3 for plate in face.plates)
    return len(face.svg) + dots


def number_pictures(faces: Sequence[Face]) -> dict[str, int]:
    """Return a number for each picture of these faces that can have a placeholder."""
    keys = dict.fromkeys(plate.key for face in faces if can_use_placeholders(face) for plate in face.plates)
    return {key: number for number, key in enumerate(keys)}


def with_placeholders(face: Face, numbers: dict[str, int]) -> str:
    """Return the SVG of a face with placeholders for its pictures."""
    return replace_images(
        with_font_aliases(face), lambda key: _placeholder_image(numbers[key]) if key in numbers else "#"
    )


def _placeholder_image(number: int) -> str:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    dots = b"\0" + _DOTS + number.to_bytes(3)
    head = struct.pack(">2I5B", 4, 1, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(dots)) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{b64encode(png).decode()}"


def mark_placeholders(pdf: bytes, numbers: dict[str, int]) -> tuple[bytes, set[str]]:
    """Return the PDF with each placeholder marked with the key of its picture, and the keys that were not found."""
    keys = list(numbers)
    missing = set(keys)
    with pikepdf.open(BytesIO(pdf)) as document:
        for image in document.objects:
            if not isinstance(image, Stream) or image.get("/Subtype") != Name.Image:
                continue
            if int(image.Width) != 4 or int(image.Height) != 1:
                continue
            dots = image.read_bytes()
            number = int.from_bytes(dots[len(_DOTS) :])
            if dots.startswith(_DOTS) and len(dots) == 12 and number < len(keys):
                image[MARK] = String(keys[number])
                missing.discard(keys[number])
        out = BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue(), missing


def placeholder_keys(pdf: Pdf) -> set[str]:
    """Return the keys of all pictures with a placeholder in an open PDF."""
    images = (thing for thing in pdf.objects if isinstance(thing, Stream) and MARK in thing)
    return {str(image[MARK]) for image in images}


def pictures_of(faces: Sequence[Face]) -> dict[str, EmbeddedImage]:
    """Return the pictures of these faces, by key."""
    return {plate.key: plate for face in faces for plate in face.plates}
