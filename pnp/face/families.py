"""Resolve lists of font families in SVG: each character is set in the first family that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.face.elements import SOURCE_ATTRIBUTE, LineAt, with_source_line
from pnp.geometry.units import trim
from pnp.text.font_set import FontSet
from pnp.text.fonts import TEXT_LOCATION, lacks_glyph, text_width
from pnp.text.typography import grapheme_clusters

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"


class FontSelection(NamedTuple):
    """Font families, weight and slant that apply to an element of an SVG."""

    families: tuple[str, ...]
    bold: bool
    italic: bool


NO_FONT = FontSelection((), False, False)
_INHERITED = ("font-size", "text-anchor", "letter-spacing", "word-spacing")


def family_names(value: str) -> tuple[str, ...]:
    """Return the families listed in a `font-family` value.

    >>> family_names("Lora, 'Noto Sans'")
    ('Lora', 'Noto Sans')
    """
    return tuple(name for part in value.split(",") if (name := part.strip().strip("'\"").strip()))


def select_font(styles: Mapping[str, str], outer: FontSelection) -> FontSelection:
    """Return the font of an element with these styles, inside an element with the font `outer`."""
    named = styles.get("font-family")
    weight, slant = styles.get("font-weight"), styles.get("font-style")
    bold = outer.bold if weight is None else weight == "bold" or (weight.isdigit() and int(weight) >= 600)
    italic = outer.italic if slant is None else slant in ("italic", "oblique")
    return FontSelection(outer.families if named is None else family_names(named), bold, italic)


def styles_of(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes of an element together with the declarations in its `style`."""
    styles = dict(attributes)
    for declaration in attributes.get("style", "").split(";"):
        key, _, value = declaration.partition(":")
        styles[key.strip().lower()] = value.strip()
    return styles


def split_by_family(text: str, selection: FontSelection, font_set: FontSet) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the first family that has its characters.

    Characters that no family has go to the first family.
    """
    part, family = "", ""
    for cluster in grapheme_clusters(text):
        wanted = next(
            (name for name in selection.families if _has(cluster, name, selection, font_set)), selection.families[0]
        )
        wanted = family if cluster.isspace() and part else wanted
        if wanted != family and part:
            yield part, family
            part = ""
        part, family = part + cluster, wanted
    if part:
        yield part, family


def _has(cluster: str, family: str, selection: FontSelection, font_set: FontSet) -> bool:
    try:
        font = font_set.find(family, bold=selection.bold, italic=selection.italic)
    except RenderError:
        return False
    return not any(letter not in "\n\r\t" and lacks_glyph(letter, font) for letter in cluster)


def resolve_families(
    svg: str, font_set: FontSet, where: Location = TEXT_LOCATION, line_at: LineAt = lambda _mark: None
) -> str:
    """Return the SVG with a single family, as an attribute, on every text. The SVG must have passed `check_svg`.

    Raise RenderError for a text that needs several fonts but cannot be split: renderers would set it in one font.
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(svg)  # noqa: S314 (checked before: no document type, no entities)
    _resolve(root, NO_FONT, {}, font_set, lambda text: with_source_line(where, line_at(text.get(SOURCE_ATTRIBUTE, ""))))
    return ElementTree.tostring(root, encoding="unicode")


def _resolve(
    element: ElementTree.Element,
    outer: FontSelection,
    around: Mapping[str, str],
    font_set: FontSet,
    where: Callable[[ElementTree.Element], Location],
) -> None:
    styles = {**around, **styles_of(element.attrib)}
    selection = select_font(styles_of(element.attrib), outer)
    if element.tag == f"{{{SVG}}}text":
        _resolve_text(element, selection, styles, font_set, where(element))
        return
    _drop_family(element)
    inherited = {key: styles[key] for key in _INHERITED if key in styles}
    for child in list(element):
        _resolve(child, selection, inherited, font_set, where)


