"""The sheets page: the PDF of a game as it will print, with all results of the build."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, Literal

from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.config import PRINT_KEYS, PRINTER, resolve_config
from pnp.geometry.units import Size, trim
from pnp.library.options import BoxOptions, BuildOptions, MemoOptions
from pnp.memo.source import variants
from pnp.options import options_of
from pnp.pictures.formats import COARSE
from pnp.printers import saved_printer, saved_printers
from pnp.project.folders import CONFIG_FILE
from pnp.sheet.layout import Layout, Paper, Sides
from pnp.spec.model import Game
from pnp.store.files import read_json
from pnp.terms import Cutting, Side
from pnp.web.answer_types import DeckChoice, ListedJob, ListedSpares, PrintedSheet, SheetControls, SheetsResult
from pnp.web.answers import Body, PageRequest, json_get, json_post, requested_game, requesting_page
from pnp.web.bench import GameSession, ProjectSession
from pnp.web.forms import OptionForm, request_form
from pnp.web.jobs import JobContext
from pnp.web.outbox import PDF, JobFolders
from pnp.web.problems import list_problems

PLACEMENTS: Final = "placements"
PRINT: Final = ("paper", "lang", "ink", "margin")
"""Options that pages send for every print."""
SHEETS: Final = request_form(
    OptionForm, BuildOptions, *PRINT, "sides", "cut", "bleed", "marks", "printer", "nest", "guide", "with_memo",
    decks="only",
)  # fmt: skip


def routes(bench: ProjectSession, outbox: JobFolders) -> list[Route]:
    """Return the routes of the sheets page."""

    def controls(request: Request) -> SheetControls:
        return print_choices(bench.shop(requested_game(request)))

    def sheets(request: Request, order: OptionForm) -> ListedJob[SheetsResult]:
        return start_job(bench, request, order, "sheets", lambda shop, tools: _print(shop, order, outbox, tools))

    def spare(request: Request, order: OptionForm) -> ListedJob[list[ListedSpares]]:
        return start_job(bench, request, order, "spare", lambda shop, tools: _spare_places(shop, order, tools))

    return [
        Route("/api/{game}/sheets", json_get(controls)),
        Route("/api/{game}/sheets", json_post(SHEETS, sheets), methods=["POST"]),
        Route("/api/{game}/sheets/spare", json_post(SHEETS, spare), methods=["POST"]),
    ]


def start_job(
    bench: ProjectSession,
    request: Request,
    order: PageRequest,
    kind: str,
    work: Callable[[GameSession, JobContext], Any],
) -> ListedJob[Any]:
    """Start a job for a page on the current version of the game, and return it as plain data.

    It replaces the page's earlier job of the same kind.
    """
    shop = bench.shop(requested_game(request))
    key = f"{kind} {shop.game.id} {shop.version} {order.model_dump_json()} {saved_printers()}"
    job = bench.jobs.start(
        shop.game.id, kind, key, lambda tools: work(shop, tools), page=requesting_page(request), slot=kind
    )
    return job.listed()


def print_choices(shop: GameSession) -> SheetControls:
    """Return the choices for a print, and the default of each setting with its source."""
    spec, game = shop.spec, shop.game
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
        "problems": list_problems(shop.problems, game.project),
    }  # fmt: skip


def _origin(origin: str) -> str:
    """Return the source of a setting as pages name it: "config", "printer", "default" or "game"."""
    return (
        "config" if origin.startswith(CONFIG_FILE) else {PRINTER: "printer", "default": "default"}.get(origin, "game")
    )


def _deck(spec: Game, name: str, lang: str) -> DeckChoice:
    deck = spec.decks[name]
    return {"name": name, "title": deck.title[lang], "count": deck.count}  # type: ignore[index]


def _print(shop: GameSession, order: OptionForm, outbox: JobFolders, tools: JobContext) -> SheetsResult:
    """Print the sheets, and return all results of the build."""
    began = perf_counter()
    options = order.read(BuildOptions, out=outbox.folder(tools.job), progress=tools.progress)
    printed = pnp.build.with_options(shop.game, options)
    tools.job.files.update({PDF: printed.pdf, PLACEMENTS: printed.placements})
    listing = read_json(printed.placements.read_bytes())
    machine = saved_printer(options.printer)
    return {
        "file": printed.pdf.name, "seconds": round(perf_counter() - began, 2),
        "paper": listing["paper"], "sides": listing["sides"], "cut": listing.get("cut", Cutting.AUTO),
        "pieces": printed.pieces, "whole": printed.whole, "sheets": printed.sheets, "least": printed.least_sheets,
        "papers": printed.papers, "coverage": printed.coverage, "faces": printed.faces, "drawn": printed.drawn,
        "savings": [
            {"cut": cut, "sheets": saving.sheets, "most": saving.most, "instead": saving.instead}
            for cut, saving in printed.savings.items()
        ],
        "coarse_below": COARSE, "coarse": sorted(printed.coarse.items(), key=lambda each: each[1]),
        "lost": {file: list(parts) for file, parts in printed.lost.items()}, "left_out": printed.left_out,
        "moved": list(machine.offset) if Sides(listing["sides"]).duplex and any(machine.offset) else None,
        "pages": list_sheets(listing, shop.spec),
    }  # fmt: skip


def list_sheets(listing: Body, spec: Game | None) -> list[PrintedSheet]:
    """Return the sheets of a print, each with its pages, its number of pieces, and how it is turned over.

    `turn` is "x" if turning or folding the sheet swaps left and right, "y" if it swaps top and bottom, and None for
    one-sided sheets.
    """
    paper = Paper(listing["paper"]["name"], Size(listing["paper"]["width"], listing["paper"]["height"]))
    layout = Layout(paper, Sides(listing["sides"]))
    first = listing["pages"][0]["page"] if listing["pages"] else 1
    turn: Literal["x", "y"] | None = ("x" if layout.turns_sideways else "y") if layout.sides.duplex else None
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


def _spare_places(shop: GameSession, order: OptionForm, tools: JobContext) -> list[ListedSpares]:
    """Return how many more pieces would fit on the sheets."""
    from pnp.library.prints import find_spare_places  # slow to load

    found = find_spare_places.with_options(shop.game, order.read(BuildOptions, progress=tools.progress))
    return [{"decks": list(each.decks), "size": str(each.size), "count": each.places} for each in found]
