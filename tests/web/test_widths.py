"""Pages in windows of all widths: nothing sticks out, and the current page is named in the header."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.states import LOCALES, STATES, visit
from tests.web.workbench import Served

SIZES = {1440: 900, 1024: 768, 768: 1024, 390: 844, 320: 256}
"""Widths and heights of windows, in CSS pixels; the last is 1280 × 1024 at 400% zoom."""


def find_overflow(page: Page) -> list[str]:
    """Return the elements that make the page wider than the window; those in a scrolling box do not."""
    found: list[str] = page.evaluate(
        """() => {
          const wide = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= wide) return [];
          const scrolls = (node) => node !== document.documentElement && node !== document.body &&
            (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
          return [...document.body.querySelectorAll("*")]
            .filter((node) => node.getBoundingClientRect().right > wide + 0.5 && !scrolls(node.parentElement))
            .map((node) => `${node.tagName.toLowerCase()}#${node.id}.${node.className} ` +
              Math.round(node.getBoundingClientRect().right));
        }"""
    )
    return found


def check_header(page: Page) -> None:
    """The current page is named in sight, and the header leaves at least two thirds of the window to the page."""
    page.evaluate("scrollTo(0, 0)")
    menu, current = page.locator("#menu"), page.locator(".top nav a[aria-current]")
    name = current.locator(".name").text_content()
    assert name
    if menu.is_visible():
        expect(menu).to_have_text(name)
        expect(menu).to_be_in_viewport(ratio=1)
        expect(current).to_be_hidden()
    else:
        for link in page.locator(".top nav a").all():
            expect(link).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    covered = page.locator(".top").evaluate(
        "top => Math.max(0, Math.min(innerHeight, top.getBoundingClientRect().bottom)) / innerHeight"
    )
    if page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight"):
        assert covered < 1 / 3


@pytest.mark.slow
@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("state", STATES)
def test_nothing_sticks_out_at_any_width(browser: Browser, served: Served, state: str, lang: str) -> None:
    with visit(browser, served, lang) as page, STATES[state](page, served):
        found = {}
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            found[width] = find_overflow(page)
            if not page.locator("dialog[open]").count() and page.locator(".top nav a[aria-current]").count():
                check_header(page)
    assert found == {width: [] for width in SIZES}


def test_the_list_of_pages_is_a_menu_on_a_telephone(browser: Browser, served: Served) -> None:
    with visit(browser, served, "fr", width=390, height=844) as page:
        page.goto("/mice/checks")
        check_header(page)
        menu, links = page.locator("#menu"), page.locator(".top nav a")
        expect(menu).to_have_attribute("aria-expanded", "false")
        menu.click()
        expect(menu).to_have_attribute("aria-expanded", "true")
        for link in links.all():
            expect(link).to_be_in_viewport(ratio=1)
        assert not find_overflow(page)
        page.keyboard.press("Escape")
        expect(links.first).to_be_hidden()
        expect(menu).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(links.first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{served.address}/mice/gallery")


@pytest.mark.parametrize("lang", LOCALES)
def test_all_pages_are_listed_at_1024_pixels_even_a_dozen(browser: Browser, served: Served, lang: str) -> None:
    with visit(browser, served, lang, width=1024, height=768) as page:
        page.goto("/mice/exports")
        page.locator("#targets .panel").first.wait_for()
        page.evaluate(
            """() => { const list = document.querySelector("#views");
            while (list.children.length < 12) list.append(list.children[7].cloneNode(true)); }"""
        )
        check_header(page)
        assert not find_overflow(page)
