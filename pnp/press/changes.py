"""Differences from an earlier build, piece by piece: what to print again, add and remove."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pnp.face.face import Face
from pnp.face.faces import FaceLook, FaceName, get_faces
from pnp.geometry.matrix import CUT_TOLERANCE
from pnp.geometry.units import Size
from pnp.press.drawn import DesignSide
from pnp.press.job import Changes, Job
from pnp.project.folders import Project
from pnp.sheet.layout import Sides
from pnp.spec.deck import Piece, design_id, face_id
from pnp.spec.model import Deck, Design, Game
from pnp.spec.selection import CopyRange
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from pnp.worker.progress import Progress, silent

LooksSame = Callable[[Mapping[DesignSide, Face]], set[DesignSide]]
"""Returns which of these faces look as they did in the earlier build."""


@dataclass(frozen=True)
class EarlierBuild:
    """The contents of an earlier build, and how it was drawn."""

    name: str
    """Name of the build as the user gave it."""
    lang: Lang
    ink: Ink
    sides: Sides
    bleed: float
    mark: str
    copies: dict[str, int]
    """Number of copies of each design."""
    sizes: dict[str, Size]
    keys: dict[DesignSide, str]
    """Hash of the inputs of each side."""
    whole: bool = True
    """Whether it held the whole game."""
    max_dpi: float | None = None
    """Resolution that its pictures were reduced to; None if they were not."""
    back_bleed: float | None = None
    """Bleed of its backs, if different from that of its fronts."""


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


def find_changes(
    project: Project,
    game: Game,
    job: Job,
    chosen: list[Piece],
    earlier: EarlierBuild,
    looks_same: LooksSame,
    cache: Cache,
    progress: Progress = silent,
) -> Changes:
    """Return how the chosen pieces differ from an earlier build.

    Faces are compared with the bleed and version mark of the earlier build. Designs that no longer exist count as
    removed, unless only some decks or pieces were chosen.
    """
    designs = {piece.id: (piece.deck, piece.design) for piece in chosen}
    known = {name: each for name, each in designs.items() if name in earlier.copies}
    redrawn = _redrawn(project, game, job, known, earlier, cache, progress)
    stretches: list[CopyRange] = []
    found = Changes(earlier.name, partial=not earlier.whole)
    for name, (deck, design) in designs.items():
        now, before = design.count * deck.leaves, earlier.copies.get(name, 0)
        if name not in known:
            found.added.append(name)
            stretches.append((name, 1, now))
        elif sides := redrawn.differing(name, looks_same, whole=_resized(deck, earlier.sizes[name])):
            found.changed.append(name)
            for drawing, side in sides:
                found.sides.setdefault(drawing, []).append(side)
            stretches.append((name, 1, now))
        elif now > before:
            found.more[name] = now - before
            stretches.append((name, before + 1, now))
        if before > now:
            found.removed[name] = before - now
    if job.selection is None or not job.selection.only:
        there = {design.id for _, design in game.designs()}
        found.removed.update({name: count for name, count in earlier.copies.items() if name not in there})
    return replace(found, pieces=tuple(stretches))


@dataclass
class _ChangedFaces:
    """The faces whose inputs have changed. Whether they look different is asked once, for all."""

    faces: dict[DesignSide, Face]
    without: set[str]
    """Designs that gained or lost a side."""
    sides: dict[str, list[DesignSide]]
    """All sides of each design, in either build."""
    same: set[DesignSide] | None = None

    def differing(self, name: str, looks_same: LooksSame, *, whole: bool) -> list[DesignSide]:
        """Return the sides of a design that differ; all of them if the `whole` piece has changed."""
        if whole or name in self.without:
            return self.sides[name]
        sides = [side for side in self.sides[name] if side in self.faces]
        if sides and self.same is None:
            self.same = looks_same(self.faces)
        return [side for side in sides if side not in (self.same or ())]


def _redrawn(
    project: Project,
    game: Game,
    job: Job,
    designs: dict[str, tuple[Deck, Design]],
    earlier: EarlierBuild,
    cache: Cache,
    progress: Progress,
) -> _ChangedFaces:
    looks = FaceLook(job.lang, job.ink, earlier.bleed, earlier.mark, earlier.max_dpi, draft=job.draft).by_side(
        earlier.back_bleed
    )
    found = _ChangedFaces({}, set(), {name: [] for name in designs})
    wanted: list[tuple[FaceName, FaceLook]] = []
    before: dict[str, set[str]] = {}
    for drawing, _ in earlier.keys:
        before.setdefault(design_id(drawing), set()).add(drawing)
    for name, (deck, design) in designs.items():
        copies = min(design.count * deck.leaves, earlier.copies[name])
        numbers = dict.fromkeys(design.look(copy) for copy in range(1, copies + 1))
        if copies == earlier.copies[name] and before.get(name, set()) - {face_id(name, look) for look in numbers}:
            found.without.add(name)  # some of its looks are gone
        for side, look in ((s, n) for s in _common_sides(deck, job.layout.sides, earlier.sides) for n in numbers):
            of = face_id(name, look), side
            if deck.template(side) is not None or of in earlier.keys:
                found.sides[name].append(of)
            if (deck.template(side) is None) != (of not in earlier.keys):
                found.without.add(name)
            elif deck.template(side) is not None:
                wanted.append((FaceName(deck.name, design.id, side, look), looks[side]))
    made = get_faces(project, game, wanted, cache, progress)
    for (face_name, _), face in zip(wanted, made.faces, strict=True):
        key = face_id(face_name.design, face_name.look), face_name.side
        if face.key != earlier.keys[key]:
            found.faces[key] = face
    return found


def _common_sides(deck: Deck, now: Sides, before: Sides) -> Iterator[Side]:
    """Yield the sides that both builds print."""
    yield Side.FRONT
    if deck.keeps_back or Sides.FRONTS not in (now, before):
        yield Side.BACK


def _resized(deck: Deck, size: Size) -> bool:
    return max(abs(now - before) for now, before in zip(deck.size, size, strict=True)) > CUT_TOLERANCE
