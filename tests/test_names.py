"""No two classes of pnp share a name, so that a name is unambiguous; the drawings of games are exempt."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pnp

PACKAGE = Path(pnp.__file__).parent


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE)
        if file.parts[0] == "games" and "art" in file.parts:
            continue
        for name in re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.MULTILINE):
            places[name].append(file.as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
