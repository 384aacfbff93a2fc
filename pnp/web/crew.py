"""The crew: threads that draw what pages wait for, each with a process of its own, until the server ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from threading import Condition, Thread
from typing import Final

from pnp.cache import Cache
from pnp.config import read_config
from pnp.errors import LimitError, PnpError, Problem
from pnp.face.faces import FaceAttempt, FaceName, try_faces
from pnp.location import Location
from pnp.web.studio import FaceBatch, Studio
from pnp.worker.supervisor import StoppedError, run_in_worker, stopped_when

MOST: Final = 2
"""Threads that draw; more gain little, and take memory."""


class DrawingCrew:
    """Draws for studios that somebody looks at. `drawn` is told which faces are new."""

    def __init__(
        self, studios: Callable[[], Iterable[Studio]], drawn: Callable[[Studio, list[FaceName]], None], cache: Cache
    ) -> None:
        self._studios, self._drawn, self._cache = studios, drawn, cache
        self._work = Condition()
        self._closed = False

    def open(self) -> None:
        """Begin."""
        for _ in range(min(MOST, os.cpu_count() or 1)):
            Thread(target=self._draw_on, daemon=True).start()

    def close(self) -> None:
        """End at once, whatever is being drawn."""
        self._closed = True
        self.wake()

    def wake(self) -> None:
        """Look for something to draw."""
        with self._work:
            self._work.notify_all()

    def _next(self) -> FaceBatch | None:
        return next((batch for studio in self._studios() if (batch := studio.take()) is not None), None)

    def _draw_on(self) -> None:
        while not self._closed:
            batch = self._next()
            if batch is None:
                with self._work:
                    self._work.wait(timeout=1.0)
                continue
            try:
                with stopped_when(lambda batch=batch: self._closed or batch.overtaken()):  # type: ignore[misc]
                    drawn = self._draw(batch)
                self._drawn(batch.studio, batch.studio.put(batch, drawn))
            except StoppedError:
                batch.studio.put_back(batch)

    def _draw(self, batch: FaceBatch) -> list[FaceAttempt]:
        """The faces drawn; where one brings the process down, each in a process of its own."""
        game, names = batch.studio.game, batch.names
        try:
            limits = read_config(game.project).limits
            return run_in_worker(try_faces, limits, game.project, batch.spec, names, batch.studio.look, self._cache)
        except LimitError as error:
            if len(names) == 1:
                return [FaceAttempt(None, problems=error.problems)]
        except PnpError as error:  # of the whole game, such as a missing icon
            return [FaceAttempt(None, problems=error.problems)] * len(names)
        except (OSError, ValueError, KeyError, TypeError) as error:  # one game's trouble does not end the others'
            found = f"{type(error).__name__}: {error}"[:300]
            trouble = Problem(Location(game=game.id), "the faces cannot be drawn", found=found, code="E1404")
            return [FaceAttempt(None, problems=(trouble,))] * len(names)
        drawn = []
        for name, key in zip(names, batch.keys, strict=True):
            drawn += self._draw(FaceBatch(batch.studio, batch.spec, [name], [key], batch.version))
        return drawn
