"""Version marks: on fronts, away from the cut, and nowhere without being asked for."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import RenderError
from pnp.face.face import SAFE_DISTANCE, add_version_mark
from pnp.face.render import FaceRenderer
from pnp.geometry.outline import rectangle
from pnp.geometry.units import Size
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Shape, Side
from tests.measure import words

BOX = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx')


def front(project: Project, game: Game, deck: str, mark: str, side: Side = Side.FRONT) -> str:
    drawer = FaceRenderer(project, game, Lang.EN, Ink.FULL, 3, mark)
    return drawer.render(game.decks[deck], game.decks[deck].designs[0], side).svg


def test_fronts_bear_it_and_backs_do_not(project: Project, lowtide: Game) -> None:
    for name, deck in lowtide.decks.items():
        assert ">v0.3</text>" in front(project, lowtide, name, "v0.3")
        if deck.back:
            assert "v0.3" not in front(project, lowtide, name, "v0.3", Side.BACK)


def test_a_face_without_a_mark_is_what_it_was(project: Project, lowtide: Game) -> None:
    plain, with_mark = (front(project, lowtide, "shells", mark) for mark in ("", "v0.3"))
    begin = with_mark.index(plain.rpartition("</svg>")[0])
    assert begin == 0
    assert with_mark.endswith(plain.rpartition("</svg>")[2])


def test_it_stays_three_millimetres_inside_the_cut(project: Project, lowtide: Game) -> None:
    for name, deck in lowtide.decks.items():
        svg = front(project, lowtide, name, "v0.3 beta")
        assert f'<g transform="translate(0 {deck.size.height:g}) rotate(-90)">' in svg
        x, y, width, height = map(float, BOX.findall(svg)[-1])
        corners = [(b, deck.size.height - a) for a in (x, x + width) for b in (y, y + height)]
        if deck.shape is Shape.CIRCLE:
            radius = deck.size.width / 2
            near = min(radius - ((a - radius) ** 2 + (b - radius) ** 2) ** 0.5 for a, b in corners)
        else:
            near = min(min(a, b, deck.size.width - a, deck.size.height - b) for a, b in corners)
        assert near >= SAFE_DISTANCE - 0.002, name


def test_signs_that_mean_something_to_svg_are_letters(project: Project, lowtide: Game) -> None:
    assert "&lt;b&gt;&amp;" in front(project, lowtide, "shells", "<b>&")


@pytest.mark.parametrize("mark", [" ", "v1 ", "x" * 25, "a\nb", "v★", "\x07"])
def test_what_cannot_be_a_mark_is_refused(project: Project, lowtide: Game, mark: str) -> None:
    with pytest.raises(
        RenderError, match=r"^--mark (must be text of at most 24 characters|has characters that are missing from)"
    ):
        front(project, lowtide, "shells", mark)


def test_a_piece_without_room_for_it_is_named(project: Project, lowtide: Game) -> None:
    with pytest.raises(RenderError) as caught:
        front(project, lowtide, "pebbles", "W" * 24)
    assert str(caught.value).startswith(f'lowtide: pebble (front): there is no room for the mark "{"W" * 24}": ')
    face = FaceRenderer(project, lowtide, Lang.EN, Ink.FULL, 0).render(
        lowtide.decks["shells"], lowtide.decks["shells"].designs[0], Side.FRONT
    )
    with pytest.raises(RenderError, match="there is no room for the mark"):
        add_version_mark(replace(face, size=Size(9, 7)), "v0.3", rectangle(Size(9, 7)))


def test_the_paper_shows_it_on_every_front(project: Project, tmp_path: Path) -> None:
    job = Job(Layout(parse_paper("a4")), Lang.EN, mark="v0.3")
    printed = print_game(project, "lowtide", job, tmp_path, Cache.for_user())
    assert printed.pdf.name == "lowtide_en_a4_full_duplex-long_mark-v0.3.pdf"
    assert [word for word, _, _ in words(printed.pdf, 1)].count("v0.3") == 13
    assert "v0.3" not in {word for word, _, _ in words(printed.pdf, 2)}


def test_a_mark_does_not_take_the_place_of_a_kept_face(project: Project, lowtide: Game, tmp_path: Path) -> None:
    cache, layout = Cache(tmp_path / "cache"), Layout(parse_paper("a4"))
    drawn = [
        print_game(project, "lowtide", Job(layout, mark=mark), tmp_path / f"{number}", cache)
        for number, mark in enumerate(["", "v1", "v2", ""])
    ]
    assert [printed.drawn for printed in drawn] == [25, 25, 25, 0]
    assert drawn[0].pdf.read_bytes() == drawn[3].pdf.read_bytes()
