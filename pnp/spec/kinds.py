"""Kinds of pieces: how cards, tiles, tokens, standees, pads and nets are printed, cut, folded and exported.

Each kind is a class that states facts. Sheets, guide, exports and audit follow from these and never ask for the kind of
a piece. To add a kind, add a class here and its names to `pnp/words/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from pydantic_core import PydanticKnownError, core_schema

from pnp.geometry.outline import Outline
from pnp.geometry.solids import face_outline, face_size, solid
from pnp.geometry.units import Size, trim
from pnp.spec.values import MIN_PIECE_SIZE, validation_error
from pnp.terms import CutBy, DieForm, Shape, Side, Stock

if TYPE_CHECKING:
    from pnp.spec.model import Deck

KINDS: Final[dict[str, PieceKind]] = {}
"""The kinds that game.toml can name, in the order in which they are listed."""
_ALL_KINDS: Final[dict[str, PieceKind]] = {}
_CLOSE: Final = 1e-6


class Back(StrEnum):
    """Whether pieces of a kind have a back."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NONE = "none"


class TabletopForm(StrEnum):
    """What a piece becomes on a simulated table."""

    CARD = "card"
    """A card in a deck, cut from an image of many cards."""
    TILE = "tile"
    """A separate thick object."""
    LEAF = "leaf"
    """A separate object as thin as paper."""
    FIGURE = "figure"
    """A figure that stands upright."""
    BOARD = "board"
    """A large flat object that pieces are placed on."""
    DIE = "die"
    """A die that is rolled."""


class StraightEdge(NamedTuple):
    """An edge of a side along which the outline must be straight."""

    name: str
    y: float
    why: str


class FlatPart(NamedTuple):
    """A side of a piece on its flat: position in mm from the upper left corner, and clockwise rotation."""

    side: Side
    x: float
    y: float
    size: Size
    """Width and height on the flat, after rotation."""
    turn: int = 0

    def touches(self, other: FlatPart) -> int | None:
        """Return the edge shared with another part (0 to 3: left, top, right, bottom of the flat), or None."""
        across = min(self.x + self.size.width, other.x + other.size.width) - max(self.x, other.x)
        down = min(self.y + self.size.height, other.y + other.size.height) - max(self.y, other.y)
        if abs(across) < _CLOSE < down:
            return 0 if other.x < self.x else 2
        if abs(down) < _CLOSE < across:
            return 1 if other.y < self.y else 3
        return None


