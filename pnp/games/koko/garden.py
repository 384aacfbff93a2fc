"""A garden of square tiles, and the zones formed by their lawns.

A tile has two lawns, a and b, which are joined unless the tile is split. Lawn a of tile t is number 2t, lawn b 2t + 1,
and a set of lawns is a bit mask. A zone is identified by its lowest lawn. A spot is a place on the grid times four,
plus the clockwise quarter turns of the tile there.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from typing import Final

from pnp.spec.model import Design

NOBODY: Final = 0
"""A barrier that nobody crosses."""
LAWN: Final = 1
HEDGE: Final = 2
FOUNTAIN: Final = 3
KINDS: Final = ("", "lawn", "hedge", "fountain")
FACING: Final = (0, 0, 0, 0, 0, LAWN, HEDGE, FOUNTAIN, 0, HEDGE, HEDGE, NOBODY, 0, FOUNTAIN, NOBODY, FOUNTAIN)
"""Barrier between two facing sides, indexed by the kind of one times four plus the kind of the other."""
SIDES: Final = "nesw"
NONE: Final = -1

TileSide = tuple[int, int, int, int, int]
"""A side of a tile: kind, lawn, step to the place beyond, number of the side, and its bits in `Garden.need`."""


class Plan:
    """The tiles in each of their four orientations, on a grid large enough for any garden of them."""

    def __init__(self, designs: Sequence[Design]) -> None:
        self.size = len(designs)
        self.width = 2 * self.size + 1
        self.centre = self.width * self.size + self.size
        """Place of the first tile; no tile can be laid beyond the grid."""
        self.steps = (-self.width, 1, self.width, -1)
        self.inner = [KINDS.index(str(design.fields["inner"])) if is_split(design) else LAWN for design in designs]
        """Barrier between the two lawns of each tile."""
        self.edges = [self.sides(tile, design, turn) for tile, design in enumerate(designs) for turn in range(4)]
        """The four sides of each tile in each orientation, clockwise from the north."""
        self.codes = [sum(side[0] << 2 * i for i, side in enumerate(edges)) for edges in self.edges]
        """Kinds of the sides, encoded as in `Garden.need`."""
        self.filled = [sum(3 << i for i in (0, 2, 4, 6) if sides >> i & 3) for sides in range(256)]
        """For each value of `Garden.need`, all bits of the sides that face the place."""

    def sides(self, tile: int, design: Design, turn: int) -> tuple[TileSide, ...]:
        """Return the sides of a tile after clockwise quarter turns, from the north."""
        edges = []
        for side in range(4):
            name = SIDES[(side - turn) % 4]
            kind = KINDS.index(str(design.fields[name]))
            lawn = 2 * tile + (is_split(design) and name not in str(design.fields["split"]))
            edges.append((kind, lawn, self.steps[side], side, kind << 2 * (side ^ 2)))
        return tuple(edges)

    def turns(self, tile: int, alike: bool) -> list[int]:
        """Return the quarter turns of a tile that look different; lawns that are alike can be swapped."""
        seen, turns = set(), []
        for turn in range(4):
            edges = self.edges[tile << 2 | turn]
            first = edges[0][1] if alike else 2 * tile
            look = tuple((kind, lawn == first) for kind, lawn, *_ in edges)
            if look not in seen:
                seen.add(look)
                turns.append(turn)
        return turns

    def xy(self, place: int) -> tuple[int, int]:
        """Return the coordinates of a place relative to the centre, to the right and upwards."""
        row, column = divmod(place, self.width)
        return column - self.size, self.size - row

    def place(self, x: int, y: int) -> int:
        """Return the place at these coordinates; raise ValueError beyond the grid."""
        if max(abs(x), abs(y)) >= self.size:
            raise ValueError(f"{x},{y} is outside the grid")
        return (self.size - y) * self.width + x + self.size


class Garden:
    """The tiles laid so far. Zones are merged as they grow; a zone without openings is closed."""

    __slots__ = ("fountains", "frontier", "grid", "hedges", "laid", "members", "need", "openings", "plan", "zone")

    plan: Plan
    grid: bytearray
    """The tile at each place plus one; 0 if it is empty."""
    need: bytearray
    """Kinds of the laid sides that face each place, two bits per side; 0 where there is none."""
    frontier: list[int]
    """Empty places where a tile can be laid, as spots without a turn, in order."""
    laid: list[int]
    """The spot of each tile, or NONE."""
    zone: list[int]
    """For each lawn, a lower lawn of its zone, or itself if it is the lowest."""
    members: list[int]
    """Lawns of each zone."""
    openings: list[int]
    """Number of each zone's open sides that face an empty place; 0 if it is closed."""
    hedges: list[int]
    """Lawns beyond each zone's hedges."""
    fountains: list[int]

    def clear(self, plan: Plan) -> None:
        """Reset to an empty garden."""
        lawns = 2 * plan.size
        self.plan = plan
        self.grid, self.need = bytearray(plan.width * plan.width), bytearray(plan.width * plan.width)
        self.frontier, self.laid = [], [NONE] * plan.size
        self.zone = list(range(lawns))
        self.members, self.openings = [0] * lawns, [0] * lawns
        self.hedges, self.fountains = [0] * lawns, [0] * lawns

    def copy_to(self, other: Garden) -> None:
        """Make another garden an independent copy of this one."""
        other.plan, other.grid, other.need = self.plan, self.grid[:], self.need[:]
        other.frontier, other.laid, other.zone = self.frontier[:], self.laid[:], self.zone[:]
        other.members, other.openings = self.members[:], self.openings[:]
        other.hedges, other.fountains = self.hedges[:], self.fountains[:]

    def find(self, lawn: int) -> int:
        """Return the zone of a laid lawn."""
        zone = self.zone
        while zone[lawn] != lawn:
            lawn = zone[lawn]
        return lawn

    def lay(self, tile: int, spot: int) -> None:
        """Lay a tile, and join its lawns to the neighbouring zones."""
        edges, grid, need, zone, openings = self.plan.edges, self.grid, self.need, self.zone, self.openings
        frontier, laid = self.frontier, self.laid
        place, a, b = spot >> 2, 2 * tile, 2 * tile + 1
        sides = need[place]
        if sides:
            del frontier[bisect_left(frontier, place << 2)]
        grid[place] = tile + 1
        laid[tile] = spot
        self.members[a], self.members[b] = 1 << a, 1 << b
        self.border(a, b, self.plan.inner[tile])
        for kind, lawn, step, side, mark in edges[tile << 2 | spot & 3]:
            there = place + step
            facing = sides >> 2 * side & 3
            while zone[lawn] != lawn:
                lawn = zone[lawn]
            if not facing:
                if not need[there]:
                    insort(frontier, there << 2)
                need[there] |= mark
                if kind == LAWN:
                    openings[lawn] += 1
                continue
            other = grid[there] - 1
            beyond = edges[other << 2 | laid[other] & 3][side ^ 2][1]
            while zone[beyond] != beyond:
                beyond = zone[beyond]
            if facing == LAWN:
                openings[beyond] -= 1
            self.border(lawn, beyond, FACING[kind << 2 | facing])

    def border(self, one: int, other: int, barrier: int) -> None:
        """Set the barrier between two zones: lawn merges them; hedges and fountains can be crossed."""
        if barrier == HEDGE:
            self.hedges[one] |= 1 << other
            self.hedges[other] |= 1 << one
        elif barrier == FOUNTAIN:
            self.fountains[one] |= 1 << other
            self.fountains[other] |= 1 << one
        elif barrier == LAWN and one != other:
            if one > other:
                one, other = other, one
            self.zone[other] = one
            self.members[one] |= self.members[other]
            self.openings[one] += self.openings[other]
            self.hedges[one] |= self.hedges[other]
            self.fountains[one] |= self.fountains[other]


def is_split(design: Design) -> bool:
    """Return whether a tile has two separate lawns."""
    return design.fields["inner"] != "none" and design.fields["split"] != "none"


def bits(mask: int) -> Iterator[int]:
    """Yield the lawns in a set, in order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def lowest(mask: int, number: int) -> int:
    """Return the lowest lawns of a set, at most this many."""
    rest = mask
    while rest and number > 0:
        rest &= rest - 1
        number -= 1
    return mask ^ rest
