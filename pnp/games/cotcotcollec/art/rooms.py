"""The rooms: where each treasure is shown off, from the jeweller's shop to the opera.

Drawn in millimetres round the centre of a card of 63 × 88, without outlines and in quiet tones, so that the figures in
front of them stay the heroes. The light comes from the upper left. In low ink there is no room.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num, polar, star
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .palette import MOTIFS
from .stage import tint
from .wallpaper import BOTTOM, FLOOR, LEFT, RIGHT, TOP, papered, parquet

WIDE = RIGHT - LEFT


def box(x: float, y: float, w: float, h: float) -> str:
    """A rectangle as path data."""
    return f"M{num(x)},{num(y)}h{num(w)}v{num(h)}h{num(-w)}Z"


def arch(x: float, y: float, w: float, h: float) -> str:
    """An opening with a round top; `y` is where the round begins, `x` its middle."""
    r = num(w / 2)
    return f"M{num(x - w / 2)},{num(y + h)}V{num(y)}A{r},{r} 0 0 1 {num(x + w / 2)},{num(y)}V{num(y + h)}Z"


def hem(x: float, y: float, w: float, n: int, deep: float) -> str:
    """A row of `n` scallops hanging from a straight edge."""
    step = w / n
    return f"M{num(x)},{num(y)}" + f"q{num(step / 2)},{num(deep * 2)} {num(step)},0" * n + "Z"


def line(pen: Pen, d: str, width: float, colour: str) -> BaseElement:
    """A thin line in the tone of the room."""
    return pen.path(d, pen.line(width, colour))


def lit(pen: Pen) -> list[BaseElement]:
    """The light that falls in from the upper left, the air behind the figure, and the dusk on the right."""
    return [
        *(pen.ellipse(-1, -11, r, r * 1.1, pen.paint("#ffffff", stroke="none", opacity=0.09)) for r in (24, 19, 13)),
        pen.path(f"M{LEFT},{TOP}H-13L13,{BOTTOM}H{LEFT}Z", pen.paint("#ffffff", stroke="none", opacity=0.13)),
        pen.path(f"M18,{TOP}H{RIGHT}V{BOTTOM}H24Z", pen.paint("#2a1230", stroke="none", opacity=0.1)),
    ]


def skirting(pen: Pen, light: str, dark: str, high: float = 2) -> list[BaseElement]:
    """The board between wall and floor."""
    return [
        pen.path(box(LEFT, FLOOR, WIDE, high), tint(pen, light)),
        line(pen, f"M{LEFT},{num(FLOOR + high)}H{RIGHT}", 0.3, dark),
    ]


def tiles(pen: Pen, light: str, dark: str) -> list[BaseElement]:
    """A chequered floor in perspective."""
    rows = (FLOOR + 2, 8.4, 11.2, 15, 20, 27)
    d = ""
    for r, (a, b) in enumerate(pairwise(rows)):
        ka, kb = (0.44 * (y + 9) for y in (a, b))
        for c in range(-6, 7):
            if (r + c) % 2 == 0 and abs(c * ka) < 34:
                d += f"M{num(c * ka)},{num(a)}H{num((c + 1) * ka)}L{num((c + 1) * kb)},{num(b)}H{num(c * kb)}Z"
    floor: list[Point] = [(LEFT, FLOOR + 2), (RIGHT, FLOOR + 2), (RIGHT, BOTTOM), (LEFT, BOTTOM)]
    return [
        pen.path(box(LEFT, FLOOR, WIDE, BOTTOM - FLOOR), tint(pen, light)),
        pen.path(d, tint(pen, dark)),
        *grain(pen, floor, "#ffffff", every=4, length=1, width=0.16, turn=0),
    ]


def wall(pen: Pen, motif: str, colour: str, start: int) -> list[BaseElement]:
    """The papered wall with its grain."""
    corners: list[Point] = [(LEFT, TOP), (RIGHT, TOP), (RIGHT, FLOOR), (LEFT, FLOOR)]
    return [*papered(pen, motif), *grain(pen, corners, colour, every=4.4, length=0.9, width=0.18, start=start)]


def curtain(pen: Pen, x: float, w: float, way: int, tone: tuple[str, str]) -> list[BaseElement]:
    """A curtain drawn back to one side, from the top to the floor; `way` 1 hangs at the right edge."""
    inner = x - way * w
    d = (
        f"M{num(x)},{TOP}H{num(inner)}"
        f"C{num(inner + way * 0.6)},-24 {num(x - way * w * 0.5)},-14 {num(x - way * 2.6)},-9"
    )
    d += f"C{num(x - way * w * 0.5)},-3 {num(x - way * w * 0.6)},4 {num(x - way * w * 0.62)},{num(FLOOR + 3)}H{num(x)}Z"
    folds = "".join(
        f"M{num(x - way * w * k)},{TOP}Q{num(x - way * w * k * 0.9)},-22 {num(x - way * 2.4)},-10"
        f"Q{num(x - way * w * k * 0.7)},-4 {num(x - way * w * k * 0.6)},{num(FLOOR + 3)}"
        for k in (0.3, 0.55, 0.8)
    )
    tie = f"M{num(x)},-10.8L{num(x - way * 3.6)},-9.6V-7.8L{num(x)},-8.6Z"
    return [
        pen.path(d, tint(pen, tone[0])),
        line(pen, folds, 0.5, tone[1]),
        pen.path(tie, tint(pen, "#e2ae45")),
    ]


def jeweller(pen: Pen) -> list[BaseElement]:
    """The shop in the rue de la Paille: a window on the street, an awning, a counter."""
    panes = box(-16, -30, 36, 27)
    roofs = "M-16,-3V-12L-13,-15L-10,-12V-14H-6V-17L-3,-20L0,-17V-9H6V-15L9,-18H14L17,-15V-10H20V-3Z"
    tower = "M8.4,-3C10,-9 10.4,-17 10.8,-26H11.6C12,-17 12.4,-9 14,-3H12.6C12.4,-6 10,-6 9.8,-3Z"
    return [
        *wall(pen, "ring", "#a9d6d1", 1),
        pen.path(panes, tint(pen, "#dff1f7")),
        pen.path(tower, tint(pen, "#b7d3dc")),
        pen.path(roofs, tint(pen, "#a6c9d2")),
        pen.path("M-16,-30H-4L-16,-10Z", tint(pen, "#f3fbfd")),
        line(pen, panes + "M2,-30V-3M-16,-17H20", 1.1, "#c9a968"),
        line(pen, panes, 0.3, "#8d7136"),
        pen.path(box(-19, -37.4, 42, 5), tint(pen, "#2c7f80")),
        pen.path("".join(box(-19 + 8.4 * i, -37.4, 4.2, 5) for i in range(5)), tint(pen, "#f3fbf9")),
        pen.path("".join(hem(-19 + 8.4 * i, -32.4, 4.2, 1, 1.4) for i in range(5)), tint(pen, "#f3fbf9")),
        pen.path("".join(hem(-14.8 + 8.4 * i, -32.4, 4.2, 1, 1.4) for i in range(5)), tint(pen, "#2c7f80")),
        *parquet(pen),
        pen.path(box(LEFT, -2, WIDE, 8), tint(pen, "#8ec5c1")),
        pen.path(box(LEFT, -3, WIDE, 1.6), tint(pen, "#e9f6f4")),
        line(pen, "".join(box(-25 + 10.4 * i, 0.2, 8, 4.4) for i in range(5)), 0.35, "#69a9a6"),
        pen.path("".join(star((-21 + 10.4 * i, 2.4), 1, 0.4, 4) for i in range(5)), tint(pen, "#e9f6f4")),
        *lit(pen),
    ]


def boudoir(pen: Pen) -> list[BaseElement]:
    """Her bedchamber: a bed under its canopy, a lamp, a slipper."""
    drape = "M4,-39.8H27.4V-2H22C23,-14 20,-26 8,-34C6,-35.4 4.6,-37 4,-39.8Z"
    return [
        *wall(pen, "rug", "#5c957d", 2),
        *parquet(pen, "#c9a071", "#a5794a"),
        pen.path("M-2,-8C-2,-16 20,-20 27.4,-16V4H-2Z", tint(pen, "#2f5c4b")),
        pen.path("M0,-1C6,-5 18,-5 27.4,-2V9H0Z", tint(pen, "#e7d9c2")),
        pen.path("M0,2C8,-1 18,0 27.4,1V9H0Z", tint(pen, "#b65467")),
        line(pen, "M4,2L8,9M11,0.6L15,9M19,0.4L23,9", 0.4, "#913c50"),
        pen.path("M9,-5C9,-9 21,-9 22,-5C22,-2 9,-2 9,-5Z", tint(pen, "#f7efdf")),
        pen.path(drape, tint(pen, "#b65467")),
        line(pen, "M12,-39.8C14,-32 22,-24 24,-6M19,-39.8C20,-32 24,-26 25.6,-10", 0.6, "#913c50"),
        pen.path(hem(4, -39.8, 23.4, 5, 2.4), tint(pen, "#e2ae45")),
        pen.path("M-15,-25L-18,-19H-9L-12,-25ZM-14,-19V-16H-13V-19Z", tint(pen, "#f6dd9a")),
        pen.ellipse(-13.5, -20, 9, 8, pen.paint("#fbeec0", stroke="none", opacity=0.22)),
        *lit(pen),
    ]


def ballroom(pen: Pen) -> list[BaseElement]:
    """Where prizes are given: columns, an arch beyond, a chandelier."""
    columns = "".join(box(x, -34, 5, 39) for x in (-25.4, 19.6))
    flutes = "".join(f"M{num(x + k)},-33V4" for x in (-25.4, 19.6) for k in (1.5, 3))
    capitals = "".join(f"M{num(x - 1)},-34h7l-0.8,-3h-5.4Z" for x in (-25.4, 19.6))
    arms = "M0,-39.8V-31M-8,-32Q-4,-27 0,-31Q4,-27 8,-32M-4.4,-33Q-2,-29 0,-31Q2,-29 4.4,-33"
    candles = [(-8, -33.6), (-4.4, -34.6), (4.4, -34.6), (8, -33.6)]
    return [
        *wall(pen, "trophy", "#9c3d54", 3),
        pen.path(arch(0, -14, 26, 19), tint(pen, "#6d1a30")),
        pen.path(arch(0, -13, 20, 18), tint(pen, "#f0c48c")),
        pen.path(arch(0, -11, 12, 16), tint(pen, "#f9dfae")),
        line(pen, arch(0, -14, 26, 19), 0.5, "#d7a24c"),
        *tiles(pen, "#f1dcc6", "#c98d7e"),
        pen.path(columns, tint(pen, "#d99f96")),
        pen.path("".join(box(x + 3.4, -34, 1.6, 39) for x in (-25.4, 19.6)), tint(pen, "#b9746f")),
        line(pen, flutes, 0.25, "#b9746f"),
        pen.path(capitals + "".join(box(x - 1, 3.4, 7, 3) for x in (-25.4, 19.6)), tint(pen, "#e2ae45")),
        line(pen, arms, 0.6, "#e2ae45"),
        pen.path("".join(box(x - 0.4, y - 1, 0.8, 2) for x, y in candles), tint(pen, "#fff6df")),
        pen.path(dots([(x, y - 1.8) for x, y in candles], 0.8), tint(pen, "#ffd870")),
        *lit(pen),
    ]


def dressing_room(pen: Pen) -> list[BaseElement]:
    """A diva's dressing room: a mirror hung with lamps, a curtain, pots of paint."""
    lamps = [polar((11, -17), 15 * k, 13.4) for k in range(24)]
    return [
        *wall(pen, "necklace", "#8867ad", 4),
        pen.circle(11, -17, 14.8, tint(pen, "#6d4a94")),
        pen.circle(11, -17, 12, tint(pen, "#d9cdea")),
        pen.path("M1,-20L14,-28.6L17,-27L0.4,-14ZM4,-8L22,-21.6L22.6,-19L7,-6Z", tint(pen, "#ebe3f5")),
        pen.path(dots(lamps, 0.9), tint(pen, "#ffe9a8")),
        *parquet(pen, "#b58aa0", "#8d627c"),
        pen.path(box(-4, -1, 31.4, 2.4) + box(-1, 1.4, 2, 8) + box(22, 1.4, 2, 8), tint(pen, "#54397a")),
        pen.path("M1,-1v-3h3v3ZM6,-1v-5h2v-1.6h1v1.6h2v5ZM14,-1c-2,-3 3,-4 4,-1ZM21,-1v-4h4v4Z", tint(pen, "#e8b7c6")),
        *curtain(pen, LEFT, 12, -1, ("#7a3f78", "#5b2a5c")),
        *lit(pen),
    ]


