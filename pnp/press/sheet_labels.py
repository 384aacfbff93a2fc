"""Draw everything on a sheet except the faces: marks, folds, labels and check ruler, and the PDF's outline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp import __version__
from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.face import Face
from pnp.face.families import resolve_families
from pnp.face.svg_check import check_svg
from pnp.geometry.matrix import Matrix, Rect
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size, points, trim
from pnp.press.job import Job
from pnp.press.renderer import faces_to_pdf
from pnp.project.folders import SPEC_FILE
from pnp.sheet.layout import Sides
from pnp.sheet.marks import HALO, folded_backs
from pnp.sheet.page import Page, Segment, Slot
from pnp.spec.model import Game
from pnp.terms import Lang, Side
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import BODY, find_font, lacks_glyph
from pnp.text.text_box import TextBox, set_text
from pnp.text.typography import RTL, typeset, typographic_name
from pnp.words import Texts

_MARKUP: Final = re.compile(r"([\\*{}])")
_COLOUR: Final = "#262626"
_RESOURCES: Final = {"Tf": "/Font", "cs": "/ColorSpace", "CS": "/ColorSpace", "gs": "/ExtGState"}
"""The operators that refer to a resource."""
_TAGS: Final = ("BMC", "BDC", "EMC")
"""The operators that mark content."""


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


def missing_characters(text: str, where: Location, font_set: FontSet) -> list[Problem]:
    """Return a problem for each character of a text that is missing from the label font and the project's fonts."""
    letters = [letter for letter in dict.fromkeys(text) if lacks_glyph(letter, find_font(BODY))]
    hint = "add a font to fonts/ that has it"
    return [
        Problem(
            where,
            f"has a character that is not in {' or '.join((BODY, *font_set.project_families))}",
            hint,
            found=f"{quote_value(letter)} in {quote_value(text)}",
            code="E0407",
        )
        for letter in letters
        if not font_set.families_with(letter)
    ]


def set_label(text: str, width: float, size: float, smallest: float, font_set: FontSet) -> Face | None:
    """Return the text on one line, centred in its width; None if it does not fit."""
    leading = 1.2
    tall = size * leading
    # at half the size there would be room for a second line
    box = TextBox(
        0, 0, width, tall, size, max(smallest, size / 2 + 0.01), align="center", valign="bottom", colour=_COLOUR
    )
    box = replace(box, rtl=False)  # the text beside a title runs from left to right
    try:
        drawn = set_text(_MARKUP.sub(r"\\\1", text), box, _no_icon, Location(detail="label"), font_set, fallback=True)
    except RenderError:
        return None
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{trim(width)}mm" height="{trim(tall)}mm" '
        f'viewBox="0 0 {trim(width)} {trim(tall)}">{drawn}</svg>'
    )
    where = Location(detail=f"label {quote_value(text)}")
    check_svg(svg, where, font_set)
    fonts = font_set.used_in(svg)
    return Face(resolve_families(svg, font_set) if fonts else svg, Size(width, tall), 0, where, fonts)


def _no_icon(name: str, x: float, y: float, size: float) -> str:
    raise RenderError(Problem(Location(detail="label"), f"cannot show the icon {quote_value(name)}", code="E0204"))


def add_labels(sheets: bytes, labels: list[TypesetLabel], draw: Callable[[list[Face]], bytes]) -> bytes:
    """Return the sheets with the texts added; `draw` makes a PDF with one page for each distinct text."""
    faces = list({label.face.key: label.face for label in labels}.values())
    numbers = {face.key: number for number, face in enumerate(faces)}
    with pikepdf.open(BytesIO(sheets)) as pdf, pikepdf.open(BytesIO(draw(faces))) as drawn:
        sources = [pdf.copy_foreign(drawn.make_indirect(page.obj.Resources)) for page in drawn.pages]
        for label in labels:
            number = numbers[label.face.key]
            page = pdf.pages[label.page]
            operators = list(_operators(drawn.pages[number], f"L{number}", sources[number], page.obj.Resources))
            matrix = " ".join(f"{value:.4f}" for value in label.matrix).encode()
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


