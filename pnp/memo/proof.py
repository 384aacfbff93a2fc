"""Read a set memo back, and report words outside the margins, or outside their column below the head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import pypdfium2
import pypdfium2.raw as pdfium

from pnp.errors import Problem, quoted
from pnp.location import Location
from pnp.memo.source import Memo
from pnp.memo.trial import Outcome, Trial

MM: Final = 25.4 / 72
ASIDE: Final = 0.5
"""How far a letter may hang out at the sides: slanted ones do a little; mm."""
ABOVE: Final = 0.8
"""How far it may reach over the upper and the lower edge: accents do."""
SOFT_HYPHENS: Final = "\x02\u00ad\ufffe"
"""What a viewer reads where a word is divided."""


@dataclass(frozen=True)
class Letter:
    """A printed letter and its box; mm from the upper left corner of its page."""

    sign: str
    """A space or a hyphen that divides a word has no box of its own."""
    page: int
    """From 1 on."""
    left: float
    top: float
    right: float
    bottom: float


def spills(
    pdf: bytes, trial: Trial, outcome: Outcome, foot: float, memo: Memo, headings: Mapping[str, Location]
) -> list[Problem]:
    """Return a problem for each heading under which a word leaves its place.

    The foot of a page is `foot` mm high; `headings` has the locations of the headings by the ids of their sections.
    """
    place = "runs into the margin" if trial.columns == 1 else "does not fit its column"
    message = f"a word {place} on {trial.width:g} × {trial.height:g} mm"
    hint = "shorten it, divide it with a space or a hyphen, or split the text in two"
    found: dict[Location, Problem] = {}
    for word in (word for letters in _pages(pdf) for word in _words(letters)):
        if not all(_is_inside(letter, trial, outcome.head, foot) for letter in word):
            where = _heading(word[0], trial, outcome, foot, memo, headings)
            read = quoted("".join(letter.sign for letter in word))
            found.setdefault(where, Problem(where, message, hint, found=read, code="E0703"))
    return list(found.values())


def _pages(pdf: bytes) -> Iterator[list[Letter]]:
    """The letters of each page, as a viewer finds them."""
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
                letters.append(Letter(sign, number, left, MM * height - top, right, MM * height - bottom))
            yield letters
    finally:
        document.close()


def _is_inside(letter: Letter, trial: Trial, head: float, foot: float) -> bool:
    edge = trial.bleed + trial.margin
    right, bottom = trial.bleed + trial.width - trial.margin, trial.bleed + trial.height - trial.margin
    if letter.top < edge - ABOVE or letter.bottom > bottom + ABOVE:
        return False
    if letter.left < edge - ASIDE or letter.right > right + ASIDE:
        return False
    if (letter.page == 1 and letter.bottom <= head) or letter.top >= bottom - foot:
        return True  # head and foot stand across the columns
    _, end = _columns(trial)[_column(letter.left, trial)]
    return letter.right <= end + ASIDE


def _columns(trial: Trial) -> list[tuple[float, float]]:
    """Where each column begins and ends."""
    wide = (trial.width - 2 * trial.margin + trial.gutter) / trial.columns
    begins = [trial.bleed + trial.margin + number * wide for number in range(trial.columns)]
    return [(begin, begin + wide - trial.gutter) for begin in begins]


def _column(x: float, trial: Trial) -> int:
    """The column in which something at x began."""
    return max((at for at, (begin, _) in enumerate(_columns(trial)) if begin <= x + ASIDE), default=0)


def _heading(
    letter: Letter, trial: Trial, outcome: Outcome, foot: float, memo: Memo, headings: Mapping[str, Location]
) -> Location:
    """Return the location of the heading above a letter, or of the keys that are printed at the head or the foot."""
    head = memo.where.at(detail="title, subtitle or aim")
    if letter.page == 1 and letter.bottom <= outcome.head:
        return head
    bottom = trial.bleed + trial.height - trial.margin
    if letter.top >= bottom - foot and letter.bottom <= bottom + ABOVE:
        return memo.at("follows")
    at = (letter.page, _column(letter.left, trial), letter.bottom)
    before = [
        place.name
        for place in outcome.places
        if place.name in headings and (place.page, _column(place.x, trial), place.y) <= at
    ]
    return headings[before[-1]] if before else head


def _words(letters: list[Letter]) -> Iterator[list[Letter]]:
    """Letters that follow each other without a space."""
    for is_space, word in groupby(letters, lambda letter: letter.sign.isspace()):
        if not is_space:
            yield list(word)