def museum(pen: Pen) -> list[BaseElement]:
    """A gallery of old masters, room behind room."""
    doors = [(0.0, -12.0, 30.0, 17.4), (1.0, -11.0, 21.0, 14.6), (2.0, -10.0, 13.4, 12.2)]
    shades = ("#5f8fc0", "#b9d3ec", "#5f8fc0")
    frames = ((-25, -34, 9, 11), (-25, -18, 9, 8), (17.4, -36, 9, 12))
    parts = wall(pen, "showcase", "#b4d0ec", 5)
    for (x, y, w, h), shade in zip(doors, shades, strict=True):
        parts.append(pen.path(box(x - w / 2, y - 8, w, h + 8), tint(pen, shade)))
        parts.append(line(pen, box(x - w / 2, y - 8, w, h + 8), 0.5, "#dcebf8"))
    return [
        *parts,
        pen.path("M-1.5,2V-3Q2,-8 5.5,-3V2Z", tint(pen, "#33608f")),
        pen.circle(2, -8, 1.7, tint(pen, "#33608f")),
        *(pen.path(box(*f), tint(pen, "#e2ae45")) for f in frames),
        *(pen.path(box(x + 1.2, y + 1.2, w - 2.4, h - 2.4), tint(pen, "#7d4b3a")) for x, y, w, h in frames),
        *(pen.ellipse(x + w / 2, y + h * 0.54, 1.8, 2.4, tint(pen, "#e8c9a4")) for x, y, w, h in frames),
        *parquet(pen),
        pen.path("M-21,-1h1v8h-1ZM20,-1h1v8h-1Z" + dots([(-20.5, -1.6), (20.5, -1.6)], 1), tint(pen, "#c99a3c")),
        line(pen, "M-20.5,0.4Q-13,7 -4,1M20.5,0.4Q14,7 8,2", 1, "#8a2440"),
        *lit(pen),
    ]


