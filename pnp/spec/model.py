"""The models of a game's spec, as `game.toml` and its tables fill them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, model_validator

from pnp.errors import quoted
from pnp.location import Location
from pnp.outline import Outline, circle, hex_hint, hexagon, is_regular, rectangle
from pnp.spec.colour import read_colour
from pnp.spec.kinds import Flat, PieceKind, side_by_side
from pnp.spec.values import (
    MOST_LOOKS,
    MOST_PIECES,
    Blocks,
    Bound,
    Colour,
    Count,
    Credit,
    Dimensions,
    Flag,
    FreeOutline,
    Headings,
    Icons,
    Name,
    PageList,
    Players,
    Texts,
    Title,
    Translated,
    Value,
    Values,
    Web,
    refusal,
)
from pnp.spec.values import Cell as Cell
from pnp.terms import CutBy, Cutting, Lang, PictureFit, Shape, Side, Stock
from pnp.units import trim


class ColumnType(StrEnum):
    """What the cells of a column hold."""

    TEXT = "text"
    INT = "int"
    NUMBER = "number"
    CHOICE = "choice"
    COLOUR = "colour"


class Form(StrEnum):
    """What a rule asks of the pieces of a deck."""

    COUNT = "count"
    """How many pieces there are, or how many of their cells hold a value."""
    SUM = "sum"
    """What the numbers of all pieces add up to."""
    EACH = "each"
    """How many there are of each value, of those too that no piece has."""
    UNIQUE = "unique"
    """No two pieces are alike."""
    RANGE = "range"
    """Every piece's number lies between two."""
    EQUAL = "equal"
    """There are as many of one value as of another."""


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Column(Model):
    """A column that the rows of a deck have, beside `id` and `count`."""

    type: ColumnType = ColumnType.TEXT
    """What its cells hold: text, whole numbers, numbers, one of some choices, colours like #6d1f2f."""
    translated: bool = False
    """Written once per language, in columns that end in `_fr`, `_en` and so on."""
    choices: list[str] = []
    """What a cell may say, with type = "choice"."""
    min: float | None = None
    """The least that a number may be."""
    max: float | None = None
    """The most that a number may be."""
    default: Value | None = None
    """What an empty cell means; without it a cell must not be empty."""
    hint: str = ""
    """What somebody is told who gets a cell wrong."""
    heading: str = ""
    """As the table writes it, where that is not the column's name."""

    @model_validator(mode="after")
    def _fits_its_type(self) -> Column:
        if self.type is ColumnType.CHOICE and not self.choices:
            raise refusal('has type = "choice" but no choices', code="E0205")
        if self.choices and self.type is not ColumnType.CHOICE:
            raise refusal('has choices but not type = "choice"', code="E0205")
        if self.translated and self.type is not ColumnType.TEXT:
            raise refusal('must have type = "text" because it is translated', code="E0205")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise refusal(f"has a min of {self.min:g}, above its max of {self.max:g}")
        if self.default is not None and not self.takes(self.default):
            raise refusal(f"has the default {quoted(self.default)}, which the column does not allow")
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
                return read_colour(str(value)) is not None
            case _:
                return True


class Edge(Model):
    """The flat colour round all faces of one side, from the bleed to 3 mm inside the cut."""

    front: Colour
    """The colour round all fronts."""
    back: Colour | None = None
    """The colour round all backs."""


