"""Cot-cot Conquête!'s lettering, the scene on its box, and the shadows of its figures."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pnp.box.build import plan_box
from pnp.box.draw import BLOCKS, BoxArtist
from pnp.box.order import BoxOrder
from pnp.face.art.pen import Pen
from pnp.face.face import Face
from pnp.games.conquete.art import DRAWINGS
from pnp.games.conquete.art.cut import LEAN
from pnp.games.conquete.art.line import tapers
from pnp.geometry.units import Size
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.sheet.layout import parse_paper
from pnp.terms import BoxForm, Ink, Lang
from tests.colour import lab
from tests.face.test_render import pixels_of
from tests.gallery import game

GROUNDS = ("#409040", "#101418", "#ffffff")


def on_ground(name: str, ground: str, wide: float, high: float, ink: Ink = Ink.FULL, dpi: float = 127) -> np.ndarray:
    """A drawing on a colour; at 127 dpi, five pixels to its unit."""
    box = f'x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}"'
    size = f'width="{wide}mm" height="{high}mm" viewBox="{-wide / 2} {-high / 2} {wide} {high}"'
    art = DRAWINGS[name](Pen(low=ink is Ink.LOW)).tostring()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {box} fill="{ground}"/>{art}</svg>'
    [png] = find_renderer(RendererName.TYPST).to_png([Face(svg, Size(wide, high), 0)], dpi)
    return pixels_of(png).astype(int)


@pytest.mark.parametrize("ink", list(Ink))
def test_the_logo_is_100_wide_and_centred(ink: Ink) -> None:
    picture = on_ground("logo", GROUNDS[0], 120, 60, ink)
    ys, xs = np.argwhere(np.abs(picture - (0x40, 0x90, 0x40)).max(axis=2) > 40).T
    assert (xs.max() + 1 - xs.min()) / 5 == pytest.approx(100, abs=0.6)
    assert 28 <= (ys.max() + 1 - ys.min()) / 5 <= 50
    assert (xs.min() + xs.max() + 1) / 10 == pytest.approx(60, abs=0.3)
    assert (ys.min() + ys.max() + 1) / 10 == pytest.approx(30, abs=0.3)


@pytest.mark.parametrize("ink", list(Ink))
def test_the_logo_brings_the_contrast_that_it_is_read_by(ink: Ink) -> None:
    """On any ground, in grey, a dark line parts light letters from a light rim, which parts both from the ground."""
    pictures = [lab(on_ground("logo", ground, 104, 54, ink), "grey")[..., 0] for ground in GROUNDS]
    own = np.abs(pictures[0] - pictures[1]) < 1
    for tones in pictures:
        assert (tones[own] < 25).mean() > 0.2
        assert (tones[own] > 70).mean() > 0.3
    outside = np.abs(pictures[1] - pictures[2]) > 60
    dark = pictures[2] < 40
    for axis in (0, 1):
        for shift in (-3, 3):
            assert not (outside & np.roll(dark, shift, axis)).any(), "a dark line touches the ground"


SKY, BANK = ("#e5672b", "#f08a3c", "#f39a52"), ("#3c5a30", "#4c6d3c")


def is_one_of(pixels: np.ndarray, colours: tuple[str, ...]) -> np.ndarray:
    values = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours]
    return np.array(np.min([np.abs(pixels - value).max(axis=-1) for value in values], axis=0) < 12)


@pytest.mark.parametrize("sleeved", [False, True])
@pytest.mark.parametrize("form", list(BoxForm))
def test_the_scene_fills_its_panel_and_the_facts_stand_on_the_bank(form: BoxForm, sleeved: bool) -> None:
    """Sky along the upper edge, the dark bank along the lower, from side to side, whatever size the box has."""
    order = BoxOrder(sleeved=sleeved, form=form).job(parse_paper("a4"), Lang.FR)
    plan = plan_box(game("conquete"), order)
    artist = BoxArtist(bundled_project(), game("conquete"), order, plan.need, plan.form)
    net = plan.nets[0]
    [panel] = [panel for panel in net.panels if BLOCKS.get(panel.name) == "cover"]
    face = artist.net(net)
    [png] = find_renderer(RendererName.TYPST).to_png([face], 127)
    left, top = (panel.rect.x - net.printed.x + face.bleed) * 5, (panel.rect.y - net.printed.y + face.bleed) * 5
    right, bottom = left + panel.rect.width * 5, top + panel.rect.height * 5
    pixels = pixels_of(png).astype(int)[round(top) : round(bottom), round(left) : round(right)]
    ends = np.r_[10:60, -60:-10]
    assert is_one_of(pixels[10:20, ends], SKY).mean() > 0.9
    assert is_one_of(pixels[-8:-4, 4:-4], BANK).mean() > 0.9
    low = pixels[-34:-10]  # behind the facts
    assert (is_one_of(low, BANK) | is_one_of(low, ("#fff4d2",))).mean() > 0.85


@pytest.mark.parametrize("name", ["cell-sword1-1", "cell-shield1-3", "cell-barrier2-1", "general-crown"])
def test_lines_are_heavier_away_from_the_light_also_in_a_mirror(name: str) -> None:
    """In low ink, what leans makes rims thicker below and on the right; every group of rims leans the same way."""
    drawn = DRAWINGS[name](Pen(low=True)).tostring()
    x, y = LEAN
    leaning = re.findall(rf'transform="translate\((-?){x:g} {y:g}\)"', drawn)
    assert leaning
    turned = drawn.count("scale(-")
    assert leaning.count("-") == (1 if turned else 0)


def test_cuts_inside_a_shape_are_pointed_at_both_ends() -> None:
    """A level line of 30 becomes a lens of its width in the middle, and of none at its ends."""
    assert tapers("M0,0L30,0", 2) == "M0,0C10,1.33 20,1.33 30,0C20,-1.33 10,-1.33 0,0Z"
    assert tapers("M1,1l3,0", 2).startswith("M1,1C2,2.33 3,2.33 4,1")
