"""JPEG files: how they are encoded, and whether they are complete.

Decoders silently fill in missing pixels with grey or with what they have so far. A truncated progressive JPEG only
looks coarse, and no program reports it as damaged.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final, NamedTuple

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
