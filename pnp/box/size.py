"""What a game needs of its box: pieces stacked by deck, sleeved or bare, and the room that they take."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from pnp.errors import LayoutError, Problem
from pnp.location import Location, option
from pnp.spec.model import Deck, Design, Game
from pnp.terms import BoxForm, Shape, Stock
from pnp.units import Size, trim

THICKNESS: Final = {Stock.CARD: 0.3, Stock.BOARD: 2.0, Stock.PAPER: 0.1}
"""How thick a piece is by what it is printed on, in mm."""
THINNEST, THICKEST = 0.02, 10.0
"""What --thickness may be."""
SLEEVE: Final = 0.2
"""What a sleeve adds to the thickness of a card: two films of 0.1 mm."""
SLEEVE_RIM: Final = Size(3, 5)
"""What a sleeve adds to the shorter and to the longer side of a card."""
CLEARANCE: Final = 1.5
"""Room to spare in each direction, in mm; the card of the box itself takes some of it."""
LEAST: Final = 20.0
"""No box is narrower or lower, in mm: fingers must get in."""
LEAST_DEPTH: Final = 8.0
"""No box is shallower: it could not be glued."""
MOST_FOLDS: Final = 2
"""A pad that is larger than all other pieces is folded in half, and in half again."""
HAIR: Final = 1e-6


@dataclass(frozen=True)
class Stack:
    """The pieces of a deck as they lie in the box: some side by side, the rest on top of them."""

    deck: str
    count: int
    thickness: float
    """Of one piece as it lies there: in its sleeve, folded."""
    piece: Size
    """Upright: the shorter side first."""
    beside: int = 1
    """How many lie side by side."""

    @property
    def depth(self) -> float:
        """How high it stands."""
        return ceil(self.count / self.beside) * self.thickness


@dataclass(frozen=True)
class BoxNeed:
    """The room inside a box: width and height of the widest and highest piece, depth of all of them, with clearance."""

    stacks: tuple[Stack, ...]
    sleeved: bool
    pieces: int
    """How many there are; a pad is one."""

    @property
    def piece(self) -> Size:
        """The widest and the highest that any piece is."""
        return _hull(self.stacks)

    @property
    def thickness(self) -> float:
        """Of all pieces."""
        return sum(stack.depth for stack in self.stacks)

    @property
    def width(self) -> float:
        """Inside, in mm."""
        return max(self.piece.width + CLEARANCE, LEAST)

    @property
    def height(self) -> float:
        """Inside, in mm."""
        return max(self.piece.height + CLEARANCE, LEAST)

    @property
    def depth(self) -> float:
        """Inside, in mm."""
        return max(self.thickness + CLEARANCE, LEAST_DEPTH)


def form_for(game: Game) -> BoxForm:
    """A tuck box where at least half of the pieces are cards, else a lid and a tray."""
    cards = sum(deck.count for deck in game.decks.values() if deck.kind.held)
    return BoxForm.TUCK if 2 * cards >= game.count else BoxForm.TWO_PART


def find_need(game: Game, *, sleeved: bool = False, thickness: float | None = None) -> BoxNeed:
    """The room that all pieces of a game take; LayoutError for a thickness that cannot be, or a game without pieces."""
    if thickness is not None and not THINNEST <= thickness <= THICKEST:
        message = f"must be from {trim(THINNEST)} to {trim(THICKEST)} mm for one piece"
        raise LayoutError(Problem(option("--thickness"), message, found=trim(thickness), code="E1201"))
    decks = {name: kept for name, deck in game.decks.items() if (kept := _kept(game, deck))}
    flat: list[Stack] = []
    pads: list[Stack] = []
    for name, designs in decks.items():
        deck = game.decks[name]
        stack = _stack(deck, sum(design.count for design in designs), sleeved, thickness)
        (pads if deck.kind.foldable else flat).append(stack)
    stacks = flat + [_folded(pad, flat) for pad in pads]
    if not stacks:
        raise LayoutError(Problem(Location(game=game.id), "has no pieces to put in a box", code="E0609"))
    hull = _hull(stacks)
    pieces = sum(design.count for designs in decks.values() for design in designs)
    return BoxNeed(tuple(_beside(stack, hull) for stack in stacks), sleeved, pieces)


def _kept(game: Game, deck: Deck) -> list[Design]:
    """The designs of a deck that are in the box: of things that come in several forms only the largest form is."""
    left_out: set[str] = set()
    for item in game.box:
        forms = [game.decks[name] for name in item.of if name in game.decks]
        largest = max(forms, key=lambda form: _flat(form).width * _flat(form).height, default=deck)
        if deck.name in item.of and largest is not deck:
            left_out |= {design.id for design in item.rows(deck)}
    return [design for design in deck.designs if design.id not in left_out]


def _flat(deck: Deck) -> Size:
    """A piece as it lies flat: a standee with its feet stretched out."""
    return Size(deck.size.width, deck.size.height + deck.foot)


def _stack(deck: Deck, count: int, sleeved: bool, thickness: float | None) -> Stack:
    one = THICKNESS[deck.printed_on] if thickness is None else thickness
    width, height = sorted(_flat(deck))
    one *= deck.kind.plies
    if sleeved and deck.kind.held and deck.shape is Shape.RECT:
        one += SLEEVE
        width, height = width + SLEEVE_RIM.width, height + SLEEVE_RIM.height
    return Stack(deck.name, count * deck.leaves, one, Size(width, height))


def _folded(pad: Stack, others: list[Stack]) -> Stack:
    """A pad, folded in half as often as it takes to be no larger than the other pieces, if that is possible."""
    if not others:
        return pad
    room, folded = _hull(others), pad
    for _ in range(MOST_FOLDS):
        if folded.piece.width <= room.width and folded.piece.height <= room.height:
            return folded
        width, height = sorted((folded.piece.width, folded.piece.height / 2))
        folded = Stack(pad.deck, pad.count, folded.thickness * 2, Size(width, height))
    return folded if folded.piece.width <= room.width and folded.piece.height <= room.height else pad


def _hull(stacks: list[Stack] | tuple[Stack, ...]) -> Size:
    return Size(max(stack.piece.width for stack in stacks), max(stack.piece.height for stack in stacks))


def _beside(stack: Stack, room: Size) -> Stack:
    """The stack as it fits into a room: as many pieces side by side as there is place for."""

    def fitting(piece: Size) -> int:
        return floor(room.width / piece.width + HAIR) * floor(room.height / piece.height + HAIR)

    most = max(fitting(stack.piece), fitting(stack.piece.turned))
    return Stack(stack.deck, stack.count, stack.thickness, stack.piece, max(1, min(most, stack.count)))
