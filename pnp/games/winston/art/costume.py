"""Costumes: what the trunk of each kind wears, along any tube, so that head and bodies are one dog."""

from __future__ import annotations

from collections.abc import Callable

from .brush import FINE, HAIR, Brush
from .curve import Node, Outline, trail
from .palette import BLEED, GOLD, LINE, LOOKS, WHITE, WIDTH
from .tube import Bump, Tube, share, trunk

STEEL, SHADOW, TARTAN = "#cfd8e0", "#a5b4c1", "#f3cf45"
PUFFS: tuple[Bump, ...] = tuple((x, 6.0, 1.7) for x in (10.5, 31.5, 52.5))
"""A space suit gives way where its rings are."""
SEAMS = {
    "sailor": (59.4,),
    "detective": (61.4,),
    "ballerina": (),
    "knight": (50.0,),
    "astronaut": (),
    "punk": (),
}
"""Heights at which cloth ends on the trunk."""
SKIRTS = {"ballerina": 56.0, "knight": 52.4, "punk": 55.0}
"""Heights from which a skirt hides the trunk."""


SHADES = {
    "sailor": (60.4, 65.0),
    "detective": (60.8, 65.0),
    "ballerina": (62.4, 66.0),
    "knight": (62.8, 66.4),
    "astronaut": (60.6, 65.0),
    "punk": (61.8, 66.2),
}
"""Heights between which the belly turns away from the light."""


def shade(tube: Tube, top: float, bottom: float) -> list[Node]:
    """The shaded side of the belly; on a chest it begins below the neck."""
    ways = [way for way in tube.ways if tube.ways[0] < 0 or way > 34]
    full = [1.0 if tube.ways[0] < 0 else min(1.0, (way - 37) / 16) if way > 37 else 0.0 for way in ways]
    upper = [tube.spot(way, share(bottom - (bottom - top) * part)) for way, part in zip(ways, full, strict=True)]
    lower = [tube.spot(way, share(bottom)) for way in ways]
    return [Node(*spot, i in (0, len(ways) - 1)) for line in (upper, lower[::-1]) for i, spot in enumerate(line)]


def body(kind: str, back: tuple[Bump, ...] = (), belly: tuple[Bump, ...] = ()) -> Tube:
    """The trunk of a kind, with the bumps that something on it makes."""
    if kind == "astronaut":
        back = (*back, *PUFFS)
        belly = (*belly, *((x, half, -depth) for x, half, depth in PUFFS))
    return trunk(back, belly)


def hem(tube: Tube, start: float, top: float, edge: list[tuple[float, float, bool]]) -> list[Node]:
    """A skirt: along the tube at the height `top`, and back along an edge of (way, height, corner)."""
    upper = [way for way in tube.ways if way > start]
    line = [Node(*tube.spot(start, share(top)), True)]
    line += trail(tube.spot(way, share(top)) for way in upper[:-1])
    line.append(Node(*tube.spot(upper[-1], share(top)), True))
    return line + [Node(*tube.spot(way, share(height)), corner) for way, height, corner in reversed(edge)]


def onward(tube: Tube, start: float) -> list[float]:
    """The ways of a tube from `start` to the right."""
    return [start, *(way for way in tube.ways if way > start)]


def _level(low: float, right: bool) -> list[tuple[float, float, bool]]:
    """The part of a hem that crosses a cut: level, with knots close to the cut to keep it so."""
    edge = [(-BLEED, low, True), (0.0, low, False), (1.2, low, False), (2.2, low, False)]
    return [(WIDTH - way, low, corner) for way, low, corner in reversed(edge)] if right else edge


def scallops(start: float, low: float, rise: float) -> list[tuple[float, float, bool]]:
    """A hem of round lobes; the cut is in the middle of one."""
    edge = [*_level(low, False), (3.6, low - 0.6, False), (4.5, low - rise, True)]
    for k in range(1, 7):
        edge += [(9 * k - 3, low - 0.5, False), (9.0 * k, low, False), (9 * k + 3, low - 0.5, False)]
        edge.append((9 * k + 4.5, low - rise, True))
    edge += [(WIDTH - 3.6, low - 0.6, False), *_level(low, True)]
    return _cut(edge, start, low - rise)


