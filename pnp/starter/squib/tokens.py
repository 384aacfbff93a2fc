"""Split a Ruby script into tokens: names, numbers, strings with their expressions, heredocs and operators."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

MOST_TOKENS: Final = 50_000
"""Maximum number of tokens in a script."""
KEYWORDS: Final = frozenset(
    {
        "if", "unless", "while", "until", "case", "when", "then", "else", "elsif", "end", "do", "def", "class",
        "module", "begin", "rescue", "ensure", "for", "in", "return", "yield", "and", "or", "not", "next", "break",
        "self", "nil", "true", "false",
    }
)  # fmt: skip
_SPACE: Final = re.compile(r"(?:[ \t\r\f\v]|\\\r?\n|#[^\n]*)+")
_COMMENT: Final = re.compile(r"^=begin\b.*?^=end\b[^\n]*", re.DOTALL | re.MULTILINE)
_LABEL: Final = re.compile(r"([A-Za-z_]\w*[?!]?):(?!:)")
_NAME: Final = re.compile(r"(?:\$|@@?)?[A-Za-z_]\w*[?!]?")
_NUMBER: Final = re.compile(r"\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?")
_SYMBOL: Final = re.compile(r":([A-Za-z_]\w*[?!=]?)")
_OPERATOR: Final = re.compile(
    r"\.\.\.|<=>|===|\*\*=|\|\|=|&&=|<<=|\.\.|::|&\.|=>|==|!=|=~|!~|<=|>=|&&|\|\||<<|>>|\+=|-=|\*=|/=|\*\*|->"
    r"|[-+*/%=<>!?:.,;()\[\]{}|&^~]"
)
_HEREDOC: Final = re.compile(r"<<([~-]?)(['\"]?)([A-Za-z_]\w*)\2")
_PERCENT: Final = re.compile(r"%([wWiIqQ]?)([(\[{<|!/])")
_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "s": " ", "r": "\r", "e": "\x1b", "0": ""}
_ENDS_VALUE: Final = frozenset({"str", "num", "sym", "words", "const"})

StringParts: TypeAlias = tuple[str | tuple[str, int], ...]
"""Parts of a string: text, or the source of an expression with its line."""


class RubyToken(NamedTuple):
    """A token of a script."""

    kind: str
    """`str`, `num`, `sym`, `label`, `id`, `const`, `op`, `newline`, `words` or `end of file`."""
    text: str
    line: int
    start: int
    spaced: bool = False
    """Whether there is a space before it."""
    parts: StringParts = ()


def read_tokens(text: str) -> list[RubyToken]:
    """Return the tokens of a script; those that cannot be read are operators that no statement understands.

    >>> [(token.kind, token.text) for token in read_tokens("text x: 1")]
    [('id', 'text'), ('label', 'x'), ('num', '1'), ('newline', '\\n'), ('end of file', '')]
    """
    return _RubyTokens(text).read()


class _RubyTokens:
    """Splits a script into tokens."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1
        self._heredocs: list[tuple[str, bool, int]] = []
        self._tokens: list[RubyToken] = []
        self._bodies: dict[int, StringParts] = {}

    def read(self) -> list[RubyToken]:
        """Return all tokens."""
        while self._at < len(self._text) and len(self._tokens) < MOST_TOKENS:
            self._next()
        self._add("newline", "\n", self._at)
        self._add("end of file", "", self._at)
        return [
            token._replace(parts=self._bodies[number]) if number in self._bodies else token
            for number, token in enumerate(self._tokens)
        ]

    def _add(self, kind: str, text: str, start: int, *, spaced: bool = False, parts: StringParts = ()) -> None:
        self._tokens.append(RubyToken(kind, text, self._line, start, spaced, parts))

    def _after_value(self) -> bool:
        """Return whether the last token ends a value, so that an operator follows rather than a literal."""
        if not self._tokens:
            return False
        last = self._tokens[-1]
        if last.kind == "id":
            return last.text not in KEYWORDS or last.text in ("end", "self", "nil", "true", "false")
        return last.kind in _ENDS_VALUE or (last.kind == "op" and last.text in ")]}")

    def _next(self) -> None:
        text, at = self._text, self._at
        if text[at] == "\n":
            self._add("newline", "\n", at)
            self._move(at + 1)
            self._read_heredocs()
            return
        if (at == 0 or text[at - 1] == "\n") and (found := _COMMENT.match(text, at)):
            self._move(found.end())
            return
        if found := _SPACE.match(text, at):
            self._move(found.end())
            return
        spaced = at == 0 or text[at - 1] in " \t\n"
        value, char = self._after_value(), text[at]
        if char in "\"'`":
            self._string(at, at + 1, char, char, raw=char == "'", spaced=spaced)
        elif char == ":" and text[at + 1 : at + 2] in ("'", '"'):
            self._string(at, at + 2, text[at + 1], text[at + 1], raw=True, spaced=spaced)
        elif (found := _HEREDOC.match(text, at)) and not (value and not spaced) and found[3][:1].isupper():
            self._heredocs.append((found[3], found[2] != "'", len(self._tokens)))
            self._add("str", found[0], at, spaced=spaced)
            self._at = found.end()
        elif (found := _PERCENT.match(text, at)) and (found[1] or not value):
            words = found[1] in ("w", "W", "i", "I") and bool(found[1])
            closing = _CLOSING.get(found[2], found[2])
            self._string(at, found.end(), found[2], closing, raw=found[1] == "q" or words, spaced=spaced, words=words)
        elif char == "/" and (not value or (spaced and not text[at + 1 : at + 2].isspace() and self._may_begin())):
            self._string(at, at + 1, "/", "/", raw=True, spaced=spaced, kind="regex")
        elif (found := _LABEL.match(text, at)) and not (value and self._tokens[-1].text == "?"):
            self._add("label", found[1], at, spaced=spaced)
            self._at = found.end()
        elif found := _NAME.match(text, at):
            name = found[0]
            kind = "const" if name[:1].isupper() else "id"
            self._add(kind, name, at, spaced=spaced)
            self._at = found.end()
        elif found := _NUMBER.match(text, at):
            self._add("num", found[0].replace("_", ""), at, spaced=spaced)
            self._at = found.end()
        elif char == ":" and not text.startswith("::", at) and (found := _SYMBOL.match(text, at)):
            self._add("sym", found[1], at, spaced=spaced)
            self._at = found.end()
        elif found := _OPERATOR.match(text, at):
            kind = "newline" if found[0] == ";" else "op"
            self._add(kind, found[0], at, spaced=spaced)
            self._at = found.end()
        else:
            self._add("op", char, at, spaced=spaced)
            self._at += 1

    def _may_begin(self) -> bool:
        """Return whether the last token is a method name that may be followed by an argument."""
        return self._tokens[-1].kind == "id"

    def _move(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _string(
        self, start: int, at: int, opening: str, closing: str, *, raw: bool, spaced: bool, words: bool = False,
        kind: str = "str",
    ) -> None:  # fmt: skip
        parts, end = self._parts(at, opening, closing, raw=raw)
        self._add("words" if words else kind, self._text[start:end], start, spaced=spaced, parts=parts)
        self._move(end)
        if kind == "regex":
            while self._text[self._at : self._at + 1].isalpha():
                self._at += 1
        elif self._text[self._at : self._at + 1] == ":" and self._text[self._at + 1 : self._at + 2] in (" ", "\n"):
            self._tokens[-1] = self._tokens[-1]._replace(kind="label", text="".join(map(str, parts)))
            self._at += 1

    def _parts(self, at: int, opening: str, closing: str, *, raw: bool) -> tuple[StringParts, int]:
        """Return the parts of a string that begins at `at`, and its end."""
        text, parts, letters, depth = self._text, list[str | tuple[str, int]](), list[str](), 0
        while at < len(text):
            char = text[at]
            if char == "\\":
                letter = text[at + 1 : at + 2]
                plain = letter if letter in (closing, opening, "\\") else f"\\{letter}"
                letters.append(plain if raw else _ESCAPES.get(letter, letter))
                at += 2
            elif not raw and text.startswith("#{", at):
                end = self._end_of_braces(at + 2)
                if letters:
                    parts.append("".join(letters))
                letters = []
                parts.append((text[at + 2 : end], self._line + text.count("\n", self._at, at)))
                at = end + 1
            elif char == closing and depth == 0:
                at += 1
                break
            else:
                depth += (char == opening and opening != closing) - (char == closing and opening != closing)
                letters.append(char)
                at += 1
        if letters or not parts:
            parts.append("".join(letters))
        return tuple(parts), at

    def _end_of_braces(self, at: int) -> int:
        depth, quote = 0, ""
        while at < len(self._text):
            char = self._text[at]
            if quote:
                quote = "" if char == quote else quote
            elif char in "\"'":
                quote = char
            elif char == "}" and depth == 0:
                return at
            else:
                depth += (char == "{") - (char == "}")
            at += 1
        return at

    def _read_heredocs(self) -> None:
        for name, interpolated, number in self._heredocs:
            end = re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*\r?$", re.MULTILINE).search(self._text, self._at)
            body = self._text[self._at : end.start() if end else len(self._text)]
            indent = min((len(line) - len(line.lstrip()) for line in body.splitlines() if line.strip()), default=0)
            plain = "\n".join(line[indent:] for line in body.splitlines())
            self._bodies[number] = (
                (plain,) if not interpolated or "#{" not in plain else ((_quoted(plain), self._line),)
            )
            self._move(min(end.end() + 1, len(self._text)) if end else len(self._text))
        self._heredocs = []


def _quoted(text: str) -> str:
    """Return a text as a string with interpolation."""
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'
