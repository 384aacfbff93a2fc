"""Random bot: plays legal actions uniformly at random."""

from __future__ import annotations

from random import Random

from pnp.play.core import Observation


class RandomBot:
    """A bot that plays legal actions uniformly at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Return a random legal action."""
        return self.rng.choice(legal)
