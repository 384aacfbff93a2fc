"""Bodies seen from a little above: wide at the shoulders, small at the feet, with a shadow on the gravel."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, num, point, polar
from pnp.face.art.pen import PAPER, Pen

from .palette import INK, WHITE, Wash
from .wash import black, limb, tint


def shadow(pen: Pen, x: float = 2, width: float = 19, y: float = 44) -> BaseElement:
    """What a figure casts on the ground, to the lower right."""
    return pen.ellipse(x + 6, y, width + 4, 4.8, tint(pen, "#8a9a63", 0.45))


def shoes(pen: Pen, left: Point, right: Point, colour: str = INK) -> list[BaseElement]:
    """Two pointed shoes turned outwards."""
    d = ""
    for side, (x, y) in ((-1, left), (1, right)):
        d += (
            f"M{num(x - side * 2.4)},{num(y - 2.6)}"
            f"Q{num(x + side * 3)},{num(y - 3)} {num(x + side * 6)},{num(y + 0.8)}"
            f"Q{num(x + side * 4)},{num(y + 2.4)} {num(x - side * 2)},{num(y + 2)}Z"
        )
    return [pen.path(d, black(pen, INK if pen.low else colour))]


def legs(
    pen: Pen, cloth: Wash, top: float = 26, gap: float = 5.4, foot: float = 42, width: float = 6.4
) -> list[BaseElement]:
    """Two trouser legs that come together towards the feet."""
    g, f = gap, gap * 0.8
    return limb(
        pen, f"M{num(-g)},{num(top)}L{num(-f)},{num(foot)}M{num(g)},{num(top)}L{num(f)},{num(foot)}", width, cloth.flat
    )


def coat(
    pen: Pen, cloth: Wash, shoulder: float = 16, waist: float = 12, hem: float = 14, bottom: float = 30, top: float = -5
) -> list[BaseElement]:
    """A jacket or coat, with its shadow side."""
    s, w, h = shoulder, waist, hem
    y = top + (bottom - top) * 0.55
    right = (
        f"C{num(s + 1)},{num(top + 1)} {num(s + 1)},{num(top + 6)} {num(w + 1)},{num(y)}"
        f"Q{num(w + 1)},{num(bottom - 6)} {num(h)},{num(bottom)}"
    )
    d = (
        f"M0,{num(top - 1)}{right}Q0,{num(bottom + 3)} {num(-h)},{num(bottom)}"
        f"Q{num(-w - 1)},{num(bottom - 6)} {num(-w - 1)},{num(y)}"
        f"C{num(-s - 1)},{num(top + 6)} {num(-s - 1)},{num(top + 1)} 0,{num(top - 1)}Z"
    )
    side = (
        f"M{num(s * 0.55)},{num(top + 1)}"
        f"C{num(s + 1)},{num(top + 2)} {num(s + 1)},{num(top + 6)} {num(w + 1)},{num(y)}"
        f"Q{num(w + 1)},{num(bottom - 6)} {num(h)},{num(bottom)}"
        f"L{num(h * 0.45)},{num(bottom + 1.2)}"
        f"Q{num(w * 0.8)},{num(y)} {num(s * 0.55)},{num(top + 1)}Z"
    )
    light = (
        f"M{num(-s * 0.8)},{num(top + 3)}"
        f"Q{num(-w - 1)},{num(y - 4)} {num(1.4 - w)},{num(bottom - 2)}"
        f"L{num(4 - w)},{num(bottom - 1)}"
        f"Q{num(3 - w)},{num(y)} {num(-s * 0.55)},{num(top + 2)}Z"
    )
    return _washed(pen, cloth, d, side, light)


def gown(
    pen: Pen,
    cloth: Wash,
    shoulder: float = 12,
    waist: float = 9,
    hem: float = 20,
    bottom: float = 43,
    top: float = -4,
    middle: float = 12,
) -> list[BaseElement]:
    """A long dress that opens from the waist."""
    s, w, h = shoulder, waist, hem
    d = (
        f"M0,{num(top - 1)}"
        f"C{num(s)},{num(top - 1)} {num(s + 1)},{num(top + 4)} {num(w)},{num(middle)}"
        f"C{num(w + 4)},{num(middle + 8)} {num(h - 1)},{num(bottom - 12)} {num(h)},{num(bottom - 1)}"
        f"Q{num(h / 2)},{num(bottom + 3)} 0,{num(bottom + 1.4)}"
        f"Q{num(-h / 2)},{num(bottom + 3)} {num(-h)},{num(bottom - 1)}"
        f"C{num(1 - h)},{num(bottom - 12)} {num(-w - 4)},{num(middle + 8)} {num(-w)},{num(middle)}"
        f"C{num(-s - 1)},{num(top + 4)} {num(-s)},{num(top - 1)} 0,{num(top - 1)}Z"
    )
    side = (
        f"M{num(s * 0.5)},{num(top)}"
        f"C{num(s + 1)},{num(top)} {num(s + 1)},{num(top + 4)} {num(w)},{num(middle)}"
        f"C{num(w + 4)},{num(middle + 8)} {num(h - 1)},{num(bottom - 12)} {num(h)},{num(bottom - 1)}"
        f"Q{num(h * 0.75)},{num(bottom + 2)} {num(h * 0.5)},{num(bottom + 1.8)}"
        f"C{num(h * 0.5)},{num(middle + 14)} {num(w * 0.3)},{num(middle + 4)} {num(s * 0.5)},{num(top)}"
        "Z"
    )
    light = (
        f"M{num(-s * 0.7)},{num(top + 2)}"
        f"Q{num(-w * 0.8)},{num(middle)} {num(1.6 - w)},{num(middle + 2)}"
        f"Q{num(2 - h)},{num(bottom - 12)} {num(2 - h)},{num(bottom - 2)}"
        f"L{num(5 - h)},{num(bottom - 1)}"
        f"Q{num(5 - h)},{num(bottom - 12)} {num(4 - w)},{num(middle + 2)}"
        f"Q{num(3 - w)},{num(middle - 4)} {num(-s * 0.5)},{num(top + 1.6)}Z"
    )
    return _washed(pen, cloth, d, side, light)


def _washed(pen: Pen, cloth: Wash, d: str, side: str, light: str) -> list[BaseElement]:
    """A piece of cloth: the first wash, its shadow side, paper left bare on its light side, the line."""
    return [
        pen.path(d, pen.paint(cloth.flat)),
        pen.path(side, tint(pen, cloth.deep)),
        pen.path(light, tint(pen, "#ffffff", 0.4)),
        pen.path(d, pen.line()),
    ]


def arm(
    pen: Pen,
    shoulder: Point,
    elbow: Point,
    hand: Point,
    cloth: Wash,
    skin: Wash,
    width: float = 6,
    cuff: str | None = None,
) -> list[BaseElement]:
    """A sleeve bent at the elbow, and a hand."""
    parts: list[BaseElement] = [pen.circle(hand[0], hand[1], width * 0.56, pen.paint(skin.flat))]
    dx, dy = elbow[0] - hand[0], elbow[1] - hand[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    end = (hand[0] + dx / length * width * 0.62, hand[1] + dy / length * width * 0.62)
    parts += limb(pen, f"M{point(shoulder)}Q{point(elbow)} {point(end)}", width, cloth.flat)
    inward = -1 if shoulder[0] > 0 else 1
    open_end = (shoulder[0] + inward * width * 0.22, shoulder[1] + width * 0.12)
    parts.append(
        pen.circle(*open_end, width * 0.5, pen.paint(PAPER if pen.low else cloth.flat, stroke="none", solid=True))
    )
    if cuff:
        parts += limb(
            pen, f"M{point(end)}L{point((end[0] + dx / length * 0.6, end[1] + dy / length * 0.6))}", width, cuff
        )
    return parts


def fingers(pen: Pen, at: Point, angle: float, skin: Wash, count: int = 4, length: float = 4.4) -> list[BaseElement]:
    """Spread fingers of a startled hand."""
    tips = [polar(at, angle + (i - (count - 1) / 2) * 26, length) for i in range(count)]
    d = "".join(f"M{point(at)}L{point(tip)}" for tip in tips)
    return [
        *limb(pen, d, 1.7, skin.flat),
        pen.circle(at[0], at[1], 2.6, pen.paint(skin.flat, stroke="none", solid=not pen.low)),
    ]


def buttons(pen: Pen, x: float, ys: tuple[float, ...], colour: str, r: float = 1.1) -> list[BaseElement]:
    """A row of buttons."""
    return [pen.circle(x, y, r, pen.paint(colour, width=pen.width * 0.5)) for y in ys]


def collar(
    pen: Pen, y: float = -4, width: float = 6, drop: float = 9, shirt: str = WHITE.flat, tie: str | None = None
) -> list[BaseElement]:
    """The white of a shirt between two lapels, and a tie."""
    parts: list[BaseElement] = [
        pen.path(
            f"M{num(-width)},{num(y - 1)}L0,{num(y + drop)}L{num(width)},{num(y - 1)}Z",
            pen.paint(shirt, width=pen.width * 0.8),
        )
    ]
    if tie:
        parts.append(
            pen.path(
                (
                    f"M-1.6,{num(y)}L1.6,{num(y)}L2.2,{num(y + drop - 4)}L0,{num(y + drop - 0.6)}"
                    f"L-2.2,{num(y + drop - 4)}Z"
                ),
                pen.paint(tie, width=pen.width * 0.7),
            )
        )
    return parts
