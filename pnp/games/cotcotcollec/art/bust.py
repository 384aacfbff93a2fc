"""A lady en face, in close-up: head, neck and shoulders, and what she wears on her head as seen from the front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, dots, num, point, polar, smooth
from pnp.face.art.pen import Pen

from .head import Eyes, eye
from .hen import Plumage
from .palette import BEAK, GOLD, PEARL, RED, RUBY, Tone
from .plume import plume
from .stage import cover, fine, tint


@dataclass(frozen=True)
class Bust:
    """A lady seen from the front; her head's centre is the origin."""

    plumage: Plumage
    eyes: Eyes = field(default_factory=Eyes)
    beak: str = "smirk"
    tilt: float = 0


def both(pen: Pen, *parts: BaseElement) -> list[BaseElement]:
    """Parts and their mirror image."""
    return [*parts, pen.group(*parts, transform="scale(-1 1)")]


def shoulders(pen: Pen, bust: Bust, wide: float = 34) -> list[BaseElement]:
    """Neck and breast, down to 70 below the head's centre, where a frame or a table hides the end."""
    tone = bust.plumage.body
    right: list[Point] = [(11.4, 6), (12, 14), (17, 24), (wide * 0.8, 34), (wide, 48), (wide, 70)]
    line = [(-x, y) for x, y in right] + right[::-1]
    shade: list[Point] = [*right, (wide * 0.5, 70), (wide * 0.52, 50), (9, 34), (3, 20)]
    bib = ""
    for row, (y, n) in enumerate(((22, 2), (29, 3), (36, 4), (43, 5), (50, 6))):
        for i in range(n):
            x = (i - (n - 1) / 2) * 9 + (row % 2) * 0.8
            bib += f"M{point((x - 2.6, y))}q2.6,3.6 5.2,-0.4"
    spots = pen.line(fine(pen).width, bust.plumage.speckle if bust.plumage.speckle and not pen.low else None)
    return [
        pen.path(smooth(line), cover(pen, tone.flat)),
        pen.path(smooth(shade), tint(pen, tone.shade)),
        pen.path(bib, spots),
        pen.path(smooth(line[::-1], closed=False), pen.line()),
    ]


def head(
    pen: Pen, bust: Bust, hair: Sequence[BaseElement] = (), jewels: Sequence[BaseElement] = ()
) -> list[BaseElement]:
    """The head with its features; the hair lies over the crown, the jewels over everything."""
    tone = bust.plumage.body
    skull = "M-11.4,9C-13.6,3 -12.8,-6 -8.4,-10.8C-4,-15 4,-15 8.4,-10.8C12.8,-6 13.6,3 11.4,9"
    shade = "M3,-13.6C9,-12 13.4,-5 12.6,3C12.2,6 11.6,8 10.4,12C8,8 10,0 8.6,-5C7.6,-9 5.6,-11.6 3,-13.6Z"
    parts: list[BaseElement] = [
        pen.path(skull + "Q0,22 -11.4,9Z", cover(pen, tone.flat)),
        pen.path(shade, tint(pen, tone.shade)),
        pen.path(skull, pen.line()),
        *both(pen, pen.ellipse(8.6, 5.4, 2.8, 2.2, pen.paint(RUBY.light, stroke="none", opacity=0.6))),
        *wattles(pen),
        *hair,
        *gaze(pen, bust.eyes),
        *beak(pen, bust.beak),
        *jewels,
    ]
    return [pen.group(*parts, transform=f"rotate({num(bust.tilt)} 0 12)")] if bust.tilt else parts


def gaze(pen: Pen, eyes: Eyes) -> list[BaseElement]:
    """Both eyes and their brows."""
    far = eyes.lid if eyes.far is None else eyes.far
    up = eyes.brow
    brow = "".join(
        f"M{2 * way},{num(-11 - up * 0.4)}Q{6 * way},{num(-14.4 - up)} {num(10.8 * way)},{num(-10 - up * 0.3)}"
        for way in (-1, 1)
    )
    return [
        *eye(pen, -5.4, -3.8, 4.9, 6.2, eyes.lid, eyes, -1),
        *eye(pen, 5.4, -3.8, 4.9, 6.2, far, eyes, 1),
        pen.path(brow, pen.line(pen.width * 1.2)),
    ]


