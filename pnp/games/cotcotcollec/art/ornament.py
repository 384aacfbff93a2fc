"""The gilt: the frame of a card, the plate of its corner index, and the ribbon of its name.

Drawn in millimetres; the frame round the centre of a card of 63 × 88, plate and ribbon round their own.
"""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, num
from pnp.face.art.pen import PAPER, Drawing, Pen

from .palette import BURGUNDY, CREAM, GOLD, MOTIFS
from .stage import cover, tint

LINE = 0.35


def opening(x: float, y: float, r: float) -> str:
    """A rectangle with rounded corners, from −x, −y to x, y, run anticlockwise."""
    a, b, turn = num(x - r), num(y - r), f"A{num(r)},{num(r)} 0 0 0 "
    sides = f"M{a},{num(-y)}H{num(r - x)}{turn}{num(-x)},{num(r - y)}V{b}{turn}{num(r - x)},{num(y)}"
    return f"{sides}H{a}{turn}{num(x)},{b}V{num(r - y)}{turn}{a},{num(-y)}Z"


def scroll(pen: Pen, x: float, y: float, flip: int) -> list[BaseElement]:
    """A rococo corner of two scrolls and a shell; `flip` 1 for the upper right, −1 for the lower left."""
    leaf = (
        "M1.2,-1C-1.6,-1.8 -4.4,-1.6 -6.4,-0.6C-8.2,0.4 -8,2.4 -6.4,2.3C-5.4,2.2 -5.4,1 -6.1,0.9"
        "C-4.4,0 -2.4,0.4 -1.2,1.2C-0.4,2.4 0,4.4 -0.9,6.1C-1,5.4 -2.2,5.4 -2.3,6.4C-2.4,8 -0.4,8.2 0.6,6.4"
        "C1.6,4.4 1.8,1.6 1,-1.2Z"
    )
    shell = (
        "M1.6,-1.6C1,-3 -0.6,-2.8 -0.9,-1.9C-2,-2.4 -3,-1.6 -2.8,-0.6C-4,-0.2 -4,1.2 -3.1,1.7"
        "C-3.4,2.9 -2.4,3.6 -1.5,3.2C-1,4.2 0.6,4 0.8,2.9C1.8,2.9 2.3,1.9 1.9,1.1C2.8,0.4 2.6,-1 1.6,-1.6Z"
    )
    ribs = "M1.2,-1.2L-0.9,-1.3M1.2,-1.2L-2.4,0M1.2,-1.2L-2.6,1.5M1.2,-1.2L-1.3,2.8M1.2,-1.2L0.5,2.7M1.2,-1.2L1.6,1"
    group = pen.group(
        pen.path(leaf, pen.paint(GOLD.flat, width=LINE)),
        pen.path(shell, pen.paint(GOLD.light, width=LINE)),
        pen.path(ribs, pen.line(LINE * 0.6)),
        transform=f"translate({x} {y})" if flip == 1 else f"translate({x} {y}) rotate(180)",
    )
    return [group]


def frame(pen: Pen) -> Group:
    """The gilt frame with the paper outside it; it hides whatever the picture lets run over."""
    outer, inner = opening(28.1, 40.6, 3.6), opening(26.6, 39.1, 2.4)
    mask = "M-40,-52H40V52H-40Z" + outer  # over any bleed
    band = (
        "M-24.5,-40.6H24.5A3.6,3.6 0 0 1 28.1,-37V37A3.6,3.6 0 0 1 24.5,40.6H-24.5A3.6,3.6 0 0 1 -28.1,37"
        "V-37A3.6,3.6 0 0 1 -24.5,-40.6Z"
    ) + inner
    return pen.group(
        pen.path(mask, cover(pen, CREAM.flat)),
        pen.path(band, pen.paint(GOLD.flat, width=LINE)),
        pen.path(opening(27.5, 40, 3.1), pen.line(0.4, "none" if pen.low else GOLD.light)),
        *scroll(pen, 25.5, -38, 1),
        *scroll(pen, -25.5, 38, -1),
    )


def plate(pen: Pen) -> Group:
    """The cream plate of a corner index, 10 × 22 with its gilt edge, with a scalloped foot."""
    shape = (
        "M-4.4,-8.2A2,2 0 0 1 -2.4,-10.2H2.4A2,2 0 0 1 4.4,-8.2V7C4.4,9 2.4,8.4 1.5,9.4C1,10 0.6,10.6 0,10.6"
        "C-0.6,10.6 -1,10 -1.5,9.4C-2.4,8.4 -4.4,9 -4.4,7Z"
    )
    return pen.group(
        pen.path(shape, pen.paint(CREAM.light, width=LINE * 3.4)),
        pen.path(shape, pen.line(LINE * 1.6, PAPER if pen.low else GOLD.flat)),
    )


def cartouche(pen: Pen) -> Group:
    """The paper under the name, where the line of wit stands; 53 × 17."""
    return pen.group(
        pen.path(
            "M-27.2,-8H27.2V7A2.4,2.4 0 0 1 24.8,9.4H-24.8A2.4,2.4 0 0 1 -27.2,7Z", pen.paint(CREAM.light, width=LINE)
        ),
    )


