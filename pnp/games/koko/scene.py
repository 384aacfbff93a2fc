"""Figures of Koko and Alfred's garden: the tiles, what is on them, and which zones are closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from pnp.games.koko.garden import LAWN, NONE, bits
from pnp.games.koko.rules import KokoRules, KokoState
from pnp.play.scene import LineAt, PieceAt, Scene, TextAt
from pnp.spec.model import Design

HALVES: Final = {
    "none": ((-10.3, -10.3), (10.3, 10.3)),
    "n": ((0, -10.6), (13, 13)),
    "e": ((10.6, 0), (-13, 13)),
    "s": ((0, 10.6), (-13, -13)),
    "w": ((-10.6, 0), (13, -13)),
    "ne": ((10.8, -10.8), (-10.8, 10.8)),
    "nw": ((-10.8, -10.8), (10.8, 10.8)),
}
"""Position of things on lawns a and b of a tile, relative to its centre, by its split, in mm."""
OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Directions out of a tile over its sides, from the north."""
ARROW: Final = 22.0
ASIDE: Final = 9.0
"""Sideways offset of two figures in the same zone, in mm."""


class KokoScene:
    """The garden with its figures and tokens."""

    views: ClassVar[tuple[str, ...]] = ("garden", "zones")

    def __init__(self, rules: KokoRules) -> None:
        self.rules = rules
        self.size = rules.spec.decks["tiles"].size.width
        self.designs = {design.id: design for design in rules.spec.decks["tiles"].designs}

    def lay(self, state: KokoState, view: str) -> Scene:
        """Lay out the tiles with everything on them; the view `zones` adds arrows where zones are open."""
        tiles = [tile for tile, spot in enumerate(state.laid) if spot != NONE]
        items: list[PieceAt | TextAt | LineAt] = [
            PieceAt(self.rules.ids[tile], *self._at(state, tile), turn=90 * (state.laid[tile] & 3)) for tile in tiles
        ]
        if view == "zones":
            items += [arrow for tile in tiles for arrow in self._ways_out(state, tile)]
        items += self._tokens(state)
        zones = {state.find(lawn) for tile in tiles for lawn in (2 * tile, 2 * tile + 1)}
        closed = sum(not state.openings[zone] for zone in zones)
        return Scene.of_items(items, {"points": state.round_points(), "zones": len(zones), "closed": closed})

    def _at(self, state: KokoState, tile: int) -> tuple[float, float]:
        """Return the centre of a tile, in mm."""
        x, y = self.rules.plan.xy(state.laid[tile] >> 2)
        return x * self.size, -y * self.size

    def _stand(self, state: KokoState, lawn: int) -> tuple[float, float]:
        """Return the position of things on a lawn, in mm."""
        tile, half = divmod(lawn, 2)
        x, y = _places(self.designs[self.rules.ids[tile]])[half]
        for _ in range(state.laid[tile] & 3):
            x, y = -y, x
        left, top = self._at(state, tile)
        return left + x, top + y

    def _tokens(self, state: KokoState) -> Iterator[PieceAt]:
        """Yield undies and covers on the guests, and the two figures."""
        for lawns, what in ((state.undies, "undies"), (state.covered, "cover")):
            kinds = list(dict.fromkeys(self.rules.supply[what]))
            for number, lawn in enumerate(bits(lawns)):
                yield PieceAt(kinds[number % len(kinds)], *self._stand(state, lawn))
        taken = state.undies | state.covered | state.free
        for zone, what, aside in ((state.koko, "koko", -ASIDE), (state.alfred, "alfred", ASIDE)):
            lawn = min(bits(state.members[zone]), key=lambda lawn: taken >> lawn & 1)
            x, y = self._stand(state, lawn)
            yield PieceAt(self.rules.supply[what][0], x + aside * (state.koko == state.alfred), y)

    def _ways_out(self, state: KokoState, tile: int) -> Iterator[LineAt]:
        """Yield an arrow over each open side that faces an empty place."""
        spot = state.laid[tile]
        x, y = self._at(state, tile)
        for kind, _, step, side, _ in self.rules.plan.edges[tile << 2 | spot & 3]:
            if kind == LAWN and not state.grid[(spot >> 2) + step]:
                (way_x, way_y), edge = OUT[side], self.size / 2
                near, far = edge - ARROW / 2, edge + ARROW / 2
                yield LineAt(x + way_x * near, y + way_y * near, x + way_x * far, y + way_y * far)


def _places(design: Design) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the positions of things on a tile's two lawns; a single thing on an undivided tile is centred."""
    split = str(design.fields["split"]) if design.fields["inner"] != "none" else "none"
    guests = (design.fields["guest_a"] != "none") + (design.fields["guest_b"] != "none")
    if split == "none" and guests + (design.fields["symbol"] != "none") < 2:
        return (0, 0), (0, 0)
    return HALVES[split]
