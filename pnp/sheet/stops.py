"""Stops: the distances to set a trimmer to, because strips that are cut off a sheet carry no marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.geometry.matrix import CUT_TOLERANCE, Rect
from pnp.sheet.marks import CutDirection, is_straight, piece_box, piece_boxes, strips_between_cuts
from pnp.sheet.page import Page, Placement
from pnp.terms import Side


@dataclass(frozen=True)
class StripStops:
    """The stops of one strip, in mm."""

    down: tuple[float, ...]
    """Distances from the left edge, largest first, of the cuts from the top of the strip to its bottom."""
    lower: tuple[float, ...] = ()
    """Heights of pieces that are lower than the strip, largest first: each needs another cut, from its upper edge."""


@dataclass(frozen=True)
class TrimStops:
    """The stops of a sheet, in mm. Sheets with equal stops are cut with the same settings.

    First the left and the upper edge are cut along their marks; the marks at the right and at the bottom remain. Every
    stop is a distance from these two clean edges, so no errors add up, and strips need no marks.
    """

    across: tuple[float, ...]
    """Distances from the upper edge, largest first, of the cuts across the whole sheet, which leave strips."""
    strips: tuple[StripStops, ...]
    """The stops of each strip, from top to bottom."""


def trim_stops(page: Page) -> TrimStops | None:
    """Return the stops for the front page of a sheet; None if straight cuts from two edges cannot separate its pieces.

    No cut passes through a piece that is cut out along an outline.
    """
    boxes, figures = piece_boxes(page), _outlined_boxes(page)
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    if _crosses(CutDirection.DOWN, left, figures) or _crosses(CutDirection.ACROSS, top, figures):
        return None
    across: list[float] = []
    found: list[StripStops] = []
    for low, high in strips_between_cuts([*boxes, *figures], CutDirection.ACROSS):
        strip, beside = ([box for box in some if low <= box.y < high - CUT_TOLERANCE] for some in (boxes, figures))
        if not strip:
            continue
        edges = {edge for box in strip for edge in (box.x, box.right)}
        uneven = any(box.y > low + CUT_TOLERANCE for box in strip)
        if uneven or any(_crosses(CutDirection.DOWN, edge, [*strip, *beside]) for edge in edges):
            return None
        lower = {round(box.height, 2) for box in strip if box.bottom < high - CUT_TOLERANCE}
        found.append(StripStops(_stops(edges, left), tuple(sorted(lower, reverse=True))))
        across += (low, high)
    return TrimStops(_stops(across, top), tuple(found))


def sheets_by_stops(pages: Iterable[Page]) -> dict[TrimStops, tuple[int, ...]]:
    """Return the numbers of the sheets with the same stops, in printing order."""
    found: dict[TrimStops, tuple[int, ...]] = {}
    for page in pages:
        if page.side is Side.FRONT and (stops := trim_stops(page)) is not None:
            found[stops] = (*found.get(stops, ()), page.sheet)
    return found


def _outlined_boxes(page: Page) -> list[Rect]:
    """Return the boxes of the pieces that are cut out along an outline."""
    parts: dict[tuple[str, int], list[Placement]] = {}
    for placement in page.placements:
        if not is_straight(placement) and (placement.piece.deck.kind.folds_up or placement.side is page.side):
            parts.setdefault((placement.piece.id, placement.piece.copy), []).append(placement)
    return [piece_box(placements) for placements in parts.values()]


def _crosses(way: CutDirection, at: float, boxes: Sequence[Rect]) -> bool:
    """Return whether a cut at that position passes through a box."""
    spans = [(box.y, box.bottom) if way is CutDirection.ACROSS else (box.x, box.right) for box in boxes]
    return any(low + CUT_TOLERANCE < at < high - CUT_TOLERANCE for low, high in spans)


def _stops(edges: Iterable[float], origin: float) -> tuple[float, ...]:
    """Return the distances of edges from a clean edge, largest first, each once."""
    found: list[float] = []
    for distance in sorted((round(edge - origin, 2) for edge in edges), reverse=True):
        if distance > CUT_TOLERANCE and (not found or found[-1] - distance > CUT_TOLERANCE):
            found.append(distance)
    return tuple(found)
