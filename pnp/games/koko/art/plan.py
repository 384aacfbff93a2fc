"""The plan of a garden tile, in millimetres round its centre: where the barriers lie.

A tile is TILE wide. A side's barrier is a band from EDGE to BAND inside that side's cut, from post to post; the inner
barrier is a band INNER wide along `course(split)`, from post to post. All are finished inside their own tile, because
the neighbour may be lawn; only grass and walks run over the cut. The first lawn, a, has the sides that `split` names;
the second, b, the others. Everything is given with north up and x to the right. The template places guests and things:
a round of SPOT fits on both lawns of a diagonal course, and on lawn a of the others.
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
EDGE: Final = 1.5
"""How far inside the cut barriers and everything else that must not be cut ends."""
BAND: Final = 6.5
"""How far inside the cut a side's barrier reaches."""
INNER: Final = 4.4
"""The width of an inner barrier."""
SPOT: Final = 25.8
"""The width of the round that a guest stands on; its rim shows around a token of 25."""
POST: Final = 6.6
"""The width of the square in a corner where barriers end."""
FOOT: Final = HALF - EDGE - POST / 2
"""How far from the middle, both ways, a post stands."""
WALK: Final = 6.4
"""The width of a garden walk; it crosses the middle of an open side and joins the neighbour's."""
MARK: Final = 5.0
"""The width of the label with the tile's letter."""

TURNS: Final = {"n": 0, "e": 90, "s": 180, "w": 270}
"""Sides by the turn that brings north there."""
SPLITS: Final = {"n": "nw ne", "e": "ne se", "s": "se sw", "w": "sw nw", "ne": "nw se", "nw": "ne sw"}
"""Each way to split a tile (the sides of lawn a) with the corners that its barrier ends in."""

SAMPLE_DEPTH: Final = 4.0
"""How far inside the cut the kind of a side shows as a flat colour …"""
SAMPLE_ALONG: Final = (-20.0, -10.0, 10.0, 20.0)
"""… at these places along the side, counted from its middle."""

SAMPLE_COLOURS: Final = {"lawn": LAWN, "hedge": (HEDGE.deep,), "fountain": (WATER.flat,)}
"""The colours there in full ink; in low ink all are paper."""

ALCOVE: Final = (0.0, -10.6)
"""The middle of the round that the split "n" leaves to lawn a."""
ALCOVE_RADIUS: Final = 15.2
ROUND_ALCOVE: Final = (0.0, 15.0)
"""Where the walks on lawn b round an alcove meet."""

ENDS: Final = {"none": (0.0, 0.0), "ne": (10.8, -10.8), "nw": (-10.8, -10.8)}
"""Where the walks on lawn a end; an alcove's end in its middle."""


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


def walk_end(split: str, side: str) -> Point:
    """Where the walk from an open side ends, on that side's lawn."""
    if split == "none":
        return ENDS[split]
    if len(split) == 2:
        x, y = ENDS[split]
        return (x, y) if side in split else (-x, -y)
    turns = (TURNS[side] - TURNS[split]) % 360
    return turned(ALCOVE if turns == 0 else ROUND_ALCOVE, TURNS[split])


def walk_line(split: str, side: str) -> list[Point]:
    """The middle line of the walk from beyond the cut to its end; it crosses the cut at a right angle."""
    end = turned(walk_end(split, side), -TURNS[side])
    bend = (0.0, min(-FOOT + 4, end[1] - 4))
    line = [(0.0, -OVER), (0.0, -HALF)]
    line += [
        (t * t * end[0] + 2 * t * (1 - t) * bend[0], (1 - t) ** 2 * -HALF + 2 * t * (1 - t) * bend[1] + t * t * end[1])
        for t in (i / 12 for i in range(1, 13))
    ]
    return [turned(p, TURNS[side]) for p in line]
