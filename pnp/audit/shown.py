"""Compare rendered pages pixel by pixel, and name what differs."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np
import pypdfium2

from pnp.audit.looks import Pixels
from pnp.geometry.matrix import Rect
from pnp.geometry.units import POINTS_PER_MM
from pnp.sheet.impose import back_correction
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page
from pnp.terms import Side

DPI: Final = 200
"""Resolution, in dpi; lines of 0.01 mm are visible."""
MOST_DOTS: Final = 40_000_000
"""Most pixels of a page; pages of a square metre or more are rendered at a lower resolution."""
SEEN: Final = 12
"""Largest difference per colour channel that counts as rounding, of 255."""
CELL: Final = 2.0
"""Differences within a square of this size, in mm, are reported as one."""


def differing_places(one: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> list[tuple[float, float]]:
    """Return where two pages differ: places in mm from the upper left corner, a few millimetres apart."""
    area = one.get_width() * one.get_height()
    scale = min(DPI / 72, sqrt(MOST_DOTS / max(area, 1)))
    first, second = (_pixels(page, scale) for page in (one, other))
    if first.shape != second.shape:
        return [(0.0, 0.0)]
    if np.array_equal(first, second):
        return []
    low, high = np.minimum(first, second), np.maximum(first, second)
    rows, columns = np.nonzero((high - low).max(axis=2) > SEEN)
    mm = 1 / (scale * POINTS_PER_MM)
    across, down = columns * mm, rows * mm
    squares = (down // CELL).astype(int) * 100_000 + (across // CELL).astype(int)
    _, firsts = np.unique(squares, return_index=True)
    return [(float(across[at]), float(down[at])) for at in firsts]


def _pixels(page: pypdfium2.PdfPage, scale: float) -> Pixels:
    return np.asarray(page.render(scale=scale).to_pil().convert("RGB"))


def describe_differences(places: list[tuple[float, float]], page: Page, layout: Layout) -> list[str]:
    """Return what is at these places of a sheet, in plain words, each thing once."""
    undone = back_correction(layout).inverse if page.side is Side.BACK and layout.corrected else None
    found: dict[str, None] = {}
    beside: list[tuple[float, float]] = []
    for place in places:
        x, y = place if undone is None else undone.point(*place)
        thing = _thing(page, x, y)
        if thing is None:
            beside.append((x, y))
        else:
            found[thing] = None
    if beside:
        x, y = beside[0]
        at = f"{x:.0f} mm from the left, {y:.0f} mm from the top"
        more = f", and {len(beside) - 1} more places" if len(beside) > 1 else ""
        found[f"marks, folds or bleed do not look as pnp draws them ({at}{more})"] = None
    return list(found)


def _thing(page: Page, x: float, y: float) -> str | None:
    """Return what is at a place and looks wrong; None for a place outside all pieces and slots."""
    for slot, name in ((page.label, "the label"), (page.ruler, "the check ruler")):
        if slot is not None and _holds(slot.rect, x, y):
            return f"{name} does not look as pnp draws it"
    for placement in page.placements:
        if _holds(placement.rect, x, y):
            piece = placement.piece
            return f"{piece.id} ({piece.copy}) {placement.side} does not look as the game draws it"
    return None


def _holds(rect: Rect, x: float, y: float) -> bool:
    return rect.x <= x <= rect.right and rect.y <= y <= rect.bottom
