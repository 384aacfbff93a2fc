"""Printing a game: draw its faces, lay its sheets, stamp them, write the PDF and the list of placements."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.cache import Cache
from pnp.deck import expand
from pnp.errors import PnpError, PressError, Problem, RenderError
from pnp.fingerprint import fingerprint
from pnp.press.job import Job, Printed
from pnp.press.listing import list_placements
from pnp.resources import Project
from pnp.sheet.impose import impose
from pnp.sheet.page import Page
from pnp.spec.model import Deck, Design, Game, Side
from pnp.write import write_atomically

if TYPE_CHECKING:
    from pnp.face.render import Face

CHUNK: Final = 128
"""So many faces are rendered together and share their fonts."""

Progress = Callable[[int, int], None]
"""Told how many faces of how many are done."""


def print_game(
    project: Project, game: Game, job: Job, folder: Path, cache: Cache, progress: Progress = lambda done, total: None
) -> Printed:
    """Write the game's PDF and JSON into `folder/<game>/`; what was there stays until both are complete."""
    key = _hash("document", fingerprint(project, game.id), game.model_dump_json(), asdict(job))
    pdf, listing = cache.get(f"{key}-pdf"), cache.get(f"{key}-json")
    drawn = 0
    if pdf is None or listing is None:
        pdf, listing, drawn = _print(project, game, job, cache, progress)
        cache.put(f"{key}-pdf", pdf)
        cache.put(f"{key}-json", listing)
    path = folder / game.id / f"{job.file_name(game.id)}.pdf"
    placements = path.with_suffix(".json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, pdf)
        write_atomically(placements, listing)
    except OSError as error:
        found = error.strerror or str(error)
        raise PressError(Problem(str(path), "a file that can be written", found, "choose another --out")) from error
    about = json.loads(listing)
    return Printed(
        path, placements, about["pieces"], about["sheets"], len(about["pages"]), len(pdf), about["faces"], drawn
    )


def _print(project: Project, game: Game, job: Job, cache: Cache, progress: Progress) -> tuple[bytes, bytes, int]:
    """The PDF, its list of placements, and how many faces were drawn for it."""
    # imported here, because a print that is in the cache needs none of them
    from pnp.press.furniture import draw_furniture
    from pnp.press.renderer import faces_to_pdf
    from pnp.press.stamp import stamp

    pages = impose(expand(game), job.layout)
    faces, numbers, drawn = _draw_faces(project, game, job, pages, cache, progress)
    guide = None
    if job.guide:
        from pnp.face.render import Renderer
        from pnp.press.guide import make_guide

        guide = make_guide(pages, game, job, Renderer(project, game, job.lang, job.ink, 0)), len(faces)
        faces.append(guide[0].face)
    chunks = []
    for first in range(0, len(faces), CHUNK):
        batch = faces[first : first + CHUNK]
        key = _hash("chunk", fingerprint(project, game.id), job.renderer, [face.key for face in batch])
        chunk = cache.get(key)
        if chunk is None:
            chunk = faces_to_pdf(batch, job.renderer)
            cache.put(key, chunk)
        chunks.append(chunk)
    pdf = stamp(draw_furniture(pages, game, job), chunks, numbers, pages, job, guide)
    listing = list_placements(game, job, pages, len(faces) - (guide is not None))
    return pdf, (json.dumps(listing, ensure_ascii=False, indent=1) + "\n").encode(), drawn


def _draw_faces(
    project: Project, game: Game, job: Job, pages: list[Page], cache: Cache, progress: Progress
) -> tuple[list[Face], dict[tuple[str, Side], int], int]:
    """The distinct faces, which of them each side of a design shows, and how many were not in the cache."""
    from pnp.face.render import Face, Renderer

    renderer = Renderer(project, game, job.lang, job.ink, job.layout.bleed)
    wanted: dict[tuple[str, Side], tuple[Deck, Design]] = {
        (placement.piece.id, placement.side): (placement.piece.deck, placement.piece.design)
        for page in pages
        for placement in page.placements
    }
    faces: dict[str, tuple[int, Face]] = {}
    numbers: dict[tuple[str, Side], int] = {}
    problems: list[Problem] = []
    drawn = 0
    for done, ((design_id, side), (deck, design)) in enumerate(wanted.items(), 1):
        key = renderer.key(deck, design, side)
        svg = cache.get(key)
        if svg is None:
            drawn += 1
            try:
                svg = renderer.render(deck, design, side).svg.encode()
            except PnpError as error:
                problems += error.problems
                continue
            cache.put(key, svg)
        face = Face(svg.decode(), deck.size, job.layout.bleed)
        numbers[design_id, side], _ = faces.setdefault(face.key, (len(faces), face))
        progress(done, len(wanted))
    if problems:
        raise RenderError(*dict.fromkeys(problems))
    return [face for _, face in faces.values()], numbers, drawn


def _hash(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
