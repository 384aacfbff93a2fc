"""The report of a check as sentences in one language, for the command line and the workbench.

Everything is plain data, with the pieces concerned, and locations both as text and as fields (`Location.plain`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pnp.check.report import CheckedLine, GameReport, Misprint, Number, Verdict
from pnp.check.spread import group_setups
from pnp.check.words import (
    WORDS,
    breach_place,
    breach_words,
    difference_words,
    failure_words,
    line_words,
    misprint_words,
    note_words,
    place_words,
    returned_words,
    rule_words,
    spec_count_words,
    spread_words,
)
from pnp.errors import Location
from pnp.project.folders import SPEC_FILE
from pnp.spec.model import Deck, Game
from pnp.terms import Lang


@dataclass(frozen=True)
class NamedPiece:
    """A row that a finding concerns."""

    deck: str
    piece: str
    amount: Number = 1
    """Number of its pieces, or their contribution to a count or sum."""


@dataclass(frozen=True)
class LineText:
    """A line of the box, compared with spec and engine."""

    ok: bool
    where: str
    location: dict[str, Any]
    name: str
    says: str
    spec: str
    engine: str | None
    """Numbers that the engine has; None if it does not use these pieces."""
    pieces: tuple[NamedPiece, ...]


@dataclass(frozen=True)
class DealText:
    """The pieces in play after set-ups with the same outcome."""

    players: str
    options: str
    in_play: int
    back: str
    """Pieces that were returned to the box; empty if there are none."""


@dataclass(frozen=True)
class FailureText:
    """A failure in a sentence, and the rows that it mentions."""

    text: str
    pieces: tuple[NamedPiece, ...] = ()
    short: str = ""
    """The sentence without the rows; empty if there is no such form."""


@dataclass(frozen=True)
class RuleText:
    """A composition rule, and where it is broken."""

    ok: bool
    where: str
    location: dict[str, Any]
    text: str
    breaches: tuple[FailureText, ...]


@dataclass(frozen=True)
class MisprintText:
    """A typographic error."""

    where: str
    location: dict[str, Any]
    """Location of the error; of the first row, if it is in several rows of a table."""
    text: str
    """The whole finding on one line, as the command prints it."""
    found: str
    instead: str
    """The correction; empty if the author must reword the text."""
    what: str
    """Name of the error."""
    pieces: tuple[NamedPiece, ...]


@dataclass(frozen=True)
class ReportText:
    """The report of a check of one game."""

    lang: Lang
    title: str
    lines: tuple[LineText, ...]
    total: tuple[str, str, str | None]
    """Totals of box, spec and engine; pieces in alternative forms count once."""
    dealt: bool
    """Whether the engine could deal any set-up; true for a game without an engine."""
    deals: tuple[DealText, ...]
    disagreements: tuple[FailureText, ...]
    """Set-ups in which the engine's pieces differ from the spec, or that it cannot deal."""
    rules: tuple[RuleText, ...]
    slips: tuple[MisprintText, ...]
    notes: tuple[str, ...]


def describe_report(report: GameReport, lang: Lang) -> ReportText:
    """Return a report in one of the languages of its game."""
    game, census = report.spec, report.census
    decks = {design.id: deck for deck, design in game.designs()}
    named = partial(_named, decks)
    deals, disagreements = [], []
    if census is not None:
        for spread in group_setups(census, report.lines):
            players = f"{spread.fewest}" if spread.fewest == spread.most else f"{spread.fewest}–{spread.most}"
            back = returned_words(spread, report.lines, game, lang)
            deals.append(DealText(players, spread_words(spread, lang), spread.in_play, back))
        for difference in census.differences:
            about = named([(difference.piece, difference.found)])
            disagreements.append(FailureText(difference_words(difference, census, lang), about))
        disagreements += [FailureText(failure_words(failure, lang)) for failure in census.failures]
    held = [max(line.holds) for line in report.lines if line.holds]
    return ReportText(
        lang,
        report.title[lang],
        tuple(_line(line, number, game, lang) for number, line in enumerate(report.lines, 1)),
        (
            str(sum(line.says for line in report.lines)),
            str(sum(max(line.has.values()) for line in report.lines)),
            str(sum(held)) if held else None,
        ),
        census is None or bool(census.deals),
        tuple(deals),
        tuple(disagreements),
        tuple(_rule(verdict, game, decks, lang) for verdict in report.verdicts),
        tuple(describe_misprint(misprint, game, lang) for misprint in report.misprints),
        tuple(note_words(note, lang) for note in report.notes),
    )


def result_sentence(report: GameReport, strict: bool, lang: Lang) -> str:
    """Return the result of a check in one sentence."""
    count = report.failures(strict)
    setups = len(report.census.deals) if report.census else 0
    return WORDS[lang]["failed" if count > 1 else "failed_once" if count else "passed"].format(
        game=report.game, count=count, lines=len(report.lines), setups=setups, rules=len(report.verdicts)
    )


def _spec(game: Game) -> Location:
    return Location(f"components/{game.id}/{SPEC_FILE}")


def _named(decks: dict[str, Deck], parts: Iterable[tuple[str, Number]]) -> tuple[NamedPiece, ...]:
    return tuple(NamedPiece(decks[piece].name, piece, amount) for piece, amount in parts if piece in decks)


def _line(line: CheckedLine, number: int, game: Game, lang: Lang) -> LineText:
    counts = {design.id: (deck.name, design.count) for deck, design in game.designs()}
    where = _spec(game) / "box" if line.name is None else _spec(game) / "box" / number
    return LineText(
        line.ok,
        str(where),
        where.plain(),
        line_words(line, game, lang),
        str(line.says),
        spec_count_words(line, lang),
        None if line.holds is None else " / ".join(map(str, line.holds)),
        tuple(NamedPiece(deck, piece, count) for piece in line.pieces for deck, count in [counts[piece]]),
    )


def _rule(verdict: Verdict, game: Game, decks: dict[str, Deck], lang: Lang) -> RuleText:
    breaches = [
        FailureText(
            breach_words(verdict, breach, lang),
            _named(decks, ((part.piece, part.amount) for part in breach.parts)),
            breach_place(verdict, breach, lang),
        )
        for breach in verdict.breaches
    ]
    if verdict.empty:
        breaches.insert(0, FailureText(WORDS[lang]["empty"]))
    text = rule_words(verdict.rule, game, lang)
    where = _spec(game) / "rule" / verdict.number
    return RuleText(verdict.ok, str(where), where.plain(), text, tuple(breaches))


def describe_misprint(misprint: Misprint, game: Game, lang: Lang) -> MisprintText:
    """Return a typographic error in one of the languages of its game."""
    slip = misprint.slip
    what = WORDS[lang][f"slip-{slip.kind}"]
    text = misprint_words(misprint, lang)
    where, location = place_words(misprint, lang), misprint.where.plain()
    return MisprintText(where, location, text, slip.found, slip.instead, what, tuple(_rows(misprint, game)))


def _rows(misprint: Misprint, game: Game) -> Iterable[NamedPiece]:
    """Yield the rows with a typographic error; none if it is in the spec itself, a template or a memo."""
    rows = {place.at(column="", heading="") for place in misprint.places if place.column}
    for deck, design in game.designs():
        if design.place in rows:
            yield NamedPiece(deck.name, design.id, design.count)
