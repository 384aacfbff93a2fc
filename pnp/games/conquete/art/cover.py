"""The box: at dawn Vercingétocoq charges a wall of shields, and it is the wall that has second thoughts.

From back to front, and from pale to dark: the sun, two castles of hen-houses, an army on the ridge, the followers, the
wall, the chief, the edge of the ditch.
"""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, smooth
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen
from pnp.face.art.stroke import tapered

from .arms import door, heater, lid, sword
from .chicken import Chicken, flipper, head, legs, tail, trunk, wing
from .cut import Burin, black, block, cast, etch, sheet, tint
from .face import FEAR, FURY, GRIM, WATCH, Eyes
from .generals import moustache
from .helm import bucket, horned, kettle, plumed, pot
from .line import cuts, rays
from .palette import ASH, AZURE, BUFF, GOLD, RUST, SOOT, VERT, VIOLET, WHITE, WOOD
from .piece import Piece, figure, piece
from .regalia import gaul

FAR = 130.0
"""How far ground and sky reach from the middle, so that a panel of any proportions is filled."""
SUN = (-42.0, -9.0)
HAZE = "#f7b27a"


def _sky(pen: Pen) -> list[BaseElement]:
    clouds = (
        "M-130,-22C-110,-27 -96,-20 -80,-23C-66,-26 -60,-20 -48,-22C-62,-17 -76,-18 -90,-17C-104,-16 -118,-19 -130,-17Z"
        "M8,-30C20,-35 30,-29 44,-32C60,-36 78,-29 96,-33L130,-31L130,-26C108,-24 88,-28 70,-25C50,-22 26,-25 8,-30Z"
    )
    return [
        pen.rect(-FAR, -FAR, 2 * FAR, FAR + 20, tint(pen, "#e5672b")),
        pen.path(rays(SUN, 19, 190, 28, 0.46, 4), tint(pen, "#f08a3c")),
        pen.path(clouds, tint(pen, "#f7b469")),
        *grain(pen, [(-75, -75), (75, -75), (75, 6), (-75, 6)], "#f39a52", every=6.5, length=2.2, width=0.5),
        pen.circle(*SUN, 17, pen.paint("#fbd24e", width=pen.width * 0.8)),
        pen.circle(SUN[0] - 1.4, SUN[1] - 1.6, 13.6, tint(pen, "#fde48a")),
    ]


def _castle(pen: Pen, x: float, y: float, scale: float, wall: str, roof: str) -> Group:
    """A hen-house with ambitions."""
    towers = (
        "M-16,0L-16,-15L-8,-15L-8,0ZM8,0L8,-19L16,-19L16,0ZM-8,0L-8,-9L-5,-9L-5,-11L-2,-11L-2,-9L2,-9L2,-11L5,-11L5,-9"
        "L8,-9L8,0Z"
    )
    roofs = "M-18,-14L-12,-24L-6,-14ZM6,-18L12,-30L18,-18Z"
    flags = "M-12,-24V-29l5,1.6l-5,1.6M12,-30V-36l6,1.8l-6,1.8"
    return pen.group(
        pen.path(towers, pen.paint(wall, width=pen.width * 0.6)),
        pen.path(
            "M-2.4,0V-4.4Q0,-7 2.4,-4.4V0ZM-13,-9h2v3h-2zM11,-13h2v3h-2z",
            pen.paint("#6b3030", stroke="none", solid=True),
        ),
        pen.path(roofs, pen.paint(roof, width=pen.width * 0.6)),
        pen.path(flags, pen.line(pen.width * 0.5)),
        transform=f"translate({num(x)} {num(y)}) scale({num(scale)})",
    )


def _host(pen: Pen) -> list[BaseElement]:
    """The army on the ridge: combs, helmets and a forest of spears, as far as one can see."""
    ridge = "M-130,9C-100,4 -78,8 -52,6C-30,4 -12,9 8,6C30,4 52,8 76,4C98,2 116,7 130,5L130,70L-130,70Z"
    spears, heads, tips = "", "", ""
    for k in range(36):
        x = -126 + 7.2 * k
        y = 5.4 + (k * 5 % 7) * 0.4
        lean = (k * 3 % 5 - 2) * 0.5
        heads += (
            f"M{num(x - 3)},{num(y + 5)}"
            f"C{num(x - 3.6)},{num(y - 3.6)} {num(x + 2.6)},{num(y - 4)} {num(x + 2.8)},{num(y)}"
            f"L{num(x + 5)},{num(y + 1.2)}L{num(x + 2.8)},{num(y + 2)}L{num(x + 3)},{num(y + 5)}Z"
        )
        if k % 2:
            spears += f"M{num(x + 4)},{num(y + 5)}L{num(x + 4 + lean)},{num(y - 13)}"
            tips += (
                f"M{num(x + 3 + lean)},{num(y - 12.6)}"
                f"L{num(x + 4 + lean)},{num(y - 16.4)}L{num(x + 5 + lean)},{num(y - 12.6)}Z"
            )
    banners = ((-47, -11, "#c4552f"), (2, -10, "#7d5a86"), (62, -12, "#5a6fa0"))
    flags = [
        pen.path(
            f"M{num(x)},{num(y)}v18M{num(x)},{num(y)}c3,-2 5,2 9,0v7c-4,2 -6,-2 -9,0",
            pen.paint(fill, width=pen.width * 0.6),
        )
        for x, y, fill in banners
    ]
    return [
        pen.path(spears, pen.line(pen.width * 0.55, "#8a4a3a")),
        pen.path(tips, pen.paint("#8a4a3a", stroke="none", solid=True)),
        *flags,
        pen.path(heads, pen.paint("#a4583c", stroke="#8a4a3a", width=pen.width * 0.5)),
        pen.path(ridge, pen.paint("#b9683f", stroke="#8a4a3a", width=pen.width * 0.6)),
    ]


