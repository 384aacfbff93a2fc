"""Audit booklets: measure where the pages are, fold the sheets, and compare them with a new print of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final

import pikepdf
from pikepdf import Dictionary, Pdf

from pnp.audit.catalog import check_preferences
from pnp.audit.looks import opened
from pnp.audit.page_trace import Drawing, trace_page
from pnp.audit.reading import check_seals
from pnp.audit.report import AuditDocument, Check, Report, brief_data, first_line
from pnp.errors import PnpError
from pnp.geometry.units import MM_PER_POINT, Size
from pnp.press.safe_zone import character_boxes
from pnp.press.seal import Sealer
from pnp.press.ticket import Ticket
from pnp.project.folders import Project
from pnp.rulebook.booklet import MARKS
from pnp.rulebook.print import RulebookOrder, make_booklet, make_rulebook, plan_booklet
from pnp.sheet.booklet import Booklet, Leaf, fold, page_size
from pnp.spec.model import Game
from pnp.terms import RulebookFormat

TOLERANCE: Final = 0.05
"""Maximum distance of a page from its place, in mm."""
SCALE_TOLERANCE: Final = 0.0005
PAPER_TOLERANCE: Final = 0.1
GUTTER: Final = 5.0
"""Width beside the fold that has the label, in mm."""
INNER: Final = 6.0
"""Least distance of text from the fold, in mm."""
OUTER: Final = 5.0
"""Least distance of text from the edges of the paper, in mm."""
BLANK: Final = "blank"


@dataclass(frozen=True)
class LaidPage:
    """A page of the rulebook on a side of a sheet, as measured."""

    name: str
    """What it is: the number of the page to read, or BLANK."""
    shift: float = 0.0
    """By how much it is moved towards the fold, in mm."""


@dataclass
class BookletReport(Report):
    """The result of auditing the PDF of a booklet."""

    read: int = 0
    """Number of pages to read."""
    order: list[str] = field(default_factory=list)
    """What a reader finds after folding: numbers of pages, and `blank`."""

    @property
    def verdict(self) -> str:
        """One line that says whether the booklet is complete."""
        if not self.sound:
            return f"not as it should be: {len(self.findings)} findings"
        sheets = self.pages // 2
        return f"complete: {_pages(self.read)} in order after folding {sheets} sheet{'s' * (sheets > 1)}"

    def as_data(self) -> AuditDocument:
        """Return the report as data for JSON."""
        return {**brief_data(super().as_data()), "order": self.order}


def _pages(count: int) -> str:
    return f"{count} page{'s' * (count > 1)}"


def audit_booklet(
    path: Path, pdf: Pdf, ticket: Ticket, found: tuple[Project, Game] | None, report: BookletReport
) -> None:
    """Measure the sheets of a booklet, fold them, and compare them with a new print."""
    booklet = ticket.booklet
    if booklet is None:
        raise ValueError("the ticket has no booklet")
    report.read = booklet.pages
    check_preferences(pdf.Root.get("/ViewerPreferences", Dictionary()), ticket, report)
    check_seals(pdf, ticket.pages, Sealer(), report)
    reference = None if found is None else _printed_again(ticket, *found, report)
    sealer = Sealer()
    if reference is None:
        names: dict[str, str] = {}
    else:
        with pikepdf.open(BytesIO(reference)) as fresh:
            names = _names(fresh, booklet)
            _compare(pdf, sealer, fresh, report)
    sides = [_side(page, number, ticket, names, report) for number, page in enumerate(pdf.pages, 1)]
    _check_creep(sides, booklet, report)
    if len(pdf.pages) % 2:
        report.wrong(Check.COUNT, "the last sheet has no back")
        sides.append((LaidPage(BLANK), LaidPage(BLANK)))
    _check_order([(left.name, right.name) for left, right in sides], booklet, report, known=bool(names))
    _check_margins(path, ticket, report)


def _printed_again(ticket: Ticket, project: Project, game: Game, report: Report) -> bytes | None:
    """Return the same booklet, printed again; None if that fails."""
    job, asked = ticket.job, ticket.booklet
    order = RulebookOrder(RulebookFormat.BOOKLET, job.layout.paper, job.lang, job.ink, asked.thickness if asked else 0)
    try:
        made = make_rulebook(project, game.id, order)
        booklet = plan_booklet(made, order)
        if booklet != asked:
            report.wrong(
                Check.COUNT, f"the rulebook has {_pages(booklet.pages)} now, not {asked.pages if asked else 0}"
            )
        return make_booklet(game.id, made, order)
    except PnpError as error:
        report.wrong(Check.LOOKS, f"the rulebook cannot be printed again: {first_line(error.problems)}")
        return None


def _names(fresh: Pdf, booklet: Booklet) -> dict[str, str]:
    """Return the numbers of the pages to read by the seals of their forms in a new print."""
    sealer = Sealer()
    found: dict[str, list[str]] = {}
    leaves = list(booklet.leaves())
    for number, page in enumerate(fresh.pages):
        for leaf, form in zip(_used(booklet, leaves[2 * number : 2 * number + 2]), _forms(page), strict=True):
            found.setdefault(sealer.seal(form), []).append(str((booklet.places[leaf.place] or 0) + 1))
    return {seal: " or ".join(pages) for seal, pages in found.items()}


def _used(booklet: Booklet, leaves: Sequence[Leaf]) -> list[Leaf]:
    """Return the leaves that are not blank."""
    return [leaf for leaf in leaves if booklet.places[leaf.place] is not None]


def _forms(page: pikepdf.Page) -> Iterator[pikepdf.Object]:
    """Yield the pages on a side of a sheet, in the order in which they are drawn."""
    things = page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    for step in pikepdf.parse_content_stream(page):
        if str(step.operator) == "Do" and str(step.operands[0]) != str(MARKS):
            yield things[str(step.operands[0])]


def _compare(pdf: Pdf, sealer: Sealer, fresh: Pdf, report: Report) -> None:
    """Compare the file with a new print, page by page."""
    again = Sealer()
    wanted = [again.page(page) for page in fresh.pages]
    if len(pdf.pages) != len(wanted):
        report.wrong(Check.LOOKS, f"{len(pdf.pages)} sides of sheets instead of {len(wanted)}")
    same = 0
    for number, (page, seal) in enumerate(zip(pdf.pages, wanted, strict=False), 1):
        if sealer.page(page) == seal:
            same += 1
        else:
            report.wrong(Check.LOOKS, "it differs from a new print of the rulebook", number)
    report.measured[Check.LOOKS] = f"{same} of {len(wanted)} sides equal a new print"


def _side(
    page: pikepdf.Page, number: int, ticket: Ticket, names: dict[str, str], report: Report
) -> tuple[LaidPage, LaidPage]:
    """Return what is at the left and right of a side of a sheet, as measured."""
    half = page_size(ticket.job.layout.paper.size)
    box = [float(at) for at in page.mediabox]
    size = Size(MM_PER_POINT * (box[2] - box[0]), MM_PER_POINT * (box[3] - box[1]))
    if max(abs(size.width - 2 * half.width), abs(size.height - half.height)) > PAPER_TOLERANCE or box[:2] != [0, 0]:
        text = f"the paper is {size.width:.1f} × {size.height:.1f} mm, not {2 * half.width:g} × {half.height:g}"
        report.wrong(Check.SIZE, text, number)
    if int(page.obj.get("/Rotate", 0)) % 360 or float(page.obj.get("/UserUnit", 1)) != 1:
        report.wrong(Check.SIZE, "the sheet is rotated or scaled", number)
    trace = trace_page(page, 2 * half.width, half.height)
    sealer = Sealer()
    found: dict[bool, LaidPage] = {}
    for drawing in trace.drawings:
        if drawing.name == str(MARKS):
            continue
        name = _name(drawing, sealer, names)
        if name not in names.values() and names:
            report.wrong(Check.LOOKS, "it has a page that the rulebook does not have", number)
        right = drawing.clip.x + drawing.clip.width / 2 > half.width
        if right in found:
            report.wrong(Check.OVERLAP, f"two pages are at the {'right' if right else 'left'}", number)
        found[right] = LaidPage(name, _measured_shift(drawing, half, name, number, report, right=right))
    if trace.strays:
        report.wrong(Check.PAGES, "something is drawn beside the pages", number)
    return found.get(False, LaidPage(BLANK)), found.get(True, LaidPage(BLANK))


def _name(drawing: Drawing, sealer: Sealer, names: dict[str, str]) -> str:
    if drawing.thing is None:
        return BLANK
    return names.get(sealer.seal(drawing.thing), "unknown") if names else drawing.name


def _measured_shift(drawing: Drawing, half: Size, name: str, number: int, report: Report, *, right: bool) -> float:
    """Return by how much a page is moved towards the fold, and report anything else about its place."""
    a, b, c, d, e, f = drawing.matrix
    if max(abs(a - 1), abs(d - 1)) > SCALE_TOLERANCE or max(abs(b), abs(c)) > SCALE_TOLERANCE:
        turned = "turned" if max(abs(b), abs(c)) > SCALE_TOLERANCE or a < 0 else f"at {100 * a:.1f}%"
        report.wrong(Check.SIZE, f"page {name} is {turned}", number)
    if abs(MM_PER_POINT * f) > TOLERANCE:
        report.wrong(Check.PLACE, f"page {name} is {MM_PER_POINT * f:.2f} mm too high", number)
    clip = drawing.clip
    inside = clip.right <= half.width + TOLERANCE if not right else clip.x >= half.width - TOLERANCE
    whole = abs(clip.width - half.width) <= TOLERANCE and abs(clip.height - half.height) <= TOLERANCE
    if not inside or not whole:
        report.wrong(Check.PLACE, f"page {name} does not end at the fold and at the edges of the paper", number)
    moved = MM_PER_POINT * e
    return round(half.width - moved if right else moved, 3) + 0.0  # no negative zero


def _check_creep(sides: Sequence[tuple[LaidPage, LaidPage]], booklet: Booklet, report: Report) -> None:
    """Check that the pages of each sheet are moved towards the fold by the thickness of the sheets around it."""
    for number, side in enumerate(sides, 1):
        wanted = (number - 1) // 2 * booklet.thickness
        for page in side:
            if page.name != BLANK and abs(page.shift - wanted) > TOLERANCE:
                text = f"page {page.name} is {page.shift:.2f} mm towards the fold, not {wanted:.2f} mm"
                report.wrong(Check.PLACE, text, number)
    shifts = [max((page.shift for page in (*front, *back) if page.name != BLANK), default=0.0)
              for front, back in zip(sides[::2], sides[1::2], strict=False)]  # fmt: skip
    steps = ", ".join(f"{shift:.2f}" for shift in shifts)
    report.measured[Check.PLACE] = f"towards the fold by {steps} mm, from the outermost sheet"
    report.measured[Check.SIZE] = "pages at 100%"


def _check_order(sides: Sequence[tuple[str, str]], booklet: Booklet, report: BookletReport, *, known: bool) -> None:
    """Fold the sheets, and check that every page is where a reader expects it."""
    report.order = [str(name).removeprefix("/Page") for name in fold(sides)]
    wanted = [BLANK if page is None else str(page + 1) for page in booklet.places]
    if not known:
        report.notes.append("the pages are taken to be what they are named: there is no rulebook to compare with")
    same = [name == one or one in name.split(" or ") for name, one in zip(report.order, wanted, strict=False)]
    held = set(" or ".join(report.order).split(" or "))
    missing = [one for one in wanted if one not in held]
    if missing:
        report.wrong(Check.COUNT, f"page {', '.join(missing)} is missing")
    if len(report.order) != len(wanted) or not all(same):
        first = next((at for at, right in enumerate(same, 1) if not right), len(same) + 1)
        report.wrong(Check.COUNT, f"after folding, the order is {', '.join(report.order)}: wrong from place {first}")
    blanks = wanted.count(BLANK)
    report.measured[Check.COUNT] = f"{_pages(booklet.pages)} in order after folding" + (
        f", {blanks} blank" if blanks else ""
    )


def _check_margins(path: Path, ticket: Ticket, report: Report) -> None:
    """Check that no character is near the fold or the edges of the paper, as a viewer places them."""
    half = page_size(ticket.job.layout.paper.size)
    least_inner, least_outer = half.width, half.width
    with opened(path) as document:
        for number in range(len(document)):
            for left, top, right, bottom in character_boxes(document[number]):
                if left >= half.width and right <= half.width + GUTTER:
                    continue  # the label beside the fold
                inner = left - half.width if left >= half.width else half.width - right
                outer = min(left, 2 * half.width - right, top, half.height - bottom)
                least_inner, least_outer = min(least_inner, inner), min(least_outer, outer)
                if inner < INNER or outer < OUTER:
                    where = "near the fold" if inner < INNER else "near the edge of the paper"
                    report.wrong(Check.SAFE, f"text is {where}: {min(inner, outer):.1f} mm", number + 1)
    report.measured[Check.SAFE] = f"{least_inner:.1f} mm from the fold, {least_outer:.1f} mm from the paper's edge"
