"""The spec: what is in the box. `load_game` reads a game's folder into typed, checked models."""

from pnp.spec.load import load_game
from pnp.spec.model import BoxItem, Column, Deck, Design, Game, Ink, Kind, Lang, Shape, Side

__all__ = ["BoxItem", "Column", "Deck", "Design", "Game", "Ink", "Kind", "Lang", "Shape", "Side", "load_game"]
