"""Gangs: pieces that fill sheets together, as printers gang them."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.deck import Piece
from pnp.sheet.cell import Cell, cell_of
from pnp.sheet.gutter import shares_cuts
from pnp.sheet.layout import Layout, Sides
from pnp.spec.model import Deck
from pnp.terms import Shape, Stock


@dataclass
class Gang:
    """Pieces of one size, one shape, one kind of edge, one stock."""

    cell: Cell
    two_sided: bool
    shares_cuts: bool
    """Whether neighbours lie edge to edge."""
    stock: Stock
    folded: bool
    """Whether backs lie on the same side of the paper, which is folded."""
    in_rows: bool
    """Whether a sheet of different pieces may hold some. Nested pieces and hexes lie in gaps of their like, and the
    cuts along a hex run slanting through all of its sheet: no other piece can lie there."""
    pieces: list[Piece] = field(default_factory=list)


def gang_up(pieces: list[Piece], layout: Layout) -> list[Gang]:
    """The pieces sorted into gangs: in the order of the spec, those of one stock together, plain paper last."""
    gangs: dict[object, Gang] = {}
    for piece in pieces:
        deck = piece.deck
        back = deck.has_reverse
        cell = cell_of(deck, layout.sides)
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
    """What a deck is printed on in this layout: board over a printed back would hide it, so both are on card."""
    stock = deck.printed_on
    return Stock.CARD if stock is Stock.BOARD and layout.sides.duplex else stock
