"""Text in non-Latin scripts: line breaks (UAX #14), direction (UAX #9) and grapheme clusters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, Protocol, TypeVar

RTL: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Right-to-left characters, and control characters that change the direction."""
BREAKS_ANYWHERE: Final = re.compile(
    "[\u200b\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00016fe0-\U0003fffd]"
)
"""Characters between which a line may break without a space (ideographs, kana, hangul), and zero-width space."""
COMPLEX_SCRIPTS: Final = re.compile(
    "[\u0900-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\ua8ff\ua900-\ua95f\ua980-\uabff\U00011000-\U00011fff]"
)
"""Left-to-right scripts in which the shape or position of a character depends on its neighbours."""
RTL_LANGUAGES: Final = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
RTL_MARK: Final = "\u200f"
"""Right-to-left mark; text between two of these runs from right to left, including punctuation."""
ICON_PLACEHOLDER: Final = "\ufffc"
"""Placeholder for an icon in a text."""
_LEVEL: Final = re.compile(r"Level\(\s*(\d+),?\s*\)")


class Levelled(Protocol):
    """Part of a line with a bidirectional level: even is left to right, odd is right to left."""

    @property
    def level(self) -> int:
        """Embedding level."""


L = TypeVar("L", bound=Levelled)


def runs_rtl(lang: str) -> bool:
    """Return whether a language is written from right to left, given its tag.

    >>> runs_rtl("he"), runs_rtl("az-Arab"), runs_rtl("fr")
    (True, True, False)
    """
    tag = lang.lower()
    return tag.split("-")[0] in RTL_LANGUAGES or any(part in ("arab", "hebr", "thaa") for part in tag.split("-")[1:])


def starts_rtl(text: str) -> bool:
    """Return whether the first character with a direction runs from right to left."""
    from bidi import get_base_level

    return bool(RTL.search(text)) and get_base_level(text) % 2 == 1


@lru_cache(maxsize=1024)
def bidi_levels(text: str, *, rtl: bool) -> tuple[int, ...]:
    """Return the embedding level of each character of a paragraph; `rtl` is the paragraph's direction."""
    from bidi import get_display

    # the library offers levels only in its debug report, one for each byte of UTF-8
    report = str(get_display(text, base_dir="R" if rtl else "L", debug=True))
    listed = report[report.rindex("levels: [") : report.rindex("paragraphs: [")]
    found = [int(level) for level in _LEVEL.findall(listed)]
    sizes = [len(letter.encode()) for letter in text]
    if len(found) != sum(sizes):
        raise ValueError("cannot read the levels in the report of this version of python-bidi")
    return tuple(found[place] for place in accumulate(sizes[:-1], initial=0)) if text else ()


def visual_order(items: Sequence[L]) -> list[L]:
    """Return the items of a line in visual order, from left to right."""
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
def line_breaks(text: str) -> frozenset[int]:
    """Return the positions in a text, other than spaces, where a line may break."""
    if not BREAKS_ANYWHERE.search(text):
        return frozenset()
    from uniseg.linebreak import line_break_boundaries

    return frozenset(int(place) for place in line_break_boundaries(text))


def grapheme_clusters(text: str) -> Iterable[str]:
    """Return the grapheme clusters of a text: parts that must be set in one font, such as a letter with its accents."""
    from uniseg.graphemecluster import grapheme_clusters

    return [text] if len(text) == 1 else list(grapheme_clusters(text))
