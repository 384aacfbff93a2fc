"""Pages for everyone: keys, screen readers, reduced motion and the dark theme, beyond what axe-core can see."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.states import PATIENCE_MS, open_gallery, open_hand, open_numbers, played, visit
from tests.web.workbench import Served

SHOW_ERROR = (
    """async (text) => { const { toastProblems } = await import("/static/page.js"); toastProblems(new Error(text)); }"""
)
SHOW_MESSAGE = """async (text) => { const { toast } = await import("/static/page.js"); toast(text); }"""


def test_shortcuts_with_one_character_can_be_switched_off(page: Page) -> None:
    open_hand(page)
    fan = page.locator("#fan .card")
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Shortcuts with a single character").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(fan).to_have_count(5)
    for key in ("d", "n", "?", "1"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")  # no character
    expect(fan.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(fan).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(fan).to_have_count(5)
    expect(page.locator("#seed")).to_have_value("seven")
    expect(page).to_have_url(re.compile("/mice/hand"))
    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.locator("#character-keys").check()
    page.keyboard.press("Escape")
    fan.first.focus()
    page.keyboard.press("d")
    expect(fan).to_have_count(6)


def test_keys_in_dialogs_are_switched_off_as_well(page: Page) -> None:
    page.goto("/mice/memo")
    page.evaluate("localStorage.setItem('pnp-character-keys', 'off')")
    page.locator("#pages button").first.click()
    leaf = page.locator("#enlarged .leaf")
    expect(leaf.locator("img")).to_have_count(1)
    before = leaf.bounding_box()
    page.keyboard.press("+")
    assert leaf.bounding_box() == before
    page.evaluate("localStorage.removeItem('pnp-character-keys')")
    page.keyboard.press("+")
    assert leaf.bounding_box() != before


def test_no_shortcut_of_the_page_works_in_a_dialog(page: Page) -> None:
    open_gallery(page)
    page.keyboard.press("?")
    page.keyboard.press("2")
    expect(page.locator("#keys-help")).to_be_visible()
    expect(page).to_have_url(re.compile("/mice/gallery"))


def test_an_error_stays_until_it_is_closed_and_a_message_does_not(page: Page) -> None:
    open_gallery(page)
    page.clock.install()
    page.locator("#search").focus()
    page.evaluate(SHOW_MESSAGE, "Copied.")
    page.evaluate(SHOW_ERROR, "The disk is full.")
    page.evaluate(SHOW_ERROR, "The disk is full.")
    page.evaluate(SHOW_ERROR, "The disk is on fire.")
    errors = page.get_by_role("alert").filter(has_text="The disk")
    expect(page.locator("#toasts").get_by_role("status")).to_have_text("Copied.")
    expect(errors).to_have_count(2)
    page.clock.run_for(60_000)
    expect(page.locator("#toasts")).not_to_contain_text("Copied.")
    expect(errors).to_have_count(2)
    errors.first.get_by_role("button", name="Close").click()
    expect(errors).to_have_count(1)
    close = errors.get_by_role("button", name="Close")
    expect(close).to_be_focused()
    page.keyboard.press("Enter")
    expect(errors).to_have_count(0)
    expect(page.locator("#search")).to_be_focused()


def test_a_message_is_seen_while_a_dialog_is_open(page: Page) -> None:
    open_gallery(page)
    page.keyboard.press("?")
    page.evaluate(SHOW_ERROR, "The disk is full.")
    page.get_by_role("button", name="Close").last.click()  # outside the dialog, it could not be clicked
    expect(page.locator("#toasts .bad")).to_have_count(0)
    page.evaluate(SHOW_ERROR, "The disk is full.")
    page.keyboard.press("Escape")
    expect(page.locator("body > #toasts .bad")).to_be_visible()


def test_the_files_of_a_memo_are_tabs_that_follow_the_arrows(page: Page) -> None:
    def add(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        first = found["sources"][0]
        found["sources"] = [first, *({**first, "name": name, "file": name} for name in ("two.toml", "three.toml"))]
        route.fulfill(response=answer, json=found)

    page.route(re.compile(r"/api/mice/memo\?"), add)
    page.goto("/mice/memo")
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(3)
    tabs.first.focus()
    for key, chosen in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 0),
        ("ArrowLeft", 2),
        ("Home", 0),
        ("End", 2),
    ):
        page.keyboard.press(key)
        expect(tabs.nth(chosen)).to_be_focused()
        expect(tabs.nth(chosen)).to_have_attribute("aria-selected", "true")
        expect(page.locator("[role=tab][aria-selected=true]")).to_have_count(1)
        expect(page.locator("[role=tab][tabindex='0']")).to_have_count(1)
    expect(page.get_by_role("tabpanel")).to_have_accessible_name("three.toml")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tabpanel")).to_be_focused()


def test_names_in_another_language_than_the_page_are_marked(browser: Browser, served: Served) -> None:
    with visit(browser, served, "fr") as page:
        open_hand(page)
        card = page.locator("#fan .card").first
        name = card.locator(".unseen [lang=en]")
        expect(name).to_have_count(1)
        expect(card).to_have_accessible_name(re.compile(f"^Jouer {name.inner_text()} "))
        page.goto("/mice/numbers")
        expect(page.locator(".deck-numbers td").first).to_be_visible()
        expect(page.locator("#deck-tables")).to_have_attribute("lang", "en")
        expect(page.locator("#game option")).to_have_attribute("lang", "en")
        page.goto("/mice/gallery")
        expect(page.locator("#deck option").last).to_have_attribute("lang", "en")
        page.locator("#grid figure").first.click()
        expect(page.locator("#large-count [lang=en]")).to_have_text("Cards")
        page.goto("/mice/table")
        expect(page.locator("#beside figcaption [lang=en]")).to_have_text("Pip")
    with visit(browser, served) as page:
        page.goto("/mice/gallery")
        assert page.locator("#game option").get_attribute("lang") is None


def test_true_and_false_are_written_out_in_aria_attributes(page: Page) -> None:
    open_gallery(page)
    made = page.evaluate(
        """async () => { const { make } = await import("/static/page.js");
        const said = { "aria-invalid": true, "aria-pressed": false, hidden: true, disabled: false };
        return make("button", said).outerHTML; }"""
    )
    assert made == '<button aria-invalid="true" aria-pressed="false" hidden=""></button>'


def test_nothing_moves_for_those_who_ask_for_it(browser: Browser, served: Served) -> None:
    """Within the faces too, which the styles of the page do not reach."""
    moving = """() => {
      const all = (root) => [...root.querySelectorAll("*")].flatMap(
        (node) => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])]);
      return all(document).map((node) => getComputedStyle(node).animationName).filter((name) => name !== "none"); }"""
    with visit(browser, served) as page:
        page.route("**/api/face/**", lambda route: None)
        page.goto("/mice/hand")
        page.locator("#fan .card").first.wait_for()
        page.locator("#live").evaluate("live => live.classList.add('busy')")
        assert page.evaluate(moving)
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(moving) == []


def test_nothing_is_said_by_colours_alone_where_the_reader_has_chosen_them(page: Page) -> None:
    """With forced colours, backgrounds and shadows are gone."""
    look = """cell => {
      const style = getComputedStyle(cell);
      return [style.outlineStyle, style.backgroundColor, style.textDecorationLine, style.borderRightStyle].join(" ");
    }"""
    page.emulate_media(forced_colors="active")
    page.goto("/mice/table")
    cells = {row: page.locator(f'#sheet td[data-row="{row}"][data-column="1"]') for row in range(1, 9)}
    plain = cells[8].evaluate(look)
    cells[1].click()
    page.keyboard.type("7\n")
    page.keyboard.type("abc\n")
    expect(cells[2]).to_have_class(re.compile("wrong"))
    cells[4].click()
    cells[6].click(modifiers=["Shift"])
    seen = [cells[row].evaluate(look) for row in (1, 2, 5)]
    assert len({plain, *seen}) == 4, (plain, seen)
    page.locator("#find").fill("Hoot")
    expect(page.locator("#sheet td.found").first).to_be_visible()
    assert page.locator("#sheet td.found").first.evaluate(look) != plain
    page.goto("/mice/files")
    expect(page.locator("#list a[aria-current]")).to_have_css("border-left-style", "solid")


@pytest.mark.parametrize(("view", "asked"), [("numbers", "numbers"), ("hand", "pieces?*"), ("exports", "targets")])
def test_a_page_that_is_slow_says_what_it_waits_for(page: Page, view: str, asked: str) -> None:
    held: list[Route] = []
    page.route(f"**/api/mice/{asked}", lambda route: held.append(route))
    page.goto(f"/mice/{view}")
    expect(page.locator("#waiting")).to_have_text(re.compile("Loading the game…"))
    expect(page.locator("#announced")).to_have_text("Loading the game…")
    expect(page.locator("#announced")).to_have_role("status")
    for route in held:
        route.continue_()
    expect(page.locator("#announced")).not_to_have_text("Loading the game…")
    expect(page.locator("#waiting")).to_be_hidden()


def test_the_focus_returns_from_a_report_and_a_comparison(page: Page, served: Served) -> None:
    played(served)
    page.goto("/mice/plays?a=tame&b=bold")
    report = page.get_by_role("button", name="Report: tame")
    report.click()
    expect(page.locator("#report-title")).to_be_focused()
    page.locator("#report-close").click()
    expect(report).to_be_focused()
    page.locator("#compare-runs").click()
    heading = page.get_by_role("heading", name="From tame to bold")
    expect(heading).to_be_focused(timeout=PATIENCE_MS)
    page.locator("#comparison").get_by_role("button", name="Close").click()
    expect(page.locator("#compare-runs")).to_be_focused()


def test_charts_and_reports_follow_the_theme_and_files_do_not(page: Page, served: Served) -> None:
    open_numbers(page)
    chart, link = page.locator(".charts img").first, page.locator(".charts a").first
    light = str(chart.get_attribute("src"))
    page.click("#theme")
    expect(chart).to_have_attribute("src", f"{light}?theme=dark")
    expect(link).to_have_attribute("href", light)
    page.emulate_media(color_scheme="dark")
    page.click("#theme")
    expect(chart).to_have_attribute("src", light)
    assert b"#2a2522" in served.ask(f"{light}?theme=dark")[1]
    assert b"#2a2522" not in served.ask(light)[1]

    played(served)
    page.goto("/mice/plays?run=tame")
    body = page.frame_locator("#report-page").locator("body")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    page.click("#theme")
    expect(body).to_have_css("background-color", "rgb(42, 37, 34)")
    kept = (served.folder / "output/mice/tame/report.html").read_bytes()
    linked = kept.replace(b'href="records/', b'href="/api/mice/plays/record/tame/')
    assert served.ask("/api/mice/plays/report/tame")[1] == linked


def test_jobs_that_report_often_do_not_interrupt(page: Page) -> None:
    """Progress is shown, and announced once."""
    job = {
        "id": "held", "kind": "export", "state": "running", "stage": "faces", "done": 3, "total": 12, "files": {},
        "result": None, "problems": [],
    }  # fmt: skip
    page.route("**/api/mice/export", lambda route: route.fulfill(json=job))
    page.route("**/api/job/held", lambda route: route.fulfill(json={**job, "done": 7}))
    page.goto("/mice/exports")
    panel = page.locator('[data-target="data"]')
    panel.locator(".make").click()
    stop = panel.get_by_role("button", name="Stop")
    stop.focus()
    expect(panel.locator(".under-way")).to_contain_text("7 / 12")
    expect(stop).to_be_focused()
    expect(page.locator("#announced")).to_have_text("Exporting…")
    assert json.loads(str(panel.locator("progress").evaluate("bar => JSON.stringify([bar.value, bar.max])"))) == [7, 12]
