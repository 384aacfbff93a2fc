"""The words that pnp writes, one TOML file per language (default: English), and how numbers are written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.terms import Lang, nearest_language

FOLDER: Final = Path(__file__).parent


def spoken() -> list[Lang]:
    """Return the languages that pnp is translated into."""
    return sorted(Lang(path.stem) for path in FOLDER.glob("*.toml"))


def is_translated(lang: str) -> bool:
    """Whether pnp is translated into this language, or a wider one (fr for fr-CA)."""
    return Lang(nearest_language(lang, spoken())).base == Lang(lang).base


class Texts:
    """The texts of one part of pnp, by language and then by key."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __getitem__(self, lang: str) -> Mapping[str, str]:
        return _part(self._part, lang)


@cache
def _part(part: str, lang: str) -> dict[str, str]:
    words: dict[str, str] = dict(_file(Lang.EN)[part])
    words |= _file(nearest_language(lang, spoken())).get(part, {})
    return words


@cache
def _file(lang: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8"))


def list_words(words: Iterable[str], last: str) -> str:
    """Return words as a list in a sentence, with `last` before the last one.

    >>> list_words(["cards", "tiles", "tokens"], " and ")
    'cards, tiles and tokens'
    """
    *first, end = words
    return f"{', '.join(first)}{last}{end}" if first else end


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
