"""The memo: its pages as they will print, beside the source that they come from, with every problem at its line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.config import choose, read_config
from pnp.errors import PnpError, Problem
from pnp.library.memos import check_memos, sketch_memo
from pnp.limits import Limits
from pnp.memo.figures import FILE as FIGURES
from pnp.memo.format import Format
from pnp.memo.read import LARGEST
from pnp.memo.source import file_name, variants
from pnp.memo.trial import Trial
from pnp.read import read_whole
from pnp.resources import Located, inside
from pnp.sheet.paper import PAPERS
from pnp.spec.languages import pick
from pnp.terms import Ink, Lang
from pnp.web.answers import Body, PageRequest, answered, game_of, ordered
from pnp.web.bench import Bench, Workshop
from pnp.web.jobs import Tools
from pnp.web.outbox import PDF, Outbox
from pnp.web.problems import list_problems
from pnp.web.raster import count_pages
from pnp.web.sheets import Print, start

MOST_LISTED: Final = 200
SKETCH: Final = "sketch"
"""The name of a PDF that is there sooner, and only to be looked at."""


class MemoOrder(Print):
    """How a memo is printed."""

    variant: str = Field("", max_length=100)
    form: Format = Format.TWO_UP


class Lint(PageRequest):
    """The paper that memos are checked for."""

    paper: str | None = Field(None, max_length=60)


def routes(bench: Bench, outbox: Outbox) -> list[Route]:
    """What the memo asks for."""
    sizes = _Sizes()

    def source(request: Request) -> Body:
        asked = request.query_params
        return list_memo(bench.shop(game_of(request)), asked.get("variant", ""), asked.get("lang") or None)

    def memo(request: Request, order: MemoOrder) -> Body:
        return start(bench, request, order, "memo", lambda shop, tools: _print(shop, order, outbox, sizes, tools))

    def lint(request: Request, order: Lint) -> Body:
        return start(bench, request, order, "lint", lambda shop, tools: _lint(shop, order, tools))

    return [
        Route("/api/{game}/memo", answered(source)),
        Route("/api/{game}/memo", ordered(MemoOrder, memo), methods=["POST"]),
        Route("/api/{game}/memo/check", ordered(Lint, lint), methods=["POST"]),
    ]


def list_memo(shop: Workshop, variant: str, lang: str | None) -> Body:
    """What can be chosen for a memo, and the sources of the one that is meant."""
    game, spec = shop.game, shop.spec
    chosen = choose(*game)
    there = variants(game.project.components / game.id)
    languages = [chosen.lang] if spec is None else list(spec.languages)
    shown = pick(lang, languages, game.id) if lang else chosen.lang
    named = variant if variant in there else (there or [""])[0]
    return {
        "variants": there, "variant": named, "languages": languages, "lang": shown,
        "formats": list(Format), "papers": list(PAPERS), "inks": list(Ink),
        "values": {"paper": chosen.paper.value.name, "ink": chosen.ink.value},
        "sources": [
            {"name": Path(name).name, "file": name, "text": text} for name, text in sources(game, named, shown).items()
        ],
        "problems": list_problems(shop.problems, game.project),
    }  # fmt: skip


def sources(game: Located, variant: str, lang: Lang) -> dict[str, str]:
    """Return the readable sources of a memo: text by file, named as in messages."""
    folder, found = game.project.components / game.id, {}
    for name in dict.fromkeys((file_name(variant, lang), file_name("", lang), FIGURES)):
        path = inside(folder, name, game.project.root)
        try:
            if path is not None:
                text = read_whole(path, LARGEST).decode("utf-8-sig", "replace")
                found[game.project.name(folder / name)] = text.replace("\r\n", "\n")
        except (OSError, PnpError):
            continue  # printing the memo reports it
    return found


class _Sizes:
    """The sizes that each memo was last printed in: a first picture in them is there at once."""

    def __init__(self) -> None:
        self._known: dict[str, Trial] = {}

    def sketch(self, key: str, game: Located, order: MemoOrder, lang: Lang) -> tuple[bytes, str, int] | None:
        """The memo in the sizes of last time, where it has been printed and still fits."""
        trial = self._known.get(key)
        if trial is None:
            return None
        return sketch_memo(game, order.variant, trial, form=order.form, paper=order.paper, lang=lang, ink=order.ink)

    def keep(self, key: str, trial: Trial) -> None:
        """Remember sizes."""
        self._known[key] = trial


def _print(shop: Workshop, order: MemoOrder, outbox: Outbox, sizes: _Sizes, tools: Tools) -> Body:
    """Print the memo; the result of a failed job is its problems, with their lines."""
    game, folder = shop.game, outbox.folder(tools.job)
    lang = choose(*game, lang=order.lang).lang
    limits, key = read_config(game.project).limits, f"{game.id} {lang} {order.model_dump_json()}"
    try:
        if (sketched := sizes.sketch(key, game, order, lang)) is not None:
            pdf, title, copies = sketched
            path = folder / "sketch.pdf"
            path.write_bytes(pdf)
            tools.job.files[SKETCH] = path
            tools.job.result = {"title": title, "copies": copies, "pages": _sized(path, limits)}
            tools.progress(1, 2)
        made = pnp.print_memo(
            game, order.variant, form=order.form, paper=order.paper, lang=lang, ink=order.ink, out=folder
        )  # fmt: skip
    except PnpError as error:
        tools.job.result = {"problems": list_problems(error.problems, game.project, MOST_LISTED)}
        raise
    sizes.keep(key, made.trial)
    tools.job.files[PDF] = made.pdf
    return {
        "file": made.pdf.name, "title": made.title, "copies": made.copies, "letters": round(made.size_pt, 1),
        "pages": _sized(made.pdf, limits),
    }  # fmt: skip


def _sized(pdf: Path, limits: Limits) -> list[Body]:
    """The pages of a PDF with their sizes, in mm."""
    return [{"width": round(width, 2), "height": round(height, 2)} for width, height in count_pages(pdf, limits)]


def _lint(shop: Workshop, order: Lint, tools: Tools) -> Body:
    """What is wrong with the memos of a game, in all languages and formats."""
    game = shop.game
    there = variants(game.project.components / game.id)
    if not there or shop.spec is None:
        return {"problems": []}
    found: Iterable[Problem]
    try:
        found = check_memos(game, choose(*game, paper=order.paper).paper.value, tools.progress)
    except PnpError as error:
        found = error.problems
    return {"problems": list_problems(found, game.project, MOST_LISTED)}
