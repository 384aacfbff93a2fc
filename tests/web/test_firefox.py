"""The workbench in Firefox: every page opens, cards are shown, a table is edited by keyboard, and pages enter again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pnp
from pnp.web.pages import VIEWS
from tests.web.firefox import FIREFOX, WITHOUT, Firefox, Tab
from tests.web.workbench import Served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(FIREFOX is None, reason=WITHOUT)]
ONLINE = 'document.querySelector("#live:not(.off)") !== null'
FACES = """[...document.querySelectorAll("#grid pnp-face")].filter(face => {
  const drawn = face.shadowRoot.querySelector(".face"), box = face.getBoundingClientRect();
  return drawn && box.width > 50 && box.height > 50;
}).length"""
EDITOR = 'document.activeElement.classList.contains("editor")'


def cell(row: int, column: int) -> str:
    return f'#sheet td[data-row="{row}"][data-column="{column}"]'


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    running = Firefox(tmp_path_factory.mktemp("firefox"))
    yield running
    running.close()


@pytest.fixture
def tab(firefox: Firefox, served: Served) -> Iterator[Tab]:
    """A tab in which the printed address was opened; an error in a script is a failure."""
    opened = firefox.open_tab()
    opened.goto(served.entrance)
    yield opened
    errors = opened.errors()
    opened.close()
    assert not errors


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_opens(tab: Tab, served: Served, view: str) -> None:
    tab.goto(f"{served.address}/mice/{view}")
    tab.wait_for(ONLINE)
    tab.wait_for('document.querySelector("main").innerText.length > 100')
    assert tab.run('document.querySelector("nav [aria-current]") !== null')
    assert tab.run('document.querySelector("#trouble").hidden')


def test_an_error_in_a_script_would_be_noticed(firefox: Firefox, served: Served) -> None:
    tab = firefox.open_tab()
    tab.goto(served.entrance)
    tab.run("setTimeout(() => { throw new Error('planted'); })")
    tab.run("new Promise(resolve => setTimeout(resolve, 100))")
    assert any("planted" in error for error in tab.errors())
    tab.close()


def test_the_gallery_shows_every_face_and_follows_a_save(tab: Tab, served: Served, cards: Path) -> None:
    tab.goto(f"{served.address}/mice/gallery")
    tab.wait_for(f"{FACES} === 12")
    before = cards.read_bytes()
    try:
        cards.write_bytes(before.replace(b"Nibs,2,", b"Nibs,4,"))
        tab.wait_for('document.querySelector("#grid").innerText.includes("× 4")')
    finally:
        cards.write_bytes(before)
    tab.wait_for('!document.querySelector("#grid").innerText.includes("× 4")')


def test_a_cell_is_edited_and_saved_by_keyboard(tab: Tab, served: Served, cards: Path) -> None:
    before = cards.read_bytes()
    tab.goto(f"{served.address}/mice/table")
    tab.click(cell(2, 5))
    try:
        tab.press("Enter")
        tab.wait_for(EDITOR)
        tab.press("Control+a")
        tab.type("Typed in Firefox.")
        tab.press("Enter")
        tab.wait_for(f"""document.querySelector('{cell(2, 5)}').innerText === "Typed in Firefox." """)
        tab.press("ArrowUp")
        tab.type("x")  # typing replaces the content of the cell
        tab.wait_for(EDITOR)
        tab.press("Escape")
        assert tab.run(f"document.querySelector('{cell(2, 5)}').innerText") == "Typed in Firefox."
        tab.press("Control+s")
        tab.wait_for('document.querySelector("#toasts").innerText.includes("Saved.")')
        assert cards.read_bytes() == before.replace(b"Already nibbled.", b"Typed in Firefox.")
    finally:
        cards.write_bytes(before)


def test_a_file_is_edited_merged_and_saved_by_keyboard(tab: Tab, served: Served) -> None:
    memo = served.folder / "components" / "mice" / "memo.en.toml"
    before = memo.read_text("utf-8")
    tab.goto(f"{served.address}/mice/files?file=components/mice/memo.en.toml")
    tab.wait_for('document.querySelector("#problem-count").innerText === "No problems"')
    tab.click("#text")
    try:
        tab.press("Control+Home")
        tab.type("nonsense = 1\n")
        tab.wait_for('document.querySelector("#problem-list .where")?.innerText === "Line 1"')
        assert tab.run('document.querySelector("#text").getAttribute("aria-invalid")') == "true"
        tab.press(*["Backspace"] * len("nonsense = 1\n"))
        tab.type("# Typed in Firefox.\n")
        tab.wait_for('document.querySelector("#problem-count").innerText === "No problems"')
        memo.write_text(f"{before}# Written by another program.\n", "utf-8")
        tab.wait_for('document.querySelector("#text").value.includes("another program")')
        assert tab.run('document.querySelector("#state").innerText') == "Not saved"
        tab.goto(f"{served.address}/mice/files?file=components/mice/memo.en.toml")  # the draft is found again
        tab.wait_for('document.querySelector("#state").innerText === "Not saved"')
        tab.press("Control+s")
        tab.wait_for('document.querySelector("#state").innerText === "Saved"')
        assert memo.read_text("utf-8") == f"# Typed in Firefox.\n{before}# Written by another program.\n"
    finally:
        memo.write_text(before, "utf-8")


def test_keys_open_and_close_the_help_and_change_the_page(tab: Tab, served: Served) -> None:
    tab.goto(f"{served.address}/mice/hand")
    tab.wait_for(ONLINE)
    tab.press("Tab")
    assert tab.run('document.activeElement.classList.contains("skip")')
    tab.press("?")
    tab.wait_for('document.querySelector("#keys-help").open')
    tab.press("Escape")
    tab.wait_for('!document.querySelector("#keys-help").open')
    tab.press("2")
    tab.wait_for('document.body.classList.contains("view-checks")')


def test_a_browser_without_the_key_is_refused(firefox: Firefox, served: Served) -> None:
    tab = firefox.open_tab()
    tab.goto(f"{served.address}/mice/gallery")
    tab.wait_for('document.querySelector("h1")?.innerText === "This browser has no access"')
    tab.goto(served.entrance)
    tab.wait_for('document.body.classList.contains("view-gallery")')
    assert served.key not in tab.run("location.href")
    assert tab.run("document.cookie") == ""
    tab.goto(f"{served.address.replace('127.0.0.1', 'localhost')}/mice/hand")
    tab.wait_for('document.body.classList.contains("view-hand")')
    tab.close()


def test_a_link_on_another_site_opens_a_page(firefox: Firefox, served: Served, tmp_path: Path) -> None:
    links = tmp_path / "links.html"
    links.write_text(f'<a href="{served.entrance}">in</a> <p><a id="hand" href="{served.address}/mice/hand">hand</a>')
    tab = firefox.open_tab()
    tab.goto(links.as_uri())
    tab.click("a")
    tab.wait_for('document.body.classList.contains("view-gallery")')
    tab.goto(links.as_uri())
    tab.click("#hand")
    tab.wait_for('document.body.classList.contains("view-hand")')
    tab.close()


def test_an_open_page_goes_on_after_a_restart(firefox: Firefox, tmp_path: Path) -> None:
    pnp.start_project("mice", style="classic", start=tmp_path)
    server = Served.start(tmp_path / "mice")
    tab = firefox.open_tab()
    try:
        tab.goto(server.entrance)
        tab.wait_for(f"{FACES} === 12")
        server.stop()
        tab.wait_for(f"!({ONLINE})")
        server = Served.start(tmp_path / "mice", "--port", server.address.rpartition(":")[2])
        tab.wait_for(ONLINE)
        cards = tmp_path / "mice" / "components" / "mice" / "cards.csv"
        cards.write_bytes(cards.read_bytes().replace(b"Nibs,2,", b"Nibs,4,"))
        tab.wait_for('document.querySelector("#grid").innerText.includes("× 4")')
        tab.goto(f"{server.address}/mice/hand")
        tab.wait_for('document.body.classList.contains("view-hand")')
    finally:
        tab.close()
        server.stop()
