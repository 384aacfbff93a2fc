"""Marks on the elements that a template writes itself: each start tag gets an attribute when it is filled in.

They go in among the tokens of a template, before it is compiled. Only what is surely the beginning of an element is
marked, and nothing that is handed to a filter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from pnp.location import Location

MARK: Final = "data-source"
"""The attribute that carries the number of a source."""
MARKER: Final = "__pnp_element"
"""The function that gives an element its mark."""
LETTERED: Final = ("text", "tspan")
"""Elements whose content shows."""
WHOLE: Final = "/"
"""After the tag of an element in which nothing is filled in."""
LineAt = Callable[[str], Location | None]
"""Finds the template line that a mark leads to; None for a mark of nothing, or in a template of pnp."""
_MARKED: Final = re.compile(rf' {MARK}="[0-9]+"', re.IGNORECASE)
_TAG: Final = re.compile(r"<([A-Za-z][\w:.-]*)(?=[\s/>])|<|>")


def last_mark(svg: bytes) -> str:
    """The last mark in a part of a face, or an empty text."""
    return svg.rpartition(f' {MARK}="'.encode())[2].partition(b'"')[0].decode("ascii", "replace")


def at_source(where: Location, line: Location | None) -> Location:
    """The location of a face with the line of the file that draws it, if that is known."""
    return where if line is None else where.at(file=line.file, bundled=line.bundled, line=line.line)


def unmarked(svg: str) -> str:
    """The SVG of a face, or of a part of one, without its marks; itself where it has none."""
    return _MARKED.sub("", svg) if _MARKED.search(svg) else svg


class ElementMarks(Extension):
    """Marks the elements of templates."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens of a template with a call where the mark of an element goes, and one where it ends."""
        tokens = list(stream)
        written = [str(token.value) for token in tokens if token.type == "data"]
        if any("<![CDATA[" in data or MARK in data for data in written):
            return tokens  # what looks like an element may be text, or the template has such marks of its own
        return _marked(tokens)


def _marked(tokens: list[Token]) -> list[Token]:
    marks, filters = _Marks(), 0
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "block_begin":
            filters += {"filter": 1, "endfilter": -1}.get(str(token.value), 0)
        if token.type == "data" and not filters:
            marks.write(token)
        else:
            marks.fill(token)
    return marks.tokens


class _Marks:
    """Tokens with the calls of the marker."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._tag = ""
        """The element whose start tag or text is open."""
        self._in_tag = self._filled = False
        self._call = 0
        """Where the tag is told to the marker."""

    def fill(self, token: Token) -> None:
        """Take what is no data: what is filled in belongs to the element that is open."""
        if self._tag and not self._filled and token.type in ("variable_begin", "block_begin"):
            self._filled = True
            self.tokens[self._call] = Token(token.lineno, "string", self._tag)
        self.tokens.append(token)

    def write(self, token: Token) -> None:
        """Take data, and mark the elements that begin in it."""
        data, done, line = str(token.value), 0, token.lineno
        for found in _TAG.finditer(data):
            begins = found[1] is not None
            ends = bool(self._tag) and (found[0] != ">" or (self._in_tag and self._tag not in LETTERED))
            if begins or (ends and self._filled):
                end = found.start() if ends and not begins and found[0] != ">" else found.end()
                self.tokens.append(Token(line, "data", data[done:end]))
                line, done = line + data.count("\n", done, end), end
                self._mark(line, found[1] or "")
            self._in_tag = begins
            self._tag = found[1] or ("" if ends else self._tag)
            self._filled = self._filled and not begins and not ends
        self.tokens.append(Token(line, "data", data[done:]))

    def _mark(self, line: int, tag: str) -> None:
        """Add a call of the marker: with the tag of an element that begins, with none where one ends."""
        self.tokens += [Token(line, "variable_begin", "{{"), Token(line, "name", MARKER), Token(line, "lparen", "(")]
        self._call = len(self.tokens)
        self.tokens += [Token(line, "string", f"{tag}{WHOLE}")] if tag else []
        self.tokens += [Token(line, "rparen", ")"), Token(line, "variable_end", "}}")]
