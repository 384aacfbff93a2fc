"""What a hen wears on her head: combs, wigs, curls, crests and bands, round the head's centre."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, cubic, dots, num, point, polar
from pnp.face.art.pen import Pen

from .palette import GOLD, PEARL, RED, RUBY, Tone
from .plume import plume
from .stage import fine, tint


def comb(pen: Pen) -> list[BaseElement]:
    """The plain red comb of a well-born hen, set a little rakishly."""
    d = (
        "M10,-10C13,-14 13,-19 9.6,-19.6C7.4,-19.6 6.6,-18 6,-16.6C6.4,-20.4 5,-24.4 1.6,-24"
        "C-1.4,-23.4 -1.4,-20 -1,-17.4"
    )
    d += (
        "C-2.4,-20 -5.6,-22 -8,-20C-10,-18 -8.6,-14.6 -7,-12.6C-8.8,-13.6 -11.4,-13.4 -11.8,-11"
        "C-12,-8 -9,-6.4 -7,-6.2C-2,-10.6 4,-11.6 10,-10Z"
    )
    shine = "M8,-16.6q0.8,1.6 0.2,3M1.6,-20.8q0.6,2.4 0.2,5M-6.4,-17.6q0.8,1.8 2,3.6"
    return [
        pen.path(d, pen.paint(RED.flat)),
        pen.path(
            (
                "M10,-10C11,-11.4 11.8,-13 11.9,-14.4C5,-14.6 -4,-13.6 -11.2,-9C-10.4,-7.2 -8.4,-6.4 -7,-6.2"
                "C-2,-10.6 4,-11.6 10,-10Z"
            ),
            tint(pen, RED.shade),
        ),
        pen.path(shine, pen.line(pen.width * 0.8, "none" if pen.low else RED.light)),
        pen.path(d, pen.line()),
    ]


def pompadour(pen: Pen, tone: Tone = PEARL) -> list[BaseElement]:
    """A powdered wig towering with rolls and a bow: court, Versailles, Sunday."""
    d = (
        "M10.6,-10.6C15,-16 16,-24 13,-31C10.6,-37.6 4.6,-41.6 -2,-41C-9,-40.6 -15,-35 -16.6,-27"
        "C-18,-19 -16.6,-10 -12.6,-3C-10.6,-4 -9,-6 -8,-8C-3,-13 5,-14 10.6,-10.6Z"
    )
    folds = "M9.6,-13C12,-20 10.6,-30 3,-36M4,-13.6C7,-22 4,-31 -4,-36.4M-2,-12.4C0.6,-20 -3.6,-29 -10.4,-32.6"
    thin = fine(pen)
    rolls: list[BaseElement] = []
    for x, y, r in ((-14.6, -12, 4.6), (-15, -3.6, 4), (-13.6, 4, 3.4)):
        rolls.append(pen.circle(x, y, r, pen.paint(tone.flat)))
        rolls.append(
            pen.path(
                f"M{num(x + r * 0.5)},{num(y)}a{num(r * 0.5)},{num(r * 0.5)} 0 1 0 {num(-r * 0.5)},{num(r * 0.5)}",
                thin.line(),
            )
        )
    bow = (
        "M0.6,-33C-5,-40.6 -10,-39.6 -9.6,-34.6C-9.4,-30.6 -4,-30 0.6,-33C5.4,-40 10.6,-38.6 10,-33.8"
        "C9.4,-29.8 4.6,-30 0.6,-33Z"
    )
    return [
        pen.path(d, pen.paint(tone.flat)),
        pen.path(
            (
                "M-2,-41C-9,-40.6 -15,-35 -16.6,-27C-18,-19 -16.6,-10 -12.6,-3C-10.6,-4 -9,-6 -8,-8"
                "C-13,-18 -12,-32 -2,-41Z"
            ),
            tint(pen, tone.shade),
        ),
        pen.path(folds, thin.line()),
        pen.path(d, pen.line()),
        *rolls,
        pen.path(bow, pen.paint(RUBY.flat)),
        pen.circle(0.6, -33, 2.2, pen.paint(RUBY.light)),
    ]


def crest(pen: Pen, tone: Tone) -> list[BaseElement]:
    """The exploding feather crest of a Polish hen."""
    parts: list[BaseElement] = []
    rays: list[tuple[float, float, float]] = [
        (196, 20, 3),
        (336, 17, -3),
        (214, 23, 3),
        (318, 20, -3),
        (234, 24, 2.4),
        (300, 23, -3),
        (253, 25, 1.5),
        (279, 25, -1.5),
    ]
    for i, (angle, length, curl) in enumerate(rays):
        parts += plume(pen, (0.5, -6.5), angle, length, 4.6, (tone.flat, tone.light)[i % 2], curl, quill=i > 3)
    parts += [pen.path("M-9,-8Q0,-15.4 10.6,-10Q6,-4.4 0,-5.4Q-6,-5 -9,-8Z", tint(pen, tone.shade))]
    return parts


def bun(pen: Pen, tone: Tone) -> list[BaseElement]:
    """Hair swept up into a bun with two pins; a governess with money."""
    thin = fine(pen)
    return [
        pen.path("M-16,-27L2,-16M-4.4,-31L-10,-12", pen.line(pen.width * 1.3, GOLD.shade)),
        pen.path(dots([(-16.6, -27.4), (-4.2, -31.6)], 1.7), pen.paint(GOLD.flat)),
        pen.circle(-7, -20, 7.8, pen.paint(tone.flat)),
        pen.path("M-2.6,-20a4.4,4.4 0 1 0 -4.4,4.4a7,7 0 0 0 6.4,-4.4M-13,-16.4q3,4 8,4.4", thin.line()),
        pen.path(
            "M11.4,-9.6C9,-16 0,-18 -6.6,-14C-12.6,-10 -14,-2 -11.6,4C-7.6,1 -7.6,-6 -3,-9.4C2,-12.6 7.6,-9 11.4,-9.6Z",
            pen.paint(tone.flat),
        ),
        pen.path("M7,-11.6C2,-14.6 -5,-12.6 -8.4,-8C-10.4,-5 -11,-1.6 -11,1", thin.line()),
    ]


def ringlets(pen: Pen, tone: Tone) -> list[BaseElement]:
    """Corkscrew ringlets falling behind the cheek, a ribbon on top."""
    thin = fine(pen)
    parts: list[BaseElement] = []
    for x, y, n in ((-14, -5, 4), (-9, -4, 5)):
        for i in range(n):
            parts.append(
                pen.ellipse(x + (0.7 if i % 2 else -0.7), y + 4.6 * i, 4 - 0.35 * i, 3, pen.paint(tone.flat), turn=-24)
            )
    cap = "M11.6,-9.4C12,-16 5,-20.6 -3,-19C-12,-17 -17,-9 -14.6,-1C-10,-3 -8.6,-8 -3,-10C2,-11.6 7,-9.6 11.6,-9.4Z"
    parts += [
        pen.path(cap, pen.paint(tone.flat)),
        pen.path("M9,-12C3,-15.6 -5,-14 -9.6,-8M6,-15.6C0,-18 -8,-15.6 -12,-9", thin.line()),
    ]
    return parts


def bobbed(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A band with a jewel and an upright feather: the roaring coop."""
    parts = plume(pen, (-5, -11), 258, 25, 5.4, tone.flat, 4)
    parts += plume(pen, (-6, -10), 236, 19, 4.4, tone.light, 3)
    band = "M13.6,-10.6C7,-16.6 -5,-16 -11.6,-7.6C-11.4,-5 -11,-3.6 -10.4,-2.4C-5,-10.6 5,-11.8 12.6,-7.8Z"
    parts += [
        pen.path(band, pen.paint(RUBY.flat)),
        pen.circle(-5.4, -10.8, 3.1, pen.paint(GOLD.flat)),
        pen.circle(-5.4, -10.8, 1.3, pen.paint(PEARL.flat)),
    ]
    return parts


