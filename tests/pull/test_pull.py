"""`pnp pull`: tables from addresses, kept in the project; nothing else touches the network."""

from __future__ import annotations

import ast
import gzip
import itertools
import re
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

import pnp
from pnp.errors import Location, PnpError, PullError, SpecError
from pnp.project.folders import Project
from pnp.pull import fetch as fetching
from pnp.pull.pull import CellChange, RowChange, compare_tables
from pnp.spec.load import load_game
from pnp.spec.reader import parse_rows
from pnp.spec.table_files import parse_address
from tests.cli.command import Command, Result, run_command
from tests.pull.server import Served, serving
from tests.spec.workbooks import xlsx

CARDS = "name,cost,rule\nDragon,5,Burns\nGoblin,1,Bites\nElf,2,Sings\n"
SHEET = "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-0123456789"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with serving() as server:
        yield server


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def run(*words: object, cwd: Path) -> Result:
        return run_command(words, cwd, capsys, monkeypatch)

    return run


def own(root: Path, table: str, game: str = "own") -> Project:
    """A game of six lines whose table is this TOML value."""
    project = Project(root)
    (project.components / game).mkdir(parents=True)
    (project.templates / game).mkdir(parents=True)
    (project.components / game / "game.toml").write_text(
        f'title = "Own"\n[decks.cards]\nsize = [44, 68]\ntable = {table}\nfront = "card.svg.j2"\n', "utf-8"
    )
    body = "{{ text(piece.name, 5, 5, 34, 9) }}"
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (project.templates / game / "card.svg.j2").write_text(template, "utf-8")
    return project


def copies(project: Project, game: str = "own") -> list[Path]:
    return sorted((project.components / game / "pulled").glob("*"))


def test_a_table_is_fetched_kept_and_built_from(served: Served, command: Command, tmp_path: Path) -> None:
    url = served.put("/cards.csv", CARDS.encode())
    project = own(tmp_path, f'"{url}"')
    code, out, _ = command("pull", cwd=project.root)
    assert code == 0
    [copy] = copies(project)
    assert re.fullmatch(r"cards-[0-9a-f]{8}\.csv", copy.name)
    assert copy.read_bytes() == CARDS.encode()
    assert out.splitlines() == [
        "own: cards: 3 rows, downloaded for the first time",
        f"  saved as components/own/pulled/{copy.name}",
    ]
    assert [design.id for design in load_game(project, "own").decks["cards"].designs] == ["dragon", "goblin", "elf"]
    code, _, _ = command("build", cwd=project.root)
    assert code == 0
    assert served.asked == ["/cards.csv"], "a build asks for nothing"


def test_without_a_copy_the_spec_says_what_to_do(tmp_path: Path) -> None:
    project = own(tmp_path, '"https://example.org/cards.csv"')
    with pytest.raises(SpecError) as caught:
        load_game(project, "own")
    assert str(caught.value) == (
        "components/own/game.toml: decks.cards.table has not been fetched yet [E0312]\n  hint: run pnp pull own"
    )


def test_it_shows_what_changed(served: Served, command: Command, tmp_path: Path) -> None:
    project = own(tmp_path, f'"{served.put("/c", CARDS.encode())}"')
    command("pull", cwd=project.root)
    served.put("/c", b"name,cost,rule\nDragon,6,Burns all\nElf,2,Sings\nOrc,3,Smells\n")
    [copy] = copies(project)
    before = copy.read_bytes()
    changes = [
        "own: cards: 3 rows: 1 added; 1 removed; 1 changed",
        "  + Orc",
        "  - Goblin",
        '  ~ Dragon: cost "5" → "6"; rule "Burns" → "Burns all"',
    ]
    code, out, _ = command("pull", "--dry-run", cwd=project.root)
    assert (code, out.splitlines()) == (0, [*changes, "  not saved (--dry-run)"])
    assert copy.read_bytes() == before
    _, out, _ = command("pull", cwd=project.root)
    assert out.splitlines() == [*changes, f"  saved as components/own/pulled/{copy.name}"]
    assert copy.read_bytes() != before
    _, out, _ = command("pull", cwd=project.root)
    assert out.splitlines() == ["own: cards: unchanged (3 rows)"]


