"""The other side of the undies: they have landed on somebody."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .face import LONG, WIDE, Face, head
from .laundry import bloomers, boxers, corset, garter, longjohns, stockings
from .palette import BROWN, DARK, FAIR, LILAC, NAVY, PLUM, POWDER, ROSY, SILVER, SLATE, TAN, WHITE, Wash
from .wash import green, moved


def _bust(pen: Pen, cloth: Wash) -> list[BaseElement]:
    return [
        pen.path("M-25,32C-25,18 -15,12 0,12C15,12 25,18 25,32Z", pen.paint(cloth.flat)),
        pen.path("M-7,12L0,24L7,12Z", pen.paint(WHITE.flat)),
    ]


def _moustache(pen: Pen) -> BaseElement:
    return pen.path("M0,6C-4,4.6 -8,9 -14,6C-12,12 -4,12 0,8.6C4,12 12,12 14,6C8,9 4,4.6 0,6Z", pen.paint(SILVER.flat))


def _bun(pen: Pen, colour: str) -> BaseElement:
    return pen.path("M-13,9C-17,0 -14,-14 -8,-16H8C14,-14 17,0 13,9Z", pen.paint(colour))


def _shock(
    garment: Drawing, at: tuple[float, float, float, float], face: Face, cloth: Wash, hair: str, whiskers: bool
) -> Drawing:
    def draw(pen: Pen) -> Group:
        pen = green(pen, 0.85)
        parts: list[BaseElement] = _bust(pen, cloth)
        skull: list[BaseElement] = [_bun(pen, hair)] if hair else []
        skull += head(pen, face)
        if whiskers:
            skull.append(_moustache(pen))
        parts.append(moved(pen, skull, 0, 0))
        x, y, scale, turn = at
        burst = "M-26,-4l-5,-1.4M-24,6l-5,1M26,-4l5,-1.4M24,6l5,1"
        return pen.group(
            moved(pen, parts, 0, 16, 1.55),
            moved(pen, [pen.path(burst, pen.line(1.6))], 0, 14, 1.5),
            moved(pen, [garment(pen)], x, y, scale, turn=turn),
        )

    return draw


SHOCKS: dict[str, Drawing] = {
    "bloomers": _shock(
        bloomers,
        (0, -20, 0.66, 0),
        Face(ROSY, eyes="pop", nose="bulb", mouth="gasp", brow=-9, shape=WIDE, look=(0, -1.6)),
        NAVY,
        "",
        True,
    ),
    "boxers": _shock(
        boxers,
        (0, -19, 0.66, -6),
        Face(FAIR, eyes="pop", nose="long", mouth="gasp", brow=-9, shape=LONG, look=(0.8, -1.6), ears=False),
        LILAC,
        SILVER.flat,
        False,
    ),
    "longjohns": _shock(
        longjohns,
        (0, -23, 0.6, 4),
        Face(TAN, eyes="pop", nose="hook", mouth="wavy", brow=-9, look=(-0.8, -1.4)),
        SLATE,
        "",
        True,
    ),
    "corset": _shock(
        corset,
        (0, -23, 0.6, -8),
        Face(DARK, eyes="pop", nose="button", mouth="o", brow=-9, look=(0, -1.8), ears=False),
        POWDER,
        BROWN.deep,
        False,
    ),
    "stockings": _shock(
        stockings,
        (0, -20, 0.66, 8),
        Face(FAIR, eyes="pop", nose="tilt", mouth="wavy", brow=-9, shape=WIDE, look=(0, -1.8)),
        PLUM,
        "",
        False,
    ),
    "garter": _shock(
        garter,
        (0, -18, 0.72, -4),
        Face(ROSY, eyes="pop", nose="bulb", mouth="gasp", brow=-9, look=(0, -1.6), ears=False),
        POWDER,
        "#e3c26a",
        False,
    ),
}
"""A shocked guest under each garment."""
