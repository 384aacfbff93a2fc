"""Colours, drawings and figures of a memo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Any, Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, RenderError, did_you_mean, quote_value
from pnp.face.art_loader import BOX, ArtLoader
from pnp.face.face import Face
from pnp.face.faces import FaceLook
from pnp.face.families import resolve_families
from pnp.face.sources import Sources
from pnp.face.svg_check import check_svg
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size, trim
from pnp.memo.markup import TokenType, tokens
from pnp.memo.source import RulesDocument
from pnp.memo.strip import ROOM, Strip, draw_areas, draw_sign, make_strip, sign_corners, text_in
from pnp.memo.tableau import FigureFrame, Tableau
from pnp.memo.tabletop import SMALLEST_UNIT, compact, plan_table
from pnp.pictures.embedded import image_keys
from pnp.play.scene import AreaAt, Item, LineAt, PieceAt, Scene, TextAt, move_item
from pnp.press.font_folder import fonts_of
from pnp.press.images import svg_for_renderer
from pnp.project.folders import Project
from pnp.spec.model import Deck, Design, Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, nearest_language
from pnp.text.font_set import ProjectFont

DEFAULT_COLOUR: Final = "#33475b"
"""Default colour, for games whose decks have no edge colour."""
INK: Final = "#231f20"
PAPER: Final = "#ffffff"
LIGHT: Final = 0.09
"""Share of the colour in a tint."""
MIN_CONTRAST: Final = 4.5
"""Minimum contrast of text with its background."""


class MemoColours(NamedTuple):
    """The colours of a memo."""

    band: str
    """Background of the title and the badges."""
    on_band: str
    """Text colour on the band."""
    accent: str
    """Colour of symbols and lines."""
    heading: str
    """Colour of headings: the band's, darkened until it is legible on paper."""
    tint: str
    """Light background: the band's colour mixed with white."""


def memo_colours(memo: RulesDocument, game: Game) -> MemoColours:
    """Return the colours set in a memo or rulebook, or else those of the game or of the decks' edges."""
    edges = [deck.edge.back for deck in game.decks.values() if deck.edge and deck.edge.back]
    band = memo.colour or game.colour or next((edge for edge in edges if edge.lower() != PAPER), DEFAULT_COLOUR)
    on_band = PAPER if contrast(PAPER, band) >= contrast(INK, band) else INK
    return MemoColours(band, on_band, memo.accent or band, _darkened(band), _mixed(band, PAPER, LIGHT))


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _darkened(colour: str) -> str:
    """Return the colour, darkened until text in it is legible on paper."""
    for step in range(11):
        mixed = _mixed(colour, INK, 1 - step / 10)
        if contrast(mixed, PAPER) >= MIN_CONTRAST:
            return mixed
    return INK


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 (equal) to 21 (black and white)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in _channels(colour)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def icon_names(memo: RulesDocument) -> dict[str, Location]:
    """Return every drawing that a memo or rulebook uses, with the location of its first use."""
    found: dict[str, Location] = {}
    for name, where in memo.icons():
        found.setdefault(name, where)
    for words in memo.words():
        for text in words.versions():
            for token in tokens(text, words.where):
                if token.sort is TokenType.ICON:
                    found.setdefault(token.value, words.where)
    return found


def unknown_icons(memo: RulesDocument, art: ArtLoader) -> list[Problem]:
    """Return a problem for each drawing that the game does not have."""
    return [
        Problem(where, f"there is no drawing {quote_value(name)}", did_you_mean(art.icon_names(), name), code="E0501")
        for name, where in icon_names(memo).items()
        if not art.has_icon(name)
    ]


LOGO: Final = "logo.svg"
"""File of the game's logo, among those of the drawings."""


def draw_logo(project: Project, game: Game, memo: RulesDocument, ink: Ink) -> Face | None:
    """Return the game's logo in the memo's language; None if it has none, or if the memo has another title."""
    if memo.title:
        return None
    return FaceLook(memo.lang, ink, bleed=0).renderer(project, game).logo(BOX)


