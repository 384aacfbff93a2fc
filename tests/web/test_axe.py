"""axe-core finds nothing on any page of the workbench, in any state, in both themes and in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from pnp.project.folders import bundled_project
from pnp.web.pages import VIEWS
from tests.web.axe import find_violations
from tests.web.states import LOCALES, STATES, visit
from tests.web.workbench import Served

READY = {
    "gallery": "#grid figure", "checks": "#verdict:not(:empty)", "table": "#sheet td", "sheets": "#grid img[src]",
    "memo": "#pages img[src]", "hand": "#fan .card", "numbers": ".charts figure", "plays": "#new:not([hidden])",
    "play": "#lobby:not([hidden])", "exports": "#targets .panel", "files": "#problem-count:not(:empty)",
    "layout": "#list li, #no-boxes:not([hidden])",
}  # fmt: skip
"""What a page shows when it is loaded."""
GAMES = ("conquete", "cotcotcollec", "koko", "winston")
PRINTED = ("sheets", "memo")
"""Pages that take seconds of work."""
OTHERS = tuple(view for view in VIEWS if view != "gallery" and view not in PRINTED)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_state(browser: Browser, served: Served, state: str, lang: str) -> None:
    with visit(browser, served, lang) as page, STATES[state](page, served):
        assert page.locator("html").get_attribute("lang") == lang
        found = {"light": find_violations(page)}
        page.emulate_media(color_scheme="dark")
        found["dark"] = find_violations(page)
    assert found == {"light": [], "dark": []}


@pytest.fixture(scope="module")
def ours() -> Iterator[Served]:
    """The four games."""
    running = Served.start(bundled_project().root)
    yield running
    running.stop()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_the_gallery_of_a_game(browser: Browser, ours: Served, game: str) -> None:
    assert _find_on(browser, ours, game, "gallery") == []


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("game", "view"), [(game, view) for game in GAMES for view in OTHERS])
def test_axe_finds_nothing_on_the_pages_of_a_game(browser: Browser, ours: Served, game: str, view: str) -> None:
    assert _find_on(browser, ours, game, view) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "view"), [(game, view) for game in GAMES for view in PRINTED])
def test_axe_finds_nothing_on_the_printed_pages_of_a_game(browser: Browser, ours: Served, game: str, view: str) -> None:
    assert _find_on(browser, ours, game, view) == []


def _find_on(browser: Browser, served: Served, game: str, view: str) -> list[str]:
    with visit(browser, served, dark=True) as page:
        page.goto(f"/{game}/{view}")
        page.locator(READY[view]).first.wait_for()
        return find_violations(page)


def test_axe_finds_what_is_wrong(page: Page) -> None:
    """Otherwise the tests above could not fail."""
    page.goto("/mice/gallery")
    page.locator("#grid figure").first.wait_for()
    assert find_violations(page) == []
    page.evaluate(
        """() => { document.querySelector("#search").removeAttribute("aria-label");
        document.querySelector("#search").removeAttribute("placeholder");
        document.querySelector("#summary").style.color = "#bbb"; }"""
    )
    assert {line.partition(":")[0] for line in find_violations(page)} == {"label", "color-contrast"}
