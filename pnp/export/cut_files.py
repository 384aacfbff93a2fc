"""Cutting files: the lines of a sheet as SVG and DXF, with instructions.

All creases come first, while the sheet is still in one piece. Then the cuts follow in reading order, except that a line
inside another is cut before it. Every piece is one closed line. Pieces are separated by a gap, so no line is cut twice.

In an SVG, registration marks are in a layer named Regmarks, with the ids that inkscape-silhouette looks for: it reads
their positions and does not cut them.

In a DXF, coordinates are in mm from the lower left corner of the paper, with y pointing up. Round corners are true arcs
(bulges); other curves are approximated by straight lines to within 0.005 mm. The layers CUT, CREASE and REGISTRATION
have different colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby, pairwise
from math import hypot, pi, tan
from typing import Final

from pnp.errors import Location, PressError, Problem
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point, rectangle
from pnp.geometry.units import Size, trim
from pnp.sheet.machine import Corner, MarkPattern, Registration
from pnp.sheet.marks import piece_box
from pnp.sheet.net import NetPage
from pnp.sheet.page import Page, Placement, Segment
from pnp.terms import CutBy, Shape, Side

JOIN_TOLERANCE: Final = 0.01
"""Maximum distance between line ends that count as one point, in mm."""


class CutLayer(StrEnum):
    """Purpose of a line."""

    CREASE = "CREASE"
    CUT = "CUT"


@dataclass(frozen=True)
class CutLine:
    """A line on the paper, in mm from the paper's upper left corner."""

    layer: CutLayer
    line: Outline
    closed: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        """Key that is equal for identical lines, compared to a thousandth of a mm."""
        points = [self.line.start, *(point for step in self.line.steps for point in step)]
        steps = tuple(map(len, self.line.steps))
        return self.layer, self.closed, steps, tuple((round(x, 3), round(y, 3)) for x, y in points)


def page_lines(page: Page, corner: float | None = None) -> list[CutLine]:
    """Return the lines of a sheet, given its front page; sharp corners of rectangles get the radius `corner`, in mm."""
    parts: dict[tuple[str, int], list[Placement]] = {}
    for placement in page.placements:
        parts.setdefault((placement.piece.id, placement.piece.copy), []).append(placement)
    pieces = [_piece_line(each, corner) for each in parts.values()]
    folds = [part for fold in page.folds for line in pieces for part in _fold_inside(fold, line)]
    creases = [CutLine(CutLayer.CREASE, _straight(fold), closed=False) for fold in (*folds, *page.creases)]
    creases += [CutLine(CutLayer.CUT, _straight(slit), closed=False) for slit in page.slits]
    return [*creases, *in_cutting_order(CutLine(CutLayer.CUT, line) for line in pieces)]


def net_lines(sheet: NetPage) -> list[CutLine]:
    """Return the lines of a sheet of nets."""
    paths = [_polyline(path) for path in join_lines(path for part in sheet.parts for path in part.cuts())]
    cuts = [
        CutLine(CutLayer.CUT, line, closed=_distance(line.start, line.points[-1]) <= JOIN_TOLERANCE) for line in paths
    ]
    return [
        *(CutLine(CutLayer.CREASE, _straight(crease), closed=False) for crease in sheet.folds),
        *in_cutting_order(cuts),
    ]


def in_cutting_order(lines: Iterable[CutLine]) -> list[CutLine]:
    """Return the lines, inner ones before those around them, otherwise in their original order."""
    there = list(lines)
    boxes = [Rect(*each.line.box) for each in there]
    depth = [sum(_inside(box, other) for other in boxes) for box in boxes]
    return [there[at] for at in sorted(range(len(there)), key=lambda at: -depth[at])]


def _inside(box: Rect, other: Rect) -> bool:
    return (
        box != other
        and other.x <= box.x
        and other.y <= box.y
        and box.right <= other.right
        and box.bottom <= other.bottom
    )


def _piece_line(parts: Sequence[Placement], corner: float | None) -> Outline:
    """Return the cut line of a piece; for a folded piece, around both halves."""
    first = parts[0]
    deck = first.piece.deck
    if len(parts) == 1:
        if corner and deck.cut is CutBy.SHAPE and deck.shape is Shape.RECT and not deck.corner:
            return first.to_page(rectangle(deck.size, min(corner, *(side / 2 for side in deck.size))))
        return first.cut_line
    if first.knife_line.half is not None:
        return _standee_outline([placement.knife_line for placement in parts], first.piece.id)
    box = piece_box(parts)
    size = Size(box.width, box.height)
    return rectangle(size).placed(size, box)


