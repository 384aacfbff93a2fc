"""The studio: the faces of a game in one language and ink, as they are now, or were when they could last be drawn.

After a save only those faces are drawn anew whose row, template, drawings or pictures are others now. What a page
shows is drawn first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final

from pnp.cache import Cache
from pnp.errors import Problem
from pnp.face.face import Face
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, face_names
from pnp.face.store import FaceStore
from pnp.resources import Located
from pnp.spec.model import Game
from pnp.terms import Ink, Lang

FIRST: Final = 6
"""Faces that are drawn together when somebody waits for the first of them."""
TOGETHER: Final = 24
PATIENCE: Final = 2.0
"""Seconds after which drawing that a save has overtaken is given up."""
LINGER: Final = 10.0
"""Seconds that faces are drawn on for a page which asked, and does not listen."""

View = tuple[Lang, Ink]


@dataclass
class ShownFace:
    """A face on the page."""

    row_key: str
    """A hash of its row and all else that it is drawn from but for files."""
    drawn: FaceAttempt | None = None
    """As it was drawn last, for this row."""
    good: Face | None = None
    """The last picture of it that could be drawn, perhaps of an earlier row."""
    version: int = 0
    """Of the studio, when what is drawn was begun."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why it cannot be drawn as it is now."""
        return () if self.drawn is None else self.drawn.problems


@dataclass(frozen=True)
class FaceBatch:
    """Faces that are to be drawn together, from one state of the game."""

    studio: Studio
    spec: Game
    names: list[FaceName]
    keys: list[str]
    version: int
    began: float = field(default_factory=monotonic)

    def overtaken(self) -> bool:
        """Whether the game has been saved since, and this takes long."""
        return self.version != self.studio.version and monotonic() - self.began > PATIENCE


class Studio:
    """The faces of a game in one view. Threads may share it."""

    def __init__(self, game: Located, view: View, cache: Cache) -> None:
        self.game, self.view, self._cache = game, view, cache
        self.version = 0
        self.news = 0
        """How often something new was drawn; by it a page knows an answer that the news have overtaken."""
        self.shown: dict[FaceName, ShownFace] = {}
        self.asked = monotonic()
        """When a page last asked for it."""
        self._spec: Game | None = None
        self._waiting: dict[FaceName, None] = {}
        self._lock = Lock()
        self._count = 0

    def refresh(self, spec: Game) -> None:
        """Take in a game as it is now, and find what is to be drawn anew."""
        store = FaceStore(self.look.renderer(self.game.project, spec), self._cache)
        names = face_names(spec)
        keys = {name: store.key(*of, name.side, name.look) for name, of in names.items()}
        with self._lock:
            self._spec, before = spec, self.shown
            self.shown, self._waiting = {}, {}
            for name, key in keys.items():
                old = before.get(name)
                same = old is not None and old.row_key == key and old.drawn is not None and not old.drawn.problems
                if (
                    same
                    and old is not None
                    and old.drawn is not None
                    and old.drawn.state == store.state(old.drawn.uses)
                ):
                    self.shown[name] = old
                else:
                    self.shown[name] = ShownFace(key, None, None if old is None else old.good)
                    self._waiting[name] = None
            self.version += 1

    def look_at(self, names: Iterable[FaceName]) -> None:
        """Draw these first."""
        with self._lock:
            seen = [name for name in names if name in self._waiting]
            self._waiting = {**dict.fromkeys(seen), **self._waiting}

    @property
    def look(self) -> FaceLook:
        """How its faces are drawn."""
        return FaceLook(*self.view)

    @property
    def waiting(self) -> int:
        """How many faces are still to be drawn."""
        return len(self._waiting)

    def take(self) -> FaceBatch | None:
        """The faces that are to be drawn next, if there are any."""
        with self._lock:
            if self._spec is None or not self._waiting:
                return None
            size = FIRST if self._count < FIRST else TOGETHER
            names = list(self._waiting)[:size]
            for name in names:
                del self._waiting[name]
            self._count += len(names)
            if not self._waiting:
                self._count = 0
            return FaceBatch(self, self._spec, names, [self.shown[name].row_key for name in names], self.version)

    def put(self, batch: FaceBatch, drawn: Iterable[FaceAttempt]) -> list[FaceName]:
        """Keep what was drawn, and say which faces of it are shown; what was saved meanwhile is drawn again.

        What comes late, from before a save after which another thread has drawn already, is not kept.
        """
        taken = []
        with self._lock:
            self.news += 1
            for name, key, made in zip(batch.names, batch.keys, drawn, strict=True):
                shown = self.shown.get(name)
                if shown is not None and shown.row_key == key and shown.version <= batch.version:
                    shown.drawn, shown.version = made, batch.version
                    shown.good = made.face or shown.good
                    taken.append(name)
                    if self.version == batch.version:
                        self._waiting.pop(name, None)
        return taken

    def put_back(self, batch: FaceBatch) -> None:
        """Have faces drawn another time: nobody has finished them."""
        with self._lock:
            again = [name for name in batch.names if name in self.shown and self.shown[name].drawn is None]
            self._waiting = {**dict.fromkeys(again), **self._waiting}
