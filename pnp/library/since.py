"""Changes to a game since an earlier version, given as the PDF of a build or as a git revision."""

from __future__ import annotations

import tempfile
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from pnp.audit.earlier import compare_faces, picture_faces, read_earlier_build, same_pages
from pnp.audit.kind import reading_errors
from pnp.errors import Location, PnpError, Problem, option_location, quote_value
from pnp.face.face import Face
from pnp.face.faces import FaceLook, face_names, get_faces
from pnp.geometry.units import Size, trim
from pnp.press.changes import EarlierBuild, FaceFile, FontFile, LooksSame, find_changes
from pnp.press.document import select
from pnp.press.drawn import DesignSide
from pnp.press.images import svg_for_renderer
from pnp.press.job import Changes, Job, RendererName
from pnp.press.renderer import faces_to_pdf
from pnp.project.code import ART, has_code, is_trusted
from pnp.project.folders import GameRef, Project
from pnp.project.git import OPTION, extract_commit, find_commit
from pnp.project.watching import PROJECT_PARTS
from pnp.spec.deck import Piece, design_id, expand_pieces, face_id
from pnp.spec.load import load_draft, load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Side
from pnp.text.font_set import FontSet, ProjectFont
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task

TOGETHER: Final = 128
"""Number of faces compared at once."""


@dataclass(frozen=True)
class EarlierFace:
    """A face of an earlier version."""

    of: DesignSide
    svg: str
    """SVG with embedded pictures; a single picture if it comes from a PDF."""
    size: Size
    bleed: float
    cut: str | None = None
    """Cutting line as SVG path data; None if it is unknown."""
    fonts: tuple[ProjectFont, ...] = ()


@dataclass(frozen=True)
class EarlierVersion:
    """An earlier version of a game."""

    build: EarlierBuild
    looks_same: LooksSame
    pictures: Callable[[Sequence[DesignSide]], Iterator[EarlierFace]]
    """Return the given faces as they were; those that did not exist are skipped."""


@contextmanager
def open_earlier_version(
    game: GameRef, job: Job, since: str, cache: Cache, progress: Progress = silent, *, any_box: bool = False
) -> Iterator[EarlierVersion]:
    """Return the earlier version of a game, from a PDF or a tag, branch or commit, for the duration of a block."""
    path = Path(since)
    if path.suffix.lower() == ".pdf" and path.is_file():
        with reading_errors(path):
            build = read_earlier_build(path, game.id, progress)
        looks_same: LooksSame = partial(_looks_same_as_printed, path, job.renderer)
        yield EarlierVersion(build, looks_same, partial(_pictures_of_print, path, build))
        return
    with tempfile.TemporaryDirectory(prefix="pnp-") as folder:
        yield _version(game, job, since, Path(folder), cache, progress, any_box=any_box)


def _looks_same_as_printed(path: Path, renderer: RendererName, faces: Mapping[DesignSide, Face]) -> set[DesignSide]:
    same: set[DesignSide] = set()
    for sides in _batches(list(faces)):
        now = faces_to_pdf([faces[side] for side in sides], renderer)
        with reading_errors(path):
            same |= compare_faces(path, sides, now, silent)
    return same


def _pictures_of_print(path: Path, build: EarlierBuild, sides: Sequence[DesignSide]) -> Iterator[EarlierFace]:
    """Yield faces as pictures from a PDF."""
    for some in _batches(sides):
        with reading_errors(path):
            found = picture_faces(path, some, silent)
        for of, picture in found.items():
            size = build.sizes[design_id(of[0])]
            bleed = build.back_bleed if of[1] is Side.BACK and build.back_bleed is not None else build.bleed
            wide, high = trim(size.width + 2 * bleed), trim(size.height + 2 * bleed)
            png = b64encode(picture).decode()
            image = f'<image width="{wide}" height="{high}" preserveAspectRatio="none" href="data:image/png;base64,'
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{image}{png}"/></svg>'
            yield EarlierFace(of, svg, size, bleed)


def _batches(sides: Sequence[DesignSide]) -> list[list[DesignSide]]:
    """Split faces into batches, because their pictures must fit in memory."""
    return [list(sides[first : first + TOGETHER]) for first in range(0, len(sides), TOGETHER)]


