"""The box against the decks: how many pieces each line of the rulebook finds, and what no line lists."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.spec.model import BoxItem, Deck, Design, Game


@dataclass(frozen=True)
class BoxLine:
    """A line of the box with the rows it finds in each of its decks."""

    item: BoxItem
    found: dict[str, list[Design]]
    """By deck; a deck that the spec does not have is left out."""

    def count(self, deck: str) -> int:
        """How many pieces of a deck the line finds."""
        return sum(design.count for design in self.found[deck])

    @property
    def agrees(self) -> bool:
        """Whether every deck has what the line says."""
        return all(name in self.found and self.count(name) == self.item.count for name in self.item.of)


def box_lines(game: Game) -> list[BoxLine]:
    """Every line of the box, in its order, with what the decks have of it."""
    return [
        BoxLine(item, {name: item.rows(game.decks[name]) for name in item.of if name in game.decks})
        for item in game.box
    ]


def unlisted(game: Game) -> list[tuple[Deck, Design]]:
    """The rows that no line of the box lists; none where there is no box to compare with."""
    if not game.box:
        return []
    listed = {design.id for line in box_lines(game) for designs in line.found.values() for design in designs}
    return [(deck, design) for deck, design in game.designs() if design.id not in listed]
