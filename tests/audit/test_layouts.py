"""What pnp prints passes its own audit: every layout, paper and ink."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.memo.cards import MEMO_CARDS, MemoCards
from pnp.press.job import Job, RendererName
from pnp.press.print import print_game
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import Layout, Margins, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Cutting, Ink, Lang
from tests.audit import tamper
from tests.conftest import TESTS

A4, LETTER, WIDE = parse_paper("a4"), parse_paper("letter"), parse_paper("420x297")
JOBS = {
    "short": Job(Layout(A4, Sides.DUPLEX_SHORT), guide=True),
    "fold": Job(Layout(A4, Sides.FOLD), Lang.EN),
    "fold-letter": Job(Layout(LETTER, Sides.FOLD), guide=True),
    "fronts": Job(Layout(LETTER, Sides.FRONTS)),
    "low": Job(Layout(LETTER), Lang.EN, Ink.LOW, guide=True),
    "wide": Job(Layout(WIDE)),
    "wide-short": Job(Layout(WIDE, Sides.DUPLEX_SHORT)),
    "offset": Job(Layout(A4, offset=(0.7, -1.3))),
    "offset-short": Job(Layout(A4, Sides.DUPLEX_SHORT, offset=(-0.7, 1.3))),
    "no-bleed": Job(Layout(A4, bleed=0)),
    "wide-bleed": Job(Layout(A4, bleed=5)),
    "gap": Job(Layout(A4, gap=2)),
    "apart": Job(Layout(LETTER, cut=Cutting.APART), guide=True),
    "shared": Job(Layout(LETTER, Sides.DUPLEX_SHORT, cut=Cutting.SHARED, offset=(0.7, -1.3))),
    "shared-fold": Job(Layout(A4, Sides.FOLD, cut=Cutting.SHARED)),
    "wide-gap": Job(Layout(A4, Sides.FOLD, gap=8)),
    "no-marks": Job(Layout(A4, marks=False)),
    "no-margin": Job(Layout(A4, margin=Margins.even(0))),
    "memo": Job(Layout(A4), guide=True, memo=MEMO_CARDS),
    "memo-spare": Job(Layout(A4), guide=True, memo=MemoCards(spare=True)),
    "memo-fold": Job(Layout(LETTER, Sides.FOLD, bleed=2), Lang.EN, Ink.LOW, memo=MEMO_CARDS),
    "memo-fronts": Job(Layout(A4, Sides.FRONTS), guide=True, memo=MEMO_CARDS),
    "crooked": Job(Layout(A4, offset=(0.7, -1.3), turn=0.4, scale=0.996), guide=True, memo=MEMO_CARDS),
    "crooked-short": Job(Layout(LETTER, Sides.DUPLEX_SHORT, turn=-0.6, scale=1.004)),
    "margins": Job(Layout(A4, margin=Margins(5, 8, 12.7, 20), offset=(1, 1))),
    "margins-fold": Job(Layout(A4, Sides.FOLD, margin=Margins(5, 8, 12.7, 20))),
    "back-bleed": Job(Layout(A4, back_bleed=5), guide=True, memo=MEMO_CARDS),
    "back-bleed-gap": Job(Layout(A4, gap=7, back_bleed=6, turn=0.2)),
    "cairosvg": Job(Layout(A4), renderer=RendererName.CAIROSVG),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", JOBS)
def test_what_is_printed_passes(name: str, project: Project, tmp_path: Path) -> None:
    printed = print_game(project, "lowtide", JOBS[name], tmp_path, Cache.for_user())
    assert printed.pieces == 27
    assert printed.memos == 4 * (JOBS[name].memo is not None), "a memo for each of four players"
    report = audit_file(printed.pdf, TESTS / "sample")
    assert report.findings == []
    assert report.notes == []
    asked = set(Check) - ({Check.MARKS} if name == "no-marks" else set())
    assert set(report.measured) == asked


@pytest.mark.slow
def test_bleeds_that_give_way_to_the_foot_of_a_standee_and_to_what_has_no_back_pass(tmp_path: Path) -> None:
    """Nearer than two bleeds: a token beside a foot, cards above standees that show on one side only."""
    printed = print_game(bundled_project(), "winston", Job(Layout(LETTER), Lang.EN), tmp_path, Cache.for_user())
    report = audit_file(printed.pdf, tmp_path)
    last = [face for face in report.faces if face.page == report.pages - 1]
    assert {face.deck for face in last} == {"dogs", "sizes", "standees", "tokens"}
    assert report.findings == []


@pytest.mark.slow
@pytest.mark.parametrize("offset", [(1.5, -1), (2, 2)])
def test_the_marks_of_a_neighbour_across_a_narrow_gutter_are_not_taken_for_a_cards_own(
    offset: tuple[float, float], tmp_path: Path
) -> None:
    """If the marks of a line are missing, those next to them belong to the next column."""
    layout = Layout(LETTER, gap=1, offset=offset)
    printed = print_game(bundled_project(), "winston", Job(layout), tmp_path, Cache.for_user())
    report = audit_file(printed.pdf, tmp_path)
    assert report.findings == []
    assert report.measured[Check.MARKS] == "within 0.000 mm", "every cut has a line"
    bare = tamper.tampered(printed.pdf, tmp_path / "bare.pdf", lambda pdf: tamper.remove_line(pdf.pages[2], 1))
    report = audit_file(bare, tmp_path)
    assert "cuts without a line" in report.measured[Check.MARKS]
    assert not any("off its cut lines" in finding.text for finding in report.findings)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["koko", "conquete", "winston"])
def test_every_bundled_game_passes(game: str, tmp_path: Path) -> None:
    printed = print_game(bundled_project(), game, Job(Layout(LETTER, Sides.FOLD), Lang.EN), tmp_path, Cache.for_user())
    report = audit_file(printed.pdf, tmp_path)
    assert report.findings == []
    assert all(wanted == found for _, wanted, found in report.box)
