"""Straight cuts on a page: trim boxes, shared cuts, and the strips that cuts across a sheet leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from pnp.geometry.matrix import CUT_TOLERANCE, Rect
from pnp.sheet.page import Page, Placement, bounds
from pnp.terms import CutBy, Shape, Side

Span = tuple[float, float]


class CutDirection(StrEnum):
    """The direction of a cut across a sheet."""

    ACROSS = "across"
    DOWN = "down"


def is_straight(placement: Placement) -> bool:
    """Return whether a piece is cut out along the edges of its box."""
    deck = placement.piece.deck
    return deck.cut is CutBy.SHAPE and deck.shape is Shape.RECT


def piece_boxes(page: Page, *, figures: bool = False) -> list[Rect]:
    """Return the boxes of the pieces with straight edges, feet included; on a folded sheet, of the fronts only.

    With `figures`, include pieces with an outline that fold up: no straight cut may pass through them.
    """
    parts: dict[tuple[str, int], list[Placement]] = {}
    for placement in page.placements:
        folds_up = placement.piece.deck.kind.folds_up
        if (is_straight(placement) or (figures and folds_up)) and (folds_up or placement.side is page.side):
            parts.setdefault((placement.piece.id, placement.piece.copy), []).append(placement)
    return [piece_box(placements) for placements in parts.values()]


def piece_box(placements: Sequence[Placement]) -> Rect:
    """Return the box around all sides of a piece on a page, feet included."""
    box = bounds([placement.rect for placement in placements])
    assert box is not None  # noqa: S101 - there is at least one placement
    foot = placements[0].piece.deck.foot
    if not foot:
        return box
    if placements[0].rotation % 180:
        return Rect(box.x - foot, box.y, box.width + 2 * foot, box.height)
    return Rect(box.x, box.y - foot, box.width, box.height + 2 * foot)


def neighbour_contacts(boxes: Iterable[Rect]) -> tuple[bool, bool]:
    """Return whether some neighbours touch, sharing a cut, and whether some have a gap between them."""
    there = list(boxes)
    touching = apart = False
    for box in there:
        for room in _rooms(box, [other for other in there if other is not box]):
            touching |= room <= CUT_TOLERANCE
            apart |= room > CUT_TOLERANCE
    return touching, apart


def _rooms(box: Rect, others: list[Rect]) -> list[float]:
    """Return the distances to the next box on the right and to the next box below, as far as these exist."""
    right = [b.x - box.right for b in others if _overlap((b.y, b.bottom), (box.y, box.bottom)) and b.x > box.x]
    below = [b.y - box.bottom for b in others if _overlap((b.x, b.right), (box.x, box.right)) and b.y > box.y]
    return [min(rooms) for rooms in (right, below) if rooms]


def _overlap(one: Span, other: Span) -> bool:
    return min(one[1], other[1]) - max(one[0], other[0]) > CUT_TOLERANCE


def strips_between_cuts(boxes: Iterable[Rect], way: CutDirection) -> list[Span]:
    """Return the strips, as (low, high) in mm, that cuts across the whole sheet leave without cutting a piece."""
    made: list[Span] = []
    for low, high in sorted(_span(box, way) for box in boxes):
        if made and low < made[-1][1] - CUT_TOLERANCE:
            made[-1] = made[-1][0], max(made[-1][1], high)
        else:
            made.append((low, high))
    return made


def _span(box: Rect, way: CutDirection) -> Span:
    return (box.y, box.bottom) if way is CutDirection.ACROSS else (box.x, box.right)


def needs_shelf_cuts(page: Page) -> bool:
    """Return whether strips must be cut one by one, because cuts across the whole sheet cannot separate all pieces."""
    boxes = piece_boxes(page, figures=True)
    there = [shelf for shelf in page.shelves if any(shelf.overlaps(box) for box in boxes)]
    return len(there) > 1 or not all(
        any(abs(low - a) < CUT_TOLERANCE and abs(high - b) < CUT_TOLERANCE for a, b in strips_between_cuts(boxes, way))
        for way in CutDirection
        for low, high in {_span(box, way) for box in boxes}
    )


def folded_backs(page: Page) -> list[Placement]:
    """Return the backs that folding the paper brings behind their fronts, not those of pieces that fold up."""
    if page.side is Side.BACK:
        return []
    return [each for each in page.placements if each.side is Side.BACK and not each.piece.deck.kind.folds_up]
