"""Passengers: birds, mice, cats and snails that travel on dogs; they stand on the origin and look to the left."""

from __future__ import annotations

from .brush import FINE, HAIR, Brush
from .curve import oval
from .palette import GOLD, INK, WHITE

MOUSE = "#b9b3bf"
PINK = "#f4a6a8"


def gaze(brush: Brush, x: float, y: float, r: float, look: tuple[float, float] = (-0.4, 0.1)) -> None:
    """A small white eye."""
    brush.thick(0.4).disc(x, y, r, WHITE)
    brush.dot(x + look[0] * r, y + look[1] * r, r * 0.5)


def bird(brush: Brush, coat: str, wing: str, beak: str = GOLD, tail: str = INK) -> None:
    """A bird of the stout kind, 16 wide and 16 high, that will not be moved."""
    brush.thread("-1,-3 -1.4,0 -3,0|-1.4,0 0.2,0|2,-3 1.8,0 0.2,0.1|1.8,0 3.2,0", 0.6, "#e07b2c")
    brush.blob("7,-6 12.6,-8.4! 12,-5.4! 7,-3", tail)
    brush.blob("-4,-14.6 -6,-11.6 -5.4,-8 -5.6,-4.6 -2,-2.2 4,-2.4 9,-5.6 6.4,-9 1.6,-10 -0.2,-13.4 -2,-15", coat)
    brush.blob("0,-8.6 5,-8.8 10.6,-6 6,-3.6 1.6,-4.4", wing, HAIR + 0.07)
    brush.blob("-5.6,-12.8! -9.4,-11.4! -5.6,-10.4!", beak, HAIR + 0.07)
    gaze(brush, -3.2, -12.4, 1.25)


def mouse(brush: Brush, coat: str = MOUSE, happy: bool = True) -> None:
    """A mouse on its hind legs, 7 wide and 11 high, without arms: whoever needs them adds them."""
    brush.thread("2,-1.4 5,-0.4 7,-2.4 6.4,-4.4", 0.6, PINK)
    brush.blob("-2.2,-0.4 -3.2,-3.4 -1.6,-6.6 1.4,-6.6 3.4,-3 2.4,-0.4 0,0", coat, FINE - 0.07)
    brush.thick(FINE - 0.07).disc(2.4, -10.4, 1.9, PINK)
    brush.blob("-6,-6.8 -3,-9.6 0.6,-9.8 2.6,-7.6 0.4,-5.4 -3.6,-5.6", coat, FINE - 0.07)
    brush.thick(FINE - 0.07).disc(-0.2, -10.8, 2, PINK)
    brush.dot(-2.6, -8, 0.5)
    brush.dot(-6, -6.9, 0.6)
    brush.thread("-4.2,-6 -3.2,-5.8 -2.6,-6.6" if happy else "-4.4,-5.8 -3.4,-6.3 -2.6,-5.9", 0.35)


def cat(brush: Brush, coat: str, eyes: str = "#f6d95c", mood: str = "open") -> None:
    """The head of a cat with its paws over an edge at the origin, 14 wide."""
    brush.blob("-7,-4 -6,-9! -6.4,-12.4! -2.2,-10.2 2.2,-10.2 6.4,-12.4! 6,-9! 7,-4 4.6,1 0,2 -4.6,1", coat)
    brush.tints(["-5.4,-8! -5.6,-10.8! -3.2,-9.6!", "5.4,-8! 5.6,-10.8! 3.2,-9.6!"], PINK)
    for side in (-1, 1):
        if mood == "shut":
            brush.thread(f"{side * 3 - 1.6},-5.4 {side * 3},-4.6 {side * 3 + 1.6},-5.4", 0.5)
        else:
            brush.thick(0.4).disc(side * 3, -5.4, 1.7, eyes)
            brush.cover(oval(side * 3 - 0.3, -5.4, 0.5, 1.4), INK)
    brush.cover("-0.8,-3.2! 0.8,-3.2! 0,-2.3!", INK)
    brush.thread("0,-2.4 -0.8,-1.4 -1.8,-1.8|0,-2.4 0.8,-1.4 1.8,-1.8", 0.4)
    whisker = INK if coat != INK else WHITE
    brush.thread("-4.6,-2.6 -9,-3.4|-4.6,-1.8 -8.6,-1|4.6,-2.6 9,-3.4|4.6,-1.8 8.6,-1", 0.3, whisker)
    for side in (-1, 1):
        brush.blob(oval(side * 4, 1.4, 2, 1.5), coat, FINE - 0.07)
        brush.thread(f"{side * 4 - 0.5},1.6 {side * 4 - 0.5},2.6|{side * 4 + 0.6},1.6 {side * 4 + 0.6},2.6", 0.3)


