"""Gangs: groups of similar pieces that are printed together on sheets."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.sheet.cell import Cell, cell_for
from pnp.sheet.gutter import shares_cuts
from pnp.sheet.layout import Layout, Sides
from pnp.spec.deck import Piece
from pnp.spec.model import Deck
from pnp.terms import Shape, Stock


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
    return Stock.CARD if stock is Stock.BOARD and layout.sides.duplex else stock
