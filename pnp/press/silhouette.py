"""Silhouettes: a cutting line around everything drawn on a piece, with a border."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from math import ceil, hypot
from typing import Any, Final

import numpy as np
from contourpy import contour_generator
from PIL import Image, ImageFilter

from pnp.errors import Location, Problem, RenderError
from pnp.face.face import Face
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import MM_PER_INCH, Size, trim
from pnp.press.renderer import find_renderer
from pnp.spec.model import Deck

DOTS: Final = 10
"""Resolution at which faces are inspected, in pixels per mm."""
WHITE: Final = 250
"""Brightness from which a pixel counts as paper, of 255."""
MIN_HOLLOW_RADIUS: Final = 2.0
"""Smallest radius of hollows, in mm: scissors cannot cut narrower ones."""
MAX_DEVIATION: Final = 0.03
"""Largest deviation of the simplified line, in mm."""
SNAP: Final = 0.1
"""Distance within which the line snaps to an edge of the piece, in mm."""

Mask = np.ndarray[Any, np.dtype[np.bool_]]


def silhouette(fronts: Sequence[Face], backs: Sequence[Face], border: float, deck: Deck) -> Outline:
    """Return the line around everything that the faces of a piece show, at a distance of `border` mm.

    It is straight along edges where the piece folds or has a foot. Raise RenderError if the faces are empty, or drawn
    in several parts.
    """
    size, where = fronts[0].size, fronts[0].where
    drawn: Mask = np.any([*map(_drawn, fronts), *(_drawn(back)[:, ::-1] for back in backs)], axis=0)
    if not drawn.any():
        raise RenderError(Problem(where, "is empty: there is nothing to outline", code="E0511"))
    rim = ceil((border + 2 * MIN_HOLLOW_RADIUS) * DOTS)
    wide = _grown(np.pad(drawn, rim), border + MIN_HOLLOW_RADIUS)
    eased = ~_grown(~wide, MIN_HOLLOW_RADIUS)
    soft = Image.fromarray(eased.astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(1))
    shape = np.asarray(soft, dtype=float)[rim:-rim, rim:-rim] / 255
    for edge in deck.kind.straight_edges(deck):
        way = -1 if edge.y else 1
        shape = _fill_to_edge(shape[::way], where, edge.name)[::way]
    return _line(shape, size, where)


def outline_file(outline: Outline, size: Size) -> str:
    """Return an outline as an SVG file, as large as the piece."""
    width, height = trim(size.width), trim(size.height)
    page = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    path = f'<path id="cut" fill="none" stroke="#000" stroke-width="0.2" d="{outline.svg()}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {page}>\n{path}\n</svg>\n'


def _drawn(face: Face) -> Mask:
    """Return a mask of the pixels of a face that are not paper."""
    [png] = find_renderer().to_png([face], DOTS * MM_PER_INCH)
    found: Mask = np.asarray(Image.open(BytesIO(png)).convert("RGB")).min(axis=2) < WHITE
    return found


def _grown(mask: Mask, by: float) -> Mask:
    """Return the mask extended by a distance in mm."""
    reach = round(by * DOTS)
    counts = np.pad(np.cumsum(np.pad(mask, ((0, 0), (reach, reach))), axis=1), ((reach, reach), (1, 0)))
    high, wide = mask.shape
    found = np.zeros_like(mask)
    for down in range(-reach, reach + 1):
        half = int((reach * reach - down * down) ** 0.5)
        rows = counts[reach + down : reach + down + high]
        found |= rows[:, reach + half + 1 : reach + half + 1 + wide] > rows[:, reach - half : reach - half + wide]
    return found


def _fill_to_edge(shape: np.ndarray[Any, Any], where: Location, edge: str) -> np.ndarray[Any, Any]:
    """Return the shape filled up to its first row, between the outermost pixels there."""
    solid = shape >= 0.5
    met = np.flatnonzero(solid[0])
    if not len(met):
        found = f"it is {trim(np.flatnonzero(solid.any(axis=1))[0] / DOTS)} mm away"
        message = f"the silhouette does not reach the {edge} edge of the piece"
        hint = "draw the figure closer to that edge, or reduce the height of the piece"
        raise RenderError(Problem(where, message, hint, found=found, code="E0511"))
    between = slice(met[0], met[-1] + 1)
    above = ~np.maximum.accumulate(solid[:, between], axis=0)
    filled = shape.copy()
    filled[:, between][above] = 1
    return filled


def _line(shape: np.ndarray[Any, Any], size: Size, where: Location) -> Outline:
    """Return the outer line of a shape."""
    lines = contour_generator(z=np.pad(shape, 1)).lines(0.5)
    rings = [[((x - 0.5) / DOTS, (y - 0.5) / DOTS) for x, y in np.asarray(line, float).tolist()] for line in lines]
    outer = max(rings, key=lambda ring: abs(_area(ring)))
    around = Outline(outer[0], tuple((point,) for point in outer[1:]))
    apart = [ring for ring in rings if ring is not outer and not around.holds(ring[0])]
    if apart:
        hint = "draw them closer together, or choose a wider border"
        raise RenderError(Problem(where, "must be drawn in one part", hint, found=f"{len(apart) + 1}", code="E0511"))
    points = [(_snapped(x, size.width), _snapped(y, size.height)) for x, y in outer[:-1]]
    first = min(range(len(points)), key=lambda at: (points[at][1], points[at][0]))
    ring = [*points[first:], *points[: first + 1]]
    far = max(range(len(ring)), key=lambda at: hypot(ring[at][0] - ring[0][0], ring[at][1] - ring[0][1]))
    kept = [*_simplify(ring[: far + 1])[:-1], *_simplify(ring[far:])]
    return Outline(kept[0], tuple((point,) for point in kept[1:]))


def _snapped(place: float, last: float) -> float:
    return 0.0 if place < SNAP else last if place > last - SNAP else round(place, 2)


def _area(ring: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2


def _simplify(points: list[Point]) -> list[Point]:
    """Return the points of a simplified line that stays close to all of them."""
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    aways = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length for x, y in points]
    at = max(range(len(points)), key=lambda number: aways[number])
    if aways[at] <= MAX_DEVIATION or len(points) < 3:
        return [points[0], points[-1]]
    return [*_simplify(points[: at + 1])[:-1], *_simplify(points[at:])]
