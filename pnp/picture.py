"""Pictures in PNG, JPEG and WebP: what one is, whether it is whole, and how a PDF can hold it."""

from __future__ import annotations

import hashlib
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from pnp.jpeg import DAMAGED, MISSING, check_dots, jpeg_parts
from pnp.read import check_regular

if TYPE_CHECKING:
    from PIL import Image

LARGEST_PICTURE: Final = 60_000_000
MOST_PIXELS: Final = 100_000_000
FORMATS: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""What the endings of files stand for."""
COARSE: Final = 200
"""Dots to the inch below which people are told that a picture may look blurred."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PIECE: Final = 1_000_000
"""Bytes that are unpacked at a time."""
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Numbers that make up a dot of a PNG, by its type of colour."""
_LAST_FILTER: Final = 4
_PASSES: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
"""Where each pass of an interlaced PNG begins, and how far its dots are apart: across and down."""
_ORIENTATION: Final = 0x0112


class Pixels(NamedTuple):
    """What a picture says of itself."""

    kind: str
    """`png`, `jpeg` or `webp`."""
    width: int
    height: int
    mode: str
    """What a dot is made of, as Pillow calls it."""


class Packing(NamedTuple):
    """How the dots of a picture lie in its file, where a PDF can take them as they are."""

    how: str
    """`png`: the data of its chunks; `jpeg`: all of it."""
    hash: str
    """Of these bytes."""
    colours: int
    """Of a dot: 1 for grey or a place in the palette, 3 for red, green and blue."""
    bits: int
    palette: str = ""
    """In hexadecimal digits."""


class Facts(NamedTuple):
    """What was found out about a whole picture."""

    kind: str
    width: int
    """Of the dots as they are stored."""
    height: int
    turned: int
    """How a camera was held, as EXIF numbers it; 1 is upright."""
    alpha: bool
    """Whether something shines through."""
    lossy: bool
    """Whether it was packed as photographs are."""
    inks: bool
    """Whether its colours are those of inks: CMYK."""
    packing: Packing | None
    """None where a PDF needs it packed anew."""

    @property
    def printed_as(self) -> str:
        """The format that it is packed anew in: `png` or `jpeg`."""
        return "jpeg" if self.lossy and not self.alpha else "png"


@contextmanager
def open_picture(file: Path | BinaryIO) -> Iterator[Image.Image]:
    """A picture opened by Pillow, in one of our formats and no other that it reads."""
    from PIL import Image

    if isinstance(file, Path):
        check_regular(file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # we have a limit of our own for dots, and nobody misses what a camera noted
        with Image.open(file, formats=sorted({*FORMATS.values()})) as picture:
            yield picture


def read_pixels(file: Path | BinaryIO) -> Pixels | None:
    """What the beginning of a picture says; None when it cannot be read, or has too many dots."""
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with open_picture(file) as picture:
            kind, (width, height), mode = picture.format, picture.size, picture.mode
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    good = kind in FORMATS.values() and 0 < width * height <= MOST_PIXELS
    return Pixels(str(kind).lower(), width, height, mode) if good else None


def inspect_picture(content: bytes) -> Facts:
    """What a picture is; ValueError, with the reason, where it is damaged or none that we read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with open_picture(BytesIO(content)) as picture:
            kind, (width, height), mode = str(picture.format).lower(), picture.size, picture.mode
            if not 0 < width * height <= MOST_PIXELS:
                raise ValueError(f"{width} × {height} dots are too many")
            alpha = mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info
            profile = picture.info.get("icc_profile")
            turned = picture.getexif().get(_ORIENTATION, 1) if kind != "png" else 1
            parts = jpeg_parts(content) if kind == "jpeg" else None
            if parts is not None and parts.end is not None:
                check_dots(content, parts)
            elif kind != "png":
                picture.load()  # it fails where something is missing
    except Image.DecompressionBombError:
        raise ValueError("it has too many dots") from None
    except UnidentifiedImageError:
        raise ValueError("it is damaged, or of another format") from None
    except (OSError, SyntaxError) as error:
        raise ValueError(MISSING if "truncated" in str(error) else DAMAGED) from None
    turned = turned if isinstance(turned, int) and 1 <= turned <= 8 else 1
    packing = None
    if kind == "png":
        packing = _png_packing(content)
    elif parts is not None and parts.fits_pdf and mode in ("L", "RGB"):
        packing = Packing("jpeg", hashlib.sha256(content).hexdigest(), 1 if mode == "L" else 3, 8)
    as_it_is = packing is not None and not alpha and _is_srgb(profile)
    lossy = kind == "jpeg" or (kind == "webp" and b"VP8 " in content[:4096])
    return Facts(kind, width, height, turned, alpha, lossy, mode == "CMYK", packing if as_it_is else None)


