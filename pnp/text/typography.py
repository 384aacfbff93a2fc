"""Typography: spaces and punctuation as a typesetter sets them, line breaks (UAX #14) and direction (UAX #9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, Protocol, TypeVar

from pnp.terms import Lang
from pnp.words import french_spaces

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


NARROW_NO_BREAK_SPACE: Final = "\u202f"
"""Narrow no-break space, used in French before ; ! ? and inside « »."""
NO_BREAK_SPACE: Final = "\u00a0"
"""No-break space."""
LONGEST_RUNT: Final = 13
"""Maximum length of a last word that is kept on the line of the word before it, in characters."""

_BRACED: Final = re.compile(r"(\\.|\{[^{}]*\})")
_NUMBER_AND_WORD: Final = re.compile(r"(\{[=#][^{}]*\}|(?<![^\W\d])\d+) (?=[^\W\d])")
_UNIT_SPACE: Final = re.compile(r"(?<=\d) (?=[%‰×€£$])|(?<=\w\}) (?=[%‰€£$]|×(?![\d{]))|(?<=×) (?=\d|\{[=#])")
_ORDINAL: Final = re.compile(r"(?<!\w)(\d+)(er|re|e)(?!\w)")
_RAISED: Final = str.maketrans({"e": "ᵉ", "r": "ʳ"})
_RUNT: Final = re.compile(
    rf"(?<=\S) ([^\s{{}}]{{1,{LONGEST_RUNT}}}|[^\s{{}}]{{0,4}}\{{[=#][^{{}}|]*\}}[^\s{{}}]{{0,4}})$"
)

UNITS: Final = (
    "mm cm dm m km µm ft yd mg g kg t lb oz ml cl dl l L pt px dpi s min h ms °C °F K W kW V Hz kB MB GB "
    "% ‰ ° € $ £ ¥ ₣ CHF EUR USD GBP ct × x"
)
"""Units, currencies and symbols that follow a number."""
MIN_WORDS_FOR_RUNT: Final = 3
"""Minimum number of words in a paragraph for its last word to count as a runt."""
_UNIT: Final = re.compile(rf"(?:{'|'.join(map(re.escape, UNITS.split()))})[²³]?[.,;:!?…)\]»”*]*")
_UNIT_BEFORE: Final = re.compile(r"[(«“]?(?:[×€$£¥±+−]|CHF|EUR|USD|GBP)")
_NUMBER_END: Final = re.compile(r"\d$")
_GROUP: Final = re.compile(r"(?<!\d)\d{1,3}$")
_THOUSANDS: Final = re.compile(r"\d{3}(?!\d)")
_LONE_PUNCTUATION: Final = re.compile(r"[!?:;»]+[.,…)]*")
_OPENING: Final = re.compile(r"[(]?«")


def refine(text: str, lang: Lang) -> str:
    """Return a text with the spaces, apostrophes and quotes of its language.

    Braces `{…}` and escaped characters are left unchanged.
    """
    parts = _BRACED.split(re.sub(r"[ \t\r\n]+", " ", text).strip())  # keeps no-break spaces
    for index in range(0, len(parts), 2):
        parts[index] = _punctuation(parts[index])
    text = "".join(parts)
    if lang.base == "fr":
        text = french_spaces(text)
    text = _UNIT_SPACE.sub(NO_BREAK_SPACE, _NUMBER_AND_WORD.sub(rf"\1{NO_BREAK_SPACE}", text))
    return _RUNT.sub(rf"{NO_BREAK_SPACE}\1", text)


def typeset(text: str, lang: Lang) -> str:
    """Return a text as set in labels, guides and captions: refined, with superscript ordinals in French (1ᵉʳ, 2ᵉ)."""
    text = refine(text, lang)
    if lang.base == "fr":
        text = _ORDINAL.sub(lambda found: found[1] + found[2].translate(_RAISED), text)
    return text


def inseparable(before: str, after: str) -> bool:
    """Return whether a line must not break between two words, such as a number and its unit.

    >>> inseparable("12", "mm"), inseparable("two", "cards")
    (True, False)
    """
    if _LONE_PUNCTUATION.fullmatch(after) or _OPENING.fullmatch(before):
        return True
    if _NUMBER_END.search(before):
        return bool(_UNIT.fullmatch(after)) or bool(_GROUP.search(before) and _THOUSANDS.match(after))
    return bool(_UNIT_BEFORE.fullmatch(before) and after[:1].isdecimal())


def is_runt(words: int, width: float, widest: float) -> bool:
    """Return whether the single word on a paragraph's last line fills less than half of its widest line."""
    return words >= MIN_WORDS_FOR_RUNT and width < widest / 2


HEBREW: Final = re.compile(r"[\u0590-\u05ff]")
"""Hebrew letters; their abbreviations are written with straight quotes."""
ELIDED: Final = re.compile(r"'(?:tis|twas|em|n|cause|til|\d0s)\b", re.IGNORECASE)
"""English words that begin with an apostrophe."""


class QuoteMarks(NamedTuple):
    """Quotation marks of a language, for quotations and for those inside them."""

    opening: str
    closing: str
    inner_opening: str
    inner_closing: str


_ENGLISH_QUOTES: Final = QuoteMarks("“", "”", "‘", "’")
_GERMAN_QUOTES: Final = QuoteMarks("„", "“", "‚", "‘")
_POLISH_QUOTES: Final = QuoteMarks("„", "”", "‚", "’")
_SWEDISH_QUOTES: Final = QuoteMarks("”", "”", "’", "’")
_GUILLEMETS: Final = QuoteMarks("«", "»", "“", "”")
_RUSSIAN_QUOTES: Final = QuoteMarks("«", "»", "„", "“")
_SWISS_QUOTES: Final = QuoteMarks("«", "»", "‹", "›")
_QUOTES: Final = {
    "fr": QuoteMarks(f"«{NARROW_NO_BREAK_SPACE}", f"{NARROW_NO_BREAK_SPACE}»", "“", "”"),
    "ja": QuoteMarks("「", "」", "『", "』"),
    **dict.fromkeys(("de-CH", "fr-CH", "it-CH"), _SWISS_QUOTES),
    **dict.fromkeys(("de", "cs", "sk", "sl", "bg", "is", "lt"), _GERMAN_QUOTES),
    **dict.fromkeys(("pl", "hr", "hu", "ro"), _POLISH_QUOTES),
    **dict.fromkeys(("sv", "fi"), _SWEDISH_QUOTES),
    **dict.fromkeys(("es", "el", "pt-PT", "nb", "no", "nn"), _GUILLEMETS),
    **dict.fromkeys(("ru", "uk", "be"), _RUSSIAN_QUOTES),
}


def quote_marks(lang: Lang) -> QuoteMarks:
    """Return the quotation marks of a language, including the spaces inside them; English ones if it is not known.

    >>> quote_marks(Lang("de-AT")).opening
    '„'
    """
    return _QUOTES.get(lang) or _QUOTES.get(lang.base) or _ENGLISH_QUOTES


def typographic_name(name: str) -> str:
    """Return a name with typographic punctuation; its spacing is left unchanged."""
    return _punctuation(name)


def _punctuation(text: str) -> str:
    text = text.replace("...", "…").replace("'", "’")
    text = re.sub(r'(^|[\s(])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(?<![\w)])-(?=\d)", "−", text)
