"""Markup of memo texts: `**bold**`, `*italic*`, `{icon}`, `{=number}`, `{#literal}`; everything else is plain text.

A number is `{=name}`, `{=name|card|cards}` (followed by the singular or plural), `{=name|once|# times}` (`#` is
replaced by the number), `{=name:ordinal}` (4th) or `{=name:minus}` (−2). Names can be joined by ` + `, ` - ` and ` * `.
A backslash escapes the next character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.memo.facts import Facts, evaluate
from pnp.memo.source import RulesDocument
from pnp.terms import Lang
from pnp.text.typography import ICON_PLACEHOLDER, NO_BREAK_SPACE, refine
from pnp.text.typos import Typo, typos_in

LONGEST: Final = 3_000
"""Maximum length of a text, in characters."""
_MARKUP: Final = re.compile(
    r"\\(?P<escaped>.)|(?<!\S)(?P<star>\*+)(?!\S)|(?P<bold>\*\*)|(?P<italic>\*)|\{(?P<braced>[^{}]*)\}|(?P<brace>[{}])"
)
_FORMS: Final = ("ordinal", "minus")
LONGEST_FIRM_END: Final = 24
"""Maximum length of a final word that is never hyphenated, in characters."""
NUMBER_PLACEHOLDER: Final = "#"
"""Placeholder for the number in its singular and plural forms."""


class TokenType(Enum):
    """Type of a token."""

    TEXT = "text"
    NUMBER = "number"
    LITERAL = "literal"
    ICON = "icon"


@dataclass(frozen=True)
class Token:
    """A part of a text as the author wrote it."""

    sort: TokenType
    value: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Span:
    """A part of a text as it is printed."""

    text: str
    bold: bool = False
    italic: bool = False
    raised: bool = False
    icon: bool = False
    firm: bool = False
    """Whether it is not hyphenated: the end of a text, so that its last line is not just part of a word."""

    def data(self) -> dict[str, str | bool]:
        """Return the span as template data."""
        flags = {name: True for name in ("bold", "italic", "raised", "firm") if getattr(self, name)}
        return ({"icon": self.text} if self.icon else {"text": self.text}) | flags


def tokens(text: str, where: Location) -> list[Token]:
    """Return the tokens of a text; raise PnpError for unmatched braces or asterisks."""
    return list(_tokens(text, where))


def _tokens(text: str, where: Location) -> Iterator[Token]:
    if len(text) > LONGEST:
        message = f"must have at most {LONGEST} characters"
        raise PnpError(Problem(where, message, found=f"{len(text)}", code="E0105"))
    bold = italic = False
    letters, end = "", 0
    for match in _MARKUP.finditer(text):
        letters += text[end : match.start()]
        end = match.end()
        if match["escaped"] or match["star"]:
            letters += match["escaped"] or match["star"]
            continue
        if match["brace"]:
            hint = "write {name} for an icon, {=name} for a number, and \\{ for a brace"
            raise PnpError(Problem(where, "has an unmatched brace", hint, found=quote_value(text), code="E0404"))
        if letters:
            yield Token(TokenType.TEXT, letters, bold, italic)
        letters = ""
        if match["bold"]:
            bold = not bold
        elif match["italic"]:
            italic = not italic
        else:
            sort = {"=": TokenType.NUMBER, "#": TokenType.LITERAL}.get(match["braced"][:1], TokenType.ICON)
            yield Token(sort, match["braced"][sort is not TokenType.ICON :], bold, italic)
    if letters + text[end:]:
        yield Token(TokenType.TEXT, letters + text[end:], bold, italic)
    if bold or italic:
        hint = "write \\* for an asterisk"
        raise PnpError(Problem(where, "has an unmatched *", hint, found=quote_value(text), code="E0404"))


def typeset(text: str, lang: Lang, facts: Facts, where: Location) -> list[Span]:
    """Return the text as it is printed in a language, with numbers filled in; raise PnpError for invalid markup."""
    spans: list[Span] = []
    for token in tokens(refine(text, lang), where):
        match token.sort:
            case TokenType.ICON:
                spans.append(Span(token.value, icon=True))
            case TokenType.NUMBER:
                spans += [Span(part, token.bold, token.italic, up) for part, up in _number(token, lang, facts, where)]
            case _:
                spans.append(Span(token.value, token.bold, token.italic))
    return _with_firm_end(spans)


def _with_firm_end(spans: list[Span]) -> list[Span]:
    """Return the spans with the end of the text, after the last breaking space, as a separate firm span."""
    if not spans or spans[-1].icon:
        return spans
    *before, last = spans
    head, space, tail = last.text.rpartition(" ")
    if len(tail) > LONGEST_FIRM_END:  # it may be wider than a column of a card
        return spans
    return [*before, *([replace(last, text=head + space)] if head + space else []), replace(last, text=tail, firm=True)]


def _number(token: Token, lang: Lang, facts: Facts, where: Location) -> list[tuple[str, bool]]:
    """Return the number as parts of text, each with whether it is superscript."""
    expression, *words = token.value.split("|")
    expression, _, form = expression.partition(":")
    if len(words) not in (0, 2) or (form and form not in _FORMS):
        forms = "{=name}, {=name|one|several}, {=name:ordinal} or {=name:minus}"
        raise PnpError(
            Problem(
                where, f"a number must be written as {forms}", found=quote_value(f"{{={token.value}}}"), code="E0704"
            )
        )
    value = evaluate(expression, facts, where)
    if form == "ordinal":
        if value < 1:
            message = f"an ordinal must be at least 1, but {quote_value(f'{{={token.value}}}')} is {value}"
            raise PnpError(Problem(where, message, code="E0704"))
        return _ordinal(value, lang)
    sign = "−" if (form == "minus" and value) or value < 0 else ""
    figures = f"{sign}{abs(value)}"
    if not words:
        return [(figures, False)]
    agreeing = refine(words[abs(value) > 1 if lang.base == "fr" else value != 1], lang)
    if NUMBER_PLACEHOLDER in "".join(words):
        return [(agreeing.replace(NUMBER_PLACEHOLDER, figures), False)]
    return [(f"{figures}{NO_BREAK_SPACE}{agreeing}", False)]


def _ordinal(value: int, lang: Lang) -> list[tuple[str, bool]]:
    if lang.base == "fr":
        return [(str(value), False), ("er" if value == 1 else "e", True)]
    teens = 10 < value % 100 < 14
    return [(f"{value}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}", False)]


RAISED: Final = "ᵉ"
"""Placeholder for a superscript character."""


def memo_typos(memo: RulesDocument, facts: Facts) -> Iterator[tuple[Location, Typo]]:
    """Yield the typographic mistakes in a memo or rulebook with their locations; skip texts that cannot be set."""
    for words in memo.words():
        for text in words.versions():
            with suppress(PnpError):  # reported where numbers are checked
                for typo in typos_in(_as_printed(typeset(text, memo.lang, facts, words.where)), memo.lang):
                    yield words.where, typo


def _as_printed(spans: list[Span]) -> str:
    """Return the characters of a text; an icon counts as one character, and superscripts are replaced."""
    return "".join(
        ICON_PLACEHOLDER if span.icon else RAISED * len(span.text) if span.raised else span.text for span in spans
    )
