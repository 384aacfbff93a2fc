"""Drawings by name: those a bundled game brings as functions, and a designer's own SVG files.

A game's functions are in the module `pnp.face.art.<game>`, as `DRAWINGS`. A designer puts `art/<name>.svg` beside
`game.toml`.
"""

from __future__ import annotations

import re
from base64 import b64encode
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pnp.errors import Problem, RenderError, known, quoted
from pnp.face.guard import check_svg
from pnp.resources import Project, inside
from pnp.units import trim

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing

FOLDER: Final = "art"
BOX: Final = 100
"""A drawing is made in a box of so many units around the origin."""
LARGEST_PICTURE: Final = 12_000_000
_MAGIC: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_ID: Final = re.compile(r"""(\bid=["']|\burl\(\s*#|\bhref=["']#)""")


def _drawings(game_id: str) -> dict[str, Drawing]:
    name = f"pnp.face.art.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return {}
    drawings: dict[str, Drawing] = import_module(name).DRAWINGS
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
        kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)
        if kind is None or len(data) > LARGEST_PICTURE:
            limit = LARGEST_PICTURE // 1_000_000
            raise RenderError(Problem(where, f"a PNG or JPEG of at most {limit} MB", quoted(file)))
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


def _inline(svg: str, name: str, where: str) -> str:
    """A designer's SVG as part of a face: scaled into the box, its ids made its own."""
    svg = svg.lstrip("\ufeff \n\r\t")
    check_svg(svg, where)
    root = ElementTree.fromstring(svg)  # noqa: S314 (it has passed the gate: no document type, no entities)
    box = (root.get("viewBox") or "").replace(",", " ").split()
    if len(box) != 4:
        size = [re.sub(r"[a-z%\s]+$", "", root.get(key) or "") for key in ("width", "height")]
        box = ["0", "0", *size]
    if not all(re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", part) for part in box):
        raise RenderError(Problem(where, "a viewBox of four numbers", quoted(root.get("viewBox") or "none")))
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root.attrib = {"viewBox": " ".join(box)} | {
        key: value for key, value in root.attrib.items() if key not in ("width", "height", "viewBox", "x", "y")
    }
    root.attrib |= {"x": str(-BOX / 2), "y": str(-BOX / 2), "width": str(BOX), "height": str(BOX)}
    return _ID.sub(rf"\g<1>{name}-", ElementTree.tostring(root, encoding="unicode"))
