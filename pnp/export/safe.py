"""Safe zone check: measure how close text and important parts of a face come to the cut line.

Text is located in the rendered face. Templates mark other parts that must not be cut off with
`<g class="important">…</g>`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import POINTS_PER_MM
from pnp.worker.progress import Progress, begin_step, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    import pypdfium2

IMPORTANT: Final = "important"
"""Class of SVG elements that must not be cut off."""
TOLERANCE: Final = 0.01
"""Tolerance of the check, in mm."""
PIXELS_PER_MM: Final = 12
"""Resolution at which important parts are measured, in pixels per mm."""
_SVG: Final = "http://www.w3.org/2000/svg"
_DEFINITIONS: Final = (
    "defs",
    "symbol",
    "clipPath",
    "mask",
    "linearGradient",
    "radialGradient",
    "pattern",
    "filter",
    "marker",
)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge, in mm from the upper left corner of the trimmed face."""


@dataclass(frozen=True)
class CutFace:
    """A face and the line that the shop cuts it along, both in mm of the design."""

    face: Face
    cut: Outline


@task
def measure_distances(looked: list[CutFace], *, progress: Progress = silent) -> list[tuple[float | None, float | None]]:
    """Return how close text and important parts come to the cut of each face, in mm.

    A distance is None if the face has no text or no important parts, and negative beyond the cut.
    """
    import pypdfium2

    from pnp.press.renderer import find_renderer

    expect_faces(len(looked))
    found: list[tuple[float | None, float | None]] = []
    document = pypdfium2.PdfDocument(find_renderer().to_view([each.face for each in looked]))
    try:
        for number, each in enumerate(looked):
            begin_step(each.face.where)
            texts = _nearest(each, _letters(document[number], each.face))
            found.append((texts, _nearest(each, _important(each.face))))
            progress(number + 1, len(looked))
    finally:
        document.close()
    return found


def _nearest(looked: CutFace, boxes: list[Box]) -> float | None:
    return min((looked.cut.room(*box) for box in boxes), default=None)


def _letters(page: pypdfium2.PdfPage, face: Face) -> list[Box]:
    from pnp.audit.looks import character_boxes

    bleed = face.bleed
    boxes = [
        (left - bleed, top - bleed, right - bleed, bottom - bleed) for left, top, right, bottom in character_boxes(page)
    ]
    page.close()
    return boxes


def _important(face: Face) -> list[Box]:
    """Return the bounding boxes of the parts marked as important."""
    if f'class="{IMPORTANT}"' not in face.svg:
        return []
    from pnp.press.renderer import find_renderer

    alone = [replace(face, svg=svg) for svg in _isolated(face.svg)]
    boxes = (_drawn_box(find_renderer().to_view([each]), face.bleed) for each in alone)
    return [box for box in boxes if box is not None]


def _isolated(svg: str) -> list[str]:
    """Return one copy of the drawing for each marked element, with nothing else in it."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (already checked by guard.py in this process)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    marked = [each for each in root.iter() if IMPORTANT in each.get("class", "").split()]
    made = []
    for one in marked:
        copy = ElementTree.fromstring(svg)  # noqa: S314
        place = list(root.iter()).index(one)
        _keep_only(copy, list(copy.iter())[place])
        made.append(ElementTree.tostring(copy, encoding="unicode"))
    return made


def _keep_only(element: ElementTree.Element, wanted: ElementTree.Element) -> bool:
    """Delete everything but the wanted element, its ancestors and definitions; return whether it is in this element."""
    if element is wanted:
        return True
    left = False
    for child in list(element):
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if _keep_only(child, wanted):
            left = True
        elif name not in _DEFINITIONS:
            element.remove(child)
    return left


def _drawn_box(pdf: bytes, bleed: float) -> Box | None:
    """Return the bounding box of everything drawn on the first page, or None for an empty page."""
    import numpy as np
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        bitmap = page.render(scale=PIXELS_PER_MM / POINTS_PER_MM, fill_color=(0, 0, 0, 0), force_bitmap_format=4)
        seen = bitmap.to_numpy()[:, :, 3] > 0
    finally:
        document.close()
    if not seen.any():
        return None
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    ends = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    left, top, right, bottom = (float(end) / PIXELS_PER_MM - bleed for end in ends)
    return left, top, right, bottom
