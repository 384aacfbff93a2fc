"""A check in words: every line, deal, rule and misprint, for the command and for pages.

Everything is plain data, with the pieces concerned, and locations both as text and as fields (`Location.plain`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pnp.check.report import (
    Breach,
    Census,
    CheckedLine,
    Contribution,
    Deal,
    Difference,
    DifferenceKind,
    Failure,
    GameReport,
    Misprint,
    Note,
    Number,
    TableSetup,
    Verdict,
    in_play_and_returned,
)
from pnp.errors import Location
from pnp.project.folders import SPEC_FILE
from pnp.spec.model import Deck, Form, Game, Rule
from pnp.terms import Lang
from pnp.words import Texts

MAX_LISTED: Final = 12
"""Maximum number of pieces that are listed; of the rest, only their number is given."""

WORDS: Final = Texts("check")
Outcome = tuple[int, tuple[int, ...]]
"""Number of pieces in play, and number of pieces of each line returned to the box."""


@dataclass(frozen=True)
class SetupGroup:
    """Set-ups with the same outcome."""

    fewest: int
    """Minimum number of players."""
    most: int
    """Maximum number of players."""
    setups: tuple[TableSetup, ...]
    """One set-up per choice of options, the defaults first if they are included."""
    whole: bool
    """Whether these are all choices of options."""
    in_play: int
    """Number of pieces in play."""
    back: tuple[int, ...]
    """Number of pieces of each line returned to the box."""

    @property
    def default(self) -> bool:
        """Whether the set-ups include the defaults."""
        return not self.setups[0].options and not self.setups[0].preset


def group_setups(census: Census, lines: tuple[CheckedLine, ...]) -> list[SetupGroup]:
    """Return the set-ups of a game grouped by outcome, fewest players first."""
    found: list[list[SetupGroup]] = []
    for players in dict.fromkeys(deal.setup.players for deal in census.deals):
        groups: dict[Outcome, list[Deal]] = {}
        for deal in (deal for deal in census.deals if deal.setup.players == players):
            groups.setdefault(_outcome(deal, lines), []).append(deal)
        made = [
            SetupGroup(players, players, tuple(deal.setup for deal in deals), len(groups) == 1, in_play, back)
            for (in_play, back), deals in groups.items()
        ]
        if found and found[-1][0].most == players - 1 and _same(found[-1], made):
            found[-1] = [_up_to(spread, players) for spread in found[-1]]
        else:
            found.append(made)
    return [spread for made in found for spread in made]


def _outcome(deal: Deal, lines: tuple[CheckedLine, ...]) -> Outcome:
    return deal.held.total() - deal.spare.total(), tuple(in_play_and_returned(deal, line)[1] for line in lines)


def _same(some: list[SetupGroup], others: list[SetupGroup]) -> bool:
    """Return whether two numbers of players have the same outcomes for the same options."""
    return [_outcome_key(spread) for spread in some] == [_outcome_key(spread) for spread in others]


def _outcome_key(spread: SetupGroup) -> tuple[object, ...]:
    options = [(setup.options, setup.preset) for setup in spread.setups]
    return options, spread.in_play, spread.back


def _up_to(spread: SetupGroup, most: int) -> SetupGroup:
    return SetupGroup(spread.fewest, most, spread.setups, spread.whole, spread.in_play, spread.back)


def rule_words(rule: Rule, game: Game, lang: Lang) -> str:
    """Return the rule's name, or a sentence made from its keys."""
    if rule.name is not None:
        return rule.name[lang]
    words = WORDS[lang]
    chosen = ", ".join(f"{heading} {words['or'].join(map(str, values))}" for heading, values in rule.where.items())
    where = f" ({chosen})" if chosen else ""
    return words["who"].format(deck=game.decks[rule.of].title[lang], where=where, says=_asked(rule, lang))


def _asked(rule: Rule, lang: Lang) -> str:
    words = WORDS[lang]
    values = words["or"].join(map(str, rule.value or rule.but))
    what = words["any_but"].format(values=values) if rule.but else values or words["whatever"]
    columns = ", ".join(rule.columns)
    bounds = _bounds(rule, lang)
    if rule.columns and rule.by is None and rule.form in (Form.COUNT, Form.EACH, Form.EQUAL):
        key = {Form.COUNT: "cells", Form.EACH: "each_cells", Form.EQUAL: "equal_cells"}[rule.form]
        if rule.form is not Form.COUNT and rule.value:
            what = ", ".join(map(str, rule.value))
        return words[key].format(bounds=bounds, what=what, columns=columns)
    says = words[rule.form].format(bounds=bounds, columns=columns, by=rule.by)
    if rule.columns and rule.by is not None:
        return words["by_cells"].format(says=says, what=what, columns=columns)
    return words["rotated"].format(says=says) if rule.rotated else says


def _bounds(rule: Rule, lang: Lang) -> str:
    words = WORDS[lang]
    least, most = rule.bounds
    key = "is" if least == most else "max" if least is None else "min" if most is None else "between"
    return words[key].format(n=_number(least), min=_number(least), max=_number(most))


def _number(number: Number | None) -> str:
    return "" if number is None else str(int(number)) if number == int(number) else str(number)


def pieces_words(parts: Iterable[Contribution], lang: Lang) -> str:
    """Return a list of pieces with their numbers, at most MOST_NAMED of them."""
    listed = list(parts)
    named = [part.piece if part.amount == 1 else f"{part.piece} × {_number(part.amount)}" for part in listed]
    return list_some(named, lang)


