"""The gallery in a browser: every piece is there, can be enlarged and flipped, and follows what is saved."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

import pnp
from tests.web.workbench import Served, expect_words


def test_every_piece_is_shown_with_its_count(page: Page) -> None:
    page.goto("/mice/gallery")
    expect(page.locator("#summary")).to_have_text("12 designs, 27 pieces")
    expect(page.locator("#grid figure")).to_have_count(12)
    first = page.locator("#grid figure").first
    expect(first.locator(".caption")).to_contain_text("Pip")
    expect(first.locator(".count")).to_have_text("× 4")
    expect(first.locator("image.face")).to_be_visible()


def test_a_piece_is_enlarged_flipped_and_closed_by_keys_alone(page: Page) -> None:
    page.goto("/mice/gallery")
    page.locator("#grid figure image.face").first.wait_for()
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


def test_the_grid_and_the_flip_button_are_reached_by_tab_whatever_is_filtered(page: Page) -> None:
    page.goto("/mice/gallery")
    expect(page.locator("#grid figure image.face")).to_have_count(12)
    for word, name in (("", "Pip"), ("hoot", "Hoot"), ("", "Hoot")):
        page.locator("#search").fill(word)
        page.locator("#true-size").focus()
        page.keyboard.press("Tab")
        expect(page.locator("#grid figure:focus b")).to_have_text(name)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    flipped = page.locator("#grid figure", has=page.locator(".flip:focus")).locator("image.face")
    address = str(flipped.get_attribute("href"))
    page.keyboard.press("Enter")
    expect(flipped).not_to_have_attribute("href", address)
    expect(page.locator("#large")).to_be_hidden()


def test_the_button_of_a_figure_that_was_filtered_out_is_not_reached_by_tab(page: Page) -> None:
    """Even before the figure is seen to be out of sight, which may take long on a busy machine."""
    page.goto("/mice/gallery")
    expect(page.locator("#grid figure image.face")).to_have_count(12)
    stops = page.evaluate(
        """() => { const search = document.querySelector("#search");
        for (const word of ["hoot", ""]) { search.value = word; search.dispatchEvent(new Event("input")); }
        const stops = document.querySelectorAll("#grid [tabindex='0']");
        return [...stops].map(each => each.closest("figure").innerText); }"""
    )
    assert stops
    assert all("Hoot" in text for text in stops), stops


def test_a_row_that_is_saved_on_disk_is_on_the_page_without_losing_the_place(page: Page, cards: Path) -> None:
    page.goto("/mice/gallery?search=ni")
    shown = page.locator("#grid figure:not(.gone)")
    shown.locator("image.face").first.wait_for()
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Already nibbled.", b"Freshly saved."))
        expect_words(shown.first, "Freshly saved.")
        assert page.locator("#search").input_value() == "ni"
    finally:
        cards.write_bytes(before)
    expect_words(shown.first, "Already nibbled.")


def test_cards_that_are_drawn_before_the_page_listens_are_shown(page: Page, served: Served) -> None:
    """The page's first answer knows nothing of them, and no event tells about them."""
    asked: list[Route] = []

    def answer(route: Route) -> None:
        found = route.fetch()
        pieces = found.json()
        if not asked:
            pieces.update(seen=1, faces=[])
        asked.append(route)
        route.fulfill(response=found, json=pieces)

    page.goto("/mice/gallery")
    while b'"waiting":0' not in served.ask("/api/mice/pieces")[1]:
        page.wait_for_timeout(100)
    page.route("**/pieces?*", answer)
    page.reload()
    page.locator("#grid figure").first.locator("image.face").wait_for()
    assert len(asked) == 1  # the first event lists them


