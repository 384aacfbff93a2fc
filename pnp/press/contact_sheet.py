"""The contact sheet: every distinct face of a game in one picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, trim
from pnp.press.font_folder import fonts_of
from pnp.press.images import svg_for_renderer
from pnp.press.typst_renderer import compile_files

GAP: Final = 4.0
ASPECT: Final = 1.8
"""Approximate width of the picture relative to its height."""
WIDTH_PIXELS: Final = 1800
GROUND: Final = "#8b8f94"
CLIP: Final = "pnp-cut"
_ROOT: Final = re.compile(r"<svg\b[^>]*>")


@dataclass(frozen=True)
class ContactFace:
    """A face on the contact sheet, and its cutting line."""

    face: Face
    cut: Outline


def contact_sheet(faces: Sequence[ContactFace]) -> bytes:
    """Return a PNG of the faces without their bleed, in rows."""
    area = sum((shown.face.size.width + GAP) * (shown.face.size.height + GAP) for shown in faces)
    widest = max(shown.face.size.width for shown in faces)
    row_length = max(widest + GAP, (area * ASPECT) ** 0.5)
    files: dict[str, bytes] = {}
    placed: list[str] = []
    x = y = GAP
    high = right = 0.0
    for number, shown in enumerate(faces):
        width, height = shown.face.size
        if x + width > row_length and x > GAP:
            x, y, high = GAP, y + high + GAP, 0.0
        files[f"{number}.svg"] = _clip_to_cut(shown).encode()
        size = f"width: {trim(width)}mm, height: {trim(height)}mm"
        picture = f'box(clip: true, image("/{number}.svg", {size}))'
        placed.append(f"#place(top + left, dx: {trim(x)}mm, dy: {trim(y)}mm, {picture})")
        right, high = max(right, x + width), max(high, height)
        x += width + GAP
    width, height = right + GAP, y + high + GAP
    page = f'#set page(width: {trim(width)}mm, height: {trim(height)}mm, margin: 0pt, fill: rgb("{GROUND}"))'
    files["main.typ"] = "\n".join([page, *placed]).encode()
    return compile_files(files, "png", WIDTH_PIXELS / width * MM_PER_INCH, fonts_of(shown.face for shown in faces))[0]


def _clip_to_cut(shown: ContactFace) -> str:
    """Return the SVG of a face, clipped to its cutting line."""
    svg = svg_for_renderer(shown.face)
    if shown.cut.plain:
        return svg
    clip = f'<clipPath id="{CLIP}"><path d="{shown.cut.svg()}"/></clipPath><g clip-path="url(#{CLIP})">'
    before, end, after = svg.rpartition("</svg>")
    return _ROOT.sub(lambda root: f"{root[0]}{clip}", before, count=1) + f"</g>{end}{after}"
