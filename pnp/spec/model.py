"""Models of a game's spec: the contents of `game.toml` and its tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, model_validator

from pnp.errors import Location, Problem, quote_value
from pnp.geometry.grids import FirstCorner, HexEdges, HexShift, HexTop, Lattice, step_names
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, circle, hex_hint, hexagon, is_regular, rectangle
from pnp.geometry.solids import DieNet, die_net, face_size, text_box
from pnp.geometry.units import Size, trim
from pnp.spec.kinds import KINDS, Flat, FlatPart, PieceKind, flat_side_by_side
from pnp.spec.values import (
    MOST_LOOKS,
    MOST_PIECES,
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
    Product,
    RuleBlocks,
    TextOrTexts,
    Title,
    Translated,
    Value,
    Values,
    WebAddress,
    parse_colour,
    validation_error,
)
from pnp.spec.values import Cell as Cell
from pnp.terms import BoardFold, CutBy, Cutting, DieForm, Join, Lang, PictureFit, Shape, Side, Stock


class ColumnType(StrEnum):
    """Type of the cells of a column."""

    TEXT = "text"
    INT = "int"
    NUMBER = "number"
    CHOICE = "choice"
    COLOUR = "colour"


class Form(StrEnum):
    """What a composition rule requires."""

    COUNT = "count"
    """The number of pieces, or of cells with a given value, is within bounds."""
    SUM = "sum"
    """The sum of a number over all pieces is within bounds."""
    EACH = "each"
    """The number of pieces with each value is within bounds; a value that no piece has counts as 0."""
    UNIQUE = "unique"
    """No two pieces are alike."""
    RANGE = "range"
    """The numbers on every piece are within bounds."""
    EQUAL = "equal"
    """All values occur equally often."""


class Model(BaseModel):
    """Base of all models: immutable, without unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Column(Model):
    """A column of a deck's table, other than `id` and `count`."""

    type: ColumnType = ColumnType.TEXT
    """Type of the cells: text, whole numbers, numbers, one of several choices, or colours like #6d1f2f."""
    translated: bool = False
    """Whether there is a column for each language, with headings that end in `_fr`, `_en` and so on."""
    choices: list[str] = []
    """Allowed values, with type = "choice"."""
    min: float | None = None
    """Minimum of a number."""
    max: float | None = None
    """Maximum of a number."""
    default: Value | None = None
    """Value of an empty cell; without a default, cells must not be empty. With "", they may be, and print nothing."""
    hint: str = ""
    """Advice that is added to the message about an invalid cell."""
    heading: str = ""
    """Heading in the table, if it differs from the column's name."""

    @model_validator(mode="after")
    def _fits_its_type(self) -> Column:
        if self.type is ColumnType.CHOICE and not self.choices:
            raise validation_error('has type = "choice" but no choices', code="E0205")
        if self.choices and self.type is not ColumnType.CHOICE:
            raise validation_error('has choices but not type = "choice"', code="E0205")
        if self.translated and self.type is not ColumnType.TEXT:
            raise validation_error('must have type = "text" because it is translated', code="E0205")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise validation_error(f"has a min of {self.min:g}, above its max of {self.max:g}")
        if self.default not in (None, "") and not self.takes(self.default):
            raise validation_error(f"has the default {quote_value(self.default)}, which the column does not allow")
        return self

    def takes(self, value: Cell) -> bool:
        """Return whether the column allows a value."""
        match self.type:
            case ColumnType.INT | ColumnType.NUMBER:
                if isinstance(value, str) or (self.type is ColumnType.INT and not isinstance(value, int)):
                    return False
                return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)
            case ColumnType.CHOICE:
                return value in self.choices
            case ColumnType.COLOUR:
                return parse_colour(str(value)) is not None
            case _:
                return True


class Edge(Model):
    """The flat border colour of all faces of one side, from the bleed to 3 mm inside the cut."""

    front: Colour
    """Border colour of all fronts."""
    back: Colour | None = None
    """Border colour of all backs."""


