"""The layout page in a browser: boxes are moved, resized, added and described, and the file says what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pnp.face.layout import BOX_KINDS
from pnp.library.layouts import box_keys
from pnp.project.folders import GameRef, Project
from pnp.spec.load import load_game
from pnp.web.layouts import list_layouts
from pnp.words import Texts, spoken
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


def test_a_drag_leaves_neither_guides_nor_a_focus_ring(page: Page) -> None:
    ring, chosen = "rgb(224, 33, 138)", "rgb(11, 92, 173)"
    entry(page, "picture").focus()
    page.keyboard.press("ArrowDown")  # browsers show a ring if the last key was pressed after the last click
    drag(page, "name", -22.6, -0.7, alt=False)
    expect(box(page, "name")).to_be_focused()
    expect(page.locator("#guides .guide")).to_have_count(0)
    expect(box(page, "name")).to_have_css("outline-color", chosen)
    page.keyboard.press("ArrowDown")
    expect(box(page, "name")).to_be_focused()
    expect(box(page, "name")).to_have_css("outline-color", ring)


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


@pytest.mark.sampled(3)
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


def test_fields_are_explained_in_the_language_of_the_page(browser: Browser, laid: Served) -> None:
    context = browser.new_context(locale="fr-FR", base_url=laid.address)
    laid.enter(context)
    page = context.new_page()
    open_layout(page)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    entry(page, "name").click()
    field = page.locator("#fields .field", has=page.locator('[data-field="text"]'))
    expect(field.locator("small")).to_contain_text("Texte avec des colonnes entre accolades, comme {")
    expect(field.locator("small code").first).to_have_text(re.compile(r"^\{[a-z]+\}$"))
    assert field.locator("small").get_attribute("lang") is None
    page.locator('[data-field="align"]').focus()
    expect(page.locator("#fields small:visible", has_text="Alignement horizontal des lignes")).to_have_count(1)
    context.close()


@pytest.mark.parametrize("lang", spoken())
def test_every_field_has_a_help(lang: str) -> None:
    words = Texts("web")[lang]
    used = {"layout-help-ground"}
    for kind, keys in box_keys().items():
        for name in {key.name for key in keys} - {"box"}:
            own, general = f"layout-help-{kind}-{name}", f"layout-help-{name}"
            assert {own, general} & words.keys(), f"{kind}.{name}"
            used.add(own if own in words else general)
    assert used == {word for word in words if word.startswith("layout-help-")}


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


# ---- templates ----


def use_template(served: Served) -> None:
    spec = served.folder / "components/mice/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('"cards.toml"', '"boxes.svg.j2"'), "utf-8")


def test_boxes_of_a_template_are_dragged_if_their_numbers_are_written_out(page: Page, laid: Served) -> None:
    use_template(laid)
    open_layout(page, f"?file={TEMPLATE}")
    expect(page.locator("#add")).to_be_hidden()
    drag(page, "text-1", 3, 2.5)
    after = changed(page, TEMPLATE_TEXT)
    assert after == TEMPLATE_TEXT.replace("5, 6, 40, 8", "8, 8.5, 40, 8")
    drag(page, "rect-1", 0, -1, alt=True)  # it covers less than most of the card
    assert 'x="0" y="69" width="63" height="18"' in changed(page, after)
    save(page)
    assert (laid.folder / TEMPLATE).read_text("utf-8") == text(page)


def test_a_computed_box_is_shown_locked_with_the_reason(page: Page, laid: Served) -> None:
    use_template(laid)
    open_layout(page, f"?file={TEMPLATE}")
    outline = box(page, "text-2")
    expect(outline).to_have_class(re.compile(r"\blocked\b"))
    place = outline.bounding_box()
    sheet = page.locator("#boxes").bounding_box()
    assert place
    assert sheet
    assert (place["y"] - sheet["y"]) / scale(page) == pytest.approx(72, abs=3), "where the picture shows it"
    drag(page, "text-2", 5, 5)
    expect(page.locator("#fields .note")).to_contain_text("its place is computed: 2 * 36")
    assert text(page) == TEMPLATE_TEXT
    page.get_by_role("button", name="Line 6").click()
    expect(page.locator("#text")).to_be_focused()
    assert (
        page.locator("#text")
        .evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
        .startswith("{{ text(piece.saying")
    )


# ---- text ----


def test_typed_text_moves_boxes_and_mistakes_are_at_their_lines(page: Page) -> None:
    page.click("#tab-text")
    area = page.locator("#text")
    area.fill(TEXT.replace("[26, 4, 32, 8]", "[20, 5, 32, 8]"))
    expect(box(page, "name")).to_have_attribute("aria-label", "name, left 20, top 5, 32 by 8 mm")
    area.fill(TEXT.replace('align = "right"', 'algin = "right"'))
    line = TEXT[: TEXT.index("align")].count("\n") + 1
    expect(page.locator("#editor .lines span")).to_have_count(1)
    assert page.locator("#editor .lines span").evaluate("each => each.offsetTop") == 6 + (line - 1) * 20
    expect(page.locator("#problem-list")).to_contain_text("is not a known key")
    page.locator("#problem-list .where").click()
    expect(entry(page, "name")).to_have_attribute("aria-selected", "true")
    area.fill("[name\n")
    expect(page.locator("#problem-list")).to_contain_text("is not valid TOML")
    expect(page.locator("#add [data-kind='text']")).to_be_disabled()
    area.fill(TEXT)
    expect(page.locator("#problems")).to_be_hidden()
    expect(page.locator("#add [data-kind='text']")).to_be_enabled()


def test_styles_edited_beside_the_layout_are_drawn_and_saved_with_it(page: Page, laid: Served) -> None:
    page.click("#tab-text")
    page.select_option("#text-file", "components/mice/game.toml")
    expect(page.locator("#text")).to_have_value(re.compile("title = "))
    spec = text(page)
    page.locator("#text").fill(spec + '\n[styles.loud]\nsize = 9\ncolour = "#ff0000"\n')
    page.select_option("#text-file", LAYOUT)
    expect(page.locator("#text")).to_have_value(TEXT)
    page.click("#tab-box")
    entry(page, "saying").click()
    field = page.get_by_label("Style", exact=True)
    field.fill("loud")
    field.blur()
    expect(page.locator("#text")).to_have_value(re.compile('style = "loud"'))
    expect(page.locator('#face [fill="#ff0000"]').first).to_be_attached()
    save(page)
    assert 'style = "loud"' in (laid.folder / LAYOUT).read_text("utf-8")
    assert (laid.folder / "components/mice/game.toml").read_text("utf-8").endswith('colour = "#ff0000"\n')


# ---- other programs ----


def test_changes_on_disk_are_merged_also_into_what_undo_restores(page: Page, layout: Path) -> None:
    drag(page, "name", -5, 0)
    mine = changed(page, TEXT)
    layout.write_text(TEXT.replace("radius = 3", "radius = 5"), "utf-8")
    expect(page.locator("#text")).to_have_value(mine.replace("radius = 3", "radius = 5"))
    page.click("#undo")
    expect(page.locator("#text")).to_have_value(TEXT.replace("radius = 3", "radius = 5"))
    expect(page.locator("#state")).to_have_text("Saved")
    page.click("#redo")
    expect(page.locator("#text")).to_have_value(mine.replace("radius = 3", "radius = 5"))
    save(page)
    assert layout.read_text("utf-8") == mine.replace("radius = 3", "radius = 5")


def test_conflicts_are_decided_by_the_user(page: Page, layout: Path) -> None:
    drag(page, "name", -5, 0)
    mine = changed(page, TEXT)
    layout.write_text(TEXT.replace("[26, 4, 32, 8]", "[30, 4, 28, 8]"), "utf-8")
    expect(page.locator("#conflicts")).to_be_visible()
    expect(page.locator("#save")).to_be_disabled()
    page.get_by_role("button", name="Keep mine").click()
    expect(page.locator("#conflicts")).to_be_hidden()
    save(page)
    assert layout.read_text("utf-8") == mine


def test_unsaved_edits_survive_a_reload(page: Page) -> None:
    drag(page, "name", -5, 0)
    mine = changed(page, TEXT)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#text")).to_have_value(mine)
    expect(page.locator("#state")).to_have_text("Not saved")
    expect(box(page, "name")).to_have_attribute("aria-label", "name, left 21, top 4, 32 by 8 mm")


def test_edits_wait_for_the_server(page: Page) -> None:
    page.route("**/layout/edit", lambda route: route.abort())
    drag(page, "name", -5, 0)
    expect(box(page, "name")).to_have_attribute("aria-label", "name, left 21, top 4, 32 by 8 mm")
    assert text(page) == TEXT
    page.unroute("**/layout/edit")
    assert places(changed(page, TEXT))["name"] == (21, 4, 32, 8)


# ---- cards ----


def test_another_card_and_the_longest_and_shortest_text_are_shown(page: Page) -> None:
    entry(page, "name").click()
    expect(page.locator("#extremes")).to_contain_text("Longest aunt-pincushion")
    expect(page.locator("#extremes")).to_contain_text("Shortest pip")
    page.locator("#extremes button").first.click()
    expect(page.locator("#piece")).to_have_value("cards/aunt-pincushion/front/1")
    expect(page.locator("#face")).to_contain_text("Aunt Pincushion")
    page.click("#card-after")
    expect(page.locator("#face")).to_contain_text("Blink")


def test_cards_on_which_something_does_not_fit_are_marked(page: Page) -> None:
    page.locator("#cards").scroll_into_view_if_needed()
    expect(page.locator("#cards image.face").first).to_be_attached()
    expect(page.locator("#cards .broken")).to_have_count(0)
    entry(page, "name").click()
    size = page.get_by_label("Smallest size", exact=True)
    size.fill("6.4")
    size.blur()
    expect(page.locator("#text")).to_have_value(re.compile("min = 6.4"))
    page.locator("#cards li").last.scroll_into_view_if_needed()
    expect(page.locator("#cards .broken").first).to_be_attached()
    expect(page.locator("#cards .broken .wrong").first).to_contain_text("does not fit")
    expect(page.locator('#cards [data-name="cards/pip/front/1"]')).not_to_have_class("broken")


def test_the_gallery_leads_to_the_layout_of_a_piece(page: Page) -> None:
    page.goto("/mice/gallery")
    page.locator("#grid figure", has_text="Thistle").click()
    page.get_by_role("link", name="Edit the layout").click()
    expect(page.locator("#file")).to_have_value(LAYOUT)
    expect(page.locator("#piece")).to_have_value("cards/thistle/front/1")


def test_a_problem_leads_to_its_box(page: Page, layout: Path) -> None:
    layout.write_text(TEXT.replace("size = 6.4", "size = 6.4\nmin = 6.4"), "utf-8")
    page.goto("/mice/gallery")
    page.locator("#grid figure.broken").first.click()
    page.locator("#large-problems a.where").first.click()
    page.wait_for_url("**/layout?**")
    expect(page.locator("#fields h3")).to_contain_text("name")


# ---- pictures ----

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC"
DROP = """(stage, [name, content, x, y]) => {
  const bytes = Uint8Array.from(atob(content), each => each.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name, { type: "image/png" }));
  const about = { dataTransfer: data, clientX: x, clientY: y, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) stage.dispatchEvent(new DragEvent(kind, about));
}"""


def drop(page: Page, name: str, file: str) -> None:
    place = box(page, name).bounding_box()
    assert place
    page.locator("#stage").evaluate(DROP, [file, PIXEL, place["x"] + 50, place["y"] + 50])


def test_a_picture_is_dropped_into_the_cell_of_its_row(page: Page, laid: Served) -> None:
    drop(page, "picture", "Photo of Pip.png")
    expect(page.locator("#toasts")).to_contain_text(
        "art/photo-of-pip.png is stored, and written into cards.csv: pip · picture"
    )
    assert (laid.folder / "components/mice/art/photo-of-pip.png").is_file()
    row = (laid.folder / "components/mice/cards.csv").read_text("utf-8").splitlines()[1]
    assert "art/photo-of-pip.png" in row
    assert text(page) == TEXT
    (laid.folder / "components/mice/art/photo-of-pip.png").unlink()


def test_a_picture_is_dropped_into_the_layout(page: Page, laid: Served) -> None:
    page.click("#tab-text")
    page.locator("#text").fill(TEXT.replace('image = "{picture}"', 'image = "mouse-thief"'))
    expect(page.locator("#state")).to_have_text("Not saved")
    drop(page, "picture", "Photo.png")
    expect(page.locator("#text")).to_have_value(re.compile('image = "art/photo.png"'))
    expect(page.locator("#face image").first).to_be_attached()
    (laid.folder / "components/mice/art/photo.png").unlink()


# ---- touch, small windows, the server ----


def test_a_finger_chooses_then_drags(browser: Browser, laid: Served, layout: Path) -> None:
    context = browser.new_context(
        locale="en-GB", viewport={"width": 1300, "height": 900}, base_url=laid.address, has_touch=True
    )
    laid.enter(context)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    open_layout(page)
    place = box(page, "name").bounding_box()
    assert place
    x, y, mm = place["x"] + 20, place["y"] + 20, scale(page)
    session = context.new_cdp_session(page)

    def swipe(dx: float, dy: float) -> None:
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in range(1, 6):
            at = {"x": x + dx * part / 5, "y": y + dy * part / 5}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(-10 * mm, 0)
    assert text(page) == TEXT, "a finger scrolls as long as the box is not chosen"
    expect(page.locator("#list [aria-selected='true']")).to_have_count(0)
    page.touchscreen.tap(x, y)
    expect(entry(page, "name")).to_have_attribute("aria-selected", "true")
    swipe(-10.3 * mm, 0)
    moved = places(changed(page, TEXT))["name"]
    assert moved[0] == pytest.approx(15.7, abs=0.5)
    assert moved[2:] == (32, 8)
    context.close()


def test_the_page_fits_a_phone(browser: Browser, laid: Served) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, base_url=laid.address)
    laid.enter(context)
    page = context.new_page()
    open_layout(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sheet = page.locator("#sheet").bounding_box()
    assert sheet
    assert sheet["x"] >= 0
    assert sheet["x"] + sheet["width"] <= 390
    context.close()


@pytest.mark.parametrize(
    "edits",
    [
        [{"do": "nothing"}],
        [{"do": "place", "name": "nobody", "box": [1, 2, 3, 4]}],
        [{"do": "place", "name": "name", "box": [1, 2, 3]}],
        [{"do": "place", "name": "name", "box": ["a", 2, 3, 4]}],
        [{"do": "set", "name": "name", "key": "size", "value": -1}],
        [{"do": "set", "name": "name", "key": "__class__", "value": 1}],
        [{"do": "add", "kind": "text", "name": "../x", "box": [1, 2, 3, 4]}],
        [{"do": "rename", "name": "name", "to": "panel"}],
    ],
)
def test_invalid_edits_are_refused(laid: Served, layout: Path, edits: list[object]) -> None:
    status, answer = laid.post("/api/mice/layout/edit", {"file": LAYOUT, "text": TEXT, "edits": edits})
    assert status == 400
    assert answer["problems"][0]["code"]
    assert layout.read_text("utf-8") == TEXT


@pytest.mark.parametrize("file", ["../secret", "components/mice/rules.py", "templates/mice/none.toml", "/etc/passwd"])
def test_only_text_files_of_the_game_are_read_or_drawn(laid: Served, file: str) -> None:
    for path, body in (
        ("edit", {"file": file, "text": "", "edits": []}),
        ("edit", {"file": LAYOUT, "text": TEXT, "others": {file: ""}}),
        ("draw", {"files": {file: ""}, "faces": ["cards/pip/front/1"]}),
    ):
        assert laid.post(f"/api/mice/layout/{path}", body)[0] == 400


def test_layouts_of_fronts_are_listed_first_in_the_order_of_the_decks(tmp_path: Path) -> None:
    folder = make_project(tmp_path)
    templates = folder / "templates/mice"
    for name in ("aardvark", "back", "zebra"):
        (templates / f"{name}.toml").write_text(TEXT, "utf-8")
    spec = folder / "components/mice/game.toml"
    text = spec.read_text("utf-8").replace('back = "card.svg.j2"', 'back = "back.toml"')
    head, first, rest = text.partition("[decks.cards]")
    deck, rules, rest = rest.partition("[[rule]]")
    decks = first + deck.replace("cards.toml", "zebra.toml") + (first + deck).replace("[decks.cards", "[decks.animals")
    spec.write_text(head + decks + rules + rest, "utf-8")

    game = GameRef(Project(folder), "mice")
    files = list_layouts(game, load_game(*game))["files"]
    layouts = [Path(each["file"]).name for each in files if each["layout"]]
    assert layouts == ["zebra.toml", "cards.toml", "back.toml", "aardvark.toml"]
    assert [each["layout"] for each in files] == sorted((each["layout"] for each in files), reverse=True)
    assert len(files) > len(layouts), "templates too"
    assert [Path(each["file"]).name for each in list_layouts(game, None)["files"]][:2] == ["aardvark.toml", "back.toml"]
