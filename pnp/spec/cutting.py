"""Outlines of a designer's own: the line in an SVG file, or the data of a path, read and checked."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from svgelements import SVG, Arc, Close, CubicBezier, Line, Move, QuadraticBezier, Shape
from svgelements import Path as Drawn

from pnp.errors import Problem, SpecError, os_problem, quoted
from pnp.outline import Outline, Point, Step
from pnp.read import read_whole
from pnp.spec.values import SMALLEST
from pnp.units import Size, trim

LARGEST_FILE: Final = 1_000_000
MOST_STEPS: Final = 2_000
MOST_LINES: Final = 20_000
"""Straight lines that its curves are measured as."""
FARTHEST: Final = 10_000.0
"""Millimetres beyond which no handle of a curve may lie: it would be measured for ever."""
OVER: Final = 0.05
"""How far it may reach over the piece: numbers are rounded."""
UNLIKE: Final = 0.01
"""How much the proportions of a drawing and of its piece may differ."""
EXAMPLE: Final = 'for example "M0 0 H40 L20 30 Z"'
NAME: Final = "cut"
"""The id of the outline in a file with several drawings."""
_NONSENSE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a library stumbles over in data that means nothing."""
_DATA: Final = re.compile(r"\s*[Mm]\s*[-+.\d]")
_SIGNS: Final = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]*")


def is_path(text: str) -> bool:
    """Whether a text is the data of a path, and no file."""
    return bool(_DATA.match(text))


def read_path(data: str, size: Size, where: str) -> Outline:
    """The outline that the data of a path draws, in mm from the piece's upper left corner."""
    if not _SIGNS.fullmatch(data):
        raise SpecError(Problem(where, "the data of an SVG path", quoted(data), EXAMPLE, code="E0510"))
    try:
        drawn = Drawn(data)
        return _checked(drawn, Size(1, 1), Size(1, 1), size, where)
    except _NONSENSE:
        raise SpecError(Problem(where, "the data of an SVG path", quoted(data), EXAMPLE, code="E0510")) from None


def read_outline(path: Path, size: Size, where: str) -> Outline:
    """The outline drawn in a file, whose page is as large as the piece; SpecError where it cannot be cut along."""
    try:
        content = read_whole(path, LARGEST_FILE)
    except OSError as error:
        raise SpecError(os_problem(error, where, "an SVG file that can be read")) from None
    return _read_outline(content, size, where)


@lru_cache(maxsize=256)
def _read_outline(content: bytes, size: Size, where: str) -> Outline:
    """Remembered: a project is read again at every save, and most of its outlines are as they were."""
    if b"<!ENTITY" in content:
        raise SpecError(Problem(where, "SVG without entities", "<!ENTITY", "save it as plain SVG", code="E0508"))
    try:
        svg = SVG.parse(BytesIO(content), reify=True)
        page = Size(float(svg.width), float(svg.height))
        shapes = [each for each in svg.elements() if isinstance(each, Shape) and _shows(each)]
    except (ParseError, *_NONSENSE) as error:
        raise SpecError(Problem(where, "an SVG drawing", f"a mistake: {error}", code="E0507")) from None
    said = svg.values
    if not min(page) > 0 or ("viewBox" not in said and not {"width", "height"} <= set(said)):
        raise SpecError(
            Problem(where, "a drawing with a viewBox", "none", f'viewBox="0 0 {_pair(size)}"', code="E0509")
        )
    named = [shape for shape in shapes if shape.id == NAME]
    if len(named or shapes) != 1:
        found = f"{len(named or shapes)} shapes" if shapes else "nothing that is drawn"
        raise SpecError(
            Problem(where, "one shape", found, f'give the outline the id "{NAME}" where there are others', code="E0510")
        )
    if abs(page.width / page.height / (size.width / size.height) - 1) > UNLIKE:
        right = Size(size.width, size.width * page.height / page.width)
        found = f"{trim(page.width)} × {trim(page.height)}"
        hint = f"size = [{trim(right.width)}, {trim(right.height)}] has those of the drawing"
        raise SpecError(Problem(where, f"the proportions of a piece of {size}", found, hint, code="E0512"))
    try:
        return _checked(abs(Drawn((named or shapes)[0])), page, size, size, where)
    except _NONSENSE as error:
        raise SpecError(Problem(where, "an SVG drawing", f"a mistake: {error}", code="E0507")) from None


