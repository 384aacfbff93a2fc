"""Previews of faces, drawn again after every save by a pool of worker processes.

Pages show bitmaps, and SVGs of enlarged faces only. Bitmaps of visible faces are drawn together with the faces, others
when a page requests them; all are kept in the cache.

After a save, only faces whose row, template, drawings or pictures have changed are drawn again, visible ones first.
Until then, and if a face cannot be drawn, pages keep its last good picture.

Every face has a version, a number that grows with every visible change. Responses and events may arrive in any order:
the greatest version is the newest.
"""

from __future__ import annotations

import contextlib
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, islice
from threading import Condition, Lock, Thread
from time import monotonic, time
from typing import Final

from pnp.config import read_config
from pnp.errors import LimitError, Location, PnpError, Problem
from pnp.face.face import Face
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, face_names
from pnp.press.bitmaps import SCALES, bitmap_key, draw_bitmap, draw_previews, warm_up
from pnp.project.folders import GameRef
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from pnp.web.answer_types import FaceListing, ListedFace
from pnp.web.endpoints import list_problems
from pnp.worker.codec import pack
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import StoppedError, run_in_worker, stop_when

FIRST_BATCH: Final = 6
"""Number of visible faces in a batch, and of those in the first one, kept small so that they appear soon."""
BATCH: Final = 24
"""Number of other faces in a batch."""
CANCEL_AFTER: Final = 2.0
"""Time after which a batch is cancelled if a save has made it outdated, in seconds."""
MOST_WORKERS: Final = min(2, os.cpu_count() or 1)
"""Maximum number of workers that draw at the same time; more would need memory and gain little."""
URGENT_SECONDS: Final = 2.0
"""Time after which urgent work does not wait any longer, because a face may take very long to draw, in seconds."""
MOST_PICTURES: Final = 6_000
"""Maximum number of pictures kept for pages that request them late."""

View = tuple[Lang, Ink]
_versions = count(int(time() * 1000))
"""Versions of faces; they start at the current time, so that they keep growing when the server restarts."""


@dataclass(frozen=True)
class Preview:
    """A face as pages show it."""

    row_key: str
    """Hash of its row and everything else that it is drawn from, except files."""
    version: int
    drawn: FaceAttempt | None = None
    """Last attempt to draw this row; None if it was not drawn yet."""
    good: Face | None = None
    """Last picture drawn without problems, perhaps of an earlier row."""
    begun: int = 0
    """Version of the batch that last drew it."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the last attempt to draw it."""
        return () if self.drawn is None else self.drawn.problems


class PackedGame:
    """A game, encoded once for all batches: encoding and decoding thousands of rows takes longer than drawing some."""

    def __init__(self, spec: Game) -> None:
        self._spec = spec

    @cached_property
    def content(self) -> bytes:
        """The encoded game."""
        return pack(Game, self._spec)


@dataclass(frozen=True)
class FaceBatch:
    """Faces to draw together, from one version of the game."""

    previews: FacePreviews
    spec: PackedGame
    faces: dict[FaceName, Preview]
    visible: frozenset[FaceName] = frozenset()
    """Faces that a page shows now, which need a bitmap."""
    scale: int = SCALES[0]
    version: int = field(default_factory=lambda: next(_versions))
    began: float = field(default_factory=monotonic)

    def outdated(self) -> bool:
        """Return whether the batch takes long and a save has changed its faces since it began."""
        return monotonic() - self.began > CANCEL_AFTER and self.previews.changed_since(self)


class WorkerSlots:
    """Limit on the number of workers that draw at the same time, so that each is used again. Thread-safe."""

    def __init__(self, free: int = MOST_WORKERS) -> None:
        self._free, self._urgent = free, 0
        self._changed = Condition()

    @contextlib.contextmanager
    def take(self, *, urgent: bool = False) -> Iterator[None]:
        """Wait for a free worker; urgent work is done before any other, and after URGENT_SECONDS in any case."""
        with self._changed:
            self._urgent += urgent
            self._changed.wait_for(
                lambda: self._free > 0 and (urgent or not self._urgent), URGENT_SECONDS if urgent else None
            )
            self._free -= 1
            self._urgent -= urgent
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()


