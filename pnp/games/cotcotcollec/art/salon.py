"""What the pictures of the salon share: the ladies' colours and tails, the floor's shadows, small things in the air."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement

from pnp.face.art.curve import num
from pnp.face.art.pen import Pen

from .hen import Hen, Plumage, wing
from .palette import Tone

WHITE = Tone("#fcf3e4", "#e4d0b2", "#ffffff")
BUFF = Tone("#eec27c", "#cf9748", "#f9dfae")
CHESTNUT = Tone("#b5652f", "#8a4520", "#d58a52")
SLATE = Tone("#8f95ab", "#6a7089", "#b7bccd")
BLACK = Tone("#544a5c", "#3a3142", "#7d7286")
ROSE = Tone("#f1b9b4", "#d98e8c", "#fbdcd7")
LAVENDER = Tone("#c3b0dc", "#9c86bd", "#e0d4ef")
MINT = Tone("#b9d9bd", "#8db795", "#daefdc")
RUST = Tone("#d5743c", "#ab5122", "#eda06d")
SKY = Tone("#a9cbe0", "#7ba5c1", "#d3e6f2")

UPRIGHT = (
    (208, 22, 6, -6),
    (222, 28, 7, -7),
    (300, 26, 6.5, 7),
    (237, 34, 7.5, -6),
    (286, 32, 7.5, 7),
    (269, 36, 8, 5),
    (252, 37, 8, -2),
)
TUCKED = (
    (222, 20, 6, -6),
    (235, 27, 7, -6),
    (306, 24, 6.5, 6),
    (249, 33, 7.5, -5),
    (292, 30, 7.5, 7),
    (277, 35, 8, 5),
    (262, 36, 8, -2),
)

DRESS: dict[str, Plumage] = {
    "ring": Plumage(WHITE, WHITE, (ROSE.flat, WHITE.flat, ROSE.light)),
    "rug": Plumage(BUFF, CHESTNUT, (CHESTNUT.flat, BUFF.flat, BUFF.light)),
    "trophy": Plumage(SKY, SKY, (SKY.shade, WHITE.flat, SKY.flat)),
    "necklace": Plumage(BLACK, BLACK, (LAVENDER.shade, BLACK.shade, BLACK.light)),
    "showcase": Plumage(RUST, RUST, ("#7d3418", RUST.flat, BUFF.flat)),
    "fan": Plumage(MINT, MINT, (MINT.shade, WHITE.flat, MINT.flat)),
    "egg": Plumage(CHESTNUT, CHESTNUT, (CHESTNUT.shade, BUFF.flat, CHESTNUT.flat)),
    "hat": Plumage(LAVENDER, LAVENDER, (LAVENDER.shade, LAVENDER.light, LAVENDER.flat)),
    "perfume": Plumage(SLATE, SLATE, (SLATE.shade, WHITE.flat, SLATE.flat)),
    "gramophone": Plumage(WHITE, BLACK, (BLACK.flat, WHITE.flat, BLACK.shade), speckle="#544a5c"),
    "doubler": Plumage(ROSE, ROSE, (ROSE.shade, WHITE.flat, ROSE.flat)),
}
"""The plumage of each lady, by the treasure that is hers."""


def nib(pen: Pen) -> Pen:
    """The pen of the scenes, finer because a scene fills a card."""
    return replace(pen, width=pen.width * 0.56)


def hers(pen: Pen, scale: float) -> Pen:
    """The same width of line for a lady drawn at that scale."""
    return replace(pen, width=pen.width / scale)


def ground(pen: Pen, x: float, y: float, r: float) -> BaseElement:
    """The shadow that something casts on the floor, away from the light at the upper left."""
    end = min(x + r * 1.7, 48.5)
    far = x + (end - x) * 0.62
    long = (
        f"M{num(x - r)},{num(y)}"
        f"C{num(x - r * 0.9)},{num(y - 3)} {num(x + r * 0.5)},{num(y - 3.4)} {num(far)},{num(y - 1.6)}"
    )
    long += f"C{num(end - 2)},{num(y - 0.6)} {num(end)},{num(y + 3.8)} {num(far)},{num(y + 3.6)}"
    long += f"C{num(x)},{num(y + 3.2)} {num(x - r)},{num(y + 3)} {num(x - r)},{num(y)}Z"
    return pen.path(long, pen.paint("#4a2330", stroke="none", opacity=0.38))


def gesture(pen: Pen, hen: Hen) -> list[BaseElement]:
    """The near wing alone, to be laid over what she holds."""
    return wing(pen, hen.near, hen, False) if hen.near else []


def heart(pen: Pen, x: float, y: float, size: float) -> BaseElement:
    """A small heart in the air."""
    d = "M0,8C-3,4 -9,1 -9,-4C-9,-9 -2,-10 0,-5C2,-10 9,-9 9,-4C9,1 3,4 0,8Z"
    return pen.group(
        pen.path(d, pen.paint("#e0526b", width=pen.width / size)),
        transform=f"translate({num(x)} {num(y)}) scale({size})",
    )


def fist(pen: Pen, x: float, y: float, tone: Tone) -> BaseElement:
    """Three feathers closed round a handle."""
    rows = [pen.ellipse(0, 3.4 * i, 5, 2.2, pen.paint(tone.flat), turn=-14) for i in (-1, 0, 1)]
    return pen.group(*rows, transform=f"translate({num(x)} {num(y)})")


def note(pen: Pen, x: float, y: float, size: float) -> BaseElement:
    """A note of music."""
    d = "M-3,6A3.4,2.6 0 1 1 -1,4L-1,-8L8,-10L8,2A3.4,2.6 0 1 1 6,0L6,-5.6L1,-4.4L1,4"
    return pen.group(
        pen.path(d, pen.paint(pen.outline, stroke="none", solid=True)),
        transform=f"translate({num(x)} {num(y)}) scale({size})",
    )
