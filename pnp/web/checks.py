"""The checks page: all problems of a game, each with its pieces and its line.

`pnp check` runs again after every save. Until it is done, or if the spec is invalid, the page keeps the last result and
marks it as outdated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, cast

from starlette.requests import Request
from starlette.routing import Route

from pnp.check.wording import MAX_LISTED, WORDS
from pnp.config import read_config
from pnp.errors import Location, Problem
from pnp.face.faces import BLEED, FaceName
from pnp.library.checks import count_pieces, list_print_faults
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side, nearest_language
from pnp.web.answer_types import CheckedPiece, CheckedShape, CheckResult, Checks, FaceListing, FaceProblem, ListedJob
from pnp.web.endpoints import (
    Body,
    EmptyBody,
    json_get,
    json_post,
    list_location,
    list_problems,
    requested_game,
    requesting_page,
)
from pnp.web.jobs import JobContext
from pnp.web.pages import reader_language
from pnp.web.previews import FacePreviews
from pnp.web.session import Checked, GameSession, ProjectSession
from pnp.words import spoken
from pnp.worker.supervisor import run_in_worker

HEADS: Final = (
    "content", "box", "spec", "engine", "total", "players", "options", "in_play", "back", "rules", "typography",
)  # fmt: skip
MOST_LISTED: Final = 100
"""Maximum number of entries of each kind listed; beyond it, only their number is shown."""


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the checks page."""

    def shown(request: Request) -> Checks:
        opened = session.open_game(requested_game(request))
        session.pool.wake()
        return checks_data(opened, reader_language(request))

    def check(request: Request, _nothing: EmptyBody) -> ListedJob[None]:
        opened = session.open_game(requested_game(request))
        game, version = opened.game, opened.version

        def work(tools: JobContext) -> Any:
            """Count and report first; checking what is printed takes longer, so keep its last result until then."""
            limits, langs = read_config(game.project).limits, list(spoken())
            failures, report = run_in_worker(count_pieces, limits, game, langs, progress=tools.progress)
            before = opened.checked.faults if opened.checked is not None else {}
            opened.checked = Checked(version, failures, report, before)
            session.notify_problem_count(opened)
            session.events.send("counted", {"version": version}, game=game.id)
            tools.progress(0, 0)
            faults = run_in_worker(list_print_faults, limits, game, langs)
            opened.checked = Checked(version, failures, report, faults, version)

        key = f"check {game.id} {version} {game.project.allow_code}"
        return session.jobs.start(game.id, "check", key, work, page=requesting_page(request), slot="check").as_data()

    return [
        Route("/api/{game}/checks", json_get(shown)),
        Route("/api/{game}/check", json_post(EmptyBody, check), methods=["POST"]),
    ]


def checks_data(opened: GameSession, page_lang: str) -> Checks:
    """Return all known problems of a game, in the reader's language if the game has it."""
    spec = opened.spec
    lang = Lang(nearest_language(page_lang, spec.languages)) if spec is not None else Lang(page_lang)
    previews = None if spec is None else opened.previews(lang, Ink.FULL)
    undrawn = [] if previews is None else _face_problems(opened, previews)
    checked: CheckResult | None = None
    named = [piece for each in undrawn for piece in each["pieces"]]
    if opened.checked is not None and page_lang in opened.checked.report:
        checked = _listed(opened, opened.checked, page_lang)
        misprints = checked["slips"]
        named += [
            piece for each in (*checked["lines"], *checked["disagreements"], *misprints) for piece in each["pieces"]
        ]
        named += [piece for rule in checked["rules"] for breach in rule["breaches"] for piece in breach["pieces"]]
    pieces = {} if spec is None else _pieces(spec, lang, named)
    listing: FaceListing = {"seen": 0, "waiting": 0, "faces": []} if previews is None else previews.listing(pieces)
    return {
        "lang": lang, "ink": Ink.FULL, "version": opened.version, "bleed": BLEED, "trouble": opened.problem_count,
        "heads": {key: WORDS[lang][key] for key in HEADS},
        "problems": list_problems(opened.problems, opened.game.project), "undrawn": undrawn, "checked": checked,
        "pieces": {str(name): piece for name, piece in pieces.items()},
        **listing,
    }  # fmt: skip


