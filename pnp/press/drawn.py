"""Results of drawing: the distinct faces of a print, and cards that are printed with a game but not part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.errors import Location, PressError, Problem, quote_value
from pnp.geometry.matrix import Rect
from pnp.geometry.units import points
from pnp.pictures.embedded import EmbeddedImage
from pnp.press.guide import Guide
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Game
from pnp.terms import Side

DesignSide = tuple[str, Side]
"""A side of a design or of one of its looks, as in `Piece.face_id`."""


class FaceIndex(NamedTuple):
    """The face that a side of a design shows."""

    number: int
    """Number among the distinct faces."""
    key: str
    """Hash of its inputs."""


class PartFace(NamedTuple):
    """A part of a board: a window of its face."""

    number: int
    """Number of the board's face among the distinct faces."""
    window: Rect
    """The part without its bleed, in mm from the upper left corner of the board."""
    height: float
    """Height of the board, in mm."""
    bleed: float
    """Bleed of the part, in mm."""
    wrap: float = 0
    """How much more bleed the board has, in mm."""

    @property
    def offset(self) -> tuple[float, float]:
        """How far the board is moved for its window to be in the lower left corner, in points right and up."""
        return -points(self.window.x + self.wrap), -points(self.height - self.window.bottom + self.wrap)


@dataclass(frozen=True)
class DrawnParts:
    """The distinct faces as PDF pages, in chunks: first those of the game, then the guide, then a companion."""

    chunks: list[bytes]
    shown: dict[DesignSide, FaceIndex]
    guide: Guide | None
    distinct: int
    """Number of distinct faces of the game, which is also the index of the guide."""
    fresh: int
    """How many of these were not in the cache."""
    coverage: float = 0.0
    """Share of the paper covered with ink, from 0 to 1."""
    pictures: dict[str, EmbeddedImage] = field(default_factory=dict)
    """The pictures with a placeholder, by key."""
    coarse: dict[str, int] = field(default_factory=dict)
    """Picture files that may look blurred, with their resolution in dpi."""
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Elements that were removed from drawings because they cannot be printed, by file."""
    home_fonts: list[str] = field(default_factory=list)
    """Font families for printing at home only."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the faces of a draft."""
    parts: tuple[PartFace, ...] = ()
    """Parts of boards, numbered after all other faces."""


@dataclass(frozen=True)
class Companion:
    """A deck of one design whose faces are already drawn."""

    deck: Deck
    pdf: bytes
    """A PDF with a page for the front and one for the back, as large as the card with its bleed."""

    @property
    def sides(self) -> list[DesignSide]:
        """Its sides, in the order of its pages."""
        return [(self.deck.designs[0].id, side) for side in Side]

    @property
    def pieces(self) -> list[Piece]:
        """Every card as a separate piece."""
        [design] = self.deck.designs
        return [Piece(self.deck, design, copy) for copy in range(1, design.count * self.deck.leaves + 1)]

    def add_to(self, game: Game) -> Game:
        """Return the game with this deck, but with an unchanged box list; raise PressError if the name is taken."""
        name = self.deck.name
        if name in game.decks or any(design.id == name for _, design in game.designs()):
            message = f"has a deck or piece named {quote_value(name)}, which is the name of the memo cards"
            raise PressError(Problem(Location(game=game.id), message, "rename it", code="E0111"))
        return game.model_copy(update={"decks": {**game.decks, name: self.deck}})
