"""What ISO 15930-4 (PDF/X-1a:2003) asks of a file, one requirement after the other, read with pikepdf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Name

FILTERS = {"/FlateDecode", "/DCTDecode", "/CCITTFaxDecode", "/RunLengthDecode", "/ASCII85Decode", "/ASCIIHexDecode"}
"""Not LZW, which had a patent, nor JPX and JBIG2, which are newer."""
SPACES = {"/DeviceCMYK", "/DeviceGray"}
COLOURS = {"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "BI", "ri"}
"""Operators that could bring another colour space, or a picture inside the text."""


def breaches(path: Path) -> list[str]:
    """Every requirement that a file does not meet."""
    raw = path.read_bytes()
    with pikepdf.open(path) as pdf:
        return [*_file(raw, pdf), *_info(pdf), *_intent(pdf), *_pages(pdf), *_objects(pdf)]


def _file(raw: bytes, pdf: pikepdf.Pdf) -> Iterator[str]:
    if not re.match(rb"%PDF-1\.[34]\n%[\x80-\xff]{4}", raw):
        yield "header: PDF 1.3 or 1.4, then four bytes that are no text"
    if pdf.is_encrypted or "/Encrypt" in pdf.trailer:
        yield "not encrypted"
    if "/ID" not in pdf.trailer or len(pdf.trailer.ID) != 2:
        yield "a document ID"
    if b"/ObjStm" in raw or b"/XRef" in raw or b"\nxref\n" not in raw:
        yield "a plain table of objects: compressed ones are PDF 1.5"


def _info(pdf: pikepdf.Pdf) -> Iterator[str]:
    info: Any = pdf.trailer.get("/Info", {})
    if str(info.get("/GTS_PDFXVersion", "")) != "PDF/X-1a:2003":
        yield "Info: GTS_PDFXVersion is PDF/X-1a:2003"
    if info.get("/Trapped") not in (Name.True_, Name.False_) and str(info.get("/Trapped")) not in ("/True", "/False"):
        yield "Info: Trapped is true or false, and known"
    if not str(info.get("/Title", "")):
        yield "Info: Title"
    for key in ("/CreationDate", "/ModDate"):
        if not re.fullmatch(r"D:\d{14}(Z|[+-]\d\d'\d\d'?)", str(info.get(key, ""))):
            yield f"Info: {key[1:]}"
    if "/Metadata" in pdf.Root:
        yield "XMP, which would have to say the same as Info"


def _intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [each for each in pdf.Root.get("/OutputIntents", []) if each.S == Name.GTS_PDFX]
    if len(intents) != 1:
        yield "exactly one output intent for PDF/X"
        return
    intent = intents[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "output intent: OutputConditionIdentifier"
    if not str(intent.get("/Info", "")):
        yield "output intent: Info, where the condition is not registered"
    profile = intent.get("/DestOutputProfile")
    if profile is None:
        yield "output intent: DestOutputProfile"
        return
    content = profile.read_bytes()
    if content[12:20] != b"prtrCMYK" or int(profile.N) != 4:
        yield "output intent: the profile of a press with four inks"
    if content[8] > 2:
        yield "output intent: an ICC profile that PDF 1.4 knows"


def _pages(pdf: pikepdf.Pdf) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        obj = page.obj
        if "/MediaBox" not in obj or ("/TrimBox" in obj) == ("/ArtBox" in obj):
            yield f"page {number}: MediaBox, and either TrimBox or ArtBox"
            continue
        boxes = [[float(edge) for edge in obj[key]] for key in ("/TrimBox", "/BleedBox", "/MediaBox") if key in obj]
        for inner, outer in pairwise(boxes):
            if inner[0] < outer[0] or inner[1] < outer[1] or inner[2] > outer[2] or inner[3] > outer[3]:
                yield f"page {number}: TrimBox within BleedBox within MediaBox"
        if obj.get("/Rotate", 0) != 0 or "/UserUnit" in obj:
            yield f"page {number}: neither turned nor scaled"
        for key in ("/Annots", "/AA", "/Group", "/SeparationInfo"):
            if key in obj:
                yield f"page {number}: no {key[1:]}"
        used = {str(each.operator) for each in pikepdf.parse_content_stream(page)}
        if used & COLOURS:
            yield f"page {number}: colours of four inks only, got {sorted(used & COLOURS)}"
        if "/Font" in obj.Resources:
            yield f"page {number}: no fonts, since faces are pictures"


def _objects(pdf: pikepdf.Pdf) -> Iterator[str]:
    root = pdf.Root
    for key in ("/AcroForm", "/OpenAction", "/AA", "/OCProperties", "/Names", "/JavaScript", "/Encrypt"):
        if key in root:
            yield f"no {key[1:]} in the catalog"
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Object) or not hasattr(each, "keys"):
            continue
        where = f"object {each.objgen[0]}"
        for key in ("/SMask", "/CA", "/ca", "/BM", "/TR", "/TR2", "/HTP", "/OPI", "/Alternates", "/PS", "/OC", "/Mask"):
            if key in each.keys():  # noqa: SIM118 (a dictionary or a stream of pikepdf)
                yield f"{where}: no {key[1:]}"
        if "/Subtype" in each.keys() and each.Subtype == Name.Image:  # noqa: SIM118
            if str(each.ColorSpace) not in SPACES:
                yield f"{where}: a picture in four inks, got {each.ColorSpace}"
            if each.get("/Interpolate", False):
                yield f"{where}: not interpolated"
        if isinstance(each, pikepdf.Stream):
            named: Any = each.get("/Filter", ())
            filters = {str(named)} if isinstance(named, pikepdf.Name) else {str(one) for one in named}
            if filters - FILTERS:
                yield f"{where}: a filter of PDF/X, got {sorted(filters - FILTERS)}"
            if "/F" in each.keys():  # noqa: SIM118
                yield f"{where}: no data outside the file"
