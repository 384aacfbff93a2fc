"""The logo: a hen who winks and holds up a card, drawn with the pens of CotCotCollec'; small, her head alone.

`python -m manual logo` writes docs/assets/logo.svg and docs/assets/favicon.svg.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from svgwrite.base import BaseElement

from pnp.face.art.pen import Pen
from pnp.games.cotcotcollec.art.hair import comb
from pnp.games.cotcotcollec.art.head import Eyes
from pnp.games.cotcotcollec.art.hen import Hen, Plumage, Wing, face, lower, pearls, wing
from pnp.games.cotcotcollec.art.palette import BURGUNDY, CREAM, EMERALD, GOLD, INK, RED, Tone
from pnp.store.files import write_atomically

WHITE: Final = Tone("#ffffff", "#e4dccb", "#ffffff")
EGG: Final = (
    "M0,-7.6C3.6,-7.6 5.8,-1.8 5.8,1.8C5.8,5.4 3.2,7.6 0,7.6C-3.2,7.6 -5.8,5.4 -5.8,1.8C-5.8,-1.8 -3.6,-7.6 0,-7.6Z"
)
HOLDING: Final = Wing((32, 20), (48, -2))
HEN: Final = Hen(
    Plumage(WHITE, WHITE, (EMERALD.flat, GOLD.flat, RED.flat)),
    Eyes(lid=0.3, far=1, look=(2, 1), shadow="#7fb7c4", brow=4),
    head=(14, -29),
    tilt=-6,
)


def logo() -> str:
    """Return the hen with her card, as SVG."""
    pen = Pen(width=1.9)
    parts = [
        *lower(pen, HEN),
        *pearls(pen, HEN),
        face(pen, HEN, comb(pen)),
        _card(pen),
        *wing(pen, HOLDING, HEN, False),
    ]
    return _svg("-60 -66 132 132", "A hen winks and holds up a card", *parts)


def favicon() -> str:
    """Return her head in a burgundy circle, recognisable at 16 pixels."""
    pen = Pen(width=1.7)
    head = Hen(HEN.plumage, HEN.eyes, head=(0, 0), tilt=-4)
    crown = pen.ellipse(-0.5, 0.5, 13.4, 14, pen.paint(WHITE.flat))
    lady = pen.group(crown, face(pen, head, comb(pen)), transform="translate(-5 5.5) scale(1.22)")
    return _svg("-32 -32 64 64", "A hen", pen.circle(0, 0, 31, pen.paint(BURGUNDY.flat, stroke="none")), lady)


def _card(pen: Pen) -> BaseElement:
    """Return the card in her wing: a gold frame and an egg."""
    return pen.group(
        pen.rect(-11, -15.4, 22, 30.8, pen.paint(CREAM.flat), 2.4),
        pen.rect(-8, -12.4, 16, 24.8, pen.paint(BURGUNDY.flat, stroke=GOLD.flat, width=1.4), 1.4),
        pen.path(EGG, pen.paint(GOLD.light, stroke=INK, width=1.2)),
        transform="translate(55 -19) rotate(16)",
    )


def _svg(box: str, title: str, *parts: BaseElement) -> str:
    inside = "".join(part.tostring() for part in parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><title>{title}</title>{inside}</svg>\n'


def write_logo(folder: Path) -> list[Path]:
    """Write the logo and the favicon, and return their paths."""
    made = {folder / "logo.svg": logo(), folder / "favicon.svg": favicon()}
    folder.mkdir(parents=True, exist_ok=True)
    for path, svg in made.items():
        write_atomically(path, svg.encode())
    return list(made)
