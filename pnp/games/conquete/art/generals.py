"""The four generals, from the crown to the breastplate: before the battle, and when little is left of it."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num, polyline, smooth
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .chicken import HEAD, Chicken, head
from .cut import Burin, black, block, etch, rims, sheet, thin, tint
from .emblem import CHARGES
from .face import CRAZED, FURY, GRIM, SLY, Eyes
from .line import cuts, rays, zigzag
from .palette import ASH, BONE, BUFF, GOLD, IRON, LEATHER, RED, RUST, SOOT, VERT, VIOLET, WHITE, Tone
from .piece import Piece, piece
from .regalia import coif, crested, crown, eggshell, gaul
from .wounds import bandage, black_eye, drops, patch, plaster, shaft, smoke

FACE = f"translate(-2 -3) scale(1.32) translate({num(-HEAD[0])} {num(-HEAD[1])})"
"""Where a chicken's head goes in a portrait, and how much larger it is."""
R = 47.0
"""The radius of the portrait's field."""


def field(pen: Pen, last: bool) -> list[BaseElement]:
    """The sky behind: a good morning, or an evening full of arrows."""
    disc = dots([(0, 0)], R)
    if not last:
        return [
            pen.path(disc, pen.paint("#f3e0ae")),
            pen.path(rays((0, -4), 16, 44, 24), tint(pen, "#fbf1cf")),
            pen.path(disc, pen.line()),
        ]
    hail = ""
    for x, y in ((-38, -20), (-28, -34), (36, -26), (27, -36), (40, -4), (-42, 2)):
        hail += f"M{num(x)},{num(y)}l-3.4,10M{num(x - 1.6)},{num(y + 1)}l3.2,1M{num(x - 2.4)},{num(y + 3)}l3.2,1"
    return [
        pen.path(disc, pen.paint("#c98a5c")),
        pen.path("M-46,8C-36,2 -28,10 -18,4C-8,0 4,8 16,2C26,-2 36,6 46,4A47,47 0 0 1 -46,8Z", tint(pen, "#a5603c")),
        pen.path(hail, pen.line(pen.width * 0.6)),
        pen.path(disc, pen.line()),
    ]


def lens(pen: Pen, part: Piece) -> Piece:
    """A piece of a chicken as large as a portrait needs it."""
    return Piece(sheet(pen, part.rim, transform=FACE), sheet(pen, part.body, transform=FACE))


def neck(pen: Pen, bird: Chicken) -> Piece:
    """Head and neck down into the collar, with ragged hackles."""
    tone = bird.collar or bird.plumage
    d = smooth(
        [(-18, 28), (-20, 10), (-19.5, -6), (-13, -19), (0, -23), (12, -17), (16, -3), (20, 12), (27, 28), (6, 34)]
    )
    saw = zigzag((-19, 17), (24, 20), 7, 6)
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(tone.flat)),
        pen.path(
            smooth([(-20, 10), (-19.5, -6), (-14, -17), (-12, -2), (-10, 14), (-12, 28), (-18, 28)]),
            tint(pen, tone.shade),
        ),
        pen.path(cuts([(-18, 26), (-20, 10), (-19.5, -5), (-14, -18)], 13, 7, 2), black(pen)),
        pen.path(polyline([(-19, 17), *saw, (24, 20)], closed=False), thin(pen)),
        pen.path(d, pen.line()),
    ]
    return piece(pen, [d], parts)


def bust(pen: Pen, cloth: Tone, trim: Tone) -> Piece:
    """Shoulders under a cloak; below they follow the round of the picture."""
    d = f"M-41,22C-36,13 -26,10 -17,16C-6,26 12,28 22,18C32,13 39,17 42,22A{R:g},{R:g} 0 0 1 -41,22Z"
    collar = "M-24,12C-14,28 16,32 30,16L34,24C20,40 -16,38 -29,20Z"
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(cloth.flat)),
        etch(
            pen,
            "M-34,19C-32,28 -30,34 -26,39M34,20C34,28 31,34 27,38M-16,34C-15,38 -14,41 -13,44M18,34C18,38 17,41 15,44",
            0.94,
        ),
        *grain(pen, [(-38, 22), (40, 22), (26, 38), (-22, 40)], cloth.shade, every=5, length=2.2, width=0.7, turn=80),
        pen.path(cuts([(-40, 23), (-34, 33), (-22, 41.6), (-6, 46)], 16, -8, 2), black(pen)),
        pen.path(d, pen.line()),
        pen.path(collar, pen.paint(trim.flat)),
    ]
    return piece(pen, [d, collar], parts)


