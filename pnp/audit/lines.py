"""Check that every cut is marked in the right place, and that no line is on a piece.

Everything is measured from the faces and strokes on the paper, independently of the code that draws marks.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import dist, inf
from typing import Final, NamedTuple

from pnp.audit.measure import CutLines, by_page
from pnp.audit.page_trace import Stroke, Trace
from pnp.audit.report import Check, Found, Report
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point
from pnp.sheet.layout import Layout, Margins, unprintable
from pnp.sheet.page import Segment
from pnp.terms import Side

NEAR: Final = 0.1
"""Largest distance between a line and its cut, in mm."""
FAR: Final = 5.0
"""Distance from which a line belongs to another cut, in mm."""
ASTRAY: Final = 1.0
"""Distance from a corner beyond which a tick belongs to another corner, in mm."""
GUTTER: Final = 2.0
"""Minimum gap between neighbours that must have ticks, in mm."""
SEEN: Final = 0.4
"""Shortest visible tick, in mm."""
CLEAR: Final = 0.4
"""Smallest distance of a line from a straight cut, in mm: after a slip of the knife it must not be on the piece."""
WITHIN: Final = 0.1
"""Distance inside any other cut beyond which a line counts as on the piece, in mm."""
VISIBLE: Final = 2.0
"""Shortest mark that one can cut by, in mm, unless there is no room for one."""
THIN: Final = 0.12
"""Width below which strokes are not cutting marks but folds or parts of the ruler, in mm."""
SIDES: Final = ("left", "upper", "right", "lower")


class CutSide(NamedTuple):
    """A straight cut of a piece, and how far its line continues at both ends before it meets another piece."""

    face: Found
    side: int
    """0 to 3: left, top, right, bottom."""
    at: float
    begin: float
    end: float
    before: float
    after: float

    @property
    def upright(self) -> bool:
        """Whether it is vertical."""
        return self.side % 2 == 0

    def corner(self, *, first: bool) -> str:
        """Return the name of one of its ends, such as "upper left"."""
        ends = ("upper", "lower") if self.upright else ("left", "right")
        end, own = ends[0 if first else 1], SIDES[self.side]
        return f"{end} {own}" if self.upright else f"{own} {end}"


class Strokes:
    """The marks on a page in one direction, by position."""

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
        """Return the marks near a line: position, start and end."""
        return self.found[bisect_left(self.places, at - within) : bisect_right(self.places, at + within)]


def check_lines(report: Report, layout: Layout, traces: list[Trace], cuts: CutLines) -> None:
    """Check that every cut is marked by lines and ticks, and that no line is on a piece."""
    worst, bare, drawn = 0.0, 0, False
    for page, faces in by_page(report.faces).items():
        trace = traces[page - 1]
        if cuts.known:
            _check_clear(report, page, faces, trace, cuts)
            _check_folds(report, page, faces, trace, cuts)
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
            offs[face] += [_off(line.points, trace.outlines) for line in cuts.expected_lines(face)]
            if max(offs[face], default=0.0) > FAR:
                report.wrong(Check.MARKS, f"{face.name} {face.side} has no line to cut along", page)
        for line in lines:
            offs[line.face].append(_distance(line, lines, strokes[line.upright]))
        for face, found in offs.items():
            bare += sum(off > FAR for off in found)
            off = max((off for off in found if off <= FAR), default=0.0)
            worst = max(worst, off)
            if off > NEAR:
                report.wrong(Check.MARKS, f"{face.name} {face.side} is {off:.2f} mm off its cut lines", page)
        if cuts.known:
            _check_ticks(report, page, lines, strokes)
        if not layout.paper.single:
            _check_visible(report, page, [line for line in lines if line.face.side is Side.FRONT], strokes, layout)
    if not layout.marks:
        return
    if layout.paper.single and not drawn:
        report.notes.append(f"{Check.MARKS}: the paper has no room for any")
        return
    report.measured[Check.MARKS] = f"within {worst:.3f} mm" + (f", {bare} cuts without a line" if bare else "")


def _lines(faces: list[Found], cuts: CutLines) -> Iterator[CutSide]:
    """Yield the straight cuts of all faces on a page."""
    boxes = [(face, cuts.box(face)) for face in faces]
    met: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for face, box in boxes:
        if not cuts.shape(face).marked or cuts.nested(face) is not None:
            continue
        for side, at in enumerate((box.x, box.y, box.right, box.bottom)):
            if side == cuts.folded_side(face):
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
    """Return whether a line, or a mark on it, is too close to a box."""
    low, high = _along(box, not upright)
    return low - CLEAR - NEAR < at < high + CLEAR + NEAR


def _distance(line: CutSide, lines: list[CutSide], strokes: Strokes) -> float:
    """Return the distance of the nearest mark from a cut, in mm.

    The marks of a neighbour across a gutter do not count: where there is no room for all, one may be missing.
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
    """Check that each corner at a gutter has ticks along both its cuts."""
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
                report.wrong(Check.MARKS, f"{what} is {min(found):.2f} mm off its cut", page)
    for face, corners in lacking.items():
        which = " and ".join(dict.fromkeys(corners)) if len(corners) < 3 else f"{len(corners)} ends of cuts"
        where = f"the {which} corner" if len(corners) == 1 else which
        report.wrong(Check.MARKS, f"{face.name} {face.side} has no tick at {where}", page)


