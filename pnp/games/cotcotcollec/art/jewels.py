"""The treasures one wears or locks away: ring, necklace, trophy and imperial egg."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, mid, num, point, polyline, star
from pnp.face.art.pen import Pen

from .palette import EMERALD, GLASS, GOLD, INK, NAVY, PEARL, RUBY
from .stage import fine, limb, tint


def glint(pen: Pen, x: float, y: float, r: float) -> BaseElement:
    """A four-pointed sparkle."""
    k = r * 0.16
    d = f"M{point((x, y - r))}Q{point((x + k, y - k))} {point((x + r, y))}Q{point((x + k, y + k))} {point((x, y + r))}"
    d += f"Q{point((x - k, y + k))} {point((x - r, y))}Q{point((x - k, y - k))} {point((x, y - r))}Z"
    return pen.path(d, pen.paint("#ffffff", width=pen.width * 0.7))


def hoop(pen: Pen) -> list[BaseElement]:
    """The ring without its sparkles: a gold hoop, a stone in its claws."""
    thin = fine(pen)
    band = "M0,-12A30,30 0 1 1 -0.01,-12ZM0,-3A21,21 0 1 0 0.01,-3Z"
    gem = [(-15, -47), (15, -47), (27, -34), (0, -6), (-27, -34)]
    return [
        pen.path(band, pen.paint(GOLD.flat)),
        pen.path(
            (
                "M-26,31A30,30 0 0 0 26,33Q14,41 0,41Q-16,41 -26,31ZM0,-3A21,21 0 0 0 -21,18Q-19,3 0,0"
                "Q18,3 21,18A21,21 0 0 0 0,-3Z"
            ),
            tint(pen, GOLD.shade),
        ),
        pen.path(
            "M-25.4,12Q-23,-2 -12,-7M-26,20Q-25.6,26 -23,30",
            pen.line(pen.width * 1.6, "none" if pen.low else GOLD.light),
        ),
        pen.path(
            "M-20,-22C-18,-10 -9,-2 0,-2C9,-2 18,-10 20,-22L12,-20L6,-9L0,-20L-6,-9L-12,-20Z", pen.paint(GOLD.shade)
        ),
        pen.path(polyline(gem), pen.paint(GLASS.flat)),
        pen.path("M-27,-34L-10,-34L0,-6ZM10,-34L15,-47L27,-34Z", tint(pen, GLASS.shade)),
        pen.path("M-15,-47L-10,-34L0,-47ZM-10,-34L0,-6L-3,-34Z", tint(pen, GLASS.light)),
        pen.path("M-27,-34L27,-34M-15,-47L-10,-34L0,-6L10,-34L15,-47M-10,-34L0,-47L10,-34", thin.line()),
        pen.path(polyline(gem), pen.line()),
        pen.path(
            "M-25,-38.6L-19,-36L-17,-29L-21,-24L-26.4,-31ZM25,-38.6L19,-36L17,-29L21,-24L26.4,-31Z",
            pen.paint(GOLD.flat),
        ),
    ]


def ring(pen: Pen) -> Group:
    """A gold ring stood upright, with a diamond as big as a hen's head."""
    return pen.group(*hoop(pen), glint(pen, 33, -41, 8), glint(pen, -35, -24, 5))


def tooth(pen: Pen, at: Point, angle: float, size: float) -> list[BaseElement]:
    """A fox's tooth, curved, in a gold cap."""
    turn = f"translate({point(at)}) rotate({num(angle)}) scale({num(size)})"
    width = pen.width / size
    return [
        pen.group(
            pen.path("M-5,3C-6.4,11 -4,20 2.6,26C4.4,19 6,11 5,3Z", pen.paint(PEARL.flat, width=width)),
            pen.path("M1,3C3,11 3,18 2.6,26C4.4,19 6,11 5,3Z", tint(pen, PEARL.shade)),
            pen.path("M-6,-1.6Q0,-4.6 6,-1.6L5.8,4Q0,6.4 -5.8,4Z", pen.paint(GOLD.flat, width=width)),
            transform=turn,
        )
    ]


