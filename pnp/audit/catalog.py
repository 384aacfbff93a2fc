"""The PDF catalog: settings for viewers and printers, and embedded files and actions."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Object, Pdf, Stream

from pnp.audit.normal import NormalForms
from pnp.audit.report import Check, Report
from pnp.press.seal import PICTURE
from pnp.press.sheet_labels import DUPLEX
from pnp.press.ticket import Ticket

PNP_KEYS: Final = frozenset({
    "/Type", "/Pages", "/PieceInfo", "/PageLabels", "/OCProperties", "/Lang", "/Outlines", "/ViewerPreferences",
    "/PageMode",
})  # fmt: skip
"""Entries that pnp writes."""
HARMLESS_KEYS: Final = frozenset({"/Version", "/Extensions", "/Metadata"})
"""Entries that other programs add and that do not affect the print."""
ACTS: Final = "the file runs an action when it is opened"
CARRIES: Final = "other files are embedded in the file"
FOREIGN: Final = {
    "/OpenAction": ACTS, "/AA": ACTS, "/JavaScript": ACTS, "/URI": ACTS, "/Requirements": ACTS, "/NeedsRendering": ACTS,
    "/AcroForm": "the file has form fields", "/XFA": "the file has an XFA form instead of its pages",
    "/EmbeddedFiles": CARRIES, "/AF": CARRIES, "/Collection": "the file is a portfolio of other files",
    "/OutputIntents": "the file sets other colours for printers", "/Perms": "the file restricts its use",
}  # fmt: skip
"""Other possible entries, in plain words."""
PREFERENCES: Final = frozenset({"/PrintScaling", "/Duplex", "/DisplayDocTitle"})
SHOWN: Final = frozenset({"/DisplayDocTitle", "/HideToolbar", "/HideMenubar", "/HideWindowUI", "/FitWindow",
                          "/CenterWindow", "/NonFullScreenPageMode"})  # fmt: skip
"""Preferences for the screen."""
TRAILER: Final = frozenset({
    "/Size", "/Root", "/Info", "/ID", "/Prev", "/Type", "/W", "/Index", "/Filter", "/DecodeParms", "/Length",
})  # fmt: skip
OUTLINE: Final = frozenset({"/Title", "/Parent", "/Prev", "/Next", "/First", "/Last", "/Count", "/Dest"})
COMPARED: Final = {
    "/PageLabels": "its page labels are not those that pnp writes",
    "/OCProperties": "its layers are not those that pnp writes",
    "/Lang": "its language is not that of its ticket",
    "/PageMode": "it opens differently from pnp's files",
}
MOST_ENTRIES: Final = 20_000
MOST_VERSIONS: Final = 20
LARGEST_FILE: Final = 200_000_000
"""Largest earlier version that is opened, in bytes."""
SHORT: Final = 200
_END: Final = re.compile(rb"startxref\s+\d+\s+%%EOF\s*")


def check_catalog(pdf: Pdf, ticket: Ticket, report: Report) -> None:
    """Check that the file has the printer settings of its ticket, and one layer, which is visible."""
    root = pdf.Root
    check_preferences(root.get("/ViewerPreferences", Dictionary()), ticket, report)
    layers = root.get("/OCProperties", Dictionary())
    groups = layers.get("/OCGs", Array()) if isinstance(layers, Dictionary) else Array()
    config = layers.get("/D", Dictionary()) if isinstance(layers, Dictionary) else Dictionary()
    switched = not isinstance(config, Dictionary) or set(config.keys()) - {"/ON", "/Order", "/Name"}
    if len(groups) != 1 or "/Usage" in groups[0] or switched or "/Configs" in layers:
        report.wrong(Check.PAGES, "a layer that must be visible can be switched off")


def check_extras(path: Path, pdf: Pdf, report: Report) -> None:
    """Check that a file, of sheets or of a box, contains nothing beside its pages that pnp does not write."""
    root = pdf.Root
    for text in dict.fromkeys(_foreign(root)):
        report.wrong(Check.PAGES, text)
    if any(set(entry.keys()) - OUTLINE for entry in _outline(root)):
        report.wrong(Check.PAGES, "an entry of the outline does more than show a page")
    preferences = root.get("/ViewerPreferences")
    if isinstance(preferences, Dictionary):
        for key in sorted(set(preferences.keys()) - PREFERENCES - SHOWN):
            report.wrong(Check.PAGES, f"the file sets {_printable(key)} for printers, which pnp does not")
    for key in sorted(set(pdf.trailer.keys()) - TRAILER):
        report.wrong(Check.PAGES, f"its trailer has {_printable(key)}, which pnp does not write")
    _check_versions(path, pdf, report)


def check_preferences(preferences: object, ticket: Ticket, report: Report) -> None:
    """Check that the printer settings of a file are those of its ticket."""
    wanted = {"/PrintScaling": "/None", "/Duplex": f"/{DUPLEX[ticket.job.sides]}"}
    for key, value in wanted.items():
        if not isinstance(preferences, Dictionary) or str(preferences.get(key)) != value:
            report.wrong(Check.PAGES, f"the printer setting {key[1:]} is not {value[1:]}")


def _foreign(root: Object) -> Iterator[str]:
    """Yield the entries of a catalog that pnp does not write, in plain words."""
    for key in sorted(set(root.keys()) - PNP_KEYS - HARMLESS_KEYS - {"/Names", "/AcroForm"}):
        yield FOREIGN.get(key, f"the file has {_printable(key)}, which pnp does not write")
    for holder in ("/Names", "/AcroForm"):
        inner = root.get(holder)
        if inner is None:
            continue
        found = (
            [FOREIGN[key] for key in sorted(inner.keys()) if key in FOREIGN] if isinstance(inner, Dictionary) else []
        )
        yield from found or [FOREIGN.get(holder, f"the file has {_printable(holder)}, which pnp does not write")]


def _printable(key: str) -> str:
    """Return a name from a file without control characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in key[1:60])


