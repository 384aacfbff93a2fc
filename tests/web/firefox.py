"""Firefox as it is installed, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi): JSON over a web socket.

Playwright only drives a Firefox of its own. Tornado, which Dask needs, has a client for web sockets.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import shutil
import subprocess
import time
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeVar

from tornado.websocket import WebSocketClientConnection, websocket_connect

FIREFOX: Final = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)
WITHOUT: Final = "no Firefox here: the pages were not tried in it (apt install firefox-esr)"
PATIENCE_SECONDS: Final = 60.0
"""Longest time to wait for Firefox, on a machine that does other things as well, in seconds."""
ABORTED: Final = "status=2152398850"
"""In the message about a font that was no longer needed when the page was left: NS_BINDING_ABORTED."""
KEYS: Final = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009",
    "Escape": "\ue00c", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
    "ArrowDown": "\ue015", "Delete": "\ue017", "F2": "\ue032",
}  # fmt: skip
"""Keys without a character, as WebDriver names them."""
PREFERENCES: Final[dict[str, object]] = {
    # a proxy that does not exist for everything but this machine: Firefox reaches nothing else
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1, localhost", "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.server": "",
    "intl.accept_languages": "en-GB, en", "ui.prefersReducedMotion": 1, "dom.disable_open_during_load": False,
}  # fmt: skip
T = TypeVar("T")


class FirefoxError(Exception):
    """Firefox refused a command, or a script failed."""


class Firefox:
    """A running Firefox without windows, with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX is not None
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        (folder / "user.js").write_text("".join(lines), "utf-8")
        self.events: list[dict[str, Any]] = []
        self._log = (folder / "firefox.log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
            stdout=self._log, stderr=self._log, cwd=folder, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        self._loop = asyncio.new_event_loop()  # in a thread, because Playwright has a loop in this one
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._numbers = count(1)
        try:
            self._socket: WebSocketClientConnection = self._wait(self._connect(self._address()))
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self._process.kill()
            raise

    def close(self) -> None:
        """End Firefox."""
        try:
            self.send("browser.close")
            self._process.wait(timeout=20)
        except (FirefoxError, subprocess.TimeoutExpired, OSError):
            pass
        finally:
            self._process.kill()
            self._process.wait()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._log.close()

    def send(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command, and return its result. Raise FirefoxError if it is refused."""
        return self._wait(self._send(method, parameters))

    def open_tab(self) -> Tab:
        """Open a tab in a container of its own, without the cookies of others."""
        container = self.send("browser.createUserContext")["userContext"]
        return Tab(self, self.send("browsingContext.create", type="tab", userContext=container)["context"], container)

    def _address(self) -> str:
        """Return the address of the web socket, once Firefox listens."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            self._log.seek(0)
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", self._log.read()):
                return found[1]
            time.sleep(0.05)
        self._log.seek(0)
        raise FirefoxError(self._log.read()[-2000:])

    @staticmethod
    async def _connect(address: str) -> WebSocketClientConnection:
        return await websocket_connect(f"{address}/session", max_message_size=100_000_000)

    async def _send(self, method: str, parameters: dict[str, object]) -> dict[str, Any]:
        number = next(self._numbers)
        await self._socket.write_message(json.dumps({"id": number, "method": method, "params": parameters}))
        while (message := await self._socket.read_message()) is not None:
            answer: dict[str, Any] = json.loads(message)
            if answer.get("type") == "event":
                self.events.append(answer)
            elif answer.get("id") == number:
                if answer["type"] == "error":
                    raise FirefoxError(f"{method}: {answer['error']}: {answer['message']}")
                result: dict[str, Any] = answer["result"]
                return result
        raise FirefoxError(f"{method}: Firefox has ended")

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS)


class Tab:
    """A tab of Firefox."""

    def __init__(self, firefox: Firefox, context: str, container: str) -> None:
        self._firefox, self._context, self._container = firefox, context, container

    def close(self) -> None:
        """Close the tab, and forget its cookies and storage."""
        self._firefox.send("browser.removeUserContext", userContext=self._container)

    def goto(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self._firefox.send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page, after a promise is fulfilled. It must be JSON."""
        found = self._evaluate(f"(async () => JSON.stringify((await ({script})) ?? null))()")
        return json.loads(found["value"])

    def wait_for(self, script: str) -> Any:
        """Wait until the value of an expression in the page is true, and return it."""
        deadline, last = time.monotonic() + PATIENCE_SECONDS, "false"
        while time.monotonic() < deadline:
            try:
                if found := self.run(script):
                    return found
            except FirefoxError as error:  # while a page is loading
                last = str(error)
            time.sleep(0.05)
        raise AssertionError(f"{script}: {last}\n{self.run('document.body.innerText')}"[:3000])

    def click(self, selector: str, times: int = 1) -> None:
        """Click the first element that a selector finds, once it is displayed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
            found = self._evaluate(f"document.querySelector({json.dumps(selector)})")
            try:
                origin = {"type": "element", "element": {"sharedId": found["sharedId"]}}
                moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}]
                moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * times
                return self._act({"type": "pointer", "id": "mouse", "actions": moves})
            except (FirefoxError, KeyError):  # not displayed yet, or replaced meanwhile
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys one after the other; `Control+s` holds one while another is pressed."""
        for key in keys:
            parts = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            downs = [{"type": "keyDown", "value": part} for part in parts]
            ups = [{"type": "keyUp", "value": part} for part in reversed(parts)]
            self._act({"type": "key", "id": "keyboard", "actions": [*downs, *ups]})

    def type(self, text: str) -> None:
        """Type a text, one key per character."""
        self.press(*text)

    def screenshot(self) -> bytes:
        """Return what the tab shows, as PNG."""
        return base64.b64decode(self._firefox.send("browsingContext.captureScreenshot", context=self._context)["data"])

    def errors(self) -> list[str]:
        """Return the errors of the tab's scripts so far: exceptions, and what they wrote to the console as errors."""
        self.run("1")  # events that Firefox has sent before come first
        return [
            f"{entry['params']['text']} {entry['params'].get('stackTrace', '')}"
            for entry in self._firefox.events
            if entry["params"]["source"].get("context") == self._context
            and entry["params"]["level"] == "error"
            and ABORTED not in entry["params"]["text"]
        ]

    def _evaluate(self, script: str) -> dict[str, Any]:
        answer = self._firefox.send(
            "script.evaluate", expression=script, target={"context": self._context}, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise FirefoxError(answer["exceptionDetails"]["text"])
        result: dict[str, Any] = answer["result"]
        return result

    def _act(self, source: dict[str, Any]) -> None:
        self._firefox.send("input.performActions", context=self._context, actions=[source])
