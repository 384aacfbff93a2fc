"""Problems as pages show them: what is wrong, where, and what helps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pnp.errors import Problem, shortened
from pnp.resources import Located

MOST: Final = 50
"""Of more problems their number is told."""


def list_problems(game: Located | None, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The problems as plain data."""
    return [
        {
            "where": shortened(each.where),
            "expected": shortened(each.expected),
            "found": shortened(each.found),
            "hint": shortened(each.hint, 2000),
        }
        for each in list(problems)[:MOST]
    ]
