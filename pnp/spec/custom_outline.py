"""Custom outlines: SVG files and SVG path data, read and checked."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from svgelements import SVG, Arc, Close, CubicBezier, Line, Move, QuadraticBezier, Shape
from svgelements import Path as Drawn

from pnp.errors import Location, Problem, SpecError, os_problem, quote_value
from pnp.geometry.outline import Outline, Point, Segment
from pnp.geometry.units import Size, trim
from pnp.spec.values import MIN_PIECE_SIZE
from pnp.store.files import read_file

LARGEST_FILE: Final = 1_000_000
"""Maximum size of an SVG file, in bytes."""
MOST_STEPS: Final = 2_000
"""Maximum number of segments in an outline."""
MOST_LINES: Final = 20_000
"""Maximum number of line segments that approximate the curves of an outline."""
MAX_COORDINATE: Final = 10_000.0
"""Maximum distance of a curve's control point, in mm; measuring farther ones takes too long."""
OVER: Final = 0.05
"""How far an outline may extend beyond the piece, in mm, to allow for rounding."""
RATIO_TOLERANCE: Final = 0.01
"""Maximum relative difference between the proportions of a drawing and those of its piece."""
EXAMPLE: Final = 'for example "M0 0 H40 L20 30 Z"'
OUTLINE_ID: Final = "cut"
"""Id of the outline in a file with several shapes."""
_PARSE_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions that svgelements raises for malformed data."""
_DATA: Final = re.compile(r"\s*[Mm]\s*[-+.\d]")
_CHARACTERS: Final = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]*")


def is_path_data(text: str) -> bool:
    """Return whether a text is SVG path data rather than a file name."""
    return bool(_DATA.match(text))


def parse_path_data(data: str, size: Size, where: Location) -> Outline:
    """Return the outline given by SVG path data, in mm from the piece's upper left corner.

    Raise SpecError if the data is malformed or the outline cannot be cut along.
    """
    problem = Problem(where, "must be SVG path data", EXAMPLE, found=quote_value(data), code="E0510")
    if not _CHARACTERS.fullmatch(data):
        raise SpecError(problem)
    try:
        drawn = Drawn(data)
        return _check_outline(drawn, Size(1, 1), Size(1, 1), size, where)
    except _PARSE_ERRORS:
        raise SpecError(problem) from None


def read_outline(path: Path, size: Size, where: Location) -> Outline:
    """Return the outline drawn in an SVG file whose page is the piece; raise SpecError if it cannot be cut along."""
    try:
        content = read_file(path, LARGEST_FILE)
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from None
    return _read_outline(content, size, where)


@lru_cache(maxsize=256)
def _read_outline(content: bytes, size: Size, where: Location) -> Outline:
    """Read an outline; cached, because a project is read again after every save and outlines rarely change."""
    if b"<!ENTITY" in content:
        raise SpecError(Problem(where, "must not contain XML entities", "save it as plain SVG", code="E0508"))
    try:
        svg = SVG.parse(BytesIO(content), reify=True)
        page = Size(float(svg.width), float(svg.height))
        shapes = [each for each in svg.elements() if isinstance(each, Shape) and _is_visible(each)]
    except ParseError as error:
        raise SpecError(_invalid(error, where.at(line=error.position[0]))) from None
    except _PARSE_ERRORS as error:
        raise SpecError(_invalid(error, where)) from None
    attributes = svg.values
    if not min(page) > 0 or ("viewBox" not in attributes and not {"width", "height"} <= set(attributes)):
        raise SpecError(Problem(where, "needs a viewBox", f'for example viewBox="0 0 {_pair(size)}"', code="E0509"))
    named = [shape for shape in shapes if shape.id == OUTLINE_ID]
    if not shapes:
        raise SpecError(Problem(where, "has no visible shape", "convert text to paths", code="E0510"))
    if len(named or shapes) > 1:
        hint = f'if there are other shapes, give the outline id="{OUTLINE_ID}"'
        found = f"{len(named or shapes)}"
        raise SpecError(Problem(where, "must have exactly one shape", hint, found=found, code="E0510"))
    if abs(page.width / page.height / (size.width / size.height) - 1) > RATIO_TOLERANCE:
        right = Size(size.width, size.width * page.height / page.width)
        message, found = f"must have the proportions of a piece of {size}", f"{trim(page.width)} × {trim(page.height)}"
        hint = f"size = [{trim(right.width)}, {trim(right.height)}] has the drawing's proportions"
        raise SpecError(Problem(where, message, hint, found=found, code="E0512"))
    try:
        return _check_outline(abs(Drawn((named or shapes)[0])), page, size, size, where)
    except _PARSE_ERRORS as error:
        raise SpecError(_invalid(error, where)) from None


def _invalid(error: Exception, where: Location) -> Problem:
    reason = str(error) if isinstance(error, ParseError | ValueError) else ""  # other errors mention Python objects
    return Problem(where, "is not a valid SVG drawing", found=reason, code="E0507")


def _is_visible(shape: Shape) -> bool:
    return bool(shape.values.get("display") != "none" and shape.values.get("visibility") != "hidden")


def _pair(size: Size) -> str:
    return f"{trim(size.width)} {trim(size.height)}"


def _check_outline(drawn: Drawn, page: Size, scaled: Size, size: Size, where: Location) -> Outline:
    """Return the outline of a drawing, scaled from `page` to `scaled`; raise SpecError if it cannot be cut along."""
    outline = _outline(drawn, page, scaled, where)
    points = [outline.start, *(point for step in outline.steps for point in step)]
    if not all(abs(length) <= MAX_COORDINATE for point in points for length in point):  # NaN counts as far away
        raise SpecError(Problem(where, f"has points far outside the piece ({size})", code="E0510"))
    if len(outline.steps) > MOST_STEPS or len(outline.polygon) > MOST_LINES:
        raise SpecError(Problem(where, f"has more than {MOST_STEPS:,} segments", "simplify the path", code="E0510"))
    left, top, width, height = outline.box
    right, bottom = left + width, top + height
    if min(left, top) < -OVER or right > size.width + OVER or bottom > size.height + OVER:
        found = f"{trim(left)} to {trim(right)} mm across, {trim(top)} to {trim(bottom)} mm down"
        raise SpecError(Problem(where, f"must stay within the piece ({size})", found=found, code="E0510"))
    if min(width, height) < MIN_PIECE_SIZE:
        message = f"must be at least {MIN_PIECE_SIZE:g} mm wide and high"
        raise SpecError(Problem(where, message, found=str(Size(width, height)), code="E0510"))
    crossing = outline.crossing()
    if crossing is not None:
        message = f"must not cross or touch itself, as it does near {crossing[0]:g}, {crossing[1]:g} mm"
        raise SpecError(Problem(where, message, code="E0510"))
    return outline


def _outline(drawn: Drawn, page: Size, scaled: Size, where: Location) -> Outline:
    """Return the segments of a drawing, in mm."""

    def mm(point: Any) -> Point:
        return float(point.x) / page.width * scaled.width, float(point.y) / page.height * scaled.height

    starts: list[Point] = []
    steps: list[Segment] = []
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
                steps.append((_cubic_control(a, c), _cubic_control(b, c), b))
            case CubicBezier():
                steps.append((mm(part.control1), mm(part.control2), mm(part.end)))
            case Arc():
                steps += [(mm(c.control1), mm(c.control2), mm(c.end)) for c in part.as_cubic_curves()]
            case Line():
                steps.append((mm(part.end),))
        if len(starts) > 1:
            break
    if len(starts) > 1:
        message = "must be a single line without holes"
        raise SpecError(Problem(where, message, "join the parts into one path", code="E0510"))
    if len(starts) != 1 or not steps:
        raise SpecError(Problem(where, "has no line to cut along", code="E0510"))
    [start] = starts
    end = steps[-1][-1]
    gap = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if gap > OVER and not closed:
        found, hint = f"it ends {trim(gap)} mm from its start", "close the path; its data then ends with Z"
        raise SpecError(Problem(where, "is not a closed line", hint, found=found, code="E0510"))
    if gap > OVER:
        steps.append((start,))
    else:
        steps[-1] = (*steps[-1][:-1], start)
    distinct = [step for at, step in zip((start, *(s[-1] for s in steps)), steps, strict=False) if set(step) != {at}]
    if len(distinct) < 2:
        raise SpecError(Problem(where, "must be a line to cut along", found="a point", code="E0510"))
    return Outline(start, tuple(distinct))


def _cubic_control(end: Point, control: Point) -> Point:
    """Return the control point of a cubic curve that replaces the one of a quadratic curve."""
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3