def _resolve_text(
    element: ElementTree.Element,
    selection: FontSelection,
    styles: Mapping[str, str],
    font_set: FontSet,
    where: Location,
) -> None:
    """Set one family on a text, or split it into spans with an x position and one family each."""
    texts = [element.text, *(child.tail for child in element)]
    if len(element) and all(child.get("x") for child in element) and not any((text or "").strip() for text in texts):
        for child in element:  # each span has its own position
            inner = styles_of(child.attrib)
            _resolve_text(child, select_font(inner, selection), {**styles, **inner}, font_set, where)
        _drop_family(element)
        return
    pieces = list(_text_parts(element, selection, font_set))
    fonts = {(family, at.bold, at.italic) for _, family, at in pieces}
    if len(element) == 0 and len(fonts) > 1:
        _split_into_spans(element, selection, pieces, styles, font_set, where)
        return
    found = [font_set.find(family, bold=bold, italic=italic) for family, bold, italic in fonts]
    letters = {letter for part, *_ in pieces for letter in part if not letter.isspace()}
    if len(found) > 1 and any(lacks_glyph(letter, font) for font in found for letter in letters):
        raise _split_error(element, where)
    _set_family(element, selection, font_set)


def _set_family(element: ElementTree.Element, outer: FontSelection, font_set: FontSet) -> None:
    """Set the family of an element and its children."""
    families = {family for part, family, _ in _text_parts(element, outer, font_set) if part.strip()}
    for child in element:
        _set_family(child, select_font(styles_of(child.attrib), outer), font_set)
    _drop_family(element)
    if outer.families:
        element.set("font-family", next(iter(families)) if len(families) == 1 else outer.families[0])


def _text_parts(
    element: ElementTree.Element, selection: FontSelection, font_set: FontSet
) -> Iterator[tuple[str, str, FontSelection]]:
    """Yield the text in an element in parts, each with its family and style."""
    for text in (element.text, *(child.tail for child in element)):
        if text and text.strip() and selection.families:
            yield from ((part, family, selection) for part, family in split_by_family(text, selection, font_set))
    for child in element:
        yield from _text_parts(child, select_font(styles_of(child.attrib), selection), font_set)


def _split_into_spans(
    element: ElementTree.Element,
    selection: FontSelection,
    pieces: list[tuple[str, str, FontSelection]],
    styles: Mapping[str, str],
    font_set: FontSet,
    where: Location,
) -> None:
    """Replace a text by one span per part, each with an x position, so that renderers set them separately."""
    try:
        x, size = float(element.get("x", "0")), float(styles.get("font-size", "16").removesuffix("px"))
    except ValueError:
        raise _split_error(element, where) from None
    if any(key in styles for key in ("dx", "rotate", "textLength", "letter-spacing", "word-spacing")):
        raise _split_error(element, where)
    parts = [(" ".join(part.split("\n")), family) for part, family, _ in pieces]
    parts[0] = (parts[0][0].lstrip(), parts[0][1])
    parts[-1] = (parts[-1][0].rstrip(), parts[-1][1])
    fonts = [font_set.find(family, bold=selection.bold, italic=selection.italic) for _, family in parts]
    widths = [text_width(part, font) * size for (part, _), font in zip(parts, fonts, strict=True)]
    x -= sum(widths) * {"middle": 0.5, "end": 1.0}.get(styles.get("text-anchor", ""), 0.0)
    _drop_family(element)
    element.text = None
    element.set("style", f"{element.get('style', '')};text-anchor:start".lstrip(";"))
    element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    for (part, family), width in zip(parts, widths, strict=True):
        span = ElementTree.SubElement(element, f"{{{SVG}}}tspan", {"x": trim(x), "font-family": family})
        span.text = part
        x += width


def _split_error(element: ElementTree.Element, where: Location) -> RenderError:
    text = " ".join("".join(element.itertext()).split())
    hint = 'give each <tspan> an x, or use text(…, font=["…", "…"])'
    message = "a <text> that needs several fonts cannot be split"
    return RenderError(Problem(where, message, hint, found=quote_value(text), code="E0508"))


def _drop_family(element: ElementTree.Element) -> None:
    element.attrib.pop("font-family", None)
    style = element.get("style", "")
    if "font-family" in style:
        kept = [part for part in style.split(";") if part.partition(":")[0].strip() != "font-family"]
        element.set("style", ";".join(kept))
