"""Summary of a run: distributions and counts whose size does not depend on the number of games.

Everything is counted in whole numbers, so means, variances and medians are exact, and ten million games take no more
space than a thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from pnp.sim.setup import Setup
from pnp.sim.tally import Row, Tally, TallyData, checked_count, units_per_win, win_units
from pnp.terms import DocumentFormat


@dataclass
class Distribution:
    """How often each whole number occurred."""

    counts: Counter[int] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """Number of values."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Mean; 0 without values."""
        return sum(value * count for value, count in self.counts.items()) / self.total if self.counts else 0.0

    @property
    def variance(self) -> float:
        """Sample variance; 0 for fewer than two values."""
        if self.total < 2:
            return 0.0
        mean = self.mean
        return sum(count * (value - mean) ** 2 for value, count in sorted(self.counts.items())) / (self.total - 1)

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        return sqrt(self.variance)

    def share(self, value: int) -> float:
        """Return the share of values equal to this one."""
        return self.counts[value] / self.total if self.total else 0.0

    def quantile(self, part: float) -> int:
        """Return the quantile: the smallest value with at least this share of the values at or below it."""
        reached = 0
        for value in sorted(self.counts):
            reached += self.counts[value]
            if reached >= part * self.total:
                return value
        return 0

    def as_data(self) -> list[list[int]]:
        """Return the values with their counts, in order."""
        return [[value, self.counts[value]] for value in sorted(self.counts)]

    @classmethod
    def of(cls, data: list[list[int]]) -> Distribution:
        """Rebuild a distribution from `as_data`."""
        return cls(Counter({checked_count(value): checked_count(count) for value, count in data}))


DISTRIBUTIONS: Final = ("turns", "decisions", "lead_changes", "margins", "winning_scores")
FIRST: Final = "first"
LONGEST: Final = "longest"
CLOSEST: Final = "closest"
ONE_SIDED: Final = "one-sided"
ENDING: Final = "ending:"
"""What a game tells: the beginning of the name of an ending, or one of the words above."""
KINDS: Final = {FIRST: 0, LONGEST: 1, CLOSEST: 2, ONE_SIDED: 3}
FORMAT: Final[DocumentFormat] = {"format": "pnp-summary", "version": 1}
"""Format name and version; the version increases when an existing field is renamed or changes its meaning."""


class _SummaryNumbers(DocumentFormat):
    players: int
    """Number of players."""
    games: int
    """Number of games played."""
    digest: str
    """Hash of all games without their times; the same set-up gives the same hash on any machine."""
    win_unit: int
    """Number of units in a win, chosen so that shared wins are whole numbers."""
    wins: list[int]
    """Units won, by seat, counted from the starting player."""
    scores: list[list[list[int]]]
    """By seat: each score, and how often it occurred."""
    bots: dict[str, list[int]]
    """By bot: number of seats played, and units won."""
    endings: dict[str, int]
    """Number of games, by how they ended."""
    turns: list[list[int]]
    """Each number of turns, and how often it occurred."""
    decisions: list[list[int]]
    """The same for the number of decisions."""
    lead_changes: list[list[int]]
    """The same for the number of lead changes."""
    margins: list[list[int]]
    """The same for the winner's margin."""
    winning_scores: list[list[int]]
    """The same for the winner's score."""
    shared: int
    """Number of games with several winners."""
    real_decisions: int
    """Number of decisions with more than one legal action."""
    seconds: float
    """CPU time for all games, in seconds."""
    telling: dict[str, list[Any]]
    """Results of games that are worth watching, by what they tell: `first`, `longest`, `closest`, `one-sided`, and
    `ending:` with the name of each ending.
    """


class SummaryDocument(_SummaryNumbers, TallyData):
    """Contents of summary.json."""


