"""Checks in a browser: parts, rules and slips with their pieces, what cannot be drawn, and the last good result."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.web.workbench import Served


def test_parts_rules_and_what_breaks_them_follow_what_is_saved(page: Page, served: Served, cards: Path) -> None:
    before = cards.read_bytes()
    page.goto("/mice/checks")
    expect(page.locator("#verdict")).to_have_text(re.compile("✓ mice: all agree"), timeout=60_000)
    expect(page.locator("#rules li")).to_have_class("good")
    expect(page.locator("#badge")).to_be_hidden()
    try:
        cards.write_bytes(before.replace(b"Pip,4,mouse", b"Pip,5,mouse").replace(b"Won\xe2\x80\x99t", b"Won't"))
        breach = page.locator("#rules li.bad .breach")
        expect(breach).to_contain_text("mouse: 10", timeout=60_000)
        expect(page.locator("#rules .where")).to_have_text("components/mice/game.toml: rule[1]")
        expect(page.locator("#badge")).to_contain_text("1")
        pip = breach.locator("a", has_text="Pip")
        expect(pip.locator("image.face")).to_be_attached()
        expect(pip).to_contain_text("× 5")
        slip = page.locator("#slips .slip")
        expect(slip.locator(".where")).to_have_text("components/mice/cards.csv:4: saying", timeout=60_000)
        cell = "/mice/table?table=components%2Fmice%2Fcards.csv&line=4&column=saying"
        expect(slip.locator(".where")).to_have_attribute("href", cell)
        expect(slip.locator("ins")).to_have_text(re.compile("Won’t"))
        pip.click()
        expect(page.locator("#large-name")).to_have_text("Pip")
        expect(page.locator("#badge")).to_contain_text("1")  # on every page of the game
    finally:
        cards.write_bytes(before)
    expect(page.locator("#large-face text").first).to_be_visible()


def test_what_cannot_be_drawn_or_read_is_told_and_the_last_result_stays(page: Page, served: Served) -> None:
    template = served.folder / "templates/mice/card.svg.j2"
    spec = served.folder / "components/mice/game.toml"
    good, kept = template.read_text("utf-8"), spec.read_text("utf-8")
    page.goto("/mice/checks")
    expect(page.locator("#parts, #rules").last).to_be_visible(timeout=60_000)
    try:
        template.write_text(good.replace("piece.name", "piece.nmae", 1), "utf-8")
        wrong = page.locator("#wrong .problem")
        expect(wrong.first).to_contain_text("did you mean 'name'?")
        line = good[: good.index("piece.name")].count("\n") + 1
        expect(wrong.first.locator(".where")).to_have_text(f"templates/mice/card.svg.j2:{line}: mice")
        expect(wrong).to_have_count(1)  # one mistake, though every card has it
        expect(wrong.first.locator("a image.face").first).to_be_attached()  # the last good picture
        template.write_text(good, "utf-8")
        expect(wrong).to_have_count(0)
        spec.write_text(kept.replace("players =", "playrs ="), "utf-8")
        expect(wrong.first.locator(".where")).to_have_text("components/mice/game.toml: playrs")
        number = kept[: kept.index("players =")].count("\n") + 1
        expect(wrong.first.locator(".where")).to_have_attribute("title", f"components/mice/game.toml:{number}")
        expect(wrong.first).to_contain_text("is not a known key")
        expect(wrong.first.locator(".kind")).to_have_text("E0202")
        expect(wrong).to_have_count(1)
        expect(page.locator("#before")).to_be_visible()
        expect(page.locator("#rules li")).to_have_count(1)
    finally:
        template.write_text(good, "utf-8")
        spec.write_text(kept, "utf-8")
    expect(page.locator("#before")).to_be_hidden(timeout=60_000)
    expect(page.locator("#wrong")).to_be_hidden()


def test_what_a_check_meets_after_the_next_save_is_not_told(page: Page, served: Served) -> None:
    template, spec = served.folder / "templates/mice/card.svg.j2", served.folder / "components/mice/game.toml"
    good, kept = template.read_text("utf-8"), spec.read_text("utf-8")
    asked: list[Route] = []
    page.goto("/mice/checks")
    expect(page.locator("#parts, #rules").last).to_be_visible(timeout=60_000)
    page.route("**/api/mice/check", lambda route: asked.append(route))
    try:
        template.write_text(f"{good}\n", "utf-8")
        while not asked:
            page.wait_for_timeout(50)
        spec.write_text(kept.replace("players =", "playrs ="), "utf-8")
        wrong = page.locator("#wrong .problem")
        expect(wrong).to_have_count(1)
        stale = {"where": "game.toml: title", "location": {}, "message": "is missing", "hint": "", "code": "E0203"}
        for route in asked:
            route.fulfill(json={"id": "1", "state": "failed", "done": 0, "total": 0, "problems": [stale]})
        page.wait_for_timeout(300)  # it would have been reported by now
        expect(wrong).to_have_count(1)
        expect(wrong).to_contain_text("playrs")
    finally:
        page.unroute_all()
        template.write_text(good, "utf-8")
        spec.write_text(kept, "utf-8")
    expect(page.locator("#wrong")).to_be_hidden(timeout=60_000)


def test_only_our_own_pages_start_a_check(served: Served) -> None:
    token = {"origin": served.address, "x-pnp-token": served.token()}
    assert served.ask("/api/mice/check", "POST", {}, token | {"origin": "http://example.org"})[0] == 403
    assert served.ask("/api/mice/check", "POST", {}, {"origin": served.address})[0] == 403
    assert served.post("/api/mice/check", {"game": "../mice"})[0] == 400
    assert served.post("/api/rats/check", {})[0] == 404
    assert served.ask("/api/rats/checks")[0] == 404
