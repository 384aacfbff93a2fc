"""Number formatting in charts and texts."""

from __future__ import annotations

from typing import Final

from pnp.terms import Lang
from pnp.words import Texts

NUMBERS: Final = Texts("numbers")


def format_number(value: float, lang: Lang, decimals: int = 2) -> str:
    """Return a number without trailing zeros, with the language's decimal separator."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return with_decimal(with_minus_signs(text), lang)


def with_decimal(text: str, lang: Lang) -> str:
    """Replace the decimal point with the language's decimal separator."""
    return text.replace(".", NUMBERS[lang]["decimal"])


def with_percent(text: str, lang: Lang) -> str:
    """Return a number with a percent sign, written as the language does: 5% in English, 5 % in French."""
    return NUMBERS[lang]["percent"].format(text)


def with_minus_signs(text: str) -> str:
    """Replace hyphens with real minus signs."""
    return text.replace("-", "−")
