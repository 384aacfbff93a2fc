"""How much an SVG comes to with everything that it refers to: ten short lines can stand for a billion elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

MOST_DRAWN: Final = 200_000
"""Elements, with all that they refer to."""
DEEPEST: Final = 100
"""References that lead on to others, one after the other."""
_TARGET: Final = re.compile(r"""url\(\s*+['"]?#([^'")]*+)""")


@dataclass
class _Linked:
    """Something with an id, or the whole: its own elements, and the ids of what else is drawn with it."""

    elements: int = 0
    drawn: list[str] = field(default_factory=list)


class Nesting:
    """Notes the elements of an SVG as they come, and what they refer to."""

    def __init__(self) -> None:
        self._groups: dict[str, _Linked] = {"": _Linked()}
        self._open = [""]

    def start(self, attributes: Mapping[str, str], styles: Mapping[str, str]) -> None:
        """An element begins; `styles` are its attributes together with its style."""
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
                group.drawn += _TARGET.findall(value)

    def end(self) -> None:
        """The element that began last ends."""
        self._open.pop()

    def excess(self) -> str | None:
        """What is wrong with a drawing that is too large; None for any other.

        An element that refers to itself is not drawn, and counts once.
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
                return f"the SVG has more than {MOST_DRAWN:,} elements, with all that they refer to"
            if depth > DEEPEST:
                return f"references are nested more than {DEEPEST} deep"
            costs[name] = elements, depth
        return None

    def _known(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self._groups]
