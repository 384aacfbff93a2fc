"""Loading a game's spec or its rules."""

from __future__ import annotations

from pnp.library.places import Name, locate_game
from pnp.options import Start
from pnp.play.core import Rules
from pnp.play.registry import find_rules
from pnp.spec.load import load_game as load_spec
from pnp.spec.model import Game


def load_game(game: Name, *, start: Start = None) -> Game:
    """Load the spec of a game: decks, box, texts and composition rules. Raise SpecError with all problems found.

    For example:

        game = pnp.load_game("winston")
        print(game.title["en"], game.players)
    """
    return load_spec(*locate_game(game, start))


def find_game(game: Name, *, start: Start = None, allow_code: bool = False) -> Rules:
    """Return the rules of a game: `new` deals, and the state it returns has `legal` and `apply`.

    For example:

        rules = pnp.find_game("winston")
        state = rules.new(players=3, seed=1)
        state.apply(state.legal()[0])
    """
    found = locate_game(game, start, allow_code=allow_code)
    return find_rules(load_spec(*found), found.project)
