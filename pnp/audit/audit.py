"""Audit a PDF: open and measure it, look at it, and compare it with its game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import pikepdf
import pypdfium2

from pnp.audit.booklets import BookletReport, audit_booklet
from pnp.audit.catalog import check_extras, compare_catalog
from pnp.audit.comparison import compare_drawings, compare_pages, compare_pieces, compare_places, expected_pieces
from pnp.audit.kind import reading_errors
from pnp.audit.lines import check_lines
from pnp.audit.looks import Viewer, opened
from pnp.audit.measure import CutLines, check_paper
from pnp.audit.nets import check_layers, check_overlays, compare_nets, measure_nets
from pnp.audit.page_trace import Trace, pictures
from pnp.audit.reading import UNREADABLE, check_seals, fonts_of, open_pnp_pdf, read_pages, short_error
from pnp.audit.reference_print import ReferenceFaces, ReferencePrint, reference_print
from pnp.audit.report import BoxReport, Check, Report, first_line
from pnp.box.build import draw_box, plan_box
from pnp.errors import PnpError, Problem, format_problems
from pnp.geometry.units import MM_PER_INCH
from pnp.press.document import in_parts
from pnp.press.nets import build_net_pdf
from pnp.press.seal import Sealer
from pnp.press.ticket import Ticket
from pnp.project.folders import Project, locate
from pnp.spec.deck import face_id
from pnp.spec.load import load_draft, load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task

COARSE: Final = 150
"""Resolution below which a picture is not fit to print, in dpi; builds warn below `pnp.pictures.formats.COARSE`."""


EXPECTED_IN_DRAFTS: Final = (Check.SAFE, Check.PICTURES)
"""Checks whose findings are only noted for a draft."""
MAX_NOTED: Final = 12
"""Maximum number of problems of a draft that are noted."""


@task(nested=True)
def audit_file(
    path: Path, start: Path, progress: Progress = silent, *, allow_code: bool = False
) -> BookletReport | BoxReport | Report:
    """Return a report of what is on the sheets of a PDF; raise AuditError if pnp did not make it.

    The game is looked up from the folder `start`, whose code may run if `allow_code` is set, then from the folder of
    the file, whose code runs only if it is trusted. The game is printed again, and all pages are compared.
    """
    starts = [(start, allow_code), (path.resolve().parent, False)]
    with reading_errors(path):
        return _audit(path, starts, progress)


def _audit(path: Path, starts: list[tuple[Path, bool]], progress: Progress) -> Report:
    with open_pnp_pdf(path) as (pdf, ticket):
        job, box = ticket.job, ticket.job.box is not None
        kind, sides = (BoxReport, "box") if box else (Report, str(job.layout.sides))
        kind = BookletReport if ticket.booklet else kind
        report = kind(str(path), ticket.game, job.lang, job.ink, job.layout.paper.name, sides, len(pdf.pages))
        report.draft = job.draft
        traces = [] if box or ticket.booklet else read_pages(pdf, ticket, report)
        _check_beside(path, pdf, report)
        found = _game(ticket, starts, report)
        _check_fonts(pdf, report)
        try:
            if isinstance(report, BookletReport):
                audit_booklet(path, pdf, ticket, found, report)
            elif isinstance(report, BoxReport):
                _check_nets(path, pdf, ticket, found, report)
            else:
                _check_sheets(traces, ticket, found, report)
                _compare(path, pdf, ticket, found, report, progress)
        except pypdfium2.PdfiumError as error:
            report.wrong(Check.LOOKS, f"a viewer cannot open it: {error}")
        _check_syntax(pdf, report)
    report.findings = list(dict.fromkeys(report.findings))
    if report.draft:  # what overflows its box may well reach the edge
        about = [finding for finding in report.findings if finding.check in EXPECTED_IN_DRAFTS]
        report.findings = [finding for finding in report.findings if finding not in about]
        report.notes += [f"draft: {finding}" for finding in about[:MAX_NOTED]]
    report.findings.sort(key=lambda finding: (list(Check).index(finding.check), finding.page or 0))
    return report


def _check_sheets(traces: list[Trace], ticket: Ticket, found: tuple[Project, Game] | None, report: Report) -> None:
    """Measure what is on the sheets of a game."""
    cuts = CutLines(None if found is None else found[1], ticket.job.layout)
    check_paper(report, ticket.job, traces, cuts)
    check_lines(report, ticket.job.layout, traces, cuts)
    _check_pictures(traces, report)


def _check_nets(
    path: Path, pdf: pikepdf.Pdf, ticket: Ticket, found: tuple[Project, Game] | None, report: BoxReport
) -> None:
    """Measure what is on the sheets of a box, and compare it with the same box printed again."""
    check_layers(pdf, report)
    check_seals(pdf, ticket.pages, Sealer(), report)
    if found is None:
        return
    project, game = found
    try:
        plan = plan_box(game, ticket.job)
    except PnpError as error:
        report.wrong(Check.COUNT, f"no box can be made for the game: {first_line(error.problems)}")
        return
    report.inside = plan.inside
    if not measure_nets(pdf, plan.nets, plan.pages, plan.wanted, report):
        return
    try:
        drawn = draw_box(project, game, ticket.job, plan)
        check_overlays(pdf, drawn.overlays, plan.pages, report)
        compare_nets(path, build_net_pdf(drawn, game.id, ticket.job), plan.pages, report)
    except PnpError as error:
        report.wrong(Check.LOOKS, f"the box cannot be drawn again: {first_line(error.problems)}")


def _check_beside(path: Path, pdf: pikepdf.Pdf, report: Report) -> None:
    try:
        check_extras(path, pdf, report)
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"its catalog cannot be read: {short_error(error)}")


def _check_syntax(pdf: pikepdf.Pdf, report: Report) -> None:
    """Report syntax that PDF readers may interpret differently."""
    for warning in pdf.get_warnings()[:1]:
        report.wrong(Check.PAGES, f"PDF readers may disagree about its content: {short_error(warning)}")


def _game(ticket: Ticket, starts: list[tuple[Path, bool]], report: Report) -> tuple[Project, Game] | None:
    """Return the game of a file, its large boards in parts; None if it is in none of these folders.

    Each folder comes with whether its code may run.

    The game of a draft may have problems, which are noted.
    """
    for start, allow_code in starts:
        try:
            [(project, found)] = locate([ticket.game], start, allow_code=allow_code)
            if not report.draft:
                return project, in_parts(project, load_game(project, found), ticket.job, Cache.disabled())
            readable = load_draft(project, found)
            report.known = readable.problems
            return project, in_parts(project, readable.game, ticket.job, Cache.disabled())
        except PnpError as error:
            problem = first_line(error.problems)
    report.wrong(Check.COUNT, f"nothing to compare with ({problem}): run the audit in the game's project folder")
    return None


def _note_problems(report: Report, problems: Sequence[Problem]) -> None:
    """Note what is wrong with a draft."""
    mistakes = [mistake.splitlines()[0] for mistake in format_problems(problems)]
    report.notes += [f"draft: {mistake}" for mistake in mistakes[:MAX_NOTED]]
    if len(mistakes) > MAX_NOTED:
        report.notes.append(f"draft: {len(mistakes) - MAX_NOTED:,} more problems")


def _compare(
    path: Path,
    pdf: pikepdf.Pdf,
    ticket: Ticket,
    found: tuple[Project, Game] | None,
    report: Report,
    progress: Progress,
) -> None:
    """Compare the file with a reference print; without one, only with its own seals."""
    try:
        if found is not None and _compare_with_reference(path, pdf, ticket, *found, report, progress):
            return
    except PnpError as error:
        report.wrong(Check.LOOKS, f"the game cannot be drawn again: {first_line(error.problems)}")
    check_seals(pdf, ticket.pages, Sealer(), report)
    with opened(path) as document:
        game = None if found is None else found[1]
        Viewer(document, report, CutLines(game, ticket.job.layout), ticket.job, {}).check(None, progress)


def _compare_with_reference(
    path: Path, pdf: pikepdf.Pdf, ticket: Ticket, project: Project, game: Game, report: Report, progress: Progress
) -> bool:
    """Compare the file with a reference print, and report differences; return whether the game could be printed."""
    job, companion = ticket.job, None
    pieces = expected_pieces(report, game, ticket)
    box = game
    if job.memo is not None:
        try:
            companion = job.memo.draw(project, game, job, pieces, Cache.disabled())
            if companion is not None:
                box, report.memo_deck = companion.add_to(game), companion.deck.name
        except PnpError as error:
            report.wrong(Check.COUNT, f"the memo cannot be drawn again: {first_line(error.problems)}")
    whole = pieces + (companion.pieces if companion is not None else [])
    chosen = None if job.selection is None else {(piece.id, piece.copy) for piece in whole}
    compare_pieces(report, box, job.layout.sides, chosen)
    if not whole:
        return False
    with reference_print(project, game, job, pieces, companion, progress, problems=report.known) as reference:
        drawn = reference.result.drawn
        if report.draft:
            _note_problems(report, drawn.problems)
        compare_places(report, reference.result.pages, ticket)
        compare_drawings(report, {side: face.key for side, face in drawn.shown.items()}, ticket)
        try:
            compare_catalog(pdf, reference.pdf, report)
        except UNREADABLE as error:
            report.wrong(Check.PAGES, f"its outline, layers or page labels cannot be read: {short_error(error)}")
        same = compare_pages(path, pdf, reference, report, progress)
        doubted = {finding.page for finding in report.findings}
        _look(path, ticket, reference, same - doubted, report, progress)
    return True


def _look(
    path: Path, ticket: Ticket, reference: ReferencePrint, same: Collection[int], report: Report, progress: Progress
) -> None:
    """Look at the text on all pages, and at the faces on those pages that differ."""
    game, layout = reference.result.game, ticket.job.layout
    sizes = {
        face_id(design.id, look): deck.of_look(look).size
        for deck, design in game.designs()
        for look in deck.looks(design)
    }
    originals = ReferenceFaces(reference.result.drawn, sizes, layout, reference.pictures)
    try:
        with opened(path) as document:
            first = ticket.job.pages_before + 1
            keys = {at: [key.rect for key in page.keys] for at, page in enumerate(reference.result.pages, first)}
            Viewer(document, report, CutLines(game, layout), ticket.job, keys).check(originals, progress, same)
    finally:
        originals.close()


def _check_fonts(pdf: pikepdf.Pdf, report: Report) -> None:
    """Check that every font is embedded."""
    fonts = fonts_of(pdf)
    for name, embedded in fonts.items():
        if not embedded:
            report.wrong(Check.FONTS, f"{name} is not embedded")
    report.measured[Check.FONTS] = ", ".join(sorted(fonts)) or "no fonts"


def _check_pictures(traces: list[Trace], report: Report) -> None:
    """Check that no picture is too coarse to print."""
    least: float | None = None
    seen: set[tuple[int, int]] = set()
    for number, trace in enumerate(traces, 1):
        for drawing in trace.drawings:
            if drawing.mark is None or not isinstance(drawing.thing, pikepdf.Stream) or drawing.thing.objgen in seen:
                continue  # the guide shows faces small
            seen.add(drawing.thing.objgen)
            for columns, rows, width, height in pictures(drawing.thing, drawing.matrix):
                dpi = min(columns / max(width, 0.01), rows / max(height, 0.01)) * MM_PER_INCH
                least = dpi if least is None else min(least, dpi)
                if dpi < COARSE and max(columns, rows) > 1:
                    what = drawing.mark.get("/Id", "a face")
                    report.wrong(Check.PICTURES, f"a picture on {what} has only {dpi:.0f} dpi", number)
    report.measured[Check.PICTURES] = "no pictures" if least is None else f"at least {least:.0f} dpi"
