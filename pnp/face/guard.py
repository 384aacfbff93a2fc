"""Check that an SVG is safe to render: no scripts, no external references, no missing fonts or glyphs.

Both renderers replace a missing font or glyph silently, so it must be found here.
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from typing import Final, NamedTuple
from xml.parsers import expat

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.attributes import HARMLESS, check_attribute
from pnp.face.elements import SOURCE_ATTRIBUTE, LineAt, last_mark, unmarked, with_source_line
from pnp.face.families import NO_FONT, SVG, XLINK, FontSelection, select_font, split_by_family, styles_of
from pnp.face.nesting import ReferenceCounter
from pnp.pictures.formats import MOST_PIXELS, inspect_picture
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import cannot_be_drawn, lacks_glyph, missing_message

__all__ = ["ELEMENTS", "LARGEST", "SVG", "XLINK", "check_svg"]
LARGEST: Final = 20_000_000
"""Maximum length of an SVG, in characters."""
DEEPEST_ELEMENTS: Final = 200
"""Maximum depth of nested elements."""
ELEMENTS: Final = frozenset(
    {
        *("svg", "g", "defs", "symbol", "use", "clipPath", "mask", "title", "desc", "metadata"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "text", "tspan"),
        *("linearGradient", "radialGradient", "stop", "pattern", "marker", "filter"),
        *("feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting"),
        *("feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR"),
        *("feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight"),
        *("feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"),
    }
)
MOST_EFFECTS: Final = 200
"""Maximum number of filter primitives in an SVG."""
_RUNNING: Final = ("script", "style", "foreignObject")
"""Elements refused in any namespace."""
_SILENT: Final = ("title", "desc", "metadata")
_IMAGE_ID: Final = re.compile("picture-[0-9a-f]{40}")
"""Id of a picture that is inserted when the face is printed."""
_PAINTS: Final = ("linearGradient", "radialGradient", "pattern")
_TARGETS: Final = {
    "fill": _PAINTS, "stroke": _PAINTS, "clip-path": ("clipPath",), "mask": ("mask",), "filter": ("filter",),
    "marker-start": ("marker",), "marker-mid": ("marker",), "marker-end": ("marker",),
}  # fmt: skip
"""Elements that an attribute may refer to."""
_UNCLOSED: Final = tuple(
    expat.errors.codes[text] for text in (expat.errors.XML_ERROR_TAG_MISMATCH, expat.errors.XML_ERROR_NO_ELEMENTS)
)
"""Errors that the parser reports where an unclosed element should have ended."""


class _OpenElement(NamedTuple):
    """Font of an open element, and whether its text is drawn."""

    cut: FontSelection
    set: bool
    mark: str = ""
    """Mark of the element in a traced face, or ""."""


class _SvgChecker:
    """Handlers for an XML parser that collect the problems of an SVG."""

    def __init__(self, where: Location, shelf: FontSet, line_at: LineAt) -> None:
        self.face, self.shelf, self.line_at = where, shelf, line_at
        self.mark = ""
        """Mark of the current element, or ""."""
        self.places = [_OpenElement(NO_FONT, False)]
        self.depth = self.effects = 0
        self.nesting, self.dots = ReferenceCounter(), 0
        self.problems: dict[Problem, None] = {}
        self.root: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        """Tag of the element with each id."""
        self.references: dict[tuple[str, str], str] = {}
        """Mark of the first element that refers to an id, by attribute and id."""

    @property
    def where(self) -> Location:
        """Location of the face, with the line of the template if it is known."""
        return with_source_line(self.face, self.line_at(self.mark) if self.mark else None)

    def refuse(self, message: str, found: str = "", hint: str = "", *, code: str = "E0508") -> None:
        self.problems[Problem(self.where, message, hint, found=found, code=code)] = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > DEEPEST_ELEMENTS:
            raise RenderError(
                Problem(self.where, f"elements are nested more than {DEEPEST_ELEMENTS} deep", code="E0105")
            )
        space, _, name = tag.rpartition(" ")
        outer = self.places[-1]
        self.mark = mark = attributes.get(SOURCE_ATTRIBUTE, outer.mark)
        if self.depth == 1:
            self.root = attributes
            if (space, name) != (SVG, "svg"):
                self.refuse(f'the root element is not <svg xmlns="{SVG}">', f"<{name}>", code="E0507")
        if (space == SVG and name not in ELEMENTS) or name in _RUNNING:
            self.refuse(f"the element <{name}> is not allowed", hint=f"allowed: {', '.join(sorted(ELEMENTS))}")
        self.effects += name.startswith("fe")
        if self.effects == MOST_EFFECTS + 1:
            self.refuse(f"the filters have more than {MOST_EFFECTS} steps", code="E0105")
        if "id" in attributes:
            self.ids.setdefault(attributes["id"], name)
        styles = styles_of(attributes)
        self.nesting.start(attributes, styles)
        for key, value in styles.items():
            self.attribute(key.rpartition(" ")[2], value)
        is_set = name not in _SILENT and (outer.set or name == "text")
        self.places.append(_OpenElement(outer.cut if name in _SILENT else select_font(styles, outer.cut), is_set, mark))

    def attribute(self, name: str, value: str) -> None:
        found = check_attribute(name, value)
        if found is HARMLESS:
            return
        if found.refused is not None:
            self.refuse(*found.refused)
        for target in found.refers:
            self.references.setdefault((name, target), self.mark)
        if found.picture is not None:
            self.picture(found.picture)

    def check_references(self) -> None:
        """Refuse references to missing or unsuitable elements, because renderers silently ignore them."""
        for (name, target), mark in self.references.items():
            self.mark = mark
            kinds = _TARGETS.get(name, ())
            if name in ("href", "src") and _IMAGE_ID.fullmatch(target):
                continue
            if target not in self.ids:
                self.refuse(f"{name} refers to an element that does not exist", quote_value(f"#{target}"))
            elif kinds and self.ids[target] not in kinds:
                found = f"<{self.ids[target]}> with the id {quote_value(target)}"
                self.refuse(f"{name} needs a {' or '.join(kinds)}", found)

    def picture(self, packed: str) -> None:
        """Check an embedded picture before a renderer decodes it."""
        hint = "place pictures with image()"
        try:
            about = inspect_picture(b64decode(packed))
        except ValueError as error:
            self.refuse("an embedded picture cannot be read", str(error), hint, code="E0503")
            return
        if about.inks or about.turned != 1:  # renderers show these differently
            odd = "in CMYK" if about.inks else "rotated (EXIF)"
            self.refuse(f"an embedded picture is {odd}", hint=f"save it again as an RGB PNG, or {hint}", code="E0503")
        self.dots += about.width * about.height
        if self.dots > MOST_PIXELS:
            message = f"the embedded pictures have more than {MOST_PIXELS:,} pixels"
            self.refuse(message, f"{self.dots:,}", hint, code="E0504")

    def end(self, _tag: str) -> None:
        self.depth -= 1
        self.nesting.end()
        self.places.pop()

    def letters(self, text: str) -> None:
        cut, is_set, self.mark = self.places[-1]
        if not is_set or not text.strip():
            return
        if len(cut.families) > 1:
            parts = list(split_by_family(text, cut, self.shelf))
        else:
            parts = [(text, cut.families[0] if cut.families else "")]
        for part, family in parts:
            try:
                font = self.shelf.find(family, bold=cut.bold, italic=cut.italic)
            except RenderError as error:
                self.problems.update((replace(problem, where=self.where), None) for problem in error.problems)
                return
            if font in self.shelf.own and cannot_be_drawn(part, font):
                message = f"the font {family} has glyphs that cannot be drawn"
                self.refuse(message, quote_value(part), "choose another font", code="E0407")
            for letter in set(part):
                if letter not in "\n\r\t" and lacks_glyph(letter, font):
                    found = f"{quote_value(letter)} (U+{ord(letter):04X}) in {quote_value(text.strip())}"
                    self.refuse(missing_message(cut.families), found, self.shelf.hint(letter, family), code="E0407")

    def doctype(self, *_: object) -> None:
        raise RenderError(Problem(self.where, "a <!DOCTYPE> is not allowed", "delete that line", code="E0508"))

    def instruction(self, target: str, _data: str) -> None:
        self.refuse(f"the processing instruction <?{target}?> is not allowed", hint="delete that line")


def check_svg(
    svg: str, where: Location, shelf: FontSet = BUNDLED_FONTS, line_at: LineAt = lambda _mark: None
) -> dict[str, str]:
    """Check an SVG and return the attributes of its root. Raise RenderError with every problem found.

    In a traced face, `line_at` maps a mark to a line of the template.
    """
    if len(svg) > LARGEST:
        found = f"{len(svg):,} characters"
        raise RenderError(
            Problem(where, f"the SVG is larger than {LARGEST // 1_000_000} MB", found=found, code="E0105")
        )
    gate = _SvgChecker(where, shelf, line_at)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = gate.start
    parser.EndElementHandler = gate.end
    parser.CharacterDataHandler = gate.letters
    parser.StartDoctypeDeclHandler = gate.doctype
    parser.ProcessingInstructionHandler = gate.instruction
    content = svg.encode("utf-8", "surrogatepass")
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        gate.mark = gate.places[-1].mark if error.code in _UNCLOSED else ""
        if line_at(gate.mark) is None:
            gate.mark = last_mark(content[: parser.ErrorByteIndex])
        finished = "" if line_at(gate.mark) is None else " of the finished SVG"
        found = f"{_error_without_marks(svg, error)}{finished}"
        raise RenderError(Problem(gate.where, "the SVG is not well-formed", found=found, code="E0507")) from None
    gate.check_references()
    gate.mark = ""
    if excess := gate.nesting.excess():
        gate.refuse(excess, code="E0105")
    if gate.problems:
        raise RenderError(*gate.problems)
    return gate.root


def _error_without_marks(svg: str, error: expat.ExpatError) -> expat.ExpatError:
    """Return the parser's error with its position in the SVG without marks."""
    plain = unmarked(svg)
    try:
        if plain is not svg:
            expat.ParserCreate(namespace_separator=" ").Parse(plain.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as same:
        return same
    return error
