"""Type sizes, measured in finished PDFs: nothing that is printed is smaller than 6 points."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from pnp.box.build import draw_box, plan_box
from pnp.box.order import BoxOrder
from pnp.face.face import Face
from pnp.face.faces import FaceLook
from pnp.geometry.matrix import Matrix
from pnp.geometry.units import Size
from pnp.press.renderer import faces_to_pdf
from pnp.project.folders import bundled_project
from pnp.sheet.layout import parse_paper
from pnp.terms import Lang, Side
from tests.gallery import game

LEAST = 6.0
"""Smallest type size, in points."""
SHOWN = {"Tj", "TJ", "'", '"'}
GAMES = ["conquete", "cotcotcollec", "koko", "winston"]


def type_sizes(pdf: pikepdf.Pdf) -> list[float]:
    """The smallest type size on each page, in points; infinite where there is no text."""
    return [min(_sizes(page, Matrix()), default=float("inf")) for page in pdf.pages]


def _sizes(holder: pikepdf.Page | pikepdf.Object, outer: Matrix) -> list[float]:
    """The type size of every text of a page or a form that is drawn with this transformation."""
    found: list[float] = []
    now, stack = outer, []
    placed, size = Matrix(), 0.0
    resources = holder.get("/Resources", pikepdf.Dictionary())
    for step in pikepdf.parse_content_stream(holder):
        operands, name = step.operands, str(step.operator)
        if name == "q":
            stack.append((now, size))
        elif name == "Q":
            now, size = stack.pop()
        elif name == "cm":
            now = now.after(Matrix(*map(float, operands)))
        elif name == "BT":
            placed = Matrix()
        elif name == "Tf":
            size = float(operands[1])
        elif name == "Tm":
            placed = Matrix(*map(float, operands))
        elif name == "Do":
            form = resources.XObject[str(operands[0])]
            if form.get("/Subtype") == "/Form":
                found += _sizes(form, now.after(Matrix(*map(float, form.get("/Matrix", Matrix())))))
        elif name in SHOWN:
            whole = now.after(placed)
            found.append(size * abs(whole.a * whole.d - whole.b * whole.c) ** 0.5)
    return found


def measured(faces: list[Face]) -> dict[str, float]:
    """The smallest type size on each face that is too small, by the face's place."""
    with pikepdf.open(BytesIO(faces_to_pdf(faces))) as pdf:
        found = {str(face.where): round(size, 2) for face, size in zip(faces, type_sizes(pdf), strict=True)}
    return {where: size for where, size in found.items() if size < LEAST - 0.005}


def drawing(inner: str) -> Face:
    canvas = 'xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30"'
    return Face(f"<svg {canvas}>{inner}</svg>", Size(30, 30), 0)


def test_a_small_text_is_measured() -> None:
    """Two texts of 2 mm (5.67 points), one of them scaled up to 3 mm."""
    text = '<text x="2" y="{}" font-family="Source Sans Pro" font-size="2">Fine print</text>'
    small, large = text.format(5), f'<g transform="scale(1.5)">{text.format(9)}</g>'
    found = [measured([drawing(svg)]) for svg in (small, large, small + large)]
    assert [list(each.values()) for each in found] == [[5.67], [], [5.67]]


@pytest.mark.slow
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", GAMES)
def test_texts_on_pieces(name: str, lang: Lang) -> None:
    box = game(name)
    renderer = FaceLook(lang).renderer(bundled_project(), box)
    faces = {
        face.key: face
        for deck, design in box.designs()
        for side in Side
        for look in deck.looks(design)
        if deck.template(side) is not None
        for face in [renderer.render(deck, design, side, look)]
    }
    assert measured(list(faces.values())) == {}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sleeved", [False, True])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", GAMES)
def test_texts_on_boxes_and_their_instructions(name: str, lang: Lang, sleeved: bool) -> None:
    box = game(name)
    job = BoxOrder(sleeved=sleeved).job(parse_paper("a4"), lang)
    printed = draw_box(bundled_project(), box, job, plan_box(box, job))
    assert printed.guide_rect.width >= printed.guide.size.width - 1e-6, "it is not made smaller"
    assert measured(printed.faces) == {}
