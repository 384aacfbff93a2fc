"""Published card layouts: sheets that match widely used cutting templates."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.sheet.machine import PublishedLayout
from pnp.sheet.registration import Registration
from pnp.terms import Shape
from pnp.units import MM_PER_INCH, Size

FOLDER: Final = Path(__file__).parent / "published"


@cache
def published_layouts(source: str) -> tuple[PublishedLayout, ...]:
    """Return all layouts of a source, those with the most pieces first."""
    said = tomllib.loads((FOLDER / f"{source}.toml").read_text(encoding="utf-8"))
    made = [
        _layout(said, paper, card, about) for paper, cards in said["layouts"].items() for card, about in cards.items()
    ]
    return tuple(sorted(made, key=lambda each: -each.columns * each.rows))


def _layout(said: dict[str, Any], paper: str, card: str, about: dict[str, Any]) -> PublishedLayout:
    size, drawn = Size(*said["cards"][card]["size"]), said["cards"][card]
    upright = Size(*said["papers"][paper])
    across, down = (_pixels(side, said) + _pixels(said["gap"], said) for side in size)
    registration = Registration(
        inset=said["inset"], arm=min(about["arm"], said["longest-arm"]), stroke=said["stroke"], square=said["square"],
        bordered=True, clear=about["arm"],
    )  # fmt: skip
    return PublishedLayout(
        f"{paper}-{card}-v{about['version']}", upright.turned if about["landscape"] else upright, size,
        Shape(drawn.get("shape", Shape.RECT)), about["columns"], about["rows"], (across, down), drawn.get("corner", 0),
        registration,
    )  # fmt: skip


def _pixels(length: float, said: dict[str, Any]) -> float:
    """Return a length in mm, rounded to whole pixels of the source's resolution."""
    dpi = float(said["dpi"])
    return round(length / MM_PER_INCH * dpi) * MM_PER_INCH / dpi
