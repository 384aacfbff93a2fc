"""Boxes of layouts and templates, and edits of their texts."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.errors import Location, PnpError
from pnp.face.layout import LENGTHS, Box, FaceLayout, LayoutFile, read_layout
from pnp.face.layout_edits import (
    AddBox,
    DeleteBox,
    DeleteKey,
    DuplicateBox,
    Edit,
    OrderBox,
    PlaceBox,
    RenameBox,
    SetGround,
    SetKey,
    edit_layout_text,
    split_layout,
)
from pnp.face.template_boxes import MOST_FOUND, find_boxes, move_box
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


# --- properties -------------------------------------------------------------------------------------------------------

LAYOUTS = {
    "card.toml": LAYOUT,
    "like.toml": LIKE,
    "inline.toml": """title = { text = "a # b", box = [1, 2, 3, 4] }  # inline
rules.text = '{name}'
rules.box = [1, 1.50, 20, 3]
units = "cm"
"panel" = {rect="#fff",box=[0,0,1e0,2]}

[ "last" ]
text = \"\"\"
two
lines\"\"\"
box = [1, 1, 1, 1]
[last.colour]
by = "kind"
else = "#333"
# nothing below
""",
    "split.toml": """[one]
rect = "#111"
box = [1,2,3,4]
[two]
rect = "#222"
box = [ 1, 2, 3, 4 ]
[one.stroke]
by = "kind"
else = "#333\"""",
    "empty.toml": "",
    "comment.toml": "# nothing yet",
}
NAMES = ["title", "panel", "body", "rule", "flavour", "rules", "last", "one", "two", "new", "text", "text-2", "title-2"]
name = st.sampled_from(NAMES)
place = st.tuples(*[st.floats(-20, 90)] * 2, *[st.floats(0, 90)] * 2).map(list)
value = st.sampled_from(
    ["a", "", "{name}", 'say "it"', "it's", "two\nlines", "back\\slash", "\x7f\t", "“é”", "#c33", "none", 3, 4.25, 16.0,
     -3, True, [], ["rule"], [1, 2, 3, 4], {"by": "kind", "bird": "#fff", "else": "none"}, {"by": "kind", "bird": 2}]
)  # fmt: skip
edit = st.one_of(
    st.builds(lambda name, box: {"do": "place", "name": name, "box": box}, name, place),
    st.builds(
        lambda name, key, value: {"do": "set", "name": name, "key": key, "value": value},
        name, st.sampled_from(["text", "rect", "size", "colour", "when", "stack", "gap", "stroke", "box", "x y"]),
        value,
    ),
    st.builds(
        lambda name, key: {"do": "unset", "name": name, "key": key}, name, st.sampled_from(["colour", "size", "box"])
    ),
    st.builds(
        lambda kind, name, box, after, stack: {
            "do": "add", "kind": kind, "name": name, "box": box, "after": after, "stack": stack
        },
        st.sampled_from(["text", "rect", "disc", "line"]), st.just("") | name, place | st.none(), st.just("") | name,
        st.sampled_from(["", "", "body"]),
    ),
    st.builds(lambda name, to: {"do": "duplicate", "name": name, "to": to}, name, st.just("") | name),
    st.builds(lambda name, to: {"do": "rename", "name": name, "to": to}, name, name),
    st.builds(lambda name: {"do": "delete", "name": name}, name),
    st.builds(
        lambda name, key, other: {"do": "order", "name": name, key: other}, name, st.sampled_from(["before", "after"]),
        name,
    ),
    st.builds(lambda value: {"do": "ground", "value": value}, st.none() | value),
)  # fmt: skip


TEMPLATE_PARTS = [
    '{{ text("a, b" ~ (1, 2)[0], 1, 2, 3.50, 4, size=3) }}',
    "{{ image(x=1, y=-2, w=3, h=4, file='}}') }}",
    "{% if piece.cost > 3 %}{{- icons(3, 1, 2, 3, 4, icon='coin') -}}{% endif %}",
    '{# {{ rect(9, 9, 9, 9) }} #}{{ rect(1, 2, 3, 4, "#fff") }}',
    "{{ stack([{'text': text(1, 2, 3, 4, 5)}], w, 2, 3, 4) }}",
    '{{ art("a", 5, 6, 0.2) }}',
    '{{ art("a", box=[1, 2, 3, 4]) }}',
    '<rect fill="#fff" x="1" y="2" width="3" height="4"/>',
    "<circle r='3' cy='2' cx='1'/>",
    "{{ rect(h=4, w=3, y=-20, x=100) }}",
    '<ellipse cx="1" cy="2" rx="3" ry="4"></ellipse>',
    '<line x1="5" y1="6" x2="1" y2="2"/>',
    '<!-- <rect x="1" y="2" width="3" height="4"/> --><g transform="scale(2)">{{ disc(1, 2, 3, 4) }}</g>',
]


def loaded(text: str, template: str) -> FaceLayout:
    def read(wanted: str) -> LayoutFile | None:
        found = text if wanted == template else LAYOUTS.get(wanted)
        return None if found is None else LayoutFile(found, Location(wanted))

    return read_layout(template, read)


