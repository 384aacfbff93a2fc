"""The sheets: a game's PDF as it will print, and downloads beside it: a box, faces in a ZIP, an audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.audit.report import Report
from pnp.config import PRINT_KEYS, PRINTER, resolve_config
from pnp.geometry.units import Size, trim
from pnp.library.faces import render_faces_with, write_faces
from pnp.library.options import BoxOptions, BuildOptions, FaceOptions, MemoOptions
from pnp.memo.source import variants
from pnp.options import options_of
from pnp.pictures.formats import COARSE
from pnp.press.job import FileType
from pnp.printers import saved_printer, saved_printers
from pnp.project.folders import CONFIG_FILE
from pnp.sheet.layout import Layout, Paper, Sides
from pnp.spec.model import Game
from pnp.store.files import read_json
from pnp.terms import Cutting, Side
from pnp.web.answer_types import (
    AssembledBoard,
    AuditReport,
    BoxResult,
    DeckChoice,
    FacesResult,
    ListedJob,
    ListedSpares,
    PrintedSheet,
    SheetControls,
    SheetsResult,
)
from pnp.web.endpoints import (
    Body,
    OptionForm,
    PageRequest,
    json_get,
    json_post,
    list_problems,
    not_found,
    request_form,
    requested_game,
    requesting_page,
)
from pnp.web.files import PDF, ZIP_DATE, JobFolders
from pnp.web.jobs import BackgroundJob, JobContext
from pnp.web.session import GameSession, ProjectSession

PLACEMENTS: Final = "placements"
PRINT: Final = ("paper", "lang", "ink", "margin")
"""Options that pages send for every print."""
SHEETS: Final = request_form(
    OptionForm, BuildOptions, *PRINT, "sides", "cut", "bleed", "marks", "printer", "nest", "guide", "with_memo",
    "draft", decks="only",
)  # fmt: skip


def routes(session: ProjectSession, folders: JobFolders) -> list[Route]:
    """Return the routes of the sheets page."""

    def controls(request: Request) -> SheetControls:
        return print_choices(session.open_game(requested_game(request)))

    def sheets(request: Request, order: OptionForm) -> ListedJob[SheetsResult]:
        return start_job(session, request, order, "sheets", lambda opened, tools: _print(opened, order, folders, tools))

    def spare(request: Request, order: OptionForm) -> ListedJob[list[ListedSpares]]:
        return start_job(session, request, order, "spare", lambda opened, tools: _spare_places(opened, order, tools))

    return [
        Route("/api/{game}/sheets", json_get(controls)),
        Route("/api/{game}/sheets", json_post(SHEETS, sheets), methods=["POST"]),
        Route("/api/{game}/sheets/spare", json_post(SHEETS, spare), methods=["POST"]),
    ]


def start_job(
    session: ProjectSession,
    request: Request,
    order: PageRequest,
    kind: str,
    work: Callable[[GameSession, JobContext], Any],
) -> ListedJob[Any]:
    """Start a job for a page on the current version of the game, and return it as plain data.

    It replaces the page's earlier job of the same kind.
    """
    opened = session.open_game(requested_game(request))
    key = f"{kind} {opened.game.id} {opened.version} {order.model_dump_json()} {saved_printers()}"
    job = session.jobs.start(
        opened.game.id, kind, key, lambda tools: work(opened, tools), page=requesting_page(request), slot=kind
    )
    return job.as_data()


def print_choices(opened: GameSession) -> SheetControls:
    """Return the choices for a print, and the default of each setting with its source."""
    spec, game = opened.spec, opened.game
    printers, build = saved_printers(), options_of(BuildOptions)
    chosen = resolve_config(*game, printer=saved_printer())
    shown = {
        "paper": chosen.paper.name, "bleed": trim(chosen.bleed), "languages": chosen.lang,
        "marks": "yes" if chosen.marks else "no",
    }  # fmt: skip
    return {
        "values": {
            name: {"value": shown.get(name, str(getattr(chosen, name))), "from": _origin(chosen.origin(name))}
            for name in PRINT_KEYS
            if name != "output"
        },
        "languages": [] if spec is None else list(spec.languages),
        "papers": build["paper"].choices, "sides": build["sides"].choices, "inks": build["ink"].choices,
        "cuts": build["cut"].choices,
        "printers": sorted(printers),
        "decks": [] if spec is None else [_deck(spec, name, chosen.lang) for name in spec.decks],
        "nests": spec is not None and any(deck.nests for deck in spec.decks.values()),
        "memos": variants(game.project.components / game.id), "formats": options_of(MemoOptions)["form"].choices,
        "forms": options_of(BoxOptions)["form"].choices,
        "problems": list_problems(opened.problems, game.project),
    }  # fmt: skip


def _origin(origin: str) -> str:
    """Return the source of a setting as pages name it: "config", "printer", "default" or "game"."""
    return (
        "config" if origin.startswith(CONFIG_FILE) else {PRINTER: "printer", "default": "default"}.get(origin, "game")
    )


def _deck(spec: Game, name: str, lang: str) -> DeckChoice:
    deck = spec.decks[name]
    return {"name": name, "title": deck.title[lang], "count": deck.count}  # type: ignore[index]


def _print(opened: GameSession, order: OptionForm, folders: JobFolders, tools: JobContext) -> SheetsResult:
    """Print the sheets, and return all results of the build."""
    began = perf_counter()
    options = order.to_options(BuildOptions, out=folders.folder(tools.job), progress=tools.progress)
    printed = pnp.build.with_options(opened.game, options)
    tools.job.files.update({PDF: printed.pdf, PLACEMENTS: printed.placements})
    listing = read_json(printed.placements.read_bytes())
    machine = saved_printer(options.printer)
    return {
        "file": printed.pdf.name, "seconds": round(perf_counter() - began, 2),
        "paper": listing["paper"], "sides": listing["sides"], "cut": listing.get("cut", Cutting.AUTO),
        "pieces": printed.pieces, "whole": printed.whole, "sheets": printed.sheets, "least": printed.least_sheets,
        "memos": printed.memos,
        "papers": printed.papers, "coverage": printed.coverage, "faces": printed.faces, "drawn": printed.drawn,
        "savings": [
            {"cut": saving.cut, "margin": saving.margin, "sheets": saving.sheets, "clips": saving.clips}
            for saving in printed.savings
        ],
        "coarse_below": COARSE, "coarse": sorted(printed.coarse.items(), key=lambda each: each[1]),
        "lost": {file: list(parts) for file, parts in printed.lost.items()}, "left_out": printed.left_out,
        "draft": options.draft, "problems": list_problems(printed.problems, opened.game.project),
        "home_fonts": printed.home_fonts,
        "moved": list(machine.offset) if Sides(listing["sides"]).duplex and any(machine.offset) else None,
        "pages": list_sheets(listing, opened.spec), "boards": list_boards(listing, opened.spec),
    }  # fmt: skip


def list_sheets(listing: Body, spec: Game | None) -> list[PrintedSheet]:
    """Return the sheets of a print, each with its pages, its number of pieces, and how it is turned over.

    `turn` is "x" if turning or folding the sheet swaps left and right, "y" if it swaps top and bottom, and None for
    one-sided sheets.
    """
    paper = Paper(listing["paper"]["name"], Size(listing["paper"]["width"], listing["paper"]["height"]))
    layout = Layout(paper, Sides(listing["sides"]))
    first = listing["pages"][0]["page"] if listing["pages"] else 1
    turn: Literal["x", "y"] | None = ("x" if layout.flips_sideways else "y") if layout.sides.duplex else None
    found: list[PrintedSheet] = []
    if first > 1:
        found.append({"sheet": 0, "front": 1, "back": None, "turn": turn, "pieces": 0})  # the guide, with a blank back
    for page in listing["pages"]:
        if page["side"] == Side.FRONT:
            found.append({"sheet": page["sheet"], "front": page["page"], "back": None, "turn": turn, "pieces": 0})
        else:
            found[-1]["back"] = page["page"]
    sheets = {sheet["front"]: sheet for sheet in found}
    fronts: dict[tuple[str, int], Body] = {}
    for placed in listing["placements"]:
        sheet = sheets.get(placed["page"])
        if sheet is None:
            continue
        deck = None if spec is None else spec.decks.get(placed["deck"])
        piece = (placed["piece"], placed["copy"])
        if placed["side"] == Side.FRONT:
            sheet["pieces"] += 1
            fronts[piece] = placed
        elif layout.sides is Sides.FOLD and piece in fronts and (deck is None or not deck.kind.folds_up):
            sheet["turn"] = "x" if abs(placed["y"] - fronts[piece]["y"]) < 0.01 else "y"
            sheet["back"] = sheet["front"]
    return found


def list_boards(listing: Body, spec: Game | None) -> list[AssembledBoard]:
    """Return the boards of a print that are in parts, one of each design and side, row by row.

    A part covers the glue strips of those before it.
    """
    boards: dict[tuple[str, str], AssembledBoard] = {}
    for placed in listing["placements"]:
        if "part" not in placed:
            continue
        part, deck = placed["part"], None if spec is None else spec.decks.get(placed["deck"])
        title, (width, height) = placed["deck"] if deck is None else deck.title[listing["lang"]], part["board"]
        board = boards.setdefault(
            (placed["piece"], placed["side"]),
            {"title": title, "side": placed["side"], "width": width, "height": height, "parts": []},
        )
        if any(part["name"] == other["name"] for other in board["parts"]):
            continue  # of another copy
        turned = placed["rotation"] % 180 != 0
        across, down = (placed["height"], placed["width"]) if turned else (placed["width"], placed["height"])
        board["parts"].append(
            {
                "name": part["name"], "x": part["x"], "y": part["y"], "width": across, "height": down,
                "seen": [], "page": placed["page"], "left": placed["x"], "top": placed["y"], "turn": placed["rotation"],
            }
        )  # fmt: skip
    for board in boards.values():
        _cover(board)
    return list(boards.values())


def _cover(board: AssembledBoard) -> None:
    """Put the parts of a board in the order in which they cover each other, with what is seen of each.

    On the front a part covers the glue strips to its left and above; on the back, the strip of the part above is seen.
    """
    parts, behind = board["parts"], board["side"] == Side.BACK
    parts.sort(key=lambda part: (-part["y"] if behind else part["y"], part["x"]))
    for part in parts:
        right = min([other["x"] for other in parts if other["x"] > part["x"]], default=board["width"])
        below = [other["y"] for other in parts if other["y"] > part["y"]]
        above = [other["y"] + other["height"] for other in parts if other["y"] < part["y"]]
        low = part["y"] + part["height"] if behind else min(below, default=board["height"])
        top = max(above, default=part["y"]) if behind else part["y"]
        part["seen"] = [part["x"], top, right - part["x"], low - top]


def _spare_places(opened: GameSession, order: OptionForm, tools: JobContext) -> list[ListedSpares]:
    """Return how many more pieces would fit on the sheets."""
    from pnp.library.sheets import find_spare_places  # slow to load

    found = find_spare_places.with_options(opened.game, order.to_options(BuildOptions, progress=tools.progress))
    return [{"decks": list(each.decks), "size": str(each.size), "count": each.places} for each in found]


ZIP: Final = "zip"
SHOWN: Final = 12
"""Maximum number of findings listed per check."""


class FacesRequest(OptionForm):
    """Request for single faces."""

    kind: FileType = FileType.PNG
    with_bleed: bool = Field(False, alias="bleed")
    dpi: int = Field(300, ge=30, le=1200)


BOX: Final = request_form(OptionForm, BoxOptions, *PRINT, "form", "sleeved")
FACES: Final = request_form(FacesRequest, BuildOptions, *PRINT)


class AuditRequest(PageRequest):
    """Request that names the job of a PDF."""

    job: str = Field(max_length=200)


def download_routes(session: ProjectSession, folders: JobFolders) -> list[Route]:
    """Return the routes of boxes, single faces and audits."""

    def box(request: Request, order: OptionForm) -> ListedJob[BoxResult]:
        return start_job(session, request, order, "box", lambda opened, tools: _box(opened, order, folders, tools))

    def faces(request: Request, order: FacesRequest) -> ListedJob[FacesResult]:
        return start_job(session, request, order, "faces", lambda opened, tools: _faces(opened, order, folders, tools))

    def audit(request: Request, order: AuditRequest) -> ListedJob[AuditReport]:
        job = session.jobs.find(order.job)
        if job is None or job.game != session.open_game(requested_game(request)).game.id or PDF not in job.files:
            raise not_found("job", order.job)
        return start_job(session, request, order, "audit", lambda opened, tools: _audit(opened, job, tools))

    return [
        Route("/api/{game}/sheets/box", json_post(BOX, box), methods=["POST"]),
        Route("/api/{game}/sheets/faces", json_post(FACES, faces), methods=["POST"]),
        Route("/api/{game}/sheets/audit", json_post(AuditRequest, audit), methods=["POST"]),
    ]


def _box(opened: GameSession, order: OptionForm, folders: JobFolders, tools: JobContext) -> BoxResult:
    made = pnp.print_box.with_options(opened.game, order.to_options(BoxOptions, out=folders.folder(tools.job)))
    tools.job.files.update({PDF: made.pdf})
    return {"file": made.pdf.name, "sheets": made.sheets, "form": made.form, "inside": list(made.inside)}


def _faces(opened: GameSession, order: FacesRequest, folders: JobFolders, tools: JobContext) -> FacesResult:
    """Write all single faces to a ZIP."""
    game = opened.game
    chosen = resolve_config(*game, order.to_options(FaceOptions))
    with tools.stages("drawing") as progress:
        bleed = chosen.bleed if order.with_bleed else 0
        faces = render_faces_with(game, order.to_options(FaceOptions, bleed=bleed, progress=progress), chosen)
    folder = folders.folder(tools.job)
    path = folder / f"{game.id}_{chosen.lang}_{chosen.ink}_faces_{order.kind}.zip"
    limits, ending = chosen.limits, f"{chosen.lang}_{chosen.ink}"
    packed = ZIP_STORED if order.kind is FileType.PNG else ZIP_DEFLATED  # PNG files are already compressed
    with tools.stages("writing") as progress, ZipFile(path, "w") as archive:
        for done, face in enumerate(faces):
            progress(done, len(faces))
            [made] = write_faces([face], folder / "faces", ending, order.kind, dpi=order.dpi, limits=limits)
            about = ZipInfo(f"{path.stem}/{made.name}", ZIP_DATE)
            about.compress_type = packed
            archive.writestr(about, made.read_bytes())
            made.unlink()
    tools.job.files.update({ZIP: path})
    return {"file": path.name, "faces": len(faces)}


def _audit(opened: GameSession, job: BackgroundJob, tools: JobContext) -> AuditReport:
    """Audit the PDF of a finished job."""
    project = opened.game.project
    report = pnp.audit_file(job.files[PDF], start=project.root, allow_code=project.allow_code, progress=tools.progress)
    return report_as_data(report, job.files[PDF])


def report_as_data(report: Report, file: Path) -> AuditReport:
    """Return an audit report as plain data: each check with its result and findings."""
    wrong = report.by_check()
    return {
        "file": file.name, "sound": report.sound, "draft": report.draft, "verdict": report.verdict,
        "pieces": report.found, "wanted": report.wanted, "notes": report.notes,
        "checks": [
            {
                "check": check.name.lower(), "measured": measured, "ok": check not in wrong,
                "findings": [str(finding) for finding in wrong.get(check, [])[:SHOWN]],
                "more": max(0, len(wrong.get(check, [])) - SHOWN),
            }
            for check, measured in report.answers()
        ],
    }  # fmt: skip
