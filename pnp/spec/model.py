"""The models of a game's spec, as `game.toml` and its tables fill them."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from pnp.terms import Kind, Lang, Shape, Side
from pnp.units import Size

SMALLEST: Final = 5.0
LARGEST: Final = 1200.0
MOST_COPIES: Final = 999
MOST_PIECES: Final = 9_999

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class ColumnType(StrEnum):
    """What the cells of a column hold."""

    TEXT = "text"
    INT = "int"
    NUMBER = "number"
    CHOICE = "choice"
    COLOUR = "colour"


def _custom(expected: str, hint: str = "") -> PydanticCustomError:
    return PydanticCustomError("pnp", "{expected}", {"expected": expected, "hint": hint})


def _name(value: object) -> object:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise _custom("a name of small letters, digits, - and _", 'for example "poker" or "fox-token"')
    return value


def _colour(value: object) -> object:
    if not isinstance(value, str) or not COLOUR.fullmatch(value):
        raise _custom("a colour like #fbf3df")
    return value


def _players(value: object) -> object:
    wanted = _custom("players as [fewest, most], each from 1 to 99", "for example [2, 5]")
    if not isinstance(value, list) or len(value) != 2:
        raise wanted
    if any(isinstance(number, bool) or not isinstance(number, int) for number in value):
        raise wanted
    if not 1 <= value[0] <= value[1] <= 99:
        raise wanted
    return value


def parse_size(value: object) -> Size:
    """A size from a list of two numbers; pydantic's error otherwise."""
    wanted = f"a width and a height in mm, each from {SMALLEST:g} to {LARGEST:g}"
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise _custom(wanted, "for example [63, 88]")
    for side in value:
        if isinstance(side, bool) or not isinstance(side, int | float) or not SMALLEST <= side <= LARGEST:
            raise _custom(wanted, "for example [63, 88]")
    return Size(float(value[0]), float(value[1]))


def _translated(value: object) -> object:
    if not isinstance(value, dict) or not value:
        raise _custom("a text for each language", 'for example { fr = "bague", en = "ring" }')
    for lang, text in value.items():
        if lang not in set(Lang):
            raise _custom(f"the languages {', '.join(Lang)}", f'unknown language "{lang}"')
        if not isinstance(text, str):
            raise _custom("a text for each language", f"the {lang} text is not in quotes")
        if CONTROL.search(text.replace("\n", "")):
            raise _custom("a text for each language", f"the {lang} text has a control character")
    for lang in Lang:
        if not str(value.get(lang, "")).strip():
            raise _custom(f'a text in "{lang}" too', f'add {lang} = "…"')
    return value


def _title(value: object) -> object:
    titles = _translated(value)
    if isinstance(titles, dict) and any("\n" in text for text in titles.values()):
        raise _custom("a text on one line", "it has a line break")
    return titles


Name = Annotated[str, BeforeValidator(_name)]
Colour = Annotated[str, BeforeValidator(_colour)]
Dimensions = Annotated[Size, BeforeValidator(parse_size)]
Translated = Annotated[dict[Lang, str], BeforeValidator(_translated)]
Title = Annotated[dict[Lang, str], BeforeValidator(_title)]
Players = Annotated[list[int], BeforeValidator(_players)]
Count = Annotated[int, Field(ge=1, le=MOST_COPIES, strict=True)]
Cell = str | int | float


def _cell(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _custom("a text or a number")
    return value


Value = Annotated[Cell, BeforeValidator(_cell)]


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Column(Model):
    """A column that the rows of a deck have, beside `id` and `count`."""

    type: ColumnType = ColumnType.TEXT
    translated: bool = False
    """Written once per language, in columns with `_fr` and `_en` at the end."""
    choices: list[str] = []
    min: float | None = None
    max: float | None = None
    default: Value | None = None
    """What an empty cell means; without it a cell must not be empty."""
    hint: str = ""

    @model_validator(mode="after")
    def _fits_its_type(self) -> Column:
        if (self.type is ColumnType.CHOICE) != bool(self.choices):
            raise _custom('choices with type = "choice", and only there')
        if self.translated and self.type is not ColumnType.TEXT:
            raise _custom('type = "text" for a translated column')
        if self.min is not None and self.max is not None and self.min > self.max:
            raise _custom("min below max")
        if self.default is not None and not self.takes(self.default):
            raise _custom("a default that the column itself would take")
        return self

    def takes(self, value: Cell) -> bool:
        """Whether a value is one that the column can have."""
        match self.type:
            case ColumnType.INT | ColumnType.NUMBER:
                if isinstance(value, str) or (self.type is ColumnType.INT and not isinstance(value, int)):
                    return False
                return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)
            case ColumnType.CHOICE:
                return value in self.choices
            case ColumnType.COLOUR:
                return bool(COLOUR.fullmatch(str(value)))
            case _:
                return True