def _outline(root: Object) -> Iterator[Dictionary]:
    """Yield the entries of the outline; raise ValueError if they form a loop."""
    waiting = [root.get("/Outlines")]
    for _ in range(MOST_ENTRIES):
        if not waiting:
            return
        entry = waiting.pop()
        if not isinstance(entry, Dictionary):
            continue
        if "/Title" in entry:
            yield entry
        waiting += [entry.get("/Next"), entry.get("/First")] if "/Title" in entry else [entry.get("/First")]
    raise ValueError("the outline is endless")


def compare_catalog(pdf: Pdf, wanted: Pdf, report: Report) -> None:
    """Check that outline, layers, page labels and language are those of the reference print."""
    one, other = NormalForms(_no_dots), NormalForms(_no_dots)
    for key, text in COMPARED.items():
        if one.hash_object(pdf.Root.get(key)) != other.hash_object(wanted.Root.get(key)):
            report.wrong(Check.PAGES, text)
    if _contents(pdf) != _contents(wanted):
        report.wrong(Check.PAGES, "its outline is not the one that pnp writes")


def _no_dots(_picture: Object) -> bytes:
    return b""


def _contents(pdf: Pdf) -> list[tuple[str, int]]:
    """Return the titles of the outline, and the pages that they lead to."""
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    found = []
    for entry in _outline(pdf.Root):
        place = entry.get("/Dest")
        page = place[0].objgen if isinstance(place, Array) and len(place) and isinstance(place[0], Object) else None
        found.append((str(entry.get("/Title")), 0 if page is None else pages.get(page, 0)))
    return found


def _check_versions(path: Path, pdf: Pdf, report: Report) -> None:
    """Check that there is no data before or after the file, and no earlier version hidden inside."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        ends = [found.end() for found in _END.finditer(data)]
        if data[:5] != b"%PDF-" or not ends or ends[-1] != len(data):
            report.wrong(Check.PAGES, "there is data before or after the PDF")
        hidden = len(ends) > MOST_VERSIONS or any(_is_earlier(data, end, pdf) for end in ends[:-1])
    if hidden:
        report.wrong(Check.PAGES, "an earlier version of the file is hidden in it")


def _is_earlier(data: mmap.mmap, end: int, pdf: Pdf) -> bool:
    """Return whether a PDF that draws something else ends here.

    pnp inserts pictures into a finished PDF as an update; before that, a few bytes are in their place.
    """
    if end > LARGEST_FILE:
        return True
    try:
        with pikepdf.open(BytesIO(data[:end]), suppress_warnings=True, attempt_recovery=False) as earlier:
            for number in range(1, len(earlier.objects) + 1):
                before, now = earlier.get_object(number, 0), pdf.get_object(number, 0)
                if _is_picture(now) and _is_picture(before) and len(before.read_raw_bytes()) <= SHORT:
                    continue
                if _raw(before) != _raw(now):
                    return True
    except (pikepdf.PdfError, RuntimeError, ValueError):
        return False
    return False


def _raw(thing: object) -> tuple[bytes, bytes]:
    if not isinstance(thing, Object):
        return repr(thing).encode(), b""
    if isinstance(thing, Stream):
        return Dictionary(dict(thing.items())).unparse(), thing.read_raw_bytes()
    return thing.unparse(resolved=True), b""


def _is_picture(thing: object) -> bool:
    return isinstance(thing, Stream) and PICTURE in thing
