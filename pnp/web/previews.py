"""Previews: the faces of a game as pages show them, kept up with every save by a pool that draws what is looked at.

After a save only those faces are drawn again whose row, template, drawings or pictures have changed; until then, and
where they cannot be drawn, the last good picture stays. Faces in sight are drawn first.

A face has one version: a number that grows with every change that pages must see. Whatever the order in
which answers and events arrive, the greatest version is the newest.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Condition, Lock, Thread
from time import monotonic, time
from typing import Final

from pnp.cache import Cache
from pnp.config import read_config
from pnp.errors import LimitError, PnpError, Problem
from pnp.face.face import Face
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, face_names, try_faces
from pnp.location import Location
from pnp.resources import Located
from pnp.spec.model import Game
from pnp.terms import Ink, Lang
from pnp.web.answers import Body
from pnp.web.problems import list_problems
from pnp.worker.supervisor import StoppedError, run_in_worker, stopped_when

FIRST: Final = 6
"""Faces that are drawn together when somebody waits for the first of them."""
TOGETHER: Final = 24
PATIENCE: Final = 2.0
"""Seconds after which drawing that a save has overtaken is given up."""
MOST_THREADS: Final = 2
"""Threads that draw; more gain little, and take memory."""
MOST_PICTURES: Final = 6_000
"""Pictures that are kept for pages which ask for them late."""

View = tuple[Lang, Ink]
_versions = count(int(time() * 1000))
"""Versions of faces; they begin at the time, so that those of a restarted server are greater."""


@dataclass(frozen=True)
class Preview:
    """A face as pages show it."""

    row_key: str
    """A hash of its row and everything else that it is drawn from, except files."""
    version: int
    drawn: FaceAttempt | None = None
    """The last attempt to draw it, if it was made for this row."""
    good: Face | None = None
    """The last picture that could be drawn, perhaps of an earlier row."""
    begun: int = 0
    """The version at which drawing it began."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why it cannot be drawn as it is now."""
        return () if self.drawn is None else self.drawn.problems


@dataclass(frozen=True)
class FaceBatch:
    """Faces to be drawn together, from one state of the game."""

    previews: FacePreviews
    spec: Game
    faces: dict[FaceName, Preview]
    version: int = field(default_factory=lambda: next(_versions))
    began: float = field(default_factory=monotonic)

    def overtaken(self) -> bool:
        """Whether a save has changed these faces since, and drawing takes long."""
        return monotonic() - self.began > PATIENCE and self.previews.changed_since(self)


class FacePictures:
    """Pictures of faces by their keys. Threads may share them."""

    def __init__(self) -> None:
        self._faces: OrderedDict[str, Face] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Face | None:
        """Return a face by its key, if it was listed not too long ago."""
        return self._faces.get(key)

    def keep(self, face: Face) -> str:
        """Keep a face for pages that ask for it, and return its key."""
        key = face.key
        with self._lock:
            self._faces[key] = face
            self._faces.move_to_end(key)
            while len(self._faces) > MOST_PICTURES:
                self._faces.popitem(last=False)
        return key


