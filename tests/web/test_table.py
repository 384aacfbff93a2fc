"""Tables edited in the page: what is saved, what is kept, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.web.workbench import Served


def _edit(page: Page, row: int, column: int, text: str) -> None:
    page.locator(f'#sheet td[data-row="{row}"][data-column="{column}"]').dblclick()
    page.locator("#sheet .editor").fill(text)
    page.keyboard.press("Enter")


def test_a_cell_is_edited_saved_and_its_card_shown(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    expect(page.locator("#summary")).to_contain_text("12 rows, 6 columns")
    _edit(page, 2, 5, "Nibbled in the page.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    assert cards.read_bytes() == before
    page.keyboard.press("Control+s")
    expect(page.locator("#toasts")).to_contain_text("Saved. 1 card changed")
    assert cards.read_bytes() == before.replace(b"Already nibbled.", b"Nibbled in the page.")
    expect(page.locator("#after-save .face")).to_contain_text("Nibbled in the page.")
    page.keyboard.press("Control+z")
    expect(page.locator('#sheet td[data-row="2"][data-column="5"]')).to_have_text("Already nibbled.")
    page.click("#save")
    expect(page.locator("#save")).to_be_disabled()
    assert cards.read_bytes() == before


def test_no_cell_moves_when_the_card_beside_the_table_comes(page: Page) -> None:
    """Else the second of two clicks meets another cell, or the card's link."""
    held: list[Route] = []
    page.route("**/pieces*", lambda route: held.append(route))
    page.goto("/mice/table")
    cell = page.locator('#sheet td[data-row="2"][data-column="5"]')
    cell.click()
    before = cell.bounding_box()
    expect(page.locator("#beside pnp-face")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator("#beside pnp-face")).to_be_visible()
    assert cell.bounding_box() == before


def test_a_card_that_is_drawn_while_its_answer_is_under_way_is_shown(page: Page, cards: Path, served: Served) -> None:
    def pieces() -> bytes:
        return served.ask("/api/mice/pieces")[1]

    page.goto("/mice/table")
    expect(page.locator("#beside svg text").first).to_be_visible()
    before, old = cards.read_bytes(), pieces()

    asked: list[Route] = []

    def hold_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    try:
        _edit(page, 2, 5, "Drawn meanwhile.")
        page.route("**/pieces*", hold_first)
        page.keyboard.press("Control+s")
        while not asked or pieces() == old or b'"drawn":false' in pieces():
            page.wait_for_timeout(50)
        page.wait_for_timeout(300)  # the page is told meanwhile
        asked[0].fulfill(body=old, content_type="application/json")
        expect(page.locator("#after-save .face")).to_contain_text("Drawn meanwhile.")
        page.unroute_all()
    finally:
        cards.write_bytes(before)


def test_rows_are_duplicated_pasted_and_taken_back_by_keys(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    first = page.locator('#sheet td[data-row="1"][data-column="0"]')
    first.click()
    page.keyboard.press("Control+d")
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


def test_a_file_that_was_changed_meanwhile_is_shown_and_not_overwritten(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    other = before.replace(b"It looked bigger at home.", b"Written by another program.")
    page.goto("/mice/table")
    _edit(page, 2, 5, "Mine.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    try:
        cards.write_bytes(other)
        expect(page.locator("#changed-on-disk")).to_contain_text("Nothing has been overwritten.")
        page.click("#save")
        dialog = page.locator("#difference")
        expect(dialog).to_contain_text("Written by another program.")
        expect(dialog).to_contain_text("Mine.")
        assert cards.read_bytes() == other
        dialog.get_by_text("Discard my edits").click()
        expect(page.locator('#sheet td[data-row="1"][data-column="5"]')).to_have_text("Written by another program.")
    finally:
        cards.write_bytes(before)


def test_a_cell_that_the_spec_refuses_is_marked_where_it_stands(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/table")
    try:
        cards.write_bytes(before.replace(b"Nibs,3,mouse,2", b"Nibs,3,mouse,99"))
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


def test_a_page_can_only_edit_the_tables_of_a_game(served: Served) -> None:
    for table in ("../pnp.toml", "pnp.toml", "components/mice/game.toml", "/etc/passwd", "components/mice/cards.csv\0"):
        status, answer = served.post("/api/mice/table/edit", {"table": table, "version": ""})
        assert status == 400, answer
        [problem] = answer["problems"]
        assert (problem["where"], problem["location"]) == ("mice", {"game": "mice"})
        assert problem["message"].startswith("has no table ")
    status, answer = served.post("/api/mice/table/edit", {"table": "components/mice/cards.csv", "version": "old"})
    assert (status, answer["now"]["table"]) == (409, "components/mice/cards.csv")
    order = {"table": "components/mice/cards.csv", "version": answer["now"]["version"]}
    assert served.post("/api/mice/table/edit", order | {"edits": [{"do": "explode"}]})[0] == 400
    assert served.ask("/api/mice/table/save", "POST", order, {"origin": "http://evil.example"})[0] == 403


def test_a_failed_request_is_not_taken_for_a_change_of_the_file(page: Page, served: Served, cards: Path) -> None:
    page.goto("/mice/table")
    _edit(page, 2, 5, "Mine.")
    expect(page.locator("#summary")).to_contain_text("not saved")
    before = cards.read_bytes()
    page.route("**/api/mice/tables", lambda route: route.fulfill(status=500, body="out of order"))
    try:
        (served.folder / "components/mice/game.toml").touch()
        expect(page.locator("#toasts")).to_contain_text("out of order")
        expect(page.locator("#changed-on-disk")).to_be_hidden()
        assert cards.read_bytes() == before
    finally:
        page.unroute("**/api/mice/tables")
        page.keyboard.press("Control+z")
