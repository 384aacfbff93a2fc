"""What is counted when a game is watched: the keys that its moves use, and how it ended.

A key is a group and a name, as `card:ring` or `action:open`. A key is looked up for every move of millions of games, so
that a game keeps its keys in tables by action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pnp.play.core import Options, State, Words
from pnp.spec.model import Design
from pnp.terms import Lang, Spoken

S = TypeVar("S", bound=State)


def words(*texts: str, **others: str) -> Words:
    """A name: one text for every language, two in French and English, or others by their tags (`de="Zug"`).

    In a language that it lacks it is said in the nearest, or in English.
    """
    by_tag = dict(zip((Lang.FR, Lang.EN), texts if len(texts) == 2 else texts * 2, strict=True) if texts else ())
    return Spoken(by_tag | {Lang(tag.replace("_", "-")): text for tag, text in others.items()})


def field_words(design: Design, column: str) -> Words:
    """The name that a column gives a piece, in every language."""
    value = design.fields[column]
    return Spoken(value) if isinstance(value, dict) else words(str(value))


def joined(name: Words, note: Words) -> Words:
    """A name with a note in brackets."""
    return Spoken({lang: f"{name[lang]} ({note[lang]})" for lang in {**name, **note}})


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
