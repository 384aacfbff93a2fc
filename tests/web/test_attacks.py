"""Hostile requests to every route, as other users, other sites and broken clients send them: nothing fails or changes.

The routes are those of the app, so that a new one is attacked as well.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote, urlsplit

import pytest
from starlette.routing import Route

import pnp
from pnp.web import friends
from pnp.web.app import make_app
from pnp.web.entry import Entry
from pnp.web.links import LARGEST_BODY
from pnp.web.session import ProjectSession
from tests.web.workbench import Served, ServedTable

GAME = "mice"
PARAMETER = re.compile(r"{(\w+)(:\w+)?}")
PUBLIC = "/api/enter"
"""The one change that needs no cookie, but a signature."""


@pytest.fixture(scope="module")
def mice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that must print nothing: neither internal errors nor tracebacks."""
    folder = tmp_path_factory.mktemp("attacks")
    pnp.start_project(GAME, with_rules=True, start=folder)
    (folder / "secret.csv").write_text("secret\n", "utf-8")
    running = Served.start(folder / GAME, "--allow-code")
    running.ask(f"/api/{GAME}/pieces")
    yield running
    running.stop()
    assert running.process.stdout is not None
    assert running.process.stdout.read() == ""


@pytest.fixture(scope="module")
def routes(mice: Served) -> list[tuple[str, str]]:
    """The method and path of every route, with `{name}` for what varies other than the game."""
    session = ProjectSession(mice.folder)
    session.close()
    app = make_app(session, Entry(mice.folder, 1))
    found = [
        (method, PARAMETER.sub(r"{\1}", route.path).replace("{game}", GAME))
        for route in app._app.routes  # type: ignore[attr-defined]
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    ]
    assert len(found) > 45
    assert {method for method, _ in found} == {"GET", "POST"}
    return found


@pytest.fixture(autouse=True)
def _nothing_changes(mice: Served) -> Iterator[None]:
    before = state(mice.folder)
    yield
    assert state(mice.folder) == before


@dataclass
class Target:
    """An app to attack."""

    served: Served
    routes: list[tuple[str, str]]
    """The method and path of every route that needs the cookie."""
    public: str
    """The one change that needs no cookie, but a signature."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A table of friends, whose spectators attack it; it must print nothing either."""
    folder = tmp_path_factory.mktemp("table")
    pnp.start_project(GAME, with_rules=True, start=folder)
    running = ServedTable.start(folder / GAME, GAME, "--allow-code", "--seats", "2", "--seed", "1")
    served = running.places["watch"]
    deadline = time.monotonic() + 30
    while not running.file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    yield Target(served, table_routes(running), f"{served.base}/api/enter")
    assert running.stop().count("\n") == 1, "only how to continue"


def table_routes(running: ServedTable) -> list[tuple[str, str]]:
    """The routes of a table, with the names of its places, game and match filled in."""
    session = ProjectSession(running.places["watch"].folder)
    session.close()
    [mount] = friends.routes(
        session, cast(Any, SimpleNamespace(game=GAME, matches=None)), friends.TablePictures(session, GAME)
    )
    found = [
        (method, mount.path + PARAMETER.sub(r"{\1}", route.path))
        for route in mount.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    ]
    assert len(found) >= 19
    found = [(method, path.replace("{place}", "watch")) for method, path in found]
    found += [(method, path.replace("{match}", running.file.stem)) for method, path in found if "{match}" in path]
    return list(dict.fromkeys((method, path.replace("{game}", GAME)) for method, path in found))


@pytest.fixture(params=["workbench", "table"])
def target(request: pytest.FixtureRequest) -> Target:
    if request.param == "table":
        found: Target = request.getfixturevalue("table")
        return found
    return Target(request.getfixturevalue("mice"), request.getfixturevalue("routes"), PUBLIC)


def state(folder: Path) -> dict[str, str]:
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.parent.rglob("*") if path.is_file()
    }


def own(served: Served) -> dict[str, str]:
    """The headers of a page's change."""
    return {"cookie": served.cookie, "origin": served.address, "x-pnp-token": served.token()}


def filled(path: str, value: str = "x") -> str:
    return PARAMETER.sub(lambda _: value, path)


