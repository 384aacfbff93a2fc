"""The signs in the corner of a card: each treasure as a bold silhouette that still reads at five millimetres.

Cards that are no treasures show theirs in a dark field. All keep to 48 units round the origin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, point, polar
from pnp.face.art.pen import PAPER, Drawing, Pen, Style

from .marks import TWICE, TWO
from .palette import BURGUNDY, CREAM, MOTIFS


def ring(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A stone on a thin hoop."""
    return [
        pen.path("M0,-16A34,32 0 1 1 -0.01,-16ZM0,-6A24,22 0 1 0 0.01,-6Z", area),
        pen.path("M-17,-48L17,-48L30,-33L0,-6L-30,-33Z", area),
        pen.path("M-24,-32L24,-32M-10,-32L0,-15L10,-32", cut),
    ]


def rug(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A pelt seen from above: a head with two ears, four paws, a tail, and a lozenge woven in the middle."""
    half = (
        "M-1,-38L7,-39L16,-47L20,-31C20,-25 16,-20 11,-18C19,-17 25,-21 31,-26C38,-32 47,-27 45,-20"
        "C43,-13 32,-12 27,-6C24,1 25,8 28,13C33,19 44,19 46,27C46,35 37,37 30,33C24,29 17,27 9,27"
    )
    half += "C8,34 10,41 -1,47Z"
    return [
        pen.path(half, area),
        pen.group(pen.path(half, area), transform="scale(-1 1)"),
        pen.path("M0,-14L19,5L0,24L-19,5Z", {**cut, "stroke_width": 7}),
        pen.path(dots([(-8, -30), (8, -30)], 3.2), cut_out(pen)),
    ]


def trophy(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A cup with two ears; a hen's foot is engraved in it."""
    ears = "M-26,-34C-44,-40 -48,-24 -42,-14C-37,-6 -28,-5 -19,0M26,-34C44,-40 48,-24 42,-14C37,-6 28,-5 19,0"
    parts = [
        pen.path(ears, pen.line(8, str(area["fill"]))),
        pen.path(
            (
                "M-29,-47L29,-47C29,-16 20,8 6,14L6,26C8,34 16,36 24,38L24,48L-24,48L-24,38C-16,36 -8,34 -6,26"
                "L-6,14C-20,8 -29,-16 -29,-47Z"
            ),
            area,
        ),
        pen.path("M0,-36L0,0M0,-11C-8,-14 -13,-21 -14,-30M0,-11C8,-14 13,-21 14,-30", {**cut, "stroke_width": 6.5}),
    ]
    return [pen.group(*parts, transform="scale(0.93 0.97)")]


def necklace(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A string with five fangs."""
    parts: list[BaseElement] = [pen.path("M-34,-44C-40,20 40,20 34,-44", pen.line(7, str(area["fill"])))]
    for x, y, angle, size in (
        (-31, -17, 30, 0.86),
        (31, -17, -30, 0.86),
        (-18, 1, 15, 1.05),
        (18, 1, -15, 1.05),
        (0, 6, 0, 1.28),
    ):
        tooth = "M-9,-4Q0,-10 9,-4Q10,16 0,32Q-10,16 -9,-4Z"
        parts.append(
            pen.group(pen.path(tooth, area), transform=f"translate({point((x, y))}) rotate({angle}) scale({size})")
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
            cut_out(pen),
        ),
        pen.path("M-28,2L-4,2M4,2L28,2", pen.line(5, str(area["fill"]))),
    ]


def fan(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A spread fan with a lobed edge."""
    pivot = (0.0, 34.0)
    d = f"M{point(polar(pivot, -158, 8))}L{point(polar(pivot, -158, 46))}"
    for i in range(7):
        a = -158 + i * 19.43
        end = polar(pivot, a + 19.43, 50 if i < 6 else 46)
        d += f"C{point(polar(pivot, a - 1, 68))} {point(polar(pivot, a + 20.4, 68))} {point(end)}"
    d += f"L{point(polar(pivot, -22, 8))}Z"
    ribs = "".join(
        f"M{point(polar(pivot, -158 + k * 19.43, 15))}L{point(polar(pivot, -158 + k * 19.43, 50))}" for k in range(1, 7)
    )
    tassel = "M-4,42L4,42L7,49L-7,49Z"
    parts = [
        pen.path(d, area),
        pen.circle(0, 36, 7, area),
        pen.path(tassel, area),
        pen.path(ribs, {**cut, "stroke_width": 4}),
    ]
    return [pen.group(*parts, transform="translate(0 -7) scale(0.87)")]


def egg(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """An egg painted with a broad zigzag and pearls, in a cup with a round foot."""
    shell = "M0,-48C19,-48 32,-24 32,-5C32,14 18,27 0,27C-18,27 -32,14 -32,-5C-32,-24 -19,-48 0,-48Z"
    cup = (
        "M-30,17C-16,29 16,29 30,17C30,30 19,36 6,37L6,40C9,43 19,43 24,45L24,48L-24,48L-24,45C-19,43 -9,43 -6,40"
        "L-6,37C-19,36 -30,30 -30,17Z"
    )
    edge = {**area, "stroke": cut_colour(pen), "stroke_width": 4, "stroke_linejoin": "round"}
    return [
        pen.path(shell, area),
        pen.path("M-34,-8L-22,-19L-11,-8L0,-19L11,-8L22,-19L34,-8", {**cut, "stroke_width": 8}),
        pen.path(dots([(0, -33), (-20, 6), (0, 8), (20, 6)], 4.2), cut_out(pen)),
        pen.path(cup, edge),
    ]


def hat(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A wide brim, a tall crown with its band, and one straight feather stuck in it."""
    edge = {**area, "stroke": cut_colour(pen), "stroke_width": 4, "stroke_linejoin": "round"}
    return [
        pen.path(
            "M-46,25C-39,20 -31,28 -22,27L22,27C31,28 39,20 46,25C46,38 24,45 0,45C-24,45 -46,38 -46,25Z",
            area,
        ),
        pen.path(
            "M-25,29C-27,10 -26,-6 -22,-18C-19,-25 -9,-20 0,-20C9,-20 17,-24 20,-17C24,-6 25,10 24,29Z",
            area,
        ),
        pen.path("M-25,13C-8,19 8,19 25,13", cut),
        pen.path("M10,17C4,-12 16,-37 41,-48C46,-37 44,-27 40,-20L33,-19L36,-13C31,-3 22,8 10,17Z", edge),
        pen.path("M14,11C18,-8 24,-20 33,-33", {**cut, "stroke_width": 3.5}),
    ]


def perfume(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A round flask with a bulb on a hose."""
    return [
        pen.path("M-6,-36C8,-50 26,-40 31,-25", pen.line(6, str(area["fill"]))),
        pen.path("M31,-27C43,-23 46,-6 35,3L32,10L29,3C20,-6 22,-23 31,-27Z", area),
        pen.path("M-18,-14L-18,-28L-38,-30L-38,-44L-2,-44L-2,-14Z", area),
        pen.path(
            "M-20,-12L0,-12C16,-8 26,4 26,18C26,32 18,44 8,48L-28,48C-38,44 -46,32 -46,18C-46,4 -36,-8 -20,-12Z", area
        ),
        pen.path("M-10,2C-2,13 4,20 4,27A14,13 0 0 1 -24,27C-24,20 -18,13 -10,2Z", cut_out(pen)),
    ]


def gramophone(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A box with a crank, and a great horn that gapes to the left."""
    line = str(area["fill"])
    horn = (
        "M42,16C42,2 28,-4 14,-12C4,-18 0,-32 -4,-44C-16,-52 -48,-20 -43,-6C-32,-6 -16,-6 -6,0C6,6 24,6 28,14"
        "C30,20 26,24 20,24L22,32C36,32 42,24 42,16Z"
    )
    return [
        pen.path("M-24,38L-42,38L-42,26", pen.line(6, line)),
        pen.path("M42,48L36,30L-26,30L-32,48Z", area),
        pen.path(horn, area),
        pen.ellipse(-24, -25.5, 8, 23, cut_out(pen), turn=45),
        pen.ellipse(-22.5, -24, 2.6, 9, area, turn=45),
        pen.path("M24,39L-14,39", cut),
    ]


def rooster(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A cock's head with a pointed comb, a beak and a moustache, cut out of a dark field."""
    return reversed_out(
        pen,
        area,
        pen.path(
            (
                "M-30,46C-32,20 -30,2 -24,-8C-33,-10 -37,-21 -31,-30C-27,-28 -24,-26 -21,-23C-22,-34 -19,-42 -12,-47"
                "C-7,-42 -5,-36 -4,-29C0,-38 6,-43 14,-44C17,-37 16,-30 13,-23C24,-22 31,-13 31,-3L48,11L31,15"
                "C35,27 28,38 19,33L23,46Z"
            ),
            cut_out(pen),
        ),
        pen.path(dots([(14, -7)], 5.4), area),
        pen.path("M27,16C16,22 4,22 0,14C-4,22 -12,20 -12,14", pen.line(5, str(area["fill"]))),
    )


def doubler(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """Times two, cut out of a dark field."""
    return reversed_out(pen, area, pen.path(TWICE + TWO, cut_out(pen)))


def joker(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """A fool's cap with bells, in motley: light on dark to the left, dark on light to the right."""
    half = "M0,38C9,38 17,37 24,34L27,14C30,2 36,-2 40,9C53,-13 36,-34 15,-17C14,-29 8,-36 0,-40Z"
    bell, band = dots([(40, 18)], 7.5), "M0,26Q12,26 22,21"
    light, dark = cut_out(pen), pen.line(5, str(area["fill"]))
    return [
        pen.path("M0,-48H-32A16,16 0 0 0 -48,-32V32A16,16 0 0 0 -32,48H0Z", area),
        pen.group(
            pen.path(half, light),
            pen.path(bell, light),
            pen.path(band, dark),
            transform="translate(0 3) scale(-0.9 0.9)",
        ),
        pen.group(
            pen.path(half, area), pen.path(bell, area), pen.path(band, cut), transform="translate(0 3) scale(0.9)"
        ),
        pen.path("M0,-46A6.5,6.5 0 0 0 0,-33Z", light),
        pen.path("M0,-46A6.5,6.5 0 0 1 0,-33Z", area),
    ]


def hand(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """Three cards fanned out."""
    parts: list[BaseElement] = []
    edge = {**area, "stroke": cut_colour(pen), "stroke_width": 5, "stroke_linejoin": "round"}
    for turn in (-24, 0, 24):
        card = pen.rect(-20, -84, 40, 64, edge, 5)
        parts.append(pen.group(card, transform=f"translate(0 52) rotate({turn * 0.8:g})"))
    star = "M0,-18L4,-6L14,-5L7,3L9,14L0,9L-9,14L-7,3L-14,-5L-4,-6Z"
    parts.append(pen.path(star, cut_out(pen)))
    return parts


def coffer(pen: Pen, area: Style, cut: Style) -> list[BaseElement]:
    """An open chest with nothing in it but a cobweb."""
    return [
        pen.path("M-42,-4C-46,-34 -28,-46 0,-46C28,-46 46,-34 42,-4Z", area),
        pen.path(
            "M-31,-8C-33,-27 -21,-35 0,-35C21,-35 33,-27 31,-8Z",
            cut_out(pen),
        ),
        pen.path(
            "M-31,-8L0,-20L31,-8M0,-35L0,-20M-18,-14Q-12,-24 0,-27Q12,-24 18,-14",
            pen.line(3, str(area["fill"])),
        ),
        pen.path("M-47,2H47V10H43L40,44H-40L-43,10H-47Z", area),
        pen.path("M-24,18V36M24,18V36M-8,18H8V28H-8Z", cut),
    ]


def cut_colour(pen: Pen) -> str:
    """The colour of what is cut out of a silhouette: that of the plate."""
    return PAPER if pen.low else CREAM.light


def cut_out(pen: Pen) -> Style:
    """An area that is cut out of a silhouette."""
    return pen.paint(cut_colour(pen), stroke="none", solid=True)


def reversed_out(pen: Pen, area: Style, *parts: BaseElement) -> list[BaseElement]:
    """A sign in a dark field with round corners: the cards that are no treasures."""
    return [pen.rect(-48, -48, 96, 96, area, 16), pen.group(*parts, transform="scale(0.84)")]


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
    """The drawing of a silhouette in the motif's dark tone; in low ink too, because it names the card."""
    dark = MOTIFS[motif][1] if motif in MOTIFS else BURGUNDY.flat

    def draw(pen: Pen) -> Group:
        bold = replace(pen, width=5)
        area = bold.paint(dark, stroke="none", solid=True)
        cut = bold.line(5, cut_colour(pen))
        return pen.group(*SIGNS[motif](bold, area, cut))

    draw.__doc__ = f"The silhouette of the {motif}."
    return draw
