"""From a spec to the physical pieces: each has an id and a copy number."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.spec.model import Deck, Design, Game


@dataclass(frozen=True)
class Piece:
    """One thing to cut out."""

    deck: Deck
    design: Design
    copy: int
    """From 1 on, among the pieces of this design."""

    @property
    def id(self) -> str:
        """The id of its design."""
        return self.design.id


def expand(game: Game) -> list[Piece]:
    """Every piece of the game, in the order of the spec; a pad once for each of its leaves."""
    return [
        Piece(deck, design, copy)
        for deck, design in game.designs()
        for copy in range(1, design.count * deck.leaves + 1)
    ]
