"""What a check finds, as data: the lines of the box, the engine's census, the rules, and all of it as JSON.

The keys of `pnp check --json` stay as they are: `pnp.reference.outputs` says what each is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pnp.errors import Problem
from pnp.face.slips import Slip
from pnp.location import Location
from pnp.spec.model import Game, Rule
from pnp.terms import Lang

Number = int | float
FORMAT: Final = {"format": "pnp-check", "version": 2}
"""The name and the version of the document; the version rises when a key is renamed, removed or changes its meaning."""


@dataclass(frozen=True)
class CheckedLine:
    """A line of the box; or, without a name, the pieces of a deck that no line lists."""

    name: dict[Lang, str] | None
    says: int
    has: dict[str, int]
    """How many pieces each of its decks has; several are several forms of the same thing."""
    holds: tuple[int, ...] | None
    """The numbers that the engine holds in one set-up or another; None when it does not play with them."""
    pieces: tuple[str, ...]
    """The ids of the rows it finds."""

    @property
    def ok(self) -> bool:
        """Whether all who count agree."""
        return {self.says} == {*self.has.values(), *(self.holds or ())}


@dataclass(frozen=True)
class TableSetup:
    """A way to begin a game."""

    players: int
    options: dict[str, str]
    """Those that are not at their default."""
    preset: str = ""


@dataclass(frozen=True)
class Deal:
    """What the engine holds after a set-up."""

    setup: TableSetup
    held: Counter[str]
    spare: Counter[str]
    """What of it went back to the box."""


class Against(StrEnum):
    """What a difference is between."""

    SPEC = "spec"
    """What the spec has and what the engine holds."""
    SPARE = "spare"
    """What the engine holds and what it puts back to the box, which is more."""


@dataclass(frozen=True)
class Difference:
    """A piece of which the engine has too many or too few."""

    piece: str
    expected: int
    found: int
    against: Against
    setups: tuple[TableSetup, ...]


@dataclass(frozen=True)
class Failure:
    """What the engine says where it cannot make a set-up."""

    setups: tuple[TableSetup, ...]
    """Without one, none can be made."""
    message: str


@dataclass(frozen=True)
class Census:
    """What the engine has, over all set-ups."""

    decks: tuple[str, ...]
    deals: tuple[Deal, ...]
    differences: tuple[Difference, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the engine deals in every set-up what the spec has."""
        return not self.differences and not self.failures


@dataclass(frozen=True)
class Contribution:
    """What the pieces of one row add to a count or a sum."""

    piece: str
    amount: Number


@dataclass(frozen=True)
class Breach:
    """A place where a rule is broken."""

    value: str
    """The value that is counted, or the cells that are alike; empty where a rule has no groups."""
    found: Number
    parts: tuple[Contribution, ...]


@dataclass(frozen=True)
class Verdict:
    """A rule of the spec, and where it is broken."""

    number: int
    rule: Rule
    breaches: tuple[Breach, ...]
    empty: bool = False
    """There was nothing to look at, so the rule says nothing."""

    @property
    def ok(self) -> bool:
        """Whether the rule holds."""
        return not self.breaches and not self.empty


class NoteKind(StrEnum):
    """What may be missing from a box in the making, and fails only when the check is strict."""

    NO_ENGINE = "no-engine"
    NO_BOX = "no-box"
    NO_RULES = "no-rules"
    NOT_PLAYED = "not-played"
    LISTED_TWICE = "listed-twice"
    COARSE = "coarse"
    LOST = "lost"


@dataclass(frozen=True)
class Note:
    """Something that only a strict check refuses."""

    kind: NoteKind
    about: tuple[str, ...] = ()
    """Decks or pieces."""


@dataclass(frozen=True)
class Misprint:
    """A slip of typography in what a game prints."""

    places: tuple[Location, ...]
    """Where it was written, or the page that it is on: one location, or one for each row of a table that has it."""
    lang: Lang
    slip: Slip

    @property
    def where(self) -> Location:
        """The first of its locations."""
        return self.places[0]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the table that have it; empty for a slip that is not in a table."""
        return tuple(place.row for place in self.places if place.row)


@dataclass(frozen=True)
class GameReport:
    """Everything that was checked of a game."""

    game: str
    title: dict[Lang, str]
    lines: tuple[CheckedLine, ...]
    census: Census | None
    verdicts: tuple[Verdict, ...]
    notes: tuple[Note, ...]
    spec: Game
    """What was checked."""
    misprints: tuple[Misprint, ...] = ()
    """Like notes, they fail only when the check is strict."""

    def failures(self, strict: bool) -> int:
        """How many things are wrong; with `strict`, notes and misprints too."""
        engine = len(self.census.differences) + len(self.census.failures) if self.census else 0
        lines, rules = sum(not line.ok for line in self.lines), sum(not verdict.ok for verdict in self.verdicts)
        return lines + rules + engine + (len(self.notes) + len(self.misprints) if strict else 0)


@dataclass(frozen=True)
class Unread:
    """A game whose spec cannot be read."""

    game: str
    problems: tuple[Problem, ...]

    def failures(self, strict: bool) -> int:
        """How many problems there are."""
        return len(self.problems)


def as_document(reports: list[GameReport | Unread], strict: bool) -> dict[str, Any]:
    """The JSON document of a check."""
    games = [_game(report, strict) if isinstance(report, GameReport) else _unread(report) for report in reports]
    return {**FORMAT, "ok": all(game["ok"] for game in games), "strict": strict, "games": games}


def _unread(report: Unread) -> dict[str, Any]:
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
    parts = [(number, *shares(deal, line)) for number, line in enumerate(lines, 1) if line.holds is not None]
    counts = [{"line": number, "in_play": in_play, "back": back} for number, in_play, back in parts]
    return _setup(deal.setup) | {"in_play": deal.held.total() - back, "back": back, "lines": counts}


def shares(deal: Deal, line: CheckedLine) -> tuple[int, int]:
    """How many pieces of a line are in play, and how many went back to the box."""
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
