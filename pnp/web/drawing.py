"""Faces drawn for the workbench, some at a time, in a process of its own; one that cannot be drawn keeps no other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.cache import Cache
from pnp.confine import Handover, confined, list_problem, read_problem
from pnp.errors import PnpError, Problem
from pnp.face.face import Face
from pnp.face.icons import check_icons
from pnp.face.render import FaceRenderer
from pnp.face.sources import SourceKind, Use
from pnp.face.store import FaceStore
from pnp.library.faces import list_face, read_face
from pnp.limits import Limits
from pnp.progress import Progress
from pnp.resources import Project
from pnp.spec.model import Deck, Design, Game
from pnp.step import expect
from pnp.terms import Ink, Lang, Side

BLEED = 3.0
"""Art beyond the cut, as a build has it by default."""


class FaceName(NamedTuple):
    """A face of a game, by name."""

    deck: str
    design: str
    side: Side
    look: int = 1

    def __str__(self) -> str:
        return f"{self.deck}/{self.design}/{self.side}/{self.look}"

    @classmethod
    def read(cls, text: str) -> FaceName | None:
        """The name that a page has sent, or None."""
        parts = text.split("/")
        if len(parts) != 4 or parts[2] not in list(Side) or not (parts[3].isdecimal() and len(parts[3]) < 4):
            return None
        return cls(parts[0], parts[1], Side(parts[2]), int(parts[3]))


class FaceAttempt(NamedTuple):
    """A face as it was drawn, or why it could not be."""

    face: Face | None
    uses: tuple[Use, ...] = ()
    state: str = ""
    """A hash of what it uses, as it was then."""
    problems: tuple[Problem, ...] = ()


def face_names(game: Game) -> dict[FaceName, tuple[Deck, Design]]:
    """Every face of a game, in the order of the spec, fronts before backs."""
    return {
        FaceName(deck.name, design.id, side, look): (deck, design)
        for deck, design in game.designs()
        for side in Side
        if deck.template(side) is not None
        for look in deck.looks(design)
    }


def draw_faces(
    project: Project, game: Game, names: Sequence[FaceName], view: tuple[Lang, Ink], cache: Cache, limits: Limits
) -> list[FaceAttempt]:
    """The faces of these names, each as it was drawn or with its problems."""
    made = confined(f"{__name__}:draw_task", project, game, list(names), view, cache, limits=limits)
    found = []
    for name, about in zip(names, made.about, strict=True):
        problems = tuple(read_problem(each) for each in about["problems"])
        uses = tuple((SourceKind(kind), used) for kind, used in about["uses"])
        face = None
        if about["face"] is not None:
            face = read_face(about["face"], project, game, game.decks[name.deck].size, BLEED)
        found.append(FaceAttempt(face, uses, about["state"], problems))
    return found


def draw_task(
    project: Project, game: Game, names: list[FaceName], view: tuple[Lang, Ink], cache: Cache, *, progress: Progress
) -> Handover:
    """The faces drawn, for another process."""
    expect(len(names))
    check_icons(project, game)
    store = FaceStore(FaceRenderer(project, game, *view, BLEED), cache)
    designs = {(deck.name, design.id): (deck, design) for deck, design in game.designs()}
    return Handover([_draw(store, *designs[name.deck, name.design], name) for name in names])


def _draw(store: FaceStore, deck: Deck, design: Design, name: FaceName) -> dict[str, object]:
    try:
        kept = store.face(deck, design, name.side, name.look)
    except PnpError as error:
        problems = [list_problem(each) for each in error.problems]
        return {"face": None, "uses": store.asked, "state": store.state(store.asked), "problems": problems}
    return {"face": list_face(kept.face), "uses": kept.uses, "state": store.state(kept.uses), "problems": []}


def trace_face(project: Project, game: Game, name: FaceName, view: tuple[Lang, Ink], limits: Limits) -> Face:
    """A face with marks on all that it shows, and what they lead to: template lines, cells, drawings."""
    made = confined(f"{__name__}:trace_task", project, game, name, view, limits=limits)
    return read_face(made.about, project, game, game.decks[name.deck].size, BLEED)


def trace_task(project: Project, game: Game, name: FaceName, view: tuple[Lang, Ink], *, progress: Progress) -> Handover:
    """The face drawn with marks, for another process."""
    deck = game.decks[name.deck]
    design = next(each for each in deck.designs if each.id == name.design)
    drawer = FaceRenderer(project, game, *view, BLEED, traced=True)
    return Handover(list_face(drawer.render(deck, design, name.side, name.look)))