def badge(pen: Pen, name: str, at: Point, size: float) -> BaseElement:
    """The emblem as a clasp."""
    parts = [pen.circle(0, 0, 12, pen.paint(GOLD.flat)), pen.group(CHARGES[name](pen), transform="scale(0.2)")]
    return sheet(pen, *parts, transform=f"translate({num(at[0])} {num(at[1])}) scale({num(size)})")


def _ermine() -> str:
    return "".join(f"M{x},{y}l-1.6,5h3.2z" for x, y in ((-20, 22), (-9, 28), (4, 30), (16, 27), (26, 20)))


def moustache(pen: Pen, last: bool) -> Piece:
    """A moustache that enters a room before its owner."""
    near = "M6,7C0,6 -8,10 -9,24C-9,30 -13,33 -18,31C-15,38 -3,38 0,27C1,20 4,14 12,11Z"
    if last:
        near = "M6,7C0,6 -8,10 -9,18L-5,15.6L-4,20L0,16L2,18C3,14 7,12 12,11Z"
    far = "M16,8C22,7 27,12 26,21C26,26 30,28 33,26C32,33 22,33 20,24C19,18 16,13 11,11Z"
    strokes = "M5,10C0,12 -4,17 -5,25" if not last else "M5,10C1,12 -2,14 -3,16"
    parts: list[BaseElement] = [
        pen.path(far, pen.paint(BUFF.flat)),
        pen.path(near, pen.paint(BUFF.light)),
        etch(pen, strokes + "M18,11C22,14 23,18 23,23"),
    ]
    return piece(pen, [near, far], parts, f"translate({num(HEAD[0])} {num(HEAD[1])})")


def braids(pen: Pen, last: bool) -> Piece:
    """Braids of straw."""
    knots = [(-13, -2), (-16, 5), (-18, 12), (-19, 19)] if not last else [(-13, -2), (-16, 5)]
    lobe = "m-5,-3c-1,7 5,9 5,8c1,1 6,-2 5,-8c-3,3 -7,3 -10,0z"
    lobes = "".join(f"M{num(x)},{num(y)}{lobe}" for x, y in reversed(knots))
    x, y = knots[-1]
    tuft = f"M{num(x - 3)},{num(y + 3)}l-3,9l4,-3l2,4l2,-4l3,2l-2,-8z"
    parts: list[BaseElement] = [
        pen.path(tuft, pen.paint(BUFF.flat)),
        pen.path(lobes, pen.paint(BUFF.light)),
        pen.path(f"M{num(x - 4)},{num(y + 4.4)}h8", pen.line(pen.width * 1.6, RED.flat if not pen.low else None)),
    ]
    return piece(pen, [tuft, lobes], parts, f"translate({num(HEAD[0])} {num(HEAD[1])})")


def flag(pen: Pen) -> Piece:
    """A white flag, held where nobody should see it."""
    cloth = "M24,16C30,12 34,20 42,15L43,31C36,36 31,28 25,32Z"
    parts: list[BaseElement] = [
        pen.path("M23,14L26,44", pen.line(pen.width * 2.2)),
        pen.path("M23,14L26,44", pen.line(pen.width, "#ffffff" if pen.low else LEATHER.light)),
        pen.path(cloth, pen.paint("#fffdf6")),
        etch(pen, "M30,20q4,3 8,0M31,26q4,3 8,0"),
    ]
    return piece(pen, [cloth], parts)


def _portrait(pen: Burin, last: bool, pieces: list[Piece], clasp: BaseElement, extra: list[BaseElement]) -> Group:
    back = field(pen, last)
    return sheet(pen, *back, rims(pen, *(p.rim for p in pieces)), *(p.body for p in pieces), *extra, clasp)


