"""The art of a box looked at: every panel as the game draws it now, and no ink where glue goes."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from io import BytesIO
from itertools import groupby
from math import cos, radians, sin
from pathlib import Path as FilePath
from typing import Any, Final

import numpy as np
import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Pdf
from PIL import Image, ImageDraw, ImageFilter

from pnp.audit.looks import ALLOWED, DPI, OpenPdf, Picture, cut_out, difference, opened, raster
from pnp.audit.report import Check, Report
from pnp.box.draw import BoxArtist, CoverPiece
from pnp.box.net import BoxPanel, Path
from pnp.box.order import BoxOrder
from pnp.box.print import BoxPlan
from pnp.box.spread import BoxSheet, NetPart
from pnp.outline import Outline, rectangle
from pnp.press.job import RendererName
from pnp.press.renderer import faces_to_pdf
from pnp.resources import Project
from pnp.sheet.matrix import Matrix
from pnp.sheet.page import Rect
from pnp.spec.model import Game
from pnp.units import MM_PER_INCH, POINTS_PER_MM, Size, points

TINT: Final = 10
"""Of 255: bare paper is not darker than this, blurred."""
HATCHED: Final = 70
"""The same with hatching on it, whose lines a viewer draws a whole pixel wide."""
LINED: Final = 0.5
"""The part of a spot that may differ where lines run over the art."""
CLEAR: Final = 1.3
"""How far from the edge of its glue a flap is looked at, in mm: ink next to it is blurred into it."""
SMALLEST: Final = 2.5
"""Less of a panel than this, in mm, is not looked at by itself."""
RIM: Final = 0.7
"""The rim of paper round a piece on a cover."""
SHADOW: Final = 0.5

Word = tuple[str, float, float]
"""A word and its middle, in mm from the upper left corner of the paper."""


def look_at_box(path: FilePath, project: Project, game: Game, order: BoxOrder, plan: BoxPlan, report: Report) -> None:
    """Compare each panel on the sheets with what the game draws, in looks and in words; look at what is glued.

    It is looked at twice: as it is, and with the layers of its lines off.
    """
    artist = BoxArtist(project, game, order, plan.need, plan.form)
    pieces = artist.cover_pieces(plan.nets)
    faces = [*(artist.net(net) for net in plan.nets), *(piece.face for piece in pieces)]
    compared, worst, glued, inked = 0, 0.0, 0, 0
    with (
        opened(path) as whole,
        opened(_without_lines(path)) as bare,
        opened(_drawn_again(faces_to_pdf(faces, RendererName.TYPST), plan, pieces)) as drawn,
    ):
        for number, sheet in enumerate(plan.sheets, 2):
            (lined, _), (seen, said) = _looked(whole, number - 1), _looked(bare, number - 1)
            wanted, meant = _looked(drawn, number - 2)
            for panel, area in _panels(sheet):
                size = Size(area.width, area.height)
                pixels = [cut_out(each, area, size).pixels for each in (lined, seen, wanted)]
                crossed, differs = (difference(each, pixels[2], rectangle(size)) for each in pixels[:2])
                compared, worst = compared + 1, max(worst, differs)
                if differs > ALLOWED or crossed > LINED:
                    report.wrong(Check.LOOKS, f"{panel.name} does not look as the game draws it", number)
                change = _change(_within(said, area), _within(meant, area), turned=panel.turn != 0)
                if change:
                    report.wrong(Check.LOOKS, f"{panel.name} {change}", number)
            areas = [area for part in sheet.parts for area in part.glue()]
            wet = sum(_darkest(seen, area) > TINT or _darkest(lined, area) > HATCHED for area in areas)
            glued, inked = glued + len(areas), inked + wet
            if wet:
                report.wrong(Check.LOOKS, f"there is ink on {wet} of {len(areas)} areas that get glue", number)
    clean = f"{glued - inked} of {glued} glued areas bare"
    report.measured[Check.LOOKS] = f"{compared} panels, spots differ by at most {worst:.0%}; {clean}"


def _without_lines(path: FilePath) -> bytes:
    """The file with all its layers off."""
    with pikepdf.open(path) as pdf:
        layers: Any = pdf.Root.get("/OCProperties", Dictionary())
        groups = layers.get("/OCGs", Array())
        pdf.Root.OCProperties = Dictionary(OCGs=groups, D=Dictionary(OFF=groups))
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _panels(sheet: BoxSheet) -> Iterator[tuple[BoxPanel, Rect]]:
    """The panels on a sheet, and where on the paper each is seen."""
    for part in sheet.parts:
        for panel in part.net.panels:
            rect, window = panel.rect, part.window
            x, y = max(rect.x, window.x), max(rect.y, window.y)
            area = Rect(x, y, min(rect.right, window.right) - x, min(rect.bottom, window.bottom) - y)
            if min(area.width, area.height) >= SMALLEST:
                yield panel, area.moved(*part.at)


def _looked(document: OpenPdf, number: int) -> tuple[Picture, list[Word]]:
    page = document[number]
    found = raster(page), list(_words(page))
    page.close()
    return found


def _words(page: pypdfium2.PdfPage) -> Iterator[Word]:
    """The words of a page in the order in which they are drawn; those with a rim, once."""
    text, height = page.get_textpage(), page.get_height()
    letters = [(text.get_text_range(at, 1), text.get_charbox(at)) for at in range(text.count_chars())]
    letters = list(dict.fromkeys((letter, tuple(round(edge, 1) for edge in box)) for letter, box in letters))
    for blank, group in groupby(letters, key=lambda letter: not letter[0].strip()):
        if not blank:
            word = list(group)
            x = sum(box[0] + box[2] for _, box in word) / (2 * len(word))
            y = sum(box[1] + box[3] for _, box in word) / (2 * len(word))
            yield "".join(letter for letter, _ in word), x / POINTS_PER_MM, (height - y) / POINTS_PER_MM


def _within(words: list[Word], area: Rect) -> list[str]:
    return [word for word, x, y in words if area.x <= x <= area.right and area.y <= y <= area.bottom]


def _change(said: list[str], meant: list[str], *, turned: bool) -> str:
    """What a panel says that the game does not, or the other way round; empty where they agree."""
    if "".join(said) == "".join(meant):
        return ""
    if turned:  # a viewer does not find the order of its letters
        return "does not say what the game says"
    steps = SequenceMatcher(None, said, meant, autojunk=False).get_opcodes()
    _, i, j, k, m = next(step for step in steps if step[0] != "equal")
    found, wanted = " ".join(said[i : j + 2]), " ".join(meant[k : m + 2])
    return f"says “{found}”, the game says “{wanted}”" if found else f"does not say “{wanted}”"


def _darkest(seen: Picture, area: Path) -> float:
    """How much darker than white paper the darkest spot of an area is."""
    per_mm = DPI / MM_PER_INCH
    rim = round(CLEAR * per_mm)
    left, top = (int(min(point[axis] for point in area) * per_mm) - rim for axis in (0, 1))
    right, bottom = (int(max(point[axis] for point in area) * per_mm) + rim + 1 for axis in (0, 1))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).polygon([(x * per_mm - left, y * per_mm - top) for x, y in area], fill=255)
    inner = np.asarray(mask.filter(ImageFilter.MinFilter(2 * rim + 1))) > 0
    rows, columns = np.nonzero(inner)
    return float(255 - seen.pixels[rows + top, columns + left].min(initial=255))


def _drawn_again(source: bytes, plan: BoxPlan, pieces: list[CoverPiece]) -> bytes:
    """The sheets without lines and labels: a PDF of faces, of nets first, laid where the plan has them."""
    with pikepdf.open(BytesIO(source)) as faces, Pdf.new() as pdf:
        forms = [pdf.copy_foreign(faces.make_indirect(face.as_form_xobject())) for face in faces.pages]
        nets = {net.name: at for at, net in enumerate(plan.nets)}
        for sheet in plan.sheets:
            paper = sheet.paper
            page = pdf.add_blank_page(page_size=(points(paper.width), points(paper.height)))
            page.obj.Resources = Dictionary(XObject=Dictionary({f"/F{at}": form for at, form in enumerate(forms)}))
            steps = []
            for part in sheet.parts:
                box = part.net.printed.moved(*part.at)
                steps.append(f"q {_clip(part.window.moved(*part.at), paper)}")
                steps.append(f"q 1 0 0 1 {points(box.x):.4f} {points(paper.height - box.bottom):.4f} cm")
                steps.append(f"/F{nets[part.net.name]} Do Q")
                for at, piece in enumerate(pieces, len(nets)):
                    if piece.net == part.net.name:
                        steps += _laid(piece, part, paper, at)
                steps.append("Q")
            page.obj.Contents = pdf.make_stream("\n".join(steps).encode())
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _clip(rect: Rect, paper: Size) -> str:
    edges = (rect.x, paper.height - rect.bottom, rect.width, rect.height)
    return f"{' '.join(f'{points(edge):.4f}' for edge in edges)} re W n"


def _laid(piece: CoverPiece, part: NetPart, paper: Size, number: int) -> Iterator[str]:
    """A piece on the cover: shadow, rim of paper, face."""
    size = piece.face.size
    angle = radians(-piece.turn)
    a, b = cos(angle) * piece.scale, sin(angle) * piece.scale
    x, y = points(piece.x + part.at[0]), points(paper.height - piece.y - part.at[1])
    wide, high = points(size.width) / 2, points(size.height) / 2
    placed = Matrix(a, b, -b, a, x - a * wide + b * high, y - b * wide - a * high)
    rim, aside = piece.cut.grown(RIM / piece.scale), SHADOW / piece.scale
    yield f"q 0.25 g {_path(rim, size, placed, aside)} f 1 g {_path(rim, size, placed, 0)} f"
    yield f"{_path(piece.cut, size, placed, 0)} W n {' '.join(f'{value:.6f}' for value in placed)} cm /F{number} Do Q"


def _path(shape: Outline, size: Size, placed: Matrix, aside: float) -> str:
    """An outline on a face, moved to the right and down, as the face is placed on a page."""
    corners = [placed.point(points(x + aside), points(size.height - y - aside)) for x, y in shape.polygon]
    return " ".join(f"{x:.4f} {y:.4f} {'l' if at else 'm'}" for at, (x, y) in enumerate(corners)) + " h"
