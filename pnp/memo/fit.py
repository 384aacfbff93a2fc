"""Fit a memo to its page: find the largest type and the widest gaps that fit, and balance the columns.

The largest size that fits is found by bisection, in a few trials.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from pnp.errors import LayoutError, Problem, quote_value
from pnp.geometry.units import MM_PER_POINT, Size
from pnp.memo.source import FormatSetting
from pnp.memo.typesetter import SetPlace, Trial, TrialResult, Typesetter

LEADING: Final = (1.15, 1.22)
"""Line spacing at the smallest and the largest type size, as a multiple of the size."""
GAPS: Final = {False: (0.78, 1.7), True: (0.42, 1.7)}
"""Minimum and maximum gap between sections, on pages (False) and cards (True), as a multiple of the type size."""
STEPS: Final = 5
"""Number of bisection steps; type sizes are then precise to a few hundredths of a point."""
GAP_STEPS: Final = 3
"""Number of bisection steps for gaps."""
SLACK: Final = 0.3
"""Rounding tolerance at the bottom of columns, in mm."""
MAX_WIDENING: Final = 1.6
"""Maximum widening of the gap above a section to fill its column, as a multiple of the type size."""
STRETCH: Final = (0.75, 1.35)
"""Minimum and maximum factor by which figures shrink or grow to fill their column."""
KEEP_LEVELS: Final = ((2, 1.0), (2, STRETCH[0]), (0, 1.0))
"""Values of `Trial.whole` and factors of figures in the order tried, at the smallest size: sections are split last."""
TALL: Final = 4
"""Height of the leaf on which columns are measured, as a multiple of the page's: nothing reaches its bottom."""


def fit(setter: Typesetter, size: Size, setting: FormatSetting, bleed: float) -> Trial:
    """Return the best trial; raise LayoutError, naming the heading that overflows, if no size fits."""
    best = _balanced(setter, _best(setter, fit_smallest(setter, size, setting, bleed), setting))
    careful = setter.proofreading()
    if not careful.try_sizes(best).crowded:
        return best
    # a word is too long for its column, but may fit at a smaller size
    return _balanced(careful, _best(careful, fit_smallest(careful, size, setting, bleed), setting))


def fit_smallest(setter: Typesetter, size: Size, setting: FormatSetting, bleed: float) -> Trial:
    """Return the trial with the smallest type on as few sides as possible; raise LayoutError if it does not fit."""
    levels = KEEP_LEVELS[:2] if setter.is_aid else KEEP_LEVELS if setting.columns > 1 else KEEP_LEVELS[2:]
    for whole, stretch in levels:
        for faces in range(1 if setting.columns > 1 else setting.faces, setting.faces + 1):
            first = Trial(
                size.width, size.height, bleed, setting.margin, 0.6 * setting.margin + 0.8, setting.columns, faces,
                setting.smallest, setting.smallest, LEADING[0], GAPS[setting.card][0], 0, whole,
                figures={name: stretch for names in setter.figures.values() for name in names},
            )  # fmt: skip
            smallest = _with_size(first, setting, 0, setter)
            if fits(setter, smallest):
                return smallest
    outcome = setter.try_sizes(smallest)
    over = [] if _is_on_leaf(outcome, smallest) else [_overflow(setter, outcome.places, smallest, setting)]
    raise LayoutError(*outcome.crowded, *over)


def _best(setter: Typesetter, smallest: Trial, setting: FormatSetting) -> Trial:
    """Return the trial with the largest type, then the widest gaps, then balanced columns."""
    best = _largest(0, 1, lambda share: _with_size(smallest, setting, share, setter), setter)
    best = _largest(*GAPS[setting.card], lambda gap, base=best: replace(base, gap=gap), setter, GAP_STEPS)  # type: ignore[misc]
    if best.faces == 1 if setting.columns > 1 else setter.is_aid:
        floor, base = best.room, best
        best = _largest(floor, floor + 0.7 * best.height, lambda room: replace(base, room=room), setter)
    return best


@dataclass(frozen=True)
class _Column:
    """The sections of a column, and where the last one ends, in mm from the upper edge."""

    sections: list[str]
    end: float


