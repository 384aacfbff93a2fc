"""Guess what the columns of a table are: name, number of copies, picture, rules, corner numbers, colour, languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from pnp.face.shapes import icon_names
from pnp.pictures.formats import FORMATS
from pnp.spec.table import COUNT, ID, LOOKS, heading_names, slugify
from pnp.terms import Lang

MOST_CORNERS: Final = 4
"""Maximum number of columns that become numbers in corners."""
MOST_GROUPS: Final = 8
"""Maximum number of different values of a column that colours the cards."""
LONG_TEXT: Final = 32
"""Length from which a text is printed in the rules box rather than on a line, in characters."""
MOST_DETAILS: Final = 2
"""Maximum number of short texts beside the kind of a card."""
PICTURE_SUFFIXES: Final = (*FORMATS, ".svg")
HEADINGS: Final[dict[str, list[str]]] = tomllib.loads((Path(__file__).parent / "headings.toml").read_text("utf-8"))
"""Usual names of columns, by what they are."""
_WHOLE: Final = re.compile(r"[+-]?\d{1,5}")
_TIMES: Final = re.compile(r"[x×]?\s*\d{1,3}\s*[x×]?", re.IGNORECASE)
_LINK: Final = re.compile(r"https?://|www\.", re.IGNORECASE)
_LANGUAGE: Final = re.compile(r"(.+)_(en|fr|de|es|it|pt|nl|pl|cs|sv|da|fi|nb|hu|ro|el|uk|ru|tr|ja|ko|zh|ar|he|ca)")


@dataclass(frozen=True)
class TableSheet:
    """A sheet of a workbook, or a text file, as rows of texts."""

    name: str
    """Name for its deck: that of the sheet, or of the file."""
    headings: list[str]
    rows: list[list[str]]
    """Rows below the headings, each as long as these."""


class GuessedColumn(NamedTuple):
    """A column of a sheet."""

    name: str
    """Name in layouts; of a column in several languages, without the language."""
    heading: str
    cells: list[str]
    """Cells that are not empty, in all languages."""
    full: list[str]
    """Cells of all rows, in the first language."""

    @property
    def longest(self) -> int:
        """Length of the longest cell, in characters."""
        return max(map(len, self.cells), default=0)

    @property
    def typical(self) -> float:
        """Median length of a cell, in characters."""
        return median(map(len, self.cells)) if self.cells else 0

    @property
    def distinct(self) -> list[str]:
        """Different contents, in the order of the table."""
        return list(dict.fromkeys(self.cells))

    @property
    def differs(self) -> bool:
        """Whether most of its cells differ."""
        return len(self.distinct) * 2 > len(self.cells)


@dataclass
class Guess:
    """What the columns of a sheet are; columns that are not named are left off the card."""

    languages: list[Lang] = field(default_factory=list)
    """Languages with separate columns; empty if there are none."""
    copies: GuessedColumn | None = None
    title: GuessedColumn | None = None
    group: GuessedColumn | None = None
    """Column with few different values, which colours the cards."""
    details: list[GuessedColumn] = field(default_factory=list)
    """Short texts, printed beside the group."""
    corners: list[GuessedColumn] = field(default_factory=list)
    """Numbers."""
    picture: GuessedColumn | None = None
    icons: GuessedColumn | None = None
    texts: list[GuessedColumn] = field(default_factory=list)
    """Long texts, from top to bottom; flavour is not among them."""
    flavour: GuessedColumn | None = None
    unused: list[str] = field(default_factory=list)
    """Headings of columns that are not on the card."""

    @property
    def printed(self) -> list[GuessedColumn]:
        """Columns on the card, the most important first."""
        first = (self.title, self.group, *self.corners, self.picture, self.icons)
        return [column for column in (*first, *self.details, *self.texts, self.flavour) if column is not None]


def guess_columns(
    sheet: TableSheet, has_drawing: Callable[[str], bool] = lambda _: False, languages: Sequence[Lang] | None = None
) -> Guess:
    """Return what the columns of a sheet are; `has_drawing` returns whether there is a drawing for an icon.

    With the languages of a game, only columns in exactly these languages are translations of each other.

    >>> found = guess_columns(TableSheet("cards", ["Name", "Cost"], [["Fox", "2"], ["Owl", "3"]]))
    >>> found.title.name, [column.name for column in found.corners]
    ('name', ['cost'])
    """
    guess = Guess()
    left = _columns(sheet, guess, languages)

    def take(fits: Callable[[GuessedColumn], bool], ranked: Sequence[str] = ()) -> GuessedColumn | None:
        """Remove and return the best column that fits: by its name, or else the first."""
        fitting = [column for column in left if fits(column)]
        known = (column for column in fitting if column.name in ranked)
        named = sorted(known, key=lambda each: ranked.index(each.name))
        chosen = next(iter([*named, *(() if ranked and not named else fitting)]), None)
        if chosen is not None:
            left.remove(chosen)
        return chosen

    for column in [column for column in left if not column.cells or column.name in (ID, LOOKS)]:
        left.remove(column)
        if column.cells:
            guess.unused.append(column.heading)
    guess.copies = take(lambda column: column.name in HEADINGS["copies"] and all(map(_TIMES.fullmatch, column.cells)))
    for column in [each for each in left if each.name in HEADINGS["private"] or _has_links(each)]:
        left.remove(column)
        guess.unused.append(column.heading)
    guess.picture = take(_has_pictures)
    guess.icons = take(lambda column: _has_icons(column, has_drawing))
    guess.title = take(lambda column: column.longest <= 80 and not _is_number(column), HEADINGS["title"]) or take(
        lambda column: not _is_number(column) and column.typical <= LONG_TEXT and column.differs
    )
    guess.flavour = take(lambda column: column.name in HEADINGS["flavour"])
    guess.group = take(lambda column: _is_group(column, len(sheet.rows)), HEADINGS["group"]) or take(
        lambda column: _is_group(column, len(sheet.rows)) and not column.differs
    )
    for column in left:
        if _is_number(column) and len(guess.corners) < MOST_CORNERS and not _counts_rows(column):
            guess.corners.append(column)
        elif column.name in HEADINGS["rules"] or column.longest >= LONG_TEXT:
            guess.texts.append(column)
        elif len(guess.details) < MOST_DETAILS:
            guess.details.append(column)
        else:
            guess.unused.append(column.heading)
    if guess.flavour is None and len(guess.texts) > 1:
        guess.flavour = guess.texts.pop()
    return guess


def _columns(sheet: TableSheet, guess: Guess, languages: Sequence[Lang] | None) -> list[GuessedColumn]:
    """Return the columns of a sheet, those of several languages as one; set the languages of the guess."""
    names = heading_names(tuple(dict.fromkeys(sheet.headings)))
    places: dict[str, tuple[str, list[int]]] = {}
    for place, heading in enumerate(sheet.headings):
        if heading:
            places[names[heading]] = heading, [place]
    families: dict[str, dict[str, str]] = {}
    for name in places:
        if match := _LANGUAGE.fullmatch(name):
            families.setdefault(match[1], {})[match[2]] = name
    spoken = next((list(each) for each in families.values() if len(each) > 1), [])
    if languages is not None and set(spoken) != {str(lang) for lang in languages}:
        spoken = []
    families = {base: each for base, each in families.items() if list(each) == spoken and base not in places}
    guess.languages = [Lang(tag) for tag in spoken] if families else []
    for base, each in families.items():
        found = [places.pop(name) for name in each.values()]
        places[base] = found[0][0][: -len(spoken[0]) - 1] or base, [place for _, [place] in found]
    columns = []
    for name, (heading, where) in places.items():
        cells = [row[place] for place in where for row in sheet.rows if row[place]]
        columns.append(GuessedColumn(name, heading, cells, [row[where[0]] for row in sheet.rows]))
    order = list(names.values())

    def place_of(column: GuessedColumn) -> int:
        return order.index(column.name if column.name in order else f"{column.name}_{spoken[0]}")

    return sorted(columns, key=place_of)


def _is_number(column: GuessedColumn) -> bool:
    """Return whether a column has numbers, or very short texts such as 2+ and 1d6."""
    short = all(len(cell) <= 4 and cell[:2].strip("+-*×<>=")[:1].isdigit() for cell in column.cells)
    return all(map(_WHOLE.fullmatch, column.cells)) or short


def _has_links(column: GuessedColumn) -> bool:
    return sum(_LINK.match(cell) is not None for cell in column.cells) * 2 > len(column.cells)


def _counts_rows(column: GuessedColumn) -> bool:
    """Return whether a column only numbers the rows."""
    named = column.name in HEADINGS["numbering"] and len(column.full) > 2
    if not named or not all(map(_WHOLE.fullmatch, column.full)):
        return False
    return all(int(after) - int(before) == 1 for before, after in pairwise(column.full))


def _is_group(column: GuessedColumn, rows: int) -> bool:
    values = column.distinct
    plain = not _is_number(column) and column.longest <= 24 and not {"by", "else"} & set(values)
    return plain and 2 <= len(values) <= MOST_GROUPS and len(values) < max(rows, 3)


def _has_pictures(column: GuessedColumn) -> bool:
    named = sum(picture_suffix(cell) != "" for cell in column.cells)
    return named * 2 > len(column.cells) or (named > 0 and column.name in HEADINGS["picture"])


def picture_suffix(cell: str) -> str:
    """Return the ending of a picture's file name, such as `.png`; empty if a cell is not one."""
    ending = cell[cell.rfind(".") :].lower()
    return ending if ending in PICTURE_SUFFIXES and len(cell) > len(ending) and "\n" not in cell else ""


