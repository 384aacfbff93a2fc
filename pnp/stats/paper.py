"""The paper that charts are drawn on: shapes and texts at places in inches, only in pnp's own fonts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from pnp.face.fonts import BODY, TITLE, Font, advance, find_font, missing

INK: Final = "#1f4e5f"
TEXT: Final = "#22282b"
QUIET: Final = "#667078"
RULE: Final = "#dfe4e6"
WHITE: Final = "#ffffff"
DPI: Final = 150
POINT: Final = 1 / 72
LEADING: Final = 1.2
_LONGEST: Final = 160
_SALT: Final = "pnp stats"


def cut(*, bold: bool = False, title: bool = False) -> Font:
    """The font that texts are set in."""
    return find_font(TITLE) if title else find_font(BODY, bold=bold)


def spelled(text: str, font: Font) -> str:
    """The text with the code in place of any letter that the font does not have, which is not drawn as a box."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(f"[{ord(sign):04X}]" if missing(sign, font) else sign for sign in text)


def width_of(text: str, size: float, *, bold: bool = False, title: bool = False) -> float:
    """The width of a text, in inches; `size` is in points."""
    font = cut(bold=bold, title=title)
    return advance(spelled(text, font), font) * size * POINT


def wrap(text: str, width: float, size: float, *, bold: bool = False, title: bool = False) -> list[str]:
    """The text in lines no wider than `width` inches: broken after spaces, - and _, or else anywhere."""
    lines: list[str] = []
    line = ""
    for part in _parts(spelled(text, cut(bold=bold, title=title))):
        if width_of((line + part).rstrip(), size, bold=bold, title=title) <= width:
            line += part
            continue
        if line:
            lines.append(line.rstrip())
        line = ""
        for sign in part:  # a part that is too wide by itself
            if line and width_of((line + sign).rstrip(), size, bold=bold, title=title) > width:
                lines.append(line)
                line = ""
            line += sign
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _parts(text: str) -> Iterator[str]:
    """Pieces of a text between which it may be broken."""
    start = 0
    for place, sign in enumerate(text):
        if sign in " -_/":
            yield text[start : place + 1]
            start = place + 1
    if start < len(text):
        yield text[start:]


Align = Literal["left", "center", "right"]


class Paper:
    """A white sheet; 0 0 is its upper left corner. It is used within `own_settings`."""

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
        """Set a text on the base line y, or upwards from it; a dollar sign is a dollar sign."""
        font = cut(bold=bold, title=title)
        properties = FontProperties(fname=str(font.path), size=size)  # a file: no search that could find another font
        self._add(
            Text(
                x, y, spelled(text, font), fontproperties=properties, color=colour, parse_math=False,
                horizontalalignment=align, verticalalignment="baseline", rotation=90 if upright else 0,
                rotation_mode="anchor",
            )
        )  # fmt: skip

    def box(self, x: float, y: float, width: float, height: float, colour: str = INK, strength: float = 1) -> None:
        """Fill a rectangle, mixed with white below full strength."""
        box = Rectangle((x, y), width, height, facecolor=mix(colour, strength), linewidth=0)
        self._add(box)

    def line(
        self, xs: Sequence[float], ys: Sequence[float], *, colour: str = RULE, weight: float = 0.6,
        dashes: tuple[float, ...] = (), mark: str = "", marked: Sequence[int] = (), fill: str = WHITE,
    ) -> None:  # fmt: skip
        """Draw a line through points, with a mark, filled so, on the points of these numbers."""
        line = Line2D(
            xs, ys, color=colour, linewidth=weight, marker=mark or "None", markevery=list(marked) or None,
            markersize=5, markerfacecolor=fill, markeredgecolor=colour, markeredgewidth=1.2, clip_on=False,
        )  # fmt: skip
        if dashes:
            line.set_linestyle((0, dashes))
        self._add(line)

    def _add(self, artist: Artist) -> None:
        """Put it over all that is drawn already."""
        artist.set_zorder(len(self.axes.get_children()))
        self.axes.add_artist(artist)

    def png(self) -> bytes:
        """The picture in dots."""
        return self._saved("png", {"Software": None})

    def svg(self, title: str) -> bytes:
        """The picture in shapes; letters are outlines, so that it looks alike where our fonts are not installed."""
        return self._saved("svg", {"Date": None, "Creator": None, "Title": title})

    def _saved(self, form: str, metadata: dict[str, str | None]) -> bytes:
        content = io.BytesIO()
        self.figure.savefig(content, format=form, dpi=DPI, metadata=metadata)
        return content.getvalue()


def mix(colour: str, strength: float) -> str:
    """The colour mixed with white: 1 is the colour itself, 0 white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in parts)


@contextmanager
def own_settings() -> Iterator[None]:
    """Matplotlib as it comes, whatever the machine's settings say, and the same bytes every time."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"svg.hashsalt": _SALT, "svg.fonttype": "path"})
        yield
