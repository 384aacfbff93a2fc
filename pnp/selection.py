"""Selections: which pieces of a game are meant, by deck, by row or by what stands in a column."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from pnp.errors import Problem, SpecError, known, quoted
from pnp.location import Location

if TYPE_CHECKING:
    from pnp.deck import Piece
    from pnp.spec.model import Deck, Design, Game

OPTION: Final = "--only"
DECK: Final = "deck"
ROWS: Final = "rows"
LONGEST_SLUG: Final = 32
LONGEST: Final = 500
"""Signs of one selection."""
FEW: Final = 8
"""Values that a hint lists."""
_RANGE: Final = re.compile(r"([0-9]{1,6})\s*(?:([-–])\s*([0-9]{1,6})?)?")
_APART: Final = re.compile(r"(?:[^a-z0-9.]|\.(?![a-z0-9])|(?<![a-z0-9])\.)+")
"""What parts the words of a file name; a dot inside one, as in v0.3, stays."""
_EXAMPLE: Final = "for example cards, id=dragon*, rows=3-9 or deck=cards,cost=2"

Stretch = tuple[str, int, int]
"""A design, and its copies from the first to the last."""


class SelectionError(SpecError):
    """A selection that no piece of the game meets."""


@dataclass(frozen=True)
class Selection:
    """What is printed of a game: the pieces that meet one of the texts, and of these the listed ones."""

    only: tuple[str, ...] = ()
    """Alternatives, each as it was written; all pieces without any."""
    since: str = ""
    """The earlier build that the listed pieces differ from; empty where none was given."""
    pieces: tuple[Stretch, ...] = ()
    """The list, where there is an earlier build."""

    def take(self, game: Game, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces that are meant, in their order; SelectionError where a text matches nothing in the game."""
        filters = make_filters(game, self.only)
        listed = {design: range(first, last + 1) for design, first, last in self.pieces}
        return [
            piece
            for piece in pieces
            if (not filters or any(each.holds(piece.deck, piece.design) for each in filters))
            and (not self.since or piece.copy in listed.get(piece.id, ()))
        ]

    @property
    def slug(self) -> str:
        """What it adds to the name of a file."""
        parts = [f"only-{slug('+'.join(self.only))}"] if self.only else []
        since = slug(self.since.removesuffix(".pdf"))
        return "_".join(parts + ([f"since-{since}"] if self.since else []))

    def __str__(self) -> str:
        parts = [f"only {' or '.join(map(quoted, self.only))}"] if self.only else []
        return ", ".join(parts + ([f"changed since {quoted(self.since)}"] if self.since else []))


def slug(text: str) -> str:
    """The text as part of a file name: small letters and digits; where that is not all of it, with a hash."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = _APART.sub("-", plain)[:LONGEST_SLUG].strip("-.")
    if plain == text:
        return plain
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{plain}-{mark}" if plain else mark


def make_filters(game: Game, texts: Sequence[str]) -> list[Filter]:
    """A filter for each text; SpecError, or SelectionError, for those that mean no piece of the game."""
    problems: list[Problem] = []
    missed = 0
    filters: list[Filter] = []
    for text in texts:
        where = Location(game=game.id, option=OPTION)
        try:
            found = read_filter(text, where)
            found.check(game, where)
            filters.append(found)
        except SpecError as error:
            missed += isinstance(error, SelectionError)
            problems += error.problems
    if problems:
        raise (SelectionError if missed == len(problems) else SpecError)(*problems)
    return filters


def read_filter(text: str, where: Location) -> Filter:
    """The filter that a text describes: conditions with commas between them; SpecError for anything else."""
    conditions = []
    for part in text.split(","):
        key, sign, value = (word.strip() for word in part.partition("="))
        if not part.strip() or (sign and not (key and value)) or len(text) > LONGEST:
            message = "must be a deck, or conditions like id=dragon*"
            raise SpecError(Problem(where, message, _EXAMPLE, found=quoted(text), code="E1204"))
        if key.lower() in ("row", ROWS) and sign and _RANGE.fullmatch(value) is None:
            message = "must have rows like 3-9, 4 or 12-"
            raise SpecError(Problem(where, message, _EXAMPLE, found=quoted(value), code="E1204"))
        conditions.append(Criterion(key if sign else "", value if sign else key))
    return Filter(text, tuple(conditions))


@dataclass(frozen=True)
class Criterion:
    """What a piece must be: a column and a pattern, or a pattern alone for the name of a deck or a piece."""

    key: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.key}={self.pattern}" if self.key else self.pattern

    def values(self, deck: Deck, design: Design) -> list[str] | None:
        """What a piece has to compare with the pattern; None where its deck has no such column."""
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
        """Whether a piece is so."""
        found = self.values(deck, design)
        if found is None:
            return False
        if self.key.lower() in ("row", ROWS):
            return _in_range(design.row, self.pattern)
        return any(_matches(value, self.pattern) for value in found)


@dataclass(frozen=True)
class Filter:
    """Conditions that a piece must meet, all of them."""

    text: str
    conditions: tuple[Criterion, ...]

    def holds(self, deck: Deck, design: Design) -> bool:
        """Whether a piece is meant."""
        return all(condition.holds(deck, design) for condition in self.conditions)

    def check(self, game: Game, where: Location) -> None:
        """SelectionError, with what there is, when no piece of the game is meant."""
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
                hint = known([DECK, ROWS, "id", *columns], condition.key)
                raise SelectionError(
                    Problem(where, f"the game has no column {quoted(condition.key)}", hint, code="E1205")
                )
            what = "no piece matches" if condition.key else "no deck and no piece matches"
            raise SelectionError(Problem(where, f"{what} {quoted(condition)}", _near(condition, there), code="E1205"))
        hint = "each condition matches some pieces, but none matches all of them"
        raise SelectionError(
            Problem(where, f"no piece meets all conditions of {quoted(self.text)}", hint, code="E1205")
        )


def _cells(deck: Deck, design: Design) -> dict[str, list[str]]:
    """What stands in each column, by its name and by its heading; in all languages where it is translated."""
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
    """Whether a value is as the pattern says, large and small letters alike; * is any letters, ? is one."""
    return fnmatchcase(value.casefold(), pattern.casefold().replace("[", "[[]"))


def _in_range(row: int, text: str) -> bool:
    match = _RANGE.fullmatch(text)
    if match is None:
        return False
    first, dash, last = match.groups()
    return int(first) <= row and (row <= int(last) if last else bool(dash) or row == int(first))


def _near(condition: Criterion, there: list[str]) -> str:
    """A hint with what comes close, or with some of what there is."""
    if condition.key.lower() in ("row", ROWS):
        rows = sorted(int(row) for row in there if row != "0") or [0]
        return f"rows go from {rows[0]} to {rows[-1]}; the headings of a table are row 1"
    word = condition.pattern.replace("*", "").replace("?", "")
    near = get_close_matches(word, there, n=FEW, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(map(quoted, near))}?"
    return f"for example {', '.join(map(quoted, there[:FEW]))}"
