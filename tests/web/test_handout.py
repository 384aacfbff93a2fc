"""The gallery as one file: opened from the disk without a network, everything is in it, and works by touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import pnp
from pnp.errors import LayoutError, PressError, RenderError, SpecError
from pnp.project.folders import Project
from tests.cli.command import Command
from tests.own_fonts import LATIN, write_font

INSIDE = ("file:", "data:", "blob:")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one picture, its own font, and a title that would end a script element."""
    root = tmp_path_factory.mktemp("handout")
    pnp.start_project("mice", style="classic", start=root)
    home = root / "mice"
    write_font(home / "fonts" / "boxes.ttf", "Boxes", LATIN)
    Image.effect_mandelbrot((400, 300), (-2, -1, 1, 1), 50).convert("RGB").save(home / "components/mice/scene.png")
    template = home / "templates/mice/card.svg.j2"
    shown = '{{ image("scene.png", 8, 50, 20, 15) }}{{ text("Boxes", 30, 50, 25, 8, size=5, font="Boxes") }}'
    text = template.read_text("utf-8").replace("{# 7.", f"{shown}{{# 7.", 1)
    template.write_text(text, "utf-8")
    spec = home / "components/mice/game.toml"
    spec.write_text(re.sub('(?m)^title = "Mice"', 'title = "Mice </script><b>&"', spec.read_text("utf-8")), "utf-8")
    return home


@pytest.fixture(scope="module")
def html(folder: Path) -> Path:
    return pnp.write_gallery("mice", folder / "out.html", start=folder).path


@pytest.fixture
def tablet(browser: Browser, html: Path) -> Iterator[Page]:
    """The file on a tablet without a network; whatever is asked for outside of it is a failure."""
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True, offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.extend([said.text] * (said.type == "error")))
    page.on("request", lambda asked: wrong.extend([asked.url] * (not asked.url.startswith(INSIDE))))
    page.goto(html.as_uri())
    yield page
    context.close()
    assert not wrong


@pytest.mark.slow
def test_pieces_are_found_enlarged_and_flipped_by_touch(tablet: Page) -> None:
    expect(tablet.locator("h1")).to_have_text("Mice </script><b>&")
    expect(tablet.locator("#summary")).to_have_text("12 designs, 27 pieces")
    first = tablet.locator("#grid figure").first
    expect(first.locator(".caption")).to_contain_text("× 3")
    expect(first.locator(".face text").first).to_be_visible()
    tablet.fill("#search", "silver")
    expect(tablet.locator("#grid figure:not(.gone)")).to_have_count(1)
    tablet.fill("#search", "")
    first.tap()
    large = tablet.locator("#large")
    expect(tablet.locator("#large-name")).to_have_text("Pip")
    front = tablet.locator("#large-face .face").inner_html()
    large.locator(".stage").tap()
    assert tablet.locator("#large-face .face").inner_html() != front
    for kind, x in (("pointerdown", 500), ("pointerup", 300)):
        large.locator(".stage").dispatch_event(kind, {"clientX": x, "clientY": 400, "isPrimary": True})
    expect(tablet.locator("#large-name")).to_have_text("Nibs")
    tablet.keyboard.press("Escape")
    expect(large).to_be_hidden()
    tablet.select_option("#side", "back")
    expect(first.locator(".face")).to_contain_text("Mice")
    tablet.click("#theme")
    expect(tablet.locator("html")).to_have_attribute("data-theme", re.compile("dark|light"))


@pytest.mark.slow
def test_true_size_is_what_was_measured(tablet: Page) -> None:
    tablet.click("#true-size")
    tablet.locator("#bank-width").fill("428")  # 5 pixels to the mm
    tablet.click("#calibrate button[value=keep]")
    expect(tablet.locator("#grid pnp-face").first).to_have_css("width", "315px")


WORD_GAPS = """texts => texts.flatMap(text => {
  const words = [...text.querySelectorAll("tspan")];
  const at = word => Number(word.getAttribute("x")), size = Number(text.getAttribute("font-size"));
  return words.slice(1).map((word, n) => (at(word) - at(words[n]) - words[n].getComputedTextLength()) / size);
})"""
"""How far words begin from the end of the space before them, in em."""