def test_long_lists_of_changes_are_cut(served: Served, command: Command, tmp_path: Path) -> None:
    project = own(tmp_path, f'"{served.put("/c", CARDS.encode())}"')
    command("pull", cwd=project.root)
    served.put("/c", ("name,cost,rule\n" + "".join(f"card {n},1,x\n" for n in range(500))).encode())
    _, out, _ = command("pull", cwd=project.root)
    assert len(out.splitlines()) < 25
    assert "  + and 488 more" in out


def test_an_earlier_copy_with_the_same_rows_stays_as_it_is(served: Served, tmp_path: Path) -> None:
    project = own(tmp_path, f'"{served.put("/c", CARDS.encode())}"')
    pnp.pull_tables("own", start=project.root)
    served.put("/c", CARDS.replace("\n", "\r\n").encode("utf-8-sig"))
    [table] = pnp.pull_tables("own", start=project.root)
    assert not table.kept
    assert not table.change
    assert copies(project)[0].read_bytes() == CARDS.encode()


def test_several_tables_and_sheets_of_workbooks(served: Served, tmp_path: Path) -> None:
    book = xlsx({"Events": [["name"], ["Storm"]], "Cards": [["name"], ["Calm"]]})
    url, other = served.put("/book", book), served.put("/c", CARDS.encode())
    project = own(tmp_path, f'["{url}#Cards", "{url}#Events", "{other}"]')
    pulled = pnp.pull_tables("own", start=project.root)
    assert [(table.sheet, table.change.rows) for table in pulled] == [("Cards", 1), ("Events", 1), (None, 3)]
    assert sorted(copy.suffix for copy in copies(project)) == [".csv", ".xlsx"]
    assert served.asked == ["/book", "/c"], "each address once"
    names = [design.id for design in load_game(project, "own").decks["cards"].designs]
    assert names == ["calm", "storm", "dragon", "goblin", "elf"]


def test_a_copy_of_another_kind_replaces_the_earlier_one(served: Served, tmp_path: Path) -> None:
    project = own(tmp_path, f'"{served.put("/c", CARDS.encode())}"')
    pnp.pull_tables("own", start=project.root)
    served.put("/c", b'[{"name": "Dragon"}]')
    pnp.pull_tables("own", start=project.root)
    assert [copy.suffix for copy in copies(project)] == [".json"]


def test_a_game_without_addresses_says_so(copied: Project, command: Command) -> None:
    assert command("pull", cwd=copied.root) == (0, "lowtide: no table has a web address\n", "")


def test_one_failing_address_keeps_all_of_the_game(served: Served, command: Command, tmp_path: Path) -> None:
    """And the other games are fetched all the same."""
    good = served.put("/good", CARDS.encode())
    project = own(tmp_path, f'["{good}", "{served.base}/none"]')
    own(tmp_path, f'"{good}"', "theirs")
    code, out, err = command("pull", cwd=project.root)
    assert code == 1
    assert copies(project) == []
    assert len(copies(project, "theirs")) == 1
    assert "theirs: cards: 3 rows" in out
    assert err.splitlines() == [
        'components/own/game.toml: decks.cards.table: the server answered "404 Not Found" [E1304]',
        "  hint: check the address",
        "not everything was downloaded; earlier copies are unchanged",
        "run pnp explain E1304 for more",
    ]


LOGIN = b"<!DOCTYPE html><html><body>Sign in</body></html>"


def endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    while True:
        request.wfile.write(b"a,b\n" * 50_000)


