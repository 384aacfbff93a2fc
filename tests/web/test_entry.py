"""Who is let in: the key of the printed address, the cookie for it, and pages that outlive a server."""

from __future__ import annotations

import base64
import hmac
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from starlette.requests import Request
from starlette.responses import Response

import pnp
from pnp.store.files import settings_file, user_key
from pnp.web.entry import TICKET_SECONDS, Entry
from tests.web.workbench import Served

VIEWS = (
    "gallery",
    "checks",
    "table",
    "layout",
    "files",
    "sheets",
    "memo",
    "hand",
    "play",
    "numbers",
    "plays",
    "exports",
)


@pytest.fixture(scope="module")
def mice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("entry")
    pnp.start_project("mice", style="classic", start=folder)
    running = Served.start(folder / "mice")
    yield running
    running.stop()


def own_token(served: Served) -> dict[str, str]:
    return {"origin": served.address, "x-pnp-token": served.token()}


def about_page(page: bytes) -> dict[str, str]:
    """What a page is given."""
    found = re.search(r'id="about">(.*?)</script>', page.decode())
    assert found
    about: dict[str, str] = json.loads(found[1])
    return about


def signed(key: str, text: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), text.encode(), "sha256")).decode().rstrip("=")


# ---- the printed address ----


def test_the_key_is_exchanged_for_a_cookie_and_leaves_the_address(mice: Served) -> None:
    port = urlsplit(mice.address).port
    answer = mice.send(f"/?key={mice.key}")
    assert (answer.status, answer.headers["location"], answer.read()) == (303, "/", b"")
    cookie, *about = str(answer.headers["set-cookie"]).split("; ")
    assert re.fullmatch(rf"pnp-{port}=[\w-]{{32}}", cookie)
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {*about}
    assert not any(each.startswith("Domain") for each in about)
    assert mice.key not in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert mice.send("/", headers={"cookie": cookie}).status == 307


def test_the_printed_address_can_be_opened_in_a_second_browser(mice: Served) -> None:
    assert [mice.send(f"/?key={mice.key}").status for _ in range(2)] == [303, 303]


@pytest.mark.parametrize("key", ["", "x", "{key}x", "{half}", "%00", "%ff", "é" * 32, "x" * 20_000])
def test_a_wrong_key_opens_nothing(mice: Served, key: str) -> None:
    from urllib.parse import quote

    tried = quote(key.format(key=mice.key, half=mice.key[:16]), safe="%")
    for address in (f"/?key={tried}", f"/?key={tried}&key={tried}"):
        answer = mice.send(address)
        assert (answer.status, answer.headers["set-cookie"]) == (403, None)


def test_the_key_opens_the_front_door_alone(mice: Served) -> None:
    for path in ("/mice/gallery", "/api/mice/pieces", "/api/enter"):
        answer = mice.send(f"{path}?key={mice.key}")
        assert (answer.status, answer.headers["set-cookie"]) == (403, None)
    origin = {"origin": mice.address, "content-length": "0"}
    assert mice.send(f"/?key={mice.key}", "POST", headers=origin).status == 403


def test_no_page_contains_the_key_or_the_cookie(mice: Served) -> None:
    for path in ("/mice/gallery", "/mice/table", "/nothing/here", "/api/mice/pieces"):
        body = mice.ask(path)[1].decode()
        assert mice.key not in body
        assert mice.cookie.partition("=")[2] not in body


def test_every_start_has_its_own_key_cookie_and_token(tmp_path: Path) -> None:
    first, second = Entry(tmp_path, 8617), Entry(tmp_path, 8617)
    assert not second.admits_key(first.key)
    assert not second.admits_token(first.token)
    given = Response()
    first.give_cookie(given)
    cookie = given.headers["set-cookie"].partition(";")[0]
    request = Request({"type": "http", "headers": [(b"cookie", cookie.encode())]})
    assert first.admits(request)
    assert not second.admits(request)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there, the address is not an argument of a program")
