"""Trace what the operators of a page draw, and where, in mm from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name

from pnp.geometry.matrix import Matrix, Rect
from pnp.geometry.outline import Point
from pnp.geometry.units import POINTS_PER_MM
from pnp.sheet.page import Segment

PIECE: Final = "/Piece"
"""The tag around a stamped face."""
LAYER: Final = "layer"
PAINTS: Final = frozenset({"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Tj", "TJ", "'", '"', "INLINE IMAGE"})
STROKES: Final = frozenset({"S", "s", "B", "B*", "b", "b*"})
IDENTITY: Final = Matrix()
ENDS: Final = PAINTS | {"n"}
"""Operators that end a path."""
LIGHT: Final = 0.5
"""Brightness from which a stroke is light, from 0 to 1."""


@dataclass(frozen=True)
class Drawing:
    """An object that a page draws by name: a stamped face, or something unexpected."""

    name: str
    thing: pikepdf.Object | None
    matrix: Matrix
    """Transformation to the page, in points."""
    clip: Rect
    """Clipping area: it is invisible outside."""
    mark: dict[str, object] | None
    """The properties of its tag."""


class Stroke(NamedTuple):
    """A straight line, or a straight part of a longer one."""

    line: Segment
    width: float
    """Width, in mm."""
    dark: bool
    dashed: bool
    alone: bool
    """Whether it is not continued at its ends."""


@dataclass
class Trace:
    """Everything that a page draws."""

    drawings: list[Drawing] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    """Straight strokes on the layer of the marks."""
    outlines: list[list[Point]] = field(default_factory=list)
    """Dark polylines and curves on the layer of the marks: the end points of their steps."""
    layers: dict[str, list[Segment]] = field(default_factory=dict)
    """The straight strokes on each layer, by the name that the page uses for it."""
    strays: int = 0
    """Number of objects painted by the page itself that are neither pieces nor on the layer of marks."""
    unbalanced: bool = False
    """Whether tags or states are opened and never closed."""

    @property
    def lines(self) -> list[Segment]:
        """The dark straight strokes."""
        return [stroke.line for stroke in self.strokes if stroke.dark]


@dataclass
class _State:
    matrix: Matrix
    clip: Rect
    width: float = 1
    dark: bool = True
    dashed: bool = False


def trace_page(page: pikepdf.Page, width: float, height: float, undone: Matrix = IDENTITY) -> Trace:
    """Return what is drawn on a page of that size in mm; raise pikepdf's errors for unreadable operators.

    `undone` reverses the rotation and scaling of the whole page.
    """
    return _Tracer(page, width, height, undone).run()


class _Tracer:
    def __init__(self, page: pikepdf.Page, width: float, height: float, undone: Matrix) -> None:
        self.page = page
        self.height = height
        self.trace = Trace()
        self.state = _State(undone, Rect(0, 0, width, height))
        self.stack: list[_State] = []
        self.marks: list[tuple[str, dict[str, object] | None]] = []
        self.path: list[tuple[float, float]] = []
        self.parts: list[list[Point]] = []
        """The end points of the steps of each part of the path; a part starts where the pen is lifted."""
        self.curved: set[int] = set()
        """The parts that have curves."""
        self.clipping = False

    def run(self) -> Trace:
        for step in pikepdf.parse_content_stream(self.page):
            self._do(str(step.operator), step.operands)
        self.trace.unbalanced = bool(self.stack or self.marks)
        return self.trace

    def _do(self, operator: str, operands: Any) -> None:
        match operator:
            case "q":
                self.stack.append(replace(self.state))
            case "Q" if self.stack:
                self.state = self.stack.pop()
            case "cm":
                self.state.matrix = self.state.matrix.after(Matrix(*map(float, operands)))
            case "BDC" | "BMC":
                about = operands[1] if operator == "BDC" else None
                entries: dict[str, object] | None = dict(about.items()) if isinstance(about, Dictionary) else None
                entries = {LAYER: str(about)[1:]} if isinstance(about, Name) else entries
                self.marks.append((str(operands[0]), entries))
            case "EMC" if self.marks:
                self.marks.pop()
            case "m" | "l" | "c" | "v" | "y" | "re":
                self._add(operator, list(map(float, operands)))
            case "w":
                self.state.width = float(operands[0])
            case "d":
                self.state.dashed = bool(len(operands[0]))
            case "G" | "RG":
                self.state.dark = sum(map(float, operands)) / len(operands) < LIGHT
            case "K" | "SC" | "SCN":  # pnp never writes these; treat the line as visible
                self.state.dark = True
            case "W" | "W*":
                self.clipping = True
            case "Do":
                self._draw(str(operands[0]))
        if operator in ENDS:
            self._paint(operator)

    def _add(self, operator: str, numbers: list[float]) -> None:
        """Extend the path."""
        if operator == "re":
            x, y, width, height = numbers
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            self.path += [self._mm(*corner) for corner in corners]
            return
        steps = [self._mm(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        if operator == "m" or not self.parts:
            self.parts.append([])
        if operator in "cvy":
            self.curved.add(len(self.parts) - 1)
        self.parts[-1].append(steps[-1])
        self.path += steps

    def _paint(self, operator: str) -> None:
        """Paint or drop the path, and clip to it if requested."""
        if self.clipping and self.path:
            self.state.clip = _intersection(self.state.clip, _bounding_box(self.path))
        marked = [tag for tag, _ in self.marks]
        if operator in STROKES and "/OC" in marked:
            self._stroke()
        if operator in PAINTS and "/OC" not in marked:
            self.trace.strays += 1
        self.path, self.parts, self.curved, self.clipping = [], [], set(), False

    def _stroke(self) -> None:
        """Record the lines of the path."""
        state = self.state
        scale = abs(state.matrix.a * state.matrix.d - state.matrix.b * state.matrix.c) ** 0.5
        look = (state.width * scale / POINTS_PER_MM, state.dark, state.dashed)
        for number, part in enumerate(self.parts):
            if number in self.curved or len(part) > 2:
                self.trace.outlines += [part] if state.dark else []
            if number not in self.curved:
                lines = [Segment(*one, *other) for one, other in pairwise(part)]
                name = next((about[LAYER] for tag, about in reversed(self.marks) if tag == "/OC" and about), "")
                self.trace.layers.setdefault(str(name), []).extend(lines)
                self.trace.strokes += [Stroke(line, *look, len(part) == 2) for line in lines]

    def _draw(self, name: str) -> None:
        things = self.page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary())
        mark = next((about for tag, about in reversed(self.marks) if tag == PIECE), None)
        self.trace.drawings.append(Drawing(name, things.get(name), self.state.matrix, self.state.clip, mark))

    def _mm(self, x: float, y: float) -> tuple[float, float]:
        across, up = self.state.matrix.point(x, y)
        return across / POINTS_PER_MM, self.height - up / POINTS_PER_MM


def _bounding_box(points: list[tuple[float, float]]) -> Rect:
    """Return the bounding box of points."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def _intersection(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two boxes; an empty box if there is none."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(right - left, 0), max(bottom - top, 0))