class Pictures(Model):
    """Finished pictures that a deck is made of: a folder of them, or a PDF."""

    source: Annotated[str, Field(min_length=1)] = Field(alias="from")
    """The folder or the PDF, beside the spec."""
    bleed: Annotated[float, Field(ge=0, le=50)] = 0
    """How far the pictures reach beyond the cut, on all sides."""
    fit: PictureFit | None = None
    """How pictures of other proportions are fitted; without it they are refused."""
    grid: Annotated[list[Annotated[int, Field(ge=1, le=50, strict=True)]], Field(min_length=2, max_length=2)] | None = (
        None
    )
    """Columns and rows on a page of a PDF; without it a page is a card."""
    gap: Annotated[float, Field(ge=0, le=100)] = 0
    """Between the cards of a grid."""
    margin: Annotated[list[Annotated[float, Field(ge=0, le=1000)]], Field(min_length=2, max_length=2)] | None = None
    """From the left and the upper edge of a page to the first card; without it a grid is in the middle."""
    pages: PageList | None = None
    """The pages of fronts; all that are not backs where it does not say."""
    backs: PageList | None = None
    """The page of the back, or one for each page of fronts."""
    mirrored: Flag = True
    """Whether backs are laid for printing on both sides: the back of the first card is the last one of its row."""
    cards: Annotated[int, Field(ge=1, le=MOST_PIECES, strict=True)] | None = None
    """How many cards there are in a PDF, where the last page is not full."""


def written_out(value: object) -> object:
    """Pictures as a table of keys, where only the folder or the PDF is named."""
    return {"from": value} if isinstance(value, str) else value


class TextStyle(Model):
    """How a text is set, by a name: each thing is said once, and a template overrides what it says itself."""

    font: Annotated[str | Annotated[list[str], Field(min_length=1)] | None, Texts] = None
    """The family, or a list of families: each letter is set in the first that has it."""
    size: Annotated[float, Field(gt=0, le=200)] | None = None
    """The height of the letters in mm."""
    min: Annotated[float, Field(gt=0, le=200)] | None = None
    """The smallest height in mm that a text may shrink to so as to fit."""
    weight: Literal["normal", "bold"] | None = None
    """Thin or bold."""
    style: Literal["normal", "italic"] | None = None
    """Upright or italic."""
    align: Literal["start", "left", "center", "right"] | None = None
    """Where lines are held; start is left, or right for texts that run from right to left."""
    valign: Literal["top", "middle", "bottom"] | None = None
    """Where the lines stand in their box."""
    colour: Colour | None = None
    """The colour of the letters."""
    leading: Annotated[float, Field(gt=0, le=10)] | None = None
    """From line to line, in heights of the letters."""
    turn: Annotated[float, Field(ge=-360, le=360)] | None = None
    """Degrees that the box is turned clockwise about its middle."""


class Design(Model):
    """One row of a deck: a piece before it is copied."""

    id: Name
    count: Count = 1
    looks: Annotated[int, Field(ge=1, le=MOST_LOOKS, exclude=True, repr=False)] = 1
    """How many different faces its copies have; for rules and counts they are one and the same."""
    fields: dict[str, Cell | dict[Lang, str]] = {}
    pictures: dict[Side, str] = {}
    """The finished picture of each side, in a deck of pictures."""
    place: Annotated[InstanceOf[Location], Field(exclude=True, repr=False)] = Location()
    """Location of its row: in a table, or in a list of the spec; of the picture file, in a deck of pictures."""

    @property
    def row(self) -> int:
        """The number of its row in the table or list, as messages count: the headings of a spreadsheet are row 1."""
        return self.place.row

    def look(self, copy: int) -> int:
        """The look of a copy; copies take them in turn."""
        return (copy - 1) % self.looks + 1

    def field(self, name: str, lang: Lang) -> Cell:
        """The value of a column, in the language where it is translated."""
        value = self.fields[name]
        return value[lang] if isinstance(value, dict) else value


