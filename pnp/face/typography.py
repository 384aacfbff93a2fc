"""Spaces and signs as a typesetter sets them, so that authors need not type them."""

from __future__ import annotations

import re
from typing import Final

from pnp.terms import Lang

NARROW: Final = "\u202f"
"""The narrow space that does not break: before ; ! ? and inside « »."""
FIRM: Final = "\u00a0"
"""The space that does not break."""
SHORT: Final = 13
"""A last word with no more signs than these does not stand on a line of its own."""

_BRACED: Final = re.compile(r"(\\.|\{[^{}]*\})")
_BEFORE_HIGH: Final = re.compile(r"(?<=[^\s;!?«])[ \u00a0\u202f]*([;!?]+|»)(?=[\s.,:)*\u00a0\u202f]|$)")
_BEFORE_COLON: Final = re.compile(r"(?<=[^\s:])[ \u00a0\u202f]*:(?=\s|\*|$)")
_AFTER_OPENING: Final = re.compile(r"«[ \u00a0\u202f]*")
_NUMBER_AND_WORD: Final = re.compile(r"(\{[=#][^{}]*\}|(?<![^\W\d])\d+) (?=[^\W\d])")
_SIGN: Final = re.compile(r"(?<=\d) (?=[%‰×€£$])|(?<=\w\}) (?=[%‰€£$]|×(?![\d{]))|(?<=×) (?=\d|\{[=#])")
_ORDINAL: Final = re.compile(r"(?<!\w)(\d+)(er|re|e)(?!\w)")
_RAISED: Final = str.maketrans({"e": "ᵉ", "r": "ʳ"})
_RUNT: Final = re.compile(rf"(?<=\S) ([^\s{{}}]{{1,{SHORT}}}|[^\s{{}}]{{0,4}}\{{[=#][^{{}}|]*\}}[^\s{{}}]{{0,4}})$")

UNITS: Final = (
    "mm cm dm m km µm ft yd mg g kg t lb oz ml cl dl l L pt px dpi s min h ms °C °F K W kW V Hz kB MB GB "
    "% ‰ ° € $ £ ¥ ₣ CHF EUR USD GBP ct × x"
)
"""Units of measure and money, percent and times, as they follow a number."""
FEWEST_WORDS: Final = 3
"""Of fewer words, the last may stand on a line of its own."""
_UNIT: Final = re.compile(rf"(?:{'|'.join(map(re.escape, UNITS.split()))})[²³]?[.,;:!?…)\]»”*]*")
_UNIT_BEFORE: Final = re.compile(r"[(«“]?(?:[×€$£¥±+−]|CHF|EUR|USD|GBP)")
_NUMBER_END: Final = re.compile(r"\d$")
_GROUP: Final = re.compile(r"(?<!\d)\d{1,3}$")
_THOUSANDS: Final = re.compile(r"\d{3}(?!\d)")
_LONE_SIGN: Final = re.compile(r"[!?:;»]+[.,…)]*")
_OPENING: Final = re.compile(r"[(]?«")


def refine(text: str, lang: Lang) -> str:
    """The text with the spaces, apostrophes and quotes of its language; `{…}` and what a backslash keeps stay."""
    parts = _BRACED.split(re.sub(r"[ \t\r\n]+", " ", text).strip())  # a no-break space that was typed stays
    for index in range(0, len(parts), 2):
        parts[index] = _signs(parts[index])
    text = "".join(parts)
    if lang.base == "fr":
        text = _french(text)
    text = _SIGN.sub(FIRM, _NUMBER_AND_WORD.sub(rf"\1{FIRM}", text))
    return _RUNT.sub(rf"{FIRM}\1", text)


def typeset(text: str, lang: Lang) -> str:
    """The text as labels, guides and captions set it: refined, with raised ordinals (1ᵉʳ, 2ᵉ)."""
    text = refine(text, lang)
    if lang.base == "fr":
        text = _ORDINAL.sub(lambda found: found[1] + found[2].translate(_RAISED), text)
    return text


def inseparable(before: str, after: str) -> bool:
    """Whether no line may end between two words: a number and its unit, or a sign that has a space before it."""
    if _LONE_SIGN.fullmatch(after) or _OPENING.fullmatch(before):
        return True
    if _NUMBER_END.search(before):
        return bool(_UNIT.fullmatch(after)) or bool(_GROUP.search(before) and _THOUSANDS.match(after))
    return bool(_UNIT_BEFORE.fullmatch(before) and after[:1].isdecimal())


def is_runt(words: int, width: float, widest: float) -> bool:
    """Whether the last line of a paragraph, a single word, fills less than half of its widest line."""
    return words >= FEWEST_WORDS and width < widest / 2


def titled(name: str) -> str:
    """A name with the signs of a typesetter; how it is spaced is part of the name."""
    return _signs(name)


def _signs(text: str) -> str:
    text = text.replace("...", "…").replace("'", "’")
    text = re.sub(r'(^|[\s(])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(?<![\w)])-(?=\d)", "−", text)


def _french(text: str) -> str:
    """French spacing; a colon inside braces is no punctuation, so the braces are set aside meanwhile."""
    kept = _BRACED.findall(text)
    text = _BRACED.sub("\ufdd0", text)
    text = _AFTER_OPENING.sub(f"«{NARROW}", text)
    text = _BEFORE_HIGH.sub(rf"{NARROW}\1", text)
    text = _BEFORE_COLON.sub(f"{FIRM}:", text)
    for part in kept:
        text = text.replace("\ufdd0", part, 1)
    return text
