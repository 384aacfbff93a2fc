"""Files of jobs: a folder for each, ZIP archives, and pages of finished PDFs as pictures."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from pnp.config import read_config
from pnp.errors import Location, PnpError, Problem
from pnp.geometry.units import MM_PER_INCH, POINTS_PER_MM
from pnp.store.files import write_atomically
from pnp.web.endpoints import json_get, not_found, path_number
from pnp.web.jobs import BackgroundJob
from pnp.web.session import ProjectSession
from pnp.worker.limits import Limits
from pnp.worker.progress import begin_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Date given to all files in a ZIP, so that equal content gives equal bytes."""

SMALL, LARGE = (1240, 360.0), (2600, 720.0)
"""Pixels along the longer side of a page, and the maximum resolution in dpi: A4 gets 106 dpi, or 222 dpi enlarged."""
MAX_PARALLEL: Final = 2
"""Maximum number of pages drawn at the same time; more would need memory and gain nothing."""


class PagePictureCache:
    """Cache of page pictures, stored beside their PDFs. Thread-safe."""

    def __init__(self) -> None:
        self._slots = BoundedSemaphore(MAX_PARALLEL)
        self._lock = Lock()
        self._drawing: dict[Path, Lock] = {}

    def picture(self, pdf: Path, number: int, *, large: bool, limits: Limits) -> Path:
        """Return the path of the PNG of a page, counted from 1. Raise PnpError if there is no such page."""
        place = pdf.parent / f"{pdf.stem}-{number}{'-large' if large else ''}.png"
        with self._lock:
            mine = self._drawing.setdefault(place, Lock())
        try:
            with mine:  # other requests for the same page wait here
                if not place.is_file():
                    with self._slots:
                        content = run_in_worker(draw_page, limits, pdf, number, *(LARGE if large else SMALL))
                    write_atomically(place, content)
        finally:
            with self._lock:
                self._drawing.pop(place, None)
        return place


@task
def draw_page(pdf: Path, number: int, dots: int, most_dpi: float) -> bytes:
    """Return a page as PNG, with up to `dots` pixels along its longer side. Raise PnpError if there is no such page."""
    import pypdfium2  # slow to load

    begin_step(Location(pdf.name, page=number))
    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 1 <= number <= len(document):
            hint = f"it has pages 1 to {len(document)}"
            raise PnpError(Problem(Location(pdf.name), f"has no page {number}", hint, code="E0505"))
        return _page_png(document[number - 1], dots, most_dpi)
    finally:
        document.close()


def draw_pages(pdf: bytes, most: int) -> list[bytes]:
    """Return the first pages of a PDF as PNG, at most `most`. Call it in a worker process."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_page_png(document[number], *SMALL) for number in range(min(most, len(document)))]
    finally:
        document.close()


def _page_png(page: PdfPage, dots: int, most_dpi: float) -> bytes:
    longer = max(page.get_size()) / POINTS_PER_MM / MM_PER_INCH
    scale = min(dots / longer, most_dpi) / (MM_PER_INCH * POINTS_PER_MM)
    drawn = page.render(scale=scale, may_draw_forms=False).to_pil().convert("RGB")
    out = BytesIO()
    drawn.save(out, "PNG", compress_level=3)
    return out.getvalue()


def measure_pages(pdf: Path, limits: Limits) -> list[tuple[float, float]]:
    """Return the width and height of each page of a PDF, in mm, measured in a worker process."""
    return run_in_worker(page_sizes, limits, pdf)


@task
def page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Return the width and height of each page of a PDF, in mm."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        sizes = [document.get_page_size(number) for number in range(len(document))]
    finally:
        document.close()
    return [(width / POINTS_PER_MM, height / POINTS_PER_MM) for width, height in sizes]


MAX_UNUSED: Final = 5
"""Number of finished jobs of each kind whose files are kept after use: the user may go back to earlier settings."""
PDF: Final = "pdf"
"""Name of a job's PDF in `BackgroundJob.files`."""


class JobFolders:
    """Output folders of jobs. Thread-safe."""

    def __init__(self, session: ProjectSession) -> None:
        self._session = session
        self._jobs: list[BackgroundJob] = []
        self._lock = Lock()

    def folder(self, job: BackgroundJob) -> Path:
        """Create and return the output folder of a job."""
        self._delete_unused(job.kind)
        place = self._session.folder / job.id
        place.mkdir(parents=True, exist_ok=True)
        with self._lock:
            self._jobs.append(job)
        return place

    def _delete_unused(self, kind: str) -> None:
        """Delete the folders of failed jobs, and of all but the last finished jobs that no page shows."""
        with self._lock:
            ended = [job for job in self._jobs if job.kind == kind and job.state != "running" and not job.wanted_by]
            done = [job for job in ended if job.state == "done"]
            for job in [*(job for job in ended if job.state != "done"), *done[: max(0, len(done) - MAX_UNUSED)]]:
                self._session.jobs.stop(job)  # so that it is not used again without its files
                self._jobs.remove(job)
                shutil.rmtree(self._session.folder / job.id, ignore_errors=True)


def routes(session: ProjectSession) -> list[Route]:
    """Return the route of PDF pages as pictures."""
    room = PagePictureCache()

    def page(request: Request) -> Response:
        job = session.jobs.find(str(request.path_params["id"]))
        pdf = None if job is None else job.files.get(request.query_params.get("of", PDF))
        opened = None if job is None else session.find_game(job.game)
        number = path_number(request, "number")
        if pdf is None or opened is None or pdf.suffix != ".pdf" or not pdf.is_file() or number < 1:
            raise not_found("page", f"{request.path_params['number']} of {request.path_params['id']}")
        limits = read_config(opened.game.project).limits
        large = "large" in request.query_params
        return FileResponse(room.picture(pdf, number, large=large, limits=limits))

    return [Route("/api/job/{id}/page/{number}.png", json_get(page))]