def test_the_key_is_no_argument_of_the_browser_that_is_started(tmp_path: Path) -> None:
    """All users can list the arguments of programs."""
    pnp.start_project("mice", style="classic", start=tmp_path)
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" > {opened}.new\nmv {opened}.new {opened}\n', "utf-8")
    browser.chmod(0o755)
    server = Served.start(tmp_path / "mice", opens=True, BROWSER=str(browser))
    try:
        deadline = time.monotonic() + 30
        while not opened.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        [path] = (tmp_path / "mice").glob("pnp-serve-*.html")
        assert opened.read_text("utf-8").strip() == path.as_uri()
        assert path.stat().st_mode & 0o077 == 0
        assert server.entrance in path.read_text("utf-8")
        assert server.key.encode() not in Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
    finally:
        server.stop()
    assert not path.exists()


# ---- without the cookie ----


@pytest.mark.parametrize("cookie", ["", "pnp-{port}=guessed", "pnp-1={value}", "{name}=", "{name}=%ff", "é={value}"])
def test_nothing_is_answered_without_the_cookie(mice: Served, cookie: str) -> None:
    name, _, value = mice.cookie.partition("=")
    port = urlsplit(mice.address).port
    sent = {"cookie": cookie.format(port=port, name=name, value=value).encode("latin-1", "replace").decode("latin-1")}
    for path in ("/", "/mice", *(f"/mice/{view}" for view in VIEWS), "/nothing", "/nothing/gallery", "/favicon.ico"):
        answer = mice.send(path, headers=sent)
        page = answer.read().decode()
        assert (answer.status, answer.headers["content-type"]) == (403, "text/html; charset=utf-8"), path
        assert "pnp serve" in page
        assert "mice" not in page
        assert "token" not in page
    for path in ("mice/pieces", "mice/table?table=x", "events?game=mice", "fonts.css", "face/x.svg", "job/x", "x", ""):
        answer = mice.send(f"/api/{path}", headers=sent)
        assert (answer.status, answer.headers["content-type"]) == (403, "application/json"), path
        [problem] = json.loads(answer.read())["problems"]
        assert (problem["where"], problem["message"]) == ("pnp serve", "does not know this browser")
        assert "printed" in problem["hint"]
    changes = own_token(mice) | sent
    assert mice.send("/api/mice/look", "POST", {"faces": []}, changes).status == 403


def test_scripts_and_styles_are_public(mice: Served) -> None:
    assert [mice.send(f"/static/{name}").status for name in ("page.css", "page.js", "icon.svg")] == [200, 200, 200]
    assert mice.send("/static/../app.py").status in (403, 404)


def test_the_page_without_access_is_in_the_language_of_the_reader(mice: Served) -> None:
    page = mice.send("/mice/gallery", headers={"accept-language": "fr-CA, en;q=0.5"}).read().decode()
    assert '<html lang="fr">' in page
    assert "Ouvre l’adresse" in page


def test_another_server_of_the_same_host_has_a_cookie_of_its_own(mice: Served, tmp_path: Path) -> None:
    pnp.start_project("rats", style="classic", start=tmp_path)
    other = Served.start(tmp_path / "rats")
    try:
        assert mice.cookie.partition("=")[0] != other.cookie.partition("=")[0]
        both = {"cookie": f"{mice.cookie}; {other.cookie}"}
        assert (mice.ask("/mice/gallery", headers=both)[0], other.ask("/rats/gallery", headers=both)[0]) == (200, 200)
        assert mice.ask("/mice/gallery", headers={"cookie": other.cookie})[0] == 403
        value = other.cookie.partition("=")[2]
        assert mice.ask("/mice/gallery", headers={"cookie": f"{mice.cookie.partition('=')[0]}={value}"})[0] == 403
        assert mice.send(f"/?key={other.key}").status == 403
    finally:
        other.stop()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user")