def send(
    served: Served, method: str, path: str, headers: dict[str, str], body: bytes | None = None
) -> tuple[int, bytes]:
    """The status and body of an answer; what an event stream would go on to send is not read."""
    place = urlsplit(served.address)
    lines = {"host": place.netloc} | headers
    if method == "POST":
        lines = {"content-length": str(len(body or b""))} | lines
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return exchange(served, head.encode("latin-1") + b"connection: close\r\n\r\n" + (body or b""))


def exchange(served: Served, sent: bytes) -> tuple[int, bytes]:
    place = urlsplit(served.address)
    with socket.create_connection((str(place.hostname), place.port or 0), timeout=30) as connection:
        connection.sendall(sent)
        answer = b""
        while part := connection.recv(65536):
            answer += part
            if b"text/event-stream" in answer:
                break
    return int(answer[9:12]), answer.partition(b"\r\n\r\n")[2]


# ---- other users ----


@pytest.mark.parametrize("cookie", ["", "guessed", "empty"])
def test_no_route_answers_without_the_cookie(target: Target, cookie: str) -> None:
    name = target.served.cookie.partition("=")[0]
    sent = {"": {}, "guessed": {"cookie": f"{name}={'x' * 32}"}, "empty": {"cookie": f"{name}="}}[cookie]
    change = own(target.served) | {"cookie": sent.get("cookie", "")}
    for method, path in target.routes:
        headers = sent if method == "GET" else change
        status, body = send(target.served, method, filled(path), headers, b"{}")
        assert status == (400 if (method, path) == ("POST", target.public) else 403), (method, path, body)
        assert b"token" not in body


@pytest.mark.parametrize(
    "headers",
    [
        {"x-pnp-token": ""},
        {"x-pnp-token": "x" * 32},
        {"x-pnp-token": "\xff" * 32},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "https://{host}"},
        {"origin": "http://{host}.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "nonsense"},
    ],
)
def test_no_change_is_made_for_another_site(target: Target, headers: dict[str, str]) -> None:
    host = urlsplit(target.served.address).netloc
    sent = own(target.served) | {name: value.replace("{host}", host) for name, value in headers.items()}
    for method, path in target.routes:
        if method == "POST" and not (path == target.public and "x-pnp-token" in headers):
            assert send(target.served, method, filled(path), sent, b"{}")[0] == 403, path


@pytest.mark.parametrize("mode", ["no-cors", "cors", "navigate", "websocket"])
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_data_is_given_to_another_site(target: Target, site: str, mode: str) -> None:
    sent = {"cookie": target.served.cookie, "sec-fetch-site": site, "sec-fetch-mode": mode}
    for method, path in target.routes:
        if method == "GET" and "/api/" in path:
            assert send(target.served, method, filled(path), sent)[0] == 403, path


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", "",
        "localhost.evil.example:{port}", "[::1]:{port}", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}",
        "127.0.0.1:{port}@evil.example", "127.0.0.1:{port}.", "LOCALHOST:{port}",
    ],
)  # fmt: skip
def test_no_other_name_of_the_host_is_answered(mice: Served, host: str) -> None:
    sent = {"cookie": mice.cookie, "host": host.format(port=urlsplit(mice.address).port)}
    for path in ("/", f"/{GAME}/gallery", f"/api/{GAME}/pieces", "/static/page.js", f"/?key={mice.key}"):
        assert send(mice, "GET", path, sent)[0] in (400, 421)


# ---- what a browser with the cookie may send by mistake ----


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW"])
def test_no_other_method_does_anything(target: Target, method: str) -> None:
    sent = own(target.served) | {"content-length": "0"}
    for _, path in target.routes:
        status, _ = send(target.served, method, filled(path), sent)
        assert status in ((200, 307, 400, 403, 404, 405) if method == "HEAD" else (400, 404, 405)), path


STRANGE = (
    "../../../../etc/passwd", "..%2f..%2fsecret.csv", "%2e%2e/%2e%2e/secret.csv", "%252e%252e%252fsecret.csv",
    "..%5c..%5csecret.csv", "/etc/passwd", "%00", "%ff%fe", "%ed%a0%80", "%F0%9F%90%AD", "-1", "9" * 30, "9" * 5000,
    "1.5", "nan", "%3f", "%23", "%09", "a" * 9000,
)  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", STRANGE, ids=range(len(STRANGE)))
def test_no_strange_path_fails_or_leads_out(target: Target, value: str) -> None:
    sent = own(target.served)
    for method, path in target.routes:
        if "{" in path:
            status, body = send(target.served, method, filled(path, value), sent, b"{}")
            assert status in (400, 404), (method, path, body)
            assert b"root:" not in body
            assert b"\nsecret\n" not in body
    for path in (f"/{value}", f"/{value}/gallery", f"/{GAME}/{value}", f"/static/{value}", f"/api/{value}/pieces"):
        status, _ = send(target.served, "GET", path, {"cookie": target.served.cookie})
        assert status in ((403, 404, 421) if target.served.base else (307, 400, 404)), path


