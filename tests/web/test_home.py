"""The home page: games as fans of cards, and new games from a table or in a style."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import pnp
from pnp.project.folders import GameRef, Project
from pnp.starter.from_tables import placeholder
from pnp.web.home import open_folder
from tests.web.axe import find_violations
from tests.web.workbench import Served

TABLE = "Name,Cost,Type,Text\nFox,3,Forest,Draw a card.\nOwl,1,Sky,Look at the top card.\nElk,5,Forest,\n"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Served]:
    """A project without a game."""
    running = serve_empty(tmp_path)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A project with the game `mine`, for tests that leave it as it was."""
    running = serve_empty(tmp_path_factory.mktemp("refusing"))
    assert send(running, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    yield running
    running.stop()


def serve_empty(place: Path) -> Served:
    (place / "mine").mkdir()
    (place / "mine" / "pnp.toml").write_text("", "utf-8")
    return Served.start(place / "mine")


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


def upload(name: str, *files: tuple[str, bytes]) -> bytes:
    """A body with files, as the home page sends it."""
    head = {"name": name, "files": [{"name": file, "size": len(content)} for file, content in files]}
    return json.dumps(head).encode() + b"\n" + b"".join(content for _, content in files)


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
def test_axe_finds_nothing(browser: Browser, empty: Served, locale: str) -> None:
    assert send(empty, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    page = opened(browser, empty, locale=locale, color_scheme="light")
    page.goto("/?home")
    expect(page.locator(".fan img")).to_have_count(5)
    assert find_violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert find_violations(page) == []
    table: Any = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"name,image\nFox,fox.png\n"}
    page.set_input_files("#table-file", table)
    page.fill("#table-name", "pictured")
    page.locator("#from-table button").click()
    expect(page.locator("main .panel[role=status] a")).to_be_focused()
    expect(page.locator("main .panel[role=status] li")).to_contain_text("fox.png")
    assert find_violations(page) == []
    page.emulate_media(color_scheme="light")
    assert find_violations(page) == []
    page.context.close()


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if ".pnp" not in path.parts}


@pytest.mark.parametrize(
    ("name", "file", "content", "status", "message"),
    [
        ("../up", "a.csv", TABLE.encode(), 400, "must consist of lowercase letters"),
        ("", "a.csv", TABLE.encode(), 400, "must consist of lowercase letters"),
        ("winston", "a.csv", TABLE.encode(), 400, "pnp has a game with that name"),
        ("new", "a.csv", b"", 400, "has no rows of cards"),
        ("new", "a.xlsx", b"PK\x03\x04garbage", 400, "is a damaged workbook"),
        ("new", "a.json", b'{"a":' + b"[" * 9000, 400, "is not valid JSON"),
        ("new", "../../../a.csv", b"a,b\n", 400, "has no rows of cards"),
        ("mine", "a.csv", TABLE.encode(), 400, "is already there"),
        ("new", "a.csv", b"a" * 16_000_001, 400, "is larger than 16 MB"),
        ("new", "a.csv", b"a" * 100_000_001, 413, ""),
        ("new", "a.png", b"x", 400, "there is no table among the files"),
    ],
    ids=range(11),
)
def test_bad_tables_and_names_are_refused_and_leave_nothing(
    refusing: Served, name: str, file: str, content: bytes, status: int, message: str
) -> None:
    before = files(refusing.folder)
    found, answer = send(refusing, "/api/new-game/table", upload(name, (file, content)))
    assert found == status
    assert message in json.dumps(answer)
    assert files(refusing.folder) == before
    body = upload(name, (file, TABLE.encode()))
    assert send(refusing, "/api/new-game/table", body, {"x-pnp-token": "x"})[0] == 403
    assert send(refusing, "/api/new-game/table", body, {"origin": "http://example.org"})[0] == 403
    assert files(refusing.folder) == before


