"""Fitting a memo on its leaf: as large as it can be read, as airy as there is room for, columns of one height.

typst sets the text and tells where every section begins and ends; a few trials find the largest size that fits.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.metadata import version
from typing import Any, Final

import typst

from pnp import __version__
from pnp.cache import hashed
from pnp.errors import LayoutError, Problem, RenderError
from pnp.memo.content import Data
from pnp.memo.format import Setting
from pnp.press.fontfolder import font_folder
from pnp.press.typst_renderer import compile_files
from pnp.resources import SHARED, bundled
from pnp.units import Size

TEMPLATE: Final = "memo.typ"
LEADING: Final = (1.15, 1.22)
"""The height of a line, at the smallest and at the largest size."""
GAPS: Final = {False: (0.78, 1.7), True: (0.42, 1.7)}
"""Between sections, in sizes: the least and the most, on pages and on cards."""
FOOT: Final = 1.7
"""What a line at the foot takes, in sizes."""
MM_PER_POINT: Final = 25.4 / 72
STEPS: Final = 5
"""Trials to find a size: to some hundredths of a point."""
FINE: Final = 3
"""Trials within a share of a size."""
WORTH: Final = 0.965
"""Sections are not split between columns where that costs no more than this share of the size."""
CROWDED: Final = {
    "legend": ("a heading with its legend on one line", "too much for it", 'shorten the legend, or give it short = ""'),
    "points": ("columns of points beside their names", "columns too wide for that", "shorten what is in them"),
    "follows": ("follows on one line", "more than one", "shorten it"),
}
"""What is said when something is wider than its place: expected, found, hint."""
BLANK: Final = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"/>'
"""Stands for every drawing while sizes are tried: it takes the same room, and no time."""


@dataclass(frozen=True)
class Trial:
    """A leaf, and the sizes that are tried on it; lengths in mm, letters in points."""

    width: float
    height: float
    bleed: float
    margin: float
    gutter: float
    columns: int
    faces: int
    smallest: float
    size: float
    leading: float
    gap: float
    room: float
    """Kept free at the bottom of every column."""
    whole: int
    """Which sections are not split between columns: 0 none, 1 those without actions, 2 all."""


@dataclass(frozen=True)
class Place:
    """Where something of a memo is set; mm from the upper left corner of its page."""

    name: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class Outcome:
    """What comes of a trial."""

    places: list[Place]
    """Where every section begins, and ends (its name after a stroke)."""
    crowded: list[Problem]
    """What is wider than its place, and would be printed over its neighbour."""

    @property
    def faces(self) -> int:
        """How many sides it takes."""
        return max(place.page for place in self.places)


class Typesetter:
    """Sets one memo in whatever size it is asked for."""

    def __init__(self, data: Data, icons: dict[str, bytes], where: str) -> None:
        template = bundled().templates / SHARED / TEMPLATE
        self._files = {"main.typ": template.read_bytes(), "data.json": json.dumps(data).encode()}
        self._icons, self._blanks = icons, dict.fromkeys(icons, BLANK)
        self.where = where
        self.headings = {
            section["id"]: " ".join("".join(run.get("text", "") for run in section["heading"]).split())
            for section in data["sections"]
        }
        self.foot = bool(data["follows"]) and not data["card"]  # on a card it stands at the end of the text

    def set(self, trial: Trial) -> Outcome:
        """What comes of a trial."""
        try:
            found: str = typst.query(  # type: ignore[type-var]  # files in memory are not in its hints
                self._with(trial, self._blanks), "<outcome>", field="value", one=True, font_paths=_fonts()
            )
        except typst.TypstError as error:
            raise RenderError(Problem(self.where, "a memo that can be set", error.message)) from error
        raw: dict[str, Any] = json.loads(found)
        crowded = [
            Problem(f"{self.where}: {self.headings.get(found['where'], found['what'])}", *CROWDED[found["what"]])
            for found in raw["crowded"]
        ]
        return Outcome([Place(**place) for place in raw["places"]], list(dict.fromkeys(crowded)))

    def key(self, *about: object) -> str:
        """A hash of everything that is set."""
        texts = {name: text.decode() for name, text in (self._files | self._icons).items()}
        return hashed("memo", version("typst"), __version__, texts, about)

    def pdf(self, trial: Trial) -> bytes:
        """A PDF with a page for each side."""
        [made] = compile_files(self._with(trial, self._icons), "pdf")
        return made

    def _with(self, trial: Trial, icons: dict[str, bytes]) -> dict[str, bytes]:
        return self._files | icons | {"layout.json": json.dumps(asdict(trial)).encode()}


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(font_folder())])


def fit(setter: Typesetter, size: Size, setting: Setting, bleed: float) -> Trial:
    """The best trial; LayoutError, naming the heading that runs over, when the smallest letters are too large."""
    for faces in range(1 if setting.columns > 1 else setting.faces, setting.faces + 1):
        first = Trial(
            size.width, size.height, bleed, setting.margin, 0.6 * setting.margin + 0.8, setting.columns, faces,
            setting.smallest, setting.smallest, LEADING[0], GAPS[setting.card][0], 0, 0,
        )  # fmt: skip
        smallest = _sized(first, setting, 0, setter)
        if _fits(setter, smallest):
            break
    else:
        outcome = setter.set(smallest)
        crowded = outcome.crowded if outcome.faces <= smallest.faces else []
        raise LayoutError(*(crowded or [_overflow(setter, outcome.places, smallest, setting)]))
    best = _largest(0, 1, lambda share: _sized(smallest, setting, share, setter), setter)
    span = setting.largest - setting.smallest
    high = (best.size - setting.smallest) / span
    low = max((WORTH * best.size - setting.smallest) / span, 0)
    for level in (1, 2):
        whole = replace(smallest, whole=level)
        if _fits(setter, _sized(whole, setting, low, setter)):
            best = _largest(low, high, lambda share, base=whole: _sized(base, setting, share, setter), setter, FINE)  # type: ignore[misc]
    best = _largest(*GAPS[setting.card], lambda gap, base=best: replace(base, gap=gap), setter, FINE)  # type: ignore[misc]
    if setting.columns > 1 and best.faces == 1:
        floor, base = best.room, best
        best = _largest(floor, floor + 0.7 * size.height, lambda room: replace(base, room=room), setter)
    return best


def _sized(trial: Trial, setting: Setting, share: float, setter: Typesetter) -> Trial:
    """The trial with letters between the smallest and the largest, and lines to match."""
    size = setting.smallest + share * (setting.largest - setting.smallest)
    leading = LEADING[0] + share * (LEADING[1] - LEADING[0])
    return replace(trial, size=size, leading=leading, room=FOOT * size * MM_PER_POINT if setter.foot else 0)


def _largest(low: float, high: float, make: Callable[[float], Trial], setter: Typesetter, steps: int = STEPS) -> Trial:
    """The trial for the largest value between two that fits; that for the lowest is known to."""
    if _fits(setter, make(high)):
        return make(high)
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if _fits(setter, make(middle)) else (low, middle)
    return make(low)


def _fits(setter: Typesetter, trial: Trial) -> bool:
    outcome = setter.set(trial)
    return outcome.faces <= trial.faces and not outcome.crowded


def _overflow(setter: Typesetter, places: list[Place], trial: Trial, setting: Setting) -> Problem:
    """What runs over, and by how much."""
    over = next(place for place in places if place.page > trial.faces and place.name.startswith(("/", "end")))
    heading = setter.headings.get(over.name.removeprefix("/"), "")
    end = places[-1]
    column = (trial.width - 2 * trial.margin + trial.gutter) / trial.columns
    before = (end.page - trial.faces - 1) * trial.columns + int((end.x - trial.bleed - trial.margin) / column + 0.01)
    tall = trial.height - 2 * trial.margin - trial.room
    long = before * tall + end.y - trial.bleed - trial.margin
    sides = "one side" if trial.faces == 1 else f"{trial.faces} sides"
    hint = f"shorten the texts by about {100 * long / (long + tall * trial.columns * trial.faces):.0f} %, "
    hint += 'give them a short form (short = "…")' if setting.card else "or choose a larger --format"
    return Problem(
        f"{setter.where}: {heading}",
        f"a memo that fits {sides} of {trial.width:g} × {trial.height:g} mm at {trial.smallest:g} pt",
        f"{long:.0f} mm of a column too much, from this heading on",
        hint,
    )
