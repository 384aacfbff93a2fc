"""Find typographic mistakes in the texts of a memo, with their numbers filled in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from pnp.errors import Location, PnpError
from pnp.memo.facts import Facts
from pnp.memo.markup import Span, typeset
from pnp.memo.source import Memo
from pnp.text.typography import ICON_PLACEHOLDER
from pnp.text.typos import Typo, typos_in

RAISED: Final = "ᵉ"
"""Placeholder for a superscript character."""


def memo_typos(memo: Memo, facts: Facts) -> Iterator[tuple[Location, Typo]]:
    """Yield the typographic mistakes in a memo with their locations; skip texts that cannot be set."""
    for words in memo.words():
        for text in words.versions():
            with suppress(PnpError):  # reported where numbers are checked
                for slip in typos_in(_as_printed(typeset(text, memo.lang, facts, words.where)), memo.lang):
                    yield words.where, slip


def _as_printed(spans: list[Span]) -> str:
    """Return the characters of a text; an icon counts as one character, and superscripts are replaced."""
    return "".join(
        ICON_PLACEHOLDER if span.icon else RAISED * len(span.text) if span.raised else span.text for span in spans
    )