class Edge(Model):
    """The flat colour round all faces of one side, from the bleed to 3 mm inside the cut."""

    front: Colour
    back: Colour | None = None


class Design(Model):
    """One row of a deck: a piece before it is copied."""

    id: Name
    count: Count = 1
    fields: dict[str, Cell | dict[Lang, str]] = {}

    def field(self, name: str, lang: Lang) -> Cell:
        """The value of a column, in the language where it is translated."""
        value = self.fields[name]
        return value[lang] if isinstance(value, dict) else value


class Deck(Model):
    """Pieces of one size that share their templates."""

    name: Name
    title: Title
    kind: Kind
    size: Dimensions
    shape: Shape = Shape.RECT
    front: str
    back: str | None = None
    table: str | None = None
    columns: dict[Name, Column] = {}
    edge: Edge | None = None
    """Promised by the designer: lets neighbours share a cut. Without it they are set apart by their bleeds."""
    foot: Annotated[float, Field(ge=0, le=100)] = 0
    """The height of the foot at both ends of a standee."""
    leaves: Count = 1
    """How many leaves of a pad are printed."""
    designs: list[Design]

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Deck:
        if self.kind is Kind.PAD and self.back is not None:
            raise _custom("no back on a pad", "delete the key back")
        if self.kind is Kind.STANDEE and self.back is None:
            raise _custom("a back on a standee", 'for example back = "fox-back.svg.j2"')
        if self.foot and self.kind is not Kind.STANDEE:
            raise _custom("a foot on a standee only", "delete the key foot")
        if self.leaves > 1 and self.kind is not Kind.PAD:
            raise _custom("leaves on a pad only", "delete the key leaves")
        if self.shape is Shape.CIRCLE and self.size.width != self.size.height:
            raise _custom("a circle as wide as high")
        return self

    @property
    def count(self) -> int:
        """How many pieces the deck has."""
        return sum(design.count for design in self.designs)

    def template(self, side: Side) -> str | None:
        """The template of a side, if the side is printed."""
        return self.front if side is Side.FRONT else self.back


class BoxItem(Model):
    """A line of what the box must contain, written from the rulebook and not from the decks."""

    name: Title
    count: Annotated[int, Field(ge=1, le=MOST_PIECES, strict=True)]
    of: Annotated[list[Name], Field(min_length=1)]
    """The decks it is in; several are several forms of the same thing, of which the box has one."""
    where: dict[str, Value] = {}
    """Only the rows with these values."""


class Game(Model):
    """A whole box."""

    id: Name
    title: Title
    players: Players
    age: Annotated[int, Field(ge=0, le=99, strict=True)]
    minutes: Annotated[int, Field(ge=1, le=1440, strict=True)]
    sizes: dict[Name, Dimensions] = {}
    text: dict[Name, Translated] = {}
    decks: Annotated[dict[Name, Deck], Field(min_length=1)]
    box: list[BoxItem]

    @property
    def player_range(self) -> str:
        """From the fewest to the most players."""
        fewest, most = self.players
        return f"{fewest}" if fewest == most else f"{fewest}–{most}"

    @property
    def count(self) -> int:
        """How many pieces are in the box; a pad is one."""
        return sum(deck.count for deck in self.decks.values())

    def designs(self) -> list[tuple[Deck, Design]]:
        """Every design with its deck, in the order of the spec."""
        return [(deck, design) for deck in self.decks.values() for design in deck.designs]
