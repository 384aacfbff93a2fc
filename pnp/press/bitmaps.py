"""Bitmaps of faces for the workbench, drawn together with the faces and kept in the cache."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from pnp.errors import PnpError
from pnp.face.face import Face
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, try_faces
from pnp.geometry.units import MM_PER_INCH
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer, renderer_key
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.store.cache import Cache, cache_key
from pnp.worker.codec import unpack
from pnp.worker.task import task

SCALES: Final = (3, 6, 12, 18)
"""Resolutions of bitmaps, in pixels per mm; the first is the usual one on screens with 96 dpi."""


def bitmap_key(face_key: str, scale: int) -> str:
    """Return the cache key of a face's bitmap."""
    return cache_key("bitmap", face_key, scale, renderer_key(RendererName.TYPST))


@task
def draw_bitmap(face: Face, scale: int, cache: Cache) -> bytes:
    """Draw a face as PNG and store it in the cache; runs in a worker. Raise RenderError if that fails."""
    [content] = find_renderer().to_png([face], scale * MM_PER_INCH)
    cache.put(bitmap_key(face.key, scale), content)
    return content


@lru_cache(maxsize=2)
def _unpack_game(content: bytes) -> Game:
    found: Game = unpack(Game, content)
    return found


@task
def draw_previews(
    project: Project, spec: bytes, wanted: list[FaceName], visible: frozenset[FaceName], look: FaceLook, scale: int,
    cache: Cache,
) -> list[FaceAttempt]:  # fmt: skip
    """Try to draw each face of a packed game, and the bitmaps of visible ones; runs in a worker."""
    attempts = try_faces(project, _unpack_game(spec), wanted, look, cache)
    return [
        _with_bitmap(made, scale, cache) if name in visible else made
        for name, made in zip(wanted, attempts, strict=True)
    ]


def _with_bitmap(made: FaceAttempt, scale: int, cache: Cache) -> FaceAttempt:
    """Store the bitmap of a face in the cache; return the problems in place of a face of which there can be none."""
    try:
        if made.face is not None and not cache.has(bitmap_key(made.face.key, scale)):
            draw_bitmap(made.face, scale, cache)
    except PnpError as error:
        return replace(made, face=None, problems=error.problems)
    return made


@task
def warm_up() -> None:
    """Load everything that drawing needs, so that the first faces appear sooner; runs in a worker."""
    from pnp.press.typst_renderer import typst_fonts  # slow to import

    typst_fonts()
