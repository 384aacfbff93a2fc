"""A table being edited: shown, changed, undone, and saved unless its file has changed meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import Field

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value
from pnp.project.folders import GameRef
from pnp.project.saving import StaleError, content_hash, save_if_unchanged, stale_error
from pnp.spec.load import PartialGame, read_game, read_spec
from pnp.spec.model import Design, Game, Model
from pnp.tables.document import EditError
from pnp.tables.edit import Edit, EditHistory, IdColumn, apply_edits, read_edits
from pnp.tables.view import (
    OpenedTable,
    PlacedProblem,
    TableSource,
    TableView,
    find_tables,
    place_problems,
    read_only_reason,
)


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


class TableChangedError(PnpError):
    """The file was changed by another program since it was opened; nothing was written."""

    def __init__(self, *problems: Problem, table: TableView | None) -> None:
        super().__init__(*problems)
        self.table = table
        """The table as it is in the file now; None if it no longer exists."""


class SavedTable(Model):
    """The result of saving a table."""

    table: TableView
    changes: PieceChanges
    """Pieces that changed, as far as their rows could be read before and after."""
    problems: list[PlacedProblem]
    """All problems with the game's spec now."""
    written: str
    """Hash of the file as it was written; `table` has another version if a program has changed it again since."""


def list_tables(game: GameRef, reading: PartialGame | None = None) -> list[TableView]:
    """Return all tables of a game with their problems; raise SpecError if game.toml cannot be read."""
    reading = reading or read_partial_game(game)
    sources, _ = find_tables(game)
    return [_LoadedTable(game, source, reading).view() for source in sources]


def read_partial_game(game: GameRef) -> PartialGame:
    """Return what can be read of a game; only the problems if even its languages are invalid."""
    try:
        return read_game(*game)
    except SpecError as error:
        raw, _ = read_spec(*game)
        return PartialGame(None, {}, (), raw.get("strict") is True, error.problems)


class _LoadedTable:
    """An opened table of a game, together with the game's spec."""

    def __init__(self, game: GameRef, source: TableSource, reading: PartialGame) -> None:
        self.reading = reading
        self.opened = OpenedTable(source, read_only_reason(source, *game))

    @cached_property
    def places(self) -> list[PlacedProblem]:
        """Problems in the table as it is in the file."""
        if not self.reading.problems:
            return []
        view = self.opened.show(self.opened.document, self.reading)
        return [place for place in place_problems(self.reading.problems, [view]) if place.table is not None]

    def view(self, history: EditHistory | None = None) -> TableView:
        """Return the table after edits, with the problems of rows that have not been edited."""
        document = history.document if history else self.opened.document
        left = self.opened.unedited_rows(document)
        problems = [
            place.model_copy(update={"row": left.get(place.row)}) if place.row else place for place in self.places
        ]
        state = {"can_undo": history.can_undo, "can_redo": history.can_redo} if history else {}
        return self.opened.show(document, self.reading).model_copy(update={"problems": problems, **state})

    def ids(self) -> IdColumn | None:
        """Return the column of ids, and the ids in use; None if the table has no such column."""
        column = next(
            (number for number, each in enumerate(self.opened.columns(self.reading)) if each.role == "id"), None
        )
        designs = (design.id for deck in _rows(self.reading).decks.values() for design in deck)
        return None if column is None else IdColumn(column, frozenset(designs))


