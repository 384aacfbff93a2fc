"""Fixtures of the workbench: a server in a fresh project, and a page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import pnp
from tests.web.workbench import CHROMIUM, QUIET, WITHOUT, Served

PATIENCE_MS = 30_000
"""Timeout, in ms; generous, because the machine may be busy."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(WITHOUT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`pnp serve` in the project that `pnp new --with-rules` makes; all tests share it, and leave it as it was."""
    folder = tmp_path_factory.mktemp("bench")
    pnp.start_project("mice", with_rules=True, start=folder)
    running = Served.start(folder / "mice", "--allow-code")
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page of that server; an error in its scripts is a failure."""
    with _opened_page(browser, served) as opened:
        yield opened


@pytest.fixture(scope="module")
def scripts(browser: Browser, served: Served) -> Iterator[Page]:
    """A page for tests that only call functions of the scripts, and so can share it."""
    with _opened_page(browser, served) as opened:
        opened.goto("/mice/files")
        yield opened


@contextmanager
def _opened_page(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1300, "height": 900}, base_url=served.address)
    served.enter(context)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_default_timeout(PATIENCE_MS)
    yield opened
    context.close()
    assert not errors


@pytest.fixture
def cards(served: Served) -> Path:
    """The table of the cards."""
    return served.folder / "components" / "mice" / "cards.csv"
