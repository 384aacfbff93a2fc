"""Writer `tts`: a saved object for Tabletop Simulator with all pieces on the table, and its pictures.

Cards are cells of card sheets, tiles and tokens have one picture per side, standees are figures, and a pad is a pile of
tiles. Pieces with a custom outline are cut out of their picture. File names contain a hash of the picture, so that
Tabletop Simulator reloads changed pictures and takes the others from its cache.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pnp.errors import PressError, Problem, option_location, quote_value
from pnp.export import tabletop
from pnp.export.cardsheet import MOST_CARDS, CardGrid, grid_for, make_sheet
from pnp.export.hands import ExportPart, make_part
from pnp.export.job import ExportFace, ExportJob
from pnp.export.options import ExportOption, OptionKind
from pnp.export.raster import FacePicture
from pnp.export.tabletop import State, Table
from pnp.geometry.outline import is_flat
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.spec.deck import Piece
from pnp.spec.kinds import TabletopForm
from pnp.spec.model import Design
from pnp.terms import CutBy, Lang, Shape, Side

OPTIONS: Final = (
    ExportOption("base-url", "URL of the folder with the pictures: https://…/ (default: read them from this machine)"),
    ExportOption("sheet-px", "maximum side of a card sheet, in pixels", OptionKind.NUMBER, 4096, least=512, most=10000),
)
ADDRESS: Final = re.compile(r"https?://[^\s/]+(/\S*)?$")
PICTURES: Final = "pictures"
RIM: Final = 1.0
"""Bleed in mm, so that no cell has a white edge."""
BOARD: Final = 2.0
"""Thickness of tiles and tokens, in mm."""
PAPER: Final = 0.3
"""Thickness of a pad's leaves, in mm."""
MAX_PILES_IN_ROW: Final = 4
"""Maximum number of piles of a deck that continue a row; a deck with more starts a new one."""
THUMBNAIL: Final = 256
"""Side of the thumbnail in the menu, in pixels."""
CARD_SHAPES: Final = {Shape.RECT: 1, Shape.HEX: 3, Shape.CIRCLE: 4}
ROUNDED: Final = 0
TILE_SHAPES: Final = {Shape.RECT: 0, Shape.HEX: 1, Shape.CIRCLE: 2}
TILE_ROUNDED: Final = 3
_QUARTER: Final = {Side.FRONT: 90, Side.BACK: 270}
"""Rotation of pointy-top hexagons: Tabletop Simulator's are flat-top, so they are drawn turned and turned back."""
NAMES: Final = ("name", "title", "label")
"""Columns that may contain the name of a piece, in order of preference."""