@pytest.mark.parametrize(
    "body",
    [
        b"", b"\n", b"{}", b"[]\n", b'{"name": "new", "files": [{"name": "a.csv", "size": 9}]}\nname\nA',
        b'{"name": "new", "files": [{"name": "a.csv", "size": 1}]}\nname\nA',
        b'{"name": "new", "files": [{"name": "a.csv", "size": -1}, {"name": "a.csv", "size": 7}]}\nname\nA',
        b'{"name": "new", "files": [], "more": 1}\n', b"[" * 100_000, b'{"name": "' + b"x" * 600_000 + b'"}\n',
        upload("x" * 101, ("a.csv", b"name\nA")), upload("new", ("a" * 301, b"name\nA")), TABLE.encode(), b"\xff\n",
    ],
    ids=range(14),
)  # fmt: skip
def test_damaged_uploads_are_refused(refusing: Served, body: bytes) -> None:
    before = files(refusing.folder)
    found, answer = send(refusing, "/api/new-game/table", body)
    assert found == 400
    assert "is not a list of files with their contents" in json.dumps(answer)
    assert files(refusing.folder) == before


def test_an_upload_has_a_limited_number_of_files(refusing: Served) -> None:
    body = upload("new", *[(f"{number}.csv", b"name\nA") for number in range(501)])
    found, answer = send(refusing, "/api/new-game/table", body)
    assert found == 400
    assert "must be at most 500 files" in json.dumps(answer)


def test_names_of_files_do_not_lead_out(empty: Served) -> None:
    for number, name in enumerate(
        ("../../evil.csv", "game.toml", "rules.py", "memo.en.toml", "a#b.csv", "\0.csv", "..\\x.csv")
    ):
        status, answer = send(empty, "/api/new-game/table", upload(f"new{number}", (name, TABLE.encode())))
        assert status == 200, (name, answer)
        assert pnp.load_game(f"new{number}", start=empty.folder).count == 3
    assert {path.name for path in empty.folder.parent.iterdir()} == {"mine"}
    assert not list(empty.folder.rglob("rules.py"))


PICTURED = b"name,image\nFox,fox.png\nOwl,Pictures\\OWL.png\nElk,../../secret.png\n"


def test_pictures_come_with_the_table_and_notes_are_in_the_readers_language(empty: Served) -> None:
    png = placeholder(".png")
    sent = [("cards.csv", PICTURED), ("../fox.png", png), ("owl.png", png + b"x"), ("more.png", png)]
    status, answer = send(empty, "/api/new-game/table", upload("new", *sent), {"accept-language": "fr"})
    assert status == 200
    art = empty.folder / "components/new/art"
    assert (art / "fox.png").read_bytes() == png
    assert (art / "OWL.png").read_bytes() == png + b"x"
    assert {path.name for path in art.iterdir()} == {"fox.png", "OWL.png", "secret.png"}
    assert answer["notes"] == [
        '"../../secret.png" n’est pas à côté du tableau\u00a0: place ce fichier dans components/new/art/',
        'Fichiers laissés de côté, car aucune cellule ne les nomme\u00a0: "more.png"',
    ]


