"""Games by name: their specs and their rules."""

from __future__ import annotations

from pnp.library.places import Name, Start, located
from pnp.play.core import Rules
from pnp.play.registry import find_rules
from pnp.spec.load import load_game as load_spec
from pnp.spec.model import Game


def load_game(game: Name, *, start: Start = None) -> Game:
    """The spec of a game: its decks, box, texts and rules of composition; SpecError with everything that is wrong."""
    return load_spec(*located(game, start))


def find_game(game: Name, *, start: Start = None, allow_code: bool = False) -> Rules:
    """The rules of a game, for its deck as the project has it: deal with `new`, play with `legal` and `apply`."""
    found = located(game, start, allow_code=allow_code)
    return find_rules(load_spec(*found), found.project)
