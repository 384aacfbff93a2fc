"""Read untrusted PDFs: open them safely, and find the ticket and the faces on their pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pikepdf
from pikepdf import AccessMode, Array, Dictionary, Name, Pdf, Stream

from pnp.audit.catalog import check_catalog
from pnp.audit.kind import check_is_pdf
from pnp.audit.page_trace import IDENTITY, Drawing, Trace, trace_page
from pnp.audit.report import Check, Found, Report
from pnp.box.order import BoxOrder
from pnp.errors import AuditError, Location, Problem, quote_value
from pnp.geometry.matrix import CUT_TOLERANCE, Edges, Matrix, Rect
from pnp.geometry.units import POINTS_PER_MM, Size, points
from pnp.memo.cards import MemoCards
from pnp.pictures.formats import MOST_PIXELS
from pnp.press.seal import PICTURE, Sealer
from pnp.press.ticket import Ticket, find_ticket, read_ticket
from pnp.sheet.impose import back_correction_in_points
from pnp.spec.values import NAME
from pnp.terms import Side

LARGEST_FILE: Final = 200_000_000
"""Largest file in bytes, not counting its pictures, which are decoded one at a time."""
MOST_PAGES: Final = 5_000
LARGEST_STREAM: Final = 64_000_000
LARGEST_CONTENT: Final = 8_000_000
"""Largest content of a page, in bytes."""
ALL_STREAMS: Final = 1_000_000_000
MOST_ON_A_PAGE: Final = 1_000
HUGE: Final = 1e7
"""Bound for coordinates: no place on paper is this far away."""
UNREADABLE: Final = (
    pikepdf.PdfError, ArithmeticError, AttributeError, LookupError, RecursionError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""Errors that a malformed file can cause."""

REDRAWERS: Final = re.compile(r"Ghostscript|Distiller|Quartz|cairo|Skia|Print To PDF|iText|PDFium|CUPS", re.IGNORECASE)
"""Programs that print into PDFs: they redraw their input and keep only its looks."""
HINT: Final = "audit the file as pnp build wrote it: printing to PDF or editing it removes its marks"
NOT_PNP_PDF: Final = "is not a PDF as pnp writes it"
NOT_OUR_PAGE: Final = "is not a page as pnp writes it"


@contextmanager
def open_pnp_pdf(path: Path) -> Iterator[tuple[Pdf, Ticket]]:
    """Yield an open PDF and its ticket; raise AuditError for anything that pnp did not print."""
    where = Location(str(path))
    size = check_is_pdf(path)
    try:
        pdf = pikepdf.open(path, suppress_warnings=True, attempt_recovery=False, access_mode=AccessMode.stream)
    except pikepdf.PasswordError:
        hint = "audit the file as pnp build wrote it"
        raise AuditError(Problem(where, "is encrypted", hint, code="E0801")) from None
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        problem = Problem(where, "is damaged", "build it again", found=short_error(error), code="E0801")
        raise AuditError(problem) from None
    with pdf:
        yield pdf, _checked(pdf, where, size)


@contextmanager
def open_sheets(path: Path) -> Iterator[tuple[Pdf, Ticket]]:
    """Yield an open PDF and its ticket; raise AuditError for anything but sheets printed by pnp."""
    with open_pnp_pdf(path) as (pdf, ticket):
        if ticket.job.box is not None or ticket.booklet is not None:
            what = "a box" if ticket.booklet is None else "a booklet"
            raise AuditError(Problem(Location(str(path)), f"is the PDF of {what}, not of sheets", code="E0802"))
        yield pdf, ticket


def _checked(pdf: Pdf, where: Location, size: int) -> Ticket:
    """Return the ticket, after checking that everything in the file can be read within bounds."""
    try:
        if pdf.is_encrypted:
            raise AuditError(Problem(where, "is encrypted", code="E0801"))
        pages = len(pdf.pages)
        if not 0 < pages <= MOST_PAGES:
            raise AuditError(Problem(where, f"must have 1 to {MOST_PAGES} pages", found=str(pages), code="E0802"))
        ticket = find_ticket(pdf)
        if ticket is None and _is_memo(pdf):
            hint = "a memo has no pieces to count; audit sheets or a box"
            raise AuditError(Problem(where, "is a memo, not sheets or a box", hint, code="E0802"))
        if ticket is None:
            message, found = "is not a sheet PDF made by pnp", _without_ticket(pdf)
            raise AuditError(Problem(where, message, HINT, found=found, code="E0802"))
        _check_streams(pdf, where, size)
        return read_ticket(ticket, MemoCards, BoxOrder)
    except (pikepdf.PdfError, RuntimeError, TypeError, ValueError, zlib.error) as error:
        problem = Problem(where, NOT_PNP_PDF, "build it again", found=short_error(error), code="E0802")
        raise AuditError(problem) from None


