"""The contents of a memo as its author writes it, the formats it is printed in, and what each format includes.

A game has one `memo.<lang>.toml` per language, and may have variants, `memo-<variant>.<lang>.toml`, with
`extends = "memo"` and only what differs: top-level keys override keys, and a section overrides only the keys it sets.
Every text has its location: inherited texts are located in the memo that the variant extends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from pnp.errors import Location
from pnp.geometry.units import Size
from pnp.terms import Format, Lang

if TYPE_CHECKING:
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


MAIN_MEMO: Final = "memo"
_NAME: Final = re.compile(rf"{MAIN_MEMO}(-(?P<variant>.+?))?\.(?P<lang>[A-Za-z]{{2,8}}(-[A-Za-z0-9]{{1,8}})*)\.toml")


@dataclass(frozen=True)
class MemoText:
    """A text, and its short form for cards."""

    text: str
    where: Location
    short: str | None = None
    """Short form, or None to use the text; if empty, the text is left out on cards."""

    def for_format(self, *, card: bool) -> str:
        """Return the text for a card or for a page."""
        return self.short if card and self.short is not None else self.text

    def versions(self) -> Iterator[str]:
        """Yield the text and its short form, if any."""
        yield self.text
        if self.short:
            yield self.short


@dataclass(frozen=True)
class Intro:
    """A paragraph."""

    words: MemoText


@dataclass(frozen=True)
class Steps:
    """A list of steps or points."""

    items: tuple[MemoText, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Action:
    """Something a player may do: its name, costs, description and remarks."""

    name: MemoText
    costs: tuple[MemoText, ...] = ()
    words: MemoText | None = None
    remarks: tuple[MemoText, ...] = ()


@dataclass(frozen=True)
class Actions:
    """The actions of a section."""

    items: tuple[Action, ...]


@dataclass(frozen=True)
class Points:
    """A small table with a label and numbers in every row."""

    rows: tuple[tuple[MemoText, ...], ...]
    head: tuple[MemoText, ...] = ()


@dataclass(frozen=True)
class Remarks:
    """Remarks that are easily forgotten, set apart."""

    items: tuple[MemoText, ...]


@dataclass(frozen=True)
class FigureBlock:
    """A figure in a section, by its name in figures.toml."""

    name: str
    where: Location
    caption: MemoText | None = None
    width: float = 1.0
    """Maximum width, as a share of the column."""
    only: frozenset[str] = frozenset()
    """Formats that show it; all page formats if empty."""


Block = Intro | Steps | Actions | Points | Remarks | FigureBlock


@dataclass(frozen=True)
class Section:
    """A heading and the blocks under it, in the order of the source."""

    id: str
    heading: MemoText
    where: Location
    icon: str | None = None
    legend: MemoText | None = None
    """Text at the end of the heading: what the badges count."""
    only: frozenset[str] = frozenset()
    """Formats that print it; all if empty."""
    blocks: tuple[Block, ...] = ()
    side: str | None = None
    """In a player aid: side of the card, "front" or "back"; None for either."""
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """Location of each key."""

    def at(self, key: str) -> Location:
        """Return the location of a key, or the location that it would have."""
        return self.places.get(key, self.where / key)

    def figures(self) -> Iterator[FigureBlock]:
        """Yield the figures of the section, in order."""
        yield from (block for block in self.blocks if isinstance(block, FigureBlock))

    def words(self) -> Iterator[MemoText]:
        """Yield every text of the section, in order."""
        yield self.heading
        if self.legend:
            yield self.legend
        for block in self.blocks:
            yield from _words(block)


class RulesDocument(Protocol):
    """Rules in one language that are drawn in the game's look: a memo or a rulebook."""

    @property
    def lang(self) -> Lang:
        """Language."""

    @property
    def title(self) -> MemoText | None:
        """Title; None to use the game's title."""

    @property
    def colour(self) -> str | None:
        """Colour of headings and bands; None to use the game's colour."""

    @property
    def accent(self) -> str | None:
        """Colour of symbols and lines; None to use `colour`."""

    def words(self) -> Iterator[MemoText]:
        """Yield every text, in reading order."""

    def icons(self) -> Iterator[tuple[str, Location]]:
        """Yield the drawings named by keys, with their locations; drawings inside texts are not included."""


