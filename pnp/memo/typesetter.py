"""Set a memo with typst, insert the faces of its figures, and find what does not fit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from io import BytesIO
from itertools import groupby
from math import cos, radians, sin
from typing import Any, Final

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import typst
from pikepdf import Dictionary, Name, Page, Pdf

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.face import Face
from pnp.geometry.outline import Outline, rectangle
from pnp.geometry.units import MM_PER_POINT, Size, points
from pnp.memo.content import Data
from pnp.memo.illustrate import Illustration, PlacedFace
from pnp.memo.source import Memo
from pnp.press.renderer import faces_to_pdf
from pnp.press.typst_renderer import compile_files, typst_fonts
from pnp.project.folders import SHARED, bundled_project
from pnp.store.cache import cache_key
from pnp.store.fingerprint import code_hash, versions
from pnp.text.font_set import ProjectFont
from pnp.worker.progress import begin_step


@dataclass(frozen=True)
class Trial:
    """Parameters of a typesetting trial.

    Lengths are in mm, type sizes in points; leading and gap are multiples of the type size.
    """

    width: float
    height: float
    bleed: float
    margin: float
    gutter: float
    columns: int
    faces: int
    smallest: float
    size: float
    leading: float
    gap: float
    room: float
    """Space left free at the bottom of every column, in mm."""
    whole: int
    """Which sections are kept in one column: 0 none, 1 those without actions, 2 all."""
    breaks: list[str] = field(default_factory=list)
    """Ids of the sections that begin a column; if empty, a section does when the column before it is full."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """By what some figures are larger or smaller, as a factor."""
    widening: Mapping[str, float] = field(default_factory=dict)
    """By how much the gaps of some sections are wider, in mm."""


@dataclass(frozen=True)
class SetPlace:
    """Position of a part of a memo, in mm from the upper left corner of its page."""

    name: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class InsetPlace:
    """Position of an illustration's upper left corner, in mm from that of its page, and its scale."""

    name: str
    page: int
    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class PaintedGround:
    """A rectangle of one colour below faces, in mm from the upper left corner of its page."""

    page: int
    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: str

    def op(self, high: float) -> str:
        """Return the PDF operators that fill it on a page `high` points high."""
        fill = " ".join(f"{int(self.colour[at : at + 2], 16) / 255:.4f}" for at in (1, 3, 5))
        matrix = (1, 0, 0, 1, points(self.x), high - points(self.y + self.height))
        return f"q {fill} rg {_written(matrix)} cm {_path(rectangle(self.size, self.radius), self.size)} f Q"

    @property
    def size(self) -> Size:
        """Width and height, in mm."""
        return Size(self.width, self.height)


@dataclass(frozen=True)
class TrialResult:
    """The result of a typesetting trial."""

    places: list[SetPlace]
    """Start of every section, and its end, under its name preceded by a slash."""
    crowded: list[Problem]
    """Problems of parts that are too large and would overlap others."""
    head: float
    """Bottom of the first page's header, in mm from its upper edge."""
    insets: tuple[InsetPlace, ...] = ()

    @property
    def faces(self) -> int:
        """Number of sides used."""
        return max(place.page for place in self.places)


RIM: Final = 0.4
"""Width of the outline of pieces in points, so that a white card is visible on white paper."""
SHADE: Final = Name("/PnpShade")
SHADOW_OFFSET: Final = 0.9
"""Offset of a piece's shadow, in points."""
SHADOW_OPACITY: Final = 0.16
"""Opacity of a shadow."""


