"""The files page in a browser: problems at their lines while typing, saves, merges, conflicts, and nothing lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.workbench import Served

SPEC = "components/mice/game.toml"
MEMO = "components/mice/memo.en.toml"
CARDS = "templates/mice/card.svg.j2"


@pytest.fixture(autouse=True)
def kept(served: Served) -> Iterator[Path]:
    """The folder of the project, whose text files are restored afterwards."""
    names = [SPEC, MEMO, CARDS]
    before = {served.folder / name: (served.folder / name).read_bytes() for name in names}
    yield served.folder
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


@pytest.fixture
def spec(served: Served) -> Path:
    return served.folder / SPEC


@pytest.fixture
def cards_template(served: Served) -> Path:
    return served.folder / CARDS


def open_file(page: Page, file: str, line: int = 0) -> None:
    page.goto(f"/mice/files?file={file}" + (f"&line={line}" if line else ""))
    expect(page.locator("#name")).to_have_text(file)
    expect(page.locator("#problem-count")).not_to_be_empty()


def text(page: Page) -> str:
    return page.locator("#text").input_value()


def state(page: Page, wanted: str | re.Pattern[str]) -> None:
    expect(page.locator("#state")).to_have_text(wanted)


def at_end_of_line(page: Page, number: int) -> None:
    """Put the cursor at the end of a line, counted from 1."""
    page.locator("#text").evaluate(
        """(area, number) => {
            const end = area.value.split("\\n").slice(0, number).join("\\n").length;
            area.focus();
            area.setSelectionRange(end, end);
        }""",
        number,
    )


def cursor(page: Page) -> tuple[str, str]:
    """The texts before and after the cursor on its line."""
    found = page.locator("#text").evaluate(
        """area => {
            const before = area.value.slice(0, area.selectionStart).split("\\n").pop();
            return [before, area.value.slice(area.selectionStart).split("\\n")[0]];
        }"""
    )
    return found[0], found[1]


def test_problems_and_faces_follow_the_unsaved_text(page: Page, cards_template: Path) -> None:
    before = cards_template.read_text("utf-8")
    open_file(page, CARDS)
    faces = page.locator("#faces pnp-face")
    expect(faces).to_have_count(3)
    expect(page.locator("#problem-count")).to_have_text("No problems")
    number = next(number for number, line in enumerate(before.splitlines(), 1) if "piece.name" in line)
    at_end_of_line(page, number)
    page.keyboard.press("Enter")
    page.keyboard.type('<rect width="9" height="9" fill="#fedcba"/>{{ piece.nmae }}')
    expect(page.locator("#editor .lines span")).to_have_count(1)
    expect(page.locator("#said")).to_contain_text("piece has no 'nmae'")
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#stale")).to_be_visible()
    link = page.locator("#problem-list .where")
    expect(link).to_have_text(f"Line {number + 1}")
    top = page.locator("#editor .lines span").evaluate("each => each.offsetTop")
    assert top == 6 + number * 20
    state(page, "Not saved")
    for _ in "{{ piece.nmae }}":
        page.keyboard.press("Backspace")
    expect(page.locator("#problem-count")).to_have_text("No problems")
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#editor .lines span")).to_have_count(0)
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "false")
    expect(faces.first.locator('rect[fill="#fedcba"]')).to_be_attached()
    assert cards_template.read_text("utf-8") == before, "not saved yet"
    page.keyboard.press("Control+s")
    state(page, "Saved")
    lines = before.splitlines(keepends=True)
    lines.insert(number, '<rect width="9" height="9" fill="#fedcba"/>\n')
    assert cards_template.read_text("utf-8") == "".join(lines)
    page.keyboard.press("Control+z")
    state(page, "Not saved")


def test_toml_errors_and_unknown_keys_are_at_their_lines(page: Page, spec: Path) -> None:
    open_file(page, SPEC)
    count = spec.read_text("utf-8").count("\n")
    page.locator("#text").press("Control+Home")
    page.keyboard.type("playrs = [2, 4]\n")
    expect(page.locator("#problem-list")).to_contain_text("is not a known key")
    expect(page.locator("#problem-list .where").first).to_have_text("Line 1")
    page.locator("#text").press("Control+End")
    page.keyboard.type("[decks\n")
    expect(page.locator("#problem-list .where")).to_have_text(f"Line {count + 2}")
    expect(page.locator("#problem-list")).to_contain_text("is not valid TOML")
    page.locator("#text").press("Control+Home")
    page.keyboard.press("F8")
    assert cursor(page)[1] == "[decks"
    page.locator("#problem-list .where").click()
    assert page.evaluate("document.activeElement.id") == "text"


def test_a_memo_is_drawn_from_the_unsaved_text(page: Page) -> None:
    open_file(page, MEMO)
    picture = page.locator("#pages img")
    expect(picture).to_have_count(1)
    first = picture.get_attribute("src")
    before = text(page)
    number = before[: before.index("cheese before dawn")].count("\n") + 1
    at_end_of_line(page, number)
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(" And then some more")
    expect(picture).not_to_have_attribute("src", str(first))
    page.keyboard.type(" {=nothing}")
    expect(page.locator("#problem-list .where").first).to_have_text(f"Line {number}")
    expect(page.locator("#stale")).to_be_visible()
    expect(picture).to_have_count(1)


def test_typing_goes_on_during_a_save(page: Page, spec: Path) -> None:
    open_file(page, SPEC)
    held: list[Route] = []
    page.route("**/text/save", lambda route: route.continue_() if held else held.append(route))
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# one\n")
    page.keyboard.press("Control+s")
    state(page, "Saving…")
    page.keyboard.type("# two\n")
    state(page, "Saving…")
    held[0].continue_()
    state(page, "Not saved")
    assert text(page).startswith("# one\n# two\n")
    on_disk = spec.read_text("utf-8")
    assert on_disk.startswith("# one\n")
    assert "# two" not in on_disk
    page.keyboard.type("# three\n")
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    state(page, "Saved")
    assert spec.read_text("utf-8").startswith("# one\n# two\n# three\n")


def test_changes_of_other_lines_are_merged_and_the_cursor_stays(page: Page, cards_template: Path) -> None:
    before = cards_template.read_text("utf-8")
    open_file(page, CARDS)
    lines = before.split("\n")
    at_end_of_line(page, 40)
    page.locator("#text").evaluate("area => area.scrollTo(0, 400)")
    page.keyboard.type("{# mine #}")
    top = page.locator("#text").evaluate("area => area.scrollTop")
    theirs = ["{# one #}", "{# two #}", *lines[:-2], "{# end #}", *lines[-2:]]
    cards_template.write_text("\n".join(theirs), "utf-8")
    expect(page.locator("#editor .numbers")).to_have_text(re.compile(rf"\b{len(theirs)}$"))
    assert cursor(page)[0].endswith("{# mine #}")
    assert page.locator("#text").evaluate("area => area.scrollTop") == top + 40
    theirs[41] += "{# mine #}"
    merged = "\n".join(theirs)
    assert text(page) == merged
    expect(page.locator("#conflicts")).to_be_hidden()
    state(page, "Not saved")
    page.keyboard.type("{# again #}")
    page.keyboard.press("Control+s")
    state(page, "Saved")
    assert cards_template.read_text("utf-8") == merged.replace("{# mine #}", "{# mine #}{# again #}")
    for _ in range(200):
        page.keyboard.press("Control+z")
    assert "{# mine #}" not in text(page), "what was typed can be undone after a merge"


@pytest.mark.parametrize(
    ("choice", "result"),
    [("Keep mine", "# mine\n"), ("Take the file’s", "# theirs\n"), ("Keep both", "# mine\n# theirs\n")],
)
def test_a_conflict_offers_both_versions_and_can_be_saved(page: Page, spec: Path, choice: str, result: str) -> None:
    before = spec.read_text("utf-8")
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# mine\n")
    changed = f"# theirs\n{before}# more\n"
    spec.write_text(changed, "utf-8")
    box = page.locator("#conflicts")
    expect(box).to_be_visible()
    expect(box.locator("pre")).to_have_text(["# mine", "# theirs"])
    state(page, "Not saved: conflicts to resolve: 1")
    assert text(page) == f"# mine\n{before}# more\n"
    page.keyboard.press("Control+s")
    expect(page.locator("#save")).to_be_disabled()
    page.wait_for_timeout(300)
    assert spec.read_text("utf-8") == changed, "nothing is overwritten"
    page.reload()
    expect(box.locator("pre")).to_have_text(["# mine", "# theirs"])
    box.get_by_role("button", name=choice).click()
    expect(box).to_be_hidden()
    if choice == "Take the file’s":
        state(page, "Saved")
    else:
        state(page, "Not saved")
        page.keyboard.press("Control+s")
        state(page, "Saved")
    assert spec.read_text("utf-8") == f"{result}{before}# more\n"
    assert text(page) == f"{result}{before}# more\n"


def test_a_line_that_both_sides_added_is_no_conflict(page: Page, spec: Path) -> None:
    """As after a save whose answer was lost, when another program has added to what was saved."""
    before = spec.read_text("utf-8")
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# mine\n")
    spec.write_text(f"# mine\n# theirs\n{before}", "utf-8")
    expect(page.locator("#text")).to_have_value(f"# mine\n# theirs\n{before}")
    state(page, "Saved")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(300)
    assert spec.read_text("utf-8") == f"# mine\n# theirs\n{before}"


def test_a_conflict_that_is_resolved_by_typing_loses_nothing(page: Page, spec: Path) -> None:
    before = spec.read_text("utf-8")
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# mine\n")
    spec.write_text(f"# their\n# more\n{before}", "utf-8")
    expect(page.locator("#conflicts")).to_be_visible()
    page.locator("#text").press("Control+Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type("# their")
    expect(page.locator("#text")).to_have_value(f"# their\n# more\n{before}")
    expect(page.locator("#conflicts")).to_be_hidden()
    state(page, "Saved")


def test_unsaved_text_survives_a_reload_and_is_found_by_the_next_page(page: Page, spec: Path) -> None:
    before = spec.read_text("utf-8")
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# unsaved\n")
    page.reload()
    state(page, "Not saved")
    assert text(page) == f"# unsaved\n{before}"
    expect(page.locator("#list a", has_text="game.toml")).to_contain_text("Not saved")
    other = page.context.new_page()
    other.goto(f"/mice/files?file={SPEC}")
    state(other, "Saved")
    expect(other.locator("#list a", has_text="game.toml")).to_have_attribute("aria-current", "true")
    spec.write_text(f"{before}# theirs\n", "utf-8")
    expect(page.locator("#editor .numbers")).to_have_text(re.compile(rf"\b{before.count(chr(10)) + 3}$"))
    page.close()
    other.wait_for_timeout(300)
    third = other.context.new_page()
    third.goto(f"/mice/files?file={SPEC}")
    state(third, "Not saved")
    assert text(third) == f"# unsaved\n{before}# theirs\n"
    third.keyboard.press("Control+s")
    state(third, "Saved")
    assert text(third) == spec.read_text("utf-8")
    expect(other.locator("#text")).to_have_value(text(third))
    state(other, "Saved")
    third.reload()
    state(third, "Saved")


def test_leaving_with_unsaved_text_warns(page: Page) -> None:
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("#")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


def test_several_files_are_edited_in_turn(page: Page, spec: Path, cards_template: Path) -> None:
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# unsaved\n")
    page.locator("#list a", has_text="card.svg.j2").click()
    expect(page.locator("#name")).to_have_text(CARDS)
    expect(page).to_have_url(re.compile("card.svg.j2"))
    state(page, "Saved")
    assert text(page) == cards_template.read_text("utf-8")
    page.go_back()
    expect(page.locator("#name")).to_have_text(SPEC)
    state(page, "Not saved")
    assert text(page).startswith("# unsaved\n")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard my edits").click()
    state(page, "Saved")
    assert text(page) == spec.read_text("utf-8")
    page.locator("#list a", has_text="card.svg.j2").click()
    expect(page.locator("#list .unsaved")).to_have_count(0)


def test_mark_line_ends_and_missing_last_line_end_stay(page: Page, spec: Path) -> None:
    content = b"\xef\xbb\xbf" + spec.read_bytes().rstrip().replace(b"\n", b"\r\n")
    spec.write_bytes(content)
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# first\n")
    page.keyboard.press("Control+s")
    state(page, "Saved")
    assert spec.read_bytes() == b"\xef\xbb\xbf# first\r\n" + content[3:]


def test_a_deleted_file_keeps_its_text_on_the_page(page: Page, cards_template: Path) -> None:
    open_file(page, CARDS)
    content = cards_template.read_bytes()
    cards_template.unlink()
    state(page, re.compile("deleted or renamed"))
    page.locator("#text").press("Control+Home")
    page.keyboard.type("{# kept #}\n")
    page.keyboard.press("Control+s")
    state(page, re.compile("deleted or renamed"))
    cards_template.write_bytes(content)
    state(page, "Not saved")
    page.keyboard.press("Control+s")
    state(page, "Saved")
    assert cards_template.read_bytes() == b"{# kept #}\n" + content


def test_tab_indents_and_escape_tab_leaves(page: Page) -> None:
    open_file(page, SPEC)
    area = page.locator("#text")
    area.evaluate("area => { area.focus(); area.setSelectionRange(0, 0); }")
    page.keyboard.type("\n    two\nthree\n")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    assert text(page).startswith("    \n    two\nthree\n")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Tab")
    assert text(page).startswith("    \n        two\n    three\n")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert text(page).startswith("    \ntwo\nthree\n")
    page.keyboard.press("Control+z")
    assert text(page).startswith("    \n        two\n    three\n"), "the browser undoes both as one step"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "text"


def test_read_only_files_and_code(page: Page) -> None:
    page.goto("/mice/files?file=pnp.toml")
    state(page, re.compile("^Read-only: it sets limits"))
    expect(page.locator("#text")).to_have_js_property("readOnly", True)
    expect(page.locator("#save")).to_be_disabled()
    page.goto("/mice/files?file=components/mice/rules.py")
    expect(page.locator("#toasts")).to_contain_text("it is code, which can do anything on your machine")
    expect(page.locator("#work")).to_be_hidden()


def test_links_from_problems_open_the_file_at_the_line(page: Page, spec: Path) -> None:
    before = spec.read_text("utf-8")
    spec.write_text(f"{before}\n[playrs]\n", "utf-8")
    page.goto("/mice/checks")
    link = page.locator("#wrong .where").first
    expect(link).to_have_text(re.compile("playrs"))
    link.click()
    expect(page.locator("#name")).to_have_text(SPEC)
    expect(page.locator("#text")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == "[playrs]"


def test_it_works_on_a_phone_in_french_and_in_the_dark(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.context.add_cookies([{"name": "pnp-lang", "value": "fr", "url": served.address}])
    open_file(page, CARDS)
    expect(page.locator("nav a[aria-current=page]")).to_have_text("Fichiers")
    state(page, "Enregistré")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator("#faces pnp-face").first).to_be_visible()


def test_a_long_file_stays_quick_and_an_offline_page_says_so(page: Page, spec: Path) -> None:
    spec.write_text(spec.read_text("utf-8") + "# a comment of some length, as people write them\n" * 8000, "utf-8")
    open_file(page, SPEC)
    page.locator("#text").press("Control+Home")
    started = page.evaluate("performance.now()")
    page.keyboard.type("# typed quickly\n")
    assert page.evaluate("performance.now()") - started < 10_000
    assert text(page).startswith("# typed quickly\n")
    page.evaluate(
        """() => { const real = window.fetch; window.online = () => { window.fetch = real; };
        window.fetch = (path, ...more) => String(path).endsWith("/text/save")
          ? Promise.reject(new TypeError("no connection")) : real(path, ...more); }"""
    )
    page.keyboard.press("Control+s")
    state(page, re.compile("^Not saved: "))
    assert "# typed quickly" not in spec.read_text("utf-8")
    page.evaluate("window.online()")
    page.keyboard.press("Control+s")
    state(page, "Saved")
