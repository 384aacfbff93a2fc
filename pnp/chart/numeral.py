"""How numbers are written, on charts and in the words beside them."""

from __future__ import annotations

from typing import Final

from pnp.terms import Lang
from pnp.words import Vocabulary

NUMBERS: Final = Vocabulary("numbers")


def number(value: float, lang: Lang, decimals: int = 2) -> str:
    """A number without idle zeros, with the language's decimal sign."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return with_decimal(minus(text), lang)


def with_decimal(text: str, lang: Lang) -> str:
    """A number that is written with a point, with the language's decimal sign."""
    return text.replace(".", NUMBERS[lang]["decimal"])


def minus(text: str) -> str:
    """The text with real minus signs in place of hyphens."""
    return text.replace("-", "−")
