"""What is kept of a game: one row."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from pnp.sim.setup import Setup

LARGEST: Final = 2**50
"""Points, turns or seconds that a game cannot have."""


class Row(NamedTuple):
    """A game that was played."""

    game: int
    """Its number in the run."""
    first: int
    """The seat that began."""
    scores: list[int]
    winners: list[int]
    turns: int
    decisions: int
    ending: str
    lead_changes: int
    """How often another player than before came to lead alone, looked at after every round of turns and at the end."""
    choices: int
    """The legal actions of all decisions together."""
    most_choices: int
    real_decisions: int
    """The decisions with more than one legal action."""
    seconds: float
    """The processor's time for it: the one thing that is not the same when it is played again."""

    @classmethod
    def of(cls, data: Any) -> Row:
        """The row that was written as this data; TypeError or ValueError for any other data."""
        row = cls(*data)
        numbers = (*row[:2], *row.scores, *row.winners, *row[4:6], *row[7:11])
        sound = all(type(number) is int and abs(number) < LARGEST for number in numbers)
        sound &= isinstance(row.ending, str) and bool(row.scores) and min(row.winners, default=0) >= 0
        if not sound or not isinstance(row.seconds, int | float) or not 0 <= row.seconds < LARGEST:
            raise ValueError("a row that nobody has played")
        return row

    @property
    def margin(self) -> int:
        """By how much the best winner's score is above the best other's; 0 when all win."""
        others = [score for seat, score in enumerate(self.scores) if seat not in self.winners]
        best = max((self.scores[seat] for seat in self.winners), default=max(self.scores))
        return best - max(others, default=best)

    def canonical(self) -> bytes:
        """The row as bytes that are the same whenever the game is; the time is left out."""
        return json.dumps(self[:-1], separators=(",", ":")).encode()


def columns(setup: Setup) -> list[str]:
    """The names of the columns of a table of games."""
    seats = range(1, setup.players + 1)
    return [
        "game", "seed", "options", "players", "first", *(f"bot_{seat}" for seat in seats),
        *(f"score_{seat}" for seat in seats), "winners", "margin", "turns", "decisions", "ending", "lead_changes",
        "choices", "most_choices", "real_decisions", "seconds",
    ]  # fmt: skip


def cells(row: Row, setup: Setup) -> list[Any]:
    """A row of that table; seats are counted from 1, as people do."""
    return [
        row.game, f"{setup.seed}:{row.game}", " ".join(f"{name}={value}" for name, value in setup.options),
        setup.players, row.first + 1, *setup.seated(row.game), *row.scores,
        " ".join(str(seat + 1) for seat in row.winners), row.margin, row.turns, row.decisions, row.ending,
        row.lead_changes, row.choices, row.most_choices, row.real_decisions, row.seconds,
    ]  # fmt: skip