def draw_icons(
    project: Project, game: Game, memo: RulesDocument, ink: Ink
) -> tuple[dict[str, bytes], tuple[ProjectFont, ...]]:
    """Return an SVG file for each drawing that the memo uses, and the project's fonts that they use.

    Raise PnpError for drawings that the game does not have.
    """
    art = ArtLoader(Sources(project, game.id), low_ink=ink is Ink.LOW)
    problems = unknown_icons(memo, art)
    if problems:
        raise PnpError(*problems)
    drawn = dict(_draw(art, icon_names(memo).items()))
    return {name: svg_for_renderer(face).encode() for name, face in drawn.items()}, fonts_of(drawn.values())


def _draw(art: ArtLoader, names: Iterable[tuple[str, Location]]) -> Iterable[tuple[str, Face]]:
    for name, where in names:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100mm" '
            f'height="100mm" viewBox="-50 -50 100 100">{art.place_icon(name, 0, 0, BOX, where)}</svg>'
        )
        try:
            check_svg(svg, where, art.fonts)
        except RenderError as error:
            raise PnpError(*error.problems) from error
        fonts = art.fonts.used_in(svg)
        if fonts:
            svg = resolve_families(svg, art.fonts, where)
        pictures = tuple(art.pictures[key] for key in image_keys(svg))
        yield f"icons/{name}.svg", Face(svg, Size(100, 100), 0, where, fonts, pictures)


RIM: Final = 0.8
"""Margin around everything, in mm at full scale."""
NOTE_HEIGHT: Final = 16.0
NOTE_CHARACTER_WIDTH: Final = 8.0
"""Height of a note and width of each of its characters, in mm at full scale."""
DISC_RADIUS: Final = 7.0
"""Radius of the disc on a marked piece, in mm at full scale."""


BESIDE: Final = 0.22
"""Width of the callouts on a side, as a share of the column; the same as in the template."""
LINE: Final = 3
"""Number of frames side by side; more are in two lines."""


@dataclass(frozen=True)
class PlacedFace:
    """A face in an illustration; positions are in mm at full scale, from the upper left corner of the illustration."""

    key: str
    """Key of the face."""
    x: float
    y: float
    turn: float
    size: Size
    cut: Outline
    scale: float = 1.0
    """How much larger it is than the real piece."""
    grounded: bool = False
    """Whether it is drawn on white, so that nothing below it is seen through it."""


@dataclass(frozen=True)
class Illustration:
    """A figure in one language and ink mode."""

    data: dict[str, Any]
    """Template data."""
    faces: tuple[PlacedFace, ...]


class DrawnFrame(NamedTuple):
    """What one frame draws."""

    faces: list[PlacedFace]
    drawn: list[str]
    """Elements of the SVG over the faces."""
    notes: list[dict[str, Any]]
    labels: list[dict[str, Any]]
    callouts: list[dict[str, Any]]