def _standee_outline(halves: Sequence[Outline], piece: str) -> Outline:
    """Return the line around both halves of a standee, joined where they meet; raise PressError if they do not meet."""
    one, other = (replace(half, steps=half.steps[:-1], half=None) for half in halves)
    if _distance(one.points[-1], other.start) > JOIN_TOLERANCE:
        other = _backward(other)
    if (
        _distance(one.points[-1], other.start) > JOIN_TOLERANCE
        or _distance(other.points[-1], one.start) > JOIN_TOLERANCE
    ):
        raise PressError(
            Problem(Location(piece=piece), "the halves of the standee do not meet at the fold", code="E0510")
        )
    return Outline(one.start, (*one.steps, *other.steps))


def _backward(line: Outline) -> Outline:
    """Return an open line with its direction reversed."""
    pairs = list(zip(line.points, line.steps, strict=False))
    return Outline(line.points[-1], tuple((*reversed(step[:-1]), start) for start, step in reversed(pairs)))


def _fold_inside(fold: Segment, line: Outline) -> list[Segment]:
    """Return the segments of a fold that are inside a piece."""
    dx, dy = fold.x2 - fold.x1, fold.y2 - fold.y1
    met = {0.0, 1.0}
    for (ax, ay), (bx, by) in pairwise(line.polygon):
        across = dx * (by - ay) - dy * (bx - ax)
        if abs(across) < 1e-12:
            continue
        along = ((ax - fold.x1) * (by - ay) - (ay - fold.y1) * (bx - ax)) / across
        beside = ((ax - fold.x1) * dy - (ay - fold.y1) * dx) / across
        if -1e-9 <= beside <= 1 + 1e-9 and 0 < along < 1:
            met.add(along)
    found = []
    for low, high in pairwise(sorted(met)):
        middle = fold.x1 + dx * (low + high) / 2, fold.y1 + dy * (low + high) / 2
        if (high - low) * hypot(dx, dy) > JOIN_TOLERANCE and line.holds(middle):
            ends = [(fold.x1 + dx * share, fold.y1 + dy * share) for share in (low, high)]
            found.append(Segment(*ends[0], *ends[1]))
    return found