def terrace(pen: Pen) -> list[BaseElement]:
    """The garden at the hour when one is seen best: hills, cypresses, a balustrade."""
    cypress = (
        "M-14,-4C-17,-14 -14,-24 -12.6,-28C-11,-24 -8.4,-14 -11.4,-4ZM-19,-4C-21,-12 -19,-18 -18,-21"
        "C-17,-18 -15,-12 -17,-4Z"
    )
    balusters = "".join(f"M{num(-25 + 4.2 * i)},-2c-1.6,2 -1.2,4 0,5.4h2c1.2,-1.4 1.6,-3.4 0,-5.4Z" for i in range(13))
    joints = (
        "".join(f"M{num(k * 5)},6.4L{num(k * 9)},25" for k in range(-5, 6))
        + "M-27.4,9H27.4M-27.4,13.4H27.4M-27.4,20H27.4"
    )
    return [
        *wall(pen, "fan", "#f5a79f", 6),
        pen.circle(13, -17, 8, tint(pen, "#fde0a8")),
        pen.path("M-27.4,-10C-18,-17 -8,-14 -2,-10C8,-17 18,-16 27.4,-12V5H-27.4Z", tint(pen, "#d9817f")),
        pen.path("M-27.4,-5C-16,-10 -6,-8 4,-5C14,-9 22,-8 27.4,-6V5H-27.4Z", tint(pen, "#b8686c")),
        pen.path(cypress, tint(pen, "#6e7f5c")),
        pen.path("M-12.6,-28C-11,-24 -8.4,-14 -11.4,-4H-12.4C-11,-12 -11.6,-20 -12.6,-28Z", tint(pen, "#56684a")),
        pen.path(dots([(21, -13)], 6), tint(pen, "#7d9068")),
        pen.path("M24,-18A6,6 0 0 1 20,-7A8,8 0 0 0 24,-18Z", tint(pen, "#63764f")),
        pen.path("M20.4,-8h1.2v4h-1.2ZM17.6,-5.4h6.8l-1,5h-4.8Z", tint(pen, "#c9856a")),
        pen.path(box(LEFT, -3.4, WIDE, 9.4), tint(pen, "#a95c62")),
        pen.path(balusters, tint(pen, "#fbe9d6")),
        pen.path(box(LEFT, -4, WIDE, 2.2) + box(LEFT, 3.4, WIDE, 2.6), tint(pen, "#fdf1e2")),
        line(pen, f"M{LEFT},-1.8H{RIGHT}M{LEFT},6H{RIGHT}", 0.3, "#c98d7e"),
        pen.path(box(LEFT, 6, WIDE, 19), tint(pen, "#efcfae")),
        line(pen, joints, 0.3, "#d3a781"),
        *grain(pen, [(LEFT, 6), (RIGHT, 6), (RIGHT, BOTTOM), (LEFT, BOTTOM)], "#d9b08a", every=2.6, length=0),
        *lit(pen),
    ]


