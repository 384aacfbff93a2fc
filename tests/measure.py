"""Reads finished PDFs back, with nothing of the code that wrote them: where faces lie, in mm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2

from pnp.geometry.matrix import Rect

MM = 25.4 / 72


@dataclass(frozen=True)
class Stamped:
    """A face found on a page: its trim box in mm from the upper left corner."""

    piece: str
    copy: int
    side: str
    page: int
    x: float
    y: float
    width: float
    height: float
    rotation: int
    face: int
    """The object number of what was stamped."""
    clip: tuple[float, float, float, float]
    """What shows of it: left, top, right, bottom."""

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


def stamped_faces(pdf: Path, bleed: float) -> list[Stamped]:
    """Every face on every page, from the transformation it is drawn with and the size of what is drawn."""
    found = []
    with pikepdf.open(pdf) as document:
        for number, page in enumerate(document.pages, 1):
            height = float(page.mediabox[3])
            mark: dict[str, Any] = {}
            matrix: tuple[float, ...] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
            clip = (0.0, 0.0, 0.0, 0.0)
            for instruction in pikepdf.parse_content_stream(page):
                operands, name = instruction.operands, str(instruction.operator)
                if name == "BDC" and str(operands[0]) == "/Piece":
                    mark = {str(key): value for key, value in operands[1].items()}
                elif name == "EMC":
                    mark = {}
                elif name == "re":
                    x, y, w, h = (float(value) for value in operands)
                    clip = (x * MM, (height - y - h) * MM, (x + w) * MM, (height - y) * MM)
                elif name == "cm":
                    matrix = tuple(float(value) for value in operands)
                elif name == "Do" and mark:  # the small pictures of the guide are not marked as pieces
                    form = page.Resources.XObject[str(operands[0])]
                    found.append(_stamped(mark, matrix, form, number, height, bleed, clip))
    return found


def _stamped(
    mark: dict[str, Any],
    matrix: tuple[float, ...],
    form: pikepdf.Object,
    page: int,
    height: float,
    bleed: float,
    clip: tuple[float, float, float, float],
) -> Stamped:
    a, b, c, d, e, f = matrix
    rim = bleed / MM
    x0, y0, x1, y1 = (float(value) for value in form.BBox)
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (x0 + rim, x1 - rim) for y in (y0 + rim, y1 - rim)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    rotation = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}[round(a), round(b)]
    return Stamped(
        str(mark["/Id"]), int(mark["/Copy"]), str(mark["/Side"])[1:], page,
        left * MM, (height - high) * MM, (right - left) * MM, (high - low) * MM,
        rotation, form.objgen[0], clip,
    )  # fmt: skip


def words(pdf: Path, page: int) -> list[tuple[str, float, float]]:
    """The words on a page with the middle of each in mm from the upper left corner, as a viewer finds them."""
    document = pypdfium2.PdfDocument(pdf)
    sheet = document[page - 1]
    height = sheet.get_height()
    text = sheet.get_textpage()
    found: list[tuple[str, float, float]] = []
    word, boxes = "", []
    for index in range(text.count_chars() + 1):
        letter = text.get_text_range(index, 1) if index < text.count_chars() else " "
        if letter.strip():
            word += letter
            boxes.append(text.get_charbox(index))
        elif word:
            x = (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2
            y = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
            found.append((word, x * MM, (height - y) * MM))
            word, boxes = "", []
    document.close()
    return found


def text_lines(pdf: Path, page: int) -> list[tuple[str, Rect]]:
    """The runs of text on a page with their boxes, in mm from the upper left corner, as a viewer finds them."""
    document = pypdfium2.PdfDocument(pdf)
    sheet = document[page - 1]
    height, text = sheet.get_height(), sheet.get_textpage()
    found = []
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        box = [length * MM for length in (left, height - top, right - left, top - bottom)]
        found.append((text.get_text_bounded(left, bottom, right, top), Rect(*box)))
    document.close()
    return found


def picture(pdf: Path, page: int, dpi: float) -> np.ndarray:
    """The page as an RGB array."""
    document = pypdfium2.PdfDocument(pdf)
    array: np.ndarray = document[page - 1].render(scale=dpi / 72).to_numpy()[:, :, :3][:, :, ::-1].copy()
    document.close()
    return array
