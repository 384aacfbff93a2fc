"""The index of a card, as a fanned hand shows it: small, grey, a little out of focus."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from pnp.errors import Location
from pnp.face.art.pen import Pen
from pnp.face.face import Face
from pnp.games.cotcotcollec.art import DRAWINGS
from pnp.games.cotcotcollec.art.palette import MOTIFS
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from tests.colour import MATRICES, seen
from tests.face.test_render import pixels_of

WIDE = 5.0
"""The width of an icon in mm; it is printed larger."""
MARK = WIDE * 6 / 7.2
"""The mark under it, in the proportion of the card."""
GAP = 0.3
BLUR = 0.3
ALIKE = 0.67
"""Two indices whose correlation is higher can be taken for each other."""
DPI = 254.0

OLD_HAT = (
    "M-4,4C-12,-18 -8,-48 18,-49C44,-48 50,-22 38,-8C36,-4 30,-6 32,-12C34,-22 26,-28 20,-22C12,-14 16,-2 14,8Z"
    "M-2,4C-4,-14 -18,-36 -36,-32C-50,-28 -48,-8 -38,-6C-34,-6 -34,-10 -36,-13C-34,-20 -26,-16 -24,-8L-18,6Z"
    "M-49,26C-44,16 -32,24 -26,22C-27,6 -25,0 -18,-2C-6,-4 10,-4 18,-2C25,2 27,10 26,22"
    "C36,24 45,14 49,24C48,40 20,46 0,46C-22,46 -46,40 -49,26Z"
)
OLD_JOKER = (
    "M-26,40L-30,20C-34,0 -40,-4 -46,8C-50,-20 -30,-34 -14,-14C-12,-34 -4,-44 0,-46"
    "C4,-44 12,-34 14,-14C30,-34 50,-20 46,8C40,-4 34,0 30,20L26,40Q0,50 -26,40Z"
)


def index(icon: str, mark: str, low: bool = False) -> np.ndarray:
    """The picture of an icon above a mark, at a tenth of a millimetre to the pixel."""
    tall = WIDE + GAP + MARK
    parts = (
        f'<g transform="translate({WIDE / 2} {WIDE / 2}) scale({WIDE / 100})">{icon}</g>'
        f'<g transform="translate({WIDE / 2} {tall - MARK / 2}) scale({MARK / 100})">{mark}</g>'
    )
    ground = "#ffffff" if low else "#fffaf0"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}mm" height="{tall}mm" viewBox="0 0 {WIDE} {tall}">'
        f'<rect width="{WIDE}" height="{tall}" fill="{ground}"/>{parts}</svg>'
    )
    [png] = find_renderer(RendererName.TYPST).to_png([Face(svg, Size(WIDE, tall), 0, Location(detail="index"))], DPI)
    return pixels_of(png)


@cache
def indices(low: bool) -> dict[str, np.ndarray]:
    """The index of every kind of card."""
    pen = Pen(low=low)
    drawn = {name: (DRAWINGS[f"icon-{name}"](pen), DRAWINGS[f"mark-{name}"](pen)) for name in MOTIFS}
    return {name: index(icon.tostring(), mark.tostring(), low) for name, (icon, mark) in drawn.items()}


def blurred(picture: np.ndarray, eyes: str) -> np.ndarray:
    """Light and dark as these eyes see them, out of focus."""
    light = seen(picture, eyes) @ [0.2126, 0.7152, 0.0722]
    shape = Image.fromarray(light.astype("uint8")).filter(ImageFilter.GaussianBlur(BLUR * DPI / MM_PER_INCH))
    return np.asarray(shape).astype(float).ravel()


def alike(one: np.ndarray, other: np.ndarray) -> float:
    """The correlation of two shapes."""
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("eyes", list(MATRICES))
def test_no_two_indices_can_be_taken_for_each_other(eyes: str, low: bool) -> None:
    shapes = {name: blurred(picture, eyes) for name, picture in indices(low).items()}
    assert len(shapes) == 13
    for one, other in combinations(shapes, 2):
        assert alike(shapes[one], shapes[other]) < ALIKE, (one, other, eyes)


def test_two_fools_caps_are_too_much_alike() -> None:
    """The hat and the joker as they once were, above their marks."""
    pen = Pen()
    shapes = []
    for name, path in (("hat", OLD_HAT), ("joker", OLD_JOKER)):
        icon, mark = f'<path d="{path}" fill="{MOTIFS[name][1]}"/>', DRAWINGS[f"mark-{name}"](pen).tostring()
        shapes.append(blurred(index(icon, mark), "grey"))
    assert alike(*shapes) > ALIKE


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("name", list(MOTIFS))
def test_an_icon_keeps_clear_of_the_gilt(name: str, low: bool) -> None:
    """It leaves a rim of its box of 100 units free on all sides, from which the plate's edge is 0.2 mm away."""
    icon = DRAWINGS[f"icon-{name}"](Pen(low=low)).tostring()
    picture = index(icon, "", low)[: int(WIDE * 10)]
    rim = np.concatenate([picture[:, 0], picture[:, -1], picture[0]])
    assert np.abs(rim - picture[0, 0]).max() < 8, name


@pytest.mark.parametrize("name", list(MOTIFS))
def test_low_ink_keeps_the_colour_of_the_motif(name: str) -> None:
    picture = indices(True)[name].reshape(-1, 3)
    dark = [int(MOTIFS[name][1][i : i + 2], 16) for i in (1, 3, 5)]
    assert (np.abs(picture - dark).max(axis=1) < 8).mean() > 0.08
