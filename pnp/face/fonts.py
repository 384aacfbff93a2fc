"""The fonts that faces are set in.

They come from packages; no font of the machine is used, so that every machine prints the same.

Source Sans Pro: Adobe, SIL Open Font License 1.1, package font-source-sans-pro.
Fredoka One: Milena Brandão, SIL Open Font License 1.1, package font-fredoka-one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.errors import Problem, RenderError, known, quoted

if TYPE_CHECKING:
    import uharfbuzz

BODY: Final = "Source Sans Pro"
TITLE: Final = "Fredoka One"


@dataclass(frozen=True)
class Font:
    """One cut of a family."""

    family: str
    bold: bool
    italic: bool
    package: str
    file: str

    @property
    def path(self) -> Path:
        """The font file, in its package."""
        spec = find_spec(self.package)
        if spec is None or spec.origin is None:
            name = self.package.replace("_", "-")
            raise RenderError(Problem(f"font {self.family}", f"the package {name}", "none", f"pip install {name}"))
        return Path(spec.origin).parent / "files" / self.file


_SANS: Final = "font_source_sans_pro"
FONTS: Final = (
    Font(BODY, False, False, _SANS, "SourceSansPro-Regular.ttf"),
    Font(BODY, True, False, _SANS, "SourceSansPro-Bold.ttf"),
    Font(BODY, False, True, _SANS, "SourceSansPro-It.ttf"),
    Font(BODY, True, True, _SANS, "SourceSansPro-BoldIt.ttf"),
    Font(TITLE, False, False, "font_fredoka_one", "FredokaOne-Regular.ttf"),
)
FAMILIES: Final = tuple(dict.fromkeys(font.family for font in FONTS))
_BY_STYLE: Final = {(font.family, font.bold, font.italic): font for font in FONTS}


def find_font(family: str, *, bold: bool = False, italic: bool = False, where: str = "text") -> Font:
    """The cut of a family; RenderError when pnp has no such family or cut."""
    font = _BY_STYLE.get((family, bold, italic))
    if font is None and family not in FAMILIES:
        raise RenderError(Problem(where, "a font that pnp has", quoted(family), known(FAMILIES, family)))
    if font is None:
        cut = " ".join(name for name, on in (("bold", bold), ("italic", italic)) if on)
        hint = f"use {BODY} for bold and italic"
        raise RenderError(Problem(where, f"a cut that {family} has", quoted(cut), hint))
    return font


@cache
def shaper(font: Font) -> uharfbuzz.Font:
    """The font ready to be measured, one unit to the em's 1000th."""
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(font.path)))
    shaped = uharfbuzz.Font(face)
    shaped.scale = (1000, 1000)
    return shaped


@cache
def advance(text: str, font: Font) -> float:
    """The width of a text at a size of 1, kerning included."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(shaper(font), buffer)
    width: int = sum(position.x_advance for position in buffer.glyph_positions or ())
    return width / 1000


@cache
def metrics(font: Font) -> tuple[float, float, float]:
    """Ascender, descender (both positive) and cap height at a size of 1."""
    shaped = shaper(font)
    extents = shaped.get_font_extents("ltr")
    glyph = shaped.get_nominal_glyph(ord("H"))
    cap = shaped.get_glyph_extents(glyph).y_bearing if glyph else extents.ascender
    return extents.ascender / 1000, -extents.descender / 1000, cap / 1000


@cache
def missing(character: str, font: Font) -> bool:
    """Whether the font has no glyph for a character."""
    return shaper(font).get_nominal_glyph(ord(character)) is None
