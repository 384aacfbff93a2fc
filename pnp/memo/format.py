"""The formats of a memo: how large its leaf is, and how its text may be set on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnp.terms import Format
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.memo.source import Memo
    from pnp.sheet.paper import Paper
    from pnp.spec.model import Game

POKER: Final = Size(63, 88)
_ISO: Final = {"a4": (Size(148, 210), Size(105, 148)), "a3": (Size(210, 297), Size(148, 210))}
"""Half and quarter sheets, rounded down to whole mm as the standard has it."""


@dataclass(frozen=True)
class Setting:
    """How text may be set on a leaf; sizes of letters in points."""

    columns: int
    largest: float
    smallest: float
    faces: int
    """How many sides it may fill."""
    card: bool
    """Whether it has the short texts."""
    margin: float


SETTINGS: Final = {
    Format.TWO_UP: Setting(2, 10.5, 8, 1, False, 7.5),
    Format.HALF: Setting(2, 10.5, 8, 1, False, 7.5),
    Format.QUARTER: Setting(2, 9, 6.5, 2, True, 5.5),
    Format.CARD: Setting(1, 8.5, 6.5, 2, True, 3.5),
    Format.WHOLE: Setting(2, 11, 8, 1, False, 12),
}
AID_SETTINGS: Final = {
    Format.QUARTER: Setting(2, 9.5, 8, 2, True, 5.5),
    Format.CARD: Setting(1, 9.5, 8, 2, True, 3.5),
}
"""Those of player aids, which are written for their size."""
PAGES: Final = frozenset({Format.TWO_UP.value, Format.HALF.value, Format.WHOLE.value})
"""The formats that have figures where a figure does not say."""
SCALES: Final = {Format.WHOLE: 0.5}
SCALE: Final = 0.4
"""How large figures are at most, of the real size: on a whole sheet, and on others."""


def setting_for(form: Format, memo: Memo) -> Setting:
    """How a memo is set: on cards and A6 as an aid, where it has one."""
    return AID_SETTINGS.get(form, SETTINGS[form]) if memo.aids else SETTINGS[form]


def leaf_size(form: Format, paper: Paper, game: Game) -> Size:
    """The size of one memo after cutting."""
    if form is Format.CARD:
        return card_size(game)
    upright = Size(min(paper.size), max(paper.size))
    if form is Format.WHOLE:
        return upright
    if form is Format.TWO_UP:
        return half(upright)
    halved, quartered = _ISO.get(paper.name, (half(upright), half(half(upright))))
    return halved if form is Format.HALF else quartered


def half(size: Size) -> Size:
    """Half of an upright sheet, upright again."""
    return Size(size.height / 2, size.width)


def card_size(game: Game) -> Size:
    """The size of the game's cards: that of its largest deck of cards, or a poker card where it has none."""
    decks = [deck for deck in game.decks.values() if deck.kind.held and deck.cut_line().marked]
    return max(decks, key=lambda deck: deck.count).size if decks else POKER
