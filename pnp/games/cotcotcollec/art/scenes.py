"""The ten ladies, each with her treasure: what stands on the cards of the collections.

Drawn for a box of 100; the floor is at 46, and the upper left corner is left free for the index. Each lady comes in
three looks: at full length from the side (here), in close-up (`close_ups.py`) and from behind (`turned_backs.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .close_ups import CLOSE_UPS
from .finery import fan, hat, perfume
from .furniture import gramophone, rug, showcase
from .hair import bobbed, bun, comb, crest, curls, mobcap, pompadour, ringlets, tiara
from .head import Eyes, earring, mouche
from .hen import Hen, Leg, Wing, choker, face, folded, lower, pearls, portrait
from .jewels import glint, hoop, shell, strand, trophy
from .palette import GOLD
from .plume import DAINTY, FIST, OPEN
from .salon import (
    BUFF,
    CHESTNUT,
    DRESS,
    MINT,
    SLATE,
    TUCKED,
    UPRIGHT,
    WHITE,
    fist,
    gesture,
    ground,
    heart,
    hers,
    nib,
    note,
)
from .stage import Scene, limb, placed, shifted
from .trifles import tear
from .turned_backs import BACKS


def with_ring(pen: Pen) -> Scene:
    """The bride of the season leans on her diamond and lets it be seen."""
    pen = nib(pen)
    s = 0.84
    p = hers(pen, s)
    hen = Hen(
        DRESS["ring"],
        Eyes(lid=0.5, look=(-2.5, 1), slant=8, shadow="#7fb7c4", brow=2),
        head=(9, -35),
        tilt=-6,
        lean=-10,
        plumes=UPRIGHT,
        near=Wing((16, 22), (26, 6), DAINTY, shoulder=(0, 8)),
        heels="#2c7f80",
        legs=(Leg((-10, 30), (-4, 46)), Leg((4, 31), (-10, 46))),
    )
    at = (7.5, 6.5)
    return Scene(
        [],
        [
            ground(pen, 12, 47, 16),
            ground(pen, -23, 46, 15),
            shifted(
                pen, [*lower(p, hen), *pearls(p, hen), face(p, hen, [*ringlets(p, BUFF), *tiara(p)])], *at, s, flip=True
            ),
            shifted(pen, hoop(hers(pen, 0.66)), -23, 18, 0.66, turn=5, flip=True),
            glint(pen, -45, -9, 4.6),
            shifted(pen, gesture(p, hen), *at, s, flip=True),
        ],
    )


def with_rug(pen: Pen) -> Scene:
    """The huntress of the boudoir, one foot on her late acquaintance."""
    pen = nib(pen)
    s = 0.7
    p = hers(pen, s)
    hen = Hen(
        DRESS["rug"],
        Eyes(lid=1, shadow="#6fa88c", brow=2),
        head=(13, -31),
        tilt=-16,
        lean=-14,
        beak="open",
        plumes=UPRIGHT,
        near=Wing((-12, 26), (9, 24), FIST, shoulder=(-4, 4)),
        far=Wing((36, 6), (44, -12), OPEN, shoulder=(16, 2)),
        legs=(Leg((-9, 30), (-14, 44)), Leg((8, 31), (10, 48))),
    )
    rugs = rug(replace(pen, width=pen.width / 0.8))
    return Scene(
        [],
        [
            pen.group(rugs, transform="translate(0 18) scale(0.92 0.6)"),
            shifted(pen, portrait(p, hen, curls(p, CHESTNUT)), -1, -12.5, s),
            tear(pen, -11, 33, 0.5),
            tear(pen, 12, 33, 0.5),
        ],
    )


def with_trophy(pen: Pen) -> Scene:
    """First prize, awarded by herself; she thanks the jury with a kiss."""
    pen = nib(pen)
    s = 0.77
    p = hers(pen, s)
    hen = Hen(
        DRESS["trophy"],
        Eyes(lid=1, shadow="#e59aa6", brow=1),
        head=(9, -29),
        tilt=8,
        lean=-8,
        beak="kiss",
        plumes=TUCKED,
        near=Wing((16, 32), (40, 18), OPEN, shoulder=(-2, 10)),
        legs=(Leg((-11, 30), (-16, 42), 40), Leg((4, 31), (6, 46))),
    )
    at = (-14, 10.5)
    return Scene(
        [],
        [
            ground(pen, -6, 47, 16),
            ground(pen, 17, 46, 20),
            placed(pen, trophy, 16.5, 9.5, 0.74, turn=4),
            shifted(pen, [*portrait(p, replace(hen, near=None), comb(p)), *gesture(p, hen)], *at, s),
            heart(pen, 11, -38, 0.55),
            heart(pen, 21, -45, 0.36),
        ],
    )


def with_necklace(pen: Pen) -> Scene:
    """She wears eleven foxes, or at least their better parts."""
    pen = nib(pen)
    s = 0.86
    p = hers(pen, s)
    hen = Hen(
        DRESS["necklace"],
        Eyes(lid=0.5, look=(3, 2), slant=12, shadow="#c9a7e8", brow=1),
        head=(8, -27),
        tilt=-16,
        lean=-12,
        plumes=UPRIGHT,
        far=Wing((36, 4), (39, -17), DAINTY, shoulder=(14, 4), width=7.5),
        legs=(Leg((-9, 30), (-10, 46)), Leg((6, 31), (9, 46))),
        heels="#c7294e",
    )
    at = (0, 6.5)
    return Scene(
        [],
        [
            ground(pen, 3, 47, 18),
            shifted(pen, [*lower(p, hen), *strand(p, (-6, -12), (-21, 30), (36, 30), (16, -13), 0.86)], *at, s),
            shifted(pen, [face(p, hen, pompadour(p), mouche(p)), *folded(p, hen, (-13, 13), -8)], *at, s),
        ],
    )


def with_showcase(pen: Pen) -> Scene:
    """The collector, her lorgnette, and nobody touches the glass."""
    pen = nib(pen)
    s = 0.68
    p = hers(pen, s)
    hen = Hen(
        DRESS["showcase"],
        Eyes(lid=0.25, look=(3.5, 1), shadow="#5f87b3", brow=2),
        head=(13, -29),
        tilt=4,
        lean=-8,
        beak="shut",
        plumes=UPRIGHT,
        near=Wing((24, 18), (33, -8), FIST, shoulder=(0, 8)),
    )
    gilt = GOLD.flat if not p.low else "#ffffff"
    lenses = [(16, -32.6, 8), (26.6, -33.2, 6.2)]
    lorgnette: list[BaseElement] = [*limb(p, "M34,-10L31,-30", p.width, GOLD.flat)]
    for x, y, r in lenses:
        lorgnette += [p.circle(x, y, r, p.line(p.width * 2.8)), p.circle(x, y, r, p.line(p.width * 1.1, gilt))]
    at = (-15, 14.6)
    return Scene(
        [],
        [
            ground(pen, 17, 44.5, 33),
            ground(pen, -15, 47, 14),
            placed(pen, showcase, 17, -1, 0.9),
            shifted(
                pen,
                [*lower(p, hen), *pearls(p, hen), face(p, hen, bun(p, SLATE)), *lorgnette, *gesture(p, hen)],
                *at,
                s,
            ),
        ],
    )


def with_fan(pen: Pen) -> Scene:
    """She hides behind her fan, so that everybody looks."""
    pen = nib(pen)
    s = 0.88
    p = hers(pen, s)
    hen = Hen(
        DRESS["fan"],
        Eyes(lid=0.38, look=(-3, 1.5), slant=6, shadow="#b8463f", brow=2),
        head=(6, -32),
        tilt=-2,
        lean=-12,
        plumes=UPRIGHT,
        near=Wing((-6, 36), (6, 26), FIST, shoulder=(-8, 8)),
        heels="#b8463f",
    )
    at = (-1, 5)
    return Scene(
        [],
        [
            ground(pen, 0, 47, 18),
            shifted(
                pen, [*lower(p, hen), face(p, hen, crest(p, WHITE), earring(p, "#f3b8c4")), *gesture(p, hen)], *at, s
            ),
            placed(pen, fan, 9, 0, 0.84, turn=8),
            fist(pen, 5, 28, MINT),
        ],
    )


def with_egg(pen: Pen) -> Scene:
    """She has been sitting on it since Tuesday. It is bound to hatch."""
    pen = nib(pen)
    s = 0.58
    p = hers(pen, s)
    hen = Hen(
        DRESS["egg"],
        Eyes(lid=0.55, look=(2, 2.5), slant=8, shadow="#8fa5d6", brow=1),
        head=(15, -26),
        lean=-4,
        legs=(),
        plumes=UPRIGHT,
    )
    claw = "M0,28C-7,34 -7,44 -4,47C-3,44 -1,44 0,48C1,44 3,44 4,47C7,44 7,34 0,28Z"
    legs = [shifted(p, [p.path(claw, p.paint("#f0a63a"))], x, 0) for x in (-7, 10)]
    return Scene(
        [],
        [
            ground(pen, 1, 46.5, 32),
            shifted(pen, shell(hers(pen, 0.78)), 1, 8.6, 0.78),
            shifted(
                pen,
                [*lower(p, hen), *legs, face(p, hen, mobcap(p), mouche(p)), *folded(p, hen, (-6, 12), -4)],
                2,
                -19.6,
                s,
            ),
            glint(pen, 34, 2, 5),
            glint(pen, -28, 18, 4),
            glint(pen, 36, -30, 3.4),
        ],
    )


def with_hat(pen: Pen) -> Scene:
    """She enters. Then, a little later, the rest of the hat."""
    pen = nib(pen)
    s = 0.74
    p = hers(pen, s)
    hen = Hen(
        DRESS["hat"],
        Eyes(lid=0.6, look=(2, 2), slant=12, shadow="#efe2fa", brow=-2),
        head=(12, -13),
        tilt=-12,
        lean=-10,
        plumes=UPRIGHT,
        near=Wing((-14, 28), (8, 26), FIST, shoulder=(-5, 9)),
        legs=(Leg((-9, 30), (-14, 46)), Leg((6, 31), (12, 46))),
        heels="#8a5a08",
    )
    at = (-1, 12)
    return Scene(
        [],
        [
            ground(pen, 0, 47, 18),
            shifted(pen, [*lower(p, hen), *pearls(p, hen), face(p, hen, ringlets(p, CHESTNUT)[:9], mouche(p))], *at, s),
            placed(pen, hat, 2, -22.2, 0.64, turn=-15),
            shifted(pen, gesture(p, hen), *at, s),
        ],
    )


def with_perfume(pen: Pen) -> Scene:
    """Three puffs behind the comb, four for the neighbours."""
    pen = nib(pen)
    s = 0.82
    p = hers(pen, s)
    hen = Hen(
        DRESS["perfume"],
        Eyes(lid=1, shadow="#e59ac0", brow=2),
        head=(-4, -33),
        tilt=-24,
        lean=-14,
        plumes=TUCKED,
        near=Wing((22, 34), (41, 12), OPEN, shoulder=(-4, 12)),
        legs=(Leg((-11, 30), (-17, 42), 36), Leg((4, 31), (4, 46))),
    )
    at = (-11, 8)
    return Scene(
        [],
        [
            ground(pen, -8, 47, 15),
            ground(pen, 17, 45, 20),
            shifted(pen, [*lower(p, hen), *choker(p, hen, "#c7294e"), face(p, hen, comb(p))], *at, s),
            placed(pen, perfume, 20, 15, 0.66),
            shifted(pen, gesture(p, hen), *at, s),
        ],
    )


def with_gramophone(pen: Pen) -> Scene:
    """She sings along. The record has never been so good."""
    pen = nib(pen)
    s = 0.82
    p = hers(pen, s)
    hen = Hen(
        DRESS["gramophone"],
        Eyes(lid=1, shadow="#eec3a6", brow=2),
        head=(5, -33),
        tilt=-20,
        lean=-14,
        beak="open",
        plumes=TUCKED,
        near=Wing((-18, 26), (4, 27), FIST, shoulder=(-9, 8)),
        far=Wing((30, -2), (33, -27), OPEN, shoulder=(10, 2)),
        legs=(Leg((-10, 30), (-16, 46)), Leg((6, 31), (4, 46))),
        heels="#5c6c1c",
    )
    return Scene(
        [],
        [
            ground(pen, -10, 47, 14),
            ground(pen, 18, 46, 29),
            shifted(pen, [*portrait(p, hen, bobbed(p, GOLD), earring(p, "#c7294e"))], -12, 8, s),
            placed(pen, gramophone, 17, 13.5, 0.66),
            note(pen, 24, -38, 0.95),
            note(pen, 40, -30, 0.7),
        ],
    )


LADIES: dict[str, Callable[[Pen], Scene]] = {
    "ring": with_ring,
    "rug2": with_rug,
    "trophy": with_trophy,
    "necklace": with_necklace,
    "showcase": with_showcase,
    "fan": with_fan,
    "egg": with_egg,
    "hat": with_hat,
    "perfume": with_perfume,
    "gramophone": with_gramophone,
    **CLOSE_UPS,
    **BACKS,
}
"""Every scene by motif and look; a look from the second on has its number after the motif."""


def layer(scene: str, inside: bool) -> Drawing:
    """The drawing of one layer of a scene."""

    def draw(pen: Pen) -> Group:
        return pen.group(*LADIES[scene](pen)[0 if inside else 1])

    draw.__doc__ = LADIES[scene].__doc__
    return draw


SCENES = {f"hen-{scene}{end}": layer(scene, bool(end)) for scene in LADIES for end in ("", "-inside")}
"""The layers of the scenes by the names that templates use; the frame cuts off `hen-ring2-inside`, not `hen-ring2`."""
