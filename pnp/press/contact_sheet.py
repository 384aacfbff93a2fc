"""The contact sheet: every distinct face of a game in one picture, each with its name, id and count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from pnp.face.face import Face
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, Size, trim
from pnp.press.font_folder import fonts_of
from pnp.press.images import svg_for_renderer
from pnp.press.sheet_labels import set_label
from pnp.press.typst_renderer import compile_files
from pnp.text.font_set import FontSet
from pnp.text.fonts import BODY, find_font, text_width

GAP: Final = 4.0
ASPECT: Final = 1.8
"""Approximate width of the picture relative to its height."""
WIDTH_PIXELS: Final = 1800
FINER: Final = 2
"""Number of pixels drawn for each pixel of the picture, in both directions."""
LABEL_PIXELS: Final = 15
"""Type size of the labels on a sheet of many faces; on others it is LABEL_MM."""
LABEL_MM: Final = 3.2
LEADING: Final = 1.25
"""Line spacing of the labels, as a multiple of the type size."""
SMALLEST: Final = 0.8
"""Smallest type size of a label that is too long, as a share of the usual size; beyond it, the label is shortened."""
WIDEST: Final = 1.5
"""Maximum width of a label, as a multiple of the width of its face."""
GROUND: Final = "#b9bdc2"
CLIP: Final = "pnp-cut"
_ROOT: Final = re.compile(r"<svg\b[^>]*>")


@dataclass(frozen=True)
class ContactFace:
    """A face on the contact sheet, its cutting line, and the two lines below it."""

    face: Face
    cut: Outline
    name: str = ""
    count: str = ""


def contact_sheet(faces: Sequence[ContactFace]) -> bytes:
    """Return a PNG of the faces without their bleed, in rows, with labels below them."""
    widest = max(shown.face.size.width for shown in faces)
    fonts = fonts_of(shown.face for shown in faces)
    font_set = FontSet((font.path, font.where) for font in fonts)
    size, row_length = LABEL_MM, widest + GAP
    for _ in range(3):  # wider rows need larger labels, which need more room
        area = sum((each.face.size.width + GAP) * (each.face.size.height + GAP + 2 * LEADING * size) for each in faces)
        row_length = max(widest + GAP, (area * ASPECT) ** 0.5)
        size = max(LABEL_MM, LABEL_PIXELS * row_length / WIDTH_PIXELS)
    files: dict[str, bytes] = {}
    placed: list[str] = []
    x = y = GAP
    high = right = 0.0

    def place(name: str, svg: str, left: float, top: float, size: Size, *, clip: bool) -> None:
        files[name] = svg.encode()
        picture = f'image("/{name}", width: {trim(size.width)}mm, height: {trim(size.height)}mm)'
        boxed = f"box(clip: true, {picture})" if clip else picture
        placed.append(f"#place(top + left, dx: {trim(left)}mm, dy: {trim(top)}mm, {boxed})")

    for number, shown in enumerate(faces):
        lines = list(_labels(shown, size, font_set))
        width, height = max((label.size.width for label in lines), default=0.0), shown.face.size.height
        width = max(width, shown.face.size.width)
        if x + width > row_length and x > GAP:
            x, y, high = GAP, y + high + GAP, 0.0
        left = x + (width - shown.face.size.width) / 2
        place(f"{number}.svg", _clip_to_cut(shown), left, y, shown.face.size, clip=True)
        for line, label in enumerate(lines):
            left, top = x + (width - label.size.width) / 2, y + height + GAP / 4 + line * LEADING * size
            place(f"{number}-{line}.svg", svg_for_renderer(label), left, top, label.size, clip=False)
        right, high = max(right, x + width), max(high, height + len(lines) * LEADING * size)
        x += width + GAP
    width, height = right + GAP, y + high + GAP
    page = f'#set page(width: {trim(width)}mm, height: {trim(height)}mm, margin: 0pt, fill: rgb("{GROUND}"))'
    files["main.typ"] = "\n".join([page, *placed]).encode()
    drawn = compile_files(files, "png", FINER * WIDTH_PIXELS / width * MM_PER_INCH, fonts)[0]
    return _reduced(drawn)


def _reduced(png: bytes) -> bytes:
    """Return a picture without its extra pixels; typst loses hairlines and rows of small letters at the final size."""
    from PIL import Image  # slow to load

    out = BytesIO()
    with Image.open(BytesIO(png)) as drawn:
        drawn.convert("RGB").reduce(FINER).save(out, "PNG")
    return out.getvalue()


def _labels(shown: ContactFace, size: float, font_set: FontSet) -> Iterator[Face]:
    """Yield the lines below a face; those that are much wider than the face are set smaller, or shortened."""
    face = shown.face.size.width
    for text in filter(None, (shown.name, shown.count)):
        width = max(face, min(1.02 * text_width(text, find_font(BODY)) * size, WIDEST * face))
        label, short = None, text
        while label is None and short:
            label = set_label(short, width, size, SMALLEST * size, font_set)
            short = f"{short[: int(len(short) * 0.9) - 1].rstrip()}…" if len(short) > 4 else ""
        if label is not None:
            yield label


def _clip_to_cut(shown: ContactFace) -> str:
    """Return the SVG of a face, clipped to its cutting line."""
    svg = svg_for_renderer(shown.face)
    if shown.cut.plain:
        return svg
    clip = f'<clipPath id="{CLIP}"><path d="{shown.cut.svg()}"/></clipPath><g clip-path="url(#{CLIP})">'
    before, end, after = svg.rpartition("</svg>")
    return _ROOT.sub(lambda root: f"{root[0]}{clip}", before, count=1) + f"</g>{end}{after}"
