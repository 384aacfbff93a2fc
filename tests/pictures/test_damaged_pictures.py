"""Pictures with dots missing are named, whatever kind they are; whole ones pass, however they were packed."""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pnp.pictures.formats import inspect_picture

END = b"\xff\xd9"


def picture(mode: str = "RGB") -> Image.Image:
    dots = np.add.outer(np.arange(120), np.arange(90)) * 7 % 256
    return Image.fromarray(np.stack([dots, dots[::-1], dots // 2], axis=2).astype(np.uint8)).convert(mode)


def saved(kind: str, mode: str = "RGB", **how: object) -> bytes:
    out = BytesIO()
    picture(mode).save(out, kind, **how)
    return out.getvalue()


def png(
    data: bytes, width: int = 10, height: int = 10, *, bits: int = 8, colours: int = 2, interlaced: int = 0
) -> bytes:
    head = struct.pack(">2I5B", width, height, bits, colours, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def dots(rows: list[tuple[int, int]]) -> bytes:
    """Black rows of these lengths in bytes, and how many there are of each."""
    return zlib.compress(b"".join(bytes(1 + length) * number for length, number in rows))


def short(png: bytes) -> bytes:
    """A PNG with half of its data, all checksums right."""
    at = png.index(b"IDAT")
    length = int.from_bytes(png[at - 4 : at])
    return png[: at - 4] + chunk(b"IDAT", png[at + 4 : at + 4 + length // 2]) + chunk(b"IEND", b"")


def by_colour() -> bytes:
    """Return a JPEG with a separate scan for each colour, made from three grey ones."""
    grey = saved("JPEG", "L")
    frame, tables, scan = (grey.index(marker) for marker in (b"\xff\xc0", b"\xff\xc4", b"\xff\xda"))
    head = grey[frame : frame + 9].replace(b"\0\x0b", b"\0\x11") + b"\3"
    colours = b"".join(bytes([number, 0x11, 0]) for number in (1, 2, 3))
    scans = b"".join(
        grey[scan:-2].replace(b"\xff\xda\0\x08\1\1", b"\xff\xda\0\x08\1" + bytes([n]), 1) for n in (1, 2, 3)
    )
    return grey[:frame] + head + colours + grey[tables:scan] + scans + END


WHOLE = {
    "png": saved("PNG"), "grey png": saved("PNG", "L"), "palette": saved("PNG", "P"), "one bit": saved("PNG", "1"),
    "clear": saved("PNG", "RGBA"), "jpeg": saved("JPEG"), "grey jpeg": saved("JPEG", "L"),
    "inks": saved("JPEG", "CMYK"),
    "optimised": saved("JPEG", optimize=True), "progressive": saved("JPEG", progressive=True),
    "restarts": saved("JPEG", restart_marker_rows=1), "junk behind": saved("JPEG") + b"junk" * 9,
    "two in one": saved("JPEG") + saved("JPEG"), "webp": saved("WEBP"), "lossless": saved("WEBP", lossless=True),
    "small png": png(zlib.compress(bytes(310))),
    "sixteen bits": png(dots([(60, 10)]), bits=16),
    "interlaced": png(dots([(6, 2), (3, 2), (9, 1), (6, 3), (15, 2), (15, 5), (30, 5)]), interlaced=1),
    "colour by colour": by_colour(),
    "surplus behind the dots": saved("JPEG")[:-2] + bytes(500) + END,
    "odd notes": saved("JPEG", progressive=True).replace(b"JFIF\0\1", b"JFIF\0\7"),
}  # fmt: skip
JPEG = WHOLE["jpeg"]
PROGRESSIVE = WHOLE["progressive"]
LAYERS = [found.start() for found in re.finditer(b"\xff\xda", PROGRESSIVE)]
SCAN = JPEG.rfind(b"\xff\xda") + 14
DAMAGED = {
    "png cut off": WHOLE["png"][:-200], "png head": WHOLE["png"][:33],
    "png without rows": png(zlib.compress(bytes(155))),
    "png of junk": png(b"junk"), "png that lies": png(zlib.compress(bytes(310)), 9000, 9000),
    "jpeg cut off": JPEG[: len(JPEG) // 2], "jpeg cut off, with an end": JPEG[: len(JPEG) // 2] + END,
    "jpeg head": JPEG[:SCAN], "jpeg head, with an end": JPEG[:SCAN] + END,
    "grey jpeg, with an end": WHOLE["grey jpeg"][:-900] + END, "inks, with an end": WHOLE["inks"][:-900] + END,
    "progressive cut off": WHOLE["progressive"][:-300], "webp cut off": WHOLE["webp"][:-300],
    "lossless cut off": WHOLE["lossless"][:-300], "webp head": WHOLE["webp"][:40], "empty": b"",
    "progressive with a hole": PROGRESSIVE[: LAYERS[2] + 30] + PROGRESSIVE[LAYERS[2] + 90 :],
    "progressive, a few bytes missing": PROGRESSIVE[:-5] + END,
    "one colour of three": by_colour()[: by_colour().rindex(b"\xff\xda")] + END,
    "too many layers": PROGRESSIVE[:-2] + PROGRESSIVE[LAYERS[-1] : -2] * 500 + END,
    "half of a clear png": short(WHOLE["clear"]), "half of sixteen bits": short(WHOLE["sixteen bits"]),
    "half of an interlaced png": short(WHOLE["interlaced"]),
    "png without a last pass": png(dots([(6, 2), (3, 2), (9, 1), (6, 3), (15, 2), (15, 5)]), interlaced=1),
    "png with a filter that is none": png(zlib.compress(b"\5" + bytes(309))),
    "png with colours that are none": png(zlib.compress(bytes(310)), colours=5),
    **{f"{n} layers of {len(LAYERS)}, with an end": PROGRESSIVE[:at] + END for n, at in enumerate(LAYERS) if n},
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_whole_pictures_pass(name: str) -> None:
    assert inspect_picture(WHOLE[name]).width in (10, 90)


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_pictures_are_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"pixels|damaged|truncated|scans"):
        inspect_picture(DAMAGED[name])
