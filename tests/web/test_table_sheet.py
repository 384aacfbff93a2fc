"""What people who use spreadsheets expect of the table page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

import pnp
from tests.spec.workbooks import xlsx
from tests.web.states import visit
from tests.web.workbench import Served

COLUMNS = ("name", "count", "kind", "cheese", "rule", "saying")
NAME, COUNT, KIND, CHEESE, PICTURE, RULE, SAYING, PHOTO = range(8)


@pytest.fixture
def table(page: Page) -> Page:
    page.goto("/mice/table")
    expect(page.locator("#summary")).to_contain_text("12 rows, 7 columns")
    return page


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator(f'#sheet td[data-row="{row}"][data-column="{column}"]')


def column(page: Page, number: int) -> list[str]:
    return page.locator(f'#sheet td[data-column="{number}"]').all_inner_texts()


def select(page: Page, first: tuple[int, int], last: tuple[int, int]) -> None:
    cell(page, *first).click()
    cell(page, *last).click(modifiers=["Shift"])


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        text,
    )


def clipboard(page: Page, kind: str) -> str:
    """Copy or cut; what is on the clipboard then."""
    found: str = page.evaluate(
        """(kind) => { const data = new DataTransfer();
        document.dispatchEvent(new ClipboardEvent(kind, {clipboardData: data, bubbles: true}));
        return data.getData("text/plain"); }""",
        kind,
    )
    return found


def menu(page: Page, number: int, item: str) -> None:
    page.locator(f'#sheet th[data-head="{number}"] button').click()
    page.locator("#column-menu").get_by_role("button", name=item, exact=True).click()


def test_cells_are_cut_and_pasted_elsewhere(table: Page) -> None:
    select(table, (1, NAME), (2, COUNT))
    assert clipboard(table, "copy") == "Pip\t4\nNibs\t2"
    assert clipboard(table, "cut") == "Pip\t4\nNibs\t2"
    assert column(table, NAME)[:3] == ["", "", "Tuck"]
    cell(table, 5, NAME).click()
    paste(table, "Pip\t4\nNibs\t2")
    assert column(table, NAME)[4:6] == ["Pip", "Nibs"]
    table.keyboard.press("Control+z")
    table.keyboard.press("Control+z")
    assert column(table, NAME)[:2] == ["Pip", "Nibs"]


def test_one_value_is_pasted_onto_a_range_and_a_block_is_repeated(table: Page) -> None:
    select(table, (1, COUNT), (4, COUNT))
    paste(table, "9")
    assert column(table, COUNT)[:5] == ["9", "9", "9", "9", "4"]
    select(table, (1, COUNT), (4, COUNT))
    paste(table, "1\n2\n")
    assert column(table, COUNT)[:5] == ["1", "2", "1", "2", "4"]
    cell(table, 12, NAME).click()
    paste(table, "A\nB\nC")
    assert column(table, NAME)[11:] == ["A", "B", "C"]
    cell(table, 1, SAYING).click()
    paste(table, "a\tb")
    expect(table.locator("#toasts")).to_contain_text("There is room for only 1 columns here.")


def test_control_enter_and_fill_down_fill_the_selection(table: Page) -> None:
    select(table, (2, KIND), (4, KIND))
    table.keyboard.type("owl")
    table.keyboard.press("Control+Enter")
    assert column(table, KIND)[:5] == ["mouse", "owl", "owl", "owl", "hedgehog"]
    select(table, (1, NAME), (3, COUNT))
    table.keyboard.press("Control+d")
    assert column(table, NAME)[:4] == ["Pip", "Pip", "Pip", "Granny Squeak"]
    assert column(table, COUNT)[:4] == ["4", "4", "4", "1"]
    cell(table, 5, KIND).click()
    table.keyboard.press("Control+d")
    expect(cell(table, 5, KIND)).to_have_text("owl")


def test_rows_columns_and_everything_are_selected_by_keys_and_headings(table: Page) -> None:
    chosen = table.locator("#sheet td[aria-selected=true]")
    cell(table, 3, KIND).click()
    table.keyboard.press("Shift+Space")
    expect(chosen).to_have_count(7)
    expect(table.locator("#sheet .editor")).to_have_count(0)
    cell(table, 3, KIND).click()
    table.keyboard.press("Control+Space")
    expect(chosen).to_have_count(12)
    table.keyboard.press("Control+a")
    expect(chosen).to_have_count(84)
    table.locator('#sheet th[data-head="1"] span').click()
    expect(chosen).to_have_count(12)
    table.locator('#sheet th[data-line="4"]').click()
    expect(chosen).to_have_count(7)


def test_sorting_and_filtering_change_the_view_and_nothing_else_unless_asked(table: Page, cards: Path) -> None:
    before = cards.read_bytes()
    menu(table, NAME, "Sort A to Z")
    names = column(table, NAME)
    assert names == sorted(names, key=str.lower)
    expect(table.locator("#view-state")).to_contain_text("Sorted by name; the file keeps its order.")
    expect(table.locator("#save")).to_be_disabled()
    cell(table, 1, SAYING).click()
    table.keyboard.type("First by name.\n")
    assert column(table, NAME) == names
    expect(cell(table, 2, SAYING)).to_be_focused()
    table.locator(f'#sheet th[data-head="{KIND}"] button').click()
    table.locator("#column-menu").get_by_label("owl (4)").uncheck()
    expect(table.locator("#view-state")).to_contain_text("8 of 12 rows shown.")
    table.keyboard.press("Escape")
    table.locator("#show-all").click()
    assert column(table, NAME)[:2] == ["Pip", "Nibs"]
    expect(cell(table, 8, SAYING)).to_have_text("First by name.")
    menu(table, NAME, "Sort Z to A")
    table.locator("#write-order").click()
    try:
        table.keyboard.press("Control+s")
        expect(table.locator("#save")).to_be_disabled()
        rows = before.replace(b"They won\xe2\x80\x99t come off.", b"First by name.").decode().splitlines()
        body = sorted(rows[1:], key=lambda row: row.split(",")[0].lower(), reverse=True)
        assert cards.read_text("utf-8").splitlines() == [rows[0], *body]
    finally:
        cards.write_bytes(before)


def test_find_and_replace_with_a_count(table: Page) -> None:
    table.keyboard.press("Control+h")
    table.keyboard.type("CHEESE")
    expect(table.locator("#found-count")).to_have_text("1 of 12")
    table.keyboard.press("Enter")
    expect(table.locator("#found-count")).to_have_text("2 of 12")
    table.locator("#replace").fill("$1 crumb")
    table.locator("#replace-one").click()
    expect(table.locator("#found-count")).to_have_text("2 of 11")
    expect(cell(table, 2, RULE)).to_have_text("Brings **2** {$1 crumb}.")
    table.locator("#replace-all").click()
    expect(table.locator("#toasts")).to_contain_text("Replaced 11 times, in 11 cells.")
    assert not [text for text in column(table, RULE) if "cheese" in text]
    table.locator("#undo").click()
    assert len([text for text in column(table, RULE) if "cheese" in text]) == 11


def test_columns_are_added_renamed_and_removed(table: Page, cards: Path) -> None:
    before = cards.read_bytes()
    table.once("dialog", lambda dialog: dialog.accept("mood"))
    menu(table, KIND, "Insert column to the right")
    expect(table.locator('#sheet th[data-head="3"] span').first).to_have_text("mood")
    cell(table, 1, 3).click()
    table.keyboard.type("hungry\n")
    table.once("dialog", lambda dialog: dialog.accept("motto"))
    menu(table, 7, "Rename column")
    menu(table, 6, "Remove column")
    try:
        table.keyboard.press("Control+s")
        expect(table.locator("#save")).to_be_disabled()
        lines = cards.read_text("utf-8").splitlines()
        assert lines[0] == "name,count,kind,mood,cheese,picture,motto"
        assert lines[1] == "Pip,4,mouse,hungry,1,mouse-baby,It looked bigger at home."
        assert lines[2] == "Nibs,2,mouse,,2,mouse-nibbler,Already nibbled."
        for _ in range(4):
            table.locator("#undo").click()
        table.keyboard.press("Control+s")
        expect(table.locator("#save")).to_be_disabled()
        assert cards.read_bytes() == before
    finally:
        cards.write_bytes(before)


def test_problems_and_the_card_are_shown_before_saving(table: Page, cards: Path) -> None:
    before = cards.read_bytes()
    expect(table.locator("#beside pnp-face")).to_be_visible()
    cell(table, 3, CHEESE).click()
    table.keyboard.type("99")
    expect(table.locator("#table-problems")).to_contain_text('must be a whole number from 1 to 6, not "99"')
    table.keyboard.press("Escape")
    expect(table.locator("#table-problems .problem")).to_have_count(0)
    cell(table, 3, SAYING).click()
    table.keyboard.type("Seen before it is saved.")
    expect(table.locator("#beside")).to_contain_text("Preview, not saved yet")
    expect(table.locator("#beside .face")).to_contain_text("Seen before it is saved.")
    assert cards.read_bytes() == before


def test_numbers_are_right_aligned(table: Page) -> None:
    for number, right in ((NAME, False), (COUNT, True), (CHEESE, True), (SAYING, False)):
        expect(cell(table, 1, number)).to_have_css("text-align", "right" if right else "left")


def test_unsaved_edits_survive_a_reload_and_can_be_discarded(table: Page, cards: Path) -> None:
    cell(table, 2, SAYING).click()
    table.keyboard.type("Kept.\n")
    cell(table, 3, SAYING).click()
    table.keyboard.type("Not even finis")
    table.reload()
    expect(cell(table, 2, SAYING)).to_have_text("Kept.")
    expect(cell(table, 3, SAYING)).to_have_text("Not even finis")
    expect(table.locator("#summary")).to_contain_text("not saved")
    expect(table.locator("#draft-notice")).to_contain_text("Unsaved edits from before were restored.")
    table.get_by_role("button", name="Discard unsaved edits").click()
    expect(cell(table, 2, SAYING)).to_have_text("Already nibbled.")
    expect(table.locator("#save")).to_be_disabled()
    table.keyboard.press("Control+z")
    expect(cell(table, 2, SAYING)).to_have_text("Kept.")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a game with a column of pictures, and a second deck whose table is a workbook."""
    place = tmp_path_factory.mktemp("other")
    pnp.start_project("mice", style="classic", start=place)
    folder = place / "mice/components/mice"
    spec = (folder / "game.toml").read_text("utf-8")
    sizes = re.search(r"^size = .*$", spec, re.MULTILINE)
    assert sizes
    more = f'\n[decks.more]\n{sizes[0]}\nfront = "card.svg.j2"\ntable = "more.xlsx"\n'
    (folder / "game.toml").write_text(spec + more, "utf-8")
    heads = ["name", "count", "kind", "cheese", "picture", "rule", "saying"]
    rows = [heads, ["Extra", "1", "owl", "2", "owl-waiter", "Hoot.", "More."]]
    (folder / "more.xlsx").write_bytes(xlsx({"Sheet": rows}))
    lines = (folder / "cards.csv").read_text("utf-8").splitlines()
    art = [",photo", *[",art/mouse.png"] * (len(lines) - 1)]
    (folder / "cards.csv").write_text("\n".join(a + b for a, b in zip(lines, art, strict=True)) + "\n", "utf-8")
    made = BytesIO()
    Image.new("RGB", (8, 8), "red").save(made, "PNG")
    (folder / "art/mouse.png").write_bytes(made.getvalue())
    running = Served.start(place / "mice")
    yield running
    running.stop()