def _listed(opened: GameSession, checked: Checked, lang: str) -> CheckResult:
    """Return the result of a check for the page, with line numbers and lists of limited length."""
    faults: Body = checked.faults.get(lang, {"slips": [], "notes": []})
    report: Body = checked.report[lang] | {
        "slips": faults["slips"], "notes": [*checked.report[lang]["notes"], *faults["notes"]],
    }  # fmt: skip
    rules = sorted(report["rules"], key=lambda rule: bool(rule["ok"]))
    listed = report | {
        "lines": [_limited(line) | _located(opened, line) for line in report["lines"]],
        "disagreements": [_limited(each) for each in report["disagreements"][:MOST_LISTED]],
        "rules": [
            rule
            | _located(opened, rule)
            | {"others": max(0, len(rule["breaches"]) - MAX_LISTED)}
            | {"breaches": [_limited(each) for each in rule["breaches"][:MAX_LISTED]]}
            for rule in rules[:MOST_LISTED]
        ],
        "slips": [_limited(misprint) | _located(opened, misprint) for misprint in report["slips"][:MOST_LISTED]],
        "more": {name: max(0, len(report[name]) - MOST_LISTED) for name in ("disagreements", "rules", "slips")},
        "failures": checked.failures, "current": checked.version == opened.version and not opened.problems,
        "read": checked.read == opened.version,
    }  # fmt: skip
    return cast(CheckResult, listed)  # a worker process has made it from `ReportText`


def _located(opened: GameSession, entry: Body) -> Body:
    """Return the location of an entry, with its line number."""
    return {"location": list_location(Location(**entry["location"]), opened.game.project)}


def _limited(each: Body) -> Body:
    return each | {"pieces": each["pieces"][:MAX_LISTED], "others": max(0, len(each["pieces"]) - MAX_LISTED)}


def _face_problems(opened: GameSession, previews: FacePreviews) -> list[FaceProblem]:
    """Return the problems of faces that cannot be drawn; equal problems are merged and list all their pieces."""
    mistakes: dict[object, tuple[dict[Problem, None], dict[FaceName, None]]] = {}
    for name, shown in list(previews.shown.items()):
        for problem in shown.problems:
            same = problem.where.shared(), problem.said, problem.code
            problems, names = mistakes.setdefault(same, ({}, {}))
            problems[problem] = names[name] = None
    found: list[FaceProblem] = []
    for problems, names in list(mistakes.values())[:MOST_LISTED]:
        first = next(iter(problems))
        if len(problems) > 1:
            first = replace(first, where=first.where.shared())
        [listed] = list_problems([first], opened.game.project)
        pieces: list[CheckedPiece] = [
            {"deck": name.deck, "piece": name.design, "look": name.look, "side": name.side}
            for name in list(names)[:MAX_LISTED]
        ]
        found.append({**listed, "pieces": pieces, "others": max(0, len(names) - MAX_LISTED)})
    return found


def _pieces(spec: Game, lang: Lang, named: Iterable[CheckedPiece]) -> dict[FaceName, CheckedShape]:
    """Return the names and shapes of pieces, by face."""
    designs = {(deck.name, design.id): (deck, design) for deck, design in spec.designs()}
    found: dict[FaceName, CheckedShape] = {}
    for each in named:
        name = FaceName(each["deck"], each["piece"], Side(each.get("side", Side.FRONT)), each.get("look", 1))
        if name in found or (name.deck, name.design) not in designs:
            continue
        deck, design = designs[name.deck, name.design]
        title = design.fields.get("name", design.fields.get("title", design.id))
        found[name] = {
            "name": str(title.get(lang, design.id) if isinstance(title, dict) else title),
            "width": deck.size.width, "height": deck.size.height, "cut": deck.cut_line(name.side, design.id).svg(),
        }  # fmt: skip
    return found
