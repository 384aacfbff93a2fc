"""Test plays: runs started, stopped and resumed in background workers, their reports, and comparisons.

Rules may be a designer's code, and bots may think for a long time; neither can block the server. When the server ends,
for whatever reason, the worker notices, saves the finished games, and exits.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import quote

from pydantic import Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import pnp
from pnp.chart.colours import darken
from pnp.errors import LimitError, Location, PnpError, Problem, SpecError
from pnp.library.options import BOTS, GAMES, SEED, RunOptions
from pnp.library.playing import KnownRun, find_runs
from pnp.play.registry import find_game_module
from pnp.project.code import RULES, has_code, require_permission
from pnp.project.folders import GameRef, find_own_project
from pnp.sim.records import LARGEST_RECORD, RECORDS, record_path
from pnp.spec.texts import languages_of
from pnp.store.files import LARGEST_RUN, read_file
from pnp.terms import Lang, Translated, nearest_language
from pnp.web.answer_types import (
    ComparedRow,
    ListedRun,
    PlayedRun,
    PlayPermission,
    Plays,
    RunComparison,
    RunForm,
    RunOption,
    StartedJob,
)
from pnp.web.endpoints import (
    OptionForm,
    json_get,
    json_post,
    not_found,
    path_number,
    request_form,
    requested_game,
    requesting_page,
)
from pnp.web.gate import POLICY_HEADER
from pnp.web.jobs import PROGRESS_INTERVAL, JobContext
from pnp.web.pages import reader_language, wants_dark
from pnp.web.session import ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import Progress
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import explain_failure, task

KIND: Final = "simulate"
REPORT_HEADERS: Final = {
    POLICY_HEADER: "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
}
"""Headers of a report: a policy under which it runs no script and loads nothing, whatever the file contains."""
Word = Annotated[str, Field(max_length=200)]


class StartRunRequest(OptionForm):
    """Request to start a run."""

    players: int = Field(ge=1, le=99)
    options: dict[Word, Word] = Field(default_factory=dict, max_length=200)


class ResumeRunRequest(OptionForm):
    """Request to resume a run, perhaps with more games."""

    run: Word


START: Final = request_form(StartRunRequest, RunOptions, "games", "bots", "seed")
RESUME: Final = request_form(ResumeRunRequest, RunOptions, "games")


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the test plays page."""

    def plays(request: Request) -> Plays:
        game = session.located(requested_game(request))
        return {
            **rules_status(game),
            "folder": shown_folder(session, _folder(session, game.id)),
            "runs": [_listed(run) for run in _runs(session, game.id)],
            "jobs": [job.as_data() for job in session.jobs.of_game(game.id) if job.kind == KIND],
        }

    def form(request: Request) -> RunForm:
        game = session.located(requested_game(request))
        return run_in_worker(run_form, DEFAULT_LIMITS, game, reader_language(request))

    def start(request: Request, asked: StartRunRequest) -> StartedJob[PlayedRun]:
        game = session.located(requested_game(request))
        values = asked.values(RunOptions) | {"lang": _report_language(request, game)}
        order = RunOrder(game, _folder(session, game.id), values)
        return _start_run(session, request, order, f"new {asked.model_dump_json()}")

    def resume(request: Request, asked: ResumeRunRequest) -> StartedJob[PlayedRun]:
        game, run = session.located(requested_game(request)), _run(session, request, asked.run)
        under_way = [job for job in session.jobs.of_game(game.id) if job.kind == KIND and job.state == "running"]
        for job in under_way:
            if job.result is not None and job.result["run"] == run.name:
                return {"job": job.as_data()}
        values = asked.values(RunOptions) | {"lang": _report_language(request, game)}
        order = RunOrder(game, _folder(session, game.id), values, run.path)
        return _start_run(session, request, order, f"resume {run.name}")

    def report(request: Request) -> Response:
        run = _run(session, request, str(request.path_params["run"]))
        if run.report is None:
            raise not_found("report", run.name)
        try:
            page = read_file(run.report, LARGEST_RUN)
        except OSError:
            raise not_found("report", run.name) from None
        here = quote(f"/api/{requested_game(request)}/plays/record/{run.name}")
        page = page.replace(f'href="{RECORDS}/'.encode(), f'href="{here}/'.encode())
        if wants_dark(request):
            page = darken(page.decode("utf-8", "replace")).encode()
        return Response(page, media_type="text/html", headers=REPORT_HEADERS)

    def record(request: Request) -> Response:
        run = _run(session, request, str(request.path_params["run"]))
        try:
            text = read_file(record_path(run.path, path_number(request, "number")), LARGEST_RECORD)
        except OSError:
            raise not_found("record", str(request.path_params["number"])) from None
        return PlainTextResponse(text.decode("utf-8", "replace"), headers=REPORT_HEADERS)

    def compare(request: Request) -> RunComparison:
        game = session.located(requested_game(request))
        runs = [_run(session, request, request.query_params.get(key, "")) for key in ("a", "b")]
        paths = [(run.name, run.path) for run in runs]
        return run_in_worker(compare_in_words, DEFAULT_LIMITS, game, paths, reader_language(request))

    return [
        Route("/api/{game}/plays", json_get(plays)),
        Route("/api/{game}/plays/form", json_get(form)),
        Route("/api/{game}/plays/start", json_post(START, start), methods=["POST"]),
        Route("/api/{game}/plays/resume", json_post(RESUME, resume), methods=["POST"]),
        Route("/api/{game}/plays/compare", json_get(compare)),
        Route("/api/{game}/plays/report/{run:path}", json_get(report)),
        Route("/api/{game}/plays/record/{run:path}/game-{number}.txt", json_get(record)),
    ]


