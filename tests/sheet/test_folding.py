"""Boards that fold: creases, slits, panels of greyboard with their gaps, and the ticks that show them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.audit.page_trace import trace_page
from pnp.errors import PnpError
from pnp.export.cut_files import CutLayer, page_lines
from pnp.geometry.units import POINTS_PER_MM
from pnp.press.job import Job
from pnp.press.steps import find_steps
from pnp.sheet.board import divide_boards
from pnp.sheet.folding import GREYBOARD, HINGE, fold_plan
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.page import Page
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Lang
from tests.sheet.test_board import project

MOUNTED = 'stock = "board"'


def folding(tmp_path: Path, folds: str, size: str = "[400, 560]", more: str = "") -> Game:
    """Return the game with a folding board; one on greyboard has no back."""
    made = project(tmp_path, f'fold = "{folds}"\n{more}')
    spec = tmp_path / "components/map/game.toml"
    text = spec.read_text("utf-8").replace("size = [420, 594]", f"size = {size}")
    text = text.replace('title = "Map"', 'title = "Map"\nlanguages = ["en", "fr"]')
    spec.write_text(text if MOUNTED not in more else text.replace('back = "map.svg.j2"', ""), "utf-8")
    return load_game(made, "map")


def pages_of(game: Game, layout: Layout) -> tuple[Game, list[Page]]:
    game = divide_boards(game, layout)
    return game, impose([piece for piece in expand_pieces(game) if piece.deck.name == "map"], layout)


@pytest.mark.parametrize("size", ["[400, 560]", "[560, 400]"])
@pytest.mark.parametrize(("folds", "shares"), [("half", [1 / 2]), ("three", [1 / 3, 2 / 3])])
def test_a_mat_folds_across_its_longer_side(tmp_path: Path, size: str, folds: str, shares: list[float]) -> None:
    plan = fold_plan(folding(tmp_path, folds, size).decks["map"])
    found = plan.rows if size == "[400, 560]" else plan.columns
    assert found == pytest.approx([560 * share for share in shares])
    assert len(plan.creases) == len(shares)
    assert (plan.slit, plan.panels) == (None, ())


def test_a_mat_that_folds_twice_needs_no_slit(tmp_path: Path) -> None:
    plan = fold_plan(folding(tmp_path, "quad").decks["map"])
    assert (plan.columns, plan.rows, plan.slit, plan.panels) == ([200], [280], None, ())


@pytest.mark.parametrize("folds", ["half", "three", "quad"])
@pytest.mark.parametrize("size", ["[400, 560]", "[560, 400]"])
def test_panels_and_gaps_make_the_whole_board(tmp_path: Path, folds: str, size: str) -> None:
    deck = folding(tmp_path, folds, size, MOUNTED).decks["map"]
    plan = fold_plan(deck)
    assert len({(round(each.width, 6), round(each.height, 6)) for each in plan.panels}) == 1, "panels are alike"
    assert len(plan.panels) == {"half": 2, "three": 3, "quad": 4}[folds]
    assert max(each.right for each in plan.panels) == pytest.approx(deck.size.width)
    assert max(each.bottom for each in plan.panels) == pytest.approx(deck.size.height)
    for one, other in product(plan.panels, plan.panels):
        assert one is other or not one.overlaps(other)
    for x, y in product(plan.columns or [1], plan.rows or [1]):
        assert not any(each.x < x < each.right and each.y < y < each.bottom for each in plan.panels)
    covered = sum(each.width * each.height for each in plan.panels)
    assert 0.97 * deck.size.width * deck.size.height < covered < deck.size.width * deck.size.height


def test_gaps_hold_the_panels_that_are_folded_between(tmp_path: Path) -> None:
    for number, (folds, gaps) in enumerate(
        (("half", [HINGE]), ("three", [HINGE, HINGE + GREYBOARD]), ("quad", [HINGE + 2 * GREYBOARD, HINGE]))
    ):
        plan = fold_plan(folding(tmp_path / str(number), folds, more=MOUNTED).decks["map"])
        assert list(plan.gaps) == gaps


def test_the_slit_runs_from_the_crossing_to_the_lower_edge(tmp_path: Path) -> None:
    plan = fold_plan(folding(tmp_path, "quad", more=MOUNTED).decks["map"])
    assert plan.slit == (200, 280, 200, 560)
    assert (200, 0, 200, 280) in plan.creases


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('fold = "five"', 'must be "half", "three" or "quad" for a board'),
        ('fold = "half"\nwrap = 15', "needs greyboard behind the print and no back"),
        ('fold = "half"\nstock = "board"', "is a folding board with a back"),
    ],
)  # fmt: skip
def test_what_cannot_fold_is_refused(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(PnpError, match=said):
        load_game(project(tmp_path, more), "map")


def test_only_boards_fold(tmp_path: Path) -> None:
    made = project(tmp_path, 'fold = "half"')
    spec = tmp_path / "components/map/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('kind = "board"', 'kind = "tile"'), "utf-8")
    with pytest.raises(PnpError, match='has fold = "half" but is not a board'):
        load_game(made, "map")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD, Sides.FRONTS])
def test_ticks_of_a_mat_are_beside_it_on_its_creases(tmp_path: Path, paper: str, sides: Sides) -> None:
    layout = Layout(parse_paper(paper), sides)
    size = "[120, 80]" if sides is Sides.FOLD else "[180, 240]"
    _, pages = pages_of(folding(tmp_path, "quad", size), layout)
    [front] = pages[0].placements if sides is not Sides.FOLD else pages[0].placements[:1]
    middle = front.rect.x + front.rect.width / 2, front.rect.y + front.rect.height / 2
    ticks = [each for each in pages[0].folds if abs(each.x1 - each.x2) + abs(each.y1 - each.y2) < 6]
    assert len(ticks) == 4
    for tick in ticks:
        assert min(abs(tick.x1 - middle[0]), abs(tick.y1 - middle[1])) < 1e-6
        ends = [(tick.x1, tick.y1), (tick.x2, tick.y2)]
        inside = [front.rect.x - 0.4 < x < front.rect.right + 0.4 and front.rect.y - 0.4 < y < front.rect.bottom + 0.4
                  for x, y in ends]  # fmt: skip
        assert not any(inside)
    assert len(pages[0].creases) == 2


def test_parts_show_the_creases_of_their_board(tmp_path: Path) -> None:
    """Every crease is on the parts that it runs through, at its place on the board, and seams are on creases."""
    layout = Layout(parse_paper("a4"), Sides.FRONTS)
    game, pages = pages_of(folding(tmp_path, "three", "[540, 250]", f'{MOUNTED}\nsplit = "4x1"'), layout)
    plan = fold_plan(game.decks["map"])
    parts = {each.window.x: each for each in game.decks["map"].parts}
    found = set()
    for page in pages:
        for placement, crease in ((a, b) for a in page.placements for b in page.creases):
            part = placement.piece.deck.part
            assert part is not None
            along = crease.x1 - placement.rect.x if placement.rotation == 0 else crease.y1 - placement.rect.y
            found.add(round(part.window.x + along, 2))
    assert found == {round(x, 2) for x in plan.columns}
    assert len(parts) == 4
    game, pages = pages_of(folding(tmp_path / "on", "three", "[540, 250]", f'{MOUNTED}\nsplit = "3x1"'), layout)
    assert [part.window.x for part in game.decks["map"].parts] == pytest.approx([0, *plan.columns])
    assert not any(page.creases for page in pages), "the cuts have marks"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("folds", "more"), [("quad", ""), ("half", 'join = "overlap"'), ("quad", MOUNTED), ("three", MOUNTED)]
)
def test_the_sheets_of_a_folding_board_pass_their_audit(tmp_path: Path, folds: str, more: str) -> None:
    folding(tmp_path, folds, "[400, 280]", f'{more}\nsplit = "3x2"')
    printed = pnp.build("map", start=tmp_path, out=tmp_path / "out", cache=False)
    assert pnp.audit_file(printed.pdf, start=tmp_path).findings == []


def test_ticks_are_dashed_on_the_paper_and_the_slit_has_a_cut_mark(tmp_path: Path) -> None:
    folding(tmp_path, "quad", "[180, 240]", MOUNTED)
    printed = pnp.build(
        "map", start=tmp_path, out=tmp_path / "out", only=["map"], sides="fronts", guide=False, cache=False
    )
    with pikepdf.open(printed.pdf) as pdf:
        page = pdf.pages[0]
        width, height = (float(side) / POINTS_PER_MM for side in page.MediaBox[2:])
        strokes = [stroke for stroke in trace_page(page, width, height).strokes if stroke.dark]
    left, top = (width - 180) / 2, (height - 240) / 2
    middle = left + 90
    on = [stroke for stroke in strokes if abs(stroke.line.x1 - middle) < 0.05 and abs(stroke.line.x2 - middle) < 0.05]
    assert {(stroke.dashed, stroke.line.y1 < top + 120) for stroke in on} == {(True, True), (False, False)}
    level = [stroke for stroke in strokes if stroke.dashed and abs(stroke.line.y1 - top - 120) < 0.05]
    assert len(level) == 2


def test_machines_crease_and_slit(tmp_path: Path) -> None:
    _, pages = pages_of(folding(tmp_path, "quad", "[180, 240]", MOUNTED), Layout(parse_paper("a4"), Sides.FRONTS))
    lines = page_lines(pages[0])
    assert [line.layer for line in lines if not line.closed] == [CutLayer.CREASE, CutLayer.CREASE, CutLayer.CUT]
    box = pages[0].placements[0].rect
    (x1, y1), (x2, y2) = lines[2].line.points
    assert (x1, x2, max(y1, y2)) == pytest.approx((box.x + 90, box.x + 90, box.bottom))
    assert min(y1, y2) == pytest.approx(box.y + 120)


def test_the_guide_gives_the_panels(tmp_path: Path) -> None:
    layout = Layout(parse_paper("a4"), Sides.FRONTS)
    for lang, said in ((Lang.EN, "cut 4 panels of 197.5 × 279.5 mm from 2 mm greyboard"),
                       (Lang.FR, "coupe 4 panneaux de 197,5 × 279,5 mm dans du carton gris de 2 mm")):  # fmt: skip
        game, pages = pages_of(folding(tmp_path / lang, "quad", more=MOUNTED), layout)
        steps = {step.name: step.caption(lang).replace("\u202f", " ").replace("\xa0", " ")
                 for step in find_steps(pages, game, Job(layout, lang))}  # fmt: skip
        assert said in steps["slit"]
        assert "5" in steps["slit"]
        assert "board" not in steps, "it is not glued onto one board"
    game, pages = pages_of(folding(tmp_path / "mat", "half"), layout)
    assert "crease" in {step.name for step in find_steps(pages, game, Job(layout, Lang.EN))}


@pytest.mark.parametrize("size", ["[100, 80]", "[300, 200]"])
def test_the_print_is_turned_over_the_edges_of_the_greyboard(tmp_path: Path, size: str) -> None:
    """The art goes on for the wrap and the bleed, whether the board is printed whole or in parts."""
    folding(tmp_path, "quad", size, f"{MOUNTED}\nwrap = 15")
    template = tmp_path / "templates/map/map.svg.j2"
    template.write_text(
        template.read_text("utf-8").replace("{% block body %}", '{% block body %}{{ ground("#dfe9c8") }}')
    )
    printed = pnp.build("map", start=tmp_path, only=("map",), guide=False, out=tmp_path / "out", cache=False)
    placed = json.loads(printed.placements.read_text("utf-8"))["placements"]
    width, height = json.loads(size)
    assert placed[0]["part"]["board"] == [width + 30, height + 30]
    assert sum(each["width"] * each["height"] for each in placed) == pytest.approx((width + 30) * (height + 30))
    report = pnp.audit_file(printed.pdf, start=tmp_path)
    assert report.findings == []
    page = pypdfium2.PdfDocument(printed.pdf)[0].render(scale=2).to_pil()
    first, dots = placed[0], 2 * POINTS_PER_MM
    for x, y in ((-2, -2), (1, 1), (14, 14)):  # in the bleed, on the wrap, next to the edge of the board
        found = page.getpixel((int((first["x"] + x) * dots), int((first["y"] + y) * dots)))
        assert found == pytest.approx((0xDF, 0xE9, 0xC8), abs=2)