def _is_memo(pdf: Pdf) -> bool:
    """Return whether a file is a memo as pnp wrote it: no other program has added its name."""
    creator, author = (str(pdf.docinfo.get(key, "")) for key in ("/Creator", "/Author"))
    return creator.startswith("pnp ") and author == "pnp" and "/Producer" not in pdf.docinfo


def _without_ticket(pdf: Pdf) -> str:
    """Return why a file has no ticket, as far as it shows."""
    creator, producer = (str(pdf.docinfo.get(key, "")) for key in ("/Creator", "/Producer"))
    if REDRAWERS.search(producer) or (creator.startswith("pnp ") and "ReportLab" not in producer):
        program = quote_value(producer) if producer else "another program"
        return f"it was redrawn by {program}, which drops pnp's ticket"
    return "it has no pnp ticket"


def _check_streams(pdf: Pdf, where: Location, file_size: int) -> None:
    """Raise AuditError if decoding the file would exhaust the memory."""
    total = 0
    for thing in pdf.objects:
        if isinstance(thing, Stream):
            file_size -= int(thing.get("/Length", 0)) if PICTURE in thing else 0
            size = _unpacked(thing)
            total += size
            if size > LARGEST_STREAM or total > ALL_STREAMS:
                found = f"it unpacks to more than {LARGEST_STREAM / 1e6:.0f} MB"
                raise AuditError(Problem(where, NOT_PNP_PDF, found=found, code="E0802"))
    if file_size > LARGEST_FILE:
        message = f"must be at most {LARGEST_FILE / 1e6:.0f} MB without its pictures"
        raise AuditError(Problem(where, message, found=f"{file_size / 1e6:.0f} MB", code="E0105"))
    for number, page in enumerate(pdf.pages, 1):
        contents = page.obj.get("/Contents")
        streams = [] if contents is None else [contents] if isinstance(contents, Stream) else list(contents)
        size = sum(_unpacked(stream) for stream in streams)
        if size > LARGEST_CONTENT:
            found = f"it has {size / 1e6:.0f} MB of content"
            raise AuditError(Problem(where.at(page=number), NOT_OUR_PAGE, found=found, code="E0802"))


def _unpacked(stream: pikepdf.Object) -> int:
    """Return the decoded length of a stream in bytes, counting up to the largest allowed."""
    kind = stream.get("/Filter")
    if isinstance(kind, Array):
        if len(kind) > 1:
            raise ValueError("a stream is compressed twice")
        kind = kind[0] if len(kind) else None
    if PICTURE in stream and stream.get("/Subtype") == Name.Image:
        return _picture_size(stream)
    raw = stream.read_raw_bytes()
    if kind != Name.FlateDecode:
        return len(raw)
    unpacker = zlib.decompressobj()
    size, piece = 0, raw
    while piece and size <= LARGEST_STREAM:
        size += len(unpacker.decompress(piece, 1_000_000))
        piece = unpacker.unconsumed_tail
    return size


def _picture_size(picture: pikepdf.Object) -> int:
    """Return 0 for a picture of plausible size, since viewers decode one at a time; raise ValueError otherwise."""
    if not 0 < int(picture.Width) * int(picture.Height) <= MOST_PIXELS:
        raise ValueError("a picture has too many pixels")
    return 0


def short_error(error: Exception) -> str:
    """Return the first line of an error, without the name of the file."""
    text = (str(error) or type(error).__name__).splitlines()[0].rpartition(".pdf: ")[2]
    return "".join(sign if sign.isprintable() else "?" for sign in text[:120])