class FacePictures:
    """Pictures of faces by key. Thread-safe."""

    def __init__(self, cache: Cache, slots: WorkerSlots) -> None:
        self._cache, self._slots = cache, slots
        self._faces: OrderedDict[str, Face] = OrderedDict()
        self._lock = Lock()

    def bitmap(self, key: str, scale: int) -> bytes | None:
        """Return a face as PNG, from the cache or drawn now; None if it is unknown or was dropped.

        Raise PnpError if it cannot be drawn.
        """
        stored, face = bitmap_key(key, scale), self.get(key)
        content = self._cache.get(stored)
        if content is None and face is not None:
            with self._slots.take(urgent=True):
                content = self._cache.get(stored)  # another page may have requested it
                if content is None:
                    content = run_in_worker(draw_bitmap, DEFAULT_LIMITS, face, scale, self._cache)
        return content

    def get(self, key: str) -> Face | None:
        """Return a face by its key; None if it is unknown or was dropped."""
        return self._faces.get(key)

    def keep(self, face: Face) -> str:
        """Store a face for pages to request, and return its key."""
        key = face.key
        with self._lock:
            self._faces[key] = face
            self._faces.move_to_end(key)
            while len(self._faces) > MOST_PICTURES:
                self._faces.popitem(last=False)
        return key


