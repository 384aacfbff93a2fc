"""The warriors: those who hit, and those who are hit instead of others."""

from __future__ import annotations

from collections.abc import Callable

from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .arms import door, heater, lid, sword
from .chicken import Chicken, head, legs, tail, trunk, wing
from .face import FEAR, FURY, GRIM, WATCH, Eyes
from .helm import bucket, horned, kettle, plumed, pot
from .palette import ASH, AZURE, BUFF, RUST, SOOT, VERT, WHITE
from .piece import figure

Figure = Callable[[Pen], Group]
"""A single chicken, within 40 units of the origin."""


def charger(pen: Pen) -> Group:
    """He has heard nothing but "Charge!" and asks no questions."""
    bird = Chicken(WHITE, FURY, "shout", comb=False)
    hand = (27, 10)
    pieces = [
        tail(pen, bird, -6), *legs(pen, 6), trunk(pen, bird), head(pen, bird), plumed(pen, VERT, 4),
        sword(pen, hand, -64, 40), wing(pen, (-3, 8), hand, WHITE, -64),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-3 1.6) rotate(5) scale(0.84)")


def raider(pen: Pen) -> Group:
    """She leans on her sword and waits for somebody to say something."""
    bird = Chicken(RUST, GRIM, "grit", collar=BUFF, tail=SOOT, comb=False)
    hand = (29, 2)
    pieces = [
        tail(pen, bird), *legs(pen, 2), trunk(pen, bird), head(pen, bird), horned(pen, -3),
        sword(pen, hand, 90, 36, 9), wing(pen, (-3, 8), hand, BUFF, 90),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-2 1.6) scale(0.84)")


def tinhead(pen: Pen) -> Group:
    """He sees nothing, but he sees it straight ahead."""
    bird = Chicken(SOOT, Eyes(pupil=2, look=(2, 0)), "shut", comb=False)
    hand = (19, 18)
    pieces = [
        tail(pen, bird, 8), *legs(pen, 8), trunk(pen, bird), head(pen, bird), bucket(pen, bird.eyes, -6),
        sword(pen, hand, -8, 36), wing(pen, (-6, 10), hand, SOOT, -8),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-6 1.4) rotate(4) scale(0.82)")


def guard(pen: Pen) -> Group:
    """Behind a shield as large as his doubts."""
    bird = Chicken(BUFF, FEAR, "grit", comb=False)
    pieces = [
        tail(pen, bird, -8), *legs(pen, 3), trunk(pen, bird), head(pen, bird), kettle(pen, 3),
        heater(pen, (13, 17), AZURE, -4, 0.98),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-2 2) scale(0.88)")


def cook(pen: Pen) -> Group:
    """She knows the pot from inside and has made it her own."""
    bird = Chicken(WHITE, GRIM, "shut", comb=False, bars=True)
    pieces = [
        tail(pen, bird), *legs(pen, 4), trunk(pen, bird), head(pen, bird), pot(pen, -4),
        lid(pen, (16, 15), 17), wing(pen, (-9, 8), (7, 17), WHITE, None, 8),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(0 2) scale(0.88)")


def porter(pen: Pen) -> Group:
    """He was told to hold the door."""
    bird = Chicken(ASH, WATCH, "shut", collar=WHITE, comb=False)
    pieces = [
        tail(pen, bird), *legs(pen, 3), trunk(pen, bird), head(pen, bird), kettle(pen, -7),
        door(pen, (14, 17), 5), wing(pen, (-8, 9), (3, 16), ASH, 90, 8),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-2 2) scale(0.86)")


SWORDS: tuple[Figure, ...] = (charger, raider, tinhead)
SHIELDS: tuple[Figure, ...] = (guard, cook, porter)
