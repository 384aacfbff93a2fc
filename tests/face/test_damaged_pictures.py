"""Pictures with dots missing are named, whatever kind they are; whole ones pass, however they were packed."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pnp.picture import inspect_picture

END = b"\xff\xd9"


def picture(mode: str = "RGB") -> Image.Image:
    dots = np.add.outer(np.arange(120), np.arange(90)) * 7 % 256
    return Image.fromarray(np.stack([dots, dots[::-1], dots // 2], axis=2).astype(np.uint8)).convert(mode)


def saved(kind: str, mode: str = "RGB", **how: object) -> bytes:
    out = BytesIO()
    picture(mode).save(out, kind, **how)
    return out.getvalue()


def png(data: bytes, width: int = 10, height: int = 10) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


WHOLE = {
    "png": saved("PNG"), "grey png": saved("PNG", "L"), "palette": saved("PNG", "P"), "one bit": saved("PNG", "1"),
    "clear": saved("PNG", "RGBA"), "jpeg": saved("JPEG"), "grey jpeg": saved("JPEG", "L"),
    "inks": saved("JPEG", "CMYK"),
    "optimised": saved("JPEG", optimize=True), "progressive": saved("JPEG", progressive=True),
    "restarts": saved("JPEG", restart_marker_rows=1), "junk behind": saved("JPEG") + b"junk" * 9,
    "two in one": saved("JPEG") + saved("JPEG"), "webp": saved("WEBP"), "lossless": saved("WEBP", lossless=True),
    "small png": png(zlib.compress(bytes(310))),
}  # fmt: skip
JPEG = WHOLE["jpeg"]
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
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_whole_pictures_pass(name: str) -> None:
    assert inspect_picture(WHOLE[name]).width in (10, 90)


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_pictures_are_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"dots|damaged|cut off"):
        inspect_picture(DAMAGED[name])
