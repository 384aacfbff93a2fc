"""Savings: how many sheets other cutting options would save, and how many more pieces fit on a sheet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pnp.geometry.units import Size
from pnp.terms import Cutting, Side

if TYPE_CHECKING:
    from pnp.sheet.layout import Layout
    from pnp.sheet.page import Page
    from pnp.spec.deck import Piece


class Saving(NamedTuple):
    """What another cutting option would save."""

    sheets: int
    """Number of sheets saved."""
    most: int
    """Most pieces of one size on a sheet, with the other option."""
    instead: int
    """Most pieces of that size on a sheet now; equal to `most` if there is no difference."""


def find_savings(pieces: list[Piece], layout: Layout, pages: list[Page]) -> dict[Cutting, Saving]:
    """Return the cutting options that need fewer sheets than these pages or fit more pieces on one, best last."""
    from pnp.sheet.impose import impose  # slow to import, and an unchanged build uses the stored result

    better: dict[Cutting, Saving] = {}
    if layout.gap is not None or layout.paper.single:
        return better
    now, best = most_on_a_sheet(pages), (0, 0)
    for cut in Cutting:
        if cut is layout.cut:
            continue
        laid = impose(pieces, replace(layout, cut=cut))
        fit = most_on_a_sheet(laid)
        size = max(now, key=lambda size: fit[size] - now[size])
        saving = Saving(pages[-1].sheet - laid[-1].sheet, fit[size], now[size])
        gain = (saving.sheets, saving.most - saving.instead)
        if gain > best:
            better[cut] = saving
            best = gain
    return better


def most_on_a_sheet(pages: list[Page]) -> Counter[Size]:
    """Return, for each size, the number of pieces on the sheet that has most of them."""
    most: Counter[Size] = Counter()
    for page in pages:
        fronts = Counter(p.piece.deck.size for p in page.placements if p.side is Side.FRONT)
        most |= fronts
    return most
