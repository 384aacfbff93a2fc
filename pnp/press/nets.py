"""Printed nets: their art on sheets, and the lines to cut, crease and glue on separate layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name, Pdf, String

from pnp import __version__
from pnp.face.face import Face
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size, points
from pnp.press.job import Job
from pnp.press.renderer import faces_to_pdf
from pnp.press.seal import Sealer
from pnp.press.stamp import make_layer, outline_path, pages_as_forms, save_pdf
from pnp.press.ticket import Ticket
from pnp.sheet.machine import Registration
from pnp.sheet.net import Layer, NetPage, NetPart, Path
from pnp.sheet.page import Segment

MARKS: Final = "Marks"
"""The layer of labels and register marks."""
LAYERS: Final = (*map(str, Layer), MARKS)
STYLES: Final = {
    Layer.CUT: "0.43 w [] 0 d 0 G",
    Layer.CREASE: "0.43 w [] 0 d 0 G",
    Layer.GLUE: "0.28 w [] 0 d 0.62 G",
}
"""Line styles: black for cuts and the ticks of creases, grey hatching for glue."""
HALO: Final = 0.45
"""How far the paper shows around a tick, in mm, so that it is visible on the bleed."""
HATCH: Final = 3.0
"""Distance between the lines of hatching, in mm."""
MITRE: Final = "0 J 1 j"


@dataclass(frozen=True)
class Overlay:
    """A piece of the game shown on a net, such as on the cover of its box, with a thin paper edge and a shadow."""

    face: Face
    cut: Outline
    """The cutting line."""
    net: str
    x: float
    y: float
    """Position of its centre on the net."""
    turn: float
    scale: float


@dataclass(frozen=True)
class NetPrint:
    """All faces for a print of nets, and the title and author of the file."""

    nets: dict[str, Face]
    overlays: list[Overlay]
    pages: list[NetPage]
    labels: list[Face]
    """The label of each page."""
    guide: Face
    guide_rect: Rect
    title: str
    author: str

    @property
    def faces(self) -> list[Face]:
        """All faces, in the order of their forms."""
        return [*self.nets.values(), *(each.face for each in self.overlays), *self.labels, self.guide]


def build_net_pdf(print_: NetPrint, game_id: str, job: Job, registration: Registration | None = None) -> bytes:
    """Return the bytes of the PDF: the guide, then the sheets, and a ticket.

    For a cutting machine, given by its `registration` marks, return only the sheets, without cutting lines, creases and
    ticket.
    """
    with pikepdf.new() as pdf:
        forms = pages_as_forms(pdf, faces_to_pdf(print_.faces))
        layers = {name: make_layer(pdf, name) for name in LAYERS}
        if registration is None:
            paper = job.layout.paper.size
            _add_page(pdf, paper, _guide(print_, paper), {"G": forms[-1]}, {})
        first = len(print_.nets)
        nets = dict(zip(print_.nets, forms, strict=False))
        for place, sheet in enumerate(print_.pages):
            used = {f"N{at}": nets[part.net.name] for at, part in enumerate(sheet.parts)}
            used["L"] = forms[first + len(print_.overlays) + place]
            drawn = [_part(part, at, sheet.paper) for at, part in enumerate(sheet.parts)]
            for number, overlay in enumerate(print_.overlays):
                for part in sheet.parts:
                    if part.net.name == overlay.net:
                        used[f"P{number}"] = forms[first + number]
                        drawn.append(_overlay(overlay, number, part, sheet.paper))
            drawn.append(_lines(sheet) if registration is None else _for_machine(sheet, registration))
            _add_page(pdf, sheet.paper, "\n".join(drawn), used, layers)
        pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
        pdf.docinfo["/Title"] = String(print_.title)
        pdf.docinfo["/Author"] = String(print_.author)
        pdf.docinfo["/Creator"] = String(f"pnp {__version__}")
        if registration is None:
            sealer = Sealer(printed=False)
            Ticket(game_id, job, {}, [], [sealer.page(page) for page in pdf.pages]).write(pdf)
        return save_pdf(pdf, list(layers.values()), job.lang)


def _add_page(
    pdf: Pdf, size: Size, content: str, used: dict[str, pikepdf.Object], layers: dict[str, pikepdf.Object]
) -> None:
    page = pdf.add_blank_page(page_size=(points(size.width), points(size.height)))
    page.obj.Resources = Dictionary(XObject=Dictionary({f"/{name}": form for name, form in used.items()}))
    if layers:
        page.obj.Resources.Properties = Dictionary({f"/{name}": layer for name, layer in layers.items()})
    page.obj.Contents = pdf.make_stream(content.encode())


def _guide(print_: NetPrint, paper: Size) -> str:
    rect, bottom = print_.guide_rect, paper.height - print_.guide_rect.bottom
    scale = rect.width / print_.guide.size.width
    return f"q {scale:.6f} 0 0 {scale:.6f} {points(rect.x):.4f} {points(bottom):.4f} cm /G Do Q"


def _part(part: NetPart, number: int, paper: Size) -> str:
    """Return the operators for the visible art of a net on a sheet."""
    box = part.net.printed
    x, bottom = box.x + part.at[0], box.bottom + part.at[1]
    return (
        f"q {_rectangle(part.inked(), paper)} W n 1 0 0 1 {points(x):.4f} {points(paper.height - bottom):.4f} cm "
        f"/N{number} Do Q"
    )


def _overlay(piece: Overlay, number: int, part: NetPart, paper: Size) -> str:
    """Return the operators for the visible part of a piece on a net."""
    x, y = piece.x + part.at[0], piece.y + part.at[1]
    angle, scale = radians(-piece.turn), piece.scale
    width, height = (points(side) for side in piece.face.size)
    turn = f"{cos(angle):.6f} {sin(angle):.6f} {-sin(angle):.6f} {cos(angle):.6f}"
    middle = f"{turn} {points(x):.4f} {points(paper.height - y):.4f} cm"
    inner = f"{scale:.6f} 0 0 {scale:.6f} {-width * scale / 2:.4f} {-height * scale / 2:.4f} cm"
    rim = piece.cut.grown(0.7 / scale)
    shadow = (
        f"q 1 0 0 1 {points(0.5 / scale):.4f} {points(-0.5 / scale):.4f} cm "
        f"0.25 g {outline_path(rim, piece.face.size)} f Q"
    )
    edge = f"1 g {outline_path(rim, piece.face.size)} f"
    clip = f"{outline_path(piece.cut, piece.face.size)} W n"
    shown = f"q {_rectangle(part.inked(), paper)} W n"
    return f"{shown} q {middle} {inner} {shadow} {edge} {clip} /P{number} Do Q Q"


def _for_machine(sheet: NetPage, registration: Registration) -> str:
    """Return the operators for a sheet that a machine cuts and creases: marks, and areas for glue."""
    boxes = " ".join(_rectangle(box, sheet.paper) for box in registration.boxes(sheet.paper))
    register = [_as_path(line) for line in sheet.marks]
    lines = f"q 0.28 w 0 G {_strokes(register, sheet.paper.height)} Q" if register else ""
    return "\n".join([_layer(MARKS, f"q 0 g {boxes} f Q {lines}" if boxes else lines), _glue(sheet)])


def _glue(sheet: NetPage) -> str:
    areas = [area for part in sheet.parts for area in part.glue()]
    hatching = [_as_path(line) for area in areas for line in hatched(area)]
    return _layer(Layer.GLUE, f"q {STYLES[Layer.GLUE]} {_strokes([*areas, *hatching], sheet.paper.height)} Q")


def _lines(sheet: NetPage) -> str:
    """Return the operators for the lines of a sheet, each kind on its layer, and for the label."""
    height = sheet.paper.height
    cuts = [path for part in sheet.parts for path in part.cuts()]
    ticks, register = [_as_path(line) for line in sheet.ticks], [_as_path(line) for line in sheet.marks]
    around = " ".join(_rectangle(_halo(tick), sheet.paper) for tick in sheet.ticks)
    return "\n".join(
        [
            _layer(MARKS, f"/L Do q 0.28 w 0 G {_strokes(register, height)} Q"),
            _glue(sheet),
            _layer(Layer.CREASE, f"q 1 g {around} f {STYLES[Layer.CREASE]} {_strokes(ticks, height)} Q"),
            _layer(Layer.CUT, f"q {MITRE} {STYLES[Layer.CUT]} {_strokes(cuts, height)} Q"),
        ]
    )


def _layer(name: str, drawn: str) -> str:
    return f"/OC /{name} BDC {drawn} EMC"


def _strokes(paths: Iterable[Path], height: float) -> str:
    """Return the operators that stroke each path separately."""

    def written(path: Path) -> str:
        steps = [f"{points(x):.4f} {points(height - y):.4f}" for x, y in path]
        return " ".join([f"{steps[0]} m", *(f"{step} l" for step in steps[1:]), "S"])

    return " ".join(written(path) for path in paths)


def _halo(tick: Segment) -> Rect:
    return Rect(tick.x1, tick.y1, tick.x2 - tick.x1, tick.y2 - tick.y1).grown(Edges(HALO, HALO, HALO, HALO))


def _as_path(line: Segment) -> Path:
    return ((line.x1, line.y1), (line.x2, line.y2))


def hatched(area: Path) -> list[Segment]:
    """Return slanting lines across a convex area."""
    sums = [x + y for x, y in area]
    found: list[Segment] = []
    at = min(sums) + HATCH
    while at < max(sums):
        met = []
        for (ax, ay), (bx, by) in pairwise(area):
            one, other = ax + ay - at, bx + by - at
            if (one <= 0) != (other <= 0):
                share = one / (one - other)
                met.append((ax + share * (bx - ax), ay + share * (by - ay)))
        if len(met) == 2:
            found.append(Segment(*met[0], *met[1]))
        at += HATCH
    return found


def _rectangle(rect: Rect, paper: Size) -> str:
    x, y = points(rect.x), points(paper.height - rect.bottom)
    return f"{x:.4f} {y:.4f} {points(rect.width):.4f} {points(rect.height):.4f} re"
