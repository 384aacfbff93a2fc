"""Rules by name, each for the spec of its game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pnp.engine.core import Rules
from pnp.errors import Problem, SpecError, known, quoted
from pnp.resources import locate
from pnp.spec.load import load_game
from pnp.spec.model import Game


def load_rules(name: str, start: Path | None = None) -> Rules:
    """The rules of a game with the deck that is found from `start` on: a designer's own copy, or the bundled one."""
    module = f"pnp.engine.games.{name.replace('-', '_')}"
    if not name.replace("-", "_").isidentifier() or find_spec(module) is None:
        raise SpecError(Problem("game", "a game that the engine knows", quoted(name), known(games(), name)))
    [(project, game_id)] = locate([name], start or Path(__file__).parent)
    return make_rules(load_game(project, game_id))


def make_rules(spec: Game) -> Rules:
    """The rules of a game that the engine knows, for the decks of this spec."""
    rules: Rules = import_module(f"pnp.engine.games.{spec.id.replace('-', '_')}").RULES(spec)
    return rules


def games() -> list[str]:
    """The games that the engine knows."""
    return sorted(path.stem for path in (Path(__file__).parent / "games").glob("*.py") if path.stem != "__init__")
