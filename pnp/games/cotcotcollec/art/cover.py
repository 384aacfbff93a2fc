"""The scene on the box: while the hens fight over a bid, a paw comes in at the window.

Drawn round the origin for a panel of 100 wide and about 140 high; walls and floor run on for 20 on every side. What
counts is between -32 and 48: the title is above it, the facts are below.
"""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num, polar, star
from pnp.face.art.grain import grain
from pnp.face.art.pen import Pen

from .finery import hat
from .fox import COAT, hush, visage
from .hair import crest, curls, tiara
from .head import Eyes
from .hen import Hen, Leg, Wing, portrait
from .jewels import egg, glint
from .palette import BURGUNDY, GOLD, PEARL, RUBY, WALNUT, Tone
from .plume import FIST, OPEN, arm
from .rear import FAN, Rear, back, glance, spread
from .rooms import box
from .rooster import HACKLE, rooster
from .salon import CHESTNUT, DRESS, TUCKED, WHITE, hers, nib
from .stage import fine, limb, placed, shifted, tint

WALL: list[Point] = [(-70, -104), (70, -104), (70, 22), (-70, 22)]
FLOOR: list[Point] = [(-70, 22), (70, 22), (70, 92), (-70, 92)]


def hall(pen: Pen) -> list[BaseElement]:
    """The sale room: damask, gilt frames, a window on the night, boards."""
    lily = "m0,-4.6c2,1.8 2.2,3.8 0,5.8c-2,-2 -2,-4 0,-5.8zm0.6,6.8c0.8,-2.2 3.4,-3.8 4.4,-1.2c0.2,1.8 -1.6,2.2 -2,1.2"
    lily += (
        "c-0.8,0.8 -0.6,2 -2.4,2.6zm-1.2,0c-0.8,-2.2 -3.4,-3.8 -4.4,-1.2c-0.2,1.8 1.6,2.2 2,1.2c0.8,0.8 0.6,2 2.4,2.6z"
    )
    damask = "".join(f"M{11 * c + r % 2 * 5.5},{9 * r}{lily}" for r in range(-12, 2) for c in range(-6, 7))
    frames = ((-2, -70, 26, 20), (30, -66, 22, 28), (-4, -40, 15, 18), (40, -28, 20, 18), (16, -36, 12, 12))
    boards = "".join(f"M{k * 9},22L{k * 22},92" for k in range(-7, 8)) + "M-70,30H70M-70,42H70M-70,60H70"
    panels = "".join(box(-66 + 22 * i, 11, 19, 7) for i in range(7))
    return [
        pen.path(box(-70, -104, 140, 128), tint(pen, BURGUNDY.flat)),
        pen.path(damask, tint(pen, "#a33b58")),
        *grain(pen, WALL, "#6f1a34", every=6, length=1.6, width=0.35),
        *(
            part
            for x, y, w, h in frames
            for part in (
                pen.path(box(x + 1, y + 1.4, w, h), tint(pen, "#4f1024")),
                pen.rect(x, y, w, h, pen.paint(GOLD.shade, width=pen.width * 0.7)),
                pen.rect(x + 2, y + 2, w - 4, h - 4, pen.paint("#5b3a34", width=pen.width * 0.5)),
                pen.ellipse(x + w / 2, y + h * 0.56, w * 0.16, h * 0.22, tint(pen, "#c9a184")),
                pen.path(star((x + w / 2, y + h * 0.3), w * 0.12, w * 0.06, 3), tint(pen, "#b5483f")),
            )
        ),
        pen.path(box(-70, 8, 140, 14), tint(pen, "#6b4028")),
        pen.path(panels, pen.line(0.5, "none" if pen.low else "#8d5a38")),
        pen.path(box(-70, 7, 140, 1.8), tint(pen, GOLD.shade)),
        pen.path(box(-70, 22, 140, 70), tint(pen, "#c98f56")),
        *grain(pen, FLOOR, "#a8703a", every=6, length=3, width=0.35, turn=86, start=3),
        pen.path(boards, pen.line(0.5, "none" if pen.low else "#9c6636")),
        pen.path("M-70,22H70", fine(pen).line()),
    ]


