"""A garden of square tiles laid side by side, and the zones that their lawns make.

A tile has two lawns, a and b; a tile that is not split has them joined. Lawn a of tile t is number 2t, lawn b 2t + 1,
and a set of lawns is the bits of an int. A zone is called by its lowest lawn. A spot is a place on the grid times four,
plus the quarter turns clockwise of the tile that lies there.
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
"""What two facing sides make, by the kind of one times four plus the other's."""
SIDES: Final = "nesw"
NONE: Final = -1

TileSide = tuple[int, int, int, int, int]
"""A side of a laid tile: its kind, its lawn, the step to the place beyond, the side's number, its mark in `need`."""


class Plan:
    """The tiles in each of their four turns, and the grid that is wide enough for any garden of them."""

    def __init__(self, designs: Sequence[Design]) -> None:
        self.size = len(designs)
        self.width = 2 * self.size + 1
        self.centre = self.width * self.size + self.size
        """The place of the first tile: no tile can be laid beyond the grid."""
        self.steps = (-self.width, 1, self.width, -1)
        self.inner = [KINDS.index(str(design.fields["inner"])) if is_split(design) else LAWN for design in designs]
        """What lies between the two lawns of each tile."""
        self.edges = [self.sides(tile, design, turn) for tile, design in enumerate(designs) for turn in range(4)]
        """For each tile in each turn, its four sides from the north on."""
        self.codes = [sum(side[0] << 2 * i for i, side in enumerate(edges)) for edges in self.edges]
        """The kinds of the sides as they stand in `need`."""
        self.filled = [sum(3 << i for i in (0, 2, 4, 6) if sides >> i & 3) for sides in range(256)]
        """For what stands in `need`, all bits of the sides that face the place."""

    def sides(self, tile: int, design: Design, turn: int) -> tuple[TileSide, ...]:
        """The sides of a tile turned by quarters clockwise, from the north on."""
        edges = []
        for side in range(4):
            name = SIDES[(side - turn) % 4]
            kind = KINDS.index(str(design.fields[name]))
            lawn = 2 * tile + (is_split(design) and name not in str(design.fields["split"]))
            edges.append((kind, lawn, self.steps[side], side, kind << 2 * (side ^ 2)))
        return tuple(edges)

    def turns(self, tile: int, alike: bool) -> list[int]:
        """The quarter turns of a tile that look different; when its lawns are alike, they can be swapped."""
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
        """A place counted from the centre, to the right and upwards."""
        row, column = divmod(place, self.width)
        return column - self.size, self.size - row

    def place(self, x: int, y: int) -> int:
        """The place counted so; ValueError beyond the grid."""
        if max(abs(x), abs(y)) >= self.size:
            raise ValueError(f"there is no place {x},{y}")
        return (self.size - y) * self.width + x + self.size


class Garden:
    """The tiles laid so far. Zones are joined as they grow, closed or not by the count of their openings."""

    __slots__ = ("fountains", "frontier", "grid", "hedges", "laid", "members", "need", "openings", "plan", "zone")

    plan: Plan
    grid: bytearray
    """The tile at each place plus one; 0 when it is empty."""
    need: bytearray
    """The kind of the laid sides that face each place, two bits a side: 0 where none does."""
    frontier: list[int]
    """The empty places that a tile can be laid at, as spots without a turn, in order."""
    laid: list[int]
    """For each tile its spot, or NONE."""
    zone: list[int]
    """For each lawn a lower one of its zone, itself when it is the lowest."""
    members: list[int]
    """For each zone its lawns."""
    openings: list[int]
    """For each zone how many of its open sides face an empty place: none when it is closed."""
    hedges: list[int]
    """For each zone the lawns beyond its hedges."""
    fountains: list[int]

    def clear(self, plan: Plan) -> None:
        """No tile laid."""
        lawns = 2 * plan.size
        self.plan = plan
        self.grid, self.need = bytearray(plan.width * plan.width), bytearray(plan.width * plan.width)
        self.frontier, self.laid = [], [NONE] * plan.size
        self.zone = list(range(lawns))
        self.members, self.openings = [0] * lawns, [0] * lawns
        self.hedges, self.fountains = [0] * lawns, [0] * lawns

    def copy_to(self, other: Garden) -> None:
        """Make another garden the same, to be built on by itself."""
        other.plan, other.grid, other.need = self.plan, self.grid[:], self.need[:]
        other.frontier, other.laid, other.zone = self.frontier[:], self.laid[:], self.zone[:]
        other.members, other.openings = self.members[:], self.openings[:]
        other.hedges, other.fountains = self.hedges[:], self.fountains[:]

    def find(self, lawn: int) -> int:
        """The zone of a laid lawn."""
        zone = self.zone
        while zone[lawn] != lawn:
            lawn = zone[lawn]
        return lawn

    def lay(self, tile: int, spot: int) -> None:
        """Lay a tile; lawns and zones are joined."""
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
        """What lies between two zones: lawn joins them; a hedge or a fountain can be crossed."""
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
    """Whether a tile has two lawns."""
    return design.fields["inner"] != "none" and design.fields["split"] != "none"


def bits(mask: int) -> Iterator[int]:
    """The lawns in a set, in order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def lowest(mask: int, number: int) -> int:
    """The lowest lawns of a set, up to a number of them."""
    rest = mask
    while rest and number > 0:
        rest &= rest - 1
        number -= 1
    return mask ^ rest
