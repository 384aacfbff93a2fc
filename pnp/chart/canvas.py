"""Canvas for charts: shapes and text at positions in inches, in the fonts of pnp or of a project."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Final, Literal

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from pnp.chart.colour import INK, RULE, TEXT, WHITE, mix
from pnp.chart.glyphs import outline
from pnp.chart.lettering import POINT, TextRun, font_style, replace_missing, text_runs

DPI: Final = 150
_SALT: Final = "pnp stats"
"""Salt for the ids in an SVG; changing it changes the bytes of every chart."""

Align = Literal["left", "center", "right"]


class Canvas:
    """A white canvas with its origin in the upper left corner; use it within `own_settings`."""

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
        matplotlib.rcParams.update({"svg.hashsalt": _SALT, "svg.fonttype": "path"})
        yield
