"""JPEGs: how their dots are packed, and whether all of them are there.

Decoders fill up what is missing, with grey or with what they have so far, and tell nobody. A progressive JPEG that was
cut short looks coarse, and no program calls it damaged.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final, NamedTuple

MOST_SCANS: Final = 500
"""Every scan goes over the whole picture."""
MISSING: Final = "some of its dots are missing"
DAMAGED: Final = "it is damaged"
_START: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
_SCAN: Final = 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of frames, by how they are packed."""
_PROGRESSIVE: Final = (0xC2, 0xCA)
_ARITHMETIC: Final = (0xC9, 0xCA)
_USUAL: Final = (0xC0, 0xC1, 0xC2)
"""Frames that every program unpacks, and every viewer of PDFs."""
_NOTES: Final = (*range(0xE0, 0xF0), 0xFE)
"""Markers of what programs and cameras note."""
_MARKER: Final = re.compile(rb"\xff++[^\x00\x01\xd0-\xd7]")
"""The next marker that begins something: what has a zero behind it is a dot, and restarts belong to the dots."""
_COEFFICIENTS: Final = 64
_LOOKAHEAD: Final = 64
"""Bytes that a decoder wants to see beyond the last dot; they would hold some dots at most."""


class JpegSegment(NamedTuple):
    """A part of a JPEG."""

    marker: int
    at: int
    """Where its marker stands."""
    content: bytes
    """Without its dots."""


class JpegParts(NamedTuple):
    """What a JPEG is made of."""

    segments: list[JpegSegment]
    end: int | None
    """Where its end stands; None where it has none."""

    @property
    def frame(self) -> JpegSegment | None:
        """What says how large it is, and how it is packed."""
        return next((each for each in self.segments if each.marker in _FRAMES), None)

    @property
    def scans(self) -> list[JpegSegment]:
        """What stands before each layer of its dots."""
        return [each for each in self.segments if each.marker == _SCAN]

    @property
    def fits_pdf(self) -> bool:
        """Whether a PDF can hold it as it is."""
        return self.frame is not None and self.frame.marker in _USUAL


def jpeg_parts(content: bytes) -> JpegParts:
    """The parts of a JPEG up to its end; ValueError for what is no JPEG."""
    if not content.startswith(_START):
        raise ValueError(DAMAGED)
    segments: list[JpegSegment] = []
    at = len(_START)
    while found := _MARKER.search(content, at):  # over padding, over dots, and over what belongs to nothing
        marker = found.end() - 2
        if content[marker : marker + 2] == _END:
            return JpegParts(segments, marker)
        at = found.end() + max(2, int.from_bytes(content[found.end() : found.end() + 2]))
        segments.append(JpegSegment(content[marker + 1], marker, content[marker + 4 : at]))
    return JpegParts(segments, None)


def check_dots(content: bytes, parts: JpegParts) -> None:
    """ValueError, with the reason, where not all dots of a JPEG that has its end are there."""
    frame, scans = parts.frame, parts.scans
    if frame is None or not scans:
        raise ValueError("it has a head and no dots")
    if frame.marker not in (*_USUAL, *_ARITHMETIC):
        raise ValueError("it is packed in a way that few programs read")
    if len(scans) > MOST_SCANS:
        raise ValueError(f"it is packed in more than {MOST_SCANS} layers")
    if len(scans) == 1 and frame.marker not in _PROGRESSIVE:
        _check_only_scan(content[: parts.end])
        return
    if not _covered(frame, scans):
        raise ValueError(MISSING)
    _check_scans(content, parts)


def _covered(frame: JpegSegment, scans: list[JpegSegment]) -> bool:
    """Whether the scans bring every coefficient of every colour down to its last bit."""
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
    """ValueError where dots are missing that follow each other once.

    At an end the decoder fills up what is missing with grey; so it gets the dots without the end. What some cameras
    leave behind the dots does no harm.
    """
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with Image.open(BytesIO(jpeg + bytes(_LOOKAHEAD)), formats=["JPEG"]) as picture:
            picture.draft(picture.mode, (1, 1))  # the smallest of all that it can decode to
            picture.load()
    except (OSError, SyntaxError) as error:
        raise ValueError(MISSING if "truncated" in str(error) else DAMAGED) from None


def _check_scans(content: bytes, parts: JpegParts) -> None:
    """ValueError where dots are missing in one of several scans: qpdf's decoder is the one that says so."""
    import pikepdf  # slow to load

    pieces, at = [], 0
    for segment in parts.segments:
        if segment.marker in _NOTES:  # nothing in them is missed, and some are written oddly
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
