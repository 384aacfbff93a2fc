"""The result of a game as one row, and counts over many games.

All sums are whole numbers, so they do not depend on the order in which games are added. Wins are counted in units, with
enough units in a win for every share of it to be a whole number.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any, Final, NamedTuple, TypedDict

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


LARGEST_COUNT: Final = 10**60
"""Upper limit for any count; sums of squared win units over all games of a run stay below it."""


def units_per_win(players: int) -> int:
    """Return the number of units in a win with this many players.

    >>> units_per_win(4)
    12
    """
    return lcm(*range(1, players + 1))


def win_units(winners: Sequence[int], players: int) -> list[int]:
    """Return each player's units of the win; all players share it if nobody has won."""
    won = winners or range(players)
    part = units_per_win(players) // len(won)
    return [part if seat in won else 0 for seat in range(players)]


def checked_count(value: object) -> int:
    """Return a whole number read from a file of games; raise ValueError for anything else, or if it is too large."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST_COUNT:
        raise ValueError("invalid count")
    return value


@dataclass
class UsageSums:
    """Uses of one key, summed over games; `seats` is the number of players who used it."""

    uses: int = 0
    games: int = 0
    seats: int = 0
    wins: int = 0
    """Win units of the players who used it."""
    seats_squared: int = 0
    wins_squared: int = 0
    seats_wins: int = 0
    uses_squared: int = 0
    """The last four are sums of products per game, because players of one game are not independent."""

    def add(self, uses: int, seats: int, wins: int) -> None:
        """Count a game in which it was used."""
        self.uses += uses
        self.games += 1
        self.seats += seats
        self.wins += wins
        self.seats_squared += seats * seats
        self.wins_squared += wins * wins
        self.seats_wins += seats * wins
        self.uses_squared += uses * uses

    def numbers(self) -> list[int]:
        """Return all sums, in order."""
        return [
            self.uses, self.games, self.seats, self.wins, self.seats_squared, self.wins_squared, self.seats_wins,
            self.uses_squared,
        ]  # fmt: skip

    def merge(self, numbers: Sequence[int]) -> None:
        """Add the sums of other games."""
        (
            self.uses, self.games, self.seats, self.wins, self.seats_squared, self.wins_squared, self.seats_wins,
            self.uses_squared,
        ) = (mine + more for mine, more in zip(self.numbers(), numbers, strict=True))  # fmt: skip


class TallyData(TypedDict):
    """A tally, for JSON."""

    things: dict[str, list[int]]
    """For each card, tile, action and rule: uses, games, players who used it, units they won, then sums of products for
    the statistics. `usage.csv` has them with names.
    """
    choices: list[list[int]]
    """Each number of legal actions, and how many decisions had it."""


@dataclass
class Tally:
    """Usage and choices, counted over some games."""

    things: dict[str, UsageSums] = field(default_factory=dict)
    choices: Counter[int] = field(default_factory=Counter)
    """Number of decisions by number of legal actions."""

    def add(self, used: Sequence[Mapping[str, int]], won: Sequence[int]) -> None:
        """Count a game: how often each player used each key, and each player's units of the win."""
        found: dict[str, list[int]] = {}
        for mine, wins in zip(used, won, strict=True):
            for key, times in mine.items():
                sums = found.get(key)
                if sums is None:
                    found[key] = [times, 1, wins]
                else:
                    sums[0] += times
                    sums[1] += 1
                    sums[2] += wins
        for key, (uses, seats, wins) in found.items():
            thing = self.things.get(key)
            if thing is None:
                thing = self.things[key] = UsageSums()
            thing.add(uses, seats, wins)

    def merge(self, other: Tally) -> None:
        """Add the counts of other games."""
        for key, uses in other.things.items():
            self.things.setdefault(key, UsageSums()).merge(uses.numbers())
        self.choices.update(other.choices)

    def as_data(self) -> TallyData:
        """Return the tally as JSON data, in a fixed order."""
        return {
            "things": {key: self.things[key].numbers() for key in sorted(self.things)},
            "choices": [[count, self.choices[count]] for count in sorted(self.choices)],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Tally:
        """Rebuild a tally from `as_data`."""
        things = {str(key): UsageSums(*map(checked_count, numbers)) for key, numbers in data["things"].items()}
        return cls(things, Counter({checked_count(count): checked_count(times) for count, times in data["choices"]}))