def test_another_user_of_the_computer_gets_nothing_and_changes_nothing(mice: Served) -> None:
    table = mice.folder / "components" / "mice" / "cards.csv"
    before = table.read_bytes()
    script = f"""
import encodings.idna, http.client, json, os
os.setgid(65534); os.setuid(65534)
found = []
def ask(path, body=None, **headers):
    connection = http.client.HTTPConnection({urlsplit(mice.address).netloc!r}, timeout=20)
    connection.request("GET" if body is None else "POST", path, body, headers)
    answer = connection.getresponse()
    found.append([path, answer.status, answer.read().decode()])
for path in ("/", "/mice/gallery", "/mice/table", "/api/mice/pieces", "/api/events?game=mice", "/api/mice/tables"):
    ask(path)
origin = dict(origin={mice.address!r}, **{{"x-pnp-token": "guessed"}})
for path in ("/api/mice/plays/start", "/api/mice/table/save", "/api/mice/sheets", "/api/enter"):
    ask(path, b"{{}}", **origin)
for place in ({str(settings_file().with_name("serve.key"))!r},):
    try:
        found.append([place, 200, open(place, "rb").read().hex()])
    except OSError as error:
        found.append([place, 403, str(error)])
print(json.dumps(found))
"""
    ran = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    found = json.loads(ran.stdout)
    assert len(found) == 11
    for path, status, body in found:
        assert status == (400 if path == "/api/enter" else 403), (path, body)
        assert '"token"' not in body
    assert table.read_bytes() == before
    assert not (mice.folder / "output").exists()


# ---- a restart ----


def test_the_key_that_signs_tickets_is_readable_by_its_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "settings"))
    ticket, key = Entry(tmp_path, 1).new_ticket()
    saved = tmp_path / "settings" / "serve.key"
    assert len(saved.read_bytes()) == 32
    if os.name == "nt":
        return
    assert saved.stat().st_mode & 0o077 == 0
    again = Entry(tmp_path, 1)
    assert again.admits_ticket(ticket, signed(key, again.challenge))
    saved.chmod(0o644)  # someone may have read it
    user_key.cache_clear()
    later = Entry(tmp_path, 1)
    assert saved.stat().st_mode & 0o077 == 0
    assert not later.admits_ticket(ticket, signed(key, later.challenge))


def test_a_settings_folder_that_cannot_be_written_costs_only_the_tickets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings").write_text("a file", "utf-8")
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "settings"))
    entry = Entry(tmp_path, 1)
    ticket, key = entry.new_ticket()
    assert entry.admits_ticket(ticket, signed(key, entry.challenge))


def test_a_ticket_is_for_one_project_and_port_for_a_week_and_signs_one_challenge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now = Entry(tmp_path, 1), Entry(tmp_path, 1)
    ticket, key = before.new_ticket()
    proof = signed(key, now.challenge)
    assert now.admits_ticket(ticket, proof)
    assert not now.admits_ticket(ticket, signed(key, before.challenge))
    assert not now.admits_ticket(ticket, key)
    assert not now.admits_ticket("1" + ticket, proof)
    for forged in ("", ".", "x.y", "-1.x", "²." + ticket, "9" * 5000, "\ud800"):
        assert not now.admits_ticket(forged, proof), forged
    for other in (Entry(tmp_path / "other", 1), Entry(tmp_path, 2)):
        assert not other.admits_ticket(ticket, signed(key, other.challenge))
    later = time.time() + TICKET_SECONDS + 1
    monkeypatch.setattr("pnp.web.entry.time.time", lambda: later)
    assert not now.admits_ticket(ticket, proof)


def test_a_page_enters_again_after_a_restart_without_sending_its_ticket_key(tmp_path: Path) -> None:
    pnp.start_project("mice", style="classic", start=tmp_path)
    server = Served.start(tmp_path / "mice")
    cookie, about = server.cookie, about_page(server.ask("/mice/gallery")[1])
    server.stop()
    server = Served.start(tmp_path / "mice", "--port", server.address.rpartition(":")[2])
    try:
        old = {"cookie": cookie, "origin": server.address, "x-pnp-token": about["token"]}
        for path, method in (("/api/mice/pieces", "GET"), ("/api/mice/check", "POST")):
            answer = server.send(path, method, {} if method == "POST" else None, old)
            assert answer.status == 403
            challenge = json.loads(answer.read())["challenge"]
        order = {"ticket": about["ticket"], "proof": signed(about["ticketKey"], challenge)}
        assert server.send("/api/enter", "POST", order, {"origin": "http://evil.example"}).status == 403
        assert server.send("/api/enter", "POST", order | {"proof": about["ticketKey"]}, old).status == 403
        answer = server.send("/api/enter", "POST", order, old)
        assert answer.status == 200
        new = {"cookie": str(answer.headers["set-cookie"]).partition(";")[0], "origin": server.address}
        assert server.send("/api/enter", headers=new).status == 200
        assert server.send("/api/mice/check", "POST", {}, new | {"x-pnp-token": about["token"]}).status == 403
        token = json.loads(answer.read())["token"]
        assert server.send("/api/mice/check", "POST", {}, new | {"x-pnp-token": token}).status == 200
    finally:
        server.stop()


