"""Boxes read back: the panels measured from the lines that are really drawn, and compared with what the pieces need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from pikepdf import Array, Dictionary, Page, Pdf

from pnp.audit.reading import UNREADABLE, check_seals, short
from pnp.audit.report import Check, Report, first_line
from pnp.audit.trace import Trace, trace_page
from pnp.box.net import LID_ROOM, BoxPanel, Layer, Net
from pnp.box.print import BoxPlan, plan_box
from pnp.box.spread import BoxSheet
from pnp.box.ticket import BoxTicket
from pnp.errors import PnpError
from pnp.press.seal import Sealer
from pnp.sheet.page import Edges, Rect, Segment
from pnp.spec.model import Game
from pnp.units import Size, points

WITHIN: Final = 0.2
"""How far a panel may be off what the pieces need, in mm."""
NEAR: Final = 0.1
"""How far a line may be off its place."""
SEARCHED: Final = 3.0
"""A line that is farther away is another one."""
LEAST_SHARE: Final = 0.6
"""As much of an edge must be drawn: a thumb notch and the roots of flaps take some of it."""
NAMES: Final = {Layer.CUT, Layer.CREASE, Layer.GLUE}


@dataclass(frozen=True)
class MeasuredPanel:
    """A panel as it was measured, beside what it must be."""

    name: str
    width: float
    height: float
    wanted: Size

    @property
    def off(self) -> float:
        """How far it is off, in mm."""
        return max(abs(self.width - self.wanted.width), abs(self.height - self.wanted.height))


@dataclass
class BoxReport(Report):
    """All that is known of the PDF of a box."""

    panels: list[MeasuredPanel] = field(default_factory=list)
    inside: tuple[float, float, float] | None = None
    """What the pieces need: width, height and depth."""

    @property
    def verdict(self) -> str:
        """One line: whether the box fits."""
        if not self.sound:
            return f"not as it should be: {len(self.findings)} findings"
        worst = max((panel.off for panel in self.panels), default=0.0)
        return f"the box fits: {len(self.panels)} panels within {worst:.2f} mm of what the pieces need"

    def as_data(self) -> dict[str, object]:
        """Everything, for JSON."""
        kept = ("file", "game", "lang", "ink", "paper", "pages", "sound", "verdict", "measured", "findings", "notes")
        whole = super().as_data()
        return {key: whole[key] for key in kept} | {
            "units": "mm",
            "inside": self.inside,
            "panels": [
                {
                    "name": panel.name, "width": round(panel.width, 3), "height": round(panel.height, 3),
                    "wanted": [round(side, 3) for side in panel.wanted],
                }
                for panel in self.panels
            ],
        }  # fmt: skip


def measure_box(pdf: Pdf, ticket: BoxTicket, game: Game | None, report: BoxReport) -> BoxPlan | None:
    """Ask of the file of a box whether its panels fit the pieces of the game, and whether all lines are there.

    What it must look like comes back: the plan, or None where there is nothing to compare with.
    """
    try:
        _check_layers(pdf, report)
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"its layers cannot be read: {short(error)}")
    check_seals(pdf, ticket.pages, Sealer(), report)
    if game is None:
        return None
    try:
        plan = plan_box(game, ticket.order)
    except PnpError as error:
        report.wrong(Check.COUNT, f"no box can be made for the game: {first_line(error.problems)}")
        return None
    report.inside = (plan.need.width, plan.need.height, plan.need.depth)
    if len(pdf.pages) != len(plan.sheets) + 1:
        report.wrong(Check.PAGES, f"{len(pdf.pages)} pages, the box takes {len(plan.sheets) + 1}")
        return None
    traces = [_trace(page, sheet, at, report) for at, (page, sheet) in enumerate(_sheets(pdf, plan), 2)]
    for net in plan.nets:
        _measure(net, plan, traces, report)
    _check_lines(plan, traces, report)
    return plan


def _sheets(pdf: Pdf, plan: BoxPlan) -> Iterator[tuple[Page, BoxSheet]]:
    yield from zip(list(pdf.pages)[1:], plan.sheets, strict=True)


def _trace(page: Page, sheet: BoxSheet, number: int, report: BoxReport) -> Trace:
    """What a page draws; nothing where it is not as large as it must be, or cannot be read."""
    wanted = [0.0, 0.0, points(sheet.paper.width), points(sheet.paper.height)]
    try:
        edges = [float(edge) for edge in page.mediabox]
        odd = any(abs(edge - want) > points(NEAR) for edge, want in zip(edges, wanted, strict=True))
        if odd or page.obj.get("/UserUnit", 1) != 1 or page.obj.get("/Rotate", 0) != 0 or "/CropBox" in page.obj:
            report.wrong(Check.SIZE, f"the page is not the paper of {sheet.paper}", number)
        trace = trace_page(page, *sheet.paper)
    except UNREADABLE as error:
        report.wrong(Check.PAGES, f"it cannot be read: {short(error)}", number)
        return Trace()
    for drawing in trace.drawings:
        matrix = drawing.matrix
        if drawing.name.startswith("/N") and (abs(matrix.a - 1) > 1e-3 or abs(matrix.d - 1) > 1e-3):
            report.wrong(Check.SIZE, f"the art is drawn at {matrix.a:.1%} × {matrix.d:.1%}", number)
    return trace


def _check_layers(pdf: Pdf, report: BoxReport) -> None:
    """Every kind of line has its layer, which is on."""
    layers: Any = pdf.Root.get("/OCProperties", Dictionary())
    there = {str(group.Name) for group in layers.get("/OCGs", Array())}
    for name in sorted(NAMES - there):
        report.wrong(Check.MARKS, f"there is no layer {name}")
    if "/OFF" in layers.get("/D", Dictionary()):
        report.wrong(Check.PAGES, "layers can be off that must be on")


def _on_net(net: Net, plan: BoxPlan, traces: list[Trace], layer: Layer) -> list[Segment]:
    """The lines of a layer that are drawn near a net, from all sheets that it lies on, back in its own measures."""
    found = []
    for sheet, trace in zip(plan.sheets, traces, strict=True):
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


def _measure(net: Net, plan: BoxPlan, traces: list[Trace], report: BoxReport) -> None:
    """Each panel of a net, from line to line."""
    drawn = [line for layer in (Layer.CUT, Layer.CREASE) for line in _on_net(net, plan, traces, layer)]
    for panel in net.panels:
        wanted = _wanted(panel, plan)
        edges = [_edge(panel.rect, side, drawn) for side in range(4)]
        if panel.name == "tuck":  # its end is round, and how long it is does not matter
            edges[1] = panel.rect.y if edges[1] is None else edges[1]
            edges[0], edges[2] = edges[0] or panel.rect.x, edges[2] or panel.rect.right
        left, top, right, bottom = edges
        if left is None or top is None or right is None or bottom is None:
            names = ("left", "upper", "right", "lower")
            bare = " and ".join(name for name, edge in zip(names, edges, strict=True) if edge is None)
            report.wrong(Check.MARKS, f"{panel.name}: no line at the {bare} edge")
            continue
        found = MeasuredPanel(panel.name, right - left, bottom - top, wanted)
        report.panels.append(found)
        if found.off > WITHIN:
            measured = f"{found.width:.2f} × {found.height:.2f} mm"
            report.wrong(Check.SIZE, f"{panel.name} is {measured}, the pieces need {wanted}")
    worst = max((panel.off for panel in report.panels), default=0.0)
    report.measured[Check.SIZE] = f"{len(report.panels)} panels within {worst:.3f} mm"


def _wanted(panel: BoxPanel, plan: BoxPlan) -> Size:
    """How large a panel must be, from the pieces alone; flaps are as large as they were laid out."""
    need, rect = plan.need, panel.rect
    lid = LID_ROOM if panel.name.startswith("lid-") else 0.0
    sizes = {
        "front": Size(need.width, need.height), "back": Size(need.width, need.height),
        "left": Size(need.depth, need.height), "right": Size(need.depth, need.height),
        "top": Size(need.width, need.depth), "bottom": Size(need.width, need.depth),
        "lid-base": Size(need.width + lid, need.height + lid), "tray-base": Size(need.width, need.height),
        "tray-front": Size(need.width, need.depth), "tray-back": Size(need.width, need.depth),
        "tray-left": Size(need.depth, need.height), "tray-right": Size(need.depth, need.height),
    }  # fmt: skip
    return sizes.get(panel.name, Size(rect.width, rect.height))


def _edge(rect: Rect, side: int, drawn: list[Segment]) -> float | None:
    """Where the line of an edge really is: left, top, right or bottom; None where too little of it is drawn."""
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
    """How much of a line some stretches cover together."""
    total, reached = 0.0, float("-inf")
    for low, high in sorted(stretches):
        total += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return total


def _check_lines(plan: BoxPlan, traces: list[Trace], report: BoxReport) -> None:
    """Every cut, crease and edge of glue is drawn where it belongs, and nothing else is on these layers."""
    for number, (sheet, trace) in enumerate(zip(plan.sheets, traces, strict=True), 2):
        wanted = {
            Layer.CUT: [Segment(*a, *b) for part in sheet.parts for path in part.cuts() for a, b in pairwise(path)],
            Layer.CREASE: [line for part in sheet.parts for line in part.creases()],
            Layer.GLUE: [Segment(*a, *b) for part in sheet.parts for path in part.glue() for a, b in pairwise(path)],
        }
        for layer, lines in wanted.items():
            there = trace.layers.get(layer, [])
            missing = sum(not any(_alike(line, other) for other in there) for line in lines)
            if missing:
                report.wrong(Check.MARKS, f"{missing} of {len(lines)} lines of {layer} are not in their place", number)
            if layer is not Layer.GLUE:  # which has hatching
                extra = sum(not any(_alike(line, other) for other in lines) for line in there)
                if extra:
                    report.wrong(Check.MARKS, f"{extra} lines of {layer} do not belong to the box", number)
        marks = [line for part in sheet.parts for line in part.marks()]
        if any(not any(_alike(line, other) for other in trace.layers.get("Marks", [])) for line in marks):
            report.wrong(Check.MARKS, "a register mark is not in its place", number)
    report.measured.setdefault(Check.MARKS, "every cut, crease and glue line in its place")


def _alike(one: Segment, other: Segment) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))
