"""The reference print: the game printed again from its spec, without the cache, to compare a file with."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from pnp.audit.looks import OpenPdf, opened
from pnp.audit.normal import NormalForms
from pnp.pictures.formats import embeddable_data
from pnp.pictures.pdf_images import LateImage, LateImageSource, write_pdf
from pnp.press.document import PrintResult, build_pdf
from pnp.press.drawn import Companion
from pnp.press.job import Job
from pnp.press.seal import PICTURE
from pnp.project.folders import Project
from pnp.spec.deck import Piece
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.worker.progress import Progress

DEEPEST: Final = 6
"""Most bytes per pixel."""
_REFERENCE: Final = re.compile(rb"\b\d+ \d+ R\b")


class ReferencePrint:
    """A game printed again: its PDF, and the pixels of its pictures."""

    def __init__(self, pressed: PrintResult, pdf: Pdf, folder: Path, source: LateImageSource, pictures: Cache) -> None:
        self.pressed, self.pdf, self.pictures = pressed, pdf, pictures
        self._folder, self._source = folder, source
        self._inlays = {str(pdf.get_object(each.number, 0)[PICTURE]): each for each in pressed.pdf.inlays}
        self.forms = NormalForms(lambda picture: str(picture[PICTURE]).encode())

    @contextmanager
    def opened(self) -> Iterator[OpenPdf]:
        """Yield its PDF in the viewer, with all pictures."""
        with opened(self._file) as document:
            yield document

    @cached_property
    def _file(self) -> Path:
        path = self._folder / "afresh.pdf"
        with path.open("wb") as file:
            write_pdf(self.pressed.pdf, self._source, file)
        return path

    def dots(self, picture: Stream) -> bytes:
        """Return the hash under which the game has the pixels of a picture in a file, or another one if it has not."""
        raw = picture.read_raw_bytes()
        found = hashlib.sha256(raw).hexdigest()
        if found in self._inlays and _encoding(picture) == _encoding(_head(self._inlays[found])):
            return found.encode()
        said = str(picture[PICTURE])  # used only to know where to look
        if said in self._inlays:
            dots = _decoded(picture)
            if dots is not None and dots == self._unpacked(self._inlays[said]):
                return said.encode()
        return f"other dots: {found}".encode()

    def _unpacked(self, inlay: LateImage) -> bytes | None:
        """Return the pixels of one of the game's pictures."""
        head = _head(inlay)
        with Pdf.new() as pdf:
            picture = pdf.make_stream(b"", Dictionary(Width=head["/Width"], Height=head["/Height"]))
            raw = b"".join(embeddable_data(self._source.read(inlay), inlay.how))
            picture.write(raw, filter=head.get("/Filter"), decode_parms=head.get("/DecodeParms"))
            return _decoded(picture)


@contextmanager
def reference_print(
    project: Project, game: Game, job: Job, pieces: list[Piece], companion: Companion | None, progress: Progress
) -> Iterator[ReferencePrint]:
    """Yield some pieces of a game, printed again without the cache; raise PnpError if that fails."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pnp-")))
        pictures = Cache(folder / "pictures")  # empty, and deleted afterwards
        pressed = build_pdf(
            project, game, job, pieces, companion, Cache.none(), progress, measured=False, pictures=pictures
        )
        pdf = stack.enter_context(pikepdf.open(BytesIO(pressed.pdf.pdf)))
        yield ReferencePrint(pressed, pdf, folder, LateImageSource(project.components / game.id, pictures), pictures)


def _head(inlay: LateImage) -> Any:
    """Return the dictionary of a picture, without the objects that it refers to."""
    return pikepdf.Object.parse(_REFERENCE.sub(b" null ", f"<<{inlay.head}>>".encode("latin-1")))


def _encoding(picture: pikepdf.Object) -> list[bytes]:
    """Return how pixels are encoded."""
    wraps = [picture.get(key) for key in ("/Filter", "/DecodeParms")]
    alone = [wrap[0] if isinstance(wrap, Array) and len(wrap) == 1 else wrap for wrap in wraps]
    return [NormalForms(lambda _: b"").of(wrap) for wrap in alone]


def _decoded(picture: pikepdf.Object) -> bytes | None:
    """Return the pixels of a picture; None if only a viewer can decode it, or if it has more pixels than it says."""
    packing = picture.get("/Filter", Array())
    kinds = list(packing) if isinstance(packing, Array) else [packing]
    most = int(picture.Width) * int(picture.Height) * DEEPEST + int(picture.Height) + 1
    if kinds not in ([], [Name.FlateDecode]):
        return None
    if kinds and len(zlib.decompressobj().decompress(picture.read_raw_bytes(), most + 1)) > most:
        return None
    return picture.read_bytes()
