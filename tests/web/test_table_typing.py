"""Random typing against the table page: whatever happens meanwhile, what was typed is in the file or visibly unsaved.

The file changes on disk, the server is killed and restarted, pages are reloaded and closed, a second tab edits the same
table, and every request and answer takes a random time. All texts that are typed are different, so that each can be
found again.
"""

from __future__ import annotations

import csv
import io
import random
import signal
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import pnp
from tests.web.workbench import Served

COLUMN = 6
"""Column of the table in which texts are typed and changed."""
DELAYS = """([most, seed]) => {
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const wait = () => new Promise((done) => setTimeout(done, window.atOnce ? 0 : random() ** 2 * most));
  const real = window.fetch;
  window.fetch = async (...asked) => {
    await wait();
    if (!window.atOnce && random() < 0.05) throw new TypeError("the connection was lost");
    const answer = await real(...asked);
    await wait();
    return answer;
  };
}"""
"""Have requests and answers of a page take up to some ms, and some of them fail."""
SHOWN = """() => [
  document.querySelector("#sheet table")?.innerText ?? "",
  ...[...document.querySelectorAll("#sheet .editor")].map((field) => field.value),
  document.querySelector("#conflicts:not([hidden]) tbody")?.innerText ?? "",
].join("\\n")"""

KEEP_MINE = """() => {
  const theirs = document.querySelectorAll("#conflicts tbody td:last-child");
  const texts = [...theirs].map((cell) => cell.innerText).join(" ");
  document.querySelector("#all-mine").click();
  return texts;
}"""
"""Settle all conflicts in favour of the page, at once; the other values."""


