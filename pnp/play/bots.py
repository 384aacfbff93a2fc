"""Bots by name: random, greedy, and Monte Carlo tree search over what a player may know (PUCT).

Each iteration samples the hidden information (a determinization) and descends a single tree, whose branches are
actions together with whatever chance reveals. A position that is new to the tree is evaluated by the game's judge,
immediately or after a rollout of a few turns; games are never played out. At each node, the player to act selects the
action with the highest PUCT score: its mean share of the wins so far, plus an exploration term that is proportional to
its prior, grows with how often it was available and shrinks with its visits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import exp, sqrt
from random import Random
from time import process_time
from typing import Final, NamedTuple, Protocol

from pnp.errors import Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.play.core import OVER, Observation, Rules, Seed, State
from pnp.play.judge import Judge, make_judge


class Bot(Protocol):
    """A computer player."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Choose one of the legal actions, given what the player may know."""


class RandomBot:
    """A bot that plays legal actions uniformly at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Return a random legal action."""
        return self.rng.choice(legal)


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


C_PUCT: Final = 0.3
"""Exploration constant: the weight of the exploration term relative to the mean share of the wins."""
TEMPERATURE: Final = 0.2
"""Temperature of the softmax that turns action values into priors, in units of the judge's scale."""
BEAM_WIDTH: Final = 12
"""Maximum number of actions searched per position: those with the highest values."""


class Node:
    """Statistics of one action: availability, visits and results."""

    __slots__ = ("available", "by_action", "by_outcome", "candidates", "legal", "priors", "shares", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.available = 0
        self.shares = [0.0] * players
        """Sum of each player's shares of the wins."""
        self.priors: dict[int, float] = {}
        """Prior of each action evaluated so far; 0 for actions outside the beam."""
        self.legal: list[int] = []
        """Legal actions when the candidates were last chosen."""
        self.candidates: list[int] = []
        """The legal actions that are searched."""
        self.by_action: dict[int, Node] = {}
        """Statistics of each action, whatever chance revealed."""
        self.by_outcome: dict[tuple[int, int], Node] = {}
        """Successor of each action and what chance revealed with it."""


class RankedAction(NamedTuple):
    """An action that was searched."""

    action: int
    visits: float
    """Share of the iterations that tried it."""
    chance: float
    """Mean share of the win, for the player who searched."""


class SearchBot:
    """A bot that searches for a number of iterations or seconds of CPU time per move."""

    def __init__(self, rules: Rules, rng: Random, iterations: int = 0, seconds: float = 0.0) -> None:
        self.rules, self.rng = rules, rng
        self.iterations, self.seconds = iterations, seconds
        self.judge: Judge = make_judge(rules)
        self.total_iterations = 0
        """Total number of iterations, over all moves."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """Return the most visited action; a single legal action is returned without searching."""
        if len(legal) == 1:
            return legal[0]
        ranked = self.rank(observation, legal)
        return ranked[0].action if ranked else legal[0]

    def rank(self, observation: Observation, legal: list[int]) -> list[RankedAction]:
        """Search, and return the actions tried, the most visited first."""
        self.judge.forget()
        start = self.rules.imagine(observation, self.rng)
        player = start.current()
        root = Node(start.players)
        if self.iterations:
            for _ in range(self.iterations):
                self.iterate(root, start.determinize(player, self.rng))
        else:
            end = process_time() + self.seconds
            while process_time() < end:
                self.iterate(root, start.determinize(player, self.rng))
        self.total_iterations += root.visits
        tried = root.by_action.items()
        return [
            RankedAction(action, node.visits / root.visits, node.shares[player] / node.visits)
            for action, node in sorted(tried, key=lambda each: (-each[1].visits, -each[1].shares[player]))
            if node.visits
        ]

    def iterate(self, root: Node, state: State) -> None:
        """Descend to a new position, evaluate it, and back the result up to the root."""
        judge, players = self.judge, state.players
        node, path, news, mover = root, [root], 1, state.current()
        while True:
            player = state.current()
            if player == OVER or not (node.visits or news) or (judge.own_turn and player != mover):
                break
            legal = state.legal()
            action = legal[0] if len(legal) == 1 else self.select(node, state, legal, player)
            tried = node.by_action.get(action)
            if tried is None:
                tried = node.by_action[action] = Node(players)
                tried.available = 1
            state.apply(action)
            path.append(tried)
            news = judge.news(state)
            if news:
                child = node.by_outcome.get((action, news))
                if child is None:
                    child = node.by_outcome[action, news] = Node(players)
                path.append(child)
                node = child
            else:
                node = tried
        judge.settle(state)
        shares = judge.shares(state)
        for node in path:
            node.visits += 1
            sums = node.shares
            for player, share in enumerate(shares):
                sums[player] += share

    def select(self, node: Node, state: State, legal: list[int], player: int) -> int:
        """Return the candidate with the highest PUCT score; an unvisited one starts from its parent's mean."""
        if node.legal != legal:
            self.find_candidates(node, state, legal)
        priors, tried = node.priors, node.by_action
        mean = node.shares[player] / node.visits if node.visits else 0.5
        best, most = legal[0], -1.0
        for action in node.candidates:
            prior = priors[action]
            known = tried.get(action)
            if known is None:
                score = mean + C_PUCT * prior * sqrt(node.visits + 1)
            else:
                known.available += 1
                visits = known.visits
                score = known.shares[player] / visits + C_PUCT * prior * sqrt(known.available) / (1 + visits)
            if score > most:
                best, most = action, score
        return best

    def find_candidates(self, node: Node, state: State, legal: list[int]) -> None:
        """Compute priors for actions that are new to this node, and choose the ones to search."""
        if not node.priors.keys() >= set(legal):
            gains = self.judge.gains(state, legal)
            best = max(gains)
            least = sorted(gains)[-BEAM_WIDTH] if len(gains) > BEAM_WIDTH else min(gains)
            temperature = TEMPERATURE * self.judge.scale
            weights = [exp((gain - best) / temperature) if gain >= least else 0.0 for gain in gains]
            total = sum(weights)
            node.priors = {action: weight / total for action, weight in zip(legal, weights, strict=True)} | node.priors
        node.legal = legal
        node.candidates = [action for action in legal if node.priors[action]] or legal


BotFactory = Callable[[Rules, Random], Bot]
DEFAULT_SECONDS: Final = 1.0
"""Default search budget per move, in seconds."""
BOTS: Final[dict[str, BotFactory]] = {
    "greedy": GreedyBot,
    "random": lambda rules, rng: RandomBot(rng),
    "search": lambda rules, rng: SearchBot(rules, rng, seconds=DEFAULT_SECONDS),
}
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
