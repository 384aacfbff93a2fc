"""Two browsers in two seats of a table: moves reach the other, and one is killed and opened again in the game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import pnp
from tests.web.workbench import ServedTable


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    folder = tmp_path_factory.mktemp("browsers")
    pnp.start_project("mice", with_rules=True, start=folder)
    running = ServedTable.start(folder / "mice", "mice", "--allow-code", "--lang", "en", "--seats", "2", "--seed", "7")
    yield running
    running.stop()


def sit_down(browser: Browser, table: ServedTable, place: str) -> tuple[BrowserContext, Page]:
    """Open a link in a browser of its own."""
    context = browser.new_context(viewport={"width": 1200, "height": 850})
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(table.places[place].entrance)
    expect(page.locator("#log li")).not_to_have_count(0)
    return context, page


def make_a_move(page: Page) -> None:
    """Play the first move of the list."""
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.keyboard.press("1")
    expect(page.locator("#status")).not_to_contain_text("Your turn")


def test_two_browsers_play_and_one_is_killed_and_reopened(browser: Browser, table: ServedTable) -> None:
    first_context, first = sit_down(browser, table, "seat-1")
    second_context, second = sit_down(browser, table, "seat-2")
    watch_context, watching = sit_down(browser, table, "watch")
    assert "key=" not in first.url
    expect(first.locator("#own-seat")).to_have_text("You are Player 1")
    expect(watching.locator("#own-seat")).to_have_text("You are watching.")
    expect(watching.locator("#give-seat")).to_have_count(0)
    pages = [first, second]
    if "Your turn" not in first.locator("#status").inner_text():
        pages.reverse()
    make_a_move(pages[0])
    make_a_move(pages[1])
    for page in (first, second, watching):
        expect(page.locator("#log li")).to_have_count(3)

    second.close(run_before_unload=False)
    second_context.close()
    expect(first.locator(".seat-1 .who", has_text="not connected").first).to_be_visible()
    second_context, second = sit_down(browser, table, "seat-2")
    expect(second.locator("#own-seat")).to_have_text("You are Player 2")
    expect(second.locator("#log li")).to_have_count(3)
    expect(first.locator(".seat-1 .who", has_text="not connected")).to_have_count(0)
    pages = [second if page is not first else first for page in pages]
    make_a_move(pages[0])

    second.locator("#give-seat").click()
    expect(second.locator("#give-seat")).to_have_text("Take my seat back")
    expect(second.locator("#moves .move")).to_have_count(0)
    expect(first.locator("#status")).to_contain_text("Your turn")
    expect(first.locator(".seat-1 .who").first).to_have_text("greedy")
    second.locator("#give-seat").click()
    expect(second.locator("#give-seat")).to_have_text("Let a bot play for me")
    for context in (first_context, second_context, watch_context):
        context.close()