STRANGE_VALUES = (*STRANGE, "", "abc", "inf", "-inf", "1e999", "%", "&&&")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("value", STRANGE_VALUES, ids=range(len(STRANGE_VALUES)))
def test_no_strange_query_fails_or_leads_out(target: Target, value: str) -> None:
    names = ("lang", "ink", "dpi", "table", "variant", "of", "q", "a", "b", "game", "page", "since", "key", value[:50])
    query = "&".join(f"{name}={value[:4000]}" for name in names)
    for method, path in target.routes:
        if method == "GET":
            status, body = send(target.served, method, f"{filled(path)}?{query}", {"cookie": target.served.cookie})
            assert status < 500, (path, body)
            assert b"root:" not in body


@pytest.mark.parametrize(
    ("path", "query", "message"),
    [
        ("file/png", "dpi=abc", 'must be a number from 30 to 1200, not "abc"'),
        ("file/png", "dpi=nan", 'must be a number from 30 to 1200, not "nan"'),
        ("file/png", "dpi=inf", 'must be a number from 30 to 1200, not "inf"'),
        ("file/png", "dpi=29", 'must be a number from 30 to 1200, not "29"'),
        ("file/png", "dpi=", 'must be a number from 30 to 1200, not ""'),
        ("file/gif", "", 'must be one of: svg, png, pdf, not "gif"'),
        ("file/png", "ink=blue", 'must be one of: full, low, not "blue"'),
        ("file/png", "lang=xx", None),
    ],
)
def test_a_wrong_value_is_explained(mice: Served, path: str, query: str, message: str | None) -> None:
    status, answer = mice.ask(f"/api/{GAME}/{path}/cards/pip/front/1?{query}")
    [problem] = json.loads(answer)["problems"]
    assert status == 400
    assert message in (None, problem["message"])


BODIES: dict[str, Any] = {
    "nothing": b"", "word": b"x", "cut off": b"{", "list": b"[]", "null": b"null", "number": b"1", "text": b'"x"',
    "no UTF-8": b"\xff\xfe", "deep lists": b"[" * 100_000, "deep tables": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "NaN": b"NaN", "many digits": b"9" * 5000, "surrogate": b'{"\\ud800":"\\ud800"}',
    "long key": b'{"%s":1}' % (b"x" * 99_999),
    "NUL": b'{"\\u0000":"\\u0000"}', "twice": b'{"a":1,"a":2}', "huge": b'{"a":1e999}',
}  # fmt: skip


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_no_body_that_is_nonsense_fails(target: Target, body: bytes) -> None:
    sent = own(target.served)
    for method, path in target.routes:
        if method == "POST":
            status, answer = send(target.served, method, filled(path), sent, body)
            if target.served.base and len(body) > LARGEST_BODY:
                assert status == 413, path
                continue
            assert status in (400, 404), (path, answer)
            assert json.loads(answer)["problems"][0]["code"], path


OUTSIDE = (
    "../../secret.csv",
    "/etc/passwd",
    "components/../../secret.csv",
    "\ud800",
    "\0",
    "",
    "components/mice/rules.py",
    ".",
)
TABLES: dict[str, dict[str, Any]] = {
    "table/save": {"version": "x", "edits": []},
    "table/try": {"version": "x", "edits": []},
    "table/convert": {},
}
TEXTS: dict[str, dict[str, Any]] = {"text/save": {"text": "x", "version": "x"}, "text/try": {"text": "x"}}


