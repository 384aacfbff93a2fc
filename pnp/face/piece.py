"""Objects available to templates: the piece, its deck and its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from jinja2 import StrictUndefined

from pnp.spec.values import Cell


def freeze(value: object) -> object:
    """Return an immutable copy of a value, including its lists and tables, for templates."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(each) for key, each in value.items()})
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, list) or type(value) is tuple:
        return tuple(freeze(each) for each in value)
    return value


class PieceRow:
    """A table row for templates, with its cells as `piece.card_name` or `piece["Card Name"]`."""

    def __init__(self, cells: Mapping[str, Cell], headings: Mapping[str, str]) -> None:
        self._cells, self._headings = cells, headings

    def __getitem__(self, name: str) -> Cell:
        return self._cells[self._headings.get(name, name)]

    def __getattr__(self, name: str) -> Cell:
        if name.startswith("_") or name not in self._cells:
            raise AttributeError(name)
        return self._cells[name]

    def names(self) -> list[str]:
        """Return the names of all cells."""
        return list(self._cells)


class TemplateView:
    """A deck or game for templates; its values are computed on access."""

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
        """Return the names of all values."""
        return list(self._values)


class HelpfulUndefined(StrictUndefined):
    """Undefined value whose error message lists the names that a piece, deck or game has."""

    @property
    def _undefined_message(self) -> str:
        known = self._undefined_obj
        if not isinstance(known, PieceRow | TemplateView) or self._undefined_hint:
            return super()._undefined_message
        kind = known._kind if isinstance(known, TemplateView) else "piece"
        near = get_close_matches(str(self._undefined_name), known.names(), n=1)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{kind} has no {self._undefined_name!r}{meant}; {kind} has: {', '.join(known.names())}"
