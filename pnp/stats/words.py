"""Texts of tables and charts in each language, and how odds are written."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pnp.terms import Lang
from pnp.words import Texts, format_number, with_decimal, with_percent

WORDS: Final = Texts("stats")
KINDS: Final = Texts("kinds")
_MOST_DECIMALS: Final = 9


def percent(share: Fraction, lang: Lang) -> str:
    """Return a probability in percent; only certainty is 100% and only impossibility 0%."""
    if share in (0, 1):
        return with_percent(str(int(share) * 100), lang)
    for decimals in range(1, _MOST_DECIMALS + 1):
        scale = 10**decimals
        rounded = round(share * 100 * scale)
        if 0 < rounded < 100 * scale:
            text = f"{rounded // scale}.{rounded % scale:0{decimals}d}"
            return with_percent(with_decimal(text, lang), lang)
    sign, bound = ("<", "0.000000001") if share < Fraction(1, 2) else (">", "99.999999999")
    return f"{sign} {with_percent(with_decimal(bound, lang), lang)}"


def one_in(share: Fraction, lang: Lang) -> str:
    """Return a probability in the form "1 in 6"."""
    words = WORDS[lang]
    if share in (0, 1):
        return words["always" if share else "never"]
    times = 1 / share
    if times < 2:
        text = format_number(float(times), lang)
    elif times < 20:
        text = format_number(float(times), lang, 1)
    else:
        text = (
            f"{round(times):,}".replace(",", words["thousands"])
            if times < 10**12
            else f"10^{len(str(round(times))) - 1}"
        )
    return words["one-in"].format(number=text)