def dripping(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    for _ in range(100):
        request.wfile.write(b"a")
        request.wfile.flush()
        time.sleep(0.05)


def dripping_headers(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        request.wfile.write(b"x%d: y\r\n" % number)
        request.wfile.flush()
        time.sleep(0.05)


def lying(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b"name\nDragon\n")


def silent(request: BaseHTTPRequestHandler) -> None:
    time.sleep(5)


def rude(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"\x1b[31mno HTTP at all\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (endless, "decks.cards.table: the table is larger than 16 MB [E1304]"),
        (dripping, "the server did not send the whole table within 0.6 seconds"),
        (dripping_headers, "the whole table within 0.6 seconds"),
        (silent, "the whole table within 0.6 seconds"),
        (lying, "the server sent only 12 of 1,000 bytes"),
        (rude, "the server 127.0.0.1 sent an invalid response: \"BadStatusLine: \\x1b[31mno HTTP"),
    ],
)  # fmt: skip
def test_a_hostile_server_costs_a_line(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: object, message: str
) -> None:
    monkeypatch.setattr(fetching, "TOTAL_TIMEOUT", 8 if answer is endless else 0.6)
    monkeypatch.setattr(fetching, "IDLE_TIMEOUT", 0.5)
    project = own(tmp_path, f'"{served.put("/c", CARDS.encode())}"')
    pnp.pull_tables("own", start=project.root)
    [copy] = copies(project)
    served.answers["/c"] = answer  # type: ignore[assignment]
    started = time.monotonic()
    with pytest.raises(PullError) as caught:
        pnp.pull_tables("own", start=project.root)
    assert message in str(caught.value)
    assert len(caught.value.problems) == 1
    assert str(caught.value).count("\n") <= 1
    assert time.monotonic() - started < 9
    assert copies(project) == [copy]
    assert copy.read_bytes() == CARDS.encode()


@pytest.mark.parametrize(
    ("content", "headers", "message"),
    [
        (
            LOGIN,
            {},
            "the address has an HTML page, not a table [E1305]\n  hint: publish the table (Google Sheets: File > ",
        ),
        (b"\xef\xbb\xbf\n <html>", {"Content_Type": "text/csv"}, "the address has an HTML page, not a table"),
        (b"", {}, "the address returned no content"),
        (b" \n", {}, "the address returned no content"),
        (b"name,cost\n", {}, "decks.cards.table: the table at this address has no rows"),
        (b"%PDF-1.7", {}, "the address has a PDF, not a table"),
        (b"PK\x03\x04junk", {}, "/c is a damaged workbook"),
        (b"[1, 2]", {}, '/c, row 1 must be an object, not "1"'),
        (gzip.compress(b"a" * 40_000_000), {"Content_Encoding": "gzip"}, "is larger than 16 MB when unpacked"),
        (b"junk", {"Content_Encoding": "gzip"}, "the server 127.0.0.1 sent an invalid response"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_not_kept(
    served: Served, tmp_path: Path, content: bytes, headers: dict[str, str], message: str
) -> None:
    project = own(tmp_path, f'"{served.put("/c", content, **headers)}"')
    with pytest.raises(PullError, match=re.escape(message)):
        pnp.pull_tables("own", start=project.root)
    assert copies(project) == []


def test_a_mistake_in_a_fetched_table_is_located_by_its_address(served: Served, tmp_path: Path) -> None:
    url = served.put("/c", b'name,cost\nDragon,1\n"Elf" x,2\n')
    with pytest.raises(PullError) as caught:
        pnp.pull_tables("own", start=own(tmp_path, f'"{url}"').root)
    [problem] = caught.value.problems
    assert (problem.where.file, problem.where.line, problem.code) == (url, 3, "E0307")


def test_packed_answers_are_unpacked(served: Served, tmp_path: Path) -> None:
    url = served.put("/c", gzip.compress(CARDS.encode()), Content_Encoding="gzip")
    project = own(tmp_path, f'"{url}"')
    pnp.pull_tables("own", start=project.root)
    assert copies(project)[0].read_bytes() == CARDS.encode()


def test_redirects_are_followed_where_they_are_safe(served: Served, tmp_path: Path) -> None:
    served.put("/c", CARDS.encode())
    project = own(tmp_path, f'"{served.redirect("/to", "/c")}"')
    assert pnp.pull_tables("own", start=project.root)[0].change.rows == 3


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/csv,a", "gopher://x"])
def test_a_redirect_out_of_the_web_is_refused(served: Served, tmp_path: Path, target: str) -> None:
    project = own(tmp_path, f'"{served.redirect("/to", target)}"')
    with pytest.raises(PullError, match=r"the server redirects to .*, which is not an http or https address"):
        pnp.pull_tables("own", start=project.root)
    assert copies(project) == []


def test_a_loop_of_redirects_ends(served: Served, tmp_path: Path) -> None:
    project = own(tmp_path, f'"{served.redirect("/to", "/to")}"')
    with pytest.raises(PullError, match="the server redirects more than 8 times"):
        pnp.pull_tables("own", start=project.root)
    assert len(served.asked) == 9


def test_https_is_never_left_for_http(monkeypatch: pytest.MonkeyPatch) -> None:
    class Moved:
        status, headers = 302, {"Location": "http://example.org/c"}

        def __enter__(self) -> Moved:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("pnp.pull.fetch.OpenerDirector.open", lambda *_, **__: Moved())
    with pytest.raises(PullError, match=r'redirects from https to "http://example\.org/c", which is not encrypted'):
        fetching.fetch("https://example.org/c", Location(key="here"))


def test_a_server_that_is_not_there(served: Served, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    project = own(tmp_path, f'"http://127.0.0.1:{port}/c"')
    with pytest.raises(PullError, match=r"the server 127\.0\.0\.1 cannot be reached: Connection refused"):
        pnp.pull_tables("own", start=project.root)


@pytest.mark.parametrize(
    ("reference", "url", "sheet"),
    [
        ("https://example.org/a.csv", "https://example.org/a.csv", None),
        ("https://example.org/a.xlsx#Two%20words", "https://example.org/a.xlsx", "Two words"),
        ("HTTPS://example.org", "https://example.org/", None),
        ("https://bücher.example/é è.csv?x=ü", "https://xn--bcher-kva.example/%C3%A9%20%C3%A8.csv?x=%C3%BC", None),
        (f"{SHEET}/edit#gid=12", f"{SHEET}/export?format=csv&gid=12", None),
        (f"{SHEET}/edit?gid=7#gid=7", f"{SHEET}/export?format=csv&gid=7", None),
        (f"{SHEET}/edit?usp=sharing", f"{SHEET}/export?format=csv", None),
        (SHEET, f"{SHEET}/export?format=csv", None),
        (f"{SHEET}/export?format=csv&gid=3", f"{SHEET}/export?format=csv&gid=3", None),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?gid=5&single=true",
            "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?gid=5&single=true&output=csv", None,
        ),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv",
            "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv", None,
        ),
        ("https://cloud.example/s/aBcD1234efGH", "https://cloud.example/s/aBcD1234efGH/download", None),
        ("https://c.example/nc/index.php/s/aBcD1234/", "https://c.example/nc/index.php/s/aBcD1234/download", None),
        ("https://c.example/s/aBcD1234/download", "https://c.example/s/aBcD1234/download", None),
        ("https://c.example/s/aBcD1234#Cards", "https://c.example/s/aBcD1234/download", "Cards"),
    ],
)  # fmt: skip
def test_links_that_people_copy_become_links_to_the_table(reference: str, url: str, sheet: str | None) -> None:
    assert parse_address(reference, Location(key="here")) == (url, sheet)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("file:///etc/passwd", "must be an address that begins with https:// or http://"),
        ("ftp://example.org/a.csv", "must be an address that begins with https:// or http://"),
        ("https://", "must be an address that begins with https:// or http://"),
        ("https://example.org:port/", "must be a valid web address"),
        ("https://[::1/", "must be a valid web address"),
        ("https://me:secret@example.org/", "must not contain a user name or password"),
    ],
)
def test_an_address_that_cannot_be_fetched_is_refused_everywhere(tmp_path: Path, reference: str, message: str) -> None:
    project = own(tmp_path, f'"{reference}"')
    for read in (lambda: load_game(project, "own"), lambda: pnp.pull_tables("own", start=project.root)):
        with pytest.raises(SpecError, match=message) as caught:
            read()
        assert caught.value.problems[0].where == Location("components/own/game.toml", key="decks.cards.table")
        assert "secret" not in str(caught.value)


def test_copies_are_not_written_through_a_link_that_leaves_the_project(served: Served, tmp_path: Path) -> None:
    project = own(tmp_path / "in", f'"{served.put("/c", CARDS.encode())}"')
    (tmp_path / "out").mkdir()
    (project.components / "own" / "pulled").symlink_to(tmp_path / "out")
    with pytest.raises(PnpError, match="components/own/pulled is a link that points outside the project's folder"):
        pnp.pull_tables("own", start=project.root)
    assert list((tmp_path / "out").iterdir()) == []


def test_nothing_but_pull_touches_the_network(
    served: Served, copied: Project, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Build, check, render, memo, stats and audit of a game with an address open no socket."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    spec, table = (copied.components / "lowtide" / name for name in ("game.toml", "shells.csv"))
    url = served.put("/shells", table.read_bytes())
    spec.write_text(spec.read_text("utf-8").replace('"shells.csv"', f'"{url}"'), "utf-8")
    table.unlink()

    def no_socket(*_: object, **__: object) -> None:
        raise AssertionError("a socket")

    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "connect", no_socket)
        patch.setattr(socket, "getaddrinfo", no_socket)
        assert command("build", cwd=copied.root)[0] == 1, "there is no copy yet"
    assert served.asked == []
    assert command("pull", cwd=copied.root)[0] == 0
    asked = list(served.asked)
    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "connect", no_socket)
        patch.setattr(socket, "getaddrinfo", no_socket)
        for words in (
            "build", "check lowtide", "games", "render lowtide whelk", "memo --format a6", "stats lowtide",
            "audit output/lowtide/lowtide_fr_a4_full_duplex-long.pdf",
        ):  # fmt: skip
            code, out, err = command(*words.split(), cwd=copied.root)
            assert code == 0, (words, out, err)
        with pytest.raises((AssertionError, PnpError), match="a socket"):
            pnp.pull_tables("lowtide", start=copied.root)
    assert served.asked == asked


