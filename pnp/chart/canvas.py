"""The canvas that charts are drawn on: colours, fonts, text and shapes at positions in inches.

Charts are set in pnp's fonts; a character missing there is taken from the project's fonts (`use_project_fonts`).
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import accumulate, groupby
from typing import Final, Literal, NamedTuple

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from pnp.chart.colours import INK, RULE, TEXT, WHITE, mix
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import BODY, TITLE, Font, find_font, harfbuzz_font, lacks_glyph, text_width
from pnp.text.typography import RTL, bidi_levels, grapheme_clusters, starts_rtl, visual_order

POINT: Final = 1 / 72
LEADING: Final = 1.2
HEADING: Final = 11.5
LABEL: Final = 9.5
SMALL: Final = 8.5
LINE: Final = LABEL * POINT * LEADING
"""Line height of a label, in inches."""
_LONGEST: Final = 160
_project_fonts: ContextVar[FontSet] = ContextVar("project_fonts", default=BUNDLED_FONTS)


class TextRun(NamedTuple):
    """A run of text in one font and one direction."""

    text: str
    font: Font
    level: int

    @property
    def rtl(self) -> bool:
        """Whether it runs from right to left."""
        return self.level % 2 == 1

    @property
    def width(self) -> float:
        """Width at a type size of 1."""
        return text_width(self.text, self.font, rtl=self.rtl)


@contextmanager
def use_project_fonts(fonts: FontSet) -> Iterator[None]:
    """Allow charts drawn in this context to use the fonts of a project."""
    before = _project_fonts.set(fonts)
    try:
        yield
    finally:
        _project_fonts.reset(before)


def font_style(*, bold: bool = False, title: bool = False) -> Font:
    """Return the font for body text, bold text or titles."""
    return find_font(TITLE) if title else find_font(BODY, bold=bold)


def replace_missing(text: str, font: Font) -> str:
    """Return the text, shortened if necessary, with characters missing from all fonts replaced by their codes."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(
        f"[{ord(each):04X}]" if lacks_glyph(each, font) and _fallback_font(each, font) is None else each
        for each in text
    )


def text_runs(text: str, font: Font) -> list[TextRun]:
    """Split text into runs in visual order; a single run if the font covers all of it."""
    if not RTL.search(text) and not any(lacks_glyph(each, font) for each in text):
        return [TextRun(text, font, 0)]
    level = bidi_levels(text, rtl=starts_rtl(text))
    parts: list[TextRun] = []
    place = 0
    for cluster in grapheme_clusters(text):
        own = not any(lacks_glyph(each, font) for each in cluster)
        parts.append(TextRun(cluster, font if own else _fallback_font(cluster, font) or font, level[place]))
        place += len(cluster)
    alike = (list(same) for _, same in groupby(parts, lambda part: part[1:]))
    return visual_order([TextRun("".join(part.text for part in same), *same[0][1:]) for same in alike])


def _fallback_font(characters: str, like: Font) -> Font | None:
    """Return a font of the project that has all these characters, preferably of the same weight; None if none has."""
    fonts = [
        font for font in _project_fonts.get().project_fonts if not any(lacks_glyph(each, font) for each in characters)
    ]
    return min(fonts, key=lambda font: (font.bold != like.bold, font.italic), default=None)


def width_of(text: str, size: float, *, bold: bool = False, title: bool = False) -> float:
    """Return the width of a text, in inches; `size` is in points."""
    font = font_style(bold=bold, title=title)
    return sum(part.width for part in text_runs(replace_missing(text, font), font)) * size * POINT


def centred_baseline(middle: float, size: float) -> float:
    """Return the baseline of digits that are vertically centred at `middle`."""
    return middle + 0.34 * size * POINT


def wrap(text: str, width: float, size: float, *, bold: bool = False, title: bool = False) -> list[str]:
    """Wrap text into lines of at most `width` inches, at spaces, -, _ and /, or else anywhere."""
    lines: list[str] = []
    line = ""
    for part in _parts(replace_missing(text, font_style(bold=bold, title=title))):
        if width_of((line + part).rstrip(), size, bold=bold, title=title) <= width:
            line += part
            continue
        if line:
            lines.append(line.rstrip())
        line = ""
        for character in part:  # this part alone is too wide
            if line and width_of((line + character).rstrip(), size, bold=bold, title=title) > width:
                lines.append(line)
                line = ""
            line += character
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _parts(text: str) -> Iterator[str]:
    """Yield the pieces between which a text may be broken."""
    start = 0
    for place, character in enumerate(text):
        if character in " -_/":
            yield text[start : place + 1]
            start = place + 1
    if start < len(text):
        yield text[start:]


EM: Final = 1000.0
"""Units per em that fonts are scaled to."""


