"""Progress: how much of a task is done, and the step a worker process is at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple, Protocol

from pnp.errors import Location

Progress = Callable[[int, int], None]
"""A function that is called with the number of items done and the total."""
Stages = Callable[[str], AbstractContextManager[Progress]]
"""A function that takes the name of a stage and returns a context manager with its progress callback."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""


def silent_stages(name: str) -> AbstractContextManager[Progress]:
    """Ignore the progress of all stages."""
    return nullcontext(silent)


class DrawingStep(NamedTuple):
    """A step of drawing."""

    where: Location
    faces: int = 1
    """Number of faces drawn at once."""


class Watcher(Protocol):
    """A receiver of progress reports."""

    one_by_one: bool
    """Whether to draw faces separately that are usually drawn together, to find the one that fails."""

    def begin(self, step: DrawingStep) -> None:
        """Handle the start of a step."""

    def expect(self, faces: int) -> None:
        """Handle an announcement of more faces."""


class _NullWatcher:
    one_by_one = False

    def begin(self, step: DrawingStep) -> None:
        pass

    def expect(self, faces: int) -> None:
        pass


def set_watcher(watcher: Watcher) -> None:
    """Send progress reports to this watcher from now on."""
    global _watcher
    _watcher = watcher


_watcher: Watcher = _NullWatcher()


def begin_step(where: Location, faces: int = 1) -> None:
    """Report what is drawn next."""
    global _step
    _step = DrawingStep(where, faces)
    _watcher.begin(_step)


_step = DrawingStep(Location())


@contextmanager
def nested_step(where: Location) -> Iterator[None]:
    """Report a nested step for the duration of a block, then the outer step again."""
    outer = _step
    begin_step(where)
    yield
    begin_step(*outer)


def begin_all(places: Iterable[Location]) -> None:
    """Report that several faces are drawn next, together."""
    named = list(places)
    first, last = named[0], named[-1]
    begin_step(first if len(named) == 1 else Location(detail=f"{first} to {last}"), len(named))


def expect_faces(faces: int) -> None:
    """Announce how many more faces will be drawn."""
    _watcher.expect(faces)


def one_by_one() -> bool:
    """Whether to draw faces separately that are usually drawn together."""
    return _watcher.one_by_one
