"""Rims: art that stops short of the edge of a picture is drawn out, and white pieces stay white."""

from __future__ import annotations

import numpy as np
import pytest

from pnp.export.picture_files import extend_edges
from pnp.export.raster import FacePicture, rasterize
from pnp.face.face import Face
from pnp.geometry.units import Size

BLUE = (40, 60, 150)
RED = (200, 40, 40)
Dots = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


def card(margin: int, rim: int = 10) -> Dots:
    """A card of 60 × 80 dots with a rim, painted blue but for a white margin at its edges, red at the top."""
    dots = np.full((80 + 2 * rim, 60 + 2 * rim, 3), 255, np.uint8)
    dots[margin : len(dots) - margin, margin : dots.shape[1] - margin] = BLUE
    dots[margin : rim + 5, margin : dots.shape[1] - margin] = RED
    return dots


@pytest.mark.parametrize("margin", [1, 3, 8])
def test_art_that_stops_short_reaches_the_edges(margin: int) -> None:
    dots = card(margin)
    dots[margin] = 250  # a paler last line
    extend_edges(dots, 10, 10)
    assert (dots[:15] == RED).all()
    assert (dots[15:] == BLUE).all()


def test_inside_the_cut_nothing_changes() -> None:
    dots, before = card(4), card(4)
    extend_edges(dots, 10, 10)
    assert (dots[10:-10, 10:-10] == before[10:-10, 10:-10]).all()


@pytest.mark.parametrize("margin", [0, 10, 14])
def test_full_art_and_white_pieces_stay_as_they_are(margin: int) -> None:
    dots = card(margin)
    extend_edges(dots, 10, 10)
    assert (dots == card(margin)).all()


def test_a_picture_without_bleed_stays_as_it_is() -> None:
    dots = card(3, rim=0)
    extend_edges(dots, 0, 0)
    assert (dots == card(3, rim=0)).all()


def test_a_face_drawn_for_less_bleed_fills_the_picture_of_a_shop() -> None:
    """Art for 3 mm, a picture with 3.5."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="27mm" height="37mm" viewBox="-3.5 -3.5 27 37">'
        '<rect x="-3" y="-3" width="26" height="36" fill="#283c96"/></svg>'
    )
    [dots] = rasterize([FacePicture(Face(svg, Size(20, 30), 3.5), (270, 370), 10)])
    assert (dots == BLUE).all()