def strand(pen: Pen, a: Point, b: Point, c: Point, e: Point, size: float = 1) -> list[BaseElement]:
    """A string along a curve, with nine teeth and the beads between them."""

    def at(t: float) -> Point:
        p, q, r = mid(a, b, t), mid(b, c, t), mid(c, e, t)
        return mid(mid(p, q, t), mid(q, r, t), t)

    string = f"M{point(a)}C{point(b)} {point(c)} {point(e)}"
    parts: list[BaseElement] = limb(pen, string, pen.width * 1.2, GOLD.flat)
    for i in range(9):
        t = 0.12 + i * 0.095
        parts += tooth(pen, at(t), (4 - i) * 9, (0.74 + 0.5 * (1 - abs(i - 4) / 4)) * size)
    beads = [at(0.12 + (i - 0.5) * 0.095) for i in range(10)]
    parts += [pen.circle(x, y, 3 * size, pen.paint(RUBY.flat)) for x, y in beads]
    parts.append(pen.path(dots([(x - 0.9 * size, y - size) for x, y in beads], 0.9 * size), tint(pen, RUBY.light)))
    return parts


def necklace(pen: Pen) -> Group:
    """A necklace of fox teeth: gold caps, ruby beads and a bow at the nape."""
    nape = "M-31,-38Q-18,-45 0,-40Q18,-45 31,-38"
    bow = "M0,-40C-12,-51 -24,-49 -23,-40C-23,-31 -11,-31 0,-40C12,-51 24,-49 23,-40C23,-31 11,-31 0,-40Z"
    return pen.group(
        *limb(pen, nape, pen.width * 1.2, GOLD.flat),
        *strand(pen, (-31, -38), (-44, 22), (44, 22), (31, -38)),
        pen.path("M-3,-38L-11,-24L-5,-27L-2,-21L0,-36L2,-21L5,-27L11,-24L3,-38Z", pen.paint(RUBY.shade)),
        pen.path(bow, pen.paint(RUBY.flat)),
        pen.path("M-5,-40Q-13,-43 -18,-42M5,-40Q13,-43 18,-42", fine(pen).line()),
        pen.circle(0, -40, 4, pen.paint(GOLD.flat)),
    )


def goblet(pen: Pen) -> list[BaseElement]:
    """A two-handled cup won for nothing in particular, with a hen's foot engraved."""
    thin = fine(pen)
    handle = (
        "M-24,-32C-42,-40 -50,-24 -43,-12C-38,-3 -27,-2 -18,4L-15,-2C-23,-8 -31,-9 -35,-16C-40,-25 -34,-31 -24,-25Z"
    )
    right = "M24,-32C42,-40 50,-24 43,-12C38,-3 27,-2 18,4L15,-2C23,-8 31,-9 35,-16C40,-25 34,-31 24,-25Z"
    cup = "M-27,-38C-28,-16 -20,6 -5,13L-4,22L4,22L5,13C20,6 28,-16 27,-38Z"
    return [
        pen.path(handle + right, pen.paint(GOLD.shade)),
        pen.path("M-20,48L-20,38Q-12,36 -9,29L9,29Q12,36 20,38L20,48Z", pen.paint(NAVY.flat)),
        pen.path("M9,29Q12,36 20,38L20,48L8,48L8,36Z", tint(pen, NAVY.shade)),
        pen.rect(-25, 44, 50, 6, pen.paint(NAVY.flat), 2),
        pen.rect(-9, 21, 18, 8, pen.paint(GOLD.shade), 3),
        pen.path(cup, pen.paint(GOLD.flat)),
        pen.path("M27,-38C28,-16 20,6 5,13L4,22L-1,22L0,13C14,4 18,-16 17,-38Z", tint(pen, GOLD.shade)),
        pen.path("M-20,-28C-19,-14 -15,-2 -9,5", pen.line(pen.width * 2.4, "none" if pen.low else GOLD.light)),
        pen.path("M-18,-2Q0,6 18,-2M-13,6Q0,12 13,6", thin.line()),
        pen.path(cup, pen.line()),
        pen.rect(-31, -43, 62, 8, pen.paint(GOLD.light), 4),
        pen.path(
            (
                "M0,-31L0,-14M0,-17C-4,-19 -9,-19 -11,-23M0,-17C4,-19 9,-19 11,-23M0,-14L0,-8M-11,-23l-1,-3"
                "M11,-23l1,-3M0,-31l0,0"
            ),
            pen.line(pen.width * 1.7),
        ),
        pen.path(star((0, 43), 4.4, 1.9), pen.paint(GOLD.light, width=pen.width * 0.6)),
    ]