def beak(pen: Pen, kind: str) -> list[BaseElement]:
    """The beak seen from the front: shut, with a smirk, pursed or wide open."""
    shine = pen.line(pen.width * 0.7, BEAK.light if not pen.low else "none")
    if kind == "open":
        upper = "M0,-1.6C4.6,-1 8.6,3 8.2,6.8C5.6,5.2 2.6,5 0,5C-2.6,5 -5.6,5.2 -8.2,6.8C-8.6,3 -4.6,-1 0,-1.6Z"
        return [
            pen.path("M-7,5.6C-7.4,12 -4,18 0,18.6C4,18 7.4,12 7,5.6Z", pen.paint(BEAK.shade)),
            pen.path(
                "M-5.8,5.6C-6,11 -3,15.4 0,15.8C3,15.4 6,11 5.8,5.6Z",
                pen.paint(pen.outline if pen.low else "#7a1f2b", stroke="none", solid=True),
            ),
            pen.path("M-4,12.4Q0,8.6 4,12.4Q2.4,15.6 0,15.8Q-2.4,15.6 -4,12.4Z", tint(pen, "#f08a84")),
            pen.path(upper, pen.paint(BEAK.flat)),
            pen.path("M-4.6,2.4Q-3,0.4 -0.6,0.2", shine),
        ]
    if kind == "kiss":
        shape = (
            "M0,-1.4C4,-1 6,2 5.2,5C4.4,7 2.6,7.6 3,9.6C2.4,12 -2.4,12 -3,9.6C-2.6,7.6 -4.4,7 -5.2,5C-6,2 -4,-1 0,-1.4Z"
        )
        return [
            pen.path(shape, pen.paint(BEAK.flat)),
            pen.path("M-2.6,8Q0,6.4 2.6,8M-1.6,9.6h3.2", fine(pen).line()),
            pen.path("M-3.4,2.4Q-2.4,0.6 -0.6,0.4", shine),
        ]
    shape = "M0,-1.6C4.4,-1 8,3 7.6,6C6.4,9.6 2.4,13.4 0,14C-2.4,13.4 -6.4,9.6 -7.6,6C-8,3 -4.4,-1 0,-1.6Z"
    mouth = "M-7.6,6C-5,8.2 -3,8.4 0,9.6C3,8.4 6,7.4 8.8,4.4" if kind == "smirk" else "M-7.6,6Q0,11 7.6,6"
    return [
        pen.path(shape, pen.paint(BEAK.flat)),
        pen.path("M-7.6,6Q0,11 7.6,6C6.4,9.6 2.4,13.4 0,14C-2.4,13.4 -6.4,9.6 -7.6,6Z", tint(pen, BEAK.shade)),
        pen.path(shape, pen.line()),
        pen.path(mouth, pen.line()),
        pen.path("M-1.6,2.4q0.4,-0.8 1,-0.4M1.6,2.4q-0.4,-0.8 -1,-0.4", fine(pen).line()),
        pen.path("M-4.6,2.6Q-3,0.6 -0.6,0.2", shine),
    ]


def wattles(pen: Pen) -> list[BaseElement]:
    """The two red drops under the beak."""
    drop = "M1,9.6C5,10.4 7,15 5.6,19C4.4,22 1.4,21.4 0.8,18.4C0.2,15 0,12 1,9.6Z"
    return [
        pen.group(pen.path(drop, pen.paint(RED.flat)), transform="scale(-1 1)"),
        pen.path(drop, pen.paint(RED.shade)),
        pen.path("M-3.6,14Q-4.4,16.6 -3.6,18.6", pen.line(pen.width * 0.7, RED.light if not pen.low else "none")),
    ]


def comb(pen: Pen) -> list[BaseElement]:
    """A red comb seen end on, falling a little to one side."""
    d = (
        "M-5,-12.4C-8,-17 -5,-21 -2.6,-19C-4,-25 1,-29.6 4.4,-26C6,-24 5.2,-21 4.2,-19"
        "C8,-20 9.4,-16 5.6,-12.2Q0,-15 -5,-12.4Z"
    )
    return [
        pen.path(d, pen.paint(RED.flat)),
        pen.path("M1,-27C4,-22 2,-18 5.6,-12.2C9.4,-16 8,-20 4.2,-19C5.6,-22 6,-26 1,-27Z", tint(pen, RED.shade)),
        pen.path(d, pen.line()),
        pen.path("M-1,-23q-1.4,3 -0.8,7", pen.line(pen.width * 0.8, "none" if pen.low else RED.light)),
    ]


def tiara(pen: Pen) -> list[BaseElement]:
    """A tiara of five points, a ruby in the middle."""
    d = (
        "M-11,-8.6L-14,-18L-8,-15.4L-6.4,-23L-2.4,-17.4L0,-27L2.4,-17.4L6.4,-23L8,-15.4L14,-18"
        "L11,-8.6Q0,-14.6 -11,-8.6Z"
    )
    tips: list[Point] = [(-14.2, -18.8), (-6.4, -24), (0, -28), (6.4, -24), (14.2, -18.8)]
    return [
        pen.path(d, pen.paint(GOLD.flat)),
        pen.path("M-11,-8.6L-11.8,-11Q0,-17.6 11.8,-11L11,-8.6Q0,-14.6 -11,-8.6Z", tint(pen, GOLD.shade)),
        pen.path(d, pen.line()),
        pen.path(dots(tips, 1.8), pen.paint(PEARL.flat)),
        pen.path("M0,-20l2.4,3.4l-2.4,3.2l-2.4,-3.2Z", pen.paint(RUBY.flat)),
    ]


