"""A workbench as a person has it: `pnp serve` in a folder, and a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator

from tests.web.forked import CAN_FORK, ForkedProcess

TEXT_OF_FACE = """async image => {
  const key = /face\\/(\\w+)\\.png/.exec(image.getAttribute("href"))[1];
  const svg = await (await fetch(`/api/face/${key}.svg`)).text();
  const { textContent } = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return textContent.replace(/\\s+/g, " ");
}"""
"""The words of the face that a bitmap on a page shows."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
WITHOUT = "no Chromium here: the pages were not tried in a browser (apt install chromium-headless-shell)"
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


NO_DESKTOP = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
"""Variables without which no folder is opened on the screen of whoever runs the tests."""


@dataclass
class Served:
    """A running server."""

    folder: Path
    address: str
    """Without the key, and without a slash at its end."""
    key: str
    """What the printed address has as its key."""
    process: subprocess.Popen[str] | ForkedProcess
    base: str = ""
    """What all paths begin with that need the key: a place at a table of friends."""

    @classmethod
    def start(cls, folder: Path, *words: str, opens: bool = False, forked: bool = CAN_FORK, **variables: str) -> Served:
        """`pnp serve` in a folder; it opens a browser if `opens`. Unless it is forked, it loads its modules first."""
        command = ("serve", *([] if opens else ["--no-open"]), "--port", "0", *words)
        process = start_command(command, folder, opens=opens, forked=forked, **variables)
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+)/\?key=([\w-]{32}) ", line)
        assert found, line + process.stdout.read()
        return cls(folder, found[1], found[2], process)

    def stop(self) -> int:
        """End it by Ctrl-C; its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=10)
        finally:
            self.process.kill()

    @property
    def entrance(self) -> str:
        """The address that was printed, with the key."""
        return f"{self.address}{self.base}/?key={self.key}"

    @cached_property
    def cookie(self) -> str:
        """The cookie that the server gives for its key, as browsers send it."""
        answer = self.send(f"{self.base}/?key={self.key}")
        assert answer.status == 303
        return str(answer.headers["set-cookie"]).partition(";")[0]

    def enter(self, context: BrowserContext) -> None:
        """Have the pages of a browser enter, as if they had been opened with the key."""
        name, _, value = self.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": self.address + self.base, "httpOnly": True}])

    def ask(
        self, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """A request by hand, with the cookie unless another one is given: status and body."""
        answer = self.send(self.base + path, method, body, {"cookie": self.cookie} | (headers or {}))
        return answer.status, answer.read()

    def send(
        self, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None
    ) -> HTTPResponse:
        """A request by hand, with these headers alone: the answer, which may not have been read yet."""
        place = urlsplit(self.address)
        connection = HTTPConnection(str(place.hostname), place.port, timeout=30)
        content = None if body is None else json.dumps(body).encode()
        connection.request(method, path, content, headers or {})
        return connection.getresponse()

    def token(self) -> str:
        """The token that a page is given."""
        page = self.ask("/" if self.base else f"/{self.games()[0]}/gallery")[1].decode()
        found = re.search(r'"token": "([^"]+)"', page)
        assert found
        return found[1]

    def games(self) -> list[str]:
        """The ids of its games."""
        return sorted(path.parent.name for path in self.folder.glob("components/*/game.toml"))

    @cached_property
    def own(self) -> dict[str, str]:
        """The headers of a page's change, without the cookie."""
        return {"origin": self.address, "x-pnp-token": self.token()}

    def post(self, path: str, body: object) -> tuple[int, Any]:
        """A change as a page makes it: status and answer."""
        status, answer = self.ask(path, "POST", body, self.own)
        return status, json.loads(answer)


def start_command(
    command: tuple[str, ...], folder: Path, *, opens: bool = False, forked: bool = CAN_FORK, **variables: str
) -> subprocess.Popen[str] | ForkedProcess:
    """Start a command of pnp in a folder."""
    known = os.environ | ({} if opens else NO_DESKTOP) | variables
    if forked and not opens:
        return ForkedProcess(command, folder, known)
    return subprocess.Popen(
        [sys.executable, "-m", "pnp", *command], cwd=folder, env=known, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@dataclass
class ServedTable:
    """`pnp play --web`, running."""

    lines: list[str]
    """What it printed before it answered."""
    places: dict[str, Served]
    """Who can open which link, by place: `seat-1`, `watch`."""
    process: subprocess.Popen[str] | ForkedProcess

    @classmethod
    def start(cls, folder: Path, game: str, *words: str) -> ServedTable:
        """Open a table on a free port."""
        options = () if "--port" in words else ("--port", "0")
        process = start_command(("play", *([game] if game else []), "--web", "--no-open", *options, *words), folder)
        assert process.stdout is not None
        lines: list[str] = []
        places: dict[str, Served] = {}
        while not lines or not SAVED.search(lines[-1]):
            lines.append(process.stdout.readline())
            assert lines[-1], lines
            if found := re.search(r"(http://[^/ ]+)(/[\w-]+)/\?key=([\w-]{32})\n", lines[-1]):
                places[found[2][1:]] = Served(folder, found[1], found[3], process, found[2])
        return cls(lines, places, process)

    @property
    def file(self) -> Path:
        """The record of its game."""
        found = SAVED.search(self.lines[-1])
        assert found
        return next(iter(self.places.values())).folder / found[0]

    @property
    def match(self) -> str:
        """The path of its game in the API."""
        game, _, name = self.file.parts[-3:]
        return f"/api/{game}/match/{name.removesuffix('.txt')}"

    def stop(self) -> str:
        """End it by Ctrl-C; return what else it has printed."""
        for served in self.places.values():
            served.stop()
            break
        assert self.process.stdout is not None
        return self.process.stdout.read()


SAVED = re.compile(r"output/\w+/played/[\w-]+\.txt")


def expect_words(place: Locator, text: str) -> None:
    """Wait until the first bitmap of a face in a place of the page shows these words."""
    image = place.locator("image.face").first
    deadline = time.monotonic() + 30
    while text not in (shown := str(image.evaluate(TEXT_OF_FACE))):
        assert time.monotonic() < deadline, f"{text!r} is not among {shown!r}"
        time.sleep(0.05)