def test_only_what_has_changed_is_sent_again(page: Page, served: Served, cards: Path) -> None:
    answers: list[dict[str, Any]] = []

    def keep(route: Route) -> None:
        found = route.fetch()
        answers.append(found.json())
        route.fulfill(response=found)

    page.route("**/pieces?*", keep)
    page.goto("/mice/gallery")
    expect(page.locator("#grid figure image.face")).to_have_count(12)
    assert "since" not in answers[0]
    assert len(answers[0]["pieces"]) == 12
    before = cards.read_bytes()
    lines = before.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(b"Nibs,"))
    try:
        for changed, most in (
            ([*lines[:at], lines[at].replace(b"Nibs,2,", b"Nibs,4,"), *lines[at + 1 :]], 1),
            ([*lines[:at], *lines[at + 1 :]], 10),  # those below it are in other rows
            ([*lines[:at], lines[at].replace(b"Nibs,", b"Nubs,"), *lines[at:]], 12),
            ([lines[0], *lines[:0:-1]], 12),
            (lines, 12),
        ):
            count = len(answers)
            cards.write_bytes(b"".join(changed))
            while len(answers) == count:
                page.wait_for_timeout(20)
            assert answers[count]["since"] == answers[count - 1]["seen"]
            assert len(answers[count]["pieces"]) <= most
            names = [line.split(b",")[0].decode() for line in changed[1:]]
            expect(page.locator("#grid figure b")).to_have_text(names)
            expect(page.locator("#grid figure image.face")).to_have_count(len(names))
            expect(page.locator("#grid figure", has_text="Nibs").locator(".count")).to_have_text(
                [f"× {line.split(b',')[1].decode()}" for line in changed if line.startswith(b"Nibs,")]
            )
        expect(page.locator("#undrawn")).to_be_hidden()
    finally:
        cards.write_bytes(before)


@pytest.mark.parametrize("since", ["0", "", "x", "-1", "1", "9" * 18, "9" * 5000, "%ff", "²"])
def test_everything_is_sent_for_an_unknown_list(served: Served, since: str) -> None:
    answer = json.loads(served.ask(f"/api/mice/pieces?since={quote(since, safe='%')}")[1])
    assert len(answer["pieces"]) == 12
    assert "since" not in answer


def test_a_broken_template_is_told_at_its_line_and_the_last_good_picture_stays(page: Page, served: Served) -> None:
    template = served.folder / "templates" / "mice" / "card.svg.j2"
    before = template.read_text("utf-8")
    page.goto("/mice/gallery")
    figure = page.locator("#grid figure").first
    figure.locator("image.face").wait_for()
    try:
        template.write_text(before.replace("piece.name", "piece.nmae", 1), "utf-8")
        expect(figure).to_have_class(re.compile("broken"))
        expect(figure.locator("image.face")).to_be_visible()
        expect(figure.locator(".picture")).to_have_css("opacity", "0.3")
        expect(figure.locator(".note")).to_contain_text(re.compile(r"Out of date.*card\.svg\.j2.*nmae"))
        expect(page.get_by_role("img", name=re.compile(r"Pip\. Out of date"))).to_be_visible()
        expect(page.locator("#undrawn")).to_contain_text("12 faces cannot be drawn with the current files.")
        expect(page.locator("#undrawn .problem")).to_have_count(1)
        expect(page.locator("#summary")).to_contain_text("12 cannot be drawn")
        figure.click()
        problem = page.locator("#large-problems .problem").first
        expect(problem).to_contain_text("did you mean 'name'?")
        line = before[: before.index("piece.name")].count("\n") + 1
        expect(problem).to_contain_text(f"card.svg.j2:{line}")
    finally:
        template.write_text(before, "utf-8")
    expect(page.locator("#large-problems .problem")).to_have_count(0)
    expect(figure.locator(".note")).to_have_count(0)
    expect(page.locator("#undrawn")).to_be_hidden()


def test_bitmaps_have_the_resolution_of_the_screen(browser: Browser, served: Served) -> None:
    for density, scale in ((1, 3), (2, 6)):
        context = browser.new_context(base_url=served.address, device_scale_factor=density)
        served.enter(context)
        page = context.new_page()
        page.goto("/mice/gallery?size=3")
        first = page.locator("#grid figure").first.locator("image.face")
        first.wait_for()
        address = str(first.get_attribute("href"))
        assert address.endswith(f".png?scale={scale}")
        picture = Image.open(BytesIO(served.ask(address)[1]))
        assert (picture.format, picture.size) == ("PNG", (69 * scale, 94 * scale))  # with the bleed
        page.locator("#size").fill("6")
        expect(first).to_have_attribute("href", re.compile(rf"scale={2 * scale}$"))
        context.close()


