"""Drawing many faces: all are tried, so that one look at the problems tells everything that is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from pnp.errors import PnpError, Problem, RenderError
from pnp.location import Location
from pnp.progress import Progress
from pnp.step import expect

MOST_OF_A_FACE: Final = 20
"""More problems of one face are not gathered."""
PATIENCE: Final = 30.0
"""Seconds that faces may take that cannot be drawn; then the rest is not tried."""

Wanted = TypeVar("Wanted")
Made = TypeVar("Made")


def draw_all(wanted: Sequence[Wanted], draw: Callable[[Wanted], Made], progress: Progress) -> list[Made]:
    """What is drawn for each; RenderError with the problems of all that cannot be drawn."""
    expect(len(wanted))
    made: list[Made] = []
    problems: dict[Problem, None] = {}
    wasted = 0.0
    for done, each in enumerate(wanted, 1):
        started = time.monotonic()
        try:
            made.append(draw(each))
        except PnpError as error:
            problems.update(dict.fromkeys(error.problems[:MOST_OF_A_FACE]))
            wasted += time.monotonic() - started
            if wasted > PATIENCE and done < len(wanted):
                message = f"{len(wanted) - done} of {len(wanted)} faces were not tried: the others took too long"
                problems[Problem(Location(), message, "fix the other problems first", code="E1401")] = None
                break
        progress(done, len(wanted))
    if problems:
        raise RenderError(*problems)
    return made
