"""Changes since an earlier build, which is given by its PDF or by a git revision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pnp.errors import PnpError, Problem, option_location
from pnp.library.earlier import EarlierFace, EarlierVersion, open_earlier_version
from pnp.press.changes import find_changes
from pnp.press.document import select
from pnp.press.drawn import DesignSide
from pnp.press.job import Changes, Job
from pnp.project.folders import GameRef, Project
from pnp.project.git import OPTION
from pnp.spec.deck import Piece, design_id
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Side
from pnp.text.font_set import FontSet, ProjectFont
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task


@dataclass(frozen=True)
class FaceFile:
    """A face of the earlier build, as a file."""

    drawing: str
    side: Side
    file: str
    width: float
    height: float
    bleed: float
    cut: str | None


@dataclass(frozen=True)
class FontFile:
    """A font that the project no longer has, as a file."""

    family: str
    bold: bool
    italic: bool
    file: str


@dataclass(frozen=True)
class EarlierComparison:
    """Differences from an earlier build, and the earlier faces."""

    changes: Changes
    faces: list[FaceFile]
    fonts: list[FontFile]


@task
def changes_since(game: GameRef, job: Job, since: str, cache: Cache, *, progress: Progress = silent) -> Changes:
    """Return the pieces of a job that differ from an earlier PDF, or from a tag, branch or commit."""
    spec = load_game(*game)
    chosen = select(spec, job)
    with open_earlier_version(game, job, since, cache, progress) as earlier:
        return _changes(game.project, spec, job, chosen, earlier, cache, progress)


@task
def compare_with(
    game: GameRef, job: Job, since: str, cache: Cache, folder: Path, *, progress: Progress = silent
) -> EarlierComparison:
    """Return the differences, and write the earlier faces to a folder: changed ones, and fronts of deleted pieces.

    The box need not match the spec, because this is used while a game is being edited.
    """
    spec = load_game(*game, any_box=True)
    with open_earlier_version(game, job, since, cache, progress, any_box=True) as earlier:
        changes = _changes(game.project, spec, job, select(spec, job), earlier, cache, progress)
        wanted: list[DesignSide] = [(drawing, Side(side)) for drawing, sides in changes.sides.items() for side in sides]
        there = {design.id for _, design in spec.designs()}
        gone = [of for of in earlier.build.keys if of[1] is Side.FRONT and design_id(of[0]) not in there]
        known = {font.alias for font in FontSet.of(game.project).own}
        faces: list[FaceFile] = []
        fonts: dict[tuple[str, str], ProjectFont] = {}
        for number, face in enumerate(earlier.pictures(list(dict.fromkeys([*wanted, *gone])))):
            Path(folder, f"{number}.svg").write_text(face.svg, "utf-8")
            faces.append(_face_record(face, f"{number}.svg"))
            fonts |= {(font.alias, font.cut): font for font in face.fonts if font.alias not in known}
        return EarlierComparison(changes, faces, _write_fonts(fonts.values(), folder))


def _changes(
    project: Project,
    spec: Game,
    job: Job,
    chosen: list[Piece],
    earlier: EarlierVersion,
    cache: Cache,
    progress: Progress,
) -> Changes:
    build = earlier.build
    if (build.lang, build.ink) != (job.lang, job.ink):
        message = f"must be an earlier build in {job.lang} with {job.ink} ink"
        found = f"{build.name} in {build.lang} with {build.ink} ink"
        hint = f"add --lang {build.lang} --ink {build.ink} to compare with it"
        raise PnpError(Problem(option_location(OPTION), message, hint, found=found, code="E0803"))
    return find_changes(project, spec, job, chosen, build, earlier.looks_same, cache, progress)


def _face_record(face: EarlierFace, file: str) -> FaceFile:
    """Return the record of an earlier face and its file."""
    return FaceFile(*face.of, file, *face.size, face.bleed, face.cut)


def _write_fonts(fonts: Iterable[ProjectFont], folder: Path) -> list[FontFile]:
    """Write fonts that the project no longer has to a folder, and return their records."""
    listed = []
    for number, font in enumerate(fonts):
        Path(folder, f"{number}.ttf").write_bytes(font.content)
        listed.append(FontFile(font.alias, font.bold, font.italic, f"{number}.ttf"))
    return listed
