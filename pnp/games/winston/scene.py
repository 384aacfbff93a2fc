"""Figures of Winston: dogs made of cards, head first, edge to edge, and the prizes they won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from pnp.games.winston.rules import NOBODY, WinstonRules, WinstonState
from pnp.play.scene import PieceAt, Scene, TextAt

GAP: Final = 10.0
"""Gap between dogs, and between a dog and what is beside it, in mm."""
NOTE: Final = 24.0
"""Space for a note, in mm."""


class DogRow(NamedTuple):
    """A dog in one row."""

    kind: int
    length: int
    head: bool
    owner: int


class WinstonScene:
    """The dogs on the table, or those picked up."""

    views: ClassVar[tuple[str, ...]] = ("table", "count", "dogs")

    def __init__(self, rules: WinstonRules) -> None:
        self.rules = rules
        self.width, self.height = rules.spec.decks["dogs"].size
        self._used: Counter[int] = Counter()

    def lay(self, state: WinstonState, view: str) -> Scene:
        """Lay out growing dogs (`table`), a dog counted body by body (`count`), or all picked up (`dogs`)."""
        self._used.clear()
        dogs = _growing(state) if view == "table" else _picked_up(state)
        if not dogs:
            raise ValueError("no dog on the table" if view == "table" else "no dog has been picked up")
        if view == "count":
            return self._count(dogs[0])
        items: list[PieceAt | TextAt] = [laid for row, dog in enumerate(dogs) for laid in self._dog(dog, self._y(row))]
        if view == "table":
            return Scene(tuple(items))
        points = self.rules.points_of
        facts = {f"dog.{row}.bodies": dog.length for row, dog in enumerate(dogs, 1)}
        facts |= {f"dog.{row}.points": points[dog.length] for row, dog in enumerate(dogs, 1)}
        facts |= {f"player.{seat}.points": score for seat, score in enumerate(state.scores(), 1)}
        items += [
            TextAt(str(points[dog.length]), self._end(dog) + NOTE / 2, self._y(row)) for row, dog in enumerate(dogs)
        ]
        return Scene((*items, *self._prizes(state, dogs)), facts)

    def _count(self, dog: DogRow) -> Scene:
        """Lay out a dog with what each body adds, and the sum behind it."""
        points = self.rules.points_of
        added = [points[length] - points[length - 1] for length in range(1, dog.length + 1)]
        notes = [TextAt(f"+{more}", place * self.width, -0.36 * self.height) for place, more in enumerate(added, 1)]
        total = TextAt(f"= {points[dog.length]}", self._end(dog) + NOTE / 2, 0)
        facts = {"bodies": dog.length, "points": points[dog.length]}
        return Scene((*self._dog(dog, 0), *notes, total), facts)

    def _y(self, row: int) -> float:
        return row * (self.height + GAP)

    def _end(self, dog: DogRow) -> float:
        """Return the right edge of a dog, in mm."""
        return (dog.length + 0.5) * self.width

    def _dog(self, dog: DogRow, y: float) -> Iterator[PieceAt]:
        """Yield a dog's cards from left to right, head first; the designs of a type are used in turn."""
        types = [dog.kind] * dog.head + [self.rules.kinds + dog.kind] * dog.length
        for place, card in enumerate(types, 0 if dog.head else 1):
            designs = self.rules.copies[card]
            yield PieceAt(designs[self._used[card] % len(designs)], place * self.width, y)
            self._used[card] += 1

    def _prizes(self, state: WinstonState, dogs: list[DogRow]) -> Iterator[PieceAt]:
        """Yield the bone and the poop behind the last dogs that won them."""
        deck = self.rules.spec.decks["tokens"]
        pieces = {str(design.fields["what"]): design.id for design in deck.designs}
        beside: Counter[int] = Counter()
        lengths = [dog.length for dog in dogs]
        for what, owner, record in (("bone", state.bone, max(lengths)), ("poop", state.poop, min(lengths))):
            if owner == NOBODY:
                continue
            row = max(row for row, dog in enumerate(dogs) if dog.owner == owner and _is_record(dog, record, state))
            x = self._end(dogs[row]) + NOTE + (beside[row] + 0.5) * (deck.size.width + 2)
            yield PieceAt(pieces[what], x, self._y(row))
            beside[row] += 1


def _is_record(dog: DogRow, record: int, state: WinstonState) -> bool:
    """Return whether a dog is the longest or shortest; an option treats all from the largest size card as equal."""
    largest = state.rules.largest
    return dog.length == record or (state.flags[0] and min(dog.length, record) >= largest)


def _growing(state: WinstonState) -> list[DogRow]:
    dogs = [DogRow(kind, length, bool(state.headed >> kind & 1), NOBODY) for kind, length in enumerate(state.lengths)]
    return [dog for dog in dogs if dog.length or dog.head]


def _picked_up(state: WinstonState) -> list[DogRow]:
    """Return the dogs in the order in which they were picked up."""
    dogs = state.dogs
    return [DogRow(dogs[at + 1], dogs[at + 2], True, dogs[at]) for at in range(0, len(dogs), 3)]
