"""Tables edited in the page: what is saved, what is kept, and what is refused."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.workbench import Served, expect_words


def _cell(page: Page, row: int, column: int) -> Locator:
    return page.locator(f'#sheet td[data-row="{row}"][data-column="{column}"]')


def _edit(page: Page, row: int, column: int, text: str) -> None:
    _cell(page, row, column).dblclick()
    page.locator("#sheet .editor").fill(text)
    page.keyboard.press("Enter")


def test_a_cell_is_edited_saved_and_its_card_shown(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    expect(page.locator("#summary")).to_contain_text("12 rows, 7 columns")
    _edit(page, 2, 6, "Nibbled in the page.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    assert cards.read_bytes() == before
    page.keyboard.press("Control+s")
    expect(page.locator("#toasts")).to_contain_text("Saved. 1 card changed")
    assert cards.read_bytes() == before.replace(b"Already nibbled.", b"Nibbled in the page.")
    expect_words(page.locator("#after-save"), "Nibbled in the page.")
    page.keyboard.press("Control+z")
    expect(page.locator('#sheet td[data-row="2"][data-column="6"]')).to_have_text("Already nibbled.")
    page.click("#save")
    expect(page.locator("#save")).to_be_disabled()
    assert cards.read_bytes() == before


def test_no_cell_moves_when_the_card_beside_the_table_comes(page: Page) -> None:
    """Else the second of two clicks meets another cell, or the card's link."""
    held: list[Route] = []
    page.route("**/mice/pieces*", lambda route: held.append(route))
    page.goto("/mice/table")
    cell = page.locator('#sheet td[data-row="2"][data-column="6"]')
    cell.click()
    before = cell.bounding_box()
    expect(page.locator("#beside pnp-face")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator("#beside pnp-face")).to_be_visible()
    assert cell.bounding_box() == before


def test_a_card_that_is_drawn_while_its_answer_is_under_way_is_shown(page: Page, cards: Path, served: Served) -> None:
    def pieces() -> dict[str, Any]:
        return dict(json.loads(served.ask("/api/mice/pieces")[1]))

    page.goto("/mice/table")
    expect(page.locator("#beside image.face").first).to_be_visible()
    before, old = cards.read_bytes(), pieces()

    asked: list[Route] = []

    def hold_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    try:
        _edit(page, 2, 6, "Drawn meanwhile.")
        page.route("**/mice/pieces*", hold_first)
        page.keyboard.press("Control+s")
        while not asked or (now := pieces())["version"] == old["version"] or now["waiting"]:
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)  # time for the event to arrive
        asked[0].fulfill(json=old)
        expect_words(page.locator("#after-save"), "Drawn meanwhile.")
        page.unroute_all()
    finally:
        cards.write_bytes(before)


