"""The home page: games as fans of cards, and new games from a table or in a style."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import pnp
from tests.web.axe import find_violations
from tests.web.workbench import Served

TABLE = "Name,Cost,Type,Text\nFox,3,Forest,Draw a card.\nOwl,1,Sky,Look at the top card.\nElk,5,Forest,\n"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Served]:
    """A project without a game."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pnp.toml").write_text("", "utf-8")
    running = Served.start(tmp_path / "mine")
    yield running
    running.stop()


def opened(browser: Browser, served: Served, **options: object) -> Page:
    context = browser.new_context(base_url=served.address, **{"locale": "en-GB"} | options)  # type: ignore[arg-type]
    served.enter(context)
    return context.new_page()


def send(served: Served, path: str, body: bytes, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    """Send a body as a page of the workbench does."""
    place = urlsplit(served.address)
    page = served.ask("/?home")[1].decode()
    token = json.loads(page.partition('id="about">')[2].partition("</script>")[0])["token"]
    connection = HTTPConnection(str(place.hostname), place.port, timeout=60)
    sent = {"cookie": served.cookie, "origin": served.address, "x-pnp-token": token}
    connection.request("POST", path, body, sent | (headers or {}))
    answer = connection.getresponse()
    content = answer.read()
    return answer.status, json.loads(content) if content[:1] == b"{" else {}


def test_a_first_game_is_made_from_a_dropped_table(browser: Browser, empty: Served) -> None:
    page = opened(browser, empty)
    page.goto("/")
    expect(page.locator("main")).to_contain_text("No games yet.")
    page.set_input_files("#table-file", {"name": "2 Été Foxes.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    expect(page.locator("#table-name")).to_have_value("ete-foxes")
    page.locator("#table-name").press("Enter")
    page.wait_for_url("**/ete-foxes/gallery")
    expect(page.locator("#grid figure")).to_have_count(3)
    assert (empty.folder / "components/ete-foxes/2 Été Foxes.csv").read_text("utf-8") == TABLE
    assert pnp.build("ete-foxes", start=empty.folder, out=empty.folder / "out").sheets == 1
    page.goto("/")
    page.wait_for_url("**/ete-foxes/gallery")
    page.locator(".brand").click()
    expect(page.locator("[data-game=ete-foxes] .fan img")).to_have_count(3)
    expect(page.locator("[data-game=ete-foxes]")).to_contain_text("ete-foxes · 3 pieces")
    expect(page.get_by_role("link", name="Ete foxes")).to_be_visible()
    page.context.close()


def test_games_are_made_in_styles_with_the_keyboard_and_shown_as_fans(browser: Browser, empty: Served) -> None:
    page = opened(browser, empty, locale="fr-FR")
    page.goto("/")
    page.locator("input[value=plain]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("input[value=tarot]")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.type("lames")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lames/gallery")
    assert "La Lune" in (empty.folder / "components/lames/cards.csv").read_text("utf-8"), "in the reader's language"
    page.goto("/?home")
    expect(page.locator("[data-game=lames] .fan img")).to_have_count(5)
    for image in page.locator(".fan img").all():
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 100
    page.fill("#style-name", "lames")
    page.locator("#from-style button").click()
    expect(page.locator("#toasts .bad")).to_contain_text("components/lames is already there")
    page.context.close()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, empty: Served, locale: str, scheme: str) -> None:
    assert send(empty, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    page = opened(browser, empty, locale=locale, color_scheme=scheme)
    page.goto("/?home")
    expect(page.locator(".fan img")).to_have_count(5)
    assert find_violations(page) == []
    table: Any = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"name,image\nFox,fox.png\n"}
    page.set_input_files("#table-file", table)
    page.fill("#table-name", "pictured")
    page.locator("#from-table button").click()
    expect(page.locator("main .panel[role=status] a")).to_be_focused()
    expect(page.locator("main .panel[role=status] li")).to_contain_text("fox.png")
    assert find_violations(page) == []
    page.context.close()


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if ".pnp" not in path.parts}


@pytest.mark.parametrize(
    ("query", "body", "status", "message"),
    [
        ("name=../up&file=a.csv", TABLE.encode(), 400, "must consist of lowercase letters"),
        ("name=&file=a.csv", TABLE.encode(), 400, "must consist of lowercase letters"),
        ("name=winston&file=a.csv", TABLE.encode(), 400, "pnp has a game with that name"),
        ("name=new&file=a.csv", b"", 400, "has no rows of cards"),
        ("name=new&file=a.xlsx", b"PK\x03\x04garbage", 400, "is a damaged workbook"),
        ("name=new&file=a.json", b'{"a":' + b"[" * 9000, 400, "is not valid JSON"),
        ("name=new&file=../../../a.csv", b"a,b\n", 400, "has no rows of cards"),
        ("name=mine&file=a.csv", TABLE.encode(), 400, "is already there"),
        ("name=new&file=a.csv", b"a" * 16_000_001, 413, ""),
    ],
    ids=range(9),
)
def test_bad_tables_and_names_are_refused_and_leave_nothing(
    empty: Served, query: str, body: bytes, status: int, message: str
) -> None:
    assert send(empty, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    before = files(empty.folder)
    found, answer = send(empty, f"/api/new-game/table?{query}", body)
    assert found == status
    assert message in json.dumps(answer)
    assert files(empty.folder) == before
    assert send(empty, f"/api/new-game/table?{query}", TABLE.encode(), {"x-pnp-token": "x"})[0] == 403
    assert send(empty, f"/api/new-game/table?{query}", TABLE.encode(), {"origin": "http://example.org"})[0] == 403
    assert files(empty.folder) == before


def test_names_of_files_do_not_lead_out(empty: Served) -> None:
    for number, name in enumerate(
        ("../../evil.csv", "game.toml", "rules.py", "memo.en.toml", "a%23b.csv", "%00.csv", "..%5Cx.csv")
    ):
        query = f"name=new{number}&file={name}"
        status, answer = send(empty, f"/api/new-game/table?{query}", TABLE.encode())
        assert status == 200, (name, answer)
        assert pnp.load_game(f"new{number}", start=empty.folder).count == 3
    assert {path.name for path in empty.folder.parent.iterdir()} == {"mine"}
    assert not list(empty.folder.rglob("rules.py"))


def test_a_folder_that_is_left_of_a_game_is_not_replaced(empty: Served) -> None:
    (empty.folder / "templates" / "old").mkdir(parents=True)
    (empty.folder / "templates" / "old" / "card.toml").write_text("# mine\n", "utf-8")
    status, answer = send(empty, "/api/new-game", b'{"name": "old", "style": "plain"}')
    assert status == 400
    assert [(problem["where"], problem["message"]) for problem in answer["problems"]] == [
        ("templates/old", "is already there")
    ]
    assert (empty.folder / "templates/old/card.toml").read_text("utf-8") == "# mine\n"
    assert not (empty.folder / "components" / "old").exists()
