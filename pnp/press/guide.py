"""The making guide: one page before the sheets that shows how to print, fold, glue and cut, and what there is to make.

It is a face of its own (`templates/_shared/guide.svg.j2`), on which the faces of the game are stamped again, small: the
parts of the box, and every sheet as it will come out of the printer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.press.job import Job
from pnp.sheet.layout import Sides
from pnp.sheet.page import Page, Rect
from pnp.spec.model import BoxItem, Deck, Design, Game
from pnp.terms import CutBy, Kind, Lang, Side
from pnp.units import Size, trim
from pnp.words import Vocabulary

TEMPLATE: Final = "guide.svg.j2"
GUIDE: Final = Vocabulary("guide")
STEPS: Final = Vocabulary("steps")
NARROW: Final = 186.0
"""The shorter side that the guide is designed with, in mm; it is scaled to the paper."""
HEAD: Final = 66.0
"""Title and steps."""
PARTS_SHARE: Final = 0.4
MOST_SHEETS: Final = 30
"""More sheets than these are shown one for each run of decks."""
CAPTION: Final = 4.2
LARGEST_SHEET: Final = 70.0
GAP: Final = 3.0


class Miniature(NamedTuple):
    """A face shown small: which, how large it really is, where on the guide, and how it is turned."""

    design: str
    side: Side
    deck: Deck
    rect: Rect
    rotation: int = 0


Captioned = tuple[dict[str, Any], list[Miniature]]
"""What the template needs for a picture with its caption, and the small faces on it."""


@dataclass(frozen=True)
class Guide:
    """The page: its drawing, where it lies on the paper, and the small pictures on it."""

    face: Face
    rect: Rect
    miniatures: list[Miniature]
    """In mm on the paper."""


def _facts(game: Game, lang: Lang) -> str:
    """For how many, from what age and how long, as far as the spec says."""
    said = {"players": game.player_range, "age": game.age, "minutes": game.minutes}
    return " · ".join(f"{said[key]} {GUIDE[lang][key]}" for key in said if said[key] not in ("", None))


def _selected(count: int, whole: int, lang: Lang) -> dict[str, object]:
    """What a guide says instead where not all of the game is printed."""
    said = GUIDE[lang]
    facts = f"**{said['selection'].format(count=count, whole=whole)}**"
    return {"words": {**said, "parts": said["selected_parts"]}, "facts": facts}


def make_guide(pages: list[Page], game: Game, job: Job, renderer: FaceRenderer, whole: int) -> Guide:
    """The guide for these pages, which hold all of this game; where it is a selection, of `whole` pieces."""
    paper = job.layout.paper.size
    margin = max(*job.layout.margin, 8)
    room = Size(paper.width - 2 * margin, paper.height - 2 * margin)
    scale = min(room) / NARROW
    design = Size(room.width / scale, room.height / scale)
    left = design.width * PARTS_SHARE
    below = design.height - HEAD
    parts = list(_parts(game, job.lang, Rect(0, HEAD, left - 2 * GAP, below)))
    sheets = list(_sheets(pages, job.lang, paper, Rect(left, HEAD, design.width - left - 1, below)))
    values: dict[str, object] = {
        "words": GUIDE[job.lang],
        "facts": _facts(game, job.lang),
        "steps": _steps(game, job),
        "parts": [part for part, _ in parts],
        "sheets": [sheet for sheet, _ in sheets],
        "sideways": job.layout.turns_sideways,
        "head": HEAD,
        "left": left,
        "colour": _colour(game),
    }
    if job.selection is not None:
        values |= _selected(game.count, whole, job.lang)
    face = renderer.fill(TEMPLATE, design, f"{game.id}: making guide", values, lend_fonts=True)
    miniatures = [
        small._replace(rect=_scaled(small.rect, scale).moved(margin, margin))
        for _, shown in (*parts, *sheets)
        for small in shown
    ]
    return Guide(face, Rect(margin, margin, *room), miniatures)


def _scaled(rect: Rect, scale: float) -> Rect:
    return Rect(*(length * scale for length in rect))


def _colour(game: Game) -> str:
    """The colour of the first back that promises one."""
    edges = [deck.edge.back for deck in game.decks.values() if deck.edge and deck.edge.back]
    return next((edge for edge in edges if edge.lower() != "#ffffff"), "#3d4a5c")


def _steps(game: Game, job: Job) -> list[dict[str, str]]:
    """The steps of making this print: a pictogram and a caption each."""
    kinds = {deck.kind for deck in game.decks.values()}
    paper = "paper-pad" if Kind.PAD in kinds else "paper" if Kind.CARD in kinds else "paper-board"
    sides = {
        Sides.DUPLEX_LONG: "flip-long",
        Sides.DUPLEX_SHORT: "flip-short",
        Sides.FOLD: "fold",
        Sides.FRONTS: "fronts",
    }[job.layout.sides]
    names = ["print", paper, sides]
    if kinds & {Kind.TILE, Kind.TOKEN}:
        names.append("board")
    decks = game.decks.values()
    nested = [job.layout.nest and deck.nests for deck in decks]
    if not all(nested):
        names.append("cut")
    if any(nested) or any(deck.cut is CutBy.OUTLINE for deck in decks):
        names.append("dashes")
    radii = sorted({deck.corner for deck in decks if deck.corner})
    if radii:
        names.append("corners")
    if Kind.STANDEE in kinds:
        names.append("standee")
    blanks = {"radius": ", ".join(map(trim, radii))}
    return [{"icon": name, "caption": STEPS[job.lang][name].format(**blanks)} for name in names]


def _parts(game: Game, lang: Lang, area: Rect) -> Iterator[Captioned]:
    """A row for each line of the box: up to three of its pieces, how many there are, its name."""
    height = min(24.0, area.height / len(game.contents))
    for number, item in enumerate(game.contents):
        row = Rect(area.x, area.y + number * height, area.width, height - GAP)
        shown: list[Miniature] = []
        x = row.x
        for deck, design in _examples(game, item):
            scale = min(row.width * 0.22 / deck.size.width, row.height / deck.size.height)
            width, tall = deck.size.width * scale, deck.size.height * scale
            rect = Rect(x, row.y + (row.height - tall) / 2, width, tall)
            shown.append(Miniature(design.id, Side.FRONT, deck, rect))
            x += width * 0.6 if len(item.of) == 1 else width + GAP
        text = Rect(row.x + row.width * 0.54, row.y, row.width * 0.46, row.height)
        yield {"rect": text, "count": item.count, "name": item.name[lang]}, shown


def _examples(game: Game, item: BoxItem) -> list[tuple[Deck, Design]]:
    """Up to three different pieces of a line of the box, from each of its forms."""
    found: list[tuple[Deck, Design]] = []
    wanted = max(1, 3 // len(item.of))
    for name in item.of:
        deck = game.decks[name]
        rows = item.rows(deck)
        found += [(deck, design) for design in rows[:: max(1, len(rows) // wanted)][:wanted]]
    return found


def _sheets(pages: list[Page], lang: Lang, paper: Size, area: Rect) -> Iterator[Captioned]:
    """Every sheet small, with the faces that lie on its front; of very many, the first of each kind."""
    fronts = [page for page in pages if page.side is Side.FRONT]
    groups = [[page] for page in fronts]
    if len(fronts) > MOST_SHEETS:
        groups = [list(group) for _, group in groupby(fronts, key=lambda page: page.placements[0].piece.deck.name)]
    columns = _columns(len(groups), paper, area)
    width = (area.width - GAP * (columns - 1)) / columns
    tall = area.height / -(-len(groups) // columns) - CAPTION - GAP
    scale = min(width / paper.width, tall / paper.height, LARGEST_SHEET / max(paper))
    for number, group in enumerate(groups):
        row, column = divmod(number, columns)
        x = area.x + column * (width + GAP)
        y = area.y + row * (paper.height * scale + CAPTION + GAP)
        shown = [
            Miniature(p.piece.id, p.side, p.piece.deck, _scaled(p.rect, scale).moved(x, y), p.rotation)
            for p in group[0].placements
        ]
        first, last = group[0].sheet, group[-1].sheet
        decks = dict.fromkeys(p.piece.deck.title[lang] for page in group for p in page.placements)
        name = f"{first}" if first == last else f"{first}–{last}"
        about = {
            "rect": Rect(x, y, paper.width * scale, paper.height * scale),
            "name": f"**{name}** {', '.join(decks)}",
        }
        yield {**about, "caption": Rect(x, y + paper.height * scale, width, CAPTION)}, shown


def _columns(count: int, paper: Size, area: Rect) -> int:
    """The number of columns that shows this many sheets at their largest."""

    def size(columns: int) -> float:
        width = (area.width - GAP * (columns - 1)) / columns
        height = area.height / -(-count // columns) - CAPTION - GAP
        return min(width / paper.width, height / paper.height)

    return max(range(1, count + 1), key=size)
