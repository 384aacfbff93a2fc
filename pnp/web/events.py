"""Server-sent events: notifications from the server to open pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

MOST_WAITING: Final = 2_000
"""Maximum number of unread events per page; beyond it, the page is asked to reload everything."""
KEEP_ALIVE_SECONDS: Final = 15.0
"""Time without events after which a comment is sent, so that closed pages are noticed, in seconds."""


class Listener:
    """An open page: the game and view that it shows, and its queue of events."""

    def __init__(self, page: str, game: str, view: tuple[str, str]) -> None:
        self.page, self.game, self.view = page, game, view
        self.queue: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue()

    def put(self, kind: str, about: object) -> None:
        """Queue an event. Call it in the server's thread."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait((kind, about))
        elif self.queue.qsize() == MOST_WAITING:
            self.queue.put_nowait(("again", None))


class EventStreams:
    """Event streams of all open pages. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[Listener] = set()
        self.left: Callable[[Listener], None] = lambda _: None
        """Called when a page is closed."""

    def open(self) -> None:
        """Start accepting events. Call it in the server's thread."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End the streams of all pages."""
        for listener in self._listeners:
            listener.queue.put_nowait(None)

    def listeners(self) -> list[Listener]:
        """Return the open pages."""
        return list(self._listeners)

    def tell(self, kind: str, about: object, *, game: str | None = None, view: tuple[str, str] | None = None) -> None:
        """Send an event to all pages, or only to those that show a game, or one view of it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, kind, about, game, view)

    def _tell(self, kind: str, about: object, game: str | None, view: tuple[str, str] | None) -> None:
        for listener in self._listeners:
            if (game is None or listener.game == game) and (view is None or listener.view == view):
                listener.put(kind, about)

    async def stream(self, listener: Listener, state: Callable[[], object]) -> AsyncIterator[bytes]:
        """Yield the events for a page, encoded, until the page or the server closes.

        The first event has the current state, so that the page misses no change made since its last request.
        """
        self._listeners.add(listener)
        try:
            first = await asyncio.to_thread(lambda: json.dumps(state()))
            yield f"retry: 1000\nevent: hello\ndata: {first}\n\n".encode()
            while True:
                try:
                    event = await asyncio.wait_for(listener.queue.get(), KEEP_ALIVE_SECONDS)
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
