"""The signs in the corner of a card: each treasure as a bold silhouette that still reads at eight millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, polar, spot
from pnp.face.art.pen import Drawing, Pen, Style

from .marks import TWICE, TWO
from .palette import BURGUNDY, CREAM, MOTIFS


def ring(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A stone on a hoop."""
    return [
        pen.path("M0,-10A30,29 0 1 1 -0.01,-10ZM0,3A17,17 0 1 0 0.01,3Z", area),
        pen.path("M-17,-48L17,-48L30,-32L0,-2L-30,-32Z", area),
        pen.path("M-24,-31L24,-31M-10,-31L0,-12L10,-31", cut),
    ]


def rug(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A pelt with four paws, a tail and two ears."""
    pelt = (
        "M-8,-26C-18,-26 -24,-32 -32,-38C-42,-42 -50,-34 -46,-26C-40,-18 -32,-16 -30,-8C-30,2 -34,8 -40,13"
        "C-50,20 -48,32 -38,32C-32,31 -28,28 -22,26C-16,36 -8,48 0,48C8,48 16,36 22,26"
    )
    pelt += (
        "C28,28 32,31 38,32C48,32 50,20 40,13C34,8 30,2 30,-8C32,-16 40,-18 46,-26C50,-34 42,-42 32,-38"
        "C24,-32 18,-26 10,-26C12,-34 22,-38 20,-48C6,-50 -8,-42 -8,-26Z"
    )
    return [
        pen.path(pelt, area),
        pen.path("M-20,18L-19,2L-8,10M20,18L19,2L8,10", cut),
        pen.path(dots([(-8, 22), (8, 22), (0, 38)], 3.4), pen.paint(cut_colour(pen), stroke="none", solid=True)),
    ]


def trophy(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A cup with two ears."""
    ears = "M-26,-34C-44,-40 -48,-24 -42,-14C-37,-6 -28,-5 -19,0M26,-34C44,-40 48,-24 42,-14C37,-6 28,-5 19,0"
    width = 9.0
    colour = pen.outline if pen.low else str(area["fill"])
    return [
        pen.path(ears, pen.line(width, colour)),
        pen.path(
            (
                "M-28,-46L28,-46C28,-16 20,8 6,14L6,26C8,34 16,36 24,38L24,48L-24,48L-24,38C-16,36 -8,34 -6,26"
                "L-6,14C-20,8 -28,-16 -28,-46Z"
            ),
            area,
        ),
        pen.path("M-21,-35L21,-35", cut),
    ]


def necklace(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A string with five fangs."""
    parts: list[BaseElement] = [
        pen.path("M-36,-46C-42,22 42,22 36,-46", pen.line(7, pen.outline if pen.low else str(area["fill"])))
    ]
    for x, y, angle, size in (
        (-33, -16, 38, 0.86),
        (33, -16, -38, 0.86),
        (-19, 1, 18, 1.05),
        (19, 1, -18, 1.05),
        (0, 6, 0, 1.3),
    ):
        tooth = "M-10,-4Q0,-10 10,-4Q11,16 0,32Q-11,16 -10,-4Z"
        parts.append(
            pen.group(pen.path(tooth, area), transform=f"translate({spot((x, y))}) rotate({angle}) scale({size})")
        )
    return parts


def showcase(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A cabinet: pediment, two panes, shelves, feet."""
    return [
        pen.path(
            (
                "M-38,-32C-34,-46 -16,-50 -6,-40L6,-40C16,-50 34,-46 38,-32L38,38L34,48L22,48L20,40L-20,40"
                "L-22,48L-34,48L-38,38Z"
            ),
            area,
        ),
        pen.path(
            "M-28,-24L-4,-24L-4,28L-28,28ZM4,-24L28,-24L28,28L4,28Z",
            pen.paint(CREAM.flat, stroke="none" if not pen.low else None, width=4),
        ),
        pen.path("M-28,2L-4,2M4,2L28,2", pen.line(5, pen.outline if pen.low else str(area["fill"]))),
    ]


def fan(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A spread fan with a lobed edge."""
    pivot = (0.0, 34.0)
    d = f"M{spot(polar(pivot, -158, 8))}L{spot(polar(pivot, -158, 46))}"
    for i in range(7):
        a = -158 + i * 19.43
        end = polar(pivot, a + 19.43, 50 if i < 6 else 46)
        d += f"C{spot(polar(pivot, a - 1, 68))} {spot(polar(pivot, a + 20.4, 68))} {spot(end)}"
    d += f"L{spot(polar(pivot, -22, 8))}Z"
    ribs = "".join(
        f"M{spot(polar(pivot, -158 + k * 19.43, 15))}L{spot(polar(pivot, -158 + k * 19.43, 50))}" for k in range(1, 7)
    )
    tassel = "M-4,42L4,42L7,49L-7,49Z"
    parts = [
        pen.path(d, area),
        pen.circle(0, 36, 7, area),
        pen.path(tassel, area),
        pen.path(ribs, {**cut, "stroke_width": 4}),
    ]
    return [pen.group(*parts, transform="translate(0 2) scale(0.87)")]


def egg(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """An egg with a belt on a three-legged stand."""
    return [
        pen.path("M-12,22L-30,48L-16,48L0,34L16,48L30,48L12,22Z", area),
        pen.path("M0,-48C17,-48 29,-24 29,-6C29,16 16,28 0,28C-16,28 -29,16 -29,-6C-29,-24 -17,-48 0,-48Z", area),
        pen.path("M-24,-8L-12,2L0,-8L12,2L24,-8M-12,2L0,12L12,2", cut),
    ]


def hat(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A wide brim, a low crown and two plumes that curl over."""
    return [
        pen.path(
            (
                "M-4,4C-12,-18 -8,-48 18,-49C44,-48 50,-22 38,-8C36,-4 30,-6 32,-12C34,-22 26,-28 20,-22"
                "C12,-14 16,-2 14,8Z"
            ),
            area,
        ),
        pen.path(
            "M-2,4C-4,-14 -18,-36 -36,-32C-50,-28 -48,-8 -38,-6C-34,-6 -34,-10 -36,-13C-34,-20 -26,-16 -24,-8L-18,6Z",
            area,
        ),
        pen.path(
            (
                "M-49,26C-44,16 -32,24 -26,22C-27,6 -25,0 -18,-2C-6,-4 10,-4 18,-2C25,2 27,10 26,22"
                "C36,24 45,14 49,24C48,40 20,46 0,46C-22,46 -46,40 -49,26Z"
            ),
            area,
        ),
        pen.path("M-22,17C-8,22 8,22 22,17M4,-10C2,-26 8,-38 20,-39", cut),
    ]


def perfume(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A flask with a bulb on a hose."""
    return [
        pen.path("M0,-34C14,-50 30,-38 34,-24", pen.line(6, pen.outline if pen.low else str(area["fill"]))),
        pen.ellipse(37, -10, 11, 17, area),
        pen.path(
            "M-8,-16L-8,-30L-26,-32L-26,-42L6,-42L8,-16C20,-12 26,0 24,12L18,48L-26,48L-32,12C-34,0 -24,-12 -8,-16Z",
            area,
        ),
        pen.path(
            "M-4,4C4,14 8,20 8,26A12,11 0 0 1 -16,26C-16,20 -12,14 -4,4Z",
            pen.paint(cut_colour(pen), stroke="none" if not pen.low else None, solid=True, width=4),
        ),
    ]


def gramophone(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A box with a crank and a great lobed horn."""
    centre = (13.0, -17.0)
    rim = [polar(centre, i * 60 + 15, 27) for i in range(6)]
    horn = (
        f"M{spot(rim[0])}"
        + "".join(f"Q{spot(polar(centre, i * 60 + 45, 40))} {spot(rim[(i + 1) % 6])}" for i in range(6))
        + "Z"
    )
    folds = "".join(f"M{spot(polar(centre, i * 60 + 15, 11))}L{spot(polar(centre, i * 60 + 15, 24))}" for i in range(6))
    line = pen.outline if pen.low else str(area["fill"])
    return [
        pen.path("M-10,0C-30,4 -40,12 -32,24L-20,28", pen.line(9, line)),
        pen.path("M30,37L44,37L44,26", pen.line(6, line)),
        pen.path("M-36,48L-31,26L27,26L32,48Z", area),
        pen.path(horn, area),
        pen.path(folds, {**cut, "stroke_width": 4}),
        pen.circle(centre[0], centre[1], 7, pen.paint(cut_colour(pen), stroke="none", solid=True)),
        pen.path("M-20,37L16,37", cut),
    ]


def rooster(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A cock's head with a five-pointed comb and a moustache."""
    return [
        pen.path(
            (
                "M-30,48C-34,20 -32,0 -26,-10C-40,-12 -44,-28 -32,-32C-32,-46 -16,-50 -8,-40"
                "C-2,-52 14,-52 16,-40C26,-46 36,-36 30,-24C34,-16 36,-8 34,-2L48,12L32,16C36,28 28,38 20,32"
                "L22,48Z"
            ),
            area,
        ),
        pen.path(dots([(14, -8)], 6), pen.paint(cut_colour(pen), stroke="none", solid=True)),
        pen.path("M28,16C16,22 4,22 0,14C-4,22 -12,20 -12,14", cut),
    ]


def doubler(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """Times two."""
    return [pen.group(pen.path(TWICE + TWO, area), transform="scale(0.9)")]


def joker(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A fool's cap with three bells."""
    return [
        pen.path(
            (
                "M-26,40L-30,20C-34,0 -40,-4 -46,8C-50,-20 -30,-34 -14,-14C-12,-34 -4,-44 0,-46"
                "C4,-44 12,-34 14,-14C30,-34 50,-20 46,8C40,-4 34,0 30,20L26,40Q0,50 -26,40Z"
            ),
            area,
        ),
        pen.path(dots([(-43, 14), (43, 14), (0, -44)], 6.5), area),
        pen.path("M-25,26Q0,36 25,26", cut),
    ]


def hand(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """Three cards fanned out."""
    parts: list[BaseElement] = []
    edge = {**area, "stroke": pen.outline if pen.low else CREAM.flat, "stroke_width": 5, "stroke_linejoin": "round"}
    for turn in (-24, 0, 24):
        card = pen.rect(-20, -84, 40, 64, edge, 5)
        parts.append(pen.group(card, transform=f"translate(0 52) rotate({turn * 0.8:g})"))
    star = "M0,-18L4,-6L14,-5L7,3L9,14L0,9L-9,14L-7,3L-14,-5L-4,-6Z"
    parts.append(pen.path(star, pen.paint(cut_colour(pen), stroke="none", solid=True)))
    return parts


def coffer(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """An open chest with nothing in it but a cobweb."""
    return [
        pen.path("M-42,-4C-46,-34 -28,-46 0,-46C28,-46 46,-34 42,-4Z", area),
        pen.path(
            "M-31,-8C-33,-27 -21,-35 0,-35C21,-35 33,-27 31,-8Z",
            pen.paint(CREAM.flat, stroke="none" if not pen.low else None, width=4),
        ),
        pen.path(
            "M-31,-8L0,-20L31,-8M0,-35L0,-20M-18,-14Q-12,-24 0,-27Q12,-24 18,-14",
            pen.line(3, str(area["fill"]) if not pen.low else None),
        ),
        pen.path("M-47,2H47V10H43L40,44H-40L-43,10H-47Z", area),
        pen.path("M-24,18V36M24,18V36M-8,18H8V28H-8Z", cut),
    ]


def cut_colour(pen: Pen) -> str:
    """The colour of what is cut out of a silhouette."""
    return pen.outline if pen.low else CREAM.flat


Sign = Callable[[Pen, Style, Style], list[BaseElement]]
SIGNS: dict[str, Sign] = {
    "ring": ring,
    "rug": rug,
    "trophy": trophy,
    "necklace": necklace,
    "showcase": showcase,
    "fan": fan,
    "egg": egg,
    "hat": hat,
    "perfume": perfume,
    "gramophone": gramophone,
    "rooster": rooster,
    "doubler": doubler,
    "joker": joker,
    "hand": hand,
    "chest": coffer,
}


def icon(motif: str) -> Drawing:
    """The drawing of a silhouette: filled in the motif's dark tone, or a bold outline in low ink."""
    dark = MOTIFS[motif][1] if motif in MOTIFS else BURGUNDY.flat

    def draw(pen: Pen) -> Group:
        bold = replace(pen, width=5)
        area = bold.paint(dark, stroke=None if pen.low else "none")
        cut = bold.line(5, cut_colour(pen))
        return pen.group(*SIGNS[motif](bold, area, cut))

    draw.__doc__ = f"The silhouette of the {motif}."
    return draw