class Pictures(Model):
    """The finished pictures of a deck: a folder of image files, or a PDF."""

    source: Annotated[str, Field(min_length=1)] = Field(alias="from")
    """Folder or PDF, relative to the folder of game.toml."""
    bleed: Annotated[float, Field(ge=0, le=50)] = 0
    """Bleed included in the pictures, in mm on each side."""
    fit: PictureFit | None = None
    """How to fit pictures whose proportions differ from the piece's; without it they are an error."""
    grid: Annotated[list[Annotated[int, Field(ge=1, le=50, strict=True)]], Field(min_length=2, max_length=2)] | None = (
        None
    )
    """Number of columns and rows of cards on a page of a PDF; without it each page is one card."""
    gap: Annotated[float, Field(ge=0, le=100)] = 0
    """Gap between the cards of a grid, in mm."""
    margin: Annotated[list[Annotated[float, Field(ge=0, le=1000)]], Field(min_length=2, max_length=2)] | None = None
    """Distance of the first card from the left and top edges of the page, in mm; by default a grid is centred."""
    pages: PageList | None = None
    """Pages with fronts (default: all that are not backs)."""
    backs: PageList | None = None
    """Page with the back of all cards, or one page of backs for each page of fronts."""
    mirrored: Flag = True
    """Whether pages of backs are mirrored for duplex printing: the first card's back is the last one in its row."""
    cards: Annotated[int, Field(ge=1, le=MOST_PIECES, strict=True)] | None = None
    """Number of cards in a PDF whose last page is not full."""


def pictures_table(value: object) -> object:
    """Return the key `pictures` as a table, where it is only the name of a folder or PDF."""
    return {"from": value} if isinstance(value, str) else value


def rename_color(raw: Any) -> Any:
    """Return raw keys with the key `color` renamed to `colour`."""
    if not isinstance(raw, dict) or "color" not in raw or "colour" in raw:
        return raw
    return {"colour" if key == "color" else key: value for key, value in raw.items()}


class TextStyle(Model):
    """A named text style; arguments in a template override it."""

    font: Annotated[str | Annotated[list[str], Field(min_length=1)] | None, TextOrTexts] = None
    """Font family, or a list of families; each character uses the first family that has it."""
    size: Annotated[float, Field(gt=0, le=200)] | None = None
    """Type size, in mm."""
    min: Annotated[float, Field(gt=0, le=200)] | None = None
    """Smallest type size, in mm, to which a text may shrink to fit its box."""
    weight: Literal["normal", "bold"] | None = None
    """Font weight."""
    style: Literal["normal", "italic"] | None = None
    """Upright or italic."""
    underline: Flag | None = None
    """Whether the text is underlined."""
    align: Literal["start", "left", "center", "right"] | None = None
    """Horizontal alignment; start is left, or right for right-to-left text."""
    valign: Literal["top", "middle", "bottom"] | None = None
    """Vertical alignment in the box."""
    colour: Colour | None = None
    """Text colour."""
    leading: Annotated[float, Field(gt=0, le=10)] | None = None
    """Line spacing, as a multiple of the type size."""
    turn: Annotated[float, Field(ge=-360, le=360)] | None = None
    """Clockwise rotation of the box around its centre, in degrees."""

    @model_validator(mode="before")
    @classmethod
    def _in_british_english(cls, raw: Any) -> Any:
        return rename_color(raw)


class Design(Model):
    """One row of a deck: a piece and its number of copies."""

    id: Name
    """Id of the piece, unique in the game."""
    count: Count = 1
    """Number of copies."""
    looks: Annotated[int, Field(ge=1, le=MOST_LOOKS, exclude=True, repr=False)] = 1
    """Number of different faces of its copies, which rules and counts do not distinguish."""
    fields: dict[str, Cell | dict[Lang, str]] = {}
    """Cells by column; those of translated columns by language."""
    pictures: dict[Side, str] = {}
    """Finished picture of each side, in a picture deck."""
    place: Annotated[InstanceOf[Location], Field(exclude=True, repr=False)] = Location()
    """Location of its row in a table or in the spec; in a picture deck, of its picture file."""

    @property
    def row(self) -> int:
        """Row number in the table or list; in a spreadsheet, the headings are row 1."""
        return self.place.row

    def look(self, copy: int) -> int:
        """Return the look of a copy; copies cycle through the looks."""
        return (copy - 1) % self.looks + 1

    def field(self, name: str, lang: Lang) -> Cell:
        """Return the value of a column; of a translated column, in the given language."""
        value = self.fields[name]
        return value[lang] if isinstance(value, dict) else value


