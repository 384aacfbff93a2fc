"""A local server for tests with scripted answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


class Served:
    """What the server answers, by path, and what it was asked for."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []

    def put(self, path: str, content: bytes, **headers: str) -> str:
        """Serve a file; the address of it."""

        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(200)
            for name, value in ({"Content-Length": str(len(content))} | headers).items():
                request.send_header(name.replace("_", "-"), value)
            request.end_headers()
            request.wfile.write(content)

        return self.answer(path, answer)

    def redirect(self, path: str, target: str) -> str:
        """Lead to another address."""

        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(302)
            request.send_header("Location", target)
            request.send_header("Content-Length", "0")
            request.end_headers()

        return self.answer(path, answer)

    def answer(self, path: str, answer: Answer) -> str:
        """Answer by a function; the address."""
        self.answers[path] = answer
        return f"{self.base}{path}"


@contextmanager
def serving() -> Iterator[Served]:
    """A server on a free port of 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            answer = served.answers.get(self.path)
            if answer is None:
                self.send_error(404)
                return
            with suppress(OSError):  # the client has closed the connection
                answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = Served(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