@pytest.fixture
def other_page(browser: Browser, other: Served) -> Iterator[Page]:
    """A page of that server."""
    with visit(browser, other) as page:
        page.goto("/mice/table")
        yield page


def test_two_tables_of_a_game_keep_their_edits_apart_and_a_workbook_becomes_a_csv(
    other: Served, other_page: Page
) -> None:
    page, folder = other_page, other.folder / "components/mice"
    cell(page, 1, SAYING).click()
    page.keyboard.type("In the first table.\n")
    page.locator("#table").select_option(label="more.xlsx (1)")
    expect(page.locator("#locked")).to_contain_text("This table is read-only: it is a workbook")
    cell(page, 1, SAYING).click()
    page.keyboard.type("x")
    expect(page.locator("#sheet .editor")).to_have_count(0)
    page.locator("#convert").click()
    expect(page.locator("#toasts")).to_contain_text("The rows are now in components/mice/more.csv")
    expect(page.locator("#locked")).to_be_hidden()
    cell(page, 1, SAYING).click()
    page.keyboard.type("In the other table.\n")
    page.keyboard.press("Control+s")
    expect(page.locator("#save")).to_be_disabled()
    assert (folder / "more.csv").read_text("utf-8").splitlines()[
        1
    ] == "Extra,1,owl,2,owl-waiter,Hoot.,In the other table."
    expect(page.locator("#table option").first).to_have_text("● cards.csv (12)")
    page.locator("#table").select_option(index=0)
    expect(cell(page, 1, SAYING)).to_have_text("In the first table.")
    expect(page.locator("#summary")).to_contain_text("not saved")


def test_a_picture_cell_offers_files_and_takes_uploads(other: Served, other_page: Page, tmp_path: Path) -> None:
    page, folder = other_page, other.folder / "components/mice"
    photo = tmp_path / "New Photo.png"
    Image.new("RGB", (8, 8), "blue").save(photo)
    cell(page, 2, PHOTO).dblclick()
    options = page.locator("#editor-choices option")
    expect(options.first).to_be_attached()
    assert "art/mouse.png" in [each.get_attribute("value") for each in options.all()]
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload…").click()
    chooser.value.set_files(photo)
    expect(cell(page, 2, PHOTO)).to_have_text("art/new-photo.png")
    assert (folder / "art/new-photo.png").read_bytes() == photo.read_bytes()
    expect(page.locator("#summary")).to_contain_text("not saved")