def list_some(names: list[str], lang: Lang) -> str:
    """Return a list of names, at most MOST_NAMED of them, or the word for none."""
    shown = ", ".join(names[:MAX_LISTED]) or WORDS[lang]["none"]
    more = len(names) - MAX_LISTED
    return f"{shown} {WORDS[lang]['more'].format(count=more)}" if more > 0 else shown


def breach_words(verdict: Verdict, breach: Breach, lang: Lang) -> str:
    """Return where a rule is broken, and by which pieces."""
    return f"{breach_place(verdict, breach, lang)} – {pieces_words(breach.parts, lang)}"


def breach_place(verdict: Verdict, breach: Breach, lang: Lang) -> str:
    """Return where a rule is broken."""
    words, found = WORDS[lang], _number(breach.found)
    match verdict.rule.form:
        case Form.UNIQUE:
            return words["alike"].format(value=breach.value)
        case Form.RANGE:
            return words["lies"].format(value=breach.value, found=found)
        case _ if breach.value:
            return words["at"].format(value=breach.value, found=found)
        case _:
            return words["found"].format(found=found)


def line_words(line: CheckedLine, game: Game, lang: Lang) -> str:
    """Return the name of a line of the box; for pieces that no line lists, a phrase that says so."""
    if line.name is not None:
        return line.name[lang]
    return WORDS[lang]["unlisted"].format(deck=" / ".join(game.decks[name].title[lang] for name in line.has))


def spec_count_words(line: CheckedLine, lang: Lang) -> str:
    """Return the numbers of pieces in the spec, as one number if all forms have the same."""
    counts = list(line.has.values())
    if len(counts) > 1 and len(set(counts)) == 1:
        return WORDS[lang]["forms"].format(count=counts[0], forms=len(counts))
    return " / ".join(map(str, counts))


def setup_words(setup: TableSetup, lang: Lang) -> str:
    """Return the options of a set-up."""
    if setup.preset:
        return WORDS[lang]["preset"].format(name=setup.preset)
    return ", ".join(f"{name}={value}" for name, value in setup.options.items()) or WORDS[lang]["default"]


def spread_words(spread: SetupGroup, lang: Lang) -> str:
    """Return the options of set-ups with the same outcome."""
    if spread.whole:
        return WORDS[lang]["all"]
    if spread.default:
        return WORDS[lang]["others"]
    return list_some([setup_words(setup, lang) for setup in spread.setups], lang)


def returned_words(spread: SetupGroup, lines: tuple[CheckedLine, ...], game: Game, lang: Lang) -> str:
    """Return the pieces that were returned to the box, by line, as the box lists them; empty if there are none."""
    named = [
        f"{count} × {line_words(line, game, lang)}" for line, count in zip(lines, spread.back, strict=True) if count
    ]
    return ", ".join(named)


def difference_words(difference: Difference, census: Census, lang: Lang) -> str:
    """Return a sentence about a piece of which the engine has too many or too few."""
    words = WORDS[lang]
    always = len(difference.setups) == len(census.deals)
    when = [_when(setup, lang) for setup in difference.setups]
    return words["held" if difference.against is DifferenceKind.SPEC else "spare"].format(
        piece=difference.piece,
        expected=difference.expected,
        found=difference.found,
        setups=words["every"] if always else list_some(when, lang),
    )


def failure_words(failure: Failure, lang: Lang) -> str:
    """Return a sentence about set-ups that the engine cannot deal, with its error message."""
    when = [_when(setup, lang) for setup in failure.setups]
    setups = list_some(when, lang) if when else WORDS[lang]["every"]
    return WORDS[lang]["failure"].format(setups=setups, message=failure.message)


def _when(setup: TableSetup, lang: Lang) -> str:
    return WORDS[lang]["setup"].format(players=setup.players, options=setup_words(setup, lang))


def note_words(note: Note, lang: Lang) -> str:
    """Return a note in a sentence."""
    return WORDS[lang][note.kind].format(about=list_some(list(note.about), lang))


def misprint_words(misprint: Misprint, lang: Lang) -> str:
    """Return a typographic error in a sentence: location, printed text, correction and reason."""
    words, typo = WORDS[lang], misprint.slip
    key = "misprint" if typo.instead else "misprint-reword"
    what = words[f"slip-{typo.kind}"]
    return words[key].format(where=place_words(misprint, lang), found=typo.found, instead=typo.instead, what=what)


def place_words(misprint: Misprint, lang: Lang) -> str:
    """Return the location of a typographic error; if it is in several rows of a table, the table and its rows."""
    if len(misprint.places) == 1:
        return str(misprint.where)
    rows = WORDS[lang]["rows"].format(pieces=list_some(list(map(str, misprint.rows)), lang))
    return f"{misprint.where.shared()} ({rows})"


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
    """Piece counts in the engine; None if it does not use these pieces."""
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
    typo = misprint.slip
    what = WORDS[lang][f"slip-{typo.kind}"]
    text = misprint_words(misprint, lang)
    where, location = place_words(misprint, lang), misprint.where.plain()
    return MisprintText(where, location, text, typo.found, typo.instead, what, tuple(_rows(misprint, game)))


def _rows(misprint: Misprint, game: Game) -> Iterable[NamedPiece]:
    """Yield the rows with a typographic error; none if it is in the spec itself, a template or a memo."""
    rows = {place.at(column="", heading="") for place in misprint.places if place.column}
    for deck, design in game.designs():
        if design.place in rows:
            yield NamedPiece(deck.name, design.id, design.count)
