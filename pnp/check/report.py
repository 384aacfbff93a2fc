"""The results of a check as data and as JSON: box lines, the engine's pieces, composition rules, notes.

The keys of `pnp check --json` are stable; `pnp.reference.outputs` documents them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pnp.errors import Location, Problem
from pnp.spec.model import Game, Rule
from pnp.terms import Lang
from pnp.text.typos import Typo

Number = int | float
FORMAT: Final = {"format": "pnp-check", "version": 2}
"""Name and version of the JSON document; the version increases if a key is renamed, removed or changes its meaning."""


@dataclass(frozen=True)
class CheckedLine:
    """A line of the box or, if `name` is None, the pieces of a deck that no line lists."""

    name: dict[Lang, str] | None
    says: int
    """Number of pieces according to the box."""
    has: dict[str, int]
    """Number of pieces in each of its decks; several decks are alternative forms of the same pieces."""
    holds: tuple[int, ...] | None
    """The different numbers of pieces that the engine has, over all set-ups; None if it does not use them."""
    pieces: tuple[str, ...]
    """Ids of the rows that match the line."""

    @property
    def ok(self) -> bool:
        """Whether box, spec and engine agree."""
        return {self.says} == {*self.has.values(), *(self.holds or ())}


@dataclass(frozen=True)
class TableSetup:
    """A set-up of a game: a number of players, with options or a preset."""

    players: int
    options: dict[str, str]
    """Options that differ from their defaults."""
    preset: str = ""


@dataclass(frozen=True)
class Deal:
    """The pieces that the engine has after a set-up, by id."""

    setup: TableSetup
    held: Counter[str]
    """All pieces."""
    spare: Counter[str]
    """The pieces among them that were returned to the box."""


class DifferenceKind(StrEnum):
    """The kind of a difference."""

    SPEC = "spec"
    """The engine does not have the number of pieces in the spec."""
    SPARE = "spare"
    """The engine returns more pieces to the box than it has."""


@dataclass(frozen=True)
class Difference:
    """A piece of which the engine has too many or too few."""

    piece: str
    expected: int
    found: int
    against: DifferenceKind
    setups: tuple[TableSetup, ...]


@dataclass(frozen=True)
class Failure:
    """An error of the engine while dealing."""

    setups: tuple[TableSetup, ...]
    """Set-ups that fail; if empty, all of them."""
    message: str


@dataclass(frozen=True)
class Census:
    """The pieces that the engine has, over all set-ups."""

    decks: tuple[str, ...]
    """Decks that the engine uses."""
    deals: tuple[Deal, ...]
    differences: tuple[Difference, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the engine has the spec's pieces in every set-up."""
        return not self.differences and not self.failures


@dataclass(frozen=True)
class Contribution:
    """The contribution of one row to a count or sum."""

    piece: str
    amount: Number


@dataclass(frozen=True)
class Breach:
    """A place where a rule is broken."""

    value: str
    """The counted value, or the cells that are alike; empty if the rule has no groups."""
    found: Number
    """The count or sum, or the number that is out of bounds."""
    parts: tuple[Contribution, ...]


@dataclass(frozen=True)
class Verdict:
    """A composition rule, and where it is broken."""

    number: int
    """Number of the rule in the spec, from 1."""
    rule: Rule
    breaches: tuple[Breach, ...]
    empty: bool = False
    """Whether the rule matches nothing, which is reported as a failure."""

    @property
    def ok(self) -> bool:
        """Whether the rule holds."""
        return not self.breaches and not self.empty


class NoteKind(StrEnum):
    """Things that may be missing or imperfect in an unfinished game; only a strict check fails for them."""

    NO_ENGINE = "no-engine"
    NO_BOX = "no-box"
    NO_RULES = "no-rules"
    NOT_PLAYED = "not-played"
    LISTED_TWICE = "listed-twice"
    COARSE = "coarse"
    LOST = "lost"


@dataclass(frozen=True)
class Note:
    """A finding that fails only a strict check."""

    kind: NoteKind
    about: tuple[str, ...] = ()
    """Decks, pieces or drawings that it concerns."""


@dataclass(frozen=True)
class Misprint:
    """A typographic error in a game's printed texts."""

    places: tuple[Location, ...]
    """Locations of its source, or of the page: one, or one for each affected row of a table."""
    lang: Lang
    slip: Typo

    @property
    def where(self) -> Location:
        """The first of its locations."""
        return self.places[0]

    @property
    def rows(self) -> tuple[int, ...]:
        """Affected rows of the table; empty if it is not in a table."""
        return tuple(place.row for place in self.places if place.row)


