"""Play one game between bots, from a position to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.play.bots import Bot
from pnp.play.core import OVER, State


def no_observer(state: State, action: int) -> None:
    """Do nothing: the default observer."""


def play_out(state: State, bots: Sequence[Bot], watch: Callable[[State, int], None] = no_observer) -> None:
    """Play a game to its end; `watch` is called with each position and the chosen action before it is played."""
    while (player := state.current()) != OVER:
        action = bots[player].choose(state.observe(player), state.legal())
        watch(state, action)
        state.apply(action)
