"""Writer `cut`: sheets for cutting machines, as PDFs with registration marks, and their cut lines as SVG and DXF."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pnp.box.order import BoxOrder
from pnp.config import read_config
from pnp.errors import LayoutError, Problem, option_location, quote_value
from pnp.export.cutguide import CutJob, cutting_instructions
from pnp.export.cutlines import CutLine, front_pages, net_lines, page_lines, sheet_key
from pnp.export.cutsvg import write_svg
from pnp.export.dxf import write_dxf
from pnp.export.hands import make_part
from pnp.export.job import ExportJob
from pnp.export.layouts import published_layouts
from pnp.export.machining import bounding_box, make_box_sheets, make_sheets, plan_clear_box
from pnp.export.options import ExportOption, OptionKind
from pnp.geometry.units import Size, read_size
from pnp.pictures.pdf_images import LateImageSource, write_pdf
from pnp.printers import saved_printer
from pnp.sheet.impose import has_printed_backs
from pnp.sheet.layout import Layout, Paper, Sides, parse_paper
from pnp.sheet.machine import CutRun, Machine, MarkPattern, Registration, plan_cut_runs
from pnp.spec.selection import slug
from pnp.store.cache import Cache

SOURCE: Final = "silhouette-card-maker"
GUIDE: Final = "how-to-cut.txt"
LONGEST_NAME: Final = 60
LENGTHS: Final = ("inset", "arm", "stroke", "square", "clear")
OPTIONS: Final = (
    ExportOption("paper", "the paper in the printer: a4, letter, WxH; else the project's"),
    ExportOption(
        "sides", "how backs are printed", OptionKind.CHOICE, Sides.DUPLEX_LONG,
        (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT, Sides.FRONTS),
    ),
    ExportOption("marks", "registration marks", OptionKind.CHOICE, MarkPattern.THREE, tuple(MarkPattern)),
    ExportOption("inset", "from the paper's edges to the marks, in mm", OptionKind.NUMBER, 10, most=90),
    ExportOption("arm", "the length of the marks' lines, in mm", OptionKind.NUMBER, 20, least=2, most=60),
    ExportOption("stroke", "their width, in mm", OptionKind.NUMBER, 0.3, least=0.05, most=3),
    ExportOption("square", "the side of the square mark, in mm", OptionKind.NUMBER, 5, least=2, most=20),
    ExportOption("clear", "kept free round each mark, in mm", OptionKind.NUMBER, 20, most=80),
    ExportOption("gap", "between pieces, in mm", OptionKind.NUMBER, 3, least=0.5, most=50),
    ExportOption("area", "the most that can be cut of a sheet: WxH, or a4=WxH, letter=WxH"),
    ExportOption("templates", f"lay cards as {SOURCE} does where it has a template", OptionKind.FLAG, True),
    ExportOption("corner", "round sharp corners by that radius, in mm", OptionKind.NUMBER, most=30),
    ExportOption("box", "the game's box, too", OptionKind.FLAG, True),
    ExportOption("picture-dpi", "fronts also as pictures, at that many dpi", OptionKind.NUMBER, 0, most=1200),
)  # fmt: skip


def write(job: ExportJob) -> None:
    """Write a folder for each run of sheets, and one for the box, each with a PDF and the files that cut its sheets."""
    with ExitStack() as stack:
        cache = job.cache
        if not cache.keeps:  # recompressed pictures need a place on disk
            cache = Cache(Path(stack.enter_context(TemporaryDirectory(prefix="pnp-"))))
        layout, machine = _read_settings(job)
        job.faces()  # checks the safe zone
        runs, too_large = plan_cut_runs(job.pieces, layout, machine)
        for deck in too_large:
            job.leave_out(deck, f"too large to be cut from {layout.paper.name}")
        if layout.sides is Sides.FRONTS and any(piece.deck.has_reverse for piece in job.pieces):
            job.notice("Backs are not printed: only fronts were asked for")
        told = [*_write_runs(job, runs, cache)]
        if job.option("box") and not job.order.only:
            told += _write_box(job, layout, machine, {each.pdf.partition("/")[0] for each in told})
    job.add(GUIDE, cutting_instructions(told, SOURCE).encode())


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
    faces = [len({(p.piece.drawing, p.side) for page in run.pages for p in page.placements}) for run in runs]
    parts = [
        make_part(count, 0, make_sheets, job.project, job.game, run, *order, dpi, corner, cache)
        for run, count in zip(runs, faces, strict=True)
    ]
    told = []
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
        told.append(about)
    return told


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
    order = BoxOrder().job(layout.paper, job.order.lang, job.order.ink)
    planned = plan_clear_box(job.game, order, machine.registration)
    if planned is None:
        job.notice(f"The box does not fit on {layout.paper.name} clear of the marks; print it with pnp box instead")
        return []
    order, plan = planned
    folder = "box" if "box" not in taken else "game-box"
    part = make_part(1, 0, make_box_sheets, job.project, job.game, order, plan, machine.registration)
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