def test_no_other_module_imports_what_could_touch_it() -> None:
    package = Path(pnp.__file__).parent
    networked = ("socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "requests", "httpx", "aiohttp")
    found = set()
    for path in package.rglob("*.py"):
        text = path.read_text("utf-8")
        if not any(net in text for net in networked):
            continue
        for node in ast.walk(ast.parse(text)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name == net or name.startswith(f"{net}.") for name, net in itertools.product(names, networked)):
                found.add(path.relative_to(package).as_posix())
    assert found == {"pull/fetch.py", "web/server.py"}
    server = (package / "web" / "server.py").read_text("utf-8")  # it listens and asks nobody
    assert "connect" not in server
    assert 'LOOPBACK: Final = "127.0.0.1"' in server


def table(text: str) -> list:  # type: ignore[type-arg]
    return parse_rows(text.encode(), Location("t"))


def test_rows_are_known_by_id_then_by_name() -> None:
    change = compare_tables(table("id,name\na,Ant\nb,Bee\n"), table("id,name\na,Aunt\nb,Bee\n"))
    assert change.changed == (RowChange("a", (CellChange("name", "Ant", "Aunt"),)),)
    change = compare_tables(table("Card Name,x\nAnt,1\n"), table("Card Name,x\nAnt,2\n"))
    assert change.changed == (RowChange("Ant", (CellChange("x", "1", "2"),)),)


def test_rows_without_a_name_are_known_by_all_cells() -> None:
    change = compare_tables(table("x,y\n1,2\n3,4\n"), table("x,y\n1,2\n3,5\n"))
    assert (change.added, change.removed, change.changed) == (("3 | 5",), ("3 | 4",), ())


def test_rows_of_one_name_can_be_distinguished() -> None:
    change = compare_tables(table("name,x\nAnt,1\nAnt,2\n"), table("name,x\nAnt,1\nAnt,3\nAnt,4\n"))
    assert change.added == ("Ant",)
    assert change.changed == (RowChange("Ant", (CellChange("x", "2", "3"),)),)


def test_columns_that_come_and_go_and_rows_that_move() -> None:
    change = compare_tables(table("name,x\nAnt,1\nBee,2\n"), table("name,y\nBee,2\nAnt,1\n"))
    assert (change.new_columns, change.gone_columns, change.moved) == (("y",), ("x",), True)
    assert change
    assert not compare_tables(table(CARDS), table(CARDS))