def label_matrix(x: float, y: float, height: float, *, turned: bool, lift: float) -> Matrix:
    """Return the transformation, in points, that puts a text into a slot.

    The lower left corner of the slot is at (x, y), in mm from the upper left corner of paper of this `height`.
    """
    if turned:
        return Matrix(0, 1, -1, 0, points(x - lift), points(height - y))
    return Matrix(1, 0, 0, 1, points(x), points(height - y + lift))


HAIRLINE: Final = 0.09
CUT_WIDTH: Final = 0.15
"""Width of cutting lines, in mm."""
LABEL_SIZE: Final = 2.5
SMALLEST_LABEL: Final = 1.2
FOOT_RIM: Final = 4.0
"""Distance between the text on a foot and its sides, in mm."""
FOOT_LEADING: Final = 1.2
LEAST_FOOT: Final = 5.0
"""Smallest foot with room for text, in mm."""
NAME: Final = "name"
"""The column with the name of a figure."""
LABEL_BASELINE: Final = 0.5
"""Height of a typeset label above the edge of its slot, in mm, to share the baseline of other labels."""
RULER: Final = 50
FONT: Final = "PnpLabel"
SHEET: Final = Texts("sheet")
GUIDE: Final = Texts("guide")
INK: Final = 0.15
"""Grey level of labels; marks are black."""
DUPLEX: Final = {
    Sides.DUPLEX_LONG: "DuplexFlipLongEdge",
    Sides.DUPLEX_SHORT: "DuplexFlipShortEdge",
    Sides.FOLD: "Simplex",
    Sides.FRONTS: "Simplex",
}


class Line(NamedTuple):
    """A line of text on the guide; its box is in mm on the paper."""

    text: str
    rect: Rect
    size: float
    from_right: bool = False


