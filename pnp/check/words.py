"""Sentences for the results of a check: rules and where they are broken, set-ups, notes, typographic errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pnp.check.report import (
    Breach,
    Census,
    CheckedLine,
    Contribution,
    Difference,
    DifferenceKind,
    Failure,
    Misprint,
    Note,
    Number,
    TableSetup,
    Verdict,
)
from pnp.check.spread import SetupGroup
from pnp.spec.model import Form, Game, Rule
from pnp.terms import Lang
from pnp.words import Texts

MAX_LISTED: Final = 12
"""Maximum number of pieces that are listed; of the rest, only their number is given."""

WORDS: Final = Texts("check")


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
    """Return the pieces that were returned to the box, by line; empty if there are none."""
    named = [f"{count} {line_words(line, game, lang)}" for line, count in zip(lines, spread.back, strict=True) if count]
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
    words, slip = WORDS[lang], misprint.slip
    key = "misprint" if slip.instead else "misprint-reword"
    what = words[f"slip-{slip.kind}"]
    return words[key].format(where=place_words(misprint, lang), found=slip.found, instead=slip.instead, what=what)


def place_words(misprint: Misprint, lang: Lang) -> str:
    """Return the location of a typographic error; if it is in several rows of a table, the table and its rows."""
    if len(misprint.places) == 1:
        return str(misprint.where)
    rows = WORDS[lang]["rows"].format(pieces=list_some(list(map(str, misprint.rows)), lang))
    return f"{misprint.where.shared()} ({rows})"
