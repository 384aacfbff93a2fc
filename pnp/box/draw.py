"""Drawing a box: the art of each net, the list of contents, the sheet labels, and the page of instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Final

from pnp.box.net import BoxSpace
from pnp.errors import Location, RenderError
from pnp.face.face import Face
from pnp.face.faces import FaceLook
from pnp.face.render import FaceRenderer
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.press.guide import NARROWEST, SMALLEST, WIDEST, accent, heading_colour, is_light
from pnp.press.job import Job
from pnp.press.nets import Overlay
from pnp.press.steps import KINDS, STEPS, credit_lines, localized_number
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Paper
from pnp.sheet.net import FOOT, Net, NetPage, NetPanel
from pnp.spec.kinds import PieceKind
from pnp.spec.model import Deck, Design, Game
from pnp.terms import BoxForm, Ink, Lang, Side
from pnp.text.fonts import BODY
from pnp.text.text_box import TextBox, Wrapper, set_lines, wrapper_for
from pnp.text.typography import NO_BREAK_SPACE, typeset, typographic_name
from pnp.words import Texts, list_words, with_percent

LEAST: Final = 2.12
"""Smallest type size, in mm (6 points)."""
STEP: Final = 0.1
LEADING: Final = 1.2
BETWEEN: Final = 0.12
"""Extra space between items, as a multiple of the type size."""
GAP: Final = 0.45
"""Space between a count and its name, as a multiple of the type size."""
HAIR: Final = 1e-9
GUTTER: Final = 1.1
"""Space between two columns, as a multiple of the type size."""
SHARES: Final = (0.5, 0.54, 0.46, 0.58, 0.42)
"""Shares of the width for the first of two columns, in the order in which they are tried."""
TWO_COLUMN_GAIN: Final = 1.1
"""Two columns are used if they allow a type size larger by this factor."""
BREAK_PENALTY: Final = 0.94
"""Penalty for a name on two lines, as a factor."""
LARGE_ENOUGH: Final = 0.8
"""Smallest accepted type size, as a share of the largest that fits."""
READABLE: Final = 2.6
"""Type size in mm (7.4 points) that is not reduced for a better arrangement."""

Measure = Callable[[str, float, float], tuple[int, float]]
"""Returns the number of lines that a text takes in a width at a size, and the width of the widest line."""


@dataclass(frozen=True)
class ListedItem:
    """A line of the list, and its position."""

    count: str
    name: str
    x: float
    y: float
    width: float
    """Width available for the name."""
    lines: int


@dataclass(frozen=True)
class ContentsList:
    """All lines of the list."""

    items: tuple[ListedItem, ...]
    size: float
    counts: float
    """Width of the column of counts."""
    height: float
    leading: float = LEADING

    @property
    def gap(self) -> float:
        """Space between a count and its name."""
        return GAP * self.size


def list_contents(
    items: Sequence[tuple[str, str]], width: float, height: float, most: float, measure: Measure
) -> ContentsList:
    """Return the list at the largest size that fits, in one or two columns; a list that is too long is shortened."""
    found: list[ContentsList] = []
    for share in (1.0, *SHARES) if len(items) > 3 else (1.0,):
        for step in range(max(0, floor((most - LEAST) / STEP)) + 1):
            made = _typeset_at(items, width, max(most - step * STEP, LEAST), share, measure)
            if made is not None and made.height <= height:
                found.append(made)
    if not found:
        return _shortened(items, width, height, measure)
    largest = max(made.size for made in found)
    good = [made for made in found if made.size >= max(LARGE_ENOUGH * largest, min(largest, READABLE))]
    return max(good, key=_score)


def _shortened(items: Sequence[tuple[str, str]], width: float, height: float, measure: Measure) -> ContentsList:
    """Return the first items at the smallest size, and how many others there are; an empty list without room."""
    for count in range(len(items) - 1, -1, -1):
        shown = [*items[:count], ("", f"+{NO_BREAK_SPACE}{len(items) - count}")]
        made = _typeset_at(shown, width, LEAST, 1.0, measure)
        if made is not None and made.height <= height:
            return made
    return ContentsList((), LEAST, 0.0, 0.0)


def _score(made: ContentsList) -> float:
    """Return a score that favours large type over broken names and a second column."""
    broken = sum(item.lines - 1 for item in made.items)
    columns = len({item.x for item in made.items})
    return float(made.size * BREAK_PENALTY**broken / (TWO_COLUMN_GAIN if columns > 1 else 1))


def _typeset_at(
    items: Sequence[tuple[str, str]], width: float, size: float, share: float, measure: Measure
) -> ContentsList | None:
    """Return the list at a size; None if a word is wider than its column."""
    counted = [f"{count}{NO_BREAK_SPACE}×" if count else "…" for count, _ in items]
    counts = max((measure(f"**{count}**", width, size)[1] for count in counted), default=0.0) + 0.01
    whole = width if share == 1 else width - GUTTER * size
    columns = [(0.0, whole * share)]
    if share < 1:
        columns.append((whole * share + GUTTER * size, whole * (1 - share)))
    rooms = [wide - counts - GAP * size for _, wide in columns]
    if min(rooms) <= 0:
        return None
    measures = [[measure(name, room, size) for _, name in items] for room in rooms]
    split = _split([[lines for lines, _ in each] for each in measures])
    placed, tallest = [], 0.0
    for column, ((x, _), room) in enumerate(zip(columns, rooms, strict=True)):
        y = 0.0
        for at in range(split, len(items)) if column else range(split):
            lines, widest = measures[column][at]
            if widest > room + HAIR:
                return None
            placed.append(ListedItem(counted[at], items[at][1], x, y, room, lines))
            y += (lines * LEADING + BETWEEN) * size
        tallest = max(tallest, y)
    return ContentsList(tuple(placed), size, counts, tallest)


def _split(lines: Sequence[Sequence[int]]) -> int:
    """Return the number of items in the first column that makes both about equally high; all if there is only one."""
    if len(lines) == 1:
        return len(lines[0])
    first, second = lines
    return min(range(len(first), -1, -1), key=lambda at: max(sum(first[:at]), sum(second[at:])))


ART: Final = "box.svg.j2"
"""The template of the art; a game may have its own."""
SHEET: Final = "box-sheet.svg.j2"
GUIDE: Final = "box-guide.svg.j2"
COVERS: Final = ("box.svg", "box.png", "box.jpg", "box.jpeg", "box.webp")
"""Names of a cover picture beside game.toml."""
BOX: Final = Texts("box")
LINE: Final = "box-line"
"""The key of [text] with a line about the game for the back."""
DARK, CREAM = "#2f3640", "#fff8e6"
BLOCKS: Final = {
    "front": "cover", "lid-base": "cover", "back": "back", "tray-base": "back", "left": "spine", "right": "spine",
    "top": "top", "bottom": "bottom", "tuck": "plain",
}  # fmt: skip
"""The block of the template that draws each panel; walls of a lid are `wall`, those of a tray are `plain`."""
TURNS: Final = (-13.0, 13.0, 0.0)
"""Rotations of the pieces on the cover, in degrees, from back to front."""
FAN: Final = 0.26
"""Distance of the outer pieces from the centre, as a multiple of their width."""


class BoxArtist:
    """Draws the faces of one box."""

    def __init__(
        self,
        project: Project,
        game: Game,
        job: Job,
        need: BoxSpace,
        form: BoxForm,
        renderer: FaceRenderer | None = None,
    ) -> None:
        self.project, self.game, self.job, self.need, self.form = project, game, job, need, form
        self.lang, self.words = job.lang, BOX[job.lang]
        self.renderer = renderer or FaceLook(job.lang, job.ink, bleed=0).renderer(project, game)
        self.title = typographic_name(game.title[job.lang])
        self._credits = [line.removesuffix(".") for line in credit_lines(game.credits, job.lang)]
        self._known: dict[str, Wrapper] = {}

    @property
    def has_own_template(self) -> bool:
        """Whether the game has its own template for the box."""
        return (self.project.templates / self.game.id / ART).is_file()

    @property
    def cover(self) -> str:
        """File name of the cover picture; empty if there is none."""
        folder = self.project.components / self.game.id
        return next((name for name in COVERS if (folder / name).is_file()), "")

    def net(self, net: Net) -> Face:
        """Return the art of a net, with its bleed."""
        box = net.printed
        colour = accent(self.game)
        values: dict[str, object] = {
            "panels": [self._panel(panel, box) for panel in net.panels],
            "title": self.title,
            "facts": self._facts(),
            "listed": self._listed,
            "lines": self._lines,
            "balanced": self._balanced,
            "fits": self._fits,
            "least": LEAST,
            "credited": self._credited,
            "credits": self._joined(self._credits),
            "line": typeset(self.game.text[LINE][self.lang], self.lang) if LINE in self.game.text else "",
            "words": {key: typeset(text, self.lang) for key, text in self.words.items()},
            "colour": colour,
            "letter": DARK if is_light(colour) or self.job.ink == "low" else CREAM,
            "form": self.form.value,
            "picture": "" if self.has_own_template else self.cover,
        }
        size = Size(box.width, box.height)
        return self.renderer.fill(ART, size, self._place(f"box ({net.name})"), values, font_fallback=True)

    def _place(self, part: str) -> Location:
        """Return the location of a part of the box; its text seeds the random numbers of a template."""
        return Location(game=self.game.id, detail=part)

    def _lines(self, text: str, width: float, size: float) -> int:
        """Return the number of lines that a text takes in a width."""
        return self._measured(text, width, size)[0]

    def _fits(
        self, text: str, width: float, height: float, size: float, font: str = BODY, leading: float = LEADING
    ) -> bool:
        """Return whether a text fits into a box at a size."""
        if min(width, height) <= 0:
            return False
        box = TextBox(0, 0, width, height, size, size, (font,), leading=leading)
        try:
            set_lines(text, box, self._place("box"), self.renderer.sources.fonts, fallback=True)
        except RenderError:
            return False
        return True

    def _credited(self, width: float, height: float, size: float, leading: float) -> str:
        """Return as many of the credits as fit into a box at a size, the first ones first."""
        for count in range(len(self._credits), 0, -1):
            text = self._joined(self._credits[:count])
            if self._fits(text, width, height, size, leading=leading):
                return text
        return ""

    @staticmethod
    def _joined(credits: Sequence[str]) -> str:
        return f"{NO_BREAK_SPACE}· ".join(credits)

    def _balanced(self, text: str, width: float, size: float) -> float:
        """Return the narrowest width in which a text takes no more lines, so that its lines are about equally long."""
        lines = self._lines(text, width, size)
        while width > 2 * size and self._measured(text, width - 0.5, size) <= (lines, width - 0.5):
            width -= 0.5
        return width

    def _measured(self, text: str, width: float, size: float) -> tuple[int, float]:
        if text not in self._known:
            fonts = self.renderer.sources.fonts
            self._known[text] = wrapper_for(text, self._place("box"), fonts, fallback=True)
        lines, widest = self._known[text](width / size)
        return lines, widest * size

    def _listed(self, width: float, height: float, most: float) -> ContentsList:
        """Return the list of contents for an area of the back."""
        items = [
            (str(item.count), typeset(item.name[self.lang], self.lang).replace(f"{NO_BREAK_SPACE}(", " ("))
            for item in self.game.contents
        ]
        return list_contents(items, width, height, most, self._measured)

    def _panel(self, panel: NetPanel, box: Rect) -> dict[str, Any]:
        """Return a panel for the template: its centre and its upright size."""
        rect = panel.rect.moved(-box.x, -box.y)
        rims = panel.spread
        for _ in range(panel.turn // 90):
            rims = Edges(rims.top, rims.right, rims.bottom, rims.left)  # rotated back to upright
        size = Size(rect.width, rect.height)
        size = size.turned if panel.turn % 180 else size
        block = BLOCKS.get(panel.name, "wall" if panel.name.startswith("lid-") else "plain")
        notched = panel.name == "front"
        return {
            "name": panel.name, "block": block, "x": rect.x + rect.width / 2, "y": rect.y + rect.height / 2,
            "w": size.width, "h": size.height, "turn": panel.turn, "rim": rims, "notch": 10.0 if notched else 0.0,
        }  # fmt: skip

    def _facts(self) -> list[dict[str, str]]:
        """Return players, age and duration: the name of a pictogram and its text."""
        game, facts = self.game, []
        if game.player_range:
            facts.append({"icon": "players", "text": game.player_range})
        if game.age is not None:
            facts.append({"icon": "age", "text": f"{game.age}+"})
        if game.minutes is not None:
            facts.append({"icon": "clock", "text": f"{game.minutes}{NO_BREAK_SPACE}min"})
        return facts

    def cover_pieces(self, nets: Sequence[Net]) -> list[Overlay]:
        """Return pieces of the game fanned out on the cover; empty if the game has its own cover."""
        if self.has_own_template or self.cover:
            return []
        net = nets[0]
        panel = next(panel for panel in net.panels if BLOCKS.get(panel.name) == "cover")
        deck, shown = _pieces_to_fan(self.game)
        area = hero_area(Size(panel.rect.width, panel.rect.height), notched=panel.name == "front")
        wide, high = deck.size.width * (1 + 2 * FAN + 0.3), deck.size.height * 1.16
        scale = min(area.width / wide, area.height / high)
        middle = panel.rect.x + area.x + area.width / 2
        height = panel.rect.y + area.y + area.height / 2
        turns = TURNS[-len(shown) :] if len(shown) != 2 else TURNS[:2]
        return [
            Overlay(
                self.renderer.render(deck, design, side), deck.cut_line(side, design.id), net.name,
                middle + (turn > 0) * FAN * deck.size.width * scale - (turn < 0) * FAN * deck.size.width * scale,
                height, turn, scale,
            )
            for (design, side), turn in zip(shown, turns, strict=True)
        ]  # fmt: skip

    def sheet(self, sheet: NetPage, total: int) -> Face:
        """Return the label of a sheet, with its ruler and the letters of its joins."""
        words = {"number": sheet.sheet, "total": total, "title": self.title, "name": self.words["name"]}
        rim = max(self.job.layout.margin)
        values: dict[str, object] = {
            "label": typeset(self.words["label"], self.lang).format(**words),
            "joins": [place for part in sheet.parts for place in part.named_joins()],
            "rim": rim,
            "foot": sheet.paper.height - rim - FOOT + 2,
        }
        where = self._place(f"box, sheet {sheet.sheet}")
        return self.renderer.fill(SHEET, sheet.paper, where, values, font_fallback=True)

    def guide(self, nets: Sequence[Net], *, joined: bool) -> tuple[Face, Rect]:
        """Return the page that shows how to make the box, and its position on the paper."""
        paper, margin = self.job.layout.paper.size, max(*self.job.layout.margin, 8.0)
        room = Size(paper.width - 2 * margin, paper.height - 2 * margin)
        scale = min(room) / min(max(min(room), NARROWEST), WIDEST)
        size = Size(room.width / scale, room.height / scale)
        values: dict[str, object] = {
            "title": self.title,
            "words": {key: typeset(text, self.lang) for key, text in self.words.items()},
            "holds": " · ".join([self.title] * bool(self.renderer.logo_name) + [typeset(self._holds(), self.lang)]),
            "steps": self._steps(joined=joined),
            "nets": [self._diagram(net) for net in nets],
            "full_size": with_percent("100", self.lang),
            "colour": heading_colour(self.game),
            "smallest": SMALLEST,
        }
        face = self.renderer.fill(GUIDE, size, self._place("box, making guide"), values, font_fallback=True)
        return face, Rect(margin, margin, *room)

    def _holds(self) -> str:
        inside = [
            localized_number(round(side, 1), self.lang) for side in (self.need.width, self.need.height, self.need.depth)
        ]
        counts: Counter[PieceKind] = Counter()
        for stack in self.need.stacks:
            deck = self.game.decks[stack.deck]
            counts[deck.kind] += stack.count if deck.kind.rolled else stack.count // deck.leaves
        words = STEPS[self.lang]
        pieces = []
        for kind, count in counts.items():
            named = f"{count} {words[f'a-{kind}'] if count == 1 else KINDS[self.lang][kind]}"
            how = self.words["sleeved" if self.need.sleeved else "bare"]
            pieces.append(how.format(cards=named) if kind.held else named)
        return self.words["holds"].format(size=" × ".join(inside), pieces=list_words(pieces, words["and"]))

    def _steps(self, *, joined: bool) -> list[dict[str, str]]:
        """Return the steps: the name of a pictogram and its text."""
        ends: tuple[str, ...] = ("glue-side", "glue-bottom", "fill-tuck")
        if self.form is BoxForm.TWO_PART:
            ends = ("glue-corners", "fill-two-part")
        names = ["card", *(["join"] if joined else []), "crease", "cut", "fold", *ends]
        first = {"icon": "print", "text": typeset(STEPS[self.lang]["print"], self.lang)}
        icons = {"fill-tuck": "close", "fill-two-part": "lid", "glue-side": "glue", "glue-corners": "glue"}
        others = [
            {"icon": icons.get(name, name).replace("-", "_"), "text": typeset(self.words[name], self.lang)}
            for name in names
        ]
        return [first, *others]

    def _diagram(self, net: Net) -> dict[str, Any]:
        """Return a net for the guide."""
        keys = {panel.name: panel.name.rpartition("-")[2] for panel in net.panels}
        keys |= {f"{net.name}-base": net.name} if f"{net.name}-base" in keys else {}
        return {
            "width": net.box.width,
            "height": net.box.height,
            "outline": _path_data(net.outline),
            "creases": " ".join(f"M{c.x1:.2f} {c.y1:.2f}L{c.x2:.2f} {c.y2:.2f}" for c in net.creases),
            "glue": [_path_data(area) for area in net.glue],
            "panels": [
                {"rect": panel.rect, "text": typeset(self.words[f"panel-{keys[panel.name]}"], self.lang)}
                for panel in net.panels
            ],
        }


def draw_cover(project: Project, game: Game, lang: Lang, ink: Ink, size: Size) -> tuple[Face, list[Overlay]]:
    """Return the cover of a game's box in any size, and the pieces fanned out on it if the game has no cover."""
    panel = NetPanel("lid-base", Rect(0, 0, *size), 0, Edges(0, 0, 0, 0))
    corners = ((0.0, 0.0), (size.width, 0.0), (size.width, size.height), (0.0, size.height), (0.0, 0.0))
    net = Net("cover", (panel,), corners, (), ())
    job = Job(Layout(Paper("cover", size)), lang, ink)
    artist = BoxArtist(project, game, job, BoxSpace((), sleeved=False, pieces=game.count), BoxForm.TWO_PART)
    return artist.net(net), artist.cover_pieces([net])


def hero_area(panel: Size, *, notched: bool) -> Rect:
    """Return the area of the large picture on a cover, below the title and above the facts."""
    above = 10.0 if notched else 4.0
    high = panel.height - above
    return Rect(3.0, above + 0.26 * high, panel.width - 6.0, 0.57 * high)


def _pieces_to_fan(game: Game) -> tuple[Deck, list[tuple[Design, Side]]]:
    """Return up to three sides of pieces from the largest deck of cards, or of tiles, or of any; the rearmost first."""
    deck = max(game.drawn_decks or game.decks.values(), key=lambda deck: deck.count)
    fronts = [(design, Side.FRONT) for design in deck.designs]
    if deck.template(Side.BACK) is not None:
        middle = fronts[len(fronts) // 2]
        return deck, [(deck.designs[0], Side.BACK), *([middle] if len(fronts) > 1 else []), fronts[0]]
    return deck, fronts[:3][::-1]


def _path_data(path: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in path)
