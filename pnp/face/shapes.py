"""Shapes and rows that layouts and templates place by box: rectangles, discs, lines, rows of icons, stacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size, trim

EDGE: Final = 0.1
"""Distance from the edge of a card, in mm, within which a side counts as being on the edge."""
MOST_ICONS: Final = 200
"""Maximum number of icons in a row."""
_TIMES: Final = re.compile(r"([0-9]{1,4})[x×]?")
_SEPARATORS: Final = re.compile(r"[\s,;+]+")


class FaceBox(NamedTuple):
    """A box on a face, in mm from the upper left corner of the cut card."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    def over_bleed(self, size: Size, bleed: float) -> FaceBox:
        """Return the box with the sides at or beyond the edge of the card moved to the end of the bleed.

        >>> FaceBox(0, 0, 63, 12).over_bleed(Size(63, 88), 3)
        FaceBox(x=-3, y=-3, width=69, height=15)
        """
        left = -bleed if self.x <= EDGE else self.x
        top = -bleed if self.y <= EDGE else self.y
        right, bottom = self.x + self.width, self.y + self.height
        right = size.width + bleed if right >= size.width - EDGE else right
        bottom = size.height + bleed if bottom >= size.height - EDGE else bottom
        return FaceBox(min(left, self.x), min(top, self.y), right - min(left, self.x), bottom - min(top, self.y))


class Paint(NamedTuple):
    """Colours and outline of a shape; lengths in mm."""

    fill: str = "none"
    stroke: str = "none"
    thickness: float = 0.3
    opacity: float = 1

    def attributes(self) -> str:
        """Return the SVG attributes."""
        outline = f' stroke="{self.stroke}" stroke-width="{trim(self.thickness)}"' if self.stroke != "none" else ""
        opacity = f' opacity="{trim(self.opacity)}"' if self.opacity < 1 else ""
        return f'fill="{self.fill}"{outline}{opacity}'


def draw_rect(rect: FaceBox, paint: Paint, radius: float, mark: str = "") -> str:
    """Return the SVG of a rectangle."""
    radius = min(radius, rect.width / 2, rect.height / 2)
    corners = f' rx="{trim(radius)}" ry="{trim(radius)}"' if radius > 0 else ""
    place = f'x="{trim(rect.x)}" y="{trim(rect.y)}" width="{trim(rect.width)}" height="{trim(rect.height)}"'
    return f"<rect{mark} {place}{corners} {paint.attributes()}/>"


def draw_disc(rect: FaceBox, paint: Paint, mark: str = "") -> str:
    """Return the SVG of an ellipse that fills a box."""
    x, y = rect.middle
    place = f'cx="{trim(x)}" cy="{trim(y)}" rx="{trim(rect.width / 2)}" ry="{trim(rect.height / 2)}"'
    return f"<ellipse{mark} {place} {paint.attributes()}/>"


def draw_line(rect: FaceBox, paint: Paint, mark: str = "") -> str:
    """Return the SVG of a line from the upper left to the lower right corner of a box."""
    end = f'x2="{trim(rect.x + rect.width)}" y2="{trim(rect.y + rect.height)}"'
    return f'<line{mark} x1="{trim(rect.x)}" y1="{trim(rect.y)}" {end} {paint.attributes()}/>'


def turn_about(drawn: str, rect: FaceBox, degrees: float) -> str:
    """Return SVG rotated clockwise around the centre of a box."""
    if not degrees:
        return drawn
    x, y = rect.middle
    return f'<g transform="rotate({trim(degrees)} {trim(x)} {trim(y)})">{drawn}</g>'


def icon_names(value: str | float | Sequence[str], icon: str) -> list[str]:
    """Return the icons of a row: a number of times `icon`, or names separated by spaces, commas, semicolons or +.

    A number before a name repeats it. Raise ValueError if there are too many, or a number is not a whole number.

    >>> icon_names("2", "coin"), icon_names("fire, 2 water", "")
    (['coin', 'coin'], ['fire', 'water', 'water'])
    """
    if not isinstance(value, str | int | float):
        return _limited([str(name) for name in value])
    try:
        number = float(value)
    except ValueError:
        return _limited([name for name, times in _counted(str(value)) for _ in range(times)])
    if not 0 <= number <= MOST_ICONS or number != int(number):
        raise ValueError(f"must be a whole number of icons, at most {MOST_ICONS}")
    return [icon] * int(number)


def _counted(text: str) -> Iterator[tuple[str, int]]:
    """Yield each name in a text with the number before it, or 1; a number without a name is an empty name."""
    times: int | None = None
    for part in _SEPARATORS.split(text):
        if number := _TIMES.fullmatch(part):
            if times is not None:
                yield "", times
            times = min(int(number[1]), MOST_ICONS + 1)
        elif name := part.strip("{}:"):
            yield name, 1 if times is None else times
            times = None
    if times is not None:
        yield "", times


def _limited(names: list[str]) -> list[str]:
    if len(names) > MOST_ICONS:
        raise ValueError(f"must be at most {MOST_ICONS} icons")
    return names


class IconRow(NamedTuple):
    """Centres of the icons of a row, with their size; in mm."""

    centres: list[tuple[float, float]]
    size: float


def place_icons(count: int, rect: FaceBox, size: float, gap: float | None, align: str, valign: str) -> IconRow:
    """Return the places of icons in a row, shrunk if the box is too narrow or too low.

    `gap` is in mm, or None for a tenth of the size.
    """
    size = min(size, rect.height)
    space = size / 10 if gap is None else gap
    long = count * size + (count - 1) * space
    scale = min(1.0, rect.width / long) if long > 0 else 1.0
    size, space, long = size * scale, space * scale, long * scale
    left = rect.x + {"center": 0.5, "right": 1.0}.get(align, 0.0) * (rect.width - long)
    top = rect.y + {"middle": 0.5, "bottom": 1.0}.get(valign, 0.0) * (rect.height - size)
    return IconRow([(left + size / 2 + number * (size + space), top + size / 2) for number in range(count)], size)


STACK_STEPS: Final = 40
"""Number of sizes that are tried between the smallest and the largest."""


class StackedText(NamedTuple):
    """A text in a stack."""

    largest: float
    smallest: float
    height: Callable[[float], float]
    """Function from the type size to the height of the text, in mm; infinite if a word is too wide."""

    def size(self, share: float) -> float:
        """Return a size between the smallest and, for a share of 1, the largest."""
        return self.smallest + (self.largest - self.smallest) * share


def fit_stack(texts: Sequence[StackedText], room: float) -> float | None:
    """Return the largest share, from 0 to 1, at which the texts of a stack fit below each other; None if none does."""

    def fits(step: int) -> bool:
        return sum(text.height(text.size(step / STACK_STEPS)) for text in texts) <= room + 1e-9

    if not fits(0):
        return None
    low, high = 0, STACK_STEPS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low / STACK_STEPS


_KEPT: Final = re.compile(r'<rect class="keep" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"')


def keep_mark(place: Rect) -> str:
    """Return an invisible element that marks a place of a board that must not be cut through."""
    x, y, width, height = map(trim, place)
    return f'<rect class="keep" x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="none"/>'


def kept_places(svg: str) -> list[Rect]:
    """Return the places that a face marks so, in mm from its upper left corner."""
    return [Rect(*map(float, found)) for found in _KEPT.findall(svg)]
