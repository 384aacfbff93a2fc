"""Numbers that a memo can use, by name: counted in the spec, or constants of the engine's rules.

| name | meaning |
| --- | --- |
| `players.min` `players.max` `minutes` `age` | top-level keys of the spec |
| `count.<deck>` `kinds.<deck>` | number of pieces in a deck; number of its rows |
| `count.<deck>.<column>.<value>` `kinds.<deck>.<column>.<value>` | the same, for rows with that value |
| `count.<deck>.id.<row>` | copies of one row |
| `<column>.<deck>.<row>` | the number in a cell |
| `box.<n>` | count of the n-th entry of the box |
| `figure.<name>.<fact>` | a number of the position in a figure, from the engine |
| any other | `[numbers]` of the spec, or the facts of the engine's rules |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value
from pnp.play.registry import find_game_module
from pnp.project.folders import SPEC_FILE, Project
from pnp.spec.model import ColumnType, Deck, Game

if TYPE_CHECKING:
    from pnp.memo.tableau import Tableau
    from pnp.play.core import Rules

Facts = Mapping[str, int]
"""Integers by name."""

_TERM: Final = re.compile(r"\s+([+*-])\s+")
NAME: Final = re.compile(r"[A-Za-z0-9_.-]+")
MOST_TERMS: Final = 8
"""Maximum number of names in an expression."""


def gather_facts(project: Project, game: Game) -> Facts:
    """Return every number of a game's spec and engine; raise SpecError if they contradict each other."""
    rules = find_rules(project, game)
    constants = {} if rules is None else rules.facts()
    facts = dict(count_facts(game))
    sources = dict.fromkeys(facts, "the spec")
    spec = project.location(project.components / game.id / SPEC_FILE)
    problems: list[Problem] = []
    for source, numbers in (("[numbers]", game.numbers), ("the engine's rules", constants)):
        for name, value in numbers.items():
            if facts.get(name, value) != value:
                where = spec / "numbers" / name if name in game.numbers else Location(game=game.id, detail=name)
                message = f"is {facts[name]} in {sources[name]}, but {value} in {source}"
                problems.append(Problem(where, message, "define it in one place only", code="E0712"))
            facts[name], sources[name] = value, source
    if problems:
        raise SpecError(*problems)
    return facts


def with_figure_facts(facts: Facts, figures: Iterable[Tableau]) -> Facts:
    """Return the numbers together with those of the positions in figures."""
    return {**facts, **{name: number for figure in figures for name, number in figure.facts().items()}}


def count_facts(game: Game) -> Facts:
    """Return the numbers that are counted in the spec."""
    stated = {"minutes": game.minutes, "age": game.age}
    facts: Counter[str] = Counter({"players.min": game.players[0], "players.max": game.players[1]})
    facts.update({name: number for name, number in stated.items() if number is not None})
    facts.update({f"box.{number}": item.count for number, item in enumerate(game.box, 1)})
    for deck in game.decks.values():
        facts.update(_of_deck(deck))
    return facts


def _of_deck(deck: Deck) -> Counter[str]:
    facts: Counter[str] = Counter({f"count.{deck.name}": deck.count, f"kinds.{deck.name}": len(deck.designs)})
    for design in deck.designs:
        facts[f"count.{deck.name}.id.{design.id}"] += design.count
        for column, value in design.fields.items():
            if deck.columns[column].type is ColumnType.INT and isinstance(value, int):
                facts[f"{column}.{deck.name}.{design.id}"] = value
            if not isinstance(value, dict) and NAME.fullmatch(str(value)):
                facts[f"count.{deck.name}.{column}.{value}"] += design.count
                facts[f"kinds.{deck.name}.{column}.{value}"] += 1
    return facts


def presets(project: Project, game: Game) -> list[str]:
    """Return the names of the presets of the engine's rules."""
    rules = find_rules(project, game)
    return [] if rules is None else sorted(rules.presets)


def find_rules(project: Project, game: Game) -> Rules | None:
    """Return the rules of a game, or None; raise SpecError if their code is not allowed to run."""
    module = find_game_module(game.id, project)
    return None if module is None or module.rules is None else module.make_rules(game)


def evaluate(expression: str, facts: Facts, where: Location) -> int:
    """Return the value of names joined by ` + `, ` - ` and ` * `; raise PnpError for an unknown name.

    >>> evaluate("hand * players.max", {"hand": 5, "players.max": 4}, Location())
    20
    """
    names, signs = _TERM.split(expression.strip())[::2], _TERM.split(expression.strip())[1::2]
    if len(names) > MOST_TERMS:
        message = f"an expression can have at most {MOST_TERMS} numbers"
        raise PnpError(Problem(where, message, found=quote_value(expression), code="E0704"))
    values = [_value(name, facts, where) for name in names]
    total, product, sign = 0, values[0], 1
    for operator, value in zip(signs, values[1:], strict=True):
        if operator == "*":
            product *= value
        else:
            total += sign * product
            product, sign = value, 1 if operator == "+" else -1
    return total + sign * product


def _value(name: str, facts: Facts, where: Location) -> int:
    if not NAME.fullmatch(name):
        hint = "join names with +, - or *, with a space on either side; there are no other operators"
        message = f"{quote_value(name)} is not the name of a number" if name else "the name of a number is missing"
        raise PnpError(Problem(where, message, hint, code="E0704"))
    if name not in facts:
        begin = name.partition(".")[0]
        near = [other for other in facts if other.partition(".")[0] == begin] or [
            other for other in facts if not other.startswith(("count.", "kinds.", "box."))
        ]
        message = f"there is no number named {quote_value(name)}"
        raise PnpError(Problem(where, message, did_you_mean(sorted(near)[:40], name), code="E0704"))
    return facts[name]
