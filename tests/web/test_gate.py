"""Who may ask the server for what, and what no request can do to it."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pnp.errors import PnpError, option_location
from pnp.project.folders import Project
from pnp.web.server import LOOPBACK, listen
from tests.web.workbench import Served


@pytest.fixture(scope="module")
def lowtide(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    import shutil

    folder = tmp_path_factory.mktemp("gate") / "mine"
    shutil.copytree(project.root, folder)
    (folder.parent / "secret.svg").write_text("<svg>secret</svg>", "utf-8")
    running = Served.start(folder)
    yield running
    running.stop()


LOOK = "/api/lowtide/look"
NOTHING: dict[str, object] = {"faces": []}


def test_only_our_own_name_is_answered(lowtide: Served) -> None:
    port = urlsplit(lowtide.address).port
    assert lowtide.ask("/lowtide/gallery")[0] == 200
    named = lowtide.send("/lowtide/hand?seed=1", headers={"host": f"localhost:{port}", "cookie": lowtide.cookie})
    assert (named.status, named.headers["location"]) == (307, f"{lowtide.address}/lowtide/hand?seed=1")
    assert lowtide.ask("/api/lowtide/pieces", headers={"host": f"localhost:{port}"})[0] == 421
    for host in (f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{port}", ""):
        assert lowtide.ask("/lowtide/gallery", headers={"host": host})[0] == 421, host


def test_the_server_listens_on_this_machine_alone(lowtide: Served) -> None:
    port = urlsplit(lowtide.address).port
    listening = Path("/proc/net/tcp")
    if not listening.exists():
        pytest.skip("only Linux tells who listens where")
    places = [line.split()[1] for line in listening.read_text("utf-8").splitlines()[1:]]
    assert {place for place in places if place.endswith(f":{port:04X}")} == {f"0100007F:{port:04X}"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"origin": "ours"}, 403),
        ({"x-pnp-token": "ours"}, 403),
        ({"origin": "http://evil.example", "x-pnp-token": "ours"}, 403),
        ({"origin": "null", "x-pnp-token": "ours"}, 403),
        ({"origin": "ours", "x-pnp-token": "guessed"}, 403),
        ({"origin": "ours", "x-pnp-token": "ours", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "ours", "x-pnp-token": "ours"}, 200),
    ],
)
def test_a_change_needs_our_origin_and_the_token(lowtide: Served, headers: dict[str, str], status: int) -> None:
    own = {"origin": lowtide.address, "x-pnp-token": lowtide.token()}
    sent = {name: own[name] if value == "ours" else value for name, value in headers.items()}
    assert lowtide.ask(LOOK, "POST", NOTHING, sent)[0] == status


def test_another_site_cannot_ask_for_data_but_may_link_to_a_page(lowtide: Served) -> None:
    other = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert lowtide.ask("/api/lowtide/pieces", headers=other)[0] == 403
    assert lowtide.ask("/api/lowtide/pieces", headers=other | {"sec-fetch-mode": "navigate"})[0] == 403
    assert lowtide.ask("/lowtide/gallery", headers=other | {"sec-fetch-mode": "navigate"})[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd", "/../../etc/passwd",
        "/api/..%2f..%2fsecret/pieces", "/api/face/..%2f..%2fsecret.svg", "/api/lowtide/file/svg/../../../secret.svg",
        "/%00/gallery", "/lowtide/%2e%2e", "/api/job/..%2f/file/secret.svg", "/nothing/gallery", "/lowtide/nothing",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_project(lowtide: Served, path: str) -> None:
    status, body = lowtide.ask(path)
    assert status in (400, 404)
    assert b"secret" not in body.replace(path.encode(), b"").replace(b"secret.svg", b"")
    assert b"root:" not in body


@pytest.mark.parametrize("body", [[], "text", {"faces": "x"}, {"faces": [], "more": 1}, {"faces": [[]]}, {}])
def test_a_request_that_asks_for_nonsense_gets_one_clear_line(lowtide: Served, body: object) -> None:
    status, answer = lowtide.post(LOOK, body)
    assert status == 400
    [problem] = answer["problems"]
    assert (problem["where"], problem["location"], problem["code"]) == ("request", {"detail": "request"}, "E1405")
    assert problem["message"].startswith("is not valid: ")
    assert "Traceback" not in str(answer)


def test_what_does_not_exist_is_named(lowtide: Served) -> None:
    status, answer = lowtide.ask("/api/rats/pieces")
    [problem] = json.loads(answer)["problems"]
    assert (status, problem["where"], problem["message"]) == (404, "", 'there is no game "rats"')


def test_a_port_that_is_in_use_is_refused(lowtide: Served) -> None:
    port = urlsplit(lowtide.address).port
    with pytest.raises(PnpError) as caught:
        listen(LOOPBACK, port)
    [problem] = caught.value.problems
    assert (problem.where, problem.message, problem.code) == (option_location("--port"), f"cannot be {port}", "E1209")
    assert "in use" in problem.found


def test_a_body_that_is_too_long_or_no_json_is_refused(lowtide: Served) -> None:
    own = {"origin": lowtide.address, "x-pnp-token": lowtide.token()}
    assert lowtide.ask(LOOK, "POST", "x" * 5_000_000, own)[0] == 413
    assert lowtide.ask(LOOK, "POST", None, own | {"content-length": "-1"})[0] in (400, 413)
    deep = own | {"content-type": "application/json"}
    assert lowtide.ask(LOOK, "POST", None, deep)[0] in (400, 413)


def test_ctrl_c_ends_it_at_once_though_pages_listen(project: Project) -> None:
    running = Served.start(project.root, forked=False)
    place, cookie = urlsplit(running.address), running.cookie
    with socket.create_connection((str(place.hostname), place.port or 0)) as listening:
        listening.sendall(
            f"GET /api/events?game=lowtide HTTP/1.1\r\nHost: {place.netloc}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        assert b"200 OK" in listening.recv(200)
        began = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began < 5


@pytest.mark.slow
def test_a_template_that_never_ends_takes_nothing_but_its_own_face_down(lowtide: Served) -> None:
    template = lowtide.folder / "templates" / "lowtide" / "shell.svg.j2"
    config = lowtide.folder / "pnp.toml"
    before = template.read_text("utf-8")
    lowtide.ask("/api/lowtide/pieces")
    try:
        config.write_text("[limits]\nseconds = 1\n", "utf-8")
        template.write_text(
            before + "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "utf-8"
        )
        deadline = time.monotonic() + 60
        while b"CPU time" not in (found := lowtide.ask("/api/lowtide/pieces")[1]):
            assert time.monotonic() < deadline, found[:2000]
            time.sleep(0.2)
        assert lowtide.ask("/lowtide/gallery")[0] == 200
    finally:
        template.write_text(before, "utf-8")
        config.unlink()
