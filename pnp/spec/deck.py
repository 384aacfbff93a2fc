"""Physical pieces of a game, each with an id and a copy number, and the box list compared with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pnp.spec.model import BoxItem, Deck, Design, Game


@dataclass(frozen=True)
class Piece:
    """One physical piece to cut out."""

    deck: Deck
    design: Design
    copy: int
    """Copy number within its design, from 1."""

    @property
    def id(self) -> str:
        """Id of its design."""
        return self.design.id

    @property
    def look(self) -> int:
        """Number of the look that this copy has, from 1."""
        return self.design.look(self.copy)

    @property
    def face_id(self) -> str:
        """Name of its faces, as returned by `face_id`."""
        return face_id(self.id, self.look)


def unfold_dice(game: Game) -> Game:
    """Return the game with its dice as nets, as they are printed."""
    nets = {name: net for name, deck in game.decks.items() if (net := deck.unfold()) is not deck}
    return game.model_copy(update={"decks": {**game.decks, **nets}}) if nets else game


def face_id(design: str, look: int) -> str:
    """Return the name of the faces of a look: the design's id, followed by # and the look for all but the first.

    >>> face_id("fox", 1), face_id("fox", 3)
    ('fox', 'fox#3')
    """
    return design if look == 1 else f"{design}#{look}"


def design_id(drawing: str) -> str:
    """Return the design's id from the name of a face."""
    return drawing.partition("#")[0]


def expand_pieces(game: Game) -> list[Piece]:
    """Return every piece of the game in the order of the spec, and each leaf of a pad and part of a board."""
    return [
        Piece(deck.of_look(design.look(copy)), design, copy)
        for deck, design in game.designs()
        for copy in range(1, design.count * deck.leaves + 1)
    ]


def restrict_game(game: Game, pieces: Iterable[Piece]) -> Game:
    """Return a copy of the game with only these pieces and without box lines, for reports about a selection."""
    counts = Counter(piece.id for piece in pieces)
    decks: dict[str, Deck] = {}
    for name, deck in game.decks.items():
        designs = [design for design in deck.designs if counts[design.id]]
        whole = all(counts[design.id] % deck.leaves == 0 for design in designs)
        leaves = deck.leaves if whole else 1  # incomplete pads are counted by their leaves
        if designs:
            fewer = [design.model_copy(update={"count": counts[design.id] // leaves}) for design in designs]
            decks[name] = deck.model_copy(update={"designs": fewer, "leaves": leaves})
    return game.model_copy(update={"decks": decks, "box": []})


@dataclass(frozen=True)
class BoxLine:
    """A line of the box list, with the rows that match it in each of its decks."""

    item: BoxItem
    found: dict[str, list[Design]]
    """Matching rows by deck; unknown decks are left out."""

    def count(self, deck: str) -> int:
        """Return the number of pieces of a deck that match the line."""
        return sum(design.count for design in self.found[deck])


def box_lines(game: Game) -> list[BoxLine]:
    """Return the lines of the box list, in order, with the rows that match them."""
    return [
        BoxLine(item, {name: item.rows(game.decks[name]) for name in item.of if name in game.decks})
        for item in game.box
    ]


def unlisted_pieces(game: Game) -> list[tuple[Deck, Design]]:
    """Return the rows that no line of the box lists; an empty list if the spec has no box."""
    if not game.box:
        return []
    listed = {design.id for line in box_lines(game) for designs in line.found.values() for design in designs}
    return [(deck, design) for deck, design in game.designs() if design.id not in listed]
