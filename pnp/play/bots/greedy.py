"""Greedy bot: looks one action ahead."""

from __future__ import annotations

from random import Random

from pnp.play.core import Observation, Rules
from pnp.play.judge import make_judge


class GreedyBot:
    """A bot that evaluates every legal action and plays the best one."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rng = rng
        self.judge = make_judge(rules)

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Return the action that leads to the most valuable position; ties go to the first one."""
        if len(legal) == 1:
            return legal[0]
        self.judge.forget()
        gains = self.judge.gains(self.judge.recall(observation, self.rng), legal)
        return legal[gains.index(max(gains))]
