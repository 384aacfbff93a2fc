"""Paper from a roll: a page is as large as a board with its margins and marks."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

import pnp
from pnp.errors import PnpError
from pnp.geometry.units import POINTS_PER_MM
from pnp.sheet.board import plotter_layout
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Margins, Sides, parse_paper
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from tests.sheet.test_board import project

ROLL = parse_paper("plotter")


@pytest.mark.parametrize("sides", Sides)
@pytest.mark.parametrize("margin", [Margins.even(5), Margins(5, 20, 12.7, 0)])
def test_a_board_is_on_one_page_that_is_hardly_larger(tmp_path: Path, sides: Sides, margin: Margins) -> None:
    game = load_game(project(tmp_path, 'split = "2x2"'), "map")
    layout = plotter_layout([*game.decks.values()], Layout(ROLL, sides, margin))
    first = impose(expand_pieces(game), layout)[0]
    front = next(each for each in first.placements if each.piece.deck.name == "map")
    assert sorted(front.rect[2:]) == [420, 594]
    width, height = layout.paper.size
    height /= 2 if sides is Sides.FOLD else 1
    assert 420 + margin.left + margin.right <= width < 420 + 2 * max(margin) + 20
    assert 594 + margin.top + margin.bottom <= height < 594 + 2 * max(margin) + 30
    box = first.bleed_box()
    assert box is not None
    assert min(box.x, box.y) >= 0
    assert box.right <= width + 1e-6


def test_the_printed_page_is_that_large_and_passes_its_audit(tmp_path: Path) -> None:
    project(tmp_path, 'split = "2x2"')
    printed = pnp.build("map", start=tmp_path, paper="plotter", sides="fronts", out=tmp_path / "out", cache=False)
    assert "plotter" in printed.pdf.name
    with pikepdf.open(printed.pdf) as pdf:
        sizes = {tuple(round(float(side) / POINTS_PER_MM, 1) for side in page.MediaBox[2:]) for page in pdf.pages}
    assert sizes == {(433.4, 618.8)}
    report = pnp.audit_file(printed.pdf, start=tmp_path)
    assert (report.findings, report.found) == ([], 6)


def test_without_boards_a_plotter_prints_on_a4(tmp_path: Path) -> None:
    game = load_game(project(tmp_path), "map")
    assert plotter_layout([game.decks["red"]], Layout(ROLL)).paper.size == (210, 297)
    assert plotter_layout([*game.decks.values()], Layout(parse_paper("a3"))) == Layout(parse_paper("a3"))


def test_the_name_is_listed_with_the_papers() -> None:
    with pytest.raises(PnpError, match="tabloid, plotter, or WxH"):
        parse_paper("roll")
