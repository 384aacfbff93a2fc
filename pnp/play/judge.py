"""What a bot thinks of positions and of actions; each game has its own, or is judged by the lead in points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, ClassVar, Final

from pnp.play.core import OVER, Rules, State

WON: Final = 1000.0
"""What a game that is won is worth beside the points."""


class Judge(ABC):
    """Values positions of one game. Higher is better; all that counts is what a player has more than the others."""

    scale: ClassVar[float]
    """The lead in value that makes a win e times as likely as a loss."""
    own_turn: ClassVar[bool] = False
    """Whether a search ends with the player's own turn: what others do depends on hands that it cannot see."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @abstractmethod
    def value(self, state: State, player: int) -> float:
        """How good any position is for a player."""

    def values(self, state: State) -> list[float]:
        """How good any position is for each player."""
        return [self.value(state, player) for player in range(state.players)]

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """How good the position is for the current player after each of these actions."""
        player = state.current()
        found = []
        for action in legal:
            tried = state.clone()
            tried.apply(action)
            found.append(self.value(tried, player))
        return found

    def recall(self, observation: Any, rng: Random) -> State:
        """A position in which `gains` can be asked for; what is hidden may be dealt or missing."""
        return self.rules.imagine(observation, rng)

    def news(self, state: State) -> int:
        """What the player to act has just drawn and must play on by before a position can be judged; 0 for nothing."""
        return 0

    def settle(self, state: State) -> None:  # noqa: B027 (most judge any position)
        """Play a position that is new to a search on, to where it can be judged well."""

    def forget(self) -> None:  # noqa: B027 (most keep nothing)
        """Drop what was kept for the decision before."""

    def shares(self, state: State) -> list[float]:
        """How likely each player is to win, by the values; at the end who has won."""
        if state.current() == OVER:
            winners = state.winners()
            part = 1 / len(winners)
            return [part if player in winners else 0.0 for player in range(state.players)]
        return odds(self.values(state), self.scale)


def odds(values: Sequence[float], scale: float) -> list[float]:
    """The chance of each value to win when a lead of the scale makes it e times as likely."""
    best = max(values)
    found = [exp((value - best) / scale) for value in values]
    total = sum(found)
    return [each / total for each in found]


class LeadJudge(Judge):
    """Judges any game by its points: for games that bring no judge of their own."""

    scale: ClassVar[float] = 5.0

    def value(self, state: State, player: int) -> float:
        """The lead over the best other player; at the end, who has won comes first."""
        scores = state.scores()
        best = max((score for seat, score in enumerate(scores) if seat != player), default=0)
        return (WON if player in state.winners() else 0.0) + scores[player] - best


def judge_of(rules: Rules) -> Judge:
    """The judge of a game."""
    judge: Judge = rules.parts.make_judge(rules)
    return judge