def _has_icons(column: GuessedColumn, has_drawing: Callable[[str], bool]) -> bool:
    if column.longest > 60 or _is_number(column):
        return False
    try:
        names = {name for cell in column.cells for name in icon_names(cell, "")}
    except ValueError:
        return False
    return 0 < len(names) <= 24 and all(map(has_drawing, names))


def find_icons(texts: Iterable[str]) -> list[str]:
    """Return the names of the icons in texts, such as `coin` for `{coin}`."""
    return list(dict.fromkeys(name for text in texts for name in re.findall(r"(?<!\\)\{([^{}\n]{1,40})\}", text)))


def table_start(rows: Sequence[Sequence[str]]) -> int:
    """Return the index of the row with the headings: titles above a table are shorter than the table is wide."""
    widths = [sum(map(bool, row)) for row in rows[:10]]
    widest = max(widths, default=0)
    if widest < 2:
        return 0
    return next(at for at, width in enumerate(widths) if width * 2 > widest and width > 1)


def deck_name(name: str, taken: Iterable[str]) -> str:
    """Return a name for a deck that is not taken, from that of a sheet or file.

    >>> deck_name("My Events (v2)", ["cards"])
    'my-events-v2'
    """
    made = slugify(name, "-").lstrip("-0123456789")[:40].strip("-") or "cards"
    free, number = made, 2
    while free in taken or free == COUNT:
        free, number = f"{made}-{number}", number + 1
    return free
