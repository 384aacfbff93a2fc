"""Whether a move shows something that was hidden: then it cannot be taken back."""

from __future__ import annotations

from random import Random
from typing import Final

from pnp.play.core import State

TRIES: Final = 8


def reveals(state: State, action: int, player: int, rng: Random) -> bool:
    """Whether the player knows more of the hidden cards after the action than before.

    They do if the action looks different to them in another position that they could not tell from this one.
    """
    after = _seen(state, action, player)
    return any(_seen(state.determinize(player, rng), action, player) != after for _ in range(TRIES))


def _seen(state: State, action: int, player: int) -> object:
    tried = state.clone()
    tried.apply(action)
    return tried.observe(player), tried.current(), tried.legal() if tried.current() == player else None
