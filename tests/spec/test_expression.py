"""Computed columns: what is hostile in an expression is a line, soon, and takes nothing from whoever loads the game."""

from __future__ import annotations

import time

import pytest

from pnp.errors import Problem
from pnp.spec.expression import compute, keep
from pnp.spec.model import Design

ROWS = [Design(id=f"card-{n}", fields={"cost": n, "name": "Fox"}) for n in range(3)]
SOON = 2.0
"""Seconds of our own processor time."""


def problems_of(text: str) -> str:
    problems: list[Problem] = []
    designs, columns = compute(list(ROWS), {"x": text}, "deck", problems)
    assert designs == ROWS
    assert columns == {}
    return "\n".join(map(str, problems))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("('a' * 99999).replace('a', 'b' * 99999)", "soon done, got one that takes too much time or memory"),
        ("'x' * 10**9", "soon done, got a text repeated too often"),
        ("[1]|slice(10**9)|list", "soon done, got a number above 100000"),
        ("'%999999999d' % 1", "soon done, got a text to be filled in with %"),
        ("9 ** 99 ** 9", "soon done, got a power too large"),
        ("(" * 5000 + "1" + ")" * 5000, "hint: it is nested too deeply"),
        ("+".join("1" * 20_000), "hint: it is nested too deeply"),
        ("9" * 5000, "hint: a number of too many digits"),
        ("('9' * 4000)|int * ('9' * 4000)|int", "a value for each row, got a number of too many digits"),
        ("1e999", "a value for each row, got name 'inf' is not defined"),
        ("range(10**18)|list", "a value for each row, got Range too big"),
        ("name.__class__", "soon done, got access to attribute '__class__'"),
        ("cost / 0", "a value for each row, got division by zero"),
    ],
)
def test_a_bomb_is_a_line_and_costs_little(text: str, said: str) -> None:
    began = time.process_time()
    assert said in problems_of(text)
    assert time.process_time() - began < SOON


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.confine.APART", False)
    monkeypatch.setattr("pnp.spec.expression.SECONDS", 0.2)
    assert "soon done, got more than 0.2 seconds for one expression" in problems_of(
        "range(99999)|groupby('real')|list|length"
    )


def test_what_is_picked_at_random_is_the_same_every_time() -> None:
    problems: list[Problem] = []
    wanted = {"x": "range(10000)|random", "y": "range(10000)|random"}
    first, again = (
        [row.fields[name] for row in compute(list(ROWS), wanted, "deck", problems)[0] for name in wanted]
        for _ in range(2)
    )
    assert problems == []
    assert first == again
    assert len(set(first)) == 2 * len(ROWS), "each row, and each column, has its own"


def test_numbers_texts_and_truths_come_back_as_they_are() -> None:
    problems: list[Problem] = []
    wanted = {"twice": "cost * 2", "half": "cost / 2", "dear": "cost > 1", "said": "name ~ '!'", "more": "twice + 1"}
    designs, _ = compute(list(ROWS), wanted, "deck", problems)
    assert problems == []
    assert designs[2].fields == {
        **ROWS[2].fields, "twice": 4, "half": 1.0, "dear": "true", "said": "Fox!", "more": 5,
    }  # fmt: skip
    assert [design.id for design in keep(designs, "cost", "deck", problems)] == ["card-1", "card-2"]
    assert keep(designs, "dear == 'true'", "deck", problems) == designs[2:]
    assert problems == []
