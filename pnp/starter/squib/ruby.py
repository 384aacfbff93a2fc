"""Read the part of Ruby that deck scripts use: calls, literals, blocks and assignments. Nothing is run.

`parse_ruby` returns statements as data. A statement that this reader does not understand becomes `Unread`, with its
line and text, and reading goes on after it, so that one clever line does not hide the other fifty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pnp.starter.squib.tokens import KEYWORDS, RubyToken, read_tokens

DEEPEST: Final = 60
"""Maximum depth of nested expressions and blocks."""
MOST_SECOND_TRIES: Final = 20
"""Maximum number of statements without an end of which only the first line is skipped."""


@dataclass(frozen=True, slots=True)
class Literal:  # no node is a NamedTuple: mypy takes a minute to compare tuples that contain each other
    """A constant: a string, number, symbol (as a string), true, false or nil."""

    value: str | int | float | bool | None
    line: int


@dataclass(frozen=True, slots=True)
class Interpolated:
    """A string with `#{…}` in it: strings and expressions."""

    parts: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Array:
    """An array."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash."""

    pairs: tuple[tuple[Node, Node], ...]
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A block, or the body of a definition: its parameters and statements."""

    parameters: tuple[str, ...]
    body: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call, an operator or a name. `receiver[…]` calls `[]`."""

    receiver: Node | None
    name: str
    positional: tuple[Node, ...]
    named: tuple[tuple[str, Node], ...]
    block: Block | None
    line: int


@dataclass(frozen=True, slots=True)
class Assign:
    """An assignment to a name, or to an element or attribute."""

    target: Node
    value: Node
    line: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition with the statements for either case; `unless` swaps them."""

    condition: Node
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Define:
    """A method, class or module."""

    name: str
    block: Block
    line: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A statement or expression that this reader does not understand."""

    text: str
    line: int


Node: TypeAlias = Literal | Interpolated | Array | Hash | Call | Assign | Branch | Define | Unread


class _NotUnderstoodError(Exception):
    """A statement is not in the part of Ruby that is read."""


_LEVELS: Final = {
    name: level
    for level, names in enumerate(
        (
            ("or", "and"), ("..", "..."), ("||",), ("&&",), ("<=>", "==", "===", "!=", "=~", "!~"),
            ("<", "<=", ">", ">="), ("|", "^"), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"), ("**",),
        )
    )
    for name in names
}  # fmt: skip
"""Level of each operator: the higher, the tighter it binds."""
_SETTERS: Final = frozenset({"=", "+=", "-=", "*=", "/=", "||=", "&&=", "<<="})
_MODIFIERS: Final = frozenset({"if", "unless", "while", "until", "rescue"})
_OPENERS: Final = frozenset({"if", "unless", "case", "while", "until", "def", "class", "module", "begin", "for"})


