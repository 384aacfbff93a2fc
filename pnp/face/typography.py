"""Typographic punctuation and spacing, applied to text so that authors need not type it."""

from __future__ import annotations

import re
from typing import Final

from pnp.terms import Lang

NARROW_NO_BREAK_SPACE: Final = "\u202f"
"""Narrow no-break space, used in French before ; ! ? and inside « »."""
NO_BREAK_SPACE: Final = "\u00a0"
"""No-break space."""
LONGEST_RUNT: Final = 13
"""Maximum length of a last word that is kept on the line of the word before it, in characters."""

_BRACED: Final = re.compile(r"(\\.|\{[^{}]*\})")
_BEFORE_HIGH: Final = re.compile(r"(?<=[^\s;!?«])[ \u00a0\u202f]*([;!?]+|»)(?=[\s.,:)*\u00a0\u202f]|$)")
_BEFORE_COLON: Final = re.compile(r"(?<=[^\s:])[ \u00a0\u202f]*:(?=\s|\*|$)")
_AFTER_OPENING: Final = re.compile(r"«[ \u00a0\u202f]*")
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
        text = _french(text)
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


def typographic_name(name: str) -> str:
    """Return a name with typographic punctuation; its spacing is left unchanged."""
    return _punctuation(name)


def _punctuation(text: str) -> str:
    text = text.replace("...", "…").replace("'", "’")
    text = re.sub(r'(^|[\s(])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(?<![\w)])-(?=\d)", "−", text)


def _french(text: str) -> str:
    """Apply French spacing, except inside braces, where a colon is not punctuation."""
    kept = _BRACED.findall(text)
    text = _BRACED.sub("\ufdd0", text)
    text = _AFTER_OPENING.sub(f"«{NARROW_NO_BREAK_SPACE}", text)
    text = _BEFORE_HIGH.sub(rf"{NARROW_NO_BREAK_SPACE}\1", text)
    text = _BEFORE_COLON.sub(f"{NO_BREAK_SPACE}:", text)
    for part in kept:
        text = text.replace("\ufdd0", part, 1)
    return text
