"""Print a game: write its PDF and its list of placements, from the cache if nothing has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pnp.config import read_config
from pnp.errors import Location, PressError, os_problem
from pnp.pictures.pdf_images import LateImageSource, write_pdf
from pnp.play.registry import drawings_hash
from pnp.press.job import Job, Printed, PrintedDocument
from pnp.project.folders import Project, files_hash, fonts_hash
from pnp.store.cache import Cache, cache_key
from pnp.store.files import open_atomically, write_atomically
from pnp.store.fingerprint import cached_digests, code_hash, versions
from pnp.worker.codec import CodecError, pack, unpack
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task

PRINTING: Final = "pnp.press.document"
"""The module that prints; its hash includes everything it imports."""
LIBRARIES: Final = (
    "typst", "CairoSVG", "reportlab", "pikepdf", "svgwrite", "jinja2", "uharfbuzz", "font-source-sans-pro",
    "font-fredoka-one", "pillow", "pypdfium2", "python-bidi", "uniseg", "fonttools", "svgelements",
)  # fmt: skip


def print_game(
    project: Project, game_id: str, job: Job, folder: Path, cache: Cache, progress: Progress = silent
) -> Printed:
    """Write the game's PDF and JSON into `folder/<game>/`; existing files stay until both are complete."""
    if not cache.enabled:  # re-encoded pictures have to be stored somewhere
        with TemporaryDirectory(prefix="pnp-") as place:
            return print_game(project, game_id, job, folder, Cache(Path(place)), progress)
    if job.layout.paper.single:
        job = replace(job, guide=False)  # too small to read on a card
    with cached_digests(project.components / game_id, cache):
        return _print(project, game_id, job, folder, cache, progress)


def _print(project: Project, game_id: str, job: Job, folder: Path, cache: Cache, progress: Progress) -> Printed:
    """Write the files, with a cache that stores what it is given."""
    key = _key(project, game_id, job)
    source = LateImageSource(project.components / game_id, cache)
    document = _cached_document(key, cache, source)
    drawn = 0
    if document is None:
        from pnp.worker.supervisor import run_in_worker  # not needed if everything is in the cache

        limits = read_config(project).limits
        document, drawn = run_in_worker(draw_document, limits, project, game_id, job, cache, progress=progress)
        if not document.facts.problems:  # a face may have failed only because the machine was busy
            cache.put(f"{key}-document", pack(PrintedDocument, document))
    path = folder / game_id / f"{job.file_name(game_id)}.pdf"
    placements = path.with_suffix(".json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if document.facts.problems or not _is_up_to_date(path, key, cache):
            with open_atomically(path) as file:
                write_pdf(document.pdf, source, file)
            if not document.facts.problems:
                _remember_written(path, key, cache)
        write_atomically(placements, document.listing)
        size = path.stat().st_size
    except OSError as error:
        where = Location(str(path))
        raise PressError(os_problem(error, where, "cannot be written", "choose another --out")) from error
    return Printed(**vars(document.facts), pdf=path, placements=placements, size_bytes=size, drawn=drawn)


@task
def draw_document(
    project: Project, game_id: str, job: Job, cache: Cache, *, progress: Progress = silent
) -> tuple[PrintedDocument, int]:
    """Make the document of a job; return it with the number of faces that were drawn for it."""
    if job.box is not None:
        document = job.box.make(project, game_id, job)
        return document, document.facts.faces
    from pnp.press.document import make_document  # slow to import, with everything that draws

    return make_document(project, game_id, job, cache, progress)


def _is_up_to_date(path: Path, key: str, cache: Cache) -> bool:
    """Return whether a file is unchanged since it was last written; with pictures it may be gigabytes large."""
    noted = cache.get(_written_key(path))
    return noted is not None and path.is_file() and noted == _state(path, key)


def _remember_written(path: Path, key: str, cache: Cache) -> None:
    cache.put(_written_key(path), _state(path, key))


def _written_key(path: Path) -> str:
    return cache_key("written", str(path.resolve()))


def _state(path: Path, key: str) -> bytes:
    state = path.stat()
    return f"{key} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}".encode()


def _cached_document(key: str, cache: Cache, source: LateImageSource) -> PrintedDocument | None:
    """Return the document if all of it is in the cache, else None."""
    cached = cache.get(f"{key}-document")
    if cached is None:
        return None
    try:
        document: PrintedDocument = unpack(PrintedDocument, cached)
    except CodecError:  # written by an earlier version
        return None
    return document if source.has_all(document.pdf.late_images) else None


def _key(project: Project, game_id: str, job: Job) -> str:
    """Return a hash of everything that a document is made from."""
    memo = None if job.memo is None else job.memo.key(project, game_id)
    box = None if job.box is None else job.box.key()
    files, drawings = (files_hash(project, game_id), fonts_hash(project)), drawings_hash(project, game_id)
    return cache_key("document", files, drawings, code_hash(PRINTING), versions(*LIBRARIES), memo, box, repr(job))
