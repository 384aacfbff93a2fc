"""Standees cut out along their silhouettes: a border of 2 mm, and an outline that follows the drawing."""

from __future__ import annotations

from math import dist
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from pnp.face.render import FaceRenderer
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.press.silhouette import silhouette
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.gallery import DPI, game, pictures

STANDEES = [("winston", "standees"), ("cotcotcollec", "fox-standee")]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize(("name", "deck_name"), STANDEES)
def test_standees_have_a_border_of_2_mm(name: str, deck_name: str, ink: Ink) -> None:
    """All that is drawn is 2 mm inside the cut, but where the figure folds and where its foot goes on."""
    deck = game(name).decks[deck_name]
    for side in Side:
        for piece, drawn in pictures(name, deck_name, side, ink).items():
            line = deck.cut_line(side, piece)
            assert line.along(0)
            assert line.along(deck.size.height)
            rows, columns = np.nonzero(drawn.min(axis=2) < 250)
            for row, column in list(zip(rows, columns, strict=True))[::37]:
                x, y = (column + 0.5) * 25.4 / DPI, (row + 0.5) * 25.4 / DPI
                assert line.holds((x, y)), (piece, x, y)
                away = min(dist((x, y), (px_, py)) for px_, py in line.polygon if 0.2 < py < deck.size.height - 0.2)
                assert away > 1.8, (piece, x, y)


@pytest.mark.parametrize(("name", "deck_name"), STANDEES)
def test_the_outlines_of_standees_are_what_render_makes_of_their_drawings(name: str, deck_name: str) -> None:
    deck = game(name).decks[deck_name]
    drawer = FaceRenderer(bundled_project(), game(name), Lang.FR, Ink.FULL, 0)
    for row in deck.designs:
        front, back = (drawer.render(deck, row, side) for side in Side)
        made = silhouette([front], [back], 2, deck)
        kept = deck.cut_line(Side.FRONT, row.id)
        assert max(made.distance(point) for point in kept.polygon) < 0.1
        assert max(kept.distance(point) for point in made.polygon) < 0.1


@pytest.mark.parametrize(
    ("lang", "said"), [(Lang.FR, ("Renard · pied avant", "Renard · pied arrière")), (Lang.EN, ("Fox · front foot",))]
)
def test_the_feet_of_the_fox_say_whose_they_are(lang: Lang, said: tuple[str, ...], tmp_path: Path) -> None:
    job = Job(Layout(parse_paper("a4")), lang, selection=Selection(("fox-standee",)))
    printed = print_game(bundled_project(), "cotcotcollec", job, tmp_path, Cache.for_user())
    text = " ".join(pypdfium2.PdfDocument(printed.pdf)[0].get_textpage().get_text_bounded().split())
    for words in said:
        assert words in text
