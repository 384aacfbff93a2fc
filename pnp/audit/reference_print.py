"""The reference print of an audit: the game printed again from its spec, without the cache."""

from __future__ import annotations

import hashlib
import re
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pikepdf
from pikepdf import AccessMode, Array, Dictionary, Name, Pdf, Stream

from pnp.audit.looks import OpenPdf, Picture, crop, opened, render_blurred
from pnp.audit.normal import NormalForms
from pnp.audit.report import Found
from pnp.errors import Problem
from pnp.geometry.matrix import Matrix, Rect
from pnp.geometry.units import Size, points
from pnp.pictures.formats import embeddable_data
from pnp.pictures.pdf_images import LateImage, LateImageSource, write_pdf
from pnp.press.document import PrintResult, build_pdf
from pnp.press.drawn import Companion, DesignSide, DrawnParts, PartFace
from pnp.press.images import file_with_pictures
from pnp.press.job import Job
from pnp.press.safe_zone import Box, character_boxes
from pnp.press.seal import PICTURE
from pnp.press.stamp import placement_matrix
from pnp.project.folders import Project
from pnp.sheet.layout import Layout
from pnp.spec.deck import Piece
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.worker.progress import Progress

MAX_BYTES_PER_PIXEL: Final = 6
_REFERENCE: Final = re.compile(rb"\b\d+ \d+ R\b")


class ReferencePrint:
    """A game printed again: its PDF, and the pixels of its pictures."""

    def __init__(self, result: PrintResult, pdf: Pdf, folder: Path, source: LateImageSource, pictures: Cache) -> None:
        self.result, self.pdf, self.pictures = result, pdf, pictures
        self._folder, self._source = folder, source
        self._late_images = {str(pdf.get_object(each.number, 0)[PICTURE]): each for each in result.pdf.late_images}
        self.forms = NormalForms(lambda picture: str(picture[PICTURE]).encode())

    @contextmanager
    def opened(self) -> Iterator[OpenPdf]:
        """Yield its PDF in the viewer, with all pictures."""
        with opened(self._file) as document:
            yield document

    @cached_property
    def _file(self) -> Path:
        path = self._folder / "reference.pdf"
        with path.open("wb") as file:
            write_pdf(self.result.pdf, self._source, file)
        return path

    def pixel_hash(self, picture: Stream) -> bytes:
        """Return the hash under which the game has the pixels of a picture in a file, or another one if it has not."""
        raw = picture.read_raw_bytes()
        found = hashlib.sha256(raw).hexdigest()
        if found in self._late_images and _encoding(picture) == _encoding(_head(self._late_images[found])):
            return found.encode()
        stated = str(picture[PICTURE])  # used only to know where to look
        if stated in self._late_images:
            dots = _decoded(picture)
            if dots is not None and dots == self._unpacked(self._late_images[stated]):
                return stated.encode()
        return f"other dots: {found}".encode()

    def _unpacked(self, image: LateImage) -> bytes | None:
        """Return the pixels of one of the game's pictures."""
        head = _head(image)
        with Pdf.new() as pdf:
            picture = pdf.make_stream(b"", Dictionary(Width=head["/Width"], Height=head["/Height"]))
            raw = b"".join(embeddable_data(self._source.read(image), image.how))
            picture.write(raw, filter=head.get("/Filter"), decode_parms=head.get("/DecodeParms"))
            return _decoded(picture)


