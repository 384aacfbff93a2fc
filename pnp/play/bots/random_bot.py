"""The bot that plays anything."""

from __future__ import annotations

from random import Random

from pnp.play.core import Observation


class RandomBot:
    """Plays any legal action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Any of them."""
        return self.rng.choice(legal)