def _check_visible(
    report: Report, page: int, lines: list[CutSide], strokes: dict[bool, Strokes], layout: Layout
) -> None:
    """Check that the marks at the ends of cuts are not where printers leave the paper white."""
    width, height = layout.paper.size
    white = Margins(*map(unprintable, layout.margins))
    printable = {True: (white.top, height - white.bottom), False: (white.left, width - white.right)}
    hidden = set()
    for line in lines:
        low, high = printable[line.upright]
        near = strokes[line.upright].near(line.at, NEAR)
        for beyond, room in (((-inf, line.begin), line.before), ((line.end, inf), line.after)):
            marks = [(max(begin, beyond[0]), min(end, beyond[1])) for _, begin, end in near]
            longest = max((end - begin for begin, end in marks), default=0.0)
            seen = max((min(end, high) - max(begin, low) for begin, end in marks), default=0.0)
            if room == inf and longest > 0 and seen < min(VISIBLE, longest) - NEAR:
                hidden.add((line.upright, round(line.at, 1), beyond[1] == inf))
    if hidden:
        which = "one mark is" if len(hidden) == 1 else f"{len(hidden)} marks are"
        report.wrong(Check.MARKS, f"{which} where printers leave the edge of the paper white", page)


def _check_clear(report: Report, page: int, faces: list[Found], trace: Trace, cuts: CutLines) -> None:
    """Check that no line is on a piece, and no mark so close that a slip of the knife leaves it there."""
    for face in faces:
        straight = cuts.shape(face).marked and cuts.nested(face) is None
        outline = None if straight else cuts.line(face)
        box, folds = cuts.box(face), cuts.placed_folds(face)
        for line, width, _, dashed, alone in trace.strokes:
            if dashed and any(_along_fold(line, fold) for fold in folds):
                continue
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
            report.wrong(Check.MARKS, f"a line is on {face.name} {face.side}, or too close to its cut", page)
            break


def _check_folds(report: Report, page: int, faces: list[Found], trace: Trace, cuts: CutLines) -> None:
    """Check that every fold of a net has a dashed line."""
    dashed = [stroke.line for stroke in trace.strokes if stroke.dashed and stroke.dark]
    for face in faces:
        lacking = [fold for fold in cuts.placed_folds(face) if not any(_along_fold(line, fold) for line in dashed)]
        if lacking:
            report.wrong(Check.MARKS, f"{face.name} {face.side} has no line to fold along ({len(lacking)} folds)", page)


def _along_fold(line: Segment, fold: Outline) -> bool:
    """Return whether a line runs from one end of a fold to the other."""
    ends = [(line.x1, line.y1), (line.x2, line.y2)]
    return any(max(map(dist, ends, way)) <= NEAR for way in (fold.points, fold.points[::-1]))


def _off(wanted: Sequence[Point], drawn: list[list[Point]]) -> float:
    """Return the distance of a line from the nearest drawn line with the same number of points, in mm."""
    alike = [line for line in drawn if len(line) == len(wanted) and dist(line[0], wanted[0]) <= FAR]
    return min((max(map(dist, line, wanted)) for line in alike), default=inf)
