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

    @classmethod
    def start(cls, folder: Path, *words: str, opens: bool = False, forked: bool = CAN_FORK, **variables: str) -> Served:
        """`pnp serve` in a folder; it opens a browser if `opens`. Unless it is forked, it loads its modules first."""
        command = ("serve", *([] if opens else ["--no-open"]), "--port", "0", *words)
        known = os.environ | ({} if opens else NO_DESKTOP) | variables
        process: subprocess.Popen[str] | ForkedProcess
        if forked and not opens:
            process = ForkedProcess(command, folder, known)
        else:
            process = subprocess.Popen(
                [sys.executable, "-m", "pnp", *command], cwd=folder, env=known, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
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
        return f"{self.address}/?key={self.key}"

    @cached_property
    def cookie(self) -> str:
        """The cookie that the server gives for its key, as browsers send it."""
        answer = self.send(f"/?key={self.key}")
        assert answer.status == 303
        return str(answer.headers["set-cookie"]).partition(";")[0]

    def enter(self, context: BrowserContext) -> None:
        """Have the pages of a browser enter, as if they had been opened with the key."""
        name, _, value = self.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": self.address, "httpOnly": True}])

    def ask(
        self, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """A request by hand, with the cookie unless another one is given: status and body."""
        answer = self.send(path, method, body, {"cookie": self.cookie} | (headers or {}))
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
        page = self.ask("/" + self.games()[0] + "/gallery")[1].decode()
        found = re.search(r'"token": "([^"]+)"', page)
        assert found
        return found[1]

    def games(self) -> list[str]:
        """The ids of its games."""
        return sorted(path.parent.name for path in self.folder.glob("components/*/game.toml"))

    def post(self, path: str, body: object) -> tuple[int, Any]:
        """A change as a page makes it: status and answer."""
        status, answer = self.ask(path, "POST", body, {"origin": self.address, "x-pnp-token": self.token()})
        return status, json.loads(answer)


def expect_words(place: Locator, text: str) -> None:
    """Wait until the first bitmap of a face in a place of the page shows these words."""
    image = place.locator("image.face").first
    deadline = time.monotonic() + 30
    while text not in (shown := str(image.evaluate(TEXT_OF_FACE))):
        assert time.monotonic() < deadline, f"{text!r} is not among {shown!r}"
        time.sleep(0.05)
