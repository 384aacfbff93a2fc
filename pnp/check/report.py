"""The results of a check as data and as JSON: box lines, the engine's pieces, composition rules, notes.

The keys of `pnp check --json` are stable; the reference is made from their types.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NotRequired, TypedDict

from pnp.errors import Location, Problem, ProblemData
from pnp.spec.model import Game, Rule
from pnp.terms import DocumentFormat, Lang
from pnp.text.typos import Typo, TypoKind

Number = int | float
FORMAT: Final[DocumentFormat] = {"format": "pnp-check", "version": 2}
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
    NO_HEADING = "no-heading"
    UNTRANSLATED = "untranslated"
    COARSE = "coarse"
    LOST = "lost"
    NEAR_CUT = "near-cut"


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


class LineData(TypedDict):
    """A line of the box."""

    name: dict[Lang, str] | None
    """Line of the box, by language; `null` for pieces without a line."""
    says: int
    """Number of pieces according to the rulebook."""
    spec: dict[str, int]
    """Number of pieces in each deck."""
    pieces: list[str]
    """Ids of its rows."""
    engine: list[int] | None
    """Distinct numbers of pieces in the rules engine over all set-ups; `null` if it does not use them."""
    ok: bool
    """Whether all of these agree."""


class CheckedSetup(TypedDict):
    """A set-up."""

    players: int
    """Number of players."""
    preset: str
    """Preset, or empty."""
    options: dict[str, str]
    """Options that differ from their default."""


class DifferenceData(TypedDict):
    """A difference between engine and spec."""

    piece: str
    """Piece of which the engine has too many or too few."""
    expected: int
    """Expected number."""
    found: int
    """Actual number."""
    kind: str
    """`spec`: differs from the spec; `spare`: more pieces go back to the box than exist."""
    setups: list[CheckedSetup]
    """Affected set-ups."""


class FailureData(TypedDict):
    """An error of the engine."""

    message: str
    """Why a set-up failed."""
    setups: list[CheckedSetup]
    """Set-ups that failed; empty if all did."""


class DealtLineData(TypedDict):
    """The pieces of a line after a set-up."""

    line: int
    """Line of the box, by number from 1."""
    in_play: int
    """Number of its pieces in play."""
    back: int
    """Number of its pieces that stay in the box."""


class DealData(CheckedSetup):
    """A set-up, and the pieces that the engine then has."""

    in_play: int
    """Number of pieces in play."""
    back: int
    """Number of pieces that stay in the box."""
    lines: list[DealtLineData]


class EngineData(TypedDict):
    """The pieces that the engine has."""

    decks: list[str]
    """Decks that the rules use."""
    differences: list[DifferenceData]
    failures: list[FailureData]
    setups: list[DealData]
    ok: bool
    """Whether the engine deals what the spec has, in every set-up."""


class ContributionData(TypedDict):
    """The contribution of a row."""

    id: str
    """Row that contributes to the violation."""
    amount: Number
    """Its contribution."""


class BreachData(TypedDict):
    """A violation of a rule."""

    value: str
    """Violation: the value that was counted, or the equal cells."""
    found: Number
    """Number found."""
    pieces: list[ContributionData]


class RuleData(TypedDict):
    """A composition rule."""

    number: int
    """Composition rule, by its number in game.toml."""
    form: str
    """Form of the rule."""
    name: dict[Lang, str] | None
    """Name of the rule, by language; `null` without one."""
    of: str
    """Deck of the rule."""
    ok: bool
    """Whether the deck follows the rule."""
    empty: bool
    """Whether the rule fails because it matches no pieces."""
    breaches: list[BreachData]


class NoteData(TypedDict):
    """A note."""

    kind: NoteKind
    """Note, which fails only a strict check."""
    about: list[str]
    """Decks, pieces or drawings concerned."""


class MisprintData(TypedDict):
    """A typographical mistake."""

    kind: TypoKind
    """Typographical mistake."""
    where: str
    """Location in the game's files, as text."""
    location: dict[str, Any]
    """The same location as data, as for problems."""
    rows: list[int]
    """All rows of the table with this mistake; the location is that of the first."""
    lang: Lang
    """Language."""
    found: str
    """Text found."""
    instead: str | None
    """Correct text; `null` if the author must reword it."""


class CheckedGameData(TypedDict):
    """A game; one whose spec cannot be read has problems instead of results."""

    game: str
    """Id of a game."""
    title: NotRequired[dict[Lang, str]]
    """Title, by language."""
    ok: bool
    """Whether nothing in this game failed."""
    problems: NotRequired[list[ProblemData]]
    """Only for an invalid spec, which has no other keys than `game` and `ok`: its problems."""
    box: NotRequired[list[LineData]]
    engine: NotRequired[EngineData | None]
    """`null` for a game without rules."""
    rules: NotRequired[list[RuleData]]
    notes: NotRequired[list[NoteData]]
    typography: NotRequired[list[MisprintData]]


class CheckDocument(DocumentFormat):
    """JSON document of a check."""

    ok: bool
    """Whether nothing failed."""
    strict: bool
    """Whether notes count as failures."""
    games: list[CheckedGameData]


def as_document(reports: list[GameReport | UnreadableGame], strict: bool) -> CheckDocument:
    """Return the JSON document of a check."""
    games = [_game(report, strict) if isinstance(report, GameReport) else _unread(report) for report in reports]
    return {**FORMAT, "ok": all(game["ok"] for game in games), "strict": strict, "games": games}


def _unread(report: UnreadableGame) -> CheckedGameData:
    return {"game": report.game, "ok": False, "problems": [problem.plain() for problem in report.problems]}


def _game(report: GameReport, strict: bool) -> CheckedGameData:
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


def _census(census: Census, lines: tuple[CheckedLine, ...]) -> EngineData:
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


def _setup(setup: TableSetup) -> CheckedSetup:
    return {"players": setup.players, "preset": setup.preset, "options": setup.options}


def _deal(deal: Deal, lines: tuple[CheckedLine, ...]) -> DealData:
    back = deal.spare.total()
    parts = [
        (number, *in_play_and_returned(deal, line)) for number, line in enumerate(lines, 1) if line.holds is not None
    ]
    counts: list[DealtLineData] = [{"line": number, "in_play": held, "back": back} for number, held, back in parts]
    return {**_setup(deal.setup), "in_play": deal.held.total() - back, "back": back, "lines": counts}


def in_play_and_returned(deal: Deal, line: CheckedLine) -> tuple[int, int]:
    """Return how many pieces of a line are in play, and how many were returned to the box."""
    back = sum(deal.spare[piece] for piece in line.pieces)
    return sum(deal.held[piece] for piece in line.pieces) - back, back


def _verdict(verdict: Verdict) -> RuleData:
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
