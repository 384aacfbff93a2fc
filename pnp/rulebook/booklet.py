"""Print a booklet: pages on sheets with marks for folding and stapling, and a ticket for a later audit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name, Pdf

from pnp.geometry.units import points
from pnp.memo.print import finished, untag
from pnp.press.job import Job
from pnp.press.seal import Sealer
from pnp.press.sheet_labels import DUPLEX
from pnp.press.ticket import Ticket
from pnp.press.typst_renderer import compile_files
from pnp.project.folders import SHARED, bundled_project
from pnp.sheet.booklet import Booklet, page_size
from pnp.sheet.layout import Layout, Paper, Sides
from pnp.terms import Ink, Lang
from pnp.text.font_set import ProjectFont
from pnp.words import Texts

WORDS: Final = Texts("rulebook")
TEMPLATE: Final = "booklet.typ"
EDGE: Final = 4.0
"""Distance of the fold marks from the edge of the paper, in mm, as printers at home cannot print to it."""
DASH: Final = 5.0
"""Length of the fold marks, in mm."""
STAPLE: Final = 12.0
"""Length of a staple, in mm."""
STAPLES: Final = (0.25, 0.75)
"""Positions of the staples, as shares of the height."""
MARKS: Final = Name("/PnpMarks")


def booklet_job(paper: Paper, lang: Lang, ink: Ink) -> Job:
    """Return the job that prints a booklet."""
    return Job(Layout(paper, Sides.DUPLEX_SHORT), lang, ink)


def impose_booklet(
    pages: bytes, game_id: str, title: str, booklet: Booklet, job: Job, fonts: tuple[ProjectFont, ...] = ()
) -> bytes:
    """Return the sheets of a booklet, from a PDF of its pages in reading order at half the size of the paper."""
    page = page_size(job.layout.paper.size)
    marks = _marks(booklet, job, fonts)
    with Pdf.new() as pdf, pikepdf.open(BytesIO(pages)) as source, pikepdf.open(BytesIO(marks)) as overlays:
        forms = [_form(pdf, source, each) for each in source.pages]
        leaves = list(booklet.leaves())
        for number in range(2 * booklet.sheets):
            pdf.add_blank_page(page_size=(points(2 * page.width), points(page.height)))
            sheet = pdf.pages[-1].obj
            shown = Dictionary({str(MARKS): _form(pdf, overlays, overlays.pages[number])})
            steps = []
            for leaf in leaves[2 * number : 2 * number + 2]:
                which = booklet.places[leaf.place]
                if which is None:
                    continue
                name = f"/Page{which + 1}"
                shown[name] = forms[which]
                left = page.width if leaf.right else 0.0
                clip = " ".join(f"{points(at):.4f}" for at in (left, 0, page.width, page.height))
                steps.append(f"q {clip} re W n 1 0 0 1 {points(left + leaf.shift):.4f} 0 cm {name} Do Q")
            sheet.Resources = Dictionary(XObject=shown)
            steps.append(f"/Artifact BMC q {MARKS} Do Q EMC")
            sheet.Contents = pdf.make_stream("\n".join(steps).encode())
        drawn = finished(pdf, title, job.lang)
    return _with_ticket(drawn, game_id, job, booklet)


def _form(pdf: Pdf, source: Pdf, page: pikepdf.Page) -> pikepdf.Object:
    """Return a page of another file as a form XObject."""
    form = page.as_form_xobject()
    untag(form)
    return pdf.copy_foreign(source.make_indirect(form))


def _marks(booklet: Booklet, job: Job, fonts: Sequence[ProjectFont]) -> bytes:
    """Return the marks and the label of each side, as a PDF with a page for each.

    The staples go through the cover, whose outside has no label.
    """
    page, words = page_size(job.layout.paper.size), WORDS[job.lang]
    sides = [
        {
            "staples": number == 0,
            "label": words["booklet-label"].format(sheet=number // 2 + 1, sheets=booklet.sheets) if number % 2 else "",
        }
        for number in range(2 * booklet.sheets)
    ]
    data = {
        "width": 2 * page.width, "height": page.height, "lang": job.lang.base, "sides": sides, "edge": EDGE,
        "dash": DASH, "staple": STAPLE, "staples": [share * page.height for share in STAPLES],
        "fonts": [font.alias for font in fonts],
    }  # fmt: skip
    template = (bundled_project().templates / SHARED / TEMPLATE).read_bytes()
    [made] = compile_files({"main.typ": template, "data.json": json.dumps(data).encode()}, "pdf", fonts=tuple(fonts))
    return made


def _with_ticket(drawn: bytes, game_id: str, job: Job, booklet: Booklet) -> bytes:
    """Return the file with its ticket, and the printer setting for both sides."""
    with pikepdf.open(BytesIO(drawn)) as pdf:
        pdf.Root.ViewerPreferences.Duplex = Name(f"/{DUPLEX[job.sides]}")
        sealer = Sealer()
        Ticket(game_id, job, {}, [], [sealer.page(page) for page in pdf.pages], booklet=booklet).write(pdf)
        out = BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()
