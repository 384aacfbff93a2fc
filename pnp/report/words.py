"""The words of the report, and how numbers are written in it, in each language."""

from __future__ import annotations

from typing import Final

from pnp.chart.numeral import NUMBERS, number, with_decimal
from pnp.terms import Lang
from pnp.words import Vocabulary

WORDS: Final = Vocabulary("report")


def percent(share: float, lang: Lang, decimals: int = 1) -> str:
    """A share in percent."""
    if 0 < share < 0.0005:
        return f"< {number(0.1, lang)}\u00a0%"
    return f"{number(100 * share, lang, decimals)}\u00a0%"


def fixed(value: float, lang: Lang, decimals: int) -> str:
    """A number with a fixed number of decimals, for columns of numbers."""
    text = with_decimal(f"{abs(value):.{decimals}f}", lang)
    return f"−{text}" if value < 0 and float(f"{value:.{decimals}f}") else text


def points(share: float, lang: Lang, *, sign: bool = False) -> str:
    """A difference of shares in percentage points."""
    text = fixed(100 * share, lang, 1)
    return f"+{text}" if sign and round(100 * share, 1) > 0 else text


def gap(share: float, lang: Lang) -> str:
    """A rough difference of shares in percentage points: whole ones, if it is not small."""
    return number(100 * share, lang, 0) if share >= 0.03 else fixed(100 * share, lang, 1)


def whole(count: float, lang: Lang) -> str:
    """A whole number, its thousands apart."""
    return f"{round(count):,}".replace(",", NUMBERS[lang]["thousands"])


def counted(what: str, count: int, lang: Lang) -> str:
    """A number with the word that agrees with it."""
    return WORDS[lang][f"{what}-1" if count == 1 else f"{what}-n"].format(count=whole(count, lang))


def place(number_: int, lang: Lang) -> str:
    """Who acts first, second, and so on; from 0."""
    said = WORDS[lang].get(f"place-{number_ + 1}", WORDS[lang]["place-n"])
    return said.format(place=number_ + 1)


def group(key: str, lang: Lang) -> str:
    """What a group of things is called."""
    return WORDS[lang].get(f"group-{key}", key.capitalize())
