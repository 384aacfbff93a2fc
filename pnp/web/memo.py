"""The memo page: the printed memo or rulebook beside its source, with every problem at its line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from pnp.config import resolve_config
from pnp.errors import PnpError, Problem
from pnp.library.memos import check_memos, print_memo_with, sketch_memo
from pnp.library.options import BuildOptions, MemoOptions, RulebookOptions
from pnp.library.rulebooks import check_rulebooks, print_rulebook_with
from pnp.memo.figures import FILE as FIGURES
from pnp.memo.read import LARGEST
from pnp.memo.source import file_name, variants
from pnp.memo.typesetter import Trial
from pnp.options import options_of
from pnp.project.folders import GameRef, resolve_inside
from pnp.rulebook.source import LARGEST as LARGEST_RULEBOOK
from pnp.rulebook.source import file_name as rulebook_file_name
from pnp.rulebook.source import rulebook_files
from pnp.spec.texts import pick_language
from pnp.store.files import read_file
from pnp.terms import Lang
from pnp.web.answer_types import (
    ListedJob,
    MemoControls,
    MemoResult,
    PageSize,
    ProblemList,
    RulebookResult,
    RuleDocument,
)
from pnp.web.endpoints import OptionForm, json_get, json_post, list_problems, request_form, requested_game
from pnp.web.files import PDF, JobFolders, measure_pages
from pnp.web.jobs import JobContext
from pnp.web.session import GameSession, ProjectSession
from pnp.web.sheets import PRINT, start_job
from pnp.worker.limits import Limits

MOST_LISTED: Final = 200
SKETCH: Final = "sketch"
"""Name of a quick preview PDF in `BackgroundJob.files`."""


MEMO: Final = request_form(request_form(OptionForm, BuildOptions, *PRINT), MemoOptions, "variant", "form")
RULEBOOK: Final = request_form(OptionForm, RulebookOptions, "form", "paper", "lang", "ink")
LINT: Final = request_form(OptionForm, MemoOptions, "paper")
CHECK: Final = request_form(OptionForm, RulebookOptions)


def routes(session: ProjectSession, folders: JobFolders) -> list[Route]:
    """Return the routes of the memo page."""
    sizes: dict[str, Trial] = {}  # type sizes of the last print of each memo, for a quick first preview

    def source(request: Request) -> MemoControls:
        asked = request.query_params
        opened, lang = session.open_game(requested_game(request)), asked.get("lang") or None
        return list_memo(opened, asked.get("document", ""), asked.get("variant", ""), lang)

    def memo(request: Request, order: OptionForm) -> ListedJob[MemoResult]:
        return start_job(
            session, request, order, "memo", lambda opened, tools: _print(opened, order, folders, sizes, tools)
        )

    def lint(request: Request, order: OptionForm) -> ListedJob[ProblemList]:
        return start_job(session, request, order, "lint", lambda opened, tools: _lint(opened, order, tools))

    def rulebook(request: Request, order: OptionForm) -> ListedJob[RulebookResult]:
        return start_job(
            session, request, order, "rulebook", lambda opened, tools: _print_rulebook(opened, order, folders, tools)
        )

    def check(request: Request, order: OptionForm) -> ListedJob[ProblemList]:
        return start_job(session, request, order, "lint", lambda opened, tools: _check_rulebooks(opened, tools))

    return [
        Route("/api/{game}/rulebook", json_post(RULEBOOK, rulebook), methods=["POST"]),
        Route("/api/{game}/rulebook/check", json_post(CHECK, check), methods=["POST"]),
        Route("/api/{game}/memo", json_get(source)),
        Route("/api/{game}/memo", json_post(MEMO, memo), methods=["POST"]),
        Route("/api/{game}/memo/check", json_post(LINT, lint), methods=["POST"]),
    ]


def list_memo(opened: GameSession, document: str, variant: str, lang: str | None) -> MemoControls:
    """Return the choices for printing a memo or a rulebook, and the sources of the chosen one."""
    game, spec = opened.game, opened.spec
    folder = game.project.components / game.id
    there = variants(folder)
    documents: list[RuleDocument] = ["memo"] if there or not rulebook_files(folder) else []
    documents += ["rulebook"] if rulebook_files(folder) else []
    picked = next((each for each in documents if each == document), documents[0])
    is_memo = picked == "memo"
    chosen, options = resolve_config(*game), options_of(MemoOptions if is_memo else RulebookOptions)
    languages = [chosen.lang] if spec is None else list(spec.languages)
    shown = pick_language(lang, languages, game.id) if lang else chosen.lang
    named = variant if variant in there else (there or [""])[0]
    sources = memo_sources(game, named, shown) if is_memo else rulebook_sources(game, shown)
    return {
        "documents": documents, "document": picked, "variants": there if is_memo else [],
        "variant": named, "languages": list(languages), "lang": shown,
        "formats": options["form"].choices, "papers": options["paper"].choices, "inks": options["ink"].choices,
        "values": {"paper": chosen.paper.name, "ink": chosen.ink},
        "sources": [
            {"name": Path(name).name, "file": name, "text": text}
            for name, text in sources.items()
        ],
        "problems": list_problems(opened.problems, game.project),
    }  # fmt: skip


def memo_sources(game: GameRef, variant: str, lang: Lang) -> dict[str, str]:
    """Return the readable sources of a memo: text by file, named as in messages."""
    return _read_sources(game, dict.fromkeys((file_name(variant, lang), file_name("", lang), FIGURES)))


def rulebook_sources(game: GameRef, lang: Lang) -> dict[str, str]:
    """Return the readable sources of a rulebook: text by file, named as in messages."""
    return _read_sources(game, (rulebook_file_name(lang), FIGURES))


def _read_sources(game: GameRef, names: Iterable[str]) -> dict[str, str]:
    folder, found = game.project.components / game.id, {}
    for name in names:
        path = resolve_inside(folder, name, game.project.root)
        try:
            if path is not None:
                text = read_file(path, max(LARGEST, LARGEST_RULEBOOK)).decode("utf-8-sig", "replace")
                found[game.project.name(folder / name)] = text.replace("\r\n", "\n")
        except (OSError, PnpError):
            continue  # reported when the memo is printed
    return found


def _print(
    opened: GameSession, order: OptionForm, folders: JobFolders, sizes: dict[str, Trial], tools: JobContext
) -> MemoResult:
    """Print the memo; if that fails, set the job's result to the problems with their lines."""
    game, folder = opened.game, folders.folder(tools.job)
    options = order.to_options(MemoOptions, out=folder)
    chosen = resolve_config(*game, options)
    limits, key = chosen.limits, f"{game.id} {chosen.lang} {order.model_dump_json()}"
    try:
        if key in sizes and (sketched := sketch_memo(game, options, chosen, sizes[key])) is not None:
            pdf, title, copies = sketched
            path = folder / "sketch.pdf"
            path.write_bytes(pdf)
            tools.job.files[SKETCH] = path
            tools.job.result = {"title": title, "copies": copies, "pages": _page_sizes(path, limits)}
            tools.progress(1, 2)
        made = print_memo_with(game, options, chosen)
    except PnpError as error:
        tools.job.result = {"problems": list_problems(error.problems, game.project, MOST_LISTED)}
        raise
    sizes[key] = made.trial
    tools.job.files[PDF] = made.pdf
    return {
        "file": made.pdf.name, "title": made.title, "copies": made.copies, "letters": round(made.size_pt, 1),
        "pages": _page_sizes(made.pdf, limits),
    }  # fmt: skip