def test_decks_are_added_to_a_game(browser: Browser, empty: Served) -> None:
    assert send(empty, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    page = opened(browser, empty)
    page.goto("/?home")
    page.get_by_role("button", name="New deck in Mine").click()
    expect(page.locator("#target")).to_be_focused()
    expect(page.locator("#target")).to_have_value("mine")
    table: Any = {"name": "events.csv", "mimeType": "text/csv", "buffer": b"name,image\nFog,fog.png\nRain,\n"}
    picture: Any = {"name": "fog.png", "mimeType": "image/png", "buffer": placeholder(".png")}
    page.set_input_files("#table-file", [picture, table])
    expect(page.locator("#table-name")).to_have_value("events")
    page.get_by_role("button", name="Add the deck").first.click()
    page.wait_for_url("**/mine/gallery")
    assert list(pnp.load_game("mine", start=empty.folder).decks) == ["cards", "events"]
    page.goto("/?home")
    page.select_option("#target", "mine")
    page.fill("#style-name", "events")
    page.locator("#from-style button").click()
    expect(page.locator("#toasts .bad")).to_contain_text("the game has a deck with that name")
    page.fill("#style-name", "numbers")
    page.locator("input[value=suits]").check()
    page.locator("#from-style button").click()
    page.wait_for_url("**/mine/gallery")
    assert pnp.build("mine", start=empty.folder, out=empty.folder / "out").sheets > 0
    page.context.close()


def test_decks_of_unknown_games_and_bad_ones_leave_nothing(refusing: Served) -> None:
    before = {path: path.read_bytes() for path in refusing.folder.rglob("*") if path.is_file()}
    for game, body, status in (
        ("other", upload("new", ("a.csv", TABLE.encode())), 404),
        ("..", upload("new", ("a.csv", TABLE.encode())), 404),
        ("mine", upload("../x", ("a.csv", TABLE.encode())), 400),
        ("mine", upload("cards", ("a.csv", TABLE.encode())), 400),
        ("mine", upload("count", ("a.csv", TABLE.encode())), 400),
        ("mine", upload("new", ("a.csv", b"")), 400),
        ("mine", upload("new", ("a.csv", b"a" * 16_000_001)), 400),
        ("mine", upload("new", ("a.csv", b"a" * 100_000_001)), 413),
    ):
        assert send(refusing, f"/api/{game}/deck/table", body)[0] == status
        assert send(refusing, f"/api/{game}/deck/table", body, {"x-pnp-token": "x"})[0] in (403, 413)
    assert send(refusing, "/api/mine/deck", b'{"name": "cards", "style": "plain"}')[0] == 400
    assert {path: path.read_bytes() for path in refusing.folder.rglob("*") if path.is_file()} == before


def test_a_folder_that_cannot_be_opened_is_shown_to_copy(browser: Browser, empty: Served) -> None:
    assert send(empty, "/api/new-game", b'{"name": "mine", "style": "plain"}')[0] == 200
    page = opened(browser, empty, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/?home")
    page.get_by_role("button", name="Open folder of Mine").click()
    expect(page.locator(".path code")).to_have_text(str(empty.folder / "components" / "mine"))
    expect(page.locator(".path button")).to_be_focused()
    assert find_violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == str(empty.folder / "components" / "mine")
    page.context.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, the system's own program opens folders")
@pytest.mark.parametrize("code", [0, 4])
def test_the_file_manager_is_asked_to_open_the_folder(tmp_path: Path, code: int) -> None:
    project = pnp.start_project("mine", start=tmp_path).folder
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "xdg-open"
    program.write_text(f'#!/bin/sh\nprintf "%s" "$*" >"{tmp_path}/asked"\nexit {code}\n', "utf-8")
    program.chmod(0o755)
    served = Served.start(project, DISPLAY=":9", PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    status, answer = send(served, "/api/mine/folder", b"{}")
    folder = str(project / "components" / "mine")
    assert (status, answer) == (200, {"opened": code == 0, "path": folder})
    assert (tmp_path / "asked").read_text("utf-8") == folder
    assert send(served, "/api/mine/folder", b'{"path": "/tmp"}')[0] == 400
    assert send(served, "/api/mine/folder", b"{}", {"x-pnp-token": "x"})[0] == 403
    served.stop()


@pytest.mark.parametrize(("code", "opened"), [(0, True), (3, False)])
def test_a_folder_is_opened_by_its_own_path_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, opened: bool
) -> None:
    pnp.start_project("mine", start=tmp_path)
    launched: list[str] = []

    def launch(path: str, wait: bool = False) -> int:
        launched.append(path)
        return code

    monkeypatch.setattr("typer.launch", launch)
    monkeypatch.setenv("DISPLAY", ":99")
    project = Project(tmp_path / "mine")
    folder = project.components / "mine"
    assert open_folder(GameRef(project, "mine")) is opened
    assert launched == [str(folder.resolve())]
    (tmp_path / "evil.app").mkdir()
    (project.components / "link").symlink_to(tmp_path / "evil.app")
    (project.components / "other.app").mkdir()
    for name in ("link", "other.app", "../../evil.app", "missing"):
        assert not open_folder(GameRef(project, name))
    assert len(launched) == 1
    if sys.platform == "linux":
        monkeypatch.delenv("DISPLAY")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert not open_folder(GameRef(project, "mine"))
        assert len(launched) == 1


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
