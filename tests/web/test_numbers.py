"""Numbers in a browser: charts with their tables, odds asked by choosing and by typing, kept in the address."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.workbench import Served


@pytest.mark.slow
def test_charts_and_tables_follow_what_is_saved(page: Page, cards: Path) -> None:
    page.goto("/mice/numbers")
    deck = page.get_by_role("region", name="Cards").first
    chart = deck.get_by_role("img", name=re.compile("^Charts: Mice · Cards"))
    expect(chart).to_be_visible()
    assert chart.evaluate("image => image.naturalWidth") > 100
    expect(deck.get_by_role("row", name="mouse 9 33.3%")).to_be_visible()
    before, shown = cards.read_bytes(), str(chart.get_attribute("src"))
    try:
        cards.write_bytes(before.replace(b"Pip,4,", b"Pip,14,"))
        expect(deck.get_by_role("row", name="mouse 19 51.4%")).to_be_visible()
        expect(chart).not_to_have_attribute("src", shown)
    finally:
        cards.write_bytes(before)


def test_odds_are_asked_by_choosing_and_by_typing_and_kept_in_the_address(page: Page) -> None:
    page.goto("/mice/numbers")
    answer = page.locator("#question-answer")
    page.select_option("#column", "kind")
    page.select_option("#value", "owl")
    page.fill("#drawn", "3")
    expect(page.locator("#question")).to_have_value("at least 1 kind=owl in 3 of cards")
    expect(answer.locator(".percent")).to_have_text("72.1%")  # 1 - (18·17·16)/(27·26·25)
    expect(answer).to_contain_text("At least 1 of the 9 that match, when you draw 3 of 27 (Cards)")
    expect(answer).to_contain_text("exactly 703/975")
    page.locator("#question").press("Enter")
    page.fill("#question", "=2 kind=hog in 5")
    expect(answer).to_contain_text('kind has no value "hog" E1207')
    expect(answer).to_contain_text("mouse, hedgehog, owl")
    page.fill("#question", "2- cheese=4 in 27")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#kept-odds li")).to_have_count(2)
    page.reload()
    kept = page.locator("#kept-odds li")
    expect(kept.first).to_contain_text("72.1%")
    expect(kept.nth(1)).to_contain_text("never")
    kept.first.get_by_role("button", name=re.compile("^Delete")).click()
    expect(page).to_have_url(re.compile(r"\?q=2-\+cheese%3D4\+in\+27$"))


def test_every_question_has_its_own_answer(served: Served) -> None:
    questions = ("1+ kind=owl in 3", "nonsense", "1+ kind=owl in 28", '1+ name="Granny Squeak" in 27')
    asked = "&".join(f"q={quote(text)}" for text in questions)
    found = json.loads(served.ask(f"/api/mice/odds?{asked}")[1])["odds"]
    assert [each.get("exact") for each in found] == ["703/975", None, None, "1"]
    assert [len(each.get("problems", ())) for each in found] == [0, 1, 1, 0]
    assert served.ask("/api/mice/chart/none.svg")[0] == 404
    assert served.ask("/api/none/numbers")[0] == 404
    assert served.ask("/api/mice/charts", "POST", {}, {"origin": "http://example.org"})[0] == 403
