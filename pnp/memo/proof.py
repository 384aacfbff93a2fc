"""Check a typeset memo for words that extend beyond the margins or their column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import pypdfium2
import pypdfium2.raw as pdfium

from pnp.errors import Location, Problem, quote_value
from pnp.memo.source import Memo
from pnp.memo.trial import Trial, TrialResult

MM: Final = 25.4 / 72
SIDE_TOLERANCE: Final = 0.5
"""Tolerance at the sides in mm, as slanted characters overhang a little."""
VERTICAL_TOLERANCE: Final = 0.8
"""Tolerance at the top and the bottom in mm, for accents."""
SOFT_HYPHENS: Final = "\x02\u00ad\ufffe"
"""Characters that pdfium reports where a word is hyphenated."""


@dataclass(frozen=True)
class PrintedCharacter:
    """A printed character and its box, in mm from the upper left corner of its page."""

    sign: str
    """The character; spaces and hyphens at line ends have no box."""
    page: int
    """Page number, from 1."""
    left: float
    top: float
    right: float
    bottom: float


def find_overflows(
    pdf: bytes, trial: Trial, outcome: TrialResult, foot: float, memo: Memo, headings: Mapping[str, Location]
) -> list[Problem]:
    """Return a problem for each heading under which a word extends beyond its column or the margins.

    The page footer is `foot` mm high; `headings` are the locations of the headings by section id.
    """
    place = "runs into the margin" if trial.columns == 1 else "does not fit its column"
    message = f"a word {place} on {trial.width:g} × {trial.height:g} mm"
    hint = "shorten it, divide it with a space or a hyphen, or split the text in two"
    found: dict[Location, Problem] = {}
    for word in (word for letters in _pages(pdf) for word in _words(letters)):
        if not all(_is_inside(letter, trial, outcome.head, foot) for letter in word):
            where = _heading(word[0], trial, outcome, foot, memo, headings)
            read = quote_value("".join(letter.sign for letter in word))
            found.setdefault(where, Problem(where, message, hint, found=read, code="E0703"))
    return list(found.values())


def _pages(pdf: bytes) -> Iterator[list[PrintedCharacter]]:
    """Yield the characters of each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, page in enumerate(document, 1):
            text, height = page.get_textpage(), page.get_height()
            letters = []
            for index in range(text.count_chars()):
                sign = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
                if sign in SOFT_HYPHENS or not sign.isprintable() or pdfium.FPDFText_IsGenerated(text.raw, index) == 1:
                    sign = " "
                left, bottom, right, top = (MM * at for at in text.get_charbox(index))
                letters.append(PrintedCharacter(sign, number, left, MM * height - top, right, MM * height - bottom))
            yield letters
    finally:
        document.close()


def _is_inside(letter: PrintedCharacter, trial: Trial, head: float, foot: float) -> bool:
    edge = trial.bleed + trial.margin
    right, bottom = trial.bleed + trial.width - trial.margin, trial.bleed + trial.height - trial.margin
    if letter.top < edge - VERTICAL_TOLERANCE or letter.bottom > bottom + VERTICAL_TOLERANCE:
        return False
    if letter.left < edge - SIDE_TOLERANCE or letter.right > right + SIDE_TOLERANCE:
        return False
    if (letter.page == 1 and letter.bottom <= head) or letter.top >= bottom - foot:
        return True  # header and footer extend across the columns
    _, end = _columns(trial)[_column(letter.left, trial)]
    return letter.right <= end + SIDE_TOLERANCE


def _columns(trial: Trial) -> list[tuple[float, float]]:
    """Return the left and right edge of each column, in mm."""
    wide = (trial.width - 2 * trial.margin + trial.gutter) / trial.columns
    begins = [trial.bleed + trial.margin + number * wide for number in range(trial.columns)]
    return [(begin, begin + wide - trial.gutter) for begin in begins]


def _column(x: float, trial: Trial) -> int:
    """Return the index of the column that contains the left edge `x`."""
    return max((at for at, (begin, _) in enumerate(_columns(trial)) if begin <= x + SIDE_TOLERANCE), default=0)


def _heading(
    letter: PrintedCharacter,
    trial: Trial,
    outcome: TrialResult,
    foot: float,
    memo: Memo,
    headings: Mapping[str, Location],
) -> Location:
    """Return the location of the heading above a character, or of the keys printed in the header or footer."""
    head = memo.where.at(detail="title, subtitle or aim")
    if letter.page == 1 and letter.bottom <= outcome.head:
        return head
    bottom = trial.bleed + trial.height - trial.margin
    if letter.top >= bottom - foot and letter.bottom <= bottom + VERTICAL_TOLERANCE:
        return memo.at("follows")
    at = (letter.page, _column(letter.left, trial), letter.bottom)
    before = [
        place.name
        for place in outcome.places
        if place.name in headings and (place.page, _column(place.x, trial), place.y) <= at
    ]
    return headings[before[-1]] if before else head


def _words(letters: list[PrintedCharacter]) -> Iterator[list[PrintedCharacter]]:
    """Yield the words of a page: characters without a space between them."""
    for is_space, word in groupby(letters, lambda letter: letter.sign.isspace()):
        if not is_space:
            yield list(word)