class FacePreviews:
    """Previews of all faces of a game in one language and ink. Thread-safe."""

    def __init__(self, game: GameRef, view: View, cache: Cache, pictures: FacePictures) -> None:
        self.game, self.view, self._cache, self._pictures = game, view, cache, pictures
        self.shown: dict[FaceName, Preview] = {}
        self.asked = monotonic()
        """Time of the last request by a page."""
        self._spec: PackedGame | None = None
        self._waiting: dict[FaceName, None] = {}
        self._visible: frozenset[FaceName] = frozenset()
        self.scale = SCALES[0]
        """Resolution of the bitmaps that pages show, in pixels per mm."""
        self._lock = Lock()
        self._count = 0

    @property
    def look(self) -> FaceLook:
        """Language and ink of the faces."""
        return FaceLook(*self.view)

    @property
    def waiting(self) -> int:
        """Number of faces not drawn yet."""
        return len(self._waiting)

    def as_data(
        self, names: Iterable[FaceName] | None = None, since: int = 0, *, empty: bool = False
    ) -> list[ListedFace]:
        """Return faces as plain data for events: these, or all that have something to show.

        Faces that have not changed after version `since` are left out. With `empty`, faces that have nothing to show
        are listed as well.
        """
        shown = self.shown.copy()
        listed = shown.items() if names is None else ((name, shown[name]) for name in names if name in shown)
        every = empty or names is not None
        return [
            {
                "name": str(name), "version": each.version, "drawn": each.drawn is not None,
                "key": None if each.good is None else self._pictures.keep(each.good),
                "problems": list_problems(each.problems, self.game.project) if each.problems else [],
            }
            for name, each in listed
            if each.version > since and (every or each.drawn is not None or each.good is not None)
        ]  # fmt: skip

    def listing(self, names: Iterable[FaceName] | None = None, since: int = 0) -> FaceListing:
        """Return faces as plain data for answers: these, or all that have something to show.

        With `since`, the version of an earlier list, return all faces that have changed after it.
        """
        with self._lock:
            seen = next(_versions) if names is None else 0  # a list of some faces says nothing about the others
            return {"seen": seen, "waiting": self.waiting, "faces": self.as_data(names, since, empty=since > 0)}

    def refresh(self, spec: Game) -> None:
        """Update to a new version of the game, and queue the faces that have changed."""
        store = self.look.store(self.game.project, spec, self._cache)
        keys = {name: store.key(*of, name.side, name.look) for name, of in face_names(spec).items()}

        def current(preview: Preview, key: str) -> bool:
            drawn = preview.drawn
            if preview.row_key != key or drawn is None or drawn.problems:
                return False
            return drawn.state == store.state(drawn.uses)

        with self._lock:
            version, before = next(_versions), self.shown
            self._spec, self.shown, self._waiting = PackedGame(spec), {}, {}
            for name, key in keys.items():
                old = before.get(name, Preview("", version))
                if current(old, key):
                    self.shown[name] = old
                else:
                    self.shown[name] = Preview(key, version, good=old.good, begun=old.begun)
                    self._waiting[name] = None

    def prioritize(self, names: Iterable[FaceName], scale: int) -> None:
        """Move the faces that a page shows to the front of the queue; they also get bitmaps of this scale."""
        with self._lock:
            visible = list(names)
            self._visible, self.scale = frozenset(visible), scale
            first = [name for name in visible if name in self._waiting]
            self._waiting = {**dict.fromkeys(first), **self._waiting}

    def take(self) -> FaceBatch | None:
        """Remove the next batch from the queue and return it; None if the queue is empty."""
        with self._lock:
            if self._spec is None or not self._waiting:
                return None
            names = list(islice(self._waiting, BATCH))
            visible = [name for name in names if name in self._visible]
            if visible or self._count < FIRST_BATCH:
                names = visible = (visible or names)[:FIRST_BATCH]  # pages show the first faces first
            for name in names:
                del self._waiting[name]
            self._count = self._count + len(names) if self._waiting else 0
            faces = {name: self.shown[name] for name in names}
            return FaceBatch(self, self._spec, faces, frozenset(visible), self.scale)

    def put(self, batch: FaceBatch, drawn: Iterable[FaceAttempt]) -> list[FaceName]:
        """Store the drawn faces of a batch, and return the names of those stored.

        Ignore faces whose row has changed since, and faces that a newer batch has already drawn.
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
        """Return the undrawn faces of a cancelled batch to the queue."""
        with self._lock:
            again = [name for name in batch.faces if name in self.shown and self.shown[name].drawn is None]
            self._waiting = {**dict.fromkeys(again), **self._waiting}

    def changed_since(self, batch: FaceBatch) -> bool:
        """Return whether a face of a batch was removed or changed after the batch was taken."""
        now = [self.shown.get(name) for name in batch.faces]
        return any(each is None or (each.drawn is None and each.version > batch.version) for each in now)


class RenderPool:
    """Threads that draw the queued faces of `looked_at()`, in worker processes, and pass their names to `drawn`."""

    def __init__(
        self,
        looked_at: Callable[[], Iterable[FacePreviews]],
        drawn: Callable[[FacePreviews, list[FaceName]], None],
        cache: Cache,
        slots: WorkerSlots,
    ) -> None:
        self._looked_at, self._drawn, self._cache, self._slots = looked_at, drawn, cache, slots
        self._work = Condition()
        self._closed = False

    def open(self) -> None:
        """Start the threads."""
        for _ in range(MOST_WORKERS):
            Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        """Stop immediately, cancelling all drawing."""
        self._closed = True
        self.wake()

    def wake(self) -> None:
        """Make idle threads look for faces to draw."""
        with self._work:
            self._work.notify_all()

    def _run(self) -> None:
        with self._slots.take(), contextlib.suppress(PnpError, OSError):  # a problem is reported when a face is drawn
            run_in_worker(warm_up, DEFAULT_LIMITS)
        while not self._closed:
            with self._slots.take():
                worked = self._draw_next()
            if not worked:
                with self._work:
                    self._work.wait(timeout=1.0)

    def _draw_next(self) -> bool:
        """Draw the next batch; return whether there was one."""
        batch = next((batch for each in self._looked_at() if (batch := each.take()) is not None), None)
        if batch is None:
            return False
        try:
            with stop_when(lambda: self._closed or batch.outdated()):
                drawn = self._draw(batch, list(batch.faces))
            self._drawn(batch.previews, batch.previews.put(batch, drawn))
        except StoppedError:
            batch.previews.put_back(batch)
        return True

    def _draw(self, batch: FaceBatch, names: list[FaceName]) -> list[FaceAttempt]:
        """Draw faces; if one of them crashes the worker process or exceeds a limit, draw each one separately."""
        game, look = batch.previews.game, batch.previews.look
        try:
            limits = read_config(game.project).limits
            return run_in_worker(
                draw_previews, limits, game.project, batch.spec.content, names, batch.visible, look, batch.scale,
                self._cache,
            )  # fmt: skip
        except LimitError as error:
            if len(names) == 1:
                return [FaceAttempt(None, problems=error.problems)]
        except PnpError as error:  # a problem of the whole game, such as a missing icon
            return [FaceAttempt(None, problems=error.problems)] * len(names)
        except (OSError, ValueError, KeyError, TypeError) as error:  # keep the thread running for other games
            found = f"{type(error).__name__}: {error}"[:300]
            trouble = Problem(Location(game=game.id), "the faces cannot be drawn", found=found, code="E1404")
            return [FaceAttempt(None, problems=(trouble,))] * len(names)
        return [attempt for name in names for attempt in self._draw(batch, [name])]
