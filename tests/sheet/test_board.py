"""Boards larger than the paper: where they are divided, and that their parts make the whole board."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.check.proofread import impose_game
from pnp.config import resolve_config
from pnp.errors import PnpError
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.library.sheets import find_spare_places
from pnp.project.folders import Project
from pnp.sheet.board import divide_boards, whole_boards
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.page import Placement
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


@pytest.mark.sampled(2)
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


@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FRONTS])
def test_small_pieces_share_the_last_sheet_of_a_part_with_room(tmp_path: Path, sides: Sides) -> None:
    game = load_game(project(tmp_path, 'split = "2x4"'), "map")
    layout = Layout(A4, sides)
    pages = impose(expand_pieces(divide_boards(game, layout)), layout)
    found = [{placed.piece.deck.name for placed in page.placements} for page in pages]
    assert {"map", "red"} in found
    assert {"red"} not in found
    assert len([decks for decks in found if "map" in decks]) == (16 if sides is Sides.DUPLEX_LONG else 8)


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


def test_every_part_says_which_it_is_and_which_way_up(tmp_path: Path) -> None:
    """On its glue strip if it has one, or else outside its cut; always turned with the part."""
    for more, inside in (("", 0), ('join = "overlap"', 7)):
        game, deck = board(tmp_path / (more[:4] or "butt"), more)
        pages = impose([piece for piece in expand_pieces(game) if piece.deck.name == "map"], Layout(A4))
        keys = [key for page in pages for key in page.keys]
        assert sorted(key.text[:2] for key in keys) == sorted(part.name for part in deck.parts)
        assert sum(key.on_part for key in keys) == inside, "the lower right part has no strip"
        for front, key in ((page, key) for page in pages for key in page.keys):
            [part] = [each for each in front.placements if each.rect.grown(Edges(3, 3, 3, 3)).overlaps(key.rect)]
            assert part.piece.deck.part is not None
            assert key.text.startswith(part.piece.deck.part.name)
            arrow = 90 if key.text.endswith("→") else 0
            assert (key.rotation + arrow) % 360 == part.rotation
            overlap = part.rect.overlaps(key.rect)
            assert overlap == key.on_part


@pytest.mark.parametrize("more", ["", 'join = "overlap"'])
def test_match_marks_close_to_diamonds_where_parts_are_joined(tmp_path: Path, more: str) -> None:
    """Put together, both halves of each have the same centre at the end of a seam, and the same size."""
    game, deck = board(tmp_path, more)
    found: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for page in impose([piece for piece in expand_pieces(game) if piece.deck.name == "map"], Layout(A4)):
        for placement in page.placements:
            part = placement.piece.deck.part
            if part is None or placement.side is Side.BACK:
                continue
            slanted = [line for line in page.ticks if line.x1 != line.x2 and line.y1 != line.y2]
            for line in slanted:
                points = [_on_board(placement, x, y) for x, y in ((line.x1, line.y1), (line.x2, line.y2))]
                corner = min(points), max(points)
                centre = next(
                    (at for at in found if max(abs(at[0] - corner[0][0]), abs(at[1] - corner[0][1])) < 3),
                    corner[0],
                )
                found.setdefault(centre, []).extend(points)
    columns, rows = (len({edge for part in deck.parts for edge in axis(part)}) for axis in (_left, _top))
    assert len(found) == 2 * (columns - 1) + 2 * (rows - 1), "one at both ends of every seam"
    for points in found.values():
        xs, ys = ({round(value, 3) for value in axis} for axis in zip(*points, strict=True))
        assert len(xs) == len(ys) == 3, "all halves meet in the same four corners"
        assert max(xs) - min(xs) == pytest.approx(1.8, abs=0.01) == max(ys) - min(ys)


def _left(part: BoardPart) -> list[float]:
    return [part.seam.x]


def _top(part: BoardPart) -> list[float]:
    return [part.seam.y]


def _on_board(placement: Placement, x: float, y: float) -> tuple[float, float]:
    """Return a point of a page on the board that a part on it belongs to."""
    part, rect = placement.piece.deck.part, placement.rect
    assert part is not None
    across, down = {
        0: (x - rect.x, y - rect.y), 90: (y - rect.y, rect.right - x), 180: (rect.right - x, rect.bottom - y),
        270: (rect.bottom - y, x - rect.x),
    }[placement.rotation]  # fmt: skip
    return part.window.x + across, part.window.y + down


@pytest.mark.parametrize(("size", "found"), [("A2", (420, 594)), ("tabloid", (279.4, 431.8)), ("A0", (841, 1189))])
def test_boards_have_the_sizes_of_paper(tmp_path: Path, size: str, found: tuple[float, float]) -> None:
    made = project(tmp_path)
    spec = tmp_path / "components/map/game.toml"
    spec.write_text(spec.read_text("utf-8").replace("[420, 594]", f'"{size}"'), "utf-8")
    assert load_game(made, "map").decks["map"].size == pytest.approx(found)


def test_sheets_and_placements_name_the_parts(tmp_path: Path) -> None:
    project(tmp_path, 'split = "2x4"')
    printed = pnp.build("map", start=tmp_path, only=("map",), sides="fronts", out=tmp_path / "out")
    with pikepdf.open(printed.pdf) as pdf:
        assert len(pdf.pages) == 9
    placed = json.loads(printed.placements.read_text("utf-8"))["placements"]
    assert {each["part"]["name"] for each in placed} == {f"{column}{row}" for row in range(1, 5) for column in "AB"}
    [found] = [each for each in placed if each["part"]["name"] == "B2"]
    assert found["part"] == {"name": "B2", "x": 210, "y": 148.5, "board": [420, 594]}
    document = pypdfium2.PdfDocument(printed.pdf)
    assert "Map B2" in document[found["page"] - 1].get_textpage().get_text_bounded().replace("\xa0", " ")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_guide_puts_boards_together(tmp_path: Path, lang: str) -> None:
    """A picture of all parts with their names, and the step for the join."""
    project(tmp_path, 'join = "overlap"\nsplit = "2x4"')
    spec = tmp_path / "components/map/game.toml"
    spec.write_text('languages = ["en", "fr"]\n' + spec.read_text("utf-8"), "utf-8")
    printed = pnp.build("map", start=tmp_path, lang=lang, sides="fronts", out=tmp_path / "out")
    guide = pypdfium2.PdfDocument(printed.pdf)[0].get_textpage().get_text_bounded()
    for name in (f"{column}{row}" for row in range(1, 5) for column in "AB"):
        assert name in guide
    assert {"en": "glue strips", "fr": "languettes"}[lang] in guide