def _print_rulebook(opened: GameSession, order: OptionForm, folders: JobFolders, tools: JobContext) -> RulebookResult:
    """Print the rulebook; if that fails, set the job's result to the problems with their lines."""
    game = opened.game
    options = order.to_options(RulebookOptions, out=folders.folder(tools.job))
    chosen = resolve_config(*game, options)
    try:
        made = print_rulebook_with(game, options, chosen)
    except PnpError as error:
        tools.job.result = {"problems": list_problems(error.problems, game.project, MOST_LISTED)}
        raise
    tools.job.files[PDF] = made.pdf
    return {"file": made.pdf.name, "title": made.title, "pages": _page_sizes(made.pdf, chosen.limits)}


def _check_rulebooks(opened: GameSession, tools: JobContext) -> ProblemList:
    """Return the problems of all rulebooks of a game, in all languages and formats."""
    game = opened.game
    found: Iterable[Problem]
    try:
        found = check_rulebooks(game, tools.progress)
    except PnpError as error:
        found = error.problems
    return {"problems": list_problems(found, game.project, MOST_LISTED)}


def _page_sizes(pdf: Path, limits: Limits) -> list[PageSize]:
    """Return the sizes of the pages of a PDF, in mm."""
    return [{"width": round(width, 2), "height": round(height, 2)} for width, height in measure_pages(pdf, limits)]


def _lint(opened: GameSession, order: OptionForm, tools: JobContext) -> ProblemList:
    """Return the problems of all memos of a game, in all languages and formats."""
    game = opened.game
    there = variants(game.project.components / game.id)
    if not there or opened.spec is None:
        return {"problems": []}
    found: Iterable[Problem]
    try:
        found = check_memos(game, resolve_config(*game, order.to_options(MemoOptions)).paper, tools.progress)
    except PnpError as error:
        found = error.problems
    return {"problems": list_problems(found, game.project, MOST_LISTED)}