def parts_of(text: str, touched: set[str]) -> list[str]:
    """Return the parts of a file below headings, except those of some boxes, and the comments that no box has."""
    parts, rest = split_layout(text)
    kept = [part.text.rstrip("\n") for part in parts if part.is_heading and part.name not in touched]
    return kept + [line for part in parts for line in part.gap.splitlines() if line] + rest.splitlines()


@given(template=st.sampled_from(sorted(LAYOUTS)), edits=st.lists(edit, max_size=12))
@settings(deadline=None)
def test_any_edits_leave_a_file_that_loads_with_boxes_where_they_were_put(
    template: str, edits: list[dict[str, Any]]
) -> None:
    def read(wanted: str) -> LayoutFile | None:
        return LayoutFile(LAYOUTS[wanted], Location(wanted)) if wanted in LAYOUTS else None

    text = LAYOUTS[template]
    for each in edits:
        try:
            [parsed] = parse_edits([each])
            made = edit_layout_text(text, [parsed], template, read)
        except PnpError:
            continue
        before = {box.name: box.raw for box in loaded(text, template).boxes}
        layout = loaded(made, template)
        boxes = {box.name: box for box in layout.boxes}
        check_edit(parsed, layout, boxes, before)
        touched = {
            getattr(parsed, key) for key in ("name", "to") if hasattr(parsed, key)
        } | before.keys() ^ boxes.keys()
        touched |= {name for name, raw in before.items() if "stack" in raw} | {"ground"}
        assert sorted(parts_of(made, touched)) >= sorted(parts_of(text, touched))
        if isinstance(parsed, PlaceBox | SetKey | DeleteKey) and parsed.name in before:
            assert all(box.raw == before[other] for other, box in boxes.items() if other != parsed.name)
            assert list(boxes) == list(before)
        text = made


