"""The memo in a browser, beside its source: it follows what is saved, and shows what is wrong at its line."""

from __future__ import annotations

import base64
import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.test_sheets import finished
from tests.web.workbench import Served

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""


@pytest.fixture
def memo(served: Served) -> Path:
    return served.folder / "components" / "mice" / "memo.en.toml"


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.slow
def test_the_memo_follows_its_source_and_shows_what_is_wrong_at_its_line(page: Page, memo: Path) -> None:
    page.set_viewport_size({"width": 1100, "height": 560})
    before = memo.read_text("utf-8")
    page.goto("/mice/memo")
    picture, source = page.locator("#pages img"), page.locator("#source")
    expect(picture).to_have_attribute("src", re.compile("page/1"))
    expect(page.locator("#summary")).to_contain_text("2 copies")
    expect(page.locator("#lint-list")).to_contain_text("No problems found")
    assert source.locator(".line").count() == before.count("\n")
    source.evaluate("box => box.scrollTo(0, 150)")
    first = picture.get_attribute("src")
    try:
        memo.write_text(before.replace("eat the most cheese before dawn", "be the fattest mouse"), "utf-8")
        expect(source).to_contain_text("be the fattest mouse")
        expect(picture).not_to_have_attribute("src", str(first))
        assert source.evaluate("box => box.scrollTop") == 150, "the place is kept"
        expect(page.locator("#working")).to_be_hidden()
        expect(picture).not_to_have_attribute("src", re.compile("sketch"))
        second = str(picture.get_attribute("src"))

        memo.write_text(before.replace("deal {=hand} to", "deal {=hnad} to"), "utf-8")
        wrong = source.locator(".line.wrong")
        expect(wrong).to_have_count(1)
        expect(wrong).to_contain_text("hnad")
        expect(wrong.locator(".said")).to_contain_text('there is no number named "hnad"')
        number = source.locator(".line").evaluate_all("all => all.findIndex(each => each.matches('.wrong')) + 1")
        assert number == line_of(before, "deal {=hand} to")
        expect(page.locator("#summary")).to_contain_text("The last version that could")
        expect(picture).to_have_attribute("src", second)

        memo.write_text(before.replace("numbered = true", "numbered = = true"), "utf-8")
        expect(wrong).to_contain_text("numbered = = true")
        memo.write_text(before.replace("{#1}", "1"), "utf-8")
        note = source.locator(".line.noted")
        expect(note).to_contain_text("has a number typed by hand")
        expect(page.locator("#lint-list .problem .where")).to_contain_text(f"line {line_of(before, '{#1}')}")
        expect(source.locator(".wrong")).to_have_count(0)
    finally:
        memo.write_text(before, "utf-8")
    expect(page.locator("#lint-list")).to_contain_text("No problems found")
    page.select_option("#form", "poker")
    expect(page.locator("#summary")).to_contain_text("4 copies")
    expect(page.locator("#pages img")).to_have_count(2)
    expect(page).to_have_url(re.compile("form=poker"))


def test_a_picture_that_loads_late_does_not_replace_a_newer_one(page: Page) -> None:
    """The sketch of a memo may arrive after its print."""
    page.goto("/mice/memo")
    picture = page.locator("#pages img")
    expect(picture).to_have_attribute("src", re.compile("page/1"))
    expect(page.locator("#working")).to_be_hidden()
    held: list[Route] = []
    page.route("**/late.png", lambda route: held.append(route))
    page.route("**/new.png", lambda route: route.fulfill(body=PIXEL, content_type="image/png"))
    page.evaluate("""async () => {
        const { show } = await import("/static/pagepictures.js");
        const image = document.querySelector("#pages img");
        show(image, "/late.png");
        show(image, "/new.png");
    }""")
    expect(picture).to_have_attribute("src", "/new.png")
    [late] = held
    with page.expect_response("**/late.png"):
        late.fulfill(body=PIXEL, content_type="image/png")
    page.wait_for_timeout(300)
    assert picture.get_attribute("src") == "/new.png"


