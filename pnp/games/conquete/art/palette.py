"""The tinctures of the chronicle: printer's ink, parchment, metals, plumages, and the grounds of the trades."""

from __future__ import annotations

from typing import NamedTuple


class Tone(NamedTuple):
    """One flat colour with its shadow and its highlight."""

    flat: str
    shade: str
    light: str


class Trade(NamedTuple):
    """The colours of a cell: its ground, the diaper on it, the roundel and the rays in the roundel."""

    ground: str
    diaper: str
    disc: str
    ray: str


INK = "#1f1613"
PARCHMENT = Tone("#f0dfb6", "#d9bf88", "#fbf2d8")
BONE = Tone("#f4ead2", "#cbb78f", "#fffaf0")
GOLD = Tone("#e6b02e", "#b07a15", "#fbe08a")
STEEL = Tone("#b8c0c6", "#7f8a93", "#eef2f4")
IRON = Tone("#6d7278", "#474b51", "#9aa1a8")
RED = Tone("#d3322a", "#971a1c", "#f2765f")
BEAK = Tone("#f2a52c", "#c4721a", "#fbd27a")
WOOD = Tone("#a8692f", "#734219", "#cf9757")
LEATHER = Tone("#8a4f2c", "#5d3119", "#b37a4e")
CLOTH = Tone("#efe3c4", "#c9b687", "#fff8e4")

WHITE = Tone("#f8efdb", "#d8c49c", "#ffffff")
RUST = Tone("#c4662b", "#8c3f17", "#e4975a")
BUFF = Tone("#e3b25f", "#b17d2f", "#f5d698")
SOOT = Tone("#5b5250", "#39312f", "#857a76")
ASH = Tone("#b9b4aa", "#868178", "#dedad1")

VIOLET = Tone("#6a3f98", "#452467", "#9a74c2")
AZURE = Tone("#2f52a8", "#1c326f", "#6e90da")
VERT = Tone("#3b8052", "#235236", "#7bb98a")
GLASS = Tone("#d9f0ee", "#a9d4d6", "#ffffff")

TRADES: dict[str, Trade] = {
    "sword": Trade("#ad241d", "#7d1411", "#df573f", "#ee7f5e"),
    "wand": Trade("#1b2b63", "#3a56a6", "#4a70c4", "#6c92de"),
    "shield": Trade("#f4a436", "#c26c12", "#fccf78", "#ffe4ab"),
    "barrier": Trade("#8b62b6", "#65408f", "#c4a6e0", "#dac6ee"),
    "coin": Trade("#efdcae", "#cdb079", "#f8edcc", "#fff8e2"),
    "potion": Trade("#4d8f5d", "#2d6540", "#a9d0a3", "#c4e2bc"),
}
"""Attack is dark, defence is light; warriors are warm, sorcerers cold; supplies are parchment and green."""
