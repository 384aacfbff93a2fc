"""A file that was tampered with is noticed, and it is said what was done to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Pdf

from pnp.audit.audit import audit_file
from pnp.audit.report import Check, Report
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Side
from tests.audit import tamper
from tests.conftest import TESTS

SHELLS, SHELL_BACKS, TIDES, TIDE_BACKS = 2, 3, 4, 5
"""Pages, from 0: shells that share their cuts, and tiles that are all different, with their backs."""


@pytest.fixture(scope="module")
def sheets(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished sheets of the test game, as a maker has them."""
    job = Job(Layout(parse_paper("a4")), guide=True)
    return print_game(project, "lowtide", job, tmp_path_factory.mktemp("sheets"), Cache.for_user()).pdf


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished sheets of a whole box."""
    job = Job(Layout(parse_paper("a4")))
    return print_game(bundled_project(), "cotcotcollec", job, tmp_path_factory.mktemp("sheets"), Cache.for_user()).pdf


@pytest.fixture(scope="module")
def bare(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sheets without backs, where nothing behind a card gives away that it was moved."""
    job = Job(Layout(parse_paper("a4"), Sides.FRONTS, marks=False))
    return print_game(project, "lowtide", job, tmp_path_factory.mktemp("sheets"), Cache.for_user()).pdf


def audit(path: Path) -> Report:
    return audit_file(path, TESTS / "sample")


def said(report: Report, check: Check) -> list[str]:
    return [str(finding) for finding in report.findings if finding.check is check]


def test_the_file_as_it_was_printed_is_complete(sheets: Path) -> None:
    report = audit(sheets)
    assert report.findings == []
    assert report.verdict == "complete: 27 pieces, none twice, none missing"
    assert set(report.measured) == set(Check)


def test_a_pad_without_one_of_its_leaves_is_no_piece(sheets: Path, tmp_path: Path) -> None:
    leaves = [face for face in audit(sheets).faces if face.deck == "leaf"]
    alone = tamper.tampered(sheets, tmp_path / "torn.pdf", lambda pdf: tamper.remove(pdf.pages[leaves[-1].page - 1], 0))
    report = audit(alone)
    assert (len(leaves), report.found, report.wanted) == (3, 26, 27)
    assert report.verdict.startswith("not as it should be: 26 of 27 pieces")
    assert any("score-leaf" in line and line.endswith("front is missing") for line in said(report, Check.COUNT))


@pytest.mark.slow
def test_a_box_of_110_cards_is_proven_complete(cards: Path) -> None:
    report = audit(cards)
    assert report.findings == []
    assert [line[1:] for line in report.box] == [(90, 90), (10, 10), (5, 5), (5, 5), (1, 1), (1, 1), (1, 1)]
    assert sum(face.deck == "cards" and face.side is Side.FRONT for face in report.faces) == 110


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "check", "text"),
    [
        (lambda pdf: tamper.remove(pdf.pages[0], 4), Check.COUNT, "ring (5) front is missing"),
        (lambda pdf: tamper.double(pdf.pages[22], 0, 5), Check.COUNT, "rooster (10) front is on the paper 2 times"),
        (lambda pdf: tamper.move(pdf.pages[1], 4, 1, 0), Check.BACKS, "page 2: the back of ring (5) is 1.00 mm off"),
        (lambda pdf: tamper.scale(pdf.pages[0], 8, 1.02), Check.SIZE, "ring (9) front is drawn at 102.0% × 102.0%"),
        (lambda pdf: tamper.steal_back(pdf, 1, 3, 26), Check.LOOKS, "back does not look as the game draws it"),
        (lambda pdf: pdf.pages.__delitem__(20), Check.COUNT, "cartes Gengis Coq: 1 on the paper, but the box has 10"),
    ],
    ids=["removed", "doubled", "moved by 1 mm", "scaled by 2 %", "a back swapped", "a page missing"],
)
def test_what_was_done_to_a_box_of_110_cards_is_said(
    cards: Path, tmp_path: Path, change: Callable[[Pdf], None], check: Check, text: str
) -> None:
    report = audit(tamper.tampered(cards, tmp_path / "cards.pdf", change))
    assert any(text in line for line in said(report, check)), report.findings