def test_an_answer_that_arrives_after_the_end_of_a_job_is_ignored(page: Page) -> None:
    page.clock.install()
    page.goto("/mice/memo")
    expect(page.locator("#badge")).to_be_attached()
    held: list[Route] = []

    def answer(route: Route) -> None:
        if held:
            route.fulfill(json={"id": "x-1", "state": "done"})
        else:
            held.append(route)

    page.route("**/api/job/x-1", answer)
    page.evaluate("""async () => {
        const { follow } = await import("/static/page.js");
        window.states = [];
        follow({ id: "x-1", state: "running" }, (job) => states.push(job.state)).then(() => states.push("resolved"));
    }""")
    page.clock.run_for(2_000)
    page.wait_for_function("() => true")
    with page.expect_response("**/api/job/x-1"):
        page.clock.run_for(2_000)
    page.wait_for_function("() => states.includes('resolved')")
    [late] = held
    with page.expect_response("**/api/job/x-1"):
        late.fulfill(json={"id": "x-1", "state": "running"})
    page.wait_for_timeout(300)
    assert page.evaluate("() => states") == ["running", "done", "resolved"]


def test_a_memo_is_printed_and_one_that_is_not_there_is_said(served: Served, tmp_path: Path) -> None:
    job = finished(served, "/api/mice/memo", {"form": "a6", "paper": "letter"})
    assert job["state"] == "done", job["problems"]
    assert served.ask(f"/api/job/{job['id']}/file/pdf")[1].startswith(b"%PDF")
    assert [(page["width"], page["height"]) for page in job["result"]["pages"]] == [(107.95, 139.7)]
    gone = finished(served, "/api/mice/memo", {"variant": "solo"})
    assert gone["state"] == "failed"
    for problem in (*gone["problems"], *gone["result"]["problems"]):
        assert problem["location"] == {"file": "components/mice/memo-solo.en.toml"}
        assert (problem["message"], problem["hint"]) == ("does not exist", "existing memos: memo.en.toml")
    out = finished(served, "/api/mice/memo", {"variant": "../../../pnp"})
    assert out["state"] == "failed"
    assert len(out["problems"]) == len(out["result"]["problems"]) == 1
    assert served.post("/api/mice/memo", {"form": "a0"})[0] == 400
    assert served.post("/api/nobody/memo", {})[0] == 404
    assert served.ask("/api/mice/memo?lang=tlh")[0] == 400
    asked = json.loads(served.ask("/api/mice/memo?variant=..%2f..%2fsecret")[1])
    assert (asked["variant"], [each["name"] for each in asked["sources"]]) == ("", ["memo.en.toml", "figures.toml"])


def test_a_problem_has_the_file_and_the_line_of_its_key(served: Served, memo: Path) -> None:
    before = memo.read_text("utf-8")
    try:
        memo.write_text(before.replace("deal {=hand} to", "deal {=hnad} to"), "utf-8")
        [problem] = finished(served, "/api/mice/memo", {})["result"]["problems"]
    finally:
        memo.write_text(before, "utf-8")
    assert problem["location"]["file"] == "components/mice/memo.en.toml"
    assert problem["location"]["key"].startswith("section[")
    assert problem["location"]["line"] == line_of(before, "deal {=hand} to")


def test_after_a_save_a_sketch_in_the_sizes_of_before_comes_first(served: Served, memo: Path) -> None:
    order, before = {"form": "poker"}, memo.read_text("utf-8")
    first = finished(served, "/api/mice/memo", order)
    assert "pdf" in first["files"]
    try:
        memo.write_text(before.replace("most cheese", "best cheese"), "utf-8")
        for _ in range(100):
            second = finished(served, "/api/mice/memo", order)
            if second["id"] != first["id"]:
                break
            time.sleep(0.1)
    finally:
        memo.write_text(before, "utf-8")
    assert {"sketch", "pdf"} <= second["files"].keys()
    assert served.ask(f"/api/job/{second['id']}/page/1.png?of=sketch")[1].startswith(b"\x89PNG")
