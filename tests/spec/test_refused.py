"""Refused values: pydantic's errors as problems, with location, message, hint and code."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from pnp.errors import PREDICATES, Location, Problem
from pnp.spec.load import problems_of_validation
from pnp.spec.model import Game

FILE = Location("components/mine/game.toml")
DECK = {"name": "cards", "title": {"en": "Cards"}, "size": [63, 88], "front": "card.svg.j2", "designs": []}
STANDEE = {"kind": "standee", "back": "x"}


def problems(spec: dict[str, Any]) -> list[Problem]:
    with pytest.raises(ValidationError) as caught:
        Game.model_validate({"id": "mine", "title": {"en": "Mine"}, "decks": {"cards": DECK}} | spec)
    return problems_of_validation(caught.value, FILE, lambda _: ["front", "back"])


@pytest.mark.parametrize(
    ("spec", "key", "said", "code"),
    [
        ({"age": "x"}, "age", 'must be a whole number, not "x"', "E0204"),
        ({"age": 100}, "age", 'must be at most 99, not "100"', "E0204"),
        ({"strict": 1}, "strict", 'must be true or false, not "1"', "E0204"),
        ({"box": 3}, "box", 'must be a list, not "3"', "E0204"),
        ({"box": [{}]}, "box[1].name", "is missing", "E0203"),
        ({"decks": {}}, "decks", 'must have at least 1 item, not "{}"', "E0204"),
        (
            {"sizes": {"Big": [9, 9]}},
            "sizes.Big",
            'must be a name of lowercase letters, digits, - and _, not "Big"',
            "E0111",
        ),
        ({"styles": {"a": {"font": []}}}, "styles.a.font", 'must be a text or a list of texts, not "[]"', "E0204"),
        (
            {"styles": {"a": {"font": ["A", 3]}}},
            "styles.a.font",
            "must be a text or a list of texts, not \"['A', 3]\"",
            "E0204",
        ),
        ({"styles": {"a": {"size": 0}}}, "styles.a.size", 'must be more than 0, not "0"', "E0204"),
        ({"styles": {"a": {"weight": "fat"}}}, "styles.a.weight", 'must be one of normal, bold, not "fat"', "E0204"),
        ({"icons": {"a b": "coin"}}, "icons", 'has the key "a b", which contains a space, *, \\ or a brace', "E0204"),
        ({"icons": {"a": ""}}, "icons", 'must name a drawing for "a"', "E0204"),
        ({"text": {"a": {"en": 3}}}, "text.a", 'must have a text in quotes for "en"', "E0209"),
        ({"text": {"a": {"en": "\a"}}}, "text.a", 'has a control character in its "en" text', "E0204"),
        ({"rule": {}}, "rule", "must be a list of rules", "E0204"),
    ],
)
def test_a_value_that_is_refused(spec: dict[str, Any], key: str, said: str, code: str) -> None:
    problem, *others = problems(spec)
    assert all(other.where.key.startswith("box[1].") for other in others), "one value, one problem"
    assert (problem.where, problem.said, problem.code) == (FILE.at(key=key), said, code)


@pytest.mark.parametrize(
    ("deck", "said", "code"),
    [
        ({"kind": "pad", "back": "x"}, "is a pad, which cannot have a back", "E0205"),
        ({"kind": "standee"}, "is a standee, which needs a back", "E0205"),
        ({"foot": 3}, "has a foot but is not a standee", "E0205"),
        ({"leaves": 3}, "has leaves but is not a pad", "E0205"),
        ({"fold": True}, "has fold, which needs rectangular pieces with a back", "E0205"),
        ({"shape": "circle"}, "is a circle, which cannot be 63 × 88 mm", "E0204"),
        ({"shape": "hex"}, "is a hex, which cannot be 63 × 88 mm", "E0204"),
        ({"shape": "circle", "size": [9, 9], "corner": 3}, "has rounded corners but is not a rect", "E0205"),
        ({"corner": 40}, "has corners too large for 63 × 88 mm", "E0204"),
        ({"cut": "outline"}, 'has cut = "outline" but no outline', "E0205"),
        (
            STANDEE | {"corner": 3},
            "is a standee, which must be a rect with sharp corners or have an outline",
            "E0205",
        ),
    ],
)
def test_a_deck_that_is_refused(deck: dict[str, Any], said: str, code: str) -> None:
    [problem] = problems({"decks": {"cards": DECK | deck}})
    assert (problem.where, problem.said, problem.code) == (FILE.at(key="decks.cards"), said, code)
    assert problem.message.startswith(PREDICATES), "one sentence with its location"


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ({"type": "choice"}, 'has type = "choice" but no choices'),
        ({"choices": ["a"]}, 'has choices but not type = "choice"'),
        ({"type": "int", "translated": True}, 'must have type = "text" because it is translated'),
        ({"min": 3, "max": 1}, "has a min of 3, above its max of 1"),
        ({"type": "int", "default": "x"}, 'has the default "x", which the column does not allow'),
    ],
)
def test_a_column_that_is_refused(column: dict[str, Any], said: str) -> None:
    [problem] = problems({"decks": {"cards": DECK | {"columns": {"cost": column}}}})
    assert (problem.where, problem.said) == (FILE.at(key="decks.cards.columns.cost"), said)


def test_an_unknown_key_has_a_hint() -> None:
    [problem] = problems({"decks": {"cards": DECK | {"bakc": "x"}}})
    assert str(problem) == (
        "components/mine/game.toml: decks.cards.bakc is not a known key [E0202]\n"
        '  hint: did you mean "back"? known: front, back'
    )
