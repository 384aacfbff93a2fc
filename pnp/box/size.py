"""The size of a box: pieces stacked by deck, sleeved or not, and the room they need."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from pnp.errors import LayoutError, Location, Problem, option_location
from pnp.geometry.units import Size, trim
from pnp.spec.model import Deck, Design, Game
from pnp.terms import BoxForm, Shape, Stock

THICKNESS: Final = {Stock.CARD: 0.3, Stock.BOARD: 2.0, Stock.PAPER: 0.1}
"""Thickness of a piece by stock, in mm."""
THINNEST, THICKEST = 0.02, 10.0
"""Range of --thickness, in mm."""
SLEEVE: Final = 0.2
"""What a sleeve adds to the thickness of a card, in mm: two films of 0.1 mm."""
SLEEVE_RIM: Final = Size(3, 5)
"""What a sleeve adds to the shorter and the longer side of a card, in mm."""
CLEARANCE: Final = 1.5
"""Room to spare in each direction, in mm; the card of the box takes some of it."""
LEAST: Final = 20.0
"""Smallest width and height of a box, in mm, so that fingers fit in."""
LEAST_DEPTH: Final = 8.0
"""Smallest depth of a box, in mm; a shallower one cannot be glued."""
MOST_FOLDS: Final = 2
"""How often a pad larger than all other pieces may be folded in half."""
HAIR: Final = 1e-6


@dataclass(frozen=True)
class Stack:
    """The pieces of a deck in the box: some side by side, the rest on top of them."""

    deck: str
    count: int
    thickness: float
    """Thickness of one piece in the box, in mm, with its sleeve and folds."""
    piece: Size
    """Size of a piece, with the shorter side first."""
    beside: int = 1
    """Number of pieces side by side."""

    @property
    def depth(self) -> float:
        """Height of the stack, in mm."""
        return ceil(self.count / self.beside) * self.thickness


@dataclass(frozen=True)
class BoxSpace:
    """The room inside a box: enough for the largest piece and the total thickness, with clearance."""

    stacks: tuple[Stack, ...]
    sleeved: bool
    pieces: int
    """Number of pieces; a pad counts as one."""

    @property
    def piece(self) -> Size:
        """The largest width and the largest height of all pieces."""
        return _largest_sides(self.stacks)

    @property
    def thickness(self) -> float:
        """Thickness of all pieces, in mm."""
        return sum(stack.depth for stack in self.stacks)

    @property
    def width(self) -> float:
        """Inside width, in mm."""
        return max(self.piece.width + CLEARANCE, LEAST)

    @property
    def height(self) -> float:
        """Inside height, in mm."""
        return max(self.piece.height + CLEARANCE, LEAST)

    @property
    def depth(self) -> float:
        """Inside depth, in mm."""
        return max(self.thickness + CLEARANCE, LEAST_DEPTH)


def form_for(game: Game) -> BoxForm:
    """Return a tuck box if at least half of the pieces are cards, else a lid and a tray."""
    cards = sum(deck.count for deck in game.decks.values() if deck.kind.held)
    return BoxForm.TUCK if 2 * cards >= game.count else BoxForm.TWO_PART


def measure_contents(game: Game, *, sleeved: bool = False, thickness: float | None = None) -> BoxSpace:
    """Return the room that all pieces of a game take.

    Raise LayoutError for an impossible thickness, or for a game without pieces.
    """
    if thickness is not None and not THINNEST <= thickness <= THICKEST:
        message = f"must be from {trim(THINNEST)} to {trim(THICKEST)} mm for one piece"
        raise LayoutError(Problem(option_location("--thickness"), message, found=trim(thickness), code="E1201"))
    decks = {name: kept for name, deck in game.decks.items() if (kept := _boxed_designs(game, deck))}
    flat: list[Stack] = []
    pads: list[Stack] = []
    for name, designs in decks.items():
        deck = game.decks[name]
        stack = _stack(deck, sum(design.count for design in designs), sleeved, thickness)
        (pads if deck.kind.foldable else flat).append(stack)
    stacks = flat + [_folded(pad, flat) for pad in pads]
    if not stacks:
        raise LayoutError(Problem(Location(game=game.id), "has no pieces to put in a box", code="E0609"))
    hull = _largest_sides(stacks)
    pieces = sum(design.count for designs in decks.values() for design in designs)
    return BoxSpace(tuple(_side_by_side(stack, hull) for stack in stacks), sleeved, pieces)


def _boxed_designs(game: Game, deck: Deck) -> list[Design]:
    """Return the designs of a deck that go into the box; of things with several forms, only the largest form does."""
    left_out: set[str] = set()
    for item in game.box:
        forms = [game.decks[name] for name in item.of if name in game.decks]
        largest = max(forms, key=lambda form: _flat(form).width * _flat(form).height, default=deck)
        if deck.name in item.of and largest is not deck:
            left_out |= {design.id for design in item.rows(deck)}
    return [design for design in deck.designs if design.id not in left_out]


def _flat(deck: Deck) -> Size:
    """Return the size of a flat piece; a standee has its feet stretched out."""
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
    """Return a pad folded in half until it is no larger than the other pieces, or unfolded if that is impossible."""
    if not others:
        return pad
    room, folded = _largest_sides(others), pad
    for _ in range(MOST_FOLDS):
        if folded.piece.width <= room.width and folded.piece.height <= room.height:
            return folded
        width, height = sorted((folded.piece.width, folded.piece.height / 2))
        folded = Stack(pad.deck, pad.count, folded.thickness * 2, Size(width, height))
    return folded if folded.piece.width <= room.width and folded.piece.height <= room.height else pad


def _largest_sides(stacks: list[Stack] | tuple[Stack, ...]) -> Size:
    return Size(max(stack.piece.width for stack in stacks), max(stack.piece.height for stack in stacks))


def _side_by_side(stack: Stack, room: Size) -> Stack:
    """Return the stack with as many pieces side by side as fit."""

    def fitting(piece: Size) -> int:
        return floor(room.width / piece.width + HAIR) * floor(room.height / piece.height + HAIR)

    most = max(fitting(stack.piece), fitting(stack.piece.turned))
    return Stack(stack.deck, stack.count, stack.thickness, stack.piece, max(1, min(most, stack.count)))
