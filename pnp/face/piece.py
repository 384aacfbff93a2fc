"""What a template knows of its game: the piece that it draws, the deck and the game that the piece is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from jinja2 import StrictUndefined

from pnp.spec.values import Cell


def frozen(value: object) -> object:
    """The value, its lists and tables included, as a template may have it: nothing in it can be changed."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(each) for key, each in value.items()})
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, list) or type(value) is tuple:
        return tuple(frozen(each) for each in value)
    return value


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


class View:
    """What a template may know of a deck or a game: values that are looked up when they are asked for."""

    def __init__(self, kind: str, values: Mapping[str, Callable[[], object]]) -> None:
        self._kind, self._values = kind, values

    def __getitem__(self, name: str) -> object:
        return self._values[name]()

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(name)
        return self._values[name]()

    def __str__(self) -> str:
        return f"the {self._kind}"

    def names(self) -> list[str]:
        """What it can be asked for."""
        return list(self._values)


class NamedUndefined(StrictUndefined):
    """An unknown name: it says what a piece, a deck or a game has instead."""

    @property
    def _undefined_message(self) -> str:
        known = self._undefined_obj
        if not isinstance(known, PieceRow | View) or self._undefined_hint:
            return super()._undefined_message
        kind = known._kind if isinstance(known, View) else "piece"
        near = get_close_matches(str(self._undefined_name), known.names(), n=1)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{kind} has no {self._undefined_name!r}{meant}; {kind} has: {', '.join(known.names())}"
