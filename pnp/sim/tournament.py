"""Tournaments between bots: every deal is played in all seatings, so that neither luck nor seat decides.

The sampling unit is the deal, because games of the same deal are correlated: a bot's result in a deal is its mean over
the seatings, and the confidence intervals come from the variance of these means.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from itertools import permutations
from multiprocessing import active_children
from statistics import fmean
from time import process_time
from typing import Annotated, Any, Final, NamedTuple

from pnp.play.bots import Bot, make_bots
from pnp.play.core import Observation
from pnp.sim.setup import Setup, SetupData
from pnp.sim.simulate import InterruptiblePool
from pnp.sim.statistics import share_interval
from pnp.sim.work import play_out
from pnp.terms import DocumentFormat

MAX_PLAYERS_ALL_SEATINGS: Final = 4
"""Up to this many players all seatings are played; with more, each bot takes each seat once."""

FORMAT: Final[DocumentFormat] = {"format": "pnp-tournament", "version": 1}
"""Format name and version; the version increases when an existing field is renamed or changes its meaning."""


class Bout(NamedTuple):
    """A finished game of a tournament; its lists are by seat."""

    deal: int
    """Number of the deal."""
    seating: tuple[str, ...]
    """Bots, by seat."""
    shares: list[float]
    """Share of the win, by seat: 1 for a single winner, split evenly among several."""
    scores: list[int]
    """Scores, by seat."""
    decisions: list[int]
    """Number of decisions with more than one action, by seat."""
    seconds: list[float]
    """CPU time for them, in seconds, by seat."""


class TimedBot:
    """A bot that measures its number of choices and their CPU time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Return the bot's choice; a single legal action is not timed."""
        if len(legal) == 1:
            return self.bot.choose(observation, legal)
        started = process_time()
        action = self.bot.choose(observation, legal)
        self.seconds += process_time() - started
        self.decisions += 1
        return action


def seatings(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the ways to seat the bots: all distinct permutations for few players, otherwise all rotations.

    >>> seatings(["greedy", "random"])
    [('greedy', 'random'), ('random', 'greedy')]
    """
    if len(bots) <= MAX_PLAYERS_ALL_SEATINGS:
        return sorted(set(permutations(bots)))
    return list(dict.fromkeys(tuple(bots[turn:]) + tuple(bots[:turn]) for turn in range(len(bots))))


def play_deal(setup: Setup, deal: int) -> list[Bout]:
    """Play one deal in all seatings."""
    return [play_seating(setup, deal, seating) for seating in seatings(setup.bots)]


def play_seating(setup: Setup, deal: int, seating: tuple[str, ...]) -> Bout:
    """Play a deal with these bots in their seats; each seat has the same random stream in every seating."""
    rules, seed = setup.rules, f"{setup.seed}:{deal}"
    state = rules.new(setup.players, seed, dict(setup.options))
    bots = [TimedBot(bot) for bot in make_bots(rules, ",".join(seating), setup.players, seed)]
    play_out(state, bots)
    winners = state.winners()
    shares = [(seat in winners) / len(winners) for seat in range(setup.players)]
    return Bout(deal, seating, shares, state.scores(), [bot.decisions for bot in bots], [bot.seconds for bot in bots])


def play_deals(setup: Setup, deals: int, jobs: int) -> Generator[list[Bout], None, None]:
    """Yield the games of each deal as soon as they are finished, in any order.

    Closing the generator stops the remaining games immediately.
    """
    if jobs == 1:
        for deal in range(deals):
            yield play_deal(setup, deal)
        return
    executor = InterruptiblePool(jobs)
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
    """A bot's results, over all seats or in one seat."""

    bot: str
    """Name of the bot."""
    games: int
    """Number of seats played."""
    wins: float
    """Win rate per seat, from 0 to 1."""
    low: float
    """Lower end of its 95% confidence interval, from the results by deal."""
    high: float
    """Upper end of its 95% confidence interval."""
    score: float
    """Mean score."""
    margin: float
    """Mean lead over the best other seat, in points."""
    decisions: float
    """Mean number of decisions per game."""
    seconds: float
    """CPU time per decision, in seconds."""


def bot_standing(bot: str, games: Iterable[Bout], seat: int | None = None) -> Standing:
    """Return a bot's results in these games, or only its results in one seat."""
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
    """Return the results of all bots, best first."""
    names = dict.fromkeys(name for game in games for name in game.seating)
    return sorted((bot_standing(name, games) for name in names), key=lambda each: -each.wins)


class TournamentDocument(DocumentFormat, SetupData):
    """JSON document of a tournament."""

    reproducible: bool
    """Whether the same seed gives the same games."""
    deals: int
    """Number of deals to play, each from every seat."""
    standings: list[Annotated[dict[str, Any], Standing]]
    """Results of each bot, best first."""
    games: list[Annotated[dict[str, Any], Bout]]


def as_document(setup: Setup, played: Sequence[Bout], deals: int) -> TournamentDocument:
    """Return the settings, the standings and every game, for JSON."""
    return {
        **FORMAT,
        **setup.as_data(),
        "reproducible": setup.reproducible,
        "deals": deals,
        "standings": [asdict(each) for each in standings(played)],
        "games": [game._asdict() for game in played],
    }
