"""Boards in the workbench: put together from their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import pnp
from pnp.spec.load import load_game
from pnp.store.files import read_json
from pnp.web.sheets import list_boards
from tests.sheet.test_board import project
from tests.web.workbench import Served


@pytest.fixture
def served_board(tmp_path: Path) -> Iterator[Served]:
    project(tmp_path, 'join = "overlap"\nsplit = "3x3"')
    served = Served.start(tmp_path)
    yield served
    served.stop()


def test_a_board_is_put_together_from_the_pages(browser: Browser, served_board: Served) -> None:
    context = browser.new_context()
    served_board.enter(context)
    page = context.new_page()
    page.goto(f"{served_board.address}/map/sheets?only=map")
    page.get_by_text("boards assembled").click()
    boards = page.locator("#boards figure")
    expect(boards).to_have_count(2)
    expect(boards.locator("figcaption b")).to_have_text(["Map, front", "Map, back"])
    expect(page.locator("#grid")).to_be_hidden()
    names = [f"{column}{row}" for row in "123" for column in "ABC"]
    expect(boards.first.locator(".names span")).to_have_text(names)
    expect(boards.first.locator("img[src]").nth(8)).to_have_js_property("complete", True)
    board = boards.first.locator(".board").bounding_box()
    assert board is not None
    assert board["width"] / board["height"] == pytest.approx(420 / 594, rel=0.01)
    expect(page).to_have_url(re.compile("assembled=1"))
    page.get_by_text("side by side").click()
    expect(page.locator("#grid")).to_be_visible()
    expect(boards).to_have_count(0)
    context.close()


@pytest.mark.parametrize("more", ["", 'join = "overlap"'])
def test_what_is_seen_of_the_parts_covers_each_side_once(tmp_path: Path, more: str) -> None:
    made = project(tmp_path, more, count=2)
    printed = pnp.build("map", start=tmp_path, out=tmp_path / "out")
    boards = list_boards(read_json(printed.placements.read_bytes()), load_game(made, "map"))
    assert [(board["title"], board["side"]) for board in boards] == [("Map", "front"), ("Map", "back")]
    for board in boards:
        assert sum(part["seen"][2] * part["seen"][3] for part in board["parts"]) == pytest.approx(420 * 594)
        assert len(board["parts"]) == 8, "those of one copy"
