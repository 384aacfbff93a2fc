"""Places in memos: a problem is shown at the line that it is about, wherever that line stands."""

from __future__ import annotations

import pytest

from pnp.errors import Problem
from pnp.memo.place import find_place

OWN, BASE, FIGURES = (f"components/x/{name}" for name in ("memo-short.en.toml", "memo.en.toml", "figures.toml"))
TEXTS = {
    OWN: 'extends = "memo"\n\n[[section]]\nid = "setup"\nintro = "Other."\n',
    BASE: """\
aim = "win."
[[section]]
id = "setup"
heading = "Set-up of {=count.cards} cards"
steps = [
    "Shuffle.",
    { text = "Deal.", short = "" },
]
points = [["a", "1"], [
    "b", "2"]]

[[aid]]
id = "turn"
use = "setup"
icon = "none"
""",
    FIGURES: '[table]\nview = "all"\n',
}


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (f"{BASE}: aim", (BASE, 1)),
        (f"{BASE}: section setup", (BASE, 2)),
        (f"{BASE}: section setup.steps[2]", (BASE, 7)),
        (f"{BASE}: section setup.points[2][1]", (BASE, 10)),
        (f"{BASE}: section setup: heading", (BASE, 4)),
        (f"{BASE}: section setup.nowhere", (BASE, 2)),
        (f"{BASE}: section[1].steps", (BASE, 5)),
        (f"{BASE}: Set-up of 12 cards", (BASE, 4)),
        (f"{BASE}: aid turn.icon", (BASE, 15)),
        (f"{BASE}: aid turn.steps[1]", (BASE, 6)),
        (f"{OWN}: section setup.intro", (OWN, 5)),
        (f"{OWN}: section setup.steps[1]", (BASE, 6)),
        (f"{FIGURES}: table.view", (FIGURES, 2)),
        (f"{BASE}:7", (BASE, 7)),
        (f"{BASE}: follows", (BASE, 1)),
        ("components/x/game.toml: decks", None),
    ],
)
def test_the_line_of_a_problem(where: str, place: tuple[str, int] | None) -> None:
    assert find_place(Problem(where, "this", "that", code="E0703"), TEXTS) == place


def test_the_heading_that_runs_over_is_found_whatever_its_markup() -> None:
    text = '[[section]]\nid = "end"\nheading = "**Dawn** {owl}"\n'
    assert find_place(Problem(f"{BASE}: Dawn", "a memo that fits", "too much", code="E0703"), {BASE: text}) == (BASE, 3)


@pytest.mark.parametrize(
    ("found", "line"),
    [("a mistake: Invalid value (at line 3, column 5)", 3), ("a mistake: Unclosed array (at end of document)", 6)],
)
def test_a_mistake_in_the_toml_itself(found: str, line: int) -> None:
    assert find_place(Problem(OWN, "TOML", found, code="E0201"), TEXTS) == (OWN, line)
