"""The connection: a page says when the server is gone, and fetches everything again when it is back."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

import pnp
from tests.web.workbench import Served


def test_an_open_page_says_when_the_server_is_gone_and_goes_on_with_a_restarted_one(
    browser: Browser, tmp_path: Path
) -> None:
    pnp.start_project("mice", style="classic", start=tmp_path)
    cards = tmp_path / "mice" / "components" / "mice" / "cards.csv"
    server = Served.start(tmp_path / "mice")
    port = ("--port", server.address.rpartition(":")[2])
    context = browser.new_context(locale="en-GB")
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url) if "/pieces?" in request.url else None)
    try:
        page.goto(server.entrance)
        expect(page.locator("#grid figure")).to_have_count(12)
        expect(page.locator("pnp-face image.face").first).to_be_visible()
        assert len(asked) == 1, "the first page that opens a game loads it once"
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#live")).to_have_text("Connected to pnp")
        server.stop()
        expect(page.locator("#offline")).to_contain_text("pnp serve is not running")
        expect(page.locator("#live")).to_have_text(re.compile("Not connected"))
        expect(page.locator("#live.off")).to_be_attached()
        page.select_option("#ink", "low")  # a request that gets no answer
        page.wait_for_timeout(500)
        assert "fetch" not in page.locator("body").inner_text()
        cards.write_text(cards.read_text("utf-8").replace("Nibs,", "Nubs,"), "utf-8")
        server = Served.start(tmp_path / "mice", *port)
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#live")).to_have_text("Connected to pnp")
        expect(page.locator("#live:not(.off)")).to_be_attached()
        expect(page.locator("#grid figure", has_text="Nubs")).to_have_count(1)
        assert page.goto(f"{server.address}/mice/gallery").status == 200  # type: ignore[union-attr]
        expect(page.locator("pnp-face image.face").first).to_be_attached()
        server.stop()
        shutil.move(tmp_path / "mice", tmp_path / "rats")  # a server of another project
        server = Served.start(tmp_path / "rats", *port)
        expect(page.locator("#trouble")).to_contain_text("was restarted")
        expect(page.locator("#trouble")).to_contain_text("Open the address that it has printed.")
    finally:
        context.close()
        server.stop()


def test_a_request_that_fails_after_a_save_is_sent_again(page: Page, cards: Path) -> None:
    asked: list[str] = []

    def lose_two(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= 2:
            route.abort("connectionfailed")
        else:
            route.continue_()

    page.goto("/mice/gallery")
    expect(page.locator("#grid figure")).to_have_count(12)
    page.route("**/pieces?*", lose_two)
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Nibs,", b"Nubs,"))
        expect(page.locator("#grid figure", has_text="Nubs")).to_have_count(1)
        assert len(asked) >= 3
    finally:
        cards.write_bytes(before)
    expect(page.locator("#grid figure", has_text="Nibs")).to_have_count(1)


def test_ten_tabs_share_a_stream_and_all_of_them_follow_a_save(browser: Browser, served: Served, cards: Path) -> None:
    """Browsers allow six connections per server, so ten streams would keep four tabs from loading."""
    context = browser.new_context(base_url=served.address, locale="en-GB")
    served.enter(context)
    before = cards.read_bytes()
    try:
        tabs = [context.new_page() for _ in range(10)]
        for tab, view in zip(tabs, ["gallery", "hand"] * 5, strict=True):
            tab.goto(f"/mice/{view}")
        for tab in tabs:
            expect(tab.locator("pnp-face").first).to_be_visible()
        for tab in tabs[::2]:
            expect(tab.locator("#grid figure")).to_have_count(12)
        cards.write_bytes(before.replace(b"Nibs,2,", b"Nibs,4,"))
        for tab in tabs[::2]:
            expect(tab.locator("#grid figure", has_text="Nibs").locator(".count")).to_have_text("× 4")
        for tab in tabs[1::2]:
            expect(tab.locator("#toasts")).to_contain_text("2 new cards")
    finally:
        cards.write_bytes(before)
        context.close()


def test_a_closed_tab_ends_its_jobs_and_those_of_another_tab_run_on(browser: Browser, tmp_path: Path) -> None:
    pnp.start_project("mice", style="classic", start=tmp_path)
    template = tmp_path / "mice" / "templates" / "mice" / "card.svg.j2"
    slow = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    template.write_text(template.read_text("utf-8") + slow, "utf-8")
    server = Served.start(tmp_path / "mice")
    context = browser.new_context(base_url=server.address)
    server.enter(context)

    def wait_for(wanted: list[str]) -> None:
        """Wait until the newest job of each tab is in these states."""
        deadline = time.monotonic() + 30
        while [job["state"] for job in json.loads(server.ask("/api/mice/jobs")[1])["jobs"][::-1]] != wanted:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    try:
        one, two = context.new_page(), context.new_page()
        one.goto("/mice/sheets?paper=a4")
        wait_for(["running"])
        two.goto("/mice/sheets?paper=letter")
        wait_for(["running", "running"])
        one.close()
        wait_for(["stopped", "running"])
        two.goto("/mice/exports")
        wait_for(["stopped", "stopped"])
    finally:
        context.close()
        server.stop()


def test_without_shared_workers_a_tab_listens_while_it_is_visible(
    browser: Browser, served: Served, cards: Path
) -> None:
    context = browser.new_context(base_url=served.address, locale="en-GB")
    served.enter(context)
    context.add_init_script("delete window.SharedWorker")
    hide = """hidden => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    before = cards.read_bytes()
    try:
        page = context.new_page()
        page.goto("/mice/gallery")
        nibs = page.locator("#grid figure", has_text="Nibs").locator(".count")
        expect(nibs).to_have_text("× 2")
        cards.write_bytes(before.replace(b"Nibs,2,", b"Nibs,4,"))
        expect(nibs).to_have_text("× 4")
        page.evaluate(hide, True)
        cards.write_bytes(before.replace(b"Nibs,2,", b"Nibs,5,"))
        page.wait_for_timeout(1000)
        expect(nibs).to_have_text("× 4")
        page.evaluate(hide, False)
        expect(nibs).to_have_text("× 5")
    finally:
        cards.write_bytes(before)
        context.close()