def read_pages(pdf: Pdf, ticket: Ticket, report: Report, sealer: Sealer | None = None) -> list[Trace]:
    """Return what each page draws, and add its faces to the report, with their seals if a sealer is given.

    The seals are not compared with the ticket: anyone who changes a page can change them as well.
    """
    traces = []
    size = ticket.job.layout.paper.size
    undone = back_correction_in_points(ticket.job.layout).inverse
    try:
        check_catalog(pdf, ticket, report)
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"its printer settings cannot be read: {short_error(error)}")
    for number, page in enumerate(pdf.pages, 1):
        try:
            check_page(page, number, size, report)
            trace = trace_page(page, *size, undone if ticket.job.on_back(number) else IDENTITY)
        except UNREADABLE as error:
            report.wrong(Check.PAGES, f"the page cannot be read: {short_error(error)}", number)
            trace = Trace()
        traces.append(trace)
        if len(trace.drawings) > MOST_ON_A_PAGE:
            where, many = Location(report.file, page=number), f"it draws {len(trace.drawings)} objects"
            raise AuditError(Problem(where, NOT_OUR_PAGE, found=many, code="E0802"))
        if number <= ticket.job.pages_before:
            if any(drawing.mark is not None for drawing in trace.drawings):
                report.wrong(Check.PAGES, "there is a piece on the guide page", number)
            continue
        if trace.unbalanced or trace.strays:
            report.wrong(Check.PAGES, "something is drawn that is neither a piece nor a mark", number)
        for drawing in trace.drawings:
            found = _measure_face(drawing, number, ticket, sealer, report)
            if found is not None:
                report.faces.append(found)
    return traces


def check_page(page: pikepdf.Page, number: int, size: Size, report: Report) -> None:
    """Check that a page has the size of the paper, is neither rotated nor scaled, and has no annotations."""
    obj = page.obj
    wanted, tolerance = [0.0, 0.0, points(size.width), points(size.height)], points(CUT_TOLERANCE)
    for name in ("/MediaBox", "/CropBox"):
        box = page.get(name, obj.get(name)) if name == "/CropBox" else page.mediabox
        edges = [float(edge) for edge in box] if box is not None else wanted
        if len(edges) != 4 or any(abs(edge - want) > tolerance for edge, want in zip(edges, wanted, strict=False)):
            width, height = ((edges[2] - edges[0]) / POINTS_PER_MM, (edges[3] - edges[1]) / POINTS_PER_MM)
            report.wrong(Check.PAGES, f"the page is {width:.1f} × {height:.1f} mm, but the paper is {size}", number)
            break
    if _inherited(obj, "/Rotate", 0) != 0 or obj.get("/UserUnit", 1) != 1:
        report.wrong(Check.SIZE, "the whole page is rotated or scaled", number)
    if "/Annots" in obj or "/AA" in obj:
        report.wrong(Check.PAGES, "the page has annotations or actions", number)


def _inherited(page: pikepdf.Object, key: str, default: object) -> object:
    """Return an entry of a page, which may be inherited from its page tree."""
    node: pikepdf.Object | None = page
    for _ in range(50):
        if not isinstance(node, Dictionary):
            break
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return default


def check_seals(pdf: Pdf, printed: list[str], sealer: Sealer, report: Report) -> None:
    """Check that every page is present and unchanged since it was printed."""
    if len(pdf.pages) != len(printed):
        report.wrong(Check.PAGES, f"the file has {len(pdf.pages)} pages, but {len(printed)} were printed")
    seals = [sealer.page(page) for page in pdf.pages]
    missing = [number for number, seal in enumerate(printed, 1) if seal not in seals]
    changed = [number for number, seal in enumerate(seals, 1) if seal not in printed]
    for number in changed:
        report.wrong(Check.PAGES, "the page was changed after it was printed", number)
    if missing and len(missing) > len(changed):
        report.wrong(Check.PAGES, f"printed pages {', '.join(map(str, missing))} are missing or changed")
    if not missing and not changed and seals != printed and len(seals) == len(printed):
        report.wrong(Check.PAGES, "the pages are no longer in their printed order")
    report.measured[Check.PAGES] = f"{len(pdf.pages)} of {len(printed)}"


