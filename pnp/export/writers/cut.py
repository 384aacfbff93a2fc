"""Sheets for cutting machines: PDFs with registration marks, and the lines of each sheet as SVG and DXF."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from pnp.box.build import BoxPlan, draw_box, plan_box
from pnp.box.order import BoxOrder
from pnp.config import read_config
from pnp.errors import LayoutError, Problem, option_location, quote_value
from pnp.export.cut_files import (
    CutJob,
    CutLine,
    cutting_instructions,
    front_pages,
    net_lines,
    page_lines,
    sheet_key,
    write_dxf,
    write_svg,
)
from pnp.export.job import ExportJob, make_part
from pnp.export.order import ExportOption, OptionKind
from pnp.export.raster import SUPERSAMPLING
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, Size, read_size
from pnp.pictures.pdf_images import LateImageSource, PdfWithPictures, write_pdf
from pnp.press.document import build_pdf
from pnp.press.job import Job
from pnp.press.nets import build_net_pdf
from pnp.printers import saved_printer
from pnp.project.folders import Project
from pnp.sheet.impose import has_printed_backs
from pnp.sheet.layout import LARGEST_MARGIN, Layout, Margins, Paper, Sides, parse_paper
from pnp.sheet.machine import CutRun, Machine, MarkPattern, PublishedLayout, Registration, plan_cut_runs
from pnp.sheet.net import NetPage, clip_path
from pnp.sheet.page import Page, bounds
from pnp.spec.model import Game
from pnp.spec.selection import slug
from pnp.store.cache import Cache
from pnp.store.fingerprint import cached_digests
from pnp.terms import Ink, Lang, Shape, Side
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    from PIL.Image import Image

PUBLISHED: Final = Path(__file__).parents[1] / "published"


@cache
def published_layouts(source: str) -> tuple[PublishedLayout, ...]:
    """Return all layouts of a source, those with the most pieces first."""
    data = tomllib.loads((PUBLISHED / f"{source}.toml").read_text(encoding="utf-8"))
    made = [
        _layout(data, paper, card, about) for paper, cards in data["layouts"].items() for card, about in cards.items()
    ]
    return tuple(sorted(made, key=lambda each: -each.columns * each.rows))


def _layout(data: dict[str, Any], paper: str, card: str, about: dict[str, Any]) -> PublishedLayout:
    size, drawn = Size(*data["cards"][card]["size"]), data["cards"][card]
    upright = Size(*data["papers"][paper])
    across, down = (_pixels(side, data) + _pixels(data["gap"], data) for side in size)
    registration = Registration(
        inset=data["inset"], arm=min(about["arm"], data["longest-arm"]), stroke=data["stroke"], square=data["square"],
        bordered=True, clear=about["arm"],
    )  # fmt: skip
    return PublishedLayout(
        f"{paper}-{card}-v{about['version']}", upright.turned if about["landscape"] else upright, size,
        Shape(drawn.get("shape", Shape.RECT)), about["columns"], about["rows"], (across, down), drawn.get("corner", 0),
        registration,
    )  # fmt: skip


def _pixels(length: float, data: dict[str, Any]) -> float:
    """Return a length in mm, rounded to whole pixels of the source's resolution."""
    dpi = float(data["dpi"])
    return round(length / MM_PER_INCH * dpi) * MM_PER_INCH / dpi


STEP: Final = 2.0
"""Difference between the margins that are tried for a box, in mm."""


@task
def make_sheets(
    project: Project, game: Game, run: CutRun, lang: Lang, ink: Ink, dpi: float, corner: float | None, cache: Cache, *,
    progress: Progress = silent,
) -> tuple[PdfWithPictures, list[bytes]]:  # fmt: skip
    """Return the PDF of a run, and a picture of each front unless `dpi` is 0.

    Pictures to be embedded in the PDF are kept in the cache.
    """
    pieces = list({(p.piece.id, p.piece.copy): p.piece for page in run.pages for p in page.placements}.values())
    with cached_digests(project.components / game.id, cache):
        result = build_pdf(
            project, game, Job(run.layout, lang, ink), pieces, None, cache, progress, measured=False, laid=run.pages
        )
    pictures: Iterator[bytes] = iter(())
    if dpi:
        whole = BytesIO()
        write_pdf(result.pdf, LateImageSource(project.components / game.id, cache), whole)
        pictures = _pictures(whole.getvalue(), run.pages, dpi, corner)
    return result.pdf, list(pictures)


