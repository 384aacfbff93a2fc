"""A game's drawings and pictures by name, placed on a face.

A drawing is an SVG file, `art/<name>.svg` beside `game.toml`, or a Python function that takes a `Pen`. Files take
precedence, so that a designer can replace any drawing of a game.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from io import BytesIO, StringIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.etree import ElementTree

from pnp.errors import Location, Problem, RenderError, SpecError, did_you_mean, quote_value
from pnp.face.elements import with_source_line
from pnp.face.families import SVG, XLINK
from pnp.face.sources import ART_FOLDER, OutsideError, SourceFile, SourceKind, Sources
from pnp.face.svg_check import check_svg
from pnp.face.svg_clean import URL_REFERENCE, clean_svg
from pnp.geometry.matrix import Rect
from pnp.geometry.units import MM_PER_INCH, Size, trim
from pnp.pictures.embedded import BleedStrip, EmbeddedImage, PdfPagePart, store_page_part
from pnp.pictures.formats import LARGEST_PICTURE, PictureInfo, inspect_picture, read_header
from pnp.pictures.pdf_pages import PagePart, PdfFile, RenderedPart, parse_page_reference
from pnp.play.registry import find_game_module
from pnp.project.code import explain_error, is_project_file
from pnp.project.folders import bundled_project
from pnp.spec.texts import is_bitmap
from pnp.store.cache import cache_key
from pnp.terms import Lang, PictureFit
from pnp.text.font_set import FontSet

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing

ANCHORS: Final = {
    "center": (0.5, 0.5),
    "top": (0.5, 0.0), "bottom": (0.5, 1.0), "left": (0.0, 0.5), "right": (1.0, 0.5),
    "top left": (0.0, 0.0), "top right": (1.0, 0.0), "bottom left": (0.0, 1.0), "bottom right": (1.0, 1.0),
}  # fmt: skip
"""Anchors as fractions of width and height: which part is visible, or where a smaller picture is placed."""
_ORIENTATIONS: Final = {
    1: (1, 0, 0, 1, 0, 0), 2: (-1, 0, 0, 1, 1, 0), 3: (-1, 0, 0, -1, 1, 1), 4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0), 6: (0, 1, -1, 0, 1, 0), 7: (0, -1, -1, 0, 1, 1), 8: (0, -1, 1, 0, 0, 1),
}  # fmt: skip
"""Matrix that turns a unit square upright, for each EXIF orientation."""


@dataclass(frozen=True)
class PictureBox:
    """Position of a picture and how it is fitted; lengths in mm."""

    x: float
    y: float
    width: float
    height: float
    fit: PictureFit = PictureFit.CONTAIN
    rim: float = 0
    """Width of the mirrored edge around the box."""
    anchor: str = "center"
    turn: float = 0
    """Rotation around the centre of the box, in degrees clockwise."""
    radius: float = 0
    """Radius of the corners."""

    def fitted(self, size: Size) -> PictureBox:
        """Return the box that a picture of this size fills after fitting; it may be larger or smaller."""
        if self.fit is PictureFit.STRETCH:
            return self
        scales = self.width / size.width, self.height / size.height
        scale = max(scales) if self.fit is PictureFit.COVER else min(scales)
        width, height = size.width * scale, size.height * scale
        across, down = ANCHORS[self.anchor]
        x, y = self.x + (self.width - width) * across, self.y + (self.height - height) * down
        return replace(self, x=x, y=y, width=width, height=height)

    def clipped(self, drawn: str, whole: PictureBox, *, always: bool = False) -> str:
        """Return SVG that fills the box `whole`, clipped to this box and its corners where needed."""
        shown = whole if self.fit is PictureFit.CONTAIN else self
        return _clipped(drawn, shown) if always or self.radius or self.fit is PictureFit.COVER else drawn

    def turned(self, drawn: str) -> str:
        """Return SVG rotated with the box."""
        if not self.turn:
            return drawn
        middle = f"{trim(self.x + self.width / 2)} {trim(self.y + self.height / 2)}"
        return f'<g transform="rotate({trim(self.turn)} {middle})">{drawn}</g>'


def place_image(picture: EmbeddedImage, size: Size, turned: int, box: PictureBox) -> tuple[str, list[EmbeddedImage]]:
    """Return the SVG of a picture of this size in its box, and all pictures that the SVG refers to.

    `turned` is the EXIF orientation if the file is embedded as is, otherwise 1.
    """
    whole = box.fitted(size)
    drawn = box.clipped(_element(picture, whole.x, whole.y, whole.width, whole.height, turned), whole)
    strips = list(_rim(picture, size, box)) if box.rim > 0 else []
    return box.turned("".join([*(svg for svg, _ in strips), drawn])), [picture, *(strip for _, strip in strips)]


def _clipped(drawn: str, box: PictureBox) -> str:
    place = " ".join(
        f'{key}="{trim(value)}"'
        for key, value in (("x", box.x), ("y", box.y), ("width", box.width), ("height", box.height))
    )
    radius = min(box.radius, box.width / 2, box.height / 2)
    corners = f' rx="{trim(radius)}" ry="{trim(radius)}"' if radius > 0 else ""
    name = f"clip-{cache_key(place, corners)[:12]}"
    return f'<clipPath id="{name}"><rect {place}{corners}/></clipPath><g clip-path="url(#{name})">{drawn}</g>'


def _element(picture: EmbeddedImage, x: float, y: float, width: float, height: float, turned: int = 1) -> str:
    where = f'x="{trim(x)}" y="{trim(y)}" width="{trim(width)}" height="{trim(height)}"'
    if turned != 1:
        a, b, c, d, e, f = _ORIENTATIONS[turned]
        matrix = a * width, b * height, c * width, d * height, x + e * width, y + f * height
        where = f'width="1" height="1" transform="matrix({" ".join(f"{value:.6g}" for value in matrix)})"'
    # xlink:href is the form that both renderers read
    return (
        f'<image {where} preserveAspectRatio="none" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xlink:href="{picture.reference}"/>'
    )


def _rim(picture: EmbeddedImage, size: Size, box: PictureBox) -> Iterator[tuple[str, EmbeddedImage]]:
    """Yield the four mirrored strips around a picture, each as SVG and as a picture."""
    from pnp.pictures.encode import cover_crop, strip_boxes

    strip = BleedStrip(0, box.width, box.height, box.rim, box.fit, *ANCHORS[box.anchor])
    wide, high = round(size.width), round(size.height)
    if box.fit is PictureFit.COVER:
        left, top, right, bottom = cover_crop(wide, high, strip)
        wide, high = right - left, bottom - top
    across, down = wide / box.width, high / box.height
    for number, (x, y, columns, rows) in enumerate(strip_boxes(wide, high, strip)):
        cut = replace(picture, packing=None, strip=strip._replace(number=number))
        place = x / across + box.x, y / down + box.y, columns / across, rows / down
        yield _element(cut, *place), cut


BOX: Final = 100
"""Width and height of the box that drawings are made in, in their units."""
LOGO: Final = "logo"
"""Name of the drawing of a game's title; `logo-fr` and so on are for one language."""
DPI: Final = 300
"""Resolution at which PDF pages are drawn, in dpi."""
SLACK: Final = 1.0
"""Tolerance for a part that extends beyond its page, in mm: paper sizes are rounded."""
_VIEW_BOX: Final = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_LENGTH: Final = re.compile(r"(\d+(?:\.\d+)?)(px|mm|cm|in|pt|)")
_PIXELS: Final = {"": 1.0, "px": 1.0, "in": 96.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "pt": 96 / 72}


