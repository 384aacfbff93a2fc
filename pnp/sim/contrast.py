"""Two runs side by side: what differs in their set-up, and which numbers differ significantly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from pnp.errors import PnpError, Problem
from pnp.location import Location
from pnp.sim.folder import Folder
from pnp.sim.setup import Setup
from pnp.sim.significance import ALPHA, holm, two_proportion_test, welch_test
from pnp.sim.summary import Distribution, Summary
from pnp.sim.tally import Uses
from pnp.spec.model import Deck, Design


class What(StrEnum):
    """What a measure is of."""

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
"""The means that are compared: what each is of, its key, and the distribution of a summary."""


@dataclass(frozen=True)
class Measure:
    """A number of both runs."""

    what: What
    key: str
    """Which seat (from 0), ending, thing or number it is."""
    before: float
    after: float
    p_value: float
    """Two-sided, of the difference."""
    share: bool = False
    """Whether it is a proportion, to be written in percent."""
    marked: bool = False
    """Whether it is significant after Holm's correction for the many numbers that were looked at."""


@dataclass(frozen=True)
class Change:
    """A difference in the set-up."""

    what: str
    before: str
    after: str


def compare_runs(first: tuple[Folder, Summary], second: tuple[Folder, Summary]) -> list[Measure]:
    """All measures of two runs, marked by Holm's method; PnpError when they are of different games."""
    (one, before), (other, after) = first, second
    if one.setup.game != other.setup.game:
        message = f"is a run of {other.setup.game}, and {one.path} is a run of {one.setup.game}"
        raise PnpError(Problem(Location(str(other.path)), message, "compare two runs of the same game", code="E1006"))
    found_ = list(_measures(before, after, lead=one.setup.rules.scoring().role is None))
    kept = holm({str(at): measure.p_value for at, measure in enumerate(found_)}, ALPHA)
    return [replace(measure, marked=str(at) in kept) for at, measure in enumerate(found_)]


def _measures(before: Summary, after: Summary, *, lead: bool) -> Iterator[Measure]:
    """All that is compared; changes of the lead only where somebody can be in the lead."""
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
    """A mean; the numbers of one game are not independent, so a game counts once however many it has."""
    p_value = welch_test(before.mean, before.variance, games, after.mean, after.variance, later_games)
    return Measure(what, key, before.mean, after.mean, p_value)


def _uses(key: str, before: Summary, after: Summary) -> Measure:
    one, other = before.tally.things.get(key, Uses()), after.tally.things.get(key, Uses())
    mean, later = one.uses / before.games, other.uses / after.games
    p_value = welch_test(
        mean, _variance(one, before.games), before.games, later, _variance(other, after.games), after.games
    )
    return Measure(What.USAGE, key, mean, later, p_value)


def _variance(uses: Uses, games: int) -> float:
    """The variance of the uses a game."""
    if games < 2:
        return 0.0
    return max(0.0, uses.uses_squared - uses.uses * uses.uses / games) / (games - 1)


def changes(one: Folder, other: Folder, engines: tuple[str, str]) -> list[Change]:
    """The differences in the set-up: players, bots, options, seed, games, engine, and the pieces of decks."""
    before, after = _flat(one.setup), _flat(other.setup)
    found = [Change(key, before.get(key, "–"), after.get(key, "–")) for key in {**before, **after}]
    found.append(Change("games", str(one.games), str(other.games)))
    found.append(Change("engine", *(mark[:8] for mark in engines)))
    found += _pieces(one.setup, other.setup)
    return [change for change in found if change.before != change.after]


def _flat(setup: Setup) -> dict[str, str]:
    told = setup.told()
    del told["options"]
    return {key: str(value) for key, value in told.items()} | dict(setup.options)


def _pieces(one: Setup, other: Setup) -> Iterator[Change]:
    """The rows of decks that are not the same."""
    before, after = one.rules.spec.decks, other.rules.spec.decks
    for name in {**before, **after}:
        mine, theirs = _rows(before.get(name)), _rows(after.get(name))
        for row in {**mine, **theirs}:
            yield Change(f"{name}: {row}", _said(mine.get(row), theirs.get(row)), _said(theirs.get(row), mine.get(row)))


def _rows(deck: Deck | None) -> dict[str, Design]:
    return {design.id: design for design in deck.designs} if deck else {}


def _said(design: Design | None, other: Design | None) -> str:
    """A row as far as it differs from another."""
    if design is None:
        return "–"
    fields: dict[str, object] = {"count": design.count, **design.fields}
    if other is not None:
        theirs: dict[str, object] = {"count": other.count, **other.fields}
        fields = {name: value for name, value in fields.items() if theirs.get(name) != value}
    return " ".join(f"{name}={value}" for name, value in fields.items())