def _version(
    game: GameRef, job: Job, name: str, folder: Path, cache: Cache, progress: Progress, *, any_box: bool
) -> EarlierVersion:
    """Return the game as of a git revision, drawn by the current version of pnp."""
    project = game.project
    extract_commit(project.root, find_commit(project.root, name), list(PROJECT_PARTS), folder)
    then = Project(folder, project.allow_code or is_trusted(project.root))
    if game.id not in then.games():
        message, hint = (
            f"the version {quote_value(name)} does not have {game.id}",
            f"omit {OPTION} to print all pieces",
        )
        raise PnpError(Problem(option_location(OPTION), message, hint, code="E0803"))
    if has_code(then, game.id, ART) and not then.allow_code:
        file = f"{name}:components/{game.id}/{ART}.py"
        hint = (
            f"read it first (git show {file}); then run it once with --allow-code, "
            f"or always with pnp trust {project.root}"
        )
        raise PnpError(Problem(Location(file), "needs your permission to run", hint, code="E1301"))
    try:
        spec = load_game(then, game.id, any_box=any_box)
        faces = _drawn(then, spec, job, cache, progress)
    except PnpError as error:
        raise PnpError(*(replace(each, where=_in_revision(each.where, name)) for each in error.problems)) from error

    def looks_same(now: Mapping[DesignSide, Face]) -> set[DesignSide]:
        found: set[DesignSide] = set()
        for sides in _batches(list(now)):
            before, after = (faces_to_pdf([of[side] for side in sides], job.renderer) for of in (faces, now))
            same = same_pages(before, after, [(number, number) for number in range(len(sides))], silent)
            found |= {side for side, equal in zip(sides, same, strict=True) if equal}
        return found

    def pictures(sides: Sequence[DesignSide]) -> Iterator[EarlierFace]:
        decks = {design.id: deck for deck, design in spec.designs()}
        for of in sides:
            if of in faces:
                design, face = design_id(of[0]), faces[of]
                cut = decks[design].cut_line(of[1], design).svg()
                yield EarlierFace(of, svg_for_renderer(face), face.size, face.bleed, cut, face.fonts)

    copies = Counter(piece.id for piece in expand_pieces(spec))
    sizes = {design.id: deck.size for deck, design in spec.designs()}
    keys = {side: face.key for side, face in faces.items()}
    layout = job.layout
    build = EarlierBuild(name, job.lang, job.ink, layout.sides, layout.bleed, "", dict(copies), sizes, keys)
    return EarlierVersion(build, looks_same, pictures)


def _in_revision(where: Location, version: str) -> Location:
    """Return a location in a revision, with its file as `revision:path`."""
    return where.at(file=f"{version}:{where.file}" if where.file else version)


def _drawn(project: Project, game: Game, job: Job, cache: Cache, progress: Progress) -> dict[DesignSide, Face]:
    if job.lang not in game.languages:
        message = f"that version is available in {', '.join(game.languages)}, not in {job.lang}"
        raise PnpError(Problem(option_location(OPTION), message, code="E0803"))
    look, names = FaceLook(job.lang, job.ink, job.layout.bleed), list(face_names(game))
    drawn = get_faces(project, game, [(name, look) for name in names], cache, progress).faces
    return {(face_id(name.design, name.look), name.side): face for name, face in zip(names, drawn, strict=True)}


@dataclass(frozen=True)
class EarlierComparison:
    """Differences from an earlier build, and the earlier faces."""

    changes: Changes
    faces: list[FaceFile]
    fonts: list[FontFile]


@task
def changes_since(game: GameRef, job: Job, since: str, cache: Cache, *, progress: Progress = silent) -> Changes:
    """Return the pieces of a job that differ from an earlier PDF, or from a tag, branch or commit."""
    spec = load_draft(*game).game if job.draft else load_game(*game)
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
        known = {font.alias for font in FontSet.for_project(game.project).project_fonts}
        faces: list[FaceFile] = []
        fonts: dict[tuple[str, str], ProjectFont] = {}
        for number, face in enumerate(earlier.pictures(list(dict.fromkeys([*wanted, *gone])))):
            Path(folder, f"{number}.svg").write_text(face.svg, "utf-8")
            faces.append(_face_record(face, f"{number}.svg"))
            fonts |= {(font.alias, font.style): font for font in face.fonts if font.alias not in known}
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
