"""What a bot is, and bots by their names."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from pnp.errors import Problem, SpecError, known, quoted
from pnp.location import option
from pnp.play.bots.greedy import GreedyBot
from pnp.play.bots.random_bot import RandomBot
from pnp.play.bots.search import SearchBot
from pnp.play.core import Observation, Rules, Seed


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """One of the legal actions, from what the player may know."""


MakeBot = Callable[[Rules, Random], Bot]
BOTS: Final[dict[str, MakeBot]] = {
    "greedy": GreedyBot,
    "random": lambda rules, rng: RandomBot(rng),
    "search": lambda rules, rng: SearchBot(rules, rng, seconds=SECONDS),
}
SECONDS: Final = 1.0
"""The default budget of a search, a move."""
BUDGET: Final = re.compile(r"search:(?:([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,6})?)s)")
"""A search with its own budget: iterations, or seconds a move."""


def parse_bot(name: str) -> MakeBot:
    """How to make a bot: random, greedy, search, search:500 (iterations) or search:0.5s; SpecError for other names."""
    if name in BOTS:
        return BOTS[name]
    budget = BUDGET.fullmatch(name)
    if budget is None or (budget[2] and not float(budget[2])):
        hint = known([*BOTS, "search:500", "search:0.5s"], name)
        raise SpecError(Problem(option("--bots"), f"{quoted(name)} is not a bot", hint, code="E0909"))
    if budget[1]:
        return lambda rules, rng: SearchBot(rules, rng, iterations=int(budget[1]))
    return lambda rules, rng: SearchBot(rules, rng, seconds=float(budget[2]))


def parse_bots(names: str) -> list[str]:
    """The comma-separated names of bots; SpecError for one that is not known."""
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        parse_bot(name)
    return wanted


def is_reproducible(name: str) -> bool:
    """Whether a bot of this name plays the same again with the same seed: not when its budget is in seconds."""
    return name != "search" and not name.endswith("s")


def make_bots(rules: Rules, names: str, count: int, seed: Seed) -> list[Bot]:
    """As many bots as seats, the last name repeated where there are too few; each with a random stream of its own."""
    makers = [parse_bot(name) for name in parse_bots(names)]
    return [
        makers[min(seat, len(makers) - 1)](rules, Random(f"{seed}:bot:{seat}"))  # noqa: S311
        for seat in range(count)
    ]