@dataclass(frozen=True)
class Insets:
    """The illustrations of a memo by name, and their faces by key."""

    illustrations: Mapping[str, Illustration]
    faces: Mapping[str, Face]
    shadows: bool = True

    def keys(self) -> list[object]:
        """Return everything that affects the appearance, for a hash."""
        return [
            [
                name,
                each.data,
                [_about(face) for face in each.faces],
            ]
            for name, each in self.illustrations.items()
        ]

    def insert_into(self, pdf: bytes, places: Sequence[InsetPlace], grounds: Sequence[PaintedGround] = ()) -> bytes:
        """Return the PDF with the faces drawn at these places, below the other content, and the grounds below them."""
        used = list(dict.fromkeys(face.key for place in places for face in self.illustrations[place.name].faces))
        if not used and not grounds:
            return pdf
        drawn = faces_to_pdf([self.faces[key] for key in used]) if used else None
        with pikepdf.open(BytesIO(pdf)) as leaf, pikepdf.open(BytesIO(drawn)) if drawn else Pdf.new() as source:
            forms = {key: _form(leaf, source, source.pages[number]) for number, key in enumerate(used)}
            names = {key: Name(f"/PnpFace{number}") for number, key in enumerate(used)}
            for number, page in enumerate(leaf.pages, 1):
                here = [place for place in places if place.page == number]
                ops = [ground.op(float(page.mediabox[3])) for ground in grounds if ground.page == number]
                ops += [op for place in here for op in self._ops(place, page, names)]
                if ops:
                    _add_resources(page, {names[key]: forms[key] for key in used})
                    page.contents_add(
                        leaf.make_stream("\n".join(["/Artifact BMC", *ops, "EMC"]).encode()), prepend=True
                    )
            out = BytesIO()
            leaf.save(out, deterministic_id=True)
        return out.getvalue()

    def _ops(self, place: InsetPlace, page: Page, names: Mapping[str, Name]) -> list[str]:
        """Return the PDF operators that draw the faces of an illustration, in order."""
        high = float(page.mediabox[3])
        ops = []
        for face in self.illustrations[place.name].faces:
            size = face.size
            matrix = _matrix(face, place, (points(size.width), points(size.height)), high)
            path = _path(face.cut, size)
            if self.shadows:
                fallen = (*matrix[:4], matrix[4] + SHADOW_OFFSET / 2, matrix[5] - SHADOW_OFFSET)
                ops.append(f"q {SHADE} gs 0 g {_written(fallen)} cm {path} f Q")
            if face.grounded:
                ops.append(f"q {_written(matrix)} cm 1 g {path} f Q")
            ops.append(f"q {_written(matrix)} cm q {path} W n {names[face.key]} Do Q")
            ops.append(f"{RIM / place.scale / face.scale:.3f} w 0.42 G 1 j {path} S Q")
        return ops


def _about(face: PlacedFace) -> list[object]:
    """Return everything about a face in an illustration, for a hash."""
    return [face.key, face.x, face.y, face.turn, face.scale, face.cut.svg(), face.grounded]


def _form(leaf: Pdf, source: Pdf, page: Page) -> pikepdf.Object:
    """Return a face as a form XObject; its text is hidden from text extraction, as it is part of a picture."""
    form = source.make_indirect(page.as_form_xobject())
    for key in ("/StructParents", "/StructParent"):
        if key in form:
            del form[key]
    copied = leaf.copy_foreign(form)
    copied.write(b"/Span <</ActualText ( )>> BDC\n" + copied.read_bytes() + b"\nEMC")
    return copied


def _add_resources(page: Page, forms: Mapping[Name, pikepdf.Object]) -> None:
    """Add forms and the shadow's graphics state to a page's resources."""
    offered: dict[str, Mapping[Name, pikepdf.Object]] = {
        "/XObject": forms,
        "/ExtGState": {SHADE: Dictionary(ca=SHADOW_OPACITY)},
    }
    for key, made in offered.items():
        if key not in page.resources:
            page.resources[key] = Dictionary()
        for name, value in made.items():
            page.resources[key][name] = value


