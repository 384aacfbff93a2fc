"""The calibration sheet: crosses on the front, and millimetre grids behind them on the back.

A pin through the centre of a cross comes out on its grid. If the printer puts backs too far to the right, the hole is
left of zero and backs must move left by that amount: the value on the grid is the value to type. The central cross
gives the offset; together with those near the corners, it gives the rotation and the scale of the back. Scales on the
front start at the edges of the paper: the first visible line is the margin of the printer.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp import __version__
from pnp.errors import LayoutError, Problem, option_location
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size, points
from pnp.press.sheet_labels import DUPLEX, FONT, HAIRLINE
from pnp.sheet.back_alignment import cross_positions
from pnp.sheet.impose import back_correction_in_points
from pnp.sheet.layout import Layout
from pnp.terms import Lang
from pnp.text.fonts import BODY, find_font
from pnp.words import Texts

REACH: Final = 5
"""Reach of a grid in each direction, in mm."""
EDGE_REACH: Final = 20
"""Length of the scales at the edges of the paper, in mm."""
SMALLEST_PAPER: Final = 150.0
WORDS: Final = Texts("calibration")
FRONT: Final = ("title", "front-1", "front-2", "front-3", "front-4")
BACK: Final = ("title", "back-1", "back-2", "back-3", "back-4")
CHECK: Final = ("title", "check-1", "check-2")


def calibration_sheet(layout: Layout, lang: Lang, *, check: bool = False) -> bytes:
    """Return a PDF of two pages; its back is corrected as the layout says, so that `check` shows whether it aligns."""
    if min(layout.paper.size) < SMALLEST_PAPER:
        message = f"must be at least {SMALLEST_PAPER:g} mm on each side"
        raise LayoutError(Problem(option_location("--paper"), message, found=str(layout.paper.size), code="E0601"))
    words = WORDS[lang]
    registerFont(TTFont(FONT, str(find_font(BODY).path)))
    paper = layout.paper.size
    out = BytesIO()
    canvas = Canvas(out, pagesize=tuple(points(length) for length in paper), invariant=1, initialFontName=FONT)
    canvas.setTitle(f"{words['title']} ({layout.paper.name}, {layout.sides})")
    canvas.setCreator(f"pnp {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[layout.sides])
    pen = _Pen(canvas, paper)
    behind = [Rect(x, y, 0, 0) for x, y in cross_positions(paper)]
    for number, place in enumerate(behind, 1):
        front = place.mirrored(paper, sideways=layout.flips_sideways)
        pen.cross(front.x, front.y, number)
    pen.edge_scales()
    pen.words([words[key] for key in FRONT])
    canvas.showPage()
    canvas.transform(*back_correction_in_points(layout))
    dx, dy = layout.offset
    for number, place in enumerate(behind, 1):
        pen.grid(place.x + dx, place.y + dy, number)
    pen.words([words[key] for key in (CHECK if check else BACK)])
    canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Pen:
    """Draws on a canvas, in mm from the upper left corner."""

    def __init__(self, canvas: Canvas, paper: Size) -> None:
        self.canvas = canvas
        self.paper = paper

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = HAIRLINE) -> None:
        self.canvas.setLineWidth(points(width))
        height = self.paper.height
        self.canvas.line(points(x1), points(height - y1), points(x2), points(height - y2))

    def text(self, text: str, x: float, y: float, size: float) -> None:
        self.canvas.setFont(FONT, points(size))
        self.canvas.drawCentredString(points(x), points(self.paper.height - y), text)

    def cross(self, x: float, y: float, number: int) -> None:
        self.line(x - 8, y, x + 8, y)
        self.line(x, y - 8, x, y + 8)
        self.canvas.circle(points(x), points(self.paper.height - y), points(2))
        self.text(f"{number}", x + 6, y - 3.2, 5)

    def grid(self, x: float, y: float, number: int) -> None:
        """Draw a millimetre grid with its zero at (x, y), numbered below and on the left."""
        for at in range(-REACH, REACH + 1):
            self.canvas.setStrokeGray(0 if at == 0 else 0.55)
            width = HAIRLINE if at else 2 * HAIRLINE
            self.line(x + at, y - REACH, x + at, y + REACH, width)
            self.line(x - REACH, y + at, x + REACH, y + at, width)
            if at % 2 == 0:
                sign = f"{at:+d}".replace("-", "−") if at else "0"
                self.text(sign, x + at, y + REACH + 2.2, 1.8)
                self.text(sign, x - REACH - 1.8, y + at + 0.6, 1.8)
        self.canvas.setStrokeGray(0)
        self.text("X →", x + REACH + 3.5, y + REACH + 2.2, 2.2)
        self.text("Y ↓", x - REACH - 1.8, y + REACH + 4.5, 2.2)
        self.text(f"{number}", x + REACH + 3.5, y - REACH + 2.5, 5)

    def edge_scales(self) -> None:
        """Draw a millimetre scale on each edge of the paper, counting from that edge."""
        width, height = self.paper
        for at in range(1, EDGE_REACH + 1):
            long = 3.0 if at % 5 == 0 else 1.5
            x, y = width / 3, height / 3
            self.line(x, at, x + long, at)
            self.line(x, height - at, x + long, height - at)
            self.line(at, y, at, y + long)
            self.line(width - at, y, width - at, y + long)
            if at % 5 == 0:
                for right, down in ((x + 5, at), (x + 5, height - at), (at, y + 5.6), (width - at, y + 5.6)):
                    self.text(f"{at}", right, down + 0.6, 1.8)

    def words(self, lines: list[str]) -> None:
        size = min(4.0, self.paper.width / 50)
        for number, line in enumerate(lines):
            y = self.paper.height / 2 - 30 - (len(lines) - number) * size * 1.5
            self.text(line, self.paper.width / 2, y, size if number else size * 1.4)
