"""What a run shows, small enough for a page: how often each number occurred, in any count of games.

Everything is counted by whole numbers, so that means, variances and medians are exact and a run of ten million games
needs no more room than one of a thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from pnp.sim.row import Row
from pnp.sim.setup import Setup
from pnp.sim.tally import Tally, shares, units, whole


@dataclass
class Distribution:
    """How often each of some whole numbers occurred."""

    counts: Counter[int] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean; 0 when there are none."""
        return sum(value * count for value, count in self.counts.items()) / self.total if self.counts else 0.0

    @property
    def variance(self) -> float:
        """The sample variance; 0 for fewer than two."""
        if self.total < 2:
            return 0.0
        mean = self.mean
        return sum(count * (value - mean) ** 2 for value, count in sorted(self.counts.items())) / (self.total - 1)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def share(self, value: int) -> float:
        """The part that is this number."""
        return self.counts[value] / self.total if self.total else 0.0

    def quantile(self, part: float) -> int:
        """The quantile: the least number that at least this part is not above."""
        reached = 0
        for value in sorted(self.counts):
            reached += self.counts[value]
            if reached >= part * self.total:
                return value
        return 0

    def as_data(self) -> list[list[int]]:
        """Numbers with their counts, in order."""
        return [[value, self.counts[value]] for value in sorted(self.counts)]

    @classmethod
    def of(cls, data: list[list[int]]) -> Distribution:
        """The distribution that was written as this data."""
        return cls(Counter({whole(value): whole(count) for value, count in data}))


DISTRIBUTIONS: Final = ("turns", "decisions", "lead_changes", "margins", "winning_scores")
FORMAT: Final = {"format": "pnp-summary", "version": 1}
"""What it calls itself; the version grows when what was there is called otherwise or means something else."""


@dataclass
class Summary:
    """The numbers of a run."""

    players: int
    games: int = 0
    wins: list[int] = field(default_factory=list)
    """The units won by whoever began, by the next, and so on."""
    scores: list[Distribution] = field(default_factory=list)
    """The same order."""
    bots: dict[str, list[int]] = field(default_factory=dict)
    """For each bot the seats it had and the units it won."""
    endings: Counter[str] = field(default_factory=Counter)
    turns: Distribution = field(default_factory=Distribution)
    decisions: Distribution = field(default_factory=Distribution)
    lead_changes: Distribution = field(default_factory=Distribution)
    margins: Distribution = field(default_factory=Distribution)
    winning_scores: Distribution = field(default_factory=Distribution)
    shared: int = 0
    """Games that several have won."""
    real_decisions: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    digest: str = ""

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.scores = self.scores or [Distribution() for _ in range(self.players)]

    @property
    def unit(self) -> int:
        """How many units a win has."""
        return units(self.players)

    def add(self, row: Row, setup: Setup) -> None:
        """Count a game."""
        won = shares(row.winners, self.players)
        for seat, name in enumerate(setup.seated(row.game)):
            place = (seat - row.first) % self.players
            self.wins[place] += won[seat]
            self.scores[place].counts[row.scores[seat]] += 1
            had = self.bots.setdefault(name, [0, 0])
            had[0] += 1
            had[1] += won[seat]
        self.games += 1
        self.shared += len(row.winners) != 1
        self.endings[row.ending] += 1
        self.turns.counts[row.turns] += 1
        self.decisions.counts[row.decisions] += 1
        self.lead_changes.counts[row.lead_changes] += 1
        self.margins.counts[row.margin] += 1
        self.winning_scores.counts[max((row.scores[seat] for seat in row.winners), default=max(row.scores))] += 1
        self.real_decisions += row.real_decisions
        self.seconds += row.seconds

    @property
    def all_scores(self) -> Distribution:
        """The scores of everybody."""
        return Distribution(sum((each.counts for each in self.scores), Counter()))

    @property
    def choices(self) -> Distribution:
        """How many legal actions the decisions had."""
        return Distribution(self.tally.choices)

    def as_data(self) -> dict[str, Any]:
        """Plain lists and numbers."""
        return {
            **FORMAT,
            "players": self.players,
            "games": self.games,
            "digest": self.digest,
            "win_unit": self.unit,
            "wins": self.wins,
            "scores": [each.as_data() for each in self.scores],
            "bots": {name: self.bots[name] for name in sorted(self.bots)},
            "endings": {key: self.endings[key] for key in sorted(self.endings)},
            **{name: getattr(self, name).as_data() for name in DISTRIBUTIONS},
            "shared": self.shared,
            "real_decisions": self.real_decisions,
            "seconds": round(self.seconds, 3),
            **self.tally.as_data(),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Summary:
        """The summary that was written as this data."""
        made = cls(
            whole(data["players"]), whole(data["games"]), [whole(won) for won in data["wins"]],
            [Distribution.of(each) for each in data["scores"]],
            {name: [whole(seats), whole(won)] for name, (seats, won) in data["bots"].items()},
            Counter({name: whole(count) for name, count in data["endings"].items()}),
        )  # fmt: skip
        for name in DISTRIBUTIONS:
            setattr(made, name, Distribution.of(data[name]))
        made.shared, made.real_decisions = whole(data["shared"]), whole(data["real_decisions"])
        made.seconds, made.tally, made.digest = float(data["seconds"]), Tally.of(data), str(data["digest"])
        if made.turns.total != made.games or len(made.wins) != made.players:
            raise ValueError("its numbers do not agree")
        return made
