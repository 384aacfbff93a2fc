"""The sorcerers: those who throw spells, and those on whom nothing lands."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, smooth
from pnp.face.art.pen import Pen

from .arms import wand
from .chicken import HEAD, Chicken, flipper, head, legs, tail, trunk, wing
from .cut import aura, black, etch, sheet, shine, tint
from .face import CALM, CRAZED, FEAR, FURY, SLY
from .hood import cowl, hat, moon, turban
from .line import cuts
from .palette import ASH, AZURE, BONE, BUFF, GOLD, RUST, SOOT, STEEL, VERT, VIOLET, WHITE, Tone
from .piece import Piece, figure, piece
from .warriors import Figure


def robe(pen: Pen, cloth: Tone) -> Piece:
    """A sorcerer's robe, down to the toes."""
    d = smooth([(20, 2), (25, 14), (26, 30), (14, 33), (0, 31.6), (-14, 34), (-27, 29), (-25, 12), (-14, 0), (2, 6)])
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(cloth.flat)),
        pen.path(
            "M-27,29C-20,33 -16,34 -14,33.4L0,31.4L14,32.6L26,30L25.4,24C16,28 -14,29 -26.4,23Z", tint(pen, cloth.shade)
        ),
        etch(pen, "M-12,8C-14,16 -15,24 -14,33M4,8C5,16 4,24 1,31.6M16,6C18,14 18,22 15,32.4"),
        pen.path(cuts([(-25, 12), (-27, 22), (-25.6, 30)], 8, -7, 1.7), black(pen)),
        pen.path(d, pen.line()),
    ]
    return piece(pen, [d], parts)


def beard(pen: Pen) -> Piece:
    """A beard of a hundred winters, combed for the first time today."""
    d = (
        "M-5,3C-11,12 -13,22 -8,33C-8,40 -12,43 -15,45C-7,48 -1,45 2,41C4,44 8,46 13,45C9,42 10,38 12,34"
        "C19,27 20,16 16,7C10,10 2,10 -5,3Z"
    )
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(BONE.light)),
        pen.path(
            "M12,9C16,16 13,26 6,34C5,38 6,42 8,44.6L13,45C9,42 10,38 12,34C19,27 20,16 16,7Z", tint(pen, BONE.shade)
        ),
        etch(pen, "M-2,9C-6,18 -6,26 -3,34M4,11C0,20 1,30 -2,41M10,11C10,20 7,28 3,37M-5,34C-5,39 -7,42 -10,44", 0.85),
        pen.path(d, pen.line()),
        pen.path(
            "M16,8C22,11 25,10 28,6C27,14 20,18 12,13ZM8,7C2,13 -5,13 -10,8C-9,17 0,20 8,13Z", pen.paint(BONE.light)
        ),
    ]
    return piece(pen, [d], parts, f"translate({num(HEAD[0])} {num(HEAD[1])})")


def hothead(pen: Pen) -> Group:
    """She has read the first half of the spell."""
    bird = Chicken(RUST, CRAZED, "smug", comb=False)
    hand = (23, 16)
    pieces = [
        tail(pen, bird, 4), *legs(pen, 3), trunk(pen, bird), robe(pen, GOLD), head(pen, bird), hat(pen, VIOLET, -5),
        wand(pen, hand, -34, 15, 12), wing(pen, (-2, 10), hand, RUST, -34),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-5 6.4) scale(0.8)")


