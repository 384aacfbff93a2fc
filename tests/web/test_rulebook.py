"""The rulebook in a browser: its pages beside its source, and those of unsaved text, with problems at their lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_sheets import finished
from tests.web.workbench import Served

FILE = "components/mice/rulebook.en.md"


@pytest.fixture
def source(served: Served) -> Iterator[Path]:
    path = served.folder / FILE
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def test_the_rulebook_is_printed_and_its_mistakes_have_their_lines(served: Served, source: Path) -> None:
    asked = json.loads(served.ask("/api/mice/memo?document=rulebook")[1])
    assert (asked["documents"], asked["document"], asked["variants"]) == (["memo", "rulebook"], "rulebook", [])
    assert [each["name"] for each in asked["sources"]] == ["rulebook.en.md", "figures.toml"]
    printed = finished(served, "/api/mice/rulebook", {"form": "a5"})["result"]
    assert printed["pages"] == [{"width": 148, "height": 210}]
    text = source.read_text("utf-8")
    source.write_text(text.replace("deal {=hand} to", "deal {=hnad} to"), "utf-8")
    [problem] = finished(served, "/api/mice/rulebook", {"ink": "low"})["result"]["problems"]
    assert problem["location"]["line"] == text[: text.index("deal {=hand}")].count("\n") + 1
    [finding] = finished(served, "/api/mice/rulebook/check", {})["result"]["problems"]
    assert "hnad" in finding["message"]
    assert served.post("/api/mice/rulebook", {"form": "poker"})[0] == 400


def test_unsaved_text_of_a_rulebook_shows_its_pages(served: Served) -> None:
    text = (served.folder / FILE).read_text("utf-8")
    tried = served.post("/api/mice/text/try", {"file": FILE, "text": text + "\n---\n\nMore.\n"})[1]
    assert (len(tried["pages"]), tried["problems"]) == (2, [])
    tried = served.post("/api/mice/text/try", {"file": FILE, "text": text + "\n<br>\n"})[1]
    assert tried["pages"] == []
    assert [each["location"]["line"] for each in tried["problems"]] == [text.count("\n") + 2]


@pytest.mark.slow
def test_the_memo_page_shows_the_rulebook(page: Page, source: Path) -> None:
    page.goto("/mice/memo")
    expect(page.locator("#summary")).to_contain_text("2 copies")
    page.select_option("#document", "rulebook")
    expect(page.locator("#summary")).to_contain_text("1 page")
    expect(page.locator("#lint-list")).to_contain_text("No problems found")
    expect(page.locator("#source")).to_contain_text("[!EXAMPLE]")
    source.write_text(source.read_text("utf-8").replace("# Dawn", "# <b>Dawn</b>"), "utf-8")
    expect(page.locator("#source .line.wrong .said")).to_contain_text("HTML")
    expect(page.locator("#pages img")).to_have_count(1)