def draw_sheet_labels(
    pages: list[Page],
    game: Game,
    job: Job,
    font_set: FontSet = BUNDLED_FONTS,
    on_guide: Line | None = None,
    badges: Sequence[tuple[Rect, str]] = (),
) -> bytes:
    """Return a PDF with the marks and labels of all pages, without faces; titles may use the project's fonts."""
    _check_letters(game, job.lang, font_set)
    registerFont(TTFont(FONT, str(find_font(BODY).path)))
    width, height = job.layout.paper.size
    out = BytesIO()
    canvas = Canvas(out, pagesize=(points(width), points(height)), invariant=1, pageCompression=1, initialFontName=FONT)
    canvas.setTitle(game.title[job.lang])
    canvas.setSubject(f"{SHEET[job.lang]['subject']}: {job.layout.paper.name}, {job.layout.sides}, {job.ink}")
    design = game.credits.design
    canvas.setAuthor("pnp" if design is None else design[job.lang])
    canvas.setCreator(f"pnp {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[job.sides])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if job.guide:
        canvas.bookmarkPage("guide", fit="Fit")
        canvas.addOutlineEntry(GUIDE[job.lang]["title"], "guide")
    if on_guide is not None:
        _write(canvas, on_guide, height)
    for box, text in badges:
        _MarkPainter(canvas, height, font_set).badge(box, text)
    for _ in range(job.pages_before):
        canvas.showPage()
    seen: set[str] = set()
    total = pages[-1].sheet
    labels: list[TypesetLabel] = []
    for number, page in enumerate(pages):
        for deck in dict.fromkeys(placement.piece.deck.name for placement in page.placements):
            if deck not in seen:
                seen.add(deck)
                canvas.bookmarkPage(deck, fit="Fit")
                canvas.addOutlineEntry(game.decks[deck].title[job.lang], deck)
        blank = page.side is Side.BACK and not page.placements
        painter = _MarkPainter(canvas, height, font_set)
        label = _label(page, pages[number - 1] if blank else page, game, job, total)
        painter.draw(page, label, _feet(page, job.lang))
        labels += [each._replace(page=number + job.pages_before) for each in painter.labels]
        canvas.showPage()
    canvas.save()
    sheets = out.getvalue()
    return add_labels(sheets, labels, faces_to_pdf) if labels else sheets


def _write(canvas: Canvas, line: Line, height: float) -> None:
    """Write a line at the foot of the guide, scaled down to the width of its box."""
    width = stringWidth(line.text, FONT, points(line.size))
    canvas.setFont(FONT, points(line.size) * min(1, points(line.rect.width) / width))
    canvas.setFillGray(INK)
    draw = canvas.drawRightString if line.from_right else canvas.drawString
    x = line.rect.right if line.from_right else line.rect.x
    draw(points(x), points(height - line.rect.bottom + line.size * 0.3), line.text)


class Label(NamedTuple):
    """The text in the margin of a sheet: `names` may be shortened, `needed` never."""

    names: str
    needed: str


def _check_letters(game: Game, lang: Lang, font_set: FontSet) -> None:
    """Raise RenderError for titles with characters that are in neither the label font nor the project's fonts."""
    spec = Location(f"components/{game.id}/{SPEC_FILE}")
    titles = {spec / "title": game.title}
    titles |= {spec / "decks" / name / "title": deck.title for name, deck in game.decks.items()}
    problems = [
        problem for where, title in titles.items() for problem in missing_characters(title[lang], where, font_set)
    ]
    if problems:
        raise RenderError(*problems)


def sheet_texts(pages: list[Page], game: Game, job: Job) -> Iterator[str]:
    """Yield the text of sheet labels and of the feet of standees."""
    for number, page in enumerate(pages):
        blank = page.side is Side.BACK and not page.placements
        label = _label(page, pages[number - 1] if blank else page, game, job, pages[-1].sheet)
        yield f"{label.names} · {label.needed}"
        yield from (foot.text for foot in _feet(page, job.lang))


def _label(page: Page, front: Page, game: Game, job: Job, total: int) -> Label:
    """Return the label of a page: game, decks, sheet n of m, side, print at 100%."""
    words = SHEET[job.lang]
    decks: dict[str, dict[str, None]] = {}
    for placement in front.placements:
        deck = placement.piece.deck
        parts_there = decks.setdefault(typeset(deck.title[job.lang], job.lang), {})
        if deck.part is not None:
            parts_there[deck.part.name] = None
    titles = [" ".join([title, *names]) for title, names in decks.items()]
    parts = [
        *([words["draft"]] if job.draft else []),
        words["number"].format(number=page.sheet, total=total),
        words[page.side],
        words["full-size"],
    ]
    if page.folds and folded_backs(page):
        parts.append(words["folded"])
    if not page.placements:
        parts.append(words["blank"])
    needed = " · ".join(typeset(part, job.lang) for part in parts)
    return Label(f"{typographic_name(game.title[job.lang])} · {', '.join(titles)}", needed)


class Foot(NamedTuple):
    """The foot of half a standee: its box on the paper, its rotation and its text."""

    rect: Rect
    rotation: int
    text: str


def _feet(page: Page, lang: Lang) -> list[Foot]:
    """Return the feet of the standees on a page, with their figure, side and how to bend them."""
    feet = []
    for placement in page.placements:
        deck = placement.piece.deck
        if deck.foot < LEAST_FOOT:
            continue
        name = placement.piece.design.field(NAME, lang) if NAME in placement.piece.design.fields else ""
        name = "" if needs_typesetting(str(name)) else f"{name} · "
        text = typeset(SHEET[lang][f"foot-{placement.side}"], lang)
        box = placement.to_page(deck.foot_line(placement.side, placement.piece.id)).box
        feet.append(Foot(Rect(*box), placement.rotation, f"{name}{text}"))
    return feet


def _wrapped(text: str, width: float) -> list[str]:
    """Break a label into lines of at most `width` points; return none if a word is wider."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if stringWidth(longer, FONT, points(LABEL_SIZE)) <= width:
            lines[-1] = longer
        elif lines[-1] and stringWidth(word, FONT, points(LABEL_SIZE)) <= width:
            lines.append(word)
        else:
            return []
    return lines


def _balanced(text: str, width: float) -> list[str]:
    """Break a label into as few lines as it needs, of about equal length."""
    lines = found = _wrapped(text, width)
    while found and len(found) == len(lines):
        lines, width = found, 0.97 * width
        found = _wrapped(text, width)
    return lines


class _OneOperatorPerLine(PDFPathObject):  # type: ignore[misc]
    """A path with one operator per line, like those of a canvas."""

    def getCode(self) -> str:  # noqa: N802
        """Return the operators."""
        return "\n".join(self._code)


class _MarkPainter:
    """Draws on a reportlab canvas, in mm from the upper left corner."""

    def __init__(self, canvas: Canvas, height: float, font_set: FontSet) -> None:
        self.canvas = canvas
        self.height = height
        self.font_set = font_set
        self.labels: list[TypesetLabel] = []
        """Labels that reportlab cannot set."""

    def draw(self, page: Page, label: Label, feet: list[Foot]) -> None:
        self.canvas.setLineWidth(points(CUT_WIDTH))
        if page.registration:
            self._boxes(page.registration)
        if cuts := [*page.ticks, *page.marks]:
            self.canvas.setLineWidth(points(HALO))
            self._lines(cuts, light=True)
            self.canvas.setLineWidth(points(CUT_WIDTH))
            self._lines(cuts)
        if page.outlines:
            self._outlines(page.outlines, light=True)
            self.canvas.setDash(points(0.6), points(0.6))
            self._outlines(page.outlines)
            self.canvas.setDash()
        self.canvas.setLineWidth(points(HAIRLINE))
        if page.folds:
            self.canvas.setDash([points(1.2), points(2)], points(1.2))  # in the gaps between the dark dashes
            self._lines(page.folds, light=True)
            self.canvas.setDash(points(2), points(1.2))
            self._lines(page.folds)
        self.canvas.setDash()
        for foot in feet:
            self._foot(foot)
        for key in page.keys:
            self.badge(key.rect, key.text, key.rotation)
        if page.label is not None and needs_typesetting(label.names):
            self._letter(page.label, label)
        elif page.label is not None:
            self._in_slot(page.label, lambda width: self._text(label, width))
        if page.ruler is not None:
            self._in_slot(page.ruler, self._ruler)

    def _lines(self, lines: list[Segment], *, light: bool = False) -> None:
        """Draw all lines as one path."""
        path = _OneOperatorPerLine()
        for x1, y1, x2, y2 in lines:
            path.moveTo(*self._points((x1, y1)))
            path.lineTo(*self._points((x2, y2)))
        self._stroke(path, light=light)

    def _boxes(self, boxes: list[Rect]) -> None:
        """Fill all boxes in black, as one path."""
        path = _OneOperatorPerLine()
        for box in boxes:
            path.rect(*self._points((box.x, box.bottom)), points(box.width), points(box.height))
        self.canvas.setFillGray(0)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def _outlines(self, outlines: list[Outline], *, light: bool = False) -> None:
        """Draw all outlines as one path."""
        path = _OneOperatorPerLine()
        for outline in outlines:
            path.moveTo(*self._points(outline.start))
            for step in outline.curves():
                if len(step) == 1:
                    path.lineTo(*self._points(*step))
                else:
                    path.curveTo(*self._points(*step))
        self._stroke(path, light=light)

    def _stroke(self, path: PDFPathObject, *, light: bool) -> None:
        """Draw a path in black, or in white (`light`) below lines that must show on dark art."""
        if light:
            self.canvas.setStrokeGray(1)
        self.canvas.drawPath(path)
        if light:
            self.canvas.setStrokeGray(0)

    def _points(self, *places: Point) -> list[float]:
        return [number for x, y in places for number in (points(x), points(self.height - y))]

    def _in_slot(self, slot: Slot, draw: Callable[[float], None]) -> None:
        """Call `draw` with the length of the slot and with its lower left corner as the origin."""
        rect: Rect = slot.rect
        self.canvas.saveState()
        if slot.turned:
            self.canvas.translate(points(rect.right), points(self.height - rect.bottom))
            self.canvas.rotate(90)
        else:
            self.canvas.translate(points(rect.x), points(self.height - rect.bottom))
        draw(rect.height if slot.turned else rect.width)
        self.canvas.restoreState()

    def _text(self, label: Label, width: float) -> None:
        names, size = label.names, 0.0
        while size < SMALLEST_LABEL:
            text = f"{names} · {label.needed}" if names else label.needed
            size = min(LABEL_SIZE, LABEL_SIZE * points(width) / stringWidth(text, FONT, points(LABEL_SIZE)))
            if not names:
                break
            names = f"{names[: int(len(names) * 0.9) - 1]}…" if len(names) > 4 else ""
        self.canvas.setFont(FONT, points(size))
        self.canvas.setFillGray(INK)
        self.canvas.drawCentredString(points(width / 2), points(1.1), text)

    def badge(self, rect: Rect, text: str, rotation: int = 0) -> None:
        """Write a short text in black on a white box."""
        width, height = (rect.height, rect.width) if rotation % 180 else (rect.width, rect.height)
        size = min(height / 1.1, height * points(width) / stringWidth(text, FONT, points(1.08 * height)))
        self.canvas.saveState()
        self.canvas.translate(points(rect.x + rect.width / 2), points(self.height - rect.y - rect.height / 2))
        self.canvas.rotate(-rotation)
        self.canvas.setFillGray(1)
        self.canvas.rect(points(-width / 2), points(-height / 2), points(width), points(height), stroke=0, fill=1)
        self.canvas.setFont(FONT, points(size))
        self.canvas.setFillGray(INK)
        self.canvas.drawCentredString(0, points(-0.34 * size), text)
        self.canvas.restoreState()

    def _foot(self, foot: Foot) -> None:
        """Write the text on a foot, upright like its figure, in lines of legible size; nothing if it has no room."""
        rect = foot.rect
        width, height = (rect.height, rect.width) if foot.rotation % 180 else (rect.width, rect.height)
        lines = _balanced(foot.text, points(width - 2 * FOOT_RIM))
        step = LABEL_SIZE * FOOT_LEADING
        if not lines or len(lines) * step > height - FOOT_RIM / 2:
            return
        self.canvas.saveState()
        self.canvas.translate(points(rect.x + rect.width / 2), points(self.height - rect.y - rect.height / 2))
        self.canvas.rotate(-foot.rotation)
        self.canvas.setFont(FONT, points(LABEL_SIZE))
        self.canvas.setFillGray(INK)
        for i, line in enumerate(lines):
            self.canvas.drawCentredString(0, points((len(lines) / 2 - i - 0.5) * step - 0.35 * LABEL_SIZE), line)
        self.canvas.restoreState()

    def _letter(self, slot: Slot, label: Label) -> None:
        """Set a label like a face, to be added later; its names are shortened until it fits."""
        rect, names = slot.rect, label.names
        width = rect.height if slot.turned else rect.width
        face = None
        while face is None:
            text = f"{names} · {label.needed}" if names else label.needed
            face = set_label(text, width, LABEL_SIZE, SMALLEST_LABEL, self.font_set)
            if not names:
                break
            names = f"{names[: int(len(names) * 0.9) - 1]}…" if len(names) > 4 else ""
        if face is not None:
            corner = (rect.right if slot.turned else rect.x, rect.bottom)
            matrix = label_matrix(*corner, self.height, turned=slot.turned, lift=LABEL_BASELINE)
            self.labels.append(TypesetLabel(0, matrix, face))

    def _ruler(self, width: float) -> None:
        left = (width - RULER - 6) / 2
        ticks = {**dict.fromkeys(range(11), 0.8), **dict.fromkeys(range(0, RULER + 1, 5), 1.5)}
        ticks |= dict.fromkeys(range(0, RULER + 1, 10), 2.2) | {0: 3.2, RULER: 3.2}
        ruler = self.canvas.beginPath()
        ruler.moveTo(points(left), points(0.5))
        ruler.lineTo(points(left + RULER), points(0.5))
        for mm, length in ticks.items():
            ruler.moveTo(points(left + mm), points(0.5))
            ruler.lineTo(points(left + mm), points(0.5 + length))
        self.canvas.setLineWidth(points(HAIRLINE))
        self.canvas.drawPath(ruler)
        self.canvas.setFont(FONT, points(2.2))
        self.canvas.setFillGray(INK)
        self.canvas.drawString(points(left + RULER + 0.8), points(1.3), f"{RULER} mm")