@task
def make_box_sheets(project: Project, game: Game, job: Job, registration: Registration) -> bytes:
    """Return the PDF of a box; it is planned again, because nets cannot be sent to a worker."""
    return build_net_pdf(draw_box(project, game, job, plan_box(game, job)), game.id, job, registration)


def plan_clear_box(game: Game, job: Job, registration: Registration) -> tuple[Job, BoxPlan] | None:
    """Return the job and the plan of a box clear of the marks, on as few sheets as possible; None if none is clear."""
    best: tuple[Job, BoxPlan] | None = None
    rim = registration.inset
    while rim <= registration.inset + registration.clear:
        margin = Margins.even(rim)
        rim += STEP
        try:
            tried = replace(job, layout=replace(job.layout, margin=margin))
            plan = plan_box(game, tried)
        except LayoutError:
            continue
        if all(_is_clear(page, registration) for page in plan.pages) and (
            best is None or len(plan.pages) < len(best[1].pages)
        ):
            best = tried, plan
    return best


def _is_clear(sheet: NetPage, registration: Registration) -> bool:
    """Return whether all ink and cuts of a page of nets are clear of the marks."""
    for zone in registration.zones(sheet.paper):
        for part in sheet.parts:
            inks = [panel.ink.moved(*part.at) for panel in part.net.panels]
            if any(ink.overlaps(zone) and part.inked().overlaps(zone) for ink in inks):
                return False
            if any(True for path in part.cuts() for _ in clip_path(path, zone)):
                return False
    return True