class DataRow(Model):
    """One row of a lookup table."""

    id: str
    """The cell that the row is found by: its id, or the cell in the first column."""
    fields: dict[str, Cell | dict[Lang, str]] = {}
    """Cells by column; those of translated columns by language."""
    place: Annotated[InstanceOf[Location], Field(exclude=True, repr=False)] = Location()
    """Location of the row in a table or in the spec."""


_Numbers = Annotated[list[Annotated[int, Field(ge=1, le=1000, strict=True)]], Field(min_length=2, max_length=2)]
_Steps = Annotated[list[Annotated[int, Field(ge=-99_999, le=99_999, strict=True)]], Field(min_length=2, max_length=2)]


class MapGrid(Model):
    """The cells of a map, board or track, each of which has a row in a lookup table."""

    hexes: _Numbers | None = None
    """Number of columns and rows of hexes, for `hexgrid("map", …)` in templates."""
    squares: _Numbers | None = None
    """Number of columns and rows of squares or rectangles, for `grid("map", …)`."""
    steps: _Steps | None = None
    """First and last number, for `track("map", …)`, `ring` or `spiral`."""
    top: HexTop = "flat"
    """Whether hexes have a flat side or a corner (pointy) at the top."""
    shift: HexShift = "even"
    """Which columns of flat hexes are half a hex lower, or which rows of pointy ones are further right: odd or even,
    counted from the upper left."""
    edges: HexEdges = "whole"
    """Whether a hex map ends with whole hexes, or is a rectangle that cuts those on its edges in half; shifted columns
    or rows then have one hex less."""
    first: Annotated[str, Field(min_length=1, max_length=12)] | None = None
    """Name of the first cell, from which all are counted: `0101` (the default for hexes), `0000`, `A1` (for squares),
    `1.1`, or `1` to number the cells one by one. The column comes first, and after Z come AA, BB and CC."""
    corner: FirstCorner = "top left"
    """Corner of the map with the first cell."""
    complete: Flag = True
    """Whether every cell must have a row."""

    @model_validator(mode="after")
    def _has_cells(self) -> MapGrid:
        if sum(each is not None for each in (self.hexes, self.squares, self.steps)) != 1:
            raise validation_error("must have one of hexes, squares and steps", "for example hexes = [20, 14]")
        try:
            self.names()
        except ValueError as error:
            raise validation_error(str(error)) from None
        return self

    @property
    def lattice(self) -> Lattice | None:
        """The columns and rows; None for a track."""
        numbers = self.hexes or self.squares
        if numbers is None:
            return None
        first = self.first or ("A1" if self.hexes is None else "0101")
        cols, rows = numbers
        return Lattice(cols, rows, first, self.corner, self.hexes is not None, self.top, self.shift, self.edges)

    def names(self) -> list[str]:
        """Return the names of all cells."""
        return step_names(*(self.steps or [0, 0])) if self.lattice is None else self.lattice.names()


class DataTable(Model):
    """A lookup table: rows that templates read and that are not pieces."""

    table: Annotated[str | list[str] | None, TextOrTexts] = None
    """File or files with the rows, as for a deck."""
    columns: dict[Name, Column] = {}
    """Declared columns, whose cells are checked; undeclared columns are not."""
    grid: MapGrid | None = None
    """Cells of a map or track: the table must have a row for each, with the cell's name in the first column."""
    entries: list[DataRow] = []
    """Rows of the table."""
    headings: Annotated[dict[str, str], Field(exclude=True, repr=False)] = {}
    """The table's headings by column name; empty in a strict game."""


