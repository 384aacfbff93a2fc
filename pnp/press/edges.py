"""Plain edges: check that faces have the edge colour that their deck declares, so that neighbours can share a cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw

from pnp.errors import Location, Problem, RenderError
from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, points
from pnp.press.filling import file_with_pictures
from pnp.press.standin import pictures_of
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import versions

EDGE_DPI: Final = 72
REACH: Final = 2.5
"""Distance from the cut that is checked, in mm; decks promise slightly more, for lines that end there."""
CLOSE: Final = 24
"""Tolerance for each colour channel, of 255: renderers mix colours differently."""
TOLERATED_AREA: Final = 1.0
"""Area of another colour that is tolerated, in mm²."""
WHITE: Final = "#ffffff"


class DeclaredEdge(NamedTuple):
    """The edge of a face as declared by its deck."""

    colours: tuple[str, ...]
    """Accepted colours: the declared one, and white in low ink."""
    outline: Outline
    where: Location
    """Location of the face, with its deck."""


Dots = np.ndarray[Any, Any]


def check_edges(
    chunks: Sequence[tuple[bytes, list[Face]]], promises: Mapping[int, DeclaredEdge], renderer: str, cache: Cache
) -> None:
    """Raise RenderError for every face, by number, with an edge that differs from what its deck declares."""
    made_from = cache_key("edge", renderer, versions("pypdfium2", "pillow"), EDGE_DPI, REACH, CLOSE, TOLERATED_AREA)
    problems: list[Problem] = []
    first = 0
    for chunk, faces in chunks:
        wanted = {at: promises[first + at] for at in range(len(faces)) if first + at in promises}
        keys = {
            at: cache_key(made_from, faces[at].key, promise.colours, promise.outline.svg())
            for at, promise in wanted.items()
        }
        fresh = [at for at in wanted if not cache.get(keys[at])]
        if fresh:
            with file_with_pictures(chunk, pictures_of([faces[at] for at in fresh]), cache) as file:
                document = pypdfium2.PdfDocument(file)
                try:
                    for at in fresh:
                        area = _other_colour_area(document[at], faces[at], wanted[at])
                        if area > TOLERATED_AREA:
                            problems.append(_problem(wanted[at], area))
                        else:
                            cache.put(keys[at], b"kept")
                finally:
                    document.close()
        first += len(faces)
    if problems:
        raise RenderError(*problems)


def _other_colour_area(page: pypdfium2.PdfPage, face: Face, promise: DeclaredEdge) -> float:
    """Return the area near the cut that has another colour, in mm²."""
    dots: Dots = page.render(scale=EDGE_DPI / points(MM_PER_INCH), may_draw_forms=False, rev_byteorder=True).to_numpy()
    near = _near_the_cut(dots.shape[1], dots.shape[0], face.bleed, promise.outline)
    seen = dots[:, :, :3][near].astype(np.int16)
    wrong = min(
        int((np.abs(seen - np.array(list(bytes.fromhex(colour[1:])), np.int16)).max(axis=1) > CLOSE).sum())
        for colour in promise.colours
    )
    return wrong * (MM_PER_INCH / EDGE_DPI) ** 2


@lru_cache(maxsize=4)
def _near_the_cut(width: int, height: int, bleed: float, outline: Outline) -> Dots:
    """Return a mask of the pixels of a face that are near its cut, on both sides."""
    scale = EDGE_DPI / MM_PER_INCH
    line = [((x + bleed) * scale, (y + bleed) * scale) for x, y in outline.polygon]
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).line([*line, line[0], line[1]], fill=1, width=round(2 * REACH * scale), joint="curve")
    return np.asarray(mask)


def _problem(promise: DeclaredEdge, area: float) -> Problem:
    message = f"the edge is not {promise.colours[0]} on all sides, as decks.{promise.where.deck}.edge promises"
    hint = "draw the edge in that colour up to 3 mm inside the cut, or delete the key edge to keep pieces apart"
    return Problem(promise.where, message, hint, found=f"{area:.0f} mm² of another colour", code="E0607")
