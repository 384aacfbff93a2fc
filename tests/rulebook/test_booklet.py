"""Booklets: sheets that make a book when they are folded, measured in the PDF, and read back by the audit."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pikepdf import Pdf

from pnp.audit.audit import audit_file
from pnp.audit.booklets import BookletReport
from pnp.audit.report import Check
from pnp.errors import LayoutError
from pnp.geometry.units import MM_PER_POINT, points
from pnp.press.seal import Sealer
from pnp.press.ticket import find_ticket
from pnp.press.typst_renderer import compile_files
from pnp.project.folders import Project
from pnp.rulebook.booklet import booklet_job, impose_booklet
from pnp.rulebook.print import RulebookOrder, print_rulebook
from pnp.sheet.booklet import Booklet, page_size
from pnp.sheet.layout import PAPERS, Paper
from pnp.terms import Ink, Lang, RulebookFormat

A4, LETTER = (Paper(name, PAPERS[name]) for name in ("a4", "letter"))
MARKED = """\
#set page(width: {width}mm, height: {height}mm, margin: 0mm)
#set text(font: "Source Sans Pro", size: 20pt)
#for at in range(1, {pages} + 1) {{
  if at > 1 {{ pagebreak() }}
  place(top + left, dx: 40mm, dy: 60mm)[P#at]
}}
"""


def sheets(pages: int, paper: Paper, thickness: float = 0.1, *, closing: bool = False, lang: Lang = Lang.EN) -> bytes:
    """Sheets with a word in the same place of each page: P1, P2 …"""
    size = page_size(paper.size)
    source = MARKED.format(width=size.width, height=size.height, pages=pages).encode()
    [drawn] = compile_files({"main.typ": source}, "pdf", fonts=())
    job = booklet_job(paper, lang, Ink.FULL)
    return impose_booklet(drawn, "game", "Game", Booklet(pages, closing, thickness), job)


def words_on(pdf: bytes) -> list[list[tuple[str, float, float]]]:
    """For each side of a sheet: the words P1, P2 … with the left edge and the lower edge of the P, in mm."""
    found = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            text = page.get_textpage()
            everything = text.get_text_range()
            side = []
            for match in re.finditer(r"P\d+", everything):
                left, bottom, _, _ = text.get_charbox(match.start())
                side.append((match[0], left * MM_PER_POINT, bottom * MM_PER_POINT))
            found.append(side)
    finally:
        document.close()
    return found


def folded(pdf: bytes, width: float) -> list[str]:
    """What a reader finds: the sheets are put into each other, folded in the middle, and leafed through.

    A sheet is a strip of paper from 0 to `width` with a front and a back. Turned over on its short edge, the back at x
    is behind the front at `width` - x. Folded with the front outside, its right half is the first leaf, whose outer
    side is read first, and its left half the last leaf.
    """
    sides = words_on(pdf)
    assert len(sides) % 2 == 0
    first: list[str] = []
    last: list[str] = []
    for at in range(0, len(sides), 2):
        paper = {
            (half, face): "blank" for half in ("left", "right") for face in ("outside", "inside")
        }  # halves as seen from the front
        for word, x, _ in sides[at]:
            paper["left" if x < width / 2 else "right", "outside"] = word
        for word, x, _ in sides[at + 1]:
            behind = width - x
            paper["left" if behind < width / 2 else "right", "inside"] = word
        first += [paper["right", "outside"], paper["right", "inside"]]
        last = [paper["left", "inside"], paper["left", "outside"], *last]
    return first + last


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("pages", [1, 3, 4, 5, 8, 11, 12, 16])
def test_folded_sheets_read_from_the_first_page_to_the_last(pages: int, paper: Paper) -> None:
    pdf = sheets(pages, paper)
    read = folded(pdf, max(paper.size))
    blank = -pages % 4
    assert read == [f"P{page}" for page in range(1, pages + 1)] + ["blank"] * blank
    with pikepdf.open(BytesIO(pdf)) as made:
        assert len(made.pages) == (pages + blank) // 2
        box = [float(at) * MM_PER_POINT for at in made.pages[0].mediabox]
        assert box == pytest.approx([0, 0, max(paper.size), min(paper.size)], abs=0.01)
        assert str(made.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"


def test_a_last_page_for_the_back_cover_comes_after_the_blank_ones() -> None:
    read = folded(sheets(6, A4, closing=True), max(A4.size))
    assert read == ["P1", "P2", "P3", "P4", "P5", "blank", "blank", "P6"]


@pytest.mark.parametrize("thickness", [0, 0.1, 0.25])
def test_inner_sheets_are_closer_to_the_fold_by_the_thickness_of_those_around_them(thickness: float) -> None:
    """The word is 40 mm from the left of every page; on the paper it is nearer to the fold, sheet by sheet."""
    sides = words_on(sheets(16, A4, thickness))
    plain = words_on(sheets(16, A4, 0))
    for number, (side, same) in enumerate(zip(sides, plain, strict=True)):
        for (word, x, y), (other, wanted_x, wanted_y) in zip(side, same, strict=True):
            right = wanted_x > 148.5
            assert word == other
            assert x - wanted_x == pytest.approx((-1 if right else 1) * (number // 2) * thickness, abs=0.005)
            assert y == pytest.approx(wanted_y)
            assert wanted_x == pytest.approx(40 + 148.5 * right, abs=1.5)


@pytest.mark.parametrize(
    ("lang", "flip", "sheet"),
    [(Lang.EN, "flip on the short edge", "Sheet 2 of 2"), (Lang.FR, "retourne sur le bord court", "Feuille 2 sur 2")],
)
def test_marks_are_on_the_fold_and_the_label_says_which_edge_to_flip_on(lang: Lang, flip: str, sheet: str) -> None:
    """Nothing in the upper 20 mm of the paper is farther from the fold than 1 mm."""
    pdf = sheets(8, A4, lang=lang)
    document = pypdfium2.PdfDocument(pdf)
    try:
        labels = [page.get_textpage().get_text_range() for page in document]
        dark = []
        for page in document:
            picture = page.render(scale=2, grayscale=True).to_numpy()
            columns = (picture[: int(20 * 2 / MM_PER_POINT)] < 200).any(axis=0).nonzero()[0]
            dark.append([column * MM_PER_POINT / 2 for column in columns])
    finally:
        document.close()
    assert [flip in label for label in labels] == [False, True, False, True]
    assert sheet in labels[3]
    assert all(column for column in dark)
    assert all(abs(x - 148.5) < 1.2 for columns in dark for x in columns)


@pytest.mark.parametrize(
    ("booklet", "finding"),
    [
        (lambda: Booklet(4, thickness=-0.1), "--thickness must be from 0 to 0.5 mm, not -0.1"),
        (lambda: Booklet(4, thickness=float("nan")), "--thickness must be from 0 to 0.5 mm, not nan"),
        (lambda: Booklet(65), "must have 1 to 64 pages to be stapled, not 65"),
    ],
)
def test_a_booklet_that_nobody_can_staple(booklet: Callable[[], Booklet], finding: str) -> None:
    with pytest.raises(LayoutError, match=re.escape(finding)):
        booklet()


# What the audit finds

BOOK = (
    "Gather shells on the foreshore.\n\n"
    + "\n\n---\n\n".join(
        f"# Chapter {name}\n\nSome text about {name}." for name in ("one", "two", "three", "four", "five")
    )
    + "\n"
)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, project: Project) -> tuple[Project, Path]:
    """A project with a rulebook, and its booklet of two sheets."""
    root = tmp_path_factory.mktemp("book")
    shutil.copytree(project.root, root, dirs_exist_ok=True)
    project = Project(root)
    (project.components / "lowtide" / "rulebook.en.md").write_text(f'+++\ncover = "none"\n+++\n\n{BOOK}', "utf-8")
    order = RulebookOrder(RulebookFormat.BOOKLET, lang=Lang.EN)
    made = print_rulebook(project, "lowtide", order, root / "output")
    assert (made.pages, made.sheets) == (5, 2)
    return project, made.pdf


def audited(project: Project, path: Path) -> BookletReport:
    report = audit_file(path, project.root)
    assert isinstance(report, BookletReport)
    return report


def test_a_booklet_is_complete(printed: tuple[Project, Path]) -> None:
    report = audited(*printed)
    assert report.findings == []
    assert report.order == ["1", "2", "3", "4", "5", "blank", "blank", "blank"]
    assert report.verdict == "complete: 5 pages in order after folding 2 sheets"
    assert report.measured[Check.PLACE] == "towards the fold by 0.00, 0.10 mm, from the outermost sheet"
    assert report.measured[Check.LOOKS] == "4 of 4 sides equal a new print"
    inner = re.match(r"(\d+\.\d) mm from the fold", report.measured[Check.SAFE])
    assert inner is not None
    assert 12.5 <= float(inner[1]) <= 13.5
    assert report.as_data()["order"] == report.order


def operators(page: pikepdf.Page, change: Callable[[str], str]) -> None:
    before = page.obj.Contents.read_bytes().decode()
    after = change(before)
    assert after != before
    page.obj.Contents.write(after.encode())


def page_names(forms: pikepdf.Object) -> list[str]:
    return [name for name in dict(forms.items()) if name.startswith("/Page")]


def swap_pages(pdf: Pdf) -> None:
    """Two pages of a side change places."""
    forms = pdf.pages[3].obj.Resources.XObject
    one, two = page_names(forms)
    forms[one], forms[two] = forms[two], forms[one]


def swap_sheets(pdf: Pdf) -> None:
    pages = [pdf.pages[at].obj for at in (2, 3, 0, 1)]
    pdf.Root.Pages.Kids = pikepdf.Array(pages)


def turn_back(pdf: Pdf) -> None:
    """The backs are printed for the other edge."""
    width, height = (float(at) for at in pdf.pages[1].mediabox[2:])
    operators(pdf.pages[1], lambda text: f"q -1 0 0 -1 {width} {height} cm {text} Q")


def rotate(pdf: Pdf) -> None:
    pdf.pages[0].obj.Rotate = 180


def remove_page(pdf: Pdf) -> None:
    operators(pdf.pages[2], lambda text: re.sub(r"q [^q]*? /Page\d+ Do Q", "", text, count=1))


def remove_sheet(pdf: Pdf) -> None:
    del pdf.pages[2:4]


def remove_side(pdf: Pdf) -> None:
    del pdf.pages[3]


def shrink(pdf: Pdf) -> None:
    operators(pdf.pages[1], lambda text: text.replace("1 0 0 1 ", "0.97 0 0 0.97 ", 1))


def remove_creep(pdf: Pdf) -> None:
    for page in pdf.pages[2:4]:
        operators(page, lambda text: re.sub(r"1 0 0 1 (\S+) 0 cm", flat, text))


def flat(match: re.Match[str]) -> str:
    half = points(148.5)
    return f"1 0 0 1 {half if float(match[1]) > half / 2 else 0} 0 cm"


def replace_page(pdf: Pdf) -> None:
    """One page says something else."""
    forms = pdf.pages[1].obj.Resources.XObject
    [name] = page_names(forms)
    forms[name].write(b"0.5 g 100 100 50 50 re f\n" + forms[name].read_bytes())


def draw_beside(pdf: Pdf) -> None:
    operators(pdf.pages[0], lambda text: f"{text}\n0 g 10 10 50 50 re f")


def flip_long(pdf: Pdf) -> None:
    pdf.Root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipLongEdge")


def other_paper(pdf: Pdf) -> None:
    pdf.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 792, 612])


TAMPERED = [
    (swap_pages, Check.COUNT, "after folding, the order is 1, 2, 3, 5, 4, blank, blank, blank: wrong from place 4"),
    (swap_sheets, Check.COUNT, "after folding, the order is 3, 4, 1, 2, blank, blank, 5, blank: wrong from place 1"),
    (swap_sheets, Check.PLACE, "page 1 is 0.00 mm towards the fold, not 0.10 mm"),
    (turn_back, Check.SIZE, "page 2 is turned"),
    (rotate, Check.SIZE, "the sheet is rotated or scaled"),
    (remove_page, Check.COUNT, "is missing"),
    (remove_sheet, Check.COUNT, "page 3, 4, 5 is missing"),
    (remove_sheet, Check.LOOKS, "2 sides of sheets instead of 4"),
    (remove_side, Check.COUNT, "the last sheet has no back"),
    (shrink, Check.SIZE, "is at 97.0%"),
    (remove_creep, Check.PLACE, "0.00 mm towards the fold, not 0.10 mm"),
    (replace_page, Check.LOOKS, "it has a page that the rulebook does not have"),
    (draw_beside, Check.PAGES, "something is drawn beside the pages"),
    (flip_long, Check.PAGES, "the printer setting Duplex is not DuplexFlipShortEdge"),
    (other_paper, Check.SIZE, "the paper is 279.4 × 215.9 mm, not 297 × 210"),
]


@pytest.mark.parametrize(("tamper", "check", "finding"), TAMPERED, ids=lambda value: getattr(value, "__name__", ""))
@pytest.mark.parametrize("resealed", [False, True], ids=["", "resealed"])
def test_the_audit_measures_what_was_done_to_a_booklet(
    printed: tuple[Project, Path],
    tmp_path: Path,
    tamper: Callable[[Pdf], None],
    check: Check,
    finding: str,
    *,
    resealed: bool,
) -> None:
    """The findings come from the paper, so they are the same if the ticket is written again to fit it."""
    project, path = printed
    with pikepdf.open(path) as pdf:
        tamper(pdf)
        if resealed:
            text = find_ticket(pdf)
            assert text is not None
            about = json.loads(text.read_bytes())
            sealer = Sealer()
            text.write(json.dumps(about | {"pages": [sealer.page(page) for page in pdf.pages]}).encode())
        pdf.save(tmp_path / "tampered.pdf")
    report = audited(project, tmp_path / "tampered.pdf")
    assert any(found.check is check and finding in found.text for found in report.findings), report.findings


def test_a_rulebook_that_has_changed_since_is_not_what_was_printed(
    printed: tuple[Project, Path], tmp_path: Path
) -> None:
    project, path = printed
    shutil.copytree(project.root, tmp_path / "later")
    later = Project(tmp_path / "later")
    source = later.components / "lowtide" / "rulebook.en.md"
    source.write_text(source.read_text("utf-8").replace("about three", "about the tide"), "utf-8")
    report = audited(later, path)
    assert [found.page for found in report.findings if found.check is Check.LOOKS and "differs" in found.text] == [3]


def test_a_ticket_with_an_impossible_booklet_is_refused(printed: tuple[Project, Path], tmp_path: Path) -> None:
    project, path = printed
    with pikepdf.open(path) as pdf:
        text = find_ticket(pdf)
        assert text is not None
        about = json.loads(text.read_bytes())
        about["booklet"]["thickness"] = 9
        text.write(json.dumps(about).encode())
        pdf.save(tmp_path / "odd.pdf")
    with pytest.raises(Exception, match="is not a PDF as pnp writes it"):
        audit_file(tmp_path / "odd.pdf", project.root)