def test_an_unknown_face_or_resolution_is_not_found(served: Served) -> None:
    served.ask("/api/mice/pieces")
    for address in ("0" * 64 + ".png?scale=3", "0" * 64 + ".png", "x.png?scale=3", "x.svg"):
        assert served.ask(f"/api/face/{address}")[0] == 404


def test_cards_with_the_same_name_say_which_they_are(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Nibs,2,mouse,2,", b"Pip,4,mouse,2,"))
        page.goto("/mice/gallery?search=pip")
        shown = page.locator("#grid figure:not(.gone)")
        expect(shown.locator("b")).to_have_text(["Pip", "Pip"])
        expect(shown.locator(".which")).to_have_text(["1", "2"])  # the first column in which they differ
        expect(shown.first).to_have_attribute("aria-label", re.compile("Pip · 1"))
        cards.write_bytes(before.replace(b"Nibs,2,mouse,2,mouse-nibbler,", b"Pip,4,mouse,1,mouse-baby,"))
        expect(shown.locator(".which")).to_have_text(["pip", "pip-2"])
    finally:
        cards.write_bytes(before)
    expect(shown.locator(".which")).to_have_text([""])


def test_cards_are_shown_in_the_language_of_the_page_unless_another_is_chosen(browser: Browser, tmp_path: Path) -> None:
    pnp.start_project("mice", style="classic", start=tmp_path)
    spec = tmp_path / "mice" / "components" / "mice" / "game.toml"
    text = spec.read_text("utf-8").replace('languages = "en"', 'languages = ["fr", "en"]')
    spec.write_text(text.replace('title = "Mice"', 'title = { fr = "Souris", en = "Mice" }', 1), "utf-8")
    server = Served.start(tmp_path / "mice")
    try:
        for locale, lang, other in (("en-GB", "en", "fr"), ("fr-FR", "fr", "en"), ("de-DE", "en", "fr")):
            context = browser.new_context(base_url=server.address, locale=locale)
            server.enter(context)
            page = context.new_page()
            page.goto("/mice/gallery")
            expect(page.locator("#lang")).to_have_value(lang)
            expect(page.locator("#grid .caption").first).to_have_attribute("lang", lang)
            assert "lang=" not in page.url
            page.select_option("#lang", other)
            expect(page.locator("#grid .caption").first).to_have_attribute("lang", other)
            expect(page).to_have_url(re.compile(f"lang={other}"))
            page.reload()
            expect(page.locator("#lang")).to_have_value(other)
            context.close()
    finally:
        server.stop()


def test_overlays_and_other_eyes_and_low_ink(page: Page) -> None:
    page.goto("/mice/gallery")
    figure = page.locator("#grid figure").first
    figure.locator("image.face").wait_for()
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
    full = str(figure.locator(".face").get_attribute("href"))
    page.select_option("#ink", "low")
    expect(page).to_have_url(re.compile("ink=low"))
    expect(figure.locator(".face")).not_to_have_attribute("href", full)


def test_a_text_on_a_card_leads_to_its_cell_and_its_template_line(page: Page, cards: Path, served: Served) -> None:
    page.goto("/mice/gallery")
    page.locator("#grid figure image.face").first.wait_for()
    page.locator("#grid figure").nth(1).click()
    page.locator("#large-face [data-source]").first.wait_for()
    page.locator("#large-face text", has_text="nibbled").first.click()
    source = page.locator("#large-source")
    expect(source).to_contain_text("Already nibbled.")
    line = (
        cards.read_text("utf-8")
        .splitlines()
        .index("Nibs,2,mouse,2,mouse-nibbler,Brings **2** {cheese}.,Already nibbled.")
        + 1
    )
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
    pnp.start_project("mice", style="classic", start=tmp_path)
    server = Served.start(tmp_path / "mice")
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request) if "/pieces" in request.url else None)
    try:
        server.enter(page.context)
        page.goto(f"{server.address}/mice/{view}")
        page.locator("pnp-face image.face").first.wait_for()
        page.wait_for_timeout(1500)  # everything is drawn, and the server has sent the events
        server.stop()
        before = len(asked)
        server = Served.start(tmp_path / "mice", "--port", server.address.rpartition(":")[2])
        expect(page.locator("#live")).not_to_have_class(re.compile("off"))
        page.wait_for_timeout(2500)
        assert 1 <= len(asked) - before <= 3
    finally:
        page.close()
        server.stop()
