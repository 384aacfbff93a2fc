"""Insert the faces of a memo's illustrations into its PDF, each stored once, cut out and outlined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name, Page, Pdf

from pnp.face.face import Face
from pnp.geometry.units import points
from pnp.memo.illustrate import Illustration, PlacedFace
from pnp.memo.trial import InsetPlace
from pnp.press.renderer import faces_to_pdf

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
            [name, each.data, [[face.key, face.x, face.y, face.turn, face.cut.svg()] for face in each.faces]]
            for name, each in self.illustrations.items()
        ]

    def lay(self, pdf: bytes, places: Sequence[InsetPlace]) -> bytes:
        """Return the PDF with the faces drawn at these places, below the other content."""
        used = list(dict.fromkeys(face.key for place in places for face in self.illustrations[place.name].faces))
        if not used:
            return pdf
        drawn = faces_to_pdf([self.faces[key] for key in used])
        with pikepdf.open(BytesIO(pdf)) as leaf, pikepdf.open(BytesIO(drawn)) as source:
            forms = {key: _form(leaf, source, source.pages[number]) for number, key in enumerate(used)}
            names = {key: Name(f"/PnpFace{number}") for number, key in enumerate(used)}
            for number, page in enumerate(leaf.pages, 1):
                here = [place for place in places if place.page == number]
                ops = [op for place in here for op in self._ops(place, page, names)]
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
            path = _path(face, points(size.height))
            if self.shadows:
                fallen = (*matrix[:4], matrix[4] + SHADOW_OFFSET / 2, matrix[5] - SHADOW_OFFSET)
                ops.append(f"q {SHADE} gs 0 g {_written(fallen)} cm {path} f Q")
            ops.append(f"q {_written(matrix)} cm q {path} W n {names[face.key]} Do Q")
            ops.append(f"{RIM / place.scale:.3f} w 0.42 G 1 j {path} S Q")
        return ops


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
    angle, scale = radians(face.turn), place.scale
    a, b = scale * cos(angle), -scale * sin(angle)
    x, y = points(place.x + scale * face.x), high - points(place.y + scale * face.y)
    width, height = size
    return a, b, -b, a, x - (a * width - b * height) / 2, y - (b * width + a * height) / 2


def _written(matrix: Sequence[float]) -> str:
    return " ".join(f"{number:.5f}" for number in matrix)


def _path(face: PlacedFace, high: float) -> str:
    """Return the path that a face is cut along, in points with y pointing up."""

    def at(point: tuple[float, float]) -> str:
        return f"{points(point[0]):.3f} {high - points(point[1]):.3f}"

    steps = [f"{' '.join(map(at, step))} {'l' if len(step) == 1 else 'c'}" for step in face.cut.curves()]
    return " ".join([f"{at(face.cut.start)} m", *steps, "h"])
