"""Cot-cot Conquête!: the health of each player, found by fighting every battle of the game again.

Of the position only the set-up and the cards placed are read: who placed which card where, and in what order. The
health that it tells is not.
"""

from __future__ import annotations

from collections import Counter
from urllib.parse import unquote

from pnp.spec.model import Game

Place = tuple[int, int]
"""Row and column."""
Grid = dict[Place, str]
"""What is seen on each cell, as the spec writes it."""

COMMON = ("sword1", "wand1", "barrier1", "shield1")
ATTACKS = (("sword", "shield"), ("wand", "barrier"))
"""What strikes, and what blocks it."""


def recount(spec: Game, position: str) -> list[int]:
    """The health of each player after the last battle that was fought."""
    said = dict(word.split("=") for word in position.split(" "))
    options = dict(option.split(":") for option in said["options"].split(",") if option)
    colours = [unquote(colour) for colour in said["colours"].split("/")]
    grids: list[Grid] = [{} for _ in colours]
    for grid, colour in zip(grids, colours, strict=True):
        own = options.get("asymmetric_start") == "yes"
        cover(grid, 0, 0, printed(spec, "start", "emblem", colour) if own else COMMON)
    generals = {general.fields["emblem"]: str(general.fields["trade"]) for general in spec.decks["general"].designs}
    trades = [generals[colour] if options.get("last_feather") == "yes" else "" for colour in colours]
    health = [30] * len(grids)
    laid = [placed(text) for text in said["laid"].split(",") if text]
    holder = laid[0][0] if laid else 0
    living = [(holder + step) % len(grids) for step in range(len(grids))]
    while len(living) > 1 and laid:
        turns, laid = laid[: len(living)], laid[len(living) :]
        assert [turn[0] for turn in turns] == living[: len(turns)], "someone placed out of turn"
        for player, card, row, column, quarters in turns:
            cover(grids[player], row, column, turned(printed(spec, "army", "id", card), quarters))
        if len(turns) < len(living):
            break
        fight(living, grids, trades, health)
        left = living[1:] + living[:1]
        living = [player for player in left if health[player] > 0]
        if len(living) > 1:
            for player in living:
                health[player] += list(grids[player].values()).count("potion")
                if options.get("heal_cap") != "none":
                    health[player] = min(health[player], 30)
    assert not laid, "there were cards placed after the end"
    return health


def placed(text: str) -> tuple[int, str, int, int, int]:
    """Who placed which card, at which row and column, with how many quarter turns."""
    player, card, row, column, quarters = text.split(":")
    return int(player) - 1, card, int(row), int(column), int(quarters)


def fight(living: list[int], grids: list[Grid], trades: list[str], health: list[int]) -> None:
    """Each attacks all others at once."""
    values = {(player, trade): value(grids[player], trade) for player in living for pair in ATTACKS for trade in pair}
    for attacker in living:
        losses: Counter[int] = Counter()
        for defender in set(living) - {attacker}:
            for weapon, block in ATTACKS:
                attack = values[attacker, weapon] + (trades[attacker] == weapon and health[attacker] < 16)
                defence = values[defender, block] + (trades[defender] == block and health[defender] < 16)
                losses[defender] += max(0, attack - defence)
        for defender, loss in losses.items():
            health[defender] -= loss


def value(grid: Grid, trade: str) -> int:
    """The chickens of a type that stand in groups of two cells or more."""
    cells = {place: int(shown[-1]) for place, shown in grid.items() if shown.startswith(trade)}
    total = 0
    while cells:
        start = next(iter(cells))
        group = {start: cells.pop(start)}
        edge = [start]
        while edge:
            row, column = edge.pop()
            for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if beside in cells:
                    group[beside] = cells.pop(beside)
                    edge.append(beside)
        total += sum(group.values()) if len(group) > 1 else 0
    return total


def printed(spec: Game, deck: str, name: str, wanted: str) -> tuple[str, ...]:
    """The four cells of the card with this id or emblem, in reading order."""
    for design in spec.decks[deck].designs:
        if wanted == (design.id if name == "id" else design.fields[name]):
            return tuple(str(design.fields[corner]) for corner in ("nw", "ne", "sw", "se"))
    raise AssertionError(f"no card {wanted} in {deck}")


def turned(cells: tuple[str, ...], quarters: int) -> tuple[str, ...]:
    """The cells of a card after some quarter turns to the right: what was below on the left comes up."""
    for _ in range(quarters):
        nw, ne, sw, se = cells
        cells = sw, nw, se, ne
    return cells


def cover(grid: Grid, row: int, column: int, cells: tuple[str, ...]) -> None:
    """Lay four cells, the first of them here, over what there is."""
    places = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
    assert not grid or any(place in grid for place in places), "a card lies beside the grid"
    grid.update(zip(places, cells, strict=True))
