"""Drafts in a browser: kept for the page that wrote them, and found by the next page when it is gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.workbench import CHROMIUM, QUIET, Served

KEY = "templates/mice/card.svg.j2"
OPEN = """async key => {
    const drafts = await import("/static/drafts.js");
    window.drafts = drafts;
    window.draft = await drafts.openDraft(key);
    return [window.draft.page, await window.draft.load()];
}"""
ORPHANS = """async ([key, clear]) => {
    const values = [];
    for (const each of await window.drafts.orphans(key)) {
        values.push(await each.load());
        if (clear) { each.clear(); await each.written(); }
    }
    return values.sort();
}"""


def open_draft(page: Page, key: str = KEY) -> list[Any]:
    """The id of the page, and its value."""
    found: list[Any] = page.evaluate(OPEN, key)
    return found


def orphans(page: Page, key: str = KEY, *, clear: bool = False) -> list[Any]:
    found: list[Any] = page.evaluate(ORPHANS, [key, clear])
    return found


def wait_for_orphans(page: Page, wanted: list[Any]) -> None:
    """Wait until the browser has released the locks of closed pages."""
    for _ in range(100):
        if orphans(page) == wanted:
            return
        page.wait_for_timeout(50)
    assert orphans(page) == wanted


@pytest.fixture
def at_home(page: Page) -> Page:
    page.goto("/mice/numbers")
    return page


def test_a_draft_survives_a_reload_and_is_gone_when_it_is_cleared(at_home: Page) -> None:
    page = at_home
    name, value = open_draft(page)
    assert value is None
    page.evaluate("draft.save({ text: 'one' }); draft.save({ text: 'two' })")
    page.reload()
    assert open_draft(page) == [name, {"text": "two"}]
    assert open_draft(page, "another file") == [name, None]
    assert orphans(page) == []
    open_draft(page)
    page.evaluate("draft.clear()")
    page.reload()
    assert open_draft(page) == [name, None]


def test_drafts_of_pages_that_are_gone_are_taken_over_by_one_page(at_home: Page) -> None:
    page, context = at_home, at_home.context
    others = [context.new_page() for _ in range(4)]
    names = [open_draft(page)[0]]
    for number, each in enumerate(others):
        each.goto("/mice/numbers")
        names.append(open_draft(each)[0])
        each.evaluate("number => draft.save(number)", number)
    assert len(set(names)) == 5
    assert orphans(page) == []
    for each in others[:2]:
        each.close()
    wait_for_orphans(page, [0, 1])
    assert orphans(page) == [0, 1], "they are reserved until they are cleared"
    assert orphans(others[2]) == []
    assert orphans(page, "another file") == []
    assert orphans(page, clear=True) == [0, 1]
    assert orphans(page) == []
    page.evaluate("draft.save('mine')")
    page.close()
    others[2].close()
    wait_for_orphans(others[3], [2, "mine"])


def test_a_copy_of_a_tab_gets_another_id(at_home: Page) -> None:
    page = at_home
    name, _ = open_draft(page)
    with page.expect_popup() as opened:
        page.evaluate("window.open('/mice/numbers')")  # copies sessionStorage, as duplicating a tab does
    copy = opened.value
    assert copy.evaluate("sessionStorage.getItem('pnp-draft-page')") == name
    assert open_draft(copy)[0] != name


def test_a_full_storage_keeps_drafts_in_the_database_and_says_when_both_fail(at_home: Page) -> None:
    page = at_home
    open_draft(page)
    page.evaluate(
        """async () => {
            for (let size = 1 << 22; size >= 1; size >>= 1)
                try { for (;;) localStorage.setItem(`filler-${size}-${Math.random()}`, "x".repeat(size)); } catch {}
            draft.save("x".repeat(100_000));
            await draft.written();
        }"""
    )
    assert page.evaluate("draft.load().then(value => value.length)") == 100_000
    expect(page.locator("#toasts .bad")).to_have_count(0)
    page.evaluate("""async () => {
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
        draft.save("y".repeat(100_000));
        await draft.written();
    }""")
    expect(page.locator("#toasts .bad")).to_contain_text("no room left")


@pytest.fixture
def profile(browser: Browser, tmp_path: Path, served: Served) -> Iterator[Callable[[], BrowserContext]]:
    """Starts browsers that use the same profile; each call kills the one before."""
    folder = tmp_path / "profile"

    def start() -> BrowserContext:
        kill()
        context = browser.browser_type.launch_persistent_context(
            folder, executable_path=CHROMIUM, args=list(QUIET), base_url=served.address
        )
        served.enter(context)
        return context

    def kill() -> None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if str(folder) in " ".join(process.cmdline()):
                    process.kill()
        time.sleep(0.5)

    yield start
    kill()


@pytest.mark.slow
def test_a_draft_survives_a_killed_browser(profile: Callable[[], BrowserContext]) -> None:
    page = profile().new_page()
    page.goto("/mice/numbers")
    open_draft(page)
    for number in range(20):
        page.evaluate("number => draft.save(number)", number)
    page.wait_for_timeout(300)
    again = profile().new_page()
    again.goto("/mice/numbers")
    open_draft(again)
    assert orphans(again) == [19]