def _pictures(pdf: bytes, pages: Sequence[Page], dpi: float, corner: float | None) -> Iterator[bytes]:
    """Yield the fronts of sheets as PNG files: only the pieces, cut out, cropped to their bounding box."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(pages):
            if page.side is not Side.FRONT:
                continue
            image = document[number].render(scale=dpi / 72, may_draw_forms=False).to_pil().convert("RGB")
            yield _cut_out(image, page_lines(page, corner), dpi)
            image.close()
    finally:
        document.close()


def bounding_box(lines: Iterable[CutLine]) -> Rect:
    """Return the bounding box of all lines, in mm."""
    return bounds([Rect(*each.line.box) for each in lines]) or Rect(0, 0, 0, 0)


def _cut_out(image: Image, lines: Sequence[CutLine], dpi: float) -> bytes:
    """Return a PNG of what is inside closed lines."""
    from PIL import Image as Images
    from PIL import ImageDraw

    per_mm = dpi / MM_PER_INCH
    frame = bounding_box(lines)
    left, top = round(frame.x * per_mm), round(frame.y * per_mm)
    width, height = round(frame.right * per_mm) - left, round(frame.bottom * per_mm) - top
    mask = Images.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING))
    for each in lines:
        if each.closed:
            ImageDraw.Draw(mask).polygon(_dots(each.line, per_mm, left, top), fill=255)
    framed = image.crop((left, top, left + width, top + height))
    framed.putalpha(mask.resize((width, height), Images.Resampling.BOX))
    out = BytesIO()
    framed.save(out, "PNG", dpi=(dpi, dpi), compress_level=3)
    return out.getvalue()


def _dots(line: Outline, per_mm: float, left: int, top: int) -> list[tuple[float, float]]:
    return [((x * per_mm - left) * SUPERSAMPLING, (y * per_mm - top) * SUPERSAMPLING) for x, y in line.polygon]


SOURCE: Final = "silhouette-card-maker"
GUIDE: Final = "how-to-cut.txt"
LONGEST_NAME: Final = 60
LENGTHS: Final = ("inset", "arm", "stroke", "square", "clear")
OPTIONS: Final = (
    ExportOption("paper", "paper size: a4, letter or WxH (default: the project's)"),
    ExportOption(
        "sides", "how backs are printed", OptionKind.CHOICE, Sides.DUPLEX_LONG,
        (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT, Sides.FRONTS),
    ),
    ExportOption("marks", "pattern of registration marks", OptionKind.CHOICE, MarkPattern.THREE, tuple(MarkPattern)),
    ExportOption("inset", "distance of the marks from the paper's edges, in mm", OptionKind.NUMBER, 10, most=90),
    ExportOption("arm", "length of the marks' lines, in mm", OptionKind.NUMBER, 20, least=2, most=60),
    ExportOption("stroke", "line width of the marks, in mm", OptionKind.NUMBER, 0.3, least=0.05, most=3),
    ExportOption("square", "side of the square mark, in mm", OptionKind.NUMBER, 5, least=2, most=20),
    ExportOption("clear", "space kept free around each mark, in mm", OptionKind.NUMBER, 20, most=80),
    ExportOption("gap", "gap between pieces, in mm", OptionKind.NUMBER, 3, least=0.5, most=50),
    ExportOption("area", "maximum cutting area: WxH, or a4=WxH, letter=WxH"),
    ExportOption("templates", f"use {SOURCE}'s layouts where they fit", OptionKind.FLAG, True),
    ExportOption("corner", "radius for rounding sharp corners, in mm", OptionKind.NUMBER, most=30),
    ExportOption("box", "include the game's box", OptionKind.FLAG, True),
    ExportOption("picture-dpi", "also write fronts as pictures, in dpi; 0 for none", OptionKind.NUMBER, 0, most=1200),
)  # fmt: skip


def write(job: ExportJob) -> None:
    """Write a folder for each run of sheets, and one for the box, each with a PDF and the files that cut its sheets."""
    with ExitStack() as stack:
        cache = job.cache
        if not cache.enabled:  # recompressed pictures need a place on disk
            cache = Cache(Path(stack.enter_context(TemporaryDirectory(prefix="pnp-"))))
        layout, machine = _read_settings(job)
        job.faces()  # checks the safe zone
        runs, too_large = plan_cut_runs(job.pieces, layout, machine)
        for deck in too_large:
            job.leave_out(deck, f"too large to be cut from {layout.paper.name}")
        if layout.sides is Sides.FRONTS and any(piece.deck.has_reverse for piece in job.pieces):
            job.notice("Backs are not printed: sides is set to fronts")
        jobs = [*_write_runs(job, runs, cache)]
        if job.option("box") and not job.order.only:
            jobs += _write_box(job, layout, machine, {each.pdf.partition("/")[0] for each in jobs})
    job.add(GUIDE, cutting_instructions(jobs, SOURCE).encode())


def _read_settings(job: ExportJob) -> tuple[Layout, Machine]:
    """Return the layout of the sheets and the machine's settings."""
    asked = job.option("paper")
    paper = read_config(job.project).paper if asked is None else parse_paper(asked)
    sides = Sides(str(job.option("sides")))
    printer = saved_printer(None)
    offset, turn, scale = (printer.offset, printer.turn, printer.scale) if sides.duplex else ((0.0, 0.0), 0.0, 1.0)
    layout = Layout(
        paper, sides, gap=float(job.option("gap")), bleed=job.profile.bleed, marks=False, offset=offset, nest=True,
        turn=turn, scale=scale,
    )  # fmt: skip
    inset, arm, stroke, square, clear = (float(job.option(name)) for name in LENGTHS)
    pattern = MarkPattern(str(job.option("marks")))
    registration = Registration(pattern, inset, arm, stroke, square, clear=clear)
    published = published_layouts(SOURCE) if job.option("templates") else ()
    return layout, Machine(registration, _area(job.option("area"), paper), published)


def _area(text: str | None, paper: Paper) -> Size | None:
    """Return the maximum cutting area on a paper, or None for no limit; raise LayoutError if the text is not valid."""
    if text is None:
        return None
    for part in text.split(","):
        name, sign, size = (each.strip() for each in part.rpartition("="))
        area = read_size(size)
        if area is None or bool(name) != bool(sign):
            hint = "for example 171.4x234.9, or a4=165.9x234.7, letter=171.4x234.9"
            message = "must be a width and a height, for all papers or for each"
            raise LayoutError(
                Problem(option_location("--set area"), message, hint, found=quote_value(text), code="E1102")
            )
        if name in ("", paper.name):
            return area
    return None