class FacePreviews:
    """The faces of a game in one language and ink. Threads may share them."""

    def __init__(self, game: Located, view: View, cache: Cache, pictures: FacePictures) -> None:
        self.game, self.view, self._cache, self._pictures = game, view, cache, pictures
        self.shown: dict[FaceName, Preview] = {}
        self.asked = monotonic()
        """When a page last asked for them."""
        self._spec: Game | None = None
        self._waiting: dict[FaceName, None] = {}
        self._lock = Lock()
        self._count = 0

    @property
    def look(self) -> FaceLook:
        """How the faces are drawn."""
        return FaceLook(*self.view)

    @property
    def waiting(self) -> int:
        """Number of faces that are still to be drawn."""
        return len(self._waiting)

    def listed(self, names: Iterable[FaceName] | None = None) -> list[Body]:
        """Return faces as all answers and events have them; all faces of the game where none are named."""
        shown = self.shown
        return [
            {
                "name": str(name), "version": each.version, "drawn": each.drawn is not None,
                "key": None if each.good is None else self._pictures.keep(each.good),
                "problems": list_problems(each.problems, self.game.project),
            }
            for name in (shown if names is None else names)
            if (each := shown.get(name)) is not None
        ]  # fmt: skip

    def refresh(self, spec: Game) -> None:
        """Take in the game as it is now, and find the faces to be drawn again."""
        store = self.look.store(self.game.project, spec, self._cache)
        keys = {name: store.key(*of, name.side, name.look) for name, of in face_names(spec).items()}

        def current(preview: Preview, key: str) -> bool:
            drawn = preview.drawn
            if preview.row_key != key or drawn is None or drawn.problems:
                return False
            return drawn.state == store.state(drawn.uses)

        with self._lock:
            version, before = next(_versions), self.shown
            self._spec, self.shown, self._waiting = spec, {}, {}
            for name, key in keys.items():
                old = before.get(name, Preview("", version))
                if current(old, key):
                    self.shown[name] = old
                else:
                    self.shown[name] = Preview(key, version, good=old.good, begun=old.begun)
                    self._waiting[name] = None

    def look_at(self, names: Iterable[FaceName]) -> None:
        """Draw these first."""
        with self._lock:
            seen = [name for name in names if name in self._waiting]
            self._waiting = {**dict.fromkeys(seen), **self._waiting}

    def take(self) -> FaceBatch | None:
        """Return the faces to be drawn next, if there are any."""
        with self._lock:
            if self._spec is None or not self._waiting:
                return None
            size = FIRST if self._count < FIRST else TOGETHER
            names = list(self._waiting)[:size]
            for name in names:
                del self._waiting[name]
            self._count = self._count + len(names) if self._waiting else 0
            return FaceBatch(self, self._spec, {name: self.shown[name] for name in names})

    def put(self, batch: FaceBatch, drawn: Iterable[FaceAttempt]) -> list[FaceName]:
        """Show the faces of a batch, and return their names; those that were saved meanwhile are drawn again.

        A face whose row has changed since is not shown, nor one that another thread began later and has drawn already.
        """
        taken = []
        with self._lock:
            version = next(_versions)
            for (name, was), made in zip(batch.faces.items(), drawn, strict=True):
                now = self.shown.get(name)
                if now is not None and now.row_key == was.row_key and now.begun < batch.version:
                    good = made.face or now.good
                    self.shown[name] = replace(now, version=version, drawn=made, good=good, begun=batch.version)
                    taken.append(name)
        return taken

    def put_back(self, batch: FaceBatch) -> None:
        """Have faces drawn another time: nobody has finished them."""
        with self._lock:
            again = [name for name in batch.faces if name in self.shown and self.shown[name].drawn is None]
            self._waiting = {**dict.fromkeys(again), **self._waiting}

    def changed_since(self, batch: FaceBatch) -> bool:
        """Whether a face of a batch is gone or to be drawn again."""
        now = [self.shown.get(name) for name in batch.faces]
        return any(each is None or (each.drawn is None and each.version > batch.version) for each in now)


class RenderPool:
    """Threads that draw what pages wait for, each with a worker process; `drawn` hears which faces are new."""

    def __init__(
        self,
        looked_at: Callable[[], Iterable[FacePreviews]],
        drawn: Callable[[FacePreviews, list[FaceName]], None],
        cache: Cache,
    ) -> None:
        self._looked_at, self._drawn, self._cache = looked_at, drawn, cache
        self._work = Condition()
        self._closed = False

    def open(self) -> None:
        """Begin."""
        for _ in range(min(MOST_THREADS, os.cpu_count() or 1)):
            Thread(target=self._draw_on, daemon=True).start()

    def close(self) -> None:
        """End at once, whatever is being drawn."""
        self._closed = True
        self.wake()

    def wake(self) -> None:
        """Look for something to draw."""
        with self._work:
            self._work.notify_all()

    def _draw_on(self) -> None:
        while not self._closed:
            batch = next((batch for each in self._looked_at() if (batch := each.take()) is not None), None)
            if batch is None:
                with self._work:
                    self._work.wait(timeout=1.0)
                continue
            try:
                with stopped_when(lambda batch=batch: self._closed or batch.overtaken()):  # type: ignore[misc]
                    drawn = self._draw(batch, list(batch.faces))
                self._drawn(batch.previews, batch.previews.put(batch, drawn))
            except StoppedError:
                batch.previews.put_back(batch)

    def _draw(self, batch: FaceBatch, names: list[FaceName]) -> list[FaceAttempt]:
        """Draw faces; where one brings the process down, each in a separate process."""
        game, look = batch.previews.game, batch.previews.look
        try:
            limits = read_config(game.project).limits
            return run_in_worker(try_faces, limits, game.project, batch.spec, names, look, self._cache)
        except LimitError as error:
            if len(names) == 1:
                return [FaceAttempt(None, problems=error.problems)]
        except PnpError as error:  # of the whole game, such as a missing icon
            return [FaceAttempt(None, problems=error.problems)] * len(names)
        except (OSError, ValueError, KeyError, TypeError) as error:  # one game's trouble does not end the others'
            found = f"{type(error).__name__}: {error}"[:300]
            trouble = Problem(Location(game=game.id), "the faces cannot be drawn", found=found, code="E1404")
            return [FaceAttempt(None, problems=(trouble,))] * len(names)
        return [attempt for name in names for attempt in self._draw(batch, [name])]
