"""The choices that have a name: languages, inks, sides, shapes of pieces, how pictures fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

if TYPE_CHECKING:
    from typing import Self

V = TypeVar("V")
_TAG: Final = re.compile(r"([a-z]{2,8}|x(?=-)|i(?=-))(-[a-z0-9]{1,8})*", re.IGNORECASE | re.ASCII)


class Lang(str):
    """A language that pieces are printed in: a BCP 47 tag, in its usual case; ValueError for what cannot be one."""

    __slots__ = ()
    FR: ClassVar[Lang]
    EN: ClassVar[Lang]

    def __new__(cls, tag: str) -> Self:
        """The tag as it is usually written: pt-BR, zh-Hant."""
        if not _TAG.fullmatch(tag) or len(tag) > 35:
            raise ValueError(f"{tag!r} is no language tag")
        first, *others = tag.lower().split("-")
        cased = [part.title() if len(part) == 4 else part.upper() if len(part) == 2 else part for part in others]
        return super().__new__(cls, "-".join([first, *(cased if first not in "xi" else others)]))

    @property
    def base(self) -> str:
        """The language without script, region or variant."""
        return self.partition("-")[0]

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any:
        """How pydantic reads one."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


Lang.FR, Lang.EN = Lang("fr"), Lang("en")


def nearest(lang: str, among: Iterable[str]) -> str:
    """The language itself or a wider one (fr for fr-CA), else English, else the first there is."""
    there = list(among)
    parts = lang.split("-")
    wider = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next(tag for tag in [*wider, "en", *there] if tag in there)


class Spoken(dict[Lang, V]):
    """Something in several languages; in one that it lacks it is said in the nearest."""

    def __missing__(self, lang: str) -> V:
        return self[Lang(nearest(lang, self))]


class Ink(StrEnum):
    """How much ink a face may use."""

    FULL = "full"
    LOW = "low"


class Side(StrEnum):
    """A side of a piece or of a sheet."""

    FRONT = "front"
    BACK = "back"


class Stock(StrEnum):
    """What a sheet is printed on."""

    CARD = "card"
    """250 to 300 g."""
    BOARD = "board"
    """Paper that is glued on board; printed on both sides it is card, for glue would hide the backs."""
    PAPER = "paper"
    """Plain paper, to write on."""


class BoxForm(StrEnum):
    """How a box is made."""

    TUCK = "tuck"
    """One piece of card that is closed by a flap."""
    TWO_PART = "two-part"
    """A lid over a tray."""


class Format(StrEnum):
    """What a memo is printed as."""

    TWO_UP = "a4-2up"
    """Two half sheets on a sheet, to be cut apart."""
    HALF = "a5"
    """A half sheet."""
    QUARTER = "a6"
    """A quarter of a sheet: front, and back where the front is not enough."""
    CARD = "poker"
    """A card of the game's own size, front and back, on sheets with marks."""
    WHOLE = "a4"
    """The whole sheet."""


class Shape(StrEnum):
    """The outline a piece is cut to."""

    RECT = "rect"
    CIRCLE = "circle"
    HEX = "hex"
    """A flat side is up where the size is wider than high, a point where it is higher than wide."""

    @property
    def nests(self) -> bool:
        """Whether pieces can be laid in the gaps of their neighbours."""
        return self is not Shape.RECT


class Cutting(StrEnum):
    """How neighbours on a sheet are cut apart."""

    AUTO = "auto"
    """One cut between pieces with a flat edge; others keep their bleeds, or less of them where more pieces then fit."""
    APART = "apart"
    """Every piece keeps all of its bleed: two cuts between neighbours."""
    SHARED = "shared"
    """Neighbours meet at one cut, and only the outermost pieces bleed."""


class CutBy(StrEnum):
    """What pieces are cut along."""

    SHAPE = "shape"
    OUTLINE = "outline"
    """A line of the designer's own."""


class PictureFit(StrEnum):
    """How a picture fills a box of other proportions."""

    CONTAIN = "contain"
    """All of it is there, with paper beside it."""
    COVER = "cover"
    """All of the box is covered, and what reaches beyond is cut off."""
    STRETCH = "stretch"
    """It is drawn wider or higher than it is."""