def _shows(shape: Shape) -> bool:
    return bool(shape.values.get("display") != "none" and shape.values.get("visibility") != "hidden")


def _pair(size: Size) -> str:
    return f"{trim(size.width)} {trim(size.height)}"


def _checked(drawn: Drawn, page: Size, scaled: Size, size: Size, where: str) -> Outline:
    """The outline of a drawing on a page that becomes as large as `scaled`; SpecError where it cannot be cut along."""
    outline = _outline(drawn, page, scaled, where)
    points = [outline.start, *(point for step in outline.steps for point in step)]
    if not all(abs(length) <= FARTHEST for point in points for length in point):  # nor what is no number at all
        raise SpecError(
            Problem(where, f"a line on the piece, which is {size}", "points far away from it", code="E0510")
        )
    if len(outline.steps) > MOST_STEPS or len(outline.polygon) > MOST_LINES:
        raise SpecError(Problem(where, f"at most {MOST_STEPS} steps", "more", "simplify the path", code="E0510"))
    left, top, width, height = outline.box
    right, bottom = left + width, top + height
    if min(left, top) < -OVER or right > size.width + OVER or bottom > size.height + OVER:
        found = f"{trim(left)} to {trim(right)} across, {trim(top)} to {trim(bottom)} down"
        raise SpecError(Problem(where, f"a line on the piece, which is {size}", found, code="E0510"))
    if min(width, height) < SMALLEST:
        raise SpecError(Problem(where, f"a piece of at least {SMALLEST:g} mm", str(Size(width, height)), code="E0510"))
    crossing = outline.crossing()
    if crossing is not None:
        found = f"one that does near {crossing[0]:g}, {crossing[1]:g} mm"
        raise SpecError(Problem(where, "a line that does not cross or touch itself", found, code="E0510"))
    return outline


def _outline(drawn: Drawn, page: Size, scaled: Size, where: str) -> Outline:
    """The steps of a drawing, in mm."""

    def mm(point: Any) -> Point:
        return float(point.x) / page.width * scaled.width, float(point.y) / page.height * scaled.height

    starts: list[Point] = []
    steps: list[Step] = []
    closed = False
    for part in drawn:
        match part:
            case Move():
                starts.append(mm(part.end))
                continue
            case Close():
                closed = True
            case QuadraticBezier():
                a, c, b = mm(part.start), mm(part.control), mm(part.end)
                steps.append((_between(a, c), _between(b, c), b))
            case CubicBezier():
                steps.append((mm(part.control1), mm(part.control2), mm(part.end)))
            case Arc():
                steps += [(mm(c.control1), mm(c.control2), mm(c.end)) for c in part.as_cubic_curves()]
            case Line():
                steps.append((mm(part.end),))
        if len(starts) > 1:
            break
    if len(starts) > 1:
        raise SpecError(
            Problem(where, "one line, without holes", "several", "join the parts into one path", code="E0510")
        )
    if len(starts) != 1 or not steps:
        raise SpecError(Problem(where, "a line to cut along", "none", code="E0510"))
    [start] = starts
    end = steps[-1][-1]
    gap = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if gap > OVER and not closed:
        found = f"one that ends {trim(gap)} mm from its start"
        raise SpecError(
            Problem(where, "a closed line", found, "close the path; its data then ends with Z", code="E0510")
        )
    if gap > OVER:
        steps.append((start,))
    else:
        steps[-1] = (*steps[-1][:-1], start)
    distinct = [step for at, step in zip((start, *(s[-1] for s in steps)), steps, strict=False) if set(step) != {at}]
    if len(distinct) < 2:
        raise SpecError(Problem(where, "a line to cut along", "a point", code="E0510"))
    return Outline(start, tuple(distinct))


def _between(end: Point, control: Point) -> Point:
    """The handle of a cubic curve for one of a quadratic curve."""
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3
