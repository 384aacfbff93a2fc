"""Problems as pages show them: what is wrong, where, and what helps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pnp.errors import Problem, shortened
from pnp.place import find_place, read_place
from pnp.resources import Located

MOST: Final = 50
"""Of more problems their number is told."""
LONGEST_HINT: Final = 2_000


def list_problems(game: Located | None, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The problems as plain data; those of a game with their place in its files, as far as it is known."""
    return [_listed(game, each) for each in list(problems)[:MOST]]


def list_place(game: Located, where: str) -> dict[str, Any]:
    """A place as the problems of a game have it."""
    return {"where": shortened(where), "place": read_place(where, game.project).plain()}


def _listed(game: Located | None, problem: Problem) -> dict[str, Any]:
    said = {
        "where": shortened(problem.where),
        "expected": shortened(problem.expected),
        "found": shortened(problem.found),
        "hint": shortened(problem.hint, LONGEST_HINT),
        "code": problem.code,
    }
    return said if game is None else said | {"place": find_place(problem, game.project).plain()}
