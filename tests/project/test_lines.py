"""Lines of keys: every key of a TOML file is found where it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.project.folders import bundled_project
from pnp.project.lines import find_key_line

SPECS = sorted(bundled_project().components.glob("*/*.toml"))
TEXT = """\
title = "A = [1] # no comment"  # title
text."odd key".en = 'x'
[decks.cards]
size = [
  44, # wide
  68,
]
rule = \"\"\"
size = "in a text" \"\"\"
rows = [{ id = "a" },
        { id = "b", name = { en = "B" } }]
[[box]]
of = ["cards"]
[[box]]
of = ["others"]
[box.where]
kind = "x"
"""


def paths(value: object, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (here := f"{path}.{key}" if path else key)
            yield from paths(inner, here)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield (here := f"{path}[{number}]")
            yield from paths(inner, here)


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("title", 1),
        ("text.odd key.en", 2),
        ("decks.cards", 3),
        ("decks.cards.size", 4),
        ("decks.cards.size[2]", 6),
        ("decks.cards.rule", 8),
        ("decks.cards.rows[2].name.en", 11),
        ("box[1].of", 13),
        ("box[2].of[1]", 15),
        ("box[2].where.kind", 17),
        ("box[2] (others (both)).of", 15),
        ("decks.cards.kind", 3),
        ("title.fr", 1),
        ("nothing", 0),
    ],
)
def test_a_key_is_found_or_what_it_would_stand_in(key: str, line: int) -> None:
    assert find_key_line(key, TEXT) == line
    assert find_key_line(key, TEXT.replace("\n", "\r\n")) == line


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_each_key_of_our_games_stands_in_its_line(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = text.split("\n")
    for key in paths(tomllib.loads(text)):
        line = lines[find_key_line(key, text) - 1]
        last = key.rpartition(".")[2]
        assert last in line or last.endswith("]"), key


def test_a_text_that_is_no_toml_has_the_keys_before_the_mistake() -> None:
    broken = 'a = 1\nb = [1, 2\n[c]\nd = "x'
    assert (find_key_line("a", broken), find_key_line("c", broken)) == (1, 0)
    assert find_key_line("a", "[" * 100_000) == 0
    assert find_key_line("a", "a = " + "[" * 100_000) == 1
