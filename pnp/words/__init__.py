"""The words that pnp writes, one TOML file per language (default: English), and how numbers are written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.terms import Lang, nearest_language

FOLDER: Final = Path(__file__).parent

_BRACED: Final = re.compile(r"\\.|\{[^{}]*\}")
_BEFORE_HIGH: Final = re.compile(r"(?<=[^\s;!?«])[ \u00a0\u202f]*([;!?]+|»)(?=[\s.,:)*\u00a0\u202f]|$)")
_BEFORE_COLON: Final = re.compile(r"(?<=[^\s:])[ \u00a0\u202f]*:(?=\s|\*|$)")
_AFTER_OPENING: Final = re.compile(r"«[ \u00a0\u202f]*")
_PLACEHOLDER: Final = "\ufdd0"


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
    nearest = Lang(nearest_language(lang, spoken()))
    own: dict[str, str] = _file(nearest).get(part, {})
    return words | ({key: french_spaces(text) for key, text in own.items()} if nearest.base == Lang.FR else own)


def french_spaces(text: str) -> str:
    """Return a text with no-break spaces before : ; ! ? and inside « », as French has them.

    Braces, where a colon is not punctuation, are left unchanged.

    >>> french_spaces("Prêt ?")
    'Prêt\\u202f?'
    """
    braced = _BRACED.findall(text)
    text = _BRACED.sub(_PLACEHOLDER, text)
    text = _AFTER_OPENING.sub("«\u202f", text)
    text = _BEFORE_HIGH.sub("\u202f\\1", text)
    text = _BEFORE_COLON.sub("\u00a0:", text)
    for part in braced:
        text = text.replace(_PLACEHOLDER, part, 1)
    return text


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
