"""Draw sheets for cutting machines in worker processes: their PDF, and their fronts as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final

from pnp.box.build import BoxPlan, draw_box, plan_box
from pnp.errors import LayoutError
from pnp.export.cutlines import CutLine, page_lines
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH
from pnp.pictures.pdf_images import LateImageSource, PdfWithPictures, write_pdf
from pnp.press.document import build_pdf
from pnp.press.job import Job
from pnp.press.nets import build_net_pdf
from pnp.project.folders import Project
from pnp.sheet.layout import Margins
from pnp.sheet.machine import CutRun, Registration
from pnp.sheet.net import NetPage, clip_path
from pnp.sheet.page import Page, bounds
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.store.fingerprint import cached_digests
from pnp.terms import Ink, Lang, Side
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    from PIL.Image import Image

SUPERSAMPLING: Final = 4
"""Supersampling factor for the edges of pieces."""
STEP: Final = 2.0
"""Difference between the margins that are tried for a box, in mm."""


@task
def make_sheets(
    project: Project, game: Game, run: CutRun, lang: Lang, ink: Ink, dpi: float, corner: float | None, cache: Cache, *,
    progress: Progress = silent,
) -> tuple[PdfWithPictures, list[bytes]]:  # fmt: skip
    """Return the PDF of a run, and a picture of each front unless `dpi` is 0.

    Pictures to be embedded in the PDF are kept in the cache.
    """
    pieces = list({(p.piece.id, p.piece.copy): p.piece for page in run.pages for p in page.placements}.values())
    with cached_digests(project.components / game.id, cache):
        pressed = build_pdf(
            project, game, Job(run.layout, lang, ink), pieces, None, cache, progress, measured=False, laid=run.pages
        )
    pictures: Iterator[bytes] = iter(())
    if dpi:
        whole = BytesIO()
        write_pdf(pressed.pdf, LateImageSource(project.components / game.id, cache), whole)
        pictures = _pictures(whole.getvalue(), run.pages, dpi, corner)
    return pressed.pdf, list(pictures)


@task
def make_box_sheets(project: Project, game: Game, job: Job, plan: BoxPlan, registration: Registration) -> bytes:
    """Return the PDF of a box."""
    return build_net_pdf(draw_box(project, game, job, plan), game.id, job, registration)


def plan_clear_box(game: Game, job: Job, registration: Registration) -> tuple[Job, BoxPlan] | None:
    """Return the job and the plan of a box clear of the marks, on as few sheets as possible; None if none is clear."""
    best: tuple[Job, BoxPlan] | None = None
    rim = registration.inset
    while rim <= registration.inset + registration.clear:
        margin = Margins.even(rim)
        rim += STEP
        try:
            tried = replace(job, layout=replace(job.layout, margin=margin))
            plan = plan_box(game, tried)
        except LayoutError:
            continue
        if all(_is_clear(page, registration) for page in plan.pages) and (
            best is None or len(plan.pages) < len(best[1].pages)
        ):
            best = tried, plan
    return best


def _is_clear(sheet: NetPage, registration: Registration) -> bool:
    """Return whether all ink and cuts of a page of nets are clear of the marks."""
    for zone in registration.zones(sheet.paper):
        for part in sheet.parts:
            inks = [panel.ink.moved(*part.at) for panel in part.net.panels]
            if any(ink.overlaps(zone) and part.inked().overlaps(zone) for ink in inks):
                return False
            if any(True for path in part.cuts() for _ in clip_path(path, zone)):
                return False
    return True


def _pictures(pdf: bytes, pages: Sequence[Page], dpi: float, corner: float | None) -> Iterator[bytes]:
    """Yield the fronts of sheets as PNG files: only the pieces, cut out, cropped to their bounding box."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(pages):
            if page.side is not Side.FRONT:
                continue
            image = document[number].render(scale=dpi / 72, may_draw_forms=False).to_pil().convert("RGB")
            yield _cut_out(image, page_lines(page, corner), dpi)
            image.close()
    finally:
        document.close()


def bounding_box(lines: Iterable[CutLine]) -> Rect:
    """Return the bounding box of all lines, in mm."""
    return bounds([Rect(*each.line.box) for each in lines]) or Rect(0, 0, 0, 0)


def _cut_out(image: Image, lines: Sequence[CutLine], dpi: float) -> bytes:
    """Return a PNG of what is inside closed lines."""
    from PIL import Image as Images
    from PIL import ImageDraw

    per_mm = dpi / MM_PER_INCH
    frame = bounding_box(lines)
    left, top = round(frame.x * per_mm), round(frame.y * per_mm)
    width, height = round(frame.right * per_mm) - left, round(frame.bottom * per_mm) - top
    mask = Images.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING))
    for each in lines:
        if each.closed:
            ImageDraw.Draw(mask).polygon(_dots(each.line, per_mm, left, top), fill=255)
    framed = image.crop((left, top, left + width, top + height))
    framed.putalpha(mask.resize((width, height), Images.Resampling.BOX))
    out = BytesIO()
    framed.save(out, "PNG", dpi=(dpi, dpi), compress_level=3)
    return out.getvalue()


def _dots(line: Outline, per_mm: float, left: int, top: int) -> list[tuple[float, float]]:
    return [((x * per_mm - left) * SUPERSAMPLING, (y * per_mm - top) * SUPERSAMPLING) for x, y in line.polygon]