def _cut(edge: list[tuple[float, float, bool]], start: float, low: float) -> list[tuple[float, float, bool]]:
    """The part of a hem from `start` on, where it begins at the height `low`."""
    return edge if start < 0 else [(start, low, True), *(knot for knot in edge if knot[0] > start + 0.5)]


def tabs(start: float, low: float, high: float) -> list[tuple[float, float, bool]]:
    """A hem cut like the top of a wall; the cut is in the middle of a tab."""
    edge = [*_level(low, False), (3.0, low, True)]
    for k in range(7):
        edge += [(9 * k + 3.0, high, True), (9 * k + 6.0, high, True), (9 * k + 6.0, low, True)]
        edge += [(9 * k + 12.0, low, True)] if k < 6 else _level(low, True)
    return _cut(edge, start, low)


def sailor(brush: Brush, tube: Tube) -> None:
    """A jersey needs nothing but its stripes."""


def detective(brush: Brush, tube: Tube) -> None:
    """Tweed: the checks across the bands."""
    for k in range(6):
        way = 5.25 + 10.5 * k
        if way > tube.ways[0] + 3:
            brush.thread(tube.across(way, 0.02, share(59.4)), 1.3, "#e8cf9c")
            brush.thread(tube.across(way + 3.4, 0.02, share(59.4)), 0.45, "#c5482e")


def ballerina(brush: Brush, tube: Tube) -> None:
    """A skirt of two layers of tulle, low on the trunk."""
    start = -BLEED if tube.ways[0] < 0 else 40.0
    for low, rise, top, fill in ((68.6, 2.4, 60, WHITE), (65.6, 2.6, 56, "#ffd9e0")):
        skirt = hem(tube, start, top, scallops(start, low, rise))
        brush.cover(skirt, fill)
        edge = [Node(*tube.spot(way, share(y)), corner) for way, y, corner in scallops(start, low, rise)]
        brush.seam(edge, FINE + 0.1)
    first = 0 if start < 0 else 34
    brush.dots([tube.spot(7 * k + 3.5, share(52.8)) for k in range(9) if 7 * k + 3.5 > first], 0.5, "#f2b9c6")
    folds = []
    for k in range(7):
        way = 9 * k + 4.5
        if way > start + 2:
            folds.append(tube.across(way, share(59.5), share(64)))
    for fold in folds:
        brush.thread(fold, HAIR, "#e08fa2")
    brush.seam(trail(tube.spot(way, share(56)) for way in onward(tube, start)), FINE)
    if start > 0:
        brush.stroke(tube.across(start, share(56), share(66.4)))


def knight(brush: Brush, tube: Tube) -> None:
    """Plates and rivets above, a cloth with tabs below."""
    start = -BLEED if tube.ways[0] < 0 else 40.0
    for k in range(3):
        way = 10.5 + 21 * k
        if way > tube.ways[0]:
            brush.thread(tube.across(way, 0.02, share(49.6), 1.6), 0.5)
            brush.dots([tube.spot(way + 2, share(y)) for y in (40.6, 46.8)], 0.55)
    edge = tabs(start, 69.4, 66.4)
    brush.cover(hem(tube, start, 52.4, edge), "#cf3d33")
    upper, lower = ([Node(*tube.spot(w, share(y)), True) for w in onward(tube, start)] for y in (63.4, 64.8))
    brush.cover([*upper, *reversed(lower)], GOLD)
    for k in range(3):
        way = 21 * k + 21 if tube.ways[0] > 0 else 21 * k + 10.5
        if start < way < 60:
            x, y = tube.spot(way, share(58))
            bone(brush.frame(x, y, -32, 0.62), GOLD)
    brush.seam([Node(*tube.spot(way, share(y)), corner) for way, y, corner in edge], FINE + 0.1)
    brush.seam(trail(tube.spot(way, share(52.4)) for way in onward(tube, start)), FINE)
    if start > 0:
        brush.stroke(tube.across(start, share(52.4), share(69.4)))


def bone(brush: Brush, fill: str) -> None:
    """The arms of the house: a bone, 11 wide."""
    shape = (
        "-3,-1.2 -4.4,-2.9 -6.4,-1.9 -5.6,0 -6.4,1.9 -4.4,2.9 -3,1.2 "
        "3,1.2 4.4,2.9 6.4,1.9 5.6,0 6.4,-1.9 4.4,-2.9 3,-1.2"
    )
    brush.cover(shape, fill)
    brush.thread(f"{shape} -3,-1.2", HAIR)


