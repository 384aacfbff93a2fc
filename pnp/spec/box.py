"""Compare the contents of the box, as the rulebook lists them, with the pieces in the decks."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.spec.model import BoxItem, Deck, Design, Game


@dataclass(frozen=True)
class BoxLine:
    """A line of the box list, with the rows that match it in each of its decks."""

    item: BoxItem
    found: dict[str, list[Design]]
    """Matching rows by deck; unknown decks are left out."""

    def count(self, deck: str) -> int:
        """Return the number of pieces of a deck that match the line."""
        return sum(design.count for design in self.found[deck])

    @property
    def agrees(self) -> bool:
        """Whether every deck has the number of pieces that the line gives."""
        return all(name in self.found and self.count(name) == self.item.count for name in self.item.of)


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
