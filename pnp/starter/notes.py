"""Notes about a game made from tables, for its designer, in any language that pnp is translated into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pnp.terms import Lang
from pnp.words import Texts

WORDS: Final = Texts("starter")


class StarterNote(NamedTuple):
    """Something that a designer should know: the key of its text, and what is filled in."""

    key: str
    values: Mapping[str, str]

    def text(self, lang: str = Lang.EN) -> str:
        """Return the note in a language, or in English.

        >>> StarterNote("no-rows", {"table": "book.xlsx#Lists"}).text()
        'book.xlsx#Lists is left out: it has no rows of cards below headings'
        """
        return WORDS[lang][self.key].format(**self.values)
