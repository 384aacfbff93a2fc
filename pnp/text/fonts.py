"""The fonts that come with pnp, and the measurement of text: widths, heights and missing glyphs.

Fonts installed on the machine are not used, so that every machine prints the same. The fonts listed here are Python
packages; a project can have more (`font_set.py`).

Source Sans Pro: Adobe, SIL Open Font License 1.1, package font-source-sans-pro.
Fredoka One: Milena Brandão, SIL Open Font License 1.1, package font-fredoka-one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.errors import Location, Problem, RenderError, did_you_mean, quote_value

if TYPE_CHECKING:
    import uharfbuzz

BODY: Final = "Source Sans Pro"
TITLE: Final = "Fredoka One"
TEXT_LOCATION: Final = Location(detail="text")
"""Default location of a text in messages."""
_UNSEEN: Final = re.compile("[\u061c\u200b-\u200f\u2060\u2066-\u2069\ufe00-\ufe0f]")
"""Invisible control characters, which no font needs to have."""
_BLANK: Final = "\u2800\u3164\uffa0\u115f\u1160"
"""Characters whose glyph is empty on purpose."""


@cache
def _folder(package: str) -> Path | None:
    """Return the folder of an installed package, or None."""
    spec = find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


@dataclass(frozen=True)
class Font:
    """A style of a font family."""

    family: str
    bold: bool
    italic: bool
    package: str
    file: str

    @property
    def path(self) -> Path:
        """Path of the font file; RenderError if its package is not installed."""
        folder = _folder(self.package)
        if folder is None:
            name = self.package.replace("_", "-")
            where = Location(detail=f"font {self.family}")
            raise RenderError(Problem(where, f"needs the package {name}", f"pip install {name}", code="E1306"))
        return folder / "files" / self.file

    @property
    def content(self) -> bytes:
        """Content of the font file, as passed to renderers."""
        return self.path.read_bytes()

    @property
    def style(self) -> str:
        """Name of the style, such as `bold italic`."""
        return style_name(bold=self.bold, italic=self.italic)


_SANS: Final = "font_source_sans_pro"
FONTS: Final = (
    Font(BODY, False, False, _SANS, "SourceSansPro-Regular.ttf"),
    Font(BODY, True, False, _SANS, "SourceSansPro-Bold.ttf"),
    Font(BODY, False, True, _SANS, "SourceSansPro-It.ttf"),
    Font(BODY, True, True, _SANS, "SourceSansPro-BoldIt.ttf"),
    Font(TITLE, False, False, "font_fredoka_one", "FredokaOne-Regular.ttf"),
)


def style_name(*, bold: bool, italic: bool) -> str:
    """Return the name of a style: regular, bold, italic or bold italic."""
    return " ".join(name for name, on in (("bold", bold), ("italic", italic)) if on) or "regular"


def find_font(
    family: str,
    *,
    bold: bool = False,
    italic: bool = False,
    where: Location = TEXT_LOCATION,
    among: Iterable[Font] = FONTS,
) -> Font:
    """Return the font of a family in a style. Raise RenderError if there is no such family or style."""
    fonts = list(among)
    styles = [font for font in fonts if font.family == family]
    for font in styles:
        if (font.bold, font.italic) == (bold, italic):
            return font
    if not styles:
        families = list(dict.fromkeys(font.family for font in fonts))
        raise RenderError(unknown_font(family, families, where))
    style = style_name(bold=bold, italic=italic)
    hint = f"it has {', '.join(font.style for font in styles)}; put the {style} style into fonts/, or use {BODY}"
    raise RenderError(Problem(where, f"the font {family} has no {style} style", hint, code="E0515"))


def unknown_font(family: str, families: Iterable[str], where: Location, more: str = "") -> Problem:
    """Return the problem of a text whose family is unknown or missing; the hint lists the known families."""
    message = f"there is no font {quote_value(family)}" if family else "the text has no font-family"
    return Problem(where, message, did_you_mean(families, family) + more, code="E0515")


def missing_message(families: Sequence[str]) -> str:
    """Return the message that none of these families has a character."""
    return f"a character is missing from {' and '.join(families)}"


@cache
def harfbuzz_font(font: Font) -> uharfbuzz.Font:
    """Return a HarfBuzz font scaled to 1000 units per em."""
    import uharfbuzz

    shaped = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font.content)))
    shaped.scale = (1000, 1000)
    return shaped


@cache
def text_width(text: str, font: Font, *, rtl: bool = False) -> float:
    """Return the width of a text at font size 1, including kerning and ligatures."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    if rtl:
        buffer.direction = "rtl"
    uharfbuzz.shape(harfbuzz_font(font), buffer)
    width: int = sum(position.x_advance for position in buffer.glyph_positions or ())
    return width / 1000


@cache
def cannot_be_drawn(text: str, font: Font) -> bool:
    """Return whether a text needs a glyph that exceeds HarfBuzz's limits; renderers would hang on it."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    shaped = harfbuzz_font(font)
    uharfbuzz.shape(shaped, buffer)
    return any(shaped.get_glyph_extents(info.codepoint) is None for info in buffer.glyph_infos or ())


@cache
def metrics(font: Font) -> tuple[float, float, float]:
    """Return ascender, descender (both positive) and cap height at font size 1."""
    shaped = harfbuzz_font(font)
    extents = shaped.get_font_extents("ltr")
    glyph = shaped.get_nominal_glyph(ord("H"))
    capital = shaped.get_glyph_extents(glyph) if glyph else None
    cap = extents.ascender if capital is None else capital.y_bearing
    return extents.ascender / 1000, -extents.descender / 1000, cap / 1000


@cache
def underline(font: Font) -> tuple[float, float]:
    """Return how far below the baseline an underline begins, and its thickness, at font size 1."""
    import uharfbuzz

    shaped = harfbuzz_font(font)
    offset, thickness = (
        shaped.get_metric_position_with_fallback(tag)
        for tag in (uharfbuzz.OTMetricsTag.UNDERLINE_OFFSET, uharfbuzz.OTMetricsTag.UNDERLINE_SIZE)
    )
    # some fonts have nonsense here: keep the line visible, and off the letters
    return min(max(-offset / 1000, 0.05), 0.3), min(max(thickness / 1000, 0.02), 0.15)


@cache
def lacks_glyph(character: str, font: Font) -> bool:
    """Return whether a font has no glyph for a character, or an empty one for a visible character."""
    if _UNSEEN.match(character):
        return False
    shaped = harfbuzz_font(font)
    glyph = shaped.get_nominal_glyph(ord(character))
    if not glyph:
        return True
    if unicodedata.category(character)[0] in "ZC" or character in _BLANK:
        return False
    extents = shaped.get_glyph_extents(glyph)
    return extents is None or not (extents.width or extents.height)


def shaped_clusters(text: str, font: Font) -> list[tuple[str, float]]:
    """Return the parts of a left-to-right text that are drawn together, such as ligatures, with their widths.

    The widths are at font size 1; kerning belongs to the part before it, so they add up to `text_width`.
    """
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(harfbuzz_font(font), buffer)
    widths: dict[int, float] = {}
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=False):
        widths[info.cluster] = widths.get(info.cluster, 0.0) + position.x_advance / 1000
    starts = sorted(widths)
    return [(text[start:end], widths[start]) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
