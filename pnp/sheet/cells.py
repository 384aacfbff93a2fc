"""Cells (the room for one piece), blocks of cells, the pitch and gaps between them, and gangs.

Most pieces need their own size. A standee has its back head to head with its front. Where only fronts are printed, a
piece that folds has its back beside its front.

Hexes are placed so that all their sides are on straight lines in three directions, and no such line crosses another
hex: they can be cut one after the other with a ruler or a guillotine. Nested hexes are placed side to side, as in a
honeycomb.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

from pnp.geometry.matrix import CUT_TOLERANCE, Edges, Rect
from pnp.geometry.outline import HEX_RATIO, is_flat
from pnp.geometry.units import Size
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.page import Segment
from pnp.spec.deck import Piece
from pnp.spec.model import Deck
from pnp.terms import CutBy, Cutting, Shape, Side, Stock


class CellFace(NamedTuple):
    """A face within a cell."""

    side: Side
    rect: Rect
    rotation: int


@dataclass(frozen=True)
class Cell:
    """The room for one piece."""

    size: Size
    parts: tuple[CellFace, ...]
    folds: tuple[Segment, ...] = ()
    shape: Shape = Shape.RECT
    """The shape that pieces are packed by; a piece with a custom outline needs its whole box."""
    quarter: bool = False
    """Whether the cell is rotated by a quarter turn."""

    @property
    def turned(self) -> Cell:
        """The cell after a quarter turn clockwise."""
        height = self.size.height
        return Cell(
            self.size.turned,
            tuple(
                CellFace(side, Rect(height - rect.bottom, rect.x, rect.height, rect.width), (rotation + 90) % 360)
                for side, rect, rotation in self.parts
            ),
            tuple(Segment(height - y1, x1, height - y2, x2) for x1, y1, x2, y2 in self.folds),
            self.shape,
            not self.quarter,
        )


def prints_back(deck: Deck, sides: Sides) -> bool:
    """Return whether the backs of a deck are printed with this choice of sides."""
    return deck.back is not None and (deck.keeps_back or sides is not Sides.FRONTS)


def cell_for(deck: Deck, sides: Sides) -> Cell:
    """Return the cell for the pieces of a deck."""
    flat = deck.flat(opened=sides is Sides.FRONTS)
    parts = tuple(CellFace(part.side, Rect(part.x, part.y, *part.size), part.turn) for part in flat.parts)
    shape = deck.shape if deck.cut is CutBy.SHAPE and len(parts) == 1 else Shape.RECT
    return Cell(flat.size, parts, tuple(Segment(*fold) for fold in flat.folds), shape)


SEAM: Final = 0.05
"""Overlap of neighbours that share a cut, in mm, so that no white hairline shows between them."""


@dataclass(frozen=True)
class CellBlock:
    """The cells of one sheet and their positions."""

    cells: list[Cell]
    rects: list[Rect]
    """The position of each cell."""
    bleeds: list[Edges]
    """The visible bleed of each cell."""
    shelves: list[Rect]
    """Strips across the whole block, from top to bottom, separated by straight cuts. Within a strip, every vertical
    cut runs from top to bottom. A grid is a single strip."""
    upright_strips: bool
    """Whether the label and the ruler are along the left and right edges."""
    folds_sideways: bool = False
    """For folded sheets: whether the fold is vertical, so that left meets right."""
    nested: bool = False
    """Whether pieces reach into the bounding boxes of their neighbours."""


def visible_bleeds(rects: list[Rect], bleed: float) -> list[Edges]:
    """Return the visible bleed of each box: at most halfway to a facing box, and never into a box at its corner."""
    return [_visible_bleed(rect, rects[:at] + rects[at + 1 :], bleed) for at, rect in enumerate(rects)]


def _visible_bleed(rect: Rect, others: list[Rect], bleed: float) -> Edges:
    shown = [min(bleed, max(room / 2, SEAM)) for room in rect.distances(others, reach=-CUT_TOLERANCE)]
    for other in others:
        grown = rect.grown(Edges(*shown))
        into = (
            min(grown.right, other.right) - max(grown.x, other.x),
            min(grown.bottom, other.bottom) - max(grown.y, other.y),
        )
        if min(into) <= SEAM + 1e-6:
            continue
        for side, room in enumerate(rect.distances([other], reach=bleed)):
            shown[side] = min(shown[side], max(room / 2, SEAM))
    return Edges(*shown)


SLANT: Final = 2 / sqrt(3)
"""Length of a gap along one side of a hex, relative to its width across the next side."""


class Pitch(NamedTuple):
    """Distance from one piece to the next, in mm."""

    across: float
    down: float
    staggered: bool = False
    """Whether every second line of pieces is offset by half a step."""
    by_columns: bool = False
    """Whether the lines of pieces are columns."""
    nested: bool = False
    """Whether pieces reach into the bounding boxes of their neighbours."""


def pitch_of(cell: Cell, gap: float, *, nest: bool) -> Pitch:
    """Return the pitch of cells at that distance from each other."""
    width, height = cell.size
    plain = Pitch(width + gap, height + gap)
    if cell.shape is Shape.HEX:
        flat = is_flat(cell.size)
        if nest:
            across = width * 3 / 4 + gap * HEX_RATIO if flat else plain.across
            down = plain.down if flat else height * 3 / 4 + gap * HEX_RATIO
        else:
            across = width + gap * SLANT if flat else plain.across
            down = plain.down if flat else height + gap * SLANT
        return Pitch(across, down, True, flat == nest, nest)
    if cell.shape is Shape.CIRCLE and nest:
        near = plain.across * HEX_RATIO
        across, down = (near, plain.down) if cell.quarter else (plain.across, near)
        return Pitch(across, down, True, cell.quarter, True)
    return plain


MIN_INNER_BLEED: Final = 1.5
"""Smallest bleed towards a neighbour, in mm."""
STEP: Final = 0.1


def shares_cuts(deck: Deck, layout: Layout) -> bool:
    """Return whether neighbours of a deck share a cut: if so chosen, or if all faces of the deck have plain edges."""
    if layout.gap is not None or layout.cut is Cutting.APART:
        return False
    flat = deck.edge is not None and (deck.edge.back is not None or deck.back is None)
    return flat or layout.cut is Cutting.SHARED


def possible_gaps(layout: Layout) -> list[float]:
    """Return the possible distances between pieces with a bleed, in mm, widest first.

    The bleed towards neighbours shrinks only if that saves sheets, and no more than necessary.
    """
    if layout.gap is not None:
        return [layout.gap]
    widest, least = 2 * layout.widest_bleed, 2 * MIN_INNER_BLEED
    if layout.cut is Cutting.APART or layout.back_bleed is not None or widest <= least:
        return [widest]
    steps = int((widest - least) / STEP + 1e-6)
    found = [round(widest - STEP * step, 4) for step in range(steps + 1)]
    return found if found[-1] == least else [*found, least]


@dataclass
class Gang:
    """Pieces of the same size, shape, kind of edge and stock."""

    cell: Cell
    two_sided: bool
    shares_cuts: bool
    """Whether neighbours touch and share a cut."""
    stock: Stock
    folded: bool
    """Whether backs are printed on the same side of the paper, which is then folded."""
    in_rows: bool
    """Whether these pieces can share a sheet with pieces of another size. Nested pieces and hexes cannot: they
    interlock, and the slanting cuts along hexes run across the whole sheet."""
    pieces: list[Piece] = field(default_factory=list)


def group_into_gangs(pieces: list[Piece], layout: Layout) -> list[Gang]:
    """Return the pieces in gangs, in the order of the spec but with each stock together and plain paper last."""
    gangs: dict[object, Gang] = {}
    for piece in pieces:
        deck = piece.deck
        back = deck.has_reverse
        cell = cell_for(deck, layout.sides)
        cut = (deck.shape, deck.corner, deck.name if isinstance(deck.outline, dict) else deck.outline)
        stock = stock_of(deck, layout)
        key = (cell, cut, deck.edge, back, stock)
        if key not in gangs:
            in_rows = deck.shape is not Shape.HEX and not (layout.nest and deck.nests)
            folded = back and layout.sides is Sides.FOLD
            gangs[key] = Gang(cell, back, shares_cuts(deck, layout), stock, folded, in_rows)
        gangs[key].pieces.append(piece)
    stocks = list(dict.fromkeys(gang.stock for gang in gangs.values()))
    return sorted(gangs.values(), key=lambda gang: (gang.stock is Stock.PAPER, stocks.index(gang.stock)))


def stock_of(deck: Deck, layout: Layout) -> Stock:
    """Return the stock of a deck: with duplex, card instead of board, which would hide the printed back."""
    stock = deck.printed_on
    return Stock.CARD if stock is Stock.BOARD and layout.sides.duplex and not deck.on_greyboard else stock
