"""The tints of a sunny garden party: a thin dark-green line, and a flat wash with its deeper second wash."""

from __future__ import annotations

from typing import NamedTuple


class Wash(NamedTuple):
    """A flat tint and the deeper tint laid over its shadow side."""

    flat: str
    deep: str


INK = "#2b4636"
WHITE = Wash("#fffdf5", "#e3e3d3")
PAPER = Wash("#fbf5e3", "#e9dfc3")
LAWN = Wash("#dce9ae", "#cfe09b")
SHADE = "#b4cc82"
CAST = "#a4bd74"
"""What a thing casts on the grass."""
SHADOW = "#4d6b2a"
"""What a thing casts on anything, laid over it thinly."""
GRIT = Wash("#f1e5c4", "#d8c798")
"""Gravel of walks and rounds."""
HEDGE = Wash("#4f7d4c", "#34593b")
LEAF = "#83ad66"
CROWN = "#6b9a5a"
STONE = Wash("#f5eedc", "#d9ceb4")
WATER = Wash("#8cc2d8", "#5f9fbd")
FOAM = "#eef8fa"

ROSE = Wash("#f4b9b6", "#dd8f92")
RASPBERRY = Wash("#d4688a", "#b0466c")
SCARLET = Wash("#e58778", "#cb655d")
PEACH = Wash("#f7cfa9", "#e3ac80")
BUTTER = Wash("#f8e5a2", "#e3c26a")
SAND = Wash("#e6d3aa", "#c7ae7d")
MINT = Wash("#c1e2cf", "#93c2ab")
POWDER = Wash("#bdd6ec", "#8fb1d2")
LILAC = Wash("#d3c5e8", "#a995cd")
PLUM = Wash("#b28ab2", "#916892")
NAVY = Wash("#7189b4", "#526a98")
SLATE = Wash("#8d9994", "#6c7974")
TWEED = Wash("#b79a74", "#917450")
BROWN = Wash("#a8835f", "#836043")
MOSS = Wash("#8aa86f", "#67864f")
GOLD = Wash("#ecc45f", "#c59536")
SILVER = Wash("#e6e8e6", "#bcc4c2")

FAIR = Wash("#fadcc4", "#efb79c")
ROSY = Wash("#f6c6ae", "#e59a86")
TAN = Wash("#dcab82", "#bf8660")
DARK = Wash("#b3805c", "#946144")
