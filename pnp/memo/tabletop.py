"""Arrange the zones of a table on a page, as seen from above: shared zones in the middle, each player's around them.

The viewer's zones are at the bottom, the other players' at the top. All frames of a figure have the same plan, so that
what does not move stays where it is. Lengths are in mm at the size of real pieces; a `unit` is how many of them make
1 mm on paper, and gives labels and gaps their size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pnp.geometry.outline import Box, Point
from pnp.play.scene import TABLE, Item, PieceAt, Scene, Zone, ZoneShape

Extent = Callable[[Iterable[Item]], list[Point]]
"""The outline points of items at their positions."""
LABEL: Final = 4.2
"""Height of a label, in units."""
CHARACTER: Final = 1.62
"""Width of its characters, in units."""
GAP: Final = 3.5
"""Gap between zones, in units."""
PAD: Final = 2.5
"""Margin in a player's panel, in units."""
SMALLEST_UNIT: Final = 2.5
"""Smallest unit, as figures are drawn at less than half the size of real pieces."""
UPRIGHT: Final = 1.15
"""Greatest height of a figure, as a multiple of its width."""
STEPS: Final = 16
"""Number of widths that are tried."""
LEVELS: Final = 3
"""Number of pieces that show that a pile is one."""
LEVEL: Final = 1.4
"""Offset between them, in mm."""
FAN: Final = 3.6
CLOSED_FAN: Final = 2.2
LONGEST_ROW: Final = 7.0
"""Maximum width of an open hand, of one with hidden cards, and of a row, as a multiple of the width of its pieces."""


@dataclass
class TablePlan:
    """Where everything on a table is."""

    width: float = 0
    height: float = 0
    origins: dict[str, Point] = field(default_factory=dict)
    """Positions of the zones' origins."""
    boxes: dict[str, Box] = field(default_factory=dict)
    """The zones' boxes, without their titles."""
    titles: dict[str, Point] = field(default_factory=dict)
    """Positions of the zones' titles."""
    panels: list[tuple[int, Box]] = field(default_factory=list)
    """The players with their boxes."""


@dataclass(frozen=True)
class _Block:
    """A rectangle to be placed: a zone with its title, or a player's panel with its zones."""

    width: float
    height: float
    plan: TablePlan


