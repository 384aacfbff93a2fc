"""Reference faces: each side of each design as the game draws it now, rendered on demand."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import ExitStack
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import AccessMode, Dictionary, Pdf

from pnp.audit.looks import OpenPdf, Picture, crop, opened, render_blurred
from pnp.audit.report import Found
from pnp.geometry.matrix import Matrix, Rect
from pnp.geometry.units import Size, points
from pnp.press.drawn import DesignSide, DrawnParts
from pnp.press.images import file_with_pictures
from pnp.press.stamp import placement_matrix
from pnp.sheet.layout import Layout
from pnp.spec.deck import design_id
from pnp.store.cache import Cache

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
        size = self._sizes[design_id(side[0])]
        rim = self._layout.rim(side[1])
        return crop(_SEEN[key], Rect(rim, rim, *size), size)

    def laid(self, paper: Size, faces: Sequence[Found], crooked: Matrix | None) -> Picture:
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
                    for value in placement_matrix(rect, face.rotation, paper, self._layout.rim(face.side))
                )
                steps.append(f"q {clip} re W n {matrix} cm /F{number} Do Q")
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
        chunk = bisect_right(self._first, number) - 1
        return chunk, number - self._first[chunk]

    def _chunk(self, number: int) -> tuple[OpenPdf, Pdf, ExitStack]:
        if number not in self._open:
            while len(self._open) >= MOST_OPEN:
                self._open.popitem(last=False)[1][2].close()
            with ExitStack() as stack:
                file = stack.enter_context(
                    file_with_pictures(self._drawn.chunks[number], self._drawn.plates, self._cache)
                )
                document = stack.enter_context(opened(file))
                pdf = stack.enter_context(
                    pikepdf.open(BytesIO(file) if isinstance(file, bytes) else file, access_mode=AccessMode.stream)
                )
                self._open[number] = document, pdf, stack.pop_all()
        self._open.move_to_end(number)
        return self._open[number]
