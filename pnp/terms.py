"""Languages, and types used throughout pnp: inks, sides, shapes, cutting, picture fits, marks of JSON documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypedDict, TypeVar

if TYPE_CHECKING:
    from typing import Self

V = TypeVar("V")
_TAG: Final = re.compile(r"([a-z]{2,8}|x(?=-)|i(?=-))(-[a-z0-9]{1,8})*", re.IGNORECASE | re.ASCII)


class Lang(str):
    """A BCP 47 language tag in its usual case, such as pt-BR. Raises ValueError if it is not valid."""

    __slots__ = ()
    FR: ClassVar[Lang]
    EN: ClassVar[Lang]

    def __new__(cls, tag: str) -> Self:
        """Return the tag in its usual case: pt-BR, zh-Hant."""
        if not _TAG.fullmatch(tag) or len(tag) > 35:
            raise ValueError(f"{tag!r} is not a language tag")
        first, *others = tag.lower().split("-")
        cased = [part.title() if len(part) == 4 else part.upper() if len(part) == 2 else part for part in others]
        return super().__new__(cls, "-".join([first, *(cased if first not in "xi" else others)]))

    @property
    def base(self) -> str:
        """Language without script, region or variant."""
        return self.partition("-")[0]

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any:
        """Return the schema with which pydantic validates a tag."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


Lang.FR, Lang.EN = Lang("fr"), Lang("en")


def nearest_language(lang: str, among: Iterable[str]) -> str:
    """Return the best match for a language: itself, a wider one (fr for fr-CA), English, or the first available.

    >>> nearest_language("fr-CA", ["en", "fr"])
    'fr'
    """
    there = list(among)
    parts = lang.split("-")
    wider = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next(tag for tag in [*wider, "en", *there] if tag in there)


class Translated(dict[Lang, V]):
    """A mapping from languages to values; a missing language gives the value of the nearest one."""

    def __missing__(self, lang: str) -> V:
        return self[Lang(nearest_language(lang, self))]


class DocumentFormat(TypedDict):
    """First keys of a JSON document: the name and version of its format."""

    format: str
    version: int


class Ink(StrEnum):
    """How much ink a face may use."""

    FULL = "full"
    LOW = "low"


class CardStyle(StrEnum):
    """A style of cards that a new game starts with."""

    PLAIN = "plain"
    """A name, a text and a number."""
    CLASSIC = "classic"
    """Animals with drawings and a memo; the cards of `pnp new --with-rules`."""
    SUITS = "suits"
    """Playing cards of four suits, with indices in the corners."""
    TAROT = "tarot"
    """A large picture, a number and a title."""
    PHOTO = "photo"
    """A picture that fills the card, with a caption."""


class ExampleGame(StrEnum):
    """A complete game that a project can start with."""

    BOARD = "board"
    """Two mountain posts: a hex map on four sheets, a score track, counters, dice and folding mats."""


class Side(StrEnum):
    """A side of a piece or of a sheet."""

    FRONT = "front"
    BACK = "back"


class Stock(StrEnum):
    """The material that a sheet is printed on."""

    CARD = "card"
    """Card stock, 250 to 300 g/m²."""
    BOARD = "board"
    """Paper glued onto board; card stock if printed on both sides, because glue would hide the backs."""
    PAPER = "paper"
    """Plain paper to write on."""


class KeptRecords(StrEnum):
    """The games of a run that are kept as records."""

    TELLING = "telling"
    """The first, the longest, the closest and the most one-sided, and one for each ending."""
    ALL = "all"
    NONE = "none"


class BoxForm(StrEnum):
    """The construction of a box."""

    TUCK = "tuck"
    """One piece of card, closed by a flap."""
    TWO_PART = "two-part"
    """A tray and a lid."""


class Format(StrEnum):
    """The format of a memo."""

    TWO_UP = "a4-2up"
    """Two A5 memos on an A4 sheet, to be cut apart."""
    HALF = "a5"
    """A5."""
    QUARTER = "a6"
    """A6: front only, or both sides if the text does not fit on the front."""
    CARD = "poker"
    """Cards in the size of the game's cards, front and back, on sheets with crop marks."""
    WHOLE = "a4"
    """A4."""


class RulebookFormat(StrEnum):
    """The format of a rulebook."""

    A5 = "a5"
    """Half sheets, one on each page of the PDF."""
    A4 = "a4"
    """Whole sheets, in two columns."""
    BOOKLET = "booklet"
    """Half sheets, two on each side of the paper, to fold and staple."""


class Shape(StrEnum):
    """The shape of a piece."""

    RECT = "rect"
    CIRCLE = "circle"
    HEX = "hex"
    """A hexagon, flat side up if the size is wider than high, otherwise point up."""

    @property
    def nests(self) -> bool:
        """Whether pieces can be nested into the gaps between their neighbours."""
        return self is not Shape.RECT


class Cutting(StrEnum):
    """How adjacent pieces on a sheet are cut apart."""

    AUTO = "auto"
    """One cut between pieces with an `edge` colour; others keep their bleed, or less of it if more pieces then fit."""
    APART = "apart"
    """Every piece keeps its full bleed: two cuts between adjacent pieces."""
    SHARED = "shared"
    """Adjacent pieces share one cut, and only the outermost pieces have bleed."""


class Join(StrEnum):
    """How the parts of a board that is larger than the paper are joined."""

    BUTT = "butt"
    """Edge to edge, on a backing."""
    OVERLAP = "overlap"
    """With a glue strip along the right and lower edge of each part, below its neighbour."""


class DieForm(StrEnum):
    """How a die is printed."""

    NET = "net"
    """As a net with glue tabs, which folds up."""
    STICKERS = "stickers"
    """As stickers for a blank die, one for each face."""


class BoardFold(StrEnum):
    """How a board folds, with its front inside."""

    HALF = "half"
    """Once, across its longer side."""
    THREE = "three"
    """Like a letter: two creases across its longer side."""
    QUAD = "quad"
    """Twice, to a quarter of its size."""


class CutBy(StrEnum):
    """The line that pieces are cut along."""

    SHAPE = "shape"
    """The deck's `shape`."""
    OUTLINE = "outline"
    """A custom line, given by `outline`."""


class PictureFit(StrEnum):
    """How a picture fits into a box of different proportions."""

    CONTAIN = "contain"
    """The whole picture is visible, with blank space around it."""
    COVER = "cover"
    """The picture fills the box, and what extends beyond it is cropped."""
    STRETCH = "stretch"
    """The picture is distorted to fill the box."""
