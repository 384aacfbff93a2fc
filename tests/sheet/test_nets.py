"""Nets are general: a die, which no part of pnp knows, is spread, printed on layers, measured and compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.audit.nets import check_layers, compare_nets, measure_nets
from pnp.audit.report import BoxReport, Check
from pnp.export.cut_files import CutLayer, net_lines
from pnp.face.face import Face
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import rectangle
from pnp.geometry.units import Size
from pnp.press import nets
from pnp.press.job import Job
from pnp.press.nets import NetPrint, Overlay, build_net_pdf
from pnp.sheet.layout import USUAL_MARGINS, Layout, Sides, parse_paper
from pnp.sheet.net import SPILL, Layer, Net, NetPage, NetPanel, NetPiece, impose_nets
from pnp.sheet.page import Segment
from pnp.terms import Lang
from tests.audit.tamper import rewrite

FLAP = 6.0
MM_POINTS = 72 / 25.4
PAPER = parse_paper("a4")


def die(side: float) -> Net:
    """Four sides in a row, the last with a flap, and two more above and below the second, each with a flap."""
    a, b, c, d, e = (at * side for at in range(5))
    top, low = side + FLAP, 2 * side + FLAP
    outline = [
        (a, top), (b, top), (b, FLAP), (b, 0.0), (c, 0.0), (c, top), (e, top), (e + FLAP, top), (e + FLAP, low),
        (c, low), (c, low + side + FLAP), (b, low + side + FLAP), (b, low), (a, low), (a, top),
    ]  # fmt: skip
    places = [(at, top) for at in (a, b, c, d)] + [(b, FLAP), (b, low)]
    panels = tuple(
        NetPanel(f"side-{number}", Rect(x, y, side, side), 0, Edges(SPILL, SPILL, SPILL, SPILL))
        for number, (x, y) in enumerate(places, 1)
    )
    creases = (
        *(Segment(x, top, x, low) for x in (b, c, d, e)),
        *(Segment(b, y, c, y) for y in (FLAP, top, low, low + side)),
    )
    glue = tuple(
        ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y))
        for x, y, wide, high in (
            (b + 2, 1, side - 4, FLAP - SPILL - 2),
            (b + 2, low + side + SPILL + 1, side - 4, FLAP - SPILL - 2),
            (e + SPILL + 1, top + 2, FLAP - SPILL - 2, side - 4),
        )
    )
    return Net("die", panels, tuple(outline), creases, glue)


def imposed(net: Net) -> list[NetPage]:
    return impose_nets([NetPiece.of(net, "die.svg.j2")], PAPER, USUAL_MARGINS)


def drawn(net: Net, colour: str) -> Face:
    box = net.printed
    sides = "".join(
        f'<rect x="{each.ink.x - box.x}" y="{each.ink.y - box.y}" width="{each.ink.width}" height="{each.ink.height}" '
        f'fill="{colour}"/>'
        for each in net.panels
    )
    return drawing(sides, Size(box.width, box.height))


def drawing(inner: str, size: Size) -> Face:
    width, height = size
    page = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return Face(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{inner}</svg>', size, 0)


def printed(net: Net, sheets: list[NetPage], colour: str = "#f4d58d", overlays: Sequence[Overlay] = ()) -> bytes:
    blank = [drawing("", sheet.paper) for sheet in sheets]
    guide = drawing("", Size(100, 150))
    rect = Rect(10, 10, 100, 150)
    job = Job(Layout(PAPER, Sides.FRONTS), Lang.EN, guide=True)
    die = NetPrint({"die": drawn(net, colour)}, list(overlays), sheets, blank, guide, rect, "Die", "pnp")
    return build_net_pdf(die, "die", job)


def audited(path: Path, net: Net, sheets: list[NetPage], reference: bytes) -> BoxReport:
    with pikepdf.open(path) as pdf:
        report = BoxReport(str(path), "die", "en", "full", "a4", "box", len(pdf.pages))
        check_layers(pdf, report)
        assert measure_nets(pdf, [net], sheets, lambda panel: Size(panel.rect.width, panel.rect.height), report)
    compare_nets(path, reference, sheets, report)
    return report


@pytest.mark.parametrize(("side", "count"), [(25.0, 1), (70.0, 2)])
def test_a_die_is_printed_and_read_back(side: float, count: int, tmp_path: Path) -> None:
    net = die(side)
    sheets = imposed(net)
    assert len(sheets) == count
    made = printed(net, sheets)
    assert made == printed(net, sheets)
    path = tmp_path / "die.pdf"
    path.write_bytes(made)
    report = audited(path, net, sheets, made)
    assert report.findings == []
    assert len(report.panels) == 6
    lines = net_lines(sheets[0])
    assert {line.layer for line in lines} == {CutLayer.CUT, CutLayer.CREASE}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda content: content.replace(b"/OC /Cut BDC", b"/OC /Cut BDC 10 w 100 100 m 100 300 l S"), Check.MARKS),
        (lambda content: b"q 1.02 0 0 1.02 0 0 cm " + content + b" Q", Check.SIZE),
        (lambda content: b"q 0.5 g 0 0 2000 2000 re f Q " + content, Check.LOOKS),
    ],
    ids=["a line too many", "scaled", "ink where glue goes"],
)
def test_what_is_wrong_with_a_die_is_found(change: Callable[[bytes], bytes], found: Check, tmp_path: Path) -> None:
    net = die(25)
    sheets = imposed(net)
    made = printed(net, sheets)
    path = tmp_path / "die.pdf"
    path.write_bytes(made)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        rewrite(pdf.pages[1], change)
        pdf.save(path)
    assert found in {finding.check for finding in audited(path, net, sheets, made).findings}


def test_another_colour_is_found(tmp_path: Path) -> None:
    net = die(25)
    sheets = imposed(net)
    path = tmp_path / "die.pdf"
    path.write_bytes(printed(net, sheets, "#204080"))
    found = audited(path, net, sheets, printed(net, sheets)).findings
    assert {finding.check for finding in found} == {Check.LOOKS}
    assert len(found) == 6


def test_art_that_the_press_itself_lays_elsewhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = die(25)
    sheets = imposed(net)
    lay = nets._part
    monkeypatch.setattr(nets, "_part", lambda part, at, paper: lay(part.moved(0.5, 0), at, paper))
    path = tmp_path / "die.pdf"
    path.write_bytes(made := printed(net, sheets))
    assert [str(each) for each in audited(path, net, sheets, made).findings] == [
        "page 2: the art of the die is not in its place"
    ]


@pytest.mark.parametrize("turn", [0.0, 45.0])
def test_a_piece_on_a_net_lies_where_it_must(turn: float) -> None:
    """Its face, twice as large, then a rim of paper 0.7 mm wide, then the art of the net."""
    net = die(40)
    sheets = imposed(net)
    [part] = sheets[0].parts
    middle = net.panel("side-2").rect.moved(20, 20)
    face = drawing('<rect width="10" height="8" fill="#ff0000"/>', Size(10, 8))
    overlay = Overlay(face, rectangle(face.size), "die", middle.x, middle.y, turn, 2)
    page = pypdfium2.PdfDocument(printed(net, sheets, "#00ff00", [overlay]))[1]
    picture = page.render(scale=10 / MM_POINTS).to_pil().convert("RGB")

    def seen(along: float) -> object:
        """The colour to the left of the middle, as the piece is turned: its shadow is to the right."""
        x, y = (part.at[axis] + middle[axis] - along * way(radians(turn)) for axis, way in enumerate((cos, sin)))
        return picture.getpixel((round(10 * x), round(10 * y)))

    red, white, green = (255, 0, 0), (255, 255, 255), (0, 255, 0)
    assert [seen(at) for at in (0, 9.7, 10.35, 11.2)] == [red, red, white, green]


def test_every_line_has_a_layer(tmp_path: Path) -> None:
    net = die(25)
    path = tmp_path / "die.pdf"
    path.write_bytes(printed(net, imposed(net)))
    with pikepdf.open(path) as pdf:
        names = {str(layer.Name) for layer in pdf.Root.OCProperties.OCGs}
    assert {*Layer} <= names
