"""Write PDF/X-1a:2003 files (ISO 15930-4) in which each page is one CMYK image.

The file is written sequentially and never held in memory. It is PDF 1.4 with a plain cross-reference table, and has no
fonts, layers, transparency, object streams or metadata streams. An image is stored once, however many pages show it.
"""

from __future__ import annotations

import hashlib
import zlib
from types import TracebackType
from typing import BinaryIO, Final, NamedTuple

from pnp import __version__
from pnp.export.icc import PressProfile
from pnp.geometry.units import Size, points
from pnp.press.ticket import NO_DATE

VERSION: Final = "PDF/X-1a:2003"
REGISTRY: Final = "http://www.color.org"
CATALOG, PAGES, INFO, PROFILE = 1, 2, 3, 4
"""Numbers of the objects that every file has."""


class CmykImage(NamedTuple):
    """A compressed CMYK image for a PDF."""

    width: int
    """Width, in pixels."""
    height: int
    """Height, in pixels."""
    packing: str
    """PDF filter that decodes it: FlateDecode, or DCTDecode for a JPEG, which stores inks inverted."""
    content: bytes


class PdfXWriter:
    """A writer of a PDF/X-1a:2003 file; use it as a context manager, which completes the file."""

    def __init__(self, file: BinaryIO, profile: PressProfile, title: str) -> None:
        self._file, self._profile, self._title = file, profile, title
        self._places: dict[int, int] = {}
        """Byte offset of each object."""
        self._next = PROFILE + 1
        self._at = 0
        self._hash = hashlib.md5(usedforsecurity=False)
        self._kids: list[int] = []
        self._drawings: dict[bytes, int] = {}
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def __enter__(self) -> PdfXWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            self._close()

    def plate(self, plate: CmykImage) -> int:
        """Write an image and return its object number."""
        inverted = " /Decode [1 0 1 0 1 0 1 0]" if plate.packing == "DCTDecode" else ""
        about = (
            f"/Type /XObject /Subtype /Image /Width {plate.width} /Height {plate.height} /ColorSpace /DeviceCMYK "
            f"/BitsPerComponent 8{inverted} /Filter /{plate.packing}"
        )
        return self._stream(about, plate.content)

    def page(self, media: Size, trim: Size, plate: int | None) -> None:
        """Write a page of size `media` with a centred trim box, in mm; without an image it is blank."""
        width, height = points(media.width), points(media.height)
        drawn = b"" if plate is None else f"q {_number(width)} 0 0 {_number(height)} 0 0 cm /P Do Q".encode()
        if drawn not in self._drawings:
            self._drawings[drawn] = self._stream("/Filter /FlateDecode", zlib.compress(drawn, 9))
        x, y = (width - points(trim.width)) / 2, (height - points(trim.height)) / 2
        whole = f"[0 0 {_number(width)} {_number(height)}]"
        cut = f"[{_number(x)} {_number(y)} {_number(width - x)} {_number(height - y)}]"
        used = "" if plate is None else f" /XObject << /P {plate} 0 R >>"
        self._kids.append(
            self._object(
                f"<< /Type /Page /Parent {PAGES} 0 R /MediaBox {whole} /BleedBox {whole} /TrimBox {cut} "
                f"/Resources << /ProcSet [/PDF /ImageC]{used} >> /Contents {self._drawings[drawn]} 0 R >>"
            )
        )

    def _close(self) -> None:
        profile = self._profile
        content = zlib.compress(profile.content, 9)
        self._stream("/N 4 /Alternate /DeviceCMYK /Filter /FlateDecode", content, PROFILE)
        intent = (
            f"<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier {_text(profile.condition)} "
            f"/OutputCondition {_text(profile.title)} /Info {_text(profile.title)} /RegistryName {_text(REGISTRY)} "
            f"/DestOutputProfile {PROFILE} 0 R >>"
        )
        self._object(f"<< /Type /Catalog /Pages {PAGES} 0 R /OutputIntents [{intent}] >>", CATALOG)
        kids = "\n".join(f"{kid} 0 R" for kid in self._kids)
        self._object(f"<< /Type /Pages /Count {len(self._kids)} /Kids [{kids}] >>", PAGES)
        made = f"pnp {__version__}"
        self._object(
            f"<< /Title {_text(self._title)} /Creator {_text(made)} /Producer {_text(made)} "
            f"/CreationDate {_text(NO_DATE)} /ModDate {_text(NO_DATE)} /Trapped /False "
            f"/GTS_PDFXVersion {_text(VERSION)} >>",
            INFO,
        )
        start, count = self._at, self._next
        table = "".join(f"{self._places[number]:010d} 00000 n \n" for number in range(1, count))
        name = self._hash.hexdigest()
        self._write(
            f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root {CATALOG} 0 R "
            f"/Info {INFO} 0 R /ID [<{name}> <{name}>] >>\nstartxref\n{start}\n%%EOF\n".encode()
        )

    def _stream(self, about: str, content: bytes, number: int | None = None) -> int:
        number = self._begin(number)
        self._write(f"<< {about} /Length {len(content)} >>\nstream\n".encode())
        self._write(content)
        self._write(b"\nendstream\nendobj\n")
        return number

    def _object(self, value: str, number: int | None = None) -> int:
        number = self._begin(number)
        self._write(f"{value}\nendobj\n".encode())
        return number

    def _begin(self, number: int | None) -> int:
        if number is None:
            number, self._next = self._next, self._next + 1
        self._places[number] = self._at
        self._write(f"{number} 0 obj\n".encode())
        return number

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._hash.update(content)
        self._at += len(content)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Return a PDF string: literal if it is ASCII, otherwise in UTF-16."""
    if text.isascii() and text.isprintable():
        for sign in "\\()":
            text = text.replace(sign, f"\\{sign}")
        return f"({text})"
    return f"<feff{text.encode('utf-16-be').hex()}>"