class Flat(NamedTuple):
    """An unfolded piece, as printed on one side of the paper."""

    size: Size
    parts: tuple[FlatPart, ...]
    folds: tuple[tuple[float, float, float, float], ...] = ()
    """The fold lines, each as x1, y1, x2, y2."""

    def folded_edge(self, side: Side) -> int | None:
        """Return the edge at which a side is folded (0 to 3: left, top, right, bottom of the side), or None."""
        for part in self.parts:
            found = [edge for other in self.parts if (edge := part.touches(other)) is not None]
            if part.side is side and found:
                return (found[0] - part.turn // 90) % 4
        return None


def flat_side_by_side(size: Size) -> Flat:
    """Return the flat of a piece with its back to the right of its front."""
    width, height = size
    parts = (FlatPart(Side.FRONT, 0, 0, size), FlatPart(Side.BACK, width, 0, size))
    return Flat(Size(2 * width, height), parts, ((width, 0, width, height),))


class PieceKind(str):
    """A kind of piece. It equals its name, as written in game.toml and in profiles, and there is one object per kind.

    `PieceKind("card")` returns the kind of that name; an unknown name raises ValueError.
    """

    stock: ClassVar[Stock] = Stock.CARD
    """Default stock."""
    back: ClassVar[Back] = Back.OPTIONAL
    """Whether it has a back."""
    keys: ClassVar[frozenset[str]] = frozenset()
    """Keys of a deck that are specific to this kind: `foot`, `leaves`."""
    held: ClassVar[bool] = False
    """Whether it is held in the hand, so that sleeves, tuck boxes and memos are made in its size."""
    draw_order: ClassVar[int | None] = None
    """Rank among the kinds that are drawn from, lowest first; None if never drawn."""
    mounted: ClassVar[bool] = False
    """Whether it is glued onto board if only its front is printed."""
    plies: ClassVar[int] = 1
    """Layers of stock in a finished piece."""
    foldable: ClassVar[bool] = False
    """Whether it may be folded to fit into the box."""
    played: ClassVar[bool] = True
    """Whether the rules must use it."""
    tabletop: ClassVar[TabletopForm] = TabletopForm.TILE
    """What it becomes on a simulated table."""
    divides: ClassVar[bool] = False
    """Whether it is printed in parts if it is larger than the paper."""
    rolled: ClassVar[bool] = False
    """Whether all rows of a deck are the faces of one piece, which is rolled."""
    safe: ClassVar[float] = 3.0
    """Smallest distance of text from the cut, in mm."""
    order_note: ClassVar[str] = ""
    """Note for print shops."""

    def __init_subclass__(cls, name: str, listed: bool = True) -> None:
        _ALL_KINDS[name] = str.__new__(cls, name)
        if listed:
            KINDS[name] = _ALL_KINDS[name]

    def __new__(cls, name: str) -> PieceKind:
        """Return the kind of that name."""
        if name not in _ALL_KINDS:
            raise ValueError(f"{name!r} is not a kind of piece")
        return _ALL_KINDS[name]

    def __reduce__(self) -> tuple[type[PieceKind], tuple[str]]:
        return type(self), (str(self),)

    def gather(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the raw keys of a deck with those that follow from its kind; raise an error if they do not suit it."""
        return raw

    def bulk(self, deck: Deck) -> tuple[Size, float] | None:
        """Return width, height and thickness of a piece in the box; None if it is as thick as its stock."""
        return None

    def flat(self, size: Size, foot: float) -> Flat:
        """Return the unfolded piece, with a foot below each side, and its back if that is printed beside the front."""
        return Flat(size, (FlatPart(Side.FRONT, 0, 0, size),))

    @property
    def plural(self) -> str:
        """Its English plural, for messages."""
        return f"{self}s"

    @cached_property
    def folds_up(self) -> bool:
        """Whether its back is printed beside its front, so that nothing is printed behind it."""
        return any(part.side is Side.BACK for part in self.flat(Size(1, 1), 0).parts)

    def straight_edges(self, deck: Deck) -> list[StraightEdge]:
        """Return the edges of a side along which its outline must be straight."""
        return []

    def knife_line(self, deck: Deck, line: Outline) -> Outline:
        """Return the line to cut along, from the outline of a side."""
        return line

    def assembly(self, decks: Sequence[Deck]) -> str | None:
        """Return the guide's step that finishes pieces once they are cut out; None if there is nothing to do."""
        return None

    def check_keys(self, deck: Deck) -> None:
        """Raise an error if a deck has keys that do not suit its kind."""
        if self.back is Back.NONE and deck.back is not None:
            raise validation_error(f"is a {self}, which cannot have a back", "delete the key back", code="E0205")
        if self.back is Back.REQUIRED and deck.back is None:
            raise validation_error(
                f"is a {self}, which needs a back", 'for example back = "fox-back.svg.j2"', code="E0205"
            )
        used_keys = (
            ("foot", deck.foot > 0, "a foot"),
            ("leaves", deck.leaves > 1 and deck.faces is None, "leaves"),
            ("as", deck.made_as is not None, "as"),
            ("split", deck.split is not None, "a split"),
            ("join", deck.join is not None, "a join"),
            ("overlap", deck.overlap is not None, "an overlap"),
            ("fold", deck.folds is not None, f'fold = "{deck.fold}"'),
            ("wrap", deck.wrap is not None, "a wrap"),
        )
        for key, used, what in used_keys:
            if used and key not in self.keys:
                only = " or a ".join(kind for kind in KINDS.values() if key in kind.keys)
                raise validation_error(f"has {what} but is not a {only}", f"delete the key {key}", code="E0205")

    def check_shape(self, deck: Deck) -> None:
        """Raise an error if the shape of a deck would fall apart where its pieces fold."""
        if self.folds_up and (deck.shape is Shape.HEX or deck.corner):
            hint = 'cut = "outline" cuts it along any line'
            message = f"is a {self}, which must be a rect with sharp corners or have an outline"
            raise validation_error(message, hint, code="E0205")
        for outline, (edge, y, why) in product(deck.outlines, self.straight_edges(deck)):
            points = outline.points
            lengths = [abs(points[at + 1][0] - points[at][0]) for at in outline.along(y)]
            if len(lengths) != 1 or lengths[0] < MIN_PIECE_SIZE:
                found = " and ".join(f"one of {trim(length)} mm" for length in lengths) or "none"
                needed = (
                    f"needs one straight line of at least {MIN_PIECE_SIZE:g} mm along the {edge} edge of its outline"
                )
                raise validation_error(f"{needed}, {why}; it has {found}", "draw the outline flat there", code="E0510")

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> core_schema.CoreSchema:
        """Validate a kind by its name, and serialize it as its name."""
        names = core_schema.to_string_ser_schema()
        return core_schema.no_info_plain_validator_function(_read, serialization=names)

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: Any, _handler: Any) -> dict[str, Any]:
        """List the names that game.toml may use."""
        return {"enum": list(map(str, KINDS)), "type": "string"}


def _read(value: object) -> PieceKind:
    if isinstance(value, PieceKind):
        return value
    if isinstance(value, str) and value in KINDS:
        return KINDS[value]
    *first, last = (f"'{name}'" for name in KINDS)
    raise PydanticKnownError("enum", {"expected": f"{', '.join(first)} or {last}"})


class CardKind(PieceKind, name="card"):
    """A card, which is held, shuffled and drawn."""

    held = True
    draw_order = 0
    tabletop = TabletopForm.CARD


class TileKind(PieceKind, name="tile"):
    """A tile that is laid on the table."""

    draw_order = 1
    mounted = True


class TokenKind(PieceKind, name="token"):
    """A token, counter or marker."""

    mounted = True


class StandeeKind(PieceKind, name="standee"):
    """A figure that folds up: front and back head to head, with a foot at both ends."""

    back = Back.REQUIRED
    keys = frozenset({"foot"})
    plies = 2
    tabletop = TabletopForm.FIGURE
    order_note = "front and back of one piece, without its feet; order a stand for it"

    def flat(self, size: Size, foot: float) -> Flat:
        """Return the front below its upside-down back, with a foot at both ends."""
        width, height = size
        head = foot + height
        folds = tuple((0.0, y, width, y) for y in (foot, head, head + height))
        parts = FlatPart(Side.FRONT, 0, head, size), FlatPart(Side.BACK, 0, foot, size, 180)
        return Flat(Size(width, 2 * head), parts, folds if foot else folds[1:2])

    def straight_edges(self, deck: Deck) -> list[StraightEdge]:
        """Return the edge at the fold, and the edge at the foot if there is one."""
        foot = [StraightEdge("lower", deck.size.height, "where its foot is")] if deck.foot else []
        return [StraightEdge("upper", 0.0, "where it folds"), *foot]

    def knife_line(self, deck: Deck, line: Outline) -> Outline:
        """Return the line around figure and foot, open at the fold; a rectangle has crop marks instead."""
        return line.standing(deck.size, deck.foot) if deck.outline else line

    def assembly(self, decks: Sequence[Deck]) -> str:
        """Return the step for folding and gluing, with or without feet to bend."""
        return "standee" if any(deck.foot for deck in decks) else "standee-plain"


class PadKind(PieceKind, name="pad"):
    """A sheet to write on, without a back, printed in several copies."""

    stock = Stock.PAPER
    back = Back.NONE
    keys = frozenset({"leaves"})
    foldable = True
    played = False
    tabletop = TabletopForm.LEAF


class BoardKind(PieceKind, name="board"):
    """A board, map or mat of any size; larger than the paper, it is printed in parts."""

    mounted = True
    foldable = True
    keys = frozenset({"split", "join", "overlap", "fold", "wrap"})
    divides = True
    tabletop = TabletopForm.BOARD


EDGES: Final = {4: 24.0, 6: 16.0, 8: 20.0, 12: 14.0, 20: 18.0}
"""Default length of the edges of a die that folds up, by its number of faces, in mm."""
STICKER: Final = 12.0
"""Default size of a sticker for a blank die of 16 mm, whose edges are rounded, in mm."""
DIE_SIZES: Final = (6.0, 120.0)
"""Shortest and longest edge of a die, in mm."""


class DieKind(PieceKind, name="die"):
    """A die, printed as a net that folds up or as stickers; each row is a face."""

    back = Back.NONE
    keys = frozenset({"as"})
    tabletop = TabletopForm.DIE
    rolled = True
    safe = 1.0
    plural = "dice"

    def gather(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the keys of a deck of dice: one design, whose looks are the faces in the rows."""
        rows = raw.get("designs")
        if raw.get("faces") is not None or not isinstance(rows, list) or not rows:
            return raw
        for key in ("shape", "corner", "cut", "outline", "leaves", "edge", "pictures", "fold", "wrap"):
            if key in raw:
                message = f"is a die, which has no {key}"
                raise validation_error(message, f"delete the key {key}", code="E0205")
        sides, counts = len(rows), sorted({row.count for row in rows})
        if sides not in EDGES:
            *some, last = EDGES
            message = f"is a die with {sides} rows, but a die has {', '.join(map(str, some))} or {last} faces"
            raise validation_error(message, "write a row for each face", code="E0205")
        if len(counts) > 1:
            message = f"is a die whose rows have different counts, {' and '.join(map(str, counts))}"
            raise validation_error(message, "the count of every row is the number of dice", code="E0205")
        edge = _edge(raw.get("size"), sides, stickers=raw.get("as") == DieForm.STICKERS)
        shape: dict[str, Any] = {"size": face_size(sides, edge)}
        if sides != 6:
            shape |= {"cut": CutBy.OUTLINE, "outline": face_outline(sides, edge)}
        if raw.get("as") == DieForm.STICKERS:
            shape |= {"stock": raw.get("stock", Stock.PAPER)}
        faces = {**raw, **shape, "designs": [row.model_copy(update={"count": 1}) for row in rows]}
        for key in ("as", "back"):  # the deck itself reports a back
            faces.pop(key, None)
        die = type(rows[0])(id=raw["name"], count=counts[0], looks=sides, place=rows[0].place)
        faces["kind"] = PieceKind("face")
        return {
            **raw, **shape, "faces": faces, "designs": [die], "leaves": sides, "columns": {}, "headings": {},
        }  # fmt: skip

    def bulk(self, deck: Deck) -> tuple[Size, float] | None:
        """Return the size of a die that has been folded up, or of the blank die below stickers."""
        if deck.faces is None:
            return None
        sides = len(deck.faces.designs)
        height = solid(sides).height * deck.size.width / face_size(sides, 1).width
        wide = max(height, deck.size.width) if sides == 6 else 1.2 * height
        return Size(wide, wide), wide

    def assembly(self, decks: Sequence[Deck]) -> str:
        """Return the step for folding dice up, or for putting stickers on them."""
        return "die-net" if any(deck.unfolded for deck in decks) else "die-stickers"


def _edge(value: object, sides: int, *, stickers: bool) -> float:
    """Return the length of the edges of a die from its key `size`, or the default."""
    if value is None:
        return EDGES[sides] * STICKER / EDGES[6] if stickers else EDGES[sides]
    if isinstance(value, list | tuple) and sides == 6 and len(value) == 2 and value[0] == value[1]:
        value = value[0]
    least, most = DIE_SIZES
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        message = f"is a die, whose size must be the length of an edge in mm, from {least:g} to {most:g}"
        raise validation_error(message, f"for example size = {EDGES[sides]:g}", code="E0208")
    return float(value)


class FaceKind(PieceKind, name="face", listed=False):
    """A face of a die, for its template."""

    back = Back.NONE
    rolled = True
    safe = DieKind.safe


class NetKind(PieceKind, name="net", listed=False):
    """A net that folds into something such as a box; its decks are made by code, as tables cannot describe nets."""

    back = Back.NONE
    played = False
    tabletop = TabletopForm.LEAF
