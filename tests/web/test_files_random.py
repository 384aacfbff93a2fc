"""Random typing, saves, changes on disk, reloads, closed tabs and restarts of the server: nothing typed is lost.

Every response is delayed, most a little and some by up to three seconds (less in the default run). After every step,
each line that was typed is in the file, or on the page while the page says that it is not saved.
"""

from __future__ import annotations

import contextlib
import random
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import pnp
from pnp.errors import Location, PnpError
from pnp.project.saving import content_hash, save_if_unchanged
from tests.web.workbench import Served

FILE = "templates/mice/card.svg.j2"
DELAYS = """(() => {
    let seed = SEED;
    const random = () => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) / 0x7fffff; };
    const wait = () => new Promise(done => setTimeout(done, SLOWEST * random() ** 3));
    const real = window.fetch;
    window.fetch = async (...asked) => {
        if (!String(asked[0]).includes("/text")) return real(...asked);
        await wait();
        const answer = await real(...asked);
        await wait();
        return answer;
    };
})()"""
SNAPSHOT = """() => ({
    text: document.querySelector("#text").value,
    unsaved: document.querySelector("#state").classList.contains("unsaved"),
    state: document.querySelector("#state").textContent,
    conflicts: document.querySelectorAll("#conflict-list li").length,
})"""