def alone(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of a box except names of other boxes."""
    return {key: value for key, value in raw.items() if key != "stack"}


def near(one: object, other: object) -> bool:
    """Return whether values are the same but for rounded lengths."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near, one, other))
    return one == other or (isinstance(one, int | float) and one == pytest.approx(other, abs=0.0501))


def check_edit(parsed: Edit, layout: FaceLayout, boxes: dict[str, Box], before: dict[str, dict[str, Any]]) -> None:
    """Check that an edit has had its effect; `before` are the keys of the boxes before it."""
    names = [box.name for box in layout.boxes]
    match parsed:
        case PlaceBox(name=name, box=wanted):
            assert boxes[name].raw["box"] == pytest.approx(list(wanted), abs=0.0501)
        case SetKey(name=name, key=key, value=value) if key not in LENGTHS:
            assert boxes[name].raw[key] == value
        case SetKey(name=name, key=key, value=value) if isinstance(value, int | float) and value is not True:
            assert boxes[name].raw[key] == pytest.approx(value * layout.unit, abs=0.001)
        case DeleteKey(name=name, key=key):
            assert boxes[name].raw.get(key) != before[name].get(key) or boxes[name].inherited
        case AddBox(name=name, kind=kind) if name:
            assert boxes[name].kind == kind
            assert boxes.keys() - before.keys() == {name}
        case DuplicateBox(name=name, to=to) if to:
            assert near(alone(boxes[to].raw), alone(before[name]))
        case DeleteBox(name=name):
            assert name not in boxes or boxes[name].inherited
        case RenameBox(name=name, to=to) if name != to:
            assert names == [to if each == name else each for each in before]
            assert alone(boxes[to].raw) == alone(before[name])
        case OrderBox(name=name, before=above, after=below) if name != (above or below):
            stack: list[str] = next((box.raw["stack"] for box in layout.boxes if name in box.raw.get("stack", ())), [])
            order = stack if (above or below) in stack else names
            assert order.index(above or below) - order.index(name) == (1 if above else -1)
            assert set(names) == set(before)
        case SetGround(value=value):
            assert layout.own_ground == (value is not None)


@given(edits=st.lists(edit, max_size=6), mark=st.sampled_from(["", "\ufeff"]))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_line_ends_and_byte_order_marks_stay(project: Project, edits: list[dict[str, Any]], mark: str) -> None:
    plain, dos = LAYOUT, mark + LAYOUT.replace("\n", "\r\n")
    for each in edits:
        try:
            plain = edited(project, each, text=plain)
        except PnpError:
            with pytest.raises(PnpError):
                edited(project, each, text=dos)
        else:
            dos = edited(project, each, text=dos)
            assert dos == mark + plain.replace("\n", "\r\n")


@given(st.text(st.sampled_from(list("{}%#-+ \"'<>/=()[],.019abgrectxywh\n")), max_size=60) | st.text(max_size=30))
def test_any_text_is_read_as_a_template(text: str) -> None:
    for box in find_boxes(text.replace("\r", "")):
        if not box.locked:
            assert box.box is not None
            assert move_box(text, box, box.box) == text


@given(st.lists(st.tuples(st.sampled_from(TEMPLATE_PARTS), place), min_size=1, max_size=8))
@settings(deadline=None)
def test_boxes_of_a_template_are_where_they_were_put(parts: list[tuple[str, list[float]]]) -> None:
    text = "\n".join(part for part, _ in parts) + "\n"
    boxes = find_boxes(text)
    wanted = {at: place for at, (_, place) in enumerate(parts) if at < len(boxes)}
    skeleton = re.sub(r"[-\d.]+", "0", text)
    for at, (x, y, width, height) in wanted.items():
        box = find_boxes(text)[at]
        if box.locked:
            continue
        small = box.shape == "circle" or box.kind == "art"
        width, height = (min(width, height),) * 2 if small else (width, height)
        text = move_box(text, box, (x, y, width, height))
        placed = find_boxes(text)[at].box
        assert placed is not None
        assert placed == pytest.approx((x, y, width, height), abs=0.1001 if box.shape == "line" else 0.0501)
        assert re.sub(r"[-\d.]+", "0", text) == skeleton


@pytest.mark.parametrize(
    "text",
    [
        "{{ text(" * 37_000,
        "{{ " + "text(" * 50_000 + "1" + ")" * 50_000 + " }}",
        '<a "' * 75_000,
        "<!--" * 75_000,
        "<g>" * 50_000 + "</x>" * 35_000,
        "{{ text(1, 2, 3, 4, 5) }}" * 12_000,
    ],
    ids=["open", "nested", "quotes", "comments", "elements", "many"],
)
def test_a_hostile_template_is_searched_in_seconds(text: str) -> None:
    started = time.process_time()
    assert len(find_boxes(text)) <= MOST_FOUND
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"do": "place", "name": "rule", "box": [1, 2, 3, 4]}, "rule is placed by the stack body [E0412]"),
        (
            {"do": "place", "name": "titel", "box": [1, 2, 3, 4]},
            'no box "titel" [E0413]\n  hint: did you mean "title"',
        ),
        ({"do": "place", "name": "title", "box": [1, 2, 3, float("nan")]}, "must be a finite number"),
        ({"do": "set", "name": "title", "key": "siez", "value": 3}, "title.siez is not a known key"),
        ({"do": "set", "name": "title", "key": "size", "value": None}, "must be a text, a number"),
        ({"do": "set", "name": "title", "key": "text", "value": "\ud800"}, "must be a text, a number"),
        ({"do": "set", "name": "title", "key": "align", "value": "middle"}, "title.align must be"),
        ({"do": "unset", "name": "title", "key": "size"}, "has no such key"),
        ({"do": "unset", "name": "title", "key": "text"}, "title has nothing to draw"),
        ({"do": "rename", "name": "title", "to": "panel"}, "panel is already used"),
        ({"do": "rename", "name": "title", "to": "x]\n[y"}, "must be a name of letters"),
        ({"do": "add", "kind": "text"}, "text has no box"),
        ({"do": "add", "kind": "txet"}, "is not a kind of box"),
        ({"do": "order", "name": "title"}, "must be moved before or after another box"),
        ({"do": "ground", "value": []}, "ground must be"),
        ({"do": "paint"}, "does not match any of the expected tags"),
    ],
)
def test_an_edit_that_is_not_possible_is_refused(project: Project, edit: dict[str, Any], message: str) -> None:
    assert message in refusal(project, edit)


def test_inherited_boxes_are_overridden_in_the_units_of_the_layout(project: Project) -> None:
    found = box(project, "title", LIKE, "like.toml")
    assert (found.source, found.keys, found.locked, found.box) == ("card.toml", {}, "", (16, 4, 43, 10))
    moved = {"do": "place", "name": "title", "box": [25.4, 4, 43, 10]}
    made = edited(project, moved, text=LIKE, template="like.toml")
    assert made == LIKE + "\n[title]\nbox = [338, 85, 508, 118]\n"
    assert box(project, "title", made, "like.toml").box == pytest.approx((25.4, 4, 43, 10), abs=0.05)
    again = edited(project, {"do": "delete", "name": "title"}, text=made, template="like.toml")
    assert again == LIKE
    for each in ({"do": "delete"}, {"do": "rename", "to": "x"}, {"do": "order", "before": "panel"}):
        assert "inherited" in refusal(project, {"name": "title", **each}, text=LIKE, template="like.toml")


def test_a_layout_with_problems_is_shown_and_may_be_repaired(project: Project) -> None:
    broken = LAYOUT.replace("size = 6", "size = -6").replace("# size", "size").replace('color = "#333"', "colr = 3")
    found = view(project, broken)
    assert [each.name for each in found.boxes] == ["title", "panel", "body", "rule", "flavour"]
    assert [str(each.where.key_path) for each in found.problems] == ["title.size", "flavour.colr"]
    made = edited(project, {"do": "set", "name": "title", "key": "size", "value": 6}, text=broken)
    assert [str(each.where.key_path) for each in view(project, made).problems] == ["flavour.colr"]
    assert view(project, "[title").problems[0].code == "E0201"
    assert view(project, 'like = "../../../x.toml"').problems[0].code == "E0107"
