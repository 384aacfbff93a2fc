"""Audit of nets: measure panels and lines, and compare the art with a reference print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from itertools import groupby, pairwise
from math import atan2, degrees, hypot
from pathlib import Path as FilePath
from typing import Any, Final

import numpy as np
import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Pdf
from PIL import Image, ImageDraw, ImageFilter

from pnp.audit.looks import ALLOWED, DPI, OpenPdf, Picture, crop, difference, opened, render_blurred
from pnp.audit.page_trace import Trace, trace_page
from pnp.audit.reading import UNREADABLE, check_page, short_error
from pnp.audit.report import BoxReport, Check, MeasuredPanel, Report
from pnp.geometry.matrix import Edges, Matrix, Rect
from pnp.geometry.outline import rectangle
from pnp.geometry.units import MM_PER_INCH, POINTS_PER_MM, Size, points
from pnp.press.nets import Overlay
from pnp.sheet.net import Layer, Net, NetPage, NetPanel, NetPart, Path
from pnp.sheet.page import Segment

WITHIN: Final = 0.2
"""Tolerance for the size of panels, in mm."""
NEAR: Final = 0.1
"""Tolerance for the position of lines, in mm."""
SLACK: Final = 1e-3
"""Tolerance for the scale of art."""
SEARCHED: Final = 3.0
"""Distance from which a line is a different one, in mm."""
LEAST_SHARE: Final = 0.6
"""Share of an edge that must be drawn: a thumb notch and the roots of flaps take some of it."""
TINT: Final = 10
"""Darkest colour of bare paper, blurred, as the difference from white, of 255."""
HATCHED: Final = 70
"""The same for hatched paper; a viewer draws hatching lines a whole pixel wide."""
LINED: Final = 0.5
"""Share of a spot that may differ where lines cross the art."""
CLEAR: Final = 1.3
"""Distance from the edge of a glue area from which it is checked for ink, in mm: ink beside it is blurred into it."""
SMALLEST: Final = 2.5
"""Smallest part of a panel that is compared separately, in mm."""

Word = tuple[str, float, float]
"""A word and its centre, in mm from the upper left corner of the paper."""


def measure_nets(
    pdf: Pdf, nets: list[Net], sheets: list[NetPage], wanted: Callable[[NetPanel], Size], report: BoxReport
) -> bool:
    """Check that every panel has its `wanted` size and every line its place; return False if pages are missing."""
    if len(pdf.pages) != len(sheets) + 1:
        report.wrong(Check.PAGES, f"the file has {len(pdf.pages)} pages, but the box needs {len(sheets) + 1}")
        return False
    pages = list(pdf.pages)[1:]  # after the guide
    traces = [_trace(page, sheet, at, report) for at, (page, sheet) in enumerate(zip(pages, sheets, strict=True), 2)]
    for net in nets:
        _measure(net, sheets, traces, wanted, report)
    worst = max((panel.off for panel in report.panels), default=0.0)
    report.measured[Check.SIZE] = f"{len(report.panels)} panels within {worst:.3f} mm"
    _check_lines(sheets, traces, report)
    return True


def _trace(page: pikepdf.Page, sheet: NetPage, number: int, report: Report) -> Trace:
    """Return what a page draws; nothing if it cannot be read."""
    try:
        check_page(page, number, sheet.paper, report)
        trace = trace_page(page, *sheet.paper)
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"the page cannot be read: {short_error(error)}", number)
        return Trace()
    art = {drawing.name: drawing.matrix for drawing in trace.drawings}
    for at, part in enumerate(sheet.parts):
        matrix, box = art.get(f"/N{at}"), part.net.printed.moved(*part.at)
        if matrix is None:
            report.wrong(Check.COUNT, f"the art of the {part.net.name} is missing", number)
        elif abs(matrix.a - 1) > 1e-3 or abs(matrix.d - 1) > 1e-3:
            report.wrong(Check.SIZE, f"the art is drawn at {matrix.a:.1%} × {matrix.d:.1%}", number)
        elif max(abs(matrix.e - points(box.x)), abs(matrix.f - points(sheet.paper.height - box.bottom))) > points(NEAR):
            report.wrong(Check.PLACE, f"the art of the {part.net.name} is not in its place", number)
    return trace


def check_overlays(pdf: Pdf, overlays: Sequence[Overlay], sheets: list[NetPage], report: Report) -> None:
    """Check that the pieces shown on nets are where they belong, independently of the code that prints them."""
    for number, (page, sheet) in enumerate(zip(list(pdf.pages)[1:], sheets, strict=True), 2):
        try:
            drawn = {drawing.name: drawing.matrix for drawing in trace_page(page, *sheet.paper).drawings}
        except UNREADABLE:
            continue  # reported when the lines of the page are measured
        for at, overlay in enumerate(overlays):
            for part in sheet.parts:
                if part.net.name == overlay.net and not _in_place(drawn.get(f"/P{at}"), overlay, part, sheet.paper):
                    report.wrong(Check.PLACE, f"a piece shown on the {overlay.net} is not in its place", number)


def _in_place(matrix: Matrix | None, overlay: Overlay, part: NetPart, paper: Size) -> bool:
    """Return whether the centre, scale and rotation of a piece are as planned."""
    if matrix is None:
        return False
    width, height = (points(side) for side in overlay.face.size)
    x = matrix.a * width / 2 + matrix.c * height / 2 + matrix.e
    y = matrix.b * width / 2 + matrix.d * height / 2 + matrix.f
    wanted = points(overlay.x + part.at[0]), points(paper.height - overlay.y - part.at[1])
    turned = degrees(atan2(-matrix.b, matrix.a)) - overlay.turn
    return (
        max(abs(x - wanted[0]), abs(y - wanted[1])) < points(NEAR)
        and abs(hypot(matrix.a, matrix.b) - overlay.scale) < SLACK
        and abs((turned + 180) % 360 - 180) < 1
    )


def check_layers(pdf: Pdf, report: Report) -> None:
    """Check that every kind of line has its layer, and that it is visible."""
    try:
        layers: Any = pdf.Root.get("/OCProperties", Dictionary())
        there = {str(group.Name) for group in layers.get("/OCGs", Array())}
        for name in sorted({*Layer} - there):
            report.wrong(Check.MARKS, f"the layer {name} is missing")
        if "/OFF" in layers.get("/D", Dictionary()):
            report.wrong(Check.PAGES, "a layer that must be visible can be switched off")
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"its layers cannot be read: {short_error(error)}")


def _on_net(net: Net, sheets: list[NetPage], traces: list[Trace], layer: Layer) -> list[Segment]:
    """Return the lines of a layer near a net, from all its sheets, in the coordinates of the net."""
    found = []
    for sheet, trace in zip(sheets, traces, strict=True):
        for part in sheet.parts:
            if part.net is not net:
                continue
            x, y = part.at
            room = part.reach.grown(Edges(SEARCHED, SEARCHED, SEARCHED, SEARCHED))
            lines = (line.moved(-x, -y) for line in trace.layers.get(layer, []))
            found += [line for line in lines if _touches(line, room)]
    return found


def _touches(line: Segment, room: Rect) -> bool:
    return (
        max(line.x1, line.x2) >= room.x and min(line.x1, line.x2) <= room.right
        and max(line.y1, line.y2) >= room.y and min(line.y1, line.y2) <= room.bottom
    )  # fmt: skip


def _measure(
    net: Net, sheets: list[NetPage], traces: list[Trace], wanted: Callable[[NetPanel], Size], report: BoxReport
) -> None:
    """Measure each panel of a net, from line to line."""
    drawn = [*_on_net(net, sheets, traces, Layer.CUT), *_between_ticks(_on_net(net, sheets, traces, Layer.CREASE))]
    for panel in net.panels:
        edges = [_edge(panel.rect, side, drawn) for side in range(4)]
        if panel.rounded:  # its length does not matter
            laid = (panel.rect.x, panel.rect.y, panel.rect.right)
            edges[:3] = [at if edge is None else edge for edge, at in zip(edges, laid, strict=False)]
        left, top, right, bottom = edges
        if left is None or top is None or right is None or bottom is None:
            names = ("left", "upper", "right", "lower")
            bare = " and ".join(name for name, edge in zip(names, edges, strict=True) if edge is None)
            report.wrong(Check.MARKS, f"{panel.name} has no line at the {bare} edge")
            continue
        found = MeasuredPanel(panel.name, right - left, bottom - top, wanted(panel))
        report.panels.append(found)
        if found.off > WITHIN:
            measured = f"{found.width:.2f} × {found.height:.2f} mm"
            report.wrong(Check.SIZE, f"{panel.name} is {measured}, but the pieces need {found.wanted}")


def _between_ticks(ticks: list[Segment]) -> list[Segment]:
    """Return the lines to crease along: from the first to the last of the ticks on a line."""
    found: list[Segment] = []
    for upright in (True, False):
        rows: dict[float, list[Segment]] = {}
        for tick in ticks:
            one, other = (tick.x1, tick.x2) if upright else (tick.y1, tick.y2)
            if abs(one - other) < 0.01:
                rows.setdefault(round(one, 2), []).append(tick)
        for row in rows.values():
            if len(row) > 1:
                xs, ys = [x for t in row for x in (t.x1, t.x2)], [y for t in row for y in (t.y1, t.y2)]
                found.append(Segment(min(xs), min(ys), max(xs), max(ys)))
    return found


def _edge(rect: Rect, side: int, drawn: list[Segment]) -> float | None:
    """Return the position of the line along an edge (0 to 3: left, top, right, bottom); None if too little is drawn."""
    upright = side % 2 == 0
    at = (rect.x, rect.y, rect.right, rect.bottom)[side]
    begin, end = (rect.y, rect.bottom) if upright else (rect.x, rect.right)
    near: dict[float, list[tuple[float, float]]] = {}
    for line in drawn:
        one, other, low, high = (
            (line.x1, line.x2, line.y1, line.y2) if upright else (line.y1, line.y2, line.x1, line.x2)
        )
        if abs(one - other) < 0.01 and abs(one - at) <= SEARCHED:
            stretch = (max(begin, min(low, high)), min(end, max(low, high)))
            if stretch[1] > stretch[0]:
                near.setdefault(round(one, 2), []).append(stretch)
    for place in sorted(near, key=lambda place: abs(place - at)):
        if _length(near[place]) >= LEAST_SHARE * (end - begin):
            return place
    return None


def _length(stretches: list[tuple[float, float]]) -> float:
    """Return the total length that some stretches of a line cover."""
    total, reached = 0.0, float("-inf")
    for low, high in sorted(stretches):
        total += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return total


def _check_lines(sheets: list[NetPage], traces: list[Trace], report: Report) -> None:
    """Check that every cut, crease and glue line is in its place, and that the layers hold nothing else."""
    for number, (sheet, trace) in enumerate(zip(sheets, traces, strict=True), 2):
        wanted = {
            Layer.CUT: [Segment(*a, *b) for part in sheet.parts for path in part.cuts() for a, b in pairwise(path)],
            Layer.CREASE: sheet.ticks,
            Layer.GLUE: [Segment(*a, *b) for part in sheet.parts for path in part.glue() for a, b in pairwise(path)],
        }
        for layer, lines in wanted.items():
            there = trace.layers.get(layer, [])
            missing = sum(not any(_alike(line, other) for other in there) for line in lines)
            if missing:
                report.wrong(Check.MARKS, f"{missing} of {len(lines)} {layer} lines are not in their place", number)
            if layer is not Layer.GLUE:  # which has hatching
                extra = sum(not any(_alike(line, other) for other in lines) for line in there)
                if extra:
                    report.wrong(Check.MARKS, f"{extra} {layer} lines do not belong to the box", number)
        if any(not any(_alike(line, other) for other in trace.layers.get("Marks", [])) for line in sheet.marks):
            report.wrong(Check.MARKS, "a register mark is not in its place", number)
    report.measured.setdefault(Check.MARKS, "every cut, crease and glue line in its place")


def _alike(one: Segment, other: Segment) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def compare_nets(path: FilePath, reference: bytes, sheets: list[NetPage], report: Report) -> None:
    """Compare the looks and the words of each panel with a reference print, and check glue areas for ink.

    Each page is rendered twice: with and without the layers of its lines.
    """
    compared, worst, glued, inked = 0, 0.0, 0, 0
    with (
        opened(path) as whole,
        opened(_without_lines(path)) as bare,
        opened(_without_lines(BytesIO(reference))) as drawn,
    ):
        for number, sheet in enumerate(sheets, 2):
            (lined, _), (seen, words), (wanted, expected) = (
                _render_with_words(each, number - 1) for each in (whole, bare, drawn)
            )
            for panel, area in _panels(sheet):
                size = Size(area.width, area.height)
                pixels = [crop(each, area, size).pixels for each in (lined, seen, wanted)]
                crossed, differs = (difference(each, pixels[2], rectangle(size)) for each in pixels[:2])
                compared, worst = compared + 1, max(worst, differs)
                if differs > ALLOWED or crossed > LINED:
                    report.wrong(Check.LOOKS, f"{panel.name} does not look as the game draws it", number)
                change = _word_difference(_within(words, area), _within(expected, area), turned=panel.turn != 0)
                if change:
                    report.wrong(Check.LOOKS, f"{panel.name} {change}", number)
            areas = [area for part in sheet.parts for area in part.glue()]
            wet = sum(_darkest_spot(seen, area) > TINT or _darkest_spot(lined, area) > HATCHED for area in areas)
            glued, inked = glued + len(areas), inked + wet
            if wet:
                report.wrong(Check.LOOKS, f"there is ink on {wet} of {len(areas)} glue areas", number)
    clean = f"{glued - inked} of {glued} glue areas without ink"
    report.measured[Check.LOOKS] = f"{compared} panels, spots differ by at most {worst:.0%}; {clean}"


def _without_lines(file: FilePath | BytesIO) -> bytes:
    """Return the file with all its layers switched off."""
    with pikepdf.open(file) as pdf:
        layers: Any = pdf.Root.get("/OCProperties", Dictionary())
        groups = layers.get("/OCGs", Array())
        pdf.Root.OCProperties = Dictionary(OCGs=groups, D=Dictionary(OFF=groups))
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _panels(sheet: NetPage) -> Iterator[tuple[NetPanel, Rect]]:
    """Yield the panels on a sheet, and the area of the paper where each is visible."""
    for part in sheet.parts:
        for panel in part.net.panels:
            rect, window = panel.rect, part.window
            x, y = max(rect.x, window.x), max(rect.y, window.y)
            area = Rect(x, y, min(rect.right, window.right) - x, min(rect.bottom, window.bottom) - y)
            if min(area.width, area.height) >= SMALLEST:
                yield panel, area.moved(*part.at)


def _render_with_words(document: OpenPdf, number: int) -> tuple[Picture, list[Word]]:
    page = document[number]
    found = render_blurred(page), list(_words(page))
    page.close()
    return found


def _words(page: pypdfium2.PdfPage) -> Iterator[Word]:
    """Yield the words of a page in drawing order; outlined words once."""
    text, height = page.get_textpage(), page.get_height()
    letters = [(text.get_text_range(at, 1), text.get_charbox(at)) for at in range(text.count_chars())]
    letters = list(dict.fromkeys((letter, tuple(round(edge, 1) for edge in box)) for letter, box in letters))
    for blank, group in groupby(letters, key=lambda letter: not letter[0].strip()):
        if not blank:
            word = list(group)
            x = sum(box[0] + box[2] for _, box in word) / (2 * len(word))
            y = sum(box[1] + box[3] for _, box in word) / (2 * len(word))
            yield "".join(letter for letter, _ in word), x / POINTS_PER_MM, (height - y) / POINTS_PER_MM


def _within(words: list[Word], area: Rect) -> list[str]:
    return [word for word, x, y in words if area.x <= x <= area.right and area.y <= y <= area.bottom]


def _word_difference(words: list[str], expected: list[str], *, turned: bool) -> str:
    """Return how the words of a panel differ from those of the game; empty if they agree."""
    if "".join(words) == "".join(expected):
        return ""
    if turned:  # viewers do not find the order of its characters
        return "does not say what the game says"
    steps = SequenceMatcher(None, words, expected, autojunk=False).get_opcodes()
    _, i, j, k, m = next(step for step in steps if step[0] != "equal")
    found, wanted = " ".join(words[i : j + 2]), " ".join(expected[k : m + 2])
    return f"says “{found}”, not “{wanted}”" if found else f"does not say “{wanted}”"


def _darkest_spot(seen: Picture, area: Path) -> float:
    """Return how much darker than white paper the darkest spot of an area is, of 255."""
    per_mm = DPI / MM_PER_INCH
    rim = round(CLEAR * per_mm)
    left, top = (int(min(point[axis] for point in area) * per_mm) - rim for axis in (0, 1))
    right, bottom = (int(max(point[axis] for point in area) * per_mm) + rim + 1 for axis in (0, 1))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).polygon([(x * per_mm - left, y * per_mm - top) for x, y in area], fill=255)
    inner = np.asarray(mask.filter(ImageFilter.MinFilter(2 * rim + 1))) > 0
    rows, columns = np.nonzero(inner)
    return float(255 - seen.pixels[rows + top, columns + left].min(initial=255))
