"""The sorcerers: those who throw spells, and those on whom nothing lands."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, smooth
from pnp.face.art.pen import Pen

from .arms import wand
from .chicken import HEAD, Chicken, flipper, head, legs, tail, trunk, wing
from .cut import aura, black, sheet, shine, thin, tint
from .face import CALM, CRAZED, FEAR, FURY, SLY
from .hood import cowl, hat, moon, turban
from .line import cuts
from .palette import ASH, BONE, BUFF, GOLD, RUST, SOOT, VERT, VIOLET, WHITE, Tone
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
        pen.path("M-12,8C-14,16 -15,24 -14,33M4,8C5,16 4,24 1,31.6M16,6C18,14 18,22 15,32.4", thin(pen)),
        pen.path(cuts([(-25, 12), (-27, 22), (-25.6, 30)], 8, -7, 1.7), black(pen)),
        pen.path(d, pen.line()),
    ]
    return piece(pen, [d], parts)


def beard(pen: Pen) -> Piece:
    """A beard of a hundred winters, in three strokes."""
    d = "M-4,4C-8,14 -6,26 2,36C3,30 5,27 8,24C9,29 11,32 15,34C14,28 16,22 18,18C19,12 16,6 12,7C6,9 0,9 -4,4Z"
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(BONE.light)),
        pen.path("M0,10C-2,18 -1,24 1,29M6,11C6,17 6,20 7,23M12,11C13,17 12,22 13,27", thin(pen)),
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
    return figure(pen, pieces, "translate(-5 9) scale(0.8)")


def elder(pen: Pen) -> Group:
    """He forgot more spells than others learn; today, for instance."""
    bird = Chicken(WHITE, FURY, "whistle", comb=False)
    hand = (-23, -4)
    pieces = [
        tail(pen, bird, 18), *legs(pen), trunk(pen, bird), robe(pen, ASH), head(pen, bird), beard(pen),
        hat(pen, ASH, 2, bent=False),
        wand(pen, hand, -112, 14, 11), wing(pen, (-8, 10), hand, WHITE, -112, 7.5),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(1 10) scale(0.8)")


def pupil(pen: Pen) -> Group:
    """First day, master's hat; the spell is on its way, nobody knows where to."""
    bird = Chicken(BUFF, FEAR, "grit", comb=False, bars=True)
    hand = (26, 8)
    pieces = [
        tail(pen, bird, -10), *legs(pen, 5), trunk(pen, bird), head(pen, bird), hat(pen, VERT, -10, low=1),
        wand(pen, hand, -8, 13, 12.5), wing(pen, (-3, 8), hand, BUFF, -8),
    ]  # fmt: skip
    return figure(pen, pieces, "translate(-8 8) scale(0.8)")


def dome(pen: Pen, front: bool) -> list[BaseElement]:
    """A bell of magic: behind the sorcerer a pale field, before him its rim, its runes and its shine."""
    bell = "M-30,24C-33,-14 -18,-37 0,-37C18,-37 33,-14 30,24Z"
    base = "M-31.6,21.4Q0,27 31.6,21.4L28,31Q0,37 -28,31Z"
    if not front:
        return [
            *aura(pen, bell, base),
            pen.path(bell, pen.paint("#efe4fa", width=pen.width * 2)),
            pen.path(bell, pen.paint("#efe4fa", width=pen.width * 0.8, stroke=None if pen.low else GOLD.light)),
            pen.path("M-26,12C-27,-10 -18,-27 -6,-32C-15,-22 -20,-8 -20,14Z", tint(pen, "#ffffff")),
        ]
    runes = (
        "M-26,26.6l2.2,2.8l2.6,-2.2M-17.4,27.8v4.2m0,-2h3.4M-8,28.6l3.6,3.8m-3.8,-0.2l4,-3.4M2,28.8"
        "v4l3.4,-2zM12.6,28l3.2,1.8l-3.2,2.4M22.6,26.6v4m-2,-2h4"
    )
    return [
        pen.path("M25.6,14C26,6 25,-2 23,-8", shine(pen, "#ffffff", 1.2)),
        pen.path(base, pen.paint(VIOLET.flat)),
        pen.path(runes, pen.line(pen.width * 0.6, GOLD.light if not pen.low else None)),
    ]


def under_dome(pen: Pen, sorcerer: Group) -> Group:
    """A sorcerer in the bell."""
    return sheet(pen, *dome(pen, False), sorcerer, *dome(pen, True), transform="translate(0 -0.6) scale(0.95)")


def monk(pen: Pen) -> Group:
    """He hears the war, and forgives it."""
    bird = Chicken(BUFF, CALM, "smug", comb=False)
    pieces = [
        tail(pen, bird, 10), trunk(pen, bird), robe(pen, ASH), head(pen, bird), cowl(pen, ASH),
        wing(pen, (-8, 10), (18, 9), ASH, -80, 7),
    ]  # fmt: skip
    return under_dome(pen, figure(pen, pieces, "translate(-0.6 1.5) scale(0.7)"))


def pusher(pen: Pen) -> Group:
    """She keeps the wall up with both wings and her whole opinion."""
    bird = Chicken(WHITE, FURY, "grit", comb=False)
    pieces = [
        flipper(pen, (17, 8), -8, WHITE, 19, 14), trunk(pen, bird), head(pen, bird), turban(pen, VERT, -2),
        flipper(pen, (-12, 4), 206, WHITE, 27, 16),
    ]  # fmt: skip
    return under_dome(pen, figure(pen, pieces, "translate(-1 4) scale(0.68)"))


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
    return under_dome(pen, figure(pen, pieces, "translate(0 4) scale(0.68)"))


WANDS: tuple[Figure, ...] = (hothead, elder, pupil)
BARRIERS: tuple[Figure, ...] = (monk, pusher, oracle)
