"""The ladies from behind, with a glance over the shoulder at best: one of their three looks."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement

from pnp.face.art.pen import Pen

from .bust import Bust, bow
from .bust import comb as comb_front
from .bust import head as face_front
from .finery import fan, hat, perfume
from .furniture import gramophone, rug, showcase
from .hair import bobbed, bun, comb, crest, curls, pompadour, ringlets, tiara
from .hair import mobcap as cap_side
from .head import Eyes, mouche
from .hen import Wing
from .jewels import glint, goblet, hoop, shell, strand
from .palette import BURGUNDY, GOLD, PEARL, RUBY
from .plume import DAINTY, FIST, OPEN
from .rear import FAN, Rear, back, glance, spread, turned
from .salon import BUFF, CHESTNUT, DRESS, SLATE, WHITE, ground, hers, nib, note
from .stage import Scene, fine, limb, placed, shifted, tint
from .trifles import baton, butterfly, crack, duster, puffs, snore, tag

SHORT = tuple((angle, length * 0.66, width * 0.8, curl) for angle, length, width, curl in FAN)
"""A tail that leaves the back to be looked at."""


def ring_back(pen: Pen) -> Scene:
    """Where else would one wear it."""
    pen = nib(pen)
    s = 0.92
    p = hers(pen, s)
    rear = Rear(
        DRESS["ring"],
        Eyes(lid=0.45, far=1, look=(3, 2), slant=8, shadow="#7fb7c4", brow=3),
        head=(6, -36),
        tilt=-6,
        plumes=tuple((angle, length * 1.3, width * 1.1, curl) for angle, length, width, curl in FAN),
        root=(0, 24),
        heels="#2c7f80",
    )
    at = (2, 6)
    return Scene(
        [ground(pen, 5, 48, 22)],
        [
            shifted(
                pen,
                [*back(p, rear), glance(p, rear, [*ringlets(p, BUFF)[:9], *tiara(p)]), *spread(p, rear)[:-1]],
                *at,
                s,
            ),
            shifted(pen, hoop(hers(pen, 0.56)), 2, 21, 0.56),
            tag(pen, 20, 40, 0.7, -10),
            glint(pen, 25, -6, 6),
            glint(pen, -21, 3, 4.4),
        ],
    )


def rug_back(pen: Pen) -> Scene:
    """One also wears him about the shoulders."""
    pen = nib(pen)
    s = 1
    p = hers(pen, s)
    rear = Rear(
        DRESS["rug"],
        Eyes(lid=0.2, far=0.3, look=(-3, 3), shadow="#6fa88c", brow=3),
        head=(8, -33),
        tilt=-8,
        beak="shut",
        plumes=SHORT,
        root=(0, 36),
    )
    at = (-1, 3)
    skin = rug(replace(pen, width=pen.width / 0.85))
    return Scene(
        [ground(pen, 4, 48, 22)],
        [
            shifted(pen, turned(p, rear, curls(p, CHESTNUT)), *at, s),
            pen.group(skin, transform="translate(-1 11) scale(0.98 0.74)"),
            butterfly(pen, -1, 38.5, 0.46, 8),
        ],
    )


def trophy_back(pen: Pen) -> Scene:
    """She thanks the only hen who ever came close."""
    pen = nib(pen)
    s, r = 0.68, 0.66
    p, q = hers(pen, s), hers(pen, r)
    rear = Rear(
        DRESS["trophy"],
        Eyes(lid=1, shadow="#e59aa6", brow=2),
        head=(4, -26),
        tilt=-16,
        beak="kiss",
        left=Wing((-30, 12), (-44, 2), FIST, shoulder=(-18, 2)),
        right=Wing((32, -8), (26, -34), DAINTY, shoulder=(16, 0)),
        plumes=SHORT,
    )
    yesterday = Bust(DRESS["trophy"], Eyes(lid=0.5, look=(-2, 2), slant=10, shadow="#e59aa6", brow=3), "smirk")
    portrait: list[BaseElement] = [
        pen.ellipse(3, -31, 17.4, 22, pen.paint(GOLD.flat)),
        pen.ellipse(3, -31, 15.6, 20.2, pen.line(pen.width, "none" if pen.low else GOLD.light)),
        pen.ellipse(3, -31, 14, 18.6, pen.paint("#f2dcc0")),
        shifted(pen, face_front(q, yesterday, comb_front(q)), 3, -29, r),
        pen.path("M-5.6,-18Q3,-10.6 11.6,-18Q8,-11.6 3,-12.4Q-2,-11.6 -5.6,-18Z", tint(pen, "#a9cbe0")),
        pen.ellipse(3, -31, 14, 18.6, pen.line()),
        *bow_at(pen, 3, -51, 0.6),
    ]
    return Scene(
        [ground(pen, 16, 48, 20), ground(pen, -16, 47, 20), *portrait],
        [
            shifted(pen, goblet(hers(pen, 0.7)), -18, 12, 0.7, turn=-3),
            shifted(pen, turned(p, rear, comb(p)), 19, 17, s),
            glint(pen, -31, -2, 6),
        ],
    )


def bow_at(pen: Pen, x: float, y: float, size: float) -> list[BaseElement]:
    """A bow to hang a picture by."""
    return bow(pen, x, y, size, BURGUNDY.light)


def necklace_back(pen: Pen) -> Scene:
    """One wears the smile behind, in season."""
    pen = nib(pen)
    s = 0.92
    p = hers(pen, s)
    rear = Rear(
        DRESS["necklace"],
        Eyes(lid=0.5, far=0.6, look=(-4, 2), slant=12, shadow="#c9a7e8", brow=2),
        head=(7, -26),
        tilt=-12,
        plumes=tuple((angle, length * 0.86, width, curl) for angle, length, width, curl in FAN),
        root=(0, 36.6),
        heels="#c7294e",
    )
    beads = strand(p, (-13, -7), (-20, 13), (20, 13), (13, -7), 0.62)
    return Scene(
        [ground(pen, 5, 48, 22)],
        [
            shifted(pen, [*turned(p, rear, pompadour(p), mouche(p)), *beads, *bow(p, 0, -8, 0.7)], 0, 6, s),
            glint(pen, 31, -8, 5),
            glint(pen, 36, 2, 3.4),
        ],
    )


def showcase_back(pen: Pen) -> Scene:
    """The maid has a day off; the dust has not."""
    pen = nib(pen)
    s = 0.74
    p = hers(pen, s)
    rear = Rear(
        DRESS["showcase"],
        Eyes(lid=1, shadow="#5f87b3", brow=2),
        head=(5, -28),
        tilt=-14,
        beak="shut",
        right=Wing((32, -2), (40, -18), FIST, shoulder=(16, 2)),
    )
    apron = p.path(
        "M-3,14C-9,8 -16,10 -14,16C-13,21 -7,20 0,15C7,20 13,21 14,16C16,10 9,8 3,14L6,30L1,27L0,17L-1,27L-6,30Z",
        p.paint(PEARL.flat),
    )
    return Scene(
        [ground(pen, 20, 45, 34), ground(pen, -11, 48, 16)],
        [
            placed(pen, showcase, 15, -3, 0.94),
            shifted(pen, duster_in(p), -17, 14, s),
            shifted(
                pen,
                [*back(p, rear), glance(p, rear, bun(p, SLATE)), apron, *spread(p, replace(rear, plumes=SHORT))],
                -17,
                14,
                s,
            ),
            puffs(pen, 29, -28, 0.5),
        ],
    )


def duster_in(pen: Pen) -> list[BaseElement]:
    """The duster in her raised wing."""
    return [duster(pen, 40, -16, 1.1, 12)]


def fan_back(pen: Pen) -> Scene:
    """A fan has no better place."""
    pen = nib(pen)
    s = 0.9
    p = hers(pen, s)
    rear = Rear(
        DRESS["fan"],
        Eyes(lid=0.3, far=1, look=(2, 1.5), slant=8, shadow="#b8463f", brow=3),
        head=(6, -32),
        tilt=-4,
        heels="#b8463f",
    )
    return Scene(
        [ground(pen, 5, 48, 22)],
        [
            shifted(pen, [*back(p, rear), glance(p, rear, crest(p, WHITE))], 0, 5, s),
            placed(pen, fan, 0, 15, 1.04),
            shifted(pen, spread(p, replace(rear, plumes=()))[-1:], 0, 11, s),
            butterfly(pen, 35, -34, 0.9, 16),
        ],
    )


def egg_back(pen: Pen) -> Scene:
    """She has brooded so long that she misses the event."""
    pen = nib(pen)
    s = 0.66
    p = hers(pen, s)
    rear = Rear(DRESS["egg"], Eyes(lid=1, shadow="#8fa5d6", brow=0), head=(10, -22), tilt=16, beak="shut", legs=False)
    return Scene(
        [ground(pen, 5, 46.5, 34)],
        [
            shifted(pen, shell(hers(pen, 0.86)), 0, 10, 0.86),
            shifted(pen, turned(p, rear, cap_side(p)), 0, -19.6, s),
            crack(pen, -4, 24, 0.86),
            snore(pen, 30, -36, 1),
            glint(pen, 33, 6, 5),
        ],
    )


def hat_back(pen: Pen) -> Scene:
    """What the row behind sees of the third act."""
    pen = nib(pen)
    s = 1.3
    p = hers(pen, s)
    rear = Rear(DRESS["hat"], head=(0, -28), legs=False)
    seat = "M-30,66V38C-30,29 -20,26 0,26C20,26 30,29 30,38V66Z"
    pad = "M-25.6,66V39C-25.6,33 -17,30 0,30C17,30 25.6,33 25.6,39V66Z"
    buttons = [(x, y) for y, row in ((37, (-14, 0, 14)), (47, (-20, -7, 7, 20))) for x in row]
    return Scene(
        [
            *neighbour(pen, -42, 32, 1),
            *neighbour(pen, 42, 31, -1),
            shifted(pen, back(p, rear), 0, 46, s),
            pen.path(seat, pen.paint(GOLD.flat)),
            pen.path(pad, pen.paint(RUBY.flat)),
            pen.path("M10,30.4C20,31.4 25.6,34 25.6,39V66H14C19,54 18,40 10,30.4Z", tint(pen, RUBY.shade)),
            *(pen.circle(x, y, 1.5, pen.paint(GOLD.light, width=pen.width * 0.7)) for x, y in buttons),
            pen.path("M-13,38l5,7M-1,38l-5,7M1,38l5,7M13,38l-5,7", fine(pen).line()),
        ],
        [placed(pen, hat, 1, -11, 0.9, turn=3)],
    )


def neighbour(pen: Pen, x: float, y: float, way: int) -> list[BaseElement]:
    """A spectator who leans over to see something, anything."""
    p = hers(pen, 0.8)
    lady = Bust(
        DRESS["rug" if way > 0 else "perfume"],
        Eyes(lid=0.5, look=(4 * way, -3), slant=-10, lashes=False, brow=-1),
        "shut",
        -10 * way,
    )
    return [shifted(pen, face_front(p, lady, comb_front(p)), x, y, 0.8)]


def perfume_back(pen: Pen) -> Scene:
    """She leaves; it stays."""
    pen = nib(pen)
    s = 0.96
    p = hers(pen, s)
    rear = Rear(
        DRESS["perfume"],
        Eyes(lid=1, far=1, shadow="#e59ac0", brow=3),
        head=(5, -33),
        tilt=-18,
        beak="kiss",
        plumes=SHORT,
        root=(0, 37),
        right=Wing((36, 2), (38, -20), OPEN, shoulder=(17, 2)),
    )
    straps = "M-14,-10C-20,0 -20,14 -16,22M13,-10C19,0 19,14 15,22"
    return Scene(
        [ground(pen, 4, 48, 20)],
        [
            shifted(
                pen,
                [*back(p, rear), *limb(p, straps, 3, "#8d1636"), glance(p, rear, comb(p)), *spread(p, rear)],
                *(0, 3),
                s,
            ),
            placed(pen, perfume, 1, 9, 0.7),
            puffs(pen, -33, 4, 0.9),
            puffs(pen, -37, 26, 1.1),
            puffs(pen, 37, 36, 1),
            butterfly(pen, -30, 41, 0.8, 170),
        ],
    )


def gramophone_back(pen: Pen) -> Scene:
    """She conducts the departure of the neighbours."""
    pen = nib(pen)
    s = 0.8
    p = hers(pen, s)
    rear = Rear(
        DRESS["gramophone"],
        Eyes(lid=1, shadow="#eec3a6", brow=4),
        head=(4, -31),
        tilt=-26,
        beak="open",
        left=Wing((-42, 8), (-33, -10), FIST, shoulder=(-16, 2)),
        heels="#5c6c1c",
    )
    return Scene(
        [ground(pen, -10, 48, 18), ground(pen, 24, 46, 26)],
        [
            placed(pen, gramophone, 20, 14.6, 0.64),
            shifted(pen, [baton(p, -27, -21, 1.2, 42), *turned(p, rear, bobbed(p, GOLD))], -15, 10, s),
            note(pen, 20, -38, 0.9),
            note(pen, 33, -34, 0.7),
        ],
    )


BACKS = {
    "ring3": ring_back,
    "rug3": rug_back,
    "trophy3": trophy_back,
    "necklace3": necklace_back,
    "showcase3": showcase_back,
    "fan3": fan_back,
    "egg2": egg_back,
    "hat3": hat_back,
    "perfume3": perfume_back,
    "gramophone3": gramophone_back,
}
"""The ladies from behind, by motif and look."""