def palace(pen: Pen) -> list[BaseElement]:
    """The winter palace by night: snow on the domes, a moon, a stove that is never lit."""
    onion = "c-3,-3 -2.4,-6 0,-8.4c2.4,2.4 3,5.4 0,8.4Z"
    snow = [polar((-8, -27), 47 * k, 2 + 0.42 * k) for k in range(22)]
    return [
        *wall(pen, "egg", "#3d5488", 7),
        pen.path(arch(-8.5, -27, 22, 10.6), tint(pen, "#0f1c3d")),
        pen.circle(-13, -31, 3.4, tint(pen, "#f7efd0")),
        pen.circle(-11.6, -31.8, 2.9, tint(pen, "#0f1c3d")),
        pen.path(f"M-10,-18v-6h-4v6ZM-12,-23.6{onion}M-3,-16v-5h-3.6v5ZM-4.8,-20.6{onion}", tint(pen, "#5a72a6")),
        pen.path("M-19.5,-18Q-12,-20.6 -6,-18.6Q-1,-20 2.5,-18V-16H-19.5Z", tint(pen, "#c9d6ee")),
        pen.path(dots([p for p in snow if -18.6 < p[0] < 1.6 and p[1] < -18], 0.32), tint(pen, "#e6edf8")),
        line(pen, arch(-8.5, -27, 22, 10.6), 1.2, "#c9a24a"),
        line(pen, "M-8.5,-38V-16.4M-19.5,-27H2.5", 0.6, "#c9a24a"),
        *curtain(pen, RIGHT, 13, 1, ("#6d2140", "#4d142c")),
        *tiles(pen, "#8a97bf", "#4a5d92"),
        *skirting(pen, "#e8dcc0", "#b8a26c"),
        *lit(pen),
    ]


