"""Shapes in a spec: sizes, corners and outlines that can be cut, and what is said of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import Location, SpecError
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.spec.custom_outline import parse_path_data, read_outline
from pnp.spec.load import load_game
from pnp.spec.model import Deck
from tests.shapes import FISH, write_shapes

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">{}</svg>'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return write_shapes(tmp_path, {"fish": 2})


def deck(project: Project, **changes: str) -> Deck:
    """The deck of fish, with some lines of its spec written differently."""
    path = project.components / "shapes" / "game.toml"
    text = path.read_text("utf-8")
    for old, new in changes.items():
        lines = text.splitlines()
        text = "\n".join(new if line.startswith(f"{old} =") else line for line in lines)
        assert new in text
    path.write_text(text, "utf-8")
    return load_game(project, "shapes").decks["fish"]


def drawn(tmp_path: Path, content: str, size: Size = Size(40, 30)) -> Outline:  # noqa: B008
    path = tmp_path / "shape.svg"
    path.write_text(content, "utf-8")
    return read_outline(path, size, Location("shape.svg"))


def test_an_outline_comes_from_an_svg_file_or_from_the_data_of_a_path(project: Project) -> None:
    from_file = deck(project).cut_line()
    from_data = deck(project, outline=f'outline = "{FISH}"').cut_line()
    for one, other in zip(from_file.points, from_data.points, strict=True):
        assert one == pytest.approx(other)


@pytest.mark.parametrize(
    ("content", "box"),
    [
        ('<path d="M10 5 h20 v10 h-20 z"/>', (10, 5, 20, 10)),
        ('<polygon points="10,5 30,5 20,25"/>', (10, 5, 20, 20)),
        ('<ellipse cx="20" cy="15" rx="18" ry="10"/>', (2, 5, 36, 20)),
        ('<circle cx="20" cy="15" r="9"/>', (11, 6, 18, 18)),
        ('<rect x="2" y="3" width="30" height="20" rx="4"/>', (2, 3, 30, 20)),
        ('<path d="M10 15 A10 10 0 0 1 30 15 Q20 30 10 15 Z"/>', (10, 5, 20, 17.5)),
        ('<g transform="translate(10 5)"><path transform="scale(2)" d="M0 0 h10 v10 h-10 z"/></g>', (10, 5, 20, 20)),
        ('<rect width="40" height="30"/><path id="cut" d="M10 5 h20 v10 h-20 z"/>', (10, 5, 20, 10)),
        ('<defs><path d="M0 0 h9 v9 z"/></defs><path d="M10 5 h20 v10 h-20 z"/>', (10, 5, 20, 10)),
        ('<path d="M10 5 h20 v10 h-20 v-10"/>', (10, 5, 20, 10)),
    ],
)
def test_any_shape_can_be_the_outline(tmp_path: Path, content: str, box: tuple[float, ...]) -> None:
    assert drawn(tmp_path, SVG.format(content)).box == pytest.approx(box, abs=0.01)


def test_the_drawing_becomes_as_large_as_the_piece(tmp_path: Path) -> None:
    content = SVG.format('<path d="M10 5 h20 v10 h-20 z"/>')
    assert drawn(tmp_path, content, Size(80, 60)).box == pytest.approx((20, 10, 40, 20))
    inches = content.replace("viewBox", 'width="4in" height="3in" viewBox')
    assert drawn(tmp_path, inches, Size(80, 60)).box == pytest.approx((20, 10, 40, 20))
    shifted = content.replace("0 0 40 30", "10 5 40 30")
    assert drawn(tmp_path, shifted).box == pytest.approx((0, 0, 20, 10))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            SVG.format('<path d="M10 5 h20 v10 h-20"/>'),
            "shape.svg is not a closed line: it ends 10 mm from its start",
        ),
        (
            SVG.format('<path d="M5 5 L30 25 L30 5 L5 25 Z"/>'),
            "must not cross or touch itself, as it does near 17.5, 15 mm",
        ),
        (SVG.format('<path d="M5 5 h30 v20 h-30 z M10 10 h9 v9 h-9 z"/>'), "must be a single line without holes"),
        (SVG.format('<path d="M5 5 h45 v20 z"/>'), "must stay within the piece (40 × 30 mm), not 5 to 50 mm across"),
        (SVG.format('<path d="M5 5 h4 v4 z"/>'), "must be at least 5 mm wide and high, not 4 × 4 mm"),
        (SVG.format('<path d="M5 5 h9 v9 z"/><path d="M9 5 h9 v9 z"/>'), "must have exactly one shape, not 2"),
        (SVG.format("<text>fish</text>"), "has no visible shape"),
        (SVG.format('<path d="M5 5 Z"/>'), "has no line to cut along"),
        (SVG.format('<path d="nonsense"/>'), "has no line to cut along"),
        (
            SVG.replace("40 30", "60 30").format('<path d="M5 5 h9 v9 z"/>'),
            "must have the proportions of a piece of 40 × 30 mm, not 60 × 30 [E0512]\n  hint: size = [40, 20] has",
        ),
        (
            SVG.replace(' viewBox="0 0 40 30"', "").format('<path d="M5 5 h9 v9 z"/>'),
            'needs a viewBox [E0509]\n  hint: for example viewBox="0 0 40 30"',
        ),
        ("no SVG", "shape.svg:1 is not a valid SVG drawing: syntax error"),
        ("<html/>", "shape.svg is not a valid SVG drawing [E0507]"),
        (f'<!DOCTYPE x [<!ENTITY a "b">]>{SVG.format("")}', "must not contain XML entities"),
    ],
)
def test_what_cannot_be_cut_is_refused(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(tmp_path, content)
    [problem] = caught.value.problems
    assert problem.where.file == "shape.svg"
    assert str(caught.value).startswith("shape.svg")
    assert said in str(caught.value)


def test_a_mistake_in_xml_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(tmp_path, SVG.format("\n\n<path>"))
    assert [problem.where for problem in caught.value.problems] == [Location("shape.svg", line=3)]
    assert str(caught.value).startswith("shape.svg:3 is not a valid SVG drawing: mismatched tag")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outline": 'outline = "wish.svg"'}, 'decks.fish.outline: there is no file "wish.svg"'),
        ({"outline": 'outline = "../fish.svg"'}, "decks.fish.outline must be a file"),
        ({"outline": 'outline = "M0 0 L 5 % 5"'}, 'decks.fish.outline must be SVG path data, not "M0 0 L 5 % 5"'),
        ({"outline": "outline = 3"}, 'decks.fish.outline must be an SVG file or SVG path data, not "3"'),
        ({"outline": "corner = 0"}, 'decks.fish has cut = "outline" but no outline'),
        ({"cut": "corner = 0"}, 'hint: add cut = "outline"'),
        ({"cut": 'cut = "laser"'}, "decks.fish.cut must be one of shape, outline"),
        (
            {"cut": 'cut = "outline"\nshape = "circle"', "size": "size = [40, 40]"},
            "must have the proportions of a piece",
        ),
        ({"cut": 'cut = "outline"\nshape = "hex"', "size": "size = [40, 30]"}, "is a hex, which cannot be 40 × 30 mm"),
        ({"cut": 'cut = "outline"\ncorner = 3'}, "has rounded corners but is not a rect"),
        (
            {"cut": 'shape = "circle"\ncorner = 3', "outline": "", "size": "size = [30, 30]"},
            "has rounded corners but is not a rect",
        ),
        ({"cut": "corner = 16", "outline": ""}, "hint: corner is at most 15"),
        ({"cut": "corner = -1", "outline": ""}, "decks.fish.corner must be at least 0"),
        ({"cut": 'shape = "hex"', "outline": ""}, "hint: [40, 34.641] has a flat side up, [40, 46.188] a point"),
        (
            {"cut": "corner = 3", "outline": "", "kind": 'kind = "standee"'},
            "is a standee, which must be a rect with sharp corners",
        ),
        (
            {"kind": 'kind = "standee"'},
            "at least 5 mm along the upper edge of its outline, where it folds; it has none",
        ),
        (
            {"kind": 'kind = "standee"', "outline": 'outline = "M10 0 h8 v10 h4 v-10 h8 v30 h-20 z"'},
            "one straight line of at least 5 mm along the upper edge of its outline, where it folds; "
            "it has one of 8 mm and one of 8 mm",
        ),
        (
            {"kind": 'kind = "standee"\nfoot = 9', "outline": 'outline = "M10 0 h20 v26 L22 30 h-4 L10 26 z"'},
            "at least 5 mm along the lower edge of its outline, where its foot is; it has one of 4 mm",
        ),
    ],
)
def test_a_spec_says_what_is_wrong_with_a_shape(project: Project, changes: dict[str, str], said: str) -> None:
    with pytest.raises(SpecError) as caught:
        deck(project, **changes)
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_a_hex_has_the_side_up_that_its_size_says(project: Project) -> None:
    flat = deck(project, cut='shape = "hex"', outline="", size="size = [40, 34.64]").cut_line()
    assert flat.points[:2] == ((10, 0), (30, 0))
    pointy = deck(project, size="size = [34.64, 40]").cut_line()
    assert pointy.points[0] == (17.32, 0)


@pytest.mark.parametrize("far", ["9" * 30, "1e300", "-9999999"])
def test_handles_far_away_are_named_at_once(far: str) -> None:
    with pytest.raises(SpecError, match="outline has points far outside the piece"):
        parse_path_data(f"M1 1 H20 C 5 {far} 9 9 1 20 Z", Size(40, 40), Location(key="outline"))


@pytest.mark.parametrize("data", ["M0 0 H40 L", "M0 0 A1 1", "M0 0 H40 V Z", "M0 0 C1 1 1 1 1 Z"])
def test_data_that_ends_too_early_is_named(data: str) -> None:
    with pytest.raises(SpecError, match="outline"):
        parse_path_data(data, Size(40, 40), Location(key="outline"))
