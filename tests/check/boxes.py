"""Small games for checks: a deck in memory, with rules."""

from __future__ import annotations

from typing import Any

from pnp.check.composition import check_rules
from pnp.check.report import Verdict
from pnp.spec.model import Game

COLUMNS = {
    "kind": {"type": "choice", "choices": ["shell", "crab", "gull"]},
    "nw": {}, "ne": {}, "se": {}, "sw": {},
    "cost": {"type": "int", "min": 0, "max": 9},
    "weight": {"type": "number"},
    "name": {"translated": True},
}  # fmt: skip


def row(id: str, count: int = 1, **cells: Any) -> dict[str, Any]:
    """A row; what is not named has a plain value."""
    plain = {"kind": "shell", "nw": "a", "ne": "b", "se": "c", "sw": "d", "cost": 1, "weight": 0.1}
    return {"id": id, "count": count, "fields": plain | {"name": {"fr": id, "en": id}} | cells}


def made(rows: list[dict[str, Any]], *rules: dict[str, Any], box: int | None = None) -> Game:
    """A game of one deck, `beach`."""
    title = {"fr": "Plage", "en": "Beach"}
    deck = {
        "name": "beach", "title": title, "kind": "card", "size": [44, 68], "front": "x", "columns": COLUMNS,
        "designs": rows,
    }  # fmt: skip
    says = box if box is not None else sum(row["count"] for row in rows)
    return Game.model_validate(
        {
            "id": "tideless", "title": title, "players": [2, 3], "age": 6, "minutes": 5, "decks": {"beach": deck},
            "box": [{"name": title, "count": says, "of": ["beach"]}],
            "rule": [{"of": "beach"} | rule for rule in rules],
        }
    )  # fmt: skip


def verdict(rows: list[dict[str, Any]], **rule: Any) -> Verdict:
    """What is found of one rule; `is_` is written for `is`."""
    keys = {key.rstrip("_"): value for key, value in rule.items()}
    [found] = check_rules(made(rows, keys))
    return found


def broken(found: Verdict) -> list[tuple[str, float, dict[str, float]]]:
    """Value, number and pieces of every place where a rule is broken."""
    return [(b.value, b.found, {part.piece: part.amount for part in b.parts}) for b in found.breaches]