@contextmanager
def reference_print(
    project: Project, game: Game, job: Job, pieces: list[Piece], companion: Companion | None, progress: Progress,
    *, problems: Sequence[Problem] = (),
) -> Iterator[ReferencePrint]:  # fmt: skip
    """Yield some pieces of a game, printed again without the cache; raise PnpError if that fails.

    `problems` are those of the spec of a draft.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pnp-")))
        pictures = Cache(folder / "pictures")  # empty, and deleted afterwards
        result = build_pdf(
            project, game, job, pieces, companion, Cache.disabled(), progress, measured=False, pictures=pictures,
            problems=problems,
        )  # fmt: skip
        pdf = stack.enter_context(pikepdf.open(BytesIO(result.pdf.pdf)))
        yield ReferencePrint(result, pdf, folder, LateImageSource(project.components / game.id, pictures), pictures)


def _head(image: LateImage) -> Any:
    """Return the dictionary of a picture, without the objects that it refers to."""
    return pikepdf.Object.parse(_REFERENCE.sub(b" null ", f"<<{image.head}>>".encode("latin-1")))


def _encoding(picture: pikepdf.Object) -> list[bytes]:
    """Return how pixels are encoded."""
    wraps = [picture.get(key) for key in ("/Filter", "/DecodeParms")]
    alone = [wrap[0] if isinstance(wrap, Array) and len(wrap) == 1 else wrap for wrap in wraps]
    return [NormalForms(lambda _: b"").hash_object(wrap) for wrap in alone]


def _decoded(picture: pikepdf.Object) -> bytes | None:
    """Return the pixels of a picture; None if only a viewer can decode it, or if it has more pixels than it says."""
    packing = picture.get("/Filter", Array())
    kinds = list(packing) if isinstance(packing, Array) else [packing]
    most = int(picture.Width) * int(picture.Height) * MAX_BYTES_PER_PIXEL + int(picture.Height) + 1
    if kinds not in ([], [Name.FlateDecode]):
        return None
    if kinds and len(zlib.decompressobj().decompress(picture.read_raw_bytes(), most + 1)) > most:
        return None
    return picture.read_bytes()


MOST_OPEN: Final = 3
"""Number of chunks open at once; one with pictures is a large file."""
MOST_KEPT: Final = 400
_SEEN: Final[OrderedDict[tuple[bytes, int], Picture]] = OrderedDict()
"""The most recently rendered faces; sheets of the same game on other paper share them."""


class ReferenceFaces:
    """The faces drawn from the game; close it after use."""

    def __init__(self, drawn: DrawnParts, sizes: dict[str, Size], layout: Layout, cache: Cache) -> None:
        self._drawn, self._sizes, self._layout, self._cache = drawn, sizes, layout, cache
        self._marks = [hashlib.sha256(chunk).digest() for chunk in drawn.chunks]
        self._first = [0]
        """The number of the first face of each chunk, and the total."""
        for chunk in drawn.chunks:
            with opened(chunk) as document:
                self._first.append(self._first[-1] + len(document))
        self._open: OrderedDict[int, tuple[OpenPdf, Pdf, ExitStack]] = OrderedDict()

    def picture(self, side: DesignSide) -> Picture | None:
        """Return what a viewer shows of a side inside its trim box; None if the game has no such side."""
        if side not in self._drawn.shown:
            return None
        chunk, page = self._place(side)
        key = self._marks[chunk], page
        if key not in _SEEN:
            _SEEN[key] = render_blurred(self._chunk(chunk)[0][page])
        _SEEN.move_to_end(key)
        while len(_SEEN) > MOST_KEPT:
            _SEEN.popitem(last=False)
        size, part = self._sizes[side[0]], self._part(side)
        rim = self._layout.bleed_of(side[1])
        x, y = (0.0, 0.0) if part is None else (part.window.x + part.wrap, part.window.y + part.wrap)
        return crop(_SEEN[key], Rect(rim + x, rim + y, *size), size)

    def characters(self, side: DesignSide) -> list[Box]:
        """Return the boxes of the characters on a side, or on the board that it is a part of, in mm of that."""
        if side not in self._drawn.shown:
            return []
        chunk, page = self._place(side)
        part = self._part(side)
        rim = self._layout.bleed_of(side[1]) + (0 if part is None else part.wrap)
        shown = self._chunk(chunk)[0][page]
        return [(left - rim, top - rim, right - rim, low - rim) for left, top, right, low in character_boxes(shown)]

    def render_sheet(self, paper: Size, faces: Sequence[Found], crooked: Matrix | None) -> Picture:
        """Return what a viewer shows of a sheet with the reference faces at the places of these faces.

        Pixels of pictures change when they are moved by less than a pixel. So nothing is moved, and a page that is
        rotated on purpose is drawn rotated and then straightened.
        """
        with Pdf.new() as pdf:
            page = pdf.add_blank_page(page_size=(points(paper.width), points(paper.height)))
            forms, steps = Dictionary(), []
            for number, face in enumerate(faces):
                chunk, at = self._place((face.drawing, face.side))
                source = self._chunk(chunk)[1]
                forms[f"/F{number}"] = pdf.copy_foreign(source.make_indirect(source.pages[at].as_form_xobject()))
                rect = face.rect
                box = points(rect.x), points(paper.height - rect.bottom), points(rect.width), points(rect.height)
                clip = " ".join(f"{value:.4f}" for value in box)
                matrix = " ".join(
                    f"{value:.4f}"
                    for value in placement_matrix(rect, face.rotation, paper, self._layout.bleed_of(face.side))
                )
                part = self._part((face.drawing, face.side))
                moved = "" if part is None else f"1 0 0 1 {' '.join(f'{at:.4f}' for at in part.offset)} cm "
                steps.append(f"q {clip} re W n {matrix} cm {moved}/F{number} Do Q")
            page.obj.Resources = Dictionary(XObject=forms)
            if crooked is not None:
                steps.insert(0, f"{' '.join(f'{part:.8f}' for part in crooked)} cm")
            page.obj.Contents = pdf.make_stream("\n".join(steps).encode())
            out = BytesIO()
            pdf.save(out)
        with opened(out.getvalue()) as document:
            return render_blurred(document[0], crooked)

    def close(self) -> None:
        """Close all chunks."""
        while self._open:
            self._open.popitem()[1][2].close()

    def _place(self, side: DesignSide) -> tuple[int, int]:
        """Return the chunk of a side, and its page there."""
        number = self._drawn.shown[side].number
        if (part := self._part(side)) is not None:
            number = part.number
        chunk = bisect_right(self._first, number) - 1
        return chunk, number - self._first[chunk]

    def _part(self, side: DesignSide) -> PartFace | None:
        """Return the part of a board that a side is, or None."""
        after = self._drawn.shown[side].number - self._first[-1]
        return None if after < 0 else self._drawn.parts[after]

    def _chunk(self, number: int) -> tuple[OpenPdf, Pdf, ExitStack]:
        if number not in self._open:
            while len(self._open) >= MOST_OPEN:
                self._open.popitem(last=False)[1][2].close()
            with ExitStack() as stack:
                file = stack.enter_context(
                    file_with_pictures(self._drawn.chunks[number], self._drawn.pictures, self._cache)
                )
                document = stack.enter_context(opened(file))
                pdf = stack.enter_context(
                    pikepdf.open(BytesIO(file) if isinstance(file, bytes) else file, access_mode=AccessMode.stream)
                )
                self._open[number] = document, pdf, stack.pop_all()
        self._open.move_to_end(number)
        return self._open[number]
