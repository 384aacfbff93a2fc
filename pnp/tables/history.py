"""Undo and redo for the edits of a table; the history survives saving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pnp.errors import Problem
from pnp.tables.change import edit_splice
from pnp.tables.document import CsvDocument, EditError, RecordSplice
from pnp.tables.edit import Edit
from pnp.tables.ids import IdColumn

MOST_STEPS: Final = 1_000
"""Maximum number of steps that can be undone."""
EditStep = tuple[RecordSplice, ...]
"""The changes of one undo step."""


def apply_edits(
    document: CsvDocument, edits: Sequence[Edit], ids: IdColumn | None = None
) -> tuple[CsvDocument, EditStep]:
    """Return the table after some edits, and the changes they made; raise EditError if one cannot be made."""
    if document.read_only:
        raise EditError(Problem(document.where, "cannot be edited", found=document.read_only, code="E0313"))
    done: list[RecordSplice] = []
    for edit in edits:
        splice = edit_splice(document, edit, ids)
        if splice.old != splice.new:
            document = document.spliced(splice)
            done.append(splice)
    document.check()
    return document, tuple(done)


class EditHistory:
    """A table and its undo history; edits that are made together are one step."""

    def __init__(self, document: CsvDocument, ids: IdColumn | None = None) -> None:
        self.document = document
        self.ids = ids
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._undone)

    def apply(self, *edits: Edit) -> CsvDocument:
        """Make edits as one step and return the table; raise EditError, changing nothing, if one cannot be made."""
        self.document, step = apply_edits(self.document, edits, self.ids)
        if step:
            self._done = [*self._done, step][-MOST_STEPS:]
            self._undone = []
        return self.document

    def undo(self) -> CsvDocument:
        """Undo the last step, restoring every byte, and return the table; do nothing if there is no step."""
        if self._done:
            for splice in reversed(self._done[-1]):
                self.document = self.document.spliced(splice.inverse)
            self._undone.append(self._done.pop())
        return self.document

    def redo(self) -> CsvDocument:
        """Redo the step that was undone last, and return the table; do nothing if there is none."""
        if self._undone:
            for splice in self._undone[-1]:
                self.document = self.document.spliced(splice)
            self._done.append(self._undone.pop())
        return self.document