@task
def run_form(game: GameRef, lang: str) -> RunForm:
    """Return the choices for a new run, as the game's rules define them."""
    rules = pnp.find_game(game)
    fewest, most = rules.spec.players
    options: list[RunOption] = [
        {"name": name, "choices": list(option.choices), "about": Translated(option.about)[Lang(lang)]}
        for name, option in rules.options.items()
    ]
    presets = {name: dict(chosen) for name, chosen in rules.presets.items()}
    return {
        "players": [fewest, most], "usual": max(2, fewest), "games": GAMES, "bots": BOTS, "seed": SEED,
        "options": options, "presets": presets,
    }  # fmt: skip


@task
def compare_in_words(game: GameRef, runs: list[tuple[str, Path]], lang: str) -> RunComparison:
    """Return the differences between two runs, as sentences and table rows."""
    from pnp.report.findings import WORDS, Comparison, comparison_caveats, describe_setup_changes

    (first, before), (second, after) = runs
    found = pnp.compare_runs(before, after, start=game.project.root, allow_code=game.project.allow_code)
    language = Lang(nearest_language(lang, found.before.folder.setup.rules.spec.languages))
    summaries = {first: found.before.summary, second: found.after.summary}
    changes = describe_setup_changes(found.changes, language)
    if not found.measures:
        same = WORDS[language]["compare-same"]
        return {"changes": changes, "cautions": [], "sentences": [same], "heads": [], "rows": []}
    comparison = Comparison(found.measures, (found.before.folder.setup, found.after.folder.setup), language)
    heads = [WORDS[language][f"compare-head-{key}"] for key in ("name", "difference", "verdict")]
    rows: list[ComparedRow] = [
        {"cells": [row.name, row.before, row.after, row.difference, row.verdict], "marked": row.marked}
        for row in comparison.rows()
    ]
    return {
        "changes": changes, "cautions": comparison_caveats(summaries, language), "sentences": comparison.sentences(),
        "heads": heads, "rows": rows,
    }  # fmt: skip


def _start_run(session: ProjectSession, request: Request, order: RunOrder, key: str) -> StartedJob[PlayedRun]:
    check_permission_to_play(order.game)
    game = order.game.id
    job = session.jobs.start(
        game, KIND, f"{KIND} {game} {key}", lambda tools: play_in_worker(order, tools), page=requesting_page(request)
    )
    return {"job": job.as_data()}


def check_permission_to_play(game: GameRef) -> None:
    """Raise SpecError if the rules of a game are project code without permission to run."""
    if has_code(game.project, game.id, RULES):
        require_permission(game.project, game.id, RULES)


def rules_status(game: GameRef) -> PlayPermission:
    """Return whether the game has rules, whether they may run, and where they are."""
    file = f"{game.project.name(game.project.components / game.id)}/{RULES}.py"
    module = find_game_module(game.id, game.project)
    root = str(game.project.root)
    if module is None or module.rules is None:
        return {"rules": "none", "file": file, "root": root}
    try:
        check_permission_to_play(game)
    except SpecError:
        return {"rules": "forbidden", "file": file, "root": root}
    return {"rules": "ready", "file": file, "root": root}


