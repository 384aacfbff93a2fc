"""Objects of Tabletop Simulator in the format of its save files, and their positions on the table.

Sizes are proportional: a poker card has scale 1. A card of scale 1 is 3.04 units high, a tile is 2 units wide and high;
the sizes of figures and of tokens cut from a picture are approximate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pnp.geometry.units import Size

CARD_HIGH: Final = 3.04
"""Height of a card of scale 1, in units."""
POKER_HIGH: Final = 88.0
UNIT: Final = CARD_HIGH / POKER_HIGH
"""Units per mm."""
TILE: Final = 2.0
"""Width and height of a tile of scale 1, in units."""
FIGURE: Final = 2.0
"""Approximate height of a figure of scale 1, in units."""
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
class Table:
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


def thickness_units(mm: float) -> float:
    """Return the thickness of a tile in units, given in mm."""
    return round(max(THINNEST, mm * UNIT), 3)


def _image(front: str, back: str) -> State:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
