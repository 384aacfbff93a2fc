"""What is counted when a game is watched: the keys that its moves use, and how it ended.

A key is a group and a name, as `card:ring` or `action:open`. A key is looked up for every move of millions of games, so
that a game keeps its keys in tables by action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pnp.play.core import Options, State, Words
from pnp.spec.model import Design
from pnp.terms import Lang

S = TypeVar("S", bound=State)


def words(fr: str, en: str) -> Words:
    """A name in both languages."""
    return {Lang.FR: fr, Lang.EN: en}


def field_words(design: Design, column: str) -> Words:
    """The name that a column gives a piece, in every language."""
    return {lang: str(design.field(column, lang)) for lang in Lang}


def joined(name: Words, note: Words) -> Words:
    """A name with a note in brackets."""
    return {lang: f"{name[lang]} ({note[lang]})" for lang in Lang}


class Usage(Generic[S]):
    """What is counted of a game; by itself nothing but that it is over."""

    endings: ClassVar[Mapping[str, Words]] = {"over": words("fin de la partie", "the game is over")}
    """How a game can end."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def ending(self, state: S) -> str:
        """How a finished game ended."""
        return "over"

    def ways(self, options: Options | None) -> Mapping[str, Words]:
        """How a game can end; with options, only by them."""
        return self.endings

    def uses(self, state: S, action: int) -> Iterable[str]:
        """The keys that a legal action uses, asked before it is played."""
        return ()

    def left(self, state: S) -> Iterable[tuple[int, str]]:
        """The keys that a finished game shows to have been used, each with the player who did."""
        return ()

    def things(self, options: Options | None) -> Mapping[str, Words]:
        """All keys there are with their names; with options, only what is in play by them."""
        return {}
