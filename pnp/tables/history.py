"""Edits of a table one after the other, to be undone and done again, across savings too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pnp.errors import Problem
from pnp.tables.change import change
from pnp.tables.document import Document, EditError, RecordSplice
from pnp.tables.edit import Edit
from pnp.tables.ids import IdColumn

MOST_STEPS: Final = 1_000
"""This many steps can be undone."""
EditStep = tuple[RecordSplice, ...]
"""What is undone at once."""


def edited(document: Document, edits: Sequence[Edit], ids: IdColumn | None = None) -> tuple[Document, EditStep]:
    """The table after some edits, and what they did; EditError, and nothing is done, where one cannot be."""
    if document.read_only:
        raise EditError(Problem(document.where, "cannot be edited", found=document.read_only, code="E0313"))
    done: list[RecordSplice] = []
    for edit in edits:
        splice = change(document, edit, ids)
        if splice.old != splice.new:
            document = document.spliced(splice)
            done.append(splice)
    document.check()
    return document, tuple(done)


class EditHistory:
    """A table that is being edited; a step is whatever was done together."""

    def __init__(self, document: Document, ids: IdColumn | None = None) -> None:
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
        """Whether there is a step that was undone, and nothing was edited since."""
        return bool(self._undone)

    def apply(self, *edits: Edit) -> Document:
        """The table after these edits, which are one step; EditError, and nothing is done, where one cannot be."""
        self.document, step = edited(self.document, edits, self.ids)
        if step:
            self._done = [*self._done, step][-MOST_STEPS:]
            self._undone = []
        return self.document

    def undo(self) -> Document:
        """The table without the last step, to the byte; unchanged without any step."""
        if self._done:
            for splice in reversed(self._done[-1]):
                self.document = self.document.spliced(splice.inverse)
            self._undone.append(self._done.pop())
        return self.document

    def redo(self) -> Document:
        """The table with the step that was undone last; unchanged where nothing was undone."""
        if self._undone:
            for splice in self._undone[-1]:
                self.document = self.document.spliced(splice)
            self._done.append(self._undone.pop())
        return self.document
