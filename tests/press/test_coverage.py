"""Ink coverage: what is said of a file is what its pages show."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import pnp
from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from tests.measure import picture

GAME = """
title = "Photos"
[decks.photos]
size = [60, 80]
pictures = "photos"
"""


def measured(pdf: Path, first: int, pages: int) -> float:
    """The mean ink of all pages that are printed on, seen at a high resolution."""
    seen = [1 - picture(pdf, page, 150).mean() / 255 for page in range(first, pages + first)]
    inked = [share for share in seen if share > 0.003]
    return float(sum(inked) / len(inked))


def build(project: Project, name: str, folder: Path, ink: Ink = Ink.FULL, sides: Sides = Sides.DUPLEX_LONG) -> Printed:
    return print_game(project, name, Job(Layout(parse_paper("a4"), sides), Lang.FR, ink), folder, Cache.for_user())


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("ink", list(Ink))
def test_it_is_what_the_pages_show(ink: Ink, tmp_path: Path) -> None:
    printed = build(bundled_project(), "koko", tmp_path, ink)
    assert printed.coverage == pytest.approx(measured(printed.pdf, 1, printed.pages), abs=0.015)


@pytest.mark.slow
def test_low_ink_takes_less(tmp_path: Path) -> None:
    full, low = (build(bundled_project(), "koko", tmp_path / ink, ink).coverage for ink in Ink)
    assert low < full / 2


def test_the_same_from_the_cache(project: Project, tmp_path: Path) -> None:
    fresh = print_game(project, "lowtide", Job(Layout(parse_paper("a4"))), tmp_path / "a", Cache.disabled())
    kept = build(project, "lowtide", tmp_path / "b")
    assert fresh.coverage == kept.coverage > 0


@pytest.mark.parametrize(("grey", "share"), [(255, 0), (128, 0.5), (0, 1)])
def test_pictures_count_with_their_colours(grey: int, share: float, tmp_path: Path) -> None:
    """On a paper as large as a picture with its bleed, ink covers what the picture does."""
    photos = tmp_path / "components" / "photos" / "photos"
    photos.mkdir(parents=True)
    for number in range(3):
        Image.new("RGB", (300, 400), (grey, grey, grey)).save(photos / f"p{number}.png")
    (tmp_path / "pnp.toml").write_text("")
    (photos.parent / "game.toml").write_text(GAME)
    printed = pnp.build("photos", start=tmp_path, out=tmp_path / "out", sides="fronts", guide=False, paper="66x86")
    assert printed.coverage == pytest.approx(share, abs=0.03)
