"""What a bot is, and the two simplest: one plays anything, one looks one move ahead."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Final, Protocol

from pnp.engine.core import Observation, Rules, Seed, State
from pnp.errors import Problem, SpecError, known, quoted

Value = Callable[[State, int], float]
"""How good a position is for a player."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """One of the legal actions, from what the player may know."""


class RandomBot:
    """Plays any legal action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Any of them."""
        return self.rng.choice(legal)


class GreedyBot:
    """Tries every action on a position it can imagine, and takes the one that looks best."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        self.value: Value = import_module(f"pnp.engine.bots.{rules.id}").value

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """The action after which its position is worth most; the first of equals."""
        if len(legal) == 1:
            return legal[0]
        state = self.rules.imagine(observation, self.rng)
        player = state.current()
        best, worth = legal[0], float("-inf")
        for action in legal:
            tried = state.clone()
            tried.apply(action)
            value = self.value(tried, player)
            if value > worth:
                best, worth = action, value
        return best


BOTS: Final[dict[str, Callable[[Rules, Random], Bot]]] = {
    "greedy": GreedyBot,
    "random": lambda rules, rng: RandomBot(rng),
}


def make_bots(rules: Rules, names: str, count: int, seed: Seed) -> list[Bot]:
    """So many bots by their names, the last name again where there are too few; each with a stream of its own."""
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in BOTS:
            raise SpecError(Problem("--bots", "the names of bots, by commas", quoted(name), known(BOTS, name)))
    return [
        BOTS[wanted[min(seat, len(wanted) - 1)]](rules, Random(f"{seed}:bot:{seat}"))  # noqa: S311
        for seat in range(count)
    ]
