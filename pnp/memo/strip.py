"""The frames of a figure in a strip, and what is drawn over them: tinted areas, ✓ and ✗, panels, and the way of pieces.

Lengths are in mm at the size of real pieces; a `unit` is how many of them make 1 mm on paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

from pnp.geometry.outline import Box, Point
from pnp.geometry.units import trim
from pnp.memo.tableau import Anchor, FigureFrame, Tableau
from pnp.memo.tabletop import CHARACTER, LABEL, PAD, TablePlan, title_of
from pnp.play.core import Translations
from pnp.play.scene import AreaAt, Item, LineAt, Scene, Tone, move_item
from pnp.terms import Lang, nearest_language

ROOM: Final = 115.0
"""Usual width of a column, in mm on paper."""
HEAD: Final = 7.0
"""Height of the numbers and verdicts above frames, in units."""
BETWEEN: Final = 4.5
"""Gap between frames, in units."""
ARROW: Final = 11.0
"""Gap with the arrow from before to after, in units."""
PAIR: Final = 2
RADIUS: Final = 2.7
"""Radius of a ✓ or ✗, in units."""
NEAR: Final = 5.0
"""Length that the way of a piece must have to be drawn, in units."""
COLOURS: Final = {Tone.RIGHT: "#1b7f3b", Tone.WRONG: "#b3261e"}
GLYPHS: Final = {Tone.RIGHT: "M-1.3 .1 L-.4 1.1 L1.4 -1", Tone.WRONG: "M-1 -1 L1 1 M1 -1 L-1 1"}
"""Their strokes, in units."""
_HATCHED: Final = {Tone.CLOSED: "M0 0 L1 1", Tone.RIGHT: "M0 1 L1 0", Tone.WRONG: "M0 0 L1 1 M0 1 L1 0"}
"""The hatching of a square of HATCH units, so that grey prints tell tones apart; the others have none."""
_DASHED: Final = {Tone.OPEN: (2.2, 1.6), Tone.NEW: (0.1, 1.5)}
"""Dashes and gaps of their outlines, in units; the others are solid."""
HATCH: Final = 2.8


def text_in(text: str | Translations, lang: Lang) -> str:
    """Return a text in the nearest language that it has."""
    return text if isinstance(text, str) else text[Lang(nearest_language(lang, text))]


@dataclass(frozen=True)
class Strip:
    """Where the frames of a figure are, and what they show."""

    width: float
    height: float
    unit: float
    cells: tuple[Point, ...]
    """By what the items of each frame are shifted."""
    frame: Box
    """The box of one frame, before it is shifted."""
    scenes: tuple[Scene, ...]
    plan: TablePlan | None
    numbers: tuple[Point, ...] = ()
    """Centres of the numbers, if the frames are numbered."""
    arrow: LineAt | None = None

    def items(self, at: int) -> Iterator[Item]:
        """Yield the items of a frame; those of a table are in the places of their zones."""
        for zone in self.scenes[at].zones:
            x, y = self._origin(zone.id)
            yield from (move_item(item, zone.x + x, zone.y + y) for item in zone.items)

    def _origin(self, zone: str) -> Point:
        return self.plan.origins.get(zone, (0, 0)) if self.plan else (0, 0)

    def find(self, anchor: Anchor, at: int) -> Point:
        """Return the point that an anchor means in a frame: a piece, a point, or the middle of a zone."""
        shift_x, shift_y = self.cells[at]
        if anchor.x is not None and anchor.y is not None:
            x, y = self._origin(anchor.zone)
            return anchor.x + x + shift_x, anchor.y + y + shift_y
        for zone in self.scenes[at].zones if anchor.piece else ():
            x, y = self._origin(zone.id)
            for _, piece in zone.pieces:
                if piece.piece == anchor.piece and anchor.zone in ("", zone.id):
                    return piece.x + zone.x + x + shift_x, piece.y + zone.y + y + shift_y
        left, top, width, height = self._box_of(anchor)
        return left + width / 2 + shift_x, top + height / 2 + shift_y

    def _box_of(self, anchor: Anchor) -> Box:
        """Return the box of the zone that an anchor is in, or of the frame."""
        boxes = self.plan.boxes if self.plan else {}
        zones = [zone.id for scene in self.scenes for zone in scene.zones for _, each in zone.pieces
                 if anchor.piece and each.piece == anchor.piece]  # fmt: skip
        return boxes.get(anchor.zone or next(iter(zones), ""), self.frame)

    def traces(self, frame: FigureFrame, at: int) -> Iterator[LineAt]:
        """Yield an arrow for the way of each piece between zones, unless it is short."""
        for trace in frame.traces:
            (x, y), (to_x, to_y) = (self._within(each, at) for each in (trace.start, trace.end))
            if hypot(to_x - x, to_y - y) > NEAR * self.unit:
                yield LineAt(x, y, to_x, to_y)

    def _within(self, anchor: Anchor, at: int) -> Point:
        """Return the point that an anchor means, moved into its zone: overlapping pieces are closer together."""
        x, y = self.find(anchor, at)
        left, top, width, height = self._box_of(anchor)
        shift_x, shift_y = self.cells[at]
        return (
            min(max(x, left + shift_x), left + width + shift_x),
            min(max(y, top + shift_y), top + height + shift_y),
        )

    def tints(self, figure: Tableau, at: int) -> Iterator[AreaAt]:
        """Yield an area for each tinted zone of the table."""
        shift_x, shift_y = self.cells[at]
        by = self.unit
        for name, (left, top, width, height) in (self.plan.boxes if self.plan else {}).items():
            if name in figure.tinted:
                corners = ((-by, -by), (width + by, -by), (width + by, height + by), (-by, height + by))
                yield AreaAt(left + shift_x, top + shift_y, corners, Tone.NEW, name)

    def panels(self, at: int, colour: str) -> Iterator[str]:
        """Yield the boxes of the players, and of zones that are empty in this frame."""
        if self.plan is None:
            return
        shift_x, shift_y = self.cells[at]

        def box(place: Box, dashes: str) -> str:
            left, top, width, height = place
            return (
                f'<rect x="{trim(left + shift_x)}" y="{trim(top + shift_y)}" width="{trim(width)}" '
                f'height="{trim(height)}" rx="{trim(1.5 * self.unit)}" fill="none" stroke="{colour}" '
                f'stroke-opacity=".6" stroke-width="FINE"{dashes}/>'
            )

        dashed = f' stroke-dasharray="{trim(self.unit)} {trim(self.unit)}"'
        yield from (box(place, "") for _, place in self.plan.panels)
        full = {zone.id for zone in self.scenes[at].zones if zone.items}
        yield from (box(place, dashed) for zone, place in self.plan.boxes.items() if zone not in full)

    def labels(self, at: int, seats: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield the titles of the zones and the names of the players."""
        if self.plan is None:
            return
        shift_x, shift_y = self.cells[at]
        for zone in self.scenes[at].zones:
            if zone.id in self.plan.titles:
                x, y = self.plan.titles[zone.id]
                yield {"text": title_of(zone), "x": x + shift_x, "y": y + shift_y, "strong": False, "width": 0}
        for owner, (left, top, _, _) in self.plan.panels:
            x, y = left + shift_x + PAD * self.unit, top + shift_y + 0.6 * PAD * self.unit
            name = seats[owner] if owner < len(seats) else ""
            yield {"text": name, "x": x, "y": y, "strong": True, "width": 0}

    def text(self, at: int, text: str) -> Iterator[dict[str, Any]]:
        """Yield the text below a frame."""
        left, top, width, height = self.frame
        shift_x, shift_y = self.cells[at]
        if text:
            y = top + height + shift_y + 0.8 * self.unit
            yield {"text": text, "x": left + shift_x, "y": y, "strong": False, "width": width}

    def verdict(self, at: int) -> Point:
        """Return the centre of a frame's verdict: above it, behind its number."""
        left, top, _, _ = self.frame
        shift_x, shift_y = self.cells[at]
        behind = 3 * RADIUS if self.numbers else RADIUS
        return left + shift_x + behind * self.unit, top + shift_y - HEAD * self.unit / 2


