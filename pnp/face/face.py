"""Faces: what is drawn on one side of a piece, with an optional version mark.

The mark runs upwards in the middle of the right edge, where cards seldom have text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import escape
from typing import Any, Final, TypedDict

from pnp.errors import Location, Problem, RenderError, option_location, quote_value
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size, trim
from pnp.pictures.embedded import EmbeddedImage
from pnp.text.font_set import ProjectFont
from pnp.text.fonts import BODY, find_font, lacks_glyph, text_width


class Source(TypedDict):
    """Where a marked part of a face comes from; locations are as in `Location.plain`."""

    call: str
    """How it was drawn: text, art, image, icon, or element for SVG written in the template."""
    name: str
    """Text, drawing name, picture file or element tag."""
    lines: list[dict[str, Any]]
    """Line in the template, followed by the lines that include or call it."""
    cells: list[dict[str, Any]]
    """Cells and keys with its content; empty if the content is written in the template."""
    drawing: dict[str, Any] | None
    """File or function that draws it, or None."""


@dataclass(frozen=True)
class Face:
    """One side of a design as SVG; the canvas extends `bleed` mm beyond the trim size on all sides."""

    svg: str
    size: Size
    bleed: float
    where: Location = field(default_factory=Location)
    """Game, piece and side, for error messages."""
    fonts: tuple[ProjectFont, ...] = ()
    """Project fonts that the SVG may use."""
    pictures: tuple[EmbeddedImage, ...] = ()
    """Pictures that the SVG refers to."""
    coarse: tuple[tuple[str, int], ...] = ()
    """Files of low-resolution pictures, each with its resolution in dpi."""
    sources: tuple[Source, ...] = field(default=(), compare=False)
    """Sources by the number of their mark; empty unless the face was traced."""
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """What is wrong with it; only in a draft, where it is drawn nevertheless."""
    failed: bool = False
    """Whether it is only a message, because its template failed; only in a draft."""

    @cached_property
    def key(self) -> str:
        """Hash of everything that affects the printed face."""
        fonts = "".join(f"{font.alias} {font.style} " for font in self.fonts)
        return hashlib.sha256(f"{fonts}{self.size}{float(self.bleed)}{self.svg}".encode()).hexdigest()

    @property
    def canvas(self) -> Size:
        """Size including the bleed."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)


def home_font_families(faces: Iterable[Face]) -> list[str]:
    """Return the families on some faces that may only be printed at home, sorted."""
    return sorted({font.family for face in faces for font in face.fonts if font.restricted})


def refuse_home_fonts(faces: Iterable[Face], where: Location) -> None:
    """Raise RenderError if a face has a font that may only be printed at home; for files that are passed on."""
    if families := home_font_families(faces):
        message, hint = "uses fonts for printing at home only", "choose a font that may be embedded, or ask its maker"
        raise RenderError(Problem(where, message, hint, found=", ".join(families), code="E1107"))


MARK_OPTION: Final = option_location("--mark")
LONGEST_MARK: Final = 24
"""Maximum length of a mark, in characters."""
SAFE_DISTANCE: Final = 3.0
"""Minimum distance between a mark and the cut line, in mm."""
LARGEST_SIZE: Final = 1.7
"""Largest font size of a mark, in mm."""
SMALLEST_SIZE: Final = 1.2
"""Smallest font size of a mark, in mm."""
BACKGROUND_HEIGHT: Final = 1.25
"""Height of the light background, as a multiple of the font size."""
PADDING: Final = 0.3
"""Padding left and right of the text, as a multiple of the font size."""
BASELINE_OFFSET: Final = 0.36
"""Distance from the baseline to the bottom of the background, as a multiple of the font size."""
INK: Final = "#333333"
BACKGROUND: Final = "#ffffff"
OPACITY: Final = 0.72


def check_version_mark(text: str) -> None:
    """Raise RenderError if a text cannot be used as a mark."""
    if not text.strip() or text != text.strip() or not text.isprintable() or len(text) > LONGEST_MARK:
        message = f"must be text of at most {LONGEST_MARK} characters, such as v0.3"
        raise RenderError(Problem(MARK_OPTION, message, found=quote_value(text), code="E0608"))
    absent = [letter for letter in dict.fromkeys(text) if lacks_glyph(letter, find_font(BODY))]
    if absent:
        message = f"has characters that are missing from {BODY}"
        raise RenderError(Problem(MARK_OPTION, message, found=quote_value("".join(absent)), code="E0608"))


def add_version_mark(face: Face, text: str, cut: Outline) -> Face:
    """Return the face with the text along its right edge, 3 mm from the cut. Raise RenderError if it does not fit."""
    width, height = face.size.turned  # rotated so that the right edge is at the bottom
    letters = text_width(text, find_font(BODY))
    size = LARGEST_SIZE
    while (bottom := _bottom(width, height, (letters + 2 * PADDING) * size, BACKGROUND_HEIGHT * size, cut)) is None:
        size -= 0.1
        if size < SMALLEST_SIZE:
            message = f"there is no room for the mark {quote_value(text)}"
            hint = "use a shorter mark, or leave such pieces out with --only"
            raise RenderError(Problem(face.where, message, hint, found=str(face.size), code="E0608"))
    x, across = width / 2 - letters * size / 2, (letters + 2 * PADDING) * size
    ground = (
        f'<rect x="{trim(x - PADDING * size)}" y="{trim(bottom - BACKGROUND_HEIGHT * size)}" width="{trim(across)}" '
        f'height="{trim(BACKGROUND_HEIGHT * size)}" rx="{trim(BACKGROUND_HEIGHT * size / 2)}" '
        f'fill="{BACKGROUND}" fill-opacity="{OPACITY}"/>'
    )
    words = (
        f'<text xml:space="preserve" x="{trim(x)}" y="{trim(bottom - BASELINE_OFFSET * size)}" font-family="{BODY}" '
        f'font-size="{trim(size)}" fill="{INK}">{escape(text)}</text>'
    )
    before, end, after = face.svg.rpartition("</svg>")
    group = f'<g transform="translate(0 {trim(width)}) rotate(-90)">{ground}{words}</g>'
    return replace(face, svg=f"{before}{group}{end}{after}")


@lru_cache(maxsize=256)
def _bottom(width: float, height: float, across: float, high: float, cut: Outline) -> float | None:
    """Return the lowest y of the bottom edge of a centred box inside the cut line, or None if it does not fit."""

    def fits(bottom: float) -> bool:
        top = (width - across) / 2
        return cut.room(bottom - high, top, bottom, top + across) >= SAFE_DISTANCE - 1e-9

    low, best = height / 2 + high, height - SAFE_DISTANCE
    if fits(best):
        return best
    if not fits(low):
        return None
    for _ in range(50):
        middle = (low + best) / 2
        low, best = (middle, best) if fits(middle) else (low, middle)
    return low
