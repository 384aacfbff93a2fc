"""The fox: elegant, discreet, on tiptoe, and never the one who did it."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import cubic, dots, num
from pnp.face.art.pen import Pen

from .palette import CREAM, DARK, EMERALD, FOX, FOXWHITE, GOLD, INK, PEARL, RUBY, Tone
from .stage import fine, limb, shifted, tint

COAT = Tone("#3c6a5b", "#284a40", "#5f9280")
SKULL = (
    "M0,-23C13,-23 20,-17 22,-8C24,-2 29,3 36,6C30,8 27,10 28,15C20,14 15,18 8,25C4,29 -4,29 -8,25"
    "C-15,18 -20,14 -28,15C-27,10 -30,8 -36,6C-29,3 -24,-2 -22,-8C-20,-17 -13,-23 0,-23Z"
)
EARS = "M-21,-9C-24,-22 -27,-34 -25,-43C-16,-39 -9,-31 -4,-22ZM21,-9C24,-22 27,-34 25,-43C16,-39 9,-31 4,-22Z"


def ears(pen: Pen, behind: bool) -> list[BaseElement]:
    """Two tall ears; from behind one sees their dark backs."""
    inner = (
        "M-19,-14C-21,-23 -23,-30 -22.4,-36C-16,-32 -12,-27 -9,-21ZM19,-14C21,-23 23,-30 22.4,-36C16,-32 12,-27 9,-21Z"
    )
    tips = (
        "M-25.4,-33C-26,-37 -26,-40 -25,-43C-20,-41 -16,-37.6 -12.6,-34C-17,-35 -21,-35 -25.4,-33Z"
        "M25.4,-33C26,-37 26,-40 25,-43C20,-41 16,-37.6 12.6,-34C17,-35 21,-35 25.4,-33Z"
    )
    parts: list[BaseElement] = [pen.path(EARS, pen.paint(FOX.flat))]
    parts.append(
        pen.path(tips, pen.paint(DARK.shade))
        if behind
        else pen.path(inner, pen.paint(DARK.flat, width=pen.width * 0.7))
    )
    return parts


def visage(pen: Pen, wink: bool = False) -> list[BaseElement]:
    """The face from the front: lowered lids, one brow up, half a smile with a tooth in it."""
    thin = fine(pen)
    mask = (
        "M-36,6C-27,6 -19,-5 -9,3C-5,7 -3,12 0,12C3,12 5,7 9,3C19,-5 27,6 36,6C30,8 27,10 28,15C20,14 15,18 8,25"
        "C4,29 -4,29 -8,25C-15,18 -20,14 -28,15C-27,10 -30,8 -36,6Z"
    )
    parts: list[BaseElement] = [
        *ears(pen, False),
        pen.path(SKULL, pen.paint(FOX.flat)),
        pen.path(
            "M8,-22C20,-19 21,-12 22,-8C24,-2 29,3 36,6C27,6 19,-4 10,2C18,-6 16,-16 8,-22Z", tint(pen, FOX.shade)
        ),
        pen.path(mask, pen.paint(FOXWHITE.flat, width=thin.width)),
        pen.path("M28,15C20,14 15,18 8,25C4,29 -4,29 -8,25C2,25 10,17 28,15Z", tint(pen, FOXWHITE.shade)),
        pen.path(SKULL, pen.line()),
    ]
    for side in (-1, 1):
        x = 10.5 * side
        if wink and side == 1:
            parts.append(pen.path("M4.6,-1.4Q11,-7 18,-4.6M18,-4.6l2.6,-1.4", pen.line(pen.width * 1.5)))
            continue
        upper = [(-6.4, 0.6), (-4, -6), (4, -9.4), (8, -7)]
        almond = cubic(*((x + side * a, b) for a, b in [*upper, (7, -0.6), (0, 3.4), (-6.4, 0.6)]))
        lid = cubic(*((x + side * a, b) for a, b in [*upper, (3, -5.4), (-1, -3), (-6.4, 0.6)]))
        parts += [
            pen.path(almond, pen.paint("#f6e27a")),
            pen.circle(x + 1.8, -2.4, 2.5, pen.paint(INK, stroke="none", solid=True)),
            pen.circle(x + 2.6, -3.2, 0.8, pen.paint("#ffffff", stroke="none", solid=True)),
            pen.path(lid, pen.paint(FOX.shade)),
        ]
    brows = "M-19,-10.6Q-12,-13.6 -5,-7.4M5,-11Q13,-18 20,-12.6"
    whiskers = "M-17,15L-27,19M-16,18L-24,24M17,15L27,19M16,18L24,24"
    parts += [
        pen.path(brows, pen.line(pen.width * 1.6)),
        pen.path(
            "M-5.4,12C-5,9.4 5,9.4 5.4,12C5.4,15.4 2,17 0,17C-2,17 -5.4,15.4 -5.4,12Z", pen.paint(INK, solid=True)
        ),
        pen.path("M-2.6,11.6q1.4,-1 3,-0.8", pen.line(thin.width, "#ffffff")),
        pen.path("M0,17L0,19.4Q-4,22.6 -8,19.6M0,19.4Q7,24 13.4,15.4Q14.6,14.6 15.4,15.4", pen.line()),
        pen.path("M8,20.2L9.8,24L11.6,17.6Z", pen.paint("#ffffff", width=thin.width)),
        pen.path(whiskers, thin.line()),
    ]
    return parts


def hush(pen: Pen) -> list[BaseElement]:
    """A dark paw, one clawed finger raised to be laid on the lips, round the paw's centre."""
    paw = (
        "M-4.6,-3.6C-4.4,-10 -3.4,-15 -1.8,-19Q0.2,-20.6 2,-19C3.4,-15 4,-10 3.8,-5.4"
        "C6.6,-7.4 10.4,-5.8 10.6,-2.6C13,-1.8 13.2,2 11.2,3.2C12,5.8 10,8.6 7,8.4C3.4,11.4 -5,10.6 -8,7"
        "C-10.6,3.4 -9,-1.6 -4.6,-3.6Z"
    )
    claws = "M-1.8,-19L0,-24.6L2,-19Q0.2,-20.6 -1.8,-19ZM4.4,-2L1,-0.6L4.6,0.6ZM4.6,2.6L1.2,4L4.8,5.2Z"
    folds = (
        "M3.8,-5.4Q3,-3.4 4.4,-2L7.6,-1M10.6,-2.6Q8.6,-1.6 4.6,0.6M11.2,3.2Q8,3 4.6,2.6M7,8.4Q8,6.4 4.8,5.2"
        "M-8,2.6C-5,1.6 -2,3.4 -1.6,6.6"
    )
    return [
        pen.path(paw, pen.paint(DARK.flat)),
        pen.path(folds, pen.line(pen.width * 0.8, DARK.light if not pen.low else None)),
        pen.path(claws, pen.paint(PEARL.flat, width=pen.width * 0.8)),
    ]