def join_lines(paths: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Return the lines, joined wherever their ends meet."""
    left = [list(path) for path in paths]
    made: list[list[Point]] = []
    while left:
        path = left.pop(0)
        while (found := _take_continuation(path, left)) is not None:
            path += found[1:]
        made.append(path)
    return made


def _take_continuation(path: list[Point], left: list[list[Point]]) -> list[Point] | None:
    """Remove and return the line that continues a path, or None if the path is closed or nothing continues it."""
    if _distance(path[0], path[-1]) <= JOIN_TOLERANCE:
        return None
    for at, other in enumerate(left):
        for way in (other, other[::-1]):
            if _distance(path[-1], way[0]) <= JOIN_TOLERANCE:
                del left[at]
                return way
    return None


def sheet_key(lines: Iterable[CutLine]) -> tuple[object, ...]:
    """Return a key that is equal for sheets with identical lines."""
    return tuple(each.key for each in lines)


def front_pages(pages: Iterable[Page]) -> list[Page]:
    """Return the front pages; sheets are cut with the front up."""
    return [page for page in pages if page.side is Side.FRONT]


def _straight(line: Segment) -> Outline:
    return Outline((line.x1, line.y1), (((line.x2, line.y2),),))


def _polyline(points: Sequence[Point]) -> Outline:
    return Outline(points[0], tuple((point,) for point in points[1:]))


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@dataclass
class CutJob:
    """A PDF to print, and the files that cut its sheets."""

    title: str
    pdf: str
    paper: Size
    sheets: int
    registration: Registration
    duplex: bool
    cuts: list[tuple[str, str]] = field(default_factory=list)
    """Sheets, and the path of the file that cuts them, without its extension."""
    template: str = ""
    """Name of a published cutting template that also fits the sheets, or an empty string."""
    corner: float = 0
    """Corner radius of that template, in mm."""
    pictures: list[str] = field(default_factory=list)
    frames: list[Size] = field(default_factory=list)
    """Size of each picture, in mm."""


def cutting_instructions(jobs: Sequence[CutJob], source: str) -> str:
    """Return the instructions for all jobs, in English."""
    lines = [
        "Print every PDF at 100% (no fitting or scaling), then cut the sheets face up.",
        "Each .dxf and .svg file has the lines of one sheet at true size, in mm: CUT (red), CREASE (blue) and the",
        "registration marks, if any, which must not be cut. Pieces are separated by a gap, so no line is cut twice.",
        "",
    ]
    for job in jobs:
        lines += _job_lines(job, source)
    if any(job.registration.pattern is not MarkPattern.NONE for job in jobs):
        lines += _SILHOUETTE
    if any(job.pictures for job in jobs):
        lines += _CRICUT
    return "\n".join(lines)


def _job_lines(job: CutJob, source: str) -> list[str]:
    lies = "landscape" if job.paper.width > job.paper.height else "portrait"
    lines = [
        job.title,
        f"  print: {job.pdf}, {_counted(job.sheets, 'sheet')}, {job.paper}, {lies}"
        + (", both sides" if job.duplex else ""),
        *(f"  cut {which}: {name}.dxf or {name}.svg" for which, name in job.cuts),
    ]
    marks = job.registration
    if marks.pattern is not MarkPattern.NONE:
        lines.append(
            f"  registration marks: {marks.pattern}, length {trim(marks.arm)} mm, thickness {trim(marks.stroke)} mm, "
            f"inset {trim(marks.inset)} mm"
        )
    if job.template:
        corners = f"; it rounds corners by {trim(job.corner)} mm" if job.corner else ""
        lines.append(f"  {source}'s template {job.template} also cuts these sheets{corners}")
    sizes = [f"{frame.width / 10:.2f} × {frame.height / 10:.2f} cm" for frame in job.frames]
    for size, same in groupby(zip(job.pictures, sizes, strict=True), key=lambda each: each[1]):
        names = [name for name, _ in same]
        shown = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].rpartition('/')[2]}, each"
        lines.append(f"  upload: {shown}, {size}")
    return [*lines, ""]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_SILHOUETTE = [
    "Silhouette Studio (any edition opens DXF)",
    "  1. Under Edit > Preferences > Import, set DXF to As-is.",
    "  2. In Page Setup, choose the paper and orientation given above, and registration marks of the type, length,",
    "     thickness and inset given above. If Studio does not allow lines that thin, choose the thinnest.",
    "  3. Open the .dxf file, select everything and choose Center to Page: the grey marks now match Studio's. Delete",
    "     them, or set their colour to No Cut.",
    "  4. Under Send, set red lines to Cut, and blue lines to Score or a light cut.",
    "Inkscape with inkscape-silhouette: open the .svg file and send it with “Document has registration marks”; the",
    "  extension recognizes the marks by name and does not cut them.",
    "",
]
_CRICUT = [
    "Cricut Design Space (it adds its own marks, so print the pictures with it; the PDF is only a proof)",
    "  1. Upload a .png file as a Print Then Cut image. It is transparent between the pieces, so each is cut at its",
    "     edge.",
    "  2. Set the width and height given above; Design Space does not always read them from the file.",
    "  3. Choose Make > Send to Printer with Add Bleed, print at 100%, then cut.",
    "  The .svg file has the same lines, for cutting without printing. Backs cannot be printed this way.",
    "",
]

HAIRLINE: Final = "0.1"
SVG_COLOURS: Final = {CutLayer.CREASE: "#0000ff", CutLayer.CUT: "#ff0000"}
NAMES: Final = {CutLayer.CREASE: "Crease", CutLayer.CUT: "Cut"}


def write_svg(paper: Size, lines: Iterable[CutLine], registration: Registration) -> bytes:
    """Return the SVG file of a sheet; `paper` is its size in mm."""
    width, height = (trim(side) for side in paper)
    marks = [_mark(corner, registration) for corner in registration.corners(paper)]
    there = list(lines)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
    ]
    if marks:
        parts += ['<g id="regmark" inkscape:groupmode="layer" inkscape:label="Regmarks">', *marks, "</g>"]
    for layer, colour in SVG_COLOURS.items():
        own = [each for each in there if each.layer is layer]
        if own:
            parts.append(
                f'<g id="{NAMES[layer].lower()}" inkscape:groupmode="layer" inkscape:label="{NAMES[layer]}" '
                f'fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">'
            )
            parts += [f'<path d="{_data(each)}"/>' for each in own]
            parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""]).encode()


def _data(line: CutLine) -> str:
    """Return the path data of a line; an open line is not closed with Z."""
    drawn = line.line.svg()
    return drawn if line.closed else drawn.removesuffix(" Z")


def _mark(corner: Corner, registration: Registration) -> str:
    stroke = trim(registration.stroke)
    if registration.is_square(corner):
        side = trim(registration.square)
        border = f' stroke="#000000" stroke-width="{stroke}"' if registration.bordered else ""
        place = f'x="{trim(corner.x)}" y="{trim(corner.y)}"'
        return f'<rect id="regmark-{corner.name}" {place} width="{side}" height="{side}" fill="#000000"{border}/>'
    points = " L".join(f"{trim(x)} {trim(y)}" for x, y in registration.angle(corner))
    return f'<path id="regmark-{corner.name}" d="M{points}" fill="none" stroke="#000000" stroke-width="{stroke}"/>'


REGISTRATION: Final = "REGISTRATION"
DXF_COLOURS: Final = {"0": 7, CutLayer.CUT: 1, CutLayer.CREASE: 5, REGISTRATION: 8}
"""AutoCAD colour numbers: white or black, red, blue, grey."""
BULGE: Final = tan(pi / 8)
"""Bulge of a quarter circle."""
MODEL, PAPER = "1F", "1B"
"""Handles of the two block records that every file has."""

Vertex = tuple[float, float, float]
"""X, y, and the bulge of the segment to the next vertex."""


def write_dxf(paper: Size, lines: Iterable[CutLine], registration: Registration) -> bytes:
    """Return the DXF file of a sheet; `paper` is its size in mm."""
    polylines = [*_marks(paper, registration)]
    polylines += [(str(line.layer), _vertices(line, paper.height), line.closed) for line in lines]
    entities: list[object] = []
    handle = 0x100
    for layer, vertices, closed in polylines:
        entities += _dxf_polyline(f"{handle:X}", layer, vertices, closed=closed)
        handle += 1
    pairs = [
        *_header(paper, f"{handle:X}"), 0, "SECTION", 2, "CLASSES", 0, "ENDSEC", *_tables(), *_blocks(),
        0, "SECTION", 2, "ENTITIES", *entities, 0, "ENDSEC", *_objects(), 0, "EOF",
    ]  # fmt: skip
    return "".join(f"{_dxf_value(value)}\n" for value in pairs).encode("ascii")


def _marks(paper: Size, registration: Registration) -> Iterator[tuple[str, list[Vertex], bool]]:
    """Yield the centre lines of the registration marks.

    With them, a program that centres the drawing on its page puts it in the right place.
    """
    for corner in registration.corners(paper):
        if registration.is_square(corner):
            x, y, side = corner.x, corner.y, registration.square
            square = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
            yield REGISTRATION, [(x, paper.height - y, 0.0) for x, y in square], True
        else:
            yield REGISTRATION, [(x, paper.height - y, 0.0) for x, y in registration.angle(corner)], False


def _vertices(line: CutLine, height: float) -> list[Vertex]:
    """Return the vertices of a line, with y pointing up; a closed line does not repeat its first vertex."""
    made: list[Vertex] = []
    at: Point = line.line.start
    for step in line.line.steps:
        if len(step) == 2:
            made.append((at[0], height - at[1], _bulge(at, *step)))
        else:
            way = [at] if len(step) == 1 else [at, *line.line.flat(at, step)[:-1]]
            made += [(x, height - y, 0.0) for x, y in way]
        at = step[-1]
    if not line.closed or max(abs(at[0] - line.line.start[0]), abs(at[1] - line.line.start[1])) > 1e-6:
        made.append((at[0], height - at[1], 0.0))
    return made


def _bulge(start: Point, corner: Point, end: Point) -> float:
    """Return the bulge of a quarter circle; negative if it turns clockwise, with y pointing up."""
    turn = (corner[0] - start[0]) * (end[1] - corner[1]) - (corner[1] - start[1]) * (end[0] - corner[0])
    return -BULGE if turn > 0 else BULGE


def _dxf_polyline(handle: str, layer: str, vertices: Sequence[Vertex], *, closed: bool) -> list[object]:
    pairs: list[object] = [
        0, "LWPOLYLINE", 5, handle, 330, MODEL, 100, "AcDbEntity", 8, layer,
        100, "AcDbPolyline", 90, len(vertices), 70, int(closed), 43, 0.0,
    ]  # fmt: skip
    for x, y, bulge in vertices:
        pairs += [10, x, 20, y]
        pairs += [42, bulge] if bulge else []
    return pairs


def _header(paper: Size, seed: str) -> list[object]:
    width, height = paper
    return [
        0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1015", 9, "$DWGCODEPAGE", 3, "ANSI_1252",
        9, "$INSUNITS", 70, 4, 9, "$MEASUREMENT", 70, 1,
        9, "$EXTMIN", 10, 0.0, 20, 0.0, 30, 0.0, 9, "$EXTMAX", 10, width, 20, height, 30, 0.0,
        9, "$LIMMIN", 10, 0.0, 20, 0.0, 9, "$LIMMAX", 10, width, 20, height, 9, "$HANDSEED", 5, seed, 0, "ENDSEC",
    ]  # fmt: skip


def _tables() -> list[object]:
    pairs: list[object] = [0, "SECTION", 2, "TABLES", *_table("VPORT", "8", 0)]
    pairs += _table("LTYPE", "5", 3)
    for handle, name in (("14", "ByBlock"), ("15", "ByLayer"), ("16", "Continuous")):
        pairs += _record("LTYPE", handle, "5", "AcDbLinetypeTableRecord", name, [3, "", 72, 65, 73, 0, 40, 0.0])
    pairs += [0, "ENDTAB", *_table("LAYER", "2", len(DXF_COLOURS))]
    for at, (name, colour) in enumerate(DXF_COLOURS.items()):
        about: list[object] = [62, colour, 6, "Continuous"]
        pairs += _record("LAYER", f"{0x40 + at:X}", "2", "AcDbLayerTableRecord", str(name), about)
    style: list[object] = [40, 0.0, 41, 1.0, 50, 0.0, 71, 0, 42, 2.5, 3, "txt", 4, ""]
    pairs += [0, "ENDTAB", *_table("STYLE", "3", 1)]
    pairs += _record("STYLE", "11", "3", "AcDbTextStyleTableRecord", "Standard", style)
    pairs += [0, "ENDTAB", *_table("VIEW", "6", 0), *_table("UCS", "7", 0), *_table("APPID", "9", 1)]
    pairs += _record("APPID", "12", "9", "AcDbRegAppTableRecord", "ACAD", [])
    pairs += [0, "ENDTAB", *_table("DIMSTYLE", "A", 0), *_table("BLOCK_RECORD", "1", 2)]
    for handle, name in ((MODEL, "*Model_Space"), (PAPER, "*Paper_Space")):
        pairs += _record("BLOCK_RECORD", handle, "1", "AcDbBlockTableRecord", name, [], flags=False)
    return [*pairs, 0, "ENDTAB", 0, "ENDSEC"]


def _table(name: str, handle: str, count: int) -> list[object]:
    """Return the header of a table, and its end if it has no records."""
    head: list[object] = [0, "TABLE", 2, name, 5, handle, 330, "0", 100, "AcDbSymbolTable", 70, count]
    if name == "DIMSTYLE":
        head += [100, "AcDbDimStyleTable"]
    return head if count else [*head, 0, "ENDTAB"]


def _record(
    kind: str, handle: str, table: str, subclass: str, name: str, about: list[object], *, flags: bool = True
) -> list[object]:
    own = [100, "AcDbSymbolTableRecord", 100, subclass, 2, name, *([70, 0] if flags else [])]
    return [0, kind, 5, handle, 330, table, *own, *about]


def _blocks() -> list[object]:
    pairs: list[object] = [0, "SECTION", 2, "BLOCKS"]
    for owner, name, begin, end in ((MODEL, "*Model_Space", "20", "21"), (PAPER, "*Paper_Space", "1C", "1D")):
        pairs += [
            0, "BLOCK", 5, begin, 330, owner, 100, "AcDbEntity", 8, "0", 100, "AcDbBlockBegin", 2, name, 70, 0,
            10, 0.0, 20, 0.0, 30, 0.0, 3, name, 1, "",
            0, "ENDBLK", 5, end, 330, owner, 100, "AcDbEntity", 8, "0", 100, "AcDbBlockEnd",
        ]  # fmt: skip
    return [*pairs, 0, "ENDSEC"]


def _objects() -> list[object]:
    return [
        0, "SECTION", 2, "OBJECTS", 0, "DICTIONARY", 5, "C", 330, "0", 100, "AcDbDictionary", 281, 1,
        3, "ACAD_GROUP", 350, "D", 0, "DICTIONARY", 5, "D", 330, "C", 100, "AcDbDictionary", 281, 1, 0, "ENDSEC",
    ]  # fmt: skip


def _dxf_value(value: object) -> str:
    """Return a value as DXF text; floats have up to six decimals."""
    if isinstance(value, float):
        text = f"{value:.6f}".rstrip("0")
        return f"{text}0" if text.endswith(".") else text
    return str(value)