class _OutlinePen:
    """Collects the outlines of glyphs, each at its position."""

    def __init__(self) -> None:
        import uharfbuzz

        self.points: list[tuple[float, float]] = []
        self.codes: list[int] = []
        self.x = self.y = 0.0
        self.funcs = uharfbuzz.DrawFuncs()
        self.funcs.set_move_to_func(lambda x, y, _: self._put(Path.MOVETO, x, y))
        self.funcs.set_line_to_func(lambda x, y, _: self._put(Path.LINETO, x, y))
        self.funcs.set_quadratic_to_func(lambda *at: self._put(Path.CURVE3, *at[:4]))
        self.funcs.set_cubic_to_func(lambda *at: self._put(Path.CURVE4, *at[:6]))
        self.funcs.set_close_path_func(lambda _: self._put(Path.CLOSEPOLY, 0, 0))

    def _put(self, code: object, *at: float) -> None:
        for x, y in zip(at[::2], at[1::2], strict=True):
            self.points.append(((x + self.x) / EM, (y + self.y) / EM))
            self.codes.append(int(str(code)))


@cache
def outline(text: str, font: Font, *, rtl: bool) -> Path | None:
    """Return the text as one path, scaled to an em of 1; None if it has no visible glyphs."""
    import uharfbuzz

    shaped = harfbuzz_font(font)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    uharfbuzz.shape(shaped, buffer)
    pen, start = _OutlinePen(), 0.0
    for info, position in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
        pen.x, pen.y = start + position.x_offset, position.y_offset
        shaped.draw_glyph(info.codepoint, pen.funcs)
        start += position.x_advance
    return Path(pen.points, pen.codes) if pen.points else None


DPI: Final = 150
_SALT: Final = "pnp stats"
"""Salt for the ids in an SVG; changing it changes the bytes of every chart."""

Align = Literal["left", "center", "right"]


class Canvas:
    """A white canvas with its origin in the upper left corner; use it within `matplotlib_defaults`."""

    def __init__(self, width: float, height: float) -> None:
        self.figure = Figure(figsize=(width, height), dpi=DPI, facecolor=WHITE)
        FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(height, 0)

    def text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, title: bool = False,
        colour: str = TEXT, align: Align = "left", upright: bool = False,
    ) -> None:  # fmt: skip
        """Set text on the baseline y, or upwards from it; dollar signs are literal."""
        font = font_style(bold=bold, title=title)
        parts = text_runs(replace_missing(text, font), font)
        if len(parts) != 1 or parts[0].font != font or parts[0].rtl:
            self._outlined(x, y, parts, size, colour, align, upright=upright)
            return
        # a path, so that matplotlib cannot substitute another font
        properties = FontProperties(fname=str(font.path), size=size)
        self._add(
            Text(
                x, y, parts[0].text, fontproperties=properties, color=colour, parse_math=False,
                horizontalalignment=align, verticalalignment="baseline", rotation=90 if upright else 0,
                rotation_mode="anchor",
            )
        )  # fmt: skip

    def _outlined(
        self, x: float, y: float, parts: Sequence[TextRun], size: float, colour: str, align: Align, *, upright: bool
    ) -> None:
        """Set text in several fonts or directions as outlines, the form in which all text is saved."""
        em = size * POINT
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align] * sum(part.width for part in parts)
        turn = Affine2D().translate(-shift, 0).scale(em, -em).rotate_deg(-90 if upright else 0).translate(x, y)
        for part, start in zip(parts, accumulate((part.width for part in parts), initial=0.0), strict=False):
            path = outline(part.text, part.font, rtl=part.rtl)
            if path is not None:
                placed = Affine2D().translate(start, 0) + turn
                self._add(PathPatch(path.transformed(placed), facecolor=colour, linewidth=0))

    def box(self, x: float, y: float, width: float, height: float, colour: str = INK, strength: float = 1) -> None:
        """Fill a rectangle; a strength below 1 mixes the colour with white."""
        box = Rectangle((x, y), width, height, facecolor=mix(colour, strength), linewidth=0)
        self._add(box)

    def line(
        self, xs: Sequence[float], ys: Sequence[float], *, colour: str = RULE, weight: float = 0.6,
        dashes: tuple[float, ...] = (), mark: str = "", marked: Sequence[int] = (), fill: str = WHITE,
    ) -> None:  # fmt: skip
        """Draw a line through points; those at the indices in `marked` get a marker filled with `fill`."""
        line = Line2D(
            xs, ys, color=colour, linewidth=weight, marker=mark or "None", markevery=list(marked) or None,
            markersize=5, markerfacecolor=fill, markeredgecolor=colour, markeredgewidth=1.2, clip_on=False,
        )  # fmt: skip
        if dashes:
            line.set_linestyle((0, dashes))
        self._add(line)

    def _add(self, artist: Artist) -> None:
        """Add an artist on top of everything drawn so far."""
        artist.set_zorder(len(self.axes.get_children()))
        self.axes.add_artist(artist)

    def png(self) -> bytes:
        """Return the chart as PNG."""
        return self._saved("png", {"Software": None})

    def svg(self, title: str) -> bytes:
        """Return the chart as SVG, with text as outlines so that it looks the same without pnp's fonts."""
        return self._saved("svg", {"Date": None, "Creator": None, "Title": title})

    def _saved(self, form: str, metadata: dict[str, str | None]) -> bytes:
        content = io.BytesIO()
        self.figure.savefig(content, format=form, dpi=DPI, metadata=metadata)
        return content.getvalue()


@contextmanager
def matplotlib_defaults() -> Iterator[None]:
    """Use matplotlib's defaults instead of the user's settings, and produce the same bytes every time."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"svg.hashsalt": _SALT, "svg.fonttype": "path", "text.hinting": "none"})
        yield