def png_chunks(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each chunk of a PNG, where its data begins, and how long that is; ValueError where it is cut off."""
    if not content.startswith(_SIGNATURE):
        raise ValueError("it is no PNG")
    at = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        if at + 12 > len(content):
            raise ValueError("it is cut off")
        length, kind = struct.unpack_from(">I4s", content, at)
        if at + 12 + length > len(content):
            raise ValueError("it is cut off")
        yield kind, at + 8, length
        at += 12 + length


def packed(content: bytes, how: str) -> list[memoryview]:
    """The parts of a picture that a PDF takes as they are, in order."""
    view = memoryview(content)
    if how != "png":
        return [view]
    return [view[at : at + length] for kind, at, length in png_chunks(content) if kind == b"IDAT"]


def _png_packing(content: bytes) -> Packing | None:
    """How a PNG is packed, where a PDF can take it; ValueError where it is damaged."""
    view = memoryview(content)
    head, palette, data = b"", b"", hashlib.sha256()
    dots = 0
    for kind, at, length in png_chunks(content):
        chunk = view[at : at + length]
        if kind[:1].isupper() and zlib.crc32(view[at - 4 : at + length]) != int.from_bytes(view[at + length :][:4]):
            raise ValueError("its checksum is wrong")
        if kind == b"IHDR":
            head = bytes(chunk)
        elif kind == b"PLTE":
            palette = bytes(chunk)
        elif kind == b"IDAT":
            data.update(chunk)
            dots += length
    if not dots:
        raise ValueError("it has a head and no dots")
    width, height, bits, colours, _, _, interlaced = struct.unpack(">2I5B", head)
    if colours not in _CHANNELS:
        raise ValueError(DAMAGED)
    _check_dots(content, width, height, bits * _CHANNELS[colours], interlaced=bool(interlaced))
    if interlaced or bits > 8 or colours not in (0, 2, 3):
        return None
    if colours == 3 and not 3 <= len(palette) <= 3 << bits:
        return None
    shown = palette.hex() if colours == 3 else ""
    return Packing("png", data.hexdigest(), 3 if colours == 2 else 1, bits, shown)


def _check_dots(content: bytes, width: int, height: int, bits: int, *, interlaced: bool) -> None:
    """ValueError where a PNG unpacks to fewer dots than it says; `bits` are those of a dot."""
    passes = _PASSES if interlaced else ((0, 0, 1, 1),)
    sizes = [(ceil((width - x) / across), ceil((height - y) / down)) for x, y, across, down in passes]
    lines = [(1 + (columns * bits + 7) // 8, rows) for columns, rows in sizes if columns > 0 and rows > 0]
    wanted = sum(length * rows for length, rows in lines)
    unpacker, found = zlib.decompressobj(), 0
    try:
        for piece in packed(content, "png"):
            rest: bytes | memoryview = piece
            while rest and found < wanted:
                dots = unpacker.decompress(rest, _PIECE)
                if max(_filters(dots, found, lines), default=0) > _LAST_FILTER:
                    raise ValueError(DAMAGED)
                found += len(dots)
                rest = unpacker.unconsumed_tail
    except zlib.error as error:
        raise ValueError(f"its dots cannot be unpacked: {error}") from None
    if found < wanted:
        raise ValueError(MISSING)


def _filters(dots: bytes, at: int, lines: list[tuple[int, int]]) -> bytes:
    """The byte before each row that says how it is filtered; of the dots of a PNG from a place on."""
    found, start = b"", 0
    for length, rows in lines:
        first, end = start + max(0, ceil((at - start) / length)) * length, start + rows * length
        found += dots[first - at : max(first, end) - at : length]
        start = end
    return found


def _is_srgb(profile: bytes | None) -> bool:
    """Whether colours mean what they mean on a screen: no profile, one of sRGB, or one of greys."""
    if not profile or profile[16:20] == b"GRAY":
        return True
    return b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile
