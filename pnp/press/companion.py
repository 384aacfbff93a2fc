"""Companions: the cards that come with a game and are no part of its box, once they are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.deck import Piece
from pnp.errors import PressError, Problem, quoted
from pnp.location import Location
from pnp.press.drawn import DesignSide
from pnp.spec.model import Deck, Game
from pnp.terms import Side


@dataclass(frozen=True)
class Companion:
    """A deck of one design whose faces are drawn already."""

    deck: Deck
    pdf: bytes
    """A page for the front and one for the back, as large as the card with its bleed."""

    @property
    def sides(self) -> list[DesignSide]:
        """Its sides, in the order of its pages."""
        return [(self.deck.designs[0].id, side) for side in Side]

    @property
    def pieces(self) -> list[Piece]:
        """The cards one by one."""
        [design] = self.deck.designs
        return [Piece(self.deck, design, copy) for copy in range(1, design.count * self.deck.leaves + 1)]

    def joined(self, game: Game) -> Game:
        """The game with this deck; the box stays what the rulebook says."""
        name = self.deck.name
        if name in game.decks or any(design.id == name for _, design in game.designs()):
            message = f"has a deck or piece named {quoted(name)}, the name of the cards added to it"
            raise PressError(Problem(Location(game=game.id), message, "rename it", code="E0111"))
        return game.model_copy(update={"decks": {**game.decks, name: self.deck}})
