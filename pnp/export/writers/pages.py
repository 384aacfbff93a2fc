"""Writer `pages`: one PDF per deck, with one side of a piece per page, and trim and bleed boxes."""

from __future__ import annotations

from typing import Final

from pnp.export.fit import Fit
from pnp.export.hands import ExportPart, make_part
from pnp.export.job import ExportFace, ExportJob
from pnp.export.options import ExportOption, OptionKind
from pnp.export.pdfpages import make_pages
from pnp.export.profile import PageOrder
from pnp.geometry.units import trim
from pnp.terms import Side

EACH, ONCE = "each", "once"
OPTIONS: Final = (
    ExportOption("copies", "each: one page per copy; once: one page per design", OptionKind.CHOICE, EACH, (EACH, ONCE)),
)
Page = tuple[str, Side]
"""Name of a look's drawing, and the side."""


def write(job: ExportJob) -> None:
    """Write a PDF for each deck."""
    faces = job.faces()
    for fit in job.fits.values():
        _add_notices(job, fit)
    decks = [[each for each in faces if each.deck.name == name] for name in job.fits]
    parts = [_part(job, own[0].fit, own) for own in decks]
    for own, part, made in zip(decks, parts, job.make(parts, "pages"), strict=True):
        blanks = {"game": job.game.id, "lang": job.order.lang, "deck": own[0].deck.name}
        job.add(f"{job.profile.file.format_map(blanks)}.pdf", made or b"", part.estimate)


def _add_notices(job: ExportJob, fit: Fit) -> None:
    """Add notices about what the shop must know and the pages do not show."""
    deck, title = fit.deck, fit.deck.title[job.order.lang]
    if deck.corner:
        job.notice(f"{title}: corners are rounded to {trim(deck.corner)} mm; tell the shop")
    elif not deck.cut_line(design=deck.designs[0].id).plain:
        job.notice(f"{title}: not cut along straight lines; send the cut lines with it: pnp export cut")
    if deck.kind.order_note:
        job.notice(f"{title}: {deck.kind.order_note}")


def _part(job: ExportJob, fit: Fit, faces: list[ExportFace]) -> ExportPart[bytes]:
    """Return the part of the export that makes the pages of a deck."""
    places = {(each.drawing, each.side): number for number, each in enumerate(faces)}
    drawings = [piece.drawing for piece in job.pieces if piece.deck.name == fit.deck.name]
    wanted = drawings if job.option("copies") == EACH else list(dict.fromkeys(drawings))
    order = [places[page] for page in page_order(wanted, job.profile.sequence) if page in places]
    title = f"{job.game.title[job.order.lang]}: {fit.deck.title[job.order.lang]}"
    drawn = [(each.face, fit.turn(each.side)) for each in faces]
    return make_part(
        len(faces), _estimate(faces), make_pages, drawn, order, fit.canvas, fit.size, fit.scale, title, job.order.lang
    )


def page_order(drawings: list[str], sequence: PageOrder) -> list[Page]:
    """Return the sides of the drawings in page order."""
    if sequence is PageOrder.FRONTS_FIRST:
        return [(drawing, side) for side in (Side.FRONT, Side.BACK) for drawing in drawings]
    sides = (Side.BACK, Side.FRONT) if sequence is PageOrder.BACK_FRONT else (Side.FRONT, Side.BACK)
    return [(drawing, side) for drawing in drawings for side in sides]


def _estimate(faces: list[ExportFace]) -> int:
    """Return the estimated file size: an eighth of the drawings' SVG, and 1 MB for each embedded picture."""
    distinct = {each.face.key: each.face for each in faces}.values()
    plates = {plate.key: plate for face in distinct for plate in face.plates}
    return sum(len(face.svg) for face in distinct) // 8 + 1_000_000 * len(plates)
