"""Read picture files (PNG, JPEG, WebP): their properties, missing pixels, and data that a PDF can embed as is.

Decoders silently fill in missing pixels with grey or with what they have so far. A truncated progressive JPEG only
looks coarse, and no program reports it as damaged.
"""

from __future__ import annotations

import hashlib
import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from pnp.store.files import check_regular

if TYPE_CHECKING:
    from PIL import Image

MOST_SCANS: Final = 500
"""Maximum number of scans; decoding each takes as long as decoding the whole picture."""
MISSING: Final = "some of its pixels are missing"
DAMAGED: Final = "it is damaged"
_START: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
_SCAN: Final = 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Start-of-frame markers, one for each kind of encoding."""
_PROGRESSIVE: Final = (0xC2, 0xCA)
_ARITHMETIC: Final = (0xC9, 0xCA)
_USUAL: Final = (0xC0, 0xC1, 0xC2)
"""Frames that every program and every PDF viewer can decode."""
_NOTES: Final = (*range(0xE0, 0xF0), 0xFE)
"""Markers of metadata: application segments and comments."""
_MARKER: Final = re.compile(rb"\xff++[^\x00\x01\xd0-\xd7]")
"""Matches a marker that starts a segment: stuffed zeros and restart markers are part of the image data."""
_COEFFICIENTS: Final = 64
_LOOKAHEAD: Final = 64
"""Bytes that a decoder reads ahead beyond the last pixel."""


class JpegSegment(NamedTuple):
    """A segment of a JPEG."""

    marker: int
    at: int
    """Offset of its marker, in bytes."""
    content: bytes
    """Its payload, without the image data that follows a scan header."""


class JpegSegments(NamedTuple):
    """The segments of a JPEG."""

    segments: list[JpegSegment]
    end: int | None
    """Offset of the end marker, or None if it is missing."""

    @property
    def frame(self) -> JpegSegment | None:
        """Frame header, with the size and the encoding, or None."""
        return next((each for each in self.segments if each.marker in _FRAMES), None)

    @property
    def scans(self) -> list[JpegSegment]:
        """Headers of the scans."""
        return [each for each in self.segments if each.marker == _SCAN]

    @property
    def fits_pdf(self) -> bool:
        """Whether a PDF can contain the file as is."""
        return self.frame is not None and self.frame.marker in _USUAL


def parse_jpeg(content: bytes) -> JpegSegments:
    """Return the segments of a JPEG up to its end marker. Raise ValueError if it is not a JPEG."""
    if not content.startswith(_START):
        raise ValueError(DAMAGED)
    segments: list[JpegSegment] = []
    at = len(_START)
    while found := _MARKER.search(content, at):  # skips padding, image data and stray bytes
        marker = found.end() - 2
        if content[marker : marker + 2] == _END:
            return JpegSegments(segments, marker)
        at = found.end() + max(2, int.from_bytes(content[found.end() : found.end() + 2]))
        segments.append(JpegSegment(content[marker + 1], marker, content[marker + 4 : at]))
    return JpegSegments(segments, None)


def check_complete(content: bytes, parts: JpegSegments) -> None:
    """Raise ValueError, with the reason, if pixels are missing from a JPEG that has an end marker."""
    frame, scans = parts.frame, parts.scans
    if frame is None or not scans:
        raise ValueError("it has a header but no pixels")
    if frame.marker not in (*_USUAL, *_ARITHMETIC):
        raise ValueError("its encoding is one that few programs support")
    if len(scans) > MOST_SCANS:
        raise ValueError(f"it has more than {MOST_SCANS} scans")
    if len(scans) == 1 and frame.marker not in _PROGRESSIVE:
        _check_only_scan(content[: parts.end])
        return
    if not _all_coefficients_present(frame, scans):
        raise ValueError(MISSING)
    _check_scans(content, parts)


def _all_coefficients_present(frame: JpegSegment, scans: list[JpegSegment]) -> bool:
    """Whether the scans contain every coefficient of every component at full precision."""
    colours = frame.content[6::3][: frame.content[5]] if len(frame.content) > 5 else b""
    missing = {(colour, place) for colour in colours for place in range(_COEFFICIENTS)}
    for scan in scans:
        number = scan.content[0] if scan.content else 0
        named, spectrum = scan.content[1 : 1 + 2 * number : 2], scan.content[1 + 2 * number :]
        if len(spectrum) < 3:
            return False
        first, last, bits = spectrum[:3]
        if frame.marker not in _PROGRESSIVE:
            first, last, bits = 0, _COEFFICIENTS - 1, 0
        if bits & 15 == 0:
            missing -= {(colour, place) for colour in named for place in range(first, last + 1)}
    return bool(colours) and not missing


def _check_only_scan(jpeg: bytes) -> None:
    """Raise ValueError if pixels are missing from a JPEG with a single scan.

    At the end marker, the decoder fills missing pixels with grey, so it gets the data without that marker. Extra bytes
    that some cameras write after the pixels do no harm.
    """
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with Image.open(BytesIO(jpeg + bytes(_LOOKAHEAD)), formats=["JPEG"]) as picture:
            picture.draft(picture.mode, (1, 1))  # decode at the smallest possible size
            picture.load()
    except (OSError, SyntaxError) as error:
        raise ValueError(MISSING if "truncated" in str(error) else DAMAGED) from None


def _check_scans(content: bytes, parts: JpegSegments) -> None:
    """Raise ValueError if pixels are missing from one of several scans; only qpdf's decoder reports that."""
    import pikepdf  # slow to load

    pieces, at = [], 0
    for segment in parts.segments:
        if segment.marker in _NOTES:  # not needed, and sometimes malformed
            pieces.append(content[at : segment.at])
            at = segment.at + 4 + len(segment.content)
    bare = b"".join([*pieces, content[at : parts.end], _END])
    with pikepdf.Pdf.new() as pdf:
        stream = pdf.make_stream(b"")
        stream.write(bare, filter=pikepdf.Name.DCTDecode)
        try:
            stream.get_stream_buffer(pikepdf.StreamDecodeLevel.all)
        except (pikepdf.PdfError, RuntimeError):
            raise ValueError(f"{DAMAGED}, or {MISSING}") from None


