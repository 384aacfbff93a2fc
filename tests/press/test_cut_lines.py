"""Shapes on the paper: nothing is printed inside a cut, its line shows on white, and only what is cut out is shown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

import pnp
from pnp.geometry.outline import Outline
from pnp.library.faces import write_contact_sheet
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.measure import Stamped, picture, stamped_faces, words
from tests.shapes import DECKS, write_shapes

A4 = parse_paper("a4")
DPI = 300
GROUND = (0xB9, 0xBD, 0xC2)
BOX = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx')


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write_shapes(tmp_path_factory.mktemp("shapes"), dict.fromkeys(DECKS, 3))


@pytest.fixture(scope="module")
def game(shapes: Project) -> Game:
    return load_game(shapes, "shapes")


def build(project: Project, folder: Path, layout: Layout, ink: Ink = Ink.FULL, **more: Any) -> Path:
    return print_game(project, "shapes", Job(layout, Lang.EN, ink, **more), folder, Cache.for_user()).pdf


def deck_of(face: Stamped, game: Game) -> Deck:
    return next(deck for deck, design in game.designs() if design.id == face.piece)


def cut_of(face: Stamped, game: Game) -> Outline:
    return placed(deck_of(face, game).cut_line(Side(face.side)), face, game)


def placed(line: Outline, face: Stamped, game: Game) -> Outline:
    return line.placed(deck_of(face, game).size, (face.x, face.y, face.width, face.height), face.rotation)


def shrunk(cut: Outline, by: float, size: tuple[int, int]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The pixels of a page inside a cut, at a distance in mm from it."""
    mask = Image.new("L", size)
    scale = DPI / 25.4
    draw = ImageDraw.Draw(mask)
    points = [(x * scale, y * scale) for x, y in cut.polygon]
    draw.polygon(points, fill=255)
    draw.line(points, fill=0, width=round(2 * by * scale) + 1)
    return np.asarray(mask) > 0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("nest", [False, True])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_SHORT, Sides.FOLD])
def test_no_mark_is_printed_inside_a_cut_and_its_line_shows_on_white(
    shapes: Project, game: Game, tmp_path: Path, sides: Sides, nest: bool
) -> None:
    pdf = build(shapes, tmp_path, Layout(A4, sides, nest=nest), Ink.LOW)
    faces = stamped_faces(pdf, 3)
    for number in sorted({face.page for face in faces}):
        dark = picture(pdf, number, DPI).min(axis=2) < 200
        size = (dark.shape[1], dark.shape[0])
        for face in [face for face in faces if face.page == number]:
            cut = cut_of(face, game)
            inside = shrunk(cut, 0.1, size)
            x, y = face.x + face.width / 2, face.y + face.height / 2
            box = [round(mm * DPI / 25.4) for mm in (x - 10.5, y - 10.5, x + 10.5, y + 10.5)]
            inside[box[1] : box[3], box[0] : box[2]] = False  # its own letters
            assert not (dark & inside).any(), face.piece
            for line in deck_of(face, game).knife_line(Side(face.side)).cut_lines(0.15):
                line = placed(line, face, game)
                along = [(round(y * DPI / 25.4), round(x * DPI / 25.4)) for x, y in line.polygon]
                seen = [dark[y - 2 : y + 3, x - 2 : x + 3].any() for y, x in along]
                if face.side == "front" or face.piece.startswith("figure"):
                    assert sum(seen) > 0.35 * len(seen), f"no dashes round {face.piece}"
                else:
                    assert not sum(seen), f"dashes round the back of {face.piece}"


def test_the_bleed_of_nested_pieces_follows_their_outline(shapes: Project, game: Game, tmp_path: Path) -> None:
    pdf = build(shapes, tmp_path, Layout(A4, Sides.FRONTS, gap=9, nest=True))
    faces = stamped_faces(pdf, 3)
    for deck in ("flat", "pointy", "discs"):
        pieces = [face for face in faces if face.piece.startswith(deck)]
        page = picture(pdf, pieces[0].page, DPI)
        for face in pieces:
            for away, coloured in ((2.6, True), (3.6, False)):
                grown = cut_of(face, game).grown(away)
                corners = zip(grown.polygon, grown.polygon[1:], strict=False)
                for x, y in [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in corners]:
                    colour = page[round(y * DPI / 25.4), round(x * DPI / 25.4)]
                    assert bool(colour[2] < 200) is coloured, (face.piece, away)