def make_strip(
    figure: Tableau, frame: Box, columns: int, unit: float, scenes: Sequence[Scene], plan: TablePlan | None, lang: Lang
) -> Strip:
    """Return the strip of a figure whose frames have this box; two frames are before and after."""
    left, top, width, height = frame
    count = len(figure.frames)
    pair = count == PAIR and columns == PAIR
    numbered = count > 1 and not pair
    gap = unit * (ARROW if pair else BETWEEN)
    above = HEAD * unit if numbered or any(each.verdict for each in figure.frames) else 0
    texts = [text_in(each.text, lang) for each in figure.frames]
    letters = max(width / (CHARACTER * unit), 1)
    below = max((-(-len(text) // letters) * LABEL * unit + unit for text in texts if text), default=0)
    places = [
        ((at % columns) * (width + gap), (at // columns) * (above + height + below + BETWEEN * unit))
        for at in range(count)
    ]
    full = (columns - 1) * (width + gap) + width, max(y for _, y in places) + above + height + below
    middle = above + height / 2
    return Strip(
        *full, unit, tuple((x - left, y + above - top) for x, y in places), frame, tuple(scenes), plan,
        tuple((x + RADIUS * unit, y + above / 2) for x, y in places) if numbered else (),
        LineAt(width + 0.2 * gap, middle, width + 0.8 * gap, middle) if pair else None,
    )  # fmt: skip


def draw_sign(verdict: Tone, x: float, y: float, unit: float) -> str:
    """Return a ✓ or ✗ in a disc, which differ without colour as well."""
    return (
        f'<g transform="translate({trim(x)} {trim(y)}) scale({unit:.4f})">'
        f'<circle r="{RADIUS}" fill="{COLOURS[verdict]}" stroke="#fff" stroke-width=".5"/>'
        f'<path d="{GLYPHS[verdict]}" fill="none" stroke="#fff" stroke-width=".75" stroke-linecap="round" '
        'stroke-linejoin="round"/></g>'
    )


def sign_corners(frames: Iterable[FigureFrame], unit: float) -> Iterator[Point]:
    """Yield the corners of the signs that are at points."""
    for at in (sign.at for frame in frames for sign in frame.signs):
        if at.x is not None and at.y is not None:
            yield from ((at.x + way * RADIUS * unit, at.y + way * RADIUS * unit) for way in (-1, 1))


def draw_areas(areas: Iterable[AreaAt], accent: str, unit: float, *, low: bool) -> Iterator[str]:
    """Yield tinted areas: those with the same name are one, with its outline, tint, and hatching or dashes by tone."""
    together: dict[tuple[Tone, str], list[AreaAt]] = defaultdict(list)
    for area in areas:
        together[area.tone, area.text].append(area)
    for tone in dict.fromkeys(tone for tone, _ in together):
        if tone in _HATCHED:
            yield _pattern(tone, COLOURS.get(tone, accent), unit)
    for (tone, _), parts in together.items():
        yield from _area(tone, parts, COLOURS.get(tone, accent), unit, low=low)


def _pattern(tone: Tone, colour: str, unit: float) -> str:
    return (
        f'<defs><pattern id="{tone}" width="{HATCH}" height="{HATCH}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({unit:.4f})"><g transform="scale({HATCH})"><path d="{_HATCHED[tone]}" fill="none" '
        f'stroke="{colour}" stroke-width=".11" stroke-linecap="square"/></g></pattern></defs>'
    )


def _area(tone: Tone, parts: Sequence[AreaAt], colour: str, unit: float, *, low: bool) -> Iterator[str]:
    inside = " ".join(f"M{' L'.join(_written(point) for point in _placed(part))} Z" for part in parts)
    edges = " ".join(f"M{_written(start)} L{_written(end)}" for start, end in _outer_edges(parts))
    if not low:
        yield f'<path d="{inside}" fill="{colour}" fill-opacity="{0.1 if tone is Tone.OPEN else 0.2}"/>'
    if tone in _HATCHED:
        yield f'<path d="{inside}" fill="url(#{tone})"/>'
    dashes = " ".join(trim(length * unit) for length in _DASHED.get(tone, ()))
    line = f'<path d="{edges}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    yield f'{line} stroke="#fff" stroke-width="WIDE"/>'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    yield f'{line} stroke="{colour}" stroke-width="THIN"{dashed}/>'


def _written(point: Point) -> str:
    return f"{trim(point[0])} {trim(point[1])}"


def _placed(area: AreaAt) -> list[Point]:
    return [(area.x + x, area.y + y) for x, y in area.outline]


def _outer_edges(parts: Sequence[AreaAt]) -> list[tuple[Point, Point]]:
    """Return the edges of areas that are not between two of them."""
    found: dict[frozenset[Point], list[tuple[Point, Point]]] = defaultdict(list)
    for part in parts:
        corners = _placed(part)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            key = frozenset((round(x, 1), round(y, 1)) for x, y in (start, end))
            found[key].append((start, end))
    return [edges[0] for edges in found.values() if len(edges) == 1]
