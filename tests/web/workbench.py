"""A workbench as a person has it: `pnp serve` in a folder, and a real browser."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
WITHOUT = "no Chromium here: the pages were not tried in a browser (apt install chromium-headless-shell)"
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@dataclass
class Served:
    """A running server."""

    folder: Path
    address: str
    process: subprocess.Popen[str]

    @classmethod
    def start(cls, folder: Path, *words: str) -> Served:
        """`pnp serve` in a folder."""
        command = [sys.executable, "-m", "pnp", "serve", "--no-open", "--port", "0", *words]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+)/ ", line)
        assert found, line + process.stdout.read()
        return cls(folder, found[1], process)

    def stop(self) -> int:
        """End it by Ctrl-C; its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=10)
        finally:
            self.process.kill()

    def ask(
        self, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """A request by hand: status and body."""
        place = urlsplit(self.address)
        connection = HTTPConnection(str(place.hostname), place.port, timeout=30)
        content = None if body is None else json.dumps(body).encode()
        connection.request(method, path, content, headers or {})
        answer: HTTPResponse = connection.getresponse()
        return answer.status, answer.read()

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