@pytest.mark.parametrize("scale", [1, 2])
def test_words_stay_apart_on_any_screen(browser: Browser, tmp_path: Path, scale: int) -> None:
    """Chromium rounds the widths of small letters, and ran words together: TheImperiaEgg."""
    html = pnp.write_gallery("cotcotcollec", tmp_path / "egg.html", lang="en", only=["egg"]).path
    context = browser.new_context(device_scale_factor=scale)
    page = context.new_page()
    page.goto(html.as_uri())
    texts = page.locator("#grid .face text")
    expect(texts.first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert "The Imperial Egg" in texts.all_text_contents()
    gaps = texts.evaluate_all(WORD_GAPS)
    context.close()
    assert len(gaps) >= 6
    assert max(map(abs, gaps)) < 0.03, gaps


def test_pictures_and_letters_are_in_it_once(tablet: Page, html: Path) -> None:
    text = unescape(html.read_text("utf-8"))
    assert text.count("data:image/") == 1
    assert "script-src 'sha256-" in text
    assert text.count("<script") == 2
    shown = tablet.locator("#grid .face image")
    expect(shown.nth(1)).to_be_visible()
    (address,) = set(shown.evaluate_all("images => images.map(image => image.href.baseVal)"))
    assert address.startswith("blob:")
    size = "async address => { const at = new Image(); at.src = address; await at.decode(); return at.naturalWidth; }"
    assert tablet.evaluate(size, address) == 400
    status = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
    tablet.wait_for_function(f"() => {status}.length >= 5")
    families = set(tablet.evaluate(status))
    assert {"Source Sans Pro", "Fredoka One"} < families
    assert any(family.startswith("pnp") for family in families)
    assert all(len(font) < 60_000 for font in re.findall(r"font/woff2;base64,([^\"]+)", text))


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes_and_small_pictures_a_smaller_file(folder: Path, html: Path) -> None:
    again = pnp.write_gallery("mice", folder / "again.html", start=folder)
    assert again.path.read_bytes() == html.read_bytes()
    assert (again.designs, again.pieces, again.faces, again.pictures) == (12, 27, 13, 1)
    small = pnp.write_gallery("mice", folder / "small.html", max_dpi=72, start=folder)
    assert small.size_bytes < again.size_bytes - 20_000


def test_what_is_wrong_is_said_and_the_earlier_file_stays(copied: Project, tmp_path: Path) -> None:
    out, earlier = tmp_path / "out.html", '<meta name="generator" content="pnp 0.1">earlier'
    out.write_text(earlier, "utf-8")
    with pytest.raises(LayoutError, match=r"^--max-dpi must be from 72 to 2400 dots per inch, not 10 \[E1201\]"):
        pnp.write_gallery("lowtide", out, max_dpi=10, start=copied.root)
    with pytest.raises(SpecError):
        pnp.write_gallery("lowtide", out, only=["nonsense"], start=copied.root)
    (copied.templates / "lowtide" / "shell.svg.j2").write_text("{{ piece.nmae }}", "utf-8")
    with pytest.raises(RenderError):
        pnp.write_gallery("lowtide", out, start=copied.root)
    assert out.read_text("utf-8") == earlier


def test_a_file_that_pnp_did_not_write_is_not_overwritten(copied: Project, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    out.write_text("<p>mine</p>", "utf-8")
    with pytest.raises(PressError, match=r"out.html is not a page that pnp wrote \[E0108\]"):
        pnp.write_gallery("lowtide", out, only=["shells"], start=copied.root)
    assert out.read_text("utf-8") == "<p>mine</p>"


def test_the_command_writes_beside_the_sheets_and_says_how_large_it_is(pnp: Command, copied: Project) -> None:
    code, out, err = pnp("gallery", "lowtide", "--lang", "en", "--only", "shells", "--title", "Test", cwd=copied.root)
    assert (code, err) == (0, "")
    path = copied.root / "output" / "lowtide" / "lowtide_en_full.html"
    found = re.fullmatch(r"output/lowtide/lowtide_en_full.html  (\d+) kB: 3 designs, 13 pieces, .*\n", out)
    assert found, out
    assert int(found[1]) == round(path.stat().st_size / 1000)
    assert "<title>Test</title>" in path.read_text("utf-8")
    code, _, err = pnp("gallery", "lowtide", "--html", copied.root, cwd=copied.root)
    assert code == 1
    assert err.startswith(f"{copied.root} cannot be written: ")