def _field(pen: Pen) -> list[BaseElement]:
    meadow = "M-130,18C-96,9 -60,14 -24,14C10,14 50,20 130,15L130,130L-130,130Z"
    return [
        pen.path(meadow, pen.paint("#7f9a46")),
        *grain(pen, [(-75, 22), (75, 24), (75, 42), (-75, 42)], "#65803a", every=5, length=2.4, width=0.55, turn=-78),
        pen.path("M-75,24C-30,20 20,27 75,22L75,28C30,32 -20,26 -75,30Z", tint(pen, "#94ad58")),
    ]


def _follower(pen: Pen, bird: Chicken, worn: Piece, turn: float, at: str) -> Group:
    """One of his people, late but loud."""
    hand = (26, 4)
    pieces = [
        tail(pen, bird, -4),
        *legs(pen, 7),
        trunk(pen, bird),
        head(pen, bird),
        worn,
        sword(pen, hand, turn, 38),
        wing(pen, (-3, 8), hand, bird.plumage, turn),
    ]
    return figure(pen, pieces, at)


def _followers(pen: Pen) -> list[BaseElement]:
    small, mid = block(pen, 0.9), block(pen, 1.1)
    return [
        _follower(
            small,
            Chicken(SOOT, Eyes(look=(2, 0)), "shut", comb=False),
            bucket(small, Eyes(look=(2, 0)), -4),
            -62,
            "translate(-33 9) rotate(5) scale(0.2)",
        ),
        _follower(
            small,
            Chicken(BUFF, FURY, "shout", comb=False),
            horned(small, 4),
            -54,
            "translate(-46 11) rotate(6) scale(0.23)",
        ),
        _follower(
            small,
            Chicken(ASH, FURY, "shout", comb=False),
            kettle(small, 4),
            -58,
            "translate(-59 16) rotate(6) scale(0.27)",
        ),
        _follower(
            mid,
            Chicken(WHITE, FURY, "shout", comb=False),
            plumed(mid, VIOLET, 4),
            -92,
            "translate(-47 23) rotate(8) scale(0.36)",
        ),
    ]


def _wall(pen: Pen) -> list[BaseElement]:
    """Those who were told that nobody would come this way."""

    def mirrored(scale: float) -> Burin:
        return block(pen, scale, mirrored=True)

    far, near = mirrored(1.15), mirrored(1.4)
    rear = Chicken(ASH, FEAR, "grit", comb=False)
    cook = Chicken(WHITE, Eyes(size=1.2, pupil=1.3, brow=-6, lift=2), "grit", comb=False, bars=True)
    guard = Chicken(BUFF, FEAR, "shout", comb=False)
    porter = Chicken(RUST, WATCH, "shut", collar=BUFF, comb=False)
    last = Chicken(SOOT, GRIM, "grit", comb=False)
    spears = "".join(
        f"M{x},30L{x - 7},{y}L{x - 6.4},{y - 4}L{x - 5},{y + 0.4}L{x + 1.4},30Z"
        for x, y in ((25, -9), (34, -13), (43, -10), (53, -15), (63, -11))
    )
    return [
        pen.path(spears, pen.paint(WOOD.flat, width=pen.width * 0.7)),
        figure(
            far,
            [
                tail(far, rear),
                *legs(far, 2),
                trunk(far, rear),
                head(far, rear),
                horned(far, -3),
                heater(far, (13, 17), VIOLET, -3, 0.95),
            ],
            "translate(58 13) scale(-0.38 0.38)",
        ),
        figure(
            far,
            [
                tail(far, last),
                *legs(far, 2),
                trunk(far, last),
                head(far, last),
                kettle(far, -3),
                heater(far, (13, 17), VERT, 2, 0.95),
            ],
            "translate(43 12) scale(-0.36 0.36)",
        ),
        pen.ellipse(50, 39, 24, 3.6, cast(pen, 0.3)),
        figure(
            near,
            [
                tail(near, porter),
                *legs(near, 3),
                trunk(near, porter),
                head(near, porter),
                kettle(near, -7),
                door(near, (14, 17), 5),
                wing(near, (-8, 9), (3, 16), RUST, 90, 8),
            ],
            "translate(62 23) scale(-0.46 0.46)",
        ),
        figure(
            near,
            [
                tail(near, cook, 6),
                *legs(near, 4),
                trunk(near, cook),
                head(near, cook, -8),
                pot(near, -10),
                lid(near, (16, 15), 17),
                wing(near, (-9, 8), (7, 17), WHITE, None, 8),
            ],
            "translate(31.5 23.5) rotate(6) scale(-0.42 0.42)",
        ),
        figure(
            near,
            [
                tail(near, guard, -8),
                *legs(near, 3),
                trunk(near, guard),
                head(near, guard, -6),
                kettle(near, 3),
                heater(near, (13, 17), AZURE, -4, 0.98),
            ],
            "translate(47 25) scale(-0.46 0.46)",
        ),
    ]


