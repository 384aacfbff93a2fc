"""Published card layouts: sheets that match widely used cutting templates."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.geometry.units import MM_PER_INCH, Size
from pnp.sheet.machine import PublishedLayout, Registration
from pnp.terms import Shape

PUBLISHED: Final = Path(__file__).parent / "published"


@cache
def published_layouts(source: str) -> tuple[PublishedLayout, ...]:
    """Return all layouts of a source, those with the most pieces first."""
    data = tomllib.loads((PUBLISHED / f"{source}.toml").read_text(encoding="utf-8"))
    made = [
        _layout(data, paper, card, about) for paper, cards in data["layouts"].items() for card, about in cards.items()
    ]
    return tuple(sorted(made, key=lambda each: -each.columns * each.rows))


def _layout(data: dict[str, Any], paper: str, card: str, about: dict[str, Any]) -> PublishedLayout:
    size, drawn = Size(*data["cards"][card]["size"]), data["cards"][card]
    upright = Size(*data["papers"][paper])
    across, down = (_pixels(side, data) + _pixels(data["gap"], data) for side in size)
    registration = Registration(
        inset=data["inset"], arm=min(about["arm"], data["longest-arm"]), stroke=data["stroke"], square=data["square"],
        bordered=True, clear=about["arm"],
    )  # fmt: skip
    return PublishedLayout(
        f"{paper}-{card}-v{about['version']}", upright.turned if about["landscape"] else upright, size,
        Shape(drawn.get("shape", Shape.RECT)), about["columns"], about["rows"], (across, down), drawn.get("corner", 0),
        registration,
    )  # fmt: skip


def _pixels(length: float, data: dict[str, Any]) -> float:
    """Return a length in mm, rounded to whole pixels of the source's resolution."""
    dpi = float(data["dpi"])
    return round(length / MM_PER_INCH * dpi) * MM_PER_INCH / dpi
