"""The layout page in a browser: boxes are moved, resized, added and described, and the file says what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pnp.face.layout import BOX_KINDS
from tests.web.layouts import (
    LAYOUT,
    TEMPLATE,
    TEMPLATE_TEXT,
    TEXT,
    box,
    changed,
    drag,
    drawn,
    entry,
    make_project,
    open_layout,
    places,
    read,
    scale,
    text,
)
from tests.web.workbench import Served

PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a game whose cards have a layout."""
    project = make_project(tmp_path_factory.mktemp("layouts"))
    (project / TEMPLATE).write_text(TEMPLATE_TEXT, "utf-8")
    running = Served.start(project)
    yield running
    running.stop()


@pytest.fixture
def layout(laid: Served) -> Iterator[Path]:
    """The layout, which is restored afterwards, with everything else that a test may change."""
    kept = {path: path.read_bytes() for path in laid.folder.rglob("*") if path.is_file() and ".git" not in path.parts}
    yield laid.folder / LAYOUT
    for path, content in kept.items():
        if path.read_bytes() != content:
            path.write_bytes(content)


@pytest.fixture
def page(browser: Browser, laid: Served, layout: Path) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1300, "height": 900}, base_url=laid.address)
    laid.enter(context)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_default_timeout(PATIENCE_MS)
    open_layout(opened)
    yield opened
    context.close()
    assert not errors


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("Saved")


# ---- moving and resizing ----


def test_a_box_is_dragged_and_only_its_numbers_change(page: Page, layout: Path) -> None:
    drag(page, "picture", -2, 3.5)
    after = changed(page, TEXT)
    assert after == TEXT.replace("box = [8, 17, 47, 34]   #", "box = [6, 20.5, 47, 34]   #")
    expect(page.locator("#state")).to_have_text("Not saved")
    assert layout.read_text("utf-8") == TEXT, "not saved yet"
    save(page)
    assert layout.read_text("utf-8") == after
    page.keyboard.press("Control+z")
    changed(page, after)
    assert text(page) == TEXT
    page.keyboard.press("Control+y")
    changed(page, TEXT)
    assert text(page) == after
    page.click("#undo")
    changed(page, after)
    save(page)
    assert layout.read_bytes() == TEXT.encode()


def test_the_picture_of_a_box_follows_the_pointer_before_the_server_answers(page: Page) -> None:
    page.route("**/layout/edit", lambda route: None)
    page.route("**/layout/draw", lambda route: None)
    part = page.locator("#face [data-source]:not(svg)", has_text="Pip").first
    before, outline = part.bounding_box(), box(page, "name").bounding_box()
    drag(page, "name", -4, 6)
    after, moved = part.bounding_box(), box(page, "name").bounding_box()
    assert before
    assert after
    assert outline
    assert moved
    mm = scale(page)
    for one, other in ((before, after), (outline, moved)):
        assert other["x"] - one["x"] == pytest.approx(-4 * mm, abs=1)
        assert other["y"] - one["y"] == pytest.approx(6 * mm, abs=1)


@pytest.mark.parametrize(
    ("handle", "expected"),
    [("se", (26, 4, 35, 10)), ("nw", (29, 6, 29, 6)), ("n", (26, 6, 32, 6)), ("w", (29, 4, 29, 8))],
)
def test_handles_resize(page: Page, handle: str, expected: tuple[float, ...]) -> None:
    entry(page, "name").click()
    drag(page, "name", 3, 2, handle=handle)
    assert places(changed(page, TEXT))["name"] == expected


def test_sides_do_not_cross(page: Page) -> None:
    entry(page, "name").click()
    drag(page, "name", 60, 40, handle="nw")
    assert places(changed(page, TEXT))["name"] == (58, 12, 0, 0)


