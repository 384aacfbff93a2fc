"""Cutting machines: what their files cut, read by programs that are not ours, lies on what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from ezdxf import path as paths
from ezdxf import units
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import readfile
from PIL import Image
from svgelements import Line as Line_
from svgelements import Move
from svgelements import Path as SvgPath

import pnp
from pnp.errors import PnpError
from pnp.export.cut_files import CutLayer, CutLine, in_cutting_order, join_lines
from pnp.export.order import Exported
from pnp.geometry.outline import Outline, rectangle
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.worker import supervisor
from tests.measure import stamped_faces
from tests.shapes import DECKS, FISH, write_shapes

MM = 25.4 / 72
NEAR = 0.05
"""Cutting tolerance, in mm."""
COUNTS = {"rounded": 17, "discs": 3, "flat": 2, "pointy": 2, "fish": 2, "figure": 1}
SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Line:
    """A line of a file, in mm from the upper left corner of the paper."""

    layer: str
    points: Points
    closed: bool

    @property
    def box(self) -> Box:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write_shapes(tmp_path_factory.mktemp("cut"), COUNTS)


@pytest.fixture(scope="module")
def made(shapes: Project) -> Iterator[Exported]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "USE_WORKERS", False)
        yield pnp.export_game("shapes", "cut", out=shapes.root / "out", start=shapes.root)


def dxf_lines(path: Path, height: float) -> list[Line]:
    """The lines of a DXF, as ezdxf reads them; its auditor finds nothing to complain about."""
    document = readfile(path)
    assert not document.audit().errors
    assert document.dxfversion == "AC1015"
    assert document.units == units.MM
    lines = []
    for entity in document.modelspace():
        assert isinstance(entity, LWPolyline)
        points = [(v.x, height - v.y) for v in paths.make_path(entity).flattening(0.005)]
        lines.append(Line(entity.dxf.layer, points, entity.closed))
    return lines


def svg_lines(path: Path) -> tuple[list[Line], Size]:
    """The lines of an SVG, as svgelements reads them, and the size of its page in mm."""
    root = ElementTree.parse(path).getroot()
    size = Size(*(float(re.fullmatch(r"([\d.]+)mm", root.attrib[key])[1]) for key in ("width", "height")))  # type: ignore[index]
    assert [float(part) for part in root.attrib["viewBox"].split()] == [0, 0, *size]
    lines = []
    for group in root.findall(f"{SVG}g"):
        for each in group.findall(f"{SVG}path"):
            points = svg_points(each.attrib["d"])
            lines.append(Line(group.attrib[LABEL].upper(), points, each.attrib["d"].endswith("Z")))
    return lines, size


def svg_points(data: str) -> Points:
    """Points of a path, near enough to each other."""
    steps = [step for step in SvgPath(data) if not isinstance(step, Move)]
    places = [step.point(share) for step in steps for share in np.linspace(0, 1, 2 if isinstance(step, Line_) else 30)]
    return [(float(place.x), float(place.y)) for place in places]


def paper_of(pdf: Path) -> Size:
    with pikepdf.open(pdf) as document:
        _, _, width, height = (float(edge) * MM for edge in document.pages[0].mediabox)
    return Size(width, height)


def deck(made: Exported, name: str) -> tuple[Path, list[Line], list[Line]]:
    """The PDF of a deck, and the lines that cut its first sheet: from its DXF, and from its SVG."""
    folder = made.folder / name
    pdf = folder / "sheets.pdf"
    [dxf] = folder.glob("cut-sheet-1*.dxf")
    return pdf, dxf_lines(dxf, paper_of(pdf).height), svg_lines(dxf.with_suffix(".svg"))[0]


def fronts(pdf: Path, bleed: float) -> list[Box]:
    """The trim boxes of fronts on the first sheet."""
    found = [each for each in stamped_faces(pdf, bleed) if each.page == 1 and each.side == "front"]
    return [(each.x, each.y, each.right, each.bottom) for each in found]


def black_boxes(pdf: Path) -> list[Box]:
    """The boxes that are filled on the first page: its registration marks."""
    boxes: list[Box] = []
    with pikepdf.open(pdf) as document:
        page = document.pages[0]
        height = float(page.mediabox[3])
        waiting: list[Box] = []
        for each in pikepdf.parse_content_stream(page):
            name = str(each.operator)
            if name == "re":
                x, y, wide, high = (float(value) for value in each.operands)
                waiting.append((x * MM, (height - y - high) * MM, (x + wide) * MM, (height - y) * MM))
            elif name in ("f", "f*"):
                boxes += waiting
            if name in ("f", "f*", "n", "S", "W"):
                waiting = []
    return boxes


def near(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def of(lines: list[Line], layer: str) -> list[Line]:
    return [line for line in lines if line.layer == layer]


@pytest.mark.parametrize(("name", "bleed"), [("rounded", 0.635), ("discs", 1.5), ("flat", 1.5), ("pointy", 1.5)])
def test_cuts_lie_on_the_faces_that_are_printed(made: Exported, name: str, bleed: float) -> None:
    pdf, dxf, svg = deck(made, name)
    there = fronts(pdf, bleed)
    assert there
    for lines in (dxf, svg):
        cuts = of(lines, "CUT")
        assert len(cuts) == len(there)
        assert all(cut.closed for cut in cuts)
        for box in there:
            assert sum(near(cut.box, box) for cut in cuts) == 1, box


def test_the_drawn_outline_is_cut(made: Exported) -> None:
    """A fish swims to the left and has a crooked tail: turned or mirrored it would be another one."""
    pdf, dxf, svg = deck(made, "fish")
    faces = [each for each in stamped_faces(pdf, 1.5) if each.page == 1]
    drawn = svg_points(FISH)
    for lines in (dxf, svg):
        for face, cut in zip(faces, of(lines, "CUT"), strict=True):
            assert face.rotation in (0, 90)
            for u, v in drawn:
                x, y = (u, v) if face.rotation == 0 else (30 - v, u)
                assert _off((face.x + x, face.y + y), cut.points) <= NEAR


def _off(point: tuple[float, float], line: Points) -> float:
    """How far a point is from a line."""
    a, b = np.array(line[:-1]), np.array(line[1:])
    way = b - a
    length = np.maximum((way**2).sum(axis=1), 1e-12)
    along = np.clip(((np.array(point) - a) * way).sum(axis=1) / length, 0, 1)
    return float(np.linalg.norm(a + along[:, None] * way - np.array(point), axis=1).min())


def test_corners_are_rounded_by_true_arcs(made: Exported) -> None:
    _, dxf, svg = deck(made, "rounded")
    for lines in (dxf, svg):
        left, top, right, bottom = (cut := of(lines, "CUT")[0]).box
        for x, y in ((left + 4, top + 4), (right - 4, bottom - 4)):
            beyond = [p for p in cut.points if (p[0] - x) * (x - (left + right) / 2) > 0.01]
            round_ = [hypot(p[0] - x, p[1] - y) for p in beyond if (p[1] - y) * (y - (top + bottom) / 2) > 0.01]
            assert len(round_) > 3
            assert round_ == pytest.approx([4] * len(round_), abs=0.01)
    document = readfile(next((made.folder / "rounded").glob("*.dxf")))
    cuts = [line for line in document.modelspace() if isinstance(line, LWPolyline) and line.dxf.layer == "CUT"]
    bulges = [vertex[4] for line in cuts for vertex in line]
    assert {round(abs(bulge), 4) for bulge in bulges} == {0.0, 0.4142}


def test_a_standee_is_one_line_with_creases_where_it_folds(made: Exported) -> None:
    pdf, dxf, svg = deck(made, "figure")
    faces = [each for each in stamped_faces(pdf, 1.5) if each.page == 1]
    assert {face.side for face in faces} == {"front", "back"}
    turned = faces[0].rotation % 180 == 90
    for lines in (dxf, svg):
        [cut] = of(lines, "CUT")
        assert cut.closed
        low, high = (cut.box[0], cut.box[2]) if turned else (cut.box[1], cut.box[3])
        assert high - low == pytest.approx(2 * (36 + 10), abs=NEAR)
        creases = of(lines, "CREASE")
        assert len(creases) == 3
        assert not any(crease.closed for crease in creases)
        for crease in creases:
            ends = crease.points[0], crease.points[-1]
            assert all(_off(end, cut.points) <= NEAR for end in ends), "a crease ends at the cut"
        places = sorted(crease.box[0] if turned else crease.box[1] for crease in creases)
        assert [place - low for place in places] == pytest.approx([10, 46, 82], abs=NEAR)
        layers = [line.layer for line in lines if line.layer in ("CUT", "CREASE")]
        assert layers == sorted(layers, key=["CREASE", "CUT"].index), "creases come first"


@pytest.mark.parametrize(("name", "arm", "stroke"), [("rounded", 9.4, 1.0), ("flat", 20, 0.3)])
def test_marks_are_where_the_files_say(made: Exported, name: str, arm: float, stroke: float) -> None:
    pdf, dxf, svg = deck(made, name)
    width, height = paper_of(pdf)
    square, *arms = black_boxes(pdf)
    border = stroke / 2 if name == "rounded" else 0
    assert near(square, (10 - border, 10 - border, 15 + border, 15 + border))
    assert len(arms) == 4
    right, low = width - 10, height - 10
    wanted: list[Box] = [
        (right - arm, 10, right, 10), (right, 10, right, 10 + arm), (10, low, 10 + arm, low), (10, low - arm, 10, low),
    ]  # fmt: skip
    for box, middle in zip(arms, wanted, strict=True):
        level = middle[1] == middle[3]
        assert (box[3] - box[1] if level else box[2] - box[0]) == pytest.approx(stroke, abs=0.01)
        centre = ((box[1] + box[3]) / 2, middle[1]) if level else ((box[0] + box[2]) / 2, middle[0])
        assert centre[0] == pytest.approx(centre[1], abs=NEAR)
    marks = of(dxf, "REGISTRATION")
    assert len(marks) == 3
    assert near(marks[0].box, (10, 10, 15, 15))
    assert near(marks[1].box, (right - arm, 10, right, 10 + arm))
    assert near(marks[2].box, (10, low - arm, 10 + arm, low))
    assert near(of(svg, "REGMARKS")[0].box, marks[1].box)
    boxes = np.array([line.box for line in dxf])
    whole = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
    assert near(whole, (10, 10, right, low)), "what is centred on the page lies right"


def test_marks_have_the_names_that_inkscape_silhouette_looks_for(made: Exported) -> None:
    root = ElementTree.parse(made.folder / "flat" / "cut-sheet-1.svg").getroot()
    ids = {each.attrib["id"]: each for each in root.iter() if "id" in each.attrib}
    assert {"regmark-tl", "regmark-tr", "regmark-bl"} <= ids.keys()
    assert "regmark-br" not in ids
    assert ids["regmark"].attrib[LABEL] == "Regmarks"
    assert float(ids["regmark-tl"].attrib["x"]) == 10


def test_sheets_that_are_cut_alike_share_a_file(made: Exported) -> None:
    names = sorted(path.name for path in (made.folder / "rounded").iterdir())
    assert names == [
        "cut-sheet-1-to-2.dxf", "cut-sheet-1-to-2.svg", "cut-sheet-3.dxf", "cut-sheet-3.svg", "sheets.pdf",
    ]  # fmt: skip
    assert len(of(dxf_lines(made.folder / "rounded/cut-sheet-3.dxf", 210), "CUT")) == 1


def test_every_piece_is_cut_out_once(made: Exported) -> None:
    assert made.made == {f"{name}-{number}": 1 for name, count in COUNTS.items() for number in range(1, count + 1)}
    assert set(COUNTS) == set(DECKS)


def test_the_box_is_cut_and_creased(made: Exported) -> None:
    pdf, dxf, svg = deck(made, "box")
    for lines in (dxf, svg):
        cuts, creases = of(lines, "CUT"), of(lines, "CREASE")
        assert cuts
        assert all(cut.closed for cut in cuts)
        assert creases
        for crease in creases:
            inside = [cut for cut in cuts if _within(crease.box, cut.box)]
            assert len(inside) == 1
    paper = paper_of(pdf)
    zones = [(x, y, x + 30, y + 30) for x in (0.0, paper.width - 30) for y in (0.0, paper.height - 30)]
    for cut in of(dxf, "CUT"):
        for x, y in cut.points:
            assert not any(zone[0] < x < zone[2] and zone[1] < y < zone[3] for zone in zones)


def test_the_box_is_drawn_in_a_worker(made: Exported, shapes: Project, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "USE_WORKERS", True)
        again = pnp.export_game("shapes", "cut", out=tmp_path, start=shapes.root)
    assert [file.name for file in again.files] == [file.name for file in made.files]
    pdf, *_ = deck(again, "box")
    assert paper_of(pdf) == paper_of(deck(made, "box")[0])
    assert len(black_boxes(pdf)) == len(black_boxes(deck(made, "box")[0]))


def _within(box: Box, other: Box) -> bool:
    return other[0] - NEAR <= box[0] and other[1] - NEAR <= box[1] and box[2] <= other[2] + NEAR and box[3] <= other[3] + NEAR  # fmt: skip  # noqa: E501


def test_the_guide_names_files_and_numbers(made: Exported) -> None:
    text = (made.folder / "how-to-cut.txt").read_text()
    for file in made.files:
        name = file.name.removesuffix(".dxf").removesuffix(".svg")
        assert name in text or name in ("how-to-cut.txt", "export.json"), name
    assert "registration marks: three, length 9.4 mm, thickness 1 mm, inset 10 mm" in text
    assert "silhouette-card-maker's template a4-standard-v5" in text


def test_four_marks_and_rounder_corners(shapes: Project, tmp_path: Path, here: None) -> None:
    options: dict[str, Any] = {"marks": "four", "paper": "letter", "box": False, "templates": False, "corner": 5}
    made = pnp.export_game("shapes", "cut", only=["flat"], options=options, out=tmp_path, start=shapes.root)
    pdf, dxf, _ = deck(made, "flat")
    assert len(black_boxes(pdf)) == 8
    assert len(of(dxf, "REGISTRATION")) == 4
    assert not (made.folder / "box").exists()


def test_a_cricut_gets_pictures_cut_out(shapes: Project, tmp_path: Path, here: None) -> None:
    options = {"box": False}
    made = pnp.export_game("shapes", "cricut", only=["discs"], options=options, out=tmp_path, start=shapes.root)
    pdf, dxf, _ = deck(made, "discs")
    assert not black_boxes(pdf)
    assert not of(dxf, "REGISTRATION")
    boxes = np.array([cut.box for cut in of(dxf, "CUT")])
    frame = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
    assert frame[2] - frame[0] <= 165.9
    with Image.open(made.folder / "discs" / "sheet-1.png") as picture:
        assert picture.size == pytest.approx(
            [(frame[2] - frame[0]) / 25.4 * 300, (frame[3] - frame[1]) / 25.4 * 300], abs=1
        )
        alpha = np.array(picture.getchannel("A"))
    assert alpha[0, 0] == 0
    per_mm = 300 / 25.4
    for left, top, right, bottom in boxes:
        x, y = ((left + right) / 2 - frame[0]) * per_mm, ((top + bottom) / 2 - frame[1]) * per_mm
        assert alpha[int(y), int(x)] == 255
        inside = alpha[int(y), : int(x)]
        edge = int(x) - np.flatnonzero(inside < 128)[-1] if (inside < 128).any() else int(x)
        assert edge / per_mm == pytest.approx(15, abs=0.15)
    assert any("Backs are not printed" in notice for notice in made.notices)


def test_an_inset_too_wide_for_the_box_is_reported(shapes: Project, tmp_path: Path, here: None) -> None:
    def exported(inset: float) -> Exported:
        options = {"inset": inset, "clear": 2, "arm": 2, "paper": "a2"}
        return pnp.export_game("shapes", "cut", out=tmp_path, start=shapes.root, dry_run=True, options=options)

    wide, near = exported(51), exported(50)
    assert "The box is not included: it needs an inset of at most 50 mm; set one, or print the box with pnp box" in (
        wide.notices
    )
    assert not any(file.name.startswith("box/") for file in wide.files)
    assert any(file.name == "box/sheets.pdf" for file in near.files), near.notices


def test_what_is_too_large_is_listed(shapes: Project, tmp_path: Path, here: None) -> None:
    options = {"box": False, "area": "40x40"}
    made = pnp.export_game(
        "shapes",
        "cut",
        only=["discs", "fish", "flat"],
        options=options | {"templates": False},
        out=tmp_path,
        start=shapes.root,
    )
    assert {left.piece for left in made.not_made} == {"flat-1", "flat-2", "fish-1", "fish-2"}
    assert made.pieces == 3


@pytest.mark.parametrize(
    ("option", "value", "found"),
    [
        ("marks", "five", "--set marks must be one of three, four, none, not "),
        ("area", "wide", "--set area must be a width and a height, for all papers or for each, not "),
        ("gap", "-1", "--set gap must be a number from"),
        ("paper", "a99", "--paper"),
        ("knife", "sharp", "--set knife is not an option of the target cut"),
    ],
)
def test_options_that_cannot_be(shapes: Project, tmp_path: Path, option: str, value: str, found: str) -> None:
    with pytest.raises(PnpError, match=found):
        pnp.export_game("shapes", "cut", options={option: value}, out=tmp_path, start=shapes.root)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_dry_run_names_the_same_files(made: Exported, shapes: Project, tmp_path: Path) -> None:
    told = pnp.export_game("shapes", "cut", out=tmp_path, start=shapes.root, dry_run=True)
    assert {file.name for file in told.files} == {file.name for file in made.files}
    assert not list(tmp_path.iterdir())


def test_the_same_input_gives_the_same_bytes(made: Exported, shapes: Project, tmp_path: Path, here: None) -> None:
    again = pnp.export_game("shapes", "cut", only=["discs"], out=tmp_path, start=shapes.root)
    for name in ("sheets.pdf", "cut-sheet-1.dxf", "cut-sheet-1.svg"):
        assert (again.folder / "discs" / name).read_bytes() == (made.folder / "discs" / name).read_bytes()


def test_what_lies_inside_is_cut_first() -> None:
    size = Size(10, 10)
    outer, inner, beside = (
        CutLine(CutLayer.CUT, rectangle(size).placed(size, box))
        for box in ((0, 0, 50, 50), (10, 10, 5, 5), (60, 0, 5, 5))
    )
    assert in_cutting_order([outer, beside, inner]) == [inner, outer, beside]


def test_lines_are_joined_at_their_ends() -> None:
    joined = join_lines([[(0, 0), (1, 0)], [(1, 1), (1, 0)], [(5, 5), (6, 6)], [(1, 1), (0, 0)]])
    assert joined == [[(0, 0), (1, 0), (1, 1), (0, 0)], [(5, 5), (6, 6)]]


def test_lines_that_differ_by_a_hair_are_the_same() -> None:
    one = CutLine(CutLayer.CUT, Outline((0, 0), (((1, 1),),)))
    assert one.key == CutLine(CutLayer.CUT, Outline((0.0001, 0), (((1, 1),),))).key
    assert one.key != CutLine(CutLayer.CUT, Outline((0.01, 0), (((1, 1),),))).key
