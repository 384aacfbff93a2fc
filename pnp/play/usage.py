"""Usage: what a simulation counts (the keys used by each move) and how games end.

A key is a group and a name, such as `card:ring` or `action:open`. Keys are looked up for every move of millions of
games, so games keep them in tables indexed by action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pnp.play.core import Options, State, Translations
from pnp.spec.model import Design
from pnp.terms import Lang, Translated

S = TypeVar("S", bound=State)


def words(*texts: str, **others: str) -> Translations:
    """Return a text in several languages: one text for all, two for French and English, or others by tag (`de="Zug"`).

    A missing language falls back to the nearest one, or to English.

    >>> move = words("jouer : {}", "play: {}")
    >>> move[Lang.FR].format("Hibou"), move[Lang.EN].format("Owl")
    ('jouer : Hibou', 'play: Owl')
    """
    by_tag = dict(zip((Lang.FR, Lang.EN), texts if len(texts) == 2 else texts * 2, strict=True) if texts else ())
    return Translated(by_tag | {Lang(tag.replace("_", "-")): text for tag, text in others.items()})


def column_text(design: Design, column: str) -> Translations:
    """Return the text of a design's column in every language."""
    value = design.fields[column]
    return Translated(value) if isinstance(value, dict) else words(str(value))


def with_note(name: Translations, note: Translations) -> Translations:
    """Return a name with a note in brackets."""
    return Translated({lang: f"{name[lang]} ({note[lang]})" for lang in {**name, **note}})


class Usage(Generic[S]):
    """What is counted for a game; by default only that it ended.

    A game names its endings, and says which one was reached:

        class SnapUsage(Usage):
            endings = {"empty": words("la pioche est vide", "the deck is empty")}

            def ending(self, state):
                return "empty"
    """

    endings: ClassVar[Mapping[str, Translations]] = {"over": words("fin de la partie", "the game is over")}
    """Names of the possible endings, by key."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def ending(self, state: S) -> str:
        """Return the key of how a finished game ended."""
        return "over"

    def ways(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all possible endings, or of those possible with these options."""
        return self.endings

    def uses(self, state: S, action: int) -> Iterable[str]:
        """Return the keys used by a legal action before it is played, such as `("action:play", "card:owl")`."""
        return ()

    def left(self, state: S) -> Iterable[tuple[int, str]]:
        """Yield (player, key) for every key that a finished game shows to have been used."""
        return ()

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all keys, or of those in play with these options."""
        return {}