def milliner(pen: Pen) -> list[BaseElement]:
    """A hat shop, whose door was cut for other customers."""
    shelf = [(-20.4, -23), (-11, -22.6), (-19.6, -7.4), (-10.4, -8)]
    hats = "".join(f"M{num(x - 4)},{num(y)}q0.6,-1.2 1.8,-1.2v-3q2.2,-1.6 4.4,0v3q1.2,0 1.8,1.2Z" for x, y in shelf)
    stands = "".join(f"M{num(x)},{num(y)}v3.4m-1.6,0h3.2" for x, y in shelf)
    return [
        *wall(pen, "hat", "#e6b93f", 8),
        pen.path(box(-26, -19.4, 20, 1.2) + box(-26, -4, 20, 1.2), tint(pen, "#a9741c")),
        line(pen, stands, 0.5, "#a9741c"),
        pen.path(hats, tint(pen, "#c98a2a")),
        pen.path(box(1, -32, 21, 37.6), tint(pen, "#b9802a")),
        pen.path(box(3.6, -29.4, 15.8, 35), tint(pen, "#cfe8ee")),
        pen.path("M3.6,5.6V-4C8,-8 12,-5 19.4,-9V5.6Z", tint(pen, "#a9c9a0")),
        pen.path("M3.6,-29.4H12L3.6,-16Z", tint(pen, "#eef8fa")),
        line(pen, "M1,-15l2,1.6l-1.4,1.6l2,1.4M22,-17l-2.2,1.8l1.6,1.4l-2,1.8", 0.5, "#6f4a10"),
        line(pen, box(3.6, -29.4, 15.8, 35), 0.4, "#8a5a08"),
        *parquet(pen),
        *skirting(pen, "#fdf1d0", "#d9b766"),
        pen.path(box(3.6, 4.4, 15.8, 2), tint(pen, "#d9b98c")),
        *lit(pen),
    ]


