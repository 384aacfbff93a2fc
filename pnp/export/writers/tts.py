"""Tabletop Simulator: a saved object with everything laid out on the table, and the pictures that it shows.

Sizes are proportional: a poker card has scale 1. A card of scale 1 is 3.04 units high, a tile is 2 units wide and high;
the sizes of figures, of boards and of tokens cut from a picture are approximate.

Cards are cells of card sheets, tiles and tokens have one picture per side, standees are figures, and a pad is a pile of
tiles. A board printed on one side is a board; one printed on both is a tile, because boards show only one picture.
Pieces with a custom outline are cut out of their picture. File names contain a hash of the picture, so that Tabletop
Simulator reloads changed pictures and takes the others from its cache.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pnp.errors import PressError, Problem, option_location, quote_value
from pnp.export.job import ExportFace, ExportJob, ExportPart, make_part
from pnp.export.order import ExportOption, OptionKind
from pnp.export.raster import MOST_CARDS, CardGrid, FacePicture, grid_for, make_sheet
from pnp.geometry.outline import is_flat
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.spec.deck import Piece
from pnp.spec.kinds import TabletopForm
from pnp.spec.model import Design
from pnp.terms import CutBy, Lang, Shape, Side

CARD_HIGH: Final = 3.04
"""Height of a card of scale 1, in units."""
POKER_HIGH: Final = 88.0
UNIT: Final = CARD_HIGH / POKER_HIGH
"""Units per mm."""
TILE: Final = 2.0
"""Width and height of a tile of scale 1, in units."""
FIGURE: Final = 2.0
"""Approximate height of a figure of scale 1, in units."""
BOARD_WIDE: Final = 26.4
"""Approximate width of a board of scale 1, in units."""
CUT_OUT: Final = 4.0
"""Approximate width of a token of scale 1, in units."""
TABLE: Final = 1.0
"""Height of the table's surface, in units."""
ROW: Final = 30.0
"""Maximum width of a row of objects, in units."""
GAP: Final = 0.5
THINNEST: Final = 0.05
FACE_DOWN: Final = 180.0

State = dict[str, Any]


@dataclass
class TabletopLayout:
    """Objects laid out in rows from the far left, with ids that stay the same from export to export."""

    game: str
    objects: list[State] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)
    _at: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """X position of the next object, start of its row and height of the row, in units."""

    def guid(self, *names: object) -> str:
        """Return an unused id of six hexadecimal digits, derived from the names."""
        for salt in range(1_000_000):
            text = "/".join(map(str, (self.game, *names, *([salt] if salt else []))))
            made = hashlib.sha256(text.encode()).hexdigest()[:6]
            if made not in self._taken:
                self._taken.add(made)
                return made
        raise ValueError("no unused id is left")

    def new_row(self) -> None:
        """Start a new row, unless the current one is empty."""
        if self._at[0]:
            self._at = [0.0, self._at[1] + self._at[2] + GAP, 0.0]

    def put(self, size: Size, states: Sequence[State], thickness: float = 0.0) -> None:
        """Put objects on one pile, to the right of the others; `size` is in mm, `thickness` in units."""
        width, height = size.width * UNIT, size.height * UNIT
        if self._at[0] and self._at[0] + width > ROW:
            self.new_row()
        x, z = self._at[0] + width / 2, self._at[1] + height / 2
        for number, state in enumerate(states):
            place = {"posX": x, "posY": TABLE + 0.05 + number * (thickness + 0.01), "posZ": -z}
            state["Transform"] |= {key: round(value, 4) for key, value in place.items()}
        self.objects += states
        self._at = [self._at[0] + width + GAP, self._at[1], max(self._at[2], height)]

    def laid(self) -> list[State]:
        """Centre all objects on the table and return them."""
        xs = [state["Transform"]["posX"] for state in self.objects]
        zs = [state["Transform"]["posZ"] for state in self.objects]
        x, z = (min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2
        for state in self.objects:
            place = state["Transform"]
            place["posX"], place["posZ"] = round(place["posX"] - x, 4), round(place["posZ"] - z, 4)
        return self.objects


def save_file(objects: Sequence[State]) -> State:
    """Return a save file that puts all these objects on the table."""
    texts = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Table", "Sky", "Note")
    scripts = ("LuaScript", "LuaScriptState", "XmlUI")
    return {
        **dict.fromkeys(texts, ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "TabStates": {},
        **dict.fromkeys(scripts, ""),
        "ObjectStates": list(objects),
    }


def _object(name: str, guid: str, title: str, about: str, scale: tuple[float, float, float], turn: float) -> State:
    wide, thick, high = (round(side, 4) for side in scale)
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": TABLE, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": turn,
            "scaleX": wide, "scaleY": thick, "scaleZ": high,
        },
        "Nickname": title,
        "Description": about,
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }  # fmt: skip


