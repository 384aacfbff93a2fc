"""Chunks of faces with their pictures inserted, for previews and separate files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf

from pnp.face.face import Face
from pnp.pictures.embedded import EmbeddedImage
from pnp.pictures.pdf_images import LateImageSource, PdfWithPictures, write_pdf
from pnp.press.engrave import PdfImageMaker, make_images, place_images, prepare_update
from pnp.press.standin import pictures_of, placeholder_keys
from pnp.store.cache import Cache


def with_pictures(chunk: bytes, faces: Sequence[Face]) -> bytes:
    """Return a chunk with the pictures of its faces."""
    plates = pictures_of(faces)
    if not plates:
        return chunk
    with TemporaryDirectory(prefix="pnp-") as folder:
        cache, out = Cache(Path(folder)), BytesIO()
        write_pdf(_bound(chunk, plates, cache), _source(plates.values(), cache), out)
    return out.getvalue()


@contextmanager
def file_with_pictures(chunk: bytes, plates: Mapping[str, EmbeddedImage], cache: Cache) -> Iterator[Path | bytes]:
    """Yield a chunk with its pictures, as a temporary file if it has any."""
    if not plates:
        yield chunk
        return
    with TemporaryDirectory(prefix="pnp-") as folder:
        path = Path(folder, "chunk.pdf")
        with path.open("wb") as file:
            write_pdf(_bound(chunk, plates, cache), _source(plates.values(), cache), file)
        yield path


def _bound(chunk: bytes, plates: Mapping[str, EmbeddedImage], cache: Cache) -> PdfWithPictures:
    with pikepdf.open(BytesIO(chunk)) as pdf:
        engravings = make_images((plates[key] for key in placeholder_keys(pdf) if key in plates), PdfImageMaker(cache))
        place_images(pdf, engravings)
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return prepare_update(out.getvalue(), engravings)


def _source(plates: Iterable[EmbeddedImage], cache: Cache) -> LateImageSource:
    """Return the source of the pictures, which are all beside the spec of one game."""
    plate = next(iter(plates))
    return LateImageSource(plate.folder, cache)