def test_rows_are_duplicated_pasted_and_taken_back_by_keys(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    first = page.locator('#sheet td[data-row="1"][data-column="0"]')
    first.click()
    page.keyboard.press("Alt+Shift+ArrowDown")
    expect(page.locator("#sheet tbody tr[aria-rowindex]")).to_have_count(13)
    expect(page.locator('#sheet td[data-row="2"][data-column="0"]')).to_be_focused()
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "Mo\\t4\\nMilo\\t2");
        document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }"""
    )
    expect(page.locator('#sheet td[data-row="3"][data-column="0"]')).to_have_text("Milo")
    expect(page.locator('#sheet td[data-row="3"][data-column="1"]')).to_have_text("2")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator("#sheet tbody tr[aria-rowindex]")).to_have_count(12)
    page.keyboard.press("Control+y")
    expect(page.locator("#sheet tbody tr[aria-rowindex]")).to_have_count(13)
    page.keyboard.press("Control+z")
    expect(page.locator("#save")).to_be_disabled()
    assert cards.read_bytes() == before


def test_a_change_of_the_file_is_merged_with_unsaved_edits_and_both_are_saved(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    other = before.replace(b"It looked bigger at home.", b"Written by another program.")
    page.goto("/mice/table")
    _edit(page, 2, 6, "Mine.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    try:
        cards.write_bytes(other)
        expect(_cell(page, 1, 6)).to_have_text("Written by another program.")
        expect(_cell(page, 2, 6)).to_have_text("Mine.")
        expect(page.locator("#draft-notice")).to_contain_text("Another program has changed this file.")
        expect(page.locator("#conflicts")).to_be_hidden()
        assert cards.read_bytes() == other
        page.click("#save")
        expect(page.locator("#save")).to_be_disabled()
        assert cards.read_bytes() == other.replace(b"Already nibbled.", b"Mine.")
    finally:
        cards.write_bytes(before)


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_a_cell_that_was_changed_on_both_sides_offers_both_values(page: Page, cards: Path, choice: str) -> None:
    before = cards.read_bytes()
    theirs = before.replace(b"Already nibbled.", b"Theirs.")
    page.goto("/mice/table")
    _edit(page, 2, 6, "Mine.")
    try:
        cards.write_bytes(theirs)
        row = page.locator("#conflicts tbody tr")
        expect(row).to_contain_text("Keep mine: Mine.")
        expect(row).to_contain_text("Take the file’s: Theirs.")
        expect(_cell(page, 2, 6)).to_have_class(re.compile("conflict"))
        page.click("#save")
        expect(page.locator("#toasts")).to_contain_text("Choose which values to keep, then save again.")
        assert cards.read_bytes() == theirs
        row.get_by_role("button", name="Keep mine" if choice == "mine" else "Take the file’s").click()
        expect(page.locator("#conflicts")).to_be_hidden()
        expect(_cell(page, 2, 6)).to_have_text("Mine." if choice == "mine" else "Theirs.")
        if choice == "mine":
            page.click("#save")
        expect(page.locator("#save")).to_be_disabled()
        wanted = before.replace(b"Already nibbled.", b"Mine.") if choice == "mine" else theirs
        assert cards.read_bytes() == wanted
    finally:
        cards.write_bytes(before)


def test_a_change_of_the_file_leaves_an_open_editor_alone(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    _cell(page, 4, 5).click()
    page.keyboard.type("Half")
    try:
        rows = before.split(b"\n")
        cards.write_bytes(b"\n".join([rows[0], rows[1].replace(b"Pip", b"Pop", 1), *rows[1:]]))  # a row above it
        expect(page.locator("#sheet tbody tr[aria-rowindex]")).to_have_count(13)
        page.keyboard.type(" typed")
        expect(page.locator("#sheet .editor")).to_have_value("Half typed")
        page.keyboard.press("Enter")
        expect(_cell(page, 5, 5)).to_have_text("Half typed")
        expect(_cell(page, 4, 5)).not_to_have_text("Half typed")
        expect(_cell(page, 6, 5)).to_be_focused()
    finally:
        cards.write_bytes(before)


def test_keys_typed_while_answers_are_awaited_are_kept(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    expect(page.locator("#summary")).to_contain_text("12 rows")
    held: list[Route] = []
    holding = [True]
    page.route("**/api/mice/table/*", lambda route: held.append(route) if holding else route.continue_())
    _cell(page, 1, 1).click()
    page.keyboard.type("4\n5\n6\n")
    page.keyboard.press("Control+s")
    page.keyboard.type("7\n8\n")
    page.keyboard.type("9")
    assert page.url.split("?")[0].endswith("/mice/table")
    expect(page.locator("#summary")).to_contain_text("saving")
    try:
        holding.clear()
        for route in held:
            route.continue_()
        expect(page.locator("#toasts")).to_contain_text("Saved.")
        expect(page.locator("#sheet .editor")).to_have_value("9")
        expect(page.locator("#summary")).to_contain_text("not saved")
        assert [row.split(b",")[1] for row in cards.read_bytes().split(b"\n")[1:4]] == [b"4", b"5", b"6"]
        page.keyboard.press("Control+s")
        expect(page.locator("#save")).to_be_disabled()
        assert [row.split(b",")[1] for row in cards.read_bytes().split(b"\n")[1:7]] == b"4 5 6 7 8 9".split()
    finally:
        cards.write_bytes(before)


def test_a_cell_that_the_spec_refuses_is_marked_where_it_stands(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    try:
        cards.write_bytes(before.replace(b"Nibs,2,mouse,2", b"Nibs,2,mouse,99"))
        cell = page.locator('#sheet td[data-row="2"][data-column="3"]')
        expect(cell).to_have_class(re.compile("wrong"))
        problem = page.locator("#table-problems .problem")
        expect(problem.locator(".where")).to_have_text("components/mice/cards.csv:3: cheese")
        expect(problem).to_contain_text('must be a whole number from 1 to 6, not "99"')
        expect(cell).to_have_attribute("title", 'must be a whole number from 1 to 6, not "99"')
        expect(cell).to_have_attribute("aria-invalid", "true")
    finally:
        cards.write_bytes(before)
    expect(page.locator("#table-problems .problem")).to_have_count(0)


def test_a_page_can_only_edit_the_tables_of_a_game(served: Served, cards: Path) -> None:
    before = cards.read_bytes()
    for table in ("../pnp.toml", "pnp.toml", "components/mice/game.toml", "/etc/passwd", "components/mice/cards.csv\0"):
        for work in ("save", "try"):
            unknown: dict[str, object] = {"table": table, "version": "", "edits": []}
            status, answer = served.post(f"/api/mice/table/{work}", unknown)
            assert status == 400, answer
            [problem] = answer["problems"]
            assert (problem["where"], problem["location"]) == ("mice", {"game": "mice"})
            assert problem["message"].startswith("has no table ")
    order: dict[str, object] = {"table": "components/mice/cards.csv", "version": "old", "edits": []}
    for work in ("save", "try"):
        assert served.post(f"/api/mice/table/{work}", order)[0] == 409
        now = order | {"version": hashlib.sha256(before).hexdigest()}
        assert served.post(f"/api/mice/table/{work}", now | {"edits": [{"do": "explode"}]})[0] == 400
        assert served.ask(f"/api/mice/table/{work}", "POST", now, {"origin": "http://evil.example"})[0] == 403
    assert cards.read_bytes() == before


def test_a_failed_request_is_not_taken_for_a_change_of_the_file(page: Page, served: Served, cards: Path) -> None:
    page.goto("/mice/table")
    _edit(page, 2, 6, "Mine.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    before = cards.read_bytes()
    page.route("**/api/mice/table?*", lambda route: route.fulfill(status=500, body="out of order"))
    try:
        (served.folder / "components/mice/game.toml").touch()
        expect(page.locator("#toasts")).to_contain_text("out of order")
        expect(page.locator("#draft-notice")).to_be_hidden()
        expect(page.locator("#conflicts")).to_be_hidden()
        expect(_cell(page, 2, 6)).to_have_text("Mine.")
        assert cards.read_bytes() == before
    finally:
        page.unroute("**/api/mice/table?*")
        page.keyboard.press("Control+z")