def card(guid: str, title: str, about: str, size: Size, number: int, sheets: Mapping[int, State]) -> State:
    """Return a card that shows a cell of a sheet; its number is 100 times the sheet's key plus the cell's index."""
    scale = size.height / POKER_HIGH
    state = _object("Card", guid, title, about, (scale, 1.0, scale), FACE_DOWN)
    own = number // 100
    return state | {
        "CardID": number,
        "SidewaysCard": False,
        "HideWhenFaceDown": True,
        "Hands": True,
        "CustomDeck": {str(own): sheets[own]},
    }


def deck(guid: str, title: str, about: str, size: Size, cards: Sequence[State]) -> State:
    """Return a deck of these cards, face down, in this order."""
    scale = size.height / POKER_HIGH
    state = _object("DeckCustom", guid, title, about, (scale, 1.0, scale), FACE_DOWN)
    sheets = {key: sheet for card in cards for key, sheet in card["CustomDeck"].items()}
    return state | {
        "HideWhenFaceDown": True,
        "Hands": False,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": list(cards),
    }


def sheet(face: str, back: str, columns: int, rows: int, *, unique: bool, shape: int) -> State:
    """Return a card sheet, given the URLs of its pictures and the size of its grid."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": unique,
        "Type": shape,
    }


def tile(guid: str, title: str, about: str, size: Size, thickness: float, shape: int, front: str, back: str) -> State:
    """Return a tile; `thickness` is in mm.

    Shapes are 0 for a box, 1 for a hexagon, 2 for a circle and 3 for a box with rounded corners.
    """
    scale = size.width * UNIT / TILE, 1.0, size.height * UNIT / TILE
    state = _object("Custom_Tile", guid, title, about, scale, 0.0)
    looks = {"Type": shape, "Thickness": thickness_units(thickness), "Stackable": True, "Stretch": True}
    return state | {"CustomImage": _image(front, back) | {"CustomTile": looks}}


def token(guid: str, title: str, about: str, size: Size, thickness: float, picture: str) -> State:
    """Return a token, cut along the outline of its picture; `thickness` is in mm."""
    scale = size.width * UNIT / CUT_OUT
    state = _object("Custom_Token", guid, title, about, (scale, 1.0, scale), 0.0)
    looks = {"Thickness": thickness_units(thickness), "MergeDistancePixels": 10.0, "StandUp": False, "Stackable": True}
    return state | {"CustomImage": _image(picture, "") | {"CustomToken": looks}}


def figure(guid: str, title: str, about: str, size: Size, front: str, back: str) -> State:
    """Return a standing figure with a base."""
    scale = size.height * UNIT / FIGURE
    return _object("Figurine_Custom", guid, title, about, (scale, scale, scale), 0.0) | {
        "CustomImage": _image(front, back)
    }


def board(guid: str, title: str, about: str, size: Size, picture: str) -> State:
    """Return a board, locked in its place as a table would be."""
    scale = size.width * UNIT / BOARD_WIDE
    state = _object("Custom_Board", guid, title, about, (scale, 1.0, scale), 0.0)
    shown = _image(picture, "") | {"WidthScale": round(size.width / size.height, 6)}
    return state | {"Locked": True, "CustomImage": shown}


def thickness_units(mm: float) -> float:
    """Return the thickness of a tile in units, given in mm."""
    return round(max(THINNEST, mm * UNIT), 3)


def _image(front: str, back: str) -> State:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


OPTIONS: Final = (
    ExportOption("base-url", "URL of the folder with the pictures: https://…/ (default: read them from this machine)"),
    ExportOption(
        "sheet-px", "maximum side of a card sheet or a board, in pixels", OptionKind.NUMBER, 4096,
        least=512, most=10000,
    ),
)  # fmt: skip
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
    """Names of pictures of single faces, by `FacePicture.key`."""

    def single(self, name: str, each: ExportFace, *, cut_out: bool = False, turn: int = 0) -> str:
        """Add a picture of a single face and return its name; identical faces share one picture."""
        size, per_mm = each.deck.size.turned if turn % 180 else each.deck.size, self.job.profile.dpi / MM_PER_INCH
        if each.deck.kind.tabletop is TabletopForm.BOARD:
            per_mm = min(per_mm, int(self.job.option("sheet-px")) / max(size))
        pixels = max(1, round(size.width * per_mm)), max(1, round(size.height * per_mm))
        cut = each.deck.cut_line(each.side, each.design.id) if cut_out else None
        picture = FacePicture(each.face, pixels, per_mm, turn, cut)
        known = self._names.setdefault(picture.key, name)
        self.singles[known] = picture
        return known

    def sheet(self, name: str, cells: dict[int, ExportFace], grid: CardGrid) -> str:
        """Add a card sheet with a face in each of these cells and return its name."""
        pictures = {number: FacePicture(each.face, grid.cell, grid.per_mm) for number, each in cells.items()}
        how = self.job.profile.format, self.job.profile.quality, self.job.profile.dpi
        guess = sum(picture.estimate(self.job.profile.format) for picture in pictures.values())
        self.sheets[name] = make_part(1, guess, make_sheet, pictures, grid, *how)
        return name

    def make(self) -> None:
        """Make all pictures and fill in their URLs."""
        sheets = self.job.make(list(self.sheets.values()), "sheets of cards")
        for (name, part), made in zip(self.sheets.items(), sheets, strict=True):
            self._add(name, made or b"", part.estimate)
        for (name, single), content in zip(self.singles.items(), self.job.pictures(self.singles.values()), strict=True):
            self._add(name, content, single.estimate(self.job.profile.format))

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
    for name in [name for name, fit in job.fits.items() if fit.deck.kind.tabletop is TabletopForm.DIE]:
        job.leave_out(name, f"{job.profile.title} does not publish where faces are on its custom dice")
    if not job.fits:
        return
    faces = job.faces(bleed=RIM)
    album = _PictureSet(job)
    plans = [_plan(job, album, [each for each in faces if each.deck.name == name]) for name in job.fits]
    album.make()
    table = TabletopLayout(job.game.id)
    for plan in plans:
        if isinstance(plan, _TilePlan) and len(plan.deck.designs) > MAX_PILES_IN_ROW:
            table.new_row()
        plan.lay(table, album.places)
    name = f"{job.game.id}_{job.order.lang}"
    save = json.dumps(save_file(table.laid()), ensure_ascii=False, indent=1) + "\n"
    job.add(f"{name}.json", save.encode())
    _add_thumbnail(job, faces[0], name)
    if not base:
        job.notice("the pictures are read from this machine; how-to-upload.txt explains how to share them")


def _add_thumbnail(job: ExportJob, each: ExportFace, name: str) -> None:
    """Write the thumbnail for the menu of saved objects: the first face."""
    per_mm = THUMBNAIL / max(each.deck.size)
    picture = FacePicture(each.face, (THUMBNAIL, THUMBNAIL), per_mm)
    [content] = job.pictures([picture])
    job.add(f"{name}.{job.profile.format}", content, picture.estimate(job.profile.format))


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

    def lay(self, table: TabletopLayout, places: dict[str, str]) -> None:
        """Put the deck, or its only card, on the table."""
        lang, size = self.job.order.lang, self.deck.size
        shape = ROUNDED if self.deck.corner else CARD_SHAPES[self.deck.shape]
        sheets = {
            each.key: sheet(
                places[each.face], places[each.back], each.grid.columns, each.grid.rows,
                unique=each.unique, shape=shape,
            )
            for each in self.sheets
        }  # fmt: skip
        numbers = {drawing: 100 * each.key + at for each in self.sheets for at, drawing in enumerate(each.cards)}
        cards = [
            card(
                table.guid(self.deck.name, piece.id, piece.copy), piece_name(piece.design, lang),
                piece_texts(piece, lang), size, numbers[piece.face_id], sheets,
            )
            for piece in self.job.pieces
            if piece.deck.name == self.deck.name
        ]  # fmt: skip
        if len(cards) == 1:
            table.put(size, [cards[0] | {"Name": "CardCustom"}])
            return
        guid = table.guid(self.deck.name)
        table.put(size, [deck(guid, self.deck.title[lang], f"× {len(cards)}", size, cards)])


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

    def lay(self, table: TabletopLayout, places: dict[str, str]) -> None:
        """Put a pile of each design on the table."""
        thickness = PAPER if self.form is TabletopForm.LEAF else BOARD
        own = [piece for piece in self.job.pieces if piece.deck.name == self.deck.name]
        for design in dict.fromkeys(piece.id for piece in own):
            pile = [self._state(table, piece, thickness, places) for piece in own if piece.id == design]
            table.put(self._room(), pile, thickness_units(thickness))

    def _room(self) -> Size:
        """Return the area that a piece takes on the table, in mm."""
        size = self.deck.size
        return Size(size.width, size.width) if self.form is TabletopForm.FIGURE else size

    def _state(self, table: TabletopLayout, piece: Piece, thickness: float, places: dict[str, str]) -> State:
        lang, size = self.job.order.lang, self.deck.size
        guid = table.guid(self.deck.name, piece.id, piece.copy)
        known = guid, piece_name(piece.design, lang), piece_texts(piece, lang)
        front = places[self.pictures[piece.face_id, Side.FRONT]]
        back = self.pictures.get((piece.face_id, Side.BACK))
        other = "" if back is None else places[back]
        if self.form is TabletopForm.FIGURE:
            return figure(*known, size, front, other or front)
        if self.form is TabletopForm.BOARD and back is None:
            return board(*known, size, front)
        if self.cut_out:
            return token(*known, size, thickness, front)
        shape = TILE_ROUNDED if self.deck.corner else TILE_SHAPES[self.deck.shape]
        if not self.pointed:
            return tile(*known, size, thickness, shape, front, other or front)
        state = tile(*known, size.turned, thickness, shape, front, other or front)
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
