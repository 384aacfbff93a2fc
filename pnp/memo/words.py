"""The few words that pnp itself puts on a memo, in each language."""

from __future__ import annotations

from typing import Final

from pnp.terms import Lang

WORDS: Final = {
    Lang.FR: {"aim": "But", "minutes": "{minutes} min", "age": "dès {age} ans", "memo": "mémo"},
    Lang.EN: {"aim": "Aim", "minutes": "{minutes} min", "age": "ages {age}+", "memo": "memo"},
}
