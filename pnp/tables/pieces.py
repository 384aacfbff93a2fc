"""Which pieces of a game have changed: rows that differ, came or went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from pydantic import Field

from pnp.spec.model import Design, Game, Model


class PieceChanges(Model):
    """Pieces that differ from what they were, by id."""

    changed: dict[str, list[str]] = Field(default_factory=dict)
    """The columns that differ, `count`, `looks`, `deck` and `pictures` too; none where the row had a mistake before."""
    added: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)
    unread: list[str] = Field(default_factory=list)
    """Pieces whose row has a mistake now, so that they cannot be printed."""

    @property
    def count(self) -> int:
        """How many pieces have changed, copies not counted."""
        return len(self.changed) + len(self.added) + len(self.removed) + len(self.unread)


class ReadRows(NamedTuple):
    """The rows of a game's decks."""

    decks: Mapping[str, Iterable[Design]]
    unread: Collection[str] = ()
    """The ids of those that have a mistake."""


def changed_pieces(before: Game, after: Game) -> PieceChanges:
    """The pieces whose row or number of copies differ between two readings of a game, and those that came or went."""
    old, new = ({name: deck.designs for name, deck in game.decks.items()} for game in (before, after))
    return compare_rows(ReadRows(old), ReadRows(new))


def compare_rows(before: ReadRows, after: ReadRows) -> PieceChanges:
    """The same, where some rows could not be read."""
    old, new = _by_id(before.decks), _by_id(after.decks)
    mended, broken = set(before.unread) - set(old), set(after.unread) - set(new)
    differing = {name: _differing(old[name], new[name]) for name in new if name in old}
    return PieceChanges(
        changed={name: differing.get(name, []) for name in new if differing.get(name) or name in mended},
        added=[name for name in new if name not in old and name not in mended],
        removed=[name for name in old if name not in new and name not in broken],
        unread=[name for name in dict.fromkeys(after.unread) if name in broken and name not in mended],
    )


def _by_id(decks: Mapping[str, Iterable[Design]]) -> dict[str, dict[str, object]]:
    return {
        design.id: {"deck": deck, "count": design.count, "looks": design.looks, "pictures": design.pictures}
        | design.fields
        for deck, designs in decks.items()
        for design in designs
    }


def _differing(before: dict[str, object], after: dict[str, object]) -> list[str]:
    return [name for name in {**after, **before} if before.get(name) != after.get(name)]
