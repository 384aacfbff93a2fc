"""The bot protocol, and bots by name (`random`, `greedy`, `search:500`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from pnp.errors import Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.play.bots.greedy import GreedyBot
from pnp.play.bots.random_bot import RandomBot
from pnp.play.bots.search import SearchBot
from pnp.play.core import Observation, Rules, Seed


class Bot(Protocol):
    """A computer player."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Choose one of the legal actions, given what the player may know."""


BotFactory = Callable[[Rules, Random], Bot]
BOTS: Final[dict[str, BotFactory]] = {
    "greedy": GreedyBot,
    "random": lambda rules, rng: RandomBot(rng),
    "search": lambda rules, rng: SearchBot(rules, rng, seconds=DEFAULT_SECONDS),
}
DEFAULT_SECONDS: Final = 1.0
"""Default search budget per move, in seconds."""
SEARCH_NAME: Final = re.compile(r"search:(?:([1-9][0-9]{0,8})|([0-9]{1,4}(?:\.[0-9]{1,6})?)s)")
"""A search bot with an explicit budget per move: iterations (`search:500`) or seconds (`search:0.5s`)."""


def parse_bot(name: str) -> BotFactory:
    """Return a factory for the named bot: random, greedy, search, search:500 (iterations) or search:0.5s.

    Raise SpecError if the name is unknown.
    """
    if name in BOTS:
        return BOTS[name]
    budget = SEARCH_NAME.fullmatch(name)
    if budget is None or (budget[2] and not float(budget[2])):
        hint = did_you_mean([*BOTS, "search:500", "search:0.5s"], name)
        raise SpecError(Problem(option_location("--bots"), f"{quote_value(name)} is not a bot", hint, code="E0909"))
    if budget[1]:
        return lambda rules, rng: SearchBot(rules, rng, iterations=int(budget[1]))
    return lambda rules, rng: SearchBot(rules, rng, seconds=float(budget[2]))


def parse_bots(names: str) -> list[str]:
    """Split a comma-separated list of bot names; raise SpecError if one is unknown."""
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        parse_bot(name)
    return wanted


def is_reproducible(name: str) -> bool:
    """Return whether this bot repeats its moves given the same seed; a time budget makes that impossible."""
    return name != "search" and not name.endswith("s")


def make_bots(rules: Rules, names: str, count: int, seed: Seed) -> list[Bot]:
    """Make one bot per seat, each with its own random stream; the last name fills the remaining seats."""
    makers = [parse_bot(name) for name in parse_bots(names)]
    return [
        makers[min(seat, len(makers) - 1)](rules, Random(f"{seed}:bot:{seat}"))  # noqa: S311
        for seat in range(count)
    ]