class _InspectedPicture(NamedTuple):
    """A picture that has been inspected."""

    picture: EmbeddedImage
    size: Size
    """Size in pixels, upright."""
    turned: int
    """EXIF orientation if the file is embedded as is, otherwise 1."""


def _inspected_picture(file: SourceFile, name: str, facts: PictureInfo) -> _InspectedPicture:
    upright = Size(facts.width, facts.height)
    if facts.turned > 4:
        upright = upright.turned
    stored = upright if facts.packing is None else Size(facts.width, facts.height)
    width, height = (round(length) for length in stored)
    picture = EmbeddedImage(file.path, name, file.digest, facts.printed_as, width, height, facts.alpha, facts.packing)
    return _InspectedPicture(picture, upright, facts.turned if facts.packing is not None else 1)


class ArtLoader:
    """Drawings and pictures of one game, in full or low ink; each is drawn only once."""

    def __init__(self, sources: Sources, *, low_ink: bool, max_dpi: float | None = None) -> None:
        self._sources = sources
        self._max_dpi = max_dpi
        """Maximum resolution of pictures, in dpi; None for no limit."""
        self._low_ink = low_ink
        self._drawn: dict[str, str] = {}
        self._extents: dict[str, Rect] = {}
        self.unprintable: dict[str, tuple[str, ...]] = {}
        """Parts of drawings that cannot be printed, by file."""
        self._pdfs: dict[str, PdfFile] = {}
        self._paths: dict[str, Path] = {}
        """Paths of these PDFs."""
        self._places: dict[tuple[str, bool], Location] = {}
        self._cut: tuple[object, RenderedPart] | None = None
        """Key and picture of the most recently drawn part of a page."""
        self._pictures: dict[str, _InspectedPicture] = {}
        self.pictures: dict[str, EmbeddedImage] = {}
        """Pictures that have been placed, by key."""

    @cached_property
    def _functions(self) -> Mapping[str, Drawing]:
        """Drawings written in Python; loaded only when a drawing is not a file."""
        module = find_game_module(self._sources.game_id, self._sources.project)
        return {} if module is None else module.load_drawings()

    @property
    def _dpi(self) -> float:
        """Resolution at which PDF pages are drawn, in dpi."""
        return DPI if self._max_dpi is None else min(DPI, self._max_dpi)

    @property
    def fonts(self) -> FontSet:
        """Fonts available to drawings."""
        return self._sources.fonts

    def names(self) -> list[str]:
        """Return the names of all drawings, sorted."""
        return sorted({*self._functions, *self._sources.art_names()})

    def has(self, name: str) -> bool:
        """Return whether the game has a drawing of this name."""
        try:
            return self._sources.read(SourceKind.ART, name) is not None or name in self._functions
        except OutsideError:
            return False

    def logo(self, lang: Lang) -> str:
        """Return the name of the drawing of the game's logo in a language; empty if it has none."""
        try:
            return next((name for name in (f"{LOGO}-{lang}", LOGO) if self.has(name)), "")
        except SpecError as error:
            if any(problem.code != "E1301" for problem in error.problems):
                raise
            return ""  # art.py may not run: a face that needs it reports that

    def place_drawing(self, name: str, x: float, y: float, scale: float, turn: float, where: Location) -> str:
        """Return the SVG of a drawing centred at (x, y), `scale` mm per unit, rotated clockwise by `turn` degrees."""
        self._sources.record(SourceKind.ART, name)
        if name not in self._drawn:
            self._drawn[name] = self._draw(name, where)
        rotate = f" rotate({trim(turn)})" if turn else ""
        return f'<g transform="translate({trim(x)} {trim(y)}){rotate} scale({scale:.5g})">{self._drawn[name]}</g>'

    def place_in_box(self, name: str, box: PictureBox, where: Location) -> str:
        """Return the SVG of a drawing fitted into a box like a picture."""
        return self._fitted(name, Rect(-BOX / 2, -BOX / 2, BOX, BOX), box, where)

    def place_logo(self, name: str, box: PictureBox, where: Location) -> str:
        """Return the SVG of a logo fitted into a box by its extent."""
        return self._fitted(name, self.extent(name, where), box, where)

    def _fitted(self, name: str, extent: Rect, box: PictureBox, where: Location) -> str:
        """Return the SVG of a drawing, of which this extent is fitted into a box."""
        if min(box.width, box.height) <= 0:
            raise _empty_box_error(box, where)
        drawn = self.place_drawing(name, 0, 0, 1, 0, where)
        whole = box.fitted(Size(extent.width, extent.height))
        across, down = whole.width / extent.width, whole.height / extent.height
        x, y = whole.x - extent.x * across, whole.y - extent.y * down
        placed = f'<g transform="translate({trim(x)} {trim(y)}) scale({across:.5g} {down:.5g})">{drawn}</g>'
        return box.turned(box.clipped(placed, whole))

    def extent(self, name: str, where: Location) -> Rect:
        """Return what a drawing covers, in its units: the viewBox of a file, or all shapes of a function."""
        drawn = self.place_drawing(name, 0, 0, 1, 0, where)
        stated = _VIEW_BOX.search(drawn)
        if stated:
            width, height = (float(length) * BOX / max(map(float, stated.groups())) for length in stated.groups())
            return Rect(-width / 2, -height / 2, width, height)
        if name not in self._extents:
            self._extents[name] = _covered(drawn)
        return self._extents[name]

    def place_icon(self, name: str, x: float, y: float, size: float, where: Location) -> str:
        """Return the SVG of a drawing or picture as an icon, `size` mm wide and centred at (x, y)."""
        if is_bitmap(name):
            found = self._picture_path(name) or name
            return self.place_picture(found, PictureBox(x - size / 2, y - size / 2, size, size), where)
        return self.place_drawing(name, x, y, size / BOX, 0, where)

    def source(self, name: str, *, art: bool) -> Location:
        """Return the file or Python function that a drawing or picture comes from."""
        if (name, art) not in self._places:
            self._places[name, art] = self._source(name, art=art)
        return self._places[name, art]

    def _source(self, name: str, *, art: bool) -> Location:
        part = parse_page_reference(name)
        file = part[0] if part else name
        kinds = [(SourceKind.PICTURE, file), (SourceKind.PICTURE, f"{ART_FOLDER}/{file}")]
        for kind, reference in [(SourceKind.ART, name), *kinds] if art else kinds:
            with suppress(OutsideError):
                path = self._sources.path(kind, reference)
                if path is not None:
                    return self._sources.project.location(path)
        return _function_location(self._functions[name]) if art and name in self._functions else Location(detail=name)

    def has_icon(self, name: str) -> bool:
        """Return whether there is a drawing or picture of this name."""
        return self._picture_path(name) is not None if is_bitmap(name) else self.has(name)

    def icon_names(self) -> list[str]:
        """Return the names of all drawings and pictures, sorted."""
        folders = (self._sources.folder, self._sources.folder / ART_FOLDER)
        files = {path.name for folder in folders if folder.is_dir() for path in folder.iterdir()}
        return sorted({*self.names(), *filter(is_bitmap, files)})

    def _picture_path(self, name: str) -> str | None:
        """Return the path of a picture beside `game.toml` or in `art/`, or None."""
        for reference in (name, f"{ART_FOLDER}/{name}"):
            with suppress(OutsideError):
                if self._sources.read(SourceKind.PICTURE, reference) is not None:
                    return reference
        return None

    def _draw(self, name: str, where: Location) -> str:
        file = self._read(SourceKind.ART, name, where)
        if file is not None:
            return self._inlined(file, name)
        if name not in self._functions:
            hint = did_you_mean(self.names(), name)
            raise RenderError(Problem(where, "there is no such drawing", hint, found=quote_value(name), code="E0501"))
        return _call(self._functions[name], name, low_ink=self._low_ink, where=where)

    def _inlined(self, file: SourceFile, name: str) -> str:
        """Return the SVG of a drawing file, cleaned; record the parts that cannot be printed."""
        where = self._sources.project.location(file.path)
        drawn, lost = _inline(file.text("replace"), name, where, self._sources.fonts)
        if lost:
            self.unprintable[where.file] = tuple(lost)
        return drawn

    def place_picture(self, name: str, box: PictureBox, where: Location) -> str:
        """Return the SVG of a picture, a page of a PDF or an SVG file, fitted into a box."""
        if name.lower().endswith(".svg"):
            return self._drawing(name, box, where)
        part = parse_page_reference(name)
        room = min(box.width, box.height) > 0
        known = self._inspect(name, where) if part is None else self._draw_part(*part, box, where) if room else None
        if not room or known is None:
            raise _empty_box_error(box, where)
        if part is None:
            known = self._adapt_resolution(known, box)
        drawn, pictures = place_image(*known, box)
        self.pictures |= {each.key: each for each in pictures}
        return drawn

    def _adapt_resolution(self, known: _InspectedPicture, box: PictureBox) -> _InspectedPicture:
        """Scale down a picture whose resolution is above the maximum in its box."""
        if self._max_dpi is None:
            return known
        whole, (width, height) = box.fitted(known.size), known.size
        columns, rows = (ceil(side * self._max_dpi / MM_PER_INCH) for side in (whole.width, whole.height))
        if columns >= width or rows >= height:
            return known
        picture = replace(known.picture, packing=None, width=columns, height=rows, shrunk=True)
        return _InspectedPicture(picture, Size(columns, rows), 1)

    def _drawing(self, name: str, box: PictureBox, where: Location) -> str:
        """Return an SVG file fitted into a box like a picture."""
        self._sources.record(SourceKind.PICTURE, name)
        if name not in self._drawn:
            self._drawn[name] = self._inlined(self._picture_file(name, where), name)
        if min(box.width, box.height) <= 0:
            raise _empty_box_error(box, where)
        if box.rim:
            message, hint = "an SVG cannot have a rim", "draw its bleed in the SVG, or use a PNG, JPEG or WebP"
            raise RenderError(Problem(where, message, hint, found=quote_value(name), code="E0406"))
        stated = _VIEW_BOX.search(self._drawn[name])
        width, height = (float(stated[1]), float(stated[2])) if stated else (BOX, BOX)
        whole, scale = box.fitted(Size(width, height)), BOX / max(width, height)
        middle = f"{trim(whole.x + whole.width / 2)} {trim(whole.y + whole.height / 2)}"
        across, down = whole.width / (width * scale), whole.height / (height * scale)
        drawn = f'<g transform="translate({middle}) scale({across:.6g} {down:.6g})">{self._drawn[name]}</g>'
        return box.turned(box.clipped(drawn, whole, always=True))

    def _inspect(self, name: str, where: Location) -> _InspectedPicture:
        """Inspect a picture, once. Raise RenderError if it is too large or damaged."""
        if name in self._pictures:
            self._sources.record(SourceKind.PICTURE, name)
            return self._pictures[name]
        file = self._picture_file(name, where)
        if len(file.content) > LARGEST_PICTURE:
            limit, found = LARGEST_PICTURE // 1_000_000, f"{quote_value(name)}, {len(file.content) // 1_000_000} MB"
            raise RenderError(Problem(where, f"the picture is larger than {limit} MB", found=found, code="E0504"))
        try:
            facts = inspect_picture(file.content)
        except ValueError as error:
            message, hint = "the picture cannot be read", "save it again as a PNG, JPEG or WebP"
            found = f"{quote_value(name)}: {error}"
            if name.lower().endswith(".pdf"):
                message, hint, found = "a PDF needs a page", f'for example "{name}#1"', quote_value(name)
            raise RenderError(Problem(where, message, hint, found=found, code="E0503")) from None
        self._pictures[name] = _inspected_picture(file, name, facts)
        return self._pictures[name]

    def is_blank(self, name: str, size: Size, where: Location) -> bool:
        """Return whether a part of a PDF page is blank."""
        part = parse_page_reference(name)
        return part is not None and self._part(*part, size, where).blank

    def _draw_part(
        self, file: str, page: int, part: list[float], box: PictureBox, where: Location
    ) -> _InspectedPicture:
        """Draw a part of a PDF page; its pixels are stored in a temporary file until it is printed."""
        size = Size(box.width, box.height)
        drawn = self._part(file, page, part, size, where)
        x, y, width, height = part or (0, 0, *self._pdfs[file].pages[page - 1])
        cut = PdfPagePart(PagePart(page, x, y, width, height), size, self._dpi)
        mark = store_page_part(drawn.content)
        pixels = read_header(BytesIO(drawn.content))
        if pixels is None:
            raise RenderError(Problem(where, f"the part of {file} has too many pixels", code="E0504"))
        picture = EmbeddedImage(self._paths[file], file, mark, drawn.kind, pixels.width, pixels.height, part=cut)
        return _InspectedPicture(picture, Size(pixels.width, pixels.height), 1)

    def _part(self, file: str, page: int, box: list[float], size: Size, where: Location) -> RenderedPart:
        """Return a part of a PDF page as a picture. Each PDF is opened only once."""
        key = (file, page, *box, *size)
        if file not in self._pdfs:
            found = self._picture_file(file, where)
            self._paths[file] = found.path
            self._pdfs[file] = PdfFile(found.content, self._sources.project.location(found.path))
        self._sources.record(SourceKind.PICTURE, file)
        if self._cut is None or self._cut[0] != key:
            pdf = self._pdfs[file]
            if not 1 <= page <= len(pdf.pages):
                number = f"page {page} of {len(pdf.pages)}"
                raise RenderError(Problem(where, f"{file} has no such page", found=number, code="E0505"))
            paper = pdf.pages[page - 1]
            x, y, width, height = box or (0, 0, *paper)
            if min(width, height) <= 0 or x + width > paper.width + SLACK or y + height > paper.height + SLACK:
                asked = f"{width:g} × {height:g} mm at {x:g}, {y:g}"
                message = f"the part is not inside page {page} of {file} ({paper})"
                raise RenderError(Problem(where, message, found=asked, code="E0505"))
            self._cut = key, pdf.picture(PagePart(page, x, y, width, height), size, self._dpi)
        return self._cut[1]

    def _picture_file(self, name: str, where: Location) -> SourceFile:
        file = self._read(SourceKind.PICTURE, name, where)
        if file is None:
            near = [path.name for path in self._sources.folder.iterdir()]
            message, hint = "there is no such picture beside game.toml", did_you_mean(sorted(near), name)
            raise RenderError(Problem(where, message, hint, found=quote_value(name), code="E0502"))
        return file

    def _read(self, kind: SourceKind, name: str, where: Location) -> SourceFile | None:
        try:
            return self._sources.read(kind, name)
        except OutsideError as error:
            message = "the file is outside the project's folder"
            raise RenderError(Problem(where, message, found=quote_value(error), code="E0107")) from None