HANDS: dict[str, tuple[Callable[[Pdf], None], dict[Check, str]]] = {
    "a card removed": (
        lambda pdf: tamper.remove(pdf.pages[SHELLS], 4),
        {Check.COUNT: "cockle (1) front is missing"},
    ),
    "a card removed with its back": (
        tamper.each(
            lambda pdf: tamper.remove(pdf.pages[SHELLS], 4), lambda pdf: tamper.remove(pdf.pages[SHELL_BACKS], 4)
        ),
        {Check.COUNT: "cockle (1) back is missing"},
    ),
    "a back removed": (
        lambda pdf: tamper.remove(pdf.pages[SHELL_BACKS], 0),
        {Check.COUNT: "whelk (1) back is missing"},
    ),
    "a card doubled over another": (
        lambda pdf: tamper.double(pdf.pages[TIDES], 0, 5),
        {Check.COUNT: "tide-1 (1) front is on the paper 2 times"},
    ),
    "a card doubled on itself": (
        lambda pdf: tamper.rewrite(
            pdf.pages[SHELLS], lambda text: text.replace(tamper.block(text, 0)[0], tamper.block(text, 0)[0] * 2)
        ),
        {Check.COUNT: "whelk (1) front is on the paper 2 times", Check.OVERLAP: "overlap"},
    ),
    "a front moved by 1 mm": (
        lambda pdf: tamper.move(pdf.pages[SHELLS], 4, 1, 0),
        {
            Check.PLACE: "cockle (1) front is 1.00 mm from its place",
            Check.BACKS: "the back of cockle (1) is 1.00 mm off its front",
            Check.MARKS: "cockle (1) front is 1.00 mm off its cut lines",
            Check.OVERLAP: "cockle (1) front and cockle (2) front overlap",
        },
    ),
    "a back moved by 1 mm": (
        lambda pdf: tamper.move(pdf.pages[SHELL_BACKS], 2, 0, 1),
        {Check.BACKS: "the back of whelk (3) is 1.00 mm off its front"},
    ),
    "a card and its back moved by 1 mm together": (
        tamper.each(
            lambda pdf: tamper.move(pdf.pages[SHELLS], 0, 0, 1),
            lambda pdf: tamper.move(pdf.pages[SHELL_BACKS], 0, 0, 1),
        ),
        {Check.PLACE: "whelk (1) front is 1.00 mm", Check.MARKS: "whelk (1) front is 1.00 mm"},
    ),
    "a card scaled by 2 %": (
        lambda pdf: tamper.scale(pdf.pages[SHELLS], 8, 0.98),
        {Check.SIZE: "oyster (1) front is drawn at 98.0% × 98.0%"},
    ),
    "a tick moved by half a millimetre": (
        lambda pdf: tamper.move_tick(pdf.pages[TIDES], 0, 0.5, 0),
        {Check.MARKS: "corner of tide-1 (1) front is 0.50 mm off its cut"},
    ),
    "a tick moved toward a piece": (
        lambda pdf: tamper.move_tick(pdf.pages[TIDES], 0, 0, 0.5),
        {Check.MARKS: "a line is on tide-1 (1) front, or too close to its cut"},
    ),
    "a tick moved onto a piece": (
        lambda pdf: tamper.move_tick(pdf.pages[TIDE_BACKS], 0, -12, 3),
        {Check.MARKS: "back, or too close to its cut"},
    ),
    "one tick removed": (
        lambda pdf: tamper.remove_ticks(pdf.pages[TIDES], 1),
        {Check.MARKS: "tide-1 (1) front has no tick at the lower left corner"},
    ),
    "the ticks of one page removed": (
        lambda pdf: tamper.remove_ticks(pdf.pages[TIDE_BACKS]),
        {Check.MARKS: "back has no tick at"},
    ),
    "a mark pushed to the edge of the paper": (
        lambda pdf: tamper.push_mark_to_the_edge(pdf.pages[SHELLS]),
        {Check.MARKS: "one mark is where printers leave the edge of the paper white"},
    ),
    "the marks of one page removed": (
        lambda pdf: tamper.remove_marks(pdf.pages[SHELL_BACKS]),
        {Check.MARKS: "no mark shows where to cut"},
    ),
    "a page scaled by 2 %": (
        lambda pdf: tamper.scale_page(pdf.pages[SHELLS], 1.02),
        {Check.SIZE: "whelk (1) front is 44.88 × 69.36 mm, not 44 × 68 mm"},
    ),
    "the paper enlarged": (
        lambda pdf: setattr(pdf.pages[SHELLS].obj, "UserUnit", 1.02),
        {Check.SIZE: "the whole page is rotated or scaled"},
    ),
    "the paper turned": (
        lambda pdf: setattr(pdf.pages[SHELL_BACKS].obj, "Rotate", 180),
        {Check.SIZE: "the whole page is rotated or scaled"},
    ),
    "the paper cropped": (
        lambda pdf: setattr(pdf.pages[SHELLS].obj, "MediaBox", pikepdf.Array([0, 0, 595.276, 800])),
        {Check.PAGES: "the page is 210.0 × 282.2 mm, but the paper is 210 × 297 mm"},
    ),
    "two faces swapped": (
        lambda pdf: tamper.swap_faces(pdf.pages[TIDES], 0, 3),
        {Check.LOOKS: "tide-1 (1) front does not look as the game draws it"},
    ),
    "two backs swapped": (
        lambda pdf: tamper.swap_faces(pdf.pages[TIDE_BACKS], 1, 4),
        {Check.LOOKS: "tide-2 (1) back does not look as the game draws it"},
    ),
    "a back swapped for a front": (
        lambda pdf: tamper.steal_back(pdf, SHELL_BACKS, 0, SHELLS),
        {Check.LOOKS: "whelk (1) back does not look as the game draws it"},
    ),
    "two pieces' marks exchanged": (
        tamper.each(
            lambda pdf: tamper.rename(pdf.pages[TIDES], 0, b"(tide-1)", b"(tide-9)"),
            lambda pdf: tamper.rename(pdf.pages[TIDES], 1, b"(tide-2)", b"(tide-1)"),
            lambda pdf: tamper.rename(pdf.pages[TIDES], 0, b"(tide-9)", b"(tide-2)"),
        ),
        {Check.PLACE: "tide-1 (1) front is 56.00 mm from its place", Check.LOOKS: "tide-1 (1) front does not look"},
    ),
    "a card nobody knows": (
        lambda pdf: tamper.rename(pdf.pages[SHELLS], 0, b"(whelk)", b"(crown)"),
        {Check.COUNT: "crown (1) front is on the paper but not in the game"},
    ),
    "a page missing": (
        lambda pdf: pdf.pages.__delitem__(TIDES),
        {Check.COUNT: "tide-1 (1) front is missing", Check.BACKS: "tide-1 (1) has a back but no front"},
    ),
    "a sheet missing": (
        lambda pdf: pdf.pages.__delitem__(slice(TIDES, TIDES + 2)),
        {Check.COUNT: "cartes doubles: 0 on the paper, but the box has 7"},
    ),
    "a sheet twice": (
        tamper.each(
            lambda pdf: pdf.pages.append(pdf.pages[SHELLS]), lambda pdf: pdf.pages.append(pdf.pages[SHELL_BACKS])
        ),
        {Check.COUNT: "whelk (1) front is on the paper 2 times"},
    ),
    "pages in another order": (
        tamper.each(
            lambda pdf: pdf.pages.insert(SHELLS, pdf.pages[TIDES]), lambda pdf: pdf.pages.__delitem__(TIDES + 1)
        ),
        {Check.BACKS: "is not behind its front"},
    ),
    "a card painted over": (
        lambda pdf: tamper.cover(pdf.pages[SHELLS], 3, on_layer=False),
        {Check.PAGES: "neither a piece nor a mark", Check.LOOKS: "whelk (4) front does not look as the game draws it"},
    ),
    "a card painted over on the layer of the marks": (
        lambda pdf: tamper.cover(pdf.pages[SHELLS], 3, on_layer=True),
        {Check.LOOKS: "whelk (4) front does not look as the game draws it"},
    ),
    "a face drawn over": (
        lambda pdf: tamper.redraw(pdf.pages[SHELLS], 0),
        {Check.LOOKS: "whelk (1) front does not look as the game draws it"},
    ),
    "a note pinned on a page": (
        lambda pdf: tamper.pin(pdf, pdf.pages[SHELLS]),
        {Check.PAGES: "the page has annotations or actions"},
    ),
    "a font taken out": (
        tamper.unembed,
        {Check.FONTS: "is not embedded"},
    ),
    "a card without its mark": (
        lambda pdf: tamper.rewrite(
            pdf.pages[SHELLS], lambda text: text.replace(tamper.block(text, 0)["about"], b"/Ident (whelk)", 1)
        ),
        {Check.COUNT: "the mark of a piece cannot be read"},
    ),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("hand", HANDS)
def test_a_tampered_file_is_noticed(hand: str, sheets: Path, tmp_path: Path) -> None:
    """Even if the checksums were updated, because the audit reads the page itself."""
    change, wanted = HANDS[hand]
    report = audit(tamper.tampered(sheets, tmp_path / "sheets.pdf", change, cunning=True))
    for check, text in wanted.items():
        assert any(text in line for line in said(report, check)), (check, said(report, check))


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (0, -1)])
def test_without_backs_and_marks_a_moved_card_is_noticed_too(bare: Path, tmp_path: Path, dx: int, dy: int) -> None:
    assert audit(bare).sound
    moved = tamper.tampered(bare, tmp_path / "bare.pdf", lambda pdf: tamper.move(pdf.pages[1], 4, dx, dy), cunning=True)
    assert said(audit(moved), Check.PLACE) == ["page 2: tide-5 (1) front is 1.00 mm from its place"]


def test_a_changed_letter_is_noticed(sheets: Path, tmp_path: Path) -> None:
    """A third of a millimetre is too small for a glance at the whole face."""

    def change(pdf: Pdf) -> None:
        form = next(iter(pdf.pages[SHELLS].obj.Resources.XObject.values()))
        form.write(form.read_bytes() + b"\nq 0 g 100 100 1 1 re f Q")

    report = audit(tamper.tampered(sheets, tmp_path / "sheets.pdf", change))
    assert "page 3: whelk (1) front does not look as the game draws it" in said(report, Check.LOOKS)


def test_saving_a_file_again_changes_nothing(sheets: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.pdf"
    with pikepdf.open(sheets) as pdf:
        pdf.save(path, linearize=True, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert path.read_bytes() != sheets.read_bytes()
    assert audit(path).findings == []
