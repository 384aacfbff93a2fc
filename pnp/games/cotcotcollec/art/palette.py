"""The colours of the farmyard salon: a flat tone, its shadow and its light."""

from __future__ import annotations

from typing import NamedTuple


class Tone(NamedTuple):
    """One flat colour with its shadow and its highlight."""

    flat: str
    shade: str
    light: str


INK = "#3b2418"
CREAM = Tone("#fbf3df", "#ecdcb8", "#fffaf0")
GOLD = Tone("#e2ae45", "#b77e28", "#f9dd8e")
BURGUNDY = Tone("#8a2440", "#641730", "#b04a63")
RED = Tone("#d23b34", "#a32528", "#ee7a68")
BEAK = Tone("#f0a63a", "#cf7d22", "#f9cd7c")
FOX = Tone("#e2762f", "#b9541f", "#f4a566")
FOXWHITE = Tone("#fbeedb", "#e6cfae", "#ffffff")
DARK = Tone("#5a3a2a", "#3b2418", "#7d5a44")
WALNUT = Tone("#9a5f36", "#6f4023", "#bd8453")
PEARL = Tone("#fdf7ee", "#d9cbb8", "#ffffff")
GLASS = Tone("#cfe8ee", "#a3cdd9", "#f2fbfd")
RUBY = Tone("#c7294e", "#8d1636", "#ee7d96")
SAPPHIRE = Tone("#3f6fb5", "#294d85", "#8db4e6")
EMERALD = Tone("#2f9069", "#1d6348", "#7fcfaa")
NAVY = Tone("#2b3f6c", "#1b2a4d", "#5a72a6")

MOTIFS: dict[str, tuple[str, str]] = {
    "ring": ("#bfe3df", "#2c7f80"),
    "rug": ("#3f7560", "#22483a"),
    "trophy": ("#8a2440", "#5e142b"),
    "necklace": ("#9474b8", "#54397a"),
    "showcase": ("#8db5dc", "#33608f"),
    "fan": ("#f2938a", "#b8463f"),
    "egg": ("#2b3f6c", "#1b2a4d"),
    "hat": ("#f2c84f", "#8a5a08"),
    "perfume": ("#f6d6e4", "#9e3f70"),
    "gramophone": ("#aebf58", "#5c6c1c"),
    "rooster": ("#d8452f", "#8f1f1b"),
    "doubler": ("#9fb0b8", "#44545e"),
    "joker": ("#f4e3b2", "#6a2c6e"),
}
"""The wall colour and the dark tone of every kind of card."""
