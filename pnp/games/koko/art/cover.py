"""The scene on the box: Koko hands the Dowager a present from the line; Alfred is coming as fast as dignity allows."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .butler import TAILS
from .butler import visage as butler_face
from .cloth import colonel, judge
from .curve import discs, lobes, points
from .hedge import mass
from .ladies import diva
from .laundry import bloomers, boxers, longjohns, stockings
from .matrons import dowager, spinsters
from .monkey import FUR, SKIN
from .monkey import visage as monkey_face
from .palette import (
    BROWN,
    BUTTER,
    CAST,
    CROWN,
    GOLD,
    HEDGE,
    LAWN,
    LEAF,
    MOSS,
    PEACH,
    ROSE,
    SCARLET,
    SILVER,
    STONE,
    WATER,
    WHITE,
)
from .wash import black, flat, green, limb, moved, tint

REACH = 140.0
"""How far the scene extends from its middle, both ways; a panel shows about 160 units of it."""
HORIZON = 6.0


def box_cover(pen: Pen) -> Group:
    """The scene, far to near: sky, house, guests, the line with Koko, the Dowager and Alfred, roses in front."""
    pen = green(pen, 1.0)
    return pen.group(
        *_sky(pen),
        *_house(pen),
        *_trees(pen),
        *_lawn(pen),
        *_party(pen),
        *_line(pen),
        moved(pen, [pen.ellipse(8, 45, 30, 6, tint(pen, CAST)), dowager(pen)], -53, 33, 0.92),
        *_koko(pen),
        *_alfred(pen),
        *_front(pen),
    )


def _sky(pen: Pen) -> list[BaseElement]:
    clouds = (
        "M-96,-46q3,-12 17,-9q6,-15 23,-7q14,-4 15,10q8,1 9,6Z"
        "M36,-64q3,-11 15,-8q7,-13 21,-5q13,-3 14,9q8,1 9,4Z"
        "M-20,-94q3,-9 12,-6q5,-10 17,-4q10,-3 12,6q5,1 6,4Z"
    )
    sky = [(-REACH, -REACH), (REACH, -REACH), (REACH, HORIZON), (-REACH, HORIZON)]
    return [
        pen.rect(-REACH, -REACH, 2 * REACH, REACH + HORIZON + 2, flat(pen, "#b5daea")),
        *grain(pen, sky, "#add5e6", every=6, length=2.4, width=0.5, turn=-8),
        pen.rect(-REACH, HORIZON - 34, 2 * REACH, 36, tint(pen, "#dcecdf", 0.6)),
        pen.path(clouds, pen.paint(WHITE.flat, stroke=None if pen.low else "none", width=0.6)),
        pen.path(
            "M-92,-46q10,-7 22,-3q8,-8 20,-2q8,-2 12,5ZM44,-64q9,-6 18,-2q8,-7 18,-1q8,-2 12,3Z", tint(pen, "#dbe9ee")
        ),
    ]


def _house(pen: Pen) -> list[BaseElement]:
    """The Countess's house, behind the park."""
    thin = pen.width * 0.5
    windows = "".join(f"M{x},{y}h4.6v7h-4.6ZM{x + 2.3},{y}v7" for x in (22, 31, 40, 58, 67, 76) for y in (-25, -12))
    return [
        pen.path("M16,-30H86V6H16Z", pen.paint("#efe4cd", width=thin)),
        pen.path("M66,-30H86V6H66Z", tint(pen, "#dccdb0")),
        pen.path("M12,-30L20,-42H82L90,-30Z", pen.paint("#9aa7ad", width=thin)),
        pen.path("M62,-42H82L90,-30H68Z", tint(pen, "#83919a")),
        pen.path("M24,-42V-49H30V-42M72,-42V-50H78V-42", pen.paint("#d9a58a", width=thin)),
        pen.path("M44,-34L51,-42L58,-34Z", pen.paint("#efe4cd", width=thin)),
        pen.path(windows, pen.paint("#bcd8e2", width=thin * 0.9)),
        pen.path("M48,6V-8a3.4,3.4 0 0 1 6.8,0V6Z", pen.paint(BROWN.flat, width=thin)),
        pen.path("M44,-33V6M58,-33V6", pen.line(thin)),
        pen.path("M51,-42V-56", pen.line(thin)),
        pen.path("M51,-56q4,-2 8,0t8,-1v5q-4,2 -8,1t-8,0Z", pen.paint(SCARLET.flat, width=thin)),
    ]