@dataclass
class Session:
    """A server, its pages, and all texts that were typed and may not be lost."""

    chance: random.Random
    cards: Path
    context: BrowserContext
    served: Served
    most_ms: int
    pages: list[Page] = field(default_factory=list)
    typed: set[str] = field(default_factory=set)
    """What was typed, and not replaced on purpose since."""
    count: int = 0
    log: list[str] = field(default_factory=list)

    def token(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}x"

    # ---- pages ----

    def open(self) -> Page:
        page = self.context.new_page()
        page.add_init_script(f"({DELAYS})([{self.most_ms}, {self.chance.randrange(1, 10**9)}])")
        page.on("dialog", lambda dialog: dialog.accept())
        self.pages.append(page)
        self.load(page)
        return page

    def load(self, page: Page) -> None:
        page.goto(f"{self.served.address}/mice/table")
        expect(page.locator("#sheet td[data-row]").first).to_be_visible()

    def type(self) -> None:
        page = self.chance.choice(self.pages)
        text = self.token("t")
        if page.locator("#sheet .editor").count() and self.chance.random() < 0.5:
            where = "the open editor"
        else:
            if page.locator("#sheet .editor").count():
                page.keyboard.press("Enter")
            rows = page.locator("#sheet tbody tr[aria-rowindex]").count()
            where = f"row {self.chance.randrange(1, rows + 1)}"
            cell = page.locator(f'#sheet td[data-row="{where[4:]}"][data-column="{COLUMN}"]')
            page.evaluate("document.querySelector('#toasts').replaceChildren()")  # else they may lie over the cell
            cell.click()
            self.replaced(page.evaluate("document.activeElement.textContent"))  # rows may have moved meanwhile
        page.keyboard.type(text, delay=self.chance.choice([0, 0, 15, 40]))
        end = self.chance.choice(["Enter", "Tab", "Control+s", "", "Enter"])
        if end:
            page.keyboard.press(end)
        self.typed.add(text)
        self.log.append(f"tab {self.pages.index(page)} types {text} into {where}, then {end or 'nothing'}")

    def replaced(self, text: str) -> None:
        """Note that what was typed into a cell is replaced on purpose."""
        self.typed -= {each for each in self.typed if each in text}

    def save(self) -> None:
        page = self.chance.choice(self.pages)
        page.keyboard.press("Control+s")
        self.log.append(f"tab {self.pages.index(page)} saves")

    def settle(self) -> None:
        """Settle the conflicts of a page in its favour."""
        page = self.chance.choice(self.pages)
        self.keep_mine(page)

    def keep_mine(self, page: Page) -> None:
        if page.locator("#conflicts").is_visible():
            self.replaced(page.evaluate(KEEP_MINE))
            self.log.append(f"tab {self.pages.index(page)} keeps its values")

    def reload(self) -> None:
        page = self.chance.choice(self.pages)
        self.log.append(f"tab {self.pages.index(page)} is loaded again")
        self.load(page)

    def crash(self) -> None:
        page = self.chance.choice(self.pages)
        self.log.append(f"tab {self.pages.index(page)} is closed, and another opened")
        self.pages.remove(page)
        page.close(run_before_unload=False)
        self.open()

    # ---- the file and the server ----

    def change_file(self) -> None:
        """Change the file as another program would; texts that were saved there may go."""
        text = self.cards.read_text("utf-8")
        rows = list(csv.reader(io.StringIO(text)))
        row = self.chance.randrange(1, len(rows))
        act = self.chance.choice(["cell", "cell", "insert", "delete", "move"])
        if act == "cell":
            rows[row][COLUMN] = self.token("d")
        elif act == "insert":
            rows.insert(row, [self.token("n"), "1", "mouse", "1", "mouse-baby", "New.", self.token("d")])
        elif act == "delete" and len(rows) > 8:
            del rows[row]
        elif act == "move":
            rows.insert(self.chance.randrange(1, len(rows) - 1), rows.pop(row))
        new = io.StringIO()
        csv.writer(new, lineterminator="\n").writerows(rows)
        self.typed -= {
            each for each in self.typed if each in text and each not in new.getvalue()
        }  # saved, then replaced
        self.cards.write_text(new.getvalue(), "utf-8")
        self.log.append(f"the file: {act} in row {row}")

    def restart(self) -> None:
        port = self.served.address.rpartition(":")[2]
        self.served.process.send_signal(self.chance.choice([signal.SIGINT, signal.SIGKILL]))
        self.served.process.wait(timeout=60)
        if self.chance.random() < 0.5:
            self.type()
        self.served = Served.start(self.served.folder, "--port", port)
        self.served.enter(self.context)
        self.log.append("the server is restarted")

    def wait(self) -> None:
        self.pages[0].wait_for_timeout(self.chance.random() * self.most_ms)

    # ---- what must hold ----

    def check(self) -> None:
        shown = ""
        for page in self.pages:
            state = page.locator("#summary").inner_text()
            shown += page.evaluate(SHOWN) if "not saved" in state or "saving" in state else ""
        saved = self.cards.read_text("utf-8")
        lost = [text for text in self.typed if text not in saved and text not in shown]
        assert not lost, f"{lost} is lost:\n{self.describe()}"

    def describe(self) -> str:
        pages = [f"tab {place}: {page.locator('main').inner_text()}" for place, page in enumerate(self.pages)]
        return "\n".join([*self.log[-30:], *pages, self.cards.read_text("utf-8")])

    def finish(self) -> None:
        """Save everything, and find all texts in the file."""
        for page in self.pages:
            page.evaluate("() => { window.atOnce = true; }")
        for _ in range(60):
            for page in self.pages:
                self.keep_mine(page)
                page.keyboard.press("Control+s")
            self.pages[0].wait_for_timeout(1000)
            if all(page.locator("#save").is_disabled() for page in self.pages):
                break
        else:
            pytest.fail(f"not saved:\n{self.describe()}")
        self.check()


def drive(browser: Browser, folder: Path, seed: int, steps: int, most_ms: int) -> Session:
    """Do random things, and check after each of them."""
    chance = random.Random(seed)
    pnp.start_project("mice", style="classic", start=folder)
    served = Served.start(folder / "mice")
    context = browser.new_context(locale="en-GB", viewport={"width": 1300, "height": 900})
    session = Session(chance, folder / "mice/components/mice/cards.csv", context, served, most_ms)
    try:
        served.enter(context)
        session.open()
        session.open()
        acts = {
            session.type: 10, session.save: 3, session.change_file: 4, session.wait: 3, session.settle: 2,
            session.reload: 1, session.crash: 1, session.restart: 1,
        }  # fmt: skip
        for _ in range(steps):
            chance.choices(list(acts), list(acts.values()))[0]()
            session.check()
        session.finish()
        return session
    finally:
        context.close()
        session.served.stop()


def test_nothing_that_is_typed_is_lost(browser: Browser, tmp_path: Path) -> None:
    session = drive(browser, tmp_path, seed=34, steps=15, most_ms=400)
    assert session.count > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_typed_is_lost_however_long_answers_take(browser: Browser, tmp_path: Path, seed: int) -> None:
    drive(browser, tmp_path, seed, steps=60, most_ms=3000)
