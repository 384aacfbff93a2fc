"""Ink on drawn faces: average coverage, and the edge colours that decks declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, Final, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
from pikepdf import Stream
from PIL import Image, ImageDraw

from pnp.errors import Location, Problem, RenderError
from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, Size, points
from pnp.pictures.embedded import EmbeddedImage, load_page_part
from pnp.pictures.formats import open_picture
from pnp.press.drawn import DesignSide, FaceIndex
from pnp.press.images import MARK, file_with_pictures, pictures_of
from pnp.sheet.page import Page
from pnp.store.cache import Cache, cache_key
from pnp.store.files import read_file
from pnp.store.fingerprint import versions
from pnp.terms import Side

COVERAGE_DPI: Final = 110
"""Resolution for measuring; a lower one widens hairlines and doubles the apparent coverage of low-ink prints."""
SAMPLE_SIZE: Final = 16
"""Approximate number of faces to measure, at least one per side of a deck; the others are assumed to be average."""
_DOTS: Final = 4
"""Pixels in a placeholder image."""

Group = tuple[str, Side]
"""The faces of one side of a deck."""


def face_coverage(
    chunks: Sequence[tuple[bytes, list[Face]]], groups: Sequence[Group], renderer: str, cache: Cache
) -> list[float]:
    """Return the share of each face covered with ink, from 0 to 1; `groups` says what each is a face of."""
    made_from = cache_key("coverage", renderer, versions("pypdfium2"), COVERAGE_DPI)
    members: dict[Group, list[int]] = {}
    for number, group in enumerate(groups):
        members.setdefault(group, []).append(number)
    step = max(1, -(-len(groups) // SAMPLE_SIZE))
    measured = {number for faces in members.values() for number in faces[::step]}
    found: dict[int, float] = {}
    first = 0
    for chunk, faces in chunks:
        wanted = {at: face for at, face in enumerate(faces) if first + at in measured}
        found |= {first + at: share for at, share in _measured(chunk, wanted, made_from, cache).items()}
        first += len(faces)
    means = {group: _mean([found[at] for at in faces if at in found]) for group, faces in members.items()}
    return [found.get(number, means[group]) for number, group in enumerate(groups)]


def _mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)


def _measured(chunk: bytes, wanted: Mapping[int, Face], made_from: str, cache: Cache) -> dict[int, float]:
    """Return the shares of some pages of a chunk, from the cache if possible."""
    keys = {at: cache_key(made_from, face.key) for at, face in wanted.items()}
    cached = {at: content for at, key in keys.items() if (content := cache.get(key)) is not None}
    shares = {at: float(content) for at, content in cached.items()}
    missing = [at for at in keys if at not in cached]
    if missing:
        pictures = {picture.key: picture for at in missing for picture in wanted[at].pictures}
        fresh = page_coverage(_with_colours(chunk, pictures) if pictures else chunk, missing)
        for at, share in zip(missing, fresh, strict=True):
            cache.put(keys[at], str(share).encode())
            shares[at] = share
    return shares


def page_coverage(pdf: bytes, pages: Iterable[int]) -> list[float]:
    """Return the share of each of these pages that is covered with ink."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_share(document[number]) for number in pages]
    finally:
        document.close()


def _share(page: pypdfium2.PdfPage) -> float:
    dots = page.render(scale=COVERAGE_DPI / 72, may_draw_forms=False).to_numpy()[:, :, :3]
    return round(float(1 - dots.mean() / 255), 4)


def _with_colours(chunk: bytes, pictures: Mapping[str, EmbeddedImage]) -> bytes:
    """Return the chunk with every placeholder filled with the mean colour of its picture."""
    distinct = {picture.hash: picture for picture in pictures.values()}  # most occur five times, because of their bleed
    means = {each: _mean_colour(picture) for each, picture in distinct.items()}
    colours = {key: means[picture.hash] for key, picture in pictures.items()}
    with pikepdf.open(BytesIO(chunk)) as pdf:
        for image in pdf.objects:
            if isinstance(image, Stream) and str(image.get(MARK, "")) in colours:
                image.write(bytes(colours[str(image[MARK])]) * _DOTS)
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _mean_colour(picture: EmbeddedImage) -> tuple[int, ...]:
    """Return the mean colour of a picture on white; white if it is damaged, which is reported elsewhere."""
    try:
        content = load_page_part(picture) if picture.part is not None else read_file(picture.path)
        with open_picture(BytesIO(content)) as opened:
            opened.draft("RGB", (32, 32))
            if not opened.has_transparency_data:  # as most are; with an alpha channel, a large board needs a gigabyte
                opaque = opened if opened.mode == "RGB" else opened.convert("RGB")
                return tuple(opaque.resize((1, 1), Image.Resampling.BOX).tobytes())
            shown = opened.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return (255, 255, 255)
    paper = Image.new("RGBA", shown.size, "white")
    return tuple(Image.alpha_composite(paper, shown).convert("RGB").resize((1, 1), Image.Resampling.BOX).tobytes())


def ink_coverage(
    pages: Sequence[Page], paper: Size, shares: Sequence[float], shown: Mapping[DesignSide, FaceIndex]
) -> float:
    """Return the share of the paper that is covered, from 0 to 1, not counting blank pages."""
    printed = [page for page in pages if page.placements]
    inked = sum(
        shares[shown[placement.piece.face_id, placement.side].number] * box.width * box.height
        for page in printed
        for placement in page.placements
        for box in [placement.rect.grown(placement.bleed)]
    )
    return inked / (len(printed) * paper.width * paper.height) if printed else 0.0


EDGE_DPI: Final = 72
REACH: Final = 2.5
"""Distance from the cut that is checked, in mm; decks declare slightly more, for lines that end there."""
COLOUR_TOLERANCE: Final = 24
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
    chunks: Sequence[tuple[bytes, list[Face]]], declared: Mapping[int, DeclaredEdge], renderer: str, cache: Cache
) -> None:
    """Raise RenderError for every face, by number, with an edge that differs from what its deck declares."""
    made_from = cache_key(
        "edge", renderer, versions("pypdfium2", "pillow"), EDGE_DPI, REACH, COLOUR_TOLERANCE, TOLERATED_AREA
    )
    problems: list[Problem] = []
    first = 0
    for chunk, faces in chunks:
        wanted = {at: declared[first + at] for at in range(len(faces)) if first + at in declared}
        keys = {
            at: cache_key(made_from, faces[at].key, edge.colours, edge.outline.svg()) for at, edge in wanted.items()
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


def _other_colour_area(page: pypdfium2.PdfPage, face: Face, edge: DeclaredEdge) -> float:
    """Return the area near the cut that has another colour, in mm²."""
    dots: Dots = page.render(scale=EDGE_DPI / points(MM_PER_INCH), may_draw_forms=False, rev_byteorder=True).to_numpy()
    near = _near_the_cut(dots.shape[1], dots.shape[0], face.bleed, edge.outline)
    seen = dots[:, :, :3][near].astype(np.int16)
    wrong = min(
        int((np.abs(seen - np.array(list(bytes.fromhex(colour[1:])), np.int16)).max(axis=1) > COLOUR_TOLERANCE).sum())
        for colour in edge.colours
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


def _problem(edge: DeclaredEdge, area: float) -> Problem:
    message = f"the edge is not {edge.colours[0]} on all sides, as decks.{edge.where.deck}.edge promises"
    hint = "draw the edge in that colour up to 3 mm inside the cut, or delete the key edge to keep pieces apart"
    return Problem(edge.where, message, hint, found=f"{area:.0f} mm² of another colour", code="E0607")
