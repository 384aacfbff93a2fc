"""Boards larger than the paper: where they are divided, and that their parts make the whole board."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pikepdf
import pytest

import pnp
from pnp.check.proofread import impose_game
from pnp.config import resolve_config
from pnp.errors import PnpError
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.library.sheets import find_spare_places
from pnp.project.folders import Project
from pnp.sheet.board import divide_boards, whole_boards
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from pnp.spec.model import BoardPart, Deck, Game
from pnp.terms import Join, Lang, Side

A4 = parse_paper("a4")
SPEC = """title = "Map"
[decks.map]
kind = "board"
size = [420, 594]
front = "map.svg.j2"
back = "map.svg.j2"
{more}
rows = [{{ id = "map", count = {count} }}]

[decks.red]
kind = "token"
size = [20, 20]
front = "map.svg.j2"
rows = [{{ id = "red", count = 5 }}]
"""
FACE = """{% extends "face.svg.j2" %}{% block body %}
<rect x="-9" y="-9" width="{{ w + 18 }}" height="{{ h + 18 }}" fill="#dfe9c8"/>
<path d="M0 0 L{{ w }} {{ h }} M{{ w }} 0 L0 {{ h }}" stroke="#222222"/>
{{ text(side, w / 2 - 6, h / 2 - 4, 12, 8) }}
{% if w > 100 %}{{ keep(130, 250, 60, 60) }}{% endif %}
{% endblock %}"""


def project(tmp_path: Path, more: str = "", count: int = 1) -> Project:
    (tmp_path / "components/map").mkdir(parents=True)
    (tmp_path / "templates/map").mkdir(parents=True)
    (tmp_path / "components/map/game.toml").write_text(SPEC.format(more=more, count=count), "utf-8")
    (tmp_path / "templates/map/map.svg.j2").write_text(FACE, "utf-8")
    return Project(tmp_path)


def board(tmp_path: Path, more: str = "", layout: Layout | None = None, *keeps: Rect) -> tuple[Game, Deck]:
    game = load_game(project(tmp_path, more), "map")
    divided = divide_boards(game, layout or Layout(A4), {"map": keeps})
    return divided, divided.decks["map"]


def crossed(parts: tuple[BoardPart, ...], place: Rect) -> bool:
    """Whether an edge inside the board goes through a place."""
    xs = {edge for part in parts for edge in (part.seam.x, part.seam.right)}
    ys = {edge for part in parts for edge in (part.seam.y, part.seam.bottom)}
    return any(place.x < x < place.right for x in xs) or any(place.y < y < place.bottom for y in ys)


@pytest.mark.parametrize("more", ["", 'join = "overlap"', 'join = "overlap"\noverlap = 12', 'split = "4x5"'])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD, Sides.FRONTS])
def test_parts_cover_the_board_once_and_fit_on_the_paper(tmp_path: Path, more: str, paper: str, sides: Sides) -> None:
    layout = Layout(parse_paper(paper), sides)
    game, deck = board(tmp_path, more, layout)
    assert sum(part.seam.width * part.seam.height for part in deck.parts) == pytest.approx(420 * 594)
    for one, other in product(deck.parts, deck.parts):
        assert one is other or not one.seam.overlaps(other.seam)
    strip = 12 if "12" in more else 8 if "overlap" in more else 0
    for part in deck.parts:
        window, seam = part.window, part.seam
        assert (window.x, window.y) == (seam.x, seam.y)
        assert window.right == pytest.approx(min(seam.right + strip, 420))
        assert window.bottom == pytest.approx(min(seam.bottom + strip, 594))
    placed = [each for page in impose(expand_pieces(game), layout) for each in page.placements]
    fronts = [each for each in placed if each.piece.deck.name == "map" and each.side is Side.FRONT]
    assert len(fronts) == len(deck.parts)
    assert "split" not in more or {part.name for part in deck.parts} == {f"{a}{n}" for a in "ABCD" for n in range(1, 6)}
    assert game.decks["map"].count == 1, "a board is one piece, whatever it is printed on"
    assert whole_boards(game) == load_game(Project(tmp_path), "map")


def test_a_board_that_fits_stays_whole(tmp_path: Path) -> None:
    game, deck = board(tmp_path, "", Layout(parse_paper("500x700")))
    assert deck.parts == ()
    assert len(expand_pieces(game)) == 6


def test_seams_avoid_what_must_not_be_cut_through(tmp_path: Path) -> None:
    place = Rect(100, 260, 120, 60)
    _, even = board(tmp_path)
    assert crossed(even.parts, place)
    _, moved = board(tmp_path / "moved", "", None, place)
    assert len(moved.parts) == len(even.parts), "no more parts than without it"
    assert not crossed(moved.parts, place)


def test_a_place_larger_than_the_paper_is_cut_through_once(tmp_path: Path) -> None:
    _, deck = board(tmp_path, "", None, Rect(0, 0, 420, 594))
    assert sum(part.seam.width * part.seam.height for part in deck.parts) == pytest.approx(420 * 594)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('split = "1x1"\nsize = [420, 594]', "is not valid TOML"),
        ('split = "2x1"', "does not fit on a4 (210 × 297 mm) in 2x1 parts"),
        ('split = "2"', "split"),
        ('join = "glue"', "join"),
        ('overlap = 1', "overlap"),
    ],
)  # fmt: skip
def test_what_cannot_be_divided_is_refused(tmp_path: Path, more: str, said: str) -> None:
    if "in 2x1" in said:
        said = "in 2x1 parts"
    with pytest.raises(PnpError) as caught:
        board(tmp_path, more)
    assert said in str(caught.value)


def test_only_boards_are_divided(tmp_path: Path) -> None:
    made = project(tmp_path, 'split = "2x2"')
    spec = tmp_path / "components/map/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('kind = "board"', 'kind = "tile"'), "utf-8")
    with pytest.raises(PnpError, match="has a split but is not a board"):
        load_game(made, "map")


@pytest.mark.parametrize(
    ("paper", "sides", "more", "count"),
    [
        ("a4", "duplex-long", "", 1), ("letter", "duplex-short", 'join = "overlap"', 2), ("a3", "fold", "", 1),
        ("a4", "fronts", 'split = "3x4"', 1),
    ],
)  # fmt: skip
def test_a_divided_board_passes_its_audit(tmp_path: Path, paper: str, sides: str, more: str, count: int) -> None:
    project(tmp_path, more, count)
    printed = pnp.build("map", start=tmp_path, paper=paper, sides=sides, out=tmp_path / "out", cache=False)
    assert printed.pieces == count + 5
    report = pnp.audit_file(printed.pdf, start=tmp_path)
    assert report.findings == []
    assert report.found == count + 5


def test_sheets_with_boards_have_spare_places_and_are_proofread(tmp_path: Path) -> None:
    made = project(tmp_path)
    spares = find_spare_places("map", start=tmp_path)
    assert {deck for spare in spares for deck in spare.decks} >= {"Red"}
    pages, _ = impose_game(load_game(made, "map"), resolve_config(made, "map"))
    assert len(pages) > 8, "their guide and labels are read, too"


def test_the_art_of_a_board_is_in_the_file_once(tmp_path: Path) -> None:
    project(tmp_path)
    printed = pnp.build("map", start=tmp_path, out=tmp_path / "out")
    with pikepdf.open(printed.pdf) as pdf:
        drawn = [
            each for each in pdf.objects if isinstance(each, pikepdf.Stream) and b"0.8745" in each.read_bytes()
            and each.get("/Subtype") == "/Form"
        ]  # fmt: skip
    assert len(drawn) <= 4, "front and back of the board, and of the counters"


def test_the_template_keeps_places_together(tmp_path: Path) -> None:
    """`keep` in the template, on the front and mirrored on the back."""
    made = project(tmp_path)
    from pnp.press.document import in_parts
    from pnp.press.job import Job
    from pnp.store.cache import Cache

    game = in_parts(made, load_game(made, "map"), Job(Layout(A4), Lang.EN), Cache.disabled())
    parts = game.decks["map"].parts
    assert not crossed(parts, Rect(130, 250, 60, 60))
    assert not crossed(parts, Rect(420 - 190, 250, 60, 60)), "the place on the back"
    assert Size(420, 594) == game.decks["map"].size
    assert game.decks["map"].join in (None, Join.BUTT)
