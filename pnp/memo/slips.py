"""Slips of typography in memos: their texts as they are printed, numbers filled in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from pnp.errors import PnpError
from pnp.face.script import OBJECT
from pnp.face.slips import Slip, slips_in
from pnp.location import Location
from pnp.memo.facts import Facts
from pnp.memo.markup import Span, set_spans
from pnp.memo.source import Memo

RAISED: Final = "ᵉ"
"""Stands for any raised letter."""


def memo_slips(memo: Memo, facts: Facts) -> Iterator[tuple[Location, Slip]]:
    """Yield the slips in what a memo prints, each with its location; a text that cannot be set has none."""
    for words in memo.words():
        for text in words.versions():
            with suppress(PnpError):  # reported where numbers are checked
                for slip in slips_in(_as_printed(set_spans(text, memo.lang, facts, words.where)), memo.lang):
                    yield words.where, slip


def _as_printed(spans: list[Span]) -> str:
    """The letters of a text; an icon is one sign, and raised letters are no plain ones."""
    return "".join(OBJECT if span.icon else RAISED * len(span.text) if span.raised else span.text for span in spans)