@dataclass(frozen=True)
class GameReport:
    """The results of all checks of a game."""

    game: str
    title: dict[Lang, str]
    lines: tuple[CheckedLine, ...]
    census: Census | None
    verdicts: tuple[Verdict, ...]
    notes: tuple[Note, ...]
    spec: Game
    """The game that was checked."""
    misprints: tuple[Misprint, ...] = ()
    """Typographic errors; like notes, they fail only a strict check."""

    def failures(self, strict: bool) -> int:
        """Return the number of failures; with `strict`, including notes and misprints."""
        engine = len(self.census.differences) + len(self.census.failures) if self.census else 0
        lines, rules = sum(not line.ok for line in self.lines), sum(not verdict.ok for verdict in self.verdicts)
        return lines + rules + engine + (len(self.notes) + len(self.misprints) if strict else 0)


@dataclass(frozen=True)
class UnreadableGame:
    """A game whose spec cannot be read."""

    game: str
    problems: tuple[Problem, ...]

    def failures(self, strict: bool) -> int:
        """Return the number of problems."""
        return len(self.problems)


def as_document(reports: list[GameReport | UnreadableGame], strict: bool) -> dict[str, Any]:
    """Return the JSON document of a check."""
    games = [_game(report, strict) if isinstance(report, GameReport) else _unread(report) for report in reports]
    return {**FORMAT, "ok": all(game["ok"] for game in games), "strict": strict, "games": games}


def _unread(report: UnreadableGame) -> dict[str, Any]:
    problems = [
        {"where": str(p.where), "location": p.where.plain(), "message": p.said, "hint": p.hint, "code": p.code}
        for p in report.problems
    ]
    return {"game": report.game, "ok": False, "problems": problems}


def _game(report: GameReport, strict: bool) -> dict[str, Any]:
    return {
        "game": report.game,
        "title": report.title,
        "ok": not report.failures(strict),
        "box": [
            {
                "name": line.name, "says": line.says, "spec": line.has, "pieces": list(line.pieces),
                "engine": None if line.holds is None else list(line.holds), "ok": line.ok,
            }
            for line in report.lines
        ],
        "engine": None if report.census is None else _census(report.census, report.lines),
        "rules": [_verdict(verdict) for verdict in report.verdicts],
        "notes": [{"kind": note.kind, "about": list(note.about)} for note in report.notes],
        "typography": [
            {
                "kind": misprint.slip.kind, "where": str(misprint.where), "location": misprint.where.plain(),
                "rows": list(misprint.rows), "lang": misprint.lang,
                "found": misprint.slip.found, "instead": misprint.slip.instead or None,
            }
            for misprint in report.misprints
        ],
    }  # fmt: skip


def _census(census: Census, lines: tuple[CheckedLine, ...]) -> dict[str, Any]:
    return {
        "decks": list(census.decks),
        "differences": [
            {
                "piece": difference.piece, "expected": difference.expected, "found": difference.found,
                "kind": difference.against, "setups": [_setup(setup) for setup in difference.setups],
            }
            for difference in census.differences
        ],
        "failures": [
            {"message": failure.message, "setups": [_setup(setup) for setup in failure.setups]}
            for failure in census.failures
        ],
        "setups": [_deal(deal, lines) for deal in census.deals],
        "ok": census.ok,
    }  # fmt: skip


def _setup(setup: TableSetup) -> dict[str, Any]:
    return {"players": setup.players, "preset": setup.preset, "options": setup.options}


def _deal(deal: Deal, lines: tuple[CheckedLine, ...]) -> dict[str, Any]:
    back = deal.spare.total()
    parts = [
        (number, *in_play_and_returned(deal, line)) for number, line in enumerate(lines, 1) if line.holds is not None
    ]
    counts = [{"line": number, "in_play": in_play, "back": back} for number, in_play, back in parts]
    return _setup(deal.setup) | {"in_play": deal.held.total() - back, "back": back, "lines": counts}


def in_play_and_returned(deal: Deal, line: CheckedLine) -> tuple[int, int]:
    """Return how many pieces of a line are in play, and how many were returned to the box."""
    back = sum(deal.spare[piece] for piece in line.pieces)
    return sum(deal.held[piece] for piece in line.pieces) - back, back


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "number": verdict.number,
        "form": verdict.rule.form,
        "name": verdict.rule.name,
        "of": verdict.rule.of,
        "ok": verdict.ok,
        "empty": verdict.empty,
        "breaches": [
            {
                "value": breach.value,
                "found": breach.found,
                "pieces": [{"id": part.piece, "amount": part.amount} for part in breach.parts],
            }
            for breach in verdict.breaches
        ],
    }
