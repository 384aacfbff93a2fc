"""The bot that searches: Monte Carlo tree search over what its player may know (information set MCTS with PUCT).

Every iteration deals anew what the player has not seen (a determinization) and walks down one tree, whose branches are
the actions, and what chance shows with them. A position that is new to the tree is evaluated by the judge, at once or
after a rollout of a few turns: nothing is played to the end. The player to act selects what is best for himself by
PUCT: the mean share of the wins so far, plus an exploration term that grows with how often the action was available,
is proportional to the action's prior and shrinks with its visits.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from time import process_time
from typing import Final

from pnp.play.core import OVER, Observation, Rules, State
from pnp.play.judge import Judge, judge_of

C_PUCT: Final = 0.3
"""The weight of exploration beside the mean share of the wins."""
TEMPERATURE: Final = 0.2
"""Of the softmax that makes priors of an action's gains, in scales of the judge."""
BEAM_WIDTH: Final = 12
"""The number of actions of a position that are searched: those with the greatest gains."""


class Node:
    """The statistics of an action: how often it was available and visited, and what came of it."""

    __slots__ = ("available", "candidates", "children", "legal", "priors", "shares", "tried", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.available = 0
        self.shares = [0.0] * players
        """The sum of each player's shares of the wins."""
        self.priors: dict[int, float] = {}
        """The prior of each action that was judged; 0 for those outside the beam."""
        self.legal: list[int] = []
        """The actions that were legal when the candidates were last chosen …"""
        self.candidates: list[int] = []
        """… and those of them that are searched."""
        self.tried: dict[int, Node] = {}
        """What came of each action, whatever chance showed with it."""
        self.children: dict[tuple[int, int], Node] = {}
        """Where an action led, with what chance showed."""


class SearchBot:
    """Searches for a number of iterations, or of seconds of CPU time."""

    def __init__(self, rules: Rules, rng: Random, iterations: int = 0, seconds: float = 0.0) -> None:
        self.rules, self.rng = rules, rng
        self.iterations, self.seconds = iterations, seconds
        self.judge: Judge = judge_of(rules)
        self.searched = 0
        """How many iterations there were in all."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """The action with the most visits; the only one without a search."""
        if len(legal) == 1:
            return legal[0]
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
        self.searched += root.visits
        tried = root.tried
        return max(tried, key=lambda action: (tried[action].visits, tried[action].shares[player]), default=legal[0])

    def iterate(self, root: Node, state: State) -> None:
        """Walk down the tree to a new position, evaluate it, and back the result up to the root."""
        judge, players = self.judge, state.players
        node, path, news, mover = root, [root], 1, state.current()
        while True:
            player = state.current()
            if player == OVER or not (node.visits or news) or (judge.own_turn and player != mover):
                break
            legal = state.legal()
            action = legal[0] if len(legal) == 1 else self.select(node, state, legal, player)
            tried = node.tried.get(action)
            if tried is None:
                tried = node.tried[action] = Node(players)
                tried.available = 1
            state.apply(action)
            path.append(tried)
            news = judge.news(state)
            if news:
                child = node.children.get((action, news))
                if child is None:
                    child = node.children[action, news] = Node(players)
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
        """The candidate with the greatest PUCT score; one without visits has the mean of its parent."""
        if node.legal != legal:
            self.find_candidates(node, state, legal)
        priors, tried = node.priors, node.tried
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
        """Give priors to the actions that are new here, and choose those that are searched."""
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