def window(pen: Pen) -> list[BaseElement]:
    """The tall window, one half of it pushed open from outside."""
    night = "M-53,6V-46A20,20 0 0 1 -13,-46V6Z"
    stars = [polar((-33, -44), 50 * k, 3 + 0.62 * k) for k in range(20)]
    return [
        pen.path(night, pen.paint("#16264a", width=pen.width)),
        pen.circle(-43, -48, 6, tint(pen, "#f7efd0")),
        pen.circle(-40.6, -49.4, 5.2, tint(pen, "#16264a")),
        pen.path(dots([p for p in stars if p[1] < -16], 0.5), tint(pen, "#dbe4f4")),
        pen.path("M-53,6V-6Q-46,-14 -40,-9Q-34,-17 -28,-10Q-20,-16 -13,-8V6Z", tint(pen, "#0f1b36")),
        pen.path(night, pen.line(pen.width * 5)),
        pen.path(night, pen.line(pen.width * 3, "#ffffff" if pen.low else "#f4e6c6")),
        pen.path("M-53,-46H-13", pen.line(pen.width * 2.6)),
        pen.path("M-53,-46H-13", pen.line(pen.width * 1.2, "#ffffff" if pen.low else "#f4e6c6")),
        pen.path("M-53,-44L-62,-40V12L-53,6Z", pen.paint("#f4e6c6")),
        pen.path(
            "M-60,-36L-55,-38.4V-20L-60,-17.6ZM-60,-13L-55,-15V4L-60,7Z", pen.paint("#5a72a6", width=pen.width * 0.7)
        ),
    ]


def thief(pen: Pen) -> list[BaseElement]:
    """The fox leans in over the sill; one paw hushes us, the other is on its way."""
    p = hers(pen, 0.56)
    return [
        pen.path("M-50,8C-49,-2 -42,-6 -33,-6C-24,-6 -17,-2 -16,8Z", pen.paint(COAT.flat)),
        pen.path("M-24,-4.6C-19,-2 -16.6,2 -16,8H-24C-22,4 -22,0 -24,-4.6Z", tint(pen, COAT.shade)),
        shifted(pen, visage(p), -33.4, -12, 0.56, turn=7),
        pen.path("M-57,6H-9V10.4H-57Z", pen.paint("#f4e6c6")),
        pen.path("M-57,8.8H-9V10.4H-57Z", tint(pen, "#d9c49a")),
        *limb(pen, "M-20,5C-17,9 -13,8.6 -10,3", 6, COAT.flat),
        pen.path("M-13,5.6L-7,5L-7.4,0.4L-13,1.4Z", pen.paint(PEARL.flat)),
        shifted(pen, hush(hers(pen, 0.5)), -7, -3, 0.5, turn=36),
        pen.path("M-37,10L-24,13L-25,6L-36,4Z", pen.paint(PEARL.flat)),
        shifted(pen, hush(hers(pen, 0.52)), -30.4, 5.4, 0.52, turn=-6),
    ]


def lot(pen: Pen) -> list[BaseElement]:
    """The egg under the hammer, on its cushion and pillar, in a light of its own."""
    glow = "M-11,-104H9L27,21H-10Z"
    return [
        *([] if pen.low else [pen.path(glow, pen.paint("#fff0c0", stroke="none", opacity=0.2))]),
        *([] if pen.low else [pen.circle(4, -4, 21, pen.paint("#fff0c0", stroke="none", opacity=0.3))]),
        pen.path("M-9,20H17L15,44H-7Z", pen.paint("#e8dcc8")),
        pen.path("M8,20H17L15,44H7Z", tint(pen, "#bfae98")),
        pen.rect(-12, 17.4, 32, 4.4, pen.paint("#f6eee0"), 1),
        pen.path("M-10,17C-14,14 -12,10 -7,11H15C20,10 22,14 18,17C12,18.6 -4,18.6 -10,17Z", pen.paint(RUBY.flat)),
        placed(pen, egg, 4, -9, 0.46),
        glint(pen, 17, -24, 4.6),
    ]


def auctioneer(pen: Pen) -> list[BaseElement]:
    """Gengis Coq at his desk, the hammer raised: going, going."""
    return [
        placed(pen, rooster, 39, -4, 0.62, flip=True),
        pen.path("M22,14H60L57,52H25Z", pen.paint(WALNUT.flat)),
        pen.path("M46,14H60L57,52H45Z", tint(pen, WALNUT.shade)),
        pen.rect(19.6, 11.4, 42, 4.4, pen.paint(WALNUT.light), 1),
        pen.path("M33,22C28,22 27,30 33,33C36,37 45,37 48,33C54,30 53,22 48,22Z", pen.paint(GOLD.flat)),
        pen.path(star((40.6, 28), 4.6, 2), pen.paint(BURGUNDY.flat, width=pen.width * 0.6)),
        *arm(pen, (40, -4), (38, 8), (30, 6), HACKLE, FIST, 4),
        *arm(pen, (42, -6), (40, 7), (34, 6.4), Tone("#2b3f6c", "#1b2a4d", "#5a72a6"), (), 4.8),
        pen.path("M32,7L22,1", pen.line(pen.width * 3.8)),
        pen.path("M32,7L22,1", pen.line(pen.width * 2, "#ffffff" if pen.low else WALNUT.light)),
        shifted(pen, [pen.rect(-3.6, -6.4, 7.2, 12.8, pen.paint(WALNUT.flat), 1.4)], 20.6, 0.4, turn=-58),
        pen.path("M13,11l-3.4,1.4M14,6.4l-3,-1.6M28,-6l1.4,-3", pen.line(pen.width * 1.2)),
    ]


