"""Selections of pieces by deck, id, row or column value (`--only`)."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value

if TYPE_CHECKING:
    from pnp.spec.deck import Piece
    from pnp.spec.model import Deck, Design, Game

OPTION: Final = "--only"
DECK: Final = "deck"
ROWS: Final = "rows"
LONGEST_SLUG: Final = 32
LONGEST: Final = 500
"""Maximum length of a selection, in characters."""
FEW: Final = 8
"""Maximum number of values listed in a hint."""
_RANGE: Final = re.compile(r"([0-9]{1,6})\s*(?:([-–])\s*([0-9]{1,6})?)?")
_APART: Final = re.compile(r"(?:[^a-z0-9.]|\.(?![a-z0-9])|(?<![a-z0-9])\.)+")
"""Matches characters to replace in a file name; a dot inside a word, as in v0.3, is kept."""
_EXAMPLE: Final = "for example cards, id=dragon*, rows=3-9 or deck=cards,cost=2"

CopyRange = tuple[str, int, int]
"""Id of a design, and numbers of its first and last copy."""


class SelectionError(SpecError):
    """A selection that matches no piece of the game."""


@dataclass(frozen=True)
class Selection:
    """The pieces of a game to print: those that match one of the filters and, with `since`, are listed."""

    only: tuple[str, ...] = ()
    """Filters of `--only`, as written; a piece must match one of them. Empty for all pieces."""
    since: str = ""
    """Name of the earlier build to compare with (`--changed-since`), or empty."""
    pieces: tuple[CopyRange, ...] = ()
    """The pieces that differ from the earlier build: id, first and last copy."""

    def apply(self, game: Game, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the selected pieces in order. Raise SelectionError if a filter matches nothing in the game."""
        filters = parse_filters(game, self.only)
        listed = {design: range(first, last + 1) for design, first, last in self.pieces}
        return [
            piece
            for piece in pieces
            if (not filters or any(each.holds(piece.deck, piece.design) for each in filters))
            and (not self.since or piece.copy in listed.get(piece.id, ()))
        ]

    @property
    def slug(self) -> str:
        """The selection as part of a file name."""
        parts = [f"only-{slug('+'.join(self.only))}"] if self.only else []
        since = slug(self.since.removesuffix(".pdf"))
        return "_".join(parts + ([f"since-{since}"] if self.since else []))

    def __str__(self) -> str:
        parts = [f"only {' or '.join(map(quote_value, self.only))}"] if self.only else []
        return ", ".join(parts + ([f"changed since {quote_value(self.since)}"] if self.since else []))


