"""How near text and important parts of a face come to its cut line, measured in the rendered face.

Text is located in the PDF. Templates and drawings mark other parts that must not be cut off with
`<g class="important">…</g>`; these are drawn alone, and the distance of their ink is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pnp.face.face import Face
from pnp.face.families import SVG, XLINK
from pnp.geometry.outline import Outline
from pnp.geometry.units import POINTS_PER_MM
from pnp.press.renderer import find_renderer
from pnp.worker.progress import Progress, begin_step, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    import pypdfium2
    from numpy import bool_
    from numpy.typing import ArrayLike, NDArray

    from pnp.geometry.matrix import Matrix

IMPORTANT: Final = "important"
"""Class of SVG elements that must not be cut off."""
TOLERANCE: Final = 0.01
"""Tolerance of the check, in mm."""
PIXELS_PER_MM: Final = 12
"""Resolution at which important parts are measured, in pixels per mm."""
FAINT: Final = 64
"""Minimum opacity of a pixel that counts, of 255; fainter ink, and edges that barely touch a pixel, do not."""
_DEFINITIONS: Final = (
    "defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "pattern", "filter", "marker",
)  # fmt: skip

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge, in mm from the upper left corner of the trimmed face."""


@dataclass(frozen=True)
class CutFace:
    """A face and the line that it is cut along, both in mm of the design."""

    face: Face
    cut: Outline


@task
def measure_distances(looked: list[CutFace], *, progress: Progress = silent) -> list[tuple[float | None, float | None]]:
    """Return how close text and important parts come to the cut of each face, in mm.

    A distance is None if the face has no text or no important parts, and negative beyond the cut.
    """
    import pypdfium2

    if not looked:
        return []
    expect_faces(len(looked))
    found: list[tuple[float | None, float | None]] = []
    parts = {number: svg for number, each in enumerate(looked) if (svg := _important_only(each.face.svg)) is not None}
    pages = {number: page for page, number in enumerate(parts)}
    with ExitStack() as opened:
        document = pypdfium2.PdfDocument(find_renderer().to_view([each.face for each in looked]))
        opened.callback(document.close)
        if parts:  # in one document: one for each face takes half as long again
            alone = [replace(looked[number].face, svg=svg) for number, svg in parts.items()]
            marked = pypdfium2.PdfDocument(find_renderer().to_view(alone))
            opened.callback(marked.close)
        for number, each in enumerate(looked):
            begin_step(each.face.where)
            texts = _nearest(each, _letters(document[number], each.face.bleed))
            art = _nearest(each, _important(each, _drawn(marked[pages[number]]))) if number in pages else None
            found.append((texts, art))
            progress(number + 1, len(looked))
    return found


def _nearest(looked: CutFace, boxes: Iterator[Box]) -> float | None:
    return min((looked.cut.room(*box) for box in boxes), default=None)


def _letters(page: pypdfium2.PdfPage, bleed: float) -> Iterator[Box]:
    for left, top, right, bottom in character_boxes(page):
        yield left - bleed, top - bleed, right - bleed, bottom - bleed
    page.close()


def character_boxes(page: pypdfium2.PdfPage, crooked: Matrix | None = None) -> Iterator[Box]:
    """Yield the box of each character that has ink (left, top, right, bottom) in mm, on the straightened page.

    Spaces are left out: for an alternative text, the library reports a space of any size at any place.
    """
    from pypdfium2.raw import FPDFText_GetUnicode

    height = page.get_height()
    text = page.get_textpage()
    undone = None if crooked is None else crooked.inverse
    for index in range(text.count_chars()):
        if chr(FPDFText_GetUnicode(text, index)).isspace():
            continue
        left, bottom, right, top = text.get_charbox(index)
        if right > left and top > bottom:
            if undone is not None:  # a rotation by a degree makes no character larger
                across, down = (right - left) / 2, (top - bottom) / 2
                x, y = undone.point(left + across, bottom + down)
                left, bottom, right, top = x - across, y - down, x + across, y + down
            yield (
                left / POINTS_PER_MM,
                (height - top) / POINTS_PER_MM,
                right / POINTS_PER_MM,
                (height - bottom) / POINTS_PER_MM,
            )


def _important(looked: CutFace, seen: NDArray[bool_]) -> Iterator[Box]:
    """Yield the box that the marked parts fill; unless the cut line is a rectangle, their outermost pixels."""
    if not seen.any():
        return
    bleed = looked.face.bleed

    def in_mm(left: float, top: float, right: float, bottom: float) -> Box:
        return (
            left / PIXELS_PER_MM - bleed, top / PIXELS_PER_MM - bleed,
            right / PIXELS_PER_MM - bleed, bottom / PIXELS_PER_MM - bleed,
        )  # fmt: skip

    rows, columns = _ends(seen.any(axis=1)), _ends(seen.any(axis=0))
    if looked.cut.plain:
        yield in_mm(columns[0], rows[0], columns[1], rows[1])
        return
    for row in range(*rows):
        if seen[row, :].any():
            left, right = _ends(seen[row, :])
            yield from (in_mm(column + 0.5, row + 0.5, column + 0.5, row + 0.5) for column in (left, right - 1))
    for column in range(*columns):
        if seen[:, column].any():
            top, bottom = _ends(seen[:, column])
            yield from (in_mm(column + 0.5, row + 0.5, column + 0.5, row + 0.5) for row in (top, bottom - 1))


def _ends(seen: ArrayLike) -> tuple[int, int]:
    """Return the first index that is true, and the index after the last one."""
    import numpy as np

    found = np.flatnonzero(seen)
    return int(found[0]), int(found[-1]) + 1


def _drawn(page: pypdfium2.PdfPage) -> NDArray[bool_]:
    """Return which pixels of a page have ink."""
    bitmap = page.render(scale=PIXELS_PER_MM / POINTS_PER_MM, fill_color=(0, 0, 0, 0), force_bitmap_format=4)
    seen: NDArray[bool_] = bitmap.to_numpy()[:, :, 3] >= FAINT
    page.close()
    return seen


def _important_only(svg: str) -> str | None:
    """Return the drawing with nothing but its marked elements, or None if it has none."""
    if IMPORTANT not in svg:
        return None
    root = ElementTree.fromstring(svg)  # noqa: S314 (already checked by svg_check.py in this process)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    marked: set[str] = set()
    named = {f"#{each.get('id')}": each for each in root.iter() if "id" in each.attrib}
    while more := {
        name
        for name, element in named.items()
        if name not in marked and any(_is_marked(each) or _shown_by(each) in marked for each in element.iter())
    }:
        marked |= more
    return ElementTree.tostring(root, encoding="unicode") if _keep_marked(root, marked) else None


def _is_marked(element: ElementTree.Element) -> bool:
    return IMPORTANT in element.get("class", "").split()


def _shown_by(element: ElementTree.Element) -> str | None:
    """Return the reference of a `use`, or None for another element."""
    if element.tag != f"{{{SVG}}}use":
        return None
    return element.get("href") or element.get(f"{{{XLINK}}}href", "")


def _keep_marked(element: ElementTree.Element, marked: set[str]) -> bool:
    """Delete what is not marked, except definitions; return whether anything is left to draw.

    A `use` counts as marked if what it shows, or a part of that, is: `marked` has their references.
    """
    if _is_marked(element):
        return True
    if (shown := _shown_by(element)) is not None:
        return shown in marked
    left = False
    for child in list(element):
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if name in _DEFINITIONS:
            continue
        if _keep_marked(child, marked):
            left = True
        else:
            element.remove(child)
    return left
