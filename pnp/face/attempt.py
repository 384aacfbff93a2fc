"""Draw many faces and collect the problems of all that fail."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from pnp.errors import Location, PnpError, Problem, RenderError
from pnp.worker.progress import Progress, expect_faces

MAX_PROBLEMS_PER_FACE: Final = 20
"""Maximum number of problems reported per face."""
MAX_SECONDS_FAILING: Final = 30.0
"""Maximum time spent on faces that fail, in seconds; the remaining faces are then skipped."""

Wanted = TypeVar("Wanted")
Made = TypeVar("Made")


def draw_all(wanted: Sequence[Wanted], draw: Callable[[Wanted], Made], progress: Progress) -> list[Made]:
    """Call `draw` for each item and return the results.

    Raise RenderError with the problems of all items that cannot be drawn.
    """
    expect_faces(len(wanted))
    made: list[Made] = []
    problems: dict[Problem, None] = {}
    wasted = 0.0
    for done, each in enumerate(wanted, 1):
        started = time.monotonic()
        try:
            made.append(draw(each))
        except PnpError as error:
            problems.update(dict.fromkeys(error.problems[:MAX_PROBLEMS_PER_FACE]))
            wasted += time.monotonic() - started
            if wasted > MAX_SECONDS_FAILING and done < len(wanted):
                message = f"{len(wanted) - done} of {len(wanted)} faces were skipped: the others took too long"
                problems[Problem(Location(), message, "fix the other problems first", code="E1401")] = None
                break
        progress(done, len(wanted))
    if problems:
        raise RenderError(*problems)
    return made