def elder(pen: Pen) -> Group:
    """He forgot more spells than others learn; today, for instance."""
    bird = Chicken(WHITE, FURY, "whistle", comb=False)
    hand = (-23, -4)
    pieces = [
        tail(pen, bird, 18), *legs(pen), trunk(pen, bird), robe(pen, STEEL), head(pen, bird), beard(pen),
        hat(pen, AZURE, 2, bent=False),
        wand(pen, hand, -112, 14, 11), wing(pen, (-8, 10), hand, WHITE, -112, 7.5),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(1 6.6) scale(0.79)")


def pupil(pen: Pen) -> Group:
    """First day, master's hat; the spell is on its way, nobody knows where to."""
    bird = Chicken(BUFF, FEAR, "grit", comb=False, bars=True)
    hand = (26, 8)
    pieces = [
        tail(pen, bird, -10), *legs(pen, 5), trunk(pen, bird), head(pen, bird), hat(pen, VERT, -10, low=1),
        wand(pen, hand, -8, 13, 12.5), wing(pen, (-3, 8), hand, BUFF, -8),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-8 6) scale(0.8)")


def bell(half: float, top: float) -> str:
    """The outline of a dome of magic, so many units wide on each side of its middle."""
    x, y = num(half), num(top)
    return (
        f"M-{x},24C-{num(half + 3)},-14 -{num(half * 0.6)},{y} 0,{y}C{num(half * 0.6)},{y} {num(half + 3)},-14 {x},24Z"
    )


def dome(pen: Pen, front: bool, half: float = 30, top: float = -37) -> list[BaseElement]:
    """A bell of magic: behind the sorcerer a pale field, before him its rim, its runes and its shine."""
    shell = bell(half, top)
    k = half / 30
    foot = num(half + 1.6), num(half - 2)
    base = f"M-{foot[0]},21.4Q0,27 {foot[0]},21.4L{foot[1]},31Q0,37 -{foot[1]},31Z"
    under = f"M-{foot[0]},22.4L-{foot[1]},31Q0,37 {foot[1]},31L{num(half - 1)},28Q0,34 -{foot[0]},22.4Z"
    if not front:
        gleam = (
            f"M{num(-26 * k)},12C{num(-27 * k)},-10 {num(-18 * k)},-27 {num(-6 * k)},-32"
            f"C{num(-15 * k)},-22 {num(-20 * k)},-8 {num(-20 * k)},14Z"
        )
        return [
            *aura(pen, shell, base),
            pen.path(shell, pen.paint("#efe4fa", width=pen.width * 2)),
            pen.path(shell, pen.paint("#efe4fa", width=pen.width * 0.8, stroke=None if pen.low else GOLD.light)),
            pen.path(gleam, tint(pen, "#ffffff")),
        ]
    runes = (
        "M-26,26.6l2.2,2.8l2.6,-2.2M-17.4,27.8v4.2m0,-2h3.4M-8,28.6l3.6,3.8m-3.8,-0.2l4,-3.4M2,28.8"
        "v4l3.4,-2zM12.6,28l3.2,1.8l-3.2,2.4M22.6,26.6v4m-2,-2h4"
    )
    return [
        pen.path(f"M{num(25.6 * k)},14C{num(26 * k)},6 {num(25 * k)},-2 {num(23 * k)},-8", shine(pen, "#ffffff", 1.2)),
        pen.path(base, pen.paint(VIOLET.flat)),
        pen.path(under, tint(pen, VIOLET.shade)),
        pen.path(runes, pen.line(pen.width * 0.6, GOLD.light if not pen.low else None)),
    ]


def under_dome(sorcerer: Figure, pen: Pen) -> Group:
    """A sorcerer in the bell."""
    return sheet(pen, *dome(pen, False), sorcerer(pen), *dome(pen, True), transform="translate(0 -0.6) scale(0.95)")


def under_one_dome(behind: Group, before: Group, pen: Pen) -> Group:
    """Two sorcerers in one bell, which takes some squeezing."""
    return sheet(
        pen,
        *dome(pen, False, 40, -38),
        pen.group(behind, transform="translate(-17 0) scale(-0.82 0.82)"),
        pen.group(before, transform="translate(14.6 2.8) scale(0.86)"),
        *dome(pen, True, 40, -38),
        transform="translate(0 -2) scale(0.92)",
    )


def monk(pen: Pen) -> Group:
    """He hears the war, and forgives it."""
    bird = Chicken(BUFF, CALM, "smug", comb=False)
    pieces = [
        tail(pen, bird, 10), trunk(pen, bird), robe(pen, ASH), head(pen, bird), cowl(pen, ASH),
        wing(pen, (-8, 10), (18, 9), ASH, -80, 7),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-0.6 1.5) scale(0.7)")


def pusher(pen: Pen) -> Group:
    """She keeps the wall up with both wings and her whole opinion."""
    bird = Chicken(WHITE, FURY, "grit", comb=False)
    pieces = [
        flipper(pen, (17, 8), -8, WHITE, 19, 14), trunk(pen, bird), head(pen, bird), turban(pen, VERT, -2),
        flipper(pen, (-12, 4), 206, WHITE, 27, 16),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-1 4) scale(0.68)")


def oracle(pen: Pen) -> Group:
    """She knew that you would look at her."""
    bird = Chicken(SOOT, SLY, "smug", comb=False)
    pieces = [
        tail(pen, bird, 6),
        trunk(pen, bird),
        head(pen, bird),
        moon(pen, VIOLET),
        wing(pen, (-6, 8), (16, 10), SOOT, -90, 7),
    ]
    return figure(pen, pieces, "translate(0 4) scale(0.68)")


WANDS: tuple[Figure, ...] = (hothead, elder, pupil)
KEEPERS: tuple[Figure, ...] = (monk, pusher, oracle)
"""Who keeps a dome up, without the dome."""
BARRIERS: tuple[Figure, ...] = tuple(partial(under_dome, keeper) for keeper in KEEPERS)
