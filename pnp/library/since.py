"""What has changed since an earlier build, given as its PDF or as a version in git."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

from pnp.audit.earlier import compare_faces, read_earlier, same_pages
from pnp.audit.guarded import guarded
from pnp.audit.wire import plain_earlier, read_earlier_build, read_sides
from pnp.cache import Cache
from pnp.code import ART, has_code
from pnp.confine import Handover
from pnp.deck import drawing_of, expand
from pnp.errors import PnpError, Problem
from pnp.face.attempt import draw_all
from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.face.store import FaceStore
from pnp.git import OPTION, find_commit, unpack
from pnp.press.changes import EarlierBuild, LooksSame, find_changes
from pnp.press.document import select
from pnp.press.drawn import DesignSide
from pnp.press.job import Changes, Job, RendererName
from pnp.press.renderer import faces_to_pdf
from pnp.progress import Progress, silent
from pnp.resources import Located, Project
from pnp.spec.load import load_game
from pnp.terms import Side
from pnp.trust import is_trusted

TOGETHER: Final = 128
PARTS: Final = ("components", "templates", "fonts", "pnp.toml")
"""What faces are drawn from."""


def since_task(game: Located, job: Job, since: str, cache: Cache, *, progress: Progress) -> Handover:
    """What differs, for another process."""
    return Handover(asdict(changes_since(game, job, since, cache, progress)))


def changes_since(game: Located, job: Job, since: str, cache: Cache, progress: Progress = silent) -> Changes:
    """What of a job's pieces differs from a PDF that was built earlier, or from a tag, branch or commit."""
    spec = load_game(*game)
    chosen = select(spec, job)
    path = Path(since)
    with ExitStack() as kept:
        if path.suffix.lower() == ".pdf" and path.is_file():
            earlier = guarded(path, partial(_read_earlier, path, game.id), read_earlier_build, progress)
            looks_same: LooksSame = partial(_looks_same_as_printed, path, job.renderer)
        else:
            folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="pnp-")))
            earlier, looks_same = _version(game, job, since, folder, cache, progress)
        if (earlier.lang, earlier.ink) != (job.lang, job.ink):
            expected = f"an earlier build in {job.lang} and {job.ink} ink"
            hint = f"compare with it by --lang {earlier.lang} --ink {earlier.ink}"
            found = f"{earlier.name} in {earlier.lang} and {earlier.ink} ink"
            raise PnpError(Problem(OPTION, expected, found, hint))
        return find_changes(game.project, spec, job, chosen, earlier, looks_same, cache, progress)


def _read_earlier(path: Path, game_id: str, progress: Progress) -> list[object]:
    return plain_earlier(read_earlier(path, game_id, progress))


def _compare_faces(path: Path, sides: list[DesignSide], now: bytes, progress: Progress) -> list[DesignSide]:
    return list(compare_faces(path, sides, now, progress))


def _looks_same_as_printed(path: Path, renderer: RendererName, faces: Mapping[DesignSide, Face]) -> set[DesignSide]:
    same: set[DesignSide] = set()
    for sides in _batches(faces):
        now = faces_to_pdf([faces[side] for side in sides], renderer)
        same |= guarded(path, partial(_compare_faces, path, sides, now), read_sides)
    return same


def _batches(faces: Mapping[DesignSide, Face]) -> list[list[DesignSide]]:
    """As many faces as are compared at once: with their pictures they are in memory."""
    sides = list(faces)
    return [sides[first : first + TOGETHER] for first in range(0, len(sides), TOGETHER)]


def _version(
    game: Located, job: Job, name: str, folder: Path, cache: Cache, progress: Progress
) -> tuple[EarlierBuild, LooksSame]:
    """The game as a version in git has it, drawn by the pnp of today."""
    project = game.project
    unpack(project.root, find_commit(project.root, name), list(PARTS), folder)
    then = Project(folder, project.allow_code or is_trusted(project.root))
    if game.id not in then.games():
        raise PnpError(Problem(OPTION, f"a version that has {game.id}", name, "without it, every piece is new"))
    if has_code(then, game.id, ART) and not then.allow_code:
        file = f"{name}:components/{game.id}/{ART}.py"
        hint = f"read it first (git show {file}); then --allow-code runs it once, and pnp trust {project.root} always"
        raise PnpError(Problem(file, "permission to run this code", "none", hint))
    try:
        faces, earlier = _drawn(then, game.id, job, name, cache, progress)
    except PnpError as error:
        raise PnpError(
            *(Problem(f"{name}: {each.where}", each.expected, each.found, each.hint) for each in error.problems)
        ) from error

    def looks_same(now: Mapping[DesignSide, Face]) -> set[DesignSide]:
        found: set[DesignSide] = set()
        for sides in _batches(now):
            before, after = (faces_to_pdf([of[side] for side in sides], job.renderer) for of in (faces, now))
            same = same_pages(before, after, [(number, number) for number in range(len(sides))], silent)
            found |= {side for side, equal in zip(sides, same, strict=True) if equal}
        return found

    return earlier, looks_same


def _drawn(
    project: Project, game_id: str, job: Job, name: str, cache: Cache, progress: Progress
) -> tuple[dict[DesignSide, Face], EarlierBuild]:
    game, bleed = load_game(project, game_id), job.layout.bleed
    if job.lang not in game.languages:
        raise PnpError(Problem(OPTION, f"a version in {job.lang}", f"one in {', '.join(game.languages)}"))
    store = FaceStore(FaceRenderer(project, game, job.lang, job.ink, bleed), cache)
    designs = game.designs()
    wanted = [
        (deck, design, side, look)
        for deck, design in designs
        for side in Side
        if deck.template(side) is not None
        for look in deck.looks(design)
    ]
    drawn = draw_all(wanted, lambda of: store.face(*of).face, progress)
    faces = {
        (drawing_of(design.id, look), side): face for (_, design, side, look), face in zip(wanted, drawn, strict=True)
    }
    copies = Counter(piece.id for piece in expand(game))
    sizes = {design.id: deck.size for deck, design in designs}
    keys = {side: face.key for side, face in faces.items()}
    return faces, EarlierBuild(name, job.lang, job.ink, job.layout.sides, bleed, "", dict(copies), sizes, keys)
