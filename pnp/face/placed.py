"""Where the elements of a face are drawn: transformations resolved, and with them the resolution of its pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from math import cos, hypot, radians, sin, tan
from typing import Final
from xml.etree import ElementTree

from pnp.face.families import SVG, XLINK, styles_of
from pnp.geometry.matrix import Matrix
from pnp.geometry.units import MM_PER_INCH
from pnp.pictures.embedded import REFERENCE_PREFIX, EmbeddedImage
from pnp.pictures.formats import COARSE
from pnp.terms import PictureFit

_TRANSFORM: Final = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NAME: Final = f"{{{SVG}}}"
_HIDDEN: Final = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter"})
"""Elements whose content is drawn only where another element refers to it."""
_Waiting = tuple[ElementTree.Element, Matrix, frozenset[str], ElementTree.Element | None]
"""An element, the transformation around it, the ids it is used by, and the `use` that draws it, if any."""
_ALIGN: Final = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def parse_transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute; unknown functions are ignored.

    >>> parse_transform("translate(10 5) scale(2)").point(1, 1)
    (12.0, 7.0)
    """
    whole = Matrix()
    for name, written in _TRANSFORM.findall(text):
        numbers = [float(number) for number in _NUMBER.findall(written)]
        whole = whole.after(_step(name, numbers)) if numbers else whole
    return whole


def _step(name: str, numbers: list[float]) -> Matrix:
    first, second = numbers[0], numbers[1] if len(numbers) > 1 else None
    if name == "matrix" and len(numbers) == 6:
        return Matrix(*numbers)
    if name == "translate":
        return Matrix(e=first, f=second or 0)
    if name == "scale":
        return Matrix(first, 0, 0, first if second is None else second)
    if name == "rotate":
        x, y = numbers[1:3] if len(numbers) == 3 else (0.0, 0.0)
        turned = Matrix(cos(radians(first)), sin(radians(first)), -sin(radians(first)), cos(radians(first)))
        return Matrix(e=x, f=y).after(turned).after(Matrix(e=-x, f=-y))
    if name == "skewX":
        return Matrix(c=tan(radians(first)))
    if name == "skewY":
        return Matrix(b=tan(radians(first)))
    return Matrix()


def placed_elements(root: ElementTree.Element, wanted: Collection[str]) -> Iterator[tuple[ElementTree.Element, Matrix]]:
    """Yield the drawn elements with these tags, each with its transformation to the units of the root, in mm.

    An element that is used several times is yielded each time. The SVG must have passed `check_svg`, which limits how
    often elements are repeated.
    """
    tags = {f"{_NAME}{tag}" for tag in wanted}
    named = {name: element for element in root.iter() if (name := element.get("id"))}
    waiting: list[_Waiting] = [(child, Matrix(), frozenset(), None) for child in reversed(root)]
    while waiting:
        element, matrix, inside, user = waiting.pop()
        tag = element.tag.removeprefix(_NAME)
        if tag in _HIDDEN and not (tag == "symbol" and user is not None):
            continue
        styles = styles_of(element.attrib)
        matrix = matrix.after(parse_transform(styles.get("transform", "")))
        if element.tag in tags:
            yield element, matrix
        if tag == "use":
            target = (element.get("href") or element.get(f"{{{XLINK}}}href") or "").removeprefix("#")
            if target in named and target not in inside:
                at = Matrix(e=_number(element, "x"), f=_number(element, "y"))
                waiting.append((named[target], matrix.after(at), inside | {target}, element))
            continue
        if tag in ("svg", "symbol"):
            matrix = matrix.after(_view(element, user))
        waiting += [(child, matrix, inside, None) for child in reversed(element)]


def _number(element: ElementTree.Element, key: str, usual: float = 0.0) -> float:
    """Return a number of an attribute; `usual` without one, or for a percentage."""
    text = element.get(key, "").removesuffix("px")
    try:
        return float(text)
    except ValueError:
        return usual


def _view(element: ElementTree.Element, user: ElementTree.Element | None) -> Matrix:
    """Return the transformation from the view box of a nested `svg` or a used `symbol` to its surroundings."""
    moved = Matrix(e=_number(element, "x"), f=_number(element, "y"))
    box = [float(number) for number in _NUMBER.findall(element.get("viewBox", ""))]
    if len(box) != 4 or min(box[2:]) <= 0:
        return moved
    left, top, across, down = box
    width, height = (_number(element, key, usual) for key, usual in (("width", across), ("height", down)))
    if user is not None:
        width, height = _number(user, "width", width), _number(user, "height", height)
    scales = width / across, height / down
    fit = element.get("preserveAspectRatio", "xMidYMid meet")
    if "none" not in fit:
        scales = (max(scales) if "slice" in fit else min(scales),) * 2
    x, y = (_ALIGN.get(name, 0.5) for name in (fit[1:4], fit[5:8]))
    free = (width - across * scales[0]) * x, (height - down * scales[1]) * y
    return moved.after(Matrix(scales[0], 0, 0, scales[1], *free)).after(Matrix(e=-left, f=-top))


def low_resolutions(svg: str, pictures: Mapping[str, EmbeddedImage], max_dpi: float | None = None) -> dict[str, int]:
    """Return the picture files that are printed at less than `COARSE` dpi, with the lowest resolution of each, in dpi.

    Resolutions are measured as printed, after all transformations. Pictures that were reduced to `max_dpi` on purpose
    are listed only below it.
    """
    found: dict[str, int] = {}
    for element, matrix in placed_elements(ElementTree.fromstring(svg), ("image",)):  # noqa: S314 (checked before)
        reference = element.get("href") or element.get(f"{{{XLINK}}}href") or ""
        picture = pictures.get(reference.removeprefix(REFERENCE_PREFIX))
        if picture is None:
            continue
        width, height = _number(element, "width"), _number(element, "height")
        if picture.strip is not None:  # part of a picture that is stretched over its box
            if picture.strip.fit is PictureFit.COVER:
                continue  # as sharp as the picture
            width, height = picture.strip.width, picture.strip.height
        width, height = width * hypot(matrix.a, matrix.b), height * hypot(matrix.c, matrix.d)
        if min(width, height) <= 0:
            continue
        dpi = round(min(picture.width / width, picture.height / height) * MM_PER_INCH)
        reduced = max_dpi is not None and (picture.shrunk or picture.part is not None)
        if dpi < (min(COARSE, int(max_dpi or 0)) if reduced else COARSE):
            found[picture.file] = min(dpi, found.get(picture.file, COARSE))
    return found