def _covered(drawn: str) -> Rect:
    """Return the bounding box of all shapes of a drawing, with their outlines; that of a whole drawing if empty."""
    import svgelements  # slow to load, and only games with a logo need it

    found = svgelements.SVG.parse(StringIO(f'<svg xmlns="{SVG}">{drawn}</svg>')).bbox(with_stroke=True)
    if found is None or found[0] >= found[2] or found[1] >= found[3]:
        return Rect(-BOX / 2, -BOX / 2, BOX, BOX)
    left, top, right, bottom = (float(edge) for edge in found)
    return Rect(left, top, right - left, bottom - top)


def _empty_box_error(box: PictureBox, where: Location) -> RenderError:
    found = f"{box.width:g} × {box.height:g} mm"
    return RenderError(Problem(where, "the picture's box has no area", found=found, code="E0406"))


def _function_location(drawing: Drawing) -> Location:
    """Return the file and line of a drawing function, with its name as detail."""
    function = drawing
    while isinstance(function, partial):
        function = function.func
    code, name = getattr(function, "__code__", None), getattr(function, "__qualname__", type(function).__qualname__)
    if code is None:
        return Location(detail=f"{type(function).__module__}.{name}")
    if is_project_file(code.co_filename):
        return Location(code.co_filename, line=code.co_firstlineno, detail=name)
    file, root = Path(code.co_filename), bundled_project().root
    file = file.relative_to(root) if file.is_relative_to(root) else file
    return Location(file.as_posix(), bundled=True, line=code.co_firstlineno, detail=name)


