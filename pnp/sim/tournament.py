"""Bots against each other: every deal is played in all seatings, so that neither luck nor a seat decides.

The deals are the sample: the games of one deal are alike, so a bot's result in a deal is its mean over the seatings,
and the confidence intervals come from the variance of these means.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from itertools import permutations
from multiprocessing import active_children
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple

from pnp.play.bots.bot import Bot, make_bots
from pnp.play.core import Observation
from pnp.sim.crew import Processes
from pnp.sim.intervals import share_interval
from pnp.sim.match import play_out
from pnp.sim.setup import Setup

FEW: Final = 4
"""Up to this number of players all seatings are played; with more, each bot sits once in each seat."""

FORMAT: Final = {"format": "pnp-tournament", "version": 1}
"""What it calls itself; the version grows when what was there is called otherwise or means something else."""


class Bout(NamedTuple):
    """A game that was played; its lists are by seat."""

    deal: int
    seating: tuple[str, ...]
    shares: list[float]
    """1 for the winner; those who share the win share this."""
    scores: list[int]
    decisions: list[int]
    """Choices among more than one action."""
    seconds: list[float]
    """CPU time for them."""


class Timed:
    """A bot with a clock: its choices, and the CPU time that they took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """What the bot chooses; where there is only one action, no time is taken."""
        if len(legal) == 1:
            return self.bot.choose(observation, legal)
        started = process_time()
        action = self.bot.choose(observation, legal)
        self.seconds += process_time() - started
        self.decisions += 1
        return action


def seatings(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """The ways to seat the bots: all that differ for few players, else the turns round the table."""
    if len(bots) <= FEW:
        return sorted(set(permutations(bots)))
    return list(dict.fromkeys(tuple(bots[turn:]) + tuple(bots[:turn]) for turn in range(len(bots))))


def play_deal(setup: Setup, deal: int) -> list[Bout]:
    """The games of one deal, in all seatings."""
    return [play_seating(setup, deal, seating) for seating in seatings(setup.bots)]


def play_seating(setup: Setup, deal: int, seating: tuple[str, ...]) -> Bout:
    """A deal with these bots at their seats; a seat's bot has the same luck in every seating."""
    rules, seed = setup.rules, f"{setup.seed}:{deal}"
    state = rules.new(setup.players, seed, dict(setup.options))
    bots = [Timed(bot) for bot in make_bots(rules, ",".join(seating), setup.players, seed)]
    play_out(state, bots)
    winners = state.winners()
    shares = [(seat in winners) / len(winners) for seat in range(setup.players)]
    return Bout(deal, seating, shares, state.scores(), [bot.decisions for bot in bots], [bot.seconds for bot in bots])


def play_deals(setup: Setup, deals: int, jobs: int) -> Generator[list[Bout], None, None]:
    """The games of each deal as soon as they are finished, in any order; stopped at once when nobody asks any more."""
    if jobs == 1:
        for deal in range(deals):
            yield play_deal(setup, deal)
        return
    executor = Processes(jobs)
    finished = False
    try:
        for future in as_completed([executor.submit(play_deal, setup, deal) for deal in range(deals)]):
            yield future.result()
        finished = True
    finally:
        executor.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in active_children():
                child.terminate()


@dataclass(frozen=True)
class Standing:
    """How a bot did, at all seats or at one."""

    bot: str
    games: int
    wins: float
    """The share of the games that it won, from 0 to 1; where it has several seats, of each."""
    low: float
    high: float
    """The 95 % confidence interval of that, from the results of the deals."""
    score: float
    margin: float
    """Its points less those of the best other seat, in the mean."""
    decisions: float
    """A game."""
    seconds: float
    """CPU time a decision."""


def standing(bot: str, games: Iterable[Bout], seat: int | None = None) -> Standing:
    """How a bot did in these games, at one seat if it is named."""
    deals: dict[int, list[float]] = {}
    scores, margins, decisions, seconds = [], [], [], []
    for game in games:
        for place, name in enumerate(game.seating):
            if name == bot and seat in (None, place):
                others = game.scores[:place] + game.scores[place + 1 :]
                deals.setdefault(game.deal, []).append(game.shares[place])
                scores.append(game.scores[place])
                margins.append(game.scores[place] - max(others, default=0))
                decisions.append(game.decisions[place])
                seconds.append(game.seconds[place])
    wins, low, high = share_interval([fmean(deals[deal]) for deal in sorted(deals)])
    thought = sum(seconds) / max(1, sum(decisions))
    return Standing(bot, len(scores), wins, low, high, fmean(scores), fmean(margins), fmean(decisions), thought)


def standings(games: Sequence[Bout]) -> list[Standing]:
    """How each bot did, the best first."""
    names = dict.fromkeys(name for game in games for name in game.seating)
    return sorted((standing(name, games) for name in names), key=lambda each: -each.wins)
