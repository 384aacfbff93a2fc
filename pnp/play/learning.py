"""Whether a move reveals hidden information, and so cannot be undone."""

from __future__ import annotations

from random import Random
from typing import Final

from pnp.play.core import State

SAMPLES: Final = 8
"""Number of sampled positions that a move is compared in."""


def reveals_hidden_cards(state: State, action: int, player: int, rng: Random) -> bool:
    """Return whether the action tells the player something about hidden cards.

    It does if it would look different to them in another position that they cannot tell apart from this one.
    """
    after = _observation_after(state, action, player)
    return any(_observation_after(state.determinize(player, rng), action, player) != after for _ in range(SAMPLES))


def _observation_after(state: State, action: int, player: int) -> object:
    tried = state.clone()
    tried.apply(action)
    return tried.observe(player), tried.current(), tried.legal() if tried.current() == player else None
