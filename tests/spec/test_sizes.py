"""Sizes: as lengths, with units, by a name of the game's own or of the trade's."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

from pnp.errors import SpecError
from pnp.geometry.units import UNITS, Size, read_length, read_size
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.spec.values import MAX_PIECE_SIZE, MIN_PIECE_SIZE, NAME, STANDARD_SIZES, parse_size
from pnp.store.cache import Cache
from tests.examples import examples
from tests.measure import stamped_faces

TOML = "components/lowtide/game.toml"


def with_size(project: Project, deck_size: str, own: str = "[44, 68]") -> Project:
    """The test project with another size of its shells, and of what it names mini; both as TOML."""
    path = project.root / TOML
    text = path.read_text("utf-8").replace('size = "mini"', f"size = {deck_size}")
    path.write_text(text.replace("mini = [44, 68]", f"mini = {own}"), "utf-8")
    return project


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("63x88", (63, 88)),
        ("63 × 88", (63, 88)),
        ("63x88mm", (63, 88)),
        ("63mm X 88mm", (63, 88)),
        ("  6.3cm x 8.8 cm ", (63, 88)),
        ("6,3 x 8,8 cm", (63, 88)),
        ("2.5in x 3.5in", (63.5, 88.9)),
        ("2.5 x 3.5 inches", (63.5, 88.9)),
        ("2.5in x 3.5", (63.5, 88.9)),
        ('2.5" x 3.5"', (63.5, 88.9)),
        ("2.5″×3.5″", (63.5, 88.9)),
        ("180pt x 252pt", (63.5, 88.9)),
        ("2.5in x 88mm", (63.5, 88)),
        (".5in x 20", (12.7, 508)),
    ],
)
def test_a_size_with_units(text: str, size: tuple[float, float]) -> None:
    assert read_size(text) == size
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text",
    ["", "x", "63", "63x", "63x88x2", "-63x88", "1e2x88", "nanxnan", "63x88px", "63 88", "٦٣x٨٨", "6" * 9 + "x9"],
)
def test_what_is_no_size(text: str) -> None:
    assert read_size(text) is None


@given(st.floats(5, 1200), st.sampled_from(sorted(UNITS)))
def test_a_length_is_read_back_to_a_thousandth(mm: float, unit: str) -> None:
    digits = f"{mm / UNITS[unit]:.4f}"
    assert read_length(f"{digits} {unit}") == pytest.approx(float(digits) * UNITS[unit], abs=0.0006)


def test_the_sizes_of_the_trade() -> None:
    """Those that nobody should change by the way; a 63 mm card is 63 mm."""
    assert STANDARD_SIZES["poker"] == (63, 88)
    assert STANDARD_SIZES["poker-us"] == (63.5, 88.9)
    assert STANDARD_SIZES["bridge"] == (57, 89)
    assert STANDARD_SIZES["tarot"] == (70, 120)
    assert STANDARD_SIZES["mini"] == (44, 68)
    assert all(NAME.fullmatch(name) for name in STANDARD_SIZES)
    assert all(MIN_PIECE_SIZE <= side <= MAX_PIECE_SIZE for size in STANDARD_SIZES.values() for side in size)
    assert len(set(STANDARD_SIZES.values())) == len(STANDARD_SIZES), "one size, one name"


@pytest.mark.parametrize(
    ("written", "own", "size"),
    [
        ('"poker"', "[44, 68]", (63, 88)),
        ('"Mini US"', "[44, 68]", (41, 63)),
        ('"2.5in x 3.5in"', "[44, 68]", (63.5, 88.9)),
        ("""'2.5" x 3.5"'""", "[44, 68]", (63.5, 88.9)),
        ("[63.5, 88]", "[44, 68]", (63.5, 88)),
        ('["2.5in", "89 mm"]', "[44, 68]", (63.5, 89)),
        ('"mini"', "[40, 60]", (40, 60)),
        ('"mini"', '"4 x 6 cm"', (40, 60)),
        ('"mini"', '"tarot"', (70, 120)),
    ],
)
def test_what_a_deck_may_say(copied: Project, written: str, own: str, size: tuple[float, float]) -> None:
    game = load_game(with_size(copied, written, own), "lowtide")
    assert game.decks["shells"].size == Size(*size)


@pytest.mark.parametrize(
    ("written", "own", "message"),
    [
        (
            '"pokr"',
            "[44, 68]",
            'decks.shells.size must be a size in mm, a name from sizes, or a standard size, not "pokr"',
        ),
        ('"pokr"', "[44, 68]", 'hint: did you mean "poker"? known: mini, poker, poker-us'),
        ('"pokr"', "[44, 68]", 'for example [63, 88], "2.5in x 3.5in" or "poker"'),
        ('"3 x 88"', "[44, 68]", 'must be a width and a height in mm, each from 5 to 1200, not "3 x 88"'),
        ('"63in x 88in"', "[44, 68]", "each from 5 to 1200"),
        ("63", "[44, 68]", "decks.shells.size must be a width and a height in mm"),
        ("[63, true]", "[44, 68]", "decks.shells.size must be a width and a height in mm"),
        (f"[63, 1{'0' * 400}]", "[44, 68]", "decks.shells.size must be a width and a height in mm"),
        ('["63", "wide"]', "[44, 68]", "decks.shells.size must be a width and a height in mm"),
        ('"mini"', '"tarrot"', 'sizes.mini must be a size in mm, a name from sizes, or a standard size, not "tarrot"'),
        ('"mini"', '"tarrot"', 'did you mean "tarot"?'),
    ],
)
def test_what_is_wrong_is_said_once(copied: Project, written: str, own: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_game(with_size(copied, written, own), "lowtide")
    assert message in str(caught.value)
    assert len(caught.value.problems) == 1


@examples(40)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_anything_is_a_size_or_is_refused(value: object) -> None:
    try:
        size = parse_size(value)
    except PydanticCustomError:
        return
    assert all(MIN_PIECE_SIZE <= side <= MAX_PIECE_SIZE for side in size)


def test_a_card_in_inches_is_that_large_on_paper(copied: Project, tmp_path: Path) -> None:
    project = with_size(copied, '"1.75in x 2.5in"')
    assert tomllib.loads((project.root / TOML).read_text("utf-8"))["decks"]["shells"]["size"] == "1.75in x 2.5in"
    job = Job(Layout(parse_paper("a4"), Sides.FRONTS))
    faces = stamped_faces(print_game(project, "lowtide", job, tmp_path, Cache.for_user()).pdf, 3)
    shells = [face for face in faces if face.piece == "whelk"]
    assert len(shells) == 4
    for face in shells:
        assert sorted((face.width, face.height)) == pytest.approx([44.45, 63.5], abs=0.01)
