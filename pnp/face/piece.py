"""The piece that a template draws: its row, by the names of columns or by the headings of the table."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import StrictUndefined

from pnp.spec.values import Cell


class PieceRow:
    """A row, as `piece.card_name` or `piece["Card Name"]`."""

    def __init__(self, cells: Mapping[str, Cell], headings: Mapping[str, str]) -> None:
        self._cells, self._headings = cells, headings

    def __getitem__(self, name: str) -> Cell:
        return self._cells[self._headings.get(name, name)]

    def __getattr__(self, name: str) -> Cell:
        if name.startswith("_") or name not in self._cells:
            raise AttributeError(name)
        return self._cells[name]

    def names(self) -> list[str]:
        """What it can be asked for."""
        return list(self._cells)


class NamedUndefined(StrictUndefined):
    """An unknown name: it says what a piece has instead."""

    @property
    def _undefined_message(self) -> str:
        piece = self._undefined_obj
        if isinstance(piece, PieceRow) and not self._undefined_hint:
            return f"piece has no {self._undefined_name!r}; piece has: {', '.join(piece.names())}"
        return super()._undefined_message
