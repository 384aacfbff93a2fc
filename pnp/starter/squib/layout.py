"""Read Squib's layouts: YAML files of boxes with `extends`, relative numbers and units."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, Final

import yaml

from pnp.errors import Location, Problem, SpecError
from pnp.geometry.units import MM_PER_INCH

LARGEST_YAML: Final = 1_000_000
"""Maximum size of a YAML file, in bytes."""
MOST_ALIASES: Final = 1_000
"""Maximum number of aliases (`*name`) in a YAML file."""
MOST_KEYS: Final = 10_000
"""Maximum number of keys of a mapping after its merges."""
MOST_VALUES: Final = 200_000
"""Maximum number of values in a YAML file, those of aliases counted each time."""
DEEPEST_EXTENDS: Final = 20
"""Maximum number of entries that extend each other."""

_PROOF: Final[dict[str, dict[str, Any]]] = {
    "cut": {"x": 37.5, "y": 37.5, "width": 750, "height": 1050},
    "safe": {"x": 75, "y": 75, "width": 675, "height": 975, "radius": 16},
}


def _at(x: float, y: float, width: float, height: float, align: str = "", valign: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height}
    return found | ({"align": align} if align else {}) | ({"valign": valign} if valign else {})


_FOOT: Final = {
    "description": _at(100, 675, 625, 275, "center", "middle") | {"font_size": 6},
    "desc": {"extends": "description"},
    "lower_right": _at(675, 975, 75, 75, "right", "bottom") | {"font_size": 6},
    "lr": {"extends": "lower_right"},
    "lower_left": _at(75, 975, 75, 75, "left", "bottom") | {"font_size": 6},
    "ll": {"extends": "lower_left"},
    "copyright": _at(75, 1025, 675, 25, "center", "bottom") | {"font_size": 5},
    "copy": {"extends": "copyright"},
    "credit": {"extends": "copyright"},
    "credits": {"extends": "copyright"},
}
BUILT_IN: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "economy.yml": _PROOF | _FOOT | {
        "title": _at(90, 90, 635, 50, "center"),
        "art": _at(75, 150, 675, 520),
        "type": _at(90, 955, 645, 50, "center"),
    },
    "fantasy.yml": _PROOF | _FOOT | {
        "title": _at(90, 90, 500, 50),
        "upper_right": _at(595, 90, 135, 50, "right"),
        "ur": {"extends": "upper_right"},
        "art": _at(75, 150, 675, 520),
        "type": _at(90, 675, 500, 50),
        "type_right": _at(595, 675, 135, 50, "right"),
        "tr": {"extends": "type_right"},
        "description": _at(100, 730, 625, 275, "center", "middle") | {"font_size": 6},
    },
    "hand.yml": _PROOF | {
        "title": _at(275, 75, 475, 125),
        "art": _at(275, 225, 475, 475),
        "description": _at(275, 725, 475, 200),
        "snark": _at(275, 950, 475, 100),
    } | {f"bonus{number}": _at(75, 75 + 198 * (number - 1), 175, 175) for number in range(1, 6)},
    "playing-card.yml": _PROOF | {
        "bonus_ul": _at(75, 75, 200, 200),
        "bonus_lr": _at(750, 1050, 200, 200) | {"angle": math.pi},
        "art": _at(150, 275, 525, 575, "center", "middle"),
    },
}  # fmt: skip
"""Boxes of the layouts that Squib brings along, in pixels; decks name them like files."""


class _LimitedLoader(yaml.SafeLoader):
    """A safe loader that refuses files whose aliases multiply (“billion laughs”)."""

    aliases = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Return the next node; raise YAMLError after too many aliases."""
        if self.check_event(yaml.AliasEvent):
            self.aliases += 1
            if self.aliases > MOST_ALIASES:
                raise yaml.YAMLError(f"it has more than {MOST_ALIASES:,} aliases")
        return super().compose_node(parent, index)

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge `<<` keys, keeping the last of equal keys at every level, so that merges of merges stay small."""
        super().flatten_mapping(node)
        kept = {(key.tag, str(key.value)) if isinstance(key, yaml.ScalarNode) else id(key): (key, value)
                for key, value in node.value}  # fmt: skip
        if len(kept) > MOST_KEYS:
            raise yaml.YAMLError(f"it has more than {MOST_KEYS:,} keys in one place")
        node.value = list(kept.values())


def parse_yaml(content: bytes, where: Location) -> Any:
    """Return the content of a YAML file. Raise SpecError if it is not valid, too large, or too deeply nested."""

    def refused(reason: str, line: int = 0) -> SpecError:
        hint = "check the indentation and the quotes"
        return SpecError(Problem(where.at(line=line), "is not valid YAML", hint, found=reason, code="E0212"))

    if len(content) > LARGEST_YAML:
        raise refused(f"it is larger than {LARGEST_YAML // 1_000_000} MB")
    try:
        found = yaml.load(content.decode("utf-8-sig", "replace"), _LimitedLoader)  # noqa: S506 (a SafeLoader)
        _count(found, [0])
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise refused(error.problem or "it cannot be read", mark.line + 1 if mark else 0) from None
    except (yaml.YAMLError, ValueError, OverflowError, TypeError) as error:
        raise refused(str(error).partition("\n")[0][:200]) from None
    except RecursionError:
        raise refused("it is nested too deeply") from None
    return found


def _count(value: object, counted: list[int]) -> None:
    """Raise YAMLError if a value would be too large when written out."""
    counted[0] += 1
    if counted[0] > MOST_VALUES:
        raise yaml.YAMLError(f"it has more than {MOST_VALUES:,} values")
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, list):
        inner = value
    for each in inner:
        _count(each, counted)


def parse_length(value: object, dpi: float = 300, cell: float = 37.5) -> float | None:
    """Return a length in pixels: a number of pixels, or a text such as `8mm` or `2 cells`; None if it is neither.

    >>> parse_length("0.5in"), parse_length("2c"), parse_length("deck")
    (150.0, 75.0, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    match = _LENGTH.fullmatch(str(value).strip())
    if match is None:
        return None
    units = {"in": dpi, "pt": dpi / 72, "cm": dpi / 2.54, "mm": dpi / MM_PER_INCH, "": 1.0}
    return float(match[1]) * units.get(match[2] or "", cell)


_LENGTH: Final = re.compile(r"([-+]?(?:\d{1,9}(?:\.\d{0,12})?|\.\d{1,12}))\s*(in|pt|cm|mm|px|c|cells?)?")
_RELATIVE: Final = re.compile(r"([-+*/])=(.*)", re.DOTALL)


def expand_layout(layout: dict[str, dict[str, Any]], dpi: float, cell: float, notes: list[str]) -> None:
    """Replace `extends` in a layout by what the named entries say; add what is wrong to the notes."""
    found: dict[str, dict[str, Any]] = {}
    for name in layout:
        found[name] = _expanded(name, layout, dpi, cell, notes, ())
    layout.update(found)


def _expanded(
    name: str, layout: dict[str, dict[str, Any]], dpi: float, cell: float, notes: list[str], above: tuple[str, ...]
) -> dict[str, Any]:
    entry = layout[name]
    if "extends" not in entry:
        return entry
    if name in above or len(above) > DEEPEST_EXTENDS:
        notes.append(f"{name} extends itself, or too many others")
        return {key: value for key, value in entry.items() if key != "extends"}
    own = {key: value for key, value in entry.items() if key != "extends"}
    parents = entry["extends"] if isinstance(entry["extends"], list) else [entry["extends"]]
    merged: dict[str, Any] = {}
    for parent in list(map(str, parents))[:DEEPEST_EXTENDS]:
        if parent not in layout:
            notes.append(f"{name} extends {parent}, which does not exist")
            continue
        merged |= _expanded(parent, layout, dpi, cell, notes, (*above, name))
    for key, value in own.items():
        relative = _RELATIVE.fullmatch(value.strip()) if isinstance(value, str) else None
        if relative is None:
            merged[key] = value
            continue
        before, change = parse_length(merged.get(key, 0), dpi, cell), parse_length(relative[2], dpi, cell)
        if before is None or change is None or (relative[1] == "/" and not change):
            notes.append(f"{name}: {key} {value} cannot be computed")
            continue
        sums = {"+": before + change, "-": before - change, "*": before * change, "/": before / (change or 1)}
        merged[key] = round(sums[relative[1]], 4)
    return merged


def read_entries(content: bytes, where: Location) -> dict[str, dict[str, Any]]:
    """Return the entries of a layout file. Raise SpecError if it is not valid."""
    raw = parse_yaml(content, where)
    if not isinstance(raw, dict):
        return {}
    return {
        str(name): {str(key): value for key, value in entry.items()}
        for name, entry in raw.items()
        if isinstance(entry, dict)
    }