LARGEST_PICTURE: Final = 200_000_000
"""Maximum size of a picture file, in bytes."""
MOST_PIXELS: Final = 100_000_000
"""Maximum number of pixels."""
FORMATS: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""Formats by file suffix, as Pillow names them."""
COARSE: Final = 200
"""Resolution below which a picture is reported as possibly blurred, in dpi."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PIECE: Final = 1_000_000
"""Number of bytes decompressed at a time."""
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Number of channels of a PNG, by its colour type."""
_LAST_FILTER: Final = 4
_PASSES: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
"""Adam7 passes of an interlaced PNG: x and y of the first pixel, and the distance to the next across and down."""
_ORIENTATION: Final = 0x0112


class PictureHeader(NamedTuple):
    """Properties from a picture's header."""

    kind: str
    """`png`, `jpeg` or `webp`."""
    width: int
    height: int
    mode: str
    """Pillow's mode, such as `RGB`."""


class Encoding(NamedTuple):
    """The encoding of a picture whose data a PDF can contain as is."""

    how: str
    """`png` for the data of its IDAT chunks, `jpeg` for the whole file."""
    hash: str
    """SHA-256 of these bytes."""
    colours: int
    """Number of channels: 1 for grey or palette colours, 3 for RGB."""
    bits: int
    """Bits per channel."""
    palette: str = ""
    """Palette in hexadecimal digits; empty without one."""


class PictureInfo(NamedTuple):
    """Properties of a picture that has been read completely."""

    kind: str
    width: int
    """Width as stored, in pixels, before the EXIF orientation is applied."""
    height: int
    turned: int
    """EXIF orientation; 1 is upright."""
    alpha: bool
    """Whether it has transparency."""
    lossy: bool
    """Whether it is compressed with loss."""
    inks: bool
    """Whether its colours are CMYK."""
    packing: Encoding | None
    """Encoding if a PDF can contain the picture as is; None if it must be converted."""

    @property
    def printed_as(self) -> str:
        """Format to convert it to: `png` or `jpeg`."""
        return "jpeg" if self.lossy and not self.alpha else "png"