def slug(text: str) -> str:
    """Return the text as part of a file name: lowercase letters and digits, with a hash if anything was lost.

    >>> slug("cards"), slug("id=Dragon")
    ('cards', 'id-dragon-7a4b8b')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = _APART.sub("-", plain)[:LONGEST_SLUG].strip("-.")
    if plain == text:
        return plain
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{plain}-{mark}" if plain else mark


def parse_filters(game: Game, texts: Sequence[str]) -> list[Filter]:
    """Return a filter for each text. Raise SelectionError if one matches no piece, SpecError if one is not valid."""
    problems: list[Problem] = []
    missed = 0
    filters: list[Filter] = []
    for text in texts:
        where = Location(game=game.id, option=OPTION)
        try:
            found = parse_filter(text, where)
            found.check(game, where)
            filters.append(found)
        except SpecError as error:
            missed += isinstance(error, SelectionError)
            problems += error.problems
    if problems:
        raise (SelectionError if missed == len(problems) else SpecError)(*problems)
    return filters


def parse_filter(text: str, where: Location) -> Filter:
    """Parse a filter: comma-separated conditions. Raise SpecError if it is not valid."""
    conditions = []
    for part in text.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not part.strip() or (equals and not (key and value)) or len(text) > LONGEST:
            message = "must be a deck, or conditions like id=dragon*"
            raise SpecError(Problem(where, message, _EXAMPLE, found=quote_value(text), code="E1204"))
        if key.lower() in ("row", ROWS) and equals and _RANGE.fullmatch(value) is None:
            message = "must have rows like 3-9, 4 or 12-"
            raise SpecError(Problem(where, message, _EXAMPLE, found=quote_value(value), code="E1204"))
        conditions.append(Criterion(key if equals else "", value if equals else key))
    return Filter(text, tuple(conditions))


@dataclass(frozen=True)
class Criterion:
    """A condition: a column and a pattern, or a pattern alone for the name of a deck or a piece."""

    key: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.key}={self.pattern}" if self.key else self.pattern

    def values(self, deck: Deck, design: Design) -> list[str] | None:
        """Return the values of a piece to compare with the pattern; None if its deck has no such column."""
        match self.key.lower():
            case "":
                return [deck.name, design.id]
            case "deck":
                return [deck.name]
            case "id":
                return [design.id]
            case "row" | "rows":
                return [str(design.row)]
        cells = _cells(deck, design)
        return cells.get(self.key) or cells.get(self.key.lower())

    def holds(self, deck: Deck, design: Design) -> bool:
        """Whether a piece meets the condition."""
        found = self.values(deck, design)
        if found is None:
            return False
        if self.key.lower() in ("row", ROWS):
            return _in_range(design.row, self.pattern)
        return any(_matches(value, self.pattern) for value in found)


@dataclass(frozen=True)
class Filter:
    """Conditions that a piece must all meet."""

    text: str
    conditions: tuple[Criterion, ...]

    def holds(self, deck: Deck, design: Design) -> bool:
        """Whether a piece meets all conditions."""
        return all(condition.holds(deck, design) for condition in self.conditions)

    def check(self, game: Game, where: Location) -> None:
        """Raise SelectionError, with suggestions, if the filter matches no piece of the game."""
        designs = game.designs()
        if any(self.holds(*each) for each in designs):
            return
        for condition in self.conditions:
            if any(condition.holds(*each) for each in designs):
                continue
            found = [condition.values(*each) for each in designs]
            there = list(dict.fromkeys(value for values in found for value in values or ()))
            if all(values is None for values in found):
                columns = dict.fromkeys(name for each in designs for name in _cells(*each))
                hint = did_you_mean([DECK, ROWS, "id", *columns], condition.key)
                raise SelectionError(
                    Problem(where, f"the game has no column {quote_value(condition.key)}", hint, code="E1205")
                )
            what = "no piece matches" if condition.key else "no deck or piece matches"
            raise SelectionError(
                Problem(where, f"{what} {quote_value(condition)}", _near(condition, there), code="E1205")
            )
        hint = "each condition matches some pieces, but no piece matches all of them"
        raise SelectionError(
            Problem(where, f"no piece meets all conditions of {quote_value(self.text)}", hint, code="E1205")
        )


def _cells(deck: Deck, design: Design) -> dict[str, list[str]]:
    """Return the values of a piece by column name and heading; in all languages for a translated column."""
    cells: dict[str, list[str]] = {"count": [str(design.count)]}
    for name, value in design.fields.items():
        if isinstance(value, dict):
            cells |= {f"{name}_{lang}": [text] for lang, text in value.items()}
            cells[name] = list(value.values())
        else:
            cells[name] = [f"{value:g}" if isinstance(value, float) else str(value)]
        column = deck.columns.get(name)
        if column is not None and column.heading:
            cells[column.heading] = cells[name]
    return cells


def _matches(value: str, pattern: str) -> bool:
    """Whether a value matches a pattern, ignoring case; * matches any characters, ? matches one."""
    return fnmatchcase(value.casefold(), pattern.casefold().replace("[", "[[]"))


def _in_range(row: int, text: str) -> bool:
    match = _RANGE.fullmatch(text)
    if match is None:
        return False
    first, dash, last = match.groups()
    return int(first) <= row and (row <= int(last) if last else bool(dash) or row == int(first))


def _near(condition: Criterion, there: list[str]) -> str:
    """Return a hint with similar values, or with a few existing ones."""
    if condition.key.lower() in ("row", ROWS):
        rows = sorted(int(row) for row in there if row != "0") or [0]
        return f"rows are numbered from {rows[0]} to {rows[-1]}; the headings of a table are row 1"
    word = condition.pattern.replace("*", "").replace("?", "")
    near = get_close_matches(word, there, n=FEW, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(map(quote_value, near))}?"
    return f"for example {', '.join(map(quote_value, there[:FEW]))}"
