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
    "sword": Trade("#a8211b", "#7a1310", "#f08a62", "#f8ab84"),
    "wand": Trade("#131c4a", "#33509f", "#3457ab", "#4f76c9"),
    "shield": Trade("#fbb850", "#d08429", "#fccf78", "#ffe4ab"),
    "barrier": Trade("#8a5fb8", "#5d3987", "#a985cf", "#bd9fdc"),
    "coin": Trade("#f3e2b8", "#cdb079", "#faf0d2", "#fff9e6"),
    "potion": Trade("#70b07c", "#2f7247", "#cfe9c9", "#e3f4dc"),
}
"""Attack is dark, defence is light; warriors are warm, sorcerers cold; supplies are parchment and green.

In grey they are a ladder: wand, sword, barrier, potion, shield, coin, from night to parchment.
"""