class Illustrator:
    """A maker of illustrations, which collects their faces, each once."""

    def __init__(self, project: Project, game: Game, lang: Lang, ink: Ink, look: MemoColours, cache: Cache) -> None:
        self._store = FaceLook(lang, ink, bleed=0).store(project, game, cache)
        self._pieces = {design.id: (deck, design) for deck, design in game.designs()}
        self._lang, self._look, self._ink = lang, look, ink
        self.faces: dict[str, Face] = {}

    def illustrate(self, figure: Tableau, room: float = ROOM) -> Illustration:
        """Return the illustration of a figure, for a column of `room` mm; raise RenderError if a face cannot be drawn.

        The frames are side by side, each in a cell of the same size.
        """
        sides = {callout.side for frame in figure.frames for callout in frame.callouts}
        strip = self._strip(figure, room * (1 - BESIDE * len(sides)))
        cells = [self._cell(figure, frame, at, strip) for at, frame in enumerate(figure.frames)]
        faces = [face for cell in cells for face in cell.faces]
        drawn = [svg for cell in cells for svg in cell.drawn] + self._between(strip)
        data = {
            "name": figure.name,
            "width": strip.width,
            "height": strip.height,
            "overlay": _svg(drawn, strip),
            "notes": [note for cell in cells for note in cell.notes],
            "unit": strip.unit,
            "labels": [label for cell in cells for label in cell.labels],
            "numbers": [{"x": x, "y": y, "text": str(at)} for at, (x, y) in enumerate(strip.numbers, 1)],
            "callouts": [callout for cell in cells for callout in cell.callouts],
        }
        return Illustration(data, tuple(faces))

    def _strip(self, figure: Tableau, room: float) -> Strip:
        """Return where the frames are: all in cells of the size of the largest."""
        count = len(figure.frames)
        columns = figure.columns or (count if count <= LINE else -(-count // 2))
        scenes = [self._scene_of(figure, frame) for frame in figure.frames]
        plan, unit = None, SMALLEST_UNIT
        if figure.whole:
            seats = self._seat_names(figure, scenes[0])
            plan, unit = plan_table(scenes, figure.bottom, self._extent, room, columns, seats)
            rim = 1.2 * unit if figure.tinted else RIM
            left, top, width, height = -rim, -rim, plan.width + 2 * rim, plan.height + 2 * rim
        else:
            points = [point for scene in scenes for point in self._extent(scene.items)]
            unit = max(unit, columns * _box(points)[2] / room)
            left, top, width, height = _box([*points, *sign_corners(figure.frames, unit)])
        return make_strip(figure, (left, top, width, height), columns, unit, scenes, plan, self._lang)

    def _scene_of(self, figure: Tableau, frame: FigureFrame) -> Scene:
        scene = frame.scenes[Lang(nearest_language(self._lang, frame.scenes))]
        return compact(scene, lambda piece: self._pieces[piece.piece][0].size.width) if figure.whole else scene

    def _seat_names(self, figure: Tableau, scene: Scene) -> list[str]:
        return [text_in(name, self._lang) for name in figure.seats] or [seat.name for seat in scene.seats]

    def _extent(self, items: Iterable[Item]) -> list[Point]:
        """Return the outline points of items."""
        listed = list(items)
        laid = [(item, *self._pieces[item.piece]) for item in listed if isinstance(item, PieceAt)]
        notes = [(item, text_in(item.text, self._lang)) for item in listed if isinstance(item, TextAt)]
        strokes = [item for item in listed if isinstance(item, LineAt)]
        return [*_corners(laid), *_note_corners(notes), *_ends(strokes), *_area_corners(listed)]

    def _cell(self, figure: Tableau, frame: FigureFrame, at: int, strip: Strip) -> DrawnFrame:
        """Return what one frame draws, in its place."""
        scene, plan = strip.scenes[at], strip.plan
        shift_x, shift_y = strip.cells[at]
        items = [move_item(item, shift_x, shift_y) for item in strip.items(at)]
        faces = []
        marked: list[PlacedFace] = []
        grounded = figure.whole and self._ink is Ink.LOW
        for item in (item for item in items if isinstance(item, PieceAt)):
            deck, design = self._pieces[item.piece]
            face = self._store.face(deck, design, item.side, item.look).face
            self.faces[face.key] = face
            cut = deck.cut_line(item.side, design.id)
            faces.append(PlacedFace(face.key, item.x, item.y, item.turn, deck.size, cut, grounded=grounded))
            marked += faces[-1:] if item.marked else []
        strokes = [item for item in items if isinstance(item, LineAt)] + list(strip.traces(frame, at))
        areas = [*(item for item in items if isinstance(item, AreaAt)), *strip.tints(figure, at)]
        drawn = [
            *draw_areas(areas, self._look.accent, strip.unit, low=self._ink is Ink.LOW),
            *strip.panels(at, self._look.heading),
            *map(self._ring, marked),
            *map(self._line, strokes),
            *(draw_sign(sign.verdict, *strip.find(sign.at, at), strip.unit) for sign in frame.signs),
        ]
        if frame.verdict:
            drawn.append(draw_sign(frame.verdict, *strip.verdict(at), strip.unit))
        notes = [
            {"text": text_in(item.text, self._lang), "x": item.x, "y": item.y}
            for item in items
            if isinstance(item, TextAt)
        ]
        callouts = []
        for callout in frame.callouts:
            x, y = strip.find(callout.at, at)
            callouts.append({"text": text_in(callout.text, self._lang), "side": callout.side, "x": x, "y": y})
        seats = self._seat_names(figure, scene) if plan else []
        labels = [*strip.labels(at, seats), *strip.text(at, text_in(frame.text, self._lang))]
        return DrawnFrame(faces, drawn, notes, labels, callouts)

    def _between(self, strip: Strip) -> list[str]:
        """Return the arrow from before to after."""
        return [self._line(strip.arrow)] if strip.arrow else []

    def _ring(self, face: PlacedFace) -> str:
        """Return a ring around a piece, and a disc with a tick, which can be seen without colour."""
        begin, above, wide, _ = face.cut.box
        width, height = face.size
        place = f"translate({trim(face.x)} {trim(face.y)}) rotate({trim(face.turn)})"
        centre = f"translate({trim(-width / 2)} {trim(-height / 2)})"
        x, y = _rotated((begin + wide - DISC_RADIUS - width / 2, above + DISC_RADIUS - height / 2), face.turn)
        ring = f'<path d="{face.cut.svg()}" fill="none" stroke-linejoin="round"'
        return (
            f'<g transform="{place} {centre}">{ring} stroke="#fff" stroke-width="WIDE"/>'
            f'{ring} stroke="{self._look.accent}" stroke-width="THIN"/></g>'
            f'<g transform="translate({trim(face.x + x)} {trim(face.y + y)})">'
            f'<circle r="{trim(DISC_RADIUS)}" fill="{self._look.accent}" stroke="#fff" stroke-width="FINE"/>'
            f'<path d="M-3.4 .2 L-1 2.8 L3.6 -2.6" fill="none" stroke="#fff" stroke-width="1.9" '
            'stroke-linecap="round" stroke-linejoin="round"/></g>'
        )

    def _line(self, stroke: LineAt) -> str:
        long = hypot(stroke.to_x - stroke.x, stroke.to_y - stroke.y) or 1.0
        u, v = (stroke.to_x - stroke.x) / long, (stroke.to_y - stroke.y) / long
        tip, barb = 9.0, 5.0
        path = f"M{trim(stroke.x)} {trim(stroke.y)} L{trim(stroke.to_x)} {trim(stroke.to_y)}"
        if stroke.arrow:
            for side in (barb, -barb):
                x, y = stroke.to_x - tip * u - side * v, stroke.to_y - tip * v + side * u
                path += f" M{trim(x)} {trim(y)} L{trim(stroke.to_x)} {trim(stroke.to_y)}"
        line = f'<path d="{path}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        return f'{line} stroke="#fff" stroke-width="WIDE"/>{line} stroke="{self._look.accent}" stroke-width="THIN"/>'


def _svg(drawn: Sequence[str], strip: Strip) -> str:
    """Return the SVG over the faces; the template replaces THIN, WIDE and FINE by line widths."""
    if not drawn:
        return ""
    box = f"0 0 {trim(strip.width)} {trim(strip.height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(drawn)}</svg>'


def _rotated(point: Point, turn: float) -> Point:
    """Return a point rotated clockwise about the origin, by an angle in degrees."""
    angle = radians(turn)
    return point[0] * cos(angle) - point[1] * sin(angle), point[0] * sin(angle) + point[1] * cos(angle)


def _corners(laid: Iterable[tuple[PieceAt, Deck, Design]]) -> Iterator[Point]:
    """Yield the outline points of the pieces at their positions."""
    for item, deck, design in laid:
        width, height = deck.size
        for x, y in deck.cut_line(item.side, design.id).polygon:
            dx, dy = _rotated((x - width / 2, y - height / 2), item.turn)
            yield item.x + dx, item.y + dy


def _note_corners(notes: Iterable[tuple[TextAt, str]]) -> Iterator[Point]:
    for note, text in notes:
        half = (len(text) + 1) * NOTE_CHARACTER_WIDTH / 2
        yield note.x - half, note.y - NOTE_HEIGHT / 2
        yield note.x + half, note.y + NOTE_HEIGHT / 2


def _ends(strokes: Iterable[LineAt]) -> Iterator[Point]:
    for stroke in strokes:
        yield stroke.x, stroke.y
        yield stroke.to_x, stroke.to_y


def _area_corners(items: Iterable[Item]) -> Iterator[Point]:
    for area in items:
        if isinstance(area, AreaAt):
            yield from ((area.x + x, area.y + y) for x, y in area.outline)


def _box(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - RIM, min(ys) - RIM
    return left, top, max(xs) + RIM - left, max(ys) + RIM - top


NO_ILLUSTRATIONS: Final[Mapping[str, Illustration]] = {}
