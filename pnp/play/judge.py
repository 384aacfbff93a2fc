"""Judges: the bots' evaluation of positions and actions; by default the lead in points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, ClassVar, Final

from pnp.play.core import OVER, Rules, State

WIN_BONUS: Final = 1000.0
"""Value of a won game, added to the lead in points."""


class Judge(ABC):
    """An evaluator for the positions of one game: higher is better, and only differences between players matter.

    A game defines `scale` and `value`:

        class SnapJudge(Judge):
            scale = 3.0

            def value(self, state, player):
                return state.scores()[player] + 0.5 * len(state.hands[player])
    """

    scale: ClassVar[float]
    """Lead in value at which a win is e times as likely as a loss."""
    own_turn: ClassVar[bool] = False
    """Whether a search stops at the end of the player's own turn, because hidden hands decide what follows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @abstractmethod
    def value(self, state: State, player: int) -> float:
        """Return the value of a position for a player."""

    def values(self, state: State) -> list[float]:
        """Return the value of a position for each player."""
        return [self.value(state, player) for player in range(state.players)]

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """Return the value for the current player after each of these actions."""
        player = state.current()
        found = []
        for action in legal:
            tried = state.clone()
            tried.apply(action)
            found.append(self.value(tried, player))
        return found

    def recall(self, observation: Any, rng: Random) -> State:
        """Return a position on which `gains` can be called; hidden information may be sampled or missing."""
        return self.rules.imagine(observation, rng)

    def news(self, state: State) -> int:
        """Return a code for what the player to act has just drawn and must act on before evaluation; 0 if nothing."""
        return 0

    def settle(self, state: State) -> None:  # noqa: B027 (optional hook)
        """Play on, in place, from a position that is new to a search until it can be evaluated well."""

    def forget(self) -> None:  # noqa: B027 (optional hook)
        """Clear what was cached for the previous decision."""

    def shares(self, state: State) -> list[float]:
        """Return each player's probability of winning, estimated from the values; exact once the game is over."""
        if state.current() == OVER:
            winners = state.winners()
            part = 1 / len(winners)
            return [part if player in winners else 0.0 for player in range(state.players)]
        return softmax(self.values(state), self.scale)


def softmax(values: Sequence[float], scale: float) -> list[float]:
    """Return a softmax of the values: a lead of `scale` makes a win e times as likely."""
    best = max(values)
    found = [exp((value - best) / scale) for value in values]
    total = sum(found)
    return [each / total for each in found]


class LeadJudge(Judge):
    """An evaluator by score, for games without their own judge."""

    scale: ClassVar[float] = 5.0

    def value(self, state: State, player: int) -> float:
        """Return the lead over the best other player, plus WON for a winner."""
        scores = state.scores()
        best = max((score for seat, score in enumerate(scores) if seat != player), default=0)
        return (WIN_BONUS if player in state.winners() else 0.0) + scores[player] - best


def make_judge(rules: Rules) -> Judge:
    """Make the judge of a game."""
    judge: Judge = rules.parts.make_judge(rules)
    return judge
