"""The result of one game, as a row of a run's table."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from pnp.sim.setup import Setup

MAX_NUMBER: Final = 2**50
"""Upper limit for any number in a row; no real game comes near it."""


class Row(NamedTuple):
    """A finished game."""

    game: int
    """Its number within the run."""
    first: int
    """The seat that played first."""
    scores: list[int]
    winners: list[int]
    turns: int
    decisions: int
    ending: str
    lead_changes: int
    """How often the sole leader changed, checked after every round of turns and at the end."""
    choices: int
    """Total number of legal actions, over all decisions."""
    most_choices: int
    real_decisions: int
    """Number of decisions with more than one legal action."""
    seconds: float
    """CPU time, in seconds: the only value that varies when the game is played again."""

    @classmethod
    def of(cls, data: Any) -> Row:
        """Build a row from JSON data; raise TypeError or ValueError if the data is invalid."""
        row = cls(*data)
        numbers = (*row[:2], *row.scores, *row.winners, *row[4:6], *row[7:11])
        sound = all(type(number) is int and abs(number) < MAX_NUMBER for number in numbers)
        sound &= isinstance(row.ending, str) and bool(row.scores) and min(row.winners, default=0) >= 0
        if not sound or not isinstance(row.seconds, int | float) or not 0 <= row.seconds < MAX_NUMBER:
            raise ValueError("invalid result of a game")
        return row

    @property
    def margin(self) -> int:
        """Lead of the best winner's score over the best other score; 0 if all players win."""
        others = [score for seat, score in enumerate(self.scores) if seat not in self.winners]
        best = max((self.scores[seat] for seat in self.winners), default=max(self.scores))
        return best - max(others, default=best)

    def canonical(self) -> bytes:
        """Return the row as reproducible bytes, without the time."""
        return json.dumps(self[:-1], separators=(",", ":")).encode()


def columns(setup: Setup) -> list[str]:
    """Return the column names of a table of games."""
    seats = range(1, setup.players + 1)
    return [
        "game", "seed", "options", "players", "first", *(f"bot_{seat}" for seat in seats),
        *(f"score_{seat}" for seat in seats), "winners", "margin", "turns", "decisions", "ending", "lead_changes",
        "choices", "most_choices", "real_decisions", "seconds",
    ]  # fmt: skip


def cells(row: Row, setup: Setup) -> list[Any]:
    """Return a row of that table; seats are counted from 1."""
    return [
        row.game, f"{setup.seed}:{row.game}", " ".join(f"{name}={value}" for name, value in setup.options),
        setup.players, row.first + 1, *setup.seated(row.game), *row.scores,
        " ".join(str(seat + 1) for seat in row.winners), row.margin, row.turns, row.decisions, row.ending,
        row.lead_changes, row.choices, row.most_choices, row.real_decisions, row.seconds,
    ]  # fmt: skip
