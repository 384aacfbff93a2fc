"""Clean SVG files from drawing programs.

Editor data is removed and style sheets become attributes. Anything that could run code or load a file is refused.
Parts that cannot be printed are removed and listed, so that they can be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.families import SVG, XLINK
from pnp.face.svg_check import DEEPEST_ELEMENTS, check_length
from pnp.text.fonts import BODY

XML: Final = "http://www.w3.org/XML/1998/namespace"
LONGEST_ENTITY: Final = 1_000
"""Maximum length of the text of an entity, in characters."""

SUPPORTED_ELEMENTS: Final = frozenset(
    {
        *("svg", "g", "defs", "symbol", "use", "clipPath", "mask", "marker", "image", "text", "tspan"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *("linearGradient", "radialGradient", "stop", "pattern", "filter"),
    }
)
VISIBLE_ELEMENTS: Final = frozenset(
    {"use", "image", "text", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
)
"""Elements that are visible."""
_DROPPED_SILENTLY: Final = frozenset({"title", "desc", "metadata", "style", "view", "cursor", "font", "color-profile"})
"""Elements that are removed without being reported: they draw nothing."""
_SCRIPT_ELEMENTS: Final = frozenset({"script", "handler", "listener", "iframe", "embed", "object", "audio", "video"})
_UNSUPPORTED: Final = {
    "flowRoot": "flowed text from an old version of Inkscape (Text > Convert to Text)",
    "foreignObject": "embedded HTML",
    "mesh": "a mesh gradient",
    "meshgradient": "a mesh gradient",
    "hatch": "a hatch fill",
    "textPath": "text on a path (Path > Object to Path)",
}
_HANDLER: Final = re.compile(
    r"on(abort|activate|begin|blur|change|click|dblclick|drag\w*|drop|end|error|focus\w*|input|key\w+|load\w*|"
    r"mouse\w+|pointer\w+|repeat|resize|scroll|submit|toggle|touch\w+|unload|wheel|zoom|animation\w+|transition\w+)"
)
_GEOMETRY: Final = frozenset(
    {
        *("id", "d", "points", "transform", "viewBox", "preserveAspectRatio", "class", "style", "href"),
        *("x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2", "fx", "fy", "fr"),
        *("dx", "dy", "rotate", "textLength", "lengthAdjust", "offset", "pathLength"),
        *("gradientUnits", "gradientTransform", "spreadMethod", "patternUnits", "patternContentUnits"),
        *("patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits", "filterUnits", "primitiveUnits"),
        *("markerUnits", "markerWidth", "markerHeight", "refX", "refY", "orient"),
        # filter attributes
        *("in", "in2", "result", "stdDeviation", "values", "type", "mode", "operator", "k1", "k2", "k3", "k4"),
        *("baseFrequency", "numOctaves", "seed", "stitchTiles", "scale", "xChannelSelector", "yChannelSelector"),
        *("order", "kernelMatrix", "divisor", "bias", "targetX", "targetY", "edgeMode", "preserveAlpha", "radius"),
        *("surfaceScale", "diffuseConstant", "specularConstant", "specularExponent", "azimuth", "elevation"),
        *("z", "pointsAtX", "pointsAtY", "pointsAtZ", "limitingConeAngle", "tableValues", "slope", "intercept"),
        *("amplitude", "exponent", "kernelUnitLength"),
    }
)
PROPERTIES: Final = frozenset(
    {
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
        *("stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "color"),
        *("clip-path", "clip-rule", "mask", "filter", "marker-start", "marker-mid", "marker-end"),
        *("stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color", "paint-order"),
        *("font-family", "font-size", "font-weight", "font-style", "font-stretch", "letter-spacing", "word-spacing"),
        *("text-anchor", "text-decoration", "baseline-shift", "dominant-baseline", "writing-mode", "direction"),
        *("display", "visibility", "overflow", "mix-blend-mode", "isolation", "color-interpolation-filters"),
        *("image-rendering", "shape-rendering", "vector-effect", "transform"),
    }
)
_SIZES: Final = {
    "xx-small": "9px", "x-small": "10px", "small": "13px", "medium": "16px", "large": "18px", "x-large": "24px",
    "xx-large": "32px",
}  # fmt: skip
_GENERIC: Final = frozenset(
    {"serif", "sans-serif", "sans", "cursive", "fantasy", "monospace", "system-ui", "ui-sans-serif"}
)
_CSS_KEYWORDS: Final = frozenset({"inherit", "initial", "unset", "revert"})
_DEFINED: Final = frozenset(
    {"filter", "linearGradient", "radialGradient", "pattern", "clipPath", "mask", "marker", "symbol"}
)
URL_REFERENCE: Final = re.compile(r"""url\(\s*['"]?#([^'")]*?)['"]?\s*\)""")
"""Reference to an element of the same SVG."""
_PLAIN: Final = re.compile(r"(?:\s*+[\w-]++\s*+:(?:[^;:\"'()\\/{}@!<]|url\(#[\w.-]++\))*+(?:;|\Z))*+\s*+")
"""Styles that can be split without a CSS parser; the pattern never backtracks."""
_LONGEST_FONT: Final = 1_000
_EMBEDDED: Final = re.compile(r"data:image/(png|jpe?g);base64,", re.IGNORECASE)
_LINKS: Final = frozenset({"use", "image", "feImage", *_DEFINED})
"""Elements that load what they link to."""


@dataclass
class CleanedSvg:
    """Result of cleaning a drawing."""

    root: Element
    lost: list[str] = field(default_factory=list)
    """Parts that were removed because they cannot be printed, without duplicates."""

    @property
    def empty(self) -> bool:
        """Whether the drawing has no visible elements."""
        return not any(_split_name(element.tag)[1] in VISIBLE_ELEMENTS for element in self.root.iter())


def clean_svg(svg: str, where: Location) -> CleanedSvg:
    """Clean a drawing. Raise RenderError if it is not SVG, or could run code or load a file."""
    check_length(svg, where)
    root = _parse(svg, where)
    if root.tag != f"{{{SVG}}}svg":
        message = f'the root element is not <svg xmlns="{SVG}">'
        raise RenderError(Problem(where, message, found=f"<{_split_name(root.tag)[1]}>", code="E0507"))
    return _Cleaner(where).run(root)


class _Cleaner:
    def __init__(self, where: Location) -> None:
        self.where = where
        self.lost: dict[str, None] = {}

    def run(self, root: Element) -> CleanedSvg:
        self._style(root)
        self._walk(root)
        if any(True for _ in root.iter(f"{{{SVG}}}text")):
            root.attrib.setdefault("font-family", BODY)  # a browser falls back to its default font
        _drop_unused(root)
        self._drop_dangling_references(root)
        return CleanedSvg(root, list(self.lost))

    def refuse(self, message: str, found: str = "", hint: str = "") -> RenderError:
        return RenderError(Problem(self.where, message, hint, found=found, code="E0508"))

    def _style(self, root: Element) -> None:
        """Move the rules of style sheets into the `style` attributes of the elements that they match."""
        sheets = [element.text or "" for element in root.iter(f"{{{SVG}}}style")]
        rules = [rule for sheet in sheets for rule in self._rules(sheet)]
        if not rules:
            return
        import cssselect2

        matcher = cssselect2.Matcher()
        for selector, content in rules:
            for each in selector:
                matcher.add_selector(each, content)
        for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            matches = sorted(matcher.match(wrapped), key=lambda match: (match[0], match[1]))
            matched = [content for _, _, _, content in matches]
            if matched:
                element = wrapped.etree_element
                element.set("style", ";".join([*matched, element.get("style", "")]))

    def _rules(self, sheet: str) -> Iterator[tuple[Any, str]]:
        import cssselect2
        import tinycss2

        for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if rule.type == "at-rule" and rule.lower_at_keyword == "import":
                raise self.refuse("@import is not allowed", tinycss2.serialize(rule.prelude).strip())
            if rule.type == "at-rule" and rule.lower_at_keyword == "font-face":
                self.lost["an embedded font (put its file into fonts/)"] = None
            if rule.type == "qualified-rule":
                try:
                    yield cssselect2.compile_selector_list(rule.prelude), tinycss2.serialize(rule.content)
                except cssselect2.SelectorError:
                    self.lost[f"the style of {tinycss2.serialize(rule.prelude).strip()}"] = None

    def _walk(self, element: Element) -> None:
        self._attributes(element)
        for child in list(element):
            kept = self._child(child)
            if kept is None:
                _remove(element, child)
            elif kept is not child:
                element[list(element).index(child)] = kept
        for child in element:
            self._walk(child)

    def _child(self, child: Element) -> Element | None:
        """Return the element itself, its replacement, or None if it is removed."""
        space, name = _split_name(child.tag)
        if name in _SCRIPT_ELEMENTS:
            raise self.refuse(f"the element <{name}> is not allowed", hint="delete it")
        if space != SVG or name in _DROPPED_SILENTLY:
            return None
        if name == "switch":
            return _switch_child(child)
        if name == "a":
            child.tag = f"{{{SVG}}}g"
            child.attrib = {key: value for key, value in child.attrib.items() if _split_name(key)[1] != "href"}
            return child
        if _hidden(child):
            return None
        if name in SUPPORTED_ELEMENTS or name.startswith("fe"):
            return child
        if not name.startswith(("animate", "set", "discard", "mpath")):
            self.lost[_UNSUPPORTED.get(name, f"<{name}>")] = None
        return None

    def _attributes(self, element: Element) -> None:
        found: dict[str, str] = {}
        declared = self._declarations(element.get("style", ""))
        for key, value in element.attrib.items():
            space, name = _split_name(key)
            if not space and _HANDLER.fullmatch(name.lower()):
                raise self.refuse(f"the attribute {name} is not allowed", hint="delete it")
            if name == "href" and space in ("", XLINK):
                value = value.strip()
                if self._reference(element, value):
                    found[f"{{{XLINK}}}href"] = re.sub("^data:image/jpg", "data:image/jpeg", value)
            elif space == XML and name == "space":
                found[key] = value
            elif not space and name in PROPERTIES and name != "transform":
                found |= {name: declared[name]} if name in declared else self._declarations(f"{name}:{value}")
            elif not space and name in _GEOMETRY and name not in ("class", "style"):
                found[name] = value
        element.attrib = found | declared

    def _declarations(self, style: str) -> dict[str, str]:
        """Return the properties of a style that can be printed, by name."""
        found: dict[str, str] = {}
        for name, value, loaded in declarations(style):
            if loaded:
                raise self.refuse(
                    "a style refers to something outside the drawing", quote_value(loaded), "embed it in the drawing"
                )
            if name == "font":
                found |= _expand_font_shorthand(value)
            elif name in PROPERTIES and value.lower() not in _CSS_KEYWORDS and "var(" not in value:
                found[name] = _normalise(name, value)
        return found

    def _reference(self, element: Element, value: str) -> bool:
        """Return whether a link is kept: it must lead to an id in the drawing, or be an embedded picture."""
        name = _split_name(element.tag)[1]
        if value.startswith("#") or (name == "image" and _EMBEDDED.match(value)):
            return True
        if name in _LINKS:
            shown = value if len(value) < 60 else f"{value[:20]}…{value[-30:]}"
            hint = "embed it (in Inkscape: Extensions > Images > Embed Images), as PNG or JPEG"
            raise self.refuse("the drawing refers to an external file", quote_value(shown), hint)
        return False

    def _drop_dangling_references(self, root: Element) -> None:
        """Remove references to ids that do not exist, as browsers do."""
        ids = {element.get("id") for element in root.iter()}
        for parent in list(root.iter()):
            for child in list(parent):
                linked = child.get(f"{{{XLINK}}}href", "")
                if linked.startswith("#") and linked[1:] not in ids:
                    self.lost[f"{linked}, which does not exist"] = None
                    del child.attrib[f"{{{XLINK}}}href"]
                    if _split_name(child.tag)[1] == "use":
                        _remove(parent, child)
            for key, value in list(parent.attrib.items()):
                if missing := [target for target in references(value) if target not in ids]:
                    self.lost[f"#{missing[0]}, which does not exist"] = None
                    parent.attrib[key] = "none"


def references(value: str) -> list[str]:
    """Return the ids that a value refers to with `url(#id)`."""
    return URL_REFERENCE.findall(value) if "url(" in value else []


@lru_cache(maxsize=4096)
def declarations(style: str) -> tuple[tuple[str, str, str], ...]:
    """Return the declarations of a style: property, value, and the external address it would load (or "")."""
    if _PLAIN.fullmatch(style):
        parts = (part.partition(":") for part in style.split(";"))
        return tuple((name.strip().lower(), value.strip(), "") for name, _, value in parts if value.strip())
    import tinycss2

    found: list[tuple[str, str, str]] = []
    for each in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if each.type == "declaration":
            loaded = [target for token in _tokens(each.value) if (target := _target(token))]
            found.append((each.lower_name, tinycss2.serialize(each.value).strip(), "".join(loaded[:1])))
    return tuple(found)


def _target(token: Any) -> str:
    """Return the address that a CSS token would load from outside the drawing, or ""."""
    if token.type == "url":
        target = str(token.value)
    elif token.type == "function" and token.lower_name in ("url", "image", "image-set", "src"):
        target = "".join(str(part.value) for part in token.arguments if hasattr(part, "value"))
    else:
        return ""
    return "" if target.strip(" '\"").startswith("#") else target or "nothing"


def _normalise(name: str, value: str) -> str:
    """Return the value of a property in a form that every renderer understands."""
    if name == "font-size":
        return _SIZES.get(value.lower(), value)
    if name == "font-weight":
        return {"bolder": "bold", "lighter": "normal"}.get(value.lower(), value)
    if name == "font-family":
        families = [family.strip().strip("'\"") for family in value.split(",")]
        named = [family for family in families if family and family.lower() not in _GENERIC]
        return ", ".join(named) or BODY
    return value


def _expand_font_shorthand(value: str) -> dict[str, str]:
    """Return the separate properties of a `font` shorthand."""
    if len(value) > _LONGEST_FONT:
        return {}
    match = re.fullmatch(r"(?P<before>.*?)(?P<size>[\d.]+(px|pt|mm|em|%))(/\S+)?\s+(?P<family>.+)", value.strip())
    if match is None:
        return {}
    found = {"font-size": match["size"], "font-family": _normalise("font-family", match["family"])}
    for word in match["before"].split():
        if word in ("italic", "oblique"):
            found["font-style"] = "italic"
        elif word == "bold" or word.isdigit():
            found["font-weight"] = word
    return found


def _switch_child(switch: Element) -> Element | None:
    """Return the first child of a `<switch>` that has no conditions, in a group, or None."""
    for child in switch:
        special = {"requiredExtensions", "requiredFeatures", "systemLanguage"} & set(child.attrib)
        if _split_name(child.tag) != (SVG, "foreignObject") and not special:
            group = Element(f"{{{SVG}}}g", {k: v for k, v in switch.attrib.items() if not k.startswith("{")})
            group.append(child)
            return group
    return None


def _hidden(element: Element) -> bool:
    """Return whether an element is hidden, such as a layer that is switched off."""
    style = element.get("style", "")
    shown = re.findall(r"(?:^|;)\s*display\s*:\s*([\w-]+)", style)
    return (shown[-1] if shown else element.get("display")) == "none"


def _drop_unused(root: Element) -> None:
    """Remove unused definitions, including those used only by other unused ones."""
    while True:
        used = {target for element in root.iter() for target in _targets(element)}
        gone = [
            (parent, child)
            for parent in root.iter()
            for child in parent
            if (parent.tag == f"{{{SVG}}}defs" or _split_name(child.tag)[1] in _DEFINED)
            and not any(inner.get("id") in used for inner in child.iter())
        ]
        if not gone:
            break
        for parent, child in gone:
            _remove(parent, child)


def _targets(element: Element) -> Iterator[str]:
    for key, value in element.attrib.items():
        if key == f"{{{XLINK}}}href" and value.startswith("#"):
            yield value[1:]
        elif "url(" in value:
            yield from references(value)


def _tokens(values: Iterable[Any]) -> Iterator[Any]:
    """Yield all tokens of a value, including those inside functions and brackets."""
    for token in values:
        yield token
        yield from _tokens(getattr(token, "arguments", None) or getattr(token, "content", None) or ())


def _remove(parent: Element, child: Element) -> None:
    """Remove a child but keep the text that follows it."""
    if child.tail:
        before = list(parent)[: list(parent).index(child)]
        if before:
            before[-1].tail = (before[-1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _split_name(tag: Any) -> tuple[str, str]:
    """Return the namespace and local name of a tag or attribute."""
    if not isinstance(tag, str):
        return "", ""
    space, _, name = tag.rpartition("}")
    return space.removeprefix("{"), name


def _parse(svg: str, where: Location) -> Element:
    """Parse a drawing, dropping comments, processing instructions and document types.

    Raise RenderError if it is not well-formed, is nested too deeply, or declares an entity other than a short text.
    """
    builder = TreeBuilder()
    depth = 0

    def name(text: str) -> str:
        space, _, local = text.rpartition(" ")
        return f"{{{space}}}{local}" if space else local

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST_ELEMENTS:
            raise RenderError(Problem(where, f"elements are nested more than {DEEPEST_ELEMENTS} deep", code="E0105"))
        builder.start(name(tag), {name(key): value for key, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name(tag))

    def entity(entity_name: str, _parameter: bool, value: str | None, *_: object) -> None:
        if value is None or len(value) > LONGEST_ENTITY or "&" in value or "<" in value:
            hint = "save it as plain SVG"
            found = quote_value(entity_name)
            raise RenderError(Problem(where, "an entity must be short, plain text", hint, found=found, code="E0508"))

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = entity
    document = svg.lstrip("\ufeff \n\r\t")
    try:
        parser.Parse(document.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        line = svg.count("\n", 0, len(svg) - len(document)) + error.lineno
        found = expat.ErrorString(error.code)
        raise RenderError(Problem(where.at(line=line), "is not well-formed SVG", found=found, code="E0507")) from None
    return builder.close()
