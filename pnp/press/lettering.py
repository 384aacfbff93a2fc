"""Labels with characters that are missing from the label font: set like faces, in the project's fonts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.face import Face
from pnp.face.families import resolve_families
from pnp.face.svg_check import check_svg
from pnp.geometry.units import Size, points, trim
from pnp.text.font_set import FontSet
from pnp.text.fonts import BODY, find_font, lacks_glyph
from pnp.text.text_box import TextBox, set_text
from pnp.text.typography import RTL

_MARKUP: Final = re.compile(r"([\\*{}])")
_COLOUR: Final = "#262626"
_RESOURCES: Final = {"Tf": "/Font", "cs": "/ColorSpace", "CS": "/ColorSpace", "gs": "/ExtGState"}
"""The operators that refer to a resource."""
_TAGS: Final = ("BMC", "BDC", "EMC")


Matrix = tuple[float, float, float, float, float, float]


class TypesetLabel(NamedTuple):
    """A typeset text to add to a page."""

    page: int
    matrix: Matrix
    """Position of its lower left corner, in points."""
    face: Face


def needs_typesetting(text: str) -> bool:
    """Return whether the label font cannot set a text."""
    font = find_font(BODY)
    return bool(RTL.search(text)) or any(lacks_glyph(letter, font) for letter in text)


def missing_characters(text: str, where: Location, shelf: FontSet) -> list[Problem]:
    """Return a problem for each character of a text that is missing from the label font and the project's fonts."""
    letters = [letter for letter in dict.fromkeys(text) if lacks_glyph(letter, find_font(BODY))]
    hint = "add a font that has it to fonts/"
    return [
        Problem(
            where,
            f"has a character that is not in {' or '.join((BODY, *shelf.own_families))}",
            hint,
            found=f"{quote_value(letter)} in {quote_value(text)}",
            code="E0407",
        )
        for letter in letters
        if not shelf.having(letter)
    ]


def set_label(text: str, width: float, size: float, smallest: float, shelf: FontSet) -> Face | None:
    """Return the text on one line, centred in its width; None if it does not fit."""
    leading = 1.2
    tall = size * leading
    # at half the size there would be room for a second line
    box = TextBox(
        0, 0, width, tall, size, max(smallest, size / 2 + 0.01), align="center", valign="bottom", colour=_COLOUR
    )
    box = replace(box, rtl=False)  # the text beside a title runs from left to right
    try:
        drawn = set_text(_MARKUP.sub(r"\\\1", text), box, _no_icon, Location(detail="label"), shelf, lend=True)
    except RenderError:
        return None
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{trim(width)}mm" height="{trim(tall)}mm" '
        f'viewBox="0 0 {trim(width)} {trim(tall)}">{drawn}</svg>'
    )
    where = Location(detail=f"label {quote_value(text)}")
    check_svg(svg, where, shelf)
    fonts = shelf.used_in(svg)
    return Face(resolve_families(svg, shelf) if fonts else svg, Size(width, tall), 0, where, fonts)


def _no_icon(name: str, x: float, y: float, size: float) -> str:
    raise RenderError(Problem(Location(detail="label"), f"cannot show the icon {quote_value(name)}", code="E0204"))


def add_labels(sheets: bytes, letterings: list[TypesetLabel], draw: Callable[[list[Face]], bytes]) -> bytes:
    """Return the sheets with the texts added; `draw` makes a PDF with one page for each distinct text."""
    faces = list({lettering.face.key: lettering.face for lettering in letterings}.values())
    numbers = {face.key: number for number, face in enumerate(faces)}
    with pikepdf.open(BytesIO(sheets)) as pdf, pikepdf.open(BytesIO(draw(faces))) as drawn:
        sources = [pdf.copy_foreign(drawn.make_indirect(page.obj.Resources)) for page in drawn.pages]
        for lettering in letterings:
            number = numbers[lettering.face.key]
            page = pdf.pages[lettering.page]
            operators = list(_operators(drawn.pages[number], f"L{number}", sources[number], page.obj.Resources))
            matrix = " ".join(f"{value:.4f}" for value in lettering.matrix).encode()
            content = b"q " + matrix + b" cm\n" + pikepdf.unparse_content_stream(operators) + b"\nQ"
            page.contents_add(pdf.make_stream(content))
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _operators(
    page: pikepdf.Page, prefix: str, source: pikepdf.Object, target: pikepdf.Object
) -> Iterator[tuple[list[Any], pikepdf.Operator]]:
    """Yield the operators of a page, with its resources renamed and added to another page."""
    for instruction in pikepdf.parse_content_stream(page):
        operands: list[Any] = list(instruction.operands)
        operator = instruction.operator
        name = str(operator)
        if name in _TAGS:
            continue
        kind = _RESOURCES.get(name)
        if kind is not None and operands[0] in source.get(kind, Dictionary()):
            own = f"/{prefix}{str(operands[0])[1:]}"
            if kind not in target:
                target[kind] = Dictionary()
            target[kind][own] = source[kind][operands[0]]
            operands = [Name(own), *operands[1:]]
        yield operands, operator


def label_matrix(
    x: float, y: float, height: float, *, turned: bool, lift: float
) -> tuple[float, float, float, float, float, float]:
    """Return the transformation, in points, that puts a text into a slot.

    The lower left corner of the slot is at (x, y), in mm from the upper left corner of paper of this `height`.
    """
    if turned:
        return 0, 1, -1, 0, points(x - lift), points(height - y)
    return 1, 0, 0, 1, points(x), points(height - y + lift)
