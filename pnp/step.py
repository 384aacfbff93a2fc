"""The step that work has come to, told to whoever watches over it: what is drawn now, and how much is to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from pnp.location import Location


class DrawingStep(NamedTuple):
    """What is being drawn."""

    where: Location
    faces: int = 1
    """How many at once."""


class Watcher(Protocol):
    """Whoever wants to know."""

    one_by_one: bool
    """Whether faces that are usually drawn together are to be tried alone first, to find the one that cannot be."""

    def begin(self, step: DrawingStep) -> None:
        """Told before something is drawn."""

    def expect(self, faces: int) -> None:
        """Told how many more faces are to come."""


class _Nobody:
    one_by_one = False

    def begin(self, step: DrawingStep) -> None:
        pass

    def expect(self, faces: int) -> None:
        pass


_watcher: Watcher = _Nobody()


def watched_by(watcher: Watcher) -> None:
    """Tell this one from now on."""
    global _watcher
    _watcher = watcher


_step = DrawingStep(Location())


def begin(where: Location, faces: int = 1) -> None:
    """Say what is drawn next."""
    global _step
    _step = DrawingStep(where, faces)
    _watcher.begin(_step)


@contextmanager
def within(where: Location) -> Iterator[None]:
    """Say what is drawn for a while, as a part of the step before, which goes on then."""
    outer = _step
    begin(where)
    yield
    begin(*outer)


def begin_all(places: Iterable[Location]) -> None:
    """Say that these are drawn next, together."""
    named = list(places)
    first, last = named[0], named[-1]
    begin(first if len(named) == 1 else Location(detail=f"{first} to {last}"), len(named))


def expect(faces: int) -> None:
    """Say how many more faces are to come."""
    _watcher.expect(faces)


def one_by_one() -> bool:
    """Whether faces that are usually drawn together are to be tried alone first."""
    return _watcher.one_by_one