def _matrix(face: PlacedFace, place: InsetPlace, size: tuple[float, float], high: float) -> tuple[float, ...]:
    """Return the matrix from a form to its place on a page `high` points high, in points with y pointing up."""
    angle, scale = radians(face.turn), place.scale * face.scale
    a, b = scale * cos(angle), -scale * sin(angle)
    x, y = points(place.x + place.scale * face.x), high - points(place.y + place.scale * face.y)
    width, height = size
    return a, b, -b, a, x - (a * width - b * height) / 2, y - (b * width + a * height) / 2


def _written(matrix: Sequence[float]) -> str:
    return " ".join(f"{number:.5f}" for number in matrix)


def _path(cut: Outline, size: Size) -> str:
    """Return the path that something of a size is cut along, in points with y pointing up."""
    high = points(size.height)

    def at(point: tuple[float, float]) -> str:
        return f"{points(point[0]):.3f} {high - points(point[1]):.3f}"

    steps = [f"{' '.join(map(at, step))} {'l' if len(step) == 1 else 'c'}" for step in cut.curves()]
    return " ".join([f"{at(cut.start)} m", *steps, "h"])


SIDE_TOLERANCE: Final = 0.5
"""Tolerance at the sides in mm, as slanted characters overhang a little."""
VERTICAL_TOLERANCE: Final = 0.8
"""Tolerance at the top and the bottom in mm, for accents."""
SOFT_HYPHENS: Final = "\x02\u00ad\ufffe"
"""Characters that pdfium reports where a word is hyphenated."""


@dataclass(frozen=True)
class PrintedCharacter:
    """A printed character and its box, in mm from the upper left corner of its page."""

    sign: str
    """The character; spaces and hyphens at line ends have no box."""
    page: int
    """Page number, from 1."""
    left: float
    top: float
    right: float
    bottom: float


def find_overflows(
    pdf: bytes, trial: Trial, outcome: TrialResult, foot: float, memo: Memo, headings: Mapping[str, Location]
) -> list[Problem]:
    """Return a problem for each heading under which a word extends beyond its column or the margins.

    The page footer is `foot` mm high; `headings` are the locations of the headings by section id.
    """
    place = "runs into the margin" if trial.columns == 1 else "does not fit its column"
    message = f"a word {place} on {trial.width:g} × {trial.height:g} mm"
    hint = "shorten it, divide it with a space or a hyphen, or split the text in two"
    found: dict[Location, Problem] = {}
    for word in (word for letters in _pages(pdf) for word in _words(letters)):
        if not all(_is_inside(letter, trial, outcome.head, foot) for letter in word):
            where = _heading(word[0], trial, outcome, foot, memo, headings)
            read = quote_value("".join(letter.sign for letter in word))
            found.setdefault(where, Problem(where, message, hint, found=read, code="E0703"))
    return list(found.values())