def squabble(pen: Pen) -> list[BaseElement]:
    """Two ladies who both saw it first."""
    s = 0.62
    p = hers(pen, s)
    one = Hen(
        DRESS["ring"],
        Eyes(lid=0.3, look=(4, 0), slant=-12, shadow="#7fb7c4", brow=-2),
        head=(15, -27),
        tilt=10,
        lean=-4,
        beak="open",
        plumes=TUCKED,
        near=Wing((24, 10), (42, -2), FIST, shoulder=(6, 8)),
        legs=(Leg((-9, 30), (-16, 46)), Leg((6, 31), (12, 46))),
    )
    other = replace(
        one, plumage=DRESS["fan"], eyes=Eyes(lid=0.5, look=(4, 0), slant=-12, shadow="#b8463f", brow=-3), tilt=4
    )
    beads = [(-11 + 2.2 * i, 40.4 - 0.14 * (i - 4.5) ** 2) for i in range(10)]
    return [
        shifted(pen, portrait(p, one, tiara(p)), -26, 36, s),
        shifted(pen, portrait(p, other, crest(p, WHITE)), 24, 37, s, flip=True),
        *(pen.circle(x, y, 1.6, pen.paint(PEARL.flat, width=pen.width * 0.7)) for x, y in beads),
        pen.path("M-6,19l-2,-5M-1,17.6v-6M4,19l2,-5", pen.line(pen.width * 1.4)),
    ]


def paddle(pen: Pen, x: float, y: float, turn: float, sign: str) -> BaseElement:
    """A bidder's paddle."""
    parts: list[BaseElement] = [
        pen.rect(-1.3, 6, 2.6, 16, pen.paint(WALNUT.light), 1),
        pen.circle(0, 0, 8.4, pen.paint("#fffaf0")),
        pen.circle(0, 0, 6.8, pen.line(pen.width * 0.6, "none" if pen.low else GOLD.flat)),
        pen.path(sign, pen.paint(BURGUNDY.flat, stroke="none", solid=True)),
    ]
    return pen.group(*parts, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})")


HEART = "M0,4.4C-2,2 -5,0.4 -5,-2.2C-5,-5 -1,-5.4 0,-2.6C1,-5.4 5,-5 5,-2.2C5,0.4 2,2 0,4.4Z"


def bidders(pen: Pen) -> list[BaseElement]:
    """The front row, close to us and in the shade, bidding against itself."""
    s = 0.74
    p = hers(pen, s)
    short = tuple((angle, length * 0.7, width, curl) for angle, length, width, curl in FAN)
    left = Rear(
        DRESS["hat"], head=(3, -24), left=Wing((-34, 4), (-24, -24), FIST, shoulder=(-17, 0)), plumes=short, legs=False
    )
    right = Rear(
        DRESS["rug"],
        Eyes(lid=0.5, far=0.3, look=(-4, 2), slant=10, shadow="#6fa88c", brow=2),
        head=(5, -26),
        tilt=-4,
        right=Wing((34, 0), (25, -24), OPEN, shoulder=(17, 0)),
        plumes=short,
        legs=False,
    )
    return [
        paddle(pen, -54, 16, -8, HEART),
        paddle(pen, 56, 20, 10, star((0, 0), 5.4, 2.4)),
        shifted(pen, [*back(p, left), *spread(p, left)], -40, 55, s),
        placed(pen, hat, -39, 31, 0.38, turn=-4),
        shifted(pen, [*back(p, right), glance(p, right, curls(p, CHESTNUT)), *spread(p, right)], 40, 53, s, flip=True),
    ]


def cover(pen: Pen) -> Group:
    """The sale of the season."""
    pen = replace(nib(pen), width=pen.width * 0.5)
    dusk = "M-70,44C-40,36 40,36 70,44V92H-70Z"
    return pen.group(
        *hall(pen),
        *window(pen),
        *lot(pen),
        *thief(pen),
        *auctioneer(pen),
        *squabble(pen),
        *bidders(pen),
        *([] if pen.low else [pen.path(dusk, pen.paint("#2a0f1c", stroke="none", opacity=0.18))]),
    )
