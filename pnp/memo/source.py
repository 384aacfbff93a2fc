"""The contents of a memo as its author writes it in `components/<game>/memo.<lang>.toml`.

A game has one `memo.<lang>.toml` for each language, and may have variants, `memo-<variant>.<lang>.toml`, with
`extends = "memo"` and only what differs: keys at the top replace keys, and a section overrides only the keys it sets.
Everything has the location where it is written: what a variant inherits has its location in the memo that it extends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pnp.location import Location
from pnp.terms import Lang

STEM: Final = "memo"
_NAME: Final = re.compile(rf"{STEM}(-(?P<variant>.+?))?\.(?P<lang>[A-Za-z]{{2,8}}(-[A-Za-z0-9]{{1,8}})*)\.toml")


@dataclass(frozen=True)
class Words:
    """A text, and the shorter one that cards have instead."""

    text: str
    where: Location
    short: str | None = None
    """Nothing of it is on cards when this is empty."""

    def on(self, *, card: bool) -> str:
        """The text for a card or for a page."""
        return self.short if card and self.short is not None else self.text

    def versions(self) -> Iterator[str]:
        """Every text it can be."""
        yield self.text
        if self.short:
            yield self.short


@dataclass(frozen=True)
class Intro:
    """A paragraph."""

    words: Words


@dataclass(frozen=True)
class Steps:
    """What is done one after the other, or points of a list."""

    items: tuple[Words, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Action:
    """Something a player may do: its name, what it costs, how it goes, remarks."""

    name: Words
    costs: tuple[Words, ...] = ()
    words: Words | None = None
    remarks: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Actions:
    """The actions of a section."""

    items: tuple[Action, ...]


@dataclass(frozen=True)
class Points:
    """A small table: a label and figures on every row."""

    rows: tuple[tuple[Words, ...], ...]
    head: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Remarks:
    """What one forgets, set apart."""

    items: tuple[Words, ...]


@dataclass(frozen=True)
class FigureUse:
    """A figure of the game, by its name in figures.toml."""

    name: str
    where: Location
    caption: Words | None = None
    width: float = 1.0
    """The share of the column that it may fill."""
    only: frozenset[str] = frozenset()
    """The formats that have it; all pages when empty."""


Block = Intro | Steps | Actions | Points | Remarks | FigureUse


@dataclass(frozen=True)
class Section:
    """A heading and the blocks under it, in the order of the source."""

    id: str
    heading: Words
    where: Location
    icon: str | None = None
    legend: Words | None = None
    """At the end of the heading: what the badges count."""
    only: frozenset[str] = frozenset()
    """The formats it is printed in; all when empty."""
    blocks: tuple[Block, ...] = ()
    side: str | None = None
    """Of an aid: the side of the card that it is printed on; either when None."""
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """The location of each of its keys."""

    def at(self, key: str) -> Location:
        """The location of a key, or the one that it would have."""
        return self.places.get(key, self.where / key)

    def figures(self) -> Iterator[FigureUse]:
        """The figures of the section, in order."""
        yield from (block for block in self.blocks if isinstance(block, FigureUse))

    def words(self) -> Iterator[Words]:
        """Every text of the section, in order."""
        yield self.heading
        if self.legend:
            yield self.legend
        for block in self.blocks:
            yield from _words(block)


@dataclass(frozen=True)
class Memo:
    """A memo in one language."""

    path: Path
    where: Location
    lang: Lang
    variant: str
    """Empty for the memo of the game itself."""
    title: Words | None = None
    """The game's own title without it."""
    subtitle: Words | None = None
    follows: Words | None = None
    """Which rules it tells."""
    aim: Words | None = None
    colour: str | None = None
    accent: str | None = None
    picture: str | None = None
    preset: str | None = None
    """The engine's name for the variant of the rules."""
    sections: tuple[Section, ...] = field(default=())
    aids: tuple[Section, ...] = field(default=())
    """What cards and A6 have in place of the sections."""
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """The location of each key at the top."""

    def at(self, key: str) -> Location:
        """The location of a key at the top, or the one that it would have."""
        return self.places.get(key, self.where / key)

    def all_sections(self) -> Iterator[Section]:
        """The sections of pages, then those of aids."""
        yield from self.sections
        yield from self.aids

    def words(self) -> Iterator[Words]:
        """Every text, in reading order."""
        yield from (words for words in (self.title, self.subtitle, self.aim) if words)
        for section in self.all_sections():
            yield from section.words()
        if self.follows:
            yield self.follows

    def icons(self) -> Iterator[tuple[str, Location]]:
        """Yield the drawings that keys name, each with its location; those in texts are found with the texts."""
        if self.picture:
            yield self.picture, self.at("picture")
        for section in self.all_sections():
            if section.icon:
                yield section.icon, section.at("icon")


def _words(block: Block) -> Iterator[Words]:
    match block:
        case Intro(words):
            yield words
        case Steps(items) | Remarks(items):
            yield from items
        case FigureUse(caption=caption):
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
    """The name of a source file."""
    return f"{STEM}-{variant}.{lang}.toml" if variant else f"{STEM}.{lang}.toml"


def variants(folder: Path) -> list[str]:
    """The memos in a game's folder, in whatever language: the game's own (empty) first, then its variants."""
    return sorted(
        {match["variant"] or "" for path in folder.glob(f"{STEM}*.toml") if (match := _NAME.fullmatch(path.name))}
    )


def written(folder: Path) -> list[str]:
    """The names of the memos in a game's folder."""
    return sorted(path.name for path in folder.glob(f"{STEM}*.toml") if _NAME.fullmatch(path.name))
