"""Lines: whether every cut is shown, in its place, and no line runs over what is cut out.

All is measured from the faces and strokes found on the paper; nothing that draws marks is asked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import dist, inf
from typing import Final, NamedTuple

from pnp.audit.cuts import Cuts
from pnp.audit.geometry import by_page
from pnp.audit.report import Check, Found, Report
from pnp.audit.trace import Stroke, Trace
from pnp.outline import Point
from pnp.sheet.layout import Layout
from pnp.sheet.page import Rect

NEAR: Final = 0.1
"""How far a line may be off its cut."""
FAR: Final = 5.0
"""A line that is farther away belongs to another cut."""
ASTRAY: Final = 1.0
"""A tick that is farther away is not that of a corner."""
GUTTER: Final = 2.0
"""Where neighbours are so far apart there must be ticks between them."""
SEEN: Final = 0.4
"""A tick that is shorter shows nothing."""
CLEAR: Final = 0.4
"""No line comes nearer to a straight cut: a knife that strays would leave it on the piece."""
WITHIN: Final = 0.1
"""A line so far inside any other cut lies on the piece."""
THIN: Final = 0.12
"""Strokes that are thinner are no marks of cuts: the ruler's, and folds."""
SIDES: Final = ("left", "upper", "right", "lower")


class CutSide(NamedTuple):
    """A straight cut of a piece, and how far its line goes on beyond its two ends before it meets another piece."""

    face: Found
    side: int
    """Left, top, right, bottom."""
    at: float
    begin: float
    end: float
    before: float
    after: float

    @property
    def upright(self) -> bool:
        """Whether it runs down the page."""
        return self.side % 2 == 0

    def corner(self, *, first: bool) -> str:
        """One of its ends as people say it."""
        ends = ("upper", "lower") if self.upright else ("left", "right")
        end, own = ends[0 if first else 1], SIDES[self.side]
        return f"{end} {own}" if self.upright else f"{own} {end}"


class Strokes:
    """The marks on a page that run one way, by where they lie."""

    def __init__(self, strokes: list[Stroke], *, upright: bool) -> None:
        a, b = (0, 1) if upright else (1, 0)
        lines = [stroke.line for stroke in strokes]
        found = [
            (line[a], min(line[b], line[b + 2]), max(line[b], line[b + 2]))
            for line in lines
            if abs(line[a] - line[a + 2]) < 0.01
        ]
        self.found = sorted(found)
        self.places = [at for at, _, _ in self.found]

    def near(self, at: float, within: float) -> Sequence[tuple[float, float, float]]:
        """Those that lie near a line: where, from where and to where."""
        return self.found[bisect_left(self.places, at - within) : bisect_right(self.places, at + within)]


def check_lines(report: Report, layout: Layout, traces: list[Trace], cuts: Cuts) -> None:
    """Ask whether every cut is shown by lines and ticks, and no line lies on a piece."""
    worst, bare, drawn = 0.0, 0, False
    for page, faces in by_page(report.faces).items():
        trace = traces[page - 1]
        if cuts.known:
            _check_clear(report, page, faces, trace, cuts)
        if not layout.marks:
            continue
        marks = [stroke for stroke in trace.strokes if stroke.dark and not stroke.dashed and stroke.width > THIN]
        drawn = drawn or bool(marks or trace.outlines)
        strokes = {upright: Strokes(marks, upright=upright) for upright in (False, True)}
        lines = list(_lines(faces, cuts))
        if lines and not marks and cuts.known and not layout.paper.single:
            report.wrong(Check.MARKS, "no mark shows where to cut", page)
        offs: dict[Found, list[float]] = {face: [] for face in faces}
        for face in faces:
            offs[face] += [_off(line.points, trace.outlines) for line in cuts.drawn(face)]
            if max(offs[face], default=0.0) > FAR:
                report.wrong(Check.MARKS, f"{face.name} {face.side} has no line to cut along", page)
        for line in lines:
            offs[line.face].append(_distance(line, lines, strokes[line.upright]))
        for face, found in offs.items():
            bare += sum(off > FAR for off in found)
            off = max((off for off in found if off <= FAR), default=0.0)
            worst = max(worst, off)
            if off > NEAR:
                report.wrong(Check.MARKS, f"{face.name} {face.side} lies {off:.2f} mm off its cut lines", page)
        if cuts.known:
            _check_ticks(report, page, lines, strokes)
    if not layout.marks:
        return
    if layout.paper.single and not drawn:
        report.notes.append(f"{Check.MARKS}: the paper has no room for any")
        return
    report.measured[Check.MARKS] = f"within {worst:.3f} mm" + (f", {bare} cuts without a line" if bare else "")


