"""Write cut lines as DXF (AutoCAD R2000), which Silhouette Studio and most cutting programs can open.

Coordinates are in mm from the lower left corner of the paper, with y pointing up. Round corners are true arcs (bulges);
other curves are approximated by straight lines to within 0.005 mm. The layers CUT, CREASE and REGISTRATION have
different colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import pi, tan
from typing import Final

from pnp.export.cutlines import CutLayer, CutLine
from pnp.geometry.outline import Point
from pnp.geometry.units import Size
from pnp.sheet.machine import Registration

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