class _RubyParser:
    """Reads statements by recursive descent."""

    def __init__(self, text: str, line: int = 1, depth: int = 0) -> None:
        self._text = text
        tokens = read_tokens(text)
        self._tokens = [token._replace(line=token.line + line - 1) for token in tokens]
        self._at, self._depth = 0, depth
        self._second_tries = MOST_SECOND_TRIES
        self._bare = 0
        """Number of calls without brackets whose arguments are being read: a `do` belongs to the outermost."""

    def statements(self, ends: frozenset[str] = frozenset()) -> tuple[Node, ...]:
        """Return the statements up to one of these words, or to the end."""
        found: list[Node] = []
        self._skip_newlines()
        while not self._is_end(ends):
            start, before = self._at, (self._depth, self._bare)
            try:
                node = self._statement()
                if not (self._is_end(ends) or self._token.kind == "newline"):
                    raise _NotUnderstoodError
            except _NotUnderstoodError:
                self._depth, self._bare = before
                node = self._skip_statement(start, ends)
            found.append(node)
            self._skip_newlines()
        return tuple(found)

    @property
    def _token(self) -> RubyToken:
        return self._tokens[self._at]

    def _is_op(self, *texts: str) -> bool:
        return self._token.kind == "op" and self._token.text in texts

    def _is_word(self, *texts: str) -> bool:
        return self._token.kind == "id" and self._token.text in texts

    def _is_end(self, ends: frozenset[str]) -> bool:
        token = self._token
        return token.kind == "end of file" or (token.kind in ("id", "op") and token.text in ends)

    def _skip_newlines(self) -> None:
        while self._token.kind == "newline":
            self._at += 1

    def _take(self, text: str) -> None:
        if self._token.kind not in ("op", "id") or self._token.text != text:
            raise _NotUnderstoodError
        self._at += 1

    def _skip_statement(self, start: int, ends: frozenset[str]) -> Unread:
        """Skip a statement with the blocks and brackets that it opens; if one is not closed, only its line."""
        self._at, depth, brackets = start, 0, 0
        first = self._token
        while self._token.kind != "end of file":
            token = self._token
            begins = self._at == start or self._tokens[self._at - 1].kind == "newline"
            if depth <= 0 and brackets <= 0 and self._at > start and (token.kind == "newline" or self._is_end(ends)):
                break
            if token.kind == "op":
                brackets += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
            elif token.kind == "id":
                opened = token.text == "do" or (token.text in _OPENERS and (begins or token.text in ("case", "begin")))
                depth += opened - (token.text == "end")
            self._at += 1
        if self._token.kind == "end of file" and (depth > 0 or brackets > 0) and self._second_tries:
            self._second_tries -= 1
            self._at = start + 1
            while self._token.kind not in ("newline", "end of file"):
                self._at += 1
        return Unread(self._text[first.start : self._tokens[self._at].start].strip(), first.line)

    def _statement(self) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _NotUnderstoodError
        try:
            node = self._expression_statement()
            while self._is_word(*_MODIFIERS):
                word, line = self._token.text, self._token.line
                self._at += 1
                condition = self._expression()
                if word not in ("if", "unless"):
                    raise _NotUnderstoodError
                node = Branch(condition, (node,), (), line) if word == "if" else Branch(condition, (), (node,), line)
            return node
        finally:
            self._depth -= 1

    def _expression_statement(self) -> Node:
        node = self._expression()
        if self._token.kind == "op" and self._token.text in _SETTERS and isinstance(node, Call):
            setter, line = self._token.text, self._token.line
            self._at += 1
            self._skip_newlines()
            value = self._expression_statement()
            if setter != "=":
                value = Call(node, setter[:-1], (value,), (), None, line)
            return Assign(node, value, line)
        return node

    def _expression(self) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _NotUnderstoodError
        try:
            condition = self._binary(0)
            if not self._is_op("?"):
                return condition
            line = self._token.line
            self._at += 1
            self._skip_newlines()
            then = self._ternary_part()
            self._skip_newlines()
            self._take(":")
            self._skip_newlines()
            return Branch(condition, (then,), (self._expression(),), line)
        finally:
            self._depth -= 1

    def _ternary_part(self) -> Node:
        token = self._token
        if token.kind == "label":  # a ? b : c, where b: looks like a label
            self._tokens[self._at : self._at + 1] = [
                token._replace(kind="id"), RubyToken("op", ":", token.line, token.start),
            ]  # fmt: skip
        return self._expression()

    def _binary(self, loosest: int) -> Node:
        left = self._unary()
        while self._token.kind in ("op", "id") and _LEVELS.get(self._token.text, -1) >= loosest:
            name, line = self._token.text, self._token.line
            self._at += 1
            self._skip_newlines()
            left = Call(left, name, (self._binary(_LEVELS[name] + 1),), (), None, line)
        return left

    def _unary(self) -> Node:
        signs: list[RubyToken] = []
        while self._is_op("!", "-", "+", "~", "*", "&", "**") or self._is_word("not"):
            signs.append(self._token)
            self._at += 1
        if len(signs) > DEEPEST:
            raise _NotUnderstoodError
        node = self._postfix(self._primary())
        for sign in reversed(signs):
            if sign.text == "-" and isinstance(node, Literal) and isinstance(node.value, int | float):
                node = Literal(-node.value, sign.line)
            else:
                node = Call(node, f"{sign.text}@", (), (), None, sign.line)
        return node

    def _postfix(self, node: Node) -> Node:
        while True:
            token = self._token
            if token.kind == "newline" and token.text == "\n" and self._continues():
                self._skip_newlines()
            elif self._is_op(".", "&.", "::"):
                self._at += 1
                self._skip_newlines()
                name = self._token
                if name.kind == "op" and name.text == "(":
                    node = self._call(node, "call", token.line)
                    continue
                if name.kind not in ("id", "const", "label"):
                    raise _NotUnderstoodError
                if name.kind == "label":  # a ? b.c : d
                    self._tokens[self._at : self._at + 1] = [
                        name._replace(kind="id"), RubyToken("op", ":", name.line, name.start),
                    ]  # fmt: skip
                self._at += 1
                node = self._call(node, name.text, name.line)
            elif self._is_op("[") and not token.spaced:
                self._at += 1
                items, named = self._arguments("]")
                node = Call(node, "[]", items, named, None, token.line)
            elif self._is_op("{") and isinstance(node, Call) and node.block is None:
                node = replace(node, block=self._braces())
            elif self._is_word("do") and not self._bare and isinstance(node, Call) and node.block is None:
                node = replace(node, block=self._do())
            else:
                return node

    def _continues(self) -> bool:
        """Return whether the next line begins with `.method`."""
        at = self._at
        while self._tokens[at].kind == "newline":
            at += 1
        return self._tokens[at].kind == "op" and self._tokens[at].text in (".", "&.")

    def _primary(self) -> Node:
        token = self._token
        self._at += 1
        if token.kind == "str":
            return self._string(token)
        if token.kind == "words":
            words = "".join(part for part in token.parts if isinstance(part, str)).split()
            return Array(tuple(Literal(word, token.line) for word in words), token.line)
        if token.kind == "num":
            value = float(token.text) if re.search(r"[.eE]", token.text) else int(token.text[:18])
            return Literal(value, token.line)
        if token.kind == "sym":
            return Literal(token.text, token.line)
        if token.kind == "regex":
            return Unread(token.text, token.line)
        if token.kind == "op" and token.text == "(":
            self._skip_newlines()
            node = self._expression_statement()
            self._skip_newlines()
            self._take(")")
            return node
        if token.kind == "op" and token.text == "[":
            items, named = self._arguments("]")
            if named:
                raise _NotUnderstoodError
            return Array(items, token.line)
        if token.kind == "op" and token.text == "{":
            return self._hash(token.line)
        if token.kind == "id" and token.text in KEYWORDS:
            return self._keyword(token)
        if token.kind in ("id", "const"):
            return self._call(None, token.text, token.line)
        self._at -= 1
        raise _NotUnderstoodError

    def _string(self, token: RubyToken) -> Node:
        parts: list[Node] = []
        tokens = [token]
        while self._token.kind == "str" and self._token.line == token.line:  # "adjacent " "strings"
            tokens.append(self._token)
            self._at += 1
        for part in (part for each in tokens for part in each.parts):
            if isinstance(part, str):
                parts.append(Literal(part, token.line))
            else:
                inner = _RubyParser(part[0], part[1], self._depth + 1).statements()
                parts.append(inner[0] if len(inner) == 1 else Unread(part[0], part[1]))
        if len(parts) == 1 and isinstance(parts[0], Literal):
            return parts[0]
        return Interpolated(tuple(parts), token.line)

    def _hash(self, line: int) -> Node:
        pairs: list[tuple[Node, Node]] = []
        self._skip_newlines()
        while not self._is_op("}"):
            if self._token.kind == "label":
                key: Node = Literal(self._token.text, self._token.line)
                self._at += 1
            else:
                key = self._expression()
                self._take("=>")
            self._skip_newlines()
            pairs.append((key, self._expression()))
            self._skip_newlines()
            if not self._is_op("}"):
                self._take(",")
                self._skip_newlines()
        self._at += 1
        return Hash(tuple(pairs), line)

    def _arguments(self, closing: str) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        """Return arguments up to the closing bracket; without one, up to the end of the statement."""
        items: list[Node] = []
        named: list[tuple[str, Node]] = []
        before = self._bare
        if closing:
            self._bare = 0
            self._skip_newlines()
        while not (closing and self._is_op(closing)):
            token = self._token
            if token.kind == "label":
                self._at += 1
                self._skip_newlines()
                named.append((token.text, self._expression()))
            else:
                item = self._expression()
                if self._is_op("=>"):
                    self._at += 1
                    self._skip_newlines()
                    if not isinstance(item, Literal):
                        raise _NotUnderstoodError
                    named.append((str(item.value), self._expression()))
                else:
                    items.append(item)
            if closing:
                self._skip_newlines()
            if self._is_op(","):
                self._at += 1
                self._skip_newlines()
            elif not closing:
                return tuple(items), tuple(named)
            elif not self._is_op(closing):
                raise _NotUnderstoodError
        self._at += 1
        self._bare = before
        return tuple(items), tuple(named)

    def _call(self, receiver: Node | None, name: str, line: int) -> Node:
        token = self._token
        items: tuple[Node, ...] = ()
        named: tuple[tuple[str, Node], ...] = ()
        if token.kind == "op" and token.text == "(" and not token.spaced:
            self._at += 1
            items, named = self._arguments(")")
        elif token.spaced and self._begins_argument():
            self._bare += 1
            try:
                items, named = self._arguments("")
            finally:
                self._bare -= 1
        return Call(receiver, name, items, named, None, line)

    def _begins_argument(self) -> bool:
        """Return whether the next token begins an argument of a call without brackets."""
        token, after = self._token, self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if token.kind in ("str", "num", "sym", "label", "words", "regex", "const"):
            return True
        if token.kind == "id":
            return token.text not in KEYWORDS or token.text in ("nil", "true", "false", "self", "not")
        if token.kind == "op" and token.text in ("[", "("):
            return True
        return token.kind == "op" and token.text in ("-", "*", "&", ":", "!", "->") and not after.spaced

    def _braces(self) -> Block:
        self._at += 1
        return Block(self._parameters(), self._body(frozenset({"}"}), "}"))

    def _do(self) -> Block:
        self._at += 1
        return Block(self._parameters(), self._body(frozenset({"end"}), "end"))

    def _body(self, ends: frozenset[str], closing: str) -> tuple[Node, ...]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _NotUnderstoodError
        before, self._bare = self._bare, 0
        body = self.statements(ends)
        self._depth, self._bare = self._depth - 1, before
        self._take(closing)
        return body

    def _parameters(self) -> tuple[str, ...]:
        self._skip_newlines()
        if not self._is_op("|"):
            return ()
        self._at += 1
        found: list[str] = []
        while not self._is_op("|"):
            if self._token.kind in ("newline", "end of file"):
                raise _NotUnderstoodError
            if self._token.kind in ("id", "label"):
                found.append(self._token.text)
            self._at += 1
        self._at += 1
        return tuple(found)

    def _keyword(self, token: RubyToken) -> Node:
        constants = {"nil": None, "true": True, "false": False}
        if token.text in constants:
            return Literal(constants[token.text], token.line)
        readers: dict[str, Callable[[RubyToken], Node]] = {
            "if": self._if, "unless": self._if, "def": self._define, "module": self._define, "class": self._define,
            "begin": self._begin, "self": self._self, "return": self._return,
        }  # fmt: skip
        if token.text not in readers:
            raise _NotUnderstoodError
        return readers[token.text](token)

    def _self(self, token: RubyToken) -> Node:
        return Call(None, "self", (), (), None, token.line)

    def _return(self, token: RubyToken) -> Node:
        ends = self._token.kind == "newline" or self._is_word("end", *_MODIFIERS) or self._is_op("}")
        return Literal(None, token.line) if ends else self._expression()

    def _begin(self, token: RubyToken) -> Node:
        body = self.statements(frozenset({"rescue", "ensure", "end", "else"}))
        self._to_end()
        return Branch(Literal(True, token.line), body, (), token.line)

    def _if(self, token: RubyToken) -> Node:
        condition = self._expression()
        if self._is_word("then"):
            self._at += 1
        then = self.statements(frozenset({"else", "elsif", "end"}))
        otherwise: tuple[Node, ...] = ()
        if self._is_word("elsif"):
            inner = self._token
            self._at += 1
            otherwise = (self._if(inner._replace(text="if")),)
        else:
            if self._is_word("else"):
                self._at += 1
                otherwise = self.statements(frozenset({"end"}))
            self._take("end")
        if token.text == "unless":
            then, otherwise = otherwise, then
        return Branch(condition, then, otherwise, token.line)

    def _define(self, token: RubyToken) -> Node:
        name = ""
        while self._token.kind in ("id", "const", "label") or self._is_op(".", "::", "<", "=", "?"):
            name = self._token.text if self._token.kind in ("id", "const") else name
            self._at += 1
            if self._is_op("("):
                break
        parameters: list[str] = []
        if token.text == "def":
            while self._token.kind != "newline":
                if self._token.kind == "end of file":
                    raise _NotUnderstoodError
                if self._token.kind in ("id", "label"):
                    parameters.append(self._token.text)
                self._at += 1
        body = self.statements(frozenset({"rescue", "ensure", "end"}))
        self._to_end()
        return Define(name, Block(tuple(parameters), body), token.line)

    def _to_end(self) -> None:
        """Skip `rescue` and `ensure` up to the `end` of the current block."""
        while not self._is_word("end"):
            if self._token.kind == "end of file":
                raise _NotUnderstoodError
            self._at += 1
            self.statements(frozenset({"rescue", "ensure", "end", "else"}))
        self._at += 1