def _folder(session: ProjectSession, game: str) -> Path:
    """Return the folder of a game's runs: in the project, or in the start folder if that is not in a project."""
    home = session.project.root if find_own_project(session.start) is not None else session.start
    return home / "output" / game


def shown_folder(session: ProjectSession, folder: Path) -> str:
    """Return a folder relative to the start folder, as pages show it."""
    return folder.relative_to(session.start).as_posix() if folder.is_relative_to(session.start) else str(folder)


def _runs(session: ProjectSession, game: str) -> list[KnownRun]:
    return find_runs(_folder(session, game), game)


def _run(session: ProjectSession, request: Request, name: str) -> KnownRun:
    """Return a run by its name. Raise NotFoundError unless it is listed: no other file may be opened."""
    found = next((run for run in _runs(session, session.located(requested_game(request)).id) if run.name == name), None)
    if found is None:
        raise not_found("run", name)
    return found


def _listed(run: KnownRun) -> ListedRun:
    return {
        "name": run.name, "changed": run.changed, "players": run.players, "bots": run.bots[:200],
        "options": dict(list(run.options.items())[:100]), "seed": run.seed[:200], "games": run.games, "done": run.done,
        "finished": run.finished, "broken": run.broken, "report": run.report is not None,
    }  # fmt: skip


def _report_language(request: Request, game: GameRef) -> str:
    return nearest_language(reader_language(request), languages_of(game.project, game.id))


class RunOrder(NamedTuple):
    """A run to start or resume."""

    game: GameRef
    folder: Path
    """Folder with the runs of the game."""
    values: dict[str, Any]
    """Values of `RunOptions`."""
    run: Path | None = None
    """Run to resume; None to start a new one."""


def play_in_worker(order: RunOrder, tools: JobContext) -> PlayedRun:
    """Play a run in a worker process and return its name.

    Raise StoppedError if it was stopped; finished games are kept.
    """

    def begun(run: str) -> None:
        tools.job.result = {"run": run}

    try:
        run_in_worker(play, None, order, begun=begun, progress=tools.report)
    except LimitError:
        hint = "resume the run: all finished games are kept"
        raise PnpError(Problem(Location(), "a worker process was killed", hint, code="E1403")) from None
    return {"run": tools.job.result["run"], "done": True}


@task(nested=True, background=True)
def play(order: RunOrder, *, begun: Callable[[str], None], progress: Callable[[str, int, int], None]) -> None:
    """Play a run, in a worker process. A run that fails before its first game leaves no folder behind."""
    try:
        _play_run(order, begun, _stages(progress))
    except PnpError:
        raise
    except Exception as error:  # a designer's rules may raise anything; report it as a problem
        message = f"the run failed: {type(error).__name__}: {error}"[:300]
        problem = explain_failure(error) or Problem(Location(game=order.game.id), message, code="E1404")
        raise PnpError(problem) from error


def _stages(send: Callable[[str, int, int], None]) -> Callable[[str], contextlib.AbstractContextManager[Progress]]:
    """Return a stage function for runs that passes progress on to `send`, but not too often."""
    sent_at = 0.0

    @contextlib.contextmanager
    def stage(name: str) -> Iterator[Progress]:
        def progress(done: int, total: int) -> None:
            nonlocal sent_at
            now = time.monotonic()
            if now - sent_at > PROGRESS_INTERVAL or done == total:
                sent_at = now
                send(name, done, total)

        yield progress

    return stage


def _play_run(
    order: RunOrder, begun: Callable[[str], None], stages: Callable[[str], contextlib.AbstractContextManager[Progress]]
) -> None:
    from pnp.library.playing import reserve_run, resume_simulation, simulate  # slow to load
    from pnp.sim.folder import write_errors

    project = order.game.project
    if order.run is not None:
        begun(order.run.relative_to(order.folder).as_posix())
        resume_simulation(
            order.run, game=order.game.id, start=project.root, allow_code=project.allow_code, stages=stages,
            **order.values,
        )  # fmt: skip
        return
    with write_errors(order.folder):
        path = reserve_run(order.folder)
    try:
        begun(path.name)
        simulate(order.game, out=path, stages=stages, **order.values)
    finally:
        with contextlib.suppress(OSError):  # fails unless the folder is empty
            path.rmdir()