def ringlets(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A parting, and corkscrews on both sides."""
    thin = fine(pen)
    parts: list[BaseElement] = []
    for n, x in ((6, 14.4), (5, 11.6)):
        for i in range(n):
            parts.append(
                pen.ellipse(x + (0.8 if i % 2 else -0.8), -3 + 4.6 * i, 4.2 - 0.3 * i, 3.1, pen.paint(tone.flat), 24)
            )
    half = "M0,-17C-8,-19 -15,-13 -15,-4C-12,-3 -9.6,-8 -6,-10C-3,-11.4 -1,-12.6 0,-13Z"
    parts += [pen.path(half, pen.paint(tone.flat)), pen.path("M-2,-15C-7,-15.4 -11,-12 -12.6,-7", thin.line())]
    fixed = parts[:-2]
    return [
        *fixed,
        pen.group(*fixed, transform="scale(-1 1)"),
        *parts[-2:],
        pen.group(*parts[-2:], transform="scale(-1 1)"),
    ]


def pompadour(pen: Pen, tone: Tone = PEARL) -> list[BaseElement]:
    """A powdered tower with three rolls on each side and a bow."""
    d = (
        "M-12,-5C-17,-14 -18,-28 -12,-38C-8,-44 8,-44 12,-38C18,-28 17,-14 12,-5C9,-11 5,-13.4 0,-13.4"
        "C-5,-13.4 -9,-11 -12,-5Z"
    )
    folds = "M-7,-12C-11,-22 -8,-34 -2,-40M0,-14C-2,-24 1,-32 4,-40M7,-12C8,-22 10,-30 10,-37"
    thin = fine(pen)
    rolls: list[BaseElement] = []
    for x, y, r in ((15.4, -14, 4.6), (16, -5, 4.2), (15, 3, 3.6)):
        for way in (-1, 1):
            curl = (
                f"M{num(x * way + r * 0.5)},{num(y)}a{num(r * 0.5)},{num(r * 0.5)} 0 1 0 {num(-r * 0.5)},{num(r * 0.5)}"
            )
            rolls += [pen.circle(x * way, y, r, pen.paint(tone.flat)), pen.path(curl, thin.line())]
    return [
        *rolls,
        pen.path(d, pen.paint(tone.flat)),
        pen.path(
            "M4,-42C10,-42 13,-38 14,-33C17,-24 16,-12 12,-5C10,-9 8,-11 6,-12C12,-22 11,-34 4,-42Z",
            tint(pen, tone.shade),
        ),
        pen.path(folds, thin.line()),
        pen.path(d, pen.line()),
        *bow(pen, 0, -22, 1.2),
    ]


def bow(pen: Pen, x: float, y: float, size: float, fill: str = RUBY.flat) -> list[BaseElement]:
    """A bow of ribbon."""
    d = "M0,0C-5,-7 -11,-6 -10.4,-1C-10,4 -5,4.4 0,0C5,-7 11,-6 10.4,-1C10,4 5,4.4 0,0Z"
    p = replace(pen, width=pen.width / size)
    return [
        pen.group(
            p.path("M-1,0L-7,9L-3.6,8L-1.6,10.4L0,2L1.6,10.4L3.6,8L7,9L1,0Z", p.paint(RUBY.shade)),
            p.path(d, p.paint(fill)),
            p.path("M-3,-1Q-6,-3.4 -8,-2.6M3,-1Q6,-3.4 8,-2.6", fine(p).line()),
            p.circle(0, 0, 2.2, p.paint(RUBY.light)),
            transform=f"translate({num(x)} {num(y)}) scale({size})",
        )
    ]


def bun(pen: Pen, tone: Tone) -> list[BaseElement]:
    """Hair parted in the middle and drawn up to a bun, with two pins."""
    half = "M0,-15C-8,-17 -13.6,-12 -13.8,-3C-12,-5 -10.6,-9 -6.6,-10.6C-4,-11.6 -1.4,-11.6 0,-12.6Z"
    side = [pen.path(half, pen.paint(tone.flat)), pen.path("M-1,-13.6C-6,-14.4 -10,-12 -11.8,-7.6", fine(pen).line())]
    return [
        pen.path("M-11,-28L6,-16M10,-29L-6,-15", pen.line(pen.width * 1.3, GOLD.shade)),
        pen.path(dots([(-11.6, -28.4), (10.6, -29.4)], 1.8), pen.paint(GOLD.flat)),
        pen.circle(0, -20, 8, pen.paint(tone.flat)),
        pen.path("M5,-20a5,5 0 1 0 -5,5a7.4,7.4 0 0 0 7,-4M-6.4,-16q3,4 8,4", fine(pen).line()),
        *both(pen, *side),
    ]


def mobcap(pen: Pen) -> list[BaseElement]:
    """A lace cap with a frill and a blue ribbon."""
    puff = "M-13,-10C-19,-22 -10,-31 0,-31C10,-31 19,-22 13,-10Q0,-17 -13,-10Z"
    frill = "M-15,-4"
    for i in range(6):
        x = -10 + 5 * i
        frill += f"C{num(x - 5.4)},{num(-5.6)} {num(x - 1)},{num(-4.6 - 3.4 * (1 - abs(i - 2.5) / 2.5))} "
        frill += f"{num(x)},{num(-8.4 - 1.6 * (1 - abs(i - 2.5) / 2.5))}"
    frill += "C16,-2 19,-6 17,-9C12,-17 -12,-17 -17,-9C-19,-6 -17,-3 -15,-4Z"
    return [
        pen.path(puff, pen.paint(PEARL.flat)),
        pen.path("M4,-31C12,-29 18,-21 13,-10Q10,-12 6,-13C11,-20 10,-26 4,-31Z", tint(pen, PEARL.shade)),
        pen.path("M-6,-28Q-8,-21 -6,-15M0,-29Q0,-22 0,-16M6,-28Q8,-21 6,-15", fine(pen).line()),
        pen.path(puff, pen.line()),
        pen.path(frill, pen.paint(PEARL.flat)),
        pen.path("M-14.6,-10Q0,-19.4 14.6,-10", pen.line(pen.width * 2, "#7fb0c4" if not pen.low else None)),
        *bow(pen, 0, -15.4, 0.5, "#7fb0c4"),
    ]


def crest(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A crest that explodes to all sides."""
    parts: list[BaseElement] = []
    for i, (angle, length) in enumerate(
        ((184, 20), (356, 20), (202, 25), (338, 25), (220, 28), (320, 28), (240, 30), (300, 30), (260, 32), (281, 32))
    ):
        curl = 3 if angle < 270 and angle > 90 else -3
        parts += plume(pen, (0, -7), angle, length, 5, (tone.flat, tone.light)[i // 2 % 2], -curl, quill=i > 3)
    parts.append(pen.path("M-10,-7Q0,-16 10,-7Q5,-9 0,-7.6Q-5,-9 -10,-7Z", tint(pen, tone.shade)))
    return parts


def band(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A band low on the brow with a jewel and two upright feathers."""
    return [
        *plume(pen, (6, -12), 284, 27, 5.6, tone.light, 4),
        *plume(pen, (5, -12), 258, 31, 5.8, tone.flat, -4),
        pen.path(
            "M-12.4,-5C-11,-14 -5,-15.6 0,-15.6C5,-15.6 11,-14 12.4,-5C8,-10 4,-11 0,-11C-4,-11 -8,-10 -12.4,-5Z",
            pen.paint(RUBY.flat),
        ),
        pen.path(dots([(-7, -11), (-3, -12.8), (1, -13.2)], 1), pen.paint(PEARL.flat, width=pen.width * 0.6)),
        pen.circle(6, -12.4, 3.4, pen.paint(GOLD.flat)),
        pen.circle(6, -12.4, 1.5, pen.paint(PEARL.flat)),
    ]


def curls(pen: Pen, tone: Tone) -> list[BaseElement]:
    """A heap of round curls, freshly set."""
    thin = fine(pen)
    parts: list[BaseElement] = []
    spots = ((-14, 2, 4.4), (14, 2, 4.4), (-14.6, -6, 4.8), (14.6, -6, 4.8), (-10.6, -13.4, 5.2), (10.6, -13.4, 5.2),
             (-4, -18.4, 5.4), (4.6, -18, 5.4), (0, -12.4, 4.4))  # fmt: skip
    for i, (x, y, r) in enumerate(spots):
        parts.append(pen.circle(x, y, r, pen.paint((tone.flat, tone.light)[i // 2 % 2])))
        a, b = polar((x, y), 40 + i * 50, r * 0.5), polar((x, y), 270 + i * 50, r * 0.5)
        parts.append(pen.path(f"M{point(a)}A{num(r * 0.5)},{num(r * 0.5)} 0 1 1 {point(b)}", thin.line()))
    return parts


def necklet(pen: Pen, fill: str = PEARL.flat) -> list[BaseElement]:
    """A string of pearls round the throat."""
    beads = [polar((0, 8), 180 - 12 * i - 18, 16.4) for i in range(13)]
    return [pen.circle(x, y + 4, 2, pen.paint(fill, width=pen.width * 0.8)) for x, y in beads]