def snail(brush: Brush, shell: str) -> None:
    """A snail on its way, 14 wide and 10 high."""
    brush.blob("-8.4,-4.4 -7,-5.4 -5.4,-3.4 -3,-1.8 6.4,-1.6 9,-0.2 -6,0.2 -8.6,-1.6", "#e9cf9f", FINE - 0.07)
    brush.thread("-7.6,-5 -9,-8|-6.6,-5 -6.4,-8.2", 0.45)
    brush.dots([(-9, -8.2), (-6.4, -8.4)], 0.6)
    brush.blob("-3.4,-1.6 -3.6,-6 -0.4,-9 4,-8.2 5.8,-4.6 4.6,-1.6", shell, FINE)
    brush.thread("-1.6,-2 -1.8,-5.4 0.6,-7.2 3.2,-6 3.2,-3.6 1.4,-3.2 0.8,-4.8", 0.5)
    brush.thread("-8,-2.6 -7,-2.4", 0.35)


def fish(brush: Brush, fill: str) -> None:
    """A fish, 14 long, round the origin."""
    brush.blob("-7,0 -3,-3 2,-2.6 5,-0.6 8,-3! 7.4,0 8,3! 5,0.8 2,2.8 -3,3", fill)
    brush.thread("-3,-2.4 -2.2,0 -3,2.4|0.6,-1 1.4,0 0.6,1|3,-0.9 3.6,0 3,0.9", 0.35)
    gaze(brush, -4.8, -0.6, 0.9, (0, 0))


def teapot(brush: Brush, fill: str, band: str = WHITE) -> None:
    """A teapot on the origin, 16 wide and 11 high, with its steam."""
    brush.stroke("5.4,-7.2 9,-7.4 8.6,-3 5,-2.4", 1.3)
    brush.blob("-4.6,-3.4 -7.6,-5 -8.6,-8.2! -7.4,-8.8! -6,-6.6 -4.6,-6.4", fill)
    brush.blob("-4.4,-0.4! -6,-4 -4,-7.8 0,-8.6 4,-7.8 6,-4 4.4,-0.4!", fill)
    brush.tint("-5.6,-5 5.6,-5 5.8,-3.4 -5.8,-3.4", band)
    brush.blob("-2.8,-8.3! 0,-9.8 2.8,-8.3!", fill, FINE - 0.07)
    brush.dot(0, -10.4, 0.9)
    brush.thread("-9.4,-10.4 -10.2,-12 -9,-13.4 -9.8,-15|-7.6,-11 -8,-12.4 -7.2,-13.6", 0.5, WHITE)


def cup(brush: Brush, fill: str) -> None:
    """A cup and saucer on the origin, 8 wide."""
    brush.stroke("2.2,-3.6 4,-3.6 3.6,-1.6 2,-1.4", 0.8)
    brush.blob("-2.8,-4.6! 2.8,-4.6! 2.2,-1.4 0.8,-0.6 -0.8,-0.6 -2.2,-1.4", fill, FINE - 0.07)
    brush.blob("-4.4,-0.9! 4.4,-0.9! 2.4,0.2 -2.4,0.2", fill, HAIR)
