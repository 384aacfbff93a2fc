"""Earlier builds read back from their PDFs: the pieces, and whether faces still look the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import pikepdf
from pikepdf import Dictionary, Pdf, Stream

from pnp.audit.looks import opened
from pnp.audit.reading import open_sheets, read_pages
from pnp.audit.report import Report
from pnp.errors import AuditError, Location, Problem, quote_value
from pnp.memo.print import NAME as MEMO_DECK
from pnp.press.changes import EarlierBuild
from pnp.press.drawn import DesignSide
from pnp.press.seal import Sealer
from pnp.press.ticket import Ticket
from pnp.terms import Side
from pnp.worker.progress import Progress

DPI: Final = 150
SHOWN_DPI: Final = 200
"""Resolution of pictures for people, in dpi."""
ROUNDING: Final = 12
"""Largest difference per colour channel that counts as rounding, of 255."""


def read_earlier_build(path: Path, game_id: str, progress: Progress) -> EarlierBuild:
    """Return what is on the sheets of a PDF; raise AuditError if pnp did not make it, or made it for another game.

    A face counts only if it is still the drawing that was printed. Memo cards are not pieces of the game.
    """
    with open_sheets(path) as (pdf, ticket):
        job = ticket.job
        if ticket.game != game_id:
            raise AuditError(
                Problem(
                    Location(str(path)), f"is a build of {quote_value(ticket.game)}, not of {game_id}", code="E0803"
                )
            )
        paper, sides = job.layout.paper.name, job.layout.sides
        report = Report(str(path), ticket.game, job.lang, job.ink, paper, sides, len(pdf.pages))
        read_pages(pdf, ticket, report, Sealer())
    seen = {
        (face.drawing, face.side)
        for face in report.faces
        if (face.drawing, face.side) in ticket.faces.get(face.face, ())
    }
    fronts = [face for face in report.faces if face.side is Side.FRONT and (job.memo is None or face.deck != MEMO_DECK)]
    return EarlierBuild(
        path.name,
        job.lang,
        job.ink,
        sides,
        job.layout.bleed,
        job.mark,
        dict(Counter(face.piece for face in fronts)),
        {face.piece: face.upright for face in fronts},
        {(design, side): key for design, side, key in ticket.drawings if (design, side) in seen},
        job.selection is None,
        job.max_dpi,
        job.layout.back_bleed,
    )


def compare_faces(path: Path, sides: Sequence[DesignSide], now: bytes, progress: Progress) -> set[DesignSide]:
    """Return the sides that look the same in a PDF and in another one, `now`, which has a page for each of them."""
    with open_sheets(path) as (pdf, ticket):
        forms = _forms(pdf, ticket)
        there = [side for side in sides if side in forms]
        before = _pages([forms[side] for side in there])
    same = same_pages(before, now, [(number, sides.index(side)) for number, side in enumerate(there)], progress)
    return {side for side, equal in zip(there, same, strict=True) if equal}


def picture_faces(path: Path, sides: Sequence[DesignSide], progress: Progress) -> dict[DesignSide, bytes]:
    """Return a PNG of each of these sides that is in a PDF."""
    with open_sheets(path) as (pdf, ticket):
        forms = _forms(pdf, ticket)
        there = [side for side in sides if side in forms]
        pages = _pages([forms[side] for side in there])
    found = {}
    with opened(pages) as document:
        for number, (drawing, side) in enumerate(there):
            out = BytesIO()
            document[number].render(scale=SHOWN_DPI / 72).to_pil().convert("RGB").save(out, "PNG")
            found[drawing, side] = out.getvalue()
            progress(number + 1, len(there))
    return found


def same_pages(first: bytes, second: bytes, pairs: Sequence[tuple[int, int]], progress: Progress) -> list[bool]:
    """Return whether two pages look the same, for each pair of page numbers in the first and second PDF."""
    same = []
    with opened(first) as one, opened(second) as other:
        for done, (left, right) in enumerate(pairs, 1):
            seen = [
                np.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB"), np.int16)
                for page in (one[left], other[right])
            ]
            equal = seen[0].shape == seen[1].shape and int(np.abs(seen[0] - seen[1]).max()) <= ROUNDING
            same.append(bool(equal))
            progress(done, len(pairs))
    return same


def _forms(pdf: Pdf, ticket: Ticket) -> dict[DesignSide, pikepdf.Object]:
    """Return the drawing of each side, if it is still the one that was printed."""
    sealer = Sealer()
    found: dict[DesignSide, pikepdf.Object] = {}
    for page in pdf.pages:
        for form in page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary()).values():
            if isinstance(form, Stream) and form.get("/Subtype") == "/Form":
                found |= dict.fromkeys(ticket.faces.get(sealer.seal(form), ()), form)
    return found


def _pages(forms: Sequence[pikepdf.Object]) -> bytes:
    """Return a PDF with a page for each drawing, in its size."""
    with Pdf.new() as pdf:
        for form in forms:
            x0, y0, x1, y1 = (float(edge) for edge in form["/BBox"])
            page = pdf.add_blank_page(page_size=(min(max(x1 - x0, 3), 14400), min(max(y1 - y0, 3), 14400)))
            page.obj.Resources = Dictionary(XObject=Dictionary(F=pdf.copy_foreign(form)))
            page.obj.Contents = pdf.make_stream(f"q 1 0 0 1 {-x0:.4f} {-y0:.4f} cm /F Do Q".encode())
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()
