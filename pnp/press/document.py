"""The document: a game's faces drawn, its sheets laid and stamped, as the bytes of a PDF and of its list."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pnp.cache import Cache, hashed
from pnp.deck import expand
from pnp.errors import PnpError, Problem, RenderError
from pnp.face.render import Face, Renderer
from pnp.fingerprint import fingerprint
from pnp.press.companion import Companion, Source
from pnp.press.furniture import draw_furniture
from pnp.press.guide import Guide, make_guide
from pnp.press.job import Job
from pnp.press.listing import list_placements
from pnp.press.renderer import faces_to_pdf
from pnp.press.stamp import FaceKey, FaceNumber, stamp
from pnp.resources import Project
from pnp.sheet.impose import impose
from pnp.sheet.page import Page
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Side

CHUNK: Final = 128
"""So many faces are rendered together and share their fonts."""

Progress = Callable[[int, int], None]
"""Told how many faces of how many are done."""


@dataclass(frozen=True)
class Drawn:
    """A game's distinct faces as PDF pages, in chunks."""

    chunks: list[bytes]
    numbers: FaceNumber
    keys: FaceKey
    guide: tuple[Guide, int] | None
    """The making guide and its number among the faces."""
    distinct: int
    """Faces without the guide."""
    fresh: int
    """Of these, how many were not in the cache."""


def make_document(
    project: Project, game_id: str, job: Job, cache: Cache, progress: Progress, memo: Source | None = None
) -> tuple[bytes, bytes, int]:
    """The PDF, its list of placements, and how many faces were drawn for it."""
    game = load_game(project, game_id)
    companion = memo(project, game, job, cache) if memo is not None and job.memo else None
    if companion is not None:
        game = companion.joined(game)
    pages = impose(expand(game), job.layout)
    drawn = draw(project, game, job, pages, cache, progress, companion)
    furniture = draw_furniture(pages, game, job)
    pdf = stamp(furniture, drawn.chunks, drawn.numbers, pages, game.id, job, drawn.guide, drawn.keys)
    listing = list_placements(game, job, pages, drawn.distinct)
    return pdf, (json.dumps(listing, ensure_ascii=False, indent=1) + "\n").encode(), drawn.fresh


def draw(
    project: Project,
    game: Game,
    job: Job,
    pages: list[Page],
    cache: Cache,
    progress: Progress,
    companion: Companion | None = None,
) -> Drawn:
    """Everything that will be stamped on the pages, from the cache where it is there."""
    drawn_already = set() if companion is None else {companion.deck.name}
    faces, numbers, fresh = _draw_faces(project, game, job, pages, cache, progress, drawn_already)
    distinct, guide = len(faces), None
    if job.guide:
        guide = make_guide(pages, game, job, Renderer(project, game, job.lang, job.ink, 0)), distinct
        faces.append(guide[0].face)
    chunks = []
    for first in range(0, len(faces), CHUNK):
        batch = faces[first : first + CHUNK]
        key = hashed("chunk", fingerprint(project, game.id), job.renderer, [face.key for face in batch])
        chunk = cache.get(key)
        if chunk is None:
            chunk = faces_to_pdf(batch, job.renderer)
            cache.put(key, chunk)
        chunks.append(chunk)
    keys = {side: faces[number].key for side, number in numbers.items()}
    if companion is not None:
        keys |= dict.fromkeys(companion.sides, hashed(companion.pdf.hex()))
        chunks.append(companion.pdf)
        numbers |= {side: len(faces) + page for page, side in enumerate(companion.sides)}
    return Drawn(chunks, numbers, keys, guide, distinct, fresh)


def _draw_faces(
    project: Project,
    game: Game,
    job: Job,
    pages: list[Page],
    cache: Cache,
    progress: Progress,
    drawn_already: set[str],
) -> tuple[list[Face], FaceNumber, int]:
    """The distinct faces, which of them each side of a design shows, and how many were not in the cache."""
    renderer = Renderer(project, game, job.lang, job.ink, job.layout.bleed)
    wanted: dict[tuple[str, Side], tuple[Deck, Design]] = {
        (placement.piece.id, placement.side): (placement.piece.deck, placement.piece.design)
        for page in pages
        for placement in page.placements
        if placement.piece.deck.name not in drawn_already
    }
    faces: dict[str, tuple[int, Face]] = {}
    numbers: FaceNumber = {}
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