def opera(pen: Pen) -> list[BaseElement]:
    """The stage, or what is left of it from the second row."""
    lamps = [(-22.5 + 5 * i, -4.6) for i in range(10)]
    return [
        pen.path(box(LEFT, TOP, WIDE, BOTTOM - TOP), tint(pen, "#f2c84f")),
        pen.path("M-27.4,-18C-12,-30 12,-30 27.4,-18V-4H-27.4Z", tint(pen, "#f8dd8c")),
        pen.path("M-16,-4V-16L-13,-20L-10,-16V-4ZM10,-4V-20H13V-23H16V-20H19V-4Z", tint(pen, "#d9a93c")),
        *curtain(pen, LEFT, 15, -1, ("#b8343f", "#8f1f2b")),
        *curtain(pen, RIGHT, 15, 1, ("#a82a38", "#7f1824")),
        pen.path(box(LEFT, TOP, WIDE, 5), tint(pen, "#b8343f")),
        pen.path(hem(LEFT, TOP + 5, WIDE, 6, 2.2), tint(pen, "#b8343f")),
        line(pen, hem(LEFT, TOP + 5, WIDE, 6, 2.2), 0.7, "#e2ae45"),
        pen.path(box(LEFT, -5, WIDE, 5), tint(pen, "#8a5a2c")),
        pen.path(dots(lamps, 1.1), tint(pen, "#ffe9a8")),
        pen.path(box(LEFT, -2.6, WIDE, 28), tint(pen, "#4a2230")),
        *grain(pen, [(LEFT, -2), (RIGHT, -2), (RIGHT, BOTTOM), (LEFT, BOTTOM)], "#6b3646", every=3, length=0.9),
        *lit(pen),
    ]


