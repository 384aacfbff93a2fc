"""The treasures of the salon: the fox rug, the showcase and the gramophone."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, mid, point, polar
from pnp.face.art.pen import Pen

from .palette import DARK, FOX, FOXWHITE, GLASS, GOLD, INK, PEARL, RED, RUBY, SAPPHIRE, WALNUT
from .stage import fine, tint


def rug(pen: Pen) -> Group:
    """A bedside rug: a fox laid quite flat, paws out, and not pleased about it."""
    pen = replace(pen, width=pen.width / 0.93)
    thin = fine(pen)
    pelt = (
        "M-8,-26C-20,-26 -26,-32 -34,-37C-41,-41 -47,-36 -44,-30C-40,-23 -32,-21 -29,-15C-30,-6 -31,2 -36,8"
        "C-44,13 -50,18 -47,25C-43,31 -34,28 -27,24L27,24C34,28 43,31 47,25"
    )
    pelt += "C50,18 44,13 36,8C31,2 30,-6 29,-15C32,-21 40,-23 44,-30C47,-36 41,-41 34,-37C26,-32 20,-26 8,-26Z"
    tail = "M-5,-24C-12,-32 -6,-42 2,-45C9,-48 17,-50 20,-46C16,-43 18,-40 12,-36C8,-33 8,-28 5,-24Z"
    head = (
        "M-22,14L-27,-10L-12,-1Q0,-5 12,-1L27,-10L22,14C28,20 29,25 33,28C22,32 14,36 8,43C4,48 -4,48 -8,43"
        "C-14,36 -22,32 -33,28C-29,25 -28,20 -22,14Z"
    )
    mask = (
        "M-33,28C-22,32 -14,36 -8,43C-4,48 4,48 8,43C14,36 22,32 33,28C24,29 16,24 9,27C5,30 2,34 0,34"
        "C-2,34 -5,30 -9,27C-16,24 -24,29 -33,28Z"
    )
    claws = (
        "M-46,-33l-3,-2M-43,-37l-2,-4M-39,-38.4l0,-4M46,-33l3,-2M43,-37l2,-4M39,-38.4l0,-4M-47.4,22l-2.4,1.4"
        "M-46,27l-2,3M-41,28.4l0,3M47.4,22l2.4,1.4M46,27l2,3M41,28.4l0,3"
    )
    return pen.group(
        pen.path(pelt, pen.line(pen.width + 9)),
        pen.path(pelt, pen.line(9 - pen.width, "#ffffff" if pen.low else RUBY.flat)),
        pen.path(pelt, pen.line(1.2, "none" if pen.low else GOLD.flat)),
        pen.path(claws, pen.line()),
        pen.path(tail, pen.paint(FOX.flat)),
        pen.path(
            "M8,-34L4,-40L9,-41L8,-47.4C13,-49 18,-49 20,-46C16,-43 18,-40 12,-36Z",
            pen.paint(FOXWHITE.flat, width=thin.width),
        ),
        pen.path(pelt, pen.paint(FOX.flat)),
        pen.path(
            (
                "M-44,-30C-47,-36 -41,-41 -34,-37Q-40,-36 -39,-27ZM44,-30C47,-36 41,-41 34,-37Q40,-36 39,-27Z"
                "M-36,8C-44,13 -50,18 -47,25C-44,28 -38,27 -38,27C-44,20 -38,14 -36,8Z"
                "M36,8C44,13 50,18 47,25C44,28 38,27 38,27C44,20 38,14 36,8Z"
            ),
            tint(pen, DARK.flat),
        ),
        pen.path("M-26,-13Q-25,4 -30,14L30,14Q25,4 26,-13C20,-6 -20,-6 -26,-13Z", tint(pen, FOX.shade)),
        pen.path("M-20,-19q3,3 6,0M-3,-17q3,3 6,0M14,-19q3,3 6,0M-12,-12q3,3 6,0M6,-12q3,3 6,0", thin.line()),
        pen.path(pelt, pen.line()),
        pen.path(head, pen.paint(FOX.flat)),
        pen.path("M-24,-5L-21,9L-14,2ZM24,-5L21,9L14,2Z", pen.paint(DARK.flat, width=thin.width)),
        pen.path(mask, pen.paint(FOXWHITE.flat, width=thin.width)),
        pen.path(head, pen.line()),
        pen.path("M-6,37C-5,34 5,34 6,37C6,41 2,43 0,43C-2,43 -6,41 -6,37Z", pen.paint(INK, solid=True)),
        pen.ellipse(-10.5, 17, 6.6, 7, pen.paint("#fffdf6")),
        pen.ellipse(10.5, 17, 6.6, 7, pen.paint("#fffdf6")),
        pen.path(dots([(-8.6, 14), (9.6, 14)], 2.9), pen.paint(INK, stroke="none", solid=True)),
        pen.path(dots([(-7.8, 13), (10.4, 13)], 1), pen.paint("#ffffff", stroke="none", solid=True)),
        pen.path("M-18,10Q-14,3 -5,5M18,10Q14,3 5,5", pen.line(pen.width * 1.5)),
        pen.path("M-17,20Q-10.5,27 -4.4,20.4M17,20Q10.5,27 4.4,20.4", thin.line()),
        pen.path("M-11,48Q-6,43.6 0,45.4Q6,43.6 11,48", pen.line()),
        transform="scale(0.93)",
    )


def showcase(pen: Pen) -> Group:
    """A display cabinet with a swan-neck top, its shelves crammed with prizes, its key out of reach."""
    thin = fine(pen)
    top = "M-36,-33C-34,-44 -22,-48 -13,-44C-8,-42 -6,-38 -3,-38L3,-38C6,-38 8,-42 13,-44C22,-48 34,-44 36,-33Z"
    feet = "M-32,42C-34,44 -32,49 -35,50L-26,50C-26,47 -24,45 -22,42ZM32,42C34,44 32,49 35,50L26,50C26,47 24,45 22,42Z"
    vase = "M-22,-9C-26,-13 -22,-17 -21,-20L-24,-23L-14,-23L-17,-20C-16,-17 -12,-13 -16,-9Z"
    bust = "M7,-9L9,-12Q13,-13 12,-15L8,-17L11,-19L10,-23L14,-20.6L18,-20.6L22,-23L21,-18C21,-15 18,-14 19,-12L22,-9Z"
    worm = "M-25,10C-22,4 -20,4 -18,7C-16,10 -14,9 -13,4"
    return pen.group(
        pen.path(feet, pen.paint(WALNUT.shade)),
        pen.path(top, pen.paint(WALNUT.flat)),
        pen.path("M-30,-35C-28,-41 -19,-43 -14,-39M30,-35C28,-41 19,-43 14,-39", thin.line()),
        pen.circle(0, -43, 5, pen.paint(GOLD.flat)),
        pen.rect(-38, -34, 76, 6, pen.paint(WALNUT.flat), 2),
        pen.rect(-34, -28, 68, 62, pen.paint(WALNUT.flat)),
        pen.rect(-38, 33, 76, 10, pen.paint(WALNUT.flat), 2),
        pen.path("M24,34L37,34L37,42L20,42ZM30,-28L34,-28L34,33L30,33Z", tint(pen, WALNUT.shade)),
        pen.rect(-29, -24, 27.5, 53, pen.paint(GLASS.flat)),
        pen.rect(1.5, -24, 27.5, 53, pen.paint(GLASS.flat)),
        pen.path(
            "M-29,-24L-22,-24L-29,-12ZM-12,29L-1.5,10L-1.5,22L-5,29ZM18,-24L25,-24L1.5,16L1.5,5Z",
            tint(pen, GLASS.light),
        ),
        pen.path(
            "M-29,-8.6L-1.5,-8.6M1.5,-8.6L29,-8.6M-29,11L-1.5,11M1.5,11L29,11", pen.line(pen.width * 1.4, WALNUT.shade)
        ),
        pen.path(vase, pen.paint(SAPPHIRE.flat, width=thin.width)),
        pen.path(
            "M-9,-9L-9,-12M-6,-9L-12,-9L-10,-12L-8,-12ZM-9,-12C-13,-14 -12,-20 -9,-20C-6,-20 -5,-14 -9,-12Z",
            pen.paint(RUBY.flat, width=thin.width),
        ),
        pen.path(bust, pen.paint(FOX.flat, width=thin.width)),
        pen.path(worm, pen.line(pen.width * 2.4)),
        pen.path(worm, pen.line(pen.width * 1.1, "#ffffff" if pen.low else RED.light)),
        pen.path("M-9.6,10L-9.6,2Q-6.6,-1 -4,2L-4,10Z", pen.paint(GOLD.flat, width=thin.width)),
        pen.path("M8,10L11,6L7,3L7,-3L23,-3L23,3L19,6L22,10Z", pen.paint(GOLD.flat, width=thin.width)),
        pen.path("M-26,29L-24,18L-8,18L-6,29Z", pen.paint(PEARL.flat, width=thin.width)),
        pen.path("M-22,18Q-16,12 -10,18", thin.line()),
        pen.path("M7,28C5,22 8,15 14,15C21,15 25,22 23,28Z", pen.paint(RED.flat, width=thin.width)),
        pen.path(dots([(11, 20), (17, 19), (14, 25), (20, 25)], 1.3), pen.paint(PEARL.flat, stroke="none")),
        pen.path("M-29,29L-29,-24L-1.5,-24L-1.5,29ZM1.5,29L1.5,-24L29,-24L29,29Z", pen.line()),
        pen.path(dots([(-4.6, 14), (4.6, 14)], 1.7), pen.paint(GOLD.light, width=thin.width)),
        pen.path("M-20,38Q-10,34.6 0,38Q10,41.4 20,38", pen.line(pen.width * 0.8)),
    )


def horn(pen: Pen) -> list[BaseElement]:
    """The mouth of a gramophone's horn, like a morning glory, round (15, -18.6)."""
    thin = fine(pen)
    mouth: list[Point] = []
    centre, steps = (15.0, -18.6), 8
    for i in range(steps):
        mouth.append(polar(centre, i * 45 + 12, 29))
    d = f"M{point(mouth[0])}"
    petals = ""
    for i in range(steps):
        a, b = mouth[i], mouth[(i + 1) % steps]
        out = polar(centre, i * 45 + 34.5, 35)
        d += f"Q{point(out)} {point(b)}"
        petals += (
            f"M{point(mid(centre, a, 0.96))}Q{point(polar(centre, i * 45 + 22, 15))} {point(mid(centre, a, 0.22))}"
        )
    d += "Z"
    return [
        pen.path(d, pen.paint(GOLD.flat)),
        pen.circle(centre[0], centre[1], 24, tint(pen, GOLD.light)),
        pen.circle(centre[0] - 1, centre[1] + 2, 16, tint(pen, GOLD.flat)),
        pen.circle(centre[0] - 2, centre[1] + 3, 9, tint(pen, GOLD.shade)),
        pen.path(petals, thin.line()),
        pen.circle(centre[0] - 2, centre[1] + 3, 5.4, pen.paint(INK, solid=True)),
        pen.path(d, pen.line()),
    ]