def richard(last: bool, pen: Pen) -> Group:
    """The king with the heart of a hen."""
    p, f = block(pen, 1.2), block(pen, 1.5)
    bird = Chicken(
        WHITE, Eyes(size=1.2, pupil=1.2, brow=-7, lift=2.4, look=(-2.6 if last else 0.6, 0.6)), "grit", comb=False
    )
    pieces = [
        neck(p, bird),
        bust(p, RED, BONE),
        *(lens(f, x) for x in (coif(f), *([black_eye(f)] if last else []), head(f, bird), crown(f, last))),
    ]
    pieces.append(lens(f, drops(f, ((-14, -32), (-17, -22)) if not last else ((-15, -28), (9, -1)))))
    if last:
        pieces += [lens(f, shaft(f, (2, -34), -150, 17)), lens(f, plaster(f, (-9, -8), 40)), flag(p)]
    return _portrait(p, last, pieces, badge(p, "crown", (3, 37), 0.72), [p.path(_ermine(), black(p))])


def hannibec(last: bool, pen: Pen) -> Group:
    """The strategist with one eye, who has seen the end and prefers his own."""
    p, f = block(pen, 1.2), block(pen, 1.5)
    bird = Chicken(SOOT, SLY if not last else FURY, "smug" if not last else "grit", comb=False)
    pieces = [neck(p, bird), bust(p, VIOLET, GOLD), *(lens(f, x) for x in (head(f, bird), patch(f), crested(f, last)))]
    if last:
        pieces += [lens(f, bandage(f)), lens(f, smoke(f, (-6, -36))), lens(f, shaft(f, (-14, -20), 200, 14))]
    return _portrait(p, last, pieces, badge(p, "moon", (3, 35), 0.84), [])


def vercingetocoq(last: bool, pen: Pen) -> Group:
    """The chief with the moustache, who does not lay down his arms but drops them on somebody's foot."""
    p, f = block(pen, 1.2), block(pen, 1.5)
    bird = Chicken(RUST, GRIM if not last else FURY, "shut" if not last else "shout", comb=False)
    worn = [*([black_eye(f)] if last else []), head(f, bird), moustache(f, last), gaul(f, last)]
    pieces = [neck(p, bird), bust(p, VERT, GOLD), *(lens(f, x) for x in worn)]
    if last:
        pieces += [lens(f, shaft(f, (14, -36), -40, 14)), lens(f, plaster(f, (-7, 2), 20))]
    torc = p.path("M-24,20L-20,23M-16,26L-12,29M-7,31L-3,33M8,33L11,33M17,31L20,28M25,25L28,21", thin(p))
    return _portrait(p, last, pieces, badge(p, "oak", (3, 38), 0.7), [torc])


def ragnaroeuf(last: bool, pen: Pen) -> Group:
    """The seafarer under the shell; she began the end of the world and cannot find the off switch."""
    p, f = block(pen, 1.2), block(pen, 1.5)
    bird = Chicken(
        ASH,
        CRAZED if not last else Eyes(size=1.15, pupil=1.2, brow=6, mad=1.35, look=(-0.6, -1)),
        "shout" if not last else "grit",
        collar=WHITE,
        comb=False,
    )
    fur = zigzag((-29, 20), (34, 24), 9, 8)
    pieces = [
        neck(p, bird),
        bust(p, IRON, LEATHER),
        *(lens(f, x) for x in (*([black_eye(f)] if last else []), head(f, bird), braids(f, last), eggshell(f, last))),
    ]
    if last:
        pieces += [lens(f, bandage(f)), lens(f, shaft(f, (16, -31), -24, 13)), lens(f, drops(f, ((13, 3),)))]
    extra: list[BaseElement] = [p.path(polyline([(-29, 20), *fur, (34, 24)], closed=False), p.line(p.width * 0.8))]
    return _portrait(p, last, pieces, badge(p, "anchor", (3, 37), 0.74), extra)


_ALL = {"crown": richard, "moon": hannibec, "oak": vercingetocoq, "anchor": ragnaroeuf}
GENERALS: dict[str, Drawing] = {
    f"general-{emblem}{'-last' if last else ''}": partial(who, last)
    for emblem, who in _ALL.items()
    for last in (False, True)
}
"""The portraits by emblem."""
