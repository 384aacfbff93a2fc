"""The gallery in a browser: every piece is there, can be enlarged and flipped, and follows what is saved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import pnp
from tests.web.workbench import Served


def test_every_piece_is_shown_with_its_count(page: Page) -> None:
    page.goto("/mice/gallery")
    expect(page.locator("#summary")).to_have_text("12 designs, 30 pieces")
    expect(page.locator("#grid figure")).to_have_count(12)
    first = page.locator("#grid figure").first
    expect(first.locator("figcaption")).to_contain_text("Pip")
    expect(first.locator(".count")).to_have_text("× 3")
    expect(first.locator("svg text").first).to_be_visible()


def test_a_piece_is_enlarged_flipped_and_closed_by_keys_alone(page: Page) -> None:
    page.goto("/mice/gallery")
    page.locator("#grid figure svg text").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    large = page.locator("#large")
    expect(large.locator("#large-name")).to_have_text("Nibs")
    expect(page.locator("#large-face .face")).to_contain_text("nibbled")
    page.keyboard.press("f")
    expect(page.locator("#large-png")).to_have_attribute("href", re.compile("/nibs/back/"))
    expect(page.locator("#large-face .face")).to_be_visible()
    expect(page.locator("#large-face .face")).not_to_contain_text("nibbled")
    page.keyboard.press("ArrowRight")
    expect(large.locator("#large-name")).to_have_text("Tuck")
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(page.locator("#grid figure:focus b")).to_have_text("Tuck")


def test_a_row_that_is_saved_on_disk_is_on_the_page_without_losing_the_place(page: Page, cards: Path) -> None:
    page.goto("/mice/gallery?search=ni")
    shown = page.locator("#grid figure:not(.gone)")
    shown.locator(".face text").first.wait_for()
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Already nibbled.", b"Freshly saved."))
        expect(shown.first.locator(".face")).to_contain_text("Freshly saved.")
        assert page.locator("#search").input_value() == "ni"
    finally:
        cards.write_bytes(before)
    expect(shown.first.locator(".face")).to_contain_text("Already nibbled.")


def test_cards_that_are_drawn_before_the_page_listens_are_shown(page: Page, served: Served) -> None:
    """The page's first answer knows nothing of them, and no event tells about them."""
    asked: list[Route] = []

    def answer(route: Route) -> None:
        found = route.fetch()
        pieces = found.json()
        if not asked:
            for face in pieces["faces"]:
                face.update(version=1, key=None, drawn=False)
        asked.append(route)
        route.fulfill(response=found, json=pieces)

    page.goto("/mice/gallery")
    while b'"drawn":false' in served.ask("/api/mice/pieces")[1]:
        page.wait_for_timeout(100)
    page.route("**/pieces?*", answer)
    page.reload()
    page.locator("#grid figure").first.locator("svg text").first.wait_for()
    assert len(asked) == 1  # it is told about them when it begins to listen


def test_a_broken_template_is_told_at_its_line_and_the_last_good_picture_stays(page: Page, served: Served) -> None:
    template = served.folder / "templates" / "mice" / "card.svg.j2"
    before = template.read_text("utf-8")
    page.goto("/mice/gallery")
    figure = page.locator("#grid figure").first
    figure.locator("svg text").first.wait_for()
    try:
        template.write_text(before.replace("piece.name", "piece.nmae", 1), "utf-8")
        expect(figure).to_have_class(re.compile("broken"))
        expect(figure.locator("svg text").first).to_be_visible()
        figure.click()
        problem = page.locator("#large-problems .problem").first
        expect(problem).to_contain_text("did you mean 'name'?")
        line = before[: before.index("piece.name")].count("\n") + 1
        expect(problem).to_contain_text(f"card.svg.j2:{line}")
    finally:
        template.write_text(before, "utf-8")
    expect(page.locator("#large-problems .problem")).to_have_count(0)


def test_overlays_and_other_eyes_and_low_ink(page: Page) -> None:
    page.goto("/mice/gallery")
    figure = page.locator("#grid figure").first
    figure.locator("svg text").first.wait_for()
    cut = figure.locator("path.cut")
    expect(cut).to_have_css("visibility", "hidden")
    page.keyboard.press("c")
    expect(cut).to_have_css("visibility", "visible")
    box = figure.locator(".outer")
    expect(box).to_have_attribute("viewBox", "0 0 63 88")
    page.keyboard.press("b")
    expect(box).to_have_attribute("viewBox", "-3 -3 69 94")
    page.select_option("#eyes", "tritanopia")
    expect(figure.locator("pnp-face")).to_have_css("filter", 'url("#tritanopia")')
    full = figure.locator(".face").inner_html()
    page.select_option("#ink", "low")
    expect(page).to_have_url(re.compile("ink=low"))
    page.wait_for_function(
        "before => document.querySelector('#grid pnp-face').shadowRoot.querySelector('.face')?.innerHTML !== before",
        arg=full,
    )


def test_a_text_on_a_card_leads_to_its_cell_and_its_template_line(page: Page, cards: Path, served: Served) -> None:
    page.goto("/mice/gallery")
    page.locator("#grid figure .face text").first.wait_for()
    page.locator("#grid figure").nth(1).click()
    page.locator("#large-face [data-source]").first.wait_for()
    page.locator("#large-face text", has_text="nibbled").first.click()
    source = page.locator("#large-source")
    expect(source).to_contain_text("Already nibbled.")
    line = cards.read_text("utf-8").splitlines().index("Nibs,3,mouse,2,Brings **2** {cheese}.,Already nibbled.") + 1
    cell = source.get_by_role("link", name=f"cards.csv:{line} · saying")
    template = (served.folder / "templates" / "mice" / "card.svg.j2").read_text("utf-8").splitlines()
    placed = next(number for number, text in enumerate(template, 1) if "piece.saying" in text)
    expect(source).to_contain_text(f"templates/mice/card.svg.j2:{placed}")
    cell.click()
    expect(page.locator("#sheet td:focus")).to_have_text("Already nibbled.")


@pytest.mark.slow
@pytest.mark.parametrize("view", ["gallery", "table", "hand"])
def test_a_page_whose_server_was_restarted_looks_once_more_and_then_rests(
    browser: Browser, tmp_path: Path, view: str
) -> None:
    pnp.start_project("mice", start=tmp_path)
    server = Served.start(tmp_path / "mice")
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request) if "/pieces" in request.url else None)
    try:
        page.goto(f"{server.address}/mice/{view}")
        page.locator("pnp-face text").first.wait_for()
        page.wait_for_timeout(1500)  # all is drawn, and the server has told so
        server.stop()
        before = len(asked)
        server = Served.start(tmp_path / "mice", "--port", server.address.rpartition(":")[2])
        expect(page.locator("#live")).not_to_have_class(re.compile("off"))
        page.wait_for_timeout(2500)
        assert 1 <= len(asked) - before <= 3
    finally:
        page.close()
        server.stop()
