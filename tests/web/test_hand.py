"""A hand in a browser, by keys alone: deal, draw, play, take, undo; the same seed deals the same cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.workbench import expect_words


def names(cards: Locator) -> list[str]:
    return [each.locator(".unseen").inner_text().split(" (")[0].partition(" ")[2] for each in cards.all()]


def test_a_hand_is_dealt_drawn_to_played_from_and_taken_back_by_keys(page: Page) -> None:
    page.goto("/mice/hand?seed=seven&hands=2")
    fan, market = page.locator("#fan .card"), page.locator("#market .card")
    expect(fan).to_have_count(5)
    expect(market).to_have_count(3)
    expect(fan.first.locator("image.face")).to_be_visible()
    expect(page.locator("#pile svg .face")).to_be_visible()
    expect(page.locator("#pile-left")).to_have_text("14")
    dealt = names(fan)
    page.keyboard.press("d")
    expect(fan).to_have_count(6)
    expect(page.locator("#pile-left")).to_have_text("13")
    expect(page.locator("#said")).to_have_text(f"You drew {names(fan)[5]}.")
    expect(fan.nth(5)).to_be_focused()
    expect(fan.nth(5)).to_have_class(re.compile("near"))  # enlarged
    page.keyboard.press("ArrowRight")
    expect(fan.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#discard-count")).to_have_text("1")
    expect(page.locator("#discard")).to_have_accessible_name(re.compile(dealt[0]))
    page.keyboard.press("ArrowUp")
    taken = names(market)[0]
    page.keyboard.press("Enter")
    expect(market).to_have_count(2)
    assert names(fan)[-1] == taken
    page.keyboard.press("r")
    expect(market).to_have_count(3)
    expect(page.locator("#pile-left")).to_have_text("12")
    page.keyboard.press("h")
    expect(page.locator("#said")).to_have_text("You are holding hand 2.")
    expect(fan).to_have_count(5)
    for _ in range(5):
        page.keyboard.press("u")
    expect(page.locator("#undo")).to_be_disabled()
    assert names(fan) == dealt
    expect(page.locator("#pile-left")).to_have_text("14")
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("n")
    expect(page.locator("#seed")).not_to_have_value("seven")
    page.fill("#seed", "seven")
    page.keyboard.press("Enter")
    assert names(fan) == dealt


def test_a_new_deal_is_undone_with_its_setting(page: Page) -> None:
    page.goto("/mice/hand?seed=seven")
    fan = page.locator("#fan .card")
    expect(fan).to_have_count(5)
    page.keyboard.press("d")
    played = names(fan)
    page.keyboard.press("n")
    expect(page.locator("#seed")).not_to_have_value("seven")
    expect(fan).to_have_count(5)
    page.fill("#hands", "3")
    page.locator("#hands").blur()
    expect(page.locator("#others .seat")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator("#hands")).to_have_value("1")
    expect(page.locator("#others .seat")).to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#seed")).to_have_value("seven")
    expect(page).to_have_url(re.compile(r"\?seed=seven$"))
    assert names(fan) == played
    page.locator("#undo").click()
    expect(fan).to_have_count(5)
    expect(page.locator("#redo")).to_be_focused()  # undo is disabled now, and cannot keep the focus
    page.locator("#redo").click()
    page.keyboard.press("y")
    page.keyboard.press("y")
    expect(page.locator("#hands")).to_have_value("3")
    expect(page.locator("#others .seat")).to_have_count(2)


@pytest.mark.slow
def test_a_card_that_changes_on_disk_changes_on_the_table(page: Page, cards: Path) -> None:
    page.goto("/mice/hand?hand-size=27&market-size=0&seed=1")
    fan = page.locator("#fan .card")
    expect(fan).to_have_count(27)
    nibs = page.locator("#fan .card", has_text="Play Nibs").first
    expect_words(nibs, "Already nibbled.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(fan).to_have_count(26)
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Already nibbled.", b"Freshly saved.").replace(b"Pip,4,", b"Pip,6,"))
        expect_words(nibs, "Freshly saved.")
        expect(page.locator("#pile-left")).to_have_text("2")  # two more of Pip, shuffled in
        expect(fan).to_have_count(26)
    finally:
        cards.write_bytes(before)
    expect(page.locator("#pile-left")).to_have_text("0")