def plan_table(
    scenes: Sequence[Scene], bottom: int, extent: Extent, room: float, columns: int, names: Sequence[str]
) -> tuple[TablePlan, float]:
    """Return the plan of the zones in all scenes, and the unit at which they fill `room` mm of paper.

    `bottom` is the player whose zones are at the bottom; `columns` is how many scenes are side by side.
    """
    zones = _shown(scenes)
    bounds = {zone.id: _bounds([each for scene in scenes for each in scene.zones if each.id == zone.id], extent)
              for zone in zones}  # fmt: skip
    rows = -(-len(scenes) // columns)
    titled = len(zones) > 1
    unit, plan = SMALLEST_UNIT, TablePlan()
    for _ in range(4):
        plan = _best(zones, bounds, bottom, unit, (room / columns, UPRIGHT * room / rows), names, titled=titled)
        unit = max(SMALLEST_UNIT, columns * plan.width / room)
    return plan, unit


def compact(scene: Scene, width: Callable[[PieceAt], float]) -> Scene:
    """Return the scene with piles of a few pieces, and with long hands and rows that overlap."""

    def few(zone: Zone) -> Zone:
        return replace(zone, items=_compact(zone, width), count=_count(zone))

    return replace(scene, zones=tuple(map(few, scene.zones)))


def _count(zone: Zone) -> int:
    return zone.count if zone.count is not None else len(list(zone.pieces))


def _compact(zone: Zone, width: Callable[[PieceAt], float]) -> tuple[Item, ...]:
    pieces = [item for item in zone.items if isinstance(item, PieceAt)]
    if len(pieces) < len(zone.items) or len(pieces) < 2:
        return zone.items
    if zone.shape is ZoneShape.PILE:
        top = pieces[-LEVELS:]
        away = [LEVEL * (len(top) - 1 - at) for at in range(len(top))]
        return tuple(replace(piece, x=piece.x + by, y=piece.y + by) for piece, by in zip(top, away, strict=True))
    hidden = any(piece.hidden for piece in pieces)
    widest = {ZoneShape.HAND: CLOSED_FAN if hidden else FAN, ZoneShape.ROW: LONGEST_ROW}.get(zone.shape, 0)
    most = (widest - 1) * max(map(width, pieces))
    across = max(piece.x for piece in pieces) - min(piece.x for piece in pieces)
    if not widest or across <= most:
        return zone.items
    return tuple(replace(piece, x=piece.x * most / across) for piece in pieces)


def title_of(zone: Zone) -> str:
    """Return the title of a zone, with the number of pieces in a pile or a pool."""
    count = _count(zone)
    counted = zone.shape in (ZoneShape.PILE, ZoneShape.POOL) and count > 1
    return f"{zone.title} ({count})" if counted else zone.title


def _shown(scenes: Sequence[Scene]) -> list[Zone]:
    """Return the zones that are not empty in all scenes, in order, each with its longest title."""
    found: dict[str, Zone] = {}
    for zone in (zone for scene in scenes for zone in scene.zones if zone.items):
        title = max(title_of(zone), found[zone.id].title if zone.id in found else "", key=len)
        same = zone.id not in found or found[zone.id].owner == zone.owner
        found[zone.id] = replace(zone, title=title, owner=zone.owner if same else TABLE)
    order = {zone.id: at for scene in scenes for at, zone in enumerate(scene.zones)}
    return sorted(found.values(), key=lambda zone: order[zone.id])


def _bounds(zones: Iterable[Zone], extent: Extent) -> Box:
    """Return the box of the items of a zone in all scenes, relative to its origin."""
    points = [point for zone in zones for point in extent(zone.items)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _best(
    zones: Sequence[Zone], bounds: Mapping[str, Box], bottom: int, unit: float, room: tuple[float, float],
    names: Sequence[str], *, titled: bool,
) -> TablePlan:  # fmt: skip
    """Return the plan that can be printed largest, among those of several widths."""
    blocks = {zone.id: _zone_block(zone, bounds[zone.id], unit, titled=titled) for zone in zones}
    owners = list(dict.fromkeys(zone.owner for zone in zones))
    by_owner = {owner: [blocks[zone.id] for zone in zones if zone.owner == owner] for owner in owners}
    narrow = max((block.width for block in blocks.values()), default=0)
    wide = sum(block.width + GAP * unit for block in blocks.values())
    plans = [
        _whole(by_owner, bottom, narrow + (wide - narrow) * step / (STEPS - 1), unit, names) for step in range(STEPS)
    ]
    return min(plans, key=lambda plan: max(plan.width / room[0], plan.height / room[1]))


def _whole(
    by_owner: Mapping[int, Sequence[_Block]], bottom: int, width: float, unit: float, names: Sequence[str]
) -> TablePlan:
    """Return the plan with the other players at the top, shared zones in the middle, and one player at the bottom."""
    panels = {
        owner: _panel(owner, _flow(blocks, width, unit), unit, names)
        for owner, blocks in by_owner.items()
        if owner != TABLE
    }
    if len(by_owner) == 1:
        return _flow(next(iter(by_owner.values())), width, unit).plan
    bands = [
        _flow([panel for owner, panel in panels.items() if owner != bottom], width, unit),
        _flow(by_owner.get(TABLE, ()), width, unit),
        _flow([panels[bottom]] if bottom in panels else (), width, unit),
    ]
    full = TablePlan(max(band.width for band in bands))
    for band in bands:
        if band.height:
            _put(full, band.plan, (full.width - band.width) / 2, full.height + (GAP * unit if full.height else 0))
            full.height += band.height + (GAP * unit if full.height else 0)
    return full


def _zone_block(zone: Zone, bounds: Box, unit: float, *, titled: bool) -> _Block:
    left, top, width, height = bounds
    above = LABEL * unit if titled and zone.title else 0
    full = max(width, len(zone.title) * CHARACTER * unit) if above else width
    plan = TablePlan(full, height + above, {zone.id: (-left, above - top)}, {zone.id: (0, above, width, height)})
    if above:
        plan.titles[zone.id] = (0, 0)
    return _Block(full, height + above, plan)


def _panel(owner: int, inner: _Block, unit: float, names: Sequence[str]) -> _Block:
    """Return a player's zones in a box with the player's name above them."""
    pad, above = PAD * unit, (PAD + LABEL) * unit
    name = len(names[owner]) * CHARACTER * 1.1 * unit if owner < len(names) else 0
    full = TablePlan(max(inner.width, name) + 2 * pad, inner.height + above + pad)
    _put(full, inner.plan, pad, above)
    full.panels.append((owner, (0, 0, full.width, full.height)))
    return _Block(full.width, full.height, full)


def _flow(blocks: Sequence[_Block], width: float, unit: float) -> _Block:
    """Return blocks in lines that are at most so wide, centred below each other."""
    gap = GAP * unit
    lines: list[list[_Block]] = []
    for block in blocks:
        if lines and sum(each.width + gap for each in lines[-1]) + block.width <= width:
            lines[-1].append(block)
        else:
            lines.append([block])
    wide = max((sum(each.width + gap for each in line) - gap for line in lines), default=0)
    full, y = TablePlan(wide), 0.0
    for line in lines:
        x = (wide - sum(each.width + gap for each in line) + gap) / 2
        for block in line:
            _put(full, block.plan, x, y)
            x += block.width + gap
        y += max(block.height for block in line) + gap
    full.height = max(y - gap, 0)
    return _Block(wide, full.height, full)


def _put(full: TablePlan, part: TablePlan, x: float, y: float) -> None:
    """Add a part of a table at a place."""
    for points, others in ((full.origins, part.origins), (full.titles, part.titles)):
        points |= {name: (left + x, top + y) for name, (left, top) in others.items()}
    full.boxes |= {name: (left + x, top + y, wide, high) for name, (left, top, wide, high) in part.boxes.items()}
    full.panels += [(seat, (left + x, top + y, wide, high)) for seat, (left, top, wide, high) in part.panels]
