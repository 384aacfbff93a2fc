"""Impose memos on paper: two half sheets with a cut line between them, or cards with crop marks."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name, Pdf, String

from pnp import __version__
from pnp.geometry.units import Size, points
from pnp.press.drawn import DrawnParts, FaceIndex
from pnp.press.job import Job
from pnp.press.sheet_labels import draw_sheet_labels
from pnp.press.stamp import stamp
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Paper, Sides
from pnp.spec.deck import expand_pieces
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Ink, Lang, Side
from pnp.text.font_set import FontSet
from pnp.words import Texts

NAME: Final = "memo"
WORDS: Final = Texts("memo")
BLEED: Final = 3.0
CUT: Final = "0.35 G 0.3 w [2.5 2] 0 d"
"""Style of the cut line: thin grey dashes."""
SCISSORS_AT: Final = 2.6
"""Distance of the scissors' centre from the upper edge of the paper, in mm."""
_SCISSORS: Final = (
    "q 1 0 0 1 {x:.3f} {y:.3f} cm 0.25 G 0.55 w 1 J [] 0 d "
    "-1.1 0.9 m 1.1 -4.6 l S 1.1 0.9 m -1.1 -4.6 l S "
    "{left} S {right} S Q"
)


def two_up(leaf: bytes, paper: Paper, sheets: int, title: str, lang: Lang) -> bytes:
    """Return sheets with the memo on both halves and a cut line between them; the memo is stored once."""
    wide = Size(max(paper.size), min(paper.size))
    width, height = points(wide.width), points(wide.height)
    with Pdf.new() as pdf, pikepdf.open(BytesIO(leaf)) as source:
        form = source.pages[0].as_form_xobject()
        _untag(form)
        copied = pdf.copy_foreign(source.make_indirect(form))
        middle = width / 2
        drawn = (
            f"q 1 0 0 1 0 0 cm /Leaf Do Q q 1 0 0 1 {middle:.4f} 0 cm /Leaf Do Q\n"
            f"/Artifact BMC q {CUT} {middle:.4f} 0 m {middle:.4f} {height:.4f} l S Q "
            f"{_scissors(middle, height - points(SCISSORS_AT))} EMC"
        )
        contents = pdf.make_stream(drawn.encode())
        for _ in range(sheets):
            pdf.add_blank_page(page_size=(width, height))
            page = pdf.pages[-1]
            page.obj.Resources = Dictionary(XObject=Dictionary(Leaf=copied))
            page.obj.Contents = contents
        return _finished(pdf, title, lang)


def _scissors(x: float, y: float) -> str:
    """Return a small pair of open scissors that point down the line."""
    return _SCISSORS.format(x=x, y=y, left=_ring(-1.6), right=_ring(1.6))


def _ring(x: float) -> str:
    r, k = 1.3, 1.3 * 0.5523
    y = 2.0
    return (
        f"{x + r:g} {y:g} m {x + r:g} {y + k:.3f} {x + k:.3f} {y + r:g} {x:g} {y + r:g} c "
        f"{x - k:.3f} {y + r:g} {x - r:g} {y + k:.3f} {x - r:g} {y:g} c "
        f"{x - r:g} {y - k:.3f} {x - k:.3f} {y - r:g} {x:g} {y - r:g} c "
        f"{x + k:.3f} {y - r:g} {x + r:g} {y - k:.3f} {x + r:g} {y:g} c"
    )


def repeat_pages(leaf: bytes, copies: int, title: str, lang: Lang) -> bytes:
    """Return the pages of the memo, repeated for each copy."""
    with pikepdf.open(BytesIO(leaf)) as pdf:
        sides = len(pdf.pages)
        for _ in range(copies - 1):
            for side in range(sides):
                pdf.pages.append(pdf.pages[side])
        return _finished(pdf, title, lang)


def cards(
    leaf: bytes, game: Game, size: Size, paper: Paper, copies: int, title: str, lang: Lang, ink: Ink, shelf: FontSet
) -> bytes:
    """Return sheets of memo cards with crop marks, front and back; the leaf has two pages with a bleed of BLEED mm."""
    # a game that contains only memo cards gets the usual marks and labels
    box = game.model_copy(update={"decks": {NAME: memo_deck(game, size, copies)}})
    job = Job(Layout(paper, Sides.DUPLEX_LONG, bleed=BLEED), lang, ink)
    pages = impose(expand_pieces(box), job.layout)
    shown = {(NAME, side): FaceIndex(number, "") for number, side in enumerate(Side)}
    drawn = DrawnParts([without_structure(leaf)], shown, guide=None, distinct=len(shown), fresh=len(shown))
    stamped = stamp(draw_sheet_labels(pages, box, job, shelf), drawn, {}, pages, game.id, job)
    with pikepdf.open(BytesIO(stamped)) as pdf:
        return _finished(pdf, title, lang)


def memo_deck(game: Game, size: Size, copies: int) -> Deck:
    """Return the memo cards as a deck."""
    titles = {lang: WORDS[lang]["memo"] for lang in game.languages}
    designs = [Design(id=NAME, count=copies)]
    return Deck(name=NAME, title=titles, size=size, front=NAME, back=NAME, designs=designs, fold=True)


def without_structure(leaf: bytes) -> bytes:
    """Return a card's two sides without their structure tree, which stamping would break; a missing back is blank."""
    with pikepdf.open(BytesIO(leaf)) as pdf:
        if len(pdf.pages) == 1:
            *_, width, height = (float(edge) for edge in pdf.pages[0].mediabox)
            pdf.add_blank_page(page_size=(width, height))
        for page in pdf.pages:
            _untag(page.obj)
        for key in ("/StructTreeRoot", "/MarkInfo"):
            if key in pdf.Root:
                del pdf.Root[key]
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def front_and_back(front: bytes, back: bytes) -> bytes:
    """Return the front of one card and the back of another with a different bleed."""
    with pikepdf.open(BytesIO(front)) as pdf, pikepdf.open(BytesIO(back)) as other:
        del pdf.pages[1]
        pdf.pages.append(other.pages[1])
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _untag(holder: pikepdf.Object) -> None:
    for key in ("/StructParents", "/StructParent", "/Tabs"):
        if key in holder:
            del holder[key]


def _finished(pdf: Pdf, title: str, lang: Lang) -> bytes:
    """Return the file with its title and language, as reproducible bytes."""
    for date in ("/CreationDate", "/ModDate"):
        if date in pdf.docinfo:
            del pdf.docinfo[date]
    pdf.docinfo["/Title"] = String(title)
    pdf.docinfo["/Author"] = String("pnp")
    pdf.docinfo["/Creator"] = String(f"pnp {__version__}")
    pdf.Root.Lang = String(lang)
    preferences = pdf.Root.get("/ViewerPreferences", Dictionary())
    preferences.PrintScaling = Name("/None")
    preferences.DisplayDocTitle = True
    pdf.Root.ViewerPreferences = preferences
    for key in ("/Metadata", "/PieceInfo"):  # typst's title; the job ticket, as this is not a sheet of the game
        if key in pdf.Root:
            del pdf.Root[key]
    out = BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