def astronaut(brush: Brush, tube: Tube) -> None:
    """Rings in the suit, with a fold on either side."""
    for way in (10.5, 31.5, 52.5):
        if way > tube.ways[0] + 3:
            brush.thread(tube.across(way, 0, 1, 1.5), 0.6)
            brush.thread(tube.across(way + 1.8, 0.04, 0.3, 0.6), HAIR, "#9aa4bd")
            brush.thread(tube.across(way - 2.6, 0.74, 0.97, 0.6), HAIR, "#9aa4bd")


def punk(brush: Brush, tube: Tube) -> None:
    """Studs on leather, a tartan with a torn hem."""
    start = -BLEED if tube.ways[0] < 0 else 40.0
    low = 67.4
    edge = [*_level(low, False), (5.0, low, True)]
    for k in range(13):
        edge.append((7.4 + 4 * k, low + (1.7 if k % 2 else -0.9), True))
    edge += [(WIDTH - 5, low, True), *_level(low, True)]
    edge = _cut(edge, start, low)
    brush.cover(hem(tube, start, 55, edge), TARTAN)
    stripes: list[tuple[float, float, str]] = [(58.6, 60.2, "#d2362f"), (62.8, 63.8, "#2b2b3d")]
    for top, bottom, colour in stripes:
        upper, lower = ([Node(*tube.spot(w, share(y)), True) for w in onward(tube, start)] for y in (top, bottom))
        brush.cover([*upper, *reversed(lower)], colour)
        if brush.pen.low:
            brush.thread(upper, 0.22)
    for k in range(9):
        way = 7 * k + 3.5
        if way > start + 2:
            brush.thread(
                tube.across(way, share(55.4), share(66.6)), 1.1 if k % 2 else 0.5, "#2b2b3d" if k % 2 else "#d2362f"
            )
    brush.seam([Node(*tube.spot(way, share(y)), corner) for way, y, corner in edge], FINE + 0.1)
    brush.seam(trail(tube.spot(way, share(55)) for way in onward(tube, start)), FINE)
    if start > 0:
        brush.stroke(tube.across(start, share(55), share(67.4)))
    studs = [tube.spot(7 * k + 3.5, share(50.4)) for k in range(9) if 7 * k + 3.5 > tube.ways[0] + 6]
    brush.dots(studs, 0.8, "#d9dce4")


def spikes(brush: Brush, tube: Tube, gap: tuple[float, float] = (0, 0)) -> None:
    """Steel along the back, except where somebody has to sit."""
    for k in range(9):
        way = 7 * k + 3.5
        if (tube.ways[0] < 0 or way > 50) and not gap[0] < way < gap[1]:
            x, y = tube.spot(way, 0)
            brush.blob(f"{x - 2},{y + 0.6}! {x + 0.4},{y - 4.6}! {x + 2},{y + 0.6}!", "#d9dce4", FINE - 0.1)


CLOTHS: dict[str, Callable[[Brush, Tube], None]] = {
    "sailor": sailor,
    "detective": detective,
    "ballerina": ballerina,
    "knight": knight,
    "astronaut": astronaut,
    "punk": punk,
}


def dress(brush: Brush, kind: str, tube: Tube, gap: tuple[float, float] = (0, 0)) -> None:
    """The trunk with its costume; `gap` is where a punk has no spikes."""
    look = LOOKS[kind]
    if kind == "punk":
        spikes(brush, tube, gap)
    brush.cover(tube.band(0, 1), look.coat)
    ruled: list[Outline] = []
    for top, bottom, colour in look.bands:
        if top < SKIRTS.get(kind, 65):
            brush.cover(tube.band(share(top), share(bottom)), colour)
            ruled += [tube.along(share(y)) for y in (top, bottom) if 37 < y < 65]
    if brush.pen.low:
        for line in ruled:
            brush.thread(line, 0.25)
    for height in SEAMS[kind]:
        brush.seam(tube.along(share(height)), FINE)
    brush.seam(tube.along(1), LINE)
    CLOTHS[kind](brush, tube)
    brush.shadow([shade(tube, *SHADES[kind])], 0.13)
    brush.seam(tube.along(0), LINE)