def gramophone(pen: Pen) -> Group:
    """A gramophone; the record is an omelette's width."""
    thin = fine(pen)
    neck = "M-6,-6C-18,2 -34,2 -33,16C-32,20 -28,24 -22,22L-20,18C-27,19 -29,15 -26,12C-20,7 -4,10 8,4Z"
    parts: list[BaseElement] = [
        pen.path("M34,36L45,36L45,28", pen.line(pen.width * 3)),
        pen.path("M34,36L45,36L45,28", pen.line(pen.width * 1.2, "#ffffff" if pen.low else GOLD.flat)),
        pen.circle(45, 27, 3, pen.paint(RUBY.flat)),
        pen.path("M-40,46L-36,28L32,28L36,46Z", pen.paint(WALNUT.flat)),
        pen.path("M20,28L32,28L36,46L24,46Z", tint(pen, WALNUT.shade)),
        pen.path("M-40,46L-36,28L32,28L36,46Z", pen.line()),
        pen.rect(-44, 44, 84, 6, pen.paint(WALNUT.shade), 2),
        pen.path(
            "M-26,37C-20,31 -16,43 -8,37C-2,32 4,42 12,36", pen.line(pen.width, GOLD.flat if not pen.low else None)
        ),
        pen.rect(-38, 24, 72, 5, pen.paint(WALNUT.light), 2),
        pen.ellipse(2, 22, 25, 5, pen.paint("#4a3a44")),
        pen.ellipse(2, 21.6, 8, 1.8, pen.paint(RED.flat, width=thin.width)),
        pen.path(
            "M-17,21.4Q-14,18.6 -6,17.8M10,26Q18,25 21,23", pen.line(thin.width, "none" if pen.low else "#9a8a94")
        ),
        pen.path(neck, pen.paint(GOLD.flat)),
        pen.path(
            "M8,4C-4,10 -20,7 -26,12C-29,15 -27,19 -20,18L-22,22C-28,24 -30,20 -30,15C-28,6 -10,6 2,1Z",
            tint(pen, GOLD.shade),
        ),
        pen.path(neck, pen.line()),
        pen.path("M-22,22L-14,17L-9,20L-12,22.6Z", pen.paint(GOLD.light)),
        *horn(pen),
    ]
    return pen.group(*parts)