@contextmanager
def open_picture(file: Path | BinaryIO) -> Iterator[Image.Image]:
    """Open a picture with Pillow, in one of the supported formats only."""
    from PIL import Image

    if isinstance(file, Path):
        check_regular(file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about very large pictures, which pnp limits, and broken metadata
        with Image.open(file, formats=sorted({*FORMATS.values()})) as picture:
            yield picture


def read_header(file: Path | BinaryIO) -> PictureHeader | None:
    """Return the properties in a picture's header; None if it cannot be read or has too many pixels."""
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with open_picture(file) as picture:
            kind, (width, height), mode = picture.format, picture.size, picture.mode
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    good = kind in FORMATS.values() and 0 < width * height <= MOST_PIXELS
    return PictureHeader(str(kind).lower(), width, height, mode) if good else None


def inspect_picture(content: bytes) -> PictureInfo:
    """Return the properties of a picture. Raise ValueError, with the reason, if it is damaged or not supported."""
    from PIL import Image, UnidentifiedImageError

    try:
        with open_picture(BytesIO(content)) as picture:
            kind, (width, height), mode = str(picture.format).lower(), picture.size, picture.mode
            if not 0 < width * height <= MOST_PIXELS:
                raise ValueError(f"{width} × {height} pixels are too many")
            alpha = mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info
            profile = picture.info.get("icc_profile")
            turned = picture.getexif().get(_ORIENTATION, 1) if kind != "png" else 1
            parts = parse_jpeg(content) if kind == "jpeg" else None
            if parts is not None and parts.end is not None:
                check_complete(content, parts)
            elif kind != "png":
                picture.load()  # fails if something is missing
    except Image.DecompressionBombError:
        raise ValueError("it has too many pixels") from None
    except UnidentifiedImageError:
        raise ValueError("it is damaged, or in another format") from None
    except (OSError, SyntaxError) as error:
        raise ValueError(MISSING if "truncated" in str(error) else DAMAGED) from None
    turned = turned if isinstance(turned, int) and 1 <= turned <= 8 else 1
    packing = None
    if kind == "png":
        packing = _png_packing(content)
    elif parts is not None and parts.fits_pdf and mode in ("L", "RGB"):
        packing = Encoding("jpeg", hashlib.sha256(content).hexdigest(), 1 if mode == "L" else 3, 8)
    as_it_is = packing is not None and not alpha and _is_srgb(profile)
    lossy = kind == "jpeg" or (kind == "webp" and b"VP8 " in content[:4096])
    return PictureInfo(kind, width, height, turned, alpha, lossy, mode == "CMYK", packing if as_it_is else None)


def png_chunks(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield type, offset and length of the data of each chunk of a PNG. Raise ValueError if it is truncated."""
    if not content.startswith(_SIGNATURE):
        raise ValueError("it is not a PNG")
    at = len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        if at + 12 > len(content):
            raise ValueError("it is truncated")
        length, kind = struct.unpack_from(">I4s", content, at)
        if at + 12 + length > len(content):
            raise ValueError("it is truncated")
        yield kind, at + 8, length
        at += 12 + length


def embeddable_data(content: bytes, how: str) -> list[memoryview]:
    """Return the parts of a picture that go into a PDF as they are, in order."""
    view = memoryview(content)
    if how != "png":
        return [view]
    return [view[at : at + length] for kind, at, length in png_chunks(content) if kind == b"IDAT"]


def _png_packing(content: bytes) -> Encoding | None:
    """Return the encoding of a PNG that a PDF can contain as is, or None. Raise ValueError if it is damaged."""
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
        raise ValueError("it has a header but no pixels")
    width, height, bits, colours, _, _, interlaced = struct.unpack(">2I5B", head)
    if colours not in _CHANNELS:
        raise ValueError(DAMAGED)
    _check_png_complete(content, width, height, bits * _CHANNELS[colours], interlaced=bool(interlaced))
    if interlaced or bits > 8 or colours not in (0, 2, 3):
        return None
    if colours == 3 and not 3 <= len(palette) <= 3 << bits:
        return None
    shown = palette.hex() if colours == 3 else ""
    return Encoding("png", data.hexdigest(), 3 if colours == 2 else 1, bits, shown)


def _check_png_complete(content: bytes, width: int, height: int, bits: int, *, interlaced: bool) -> None:
    """Raise ValueError if a PNG has fewer pixels than its header says; `bits` is the number of bits per pixel."""
    passes = _PASSES if interlaced else ((0, 0, 1, 1),)
    sizes = [(ceil((width - x) / across), ceil((height - y) / down)) for x, y, across, down in passes]
    lines = [(1 + (columns * bits + 7) // 8, rows) for columns, rows in sizes if columns > 0 and rows > 0]
    wanted = sum(length * rows for length, rows in lines)
    unpacker, found = zlib.decompressobj(), 0
    try:
        for piece in embeddable_data(content, "png"):
            rest: bytes | memoryview = piece
            while rest and found < wanted:
                dots = unpacker.decompress(rest, _PIECE)
                if max(_filters(dots, found, lines), default=0) > _LAST_FILTER:
                    raise ValueError(DAMAGED)
                found += len(dots)
                rest = unpacker.unconsumed_tail
    except zlib.error as error:
        raise ValueError(f"its pixels cannot be decompressed: {error}") from None
    if found < wanted:
        raise ValueError(MISSING)


def _filters(dots: bytes, at: int, lines: list[tuple[int, int]]) -> bytes:
    """Return the filter bytes at the start of each row, in a piece of decompressed PNG data at offset `at`."""
    found, start = b"", 0
    for length, rows in lines:
        first, end = start + max(0, ceil((at - start) / length)) * length, start + rows * length
        found += dots[first - at : max(first, end) - at : length]
        start = end
    return found


def _is_srgb(profile: bytes | None) -> bool:
    """Whether colours can be used as sRGB: no colour profile, an sRGB profile, or a grey one."""
    if not profile or profile[16:20] == b"GRAY":
        return True
    return b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile
