"""Winston's lettering, and the cover that goes on round the corners of the box."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pnp
from pnp.face.art.pen import Pen
from pnp.face.face import Face
from pnp.games.winston.art import DRAWINGS
from pnp.geometry.units import Size
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.terms import Ink
from tests.face.test_render import pixels_of
from tests.measure import picture

GROUND = (0x40, 0x90, 0x40)


def drawn(name: str, wide: float, high: float, ink: Ink = Ink.FULL) -> np.ndarray:
    """A drawing on green, ten pixels to the unit."""
    box = f'x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}"'
    size = f'width="{wide}mm" height="{high}mm" viewBox="{-wide / 2} {-high / 2} {wide} {high}"'
    art = DRAWINGS[name](Pen(low=ink is Ink.LOW)).tostring()
    fill = "#{:02x}{:02x}{:02x}".format(*GROUND)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {box} fill="{fill}"/>{art}</svg>'
    [png] = find_renderer(RendererName.TYPST).to_png([Face(svg, Size(wide, high), 0)], 254)
    return pixels_of(png).astype(int)


@pytest.mark.parametrize("ink", list(Ink))
def test_the_logo_is_100_wide_and_reads_on_any_ground(ink: Ink) -> None:
    """It is centred, and between the ground and its dark line there is always a light rim."""
    picture = drawn("logo", 120, 60, ink)
    y, x = np.argwhere(np.abs(picture - GROUND).max(axis=2) > 40).T
    assert (x.min() + x.max() + 1) / 20 == pytest.approx(60, abs=0.15)
    assert (y.min() + y.max() + 1) / 20 == pytest.approx(30, abs=0.15)
    assert (x.max() + 1 - x.min()) / 10 == pytest.approx(100, abs=0.2)
    assert 28 <= (y.max() + 1 - y.min()) / 10 <= 50
    ground = np.abs(picture - GROUND).max(axis=2) < 12
    dark = picture.max(axis=2) < 90
    for shift in range(-3, 4):
        for axis in (0, 1):
            assert not (ground & np.roll(dark, shift, axis)).any(), "a dark line touches the ground"


@pytest.mark.parametrize("ink", list(Ink))
def test_the_cover_has_depth_and_room_for_the_title(ink: Ink) -> None:
    """In full ink it fills all of its 92 × 118 mm; where the title goes there is only sky."""
    picture = drawn("cover", 92, 118, ink)
    bare = np.abs(picture - GROUND).max(axis=2) < 12
    if ink is Ink.FULL:
        assert bare.mean() < 0.001
    dark = picture.max(axis=2) < 80
    rows = slice(250, 400)
    assert dark[rows, 130:-130].mean() < 0.002
    assert dark[-600:-250].mean() > 0.05, "not an empty one"


@pytest.mark.parametrize("sleeved", [False, True])
def test_the_dog_goes_on_round_the_corner_of_the_box(sleeved: bool, tmp_path: Path) -> None:
    """Left and right of the fold between front and right side, the same colours meet."""
    box = pnp.print_box("winston", lang="fr", ink="full", out=tmp_path, sleeved=sleeved)
    about = json.loads(box.sizes.read_text("utf-8"))
    front = next(each for each in about["panels"] if each["name"] == "front")
    part = next(each for each in about["sheets"][0]["parts"] if each["net"] == front["net"])
    per_mm = 10
    page = picture(box.pdf, 2, per_mm * 25.4).astype(int)
    fold = round((front["x"] + front["width"] + part["x"]) * per_mm)
    top = (front["y"] + part["y"]) * per_mm
    trunk = slice(*(round(top + share * front["height"] * per_mm) for share in (0.575, 0.765)))
    left, right = page[trunk, fold - 5], page[trunk, fold + 5]
    assert (np.abs(left - right).max(axis=-1) < 40).mean() > 0.9
    assert np.ptp(left, axis=0).max() > 150, "stripes"
