"""From a spec to the physical pieces: each has an id and a copy number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
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

    @property
    def look(self) -> int:
        """Which look of its design it has."""
        return self.design.look(self.copy)

    @property
    def drawing(self) -> str:
        """What its faces are known by."""
        return drawing_of(self.id, self.look)


def drawing_of(design: str, look: int) -> str:
    """What the faces of a look are known by: the design's id, with the look after a # from the second on."""
    return design if look == 1 else f"{design}#{look}"


def design_of(drawing: str) -> str:
    """The id of the design that a drawing is of."""
    return drawing.partition("#")[0]


def expand(game: Game) -> list[Piece]:
    """Every piece of the game, in the order of the spec; a pad once for each of its leaves."""
    return [
        Piece(deck, design, copy)
        for deck, design in game.designs()
        for copy in range(1, design.count * deck.leaves + 1)
    ]


def narrowed(game: Game, pieces: Iterable[Piece]) -> Game:
    """A game that holds these pieces and no others, for what is said of them; its box is a line for each deck."""
    counts = Counter(piece.id for piece in pieces)
    decks: dict[str, Deck] = {}
    for name, deck in game.decks.items():
        designs = [design for design in deck.designs if counts[design.id]]
        whole = all(counts[design.id] % deck.leaves == 0 for design in designs)
        leaves = deck.leaves if whole else 1  # some leaves of a pad are counted one by one
        if designs:
            fewer = [design.model_copy(update={"count": counts[design.id] // leaves}) for design in designs]
            decks[name] = deck.model_copy(update={"designs": fewer, "leaves": leaves})
    return game.model_copy(update={"decks": decks, "box": []})