def _write_runs(job: ExportJob, runs: Sequence[CutRun], cache: Cache) -> list[CutJob]:
    dpi = float(job.option("picture-dpi"))
    corner = None if job.option("corner") is None else float(job.option("corner"))
    order = job.order.lang, job.order.ink
    faces = [len({(p.piece.face_id, p.side) for page in run.pages for p in page.placements}) for run in runs]
    parts = [
        make_part(count, 0, make_sheets, job.project, job.game, run, *order, dpi, corner, cache)
        for run, count in zip(runs, faces, strict=True)
    ]
    jobs = []
    for run, part, made in zip(runs, parts, job.make(parts, "sheets"), strict=True):
        folder = slug("-".join(run.decks))[:LONGEST_NAME]
        titles = ", ".join(job.game.decks[deck].title[job.order.lang] for deck in run.decks)
        fronts = front_pages(run.pages)
        about = CutJob(
            titles, f"{folder}/sheets.pdf", run.layout.paper.size, len(fronts), run.registration,
            has_printed_backs(run.pages),
        )  # fmt: skip
        if run.published is not None:
            about.template, about.corner = run.published.name, run.published.corner
        pictures: list[bytes] = []
        if made is None:
            job.add(about.pdf, b"", part.faces * 30_000 + len(run.pages) * 4_000)
        else:
            pdf, pictures = made
            with job.writing(about.pdf) as file:
                write_pdf(pdf, LateImageSource(job.project.components / job.game.id, cache), file)
        lines = [page_lines(page, corner) for page in fronts]
        _write_cuts(job, about, folder, lines, run.layout.paper.size)
        if dpi:
            about.frames = [Size(*bounding_box(each)[2:]) for each in lines]
            about.pictures = [f"{folder}/sheet-{number}.png" for number in range(1, len(fronts) + 1)]
            for at, name in enumerate(about.pictures):
                width, height = about.frames[at]
                job.add(name, b"" if job.dry else pictures[at], round(width * height * (dpi / 25.4) ** 2 / 4))
        jobs.append(about)
    return jobs


def _write_cuts(job: ExportJob, about: CutJob, folder: str, sheets: Sequence[list[CutLine]], paper: Size) -> None:
    """Write the files that cut the sheets; sheets with identical lines share one."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, lines in enumerate(sheets, 1):
        alike.setdefault(sheet_key(lines), []).append(number)
    for numbers in alike.values():
        lines = sheets[numbers[0] - 1]
        name = f"{folder}/cut-sheet-{_format_ranges(numbers, '-to-', '+')}"
        job.add(f"{name}.svg", write_svg(paper, lines, about.registration))
        job.add(f"{name}.dxf", write_dxf(paper, lines, about.registration))
        which = "sheet" if len(numbers) == 1 else "sheets"
        about.cuts.append((f"{which} {_format_ranges(numbers, '–', ', ')}", name))


def _format_ranges(numbers: Sequence[int], to: str, also: str) -> str:
    """Return numbers as ranges, such as 1–4, 6."""
    found = []
    for _, same in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        run = [number for _, number in same]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}{to}{run[-1]}")
    return also.join(found)


def _write_box(job: ExportJob, layout: Layout, machine: Machine, taken: set[str]) -> list[CutJob]:
    """Write the PDF of the box and the files that cut and crease it, or add a notice if it is too large."""
    if machine.registration.inset > LARGEST_MARGIN:
        job.notice(
            f"The box is not included: it needs an inset of at most {LARGEST_MARGIN:g} mm; "
            f"set one, or print the box with pnp box"
        )
        return []
    order = BoxOrder().job(layout.paper, job.order.lang, job.order.ink)
    planned = plan_clear_box(job.game, order, machine.registration)
    if planned is None:
        job.notice(f"The box does not fit on {layout.paper.name} clear of the marks; print it with pnp box instead")
        return []
    order, plan = planned
    folder = "box" if "box" not in taken else "game-box"
    part = make_part(1, 0, make_box_sheets, job.project, job.game, order, machine.registration)
    about = CutJob("Box", f"{folder}/sheets.pdf", plan.pages[0].paper, len(plan.pages), machine.registration, False)
    for made in job.make([part], "box"):
        job.add(about.pdf, made or b"", 200_000)
    for sheet in plan.pages:
        lines, number = net_lines(sheet), sheet.sheet
        name = f"{folder}/cut-sheet-{number}"
        job.add(f"{name}.svg", write_svg(sheet.paper, lines, machine.registration))
        job.add(f"{name}.dxf", write_dxf(sheet.paper, lines, machine.registration))
        lies = "landscape" if sheet.paper.width > sheet.paper.height else "portrait"
        about.cuts.append((f"sheet {number} ({lies})", name))
    return [about]