class Deck(Model):
    """Pieces of one size that share their templates."""

    name: Name
    title: Title
    """What the deck is called on sheets and in lists; its key without it."""
    kind: PieceKind = PieceKind("card")
    """What its pieces are; a standee folds up, and a pad is printed several times."""
    size: Dimensions
    """The size of a piece after cutting: a name, a width and a height in mm, or both with units."""
    stock: Stock | None = None
    """What it is printed on: card, paper, or paper that is glued on board; without it, paper for a pad, else card."""
    shape: Shape = Shape.RECT
    """The outline that its pieces are cut to; a hex has a flat side up where it is wider than high, else a point."""
    corner: Annotated[float, Field(ge=0, le=100)] = 0
    """The radius of rounded corners, for pieces cut to a rect."""
    cut: CutBy = CutBy.SHAPE
    """What pieces are cut along: their shape, or the line that `outline` names."""
    outline: FreeOutline | None = None
    """The line of cut = "outline": an SVG file beside the spec as large as the piece, or the data of a path in mm.

    With {id} in its name there is a file for each row.
    """
    front: str
    """The template of its fronts, in `templates/<game>/`."""
    back: str | None = None
    """The template of its backs; without it they are not printed."""
    table: Annotated[str | list[str] | None, Texts] = None
    """The files of its rows, each with a sheet after # if need be; an address is fetched by pnp pull."""
    pictures: Annotated[Pictures | None, BeforeValidator(written_out)] = None
    """The finished pictures that stand for rows and templates."""
    copies: str | None = None
    """The heading of the column that counts copies, where it is not one that is known."""
    when: str | None = None
    """An expression over the row: those for which it does not hold are left out."""
    computed: dict[Name, str] = {}
    """Columns that are computed, each by an expression over the row."""
    columns: dict[Name, Column] = {}
    """Columns that are declared, and therefore checked; all others are taken as they are."""
    edge: Edge | None = None
    """Promised by the designer: lets neighbours share a cut. Without it they are set apart by their bleeds."""
    foot: Annotated[float, Field(ge=0, le=100)] = 0
    """The height of the foot at both ends of a standee."""
    leaves: Count = 1
    """How many leaves of a pad are printed."""
    fold: bool = False
    """Whether backs are printed even with --sides fronts: beside their fronts, to be folded and glued."""
    designs: list[Design]
    headings: Annotated[dict[str, str], Field(exclude=True, repr=False)] = {}
    """What its tables call their columns, by name, where a table was read as it is; with `id` and `count`."""

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Deck:
        self.kind.check_keys(self)
        folds = self.shape is Shape.RECT and self.outline is None and not self.kind.folds_up
        if self.fold and (self.back is None or not folds):
            hint = "delete the key fold; a standee folds without it"
            raise refusal("has fold, which needs rectangular pieces with a back", hint, code="E0205")
        self._check_shape()
        self.kind.check_shape(self)
        return self

    def _check_shape(self) -> None:
        """What the size, the corners and the outline of a piece must be, by its shape."""
        if self.shape is Shape.CIRCLE and self.size.width != self.size.height:
            raise refusal(f"is a circle, which cannot be {self.size}", "make it as wide as it is high")
        if self.shape is Shape.HEX and not is_regular(self.size):
            raise refusal(f"is a hex, which cannot be {self.size}", hex_hint(self.size))
        if self.corner and (self.shape is not Shape.RECT or self.cut is CutBy.OUTLINE):
            raise refusal("has rounded corners but is not a rect", "delete the key corner", code="E0205")
        if 2 * self.corner > min(self.size):
            raise refusal(f"has corners too large for {self.size}", f"corner is at most {trim(min(self.size) / 2)}")
        if self.cut is CutBy.OUTLINE and self.outline is None:
            raise refusal('has cut = "outline" but no outline', 'for example outline = "meeple.svg"', code="E0205")
        if self.cut is CutBy.SHAPE and self.outline is not None:
            raise refusal('has an outline but not cut = "outline"', 'add cut = "outline"', code="E0205")
        if self.cut is CutBy.OUTLINE and self.shape is not Shape.RECT:
            raise refusal("must have a shape or an outline, not both", "delete the key shape", code="E0205")

    @property
    def printed_on(self) -> Stock:
        """The stock that is asked for, or that suits its kind."""
        return self.stock or self.kind.stock

    @property
    def has_reverse(self) -> bool:
        """Whether something is printed behind its fronts; a piece that folds up has its back beside its front."""
        return self.back is not None and not self.kind.folds_up

    @property
    def keeps_back(self) -> bool:
        """Whether its backs are printed even where only fronts are."""
        return self.fold or self.kind.folds_up

    def flat(self, *, opened: bool) -> Flat:
        """Return a piece as it is printed on one side of the paper; `opened`, one that folds has its back beside it."""
        return side_by_side(self.size) if self.fold and opened else self.kind.flat(self.size, self.foot)

    @property
    def nests(self) -> bool:
        """Whether its pieces can be laid in the gaps of their neighbours."""
        return self.cut is CutBy.SHAPE and self.shape.nests and not self.kind.folds_up

    @property
    def outlines(self) -> list[Outline]:
        """The lines of cut = "outline"."""
        if self.outline is None:
            return []
        return list(self.outline.values()) if isinstance(self.outline, dict) else [self.outline]

    def knife_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """The line that a knife follows round a side: round the foot of a standee, too, and open where it folds."""
        return self.kind.knife_line(self, self.cut_line(side, design))

    def foot_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """The line round the foot below a side of a standee, as wide as what stands on it."""
        height, low = self.size.height, self.size.height + self.foot
        line = self.cut_line(side, design)
        [sole] = line.along(height)
        (begin, _), (end, _) = line.points[sole], line.points[sole + 1]
        return Outline((begin, height), (((begin, low),), ((end, low),), ((end, height),), ((begin, height),)))

    def cut_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """The line that its pieces are cut along, as it lies round a side; where each has its own, that of a design."""
        if self.outline is not None:
            [line, *_] = self.outlines
            line = self.outline.get(design, line) if isinstance(self.outline, dict) else line
            return line if side is Side.FRONT else line.mirrored(self.size)
        match self.shape:
            case Shape.RECT:
                return rectangle(self.size, self.corner)
            case Shape.CIRCLE:
                return circle(self.size)
            case Shape.HEX:
                return hexagon(self.size)

    def looks(self, design: Design) -> range:
        """The looks of a design that its copies have."""
        return range(1, min(design.looks, design.count * self.leaves) + 1)

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
    """What the rulebook calls it."""
    count: Annotated[int, Field(ge=1, le=MOST_PIECES, strict=True)]
    """How many of it the rulebook promises."""
    of: Annotated[list[Name], Field(min_length=1)]
    """The decks it is in; several are several forms of the same thing, of which the box has one."""
    where: dict[str, Value] = {}
    """Only the rows with these values."""

    def rows(self, deck: Deck) -> list[Design]:
        """The rows of a deck that the line means."""
        return [row for row in deck.designs if all(row.fields.get(key) == cell for key, cell in self.where.items())]


