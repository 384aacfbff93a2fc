"""Figures of Cot-cot Conquête!: a grid with its groups, a general on the health card, the row of recruits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from pnp.games.conquete.options import HALF, HEALTH
from pnp.games.conquete.rules import GROUP, NAMES, OUT, PRICES, SIDE, SWORD, TURNS, ConqueteRules, ConqueteState
from pnp.play.scene import PieceAt, Scene, TextAt
from pnp.terms import Side

FIRST: Final = 4.5
"""Distance from the upper edge of a health card to its first number, in mm."""
STEP: Final = 3.6
"""Distance between two numbers, in mm."""
BESIDE: Final = 18.0
"""Offset of the general from the card's left edge, in mm, so that the numbers stay visible."""
GAP: Final = 10.0
"""Gap between recruits, in mm."""
NOTE: Final = 14.0
"""Width of the note with the health, in mm; it touches the edge of the card, beside the arrow."""

Cells = list[tuple[int, int]]
"""Rows and columns, relative to the upper left cell of the start card."""


class ConqueteScene:
    """What player 1 has on the table, and the row of recruits."""

    views: ClassVar[tuple[str, ...]] = ("player", "row")

    def __init__(self, rules: ConqueteRules) -> None:
        self.rules = rules
        self.size = rules.spec.decks["army"].size.width

    def lay(self, state: ConqueteState, view: str) -> Scene:
        """Lay out player 1's grid, with the value of each group, and general; or the row of recruits."""
        return self._player(state) if view == "player" else self._row(state)

    def _player(self, state: ConqueteState) -> Scene:
        army = self._army(state)
        right = max(item.x for item in army if isinstance(item, PieceAt)) + self.size / 2
        health = self._health(state, right + NOTE + GAP + self.size / 2, self.size / 2)
        facts = {NAMES[kind]: state.strength(0, kind) for kind in range(SWORD, self.rules.alone)}
        return Scene.of_items((*army, *health), facts | {"health": state.health[0]})

    def _army(self, state: ConqueteState) -> list[PieceAt | TextAt]:
        cell = self.size / SIDE
        start, _, _ = self.rules.sets[state.colours[0]]
        own = state.options["asymmetric_start"] == "yes"
        items: list[PieceAt | TextAt] = [
            PieceAt(start, self.size / 2, self.size / 2, side=Side.BACK if own else Side.FRONT)
        ]
        for player, card, action in state.placed():
            if player == 0:
                row, column = self.rules.spot(action)
                x, y = (column + SIDE / 2) * cell, (row + SIDE / 2) * cell
                items.append(PieceAt(self.rules.ids[card], x, y, turn=action % TURNS * 90))
        for group, count in self._groups(state):
            row, column = _middle(group)
            items.append(TextAt(str(count), (column + 0.5) * cell, (row + 0.5) * cell))
        return items

    def _groups(self, state: ConqueteState) -> Iterator[tuple[Cells, int]]:
        """Yield the cells of each group of chickens and its value; a lone cell counts 0."""
        left = {cell for cell, hens in enumerate(state.hens[0]) if hens and state.kinds[0][cell] < self.rules.alone}
        while left:
            group, kind = [min(left)], state.kinds[0][min(left)]
            left.remove(group[0])
            for cell in group:
                for beside in (cell - 1, cell + 1, cell - self.rules.wide, cell + self.rules.wide):
                    if beside in left and state.kinds[0][beside] == kind:
                        left.remove(beside)
                        group.append(beside)
            cells = [divmod(cell, self.rules.wide) for cell in group]
            count = sum(state.hens[0][cell] for cell in group) if len(group) >= GROUP else 0
            yield [(row - self.rules.middle, column - self.rules.middle) for row, column in cells], count

    def _health(self, state: ConqueteState, x: float, y: float) -> tuple[PieceAt | TextAt, ...]:
        """Place the general with its arrow at the current health, and its number; upside down at OUT or less."""
        health = state.health[0]
        _, general, card = self.rules.sets[state.colours[0]]
        low, out = health <= HALF, health <= OUT
        if not -HALF <= health <= HEALTH:
            raise ValueError(f"the health card has no {health}")
        row = HALF - abs(health) if low else HEALTH - health
        shown = Side.BACK if low and state.feather else Side.FRONT
        level = y + FIRST + STEP * row - self.size / 2
        return (
            PieceAt(card, x, y, side=Side.BACK if low else Side.FRONT),
            PieceAt(general, x + BESIDE, level, turn=180 if out else 0, side=shown),
            TextAt(str(health).replace("-", "−"), x - self.size / 2 - 0.45 * NOTE, level),
        )

    def _row(self, state: ConqueteState) -> Scene:
        """Lay out the deck and the row with the price of each recruit, the dearest beside the deck."""
        items: list[PieceAt | TextAt] = [PieceAt(self.rules.ids[0], 0, 0, side=Side.BACK)]
        for place, card in enumerate(reversed(state.row), 1):
            x = place * (self.size + GAP)
            items += [
                PieceAt(self.rules.ids[card], x, 0),
                TextAt(str(PRICES[len(state.row) - place]), x, self.size / 2),
            ]
        return Scene.of_items(items)


def _middle(cells: Cells) -> tuple[int, int]:
    """Return the cell of a group that is closest to its centre."""
    row, column = (sum(place) / len(cells) for place in zip(*cells, strict=True))
    return min(cells, key=lambda cell: (abs(cell[0] - row) + abs(cell[1] - column), cell))