def _measure_face(drawing: Drawing, page: int, ticket: Ticket, sealer: Sealer | None, report: Report) -> Found | None:
    """Return the drawing measured as a face, or None."""
    form, mark = drawing.thing, drawing.mark
    if not isinstance(form, Stream) or form.get("/Subtype") != "/Form":
        report.wrong(Check.COUNT, f"{drawing.name} is drawn but is not a face", page)
        return None
    if mark is None:
        report.wrong(Check.COUNT, "a face is drawn that is not marked as a piece", page)
        return None
    try:
        piece, copy, deck = _name(mark["/Id"]), int(str(mark["/Copy"])[:6]), _name(mark["/Deck"])
        look = int(str(mark.get("/Look", 1))[:6])
        side = Side(str(mark["/Side"])[1:])
        x0, y0, x1, y1 = (float(edge) for edge in form["/BBox"])
        own = Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
        matrix = drawing.matrix.after(own)
        if not all(abs(value) < HUGE for value in (*matrix, x0, y0, x1, y1)):  # also excludes NaN
            raise ValueError("its position is impossible")
    except UNREADABLE as error:
        report.wrong(Check.COUNT, f"the mark of a piece cannot be read: {short_error(error)}", page)
        return None
    if _has_layers(form):
        report.wrong(Check.LOOKS, f"{piece} ({copy}) has a separate layer, which can be switched off", page)
    across, down = (matrix.a**2 + matrix.b**2) ** 0.5, (matrix.c**2 + matrix.d**2) ** 0.5
    rotation = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}.get(
        (round(matrix.a / (across or 1)), round(matrix.b / (across or 1))), 0
    )
    upright = all(abs(x * y) < 1e-4 * (across * down or 1) for x, y in ((matrix.a, matrix.b), (matrix.c, matrix.d)))
    if not upright or matrix.a * matrix.d - matrix.b * matrix.c <= 0:
        report.wrong(Check.PLACE, f"{piece} ({copy}) is skewed or mirrored", page)
    rim = points(ticket.job.layout.bleed_of(side))
    height = ticket.job.layout.paper.size.height
    trim = _in_mm(matrix.box(x0 + rim, y0 + rim, x1 - rim, y1 - rim), height)
    canvas = _in_mm(matrix.box(x0, y0, x1, y1), height)
    shown = Rect(
        max(canvas.x, drawing.clip.x),
        max(canvas.y, drawing.clip.y),
        min(canvas.right, drawing.clip.right) - max(canvas.x, drawing.clip.x),
        min(canvas.bottom, drawing.clip.bottom) - max(canvas.y, drawing.clip.y),
    )
    bleed = Edges(trim.x - shown.x, trim.y - shown.y, shown.right - trim.right, shown.bottom - trim.bottom)
    seal = "" if sealer is None else sealer.seal(form)
    return Found(piece, copy, deck, side, page, trim, rotation, (across, down), bleed, seal, look)


def _name(value: object) -> str:
    """Return a valid pnp id; raise ValueError without echoing an invalid one."""
    if not NAME.fullmatch(str(value)):
        raise ValueError(f"{quote_value(value)} is not a valid name")
    return str(value)


def _has_layers(form: pikepdf.Object, depth: int = 6) -> bool:
    """Return whether anything in a drawing can be switched off."""
    resources = form.get("/Resources", Dictionary())
    if "/OC" in form or "/Properties" in resources:
        return True
    inner = resources.get("/XObject", Dictionary())
    return depth > 0 and any(_has_layers(thing, depth - 1) for thing in inner.values() if isinstance(thing, Stream))


def _in_mm(box: Rect, height: float) -> Rect:
    """Convert a box in points from the lower left corner to mm from the upper left corner."""
    return Rect(
        box.x / POINTS_PER_MM,
        height - (box.y + box.height) / POINTS_PER_MM,
        box.width / POINTS_PER_MM,
        box.height / POINTS_PER_MM,
    )


def fonts_of(pdf: Pdf) -> dict[str, bool]:
    """Return every font in the file by name, and whether it is embedded."""
    fonts: dict[str, bool] = {}
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and thing.get("/Type") == "/Font" and "/DescendantFonts" not in thing:
            about = thing.get("/FontDescriptor", Dictionary())
            embedded = thing.get("/Subtype") == "/Type3" or any(f"/FontFile{kind}" in about for kind in ("", "2", "3"))
            name = str(thing.get("/BaseFont", thing.get("/Name", "/?")))[1:].rpartition("+")[2]
            fonts[name] = fonts.get(name, True) and embedded
    return fonts