def perfumery(pen: Pen) -> list[BaseElement]:
    """Shelves of bottles, all for the neck."""
    bottles = ""
    for row, y in enumerate((-26.0, -14.0, -2.0)):
        for i in range(5):
            x, tall = -12 + 8.2 * i + row % 2 * 2, 4 + (i * 3 + row * 2) % 4
            bottles += (
                f"M{num(x - 2)},{num(y)}v{num(-tall)}q2,-2.2 4,0v{num(tall)}Z"
                f"M{num(x - 0.7)},{num(y - tall - 1)}h1.4v-1.6h-1.4Z"
            )
    shelves = "".join(box(-17, y, 44.4, 1) for y in (-26, -14, -2))
    return [
        *wall(pen, "perfume", "#eab4cd", 9),
        pen.path(box(-17, -37, 44.4, 42), tint(pen, "#efc3d8")),
        pen.path(bottles, tint(pen, "#d58fb4")),
        pen.path(shelves, tint(pen, "#b8658f")),
        line(pen, box(-17, -37, 44.4, 42), 0.6, "#b8658f"),
        *parquet(pen),
        *skirting(pen, "#fdf0f5", "#d99bb9"),
        *lit(pen),
    ]


def boulevard(pen: Pen) -> list[BaseElement]:
    """The street, which she has to herself."""
    tower = "M8,-2C12,-12 13,-24 13.6,-34H14.8C15.4,-24 16.4,-12 20.4,-2H17C16.6,-7 11.8,-7 11.4,-2Z"
    houses = "M-27.4,4V-22L-24,-26H-15L-12,-22V4ZM-10,4V-14L-7,-18H-1L2,-14V4ZM20,4V-16L23,-20H27.4V4Z"
    windows = "".join(box(x, y, 2, 3.4) for x in (-25, -21, -17) for y in (-18, -12, -6))
    windows += "".join(box(x, y, 2, 3) for x in (-8, -4) for y in (-11, -6)) + box(23, -12, 2, 3) + box(23, -6, 2, 3)
    stones = "".join(
        f"M{num(-26 + 7 * i - j % 2 * 3)},{num(8 + 3.4 * j)}q2.4,-1.6 4.8,0" for i in range(8) for j in range(5)
    )
    lamp = "M-14.4,6V-19h0.8V6ZM-16,-19h4l-0.6,-4h-2.8ZM-15,-23.6h2l-1,-1.6Z"
    return [
        *wall(pen, "perfume", "#eab4cd", 10),
        pen.path(tower, tint(pen, "#d9a0bd")),
        line(pen, "M11.8,-12H16.6M12.8,-20H15.6", 0.6, "#f6d6e4"),
        pen.path(houses, tint(pen, "#cf8fb0")),
        pen.path(windows, tint(pen, "#9e5f83")),
        pen.path(box(LEFT, 4, WIDE, 21), tint(pen, "#d8bccb")),
        pen.path(box(LEFT, 4, WIDE, 1.6), tint(pen, "#f4e6ee")),
        line(pen, stones, 0.35, "#b897a9"),
        pen.path(lamp, tint(pen, "#7a3f62")),
        pen.circle(-14, -21, 4, pen.paint("#fff2c0", stroke="none", opacity=0.5)),
        *lit(pen),
    ]


