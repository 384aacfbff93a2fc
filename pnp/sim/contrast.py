"""Compare two runs: differences in set-up, and which measures differ significantly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from pnp.errors import Location, PnpError, Problem
from pnp.sim.folder import Folder
from pnp.sim.setup import Setup
from pnp.sim.statistics import ALPHA, holm, two_proportion_test, welch_test
from pnp.sim.summary import Distribution, Summary
from pnp.sim.tally import UsageSums
from pnp.spec.model import Deck, Design


class What(StrEnum):
    """Kind of measure."""

    SEAT = "seat"
    SCORE = "score"
    LENGTH = "length"
    ENDING = "ending"
    TENSION = "tension"
    CHOICES = "choices"
    USAGE = "usage"


MEANS: Final = (
    (What.SCORE, "scores", "all_scores"),
    (What.SCORE, "winning_scores", "winning_scores"),
    (What.LENGTH, "turns", "turns"),
    (What.LENGTH, "decisions", "decisions"),
    (What.TENSION, "lead_changes", "lead_changes"),
    (What.TENSION, "margins", "margins"),
    (What.CHOICES, "choices", "choices"),
)
"""Means to compare: the kind, the key, and the summary attribute of each."""


@dataclass(frozen=True)
class Measure:
    """A number measured in both runs."""

    what: What
    key: str
    """Which seat (from 0), ending, usage key or number it is."""
    before: float
    after: float
    p_value: float
    """Two-sided p-value of the difference."""
    share: bool = False
    """Whether it is a proportion, shown in percent."""
    marked: bool = False
    """Whether it is significant after Holm's correction for multiple comparisons."""


@dataclass(frozen=True)
class Change:
    """A difference in set-up."""

    what: str
    before: str
    after: str


def compare_runs(first: tuple[Folder, Summary], second: tuple[Folder, Summary]) -> list[Measure]:
    """Return all measures of two runs, the significant ones marked; raise PnpError if their games differ."""
    (one, before), (other, after) = first, second
    if one.setup.game != other.setup.game:
        message = f"is a run of {other.setup.game}, but {one.path} is a run of {one.setup.game}"
        raise PnpError(Problem(Location(str(other.path)), message, "compare two runs of the same game", code="E1006"))
    measures = list(_measures(before, after, lead=one.setup.rules.scoring().role is None))
    kept = holm({str(at): measure.p_value for at, measure in enumerate(measures)}, ALPHA)
    return [replace(measure, marked=str(at) in kept) for at, measure in enumerate(measures)]


def _measures(before: Summary, after: Summary, *, lead: bool) -> Iterator[Measure]:
    """Yield all measures; lead changes only if the game has a leader."""
    if before.players == after.players:
        for seat, (won, later) in enumerate(zip(before.wins, after.wins, strict=True)):
            yield _share(What.SEAT, str(seat), won / before.unit, before.games, later / after.unit, after.games)
    for what, key, name in MEANS:
        if key != "lead_changes" or lead:
            yield _mean(what, key, getattr(before, name), getattr(after, name), before.games, after.games)
    for key in sorted({*before.endings, *after.endings}):
        yield _share(What.ENDING, key, before.endings[key], before.games, after.endings[key], after.games)
    for key in sorted({*before.tally.things, *after.tally.things}):
        yield _uses(key, before, after)


def _share(what: What, key: str, hits: float, of: int, later: float, later_of: int) -> Measure:
    return Measure(what, key, hits / of, later / later_of, two_proportion_test(hits, of, later, later_of), share=True)


def _mean(what: What, key: str, before: Distribution, after: Distribution, games: int, later_games: int) -> Measure:
    """Compare two means; values within a game are not independent, so each game counts once."""
    p_value = welch_test(before.mean, before.variance, games, after.mean, after.variance, later_games)
    return Measure(what, key, before.mean, after.mean, p_value)


def _uses(key: str, before: Summary, after: Summary) -> Measure:
    one, other = before.tally.things.get(key, UsageSums()), after.tally.things.get(key, UsageSums())
    mean, later = one.uses / before.games, other.uses / after.games
    p_value = welch_test(
        mean, _variance(one, before.games), before.games, later, _variance(other, after.games), after.games
    )
    return Measure(What.USAGE, key, mean, later, p_value)


def _variance(uses: UsageSums, games: int) -> float:
    """Return the variance of the number of uses per game."""
    if games < 2:
        return 0.0
    return max(0.0, uses.uses_squared - uses.uses * uses.uses / games) / (games - 1)


def setup_changes(one: Folder, other: Folder, engines: tuple[str, str]) -> list[Change]:
    """Return the differences in set-up: players, bots, options, seed, games, engine, and the rows of the decks."""
    before, after = _setup_fields(one.setup), _setup_fields(other.setup)
    found = [Change(key, before.get(key, "–"), after.get(key, "–")) for key in {**before, **after}]
    found.append(Change("games", str(one.games), str(other.games)))
    found.append(Change("engine", *(mark[:8] for mark in engines)))
    found += _pieces(one.setup, other.setup)
    return [change for change in found if change.before != change.after]


def _setup_fields(setup: Setup) -> dict[str, str]:
    fields = setup.as_data()
    return {key: str(value) for key, value in fields.items() if key != "options"} | dict(setup.options)


def _pieces(one: Setup, other: Setup) -> Iterator[Change]:
    """Yield the deck rows that differ."""
    before, after = one.rules.spec.decks, other.rules.spec.decks
    for name in {**before, **after}:
        mine, theirs = _rows(before.get(name)), _rows(after.get(name))
        for row in {**mine, **theirs}:
            yield Change(
                f"{name}: {row}",
                _differing_fields(mine.get(row), theirs.get(row)),
                _differing_fields(theirs.get(row), mine.get(row)),
            )


def _rows(deck: Deck | None) -> dict[str, Design]:
    return {design.id: design for design in deck.designs} if deck else {}


def _differing_fields(design: Design | None, other: Design | None) -> str:
    """Return a row's fields that differ from another's; a dash if there is no row."""
    if design is None:
        return "–"
    fields: dict[str, object] = {"count": design.count, **design.fields}
    if other is not None:
        theirs: dict[str, object] = {"count": other.count, **other.fields}
        fields = {name: value for name, value in fields.items() if theirs.get(name) != value}
    return " ".join(f"{name}={value}" for name, value in fields.items())