@dataclass
class Summary:
    """The numbers of a run."""

    players: int
    games: int = 0
    wins: list[int] = field(default_factory=list)
    """Win units in turn order, starting with the first player."""
    scores: list[Distribution] = field(default_factory=list)
    """Scores in turn order, starting with the first player."""
    bots: dict[str, list[int]] = field(default_factory=dict)
    """For each bot, the number of seats it had and the win units it won."""
    endings: Counter[str] = field(default_factory=Counter)
    turns: Distribution = field(default_factory=Distribution)
    decisions: Distribution = field(default_factory=Distribution)
    lead_changes: Distribution = field(default_factory=Distribution)
    margins: Distribution = field(default_factory=Distribution)
    winning_scores: Distribution = field(default_factory=Distribution)
    shared: int = 0
    """Number of games without a single winner."""
    real_decisions: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    telling: dict[str, Row] = field(default_factory=dict)
    """Games that are worth watching, by what they tell; of equal ones that with the lowest number."""
    digest: str = ""

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.scores = self.scores or [Distribution() for _ in range(self.players)]

    @property
    def unit(self) -> int:
        """Number of units in a win."""
        return units_per_win(self.players)

    def add(self, row: Row, setup: Setup) -> None:
        """Count a game."""
        won = win_units(row.winners, self.players)
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
        self._update_telling(row)

    def _update_telling(self, row: Row) -> None:
        """Remember a game if it tells more than earlier ones."""
        told, row = self.telling, row._replace(seconds=0.0)
        told.setdefault(FIRST, row)
        told.setdefault(f"{ENDING}{row.ending}", row)
        longest = told.setdefault(LONGEST, row)
        if (row.turns, row.decisions) > (longest.turns, longest.decisions):
            told[LONGEST] = row
        if self.players > 1:
            if row.margin < told.setdefault(CLOSEST, row).margin:
                told[CLOSEST] = row
            if row.margin > told.setdefault(ONE_SIDED, row).margin:
                told[ONE_SIDED] = row

    @property
    def telling_games(self) -> dict[int, list[str]]:
        """What each game that is worth watching tells, by its number."""
        found: dict[int, list[str]] = {}
        even = CLOSEST in self.telling and self.telling[CLOSEST].margin == self.telling[ONE_SIDED].margin
        for kind in sorted(self.telling, key=lambda kind: (kind.startswith(ENDING), KINDS.get(kind, 0), kind)):
            if not (even and kind in (CLOSEST, ONE_SIDED)):
                found.setdefault(self.telling[kind].game, []).append(kind)
        return found

    @property
    def all_scores(self) -> Distribution:
        """Scores of all players."""
        return Distribution(sum((each.counts for each in self.scores), Counter()))

    @property
    def choices(self) -> Distribution:
        """Number of legal actions per decision."""
        return Distribution(self.tally.choices)

    def as_data(self) -> SummaryDocument:
        """Return the summary as JSON data."""
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
            "turns": self.turns.as_data(),
            "decisions": self.decisions.as_data(),
            "lead_changes": self.lead_changes.as_data(),
            "margins": self.margins.as_data(),
            "winning_scores": self.winning_scores.as_data(),
            "shared": self.shared,
            "real_decisions": self.real_decisions,
            "seconds": round(self.seconds, 3),
            "telling": {kind: list(self.telling[kind]) for kind in sorted(self.telling)},
            **self.tally.as_data(),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Summary:
        """Rebuild a summary from `as_data`; raise ValueError, KeyError or TypeError if the data is invalid."""
        made = cls(
            checked_count(data["players"]), checked_count(data["games"]), [checked_count(won) for won in data["wins"]],
            [Distribution.of(each) for each in data["scores"]],
            {name: [checked_count(seats), checked_count(won)] for name, (seats, won) in data["bots"].items()},
            Counter({name: checked_count(count) for name, count in data["endings"].items()}),
        )  # fmt: skip
        for name in DISTRIBUTIONS:
            setattr(made, name, Distribution.of(data[name]))
        made.shared, made.real_decisions = checked_count(data["shared"]), checked_count(data["real_decisions"])
        made.seconds, made.tally, made.digest = float(data["seconds"]), Tally.of(data), str(data["digest"])
        made.telling = {str(kind): Row.of(row) for kind, row in data.get("telling", {}).items()}
        if made.turns.total != made.games or len(made.wins) != made.players:
            raise ValueError("its numbers are inconsistent")
        return made
