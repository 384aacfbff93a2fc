"""From a spreadsheet to an audited PDF in the browser, without an editor: with the mouse, the keyboard and a finger.

With `--update-golden`, the pictures of docs/first-steps/from-a-table.md are taken on the way.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page, expect

import pnp
from tests.spec.workbooks import xlsx
from tests.web.layouts import box, drag, drawn, entry, places, scale
from tests.web.workbench import Served

DOCS = Path(__file__).parents[2] / "docs" / "first-steps"
LAYOUT = "templates/harbour/{deck}.toml"
ROWS = [
    ("Name", "Type", "Cost", "Rules", "Flavour", "Copies"),
    ("Fishing boat", "Ship", 2, "When you sail, take **1** fish.", "She knows the way home.", 3),
    ("Ferry", "Ship", 3, "Move up to two cards from one quay to another.", "Always five minutes late.", 2),
    ("Tall ship", "Ship", 6, "When you sail, take **4** fish, then discard a card.", "", 1),
    ("Harbour master", "Person", 4, "You may look at the top card before you draw.", "Nothing gets past her.", 2),
    ("Deckhand", "Person", 1, "A ship at your quay costs 1 less.", "Strong tea, stronger arms.", 3),
    ("Smuggler", "Person", 3, "Take a card from another player’s hand.", "Never heard of him.", 2),
    ("Storm", "Event", 0, "Nobody sails this turn.", "", 2),
    ("Spring tide", "Event", 0, "All ships sail at once.", "Mind your boots.", 2),
]


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Served]:
    """An empty folder, in which `pnp serve` is started."""
    project = tmp_path / "mygames"
    project.mkdir()
    running = Served.start(project, forked=False)
    yield running
    running.stop()


@pytest.fixture
def take(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Take a picture for the documentation, if asked to."""

    def picture(page: Page, name: str) -> None:
        if request.config.getoption("--update-golden"):
            page.wait_for_timeout(800)
            taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            taken.quantize(200, dither=Image.Dither.NONE).save(DOCS / f"from-a-table-{name}.png", optimize=True)

    return picture


def swipe(touch: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger."""

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", start)
    for part in (0.3, 0.7, 1.0):
        send("touchMove", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    send("touchEnd")


def test_from_a_spreadsheet_to_an_audited_pdf(
    browser: Browser, empty: Served, tmp_path: Path, take: Callable[[Page, str], None]
) -> None:
    context = browser.new_context(
        locale="en-GB", viewport={"width": 1280, "height": 800}, base_url=empty.address, has_touch=True
    )
    empty.enter(context)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    # a spreadsheet becomes a game
    page.goto("/")
    workbook = {"name": "harbour.xlsx", "mimeType": "application/octet-stream", "buffer": xlsx({"Cards": ROWS})}
    page.set_input_files("#table-file", workbook)  # type: ignore[arg-type]
    expect(page.locator("#table-name")).to_have_value("harbour")
    take(page, "1-table")
    page.locator("#from-table button.main").click()
    page.wait_for_url("**/harbour/gallery")
    expect(page.locator("#grid figure")).to_have_count(len(ROWS) - 1)
    for figure in page.locator("#grid figure pnp-face").all():
        expect(figure).to_have_js_property("drawn", True)
    take(page, "2-cards")

    # its boxes are moved: with the mouse, with the keyboard, with a finger
    [file] = [each for each in (empty.folder / "templates/harbour").glob("*.toml") if "back" not in each.name]
    before = places(file.read_text("utf-8"))
    title = next(name for name in before if name in ("title", "name"))
    page.goto(f"/harbour/layout?file=templates/harbour/{file.name}")
    expect(entry(page, title)).to_be_visible()
    drawn(page)
    others = [name for name in before if name != title and box(page, name).is_visible()]
    drag(page, title, 0, 1)
    drawn(page)
    take(page, "3-layout")
    box(page, title).focus()
    page.keyboard.press("Shift+ArrowDown")
    drawn(page)
    last = others[-1]
    entry(page, last).click()
    place = box(page, last).bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    swipe(context.new_cdp_session(page), (x, y), (x + 0.5 * scale(page), y - 4 * scale(page)))
    expect(page.locator("#state")).to_have_text("Not saved")
    drawn(page)
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("Saved")
    after = places(file.read_text("utf-8"))
    assert after[title] == pytest.approx((before[title][0], before[title][1] + 2, *before[title][2:]), abs=0.06)
    assert after[last][1] < before[last][1] - 2, "moved by touch"

    # sheets, a PDF, and its audit
    page.goto("/harbour/sheets")
    expect(page.locator("#grid figure img.front").first).to_have_attribute("src", re.compile("page/1"))
    with page.expect_download() as started:
        page.locator("#get-pdf").click()
    pdf = tmp_path / started.value.suggested_filename
    started.value.save_as(pdf)
    page.locator("#audit-pdf").click()
    copies = sum(int(str(row[-1])) for row in ROWS[1:])
    verdict = f"Complete: {copies} pieces, none missing, none duplicated."
    expect(page.locator("#audit .verdict")).to_have_text(verdict)
    take(page, "4-sheets")
    report = pnp.audit_file(pdf, start=empty.folder)
    assert report.sound, report.findings
    assert sum(report.pieces().values()) == copies
    context.close()
    assert not errors