@dataclass
class _PictureSet:
    """The pictures of the saved object by name: first collected, then made, with their URLs in `places`."""

    job: ExportJob
    singles: dict[str, FacePicture] = field(default_factory=dict)
    sheets: dict[str, ExportPart[bytes]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    """URLs of the pictures."""
    _names: dict[object, str] = field(default_factory=dict)
    """Names of pictures of single faces, by `Shot.key`."""

    def single(self, name: str, each: ExportFace, *, cut_out: bool = False, turn: int = 0) -> str:
        """Add a picture of a single face and return its name; identical faces share one picture."""
        size, per_mm = each.deck.size.turned if turn % 180 else each.deck.size, self.job.profile.dpi / MM_PER_INCH
        pixels = max(1, round(size.width * per_mm)), max(1, round(size.height * per_mm))
        cut = each.deck.cut_line(each.side, each.design.id) if cut_out else None
        shot = FacePicture(each.face, pixels, per_mm, turn, cut)
        known = self._names.setdefault(shot.key, name)
        self.singles[known] = shot
        return known

    def sheet(self, name: str, cells: dict[int, ExportFace], grid: CardGrid) -> str:
        """Add a card sheet with a face in each of these cells and return its name."""
        shots = {number: FacePicture(each.face, grid.cell, grid.per_mm) for number, each in cells.items()}
        how = self.job.profile.format, self.job.profile.quality, self.job.profile.dpi
        guess = sum(shot.estimate(self.job.profile.format) for shot in shots.values())
        self.sheets[name] = make_part(1, guess, make_sheet, shots, grid, *how)
        return name

    def make(self) -> None:
        """Make all pictures and fill in their URLs."""
        sheets = self.job.make(list(self.sheets.values()), "sheets of cards")
        for (name, part), made in zip(self.sheets.items(), sheets, strict=True):
            self._add(name, made or b"", part.estimate)
        for (name, shot), content in zip(self.singles.items(), self.job.pictures(self.singles.values()), strict=True):
            self._add(name, content, shot.estimate(self.job.profile.format))

    def _add(self, name: str, content: bytes, guess: int) -> None:
        mark = hashlib.sha256(content).hexdigest()[:12] if content else "…"  # unknown in a dry run
        file = f"{self.job.game.id}_{self.job.order.lang}_{name}_{mark}.{self.job.profile.format}"
        self.job.add(f"{PICTURES}/{file}", content, guess)
        base = self.job.option("base-url")
        self.places[name] = f"{str(base).rstrip('/')}/{file}" if base else self._local(file)

    def _local(self, file: str) -> str:
        """Return the file URL of a picture, in the form that Tabletop Simulator uses."""
        path = str((self.job.place / PICTURES / file).absolute())
        return f"file:///{path.lstrip('/')}"


def write(job: ExportJob) -> None:
    """Write the saved object, its thumbnail and the pictures; raise PressError if base-url is not a web address."""
    base = job.option("base-url")
    if base and not ADDRESS.match(base):
        hint = "for example https://example.org/my-game/"
        message = "must be a web address"
        raise PressError(Problem(option_location("--base-url"), message, hint, found=quote_value(base), code="E1201"))
    faces = job.faces(bleed=RIM)
    album = _PictureSet(job)
    plans = [_plan(job, album, [each for each in faces if each.deck.name == name]) for name in job.fits]
    album.make()
    table = Table(job.game.id)
    for plan in plans:
        if isinstance(plan, _TilePlan) and len(plan.deck.designs) > MAX_PILES_IN_ROW:
            table.new_row()
        plan.lay(table, album.places)
    name = f"{job.game.id}_{job.order.lang}"
    save = json.dumps(tabletop.save_file(table.laid()), ensure_ascii=False, indent=1) + "\n"
    job.add(f"{name}.json", save.encode())
    _add_thumbnail(job, faces[0], name)
    if not base:
        job.notice("the pictures are read from this machine; how-to-upload.txt tells how others can see them")


def _add_thumbnail(job: ExportJob, each: ExportFace, name: str) -> None:
    """Write the thumbnail for the menu of saved objects: the first face."""
    per_mm = THUMBNAIL / max(each.deck.size)
    shot = FacePicture(each.face, (THUMBNAIL, THUMBNAIL), per_mm)
    [content] = job.pictures([shot])
    job.add(f"{name}.{job.profile.format}", content, shot.estimate(job.profile.format))


def _plan(job: ExportJob, album: _PictureSet, faces: Sequence[ExportFace]) -> _CardPlan | _TilePlan:
    form = faces[0].deck.kind.tabletop
    return _CardPlan(job, album, faces) if form is TabletopForm.CARD else _TilePlan(job, album, faces)


@dataclass(frozen=True)
class _Sheet:
    """The cards of a card sheet, and the names of its pictures."""

    key: int
    cards: list[str]
    """Drawing in each cell."""
    grid: CardGrid
    face: str
    back: str
    unique: bool


class _CardPlan:
    """The cards of a deck, on as many card sheets as needed."""

    def __init__(self, job: ExportJob, album: _PictureSet, faces: Sequence[ExportFace]) -> None:
        self.job, self.deck = job, faces[0].deck
        self.looks = [each for each in faces if each.side is Side.FRONT]
        backs = {each.drawing: each for each in faces if each.side is Side.BACK}
        first = 1 + 100 * list(job.game.decks).index(self.deck.name)
        self.sheets = [
            self._sheet(album, first + at // MOST_CARDS, self.looks[at : at + MOST_CARDS], backs)
            for at in range(0, len(self.looks), MOST_CARDS)
        ]

    def _sheet(self, album: _PictureSet, key: int, looks: Sequence[ExportFace], backs: dict[str, ExportFace]) -> _Sheet:
        """Add a sheet of fronts; its last cell shows the back, which other players see of a hand."""
        grid = grid_for(len(looks), self.deck.size, int(self.job.option("sheet-px")), self.job.profile.dpi)
        own = [backs[each.drawing] for each in looks if each.drawing in backs]
        hidden = {grid.last: own[0]} if own else {}
        name = f"{self.deck.name}_{key % 100}"
        face = album.sheet(f"{name}_fronts", dict(enumerate(looks)) | hidden, grid)
        unique = len({back.face.key for back in own}) > 1
        if unique:
            cells = {at: backs[each.drawing] for at, each in enumerate(looks) if each.drawing in backs}
            back = album.sheet(f"{name}_backs", cells | hidden, grid)
        elif own:
            back = album.single(f"{self.deck.name}_back", own[0])
        else:
            blank = replace(grid, columns=1, rows=1)
            back = album.sheet(f"{self.deck.name}_blank", {}, blank)
        return _Sheet(key, [each.drawing for each in looks], grid, face, back, unique)

    def lay(self, table: Table, places: dict[str, str]) -> None:
        """Put the deck, or its only card, on the table."""
        lang, size = self.job.order.lang, self.deck.size
        shape = ROUNDED if self.deck.corner else CARD_SHAPES[self.deck.shape]
        sheets = {
            each.key: tabletop.sheet(
                places[each.face], places[each.back], each.grid.columns, each.grid.rows,
                unique=each.unique, shape=shape,
            )
            for each in self.sheets
        }  # fmt: skip
        numbers = {drawing: 100 * each.key + at for each in self.sheets for at, drawing in enumerate(each.cards)}
        cards = [
            tabletop.card(
                table.guid(self.deck.name, piece.id, piece.copy), piece_name(piece.design, lang),
                piece_texts(piece, lang), size, numbers[piece.drawing], sheets,
            )
            for piece in self.job.pieces
            if piece.deck.name == self.deck.name
        ]  # fmt: skip
        if len(cards) == 1:
            table.put(size, [cards[0] | {"Name": "CardCustom"}])
            return
        guid = table.guid(self.deck.name)
        table.put(size, [tabletop.deck(guid, self.deck.title[lang], f"× {len(cards)}", size, cards)])


class _TilePlan:
    """Pieces that are not in a deck: tiles, tokens, figures, leaves of a pad."""

    def __init__(self, job: ExportJob, album: _PictureSet, faces: Sequence[ExportFace]) -> None:
        self.job, self.deck = job, faces[0].deck
        self.form = self.deck.kind.tabletop
        self.cut_out = self.deck.cut is CutBy.OUTLINE
        self.pointed = self.deck.shape is Shape.HEX and not is_flat(self.deck.size)
        self.pictures = {
            (each.drawing, each.side): album.single(
                f"{self.deck.name}_{each.drawing.replace('#', '_look')}_{each.side}",
                each,
                cut_out=self.cut_out,
                turn=_QUARTER[each.side] if self.pointed else 0,
            )
            for each in faces
        }

    def lay(self, table: Table, places: dict[str, str]) -> None:
        """Put a pile of each design on the table."""
        thickness = PAPER if self.form is TabletopForm.LEAF else BOARD
        own = [piece for piece in self.job.pieces if piece.deck.name == self.deck.name]
        for design in dict.fromkeys(piece.id for piece in own):
            pile = [self._state(table, piece, thickness, places) for piece in own if piece.id == design]
            table.put(self._room(), pile, tabletop.thickness_units(thickness))

    def _room(self) -> Size:
        """Return the area that a piece takes on the table, in mm."""
        size = self.deck.size
        return Size(size.width, size.width) if self.form is TabletopForm.FIGURE else size

    def _state(self, table: Table, piece: Piece, thickness: float, places: dict[str, str]) -> State:
        lang, size = self.job.order.lang, self.deck.size
        guid = table.guid(self.deck.name, piece.id, piece.copy)
        known = guid, piece_name(piece.design, lang), piece_texts(piece, lang)
        front = places[self.pictures[piece.drawing, Side.FRONT]]
        back = self.pictures.get((piece.drawing, Side.BACK))
        other = "" if back is None else places[back]
        if self.form is TabletopForm.FIGURE:
            return tabletop.figure(*known, size, front, other or front)
        if self.cut_out:
            return tabletop.token(*known, size, thickness, front)
        shape = TILE_ROUNDED if self.deck.corner else TILE_SHAPES[self.deck.shape]
        if not self.pointed:
            return tabletop.tile(*known, size, thickness, shape, front, other or front)
        state = tabletop.tile(*known, size.turned, thickness, shape, front, other or front)
        state["Transform"]["rotY"] -= _QUARTER[Side.FRONT]
        return state


def piece_name(design: Design, lang: Lang) -> str:
    """Return the name of a piece: from its column `name`, `title` or `label`, or else from its id."""
    texts = (str(design.field(column, lang)).strip() for column in NAMES if column in design.fields)
    return next(filter(None, texts), design.id.replace("-", " ").replace("_", " ").capitalize())


def piece_texts(piece: Piece, lang: Lang) -> str:
    """Return the texts on a piece other than its name, one per line.

    If looks have separate columns, such as `line` and `line2`, only the column of the piece's look is included.
    """
    design, taken = piece.design, next((column for column in NAMES if column in piece.design.fields), "")
    columns = [name for name, column in piece.deck.columns.items() if column.translated and name in design.fields]
    others = {name for name in columns if name.rstrip("0123456789") in columns and name[-1].isdigit()}
    own = {f"{name.rstrip('0123456789')}{piece.look}" for name in others} & others
    hidden = others - own | {name.rstrip("0123456789") for name in own} if design.looks > 1 else set()
    texts = (str(design.field(name, lang)).strip() for name in columns if name != taken and name not in hidden)
    return "\n".join(dict.fromkeys(filter(None, texts)))