class Rule(Model):
    """What a designer wants of the pieces of a deck; `pnp.spec.rule` says which keys each form has."""

    form: Form
    """What is asked: a number of pieces, a sum, as many of each value, no two alike, numbers within bounds."""
    name: Title | None = None
    """The rule in a sentence; one is made without it."""
    of: Name
    """The deck."""
    where: dict[str, Values] = {}
    """Only the rows with one of these values in each of these columns."""
    columns: Headings = []
    """The cells that are looked at, by the headings of the table."""
    value: Values = []
    """Only the cells that hold one of these."""
    but: Values = []
    """Only the cells that hold none of these."""
    by: Annotated[str, Field(strict=True)] | None = None
    """The column whose values make groups."""
    exactly: Bound | None = Field(default=None, alias="is")
    """The number that it must be."""
    min: Bound | None = None
    """The least that it may be."""
    max: Bound | None = None
    """The most that it may be."""
    rotated: Flag = False
    """The columns go round the piece; what is alike after a turn is alike."""
    copies: Flag = False
    """Copies of one row may be alike."""

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The least and the most, None where there is no limit."""
        return (self.min, self.max) if self.exactly is None else (self.exactly, self.exactly)


class Credits(Model):
    """Who made a game, whose work its sheets show, and what they may be used for."""

    design: Credit | None = None
    """Who designed the game: a name, or a list of names."""
    publisher: Credit | None = None
    """Who published it."""
    year: Annotated[int, Field(ge=1, le=9999, strict=True)] | None = None
    """When it was published."""
    art: Credit | None = None
    """Whose drawings the sheets show."""
    text: Credit | None = None
    """Whose words the sheets show."""
    notes: Credit | None = None
    """What else is to be said, in a sentence."""
    licence: Credit | None = None
    """What the sheets may be used for: a licence, or a sentence."""
    url: Web | None = None
    """Where there is more about the game."""


class Game(Model):
    """A whole box."""

    id: Name
    languages: Annotated[list[Lang], Field(min_length=1)] = [Lang.EN]
    """The languages that it comes in, the first by default; each text is written in all of them, or once."""
    title: Title
    """The game's name."""
    players: Players = [2, 4]
    """The fewest and the most; two to four where the spec does not say."""
    age: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None
    """From which age on it is played."""
    minutes: Annotated[int, Field(ge=1, le=1440, strict=True)] | None = None
    """How long a game takes."""
    cut: Cutting | None = None
    """How neighbours on a sheet are cut apart, where neither a flag nor pnp.toml says it."""
    credits: Credits = Credits()
    """Who made the game, whose work its sheets show, and what for: in the making guide, and in the PDF's properties."""
    strict: Flag = False
    """Whether tables hold the declared columns and nothing else."""
    sizes: dict[Name, Dimensions] = {}
    """Sizes of your own, by name, for `size` in decks."""
    text: dict[Name, Translated] = {}
    """Fixed texts, by name: `t("score")` in a template."""
    icons: Icons = {}
    """What texts write for a drawing, and the drawing: `coin` stands for `{coin}` and `:coin:`, any other key for
    itself. A drawing is named as for art(), a PNG, JPEG or WebP as for image()."""
    styles: dict[Name, TextStyle] = {}
    """How texts are set, by names that templates use: text(…, style="rule")."""
    numbers: dict[Name, Annotated[int, Field(ge=-MOST_PIECES, le=MOST_PIECES, strict=True)]] = {}
    """Numbers of the rules that no piece shows, for texts that speak of them."""
    decks: Annotated[dict[Name, Deck], Field(min_length=1)]
    """The pieces, in decks of one size each."""
    box: list[BoxItem] = []
    """What the rulebook promises; empty where nobody has written it down."""
    rules: Annotated[list[Rule], Blocks] = Field(default=[], alias="rule")
    """What a deck must keep to, whatever is changed in it; `pnp check` says when it does not."""

    @property
    def player_range(self) -> str:
        """From the fewest to the most players; empty where the spec does not say."""
        if "players" not in self.model_fields_set:
            return ""
        fewest, most = self.players
        return f"{fewest}" if fewest == most else f"{fewest}–{most}"

    @property
    def count(self) -> int:
        """How many pieces are in the box; a pad is one."""
        return sum(deck.count for deck in self.decks.values())

    @property
    def contents(self) -> list[BoxItem]:
        """What is in the box: its lines, or a line for each deck where nobody has written any."""
        return self.box or [BoxItem(name=each.title, count=each.count, of=[each.name]) for each in self.decks.values()]

    @property
    def drawn_decks(self) -> list[Deck]:
        """The decks that are drawn from: cards, or tiles in a game without cards."""
        ranks = {name: deck.kind.draw_order for name, deck in self.decks.items() if deck.kind.draw_order is not None}
        return [self.decks[name] for name, rank in ranks.items() if rank == min(ranks.values())]

    def designs(self) -> list[tuple[Deck, Design]]:
        """Every design with its deck, in the order of the spec."""
        return [(deck, design) for deck in self.decks.values() for design in deck.designs]
