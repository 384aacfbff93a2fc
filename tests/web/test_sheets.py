"""The sheets in a browser: pages as they print, held against the light, and everything that can be downloaded."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

import pnp
from tests.web.workbench import Served


def finished(served: Served, path: str, order: dict[str, Any]) -> dict[str, Any]:
    """The job that does what is asked for, once it has ended."""
    status, job = served.post(path, order)
    assert status == 200, job
    for _ in range(600):
        if job["state"] != "running":
            break
        time.sleep(0.1)
        job = json.loads(served.ask(f"/api/job/{job['id']}")[1])
    assert isinstance(job, dict)
    return job


def picture(served: Served, job: dict[str, Any], page: int) -> Image.Image:
    status, content = served.ask(f"/api/job/{job['id']}/page/{page}.png")
    assert status == 200
    return Image.open(io.BytesIO(content)).convert("L")


@pytest.mark.slow
def test_paper_and_sides_change_the_sheets_and_both_sides_are_seen_through(page: Page) -> None:
    page.goto("/mice/sheets")
    count, sheets = page.locator("#count"), page.locator("#grid figure")
    expect(count).to_contain_text("4 sheets of paper")
    expect(count).to_contain_text("27 pieces")
    expect(page.locator("#paper option").first).to_have_text("A4 (pnp.toml)")
    expect(page.locator("#cut option").first).to_have_text("automatic (default)")
    expect(page.locator("#spare")).to_contain_text("6 more of Cards (63 × 88 mm)")
    expect(sheets).to_have_count(5)
    expect(sheets.nth(1).locator("img.back")).to_have_js_property("complete", True)
    page.select_option("#paper", "a3")
    expect(count).to_contain_text("2 sheets of paper")
    expect(sheets).to_have_count(3)
    expect(page).to_have_url(re.compile("paper=a3"))

    page.keyboard.press("l")
    back, front = sheets.nth(1).locator(".light.turn-x img.back"), sheets.nth(1).locator("img.front")
    expect(back).to_have_css("mix-blend-mode", "multiply")
    expect(back).to_have_css("transform", "matrix(-1, 0, 0, 1, 0, 0)")
    expect(front).to_have_css("opacity", "1")
    page.keyboard.press("b")
    expect(front).to_have_css("opacity", "0")
    page.keyboard.press("f")
    expect(back).to_have_css("opacity", "0")
    page.select_option("#sides", "duplex-short")
    expect(sheets.nth(1).locator(".light img.back")).to_have_css("transform", "matrix(1, 0, 0, -1, 0, 0)")

    page.locator("#grid figure").nth(1).locator(".leafed").first.focus()
    page.keyboard.press("Enter")
    name = page.locator("#enlarged-name")
    expect(name).to_have_text("Sheet 1")
    page.keyboard.press("ArrowRight")
    expect(name).to_have_text("Sheet 2")
    expect(page.locator("#enlarged .leaf img.front")).to_have_attribute("src", re.compile("large"))
    page.keyboard.press("Escape")
    expect(page.locator("#enlarged")).to_be_hidden()
    expect(page.locator("#grid figure:focus-within b")).to_have_text("Sheet 2")
    page.reload()
    expect(count).to_contain_text("2 sheets of paper")
    expect(page.locator("#light")).to_be_checked()


def test_a_pdf_is_downloaded_audited_here_and_in_the_page(page: Page, served: Served, tmp_path: Path) -> None:
    page.goto("/mice/sheets?paper=letter")
    with page.expect_download() as started:
        page.locator("#get-pdf").click()
    file = tmp_path / started.value.suggested_filename
    started.value.save_as(file)
    assert file.name == "mice_en_letter_full_duplex-long.pdf"
    report = pnp.audit_file(file, start=served.folder, allow_code=True)
    assert report.sound, report.findings
    assert (report.found, report.memos) == (27, 0)
    page.locator("#audit-pdf").click()
    expect(page.locator("#audit .verdict")).to_have_text("Complete: 27 pieces, none missing, none duplicated.")
    expect(page.locator("#audit li.wrong")).to_have_count(0)


@pytest.mark.slow
def test_what_is_saved_is_built_anew_and_the_last_good_pages_stay(page: Page, served: Served, cards: Path) -> None:
    template = served.folder / "templates" / "mice" / "card.svg.j2"
    before, rows = template.read_text("utf-8"), cards.read_bytes()
    page.goto("/mice/sheets?no-guide=1")
    shown = page.locator("#grid figure img.front").first
    expect(shown).to_have_attribute("src", re.compile("page/1"))
    try:
        cards.write_bytes(rows.replace(b",3,", b",13,", 1))
        expect(page.locator("#count")).to_contain_text("40 pieces")
        template.write_text(before.replace("piece.name", "piece.nmae", 1), "utf-8")
        expect(page.locator("#trouble")).to_contain_text("did you mean 'name'?")
        expect(page.locator("#trouble")).to_contain_text("The last version that could")
        expect(page.locator("#count")).to_contain_text("40 pieces")
        assert shown.evaluate("picture => picture.naturalWidth") > 500
    finally:
        template.write_text(before, "utf-8")
        cards.write_bytes(rows)
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#count")).to_contain_text("27 pieces")


def test_what_can_be_printed_is_printed_at_the_press_of_a_button(page: Page, served: Served, cards: Path) -> None:
    template = served.folder / "templates" / "mice" / "card.svg.j2"
    before = template.read_text("utf-8")
    trouble, note = page.locator("#trouble"), page.locator("#draft-note")
    try:
        template.write_text(
            before.replace("{% block body %}", '{% block body %}{{ art("absent", 9, 9, 0.1) }}', 1), "utf-8"
        )
        page.goto("/mice/sheets?no-guide=1")
        expect(trouble).to_contain_text("there is no such drawing")
        page.get_by_role("button", name="Print what can be printed").click()
        expect(page.locator("#draft")).to_be_checked()
        expect(note).to_contain_text("marked in magenta")
        expect(note).to_contain_text("there is no such drawing")
        expect(page.locator("#count")).to_contain_text("27 pieces")
        expect(trouble).to_be_hidden()
        expect(page).to_have_url(re.compile("draft"))
        page.locator("#audit-pdf").click()
        expect(page.locator("#audit .verdict")).to_contain_text("A draft")
    finally:
        template.write_text(before, "utf-8")
    expect(note).to_contain_text("nothing is missing")
    page.locator("#draft").uncheck()
    expect(note).to_have_count(0)


@pytest.mark.parametrize(("sides", "turn"), [("duplex-short", "x"), ("duplex-long", "y")])
def test_held_against_the_light_backs_lie_behind_fronts_and_marks_on_marks(
    served: Served, sides: str, turn: str
) -> None:
    order = {"paper": "280x200", "sides": sides, "guide": False, "with_memo": False}
    job = finished(served, "/api/mice/sheets", order)
    sheet = job["result"]["pages"][-1]
    assert (sheet["turn"], sheet["pieces"]) == (turn, 3), "a row that is not full"
    front, back = picture(served, job, sheet["front"]), picture(served, job, sheet["back"])
    how = Image.Transpose.FLIP_LEFT_RIGHT if turn == "x" else Image.Transpose.FLIP_TOP_BOTTOM
    other = Image.Transpose.FLIP_TOP_BOTTOM if turn == "x" else Image.Transpose.FLIP_LEFT_RIGHT
    seen = _inked(back.transpose(how))
    assert len(_inked(front) ^ seen) < 0.02 * len(seen)
    assert len(_inked(front) ^ _inked(back)) > 0.2 * len(seen), "it is turned"
    assert len(_inked(front) ^ _inked(back.transpose(other))) > 0.2 * len(seen), "and the right way"


def _inked(page: Image.Image) -> set[tuple[int, int]]:
    """The squares of 1 mm that ink covers, without the strips that label and ruler are in."""
    small = page.resize((280, 200), Image.Resampling.BOX)
    return {(x, y) for x in range(12, 268) for y in range(9, 191) if int(small.getpixel((x, y))) < 250}  # type: ignore[arg-type]


def test_a_folded_sheet_says_how_it_is_folded(served: Served) -> None:
    job = finished(served, "/api/mice/sheets", {"sides": "fold", "guide": False, "decks": ["cards"]})
    assert {(sheet["front"] == sheet["back"], sheet["turn"]) for sheet in job["result"]["pages"]} <= {
        (True, "x"), (True, "y"),
    }  # fmt: skip


def test_a_box_all_faces_and_the_list_of_placements_are_files(served: Served) -> None:
    box = finished(served, "/api/mice/sheets/box", {"form": "tuck", "sleeved": True})
    assert box["result"]["inside"][0] > 63 + 2, "a sleeve is wider than its card"
    assert served.ask(f"/api/job/{box['id']}/file/pdf")[1].startswith(b"%PDF")
    faces = finished(served, "/api/mice/sheets/faces", {"kind": "svg"})
    with zipfile.ZipFile(io.BytesIO(served.ask(f"/api/job/{faces['id']}/file/zip")[1])) as archive:
        names = archive.namelist()
        assert len(names) == faces["result"]["faces"] == 24
        assert b"<svg" in archive.read(next(name for name in names if "/pip_front" in name))
    job = finished(
        served, "/api/mice/sheets", {"paper": "280x200", "sides": "duplex-short", "guide": False, "with_memo": False}
    )
    listed = json.loads(served.ask(f"/api/job/{job['id']}/file/placements")[1])
    assert listed["paper"]["name"] == "280x200"
    assert len([each for each in listed["placements"] if each["side"] == "front"]) == 27


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({"paper": "a99"}, "a99"),
        ({"margin": "1,2"}, "millimetres"),
        ({"bleed": 99}, "must be from 0 to 10 mm, not 99"),
        ({"lang": "tlh"}, "tlh"),
        ({"printer": "no such"}, "no such"),
        ({"decks": ["nowhere"]}, "nowhere"),
    ],
)
def test_what_cannot_be_printed_is_said(served: Served, order: dict[str, Any], said: str) -> None:
    job = finished(served, "/api/mice/sheets", order)
    assert job["state"] == "failed"
    assert said in json.dumps(job["problems"])


def test_requests_that_make_no_sense_are_refused(served: Served) -> None:
    for path, order, wanted in (
        ("/api/mice/sheets", {"sides": "inside"}, 400),
        ("/api/mice/sheets", {"out": "/etc"}, 400),
        ("/api/mice/sheets", {"paper": "x" * 1000}, 400),
        ("/api/mice/sheets/faces", {"dpi": 100_000}, 400),
        ("/api/mice/sheets/audit", {"job": "../../etc/passwd"}, 404),
        ("/api/nobody/sheets", {}, 404),
    ):
        assert served.post(path, order)[0] == wanted, path
    assert served.ask("/api/nobody/sheets")[0] == 404
    assert served.ask("/api/job/nothing/page/1.png")[0] == 404
    job = finished(served, "/api/mice/sheets", {"guide": False})
    assert served.ask(f"/api/job/{job['id']}/page/999.png")[0] == 400
    assert served.ask(f"/api/job/{job['id']}/page/1.png?of=placements")[0] == 404
    assert served.ask(f"/api/job/{job['id']}/file/..%2f..%2fpnp.toml")[0] == 404
    own = {"origin": served.address, "x-pnp-token": served.token()}
    for headers in (
        own | {"origin": "http://evil.example"},
        own | {"x-pnp-token": "guessed"},
        {"origin": own["origin"]},
    ):
        for path in ("sheets", "sheets/spare", "sheets/box", "sheets/faces", "sheets/audit", "memo", "memo/check"):
            assert served.ask(f"/api/mice/{path}", "POST", {}, headers)[0] == 403


@pytest.mark.slow
def test_options_that_save_sheets_are_suggested_and_tried(page: Page) -> None:
    page.goto("/mice/sheets?cut=apart&sides=fronts&paper=letter")
    count, note = page.locator("#count"), page.locator(".note", has_text="enough with").first
    expect(count).to_contain_text("5 sheets of paper")
    expect(note).to_contain_text("enough with: cuts “automatic”.")
    fewer = (note.text_content() or "").split()[0]
    note.locator("button").click()
    expect(count).to_contain_text(f"{fewer} sheets of paper")
    expect(page.locator("#cut")).to_have_value("auto")
    assert int(fewer) < 5
