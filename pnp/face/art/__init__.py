"""Drawings by name: those a bundled game brings as functions, and a designer's own SVG files.

A game's functions are in the module `pnp.face.art.<game>`, as `DRAWINGS`. A designer puts `art/<name>.svg` beside
`game.toml`.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pnp.errors import Problem, RenderError, known, quoted
from pnp.face.guard import SVG, XLINK, check_svg
from pnp.resources import Project, inside
from pnp.units import trim

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing

FOLDER: Final = "art"
BOX: Final = 100
"""A drawing is made in a box of so many units around the origin."""
LARGEST_PICTURE: Final = 12_000_000
MOST_PIXELS: Final = 100_000_000
_REFERENCE: Final = re.compile(r"""url\(\s*['"]?#([^'")]*?)['"]?\s*\)""")
_LENGTH: Final = re.compile(r"(\d+(?:\.\d+)?)(px|mm|cm|in|pt|)")
_PIXELS: Final = {"": 1.0, "px": 1.0, "in": 96.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "pt": 96 / 72}


def _drawings(game_id: str) -> dict[str, Drawing]:
    name = f"pnp.face.art.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return {}
    drawings: dict[str, Drawing] = getattr(import_module(name), "DRAWINGS", {})
    return drawings


class Gallery:
    """The drawings of one game, in one ink; each is drawn once."""

    def __init__(self, project: Project, game_id: str, *, low_ink: bool) -> None:
        self._project = project
        self._folder = project.components / game_id
        self._functions = _drawings(game_id)
        self._low_ink = low_ink
        self._drawn: dict[str, str] = {}

    def names(self) -> list[str]:
        """The names of all drawings."""
        return sorted({*self._functions, *(path.stem for path in (self._folder / FOLDER).glob("*.svg"))})

    def place(self, name: str, x: float, y: float, scale: float, turn: float, where: str) -> str:
        """SVG of a drawing with its centre at (x, y), `scale` mm to the unit, turned clockwise by degrees."""
        if name not in self._drawn:
            self._drawn[name] = self._draw(name, where)
        rotate = f" rotate({trim(turn)})" if turn else ""
        return f'<g transform="translate({trim(x)} {trim(y)}){rotate} scale({scale:.5g})">{self._drawn[name]}</g>'

    def _draw(self, name: str, where: str) -> str:
        if name in self._functions:
            from pnp.face.art.pen import Pen  # svgwrite is slow to load, and many games have no drawings of this kind

            drawn: str = self._functions[name](Pen(low=self._low_ink)).tostring()
            return drawn
        path = self._file(f"{FOLDER}/{name}.svg", where, f"a drawing named {quoted(name)}", self.names())
        return _inline(path.read_text("utf-8", "replace"), name, self._project.name(path))

    def picture(self, file: str, x: float, y: float, width: float, height: float, where: str) -> str:
        """SVG of a PNG or JPEG beside the spec, scaled into its box."""
        path = self._file(file, where, "a picture beside game.toml", [p.name for p in self._folder.iterdir()])
        data = path.read_bytes()
        kind = _picture_kind(data, path)
        if kind is None or len(data) > LARGEST_PICTURE:
            limit = LARGEST_PICTURE // 1_000_000
            raise RenderError(Problem(where, f"a PNG or JPEG of at most {limit} MB that can be read", quoted(file)))
        if not (width > 0 and height > 0):
            raise RenderError(Problem(where, "room for a picture", f"{width:g} × {height:g} mm"))
        box = f'x="{trim(x)}" y="{trim(y)}" width="{trim(width)}" height="{trim(height)}"'
        # the older attribute is the one that both renderers read
        return (
            f'<image {box} preserveAspectRatio="xMidYMid meet" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'xlink:href="data:image/{kind};base64,{b64encode(data).decode()}"/>'
        )

    def _file(self, reference: str, where: str, expected: str, names: list[str]) -> Path:
        path = inside(self._folder, reference, self._project.root)
        if path is None:
            raise RenderError(Problem(where, "a file inside the project's folder", quoted(reference)))
        if not path.is_file():
            raise RenderError(Problem(where, expected, "none", known(names, Path(reference).stem)))
        return path


def _picture_kind(data: bytes, path: Path) -> str | None:
    """What a picture is, if it can be drawn."""
    from PIL import Image  # slow to load, and few games have pictures

    kind = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}.get(path.suffix.lower())
    try:
        with Image.open(BytesIO(data)) as picture:
            good = picture.format == kind and 0 < picture.width * picture.height <= MOST_PIXELS
            picture.verify()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    return kind.lower() if good and kind else None


def _inline(svg: str, name: str, where: str) -> str:
    """A designer's SVG as part of a face: scaled into the box, its ids made its own."""
    svg = svg.lstrip("\ufeff \n\r\t")
    check_svg(svg, where)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(svg)  # noqa: S314 (it has passed the gate: no document type, no entities)
    left, top, width, height = _view_box(root, where)
    if not (width > 0 and height > 0):
        raise RenderError(Problem(where, "a viewBox with a width and a height", f"{width:g} × {height:g}"))
    root.attrib = {key: value for key, value in root.attrib.items() if key not in ("width", "height", "x", "y")} | {
        "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
        "x": str(-BOX / 2), "y": str(-BOX / 2), "width": str(BOX), "height": str(BOX),
    }  # fmt: skip
    _rename(root, f"a{hashlib.sha256(name.encode()).hexdigest()[:8]}-", where)
    return ElementTree.tostring(root, encoding="unicode")


def _view_box(root: ElementTree.Element, where: str) -> tuple[float, float, float, float]:
    """What of the drawing is seen; by its size in CSS pixels where it does not say."""
    stated = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        if stated:
            left, top, width, height = (float(number) for number in stated)
            return left, top, width, height
        sizes = [_LENGTH.fullmatch(root.get(key) or "") for key in ("width", "height")]
        wide, high = (float(size[1]) * _PIXELS[size[2]] for size in sizes if size is not None)
    except ValueError:
        found = quoted(root.get("viewBox") or f"{root.get('width')} × {root.get('height')}")
        raise RenderError(Problem(where, "a viewBox of four numbers, or a size in mm or px", found)) from None
    return 0, 0, wide, high


def _rename(root: ElementTree.Element, prefix: str, where: str) -> None:
    """Give every id a prefix, where it is set and where it is used."""
    ids = {element.get("id") for element in root.iter()}

    def renamed(name: str) -> str:
        if name not in ids:
            raise RenderError(Problem(where, "a reference to an id that is there", quoted(f"#{name}")))
        return f"{prefix}{name}"

    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}{value}")
            elif key.rpartition("}")[2] == "href" and value.startswith("#"):
                element.set(key, f"#{renamed(value[1:])}")
            elif "url(" in value:
                element.set(key, _REFERENCE.sub(lambda match: f"url(#{renamed(match[1])})", value))
