"""Drafts: a game as it would be with the unsaved contents of some of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pnp.config import read_config
from pnp.errors import LimitError, Location, PnpError, Problem
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, face_names, try_faces
from pnp.project.folders import CODE_SUFFIX, GameRef, Project, resolve_inside
from pnp.project.lines import add_line
from pnp.spec.load import PartialGame
from pnp.store.cache import Cache
from pnp.store.files import unsaved_files
from pnp.tables.edited import read_partial_game
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

DraftFiles = Mapping[str, bytes]
"""Unsaved contents of files, by their paths relative to the project, as in messages."""


@contextmanager
def open_draft(project: Project, files: DraftFiles) -> Iterator[None]:
    """Read the unsaved contents in place of the files until the end of the block, in this thread.

    A PnpError raised in the block gets line numbers. Raise PnpError for a file outside the project, and for code.
    """
    with unsaved_files({_draft_path(project, name): content for name, content in files.items()}):
        try:
            yield
        except PnpError as error:
            error.problems = locate_lines(error.problems, project)
            raise


def _draft_path(project: Project, name: str) -> Path:
    path = resolve_inside(project.root, name, project.root)
    if path is None:
        raise PnpError(Problem(Location(name), "is outside the project's folder", code="E0107"))
    if CODE_SUFFIX in (path.suffix, path.resolve().suffix):
        raise PnpError(Problem(Location(name), "is code, which runs only after it has been saved", code="E0114"))
    return path


def read_draft(game: GameRef, files: DraftFiles) -> PartialGame:
    """Return what can be read of a game with unsaved contents of its files; its problems have line numbers.

    Raise PnpError if game.toml cannot be read.

        read_draft(game, {"components/lowtide/cards.csv": b"id,cost\\ncrab,x\\n"}).problems
    """
    with open_draft(game.project, files):
        reading = read_partial_game(game)
        return reading._replace(problems=locate_lines(reading.problems, game.project))


def draw_draft(
    game: GameRef, files: DraftFiles, wanted: Sequence[FaceName], look: FaceLook, cache: Cache
) -> list[FaceAttempt]:
    """Draw faces of a game with unsaved contents of its files; rows with problems are skipped.

    A face that cannot be drawn has its problems, with line numbers; one that does not exist in the draft has none.
    """
    limits = read_config(game.project).limits
    try:
        return run_in_worker(try_draft_faces, limits, game, files, wanted, look, cache)
    except LimitError as error:
        if len(wanted) == 1:
            return [FaceAttempt(None, problems=error.problems)]
    except PnpError as error:  # a problem of the whole game, such as a missing icon
        return [FaceAttempt(None, problems=error.problems)] * len(wanted)
    return [attempt for name in wanted for attempt in draw_draft(game, files, [name], look, cache)]


@task
def try_draft_faces(
    game: GameRef, files: DraftFiles, wanted: Sequence[FaceName], look: FaceLook, cache: Cache
) -> list[FaceAttempt]:
    """Try to draw each face of a draft, like `try_faces`; runs in a worker process."""
    project = game.project
    with open_draft(project, files):
        spec = read_partial_game(game).readable
        names = set() if spec is None else face_names(spec).keys() & set(wanted)
        there = [name for name in wanted if name in names]
        if spec is None or not there:
            return [FaceAttempt(None) for _ in wanted]
        drawn = dict(zip(there, try_faces(project, spec, there, look, cache), strict=True))
        return [
            replace(made, problems=locate_lines(made.problems, project))
            for made in (drawn.get(name, FaceAttempt(None)) for name in wanted)
        ]


def locate_lines(problems: Sequence[Problem], project: Project) -> tuple[Problem, ...]:
    """Return problems with the line numbers of the keys in their locations, as in the unsaved contents."""
    return tuple(replace(problem, where=add_line(problem.where, project)) for problem in problems)
