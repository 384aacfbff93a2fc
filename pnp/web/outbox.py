"""Output folders of jobs, deleted when no page needs their files any more, and pictures of their PDF pages."""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import Lock
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from pnp.config import read_config
from pnp.web.answers import json_get, not_found
from pnp.web.bench import ProjectSession
from pnp.web.jobs import BenchJob
from pnp.web.raster import PagePictureCache

MAX_UNUSED: Final = 5
"""Number of finished jobs of each kind whose files are kept after use: the user may go back to earlier settings."""
PDF: Final = "pdf"
"""Name of a job's PDF in `BenchJob.files`."""


class JobFolders:
    """Output folders of jobs. Thread-safe."""

    def __init__(self, bench: ProjectSession) -> None:
        self._bench = bench
        self._jobs: list[BenchJob] = []
        self._lock = Lock()

    def folder(self, job: BenchJob) -> Path:
        """Create and return the output folder of a job."""
        self._empty(job.kind)
        place = self._bench.folder / job.id
        place.mkdir(parents=True, exist_ok=True)
        with self._lock:
            self._jobs.append(job)
        return place

    def _empty(self, kind: str) -> None:
        """Delete the folders of failed jobs, and of all but the last finished jobs that no page shows."""
        with self._lock:
            ended = [job for job in self._jobs if job.kind == kind and job.state != "running" and not job.wanted_by]
            done = [job for job in ended if job.state == "done"]
            for job in [*(job for job in ended if job.state != "done"), *done[: max(0, len(done) - MAX_UNUSED)]]:
                self._bench.jobs.stop(job)  # so that it is not used again without its files
                self._jobs.remove(job)
                shutil.rmtree(self._bench.folder / job.id, ignore_errors=True)


def routes(bench: ProjectSession) -> list[Route]:
    """Return the route of PDF pages as pictures."""
    room = PagePictureCache()

    def page(request: Request) -> Response:
        job = bench.jobs.find(str(request.path_params["id"]))
        pdf = None if job is None else job.files.get(request.query_params.get("of", PDF))
        shop = None if job is None else bench.workshop(job.game)
        if pdf is None or shop is None or pdf.suffix != ".pdf" or not pdf.is_file():
            raise not_found("page", str(request.path_params["id"]))
        limits = read_config(shop.game.project).limits
        large = "large" in request.query_params
        return FileResponse(room.picture(pdf, int(request.path_params["number"]), large=large, limits=limits))

    return [Route("/api/job/{id}/page/{number:int}.png", json_get(page))]
