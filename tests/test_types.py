"""Types can be distinguished without colour: every pair differs in shape or lightness, for all kinds of vision."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from pnp.terms import Ink
from tests.colour import MATRICES, lightness, seen, shape_of, shapes_apart, shapes_differ
from tests.gallery import game, pictures, px

pytestmark = pytest.mark.slow
"""Golden faces hold every drawing by its hash: when none has changed, none of this has."""

SHAPE = 0.15
"""One minus the correlation of light and dark; the same shapes in another colour stay below a third of it."""
LIGHTNESS = 25
"""Of 255, between the means of two pictures."""

Types = dict[str, np.ndarray]


def motifs(ink: Ink) -> Types:
    """The corner index of each card of CotCotCollec'."""
    return {
        piece: picture[px(5) : px(24), px(5) : px(12)]
        for piece, picture in pictures("cotcotcollec", "cards", ink=ink).items()
    }


def trades(ink: Ink) -> Types:
    """A cell of each kind from the army cards."""
    found: Types = {}
    drawn = pictures("conquete", "army", ink=ink)
    half = px(31.5)
    for card in game("conquete").decks["army"].designs:
        for number, cell in enumerate(("nw", "ne", "sw", "se")):
            row, column = divmod(number, 2)
            kind = str(card.fields[cell])
            found.setdefault(
                kind, drawn[card.id][row * half : row * half + half - 1, column * half : column * half + half - 1]
            )
    return found


def kinds(ink: Ink) -> Types:
    """The mark of each kind of dog, on its tag."""
    drawn = pictures("winston", "dogs", ink=ink)
    found: Types = {}
    for row in game("winston").decks["dogs"].designs:
        if row.fields["part"] == "body":
            found.setdefault(str(row.fields["kind"]), drawn[row.id][px(3.5) : px(11), px(3.5) : px(12)])
    return found


def tokens(ink: Ink) -> Types:
    """One token of each sort."""
    drawn = pictures("koko", "tokens", ink=ink)
    found: Types = {}
    for row in game("koko").decks["tokens"].designs:
        found.setdefault(str(row.fields["what"]), drawn[row.id])
    return found


@pytest.mark.sampled(8)
@pytest.mark.parametrize("types", [motifs, trades, kinds, tokens], ids=lambda function: function.__name__)
@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("eyes", list(MATRICES))
def test_every_pair_differs(types: Callable[[Ink], Types], ink: Ink, eyes: str) -> None:
    shown = {name: seen(picture, eyes) for name, picture in types(ink).items()}
    assert len(shown) >= 6
    shapes = {name: shape_of(picture) for name, picture in shown.items()}
    lights = {name: float(lightness(picture).mean()) for name, picture in shown.items()}
    for one, other in combinations(shown, 2):
        shape = shapes_apart(shapes[one], shapes[other])
        light = abs(lights[one] - lights[other])
        assert shape > SHAPE or light > LIGHTNESS, (one, other, shape, light)


def test_the_measure_would_notice_types_that_differ_in_colour_only() -> None:
    for picture in motifs(Ink.FULL).values():
        assert shapes_differ(picture, picture[..., [2, 1, 0]]) < SHAPE / 10, "red and blue change places"
        assert shapes_differ(picture, picture[..., [1, 2, 0]]) < SHAPE / 2.5, "lightness changes a little as well"


@pytest.mark.parametrize("eyes", list(MATRICES))
def test_hedge_and_fountain_differ_in_lightness(eyes: str) -> None:
    """The two barriers of the garden, along the side of a tile."""
    bands: dict[str, float] = {}
    drawn = pictures("koko", "tiles")
    for tile in game("koko").decks["tiles"].designs:
        band = seen(drawn[tile.id][px(1) : px(4), px(12) : px(48)], eyes)
        bands.setdefault(str(tile.fields["n"]), float(lightness(band).mean()))
    assert abs(bands["hedge"] - bands["fountain"]) > 2 * LIGHTNESS
    assert abs(bands["hedge"] - bands["lawn"]) > 2 * LIGHTNESS
