"""Problems as plain data for pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pnp.errors import LONGEST_HINT, Location, Problem, truncate
from pnp.project.folders import Project
from pnp.project.lines import add_line
from pnp.web.answer_types import ListedProblem, PlainLocation

MOST_PROBLEMS: Final = 50
"""Maximum number of problems in a list."""


def list_problems(
    problems: Iterable[Problem], project: Project | None = None, most: int = MOST_PROBLEMS
) -> list[ListedProblem]:
    """Return problems as plain data; with a project, keys in its files get line numbers.

    `subject` is True if the location is the subject of the message; if not, pages put a colon between them.
    """
    return [
        {
            "where": truncate(str(problem.where)),
            "location": list_location(problem.where, project),
            "message": truncate(problem.said),
            "subject": problem.continues,
            "hint": truncate(problem.hint, LONGEST_HINT),
            "code": problem.code,
        }
        for problem in list(problems)[:most]
    ]


def list_location(where: Location, project: Project | None = None) -> PlainLocation:
    """Return the fields of a location; with a project, a key in its files gets a line number."""
    return (where if project is None else add_line(where, project)).plain()