def brush(pen: Pen) -> list[BaseElement]:
    """The tail, a question mark with a white dot."""
    d = "M-5,22C-14,30 -27,28 -32,18C-37,7 -36,-5 -27,-14C-27,-9 -22,-9 -20,-4C-17,3 -20,8 -15,12C-11,15 -6,14 -3,12Z"
    tip = "M-34.4,0.6C-34.6,-4.6 -32,-9.4 -27.4,-13C-26.6,-8.6 -22,-8.6 -20.4,-4L-24,-5L-25,0.4L-29,-3L-31,2.4Z"
    return [
        pen.path(d, pen.paint(FOX.flat)),
        pen.path("M-5,22C-14,30 -27,28 -32,18C-22,24 -12,22 -3,12Z", tint(pen, FOX.shade)),
        pen.path(tip, tint(pen, FOXWHITE.flat)),
        pen.path("M-34.6,1.4L-31,2.4L-29,-3L-25,0.4L-24,-5L-20,-3.6M-28,8q1,6 5,9M-24,3q0,6 4,9", fine(pen).line()),
        pen.path(d, pen.line()),
    ]


def shoe(pen: Pen, x: float, y: float, turn: float, side: int) -> BaseElement:
    """A pump on tiptoe with a buckle."""
    parts = [
        pen.path(
            (
                "M-3,-4C0,-2.6 2,-2.6 3.4,-4C4.6,0 7,3 6.6,6C5,8 2.4,7.6 1,5.6C-0.4,3.6 -0.6,2.6 -2,2L-3.4,5.4"
                "L-5,5C-5,1.4 -4.4,-1.6 -3,-4Z"
            ),
            pen.paint("#4a3340"),
        ),
        pen.rect(0.6, -1.8, 3.4, 3, pen.paint(GOLD.flat, width=pen.width * 0.7)),
    ]
    return pen.group(*parts, transform=f"translate({num(x)} {num(y)}) scale({side} 1) rotate({num(turn)})")


