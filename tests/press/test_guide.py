"""The making guide: one page before the sheets, with every part and every sheet on it, and no piece counted twice."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pnp.cache import Cache
from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.resources import Project
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.spec.model import Game
from pnp.terms import Ink, Lang
from tests.measure import picture, stamped_faces, words


def build(
    project: Project,
    game: Game,
    folder: Path,
    *,
    guide: bool = True,
    paper: str = "a4",
    sides: Sides = Sides.DUPLEX_LONG,
    lang: Lang = Lang.FR,
    ink: Ink = Ink.FULL,
) -> Printed:
    job = Job(Layout(parse_paper(paper), sides), lang, ink, guide=guide)
    return print_game(project, game.id, job, folder, Cache.of_user())


@pytest.mark.parametrize("paper", ["a4", "letter", "297x210", "120x170", "400x400"])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD])
def test_it_is_made_for_every_paper(
    project: Project, lowtide: Game, tmp_path: Path, paper: str, lang: Lang, sides: Sides
) -> None:
    printed = build(project, lowtide, tmp_path, paper=paper, lang=lang, sides=sides)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1))
    assert lowtide.title[lang] in text
    for item in lowtide.box:
        assert item.name[lang] in text
        assert f"{item.count} ×" in text
    for deck in lowtide.decks.values():
        assert deck.title[lang].split()[0] in text
    assert "100 %" in text


def test_sheets_keep_their_places_behind_it(project: Project, lowtide: Game, tmp_path: Path) -> None:
    """In duplex the guide has an empty back, so that fronts stay on odd pages; elsewhere it is one page."""
    for sides, before in ((Sides.DUPLEX_LONG, 2), (Sides.DUPLEX_SHORT, 2), (Sides.FOLD, 1), (Sides.FRONTS, 1)):
        plain = build(project, lowtide, tmp_path / "plain", guide=False, sides=sides)
        guided = build(project, lowtide, tmp_path / "guided", sides=sides)
        shifted = [(f.piece, f.copy, f.side, f.page + before, f.x, f.y) for f in stamped_faces(plain.pdf, 3)]
        assert [(f.piece, f.copy, f.side, f.page, f.x, f.y) for f in stamped_faces(guided.pdf, 3)] == shifted
        with pikepdf.open(guided.pdf) as document:
            assert str(document.Root.PageLabels.Nums[1].P) == "À fabriquer soi-même"
            assert document.Root.PageLabels.Nums[2] == before
        if before == 2:
            assert picture(guided.pdf, 2, 30).min() == 255


def test_small_faces_add_next_to_nothing(project: Project, lowtide: Game, tmp_path: Path) -> None:
    plain = build(project, lowtide, tmp_path / "plain", guide=False)
    guided = build(project, lowtide, tmp_path / "guided")
    assert guided.size_bytes - plain.size_bytes < 25_000
    assert picture(guided.pdf, 1, 60).std() > 30, "there are pictures on it"


def test_low_ink_guide(project: Project, lowtide: Game, tmp_path: Path) -> None:
    full, low = (build(project, lowtide, tmp_path / ink, ink=ink).pdf for ink in Ink)
    assert picture(low, 1, 40).mean() >= picture(full, 1, 40).mean()
