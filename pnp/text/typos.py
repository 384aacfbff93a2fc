"""Find typographic errors in printed text: wrong punctuation, spaces and line breaks.

Some rules apply to every language, and French and English have additional ones. The printed lines are checked, not the
source text, so errors that pnp corrects when it sets text (`typography.py`, `text_box.py`) are not reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from pnp.terms import Lang
from pnp.text.text_box import PrintedLine
from pnp.text.typography import (
    ELIDED,
    HEBREW,
    ICON_PLACEHOLDER,
    NARROW_NO_BREAK_SPACE,
    NO_BREAK_SPACE,
    inseparable,
    is_runt,
    quote_marks,
)


class TypoKind(StrEnum):
    """Kind of typographic error."""

    APOSTROPHE = "apostrophe"
    QUOTE = "quote"
    DOTS = "dots"
    SPACES = "spaces"
    HYPHEN = "hyphen"
    NO_SPACE = "no-space"
    """French punctuation without its space, or a guillemet without a space inside."""
    SPACE = "space"
    """English punctuation with a space before it."""
    ORDINAL = "ordinal"
    PARTED = "parted"
    """Line break between a number and its unit, or before a separate punctuation mark."""
    RUNT = "runt"
    """Short word alone on the last line of a paragraph."""


@dataclass(frozen=True)
class Typo:
    """A typographic error: the words as found, and as they should be."""

    kind: TypoKind
    found: str
    instead: str
    """Correction, or "" if only the author can decide."""


@dataclass(frozen=True)
class _PunctuationRule:
    """Pattern of an error, and a function that returns the correction."""

    kind: TypoKind
    pattern: re.Pattern[str]
    right: Callable[[re.Match[str]], str]


_SPACE: Final = r"[ \t\u00a0\u2009\u202f]"
_RAISED: Final = str.maketrans("ernds", "ᵉʳⁿᵈˢ")
_ENDS: Final = rf"(?=[\s»”)\]*]|{_SPACE}|$)"


def _quote(lang: Lang) -> Callable[[re.Match[str]], str]:
    opening, closing, *_ = quote_marks(lang)

    def right(match: re.Match[str]) -> str:
        before = match.string[: match.start()]
        if before[-1:].isdecimal():
            return "″"
        return opening if not before or before[-1] in f" ({NO_BREAK_SPACE}{NARROW_NO_BREAK_SPACE}\t[\n" else closing

    return right


def _apostrophe(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()], match.string[match.end() :]
    if before[-1:].isdecimal() and not after[:1].isalpha():
        return "′"
    opens = (not before or before[-1] in " (“") and "'" in after and not ELIDED.match(match[0] + after)
    return "‘" if opens else "’"


def _dash(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()].rstrip(), match.string[match.end() :].lstrip()
    return "−" if before[-1:].isdecimal() and after[:1].isdecimal() else "–"


def _ordinal(match: re.Match[str]) -> str:
    letters = "e" if "m" in match["letters"] else match["letters"]  # 2ème, 2eme
    return match["number"] + letters.translate(_RAISED)


_NEUTRAL: Final = (
    _PunctuationRule(TypoKind.APOSTROPHE, re.compile(rf"(?<!{HEBREW.pattern})'(?!{HEBREW.pattern})"), _apostrophe),
    _PunctuationRule(TypoKind.DOTS, re.compile(r"(?<!\.)\.\.\.(?!\.)"), lambda _: "…"),
    _PunctuationRule(TypoKind.SPACES, re.compile(rf"{_SPACE}{{2,}}"), lambda match: _one_space(match[0])),
    _PunctuationRule(TypoKind.HYPHEN, re.compile(rf"(?<={_SPACE})--?(?={_SPACE})"), _dash),
)
_FRENCH_HIGH_PUNCTUATION: Final = _PunctuationRule(
    TypoKind.NO_SPACE,
    re.compile(rf"(?<=[\w)\]»”’%°{ICON_PLACEHOLDER}])(?P<sign>[;!?]+){_ENDS}"),
    lambda match: NARROW_NO_BREAK_SPACE + match["sign"],
)
_FRENCH: Final = (
    _PunctuationRule(
        TypoKind.NO_SPACE, re.compile(rf"(?<=[\w)\]»”’%°{ICON_PLACEHOLDER}]):{_ENDS}"), lambda _: f"{NO_BREAK_SPACE}:"
    ),
    _PunctuationRule(TypoKind.NO_SPACE, re.compile(rf"«(?!{_SPACE}|$)"), lambda _: f"«{NARROW_NO_BREAK_SPACE}"),
    _PunctuationRule(TypoKind.NO_SPACE, re.compile(r"(?<=[^\s\u00a0\u202f])»"), lambda _: f"{NARROW_NO_BREAK_SPACE}»"),
    _PunctuationRule(
        TypoKind.ORDINAL,
        re.compile(r"(?<!\w)(?P<number>\d+)(?P<letters>ers?|res?|es?|[eè]mes?|nde?s?)(?!\w)"),
        _ordinal,
    ),
)
_ENGLISH: Final = (
    _PunctuationRule(
        TypoKind.SPACE, re.compile(rf"(?<=\w){_SPACE}+(?P<sign>[;:!?]+)(?=[\s”]|$)"), lambda match: match["sign"]
    ),
)


def _one_space(spaces: str) -> str:
    """Return the single space that replaces several: narrow no-break, no-break or plain, in this order."""
    return next((space for space in (NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE) if space in spaces), " ")


def _rules(lang: Lang) -> Iterator[_PunctuationRule]:
    yield from _NEUTRAL
    yield _PunctuationRule(TypoKind.QUOTE, re.compile(rf'(?<!{HEBREW.pattern})"(?!{HEBREW.pattern})'), _quote(lang))
    if lang.base == "fr":
        yield from _FRENCH
        if lang != "fr-CA":  # in Québec, these have no space before them
            yield _FRENCH_HIGH_PUNCTUATION
    elif lang.base == "en":
        yield from _ENGLISH


def typos_in(text: str, lang: Lang) -> list[Typo]:
    """Return the typographic errors in a text, ignoring its line breaks."""
    return [
        _slip(rule.kind, text, match.span(), rule.right(match))
        for rule in _rules(lang)
        for match in rule.pattern.finditer(text)
    ]


def find_typos(lines: Sequence[PrintedLine], lang: Lang) -> list[Typo]:
    """Return the typographic errors in a text, including its line breaks, without duplicates."""
    found: dict[Typo, None] = {}
    for paragraph in _paragraphs(lines):
        found |= dict.fromkeys(typos_in(" ".join(line.text for line in paragraph), lang))
        found |= dict.fromkeys(_at_line_ends(paragraph))
    return list(found)


def _paragraphs(lines: Iterable[PrintedLine]) -> Iterator[list[PrintedLine]]:
    paragraph: list[PrintedLine] = []
    for line in lines:
        paragraph.append(line)
        if line.ends:
            yield paragraph
            paragraph = []


def _at_line_ends(paragraph: list[PrintedLine]) -> Iterator[Typo]:
    for line, after in pairwise(paragraph):
        last, first = line.text.rpartition(" ")[2], after.text.partition(" ")[0]
        if inseparable(last, first):
            yield Typo(TypoKind.PARTED, f"{last} / {first}", f"{last}{NO_BREAK_SPACE}{first}")
    *others, end = paragraph
    if others and end.words == 1:
        widest = max(line.width for line in paragraph)
        if is_runt(sum(line.words for line in paragraph), end.width, widest):
            yield Typo(TypoKind.RUNT, f"{others[-1].text.rpartition(' ')[2]} / {end.text}", "")


def _slip(kind: TypoKind, text: str, span: tuple[int, int], right: str) -> Typo:
    """Return an error with the words around it."""
    start, end = span
    head = re.search(r"\S*\s?$" if kind in (TypoKind.SPACES, TypoKind.HYPHEN) else r"\S*$", text[:start])
    tail = re.match(r"\s?\S*" if kind in (TypoKind.SPACES, TypoKind.HYPHEN) else r"\S*", text[end:])
    before, after = head[0] if head else "", tail[0] if tail else ""
    return Typo(kind, f"{before}{text[start:end]}{after}", f"{before}{right}{after}")
