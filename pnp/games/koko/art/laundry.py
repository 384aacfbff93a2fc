"""What hangs on the line: six things one does not mention, as objects only, and very well starched."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num, polar
from pnp.face.art.pen import Pen

from .curve import discs
from .palette import BUTTER, LILAC, MINT, POWDER, RASPBERRY, ROSE, SCARLET, WHITE
from .wash import green, stroke, tint


def bloomers(pen: Pen) -> Group:
    """Frilled bloomers with ribbons at the knees."""
    pen = green(pen, 1.4)
    d = (
        "M-26,-36H26C30,-22 40,-8 40,12C40,24 34,28 30,30H8C6,20 3,10 0,2"
        "C-3,10 -6,20 -8,30H-30C-34,28 -40,24 -40,12C-40,-8 -30,-22 -26,-36Z"
    )
    frill = (
        "M-32,29q-3,6 -4,11q4,3 7,-1q3,4 7,0q3,4 7,0q4,4 8,0q-1,-6 -2,-10ZM32,29"
        "q3,6 4,11q-4,3 -7,-1q-3,4 -7,0q-3,4 -7,0q-4,4 -8,0q1,-6 2,-10Z"
    )
    return pen.group(
        pen.path(frill, pen.paint(WHITE.flat)),
        pen.path(d, pen.paint(ROSE.flat)),
        pen.path("M14,-36H26C30,-22 40,-8 40,12C40,24 34,28 30,30H22C32,10 26,-16 14,-36Z", tint(pen, ROSE.deep)),
        pen.path(
            "M-22,-28C-27,-12 -32,0 -32,14C-32,20 -30,24 -27,26C-28,10 -24,-10 -16,-28Z", tint(pen, "#ffffff", 0.45)
        ),
        pen.path("M-27,-40H27V-32H-27Z", pen.paint(WHITE.flat)),
        pen.path(
            (
                "M-14,-32C-16,-22 -20,-14 -22,-8M-4,-32C-5,-22 -6,-16 -8,-8M6,-32"
                "C7,-22 8,-16 10,-8M16,-32C18,-22 21,-14 23,-8M0,2V-16"
            ),
            pen.line(pen.width * 0.7),
        ),
        pen.path("M-31,26H-8V31H-31ZM31,26H8V31H31Z", pen.paint(RASPBERRY.flat)),
        *(
            pen.path(
                (
                    f"M{x},28.4C{x - 8},21 {x - 13},24 {x - 11},29C{x - 13},34 {x - 8},35 {x},28.4"
                    f"C{x + 8},21 {x + 13},24 {x + 11},29C{x + 13},34 {x + 8},35 {x},28.4Z"
                ),
                pen.paint(RASPBERRY.flat),
            )
            for x in (-20, 20)
        ),
        pen.path(
            "M0,-36C-7,-44 -13,-41 -11,-36C-13,-31 -7,-29 0,-36C7,-44 13,-41 11,-36C13,-31 7,-29 0,-36Z",
            pen.paint(RASPBERRY.flat),
        ),
    )


def boxers(pen: Pen) -> Group:
    """Roomy boxers with polka dots."""
    pen = green(pen, 1.4)
    places = [
        (-23, -17),
        (-9, -16),
        (9, -16),
        (23, -17),
        (-28, 0),
        (-13, 1),
        (14, 1),
        (29, 0),
        (-32, 16),
        (-16, 18),
        (17, 18),
        (33, 17),
        (0, -4),
    ]
    return pen.group(
        pen.path("M-28,-32H28L44,30L10,36L0,10L-10,36L-44,30Z", pen.paint(POWDER.flat)),
        pen.path("M14,-32H28L44,30L26,33Q28,-4 14,-32Z", tint(pen, POWDER.deep)),
        pen.path(discs(places, 3.9), pen.paint(SCARLET.flat, width=pen.width * 0.6)),
        pen.path("M-42.6,25L-11.4,31M42.6,25L11.4,31M0,10V-24", pen.line(pen.width * 0.7)),
        pen.path("M-29,-40H29V-29H-29Z", pen.paint(WHITE.flat)),
        pen.path("".join(f"M{x},-39v9" for x in range(-24, 25, 6)), pen.line(pen.width * 0.6)),
        pen.circle(0, -18, 2.4, pen.paint(WHITE.flat, width=pen.width * 0.8)),
    )


def longjohns(pen: Pen) -> Group:
    """Striped long johns, buttoned to the chin."""
    pen = green(pen, 1.4)
    d = (
        "M-11,-43Q0,-37 11,-43L27,-38L45,-14L36,-6L21,-19L18,4L25,42H8L0,14L-8,42H-25"
        "L-18,4L-21,-19L-36,-6L-45,-14L-27,-38Z"
    )
    stripes = (
        "M-24,-28H24M-18.6,-20H18.6M-17.8,-12H17.8M-17,-4H17M-16.4,4H16.4M-17.6,12"
        "H-2.8M17.6,12H2.8M-19,20H-4.6M19,20H4.6M-20.4,28H-7M20.4,28H7M-21.6,34H-8.6"
        "M21.6,34H8.6M-34,-29L-25,-20M-39,-22L-31,-13M34,-29L25,-20M39,-22L31,-13"
    )
    return pen.group(
        pen.path(d, pen.paint(BUTTER.flat)),
        pen.path(stripes, stroke(pen, SCARLET.flat, 3)),
        pen.path("M-3.4,-40H3.4V8H-3.4Z", pen.paint(WHITE.flat, width=pen.width * 0.8)),
        pen.path(discs([(0, -32), (0, -22), (0, -12), (0, -2)], 1.7), pen.paint(WHITE.flat, width=pen.width * 0.8)),
        pen.path(d, pen.line()),
        pen.path(
            (
                "M8,42l-0.8,-4H24.4l0.8,4ZM-8,42l0.8,-4H-24.4l-0.8,4ZM36,-6l-2.6,-2.4"
                "L42.4,-17.4L45,-14ZM-36,-6l2.6,-2.4L-42.4,-17.4L-45,-14Z"
            ),
            pen.paint(WHITE.flat),
        ),
    )


def corset(pen: Pen) -> Group:
    """A corset, laced to the last gasp."""
    pen = green(pen, 1.4)
    d = (
        "M-30,-30C-22,-40 -8,-38 0,-28C8,-38 22,-40 30,-30C32,-16 20,-6 19,4"
        "C18,14 28,22 32,34Q16,42 0,38Q-16,42 -32,34C-28,22 -18,14 -19,4"
        "C-20,-6 -32,-16 -30,-30Z"
    )
    lace = (
        "M-5,-20L5,-13M5,-20L-5,-13M-5,-10L5,-3M5,-10L-5,-3M-5,0L5,7M5,0L-5,7M-5,10"
        "L5,17M5,10L-5,17M-5,20L5,27M5,20L-5,27"
    )
    frill = (
        "M-31,-29q-2,-6 3,-8q2,-6 8,-5q5,-4 9,0q6,0 7,5q2,2 4,6q2,-4 4,-6q1,-5 7,-5"
        "q4,-4 9,0q6,-1 8,5q5,2 3,8C22,-40 8,-38 0,-28C-8,-38 -22,-40 -31,-29Z"
    )
    return pen.group(
        pen.path(d, pen.paint(LILAC.flat)),
        pen.path(
            (
                "M18,-36C26,-35 31,-30 30,-30C32,-16 20,-6 19,4C18,14 28,22 32,34"
                "Q25,38 18,38.4C12,20 12,4 14,-4C20,-14 22,-26 18,-36Z"
            ),
            tint(pen, LILAC.deep),
        ),
        pen.path("M-6,-22H6V38H-6Z", pen.paint(WHITE.flat, width=pen.width * 0.7)),
        pen.path(lace, pen.line(pen.width * 0.9)),
        pen.path(
            (
                "M-14,-32C-16,-12 -11,6 -18,37M-23,-32C-24,-14 -14,2 -25,36M14,-32"
                "C16,-12 11,6 18,37M23,-32C24,-14 14,2 25,36"
            ),
            pen.line(pen.width * 0.7),
        ),
        pen.path(d, pen.line()),
        pen.path(frill, pen.paint(WHITE.flat)),
        pen.path(
            "M0,30C-9,22 -15,26 -12,31C-15,37 -8,39 0,30C9,22 15,26 12,31C15,37 8,39 0,30ZM-2,31L-6,45M2,31L6,45",
            pen.paint(RASPBERRY.flat),
        ),
        pen.path("M-26,35.6v6M26,35.6v6M-28,42h4v4h-4ZM24,42h4v4h-4Z", pen.paint(WHITE.flat)),
    )


def stockings(pen: Pen) -> Group:
    """A pair of striped stockings, toes turned out."""
    pen = green(pen, 1.4)
    leg = "M-12,-44H12C13,-24 10,-6 9,12C9,20 24,26 25,33C25,40 10,40 -2,38C-9,37 -10,28 -10,18C-10,0 -13,-22 -12,-44Z"
    bands = "M-9.6,-27H9.6M-9.4,-18H9M-9,-9H8M-8.4,0H7.2M-7.8,9H6.6M-7.6,18H7.4"
    one = [
        pen.path(leg, pen.paint(WHITE.flat)),
        pen.path(bands, stroke(pen, RASPBERRY.flat, 4)),
        pen.path(
            (
                "M12,26C20,29 25,32 25,34C24,39 18,39.6 11,39.2C13,35 13,30 12,26ZM-9.8,24"
                "C-7,22 -2,27 -3,37.8C-9,36 -9.8,30 -9.8,24Z"
            ),
            pen.paint(RASPBERRY.flat),
        ),
        pen.path(leg, pen.line()),
        pen.path(
            (
                "M-13.4,-46q3.4,-3 6.7,0q3.4,-3 6.7,0q3.4,-3 6.7,0q3.4,-3 6.7,0V-33"
                "q-3.4,3 -6.7,0q-3.4,3 -6.7,0q-3.4,3 -6.7,0q-3.4,3 -6.7,0Z"
            ),
            pen.paint(LILAC.flat),
        ),
    ]
    return pen.group(
        pen.group(*one, transform="translate(-16 0) rotate(6) scale(-0.98 0.98)"),
        pen.group(*one, transform="translate(16 2) rotate(-6) scale(0.98)"),
    )


def garter(pen: Pen) -> Group:
    """A ruffled garter with a bow and a rose."""
    pen = green(pen, 1.4)
    return pen.group(
        pen.path(_ruffle(42, 29, 22, 1.14), pen.paint(WHITE.flat)),
        pen.ellipse(0, 4, 37, 24.6, pen.paint(RASPBERRY.flat)),
        pen.path(_ruffle(27, 16, 18, 0.84), pen.paint(WHITE.flat)),
        pen.path("M-20,5A20,11 0 0 1 20,5Q0,-1 -20,5Z", tint(pen, WHITE.deep)),
        pen.path(
            "".join(
                f"M{num(x * 0.94)},{num(4 + y * 0.94)}L{num(x * 0.76)},{num(4 + y * 0.72)}"
                for x, y in _ring(36, 24, 10)
            ),
            pen.line(pen.width * 0.7),
        ),
        pen.path(
            (
                "M0,-20C-14,-36 -30,-34 -26,-20C-28,-8 -12,-6 0,-20C14,-36 30,-34 26,-20"
                "C28,-8 12,-6 0,-20ZM-4,-16L-14,2L-4,-2L0,-14L4,-2L14,2L4,-16Z"
            ),
            pen.paint(MINT.flat),
        ),
        pen.path("M-8,-20Q-16,-24 -20,-20M8,-20Q16,-24 20,-20", pen.line(pen.width * 0.8)),
        pen.circle(0, -18, 6.4, pen.paint(ROSE.flat)),
        pen.path("M-2.6,-18a2.6,2.6 0 1 1 3,2.6a4,4 0 0 1 -4,-4.6", pen.line(pen.width * 0.9)),
    )


def _ring(rx: float, ry: float, turn: float) -> list[tuple[float, float]]:
    return [(polar((0, 0), turn + a, rx)[0], polar((0, 0), turn + a, ry)[1]) for a in range(0, 360, 20)]


def _ruffle(rx: float, ry: float, count: int, wave: float) -> str:
    step = 360 / count
    d = ""
    for i in range(count):
        a, b = polar((0, 0), i * step, 1), polar((0, 0), (i + 1) * step, 1)
        m = polar((0, 0), (i + 0.5) * step, 1)
        start = f"M{num(a[0] * rx)},{num(4 + a[1] * ry)}" if i == 0 else ""
        d += f"{start}Q{num(m[0] * rx * wave)},{num(4 + m[1] * ry * wave)} {num(b[0] * rx)},{num(4 + b[1] * ry)}"
    return d + "Z"
