"""Memo formats: page sizes, type sizes, columns and margins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnp.geometry.units import Size
from pnp.terms import Format

if TYPE_CHECKING:
    from pnp.memo.source import Memo
    from pnp.sheet.layout import Paper
    from pnp.spec.model import Game

POKER: Final = Size(63, 88)
_ISO: Final = {"a4": (Size(148, 210), Size(105, 148)), "a3": (Size(210, 297), Size(148, 210))}
"""Half and quarter sheets, rounded down to whole mm as in ISO 216."""


@dataclass(frozen=True)
class FormatSetting:
    """Typesetting parameters of a format."""

    columns: int
    largest: float
    """Maximum type size, in points."""
    smallest: float
    """Minimum type size, in points."""
    faces: int
    """Maximum number of sides."""
    card: bool
    """Whether short forms of texts are used."""
    margin: float
    """Margin, in mm."""


SETTINGS: Final = {
    Format.TWO_UP: FormatSetting(2, 10.5, 8, 1, False, 7.5),
    Format.HALF: FormatSetting(2, 10.5, 8, 1, False, 7.5),
    Format.QUARTER: FormatSetting(2, 9, 6.5, 2, True, 5.5),
    Format.CARD: FormatSetting(1, 8.5, 6.5, 2, True, 3.5),
    Format.WHOLE: FormatSetting(2, 11, 8, 1, False, 12),
}
AID_SETTINGS: Final = {
    Format.QUARTER: FormatSetting(2, 9.5, 8, 2, True, 5.5),
    Format.CARD: FormatSetting(1, 9.5, 8, 2, True, 3.5),
}
"""Settings of player aids, whose texts are written for these formats."""
PAGE_FORMATS: Final = frozenset({Format.TWO_UP.value, Format.HALF.value, Format.WHOLE.value})
"""Formats that show a figure unless it lists its formats."""
SCALES: Final = {Format.WHOLE: 0.5}
SCALE: Final = 0.4
"""Maximum scale of figures: `SCALES` for some formats, `SCALE` for the others."""


def setting_for(form: Format, memo: Memo) -> FormatSetting:
    """Return the setting of a memo: on cards and quarter sheets that of the player aid, if it has one."""
    return AID_SETTINGS.get(form, SETTINGS[form]) if memo.aids else SETTINGS[form]


def leaf_size(form: Format, paper: Paper, game: Game) -> Size:
    """Return the size of one memo after cutting, in mm."""
    if form is Format.CARD:
        return card_size(game)
    upright = Size(min(paper.size), max(paper.size))
    if form is Format.WHOLE:
        return upright
    if form is Format.TWO_UP:
        return half_size(upright)
    halved, quartered = _ISO.get(paper.name, (half_size(upright), half_size(half_size(upright))))
    return halved if form is Format.HALF else quartered


def half_size(size: Size) -> Size:
    """Return the size of half a portrait sheet, in portrait orientation."""
    return Size(size.height / 2, size.width)


def card_size(game: Game) -> Size:
    """Return the card size of the game's largest deck of cards, in mm, or that of a poker card if it has none."""
    decks = [deck for deck in game.decks.values() if deck.kind.held and deck.cut_line().marked]
    return max(decks, key=lambda deck: deck.count).size if decks else POKER
