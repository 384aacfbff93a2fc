"""Set a text along a path: each letter is placed and turned separately, so that all renderers agree."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, dist, hypot, isfinite, pi, sin
from typing import Final, Literal, NamedTuple

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.geometry.units import trim
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import Font, lacks_glyph, metrics, shaped_clusters
from pnp.text.text_box import STEP, DrawIcon, Gap, Run, TextBox, at_least, text_attributes, text_line
from pnp.text.typography import COMPLEX_SCRIPTS, RTL, RTL_MARK

PathAlign = Literal["start", "center", "end"]
"""Where a text is on its path."""
LONGEST_DATA: Final = 10_000
"""Maximum length of path data, in characters."""
MOST_PARTS: Final = 500
"""Maximum number of segments of a path."""
FARTHEST: Final = 10_000.0
"""Maximum distance of a path from the origin, in mm."""
_CURVE_POINTS: Final = 64
"""Number of straight lines that approximate each curve."""
_CIRCLE_POINTS: Final = 360
_CHARACTERS: Final = re.compile(r"\s*[Mm][MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]*")
_PARSE_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions that svgelements raises for malformed data."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Baseline:
    """A line of many short straight ones; lengths in mm."""

    points: tuple[Point, ...]

    @cached_property
    def _ends(self) -> list[float]:
        """Distance of each point from the first, along the line."""
        return list(accumulate((dist(a, b) for a, b in pairwise(self.points)), initial=0.0))

    @property
    def length(self) -> float:
        """Length of the line."""
        return self._ends[-1]

    def at(self, distance: float) -> Point:
        """Return the point at a distance from the start; beyond an end, the line goes straight on."""
        number = min(max(bisect_right(self._ends, distance) - 1, 0), len(self.points) - 2)
        (x, y), (end_x, end_y) = self.points[number : number + 2]
        part = (distance - self._ends[number]) / (self._ends[number + 1] - self._ends[number])
        return x + (end_x - x) * part, y + (end_y - y) * part

    def raised(self, by: float) -> Baseline:
        """Return the line at a distance to its left, seen in its direction: above it, if it runs to the right."""
        if not by:
            return self
        ends = [self.points[0], *self.points, self.points[-1]]
        moved = []
        for (x0, y0), (x, y), (x1, y1) in zip(ends, self.points, ends[2:], strict=False):
            long = hypot(x1 - x0, y1 - y0) or 1.0
            moved.append((x + (y1 - y0) / long * by, y - (x1 - x0) / long * by))
        return _curve(moved)


def read_baseline(path: object) -> Baseline:
    """Return the line of SVG path data, or of a circle given as [x, y, radius]; raise ValueError for anything else.

    A circle begins at its bottom and runs clockwise, so that a centred text is at its top. With a negative radius it
    begins at its top and runs counterclockwise, so that a centred text is upright at its bottom.

    >>> read_baseline("M 0 0 H 40").length
    40.0
    """
    if isinstance(path, Sequence) and not isinstance(path, str):
        return _circle(path)
    if not isinstance(path, str):
        raise ValueError("must be SVG path data, or a circle as [x, y, radius]")
    if len(path) > LONGEST_DATA:
        raise ValueError(f"must have at most {LONGEST_DATA:,} characters")
    if not _CHARACTERS.fullmatch(path):
        raise ValueError("must be SVG path data, or a circle as [x, y, radius]")
    try:
        points = _points(path)
    except _PARSE_ERRORS:
        raise ValueError("must be SVG path data") from None
    if points is None:
        raise ValueError(f"must be a single line of at most {MOST_PARTS} segments")
    if not all(isfinite(each) and abs(each) <= FARTHEST for point in points for each in point):
        raise ValueError(f"must be less than {FARTHEST:,.0f} mm from the origin")
    return _curve(points)


def _circle(numbers: Sequence[object]) -> Baseline:
    found = [each for each in numbers if isinstance(each, int | float) and not isinstance(each, bool)]
    if len(found) != 3 or len(numbers) != 3 or not all(abs(each) < FARTHEST for each in found) or not found[2]:
        raise ValueError("must be SVG path data, or a circle as [x, y, radius]")
    x, y, radius = found
    first, turn = (0.5 * pi, 2 * pi) if radius > 0 else (1.5 * pi, -2 * pi)
    angles = [first + turn * number / _CIRCLE_POINTS for number in range(_CIRCLE_POINTS + 1)]
    return _curve([(x + abs(radius) * cos(angle), y + abs(radius) * sin(angle)) for angle in angles])


def _points(data: str) -> list[Point] | None:
    """Return the points of path data; None if it has several lines or too many segments."""
    from svgelements import Close, Line, Move, Path

    points: list[Point] = []
    moves = 0
    parts = list(Path(data))
    if len(parts) > MOST_PARTS:
        return None
    for part in parts:
        moves += isinstance(part, Move)
        if isinstance(part, Move | Line | Close):
            points.append((float(part.end.x), float(part.end.y)))
            continue
        found = (part.point(number / _CURVE_POINTS) for number in range(1, _CURVE_POINTS + 1))
        points += [(float(point.x), float(point.y)) for point in found]
    return points if moves == 1 else None


def _curve(points: list[Point]) -> Baseline:
    """Return the line through some points, without those that repeat the one before; ValueError if it has no length."""
    kept = points[:1]
    for point in points[1:]:
        if dist(point, kept[-1]) > 1e-6:
            kept.append(point)
    if len(kept) < 2:
        raise ValueError("must be a line with a length")
    return Baseline(tuple(kept))


class _Letter(NamedTuple):
    """What is placed at one position: a cluster of letters, a word of a joined script, or an icon."""

    run: Run
    text: str
    width: float
    """Width at font size 1."""


def set_on_path(
    text: str,
    curve: Baseline,
    box: TextBox,
    draw_icon: DrawIcon,
    where: Location,
    font_set: FontSet = BUNDLED_FONTS,
    *,
    align: PathAlign = "center",
    offset: float = 0,
    fallback: bool = False,
    mark: str = "",
) -> str:
    """Return the SVG of a text along a line. Raise RenderError if it is longer than the line at the smallest size.

    Of the box, only its style counts. `offset` is the distance of the text above the line, in mm. Line breaks count as
    spaces, and underlines are not drawn.
    """
    line = text_line(text, box, where, font_set, fallback=fallback)
    if line is None:
        return ""
    items, space, main = line
    letters = list(_letters(items, space))
    raised = curve.raised(offset)
    width = sum(letter if isinstance(letter, float) else letter.width for letter in letters)
    size = _fitting_size(text, width, raised.length, box, where)
    start = (raised.length - width * size) * {"start": 0.0, "center": 0.5, "end": 1.0}[align]
    return "".join(_place(letters, raised, start, size, box, main, draw_icon, mark))


def _fitting_size(text: str, width: float, length: float, box: TextBox, where: Location) -> float:
    """Return the largest size, from `box.smallest` to `box.size`, at which a text is not longer than its line."""
    if width * box.size <= length + 1e-9:
        return box.size
    needed = width * box.smallest
    if needed > length + 1e-9:
        message = f"the text does not fit its path of {trim(length)} mm at a size of {trim(box.smallest)} mm"
        found = f"{quote_value(text)} needs {at_least(needed)} mm: {at_least(needed - length)} mm more"
        hint = "shorten it, make its path longer, or allow a smaller size with min"
        raise RenderError(Problem(where, message, hint, found=found, code="E0403"))
    return box.smallest + int((length / width - box.smallest) / STEP) * STEP


def _letters(items: Sequence[Run | Gap], space: float) -> Iterator[_Letter | float]:
    """Yield what is placed separately, in visual order; a number is the width of a space."""
    for number, item in enumerate(items):
        if isinstance(item, Gap):
            yield space * item.look.scale
            continue
        if item.icon:
            yield _Letter(item, item.text, item.width)
            continue
        spaced = number + 1 < len(items) and isinstance(items[number + 1], Gap) and not lacks_glyph(" ", item.font)
        after = " " if spaced else ""  # text copied from the PDF has spaces
        if item.level % 2 or RTL.search(item.text) or COMPLEX_SCRIPTS.search(item.text):  # its letters are joined
            text = f"{RTL_MARK}{item.text}{RTL_MARK}" if item.level % 2 else item.text
            yield _Letter(item, text + after, item.width)
            continue
        *before, (last, width) = shaped_clusters(item.text, item.font)
        for part, wide in before:
            yield _Letter(item, part, wide * item.look.scale)
        yield _Letter(item, last + after, width * item.look.scale)


def _place(
    letters: list[_Letter | float],
    curve: Baseline,
    start: float,
    size: float,
    box: TextBox,
    main: Font,
    draw_icon: DrawIcon,
    mark: str,
) -> Iterator[str]:
    """Yield the SVG of letters along a line, each turned like the part of the line below it."""
    cap = metrics(main)[2]
    for letter in letters:
        width = (letter if isinstance(letter, float) else letter.width) * size
        if isinstance(letter, _Letter):
            (x0, y0), (x, y), (x1, y1) = (curve.at(start + width * part) for part in (0, 0.5, 1))
            turn = degrees(atan2(y1 - y0, x1 - x0))
            place = f'transform="translate({trim(x)} {trim(y)}) rotate({trim(turn)})"'
            scaled = size * letter.run.look.scale
            if letter.run.icon:
                yield f"<g {place}>{draw_icon(letter.text, 0, -cap * scaled / 2, scaled)}</g>"
            else:
                attributes = text_attributes(letter.run, scaled, box)
                yield (
                    f'<text{mark} {place} xml:space="preserve" x="{trim(-width / 2)}" y="0"{attributes}>'
                    f"{escape(letter.text)}</text>"
                )
        start += width
