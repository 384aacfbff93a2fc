"""Limit the size of an SVG with its references expanded: ten nested `<use>` can draw a billion elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

MOST_DRAWN: Final = 200_000
"""Maximum number of elements, with references expanded."""
DEEPEST_REFERENCES: Final = 100
"""Maximum depth of nested references."""
_URL_REFERENCE: Final = re.compile(r"""url\(\s*+['"]?#([^'")]*+)""")


@dataclass
class _Linked:
    """An element with an id, or the whole SVG: the number of its elements, and the ids that it draws as well."""

    elements: int = 0
    drawn: list[str] = field(default_factory=list)


class ReferenceCounter:
    """Counter of the elements of an SVG and of the references between them."""

    def __init__(self) -> None:
        self._groups: dict[str, _Linked] = {"": _Linked()}
        self._open = [""]

    def start(self, attributes: Mapping[str, str], styles: Mapping[str, str]) -> None:
        """Record the start of an element; `styles` are its attributes and the declarations in its `style`."""
        name = attributes.get("id") or self._open[-1]
        if name not in self._groups:
            self._groups[name] = _Linked()
            self._groups[self._open[-1]].drawn.append(name)
        self._open.append(name)
        group = self._groups[name]
        group.elements += 1
        for key, value in styles.items():
            if key.rpartition(" ")[2] == "href" and value.startswith("#"):
                group.drawn.append(value[1:])
            elif "url(" in value:
                group.drawn += _URL_REFERENCE.findall(value)

    def end(self) -> None:
        """Record the end of the current element."""
        self._open.pop()

    def excess(self) -> str | None:
        """Return a message if the expanded SVG is too large, otherwise None.

        An element that refers to itself is not drawn again and counts once.
        """
        costs: dict[str, tuple[int, int]] = {}
        begun: set[str] = set()
        waiting = [""]
        while waiting:
            name = waiting[-1]
            group = self._groups[name]
            if name not in begun:
                begun.add(name)
                waiting += [each for each in dict.fromkeys(self._known(group.drawn)) if each not in begun]
                continue
            waiting.pop()
            if name in costs:
                continue
            inner = [costs.get(each, (0, 0)) for each in self._known(group.drawn)]
            elements = group.elements + sum(cost for cost, _ in inner)
            depth = 1 + max((deep for _, deep in inner), default=0)
            if elements > MOST_DRAWN:
                return f"the SVG draws more than {MOST_DRAWN:,} elements, counting repeated ones"
            if depth > DEEPEST_REFERENCES:
                return f"references are nested more than {DEEPEST_REFERENCES} deep"
            costs[name] = elements, depth
        return None

    def _known(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self._groups]