def pixel(shown: Image.Image, at: tuple[int, int]) -> tuple[int, ...]:
    found = shown.convert("RGB").getpixel(at)
    assert isinstance(found, tuple)
    return tuple(map(int, found))


def test_contact_sheets_show_what_is_cut_out(shapes: Project, tmp_path: Path) -> None:
    for deck, corner in (("rounded", 0.7), ("flat", 8), ("pointy", 8), ("fish", 5), ("discs", 3), ("figure", 3)):
        faces = pnp.render_faces("shapes", [f"{deck}-1"], start=shapes.root, sides=["front"])
        write_contact_sheet(faces, tmp_path / "contact.png")
        with Image.open(tmp_path / "contact.png") as shown:
            size = faces[0].deck.size
            scale = shown.width / (size.width + 8)
            for x in (corner / 2, size.width - corner / 2):
                for y in (corner / 2, size.height - corner / 2):
                    assert pixel(shown, (round((4 + x) * scale), round((4 + y) * scale))) == GROUND, deck
            middle = round((4 + size.width / 4) * scale), round((4 + size.height / 2) * scale)
            assert pixel(shown, middle) != GROUND


def test_the_guide_says_how_to_cut(shapes: Project, tmp_path: Path) -> None:
    def text(folder: str, project: Project, **more: Any) -> str:
        pdf = build(project, tmp_path / folder, Layout(A4, **more), guide=True)
        return " ".join(word for word, _, _ in words(pdf, 1))

    said = text("all", shapes)
    assert "Round the corners: 4 mm" in said
    assert "Shapes without marks: follow the line" in said, "the fish"
    assert "Circles: a 30 mm punch" in said
    assert "Knife and ruler: long lines first, from mark to mark" in said
    hexes = write_shapes(tmp_path / "hexes", {"flat": 2})
    rows = text("rows", hexes)
    assert "Hexagons: cut from mark to mark, in all three directions" in rows
    assert "follow the line" not in rows
    nested = text("nested", hexes, nest=True)
    assert "follow the line" in nested
    assert "from mark to mark" not in nested


def test_the_list_has_the_line_to_cut_along(shapes: Project, game: Game, tmp_path: Path) -> None:
    pdf = build(shapes, tmp_path, Layout(A4, nest=True))
    assert pdf.name == "shapes_en_a4_full_duplex-long_nested.pdf"
    about = json.loads(pdf.with_suffix(".json").read_text("utf-8"))
    assert about["nest"] is True
    for place in about["placements"]:
        deck = game.decks[place["deck"]]
        box = (place["x"], place["y"], place["width"], place["height"])
        line = deck.knife_line(Side(place["side"])).placed(deck.size, box, place["rotation"])
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", place["cut"])]
        wanted = [float(number) for number in re.findall(r"-?[\d.]+", line.svg())]
        assert numbers == pytest.approx(wanted, abs=0.002)
        assert place["cut"].endswith("Z") is (deck.name != "figure"), "a standee is not cut where it folds"


def test_version_marks_keep_their_distance_from_every_outline(shapes: Project) -> None:
    for drawn in pnp.render_faces("shapes", [f"{deck}-1" for deck in DECKS], start=shapes.root, mark="v2"):
        if drawn.side is Side.BACK:
            continue
        x, y, width, height = map(float, BOX.findall(drawn.face.svg)[-1])
        high = drawn.deck.size.height
        room = drawn.deck.cut_line().room(y, high - x - width, y + height, high - x)
        assert room == pytest.approx(3, abs=0.01), drawn.deck.name


def test_templates_know_the_outline(tmp_path: Path) -> None:
    project = write_shapes(tmp_path, {"fish": 1})
    template = project.root / "templates" / "shapes" / "front.svg.j2"
    template.write_text('{% extends "face.svg.j2" %}{% block body %}<path d="{{ deck.outline }}"/>{% endblock %}')
    (tmp_path / "templates/shapes/back.svg.j2").write_text(template.read_text())
    front, back = (drawn.face.svg for drawn in pnp.render_faces("shapes", start=tmp_path))
    assert 'd="M2 15 C8 2 ' in front
    assert 'd="M38 15 C32 2 ' in back
