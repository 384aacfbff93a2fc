"""Boxes of layouts and templates, and edits of their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import PnpError
from pnp.library.layouts import LayoutView, PlacedBox, edit_layout, parse_edits, placed_boxes
from pnp.project.folders import Project, find_project

GAME = """title = "Boxes"
[decks.cards]
size = "poker"
table = "cards.csv"
front = "card.toml"
"""
CARDS = "id,name,kind\ngull,Gull,bird\ncrab,Crab,shell\n"
LAYOUT = """# A card
ground = "#fdf6e3"   # paper

# the name of the card
[title]
text = '{name}'      # a column
box = [
  16.0, # left
  4, 43, 10,
]
# size = 6

[panel]
rect = { by = "kind", bird = "#d5e2ee", else = "#ddd" }
box = [5, 15, 53, 38]
[body]
stack = ["rule", "flavour"]
box = [5, 55, 53, 23]

[rule]
text = "a rule"

[flavour]
text = "a saying"
color = "#333"
# the end
"""
LIKE = """like = "card.toml"
units = "px@300"
origin = [37.5, 37.5]

[panel]
radius = 0
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    files = {
        "components/boxes/game.toml": GAME, "components/boxes/cards.csv": CARDS, "pnp.toml": "",
        "templates/boxes/card.toml": LAYOUT, "templates/boxes/like.toml": LIKE,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return find_project(tmp_path)


def view(project: Project, text: str = LAYOUT, template: str = "card.toml") -> LayoutView:
    return placed_boxes(project, "boxes", template, text)


def box(project: Project, name: str, text: str = LAYOUT, template: str = "card.toml") -> PlacedBox:
    return next(each for each in view(project, text, template).boxes if each.name == name)


def edited(project: Project, *edits: object, text: str = LAYOUT, template: str = "card.toml") -> str:
    return edit_layout(project, "boxes", template, text, parse_edits(list(edits)))


def refusal(project: Project, *edits: object, text: str = LAYOUT, template: str = "card.toml") -> str:
    with pytest.raises(PnpError) as error:
        edited(project, *edits, text=text, template=template)
    return str(error.value)


def test_a_view_shows_what_the_boxes_are_and_what_they_may_contain(project: Project) -> None:
    found = view(project)
    assert [(each.name, each.kind, each.line, each.lock) for each in found.boxes] == [
        ("title", "text", 5, ""), ("panel", "rect", 13, ""), ("body", "stack", 16, ""),
        ("rule", "text", 20, "stack"), ("flavour", "text", 23, "stack"),
    ]  # fmt: skip
    assert found.boxes[0].box == (16, 4, 43, 10)
    assert found.boxes[1].keys["rect"] == {"by": "kind", "bird": "#d5e2ee", "else": "#ddd"}
    assert found.boxes[3].locked == "placed by the stack body"
    assert [(each.deck, each.side, each.width) for each in found.uses] == [("cards", "front", 63)]
    assert [each.values for each in found.columns if each.name == "kind"] == [("bird", "shell")]
    assert found.ground == "#fdf6e3"
    assert {"size", "align", "colour"} <= {key.name for key in found.kinds["text"]}


def test_a_box_moves_by_its_numbers_alone(project: Project) -> None:
    made = edited(project, {"do": "place", "name": "title", "box": [16, 5.04, 43, 10]})
    assert made == LAYOUT.replace("  4, 43", "  5, 43")
    assert box(project, "title", made).box == (16, 5, 43, 10)


def test_a_box_of_a_template_moves_by_its_numbers_alone(project: Project) -> None:
    text = (
        '{# text(1, 2, 3, 4, 5) #}{{ text("a, (b)", 5, 6.50, w - 10, 8) }}\n{{- rect(1, -2, 3.0, 4, fill="#fff") }}\n'
    )
    text += '<rect x="1" y="{{ w }}" width="3" height="4"/><circle cx="10" r="2" cy="5"/>\n'
    found = view(project, text, "card.svg.j2")
    assert [(each.name, each.box, each.locked) for each in found.boxes] == [
        ("text-1", None, "computed: w - 10"), ("rect-1", (1, -2, 3, 4), ""), ("rect-2", None, "computed: {{ w }}"),
        ("disc-1", (8, 3, 4, 4), ""),
    ]  # fmt: skip
    moves = [
        {"do": "place", "name": "rect-1", "box": [1, 2, 3, 5.5]},
        {"do": "place", "name": "disc-1", "box": [0, 0, 6, 6]},
    ]
    made = edited(project, *moves, text=text, template="card.svg.j2")
    assert made == text.replace("rect(1, -2, 3.0, 4", "rect(1, 2, 3.0, 5.5").replace(
        'cx="10" r="2" cy="5"', 'cx="3" r="3" cy="3"'
    )
    assert "rect-2 cannot be moved: computed" in refusal(
        project, moves[0] | {"name": "rect-2"}, text=text, template="card.svg.j2"
    )
