"""Companions: cards printed with a game that are not part of its box, such as memos."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.errors import Location, PressError, Problem, quote_value
from pnp.press.drawn import DesignSide
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Game
from pnp.terms import Side


@dataclass(frozen=True)
class Companion:
    """A deck of one design whose faces are already drawn."""

    deck: Deck
    pdf: bytes
    """A PDF with a page for the front and one for the back, as large as the card with its bleed."""

    @property
    def sides(self) -> list[DesignSide]:
        """Its sides, in the order of its pages."""
        return [(self.deck.designs[0].id, side) for side in Side]

    @property
    def pieces(self) -> list[Piece]:
        """Every card as a separate piece."""
        [design] = self.deck.designs
        return [Piece(self.deck, design, copy) for copy in range(1, design.count * self.deck.leaves + 1)]

    def joined(self, game: Game) -> Game:
        """Return the game with this deck, but with an unchanged box list; raise PressError if the name is taken."""
        name = self.deck.name
        if name in game.decks or any(design.id == name for _, design in game.designs()):
            message = f"has a deck or piece named {quote_value(name)}, the name of the cards added to it"
            raise PressError(Problem(Location(game=game.id), message, "rename it", code="E0111"))
        return game.model_copy(update={"decks": {**game.decks, name: self.deck}})