class Session:
    """A person who types, a program that changes the file, and a server that dies now and then."""

    def __init__(self, browser: Browser, folder: Path, seed: int, slowest_ms: int) -> None:
        self.chance = random.Random(seed)
        self.folder, self.path = folder, folder / FILE
        self.served: Served | None = Served.start(folder)
        self.port = int(self.served.address.rpartition(":")[2])
        self.context: BrowserContext = browser.new_context(base_url=self.served.address)
        self.served.enter(self.context)
        script = DELAYS.replace("SEED", str(seed + 1)).replace("SLOWEST", str(slowest_ms))
        self.context.add_init_script(script)
        self.typed: list[str] = []
        self.written: list[str] = []
        self.original = self.path.read_text("utf-8").splitlines()
        self.log: list[str] = []
        self.counts: dict[str, int] = {}
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"/mice/files?file={FILE}")
        self.loaded(page)
        return page

    def loaded(self, page: Page) -> None:
        """Wait for the file; after a restart, a new page needs the address that the server has printed."""
        page.wait_for_selector("#name:not(:empty), main:has-text('This browser has no access')")
        if self.served is not None and not page.locator("#name").count():
            self.served.enter(self.context)
            page.goto(f"/mice/files?file={FILE}")
        expect(page.locator("#name")).to_have_text(FILE, timeout=60_000)

    def close(self) -> None:
        self.context.close()
        if self.served is not None:
            self.served.stop()

    # ---- steps ----

    def step(self) -> None:
        """Take one random step, and check that nothing is lost."""
        steps = {
            self.type_line: 10, self.extend_line: 5, self.save: 4, self.save_and_type: 3, self.change_disk: 5,
            self.change_same_line: 3, self.reload: 2, self.close_tab: 1, self.restart: 1, self.pause: 3,
            self.resolve: 2,
        }  # fmt: skip
        [chosen] = self.chance.choices(list(steps), list(steps.values()))
        self.log.append(chosen.__name__)
        self.counts[chosen.__name__] = self.counts.get(chosen.__name__, 0) + 1
        chosen()
        self.check()

    def put_cursor(self, line: int) -> None:
        self.page.locator("#text").evaluate(
            """(area, line) => {
                const lines = area.value.split("\\n");
                const end = lines.slice(0, Math.min(line + 1, lines.length)).join("\\n").length;
                area.focus();
                area.setSelectionRange(end, end);
            }""",
            line,
        )

    def some_line(self) -> int:
        """A line near the beginning, so that the person and the program often meet."""
        return self.chance.randrange(12)

    def type_line(self) -> None:
        token = f"typed-{len(self.typed)}."
        self.put_cursor(self.some_line())
        self.page.keyboard.type(f"\n{token}", delay=self.chance.choice([0, 5, 30]))
        self.typed.append(token)

    def extend_line(self) -> None:
        token = f"longer-{len(self.typed)}."
        self.put_cursor(self.some_line())
        self.page.keyboard.type(f" {token}", delay=self.chance.choice([0, 5, 30]))
        self.typed.append(token)

    def save(self) -> None:
        self.page.keyboard.press("Control+s")

    def save_and_type(self) -> None:
        """Type while a save is on its way, and wait for its end."""
        self.save()
        self.type_line()
        expect(self.page.locator("#state")).not_to_have_text("Saving…")

    def pause(self) -> None:
        self.page.wait_for_timeout(1000 * self.chance.choice([0.05, 0.3, 1, 3]))

    def change_disk(self) -> None:
        self.write(lambda lines, at, token: [*lines[:at], token, *lines[at:]])

    def change_same_line(self) -> None:
        self.write(lambda lines, at, token: [*lines[:at], f"{lines[at]} {token}", *lines[at + 1 :]])

    def write(self, change: object) -> None:
        """Change the file as a careful program does: only if it is still as it was read."""
        assert callable(change)
        token, at = f"disk-{len(self.written)}.", self.some_line()
        for _ in range(20):
            content = self.path.read_bytes()
            lines = change(content.decode().split("\n"), at, token)
            try:
                save_if_unchanged(
                    self.path, Location(FILE), "\n".join(lines).encode(), content_hash(content), self.folder
                )
            except PnpError:
                continue
            self.written.append(token)
            return

    def reload(self) -> None:
        if self.served is None:
            return
        self.page.reload()
        self.loaded(self.page)

    def close_tab(self) -> None:
        """Close the tab without saving, and open the file in another one."""
        if self.served is None:
            return
        self.page.close()
        self.page = self.new_page()

    def restart(self) -> None:
        """Kill the server; the next step begins without one, or after it was started again."""
        if self.served is not None:
            self.served.process.kill()
            self.served.process.wait()
            self.served = None
        if self.chance.random() < 0.6:
            time.sleep(self.chance.random() * 2)
            self.start()

    def start(self) -> None:
        if self.served is None:
            self.served = Served.start(self.folder, "--port", str(self.port))

    def resolve(self) -> None:
        """Keep both versions of a conflict."""
        button = self.page.locator("#conflict-list button", has_text="both").first
        if button.count():
            with contextlib.suppress(Exception):  # it may have been resolved meanwhile
                button.click(timeout=500)

    # ---- what must hold ----

    def check(self) -> None:
        shown = self.page.evaluate(SNAPSHOT)
        on_disk = self.path.read_text("utf-8")
        for token in self.typed:
            visible = shown["unsaved"] and token in shown["text"]
            assert token in on_disk or visible, (token, shown["state"], self.log[-12:])
        for token in self.written:
            assert token in on_disk, (token, token in shown["text"], shown["state"], " ".join(self.log[-30:]))

    def finish(self) -> None:
        """Resolve all conflicts and save; then everything is in the file."""
        self.start()
        for _ in range(60):
            shown = self.page.evaluate(SNAPSHOT)
            if shown["conflicts"]:
                self.resolve()
            elif shown["unsaved"]:
                self.page.keyboard.press("Control+s")
            elif shown["text"] == self.path.read_text("utf-8"):
                break
            self.page.wait_for_timeout(500)
        self.check()
        assert not shown["unsaved"], shown["state"]
        on_disk = self.path.read_text("utf-8")
        for token in (*self.typed, *self.written):
            assert token in on_disk, (token, self.log)
        for line in self.original:
            assert line in on_disk


@pytest.fixture
def mice(tmp_path: Path) -> Path:
    pnp.start_project("mice", style="classic", start=tmp_path)
    return tmp_path / "mice"


def run(browser: Browser, folder: Path, seed: int, steps: int, slowest_ms: int) -> None:
    """Take random steps; requests and their responses are delayed by up to `slowest_ms` each."""
    session = Session(browser, folder, seed, slowest_ms)
    try:
        for _ in range(steps):
            session.step()
        session.finish()
    finally:
        session.close()
    assert session.typed
    assert session.written


def test_nothing_typed_is_lost(browser: Browser, mice: Path) -> None:
    run(browser, mice, 7, 15, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nothing_typed_is_lost_for_long(browser: Browser, mice: Path, seed: int) -> None:
    run(browser, mice, 1000 + seed, 120, 3000)