def _trees(pen: Pen) -> list[BaseElement]:
    """Trees and a clipped hedge at the end of the lawn."""
    crowns = (
        (-118, -14, 20),
        (-92, -12, 17),
        (-70, -4, 13),
        (-54, -6, 11),
        (-36, -1, 10),
        (-18, 0, 8),
        (100, -12, 17),
        (122, -16, 21),
        (4, 1, 7),
    )
    far = [(x * 2.0, HORIZON + 1.0) for x in range(-70, 71, 4)]
    return [
        *(
            part
            for x, y, r in crowns
            for part in (
                pen.path(lobes((x, y), r, 11, r * 0.08), pen.paint("#8fb37a", width=pen.width * 0.6)),
                pen.path(lobes((x + r * 0.24, y + r * 0.28), r * 0.62, 9, r * 0.06), tint(pen, "#7aa069")),
                pen.path(
                    (
                        f"M{num(x - r * 0.6)},{num(y - r * 0.1)}"
                        f"q{num(r * 0.2)},{num(-r * 0.5)} {num(r * 0.6)},{num(-r * 0.5)}"
                    ),
                    pen.line(pen.width, "#a6c68f" if not pen.low else None),
                ),
            )
        ),
        pen.path(discs(far, 5), pen.paint(HEDGE.flat, width=pen.width * 1.2)),
        pen.path(discs(far, 5), flat(pen, HEDGE.flat)),
        *([] if pen.low else [pen.path(points([(x - 1, y - 1.4) for x, y in far]), pen.line(3.4, CROWN))]),
    ]


def _lawn(pen: Pen) -> list[BaseElement]:
    """The mown lawn in perspective, with a gravel walk that winds to the house."""
    stripes = "".join(
        (
            f"M{num(x * 5)},{num(HORIZON + 5)}L{num(x * 34)},{num(REACH)}"
            f"H{num((x + 1) * 34)}L{num((x + 1) * 5)},{num(HORIZON + 5)}Z"
        )
        for x in range(-24, 24, 2)
    )
    bands = "".join(f"M{-REACH},{y}H{REACH}V{y + h}H{-REACH}Z" for y, h in ((14, 4), (24, 7), (42, 12), (70, 20)))
    ground = [(-REACH, 30.0), (REACH, 30.0), (REACH, 110.0), (-REACH, 110.0)]
    return [
        pen.rect(-REACH, HORIZON + 4, 2 * REACH, REACH, flat(pen, LAWN.flat)),
        pen.path(stripes, tint(pen, LAWN.deep)),
        pen.path(bands, tint(pen, "#ffffff", 0.12)),
        *grain(pen, ground, "#b7cf83", every=5.5, length=3, width=0.6, turn=-80),
        pen.path(
            (
                "M49,11C46,16 22,19 14,27C2,40 28,52 20,74C16,90 4,104 0,120"
                "H70C64,96 74,84 70,66C66,48 32,42 36,28C38,20 54,16 54,11Z"
            ),
            pen.paint("#f1e5c4", stroke="#d3c391" if not pen.low else None, width=pen.width * 0.8),
        ),
    ]


def _party(pen: Pen) -> list[BaseElement]:
    """Guests, a table and a fountain in the middle distance."""
    thin = green(pen, 1.3)
    basin = [
        pen.path(
            "M0,-4C-6,-30 -22,-28 -22,-8M0,-4C6,-30 22,-28 22,-8M0,2V-34",
            pen.line(2.4, WATER.deep if not pen.low else None),
        ),
        pen.path("M-30,-8H30Q26,4 6,6V20H-6V6Q-26,4 -30,-8Z", pen.paint(STONE.flat)),
        pen.path("M-44,20Q-40,32 0,32Q40,32 44,20Q0,10 -44,20Z", pen.paint(STONE.flat)),
        pen.ellipse(0, 20.6, 38, 5.4, pen.paint(WATER.flat, width=pen.width)),
    ]
    return [
        moved(thin, basin, -84, 13, 0.36),
        moved(thin, [spinsters(thin)], -21, 15, 0.27),
        moved(thin, [judge(thin)], 24, 12, 0.2),
        moved(thin, [colonel(thin)], 88, 23, 0.34),
        moved(thin, [diva(thin)], 74, 18, 0.27),
    ]