def parse_ruby(text: str) -> tuple[Node, ...]:
    """Return the statements of a script.

    >>> [call] = parse_ruby("text str: data['name'], layout: :title")
    >>> call.name, [name for name, _ in call.named]
    ('text', ['str', 'layout'])
    """
    try:
        return _RubyParser(text.removeprefix("\ufeff")).statements()
    except RecursionError:
        return (Unread(text, 1),)


def describe_ruby(node: Node) -> str:
    """Return an expression in short, for messages."""
    if isinstance(node, Literal):
        return repr(node.value) if isinstance(node.value, str) else str(node.value)
    if isinstance(node, Unread):
        return " ".join(node.text.split())[:60]
    if isinstance(node, Call) and node.name == "[]" and node.receiver is not None:
        return f"{describe_ruby(node.receiver)}[{', '.join(map(describe_ruby, node.positional))}]"
    if isinstance(node, Call):
        before = f"{describe_ruby(node.receiver)}." if node.receiver is not None else ""
        return f"{before}{node.name}{'(…)' if node.positional or node.named or node.block else ''}"
    if isinstance(node, Branch):
        return "… ? … : …"
    return {"Interpolated": '"…#{…}…"', "Array": "[…]", "Hash": "{…}"}.get(type(node).__name__, "…")


def walk_ruby(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Yield the statements with those in their blocks and branches, not the expressions."""
    for node in nodes:
        yield node
        if isinstance(node, Branch):
            yield from walk_ruby((*node.then, *node.otherwise))
        elif isinstance(node, Define) or (isinstance(node, Call) and node.block is not None):
            block = node.block
            yield from walk_ruby(block.body if block else ())