def _balanced(setter: Typesetter, trial: Trial) -> Trial:
    """Return the trial with its columns filled to one level: figures grow or shrink, then gaps widen, within limits."""
    if not trial.whole:
        return trial
    columns = _columns(setter, trial)
    pinned = replace(trial, breaks=[column.sections[0] for column in columns[1:]], room=setter.foot(trial.size))
    widest = MAX_WIDENING * trial.size * MM_PER_POINT

    def filled(base: Trial, stretch: list[float], widening: list[float]) -> Trial:
        names = [[figure for section in column.sections for figure in setter.figures[section]] for column in columns]
        return replace(
            base,
            figures={name: by for each, by in zip(names, stretch, strict=True) for name in each},
            widening={id_: by for each, by in zip(columns, widening, strict=True) for id_ in each.sections},
        )

    def ends(stretch: list[float], widening: float = 0) -> list[float]:
        """Return where the columns would end on a leaf of any height."""
        tall = replace(pinned, height=TALL * trial.height)
        return [column.end for column in _columns(setter, filled(tall, stretch, [widening] * len(columns)))]

    small, natural, large = ([by] * len(columns) for by in (STRETCH[0], 1.0, STRETCH[1]))
    gained = [wide - end for wide, end in zip(ends(natural, widest), ends(natural), strict=True)]
    reach = [min(_bottom(pinned) - SLACK, end + gain) for end, gain in zip(ends(large), gained, strict=True)]
    levels = reach if trial.columns == 1 else [max(min(reach), *ends(small))] * len(columns)
    for _ in range(STEPS):
        middle = [(low + high) / 2 for low, high in zip(small, large, strict=True)]
        fitting = [end <= level for end, level in zip(ends(middle), levels, strict=True)]
        small = [mid if fit else low for low, mid, fit in zip(small, middle, fitting, strict=True)]
        large = [high if fit else mid for high, mid, fit in zip(large, middle, fitting, strict=True)]
    left = [max(0, level - end) for level, end in zip(levels, ends(small), strict=True)]
    widening = [widest * min(1, free / gain) if gain else 0 for free, gain in zip(left, gained, strict=True)]
    full = filled(pinned, small, widening)
    return full if fits(setter, full) else trial


def _columns(setter: Typesetter, trial: Trial) -> list[_Column]:
    """Return the columns of a trial in which no section is split, in reading order."""
    ends = [place for place in setter.try_sizes(trial).places if place.name.startswith("/")]
    grouped = [list(places) for _, places in groupby(ends, lambda place: (place.page, round(place.x)))]
    return [_Column([place.name[1:] for place in places], max(place.y for place in places)) for places in grouped]


def _with_size(trial: Trial, setting: FormatSetting, share: float, setter: Typesetter) -> Trial:
    """Return the trial with type size and line spacing between the smallest (share 0) and the largest (share 1)."""
    size = setting.smallest + share * (setting.largest - setting.smallest)
    leading = LEADING[0] + share * (LEADING[1] - LEADING[0])
    return replace(trial, size=size, leading=leading, room=setter.foot(size))


def _largest(low: float, high: float, make: Callable[[float], Trial], setter: Typesetter, steps: int = STEPS) -> Trial:
    """Return the trial for the largest value from `low` to `high` that fits; `low` must fit."""
    if fits(setter, make(high)):
        return make(high)
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(setter, make(middle)) else (low, middle)
    return make(low)


def fits(setter: Typesetter, trial: Trial) -> bool:
    """Return whether the memo fits its page in these sizes."""
    outcome = setter.try_sizes(trial)
    return _is_on_leaf(outcome, trial) and not outcome.crowded


def _is_on_leaf(outcome: TrialResult, trial: Trial) -> bool:
    """Return whether the memo has enough sides, and nothing extends below its column."""
    return outcome.faces <= trial.faces and all(place.y <= _bottom(trial) for place in outcome.places)


def _bottom(trial: Trial) -> float:
    """Return the bottom of the columns in mm from the upper edge, with a rounding tolerance."""
    return trial.bleed + trial.height - trial.margin - trial.room + SLACK


def _overflow(setter: Typesetter, places: list[SetPlace], trial: Trial, setting: FormatSetting) -> Problem:
    """Return the problem of a memo that is too long, with its excess length and the first heading that overflows."""
    low = _bottom(trial)
    over = next(
        place for place in places if place.y > low or (place.page > trial.faces and place.name.startswith(("/", "end")))
    )
    name = over.name.removeprefix("/")
    end = places[-1]
    column = (trial.width - 2 * trial.margin + trial.gutter) / trial.columns
    before = (end.page - trial.faces - 1) * trial.columns + int((end.x - trial.bleed - trial.margin) / column + 0.01)
    tall = trial.height - 2 * trial.margin - trial.room
    long = max(before * tall + end.y - trial.bleed - trial.margin, over.y - low)
    sides = "one side" if trial.faces == 1 else f"{trial.faces} sides"
    share = 100 * long / (long + tall * trial.columns * trial.faces)
    hint = f"shorten the texts by about {max(1, round(share))}%, "
    hint += 'or give them a short form (short = "…")' if setting.card else "or choose a larger --format"
    message = f"the memo does not fit {sides} of {trial.width:g} × {trial.height:g} mm at {trial.smallest:g} pt"
    excess = f"{long:.0f} mm" if long >= 1 else "less than 1 mm"
    found = f"it is {excess} of a column too long"
    if name not in setter.headings:
        return Problem(setter.memo.where, message, hint, found=found, code="E0703")
    found += f", starting at {quote_value(setter.headings[name])}"
    return Problem(setter.sections[name].heading.where, message, hint, found=found, code="E0703")