@pytest.mark.parametrize(
    ("path", "body", "statuses"),
    [
        *((path, {"table": name} | more, {400}) for path, more in TABLES.items() for name in OUTSIDE),
        *((path, {"file": name} | more, {400}) for path, more in TEXTS.items() for name in OUTSIDE),
        ("compare", {"since": "git:--output=/tmp/x"}, {404}),
        ("compare", {"since": "build:../../secret.csv"}, {404}),
        ("sheets/audit", {"job": "../secret.csv"}, {404}),
        ("sheets/faces", {"dpi": 1e9}, {400}),
        ("sheets/faces", {"kind": "exe"}, {400}),
        ("sheets", {"decks": ["x"] * 501}, {400}),
        ("plays/resume", {"run": "../.."}, {404}),
        ("plays/start", {"players": 2, "games": 10**30}, {400}),
        ("plays/start", {"players": 2, "bots": "x" * 300}, {400}),
        ("look", {"faces": [], "ink": "blue"}, {400}),
        ("look", {"faces": ["\ud800", "../../x", ""]}, {200}),
    ],
)
def test_no_body_names_what_it_may_not(mice: Served, path: str, body: object, statuses: set[int]) -> None:
    assert mice.post(f"/api/{GAME}/{path}", body)[0] in statuses


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("export", {"target": "../../etc/passwd"}),
        ("export", {"target": "cut", "options": {"out": "/tmp/x"}}),
        ("memo", {"variant": "../../../etc/passwd"}),
        ("sheets", {"paper": "99999999x99999999"}),
        ("sheets", {"margin": "1e308"}),
        ("sheets", {"printer": "../x"}),
        ("sheets", {"decks": ["\ud800"]}),
    ],
)
def test_a_job_with_nonsense_fails_with_a_reason(mice: Served, path: str, body: object) -> None:
    status, job = mice.post(f"/api/{GAME}/{path}", body)
    deadline = time.monotonic() + 60
    while status == 200 and job["state"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
        status, job = mice.ask(f"/api/job/{job['id']}")[0], json.loads(mice.ask(f"/api/job/{job['id']}")[1])
    assert (status, job.get("state")) in ((200, "failed"), (400, None))
    assert job["problems"]
    assert not any(problem["code"] in ("", "E1404") for problem in job["problems"])


# ---- broken clients ----


@pytest.mark.parametrize("length", ["-1", "x", "9" * 19, "9" * 5000, "1e3", "0x10", "+5", "", "4000001"])
def test_a_wrong_content_length_is_refused(mice: Served, length: str) -> None:
    assert send(mice, "POST", f"/api/{GAME}/look", own(mice) | {"content-length": length})[0] in (400, 413)


def test_a_body_without_a_length_is_refused(mice: Served) -> None:
    sent = own(mice) | {"transfer-encoding": "chunked", "host": urlsplit(mice.address).netloc}
    head = f"POST /api/{GAME}/look HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    chunked = head.encode() + b"connection: close\r\n\r\n0\r\n\r\n"
    assert exchange(mice, chunked)[0] in (400, 413)
    both = chunked.replace(b"connection", b"content-length: 5\r\nconnection") + b"GET /smuggled HTTP/1.1\r\n\r\n"
    assert exchange(mice, both)[0] in (400, 413)


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 20_000 + b"\r\n",
    ],
    ids=range(9),
)  # fmt: skip
def test_what_is_no_request_is_refused(mice: Served, sent: bytes) -> None:
    assert exchange(mice, sent.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n", 1))[0] in (400, 421, 431)


def test_a_page_that_is_closed_while_it_sends_is_no_error(mice: Served) -> None:
    place, headers = urlsplit(mice.address), own(mice)
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"POST /api/{GAME}/look HTTP/1.1\r\nhost: {place.netloc}\r\ncontent-length: 100\r\n{lines}\r\n{{"
    waiting = [socket.create_connection((str(place.hostname), place.port or 0)) for _ in range(20)]
    for connection in waiting:
        connection.sendall(head.encode())
    began = time.monotonic()
    assert mice.ask(f"/{GAME}/gallery")[0] == 200  # while they are slow
    assert time.monotonic() - began < 5
    for connection in waiting:
        connection.close()
    assert mice.ask(f"/{GAME}/gallery")[0] == 200


def test_a_redirect_stays_on_the_server(mice: Served) -> None:
    for path in ("//evil.example/", "//evil.example", f"/{GAME}/gallery/", "/%2f%2fevil.example/", "/\\evil.example/"):
        answer = mice.send(quote(path, safe="/%"), headers={"cookie": mice.cookie})
        target = answer.headers["location"]
        assert target is None or urlsplit(target).netloc in ("", urlsplit(mice.address).netloc), (path, target)
        assert not str(target).startswith("//")
