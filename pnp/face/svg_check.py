"""Check SVG: no scripts, no external references, no missing fonts or characters, no excessive repetition.

Most attributes are harmless and recur on every face, so the results for short ones are cached.

Both renderers replace a missing font or glyph silently, so it must be found here.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple
from xml.parsers import expat

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.elements import SOURCE_ATTRIBUTE, LineAt, last_mark, unmarked, with_source_line
from pnp.face.families import NO_FONT, SVG, FontSelection, select_font, split_by_family, styles_of
from pnp.pictures.formats import MOST_PIXELS, inspect_picture
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import cannot_be_drawn, lacks_glyph, missing_message

LONGEST_CACHED: Final = 200
"""Maximum length of an attribute, name and value, whose result is cached."""
_FILTER_LIMITS: Final = {"numOctaves": 8, "order": 9, "stdDeviation": 500, "radius": 200, "scale": 10_000}
"""Maximum values of filter attributes; larger ones keep a renderer busy for minutes."""
_LENGTHS: Final = frozenset(
    {
        *("x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2", "fx", "fy"),
        *("font-size", "stroke-width"),
    }
)
_LENGTH: Final = re.compile(
    r"\s*+(?>[-+]?(?>\d{1,6}(?!\d)(?:\.\d*+)?|\.\d++)(?:e-\d++)?(?:px|pt|mm|cm|in|%|em)?[\s,]*+)*+", re.IGNORECASE
)
"""Numbers below a million, matched without backtracking."""
_NUMBERS: Final = ("d", "points", "transform", "viewBox", "gradientTransform", "patternTransform")
_HUGE: Final = re.compile(r"(?<![.\d])\d{7}|[\d.]e\+?\d|nan|inf", re.IGNORECASE)
"""Numbers that make a renderer hang or fail: a million or more, NaN and infinity."""
_MANY_DIGITS: Final = re.compile(r"\d{7}")
EXTERNAL_REFERENCE: Final = "the SVG refers to something outside itself"
_PICTURE: Final = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*")
_TARGET: Final = re.compile(r"""url\s*\(\s*['"]?\s*#([^'")]*)""", re.IGNORECASE)
_URL: Final = re.compile(r"url\s*\(\s*['\"]?\s*(.?)", re.IGNORECASE)


class Refusal(NamedTuple):
    """Reason why an attribute is not allowed: the message, the offending value and a hint."""

    message: str
    found: str = ""
    hint: str = ""


class AttributeCheck(NamedTuple):
    """Result of checking an attribute."""

    refused: Refusal | None = None
    refers: tuple[str, ...] = ()
    """Ids in the SVG that the attribute refers to."""
    picture: str | None = None
    """Embedded picture, in Base64."""


HARMLESS: Final = AttributeCheck()
"""Result for an attribute that is allowed and refers to nothing."""


def check_attribute(name: str, value: str) -> AttributeCheck:
    """Check an attribute, given its name without a namespace."""
    return _cached_check(name, value) if len(name) + len(value) <= LONGEST_CACHED else _check_attribute(name, value)


def _check_attribute(name: str, value: str) -> AttributeCheck:
    if name.lower().startswith("on") or name == "base":
        return AttributeCheck(Refusal(f"the attribute {name} is not allowed"))
    if name in _FILTER_LIMITS and any(abs(number) > _FILTER_LIMITS[name] for number in _amounts(value)):
        return AttributeCheck(Refusal(f"{name} is larger than {_FILTER_LIMITS[name]}", quote_value(value)))
    if name == "font":
        return AttributeCheck(
            Refusal("the font shorthand is not supported", hint="set font-family, font-size and so on")
        )
    if (name in _LENGTHS and not _LENGTH.fullmatch(value)) or (name in _NUMBERS and _is_huge(value)):
        return AttributeCheck(Refusal(f"{name} needs numbers below a million", quote_value(value)))
    if name in ("href", "src"):
        if value.startswith("#"):
            return AttributeCheck(refers=(value[1:],))
        if not _PICTURE.fullmatch(value):
            return AttributeCheck(Refusal(EXTERNAL_REFERENCE, quote_value(value), "place pictures with image()"))
        return AttributeCheck(picture=value.partition(",")[2])
    if "\\" in value or any(target[1] != "#" for target in _URL.finditer(value)):
        return AttributeCheck(Refusal(EXTERNAL_REFERENCE, quote_value(value)))
    if name != "style" and "url" in value.lower():  # the declarations of a style are checked one by one
        return AttributeCheck(refers=tuple(target.strip() for target in _TARGET.findall(value)))
    return HARMLESS


_cached_check = lru_cache(maxsize=20_000)(_check_attribute)


def _is_huge(value: str) -> bool:
    """Return whether a value has a number that a renderer cannot handle.

    Path data is long, so a cheap test rules out most values before the full pattern is tried.
    """
    small = value.lower()
    likely = "e" in small or "n" in small or _MANY_DIGITS.search(value)
    return bool(likely and _HUGE.search(value))


def _amounts(value: str) -> list[float]:
    """Return the numbers in an attribute, without their signs."""
    return [float(number) for number in re.findall(r"\d++(?:\.\d*+)?(?:[eE][-+]?\d++)?|\.\d++", value)]


MOST_DRAWN: Final = 200_000
"""Maximum number of elements, with references expanded."""
DEEPEST_REFERENCES: Final = 100
"""Maximum depth of nested references."""
_URL_REFERENCE: Final = re.compile(r"""url\(\s*+['"]?#([^'")]*+)""")


@dataclass
class _Linked:
    """An element with an id, or the whole SVG: the number of its elements, and the ids that it draws as well."""

    elements: int = 0
    drawn: list[str] = field(default_factory=list)


class ReferenceCounter:
    """Counter of the elements of an SVG and of the references between them."""

    def __init__(self) -> None:
        self._groups: dict[str, _Linked] = {"": _Linked()}
        self._open = [""]

    def start(self, attributes: Mapping[str, str], styles: Mapping[str, str]) -> None:
        """Record the start of an element; `styles` are its attributes and the declarations in its `style`."""
        name = attributes.get("id") or self._open[-1]
        if name not in self._groups:
            self._groups[name] = _Linked()
            self._groups[self._open[-1]].drawn.append(name)
        self._open.append(name)
        group = self._groups[name]
        group.elements += 1
        for key, value in styles.items():
            if key.rpartition(" ")[2] == "href" and value.startswith("#"):
                group.drawn.append(value[1:])
            elif "url(" in value:
                group.drawn += _URL_REFERENCE.findall(value)

    def end(self) -> None:
        """Record the end of the current element."""
        self._open.pop()

    def problem(self) -> str | None:
        """Return a message if the expanded SVG is too large, otherwise None.

        An element that refers to itself is not drawn again and counts once.
        """
        costs: dict[str, tuple[int, int]] = {}
        begun: set[str] = set()
        waiting = [""]
        while waiting:
            name = waiting[-1]
            group = self._groups[name]
            if name not in begun:
                begun.add(name)
                waiting += [each for each in dict.fromkeys(self._known(group.drawn)) if each not in begun]
                continue
            waiting.pop()
            if name in costs:
                continue
            inner = [costs.get(each, (0, 0)) for each in self._known(group.drawn)]
            elements = group.elements + sum(cost for cost, _ in inner)
            depth = 1 + max((deep for _, deep in inner), default=0)
            if elements > MOST_DRAWN:
                return f"the SVG draws more than {MOST_DRAWN:,} elements, counting repeated ones"
            if depth > DEEPEST_REFERENCES:
                return f"references are nested more than {DEEPEST_REFERENCES} deep"
            costs[name] = elements, depth
        return None

    def _known(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self._groups]


LONGEST_SVG: Final = 20_000_000
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

    selection: FontSelection
    set: bool
    mark: str = ""
    """Mark of the element in a traced face, or ""."""


class _SvgChecker:
    """Handlers for an XML parser that collect the problems of an SVG."""

    def __init__(self, where: Location, font_set: FontSet, line_at: LineAt) -> None:
        self.face, self.font_set, self.line_at = where, font_set, line_at
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
        self.places.append(
            _OpenElement(outer.selection if name in _SILENT else select_font(styles, outer.selection), is_set, mark)
        )

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

    def characters(self, text: str) -> None:
        selection, is_set, self.mark = self.places[-1]
        if not is_set or not text.strip():
            return
        if len(selection.families) > 1:
            parts = list(split_by_family(text, selection, self.font_set))
        else:
            parts = [(text, selection.families[0] if selection.families else "")]
        for part, family in parts:
            try:
                font = self.font_set.find(family, bold=selection.bold, italic=selection.italic)
            except RenderError as error:
                self.problems.update((replace(problem, where=self.where), None) for problem in error.problems)
                return
            if font in self.font_set.project_fonts and cannot_be_drawn(part, font):
                message = f"the font {family} has glyphs that cannot be drawn"
                self.refuse(message, quote_value(part), "choose another font", code="E0407")
            for letter in set(part):
                if letter not in "\n\r\t" and lacks_glyph(letter, font):
                    found = f"{quote_value(letter)} (U+{ord(letter):04X}) in {quote_value(text.strip())}"
                    self.refuse(
                        missing_message(selection.families),
                        found,
                        self.font_set.missing_character_hint(letter, family),
                        code="E0407",
                    )

    def doctype(self, *_: object) -> None:
        raise RenderError(Problem(self.where, "a <!DOCTYPE> is not allowed", "delete that line", code="E0508"))

    def instruction(self, target: str, _data: str) -> None:
        self.refuse(f"the processing instruction <?{target}?> is not allowed", hint="delete that line")


def check_length(svg: str, where: Location) -> None:
    """Raise RenderError if an SVG is too long to be read."""
    if len(svg) > LONGEST_SVG:
        message, found = f"the SVG is larger than {LONGEST_SVG // 1_000_000} MB", f"{len(svg):,} characters"
        raise RenderError(Problem(where, message, found=found, code="E0105"))


def check_svg(
    svg: str, where: Location, font_set: FontSet = BUNDLED_FONTS, line_at: LineAt = lambda _mark: None
) -> dict[str, str]:
    """Check an SVG and return the attributes of its root. Raise RenderError with every problem found.

    In a traced face, `line_at` maps a mark to a line of the template.
    """
    check_length(svg, where)
    checker = _SvgChecker(where, font_set, line_at)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = checker.start
    parser.EndElementHandler = checker.end
    parser.CharacterDataHandler = checker.characters
    parser.StartDoctypeDeclHandler = checker.doctype
    parser.ProcessingInstructionHandler = checker.instruction
    content = svg.encode("utf-8", "surrogatepass")
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        checker.mark = checker.places[-1].mark if error.code in _UNCLOSED else ""
        if line_at(checker.mark) is None:
            checker.mark = last_mark(content[: parser.ErrorByteIndex])
        finished = "" if line_at(checker.mark) is None else " of the finished SVG"
        found = f"{_error_without_marks(svg, error)}{finished}"
        raise RenderError(Problem(checker.where, "the SVG is not well-formed", found=found, code="E0507")) from None
    checker.check_references()
    checker.mark = ""
    if excess := checker.nesting.problem():
        checker.refuse(excess, code="E0105")
    if checker.problems:
        raise RenderError(*checker.problems)
    return checker.root


def _error_without_marks(svg: str, error: expat.ExpatError) -> expat.ExpatError:
    """Return the parser's error with its position in the SVG without marks."""
    plain = unmarked(svg)
    try:
        if plain is not svg:
            expat.ParserCreate(namespace_separator=" ").Parse(plain.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as same:
        return same
    return error