def legs(pen: Pen) -> list[BaseElement]:
    """Breeches and stockings, one step ahead of the other, without a sound."""
    return [
        *limb(pen, "M8,30L7,42", 3.4, PEARL.flat),
        shoe(pen, 7, 43, 6, 1),
        *limb(pen, "M5,20L8,31", 6.4, "#6d4a6a"),
        *limb(pen, "M-8.6,29L-3,40", 3.6, PEARL.flat),
        shoe(pen, -3, 41.6, 20, 1),
        *limb(pen, "M-4,20L-8.6,29.4", 6.8, "#7d587a"),
        pen.path("M-11.6,29.8L-6.4,32.4M4.8,32.4L11,32", pen.line(pen.width * 2, GOLD.flat if not pen.low else None)),
    ]


def fox_front(pen: Pen) -> Group:
    """The fox comes in: hush. Box 76 × 100."""
    pen = replace(pen, width=pen.width * 0.62)
    torso = (
        "M-11,-9C-15,-4 -12,6 -11,12C-13,18 -16,24 -18,30C-10,30 -6,24 0,21C6,24 10,30 18,30C16,24 13,18 11,12"
        "C12,6 15,-4 11,-9Z"
    )
    vest = "M-6,-8L0,17L6,-8Z"
    head = shifted(pen, visage(replace(pen, width=pen.width / 0.66)), 0, -20.8, 0.66, turn=-4)
    return pen.group(
        *brush(pen),
        *legs(pen),
        *limb(pen, "M-11,-4C-20,2 -22,8 -17,13L-11,13", 6.4, COAT.flat),
        pen.path(torso, pen.paint(COAT.flat)),
        pen.path("M11,-9C15,-4 12,6 11,12C13,18 16,24 18,30C12,28 9,24 5,21C9,12 9,0 11,-9Z", tint(pen, COAT.shade)),
        pen.path(vest, pen.paint(RUBY.flat)),
        pen.path("M-6,-8L-10,0L-2,12L0,17L2,12L10,0L6,-8L0,14Z", pen.paint(COAT.light)),
        pen.path(dots([(0, 4), (0, 9)], 1), pen.paint(GOLD.flat, width=pen.width * 0.5)),
        pen.path("M-5,-8C-8,-5 -5,-2 -4,-3C-5,1 -2,4 0,2C2,4 5,1 4,-3C5,-2 8,-5 5,-8Z", pen.paint(PEARL.flat)),
        head,
        *limb(pen, "M11,-4C21,3 24,11 19,12C15,12.6 12.6,10 10.6,8", 6.2, COAT.flat),
        pen.path("M13,3L7,9L10,12.6L16,6.6Z", pen.paint(PEARL.flat)),
        shifted(pen, hush(replace(pen, width=pen.width / 0.62)), 7, 3, 0.62, turn=-27),
    )


