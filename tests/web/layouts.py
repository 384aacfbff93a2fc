"""A game with a layout, and the layout page with it open."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

import pnp
from pnp.errors import Location
from pnp.face.layout import FaceLayout, LayoutFile, read_layout

LAYOUT: Final = "templates/mice/cards.toml"
TEXT: Final = """\
# The cards of the game
ground = "#fdf6e3"

[panel]
rect = { by = "kind", mouse = "#d5e2ee", else = "#f0c48f" }
box = [5, 15, 53, 38]
radius = 3

# the drawing
[picture]
image = "{picture}"
box = [8, 17, 47, 34]   # in the panel

[name]
text = "{name}"
box = [26, 4, 32, 8]
size = 6.4
align = "right"

[body]
stack = ["rule", "saying"]
box = [5, 55, 53, 23]

[rule]
text = "{rule}"
size = 5

[saying]
text = "{saying}"
size = 4
"""
TEMPLATE: Final = "templates/mice/boxes.svg.j2"
TEMPLATE_TEXT: Final = """\
{% extends "face.svg.j2" %}
{% block body %}
{# boxes #}
<rect x="0" y="70" width="63" height="18" fill="#d5e2ee"/>
{{ text(piece.name, 5, 6, 40, 8, size=6) }}
{{ text(piece.saying, 5, 2 * 36, 53, 12, size=4) }}
{% endblock %}
"""


def make_project(folder: Path, name: str = "mice") -> Path:
    """Make a project whose cards have a layout, and return its folder."""
    pnp.start_project(name, with_rules=True, start=folder)
    project = folder / name
    (project / LAYOUT.replace("mice", name)).write_text(TEXT, "utf-8", newline="")
    spec = project / "components" / name / "game.toml"
    text = spec.read_text("utf-8")
    front = next(line for line in text.splitlines() if line.startswith("front = "))
    spec.write_text(text.replace(front, 'front = "cards.toml"'), "utf-8")
    return project


def open_layout(page: Page, asked: str = f"?file={LAYOUT}") -> None:
    """Open the page, and wait until the card is drawn."""
    page.goto(f"/mice/layout{asked}")
    expect(page.locator("#list li").first).to_be_visible()
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until the card shows the text as it is."""
    expect(page.locator("#live")).not_to_have_class("busy")
    expect(page.locator("#face svg.drawn")).to_be_attached()


def box(page: Page, name: str) -> Locator:
    """The outline of a box on the card."""
    return page.locator(f'#boxes [data-name="{name}"]')


def entry(page: Page, name: str) -> Locator:
    """A box in the list."""
    return page.locator(f'#list [data-name="{name}"]')


def scale(page: Page) -> float:
    """Pixels per mm."""
    return float(page.locator("#stage").evaluate("stage => parseFloat(stage.style.getPropertyValue('--mm'))"))


def text(page: Page) -> str:
    """The text that the page has of the file in the text panel."""
    return page.locator("#text").input_value()


def read(content: str) -> FaceLayout:
    """A layout as pnp reads it; an error if it does not load."""
    return read_layout("cards.toml", lambda name: LayoutFile(content, Location(name)) if name == "cards.toml" else None)


def places(content: str) -> dict[str, tuple[float, ...]]:
    """The places of its boxes."""
    return {each.name: each.keys.box for each in read(content).boxes if isinstance(each.keys.box, tuple)}


def drag(page: Page, name: str, dx: float, dy: float, *, alt: bool = True, handle: str = "") -> None:
    """Drag a box, or a handle of it, by a distance in mm; with Alt, so that it does not snap."""
    place = (page.locator(f"#frame .handle.{handle}") if handle else box(page, name)).bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    mm = scale(page)
    page.mouse.move(x, y)
    page.mouse.down()
    if alt:
        page.keyboard.down("Alt")
    page.mouse.move(x + dx * mm / 2, y + dy * mm / 2)
    page.mouse.move(x + dx * mm, y + dy * mm, steps=3)
    page.mouse.up()
    if alt:
        page.keyboard.up("Alt")


def changed(page: Page, before: str) -> str:
    """Wait until the text differs, and return it."""
    expect(page.locator("#text")).not_to_have_value(before)
    return text(page)
