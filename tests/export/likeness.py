"""Faces as another renderer draws them, to compare pictures with: typst's own pixels, where exports use pdfium."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

import pnp
from pnp.face.face import Face
from pnp.geometry.units import MM_PER_INCH
from pnp.press.typst_renderer import TypstRenderer

Dots = np.ndarray[Any, np.dtype[np.int16]]
ALIKE = 15.0
"""Maximum difference between renderings of one face; two faces of pnp's games differ by at least 30."""


@cache
def faces(game: str, start: Path, bleed: float) -> dict[tuple[str, int, str], Face]:
    """All faces of a game in English, by piece, look and side."""
    drawn = pnp.render_faces(game, bleed=bleed, lang="en", start=start)
    return {(each.design.id, each.look, str(each.side)): each.face for each in drawn}


def drawn(face: Face, pixels: tuple[int, int], per_mm: float) -> Dots:
    """The middle of a face, as many pixels as are asked for."""
    [png] = TypstRenderer().to_png([face], per_mm * MM_PER_INCH)
    picture = Image.open(BytesIO(png)).convert("RGB")
    left, top = (picture.width - pixels[0]) / 2, (picture.height - pixels[1]) / 2
    box = (left, top, left + pixels[0], top + pixels[1])
    return soft(picture.transform(pixels, Image.Transform.EXTENT, box, Image.Resampling.BILINEAR))


def soft(picture: Image.Image) -> Dots:
    """The dots of a picture, blurred: edges lie on other parts of a pixel."""
    flat = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture.convert("RGBA")).convert("RGB")
    return np.asarray(flat.filter(ImageFilter.BoxBlur(2)), np.int16)


def apart(one: Dots, other: Dots) -> float:
    """How far two pictures differ on the worst eighth of their area: of 255."""
    assert one.shape == other.shape
    away = np.abs(one - other).max(axis=2)
    rows, columns = (max(1, side // 8) for side in away.shape)
    tiles = [
        float(away[y : y + rows, x : x + columns].mean())
        for y in range(0, away.shape[0], rows)
        for x in range(0, away.shape[1], columns)
    ]
    return max(tiles)
