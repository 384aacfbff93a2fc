"""Compare two readings of a game: which pieces were changed, added or removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from pydantic import Field

from pnp.spec.model import Design, Game, Model


class PieceChanges(Model):
    """The ids of pieces that have changed."""

    changed: dict[str, list[str]] = Field(default_factory=dict)
    """Columns that differ, or `count`, `looks`, `deck` and `pictures`; empty if the row was invalid before."""
    added: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)
    unread: list[str] = Field(default_factory=list)
    """Pieces whose row is invalid now, so that they cannot be printed."""

    @property
    def count(self) -> int:
        """Number of pieces that have changed, not counting copies."""
        return len(self.changed) + len(self.added) + len(self.removed) + len(self.unread)


class DeckRows(NamedTuple):
    """The rows of a game's decks."""

    decks: Mapping[str, Iterable[Design]]
    unread: Collection[str] = ()
    """Ids of the invalid rows."""


def changed_pieces(before: Game, after: Game) -> PieceChanges:
    """Return the pieces that were changed, added or removed between two readings of a game.

    For example, after a count in a table was edited:

        before = pnp.load_game("koko")
        ...
        pnp.changed_pieces(before, pnp.load_game("koko")).changed  # {"bottle": ["count"]}
    """
    old, new = ({name: deck.designs for name, deck in game.decks.items()} for game in (before, after))
    return compare_rows(DeckRows(old), DeckRows(new))


def compare_rows(before: DeckRows, after: DeckRows) -> PieceChanges:
    """Return the pieces that have changed between two readings, some of whose rows may be invalid."""
    old, new = _by_id(before.decks), _by_id(after.decks)
    repaired, broken = set(before.unread) - set(old), set(after.unread) - set(new)
    differing = {name: _differing(old[name], new[name]) for name in new if name in old}
    return PieceChanges(
        changed={name: differing.get(name, []) for name in new if differing.get(name) or name in repaired},
        added=[name for name in new if name not in old and name not in repaired],
        removed=[name for name in old if name not in new and name not in broken],
        unread=[name for name in dict.fromkeys(after.unread) if name in broken and name not in repaired],
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
