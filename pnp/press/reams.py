"""Papers to print on: the pages of a file by weight of paper, in the terms of a print shop."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from pnp.sheet.layout import Layout, Sides
from pnp.sheet.marks import folded_backs
from pnp.sheet.page import Page, Placement
from pnp.spec.kinds import PieceKind
from pnp.terms import Side, Stock


class PaperWeight(StrEnum):
    """Weight of a paper."""

    HEAVY = "heavy"
    """Card of 250 to 300 g."""
    LIGHT = "light"
    """Paper of 100 to 120 g, for sheets that are folded around a core or glued onto board."""
    PLAIN = "plain"
    """Plain paper, to write on."""


@dataclass(frozen=True)
class PaperStock:
    """The pages to print on one paper, numbered from 1 as in the PDF."""

    weight: PaperWeight
    pages: tuple[int, ...]
    kinds: tuple[PieceKind, ...]
    """The kinds of pieces on these pages."""


def paper_stocks(pages: list[Page], layout: Layout, before: int) -> list[PaperStock]:
    """Return the pages by paper, in the order of their first pages, with blank backs; `before` pages come first."""
    weights = {page.sheet: paper_weight(page, layout) for page in pages if page.side is Side.FRONT}
    found: dict[PaperWeight, list[int]] = {}
    kinds: dict[PaperWeight, dict[PieceKind, None]] = {}
    for number, page in enumerate(pages, before + 1):
        weight = weights[page.sheet]
        found.setdefault(weight, []).append(number)
        kinds.setdefault(weight, {}).update(dict.fromkeys(placement.piece.deck.kind for placement in page.placements))
    return [PaperStock(weight, tuple(numbers), tuple(kinds[weight])) for weight, numbers in found.items()]


def paper_weight(front: Page, layout: Layout) -> PaperWeight:
    """Return the paper of a sheet, which depends on its pieces and how they are finished."""
    if front.stock is Stock.PAPER:
        return PaperWeight.PLAIN
    if layout.sides is Sides.FOLD and folded_backs(front):
        return PaperWeight.LIGHT
    glued = [is_glued(placement, front, layout) for placement in front.placements]
    return PaperWeight.LIGHT if glued and all(glued) else PaperWeight.HEAVY


def is_glued(placement: Placement, front: Page, layout: Layout) -> bool:
    """Return whether a piece is glued onto board: thick pieces printed on one side, since board would hide a back."""
    deck = placement.piece.deck
    thick = front.stock is Stock.BOARD or (deck.kind.mounted and front.stock is Stock.CARD)
    backs = {(p.piece.id, p.piece.copy) for p in front.placements if p.side is Side.BACK}
    return thick and not layout.sides.duplex and (placement.piece.id, placement.piece.copy) not in backs


def number_ranges(numbers: Iterable[int]) -> str:
    """Return numbers as people write them.

    >>> ranges([3, 4, 5, 9])
    '3–5, 9'
    """
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda each: each[1] - each[0])
    parts = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{part[0]}" if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