def test_boxes_snap_to_the_card_the_safe_zone_and_other_boxes(page: Page) -> None:
    drag(page, "name", -22.6, -0.7, alt=False)
    assert places(changed(page, TEXT))["name"] == (3, 3, 32, 8)
    before = text(page)
    mm = scale(page)
    place = box(page, "name").bounding_box()
    assert place
    x, y = place["x"] + 20, place["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12.3 * mm, y + 0.2 * mm, steps=3)
    expect(page.locator("#guides .guide.x")).to_have_count(1)
    expect(page.locator("#guides .guide.y")).to_have_count(1)
    expect(page.locator("#measure")).to_contain_text("15.5 · 3")
    page.keyboard.down("Alt")
    page.mouse.move(x + 12.4 * mm, y + 0.2 * mm, steps=3)
    expect(page.locator("#guides .guide")).to_have_count(0)
    page.keyboard.up("Alt")
    page.mouse.move(x + 12.3 * mm, y + 0.2 * mm, steps=3)
    page.mouse.up()
    expect(page.locator("#guides .guide")).to_have_count(0)
    assert places(changed(page, before))["name"] == (15.5, 3, 32, 8), "its centre is that of the card"


def test_escape_lets_a_drag_go(page: Page) -> None:
    place = box(page, "name").bounding_box()
    assert place
    page.mouse.move(place["x"] + 9, place["y"] + 9)
    page.mouse.down()
    page.mouse.move(place["x"] + 90, place["y"] + 90, steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert box(page, "name").bounding_box() == place
    assert text(page) == TEXT
    expect(page.locator("#undo")).to_be_disabled()


def test_the_number_fields_move_a_box(page: Page) -> None:
    entry(page, "name").click()
    page.get_by_label("Left mm", exact=True).fill("11.5")
    page.get_by_label("Height mm", exact=True).fill("9")
    expect(page.locator("#text")).to_have_value(re.compile(r"box = \[11\.5, 4, 32, 9\]"))
    page.get_by_label("Left mm", exact=True).fill("")
    page.get_by_label("Left mm", exact=True).fill("12")
    expect(page.locator("#text")).to_have_value(re.compile(r"box = \[12, 4, 32, 9\]"))
    expect(page.get_by_label("Left mm", exact=True)).to_be_focused()


# ---- the keyboard ----


def test_every_box_is_moved_and_resized_without_a_mouse(page: Page) -> None:
    page.locator("#list [tabindex='0']").focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(entry(page, "name")).to_be_focused()
    expect(entry(page, "name")).to_have_accessible_name("Text name left 26, top 4, 32 by 8 mm")
    page.keyboard.press("Enter")
    expect(box(page, "name")).to_be_focused()
    for key in ("ArrowLeft", "Shift+ArrowLeft", "Control+ArrowLeft", "Alt+ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#announced")).to_have_text("name, left 19.9, top 9.1, 32 by 8 mm")
    expect(page.locator("#text")).to_have_value(re.compile(r"box = \[19\.9, 9\.1, 32, 8\]"))
    drawn(page)
    expect(box(page, "name")).to_be_focused()
    before = text(page)
    page.keyboard.press("Enter")
    expect(page.locator("#announced")).to_have_text("Arrow keys resize the box")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+ArrowDown")
    expect(page.locator("#text")).to_have_value(re.compile(r"box = \[19\.9, 9\.1, 33, 13\]"))
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    expect(box(page, "body")).to_be_focused()
    page.keyboard.press("Escape")
    expect(entry(page, "body")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator("#announced")).to_have_text("Undone")
    expect(page.locator("#text")).to_have_value(before)
    page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(TEXT)  # presses soon after each other are one step
    expect(entry(page, "body")).to_be_focused()


def test_order_duplicates_and_deletion_from_the_keyboard(page: Page) -> None:
    entry(page, "panel").click()
    page.keyboard.press("Alt+ArrowDown")
    after = changed(page, TEXT)
    assert [each.name for each in read(after).boxes][:3] == ["picture", "panel", "name"]
    expect(entry(page, "panel")).to_be_focused()
    page.keyboard.press("Control+d")
    after = changed(page, after)
    assert "panel-2" in [each.name for each in read(after).boxes]
    expect(box(page, "panel-2")).to_be_focused()
    page.keyboard.press("Delete")
    after = changed(page, after)
    assert "panel-2" not in [each.name for each in read(after).boxes]
    assert page.evaluate("document.activeElement.closest('#list') !== null"), "the focus is not lost"
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(TEXT)


# ---- several boxes, adding, deleting ----


def test_several_boxes_are_chosen_moved_and_aligned(page: Page) -> None:
    box(page, "name").click()
    box(page, "picture").click(modifiers=["Shift"])
    expect(page.locator("#list [aria-selected='true']")).to_have_count(2)
    page.locator("[data-align='left']").click()
    after = changed(page, TEXT)
    assert places(after)["name"][0] == places(after)["picture"][0] == 8
    drag(page, "name", 2, 0)
    after = changed(page, after)
    assert places(after)["name"] == (10, 4, 32, 8)
    assert places(after)["picture"] == (10, 17, 47, 34)
    entry(page, "body").click(modifiers=["Shift"])
    page.locator("[data-distribute='y']").click()
    after = changed(page, after)
    assert places(after)["picture"][1] == pytest.approx((12 + 55 - 34) / 2, abs=0.051)
    box(page, "name").click()
    page.locator("[data-align='center']").click()
    assert places(changed(page, after))["name"][0] == 15.5, "a single box is aligned with the card"


def test_a_rubber_band_chooses_what_is_inside(page: Page) -> None:
    stage = page.locator("#sheet").bounding_box()
    assert stage
    page.mouse.move(stage["x"] - 15, stage["y"] - 15)
    page.mouse.down()
    page.mouse.move(stage["x"] + 62 * scale(page), stage["y"] + 54 * scale(page), steps=4)
    page.mouse.up()
    chosen = page.locator("#list [aria-selected='true']").evaluate_all("all => all.map(each => each.dataset.name)")
    assert chosen == ["panel", "picture", "name"]
    page.keyboard.press("Escape")
    assert text(page) == TEXT


def test_a_second_click_chooses_the_box_below(page: Page) -> None:
    middle = box(page, "picture").bounding_box()
    assert middle
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    for name in ("picture", "panel", "picture"):
        page.mouse.click(x, y)
        expect(entry(page, name)).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("kind", BOX_KINDS)
def test_a_box_of_every_kind_is_added_and_deleted(page: Page, kind: str) -> None:
    page.locator(f"#add [data-kind='{kind}']").click()
    after = changed(page, TEXT)
    before, kinds = ([each.kind for each in read(of).boxes] for of in (TEXT, after))
    assert kinds.count(kind) == before.count(kind) + 1
    drawn(page)
    expect(page.locator("#problems")).to_be_hidden()
    expect(page.locator("#fields h3")).to_contain_text(kind)
    page.click("#delete-box")
    changed(page, after)
    assert text(page) == TEXT, "a stack goes with its boxes"


def test_chosen_texts_become_a_stack(page: Page) -> None:
    entry(page, "name").click()
    entry(page, "picture").click(modifiers=["Control"])
    page.locator("#add [data-kind='stack']").click()
    made = read(changed(page, TEXT))
    assert {each.name for each in made.boxes if each.stacked} == {"picture", "name", "rule", "saying"}
    assert places(text(page))["stack"] == (8, 4, 50, 47)


# ---- the panel ----


def test_the_panel_sets_everything_that_a_box_can_have(page: Page) -> None:
    entry(page, "name").click()
    page.get_by_label("Alignment", exact=True).select_option("center")
    page.get_by_label("Size", exact=True).fill("7")
    page.get_by_label("Only if", exact=True).fill("kind != 'owl'")
    page.get_by_label("Only if", exact=True).blur()
    expect(page.locator("#text")).to_have_value(re.compile("when = .*owl"))
    keys = {each.name: each for each in read(text(page)).boxes}["name"].raw
    assert keys["align"] == "center"
    assert keys["size"] == 7
    assert keys["when"] == "kind != 'owl'"
    page.get_by_label("Size", exact=True).fill("")
    page.get_by_label("Size", exact=True).blur()
    expect(page.locator("#text")).not_to_have_value(re.compile("size = 7"))


def test_a_mistake_in_a_field_is_explained_and_kept(page: Page) -> None:
    entry(page, "name").click()
    field = page.get_by_label("Only if", exact=True)
    field.fill("kind ==")
    expect(page.locator("[data-error='when']")).to_contain_text("is not a valid expression")
    expect(field).to_have_value("kind ==")
    assert text(page) == TEXT
    field.press_sequentially(" 'owl'")
    expect(page.locator("#text")).to_have_value(re.compile("when = .*owl"))
    expect(page.locator("[data-error='when']")).to_be_hidden()


def test_columns_are_inserted_and_choose_values(page: Page) -> None:
    entry(page, "name").click()
    area = page.get_by_role("textbox", name="Text", exact=True)
    area.fill("No. ")
    page.get_by_label("Insert a column").first.select_option("cheese")
    expect(area).to_have_value("No. {cheese}")
    expect(page.locator("#text")).to_have_value(re.compile(r'text = "No\. \{cheese\}"'))
    page.get_by_label("Colour: by column").click()
    page.get_by_label("Colour: Column").select_option("kind")
    expect(page.locator("#text")).to_have_value(re.compile('by = "kind"'))
    page.get_by_label("owl", exact=True).fill("#112233")
    page.get_by_label("owl", exact=True).blur()
    expect(page.locator("#text")).to_have_value(re.compile('owl = "#112233"'))
    colour = {each.name: each for each in read(text(page)).boxes}["name"].raw["colour"]
    assert colour["by"] == "kind"
    page.get_by_label("Colour: by column").click()
    expect(page.locator("#text")).not_to_have_value(re.compile(r"\[name\][^\[]*by = "))


def test_the_colours_of_a_choice_are_shown_by_column(page: Page) -> None:
    entry(page, "panel").click()
    expect(page.get_by_label("mouse", exact=True)).to_have_value("#d5e2ee")
    expect(page.get_by_label("otherwise", exact=True)).to_have_value("#f0c48f")
    page.get_by_label("Colour: Value").fill("owl")
    page.locator("[data-field='rect add']").click()
    expect(page.get_by_label("owl", exact=True)).to_be_visible()
    assert {each.name: each for each in read(text(page)).boxes}["panel"].raw["rect"]["owl"] == "#f0c48f"


def test_a_box_is_renamed_also_in_its_stack(page: Page) -> None:
    entry(page, "saying").click()
    page.get_by_label("Name", exact=True).fill("quote")
    page.keyboard.press("Enter")
    after = changed(page, TEXT)
    assert '["rule", "quote"]' in after
    expect(entry(page, "quote")).to_have_attribute("aria-selected", "true")
