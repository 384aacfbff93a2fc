"""The bot that searches: Monte Carlo tree search over what its player may know.

Every iteration deals what the player has not seen anew and walks down one tree, whose branches are the actions, and
what chance shows with them. A position that is new to the tree is judged, at once or after a few turns that the judge
plays on: nothing is played to the end. Who acts takes what is best for himself: the mean share of the wins so far, plus
an interest that grows with the times that the action could have been taken, and is the greater the better the action
looks by itself and the less it was tried.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from time import process_time
from typing import Final

from pnp.play.core import OVER, Observation, Rules, State
from pnp.play.judge import Judge, judge_of

CURIOUS: Final = 0.3
"""How much interest counts beside what was found."""
SHARP: Final = 0.2
"""How much of a judge's scale makes an action e times as interesting as another."""
WIDE: Final = 12
"""As many actions of a position are looked at: those that look best."""


class Node:
    """What was found out about an action: how often it could be taken and was, and what came of it."""

    __slots__ = ("available", "children", "hopes", "legal", "shares", "tried", "visits", "worthy")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.available = 0
        self.shares = [0.0] * players
        """The sum of what each player got."""
        self.hopes: dict[int, float] = {}
        """How interesting each action is that was judged; 0 for those that are passed over."""
        self.legal: list[int] = []
        """The actions that there were when it was last asked which are worth a look …"""
        self.worthy: list[int] = []
        """… and those that are."""
        self.tried: dict[int, Node] = {}
        """What came of each action, whatever chance showed with it."""
        self.children: dict[tuple[int, int], Node] = {}
        """Where an action led, with what chance showed."""


class SearchBot:
    """Searches for so many iterations, or so many seconds of CPU time."""

    def __init__(self, rules: Rules, rng: Random, iterations: int = 0, seconds: float = 0.0) -> None:
        self.rules, self.rng = rules, rng
        self.iterations, self.seconds = iterations, seconds
        self.judge: Judge = judge_of(rules)
        self.searched = 0
        """How many iterations there were in all."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        """The action that was tried most often; the only one without a thought."""
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
        """Walk down the tree to a position that is new, judge it, and note that all the way up."""
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
        """The action to try: what it gave so far, and how interesting it is."""
        if node.legal != legal:
            self.judge_actions(node, state, legal)
        hopes, tried = node.hopes, node.tried
        mean = node.shares[player] / node.visits if node.visits else 0.5
        best, most = legal[0], -1.0
        for action in node.worthy:
            hope = hopes[action]
            known = tried.get(action)
            if known is None:
                worth = mean + CURIOUS * hope * sqrt(node.visits + 1)
            else:
                known.available += 1
                visits = known.visits
                worth = known.shares[player] / visits + CURIOUS * hope * sqrt(known.available) / (1 + visits)
            if worth > most:
                best, most = action, worth
        return best

    def judge_actions(self, node: Node, state: State, legal: list[int]) -> None:
        """Find out how interesting the actions are that are new here, and which are worth a look."""
        if not node.hopes.keys() >= set(legal):
            gains = self.judge.gains(state, legal)
            best = max(gains)
            least = sorted(gains)[-WIDE] if len(gains) > WIDE else min(gains)
            sharp = SHARP * self.judge.scale
            odds = [exp((gain - best) / sharp) if gain >= least else 0.0 for gain in gains]
            total = sum(odds)
            node.hopes = {action: odd / total for action, odd in zip(legal, odds, strict=True)} | node.hopes
        node.legal = legal
        node.worthy = [action for action in legal if node.hopes[action]] or legal
