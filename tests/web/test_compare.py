"""Comparing in a browser: what differs from the last commit and from the last build, old and new side by side."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pnp
from tests.web.workbench import Served

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture(scope="session", autouse=True)
def _saved(served: Served) -> None:
    """A commit and a build of the game as it is."""
    said = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "components", "templates"], [*said, "commit", "-q", "-m", "Twelve cards"]):
        subprocess.run(["git", *words], cwd=served.folder, check=True, capture_output=True)
    pnp.build("mice", start=served.folder, out=served.folder / "output")


@pytest.mark.slow
def test_what_differs_is_shown_side_by_side_and_follows_what_is_saved(page: Page, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/gallery")
    options = page.locator("#since option")
    expect(options).to_have_count(3)
    expect(options.nth(1)).to_contain_text("last build: mice_en_a4_full_duplex-long")
    expect(options.nth(2)).to_have_text("last commit · Twelve cards")
    page.select_option("#since", "git:HEAD")
    expect(page.locator("#compare-summary")).to_have_text("Nothing has changed.", timeout=60_000)
    expect(page.locator("#grid")).to_be_hidden()
    try:
        changed = before.replace(b"Already nibbled.", b"Freshly saved.").replace(b"Pip,4", b"Pip,6")
        cards.write_bytes(changed.replace(b"Lady Midnight,1", b"Lady Noon,1"))
        expect(page.locator("#compare-summary")).to_have_text("Differences: 4", timeout=60_000)
        pair = page.locator("#compare-list section", has_text="Changed").locator("figure")
        old, new = pair.locator(".face").first, pair.locator(".face").last
        expect(old).to_contain_text("Already nibbled.")
        expect(new).to_contain_text("Freshly saved.")
        expect(page.locator("figure", has_text="Pip").locator(".count").last).to_have_text("× 4 → × 6")
        gone = page.locator("#compare-list section", has_text="Removed").locator("figure")
        gone.scroll_into_view_if_needed()
        expect(gone.locator(".face")).to_contain_text("Lady Midnight")
        pair.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#compare-name")).to_have_text("Nibs")
        page.check("input[value=slider]")
        page.locator("#compare-mix").fill("0.25")
        expect(page.locator("#compare-stage > div").last.locator("pnp-face")).to_have_css(
            "clip-path", "inset(0px 0px 0px 75%)"
        )
        page.keyboard.press("Escape")
        page.select_option("#since", index=1)
        expect(pair.locator(".face image")).to_have_count(1, timeout=60_000)  # as it is in the PDF
        expect(pair.locator(".face").last).to_contain_text("Freshly saved.")
        page.fill("#search", "lady")
        expect(page.locator("#compare-list figure")).to_have_count(2)
    finally:
        cards.write_bytes(before)


@pytest.mark.slow
def test_nothing_is_compared_that_is_not_listed(served: Served) -> None:
    ask = "/api/mice/compare"
    for since in ("build:../../secret.pdf", "build:/etc/passwd", "git:--help", "git:HEAD~1", "HEAD", ""):
        assert served.post(ask, {"since": since})[0] == 404, since
    assert served.post(ask, {"since": "git:HEAD", "path": "/"})[0] == 400
    assert served.post("/api/rats/compare", {"since": "git:HEAD"})[0] == 404
    token = {"origin": "http://example.org", "x-pnp-token": served.token()}
    assert served.ask(ask, "POST", {"since": "git:HEAD"}, token)[0] == 403
