"""Background jobs, and the events that report them to open pages.

A job whose result a page shows is stopped when no page needs it any more. A pinned job, such as a simulation, runs
until it is done or stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from pydantic import Field

from pnp.errors import Location, PnpError, Problem
from pnp.terms import Ink
from pnp.web.answer_types import JobState, ListedJob
from pnp.web.endpoints import PageRequest, list_problems
from pnp.worker.progress import Progress
from pnp.worker.supervisor import StoppedError, stop_when

MOST_WAITING: Final = 2_000
"""Maximum number of unread events per stream; beyond it, its pages are asked to reload everything."""
KEEP_ALIVE_SECONDS: Final = 15.0
"""Time without events after which a comment is sent, so that closed streams are noticed, in seconds."""


class ShownView(NamedTuple):
    """What an open page shows: a game, in a language and an ink."""

    game: str
    view: tuple[str, str] = ("", "full")


class ClosedPage(PageRequest):
    """Request that takes a page off an event stream."""

    stream: str = Field(max_length=40)
    page: str = Field(max_length=40)


class WatchedView(ClosedPage):
    """Request that sends a page the events of what it shows; `since` is the version of the newest face it knows."""

    game: str = Field(max_length=200)
    lang: str = Field("", max_length=40)
    ink: Ink = Ink.FULL
    since: int = 0


class EventStream:
    """A connection that carries the events of all pages in a browser."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(12)
        self.pages: dict[str, ShownView] = {}
        """What each page shows, by the page's id."""
        self.queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def put(self, kind: str, about: object, pages: list[str]) -> None:
        """Queue an event for some pages. Call it in the server's thread."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait({"kind": kind, "pages": pages, "about": about})
        elif self.queue.qsize() == MOST_WAITING:
            self.queue.put_nowait({"kind": "again", "pages": list(self.pages), "about": None})


class EventStreams:
    """Event streams of all browsers, and what their pages show. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: dict[str, EventStream] = {}
        self.on_leave: Callable[[str], None] = lambda _: None
        """Called with the id of a page that was closed."""

    def open(self) -> None:
        """Start accepting events. Call it in the server's thread."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End all streams."""
        for stream in list(self._streams.values()):
            stream.queue.put_nowait(None)

    def shown(self) -> set[ShownView]:
        """Return what the open pages show."""
        return {shown for stream in list(self._streams.values()) for shown in list(stream.pages.values())}

    def watch(self, stream_id: str, page: str, shown: ShownView, state: Callable[[], object]) -> bool:
        """Send a page the events of the game and view that it shows, from now on; return whether the stream is open.

        The first event has the current state, so that the page misses no change made since its last request.
        """
        stream = self._streams.get(stream_id)
        if stream is None:
            return False
        self._in_loop(lambda: stream.pages.update({page: shown}))
        about = state()
        self._in_loop(lambda: stream.put("hello", about, [page]))
        return True

    def pages(self, stream_id: str) -> int:
        """Return how many pages a stream serves."""
        stream = self._streams.get(stream_id)
        return 0 if stream is None else len(stream.pages)

    def leave(self, stream_id: str, page: str) -> None:
        """Send no more events to a page that was closed."""

        def drop() -> None:
            stream = self._streams.get(stream_id)
            if stream is not None and stream.pages.pop(page, None) is not None:
                self._release([page])

        self._in_loop(drop)

    def send(self, kind: str, about: object, *, game: str | None = None, view: tuple[str, str] | None = None) -> None:
        """Send an event to all pages, or only to those that show a game, or one view of it."""

        def fits(shown: ShownView) -> bool:
            return (game is None or shown.game == game) and (view is None or shown.view == view)

        def put() -> None:
            for stream in self._streams.values():
                pages = [page for page, shown in stream.pages.items() if fits(shown)]
                if pages:
                    stream.put(kind, about, pages)

        self._in_loop(put)

    async def stream(self, token: str) -> AsyncIterator[bytes]:
        """Yield the events of a new stream, encoded, until the browser or the server closes it.

        The first event has the stream's id, by which pages join it, and the token that their requests need: pages that
        were opened before a restart of the server have an old one.
        """
        stream = EventStream()
        self._streams[stream.id] = stream
        stream.put("connected", {"stream": stream.id, "token": token}, [])
        try:
            while True:
                try:
                    event = await asyncio.wait_for(stream.queue.get(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                if event is None:
                    return
                yield f"data: {json.dumps(event)}\n\n".encode()
        finally:
            del self._streams[stream.id]
            self._release(list(stream.pages))

    def _in_loop(self, work: Callable[[], None]) -> None:
        """Run a function in the server's thread, after all those before it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _release(self, pages: list[str]) -> None:
        """Report pages that no stream serves any more."""
        for page in pages:
            if not any(page in stream.pages for stream in self._streams.values()):
                self.on_leave(page)


MOST_KEPT: Final = 60
"""Maximum number of finished jobs that pages can still request."""
PROGRESS_INTERVAL: Final = 0.1
"""Minimum time between two progress events, in seconds."""


@dataclass(eq=False)
class BackgroundJob:
    """A background job: its state, progress, result and files."""

    id: str
    key: str
    """Identity of the work: jobs with the same key are equal."""
    game: str
    kind: str
    state: JobState = "running"
    stage: str = ""
    done: int = 0
    total: int = 0
    result: Any = None
    """Result as plain data."""
    files: dict[str, Path] = field(default_factory=dict)
    """Files to download, by name."""
    problems: tuple[Problem, ...] = ()
    wanted_by: set[str] = field(default_factory=set)
    """Ids of the pages that show its result."""
    pinned: bool = False
    """Whether it runs on even if no page shows its result."""
    stop_asked: bool = False
    _sent_at: float = 0.0
    """Time of the last progress event."""

    @property
    def should_stop(self) -> bool:
        """Whether the job should stop."""
        return self.stop_asked or not (self.pinned or self.wanted_by)

    def as_data(self) -> ListedJob[Any]:
        """Return the job as plain data."""
        return {
            "id": self.id, "game": self.game, "kind": self.kind, "state": self.state, "stage": self.stage,
            "done": self.done, "total": self.total, "result": self.result, "problems": list_problems(self.problems),
            "files": {name: path.stat().st_size for name, path in self.files.items() if path.is_file()},
        }  # fmt: skip


class JobContext:
    """Interface of a job for its work: reports progress, and interrupts the work when it is no longer needed."""

    def __init__(self, job: BackgroundJob, send: Callable[[BackgroundJob], None]) -> None:
        self.job, self._send = job, send

    def progress(self, done: int, total: int) -> None:
        """Report progress in the current stage. Raise StoppedError if the job should stop."""
        if self.job.should_stop:
            raise StoppedError
        self.report(self.job.stage, done, total)

    def report(self, stage: str, done: int, total: int) -> None:
        """Report the stage and its progress to pages."""
        self.job.stage, self.job.done, self.job.total = stage, done, total
        self._send(self.job)

    @contextlib.contextmanager
    def stages(self, name: str) -> Iterator[Progress]:
        """Yield the progress callback of a stage; it raises KeyboardInterrupt, like Ctrl-C, if the job should stop."""

        def progress(done: int, total: int) -> None:
            if self.job.should_stop:
                raise KeyboardInterrupt
            self.report(name, done, total)

        yield progress


Work = Callable[[JobContext], Any]
"""Function that does the work of a job and returns plain data; it adds files to download to `tools.job.files`."""


class Jobs:
    """All jobs of the server."""

    def __init__(self, events: EventStreams) -> None:
        self._events = events
        self._jobs: dict[str, BackgroundJob] = {}
        self._slots: dict[tuple[str, str], BackgroundJob] = {}
        self._lock = Lock()
        self._count = 0

    def start(self, game: str, kind: str, key: str, work: Work, *, page: str, slot: str = "") -> BackgroundJob:
        """Return the job with this key: a running one, a finished one, or a new one.

        With a slot, the job replaces the one that the page had in this slot before; without one, it is pinned.
        """
        with self._lock:
            job = next((each for each in self._jobs.values() if each.key == key and not each.stop_asked), None)
            fresh = job is None or job.state in ("failed", "stopped") or (not slot and job.state == "done")
            if job is None or fresh:
                self._count += 1
                job = BackgroundJob(f"{kind}-{self._count}", key, game, kind, pinned=not slot)
                self._jobs[job.id] = job
                self._prune()
            job.pinned = job.pinned or not slot
            if slot:
                before = self._slots.get((page, slot))
                self._slots[page, slot] = job
                job.wanted_by.add(page)
                if before is not None and before is not job:
                    self._release(before, page)
        if fresh:
            Thread(target=self._run, args=(job, work), daemon=True).start()
        return job

    def find(self, job_id: str) -> BackgroundJob | None:
        """Return a job by its id; None if there is none."""
        return self._jobs.get(job_id)

    def of_game(self, game: str) -> list[BackgroundJob]:
        """Return the jobs of a game, newest first."""
        return [job for job in reversed(self._jobs.values()) if job.game == game]

    def stop(self, job: BackgroundJob) -> None:
        """Ask a job to stop."""
        job.stop_asked = True

    def release_page(self, page: str) -> None:
        """Release the jobs of a page that was closed."""
        with self._lock:
            for key in [key for key in self._slots if key[0] == page]:
                self._release(self._slots.pop(key), page)

    def close(self) -> None:
        """Ask all jobs to stop."""
        for job in self._jobs.values():
            job.stop_asked = True

    def _release(self, job: BackgroundJob, page: str) -> None:
        if all(other is not job or key[0] != page for key, other in self._slots.items()):
            job.wanted_by.discard(page)

    def _prune(self) -> None:
        ended = [job for job in self._jobs.values() if job.state != "running"]
        for job in ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._jobs[job.id]

    def _run(self, job: BackgroundJob, work: Work) -> None:
        try:
            with stop_when(lambda: job.should_stop):
                job.result = work(JobContext(job, self._send_throttled))
            job.state = "done"
        except (StoppedError, KeyboardInterrupt):
            job.state = "stopped"
        except PnpError as error:
            job.state, job.problems = "failed", error.problems
        except Exception as error:  # keep the server running
            where, found = Location(game=job.game, detail=job.kind), f"{type(error).__name__}: {error}"[:300]
            problem = Problem(where, "an internal error occurred", found=found, code="E1404")
            job.state, job.problems = "failed", (problem,)
        self._events.send("job", job.as_data(), game=job.game)

    def _send_throttled(self, job: BackgroundJob) -> None:
        now = monotonic()
        if now - job._sent_at > PROGRESS_INTERVAL:
            job._sent_at = now
            self._events.send("job", job.as_data(), game=job.game)
