"""Jinja2 extension that marks the SVG elements written by a template, so that they can be traced to its lines.

A call that adds an attribute is inserted into each start tag, among the tokens of the template, before it is compiled.
Doubtful start tags and content passed to a filter are left unmarked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from pnp.errors import Location

SOURCE_ATTRIBUTE: Final = "data-source"
"""Attribute with the number of the source."""
MARKER: Final = "__pnp_element"
"""Name of the template function that returns the mark of an element."""
TEXT_ELEMENTS: Final = ("text", "tspan")
"""Elements whose text content is visible."""
STATIC: Final = "/"
"""Suffix for the tag of an element without template expressions."""
LineAt = Callable[[str], Location | None]
"""Function from a mark to its line in a template; None for an unknown mark and for pnp's templates."""
_MARKED: Final = re.compile(rf' {SOURCE_ATTRIBUTE}="[0-9]+"', re.IGNORECASE)
_TAG: Final = re.compile(r"<([A-Za-z][\w:.-]*)(?=[\s/>])|<|>")


def last_mark(svg: bytes) -> str:
    """Return the last mark in a part of a face, or ""."""
    return svg.rpartition(f' {SOURCE_ATTRIBUTE}="'.encode())[2].partition(b'"')[0].decode("ascii", "replace")


def with_source_line(where: Location, line: Location | None) -> Location:
    """Return the location of a face with the file and line of `line`, if it is given."""
    return where if line is None else where.at(file=line.file, bundled=line.bundled, line=line.line)


def unmarked(svg: str) -> str:
    """Return SVG without its marks; the same object if it has none."""
    return _MARKED.sub("", svg) if _MARKED.search(svg) else svg


class ElementMarks(Extension):
    """Jinja2 extension that marks the elements of templates."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Return the tokens of a template with calls of the marker at the start and end of elements."""
        tokens = list(stream)
        written = [str(token.value) for token in tokens if token.type == "data"]
        if any("<![CDATA[" in data or SOURCE_ATTRIBUTE in data for data in written):
            return tokens  # "<" may begin a text here, or the template already uses the attribute
        return _marked(tokens)


def _marked(tokens: list[Token]) -> list[Token]:
    marks, filters = _Marks(), 0
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "block_begin":
            filters += {"filter": 1, "endfilter": -1}.get(str(token.value), 0)
        if token.type == "data" and not filters:
            marks.add_text(token)
        else:
            marks.add_expression(token)
    return marks.tokens


class _Marks:
    """Token list in which calls of the marker are inserted."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._tag = ""
        """Tag of the element whose start tag or text is being written, or ""."""
        self._in_tag = self._filled = False
        self._call = 0
        """Index of the token with the argument of the last call."""

    def add_expression(self, token: Token) -> None:
        """Add a token that is not literal text; an expression belongs to the current element."""
        if self._tag and not self._filled and token.type in ("variable_begin", "block_begin"):
            self._filled = True
            self.tokens[self._call] = Token(token.lineno, "string", self._tag)
        self.tokens.append(token)

    def add_text(self, token: Token) -> None:
        """Add literal text and mark the elements that begin in it."""
        data, done, line = str(token.value), 0, token.lineno
        for found in _TAG.finditer(data):
            begins = found[1] is not None
            ends = bool(self._tag) and (found[0] != ">" or (self._in_tag and self._tag not in TEXT_ELEMENTS))
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
        """Add a call of the marker, with the tag of the element that begins, or no argument where one ends."""
        self.tokens += [Token(line, "variable_begin", "{{"), Token(line, "name", MARKER), Token(line, "lparen", "(")]
        self._call = len(self.tokens)
        self.tokens += [Token(line, "string", f"{tag}{STATIC}")] if tag else []
        self.tokens += [Token(line, "rparen", ")"), Token(line, "variable_end", "}}")]
