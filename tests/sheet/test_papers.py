"""Papers: by name and with units; and those that hold one card a page, measured in the finished PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pikepdf import Pdf

from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.errors import LayoutError
from pnp.geometry.units import Size
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.impose import impose
from pnp.sheet.layout import PAPERS, Layout, Paper, Sides, parse_paper
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Design
from pnp.store.cache import Cache
from pnp.terms import Lang, Side
from tests.audit import tamper
from tests.examples import examples
from tests.measure import Stamped, picture, stamped_faces, words

TOML = "components/lowtide/game.toml"
SMALLER = {
    'size = "mini"': "size = [63, 88]",
    "size = [80, 120]": "size = [60, 80]",
    "size = [25, 40]\nfoot = 10": "size = [25, 30]\nfoot = 8",
}
"""The test game with poker cards, and nothing in its box that is larger."""
MM = 72 / 25.4


@pytest.fixture
def small(copied: Project) -> Project:
    path = copied.root / TOML
    text = path.read_text("utf-8")
    for old, new in SMALLER.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return copied


def printed(project: Project, folder: Path, layout: Layout) -> Path:
    return print_game(project, "lowtide", Job(layout, guide=True), folder, Cache.for_user()).pdf


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        ("a2", "a2", (420, 594)),
        ("A5", "a5", (148, 210)),
        ("a6", "a6", (105, 148)),
        ("legal", "legal", (215.9, 355.6)),
        ("tabloid", "tabloid", (279.4, 431.8)),
        ("420x297", "420x297", (420, 297)),
        ("63 × 88 mm", "63x88", (63, 88)),
        ("8.5in x 11in", "215.9x279.4", (215.9, 279.4)),
        ("29,7x21cm", "297x210", (297, 210)),
        ('2.75" x 3.75"', "69.85x95.25", (69.85, 95.25)),
        ("20x20", "20x20", (20, 20)),
        ("1500x1500", "1500x1500", (1500, 1500)),
    ],
)
def test_a_paper_by_name_or_size(text: str, name: str, size: tuple[float, float]) -> None:
    paper = parse_paper(text)
    assert paper.name == name
    assert paper.size == pytest.approx(size)
    assert parse_paper(paper.name) == paper, "what stands in a file's name is the same paper again"


@pytest.mark.parametrize("text", ["a7", "19x200", "200x19.9", "1501x200", "1in", "letter landscape", "63x88 furlongs"])
def test_the_papers_are_listed_where_one_is_wrong(text: str) -> None:
    with pytest.raises(LayoutError, match="letter, a3, a2, a5, a6, legal, tabloid, plotter, or WxH in mm from 20 to 1"):
        parse_paper(text)


def test_papers_of_80_mm_and_more_are_sheets() -> None:
    assert [name for name in PAPERS if parse_paper(name).single] == []
    assert not parse_paper("80x80").single
    assert parse_paper("79.9x200").single
    assert parse_paper("200x79.9").single


def by_piece(faces: list[Stamped]) -> dict[tuple[str, int], dict[str, Stamped]]:
    pairs: dict[tuple[str, int], dict[str, Stamped]] = {}
    for face in faces:
        pairs.setdefault((face.piece, face.copy), {})[face.side] = face
    return pairs


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT])
@pytest.mark.parametrize(
    ("paper", "x", "y", "turned"),
    [("63x88", 0, 0, 0), ("69x94", 3, 3, 0), ("79x140", 8, 26, 0), ("88x63", 0, 0, 90), ("94x69", 3, 3, 90)],
)
def test_a_card_lies_in_the_middle_of_its_page_with_its_back_behind_it(
    small: Project, tmp_path: Path, paper: str, x: float, y: float, turned: int, sides: Sides
) -> None:
    pdf = printed(small, tmp_path, Layout(parse_paper(paper), sides))
    width, height = (float(side) for side in paper.split("x"))
    with pikepdf.open(pdf) as document:
        pages = len(document.pages)
        for page in document.pages:
            assert [float(edge) / MM for edge in page.mediabox] == pytest.approx([0, 0, width, height], abs=0.01)
    faces = stamped_faces(pdf, 3)
    assert pages == 2 * 29 - 1, "no guide: a front and a back for each piece, but for the last"
    for number in range(1, pages + 1):
        cells = {(face.piece, face.copy) for face in faces if face.page == number}
        assert len(cells) <= 1
    for (piece, _), pair in by_piece(faces).items():
        front = pair["front"]
        assert front.page % 2 == 1
        if piece == "whelk":
            assert (front.x, front.y) == pytest.approx((x, y), abs=0.01)
            assert sorted((front.width, front.height)) == pytest.approx([63, 88], abs=0.01)
            assert front.rotation == turned
            left, top, right, bottom = front.clip
            shown = [front.x - left, front.y - top, right - front.right, bottom - front.bottom]
            wanted = [min(3, x), min(3, y), min(3, x), min(3, y)]
            assert shown == pytest.approx(wanted, abs=0.01), "as much bleed as the page has room for"
        if piece != "fisher" and "back" in pair:
            back = pair["back"]
            assert back.page == front.page + 1
            across = (sides is Sides.DUPLEX_LONG) == (height >= width)
            mirrored = (width - front.right, front.y) if across else (front.x, height - front.bottom)
            assert (back.x, back.y) == pytest.approx(mirrored, abs=0.01)
            assert back.rotation == (-front.rotation if across else 180 - front.rotation) % 360


def test_such_a_page_has_no_words_but_the_card_s(small: Project, tmp_path: Path) -> None:
    layout = Layout(parse_paper("75x100"))
    pdf = printed(small, tmp_path, layout)
    assert "Bulot" in [word for word, _, _ in words(pdf, 1)]
    for page in (1, 2):
        found = {word.lower() for word, _, _ in words(pdf, page)}
        assert not found & {"planche", "recto", "verso", "imprimer", "mm", "100"}


def dark(pdf: Path, page: int, x: float, y: float, *, dpi: float = 600) -> bool:
    """Whether there is ink within a quarter of a mm of a point."""
    pixels = picture(pdf, page, dpi)
    reach, column, row = round(0.25 * dpi / 25.4), round(x * dpi / 25.4), round(y * dpi / 25.4)
    return bool(
        (pixels[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1] < 128).any()
    )


def test_crop_marks_only_where_there_is_room(small: Project, tmp_path: Path) -> None:
    roomy = printed(small, tmp_path, Layout(parse_paper("75x100"), Sides.FRONTS))
    for x, y in [(6, 2), (69, 2), (6, 98), (69, 98), (2, 6), (2, 94), (73, 6), (73, 94)]:
        assert dark(roomy, 1, x, y), f"a mark at {x}, {y}"
    assert not dark(roomy, 1, 0.4, 6), "and none at the very edge"
    bare = printed(small, tmp_path, Layout(parse_paper("75x100"), Sides.FRONTS, marks=False))
    assert not dark(bare, 1, 6, 2)
    pages = impose(cards((63, 88)), Layout(parse_paper("69x94")))
    assert all(page.marks == [] and page.slots == [] for page in pages)


def cards(size: tuple[float, float], **more: Any) -> list[Piece]:
    given: dict[str, Any] = {"kind": "card", "back": "b", **more}
    titles = {Lang.FR: "x", Lang.EN: "x"}
    deck = Deck(name="deck", title=titles, size=Size(*size), front="f", designs=[Design(id="x", count=2)], **given)
    return [Piece(deck, deck.designs[0], copy) for copy in (1, 2)]


def mm(least: float, most: float) -> st.SearchStrategy[float]:
    """Lengths as people give them: to a thousandth of a millimetre."""
    return st.integers(round(least * 1000), round(most * 1000)).map(lambda number: number / 1000)


lengths = mm(5, 110)


@examples(80)
@given(
    st.tuples(lengths, lengths), mm(20, 79.9), mm(20, 200), st.booleans(), st.sampled_from(list(Sides)),
    mm(0, 10), st.tuples(mm(-3, 3), mm(-3, 3)),
)  # fmt: skip
def test_one_piece_a_page_in_its_middle_or_a_clear_refusal(
    size: tuple[float, float],
    short: float,
    long: float,
    upright: bool,
    sides: Sides,
    bleed: float,
    offset: tuple[float, float],
) -> None:
    width, height = (short, long) if upright else (long, short)
    layout = Layout(Paper("own", Size(width, height)), sides, bleed=bleed, offset=offset if sides.duplex else (0, 0))
    fits = any(a <= width and b <= height for a, b in (size, size[::-1]))
    try:
        pages = impose(cards(size), layout)
    except LayoutError as error:
        pages, said = [], str(error)
    if not pages:
        assume(sides is not Sides.FOLD)
        assert not fits or "--offset" in said
        return
    assert fits
    assert len(pages) == (4 if sides.duplex else 2)
    for page in pages:
        moved = layout.offset if page.side is Side.BACK else (0, 0)
        for placement in page.placements:
            rect = placement.rect.grown(placement.bleed)
            assert min(rect.x, rect.y, width - rect.right, height - rect.bottom) >= -1e-6
            assert min(placement.bleed) >= 0
            if sides is not Sides.FOLD:
                middle = placement.rect.x + placement.rect.width / 2, placement.rect.y + placement.rect.height / 2
                assert middle == pytest.approx((width / 2 + moved[0], height / 2 + moved[1]))
                assert placement.rotation % 180 == 0 or size[0] > width or size[1] > height, "turned only if needed"
        for x1, y1, x2, y2 in page.marks:
            assert min(x1, x2, y1, y2, width - x1, width - x2, height - y1, height - y2) > 0.1


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(LayoutError, match=r"deck deck: a piece of 63 × 88 mm does not fit on 60x85"):
        impose(cards((63, 88)), Layout(parse_paper("60x85")))
    with pytest.raises(LayoutError, match="folded in two"):
        impose(cards((63, 88)), Layout(parse_paper("69x94"), Sides.FOLD))
    with pytest.raises(
        LayoutError,
        match=r"backs would cross the edge of the paper \[E0605\]\n  hint: --offset 0,0 keeps backs centred",
    ):
        impose(cards((63, 88)), Layout(parse_paper("63x88"), offset=(0.5, 0)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("layout", "left_out"),
    [
        (Layout(parse_paper("63x88")), set()),
        (Layout(parse_paper("69x94"), Sides.FRONTS, bleed=0, marks=False), {Check.MARKS}),
        (Layout(parse_paper("66x91"), offset=(0.5, -1)), set()),
        (Layout(parse_paper("100x75"), Sides.DUPLEX_SHORT), set()),
        (Layout(parse_paper("79x230"), Sides.FOLD), set()),
    ],
)
def test_it_passes_its_audit(small: Project, tmp_path: Path, layout: Layout, left_out: set[Check]) -> None:
    report = audit_file(printed(small, tmp_path, layout), small.root)
    assert report.findings == []
    assert report.wanted == report.found == 27
    assert set(report.measured) == set(Check) - left_out


def only_cards(project: Project) -> Project:
    """The game with its 13 cards and nothing else."""
    path = project.root / TOML
    text = path.read_text("utf-8")
    boxes = text.index("[[box]]"), text.index("[[box]]", text.index("[[box]]") + 1), text.index("[sizes]")
    decks = text.index("[decks.tides]"), text.index("[text]")
    path.write_text(text[: boxes[1]] + text[boxes[2] : decks[0]] + text[decks[1] :], "utf-8")
    return project


def test_an_audit_says_what_a_page_as_large_as_its_card_has_no_room_for(small: Project, tmp_path: Path) -> None:
    pdf = printed(only_cards(small), tmp_path, Layout(parse_paper("63x88")))
    report = audit_file(pdf, small.root)
    assert report.findings == []
    assert set(report.measured) == set(Check) - {Check.BLEED, Check.MARKS}
    assert report.notes == [
        "bleed: 104 cuts are edges of the paper and need none", "cut and fold lines: the paper has no room for any",
    ]  # fmt: skip
    assert report.measured[Check.EDGE] == "0.00 mm, no margin required"


@pytest.mark.parametrize(
    ("change", "check", "text"),
    [
        (lambda pdf: tamper.remove(pdf.pages[0], 0), Check.COUNT, "whelk (1) front is missing"),
        (
            lambda pdf: tamper.move(pdf.pages[0], 0, 1, 0),
            Check.EDGE,
            "whelk (1) front is -1.00 mm from the edge of the paper",
        ),
        (lambda pdf: tamper.move(pdf.pages[1], 0, 1, 0), Check.BACKS, "the back of whelk (1) is 1.00 mm off"),
        (lambda pdf: tamper.scale(pdf.pages[2], 0, 0.98), Check.SIZE, "whelk (2) front is drawn at 98.0% × 98.0%"),
        (lambda pdf: pdf.pages.__delitem__(slice(0, 2)), Check.COUNT, "whelk (1) back is missing"),
        (lambda pdf: pdf.pages.reverse(), Check.BACKS, "is not behind its front"),
    ],
    ids=["removed", "moved", "a back moved", "scaled", "a sheet missing", "pages turned round"],
)
def test_one_that_was_tampered_with_is_noticed(
    small: Project, tmp_path: Path, change: Callable[[Pdf], None], check: Check, text: str
) -> None:
    pdf = printed(only_cards(small), tmp_path, Layout(parse_paper("63x88")))
    report = audit_file(tamper.tampered(pdf, tmp_path / "cards.pdf", change), small.root)
    assert any(text in str(finding) for finding in report.findings if finding.check is check), report.findings
