"""Outlines of shaped text, for charts."""

from __future__ import annotations

from functools import cache
from typing import Final

from matplotlib.path import Path

from pnp.text.fonts import Font, harfbuzz_font

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
