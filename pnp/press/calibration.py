"""The calibration sheet: crosses on the front, grids of millimetres behind them on the back.

A pin through the middle of a cross comes out on its grid. If the printer puts backs too far to the right, the hole
lies left of zero, and backs must move left by that amount: what is read is what must be typed.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp import __version__
from pnp.errors import LayoutError, Problem
from pnp.face.fonts import BODY, find_font
from pnp.press.furniture import DUPLEX, FONT, HAIRLINE
from pnp.sheet.layout import Layout
from pnp.sheet.page import Rect
from pnp.terms import Lang
from pnp.units import Size, points
from pnp.words import Vocabulary

REACH: Final = 5
"""How many mm a grid measures to each side."""
INSET: Final = 30.0
SMALLEST_PAPER: Final = 150.0
WORDS: Final = Vocabulary("calibration")
FRONT: Final = ("title", "front-1", "front-2", "front-3")
BACK: Final = ("title", "back-1", "back-2", "back-3")


def crosses(paper: Size) -> list[tuple[float, float]]:
    """The middle of each cross on the front: one in the centre, one near each corner."""
    width, height = paper
    near = [(x, y) for y in (INSET, height - INSET) for x in (INSET, width - INSET)]
    return [(width / 2, height / 2), *near]


def calibration_sheet(layout: Layout, lang: Lang) -> bytes:
    """A PDF of two pages; the back is moved by the layout's offset."""
    if min(layout.paper.size) < SMALLEST_PAPER:
        expected = f"a paper of at least {SMALLEST_PAPER:g} mm on each side"
        raise LayoutError(Problem("--paper", expected, str(layout.paper.size)))
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
    for x, y in crosses(paper):
        pen.cross(x, y)
    pen.words([words[key] for key in FRONT])
    canvas.showPage()
    dx, dy = layout.offset
    for x, y in crosses(paper):
        behind = Rect(x, y, 0, 0).mirrored(paper, sideways=layout.turns_sideways)
        pen.grid(behind.x + dx, behind.y + dy)
    pen.words([words[key] for key in BACK])
    canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Pen:
    """Draws in mm from the upper left corner."""

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

    def cross(self, x: float, y: float) -> None:
        self.line(x - 8, y, x + 8, y)
        self.line(x, y - 8, x, y + 8)
        self.canvas.circle(points(x), points(self.paper.height - y), points(2))

    def grid(self, x: float, y: float) -> None:
        """A grid of mm with its zero at (x, y), numbered below and on the left."""
        for at in range(-REACH, REACH + 1):
            self.canvas.setStrokeGray(0 if at == 0 else 0.55)
            width = HAIRLINE if at else 2 * HAIRLINE
            self.line(x + at, y - REACH, x + at, y + REACH, width)
            self.line(x - REACH, y + at, x + REACH, y + at, width)
            if at % 2 == 0:
                number = f"{at:+d}".replace("-", "−") if at else "0"
                self.text(number, x + at, y + REACH + 2.2, 1.8)
                self.text(number, x - REACH - 1.8, y + at + 0.6, 1.8)
        self.canvas.setStrokeGray(0)
        self.text("X →", x + REACH + 3.5, y + REACH + 2.2, 2.2)
        self.text("Y ↓", x - REACH - 1.8, y + REACH + 4.5, 2.2)

    def words(self, lines: list[str]) -> None:
        size = min(4.0, self.paper.width / 45)
        for number, line in enumerate(lines):
            y = self.paper.height / 2 - 40 - (len(lines) - number) * size * 1.5
            self.text(line, self.paper.width / 2, y, size if number else size * 1.4)
