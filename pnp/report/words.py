"""Texts of the report in each language, and how it writes numbers."""

from __future__ import annotations

from typing import Final

from pnp.terms import Lang
from pnp.words import NUMBERS, Texts, format_number, with_decimal, with_percent

WORDS: Final = Texts("report")


def percent(share: float, lang: Lang, decimals: int = 1) -> str:
    """Return a share in percent."""
    if 0 < share < 0.0005:
        return f"< {with_percent(format_number(0.1, lang), lang)}"
    return with_percent(format_number(100 * share, lang, decimals), lang)


def fixed(value: float, lang: Lang, decimals: int) -> str:
    """Return a number with a fixed number of decimals, for columns of numbers."""
    text = with_decimal(f"{abs(value):.{decimals}f}", lang)
    return f"−{text}" if value < 0 and float(f"{value:.{decimals}f}") else text


def points(share: float, lang: Lang, *, sign: bool = False) -> str:
    """Return a difference of shares in percentage points."""
    text = fixed(100 * share, lang, 1)
    return f"+{text}" if sign and round(100 * share, 1) > 0 else text


def rough_points(share: float, lang: Lang) -> str:
    """Return an approximate difference of shares in percentage points, as a whole number unless it is small."""
    return format_number(100 * share, lang, 0) if share >= 0.03 else fixed(100 * share, lang, 1)


def with_thousands(count: float, lang: Lang) -> str:
    """Return a whole number with thousands separators."""
    return f"{round(count):,}".replace(",", NUMBERS[lang]["thousands"])


def count_with_noun(what: str, count: int, lang: Lang) -> str:
    """Return a count with its noun, singular or plural."""
    return WORDS[lang][f"{what}-1" if count == 1 else f"{what}-n"].format(count=with_thousands(count, lang))


def ordinal_seat(number_: int, lang: Lang) -> str:
    """Return an ordinal for the turn order, given a number from 0."""
    said = WORDS[lang].get(f"place-{number_ + 1}", WORDS[lang]["place-n"])
    return said.format(place=number_ + 1)


def group_name(key: str, lang: Lang) -> str:
    """Return the name of a group of keys."""
    return WORDS[lang].get(f"group-{key}", key.capitalize())
