"""The brush: flat areas of colour and a dark line that swells, thins and wobbles a little, as a wet brush does.

All measures are millimetres on the card. A frame moves, turns or scales what is drawn in it, and leaves the line's
width as it is, so that a small thing is drawn with the same brush as a large one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, pi, sin

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num
from pnp.face.art.pen import PAPER, Pen
from pnp.face.art.stroke import ribbon

from .curve import Arc, Node, Outline, arcs, even, length, nodes, oval, pair, path, sample
from .palette import CALM, INK, WIDTH

Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)
AWAY: Point = (0.6, 0.8)
"""Where shadows fall: the light comes from the upper left."""
HEAVY = 0.3
"""How much thicker a line is on the shadow side, and thinner in the light, as a share of its width."""
REACH = 1.8
"""How far a thing's shadow reaches beyond it, in millimetres."""
THICK, FINE, HAIR = 0.85, 0.55, 0.38
"""The widths of lines: of dogs, of things, of details."""


def area(line: Sequence[Point]) -> float:
    """The area inside a closed line; above 0 if it runs clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, [*line[1:], line[0]], strict=True)) / 2


@dataclass(frozen=True)
class Brush:
    """Collects what is drawn with it in `parts`; frames share them."""

    pen: Pen
    parts: list[BaseElement] = field(default_factory=list)
    matrix: Matrix = PLAIN
    width: float = FINE
    bold: float = 1
    """How many units of the drawing a millimetre of line is."""
    casts: list[list[Point]] | None = None
    """Collects the outlines of what throws a shadow, if given."""

    def frame(self, x: float, y: float, turn: float = 0, scale: float = 1, flip: bool = False) -> Brush:
        """A brush whose origin is at (x, y), turned by degrees and scaled; `flip` looks the other way."""
        c, s = cos(turn * pi / 180) * scale, sin(turn * pi / 180) * scale
        side = -1 if flip else 1
        a, b, p, q, e, f = self.matrix
        inner = (c * side, s * side, -s, c)
        return replace(
            self,
            matrix=(
                a * inner[0] + p * inner[1],
                b * inner[0] + q * inner[1],
                a * inner[2] + p * inner[3],
                b * inner[2] + q * inner[3],
                a * x + p * y + e,
                b * x + q * y + f,
            ),
        )

    def thick(self, width: float) -> Brush:
        """The same brush with another width of line."""
        return replace(self, width=width)

    def group(self) -> Group:
        """Everything drawn so far."""
        return self.pen.group(*self.parts)

    def _placed(self, outline: Outline) -> list[Node]:
        a, b, c, d, e, f = self.matrix
        return [Node(a * x + c * y + e, b * x + d * y + f, corner) for x, y, corner in nodes(outline)]

    def _add(self, d: str, fill: str) -> None:
        self.parts.append(self.pen.path(d, {"fill": fill}))

    def _stroke(
        self, curve: Sequence[Arc], width: float, colour: str, closed: bool, taper: bool, level: bool = False
    ) -> None:
        width, unit = width * self.bold, self.bold
        total = length(curve)
        step = max(0.7 * unit, min(2.6 * unit, total / 12, 0.85 * total / len(curve)))
        line = (sample if level else even)(curve, step)
        if closed:
            line = [*line, line[1]]
        clockwise = 1 if closed and area(line) > 0 else -1
        seed = (line[0][0] * 1.7 + line[0][1] * 2.3) % 6.28
        way = 0.0
        halves = []
        wobbly = []
        for i, (x, y) in enumerate(line):
            if i:
                way += hypot(x - line[i - 1][0], y - line[i - 1][1])
            swell = 0.2 * sin(way / unit / 2.6 + seed) + 0.14 * sin(way / unit / 1.15 + 2 * seed)
            swell *= min(1.0, 0.9 * unit / width)
            end = min(way, total - way) if taper and not closed else width * 3
            thin = 0.3 + 0.7 * min(1.0, max(end, 0) / (width * 3))
            if closed:
                (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
                size = hypot(bx - ax, by - ay) or 1
                thin *= 1 + HEAVY * clockwise * ((by - ay) * AWAY[0] - (bx - ax) * AWAY[1]) / size
            free = min(1.0, max(0.0, (WIDTH / 2 - CALM - abs(x)) / 6)) if level else 1.0
            halves.append(width / 2 * (1 + swell * free) * thin)
            shake = 0.09 * free * unit
            wobbly.append((x + shake * sin(way / unit / 1.9 + seed * 3), y + shake * cos(way / unit / 2.3 + seed * 5)))
        self._add(ribbon(wobbly, halves), colour)

    def blob(self, outline: Outline, fill: str, width: float | None = None) -> None:
        """An area with a line round it."""
        curve = arcs(self._placed(outline))
        self._add(path(curve), PAPER if self.pen.low and fill != INK else fill)
        if self.casts is not None:
            self.casts.append(sample(curve, 1.2)[:-1])
        if fill != INK:
            self._stroke(curve, self.width if width is None else width, INK, True, False)

    def tint(self, outline: Outline, fill: str) -> None:
        """An area without a line, left out where ink is saved."""
        if not self.pen.low:
            self._add(path(arcs(self._placed(outline))), fill)

    def tints(self, outlines: Sequence[Outline], fill: str) -> None:
        """Many areas of one colour, as one shape; where ink is saved, only their outlines."""
        d = "".join(path(arcs(self._placed(outline))) for outline in outlines)
        if self.pen.low:
            self.parts.append(self.pen.path(d, self.pen.line(0.22 * self.bold, INK)))
        else:
            self._add(d, fill)

    def cover(self, outline: Outline, fill: str) -> None:
        """An area without a line that hides what is below, white where ink is saved."""
        self._add(path(arcs(self._placed(outline))), PAPER if self.pen.low and fill != INK else fill)

    def glass(self, outline: Outline, fill: str, opacity: float) -> None:
        """An area one can see through."""
        if not self.pen.low:
            self.parts.append(self.pen.path(path(arcs(self._placed(outline))), {"fill": fill, "opacity": opacity}))

    def shadow(self, outlines: Sequence[Outline], opacity: float = 0.22) -> None:
        """The shadow of several things, as one shape; none where ink is saved."""
        if self.pen.low or not outlines:
            return
        placed = [self._placed(outline) for outline in outlines]
        turned = [line if area([(x, y) for x, y, _ in line]) > 0 else line[::-1] for line in placed]
        d = "".join(path(arcs(line)) for line in turned)
        self.parts.append(self.pen.path(d, {"fill": INK, "opacity": opacity}))

    def stroke(self, outline: Outline, width: float | None = None, colour: str = INK, taper: bool = True) -> None:
        """A line; a coloured one is thin and dark where ink is saved."""
        width = self.width if width is None else width
        if self.pen.low and colour != INK:
            width, colour = min(width * 0.6, 0.3), INK
        self._stroke(arcs(self._placed(outline), closed=False), width, colour, False, taper)

    def loop(self, outline: Outline, width: float | None = None, colour: str = INK) -> None:
        """A closed line without an area."""
        self._stroke(arcs(self._placed(outline)), self.width if width is None else width, colour, True, False)

    def limb(self, outline: Outline, width: float, fill: str, line: float = 0.5) -> None:
        """An arm, a tentacle or a cord: an even band of colour between two lines, with round ends."""
        curve = arcs(self._placed(outline), closed=False)
        d = path(curve, closed=False)
        if self.casts is not None and width > 2:
            middle = sample(curve, 1.2)
            sides = [[(x + s * width / 2, y + s * width / 4) for x, y in middle] for s in (-1, 1)]
            self.casts.append([*sides[0], *reversed(sides[1])])
        self.parts.append(self.pen.path(d, self.pen.line((width + 2 * line) * self.bold, INK)))
        self.parts.append(self.pen.path(d, self.pen.line(width * self.bold, PAPER if self.pen.low else fill)))

    def seam(self, outline: Outline, width: float) -> None:
        """A line that crosses the cuts: level and even there; the frame's middle is the card's."""
        self._stroke(arcs(self._placed(outline), closed=False), width, INK, False, False, True)

    def thread(self, outline: Outline, width: float = HAIR, colour: str = INK) -> None:
        """Even lines, for small details; several may be parted by `|`."""
        lines = outline.split("|") if isinstance(outline, str) else [outline]
        d = "".join(path(arcs(self._placed(line), closed=False), closed=False) for line in lines)
        if self.pen.low and colour != INK:
            width, colour = min(width * 0.6, 0.24), INK
        self.parts.append(self.pen.path(d, self.pen.line(width * self.bold, colour)))

    def dot(self, x: float, y: float, r: float, fill: str = INK) -> None:
        """A small disc without a line, solid in any ink when it is dark."""
        self.dots([(x, y)], r, fill)

    def dots(self, spots: Sequence[Point], r: float, fill: str = INK) -> None:
        """Many small discs as one shape."""
        a, b, c, d, e, f = self.matrix
        r *= hypot(a, b)
        arc = f"a{num(r)},{num(r)} 0 1 0"
        places = [(a * x + c * y + e - r, b * x + d * y + f) for x, y in spots]
        text = "".join(f"M{pair(spot)}{arc} {num(2 * r)},0{arc} {num(-2 * r)},0Z" for spot in places)
        if self.pen.low and fill != INK:
            self.parts.append(self.pen.path(text, self.pen.line(0.25 * self.bold, INK) | {"fill": PAPER}))
        else:
            self._add(text, fill)

    def disc(self, x: float, y: float, rx: float, fill: str, ry: float | None = None, turn: float = 0) -> None:
        """An ellipse with a line round it."""
        self.blob(oval(x, y, rx, ry, turn), fill)