def _lines(faces: list[Found], cuts: Cuts) -> Iterator[CutSide]:
    """The straight cuts of all faces on a page."""
    boxes = [(face, cuts.box(face)) for face in faces]
    met: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for face, box in boxes:
        if not cuts.shape(face).marked or cuts.nested(face) is not None:
            continue
        for side, at in enumerate((box.x, box.y, box.right, box.bottom)):
            if side == cuts.folded(face):
                continue
            upright = side % 2 == 0
            begin, end = (box.y, box.bottom) if upright else (box.x, box.right)
            key = (upright, at)
            if key not in met:
                met[key] = [_along(other, upright) for _, other in boxes if _touches(other, at, upright)]
            before = max((last for first, last in met[key] if first < begin - NEAR), default=-inf)
            after = min((first for first, last in met[key] if last > end + NEAR), default=inf)
            yield CutSide(face, side, at, begin, end, begin - before, after - end)


def _along(box: Rect, upright: bool) -> tuple[float, float]:
    return (box.y, box.bottom) if upright else (box.x, box.right)


def _touches(box: Rect, at: float, upright: bool) -> bool:
    """Whether a line, or a mark on it, comes too near to a box for both to be there."""
    low, high = _along(box, not upright)
    return low - CLEAR - NEAR < at < high + CLEAR + NEAR


def _distance(line: CutSide, lines: list[CutSide], strokes: Strokes) -> float:
    """How far the nearest mark is off a cut.

    A neighbour's marks across a gutter do not count: where there is no room for all of them, one may be missing.
    """
    near = strokes.near(line.at, FAR)
    outward = -1 if line.side < 2 else 1
    facing = {
        other.at
        for other in lines
        if other.side == (line.side + 2) % 4 and NEAR < (other.at - line.at) * outward <= FAR
    }
    own = [at for at, _, _ in near if not any(abs(at - other) <= NEAR for other in facing)]
    return min((abs(at - line.at) for at in own), default=inf)


def _check_ticks(report: Report, page: int, lines: list[CutSide], strokes: dict[bool, Strokes]) -> None:
    """Each corner at a gutter has its ticks, along both of its cuts."""
    lacking: dict[Found, list[str]] = {}
    for line in lines:
        for first, room in ((True, line.before), (False, line.after)):
            if not GUTTER <= room < inf:
                continue
            low, high = (line.begin - room / 2, line.begin) if first else (line.end, line.end + room / 2)
            found = [
                abs(at - line.at)
                for at, begin, end in strokes[line.upright].near(line.at, ASTRAY)
                if min(high, end) - max(low, begin) >= SEEN
            ]
            if not found:
                lacking.setdefault(line.face, []).append(line.corner(first=first))
            elif min(found) > NEAR:
                what = f"the tick at the {line.corner(first=first)} corner of {line.face.name} {line.face.side}"
                report.wrong(Check.MARKS, f"{what} lies {min(found):.2f} mm off its cut", page)
    for face, corners in lacking.items():
        which = " and ".join(dict.fromkeys(corners)) if len(corners) < 3 else f"{len(corners)} ends of cuts"
        where = f"the {which} corner" if len(corners) == 1 else which
        report.wrong(Check.MARKS, f"{face.name} {face.side} has no tick at {where}", page)


def _check_clear(report: Report, page: int, faces: list[Found], trace: Trace, cuts: Cuts) -> None:
    """No line lies on a piece, and no mark so near to it that a stray knife leaves it there."""
    for face in faces:
        straight = cuts.shape(face).marked and cuts.nested(face) is None
        outline = None if straight else cuts.line(face)
        box = cuts.box(face)
        for line, width, _, dashed, alone in trace.strokes:
            rim = CLEAR - width / 2 if alone and not dashed else -WITHIN
            x1, x2 = (line.x1, line.x2) if line.x1 < line.x2 else (line.x2, line.x1)
            y1, y2 = (line.y1, line.y2) if line.y1 < line.y2 else (line.y2, line.y1)
            rect = box if alone and not dashed else face.rect
            if x2 <= rect.x - rim or x1 >= rect.right + rim or y2 <= rect.y - rim or y1 >= rect.bottom + rim:
                continue
            if outline is not None:
                points = [(line.x1, line.y1), ((x1 + x2) / 2, (y1 + y2) / 2), (line.x2, line.y2)]
                if not any(outline.holds(point) and outline.distance(point) > WITHIN for point in points):
                    continue
            report.wrong(Check.MARKS, f"a line lies on {face.name} {face.side}, or too near to its cut", page)
            break


def _off(wanted: Sequence[Point], drawn: list[list[Point]]) -> float:
    """How far the nearest of the lines that are drawn is off a line, where both have the same points."""
    alike = [line for line in drawn if len(line) == len(wanted) and dist(line[0], wanted[0]) <= FAR]
    return min((max(map(dist, line, wanted)) for line in alike), default=inf)
