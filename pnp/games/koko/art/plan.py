"""The plan of a garden tile, in millimetres round its centre: where the barriers lie.

A tile is TILE wide. A side's barrier is a band BAND deep along that side, from post to post; the inner barrier is a
band INNER wide along `course(split)`, from post to post, too. All are finished inside their own tile, because the
neighbour may be lawn. The first lawn, a, has the sides that `split` names; the second, b, the others. Everything is
given with north up and x to the right. Where guests and things stand is the template's business: it leaves room for a
round of SPOT on both sides of every course.
"""

from __future__ import annotations

from math import acos, atan2, cos, degrees, hypot, radians, sin
from typing import Final

from pnp.face.art.curve import Point

from .curve import turned
from .palette import HEDGE, LAWN, WATER

TILE: Final = 60.0
HALF: Final = TILE / 2
BLEED: Final = 3.0
OVER: Final = HALF + BLEED
"""As far as the art runs, cut and bleed."""
BAND: Final = 5.0
"""The depth of a side's barrier."""
INNER: Final = 4.6
"""The width of an inner barrier."""
SPOT: Final = 24.0
"""The width of the round that a guest stands on; a token of 25 covers it."""
POST: Final = 7.0
"""The width of the square in a corner where barriers end."""
FOOT: Final = HALF - POST / 2
"""How far from the middle, both ways, a post stands."""
EDGE: Final = 0.7
"""How far inside the cut stone ends; a strip of shaded grass is left."""
MARK: Final = 5.0
"""The width of the label with the tile's letter."""

TURNS: Final = {"n": 0, "e": 90, "s": 180, "w": 270}
"""Sides by the turn that brings north there."""
SPLITS: Final = {"n": "nw ne", "e": "ne se", "s": "se sw", "w": "sw nw", "ne": "nw se", "nw": "ne sw"}
"""Each way to split a tile (the sides of lawn a) with the corners that its barrier ends in."""

SAMPLE_DEPTH: Final = 2.5
"""How far inside the cut the kind of a side shows as a flat colour …"""
SAMPLE_ALONG: Final = (-20.0, -10.0, 10.0, 20.0)
"""… at these places along the side, counted from its middle."""

SAMPLE_COLOURS: Final = {"lawn": LAWN, "hedge": (HEDGE.deep,), "fountain": (WATER.flat,)}
"""The colours there in full ink; in low ink all are paper."""

ALCOVE: Final = (0.0, -13.0)
"""The middle of the round that the split "n" leaves to lawn a."""
ALCOVE_RADIUS: Final = 14.6


def course(split: str) -> list[Point]:
    """The middle line of the inner barrier, from post to post."""
    if split == "ne":
        return [(-FOOT, -FOOT), (FOOT, FOOT)]
    if split == "nw":
        return [(FOOT, -FOOT), (-FOOT, FOOT)]
    (x, y), r = ALCOVE, ALCOVE_RADIUS
    corner = (FOOT - x, -FOOT - y)
    tangent = degrees(atan2(corner[1], corner[0])) + degrees(acos(r / hypot(*corner)))
    steps = 24
    angles = [tangent + (180 - 2 * tangent) * i / steps for i in range(steps + 1)]
    arc = [(x + r * cos(radians(a)), y + r * sin(radians(a))) for a in angles]
    return [turned(p, TURNS[split]) for p in [(FOOT, -FOOT), *arc, (-FOOT, -FOOT)]]