def contains_picture(form: pikepdf.Object, depth: int) -> bool:
    """Return whether a form refers to a picture, directly or through other forms; reading its operators is slower."""
    things = form.get("/Resources", Dictionary()).get("/XObject", Dictionary()).values()
    return depth > 0 and any(
        thing.get("/Subtype") == "/Image" or contains_picture(thing, depth - 1)
        for thing in things
        if isinstance(thing, pikepdf.Stream)
    )


def pictures(form: pikepdf.Object, matrix: Matrix, depth: int = 8) -> Iterator[tuple[int, int, float, float]]:
    """Yield the pictures drawn in a form: pixels across and down, and their size in mm."""
    things = form.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    if not depth or not contains_picture(form, depth):
        return
    stack: list[Matrix] = []
    for step in pikepdf.parse_content_stream(form):
        operands: Any = step.operands
        match str(step.operator):
            case "q":
                stack.append(matrix)
            case "Q" if stack:
                matrix = stack.pop()
            case "cm":
                matrix = matrix.after(Matrix(*map(float, operands)))
            case "Do":
                thing = things.get(str(operands[0]))
                if thing is None:
                    continue
                if thing.get("/Subtype") == "/Image":
                    across, down = (pair for pair in ((matrix.a, matrix.b), (matrix.c, matrix.d)))
                    width, height = (((x * x + y * y) ** 0.5) / POINTS_PER_MM for x, y in (across, down))
                    yield int(thing.Width), int(thing.Height), width, height
                elif thing.get("/Subtype") == "/Form":
                    inner = Matrix(*map(float, thing.get("/Matrix", [1, 0, 0, 1, 0, 0])))
                    yield from pictures(thing, matrix.after(inner), depth - 1)
