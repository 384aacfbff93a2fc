"""How numbers are written, on charts and in the words beside them."""

from __future__ import annotations

from pnp.terms import Lang


def number(value: float, lang: Lang, decimals: int = 2) -> str:
    """A number without idle zeros, with the language's decimal sign."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    text = minus(text)
    return text.replace(".", ",") if lang is Lang.FR else text


def minus(text: str) -> str:
    """The text with real minus signs in place of hyphens."""
    return text.replace("-", "−")