# ---- in a browser ----


def test_the_printed_address_opens_the_workbench(browser: Browser, mice: Served) -> None:
    page = browser.new_page(locale="en-GB")
    try:
        page.goto(f"{mice.address}/mice/gallery")
        expect(page.locator("h1")).to_have_text("This browser has no access")
        page.goto(mice.entrance)
        expect(page.locator("pnp-face").first).to_be_visible()
        assert page.url == f"{mice.address}/mice/gallery"
        assert page.evaluate("document.cookie") == ""
        page.go_back()
        assert mice.key not in page.url
    finally:
        page.close()


def test_a_link_on_another_site_opens_a_page(browser: Browser, mice: Served, tmp_path: Path) -> None:
    page = browser.new_page()
    links = tmp_path / "links.html"
    links.write_text(f'<a href="{mice.entrance}">in</a> <a href="{mice.address}/mice/hand">hand</a>', "utf-8")
    try:
        page.goto(links.as_uri())
        page.get_by_text("in").click()
        page.wait_for_url("**/mice/gallery")
        expect(page.locator("pnp-face").first).to_be_visible()
        page.goto(links.as_uri())
        page.get_by_text("hand").click()
        expect(page.locator("body.view-hand")).to_be_visible()
    finally:
        page.close()


def test_a_link_on_another_site_does_not_reload_for_ever(browser: Browser, mice: Served, tmp_path: Path) -> None:
    page, asked = browser.new_page(locale="en-GB"), []
    links = tmp_path / "links.html"
    links.write_text(f'<a href="{mice.address}/mice/hand">hand</a>', "utf-8")
    page.on("request", lambda request: asked.append(request.url) if request.is_navigation_request() else None)
    try:
        page.goto(links.as_uri())
        page.get_by_text("hand").click()
        expect(page.locator("h1")).to_have_text("This browser has no access")
        page.wait_for_timeout(500)
        assert asked[1:] == [f"{mice.address}/mice/hand"] * 2
    finally:
        page.close()


def test_a_mistyped_address_is_a_page_with_a_way_home(browser: Browser, mice: Served) -> None:
    page = browser.new_page(locale="fr-FR")
    mice.enter(page.context)
    try:
        for path in ("/mice/galery", "/rats/gallery", "/rats", "/a/b/c", "/static/nothing.js"):
            answer = page.goto(mice.address + path)
            assert answer is not None
            assert answer.status == 404
            expect(page.locator("h1")).to_have_text("Cette page n’existe pas")
        page.get_by_role("link", name="Aller à la page d’accueil").click()
        expect(page.locator("pnp-face").first).to_be_visible()
        page.goto(f"{mice.address}/mice/galery")
        page.get_by_role("link", name="Tableaux").click()
        expect(page.locator("body.view-table")).to_be_visible()
    finally:
        page.close()


def test_the_api_answers_a_mistyped_address_with_data(mice: Served) -> None:
    for path in ("/api/mice/galery", "/api/x", "/api/a/b/c/d"):
        answer = mice.send(path, headers={"cookie": mice.cookie})
        assert (answer.status, answer.headers["content-type"]) == (404, "application/json"), path
        [problem] = json.loads(answer.read())["problems"]
        assert problem["code"] == "E1405"
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        sent = own_token(mice) | {"cookie": mice.cookie, "content-length": "0"}
        answer = mice.send("/api/mice/pieces", method, headers=sent)
        assert (answer.status, answer.headers["content-type"]) == (405, "application/json"), method
