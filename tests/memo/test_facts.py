"""Facts: numbers of the rules, whatever the game is called, and only where its code may run."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import pnp.games
from pnp.errors import SpecError
from pnp.memo.facts import gather_facts, presets
from pnp.play import registry
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game

RULES = """
from pnp.games.winston.rules import WinstonRules
from pnp.play.registry import GameModule

GAME = GameModule(rules=WinstonRules)
"""


@pytest.fixture
def hyphened(tmp_path: Path) -> Project:
    """Winston under an id with a hyphen, in a designer's folder."""
    for kind in ("components", "templates"):
        shutil.copytree(bundled_project().root / kind / "winston", tmp_path / kind / "long-dog")
    return Project(tmp_path)


def of_rules(project: Project, name: str) -> dict[str, int]:
    """The facts that only rules tell."""
    game = load_game(project, name)
    facts = gather_facts(project, game)
    return {key: facts[key] for key in facts if key.partition(".")[0] not in ("count", "kinds", "box")}


def test_a_game_without_rules_has_the_numbers_of_its_spec(hyphened: Project) -> None:
    assert of_rules(hyphened, "long-dog").keys() < of_rules(bundled_project(), "winston").keys()
    assert presets(hyphened, load_game(hyphened, "long-dog")) == []


def test_an_installed_game_with_a_hyphen_keeps_its_facts(hyphened: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its package has an underscore instead."""
    package = hyphened.root / "installed" / "long_dog"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from pnp.games.winston import GAME as GAME\n", "utf-8")
    monkeypatch.setattr(pnp.games, "__path__", [*pnp.games.__path__, str(package.parent)])
    registry._installed.cache_clear()
    try:
        assert of_rules(hyphened, "long-dog") == of_rules(bundled_project(), "winston")
    finally:
        registry._installed.cache_clear()
        sys.modules.pop("pnp.games.long_dog", None)


def test_so_does_a_designers_game(hyphened: Project) -> None:
    (hyphened.components / "long-dog" / "rules.py").write_text(RULES, "utf-8")
    allowed = replace(hyphened, allow_code=True)
    assert of_rules(allowed, "long-dog") == of_rules(bundled_project(), "winston")
    game = load_game(allowed, "long-dog")
    assert presets(allowed, game) == presets(bundled_project(), load_game(bundled_project(), "winston"))


def test_rules_without_leave_are_said_and_not_left_out(hyphened: Project) -> None:
    (hyphened.components / "long-dog" / "rules.py").write_text(RULES, "utf-8")
    with pytest.raises(SpecError, match=r"components/long-dog/rules\.py needs your permission to run"):
        gather_facts(hyphened, load_game(hyphened, "long-dog"))