def _line(pen: Pen) -> list[BaseElement]:
    """The clothesline with its best pieces, from post to post over the whole scene."""
    rope = "M-92,-34Q-2,2 98,-40"
    hung: tuple[tuple[Drawing, float, float, float, float], ...] = (
        (longjohns, -73, -10.5, 0.34, 6),
        (stockings, 38, -10, 0.3, -8),
        (boxers, 70, -18.6, 0.3, -11),
    )
    pegs = ((-78, -28.6), (-68, -25.6), (34, -20.6), (42, -22.6), (64, -28), (76, -31))
    return [
        *limb(pen, "M-92,62V-40M99,44V-46", 4.4, BROWN.flat),
        pen.path("M-102,-36L-82,-42M90,-40L108,-48", pen.line(4.4)),
        pen.path(rope, pen.line(1.5)),
        *(moved(pen, [garment(pen)], x, y, scale, turn=turn) for garment, x, y, scale, turn in hung),
        *(pen.rect(x - 1.2, y - 3, 2.4, 6, pen.paint(PEACH.deep, width=0.7), 0.8) for x, y in pegs),
    ]


def _koko(pen: Pen) -> list[BaseElement]:
    """Koko hangs on the line by his tail and one hand; with the other he offers bloomers."""
    tail = "M14,20C34,22 40,2 30,-10C24,-18 12,-20 10,-15C8,-11 14,-9 16,-13"
    body = [
        pen.path(tail, pen.line(5.6)),
        pen.path(tail, pen.line(3.6, FUR.flat if not pen.low else "#ffffff")),
        *limb(pen, "M8,34Q20,38 20,46L28,47M-4,36Q-6,46 2,52L-4,56", 6.2, FUR.flat),
        pen.path("M-12,8C-6,0 14,0 17,12C20,26 12,40 2,40C-10,40 -16,22 -12,8Z", pen.paint(FUR.flat)),
        pen.path(
            "M-12,8C-6,0 14,0 17,12C19,20 17,28 13,34C6,30 -6,30 -13,24C-15,18 -14,12 -12,8Z", pen.paint(SCARLET.flat)
        ),
        pen.path("M8,3C14,5 16,8 17,12C19,20 17,28 13,34L6,31.4C12,22 12,12 8,3Z", tint(pen, SCARLET.deep)),
        pen.path("M13,34C6,30 -6,30 -13,24", pen.line(2.2, GOLD.flat if not pen.low else None)),
        *limb(pen, "M10,8Q22,-2 14,-15", 5.8, FUR.flat),
        moved(pen, _hand(pen), 13.6, -16, 0.8, turn=-12),
        moved(pen, [bloomers(pen)], -37, 26, 0.34, turn=9),
        *limb(pen, "M-9,12Q-20,20 -30,13", 5.8, FUR.flat),
        moved(pen, _hand(pen), -32, 12, 0.8, turn=-70),
        moved(pen, monkey_face(pen, "glee"), -2, -6, 0.56, turn=-9),
    ]
    return [moved(pen, body, -3, 4, 0.96)]


def _hand(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-6,4C-8,-2 -5,-7 1,-7C7,-7 8,-2 6,2C4,6 -4,8 -6,4Z", pen.paint(SKIN.flat)),
        pen.path("M-1,-6.6V-1M3,-6V-1", pen.line(pen.width * 0.8)),
    ]


