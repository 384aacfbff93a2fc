"""Writer `pdfx`: one PDF/X-1a:2003 file per deck in CMYK, with two pages per card."""

from __future__ import annotations

import re
from typing import Final

from pnp.errors import PressError, Problem, option_location, quote_value
from pnp.export.job import ExportFace, ExportJob, make_part
from pnp.export.order import ExportOption, OptionKind
from pnp.export.pdfx1a import PdfXWriter, PressProfile, find_profile, make_cmyk_images, make_ink_table
from pnp.export.profile import Fit
from pnp.terms import Side
from pnp.worker.supervisor import run_in_worker

OPTIONS: Final = (
    ExportOption("icc", "colour profile of the press (an ICC file)", OptionKind.FILE),
    ExportOption("ink-limit", "maximum ink at any point, in percent", OptionKind.NUMBER, 300, least=100, most=400),
    ExportOption("black", "ink mixture of black: C,M,Y,K in percent", default="60,40,40,100"),
)
BATCH: Final = 4
"""Number of faces that one process converts before it returns them; a face has 15 MB at 600 dpi."""
_BLACK: Final = re.compile(r"\d{1,3}(?:\.\d+)?")


def write(job: ExportJob) -> None:
    """Write a PDF for each deck, with two pages per card."""
    limit = float(job.option("ink-limit"))
    black = _black(str(job.option("black")), limit)
    profile = find_profile(job.option("icc"))
    faces = job.faces()
    table = b""
    if not job.dry:
        table = run_in_worker(make_ink_table, job.limits, profile.name, profile.content, limit, black)
    for name, fit in job.fits.items():
        own = [each for each in faces if each.deck.name == name]
        _write_deck(job, fit, own, profile, (table, limit))
        if Side.BACK not in fit.sides():
            title = fit.deck.title[job.order.lang]
            job.notice(f"{title}: the cards have no backs; those pages are white")


def _black(text: str, limit: float) -> tuple[float, ...]:
    """Return the ink mixture of black; raise PressError if it is not valid or exceeds the ink limit."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 4 or not all(_BLACK.fullmatch(part) and float(part) <= 100 for part in parts):
        hint = "for example 60,40,40,100"
        message = "must be four percentages: C,M,Y,K"
        raise PressError(Problem(option_location("--set black"), message, hint, found=quote_value(text), code="E1102"))
    black = tuple(float(part) for part in parts)
    if sum(black) > limit:
        message = f"must use at most {limit:g}% of ink in total"
        raise PressError(Problem(option_location("--set black"), message, found=f"{sum(black):g}%", code="E1102"))
    return black


def _write_deck(
    job: ExportJob, fit: Fit, faces: list[ExportFace], profile: PressProfile, inks: tuple[bytes, float]
) -> None:
    """Write the PDF of a deck: first the images, as soon as they are ready, then the pages."""
    cards = [piece for piece in job.pieces if piece.deck.name == fit.deck.name]
    product = "" if fit.product is None else fit.product.name.lower().replace(" ", "-")
    blanks = {"game": job.game.id, "lang": job.order.lang, "deck": fit.deck.name, "product": product}
    name = f"{job.profile.file.format_map(blanks)}.pdf"
    if job.dry:
        width, height = fit.pixels
        job.add(name, b"", len(faces) * width * height // 12 + len(profile.content))
        return
    pictures = {(each.drawing, each.side): each.picture() for each in faces}
    distinct = list({picture.key: picture for picture in pictures.values()}.values())
    title = f"{job.game.title[job.order.lang]}: {fit.deck.title[job.order.lang]}"
    with job.writing(name) as file, PdfXWriter(file, profile, title) as pdf:
        images: dict[tuple[object, ...], int] = {}
        batches = [distinct[at : at + BATCH] for at in range(0, len(distinct), BATCH)]
        parts = [make_part(len(batch), 0, make_cmyk_images, batch, *inks) for batch in batches]
        for batch, made in zip(batches, job.make(parts, f"{fit.deck.name} in four inks"), strict=True):
            for picture, (image, _) in zip(batch, made or [], strict=True):
                images[picture.key] = pdf.add_image(image)
        for card, side in job.profile.sequence.pages(piece.face_id for piece in cards):
            shown = pictures.get((card, side))
            pdf.add_page(fit.canvas, fit.size, None if shown is None else images[shown.key])
