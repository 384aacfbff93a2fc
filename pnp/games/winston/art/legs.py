"""Legs: short, and never quite enough of them; every kind has its own footwear."""

from __future__ import annotations

from dataclasses import dataclass

from .brush import FINE, HAIR, THICK, Brush
from .curve import box, oval
from .palette import CREAM, GOLD, GROUND, INK, LOOKS, WHITE

HIP = 57.0


@dataclass(frozen=True)
class Leg:
    """A leg that hangs from the trunk at `x`; its foot is `step` to the right of it and `lift` above the ground."""

    x: float
    step: float = 0
    lift: float = 0
    far: bool = False
    tip: float = 0
    """How far the foot is turned up, in degrees."""


def shin(leg: Leg, wide: float = 3.4) -> str:
    """The leg down to the ankle."""
    foot = leg.x + leg.step
    end = GROUND - 3 - leg.lift
    knee = (HIP + end) / 2 + 1
    mid = leg.x + leg.step * 0.35
    return (
        f"{leg.x - wide - 0.8},{HIP}! {mid - wide},{knee} {foot - wide + 0.6},{end}! "
        f"{foot + wide - 0.6},{end}! {mid + wide + 0.2},{knee} {leg.x + wide + 1},{HIP}!"
    )


def paw(brush: Brush, fill: str) -> None:
    """A bare paw, with toes."""
    brush.blob("2.9,-4.6 -2.4,-4.8 -6.8,-3.2 -8,-0.6 -6.6,0.2 2.6,0.2 3.4,-1.6", fill)
    brush.thread("-6,-0.2 -6.2,-1.4 -5.4,-2.2|-3.4,0 -3.7,-1.4 -3,-2.4")


def spat(brush: Brush) -> None:
    """A polished shoe under a white gaiter with buttons."""
    brush.blob("3,-2.6 -2,-3 -7,-2.4 -8.6,-0.4 -7.8,0.2! 3.4,0.2! 3.6,-1.4", INK)
    brush.blob("3.2,-7.4! 3.6,-1.6! 0.6,-1! -3.4,-2! -5,-2.4 -3,-7.4!", WHITE)
    brush.dots([(-2.2, -5.8), (-2.6, -3.8)], 0.42)


def pointe(brush: Brush) -> None:
    """A ballet shoe on the very tip, with crossed ribbons."""
    brush.blob("2.6,-7 2.4,-3.4 0.6,0! -2,0! -3.2,-2.4 -2.8,-7", "#e8577f")
    brush.blob("2.7,-6.6 0,-5 -2.9,-6.6 0,-7.6", WHITE, HAIR)
    brush.thread("-2.8,-8 2.6,-10.4|2.8,-8 -2.6,-10.4", 0.6, "#d33a66")


def sabaton(brush: Brush) -> None:
    """A pointed iron shoe of three plates."""
    brush.blob("3.2,-6.8! 3.6,0.2! -9.6,0.2! -5.4,-3.4 -3.2,-6.8!", "#cfd8e0")
    brush.thread("-1,0 -1.4,-3 0.6,-6.4|-4,0 -4.4,-2 -3.4,-4.6")
    brush.blob("3.6,-8.4 3.4,-5.8 -3.2,-5.8 -3.4,-8.4", "#a5b4c1", HAIR)


def boot(brush: Brush) -> None:
    """A moon boot on a thick sole."""
    brush.blob("3.9,-7.4 4,-1.6 -7.4,-1.4 -7.6,-4 -4,-5.4 -3.7,-7.4", "#f4f4f4")
    brush.blob(box(-8, -1.9, 12.4, 2.1), "#ee7d35")
    brush.blob("4.2,-8.6 4,-6.4 -3.8,-6.4 -4,-8.6", "#ced5e4", HAIR)
    brush.thread("-6,-0.1 -6,-1.2|-3.6,-0.1 -3.6,-1.2|-1.2,-0.1 -1.2,-1.2|1.2,-0.1 1.2,-1.2")


def stomper(brush: Brush) -> None:
    """A laced boot with a yellow welt."""
    brush.blob("3.4,-10! 3.6,-1.6! -8,-1.4! -8.2,-4 -5,-5.2 -3.2,-6.4 -3.4,-10!", "#a32a3a")
    brush.cover(box(-8.2, -1.6, 12.2, 1.9), INK)
    brush.thread("-7.6,-1.9 3.4,-1.9", 0.5, GOLD)
    brush.thread("-3.2,-9 -1.2,-8.4|-3.2,-7.4 -1,-6.8|-4.4,-5.8 -2.6,-5", 0.5, CREAM)


def leg(brush: Brush, kind: str, limb: Leg) -> None:
    """One leg with its foot; the far ones lie in the shade."""
    look = LOOKS[kind]
    cloth = {"ballerina": WHITE, "knight": "#b8b2a8", "astronaut": "#f4f4f4", "punk": look.coat}
    dark = {
        "sailor": "#a8501f",
        "detective": "#d9c29c",
        "ballerina": "#f0d3d8",
        "knight": "#8f8a86",
        "astronaut": "#bfc6d8",
        "punk": "#dcc4bd",
    }
    fill = dark[kind] if limb.far else cloth.get(kind, look.coat)
    slim = {"ballerina": 2.5, "astronaut": 3.8}.get(kind, 3.3)
    brush = brush.thick(THICK if not limb.far else FINE + 0.15)
    brush.blob(shin(limb, slim), fill)
    brush.shadow([box(limb.x + limb.step * 0.35 - slim, 64, 2 * slim, 3.4)], 0.22)
    foot = brush.frame(limb.x + limb.step, GROUND - limb.lift, limb.tip).thick(FINE + 0.1)
    if kind == "sailor":
        brush.cover(oval(limb.x + limb.step, GROUND - 3.6 - limb.lift, 2.4, 1.2), fill)
        paw(foot, fill)
    else:
        SHOES[kind](foot)


SHOES = {"detective": spat, "ballerina": pointe, "knight": sabaton, "astronaut": boot, "punk": stomper}

STAND = (Leg(25, 0, 0, True), Leg(45, 0, 0, True), Leg(18), Leg(38))
STROLL = (Leg(24, 3, 0.6, True, 8), Leg(44, -3, 0, True), Leg(17, -3), Leg(40, 3, 0.8, False, 10))
TROT = (Leg(22, -3, 0, True), Leg(43, 0, 2, True, 12), Leg(18, 4, 2.4, False, 16), Leg(38, -3))
PAIR = (Leg(33, 1, 0, True), Leg(27, -1))
MARCH = (Leg(27, 0, 0, True), Leg(40, 0, 0, True), Leg(17, -2, 4.4, False, -8), Leg(45))


def legs(brush: Brush, kind: str, limbs: tuple[Leg, ...]) -> None:
    """All the legs, the far ones first, and their shadows on the ground."""
    brush.shadow([oval(limb.x + limb.step + 0.4, GROUND + 0.95, 6.6 - 0.6 * limb.lift, 0.8) for limb in limbs], 0.28)
    for limb in limbs:
        leg(brush, kind, limb)