def _call(drawing: Drawing, name: str, *, low_ink: bool, where: Location) -> str:
    """Return the SVG of a drawing function. Raise RenderError, with file and line, if a designer's function fails.

    The random number generator is seeded with the name, so that an audit gets the same drawing.
    """
    from pnp.face.art.pen import Pen  # svgwrite is slow to load, and many games do not need it

    before = random.getstate()
    random.seed(name)
    try:
        drawn: str = drawing(Pen(low=low_ink)).tostring()
    except Exception as error:
        problem = explain_error(error)
        if problem is None:
            raise
        raise RenderError(replace(problem, where=with_source_line(where, problem.where))) from error
    finally:
        random.setstate(before)
    return drawn


def _inline(svg: str, name: str, where: Location, fonts: FontSet) -> tuple[str, list[str]]:
    """Return a designer's SVG, cleaned and scaled to the box with unique ids, and the parts that cannot be printed."""
    cleaned = clean_svg(svg, where)
    root = cleaned.root
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    left, top, width, height = _view_box(root, where)
    if not (width > 0 and height > 0):
        raise RenderError(Problem(where, "has an empty viewBox", found=f"{width:g} × {height:g}", code="E0509"))
    if cleaned.empty:
        raise RenderError(Problem(where, "has nothing that can be drawn", found=", ".join(cleaned.lost), code="E0509"))
    root.attrib = {key: value for key, value in root.attrib.items() if key not in ("width", "height", "x", "y")} | {
        "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
        "x": str(-BOX / 2), "y": str(-BOX / 2), "width": str(BOX), "height": str(BOX),
    }  # fmt: skip
    _prefix_ids(root, f"a{hashlib.sha256(name.encode()).hexdigest()[:8]}-")
    drawn = ElementTree.tostring(root, encoding="unicode")
    check_svg(drawn, where, fonts)
    return drawn, cleaned.lost


def _view_box(root: ElementTree.Element, where: Location) -> tuple[float, float, float, float]:
    """Return the view box of a drawing; without one, its width and height in CSS pixels."""
    stated = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        if stated:
            left, top, width, height = (float(number) for number in stated)
            return left, top, width, height
        sizes = [_LENGTH.fullmatch(root.get(key) or "") for key in ("width", "height")]
        wide, high = (float(size[1]) * _PIXELS[size[2]] for size in sizes if size is not None)
    except ValueError:
        found = quote_value(root.get("viewBox") or f"{root.get('width')} × {root.get('height')}")
        message = "needs a viewBox of four numbers, or a width and height in mm or px"
        raise RenderError(Problem(where, message, found=found, code="E0509")) from None
    return 0, 0, wide, high


def _prefix_ids(root: ElementTree.Element, prefix: str) -> None:
    """Add a prefix to every id and every reference to one."""
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}{value}")
            elif key.rpartition("}")[2] == "href" and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif "url(" in value:
                element.set(key, URL_REFERENCE.sub(rf"url(#{prefix}\1)", value))
