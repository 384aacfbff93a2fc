"""Events: what the server tells open pages, one after the other, as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

MOST_WAITING: Final = 2_000
"""Events that a page which does not read may leave; then it is told to look at everything again."""
ALIVE_SECONDS: Final = 15.0
"""A page that hears nothing for this long gets an empty line, by which a closed one is noticed."""


class Listener:
    """An open page: which game it shows, and what it has not been told yet."""

    def __init__(self, page: str, game: str, view: tuple[str, str]) -> None:
        self.page, self.game, self.view = page, game, view
        self.queue: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue()

    def put(self, kind: str, about: object) -> None:
        """Have something told; in the server's own thread."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait((kind, about))
        elif self.queue.qsize() == MOST_WAITING:
            self.queue.put_nowait(("again", None))


class Events:
    """All open pages. Anything in the server may tell them something, from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[Listener] = set()
        self.left: Callable[[Listener], None] = lambda _: None
        """Called when a page is closed."""

    def open(self) -> None:
        """Begin, in the thread that serves."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Let every page go."""
        for listener in self._listeners:
            listener.queue.put_nowait(None)

    def listeners(self) -> list[Listener]:
        """The pages that are open."""
        return list(self._listeners)

    def tell(self, kind: str, about: object, *, game: str | None = None, view: tuple[str, str] | None = None) -> None:
        """Tell all pages, or those that show a game, or one view of it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, kind, about, game, view)

    def _tell(self, kind: str, about: object, game: str | None, view: tuple[str, str] | None) -> None:
        for listener in self._listeners:
            if (game is None or listener.game == game) and (view is None or listener.view == view):
                listener.put(kind, about)

    async def stream(self, listener: Listener, state: Callable[[], object]) -> AsyncIterator[bytes]:
        """What a page is told, until it or the server closes; first the state of what it shows.

        So it misses nothing between its last answer and now.
        """
        self._listeners.add(listener)
        try:
            first = await asyncio.to_thread(lambda: json.dumps(state()))
            yield f"retry: 1000\nevent: hello\ndata: {first}\n\n".encode()
            while True:
                try:
                    event = await asyncio.wait_for(listener.queue.get(), ALIVE_SECONDS)
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                if event is None:
                    return
                kind, about = event
                yield f"event: {kind}\ndata: {json.dumps(about)}\n\n".encode()
        finally:
            self._listeners.discard(listener)
            self.left(listener)