def tiara(pen: Pen) -> list[BaseElement]:
    """A tiara of gilt points and pearls over a low comb."""
    d = (
        "M11.6,-9.4L14.6,-18L8.4,-14.6L5.4,-23L0.6,-16L-5.6,-21.6L-6.4,-13.6L-13.6,-15L-10.4,-5.4"
        "C-4,-11.6 5,-12.6 11.6,-9.4Z"
    )
    tips: list[Point] = [(14.8, -18.8), (5.4, -24), (-6, -22.6), (-14.2, -15.8)]
    return [
        pen.path(d, pen.paint(GOLD.flat)),
        pen.path(
            "M11.6,-9.4L12.5,-12C5,-15.4 -4,-14 -11.8,-9.4L-10.4,-5.4C-4,-11.6 5,-12.6 11.6,-9.4Z",
            tint(pen, GOLD.shade),
        ),
        pen.path(d, pen.line()),
        pen.path(dots(tips, 1.8), pen.paint(PEARL.flat)),
        pen.path("M1.6,-17.4l2.2,3.4l-2.8,3l-2.4,-3Z", pen.paint(RUBY.flat)),
    ]


def curls(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A heap of short round curls, freshly set."""
    spots: list[tuple[float, float, float]] = [
        (-12.6, 2.4, 4),
        (-13.6, -4.6, 4.6),
        (-11, -12, 5),
        (-4.6, -17.4, 5.2),
        (3.6, -18, 5),
        (10, -13.6, 4.2),
        (-5, -10.6, 4.6),
        (2.4, -12.4, 4.4),
    ]
    thin = fine(pen)
    parts: list[BaseElement] = []
    for i, (x, y, r) in enumerate(spots):
        parts.append(pen.circle(x, y, r, pen.paint((tone.flat, tone.light)[i % 2])))
        a, b = polar((x, y), 40 + i * 50, r * 0.5), polar((x, y), 270 + i * 50, r * 0.5)
        parts.append(pen.path(f"M{point(a)}A{num(r * 0.5)},{num(r * 0.5)} 0 1 1 {point(b)}", thin.line()))
    return parts


def mobcap(pen: Pen) -> list[BaseElement]:
    """A lace cap with a frill: the lady of the house before noon."""
    rim = (
        "M12.6,-12C15.6,-12 16.6,-8.6 14,-7.4C12.6,-5.8 9.6,-6.6 9.6,-8.6C8.4,-6 4.4,-6.6 4.2,-9.4"
        "C3,-6.6 -1,-7 -1.2,-9.6C-2,-6.4 -6,-5.4 -7,-8C-7,-4.4 -10,-2.4 -12,-4.4"
    )
    rim += "C-12,-0.6 -16,1 -17.4,-2C-19,-5 -16.4,-9.6 -12.6,-12C-5,-17 5,-17.4 12.6,-12Z"
    puff = cubic(
        (-12, -10),
        (-19, -22),
        (-8, -31),
        (1, -29),
        (12, -28),
        (16, -18),
        (11.6, -13.6),
        (4, -17),
        (-5, -16),
        (-12, -10),
    )
    parts: list[BaseElement] = [
        pen.path(puff, pen.paint(PEARL.flat)),
        pen.path("M-12,-10C-19,-22 -8,-31 1,-29C-9,-27 -11,-19 -7,-13.6Z", tint(pen, PEARL.shade)),
        pen.path("M-3,-26.6Q-5,-20 -3,-16.6M4,-26.6Q5,-21 3.4,-17M9.6,-23Q10,-19 8.4,-16", fine(pen).line()),
        pen.path(puff, pen.line()),
        pen.path(rim, pen.paint(PEARL.flat)),
        pen.path("M-12.4,-9.4C-5,-15.6 5,-16.6 12,-13", pen.line(pen.width * 1.8, "#7fb0c4" if not pen.low else None)),
    ]
    return [pen.group(*parts, transform="translate(-0.8 -2.4)")]
