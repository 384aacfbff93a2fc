"""Rules of a designer's own: counted like any others with permission, an error without it, and when they fail."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.check.game import check_game
from pnp.errors import SpecError
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game

RULES = """
from pnp.games.winston.rules import WinstonRules
from pnp.play.registry import GameModule

GAME = GameModule(rules=WinstonRules)
"""


@pytest.fixture
def own(tmp_path: Path) -> Project:
    for kind in ("components", "templates"):
        shutil.copytree(bundled_project().root / kind / "winston", tmp_path / kind / "long-dog")
    (tmp_path / "components" / "long-dog" / "rules.py").write_text(RULES, "utf-8")
    return Project(tmp_path, allow_code=True)


def test_with_permission_they_are_counted(own: Project) -> None:
    report = check_game(own, load_game(own, "long-dog"))
    assert report.census is not None
    assert report.census.ok
    assert report.failures(strict=True) == 0


def test_without_permission_it_is_an_error_and_not_a_failure_of_the_engine(own: Project) -> None:
    closed = replace(own, allow_code=False)
    with pytest.raises(SpecError, match=r"components/long-dog/rules\.py needs your permission to run"):
        check_game(closed, load_game(closed, "long-dog"))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("GAME = GameModule(", r"rules\.py:1 is not Python"),
        ("import nowhere", r"rules\.py:1: ModuleNotFoundError: No module named 'nowhere'"),
        ("GAME = 5", r"rules\.py has no GameModule"),
    ],
)
def test_code_that_does_not_run_is_an_error_with_its_line(own: Project, code: str, message: str) -> None:
    (own.components / "long-dog" / "rules.py").write_text(code, "utf-8")
    with pytest.raises(SpecError, match=message):
        check_game(own, load_game(own, "long-dog"))


def test_rules_that_cannot_take_the_spec_fail(own: Project) -> None:
    code = RULES.replace("rules=WinstonRules", "rules=Torn").replace(
        "\nGAME", "\nclass Torn(WinstonRules):\n    def __init__(self, spec):\n        raise KeyError('dogs')\n\nGAME"
    )
    (own.components / "long-dog" / "rules.py").write_text(code, "utf-8")
    report = check_game(own, load_game(own, "long-dog"))
    assert report.census is not None
    assert [failure.message for failure in report.census.failures] == ["KeyError: 'dogs'"]