@dataclass(frozen=True)
class Memo:
    """A memo in one language."""

    path: Path
    where: Location
    lang: Lang
    variant: str
    """Name of the variant; empty for the main memo."""
    title: MemoText | None = None
    """Title; None to use the game's title."""
    subtitle: MemoText | None = None
    follows: MemoText | None = None
    """Which rules the memo follows."""
    aim: MemoText | None = None
    colour: str | None = None
    accent: str | None = None
    picture: str | None = None
    preset: str | None = None
    """Preset of the engine's rules that the memo describes."""
    sections: tuple[Section, ...] = field(default=())
    aids: tuple[Section, ...] = field(default=())
    """Sections of the player aid, which cards and quarter sheets print instead of `sections`."""
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """Location of each top-level key."""
    changes: frozenset[Location] = frozenset()
    """Locations of the texts in which a variant differs from its memo; of a new section, that of its heading."""

    def at(self, key: str) -> Location:
        """Return the location of a top-level key, or the location that it would have."""
        return self.places.get(key, self.where / key)

    def all_sections(self) -> Iterator[Section]:
        """Yield the sections of pages, then those of the player aid."""
        yield from self.sections
        yield from self.aids

    def words(self) -> Iterator[MemoText]:
        """Yield every text, in reading order."""
        yield from (words for words in (self.title, self.subtitle, self.aim) if words)
        for section in self.all_sections():
            yield from section.words()
        if self.follows:
            yield self.follows

    def compared(self, base: Memo) -> Memo:
        """Return the memo with its changes from the memo that it extends."""
        changes: set[Location] = set()
        for ours, theirs in ((self.sections, base.sections), (self.aids, base.aids)):
            known = {section.id: {words.text for words in section.words()} for section in theirs}
            for section in ours:
                if section.id in known:
                    changes |= {words.where for words in section.words() if words.text not in known[section.id]}
                else:
                    changes.add(section.heading.where)
        return replace(self, changes=frozenset(changes))

    def icons(self) -> Iterator[tuple[str, Location]]:
        """Yield the drawings named by keys, with their locations; drawings inside texts are not included."""
        if self.picture:
            yield self.picture, self.at("picture")
        for section in self.all_sections():
            if section.icon:
                yield section.icon, section.at("icon")


def _words(block: Block) -> Iterator[MemoText]:
    match block:
        case Intro(words):
            yield words
        case Steps(items) | Remarks(items):
            yield from items
        case FigureBlock(caption=caption):
            yield from (caption,) if caption else ()
        case Points(rows, head):
            yield from head
            for row in rows:
                yield from row
        case Actions(items):
            for action in items:
                yield action.name
                yield from action.costs
                yield from (action.words,) if action.words else ()
                yield from action.remarks


def file_name(variant: str, lang: Lang) -> str:
    """Return the name of a source file; `variant` is empty for the main memo."""
    return f"{MAIN_MEMO}-{variant}.{lang}.toml" if variant else f"{MAIN_MEMO}.{lang}.toml"


def variants(folder: Path) -> list[str]:
    """Return the variants in a game's folder, in any language, sorted; the main memo is an empty name."""
    return sorted(
        {match["variant"] or "" for path in folder.glob(f"{MAIN_MEMO}*.toml") if (match := _NAME.fullmatch(path.name))}
    )


def parse_file_name(name: str) -> tuple[str, Lang] | None:
    """Return the variant and the language of a source file; None if it is not the name of a memo."""
    match = _NAME.fullmatch(name)
    return None if match is None else (match["variant"] or "", Lang(match["lang"]))


def memo_files(folder: Path) -> list[str]:
    """Return the names of the memo files in a game's folder, sorted."""
    return sorted(path.name for path in folder.glob(f"{MAIN_MEMO}*.toml") if _NAME.fullmatch(path.name))


_OF_FIGURE: Final = re.compile(r"\bfigure\.([a-z0-9_-]+)\.")
"""Reference to a number of a figure in a text."""


def prints_aid(memo: Memo, form: Format) -> bool:
    """Return whether a format prints the player aid."""
    return bool(memo.aids) and setting_for(form, memo).card


def sections_on(memo: Memo, form: Format) -> list[Section]:
    """Return the sections that a format prints."""
    all_sections = memo.aids if prints_aid(memo, form) else memo.sections
    return [section for section in all_sections if not section.only or form.value in section.only]


def shown_on(figure: FigureBlock, form: Format) -> bool:
    """Return whether a format shows a figure."""
    return form.value in (figure.only or PAGE_FORMATS)


def figures_on(memo: Memo, form: Format) -> list[FigureBlock]:
    """Return the figures that a format shows."""
    return [figure for section in sections_on(memo, form) for figure in section.figures() if shown_on(figure, form)]


def figures_used_on(memo: Memo, form: Format) -> set[str]:
    """Return the names of the figures that a format shows, or whose numbers its texts use."""
    words = (words for section in sections_on(memo, form) for words in section.words())
    return {figure.name for figure in figures_on(memo, form)} | figures_in_texts(words)


def figures_in_texts(words: Iterable[MemoText]) -> set[str]:
    """Return the names of the figures whose numbers texts use."""
    return {name for each in words for text in each.versions() for name in _OF_FIGURE.findall(text)}


def figures_used(memo: Memo) -> set[str]:
    """Return the names of the figures that any format shows, or whose numbers its texts use."""
    return {name for form in Format for name in figures_used_on(memo, form)}