def _alfred(pen: Pen) -> list[BaseElement]:
    """Alfred at a run, upright from the waist up, the tray before him for whatever may fall."""
    coat_tails = "M8,12C24,14 36,10 46,2C46,14 40,26 24,30ZM6,18C20,26 34,26 44,22C40,34 26,40 12,36Z"
    parts = [
        pen.ellipse(12, 63, 44, 6, tint(pen, CAST)),
        pen.path(coat_tails, pen.paint(TAILS.deep)),
        *limb(pen, "M8,34Q18,46 32,45L45,37", 8, "#566471"),
        pen.path("M43,32L50,28Q56,32 54,44L49,45Z", black(pen)),
        *limb(pen, "M2,34Q-10,42 -22,40L-30,55", 8.4, TAILS.flat),
        pen.path("M-35,53H-25L-26,60H-42Q-42,56 -35,53Z", black(pen)),
        pen.path("M-12,-8C-4,-14 14,-13 18,-6C22,8 20,26 14,36Q4,41 -8,37C-14,24 -16,6 -12,-8Z", pen.paint(TAILS.flat)),
        pen.path(
            "M12,-11C16,-10 17,-8 18,-6C22,8 20,26 14,36Q11,37.6 7,38.4C15,24 16,4 12,-11Z", tint(pen, TAILS.deep)
        ),
        pen.path("M-12,-8L-3,-10L0,24L-9,26C-13,14 -14,2 -12,-8Z", pen.paint(WHITE.flat)),
        pen.path("M-10.6,14L-1,12L1,30L-8,33Z", pen.paint(BUTTER.flat)),
        pen.path("M-9,17v13M-5.6,15v15M-2.4,14v15", pen.line(pen.width * 0.7)),
        pen.path(
            "M-7,-9C-12,-12 -15,-8 -13,-5C-14,-1 -9,-1 -7,-5C-3,-1 1,-2 0,-6C0,-11 -4,-12 -7,-9Z",
            pen.paint(TAILS.deep, solid=True),
        ),
        moved(pen, butler_face(pen, False), 0, -25, 0.6, turn=-5),
        *limb(pen, "M10,-3Q6,14 -12,12L-24,8", 8, TAILS.flat),
        *limb(pen, "M-23,8.4L-26,7.4", 6.6, WHITE.flat),
        pen.ellipse(-42, 0, 20, 5, pen.paint(SILVER.flat), turn=-6),
        pen.ellipse(-42, -1, 15.4, 3, pen.line(pen.width * 0.7), turn=-6),
        pen.path("M-60,3Q-42,10 -23,-1", pen.line(pen.width * 0.8)),
        moved(
            pen,
            [
                pen.path("M-6,4C-8,-2 -5,-7 1,-7C7,-7 8,-2 6,2C4,6 -4,8 -6,4Z", pen.paint(WHITE.flat)),
                pen.path("M-2,-6V0M2,-6V0", pen.line(0.8)),
            ],
            -31,
            5,
            0.8,
            turn=-60,
        ),
        pen.path("M34,-14h12M38,-4h16M28,-24h10", pen.line(1.4)),
    ]
    cup = [
        pen.path("M-5,-4H5Q5,4 0,4Q-5,4 -5,-4ZM4.6,-2q4,-0.4 3,2.4q-1,1.6 -4,1", pen.paint(WHITE.flat)),
        pen.path("M-3,-8q2,-2 0,-5M2,-9q2,-2 0,-5", pen.line(0.9)),
    ]
    return [moved(pen, parts, 63, 33, 0.9), moved(pen, cup, 27, 17, 0.9, turn=-24)]


def _front(pen: Pen) -> list[BaseElement]:
    """A hedge with roses at the reader's feet."""
    low: list[Point] = [(x * 1.0, 84 + (i % 2) * 2.4) for i, x in enumerate(range(-136, 140, 13))]
    roses = [
        (x, 71.5 + 3 * (i % 2), (ROSE, WHITE, SCARLET, ROSE, BUTTER, WHITE)[i % 6])
        for i, x in enumerate((-132, -116, -88, -73, -36, -22, 8, 24, 61, 77, 104, 120))
    ]
    body = f"M{-REACH},85H{REACH}V{REACH}H{-REACH}Z"
    return [
        *mass(pen, low, 11, body),
        *(
            part
            for x, y, colour in roses
            for part in (
                pen.path(
                    f"M{x - 6},{y + 2}q-5,-1 -6,4q5,2 6,-4ZM{x + 5},{y + 2}q5,-2 7,2q-4,3 -7,-2Z",
                    pen.paint(LEAF, width=0.7),
                ),
                pen.path(lobes((x, y), 4.4, 7, 1), pen.paint(colour.flat)),
                pen.path(f"M{x - 2},{y}a2,2 0 1 1 2.4,2a3,3 0 0 1 -3.6,-3", pen.line(0.8)),
            )
        ),
        pen.path("M-118,80q-3,-8 2,-14q4,8 -2,14ZM112,78q-3,-8 2,-14q4,8 -2,14Z", pen.paint(MOSS.flat)),
    ]