def ribbon(motif: str) -> Drawing:
    """The drawing of a motif's ribbon, 47 × 10, for its name."""
    fill, dark = (BURGUNDY.flat, BURGUNDY.shade) if motif == "trophy" else (MOTIFS[motif][1], MOTIFS[motif][1])

    def draw(pen: Pen) -> Group:
        tails = "M-17,-2.4L-23.6,-1.2L-21.6,1.9L-23.6,5.4L-15,4.4ZM17,-2.4L23.6,-1.2L21.6,1.9L23.6,5.4L15,4.4Z"
        folds = "M-19.6,3.4L-15,4.4L-15,2.4ZM19.6,3.4L15,4.4L15,2.4Z"
        band = "M-19.6,-4.2Q0,-5.4 19.6,-4.2V3.4Q0,2.2 -19.6,3.4Z"
        edge = "M-18.8,-3.3Q0,-4.5 18.8,-3.3M-18.8,2.7Q0,1.5 18.8,2.7"
        return pen.group(
            pen.path(tails, pen.paint(dark, width=LINE)),
            pen.path(tails, tint_dark(pen)),
            pen.path(folds, pen.paint("#3b2418", width=LINE)),
            pen.path(band, pen.paint(fill, width=LINE * 1.2)),
            pen.path(edge, pen.line(0.3, "none" if pen.low else GOLD.light)),
        )

    draw.__doc__ = f"The ribbon for the name of the {motif}."
    return draw


def tint_dark(pen: Pen) -> dict[str, str | float]:
    """A veil of shadow."""
    return pen.paint("#000000", stroke="none", opacity=0.22)


def back_frame(pen: Pen) -> Group:
    """The back of a card: a damask field in a gilt frame with four scrolled corners; it looks the same upside down."""
    field = "M-26.6,-39.1H26.6V39.1H-26.6Z"
    star = "m0,-1.9q0.3,1.6 1.9,1.9q-1.6,0.3 -1.9,1.9q-0.3,-1.6 -1.9,-1.9q1.6,-0.3 1.9,-1.9z"
    places = [(7.6 * c + (3.8 if r % 2 else 0), 5.2 * r) for r in range(-7, 8) for c in range(-4, 4)]
    places = [(x, y) for x, y in places if abs(x) < 25 and abs(y) < 37.5]
    pattern = "".join(f"M{num(x)},{num(y)}{star}" for x, y in places)
    outer = (
        "M-24.5,-40.6H24.5A3.6,3.6 0 0 1 28.1,-37V37A3.6,3.6 0 0 1 24.5,40.6H-24.5A3.6,3.6 0 0 1 -28.1,37V-37"
        "A3.6,3.6 0 0 1 -24.5,-40.6Z"
    )
    flips = ("", "rotate(180)", "scale(-1 1)", "scale(1 -1)")
    return pen.group(
        pen.path(field, tint(pen, "#8a2f42")),
        pen.path(pattern, tint(pen, "#a0475a")),
        pen.path(outer + opening(26.6, 39.1, 2.4), pen.paint(GOLD.flat, width=LINE)),
        pen.path(opening(27.5, 40, 3.1), pen.line(0.4, "none" if pen.low else GOLD.light)),
        pen.path(opening(25.4, 37.9, 1.6), pen.line(0.3, GOLD.flat if not pen.low else None)),
        *(pen.group(*scroll(pen, 25.5, -38, 1), transform=flip) for flip in flips),
    )


def dais(pen: Pen) -> Group:
    """A round stage with a valance, 26 wide, its floor round the origin and its foot 7 below."""
    front = "M-13,0V7.4H13V0C13,1.9 7.2,3.2 0,3.2C-7.2,3.2 -13,1.9 -13,0Z"
    scallops = (
        "M-13,0C-13,1.9 -7.2,3.2 0,3.2C7.2,3.2 13,1.9 13,0V2.6Q12,4.6 10.4,4.2Q8.6,6 6.6,5.1Q4.8,6.8 2.6,5.6"
        "Q0,7.2 -2.6,5.6Q-4.8,6.8 -6.6,5.1Q-8.6,6 -10.4,4.2Q-12,4.6 -13,2.6Z"
    )
    floor = pen.paint("#d9a566", width=LINE)
    return pen.group(
        pen.path(front, pen.paint(BURGUNDY.flat, width=LINE)),
        pen.path(scallops, pen.paint(GOLD.flat, width=LINE)),
        pen.ellipse(0, 0, 13, 3.2, floor),
        pen.path("M-9.6,-1.3H9.6M-11.6,0.7H11.6", pen.line(LINE * 0.5, "#b98748" if not pen.low else None)),
        pen.ellipse(0, 0.2, 8.6, 1.5, tint(pen, "#b98748")),
    )


def garland(pen: Pen) -> Group:
    """A small garland of pearls and a bow, 40 wide, to part or to crown."""
    pearls = [(-18 + 2 * i, 1.6 - 0.012 * (abs(-18 + 2 * i) - 9) ** 2 * 1.6) for i in range(19)]
    return pen.group(
        pen.path(dots(pearls, 0.7), pen.paint(CREAM.light, width=0.25)),
        pen.path(
            "M0,0C-3,-3 -6,-2.4 -5.6,0C-5.4,2.2 -2.6,2 0,0C3,-3 6,-2.4 5.6,0C5.4,2.2 2.6,2 0,0Z",
            pen.paint(BURGUNDY.flat, width=LINE),
        ),
        pen.circle(0, 0, 1, pen.paint(GOLD.flat, width=LINE)),
        pen.path("M-18,1.4h-3M18,1.4h3", pen.line(0.3, GOLD.shade)),
        pen.path(dots([(-22, 1.4), (22, 1.4)], 0.8), tint(pen, GOLD.shade)),
    )
