"""Smart typography: straight quotes, double hyphens and three dots become what a typesetter would use.

    "It's 6' 2"..." -- she said    “It’s 6′ 2″…” – she said

Tags, icons and escaped characters stay as they are, so `\\"` is a straight quote.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pnp.terms import Lang
from pnp.text.markup import Tags, find_marks
from pnp.text.typography import ELIDED, HEBREW, ICON_PLACEHOLDER, NARROW_NO_BREAK_SPACE, quote_marks

_AFFECTED: Final = re.compile(r"[\"']|--|\.\.\.")
_OPENING: Final = "([{<¿¡—–-/“‘«„‚‹「『\u00a0\u202f"
"""Characters other than spaces that a quotation may follow."""
_HYPHENS: Final = re.compile(r"(?<![-<!])-{2,3}(?![->])")
_DOTS: Final = re.compile(r"(?<!\.)\.{3}(?!\.)")


class _Part(NamedTuple):
    """A part of a text that is changed as a whole: a character, or markup."""

    shown: str
    """The character as a reader sees it; empty for markup."""
    written: str
    fixed: bool = False
    """Whether it stays as it is."""


def curl(text: str, lang: Lang, tags: Tags | None = None) -> str:
    """Return a text with the quotes of its language, apostrophes, primes, dashes and an ellipsis for three dots.

    After a digit, a straight quote is a prime (`5' 6"`), unless a quotation is open and nothing else closes it.

    >>> curl('"It\\'s 6\\' 2\\"..." -- she said', Lang("en"))
    '“It’s 6′ 2″…” – she said'
    """
    if not _AFFECTED.search(text):
        return text
    parts = _parts(text, tags)
    visible = [part for part in parts if part.shown]
    shown = "".join(part.shown for part in visible)
    changes = _quotes(shown, visible, lang)
    for pattern, replacement in ((_HYPHENS, {2: "–", 3: "—"}), (_DOTS, {3: "…"})):
        for match in pattern.finditer(shown):
            if not any(visible[at].fixed for at in range(*match.span())):
                changes |= dict.fromkeys(range(*match.span()), "") | {match.start(): replacement[len(match[0])]}
    written, at = [], -1
    for part in parts:
        at += bool(part.shown)
        written.append(changes.get(at, part.written) if part.shown else part.written)
    return "".join(written)


def _parts(text: str, tags: Tags | None) -> list[_Part]:
    """Return the characters and the markup of a text; each part with `shown` shows one character."""
    parts: list[_Part] = []
    place = 0
    for mark in find_marks(text, tags):
        parts += [_Part(letter, letter) for letter in text[place : mark.start()]]
        place = mark.end()
        if mark["break"]:
            parts += [_Part(letter, letter) for letter in mark[0]]
        elif mark["icon"]:
            parts.append(_Part(ICON_PLACEHOLDER, mark[0], fixed=True))
        else:
            shown = mark["escaped"] or ("\n" if mark["line"] else (mark["star"] or "")[:1])
            parts.append(_Part(shown, mark[0], fixed=True))
    return parts + [_Part(letter, letter) for letter in text[place:]]


def _quotes(shown: str, visible: list[_Part], lang: Lang) -> dict[int, str]:
    """Return the characters that replace quotes, by their position in the visible text."""
    marks = quote_marks(lang)
    changes: dict[int, str] = {}
    double = single = False
    closers, ends = _last_closers(shown), _last_ends(shown)
    for at, letter in enumerate(shown):
        if letter == "\n":
            double = single = False
        if letter not in "\"'" or visible[at].fixed:
            continue
        before, after = shown[at - 1 : at] if at else "", shown[at + 1 : at + 2]
        if HEBREW.match(before) and HEBREW.match(after):  # an abbreviation
            continue
        opens = (
            not before
            or before.isspace()
            or (before in _OPENING)
            or (before in "\"'" and changes.get(at - 1) in marks[::2])
        )
        if letter == '"':
            if before.isdecimal() and not (double and ends[at]):
                changes[at] = "″"
            elif opens and not (double and (not after or after.isspace() or after in ".,;:!?)")):
                changes[at], double = marks[0], True
            else:
                changes[at], double = marks[1], False
            _drop_spaces(changes, visible, at, marks[0], marks[1])
        elif before.isdecimal() and not single and not after.isalpha():
            changes[at] = "′"
        elif opens and closers[at] and not ELIDED.match(shown, at):
            changes[at], single = marks[2], True
        elif single and not after.isalpha():
            changes[at], single = marks[3], False
        else:
            changes[at] = "’"
    return changes


def _last_closers(shown: str) -> list[bool]:
    """Return for each position whether a single quote that may close a quotation follows in the same line."""
    found, follows = [False] * len(shown), False
    for at in range(len(shown) - 1, -1, -1):
        found[at] = follows
        if shown[at] == "\n":
            follows = False
        elif shown[at] == "'" and at and not (shown[at - 1].isspace() or shown[at + 1 : at + 2].isalnum()):
            follows = True
    return found


def _last_ends(shown: str) -> list[bool]:
    """Return for each position whether no double quote that ends something follows before the next that begins."""
    found, ends = [True] * len(shown), True
    for at in range(len(shown) - 1, -1, -1):
        found[at] = ends
        if shown[at] == "\n":
            ends = True
        elif shown[at] == '"':
            ends = not at or shown[at - 1].isspace() or shown[at - 1] in _OPENING
    return found


def _drop_spaces(changes: dict[int, str], visible: list[_Part], at: int, opening: str, closing: str) -> None:
    """Drop a typed space inside a quotation whose marks bring their own, unless it is escaped."""
    space = _Part(" ", " ")
    if changes[at] == opening and opening.endswith(NARROW_NO_BREAK_SPACE) and visible[at + 1 : at + 2] == [space]:
        changes[at + 1] = ""
    if changes[at] == closing and closing.startswith(NARROW_NO_BREAK_SPACE) and at and visible[at - 1] == space:
        changes[at - 1] = ""
