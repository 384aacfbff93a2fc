"""Random edits on the layout page: the file always loads, and undo restores it to the byte."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.layouts import LAYOUT, TEXT, box, drag, make_project, open_layout, read, text
from tests.web.workbench import Served

STEPS = 14
CRLF = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
"""The same layout as Windows programs write it."""
ACTS = ("drag", "resize", "keys", "add", "delete", "copy", "order", "undo", "redo", "save", "disk")
KINDS = ("text", "image", "icons", "rect", "disc", "line", "stack")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served.start(make_project(tmp_path_factory.mktemp("random")))
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, laid: Served) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1300, "height": 900}, base_url=laid.address)
    laid.enter(context)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_default_timeout(30_000)
    yield opened
    context.close()
    assert not errors


def boxes(page: Page) -> list[str]:
    found = page.locator("#boxes .box:not(.locked):not(.stacked)")
    names = found.evaluate_all("all => all.map(each => each.dataset.name)")
    return [str(name) for name in names]


def settle(page: Page) -> None:
    """Wait until all edits are made, and every text is what the page shows."""
    calm = re.compile(r"^(?!.*busy)")
    expect(page.locator("#live")).to_have_class(calm)
    page.wait_for_timeout(120)
    expect(page.locator("#live")).to_have_class(calm)


def step(page: Page, luck: random.Random, path: Path, *, disk: bool) -> None:
    """Make a random edit, as a person would."""
    names = boxes(page)
    name = luck.choice(names) if names else ""
    match luck.choice([*ACTS, "drag"]):
        case "drag" if name:
            page.locator(f'#list [data-name="{name}"]').click()
            drag(page, name, luck.uniform(-30, 30), luck.uniform(-30, 30), alt=luck.random() < 0.5)
        case "resize" if name:
            page.locator(f'#list [data-name="{name}"]').click()
            handle = luck.choice(["n", "s", "e", "w", "nw", "ne", "sw", "se"])
            if page.locator("#frame.fixed").count() == 0:
                drag(page, name, luck.uniform(-20, 20), luck.uniform(-20, 20), handle=handle)
        case "keys" if name:
            page.locator(f'#list [data-name="{name}"]').click()
            page.keyboard.press("Enter")
            for _ in range(luck.randrange(1, 6)):
                modifier = luck.choice(["", "Shift+", "Control+", "Alt+"])
                page.keyboard.press(modifier + luck.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        case "add":
            page.locator(f"#add [data-kind='{luck.choice(KINDS)}']").click()
        case "delete" | "copy" | "order" as act if name and len(names) > 1:
            page.locator(f'#list [data-name="{name}"]').click()
            page.click({"delete": "#delete-box", "copy": "#copy-box", "order": luck.choice(["#raise", "#lower"])}[act])
        case "undo" | "redo" as act:
            if page.locator(f"#{act}").is_enabled():
                page.click(f"#{act}")
        case "save":
            if page.locator("#save").is_enabled():
                page.click("#save")
                expect(page.locator("#state")).to_have_text("Saved")
        case "disk" if disk:
            content = path.read_bytes()
            path.write_bytes(b"# added by another program\n" * (content.count(b"another") == 0) + content)
            deadline = time.monotonic() + 20
            while "another" not in text(page) and not page.locator("#conflicts").is_visible():
                assert time.monotonic() < deadline, "the change is not noticed"
                page.wait_for_timeout(50)
    settle(page)


def undo_all(page: Page) -> None:
    while page.locator("#undo").is_enabled():
        before = text(page)
        page.click("#undo")
        expect(page.locator("#text")).not_to_have_value(before)
        settle(page)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", range(40))
def test_the_file_loads_after_any_edits_and_undo_restores_it(page: Page, laid: Served, seed: int) -> None:
    path, luck = laid.folder / LAYOUT, random.Random(seed)
    before = CRLF if seed % 2 else TEXT.encode()
    path.write_bytes(before)
    open_layout(page)
    for _ in range(STEPS):
        step(page, luck, path, disk=False)
        read(text(page))
        read(path.read_text("utf-8-sig"))
    undo_all(page)
    assert text(page) == TEXT
    if page.locator("#save").is_enabled():
        page.click("#save")
    expect(page.locator("#state")).to_have_text("Saved")
    assert path.read_bytes() == before


@pytest.mark.sampled(24)
@pytest.mark.parametrize("seed", range(24))
def test_changes_by_another_program_stay_whatever_is_undone(page: Page, laid: Served, seed: int) -> None:
    path, luck = laid.folder / LAYOUT, random.Random(1000 + seed)
    path.write_bytes(TEXT.encode())
    open_layout(page)
    for _ in range(STEPS):
        step(page, luck, path, disk=True)
        while page.locator("#conflicts").is_visible():
            page.locator("#conflict-list button", has_text="Keep both").first.click()
            settle(page)
        read(text(page))
    changed = "another program" in path.read_text("utf-8")
    undo_all(page)
    read(text(page))
    assert ("another program" in text(page)) == changed
    if page.locator("#save").is_enabled():
        page.click("#save")
    expect(page.locator("#state")).to_have_text("Saved")
    read(path.read_text("utf-8"))
    assert box(page, "name").count() == 1
