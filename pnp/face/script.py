"""Scripts other than Latin: where their lines may break (UAX #14), and which way their letters run (UAX #9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, Protocol, TypeVar

RTL: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that run from right to left, and signs that make others do so."""
WIDE: Final = re.compile(
    "[\u200b\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00016fe0-\U0003fffd]"
)
"""Letters between which a line may break without a space: ideographs, kana, hangul; and the space of no width."""
SHAPED: Final = re.compile(
    "[\u0900-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\ua8ff\ua900-\ua95f\ua980-\uabff\U00011000-\U00011fff]"
)
"""Scripts of which a letter's form or place depends on its neighbours, beside those that run from right to left."""
RTL_LANGUAGES: Final = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
MARK: Final = "\u200f"
"""Letters between two of these run from right to left, punctuation included."""
OBJECT: Final = "\ufffc"
"""Stands for an icon in a text."""
_LEVEL: Final = re.compile(r"Level\(\s*(\d+),?\s*\)")


class Levelled(Protocol):
    """Something with a level: even ones run from left to right, odd ones from right to left."""

    @property
    def level(self) -> int:
        """How deep it lies."""


L = TypeVar("L", bound=Levelled)


def runs_rtl(lang: str) -> bool:
    """Whether a language is written from right to left."""
    tag = lang.lower()
    return tag.split("-")[0] in RTL_LANGUAGES or any(part in ("arab", "hebr", "thaa") for part in tag.split("-")[1:])


def starts_rtl(text: str) -> bool:
    """Whether the first letter with a direction runs from right to left."""
    from bidi import get_base_level

    return bool(RTL.search(text)) and get_base_level(text) % 2 == 1


@lru_cache(maxsize=1024)
def levels(text: str, *, rtl: bool) -> tuple[int, ...]:
    """The level of each letter of a paragraph that runs from right to left or not."""
    from bidi import get_display

    # what the library offers of them is this report, in which each byte of UTF-8 has a level
    said = str(get_display(text, base_dir="R" if rtl else "L", debug=True))
    found = [int(level) for level in _LEVEL.findall(said[said.rindex("levels: [") : said.rindex("paragraphs: [")])]
    sizes = [len(letter.encode()) for letter in text]
    if len(found) != sum(sizes):
        raise ValueError("python-bidi reports its levels in a new way")
    return tuple(found[place] for place in accumulate(sizes[:-1], initial=0)) if text else ()


def in_sight(items: Sequence[L]) -> list[L]:
    """A line's items from left to right, as they are seen."""
    shown = list(items)
    for level in range(max((item.level for item in items), default=0), 0, -1):
        start = 0
        while start < len(shown):
            end = start
            while end < len(shown) and shown[end].level >= level:
                end += 1
            shown[start:end] = shown[start:end][::-1]
            start = end + 1
    return shown


@lru_cache(maxsize=1024)
def breaks(text: str) -> frozenset[int]:
    """The places in a text, beside spaces, at which a line may end."""
    if not WIDE.search(text):
        return frozenset()
    from uniseg.linebreak import line_break_boundaries

    return frozenset(int(place) for place in line_break_boundaries(text))


def clusters(text: str) -> Iterable[str]:
    """The text in parts that one font must set: a letter with the marks on it."""
    from uniseg.graphemecluster import grapheme_clusters

    return [text] if len(text) == 1 else list(grapheme_clusters(text))