class EditedTable:
    """A table of a game that is being edited; edits stay in memory until they are saved.

    Raise PnpError if the game has no such table.
    """

    def __init__(self, game: GameRef, table: str) -> None:
        self.game = game
        self.source = find_source(game, table)
        self._open(read_partial_game(game))

    def _open(self, reading: PartialGame) -> None:
        self._shown = _LoadedTable(self.game, self.source, reading)
        document = self._shown.opened.document
        self._history = None if document is None else EditHistory(document, self._shown.ids())

    @property
    def version(self) -> str:
        """Hash of the file as it was opened or last saved."""
        return self._shown.opened.version

    def view(self) -> TableView:
        """Return the table, including unsaved edits."""
        return self._shown.view(self._history)

    def apply(self, *edits: Edit | dict[str, Any]) -> None:
        """Make edits as one undo step; raise EditError, leaving the table unchanged, if one cannot be made."""
        self._editable().apply(*read_edits(edits))

    def undo(self) -> None:
        """Undo the last step, even if it has been saved."""
        self._editable().undo()

    def redo(self) -> None:
        """Redo the step that was undone last."""
        self._editable().redo()

    def save(self) -> SavedTable:
        """Write the table to its file.

        Raise TableChangedError, without writing anything, if the file has been changed since it was opened.
        """
        history, path = self._editable(), self.source.path
        content = history.document.content()
        before = _rows(self._shown.reading)
        if path is not None and content != self._shown.opened.content:
            try:
                save_if_unchanged(path, self.source.file, content, self.version, self.game.project.root)
            except StaleError as error:
                raise TableChangedError(*error.problems, table=_current_view(self.game, self.source.name)) from None
        self._reload(history)
        reading = self._shown.reading
        tables = list_tables(self.game, reading) if reading.problems else []
        return SavedTable(
            table=self.view(),
            changes=compare_rows(before, _rows(reading)),
            problems=place_problems(reading.problems, tables),
            written=content_hash(content),
        )

    def _reload(self, history: EditHistory) -> None:
        """Read the game again after saving, keeping the undo history."""
        self._open(read_partial_game(self.game))
        if self._shown.opened.document is None or self._shown.opened.content != history.document.content():
            return  # the file has been changed again since it was saved
        self._shown.opened.document = history.document
        history.ids = self._shown.ids()
        self._history = history

    def _editable(self) -> EditHistory:
        reason = self._shown.opened.read_only
        if reason or self._history is None:
            raise EditError(Problem(self.source.where, "cannot be edited", found=reason, code="E0313"))
        return self._history


def save_edits(game: GameRef, table: str, edits: list[Any], version: str) -> SavedTable:
    """Make edits to a table and save it; raise TableChangedError, without writing, if `version` is not its version."""
    opened = EditedTable(game, table)
    if opened.version != version:
        raise TableChangedError(*stale_error(opened.source.file).problems, table=opened.view())
    opened.apply(*edits)
    return opened.save()


def draft_table(game: GameRef, table: str, edits: list[Any], version: str) -> tuple[str, bytes]:
    """Return the file of a table and its content after edits, without saving it.

    Raise TableChangedError if `version` is not its version, or EditError if an edit cannot be made.
    """
    source = find_source(game, table)
    opened = OpenedTable(source, read_only_reason(source, *game))
    if opened.version != version:
        raise TableChangedError(*stale_error(source.file).problems, table=None)
    if opened.read_only or opened.document is None:
        raise EditError(Problem(source.where, "cannot be edited", found=opened.read_only, code="E0313"))
    document, _ = apply_edits(opened.document, read_edits(edits))
    return source.file.file, document.content()


def find_source(game: GameRef, table: str) -> TableSource:
    """Return a table of a game by its name. Raise PnpError if there is none."""
    sources, _ = find_tables(game)
    source = next((each for each in sources if each.name == table), None)
    if source is None:
        hint = did_you_mean([each.name for each in sources], table)
        raise PnpError(Problem(Location(game=game.id), f"has no table {quote_value(table)}", hint, code="E0314"))
    return source


def _current_view(game: GameRef, name: str) -> TableView | None:
    """Return the table as it is in the file now; None if it no longer exists."""
    try:
        return next((view for view in list_tables(game) if view.table == name), None)
    except SpecError:
        return None


def _rows(reading: PartialGame) -> DeckRows:
    return DeckRows({name: deck.get("designs", []) for name, deck in reading.decks.items()}, reading.unread)