def _pages(pdf: bytes) -> Iterator[list[PrintedCharacter]]:
    """Yield the characters of each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(document, 1):
            text, height = page.get_textpage(), MM_PER_POINT * page.get_height()
            letters = []
            for index in range(text.count_chars()):
                sign = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
                if sign in SOFT_HYPHENS or not sign.isprintable() or pdfium.FPDFText_IsGenerated(text.raw, index) == 1:
                    sign = " "
                left, bottom, right, top = (MM_PER_POINT * at for at in text.get_charbox(index))
                letters.append(PrintedCharacter(sign, number, left, height - top, right, height - bottom))
            yield letters
    finally:
        document.close()


def _is_inside(letter: PrintedCharacter, trial: Trial, head: float, foot: float) -> bool:
    edge = trial.bleed + trial.margin
    right, bottom = trial.bleed + trial.width - trial.margin, trial.bleed + trial.height - trial.margin
    if letter.top < edge - VERTICAL_TOLERANCE or letter.bottom > bottom + VERTICAL_TOLERANCE:
        return False
    if letter.left < edge - SIDE_TOLERANCE or letter.right > right + SIDE_TOLERANCE:
        return False
    if (letter.page == 1 and letter.bottom <= head) or letter.top >= bottom - foot:
        return True  # header and footer extend across the columns
    _, end = _columns(trial)[_column(letter.left, trial)]
    return letter.right <= end + SIDE_TOLERANCE


def _columns(trial: Trial) -> list[tuple[float, float]]:
    """Return the left and right edge of each column, in mm."""
    wide = (trial.width - 2 * trial.margin + trial.gutter) / trial.columns
    begins = [trial.bleed + trial.margin + number * wide for number in range(trial.columns)]
    return [(begin, begin + wide - trial.gutter) for begin in begins]


def _column(x: float, trial: Trial) -> int:
    """Return the index of the column that contains the left edge `x`."""
    return max((at for at, (begin, _) in enumerate(_columns(trial)) if begin <= x + SIDE_TOLERANCE), default=0)


def _heading(
    letter: PrintedCharacter,
    trial: Trial,
    outcome: TrialResult,
    foot: float,
    memo: Memo,
    headings: Mapping[str, Location],
) -> Location:
    """Return the location of the heading above a character, or of the keys printed in the header or footer."""
    head = memo.where.at(detail="title, subtitle or aim")
    if letter.page == 1 and letter.bottom <= outcome.head:
        return head
    bottom = trial.bleed + trial.height - trial.margin
    if letter.top >= bottom - foot and letter.bottom <= bottom + VERTICAL_TOLERANCE:
        return memo.at("follows")
    at = (letter.page, _column(letter.left, trial), letter.bottom)
    before = [
        place.name
        for place in outcome.places
        if place.name in headings and (place.page, _column(place.x, trial), place.y) <= at
    ]
    return headings[before[-1]] if before else head


def _words(letters: list[PrintedCharacter]) -> Iterator[list[PrintedCharacter]]:
    """Yield the words of a page: characters without a space between them."""
    for is_space, word in groupby(letters, lambda letter: letter.sign.isspace()):
        if not is_space:
            yield list(word)


TEMPLATE: Final = "memo.typ"
COMMON: Final = "common.typ"
"""Template with what memos and rulebooks share."""
FITTING: Final = "pnp.memo.fit"
"""Module that finds the sizes; its hash covers everything it imports."""
LIBRARIES: Final = ("typst", "font-source-sans-pro", "font-fredoka-one")
FOOT: Final = 1.7
"""Height of the footer, as a multiple of the type size."""
OVERFLOW_MESSAGES: Final = {
    "legend": ("does not fit on one line with its heading", 'shorten the legend, or give it short = ""'),
    "points": ("has columns too wide to fit beside their labels", "shorten their cells"),
    "follows": ("does not fit on one line", "shorten it"),
    "title": ("does not fit on one line at the smallest size", "set a shorter title"),
    "subtitle": (
        "is too long to leave room for the rules",
        'shorten it, or give it a short form (short = "…") for cards',
    ),
    "aim": ("is too long to leave room for the rules", 'shorten it, or give it a short form (short = "…") for cards'),
}
"""Message and hint for each key that does not fit."""
BLANK: Final = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"/>'
"""Placeholder for drawings while sizes are tried: it takes the same space, but no time."""
NO_INSETS: Final = Insets({}, {})


def template_files(template: str) -> dict[str, bytes]:
    """Return the files of a template for typst, which `compile_files` takes."""
    folder = bundled_project().templates / SHARED
    return {"main.typ": (folder / template).read_bytes(), COMMON: (folder / COMMON).read_bytes()}


def query_outcome(files: dict[str, bytes], fonts: tuple[ProjectFont, ...], where: Location) -> dict[str, Any]:
    """Set a document without drawing it; return the value of `<outcome>` in its template."""
    begin_step(where)
    try:
        found: str = typst.query(  # type: ignore[type-var]  # its type hints lack in-memory files
            files, "<outcome>", field="value", one=True, font_paths=typst_fonts(fonts)
        )
    except (typst.TypstError, RuntimeError) as error:  # a failed query raises RuntimeError
        raise RenderError(Problem(where, "cannot be typeset", found=str(error), code="E0517")) from error
    outcome: dict[str, Any] = json.loads(found)
    return outcome


class Typesetter:
    """A typesetter for one memo in any size."""

    def __init__(
        self,
        data: Data,
        icons: dict[str, bytes],
        memo: Memo,
        fonts: tuple[ProjectFont, ...] = (),
        insets: Insets = NO_INSETS,
    ) -> None:
        self._files = template_files(TEMPLATE) | {"data.json": json.dumps(data).encode()}
        self._icons, self._blanks = icons, dict.fromkeys(icons, BLANK)
        self.memo, self.title, self._insets = memo, str(data["about"]), insets
        self._fonts = fonts
        self.headings = {
            section["id"]: " ".join("".join(span.get("text", "") for span in section["heading"]).split())
            for section in data["sections"]
        }
        """Printed headings, by section id."""
        self.figures = {
            section["id"]: [block["name"] for block in section["blocks"] if block["kind"] == "figure"]
            for section in data["sections"]
        }
        """Names of the printed figures, by section id."""
        self.sections = {section.id: section for section in (memo.aids if data["aid"] else memo.sections)}
        self._has_foot = bool(data["follows"]) and not data["card"]  # on a card, it is at the end of the text
        self._proofreads = False
        self.is_aid = bool(data["aid"])

    def proofreading(self) -> Typesetter:
        """Return a typesetter that also reports words that extend beyond their column as crowded."""
        careful = copy(self)
        careful._proofreads = True
        return careful

    def foot(self, size_pt: float) -> float:
        """Return the height of the footer, in mm."""
        return FOOT * size_pt * MM_PER_POINT if self._has_foot else 0

    def try_sizes(self, trial: Trial) -> TrialResult:
        """Set the memo with the sizes of a trial and return the result; raise RenderError if typst fails."""
        outcome = self._query(trial)
        if not self._proofreads or outcome.crowded or outcome.faces > trial.faces:
            return outcome
        [pdf] = compile_files(self._with(trial, self._blanks), "pdf", fonts=self._fonts)
        headings = {name: self.sections[name].heading.where for name in self.headings}
        left = find_overflows(pdf, trial, outcome, self.foot(trial.size), self.memo, headings)
        return replace(outcome, crowded=left)

    def _query(self, trial: Trial) -> TrialResult:
        raw = query_outcome(self._with(trial, self._blanks), self._fonts, self.memo.where)
        crowded = [
            Problem(
                self.sections.get(found["where"], self.memo).at(found["what"]),
                *OVERFLOW_MESSAGES[found["what"]],
                code="E0703",
            )
            for found in raw["crowded"]
        ]
        places = [SetPlace(**place) for place in raw["places"]]
        insets = tuple(InsetPlace(**place) for place in raw["insets"])
        return TrialResult(places, list(dict.fromkeys(crowded)), raw["head"], insets)

    def key(self, *about: object) -> str:
        """Return a hash of the memo's content, the code that sets it, and `about`."""
        texts = {name: text.decode() for name, text in (self._files | self._icons).items()}
        return cache_key("memo", versions(*LIBRARIES), code_hash(FITTING), texts, self._insets.keys(), about)

    def pdf(self, trial: Trial) -> bytes:
        """Return a PDF with one page per side."""
        begin_step(self.memo.where)
        [made] = compile_files(self._with(trial, self._icons), "pdf", fonts=self._fonts)
        return self._insets.insert_into(made, self._query(trial).insets) if self._insets.faces else made

    def _with(self, trial: Trial, icons: dict[str, bytes]) -> dict[str, bytes]:
        return self._files | icons | {"layout.json": json.dumps(asdict(trial)).encode()}