def trophy(pen: Pen) -> Group:
    """The cup with the light on its rim."""
    return pen.group(*goblet(pen), glint(pen, 34, -43, 7))


def shell(pen: Pen) -> list[BaseElement]:
    """The imperial egg without its crown, on a stand with lion's paws."""
    thin = fine(pen)
    hull = "M0,-40C16,-40 27,-18 27,-2C27,14 15,25 0,25C-15,25 -27,14 -27,-2C-27,-18 -16,-40 0,-40Z"
    net = "M-21,-22L-1,-39M-26,-9L10,-37M21,-22L1,-39M26,-9L-10,-37M-20,17L-8,8M20,17L8,8M-11,23L14,8M11,23L-14,8"
    legs = (
        "M-15,24C-22,28 -20,36 -26,42C-30,44 -34,46 -33,49L-17,49C-18,42 -14,38 -8,36L8,36C14,38 18,42 17,49"
        "L33,49C34,46 30,44 26,42C20,36 22,28 15,24Z"
    )
    gems: list[BaseElement] = []
    for x, tone, r in ((-21.5, EMERALD, 3), (-11, RUBY, 4), (0, PEARL, 5), (11, RUBY, 4), (21.5, EMERALD, 3)):
        gems.append(pen.ellipse(x, 0.5, r * 0.85, r, pen.paint(tone.flat, width=pen.width * 0.7)))
    pearls: list[Point] = [
        (0, -30.5),
        (-11, -21),
        (11, -21),
        (0, -21.5),
        (-19, -13.5),
        (19, -13.5),
        (-6, -13),
        (6, -13),
        (0, 16),
        (-12, 14),
        (12, 14),
    ]
    return [
        pen.path(legs, pen.paint(GOLD.flat)),
        pen.path(
            "M0,36L8,36C14,38 18,42 17,49L33,49C34,46 30,44 26,42C20,36 22,28 15,24L9,24C13,28 12,34 0,36Z",
            tint(pen, GOLD.shade),
        ),
        pen.path("M-27,44l-1,5M-22,43l0,6M27,44l1,5M22,43l0,6M-12,30Q0,36 12,30", thin.line()),
        pen.path(legs, pen.line()),
        pen.path(hull, pen.paint("#d9486a")),
        pen.path(
            (
                "M6,-39C18,-36 27,-16 27,-2C27,14 15,25 0,25C-6,25 -11,23.4 -15.6,20.6C10,22 20,4 19,-8"
                "C18,-20 14,-31 6,-39Z"
            ),
            tint(pen, "#a82a4c"),
        ),
        pen.path(net, thin.line(stroke=GOLD.light if not pen.low else None)),
        pen.path("M-15,-24Q-11,-33 -5,-36", pen.line(pen.width * 2, "none" if pen.low else "#f7b3c2")),
        pen.path(dots(pearls, 1.9), pen.paint(PEARL.flat, width=pen.width * 0.6)),
        pen.path("M-26.4,-6Q0,-1 26.4,-6L26.6,5Q0,10 -26.6,5Z", pen.paint(GOLD.flat)),
        *gems,
        pen.path(hull, pen.line()),
    ]


def egg(pen: Pen) -> Group:
    """An imperial egg, enamelled and trellised, on its stand, and crowned."""
    return pen.group(
        *shell(pen),
        pen.path("M-7,-39L-9,-48L-4,-44.4L0,-49.6L4,-44.4L9,-48L7,-39Q0,-36.6 -7,-39Z", pen.paint(GOLD.flat)),
        pen.circle(0, -41.2, 1.6, pen.paint(INK, stroke="none", solid=True)),
    )
