"""Pictures of a bundled game's faces, for tests that look at them."""

from __future__ import annotations

from functools import cache

import numpy as np

from pnp.face.render import FaceRenderer
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import pixels_of

DPI = 127
"""Five pixels to the mm."""
PER_MM = 5


@cache
def game(name: str) -> Game:
    return load_game(bundled_project(), name)


@cache
def pictures(name: str, deck_name: str, side: Side = Side.FRONT, ink: Ink = Ink.FULL) -> dict[str, np.ndarray]:
    """Every design of a deck without its bleed, RGB."""
    deck = game(name).decks[deck_name]
    renderer = FaceRenderer(bundled_project(), game(name), Lang.FR, ink, 0)
    faces = [renderer.render(deck, design, side) for design in deck.designs]
    made = find_renderer(RendererName.TYPST).to_png(faces, DPI)
    return {design.id: pixels_of(png) for design, png in zip(deck.designs, made, strict=True)}


def px(mm: float) -> int:
    return round(mm * PER_MM)