def fox_back(pen: Pen) -> Group:
    """The fox goes out, and there is something behind his back. Box 76 × 100."""
    pen = replace(pen, width=pen.width * 0.62)
    torso = (
        "M-11,-9C-15,-4 -12,6 -11,12C-13,18 -16,24 -18,30C-12,31 -4,30 -0.8,25L0,17L0.8,25C4,30 12,31 18,30"
        "C16,24 13,18 11,12C12,6 15,-4 11,-9Z"
    )
    egg = "M-3,8.6C-3,3 0,-1 3.4,-1C7,-1 10,3 10,8.6C10,13 7,15.4 3.4,15.4C0,15.4 -3,13 -3,8.6Z"
    thin = fine(pen)
    p = replace(pen, width=pen.width / 0.66)
    back = (
        "M0,-23C13,-23 20,-17 22,-8C24,-2 29,3 36,6C30,8 27,10 28,15L19,13L15,21L8,16L0,25L-8,16L-15,21L-19,13L-28,15"
        "C-27,10 -30,8 -36,6C-29,3 -24,-2 -22,-8C-20,-17 -13,-23 0,-23Z"
    )
    shadow = "M-22,-8C-24,-2 -29,3 -36,6C-30,8 -27,10 -28,15L-19,13L-15,21L-8,16L-4,20C-12,12 -19,4 -22,-8Z"
    fur = "M-8,-12q3,4 6,0M3,-9q3,4 6,0M-5,-2q3,4 6,0M-14,2q3,4 6,0M8,2q3,4 6,0M-3,8q3,4 6,0"
    nape = shifted(
        pen,
        [
            *ears(p, True),
            p.path(back, p.paint(FOX.flat)),
            p.path(shadow, tint(p, FOX.shade)),
            p.path(fur, fine(p).line()),
            p.path(back, p.line()),
        ],
        0,
        -20.8,
        0.66,
        turn=4,
    )
    tail = pen.group(*brush(pen), transform="scale(-1 1)")
    return pen.group(
        pen.group(*legs(pen), transform="scale(-1 1)"),
        *limb(pen, "M-11,-4C-20,2 -23,5 -19,-2C-16,-6 -12,-9 -8,-12", 6.2, COAT.flat),
        pen.path(torso, pen.paint(COAT.flat)),
        pen.path(
            "M-11,-9C-15,-4 -12,6 -11,12C-13,18 -16,24 -18,30C-14,30.6 -10,30.4 -7,29C-9,14 -8,2 -11,-9Z",
            tint(pen, COAT.shade),
        ),
        pen.path("M0,-5L0,17M-11.6,11Q0,14 11.6,11", thin.line()),
        pen.path(dots([(-4, 15.4), (4, 15.4)], 1.3), pen.paint(GOLD.flat, width=pen.width * 0.6)),
        pen.path(torso, pen.line()),
        tail,
        pen.path(egg, pen.paint("#d9486a")),
        pen.path(
            "M-2.2,6L9.2,6M-2.2,10.6L9,10.6M0.6,2.4l5.6,0",
            pen.line(pen.width * 0.7, GOLD.light if not pen.low else None),
        ),
        *limb(pen, "M11,-4C20,2 22,9 16,11L12,11", 6.4, COAT.flat),
        pen.path(
            "M12,7.4C8,6 4,7 2.6,9C1.6,11 3,12 4.6,11.6C3.6,13 5,14.6 6.6,14C9,15 12,14.6 13,13.6Z",
            pen.paint(DARK.flat),
        ),
        *limb(pen, "M0,-12L0,-10.6", 11, FOX.shade),
        nape,
    )


def shoulders(pen: Pen) -> list[BaseElement]:
    """Coat and jabot under the face of a token; they run to the lower edge of the box."""
    jabot = "M-9,30C-17,33 -16,40 -10,40C-13,46 -6,49 0,46C6,49 13,46 10,40C16,40 17,33 9,30Z"
    return [
        pen.path("M-46,50C-44,36 -30,30 -14,28L14,28C30,30 44,36 46,50Z", pen.paint(COAT.flat)),
        pen.path("M14,28C30,30 44,36 46,50L30,50C28,42 22,34 14,28Z", tint(pen, COAT.shade)),
        pen.path("M-14,28L-22,36L-14,40L-8,50L8,50L14,40L22,36L14,28L0,50Z", pen.paint(COAT.light)),
        pen.path(jabot, pen.paint(PEARL.flat)),
        pen.path("M0,46L0,38M-7,43Q-4,41 -3,37M7,43Q4,41 3,37", fine(pen).line()),
    ]


def fox_head(pen: Pen) -> Group:
    """The token: the fox, finger on the lips."""
    pen = replace(pen, width=pen.width * 0.8)
    return pen.group(
        *shoulders(pen),
        *limb(pen, "M23,43L19,41.4", 12, COAT.flat),
        pen.path("M23,33L9,42L13,48L27,39Z", pen.paint(PEARL.flat)),
        pen.important(
            shifted(pen, visage(pen), 0, -2.4),
            shifted(pen, hush(replace(pen, width=pen.width / 1.08)), 12.4, 33.6, 1.08, turn=-30),
        ),
    )


def fox_wink(pen: Pen) -> Group:
    """The other side of the token: the fox winks, and an emerald has found its way to his collar."""
    pen = replace(pen, width=pen.width * 0.8)
    return pen.group(
        *shoulders(pen),
        pen.important(shifted(pen, visage(pen, wink=True), 0, -2.2, turn=5)),
        pen.circle(0, 36, 3.2, pen.paint(EMERALD.flat)),
        pen.path(dots([(-1, 35)], 0.9), tint(pen, CREAM.light)),
    )