def _cape(pen: Pen) -> Piece:
    """A cloak that arrives after him."""
    d = smooth(
        [
            (6, -3),
            (-8, -7),
            (-24, -12),
            (-40, -20),
            (-50, -17),
            (-44, -9),
            (-48, 0),
            (-38, 2),
            (-36, 11),
            (-22, 12),
            (-6, 10),
        ]
    )
    return piece(
        pen,
        [d],
        [
            pen.path(d, pen.paint(VERT.flat)),
            pen.path(smooth([(-6, 10), (-22, 12), (-36, 11), (-38, 2), (-26, 4), (-10, 3)]), tint(pen, VERT.shade)),
            etch(pen, "M-8,-2C-20,-5 -32,-10 -44,-14M-10,3C-20,1 -30,-1 -42,-3M-10,7C-18,8 -26,7 -34,5", 1.1),
            pen.path(cuts([(-36, 11), (-22, 12), (-6, 10)], 8, -4.4, 1.4), black(pen)),
            pen.path(d, pen.line()),
        ],
    )


def _chief(pen: Pen) -> list[BaseElement]:
    """He left the ground some time ago."""
    p = block(pen, 1.7)
    bird = Chicken(RUST, FURY, "shout", comb=False)
    hand = (38, -23)
    torc = "M-19,-1C-8,8 10,9 22,-1L24,5C10,16 -10,14 -22,5Z"
    pieces = [
        _cape(p),
        tail(p, bird, 12),
        sword(p, hand, -34, 44, 10),
        wing(p, (13, 2), hand, RUST, -30, 8.4),
        *legs(p, 13),
        trunk(p, bird),
        piece(
            p,
            [torc],
            [p.path(torc, p.paint(GOLD.flat)), etch(p, "M-15,3L-13,9M-8,6L-7,12M0,7.4L0,13M8,7L9,12.4M16,4L18,9")],
        ),
        head(p, bird, -4),
        moustache(p, False),
        gaul(p, False),
        flipper(p, (-9, 8), 176, RUST, 25, 15),
    ]
    return [
        pen.ellipse(-4, 41.4, 21, 2.8, cast(pen, 0.35)),
        figure(p, pieces, "translate(-13 17.4) rotate(8) scale(0.6)"),
    ]


def _ditch(pen: Pen) -> list[BaseElement]:
    """The edge of the picture, dark, with what the first charge left behind."""
    bank = (
        "M-130,38C-100,32 -76,34 -58,37C-42,40 -26,42.6 -6,42"
        "C20,41.4 36,44 58,41.6C84,39 112,42 130,39L130,130L-130,130Z"
    )
    blades = ""
    for k in range(54):
        x = -128 + 4.8 * k
        y = 41 + (k * 7 % 5) * 0.5 - max(0.0, -x - 40) * 0.16
        blades += tapered(
            [(x, y + 5), (x + 0.6, y), (x + 1.8 + (k % 3) * 0.7, y - 2.6 - (k * 5 % 4) * 0.7)], 1.3, heavy=0.15
        )
    dust = smooth([(-39, 41), (-37, 36), (-32.6, 37.4), (-30, 33.6), (-25, 36), (-23, 40), (-30, 42)])
    return [
        pen.path(dust, pen.paint("#ead9a6", width=pen.width * 0.7)),
        etch(pen, "M-36,40C-35,38 -33,38.6 -32,40M-29.4,36.6C-27.6,36 -26.4,36.8 -25.6,39", 0.6),
        pen.path(blades, pen.paint("#2f4a2a", stroke="none", solid=True)),
        pen.path(bank, pen.paint("#3c5a30")),
        *grain(pen, [(-75, 45), (75, 46), (75, 80), (-75, 80)], "#4c6d3c", every=4.6, length=2.2, width=0.5, turn=-80),
    ]


def cover(pen: Pen) -> Group:
    """The charge; all that matters within 50 of the middle, sky and ground as far as 130."""
    pen = block(pen, 2.0)
    return sheet(
        pen,
        *_sky(pen),
        _castle(pen, 17, 3, 0.62, "#d98a5c", "#b9573a"),
        _castle(pen, 66, 2, 0.8, "#d98a5c", "#b9573a"),
        *_host(pen),
        *_field(pen),
        *_followers(pen),
        *_wall(pen),
        *_chief(pen),
        *_ditch(pen),
    )


COVERS: dict[str, Drawing] = {"cover": cover}