def _board_fold(value: object) -> object:
    """Return how a board folds, or whether backs are beside fronts; raise a validation error for anything else."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in set(BoardFold):
        return BoardFold(value)
    raise validation_error('must be "half", "three" or "quad" for a board, or true or false', code="E0204")


class BoardPart(NamedTuple):
    """A part of a board that is printed as a separate piece."""

    name: str
    """Column and row, such as B2."""
    window: Rect
    """The part of the board's front that it shows up to its cuts, in mm from the board's upper left corner."""
    seam: Rect
    """The part of the front that stays visible once its neighbours are joined."""

    def moved(self, by: float) -> BoardPart:
        """Return the part of a board whose origin is further to the upper left by this distance, in mm."""
        moved = (rect._replace(x=rect.x + by, y=rect.y + by) for rect in (self.window, self.seam))
        return BoardPart(self.name, *moved)

    def on(self, side: Side, width: float) -> Rect:
        """Return its window on a side of a board of that width, as seen from that side."""
        return self.window if side is Side.FRONT else self.window._replace(x=width - self.window.right)


class Deck(Model):
    """Pieces of one size that share their templates."""

    model_config = ConfigDict(populate_by_name=True)  # besides the aliases that game.toml uses

    name: Name
    """Key of the deck in game.toml."""
    title: Title
    """Name of the deck on sheets and in lists (default: its key)."""
    kind: PieceKind = PieceKind("card")
    """Kind of its pieces; a standee folds up, a pad has several leaves, and the rows of a die are its faces."""
    size: Dimensions
    """Size of a piece after cutting: a standard name, a width and a height in mm, or both with units. Of a die, the
    length of an edge (default: 16 for a cube)."""
    stock: Stock | None = None
    """Material: card, paper, or paper glued on board (default: paper for a pad, card for everything else)."""
    shape: Shape = Shape.RECT
    """Shape of the pieces; a hex that is wider than high has a flat side at the top, any other hex a corner."""
    corner: Annotated[float, Field(ge=0, le=100)] = 0
    """Radius of rounded corners of rectangular pieces, in mm."""
    cut: CutBy = CutBy.SHAPE
    """Cutting line: the shape of the pieces, or a custom `outline`."""
    outline: FreeOutline | None = None
    """Custom cutting line: an SVG file of the piece's size, or SVG path data in mm.

    With {id} in the file name, each row has a separate file.
    """
    front: str
    """Template of the fronts, in `templates/<game>/`."""
    back: str | None = None
    """Template of the backs; without it, no backs are printed."""
    decorative_back: bool = False
    """Whether backs carry no information even where they differ, so that fronts alone are enough to play."""
    table: Annotated[str | list[str] | None, TextOrTexts] = None
    """File or files with the rows, with the sheet of a workbook after #; web addresses are fetched by pnp pull."""
    product: Product = None
    """One row for each combination of values, in place of a table: a list of columns with choices or of lookup tables,
    or the values of each column."""
    pictures: Annotated[Pictures | None, BeforeValidator(pictures_table)] = None
    """Finished pictures, in place of a table and templates."""
    copies: str | None = None
    """Heading of the column with the number of copies, if it is not count, qty, quantity or copies; or the name of a
    computed column."""
    when: str | None = None
    """Condition on the columns of a row; rows that do not meet it are left out."""
    computed: dict[Name, str] = {}
    """Computed columns, each an expression over the columns of the row; `count` sets the number of copies."""
    columns: dict[Name, Column] = {}
    """Declared columns, whose cells are checked; undeclared columns are not."""
    edge: Edge | None = None
    """Flat border colours, with which neighbours share a cut. Without them, bleeds separate the pieces."""
    foot: Annotated[float, Field(ge=0, le=100)] = 0
    """Height of the foot at both ends of a standee, in mm."""
    leaves: Count = 1
    """Number of printed leaves of a pad."""
    split: Annotated[str | None, Field(pattern=r"^[1-9]\d?x[1-9]\d?$")] = None
    """Columns and rows of the parts of a board (default: as few parts as possible)."""
    join: Join | None = None
    """How the parts of a board are joined (default: butt, edge to edge on a backing)."""
    overlap: Annotated[float, Field(ge=3, le=40)] | None = None
    """Width of the glue strip of a part of a board, in mm (default: 8)."""
    fold: Annotated[bool | BoardFold, BeforeValidator(_board_fold)] = False
    """How a board folds: `half`, `three` or `quad`; with `stock = "board"`, it has panels of greyboard with gaps at the
    hinges. For other pieces, `true` prints backs beside their fronts, to be folded and glued, even with --sides fronts.
    """
    wrap: Annotated[float, Field(ge=3, le=40)] | None = None
    """How far the print of a board with `stock = "board"` is turned over the edges of its greyboard, in mm."""
    made_as: DieForm | None = Field(default=None, alias="as")
    """How a die is printed: as a net that folds up (default), or as stickers for a blank die."""
    designs: list[Design]
    """Rows of the deck."""
    headings: Annotated[dict[str, str], Field(exclude=True, repr=False)] = {}
    """The tables' headings by column name, including `id` and `count`; empty in a strict game."""
    parts: Annotated[tuple[BoardPart, ...], Field(exclude=True, repr=False)] = ()
    """Parts of a board that is too large for the paper; `divide_boards` in `pnp.sheet.board` sets them."""
    part: Annotated[BoardPart | None, Field(exclude=True, repr=False)] = None
    """The part that its pieces are; None for whole pieces."""
    board: Annotated[Size | None, Field(exclude=True, repr=False)] = None
    """Size of the board that its pieces are parts of; None for whole pieces."""
    faces: Annotated[Deck | None, Field(repr=False)] = None
    """The faces of a die as a deck with a row for each; None for other kinds."""
    unfolded: Annotated[bool, Field(repr=False)] = False
    """Whether its dice are printed as nets; `unfold_dice` sets it."""

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, raw: Any) -> Any:
        kind = raw.get("kind") if isinstance(raw, dict) else None
        return KINDS[kind].gather(raw) if isinstance(kind, str) and kind in KINDS else raw

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Deck:
        self.kind.check_keys(self)
        folds = self.shape is Shape.RECT and self.outline is None and not self.kind.folds_up
        if self.beside and (self.back is None or not folds):
            hint = "delete the key fold; a standee folds without it"
            raise validation_error("has fold, which needs rectangular pieces with a back", hint, code="E0205")
        if self.on_greyboard and self.back is not None:
            hint = "greyboard would hide it: delete the key back, or stock for a mat that folds in its paper"
            raise validation_error("is a folding board with a back", hint, code="E0205")
        if self.wrap is not None and (self.stock is not Stock.BOARD or self.back is not None):
            hint = 'add stock = "board", or delete the key wrap'
            raise validation_error("has a wrap, which needs greyboard behind the print and no back", hint, code="E0205")
        self._check_shape()
        self.kind.check_shape(self)
        return self

    def _check_shape(self) -> None:
        """Raise a validation error if the size, corners or outline do not suit the shape."""
        if self.shape is Shape.CIRCLE and self.size.width != self.size.height:
            raise validation_error(f"is a circle, which cannot be {self.size}", "make it as wide as it is high")
        if self.shape is Shape.HEX and not is_regular(self.size):
            raise validation_error(f"is a hex, which cannot be {self.size}", hex_hint(self.size))
        if self.corner and (self.shape is not Shape.RECT or self.cut is CutBy.OUTLINE):
            raise validation_error("has rounded corners but is not a rect", "delete the key corner", code="E0205")
        if 2 * self.corner > min(self.size):
            raise validation_error(
                f"has corners too large for {self.size}", f"corner is at most {trim(min(self.size) / 2)}"
            )
        if self.cut is CutBy.OUTLINE and self.outline is None:
            raise validation_error(
                'has cut = "outline" but no outline', 'for example outline = "meeple.svg"', code="E0205"
            )
        if self.cut is CutBy.SHAPE and self.outline is not None:
            raise validation_error('has an outline but not cut = "outline"', 'add cut = "outline"', code="E0205")
        if self.cut is CutBy.OUTLINE and self.shape is not Shape.RECT:
            raise validation_error("must have a shape or an outline, not both", "delete the key shape", code="E0205")

    def divided(self, parts: tuple[BoardPart, ...]) -> Deck:
        """Return the board printed in parts: each is a leaf with a look, so that all of them are one piece."""
        designs = [each.model_copy(update={"looks": each.looks * len(parts)}) for each in self.designs]
        return self.model_copy(update={"parts": parts, "leaves": len(parts), "designs": designs})

    def whole(self) -> Deck:
        """Return the board undivided; any other deck itself."""
        if not self.parts:
            return self
        designs = [each.model_copy(update={"looks": each.looks // len(self.parts)}) for each in self.designs]
        return self.model_copy(update={"parts": (), "leaves": 1, "designs": designs})

    def unfold(self) -> Deck:
        """Return the deck with its dice as nets; any other deck, and dice made of stickers, as it is."""
        if self.net is None or self.unfolded:
            return self
        line = {"size": self.net.size, "cut": CutBy.OUTLINE, "outline": self.net.outline}
        designs = [each.model_copy(update={"looks": 1}) for each in self.designs]
        return self.model_copy(update={**line, "leaves": 1, "designs": designs, "unfolded": True})

    @property
    def net(self) -> DieNet | None:
        """The net of its dice; None for other kinds and for stickers."""
        if self.faces is None or self.made_as is DieForm.STICKERS:
            return None
        sides = len(self.faces.designs)
        return die_net(sides, self.faces.size.width / face_size(sides, 1).width)

    @property
    def square(self) -> Rect:
        """The largest upright square in a face of a die, or in the middle of any other piece, in mm."""
        width, height = self.size
        if self.cut is CutBy.OUTLINE and self.kind.rolled:
            return text_box(len(self.designs), width / face_size(len(self.designs), 1).width)
        side = min(width, height)
        return Rect((width - side) / 2, (height - side) / 2, side, side)

    @property
    def drawn(self) -> Deck:
        """The deck whose rows are drawn on its faces: of dice, that of their faces."""
        return self.faces or self

    def drawn_from(self, design: Design, look: int) -> tuple[Deck, Design, int]:
        """Return the deck, row and look that a face is drawn from: of a die, the row of that face."""
        if self.faces is None or self.unfolded:
            return self, design, look
        return self.faces, self.faces.designs[look - 1], 1

    def of_look(self, look: int) -> Deck:
        """Return the deck as pieces with that look are printed: of a divided board, the part that it is."""
        if not self.parts:
            return self
        part = self.parts[(look - 1) % len(self.parts)]
        shown = Size(part.window.width, part.window.height)
        return self.model_copy(update={"size": shown, "parts": (), "part": part, "board": self.size})

    @property
    def printed_on(self) -> Stock:
        """The stock given in the spec, or the default of its kind."""
        return self.stock or self.kind.stock

    @property
    def folds(self) -> BoardFold | None:
        """How its boards fold; None if they do not."""
        return self.fold if isinstance(self.fold, BoardFold) else None

    @property
    def beside(self) -> bool:
        """Whether backs are printed beside their fronts."""
        return self.fold is True

    @property
    def on_greyboard(self) -> bool:
        """Whether its boards fold along hinges between panels of greyboard."""
        return self.folds is not None and self.stock is Stock.BOARD

    @property
    def has_reverse(self) -> bool:
        """Whether backs are printed on the reverse; a piece that folds up has its back beside its front."""
        return self.back is not None and not self.kind.folds_up

    @property
    def keeps_back(self) -> bool:
        """Whether its backs are printed even with --sides fronts."""
        return self.beside or self.kind.folds_up

    def flat(self, *, opened: bool) -> Flat:
        """Return the flat layout of a piece; with `opened`, a piece with `fold` has its back beside its front."""
        if self.unfolded and self.net is not None:
            return Flat(self.size, (FlatPart(Side.FRONT, 0, 0, self.size),), self.net.folds)
        return flat_side_by_side(self.size) if self.beside and opened else self.kind.flat(self.size, self.foot)

    @property
    def nests(self) -> bool:
        """Whether its pieces can be nested: placed in the gaps between their neighbours."""
        return self.cut is CutBy.SHAPE and self.shape.nests and not self.kind.folds_up

    @property
    def outlines(self) -> list[Outline]:
        """Custom outlines of its pieces; empty if they are cut to a shape."""
        if self.outline is None:
            return []
        return list(self.outline.values()) if isinstance(self.outline, dict) else [self.outline]

    def knife_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """Return the line that a knife follows around a side, including a standee's foot; it is open at a fold."""
        return self.kind.knife_line(self, self.cut_line(side, design))

    def foot_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """Return the outline of the foot below a side of a standee, as wide as the bottom of the figure."""
        height, low = self.size.height, self.size.height + self.foot
        line = self.cut_line(side, design)
        [sole] = line.along(height)
        (begin, _), (end, _) = line.points[sole], line.points[sole + 1]
        return Outline((begin, height), (((begin, low),), ((end, low),), ((end, height),), ((begin, height),)))

    def cut_line(self, side: Side = Side.FRONT, design: str = "") -> Outline:
        """Return the cutting line of its pieces, mirrored for backs; of one design if each has a separate outline."""
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
        """Return the looks that the copies of a design actually have."""
        return range(1, min(design.looks, design.count * self.leaves) + 1)

    @property
    def count(self) -> int:
        """Number of pieces, including copies."""
        return sum(design.count for design in self.designs)

    @property
    def translated_headings(self) -> dict[str, str]:
        """The headings of translated columns, such as "Name (FR)", with the names of their cells: `name_fr`."""
        starts = tuple(f"{name}_" for name, column in self.columns.items() if column.translated)
        return {head: name for name, head in self.headings.items() if name.startswith(starts)} if starts else {}

    def template(self, side: Side) -> str | None:
        """Return the template of a side; None if the side is not printed."""
        return self.front if side is Side.FRONT else self.back


class BoxItem(Model):
    """A line of the box contents, copied from the rulebook rather than counted in the decks."""

    name: Title
    """Name in the rulebook."""
    count: Annotated[int, Field(ge=1, le=MOST_PIECES, strict=True)]
    """Number of pieces according to the rulebook."""
    of: Annotated[list[Name], Field(min_length=1)]
    """Deck with these pieces; several decks are alternative forms of the same pieces."""
    where: dict[str, Value] = {}
    """Values of columns; only rows with all of them are counted."""

    def rows(self, deck: Deck) -> list[Design]:
        """Return the rows of a deck that match the line."""
        return [row for row in deck.designs if all(row.fields.get(key) == cell for key, cell in self.where.items())]


class Rule(Model):
    """A composition rule for a deck; `pnp.spec.rule` has the keys of each form."""

    form: Form
    """What the rule checks: a count, a sum, a count per value, unique pieces, bounds, or equal counts."""
    name: Title | None = None
    """The rule in a sentence (default: one made from its keys)."""
    of: Name
    """The deck to check."""
    where: dict[str, Values] = {}
    """Values of columns; only rows with one of the values in each column are checked."""
    columns: Headings = []
    """Columns to check, by their headings in the table."""
    value: Values = []
    """Values to count; other cells are ignored."""
    but: Values = []
    """Values to ignore; all other cells are counted."""
    by: Annotated[str, Field(strict=True)] | None = None
    """Column to group the pieces by."""
    exactly: Bound | None = Field(default=None, alias="is")
    """Required number."""
    min: Bound | None = None
    """Minimum, inclusive."""
    max: Bound | None = None
    """Maximum, inclusive."""
    rotated: Flag = False
    """Whether pieces that are alike after a rotation count as alike; columns are listed clockwise."""
    copies: Flag = False
    """Whether copies of the same row may be alike."""

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Minimum and maximum; None for no limit."""
        return (self.min, self.max) if self.exactly is None else (self.exactly, self.exactly)


class Credits(Model):
    """Authors, publisher and licence of a game."""

    design: Credit | None = None
    """Game designer, or a list of designers."""
    publisher: Credit | None = None
    """Publisher of the game."""
    year: Annotated[int, Field(ge=1, le=9999, strict=True)] | None = None
    """Year of publication."""
    art: Credit | None = None
    """Author of the drawings on the sheets."""
    text: Credit | None = None
    """Author of the texts on the sheets."""
    notes: Credit | None = None
    """Further notes, in a sentence."""
    licence: Credit | None = None
    """Licence of the sheets: its name, or a sentence."""
    url: WebAddress | None = None
    """Web page about the game."""


class Game(Model):
    """A game: its decks, texts, rules and box contents."""

    id: Name
    """Name of the game's folder in `components/`."""
    languages: Annotated[list[Lang], Field(min_length=1)] = [Lang.EN]
    """Languages of the game, the default first; each text is given in all of them, or once for all."""
    title: Title
    """The game's name."""
    players: Players = [2, 4]
    """Minimum and maximum number of players."""
    age: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None
    """Minimum age of players."""
    minutes: Annotated[int, Field(ge=1, le=1440, strict=True)] | None = None
    """Playing time, in minutes."""
    colour: Colour | None = None
    """Main colour, for the making guide, the box and the memo (default: the edge colour of the backs)."""
    cut: Cutting | None = None
    """Whether neighbours on a sheet share a cut; --cut and pnp.toml override it."""
    credits: Credits = Credits()
    """Authors, publisher and licence, for the making guide and the properties of the PDF."""
    strict: Flag = False
    """Whether tables must have exactly the declared columns."""
    sizes: dict[Name, Dimensions] = {}
    """Named sizes, for `size` in decks."""
    text: dict[Name, Translated] = {}
    """Fixed texts, by name: `t("score")` in a template. A text with the name of a column, or of a value in it, is what
    charts call it: `sailor = { fr = "matelot", en = "sailor" }`."""
    icons: Icons = {}
    """Icons in texts, each with its drawing: `coin` is written `{coin}` or `:coin:`, and any other key as is. A drawing
    has its name in art(); a PNG, JPEG or WebP file has its name in image()."""
    styles: dict[Name, TextStyle] = {}
    """Text styles, by name: text(…, style="rule") in a template."""
    typography: Literal["plain", "smart"] = "plain"
    """Whether straight quotes, hyphens and dots in texts on faces are printed as a typesetter would. With smart, texts
    get the quotation marks of their language, apostrophes, primes after digits (5′ 6″), dashes for -- and ---, and an
    ellipsis for three dots; a backslash keeps a character as it is."""
    numbers: dict[Name, Annotated[int, Field(ge=-MOST_PIECES, le=MOST_PIECES, strict=True)]] = {}
    """Numbers in the rules, such as the hand size, for texts that quote them."""
    data: dict[Name, DataTable] = {}
    """Lookup tables, by name: `data.pips["coin"]` in templates and computed columns. Their rows are not printed."""
    decks: Annotated[dict[Name, Deck], Field(min_length=1)]
    """The pieces, in decks of one size each."""
    box: list[BoxItem] = []
    """Contents of the box, as the rulebook lists them."""
    rules: Annotated[list[Rule], RuleBlocks] = Field(default=[], alias="rule")
    """Rules for the composition of decks; `pnp check` reports rules that are broken."""
    notes: Annotated[list[InstanceOf[Problem]], Field(exclude=True, repr=False)] = []
    """What was read in its tables although it may be a mistake, such as a column without a heading."""

    @property
    def player_range(self) -> str:
        """Range of player counts, such as 2–4; empty if the spec does not give it."""
        if "players" not in self.model_fields_set:
            return ""
        fewest, most = self.players
        return f"{fewest}" if fewest == most else f"{fewest}–{most}"

    @property
    def count(self) -> int:
        """Number of pieces in the box; a pad counts as one."""
        return sum(deck.count for deck in self.decks.values())

    @property
    def contents(self) -> list[BoxItem]:
        """The lines of the box; without any, a line for each deck."""
        return self.box or [BoxItem(name=each.title, count=each.count, of=[each.name]) for each in self.decks.values()]

    @property
    def drawn_decks(self) -> list[Deck]:
        """Decks that players draw from: those of cards, or of tiles in a game without cards."""
        ranks = {name: deck.kind.draw_order for name, deck in self.decks.items() if deck.kind.draw_order is not None}
        return [self.decks[name] for name, rank in ranks.items() if rank == min(ranks.values())]

    def designs(self) -> list[tuple[Deck, Design]]:
        """Return every design with its deck, in the order of the spec."""
        return [(deck, design) for deck in self.decks.values() for design in deck.designs]
