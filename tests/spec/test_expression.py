"""Computed columns: a hostile expression is reported quickly, with its line, and harms nothing."""

from __future__ import annotations

import time

import pytest

from pnp.errors import Location, Problem, format_problems
from pnp.spec.expression import compute_columns, filter_rows
from pnp.spec.model import Design

ROWS = [Design(id=f"card-{n}", fields={"cost": n, "name": "Fox"}) for n in range(3)]
DECK = Location(key="deck")
SOON = 2.0
"""Seconds of our own processor time."""


def problems_of(text: str) -> str:
    problems: list[Problem] = []
    designs, columns = compute_columns(list(ROWS), {"x": text}, DECK, problems)
    assert designs == ROWS
    assert columns == {}
    return "\n".join(format_problems(problems))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "('a' * 99999).replace('a', 'b' * 99999)",
            "deck.computed.x takes too much time or memory [E0310]\n  hint: make it simpler",
        ),
        ("'x' * 10**9", "deck.computed.x cannot be evaluated: a text or list is repeated too often"),
        ("[1]|slice(10**9)|list", "deck.computed.x cannot be evaluated: numbers must be at most 100000"),
        ("'%999999999d' % 1", "deck.computed.x cannot be evaluated: texts cannot be formatted with %"),
        ("9 ** 99 ** 9", "deck.computed.x cannot be evaluated: the power is too large"),
        ("(" * 5000 + "1" + ")" * 5000, "deck.computed.x is not a valid expression (it is nested too deeply)"),
        ("+".join("1" * 20_000), "deck.computed.x is not a valid expression (it is nested too deeply)"),
        ("9" * 5000, "deck.computed.x is not a valid expression (a number has too many digits)"),
        (
            "('9' * 4000)|int * ('9' * 4000)|int",
            "cannot be evaluated: a number has too many digits [E0310]\n  on 3 cards",
        ),
        ("1e999", "cannot be evaluated: name 'inf' is not defined [E0310]\n  on 3 cards"),
        ("range(10**18)|list", "cannot be evaluated: Range too big"),
        ("name.__class__", "deck.computed.x cannot be evaluated: access to attribute '__class__'"),
        (
            "cost / 0",
            "deck.computed.x cannot be evaluated: division by zero [E0310]\n  on 3 cards: card-0, card-1, card-2",
        ),
    ],
)
def test_a_bomb_is_a_line_and_costs_little(text: str, said: str) -> None:
    began = time.process_time()
    assert said in problems_of(text)
    assert time.process_time() - began < SOON


def test_each_row_that_cannot_be_evaluated_is_named() -> None:
    problems: list[Problem] = []
    compute_columns(list(ROWS), {"x": "6 // (cost - 1)", "y": "cots + 1"}, DECK, problems)
    assert [(str(problem.where), problem.where.piece, problem.said) for problem in problems] == [
        ("deck.computed.x: card-1", "card-1", "cannot be evaluated: integer division or modulo by zero"),
        *((f"deck.computed.y: {row.id}", row.id, "cannot be evaluated: 'cots' is undefined") for row in ROWS),
    ]
    assert {problem.hint for problem in problems} == {"the row has: id, count, cost, name"}


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.worker.supervisor.USE_WORKERS", False)
    monkeypatch.setattr("pnp.spec.expression.SECONDS", 0.2)
    assert "deck.computed.x cannot be evaluated: one expression took more than 0.2 seconds" in problems_of(
        "range(99999)|groupby('real')|list|length"
    )


def test_what_is_picked_at_random_is_the_same_every_time() -> None:
    problems: list[Problem] = []
    wanted = {"x": "range(10000)|random", "y": "range(10000)|random"}
    first, again = (
        [row.fields[name] for row in compute_columns(list(ROWS), wanted, DECK, problems)[0] for name in wanted]
        for _ in range(2)
    )
    assert problems == []
    assert first == again
    assert len(set(first)) == 2 * len(ROWS), "each row, and each column, has its own"


def test_numbers_texts_and_truths_come_back_as_they_are() -> None:
    problems: list[Problem] = []
    wanted = {"twice": "cost * 2", "half": "cost / 2", "dear": "cost > 1", "said": "name ~ '!'", "more": "twice + 1"}
    designs, _ = compute_columns(list(ROWS), wanted, DECK, problems)
    assert problems == []
    assert designs[2].fields == {
        **ROWS[2].fields, "twice": 4, "half": 1.0, "dear": "true", "said": "Fox!", "more": 5,
    }  # fmt: skip
    assert [design.id for design in filter_rows(designs, "cost", DECK, problems)] == ["card-1", "card-2"]
    assert filter_rows(designs, "dear == 'true'", DECK, problems) == designs[2:]
    assert problems == []
