"""Comparison of a game with an earlier state: a build in the output folder, the last commit, or a tag."""

from __future__ import annotations

import shutil
import tempfile
from collections import deque
from dataclasses import asdict, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypedDict

from starlette.requests import Request
from starlette.routing import Route

from pnp.config import DEFAULT_CONFIG, read_config
from pnp.errors import Location, PnpError
from pnp.face.faces import BLEED
from pnp.press.changes import FaceFile, FontFile
from pnp.press.job import Job
from pnp.project.folders import GameRef
from pnp.project.git import OPTION, list_revisions
from pnp.sheet.layout import Layout
from pnp.spec.texts import pick_language
from pnp.terms import Ink, Lang
from pnp.web.answer_types import CompareChoices, ListedJob
from pnp.web.endpoints import PageRequest, json_get, json_post, not_found, query_ink, requested_game, requesting_page
from pnp.web.jobs import BackgroundJob, JobContext
from pnp.web.session import GameSession, ProjectSession
from pnp.worker.supervisor import run_in_worker

MOST_BUILDS: Final = 12
MOST_TAGS: Final = 30
MOST_KEPT: Final = 6
"""Maximum number of comparisons whose pictures are kept."""


class CompareRequest(PageRequest):
    """Request for a comparison: the id of an earlier state from `choices`, and the language and ink to compare."""

    since: str
    lang: str | None = None
    ink: Ink = Ink.FULL


class CompareResult(TypedDict):
    """The result of comparing: the fields of `Changes`, and the earlier faces with their fonts."""

    since: str
    changed: list[str]
    added: list[str]
    more: dict[str, int]
    removed: dict[str, int]
    pieces: list[object]
    partial: bool
    sides: dict[str, list[str]]
    faces: list[FaceFile]
    fonts: list[FontFile]


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of comparisons."""
    kept: deque[tuple[BackgroundJob, Path]] = deque()
    lock = Lock()

    def choices(request: Request) -> CompareChoices:
        opened = session.open_game(requested_game(request))
        lang, ink = _view(opened, request.query_params.get("lang") or None, query_ink(request))
        return {
            "builds": [
                {"id": f"build:{path.name}", "name": path.stem, "when": int(path.stat().st_mtime)}
                for path in list_builds(opened.game, lang, ink)
            ],
            "versions": [
                {"id": f"git:{each.name}", "name": each.name, "when": each.when, "subject": each.subject}
                for each in list_revisions(session.project.root, MOST_TAGS)
            ],
        }

    def compare(request: Request, asked: CompareRequest) -> ListedJob[CompareResult]:
        opened = session.open_game(requested_game(request))
        game, view = opened.game, _view(opened, asked.lang, asked.ink)
        since, state = _resolve(game, asked.since, *view)

        def work(tools: JobContext) -> Any:
            from pnp.library.since import compare_with  # slow to import: it reads and draws PDFs

            folder = Path(tempfile.mkdtemp(prefix="compare-", dir=session.folder))
            _keep(tools.job, folder)
            limits = read_config(game.project).limits
            layout = Layout(DEFAULT_CONFIG.paper, DEFAULT_CONFIG.sides, bleed=BLEED)
            print_job = Job(layout, *view)
            try:
                made = run_in_worker(
                    compare_with, limits, game, print_job, since, session.cache, folder, progress=tools.progress
                )
            except PnpError as error:
                where = Location(detail=asked.since.partition(":")[2])
                raise PnpError(
                    *(replace(each, where=where) if each.where.option == OPTION else each for each in error.problems)
                ) from error
            for file in (*(face.file for face in made.faces), *(font.file for font in made.fonts)):
                tools.job.files[file] = folder / file
            return asdict(made.changes) | {"faces": [*map(asdict, made.faces)], "fonts": [*map(asdict, made.fonts)]}

        key = f"compare {game.id} {opened.version} {view} {asked.since} {state}"
        return session.jobs.start(
            game.id, "compare", key, work, page=requesting_page(request), slot="compare"
        ).as_data()

    def _keep(job: BackgroundJob, folder: Path) -> None:
        """Keep the pictures of a comparison, and delete those of the oldest one, which would have to run again."""
        with lock:
            kept.append((job, folder))
            while len(kept) > MOST_KEPT:
                old, gone = kept.popleft()
                session.jobs.stop(old)
                shutil.rmtree(gone, ignore_errors=True)

    return [
        Route("/api/{game}/compare/choices", json_get(choices)),
        Route("/api/{game}/compare", json_post(CompareRequest, compare), methods=["POST"]),
    ]


def _view(opened: GameSession, lang: str | None, ink: Ink) -> tuple[Lang, Ink]:
    if opened.spec is None:
        raise PnpError(*opened.problems)
    return pick_language(lang, opened.spec.languages, opened.game.id), ink


def list_builds(game: GameRef, lang: Lang, ink: Ink) -> list[Path]:
    """Return the PDFs of a game in the output folder that are named for this language and ink, newest first."""
    config = read_config(game.project)
    folder = (config.output if "output" in config.origins else game.project.root / DEFAULT_CONFIG.output) / game.id
    found = [path for path in folder.glob("*.pdf") if path.is_file() and _is_build(path.stem, game.id, lang, ink)]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST_BUILDS]


def _is_build(stem: str, game_id: str, lang: Lang, ink: Ink) -> bool:
    """Return whether a file name has the form of `Job.file_name`: game, language, paper, ink, sides."""
    parts = stem.removeprefix(f"{game_id}_").split("_")
    return stem.startswith(f"{game_id}_") and len(parts) >= 4 and (parts[0], parts[2]) == (lang, ink)


def _resolve(game: GameRef, asked: str, lang: Lang, ink: Ink) -> tuple[str, object]:
    """Return a listed build or version as the library expects it, and a value that changes when it changes.

    Raise NotFoundError for anything that is not listed.
    """
    kind, _, name = asked.partition(":")
    if kind == "build":
        path = next((path for path in list_builds(game, lang, ink) if path.name == name), None)
        if path is not None:
            about = path.stat()
            return str(path.resolve()), (about.st_mtime_ns, about.st_size)
    if kind == "git":
        version = next((each for each in list_revisions(game.project.root, MOST_TAGS) if each.name == name), None)
        if version is not None:
            return name, version
    raise not_found("version", asked)