def music_room(pen: Pen) -> list[BaseElement]:
    """A piano nobody opens any more, a window on the neighbours, whose shutters are shut."""
    house = "M8,-8V-26L15,-31L22,-26V-8Z"
    shutters = "".join(box(x, y, 3, 4) for x in (10, 17) for y in (-24, -17))
    slats = "".join(f"M{x},{num(y + k)}h3" for x in (10, 17) for y in (-24, -17) for k in (1.2, 2.6))
    return [
        *wall(pen, "gramophone", "#9db04a", 11),
        pen.path(box(3, -36, 24, 29), tint(pen, "#d5ecf2")),
        pen.path("M3,-18Q9,-23 15,-19Q21,-24 27,-20V-7H3Z", tint(pen, "#b9d3a0")),
        pen.path(house, tint(pen, "#e8cfae")),
        pen.path("M7,-26L15,-32L23,-26Z", tint(pen, "#b9694a")),
        pen.path(shutters, tint(pen, "#6f8f7a")),
        line(pen, slats, 0.3, "#d5ecf2"),
        line(pen, box(3, -36, 24, 29) + "M15,-36V-7M3,-22H27", 0.9, "#f4edd2"),
        line(pen, box(2.4, -36.6, 25, 30), 0.3, "#8a9a3c"),
        *curtain(pen, 3, 6, 1, ("#7d8c34", "#5f6c22")),
        *parquet(pen),
        *skirting(pen, "#f4edd2", "#b9b26c"),
        pen.path(box(-27.4, -8, 20, 15) + box(-27.4, -1, 21.4, 2.4), tint(pen, "#6f4a2c")),
        pen.path(box(-27.4, -1, 21.4, 1), tint(pen, "#fbf3df")),
        line(pen, "".join(f"M{num(-26 + 1.6 * i)},-1v1" for i in range(13)), 0.25, "#3b2418"),
        pen.path(box(-24, -13.4, 10, 4.4), tint(pen, "#fbf3df")),
        line(pen, "M-23,-12h8M-23,-10.8h8", 0.25, "#8a7a5a"),
        *lit(pen),
    ]


def mirrors(pen: Pen) -> list[BaseElement]:
    """A hall of mirrors, for those who cannot see enough of themselves."""
    glasses = "".join(arch(x, -26, 9, 28) for x in (-22, -10, 2))
    gleams = "".join(f"M{num(x - 3)},-14l5,-7v3l-5,7ZM{num(x - 3)},-8l3,-4v2l-3,4Z" for x in (-22, -10, 2))
    return [
        *wall(pen, "doubler", "#adbcc3", 12),
        pen.path(glasses, tint(pen, "#dbe8ec")),
        pen.path(gleams, tint(pen, "#f4fafb")),
        line(pen, glasses, 0.7, "#c9a968"),
        *tiles(pen, "#dfe5e2", "#a3b2b6"),
        *skirting(pen, "#fbf3df", "#bfae8c"),
        *lit(pen),
    ]


def salon(motif: str) -> Callable[[Pen], list[BaseElement]]:
    """The plain room of paper and parquet, for those who fill it themselves."""

    def build(pen: Pen) -> list[BaseElement]:
        return [*papered(pen, motif), *parquet(pen), *skirting(pen, "#fbf3df", "#d9c49a")]

    return build


HOMES: dict[str, Callable[[Pen], list[BaseElement]]] = {
    "ring": jeweller,
    "rug": boudoir,
    "trophy": ballroom,
    "necklace": dressing_room,
    "showcase": museum,
    "fan": terrace,
    "egg": palace,
    "hat": milliner,
    "perfume": perfumery,
    "gramophone": music_room,
    "doubler": mirrors,
    "rooster": salon("rooster"),
    "joker": salon("joker"),
}
ELSEWHERE: dict[str, Callable[[Pen], list[BaseElement]]] = {"hat3": opera, "perfume3": boulevard}
"""Looks that are not at home."""


@cache
def room(build: Callable[[Pen], list[BaseElement]]) -> Drawing:
    """The drawing of a room."""

    @cache  # the looks of a motif share their room
    def draw(pen: Pen) -> Group:
        return pen.group() if pen.low else pen.group(*build(pen))

    draw.__doc__ = build.__doc__
    return draw


ROOMS = {
    f"room-{motif}{look}": room(ELSEWHERE.get(f"{motif}{look}", HOMES[motif]))
    for motif in MOTIFS
    for look in (("", "2", "3") if motif not in ("rooster", "doubler", "joker") else ("",))
}
"""The rooms by the names that templates use, one for each look."""
