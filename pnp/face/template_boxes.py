"""Boxes in Jinja2 templates: calls of template functions, and shapes in SVG, whose numbers can be changed.

A template is only read, never run. Only the characters of the numbers change when a box is moved.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple

from jinja2 import Environment, TemplateSyntaxError

from pnp.geometry.units import trim

Place = tuple[float, float, float, float]


class NumberPlace(NamedTuple):
    """Place of a number in a template."""

    start: int
    end: int
    value: float


class Lock(StrEnum):
    """Why a box cannot be moved."""

    STACK = "stack"
    CHOICE = "choice"
    COMPUTED = "computed"
    MISSING = "missing"
    MOVED = "moved"
    HIDDEN = "hidden"
    MACRO = "macro"

    def describe(self, detail: str) -> str:
        """Return a sentence for a stack, column, expression, argument, element or macro.

        >>> Lock.COMPUTED.describe("w / 2")
        'computed: w / 2'
        """
        return _LOCKS[self].format(detail)


_LOCKS: Final = {
    Lock.STACK: "placed by the stack {}",
    Lock.CHOICE: "chosen by {}",
    Lock.COMPUTED: "computed: {}",
    Lock.MISSING: "it has no {}",
    Lock.MOVED: "a transform of <{}> moves it",
    Lock.HIDDEN: "it is in <{}>",
    Lock.MACRO: "it is in the macro {}",
}


class Reason(NamedTuple):
    """A lock, with what it refers to."""

    lock: Lock
    detail: str

    def __str__(self) -> str:
        return self.lock.describe(self.detail)


@dataclass(frozen=True)
class TemplateBox:
    """A box that a template draws."""

    kind: str
    """Key of `BOX_KINDS`, or art."""
    line: int
    """Line of the template, from 1."""
    box: Place | None
    """Left and top edge, width and height, in mm; None if it is not known before the template runs."""
    locked: Reason | None
    """Why it cannot be moved; None if it can."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Arguments or attributes, as written."""
    numbers: tuple[NumberPlace, ...] = ()
    """Numbers that place it."""
    shape: str = ""
    """Name of its SVG element, or "" for a call."""


CALLS: Final[dict[str, tuple[str, ...]]] = {
    "text": ("string", "x", "y", "w", "h", "size", "min", "font", "weight", "style", "align", "valign", "colour"),
    "image": ("file", "x", "y", "w", "h", "fit", "rim", "anchor", "turn", "radius", "bleed"),
    "icons": ("icons", "x", "y", "w", "h", "icon", "size", "gap", "align", "valign"),
    "rect": ("x", "y", "w", "h", "fill", "stroke", "thickness", "radius", "opacity", "shade", "turn"),
    "disc": ("x", "y", "w", "h", "fill", "stroke", "thickness", "opacity", "shade"),
    "line": ("x", "y", "w", "h", "colour", "thickness", "opacity"),
    "stack": ("items", "x", "y", "w", "h", "gap", "valign"),
    "art": ("name", "x", "y", "scale", "turn", "box"),
}
"""Arguments of the functions that place something, by name in templates."""
SHAPES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "rect": ("rect", ("x", "y", "width", "height")),
    "image": ("image", ("x", "y", "width", "height")),
    "circle": ("disc", ("cx", "cy", "r")),
    "ellipse": ("disc", ("cx", "cy", "rx", "ry")),
    "line": ("line", ("x1", "y1", "x2", "y2")),
}
"""Kind and placing attributes of SVG elements."""
_HIDDEN: Final = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
"""Elements whose content is not drawn where it is."""
_MASK: Final = "\x00"
"""Character in place of Jinja2's code, so that SVG keeps its position."""
_TAG: Final = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][\w:-]*+)(?P<rest>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+)>", re.DOTALL
)
_ATTRIBUTE: Final = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_NUMBER: Final = re.compile(r"\s*([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))\s*")
SAME: Final = 0.001
"""Difference within which a number is kept as it is written, in mm."""
MOST_FOUND: Final = 1000
"""Maximum number of boxes of a template, and of calls that are read."""
LONGEST_READ: Final = 300_000
"""Maximum length of a template that is searched, in characters."""
LONGEST_CALL: Final = 2_000
"""Maximum length of a call, in tokens."""
DEEPEST_ELEMENT: Final = 200
_OPEN, _SHUT = frozenset("([{"), frozenset(")]}")


class _Token(NamedTuple):
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def find_boxes(text: str) -> list[TemplateBox]:
    """Return the boxes of a template in the order of the file; none if it is very long or not a valid template.

    `text` has `\\n` as line ending.

    >>> find_boxes('{{ text(piece.name, 16, 4, 43, 10) }}')[0].box
    (16.0, 4.0, 43.0, 10.0)
    """
    try:
        tokens = list(_tokens(text)) if len(text) <= LONGEST_READ else []
    except (TemplateSyntaxError, RecursionError, LookupError):
        return []
    masked = _mask(text, tokens)
    groups = _Groups(masked)
    found = [*islice(_shapes(text, masked, groups), MOST_FOUND), *islice(_calls(text, tokens, groups), MOST_FOUND)]
    return [box for _, box in sorted(found, key=lambda each: each[0])][:MOST_FOUND]


def move_box(text: str, box: TemplateBox, place: Place) -> str:
    """Return a template with a box at a place, in mm; numbers that stay the same are kept as they are written."""
    by_centre = box.shape in ("circle", "ellipse") or len(box.numbers) == 3
    made = text
    numbers = [
        (span, value, at) for at, (span, value) in enumerate(zip(box.numbers, _numbers(box, place), strict=True))
    ]
    for span, value, at in sorted(numbers, reverse=True):  # from the end, so that the others stay where they are
        is_scale = len(box.numbers) == 3 and box.kind == "art" and at == 2
        if abs(value - span.value) >= (SAME / 100 if is_scale else SAME):
            decimals = 3 if is_scale else 2 if by_centre else 1
            made = made[: span.start] + trim(round(value, decimals)) + made[span.end :]
    return made


def _numbers(box: TemplateBox, place: Place) -> tuple[float, ...]:
    """Return the numbers that place a box, in the order of `TemplateBox.numbers`."""
    x, y, width, height = place
    middle = x + width / 2, y + height / 2
    if box.shape == "circle":
        return (*middle, min(width, height) / 2)
    if box.shape == "ellipse":
        return (*middle, width / 2, height / 2)
    if box.shape == "line":
        old = [span.value for span in box.numbers]
        across = (x, x + width) if old[0] <= old[2] else (x + width, x)
        down = (y, y + height) if old[1] <= old[3] else (y + height, y)
        return across[0], down[0], across[1], down[1]
    if len(box.numbers) == 3:  # a drawing by its centre and scale
        return (*middle, min(width, height) / 100)
    return place


def _place(kind: str, shape: str, numbers: Sequence[float]) -> Place:
    """Return the box of the numbers that place it."""
    if shape == "circle":
        x, y, radius = numbers
        return x - radius, y - radius, 2 * radius, 2 * radius
    if shape == "ellipse":
        x, y, across, down = numbers
        return x - across, y - down, 2 * across, 2 * down
    if shape == "line":
        x, y, right, bottom = numbers
        return min(x, right), min(y, bottom), abs(right - x), abs(bottom - y)
    if kind == "art" and len(numbers) == 3:
        x, y, scale = numbers
        return x - 50 * scale, y - 50 * scale, 100 * scale, 100 * scale
    x, y, width, height = numbers
    return x, y, width, height


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a template with their places; raise LookupError if one is not found."""
    at = 0
    environment = Environment(autoescape=True, keep_trailing_newline=True)  # only to read
    for _, kind, value in environment.lexer.tokeniter(text, None):
        while not text.startswith(value, at):  # a minus sign, as in {%-, removes the white space before it
            if at >= len(text) or not text[at].isspace():
                raise LookupError
            at += 1
        yield _Token(kind, value, at)
        at += len(value)


def _mask(text: str, tokens: Sequence[_Token]) -> str:
    """Return the template with a character for each one of Jinja2's code and of XML comments, except line ends."""
    made: list[str] = []
    done = 0
    for start, end in [*((each.start, each.end) for each in tokens if each.kind == "data"), (len(text), len(text))]:
        made += [_hidden(text[done:start]), text[start:end]]
        done = end
    masked = "".join(made)
    for opened, closed in (("<!--", "-->"), ("<![CDATA[", "]]>")):
        parts = masked.split(opened)
        for at, part in enumerate(parts[1:], 1):
            end = part.find(closed) + 1 or len(part)
            parts[at] = _hidden(opened + part[:end]) + part[end:]
        masked = "".join(parts)
    return masked


def _hidden(text: str) -> str:
    return re.sub(r"[^\n]", _MASK, text)


class _Groups:
    """The elements of a template that change where their content is drawn, or whether."""

    def __init__(self, masked: str) -> None:
        self._starts: list[int] = []
        self._ends: list[tuple[int, Reason]] = []
        opened: list[str] = []
        outer: Reason | None = None
        """Outermost element that changes its content."""
        level = 0
        for tag in _TAG.finditer(masked):
            name = tag["name"]
            if tag["end"] and name in opened:
                while opened and opened.pop() != name:
                    pass
                if outer and len(opened) <= level:
                    self._ends.append((tag.start(), outer))
                    outer = None
            elif not tag["end"] and not tag["rest"].endswith("/") and len(opened) < DEEPEST_ELEMENT:
                reason = _moving(name, tag["rest"], inner="svg" in opened)
                if reason and not outer:
                    outer, level = reason, len(opened)
                    self._starts.append(tag.end())
                opened.append(name)
        if outer:
            self._ends.append((len(masked), outer))

    def reason(self, at: int) -> Reason | None:
        """Return why a box at a position in the template is drawn somewhere else; None if it is not."""
        found = bisect_right(self._starts, at) - 1
        return self._ends[found][1] if found >= 0 and at < self._ends[found][0] else None


def _moving(name: str, attributes: str, *, inner: bool) -> Reason | None:
    """Return why the content of an element is drawn somewhere else; None if it is not."""
    if name in _HIDDEN:
        return Reason(Lock.HIDDEN, name)
    if re.search(r"\btransform\s*=", attributes) or (name == "svg" and inner):
        return Reason(Lock.MOVED, name)
    return None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _shapes(text: str, masked: str, groups: _Groups) -> Iterator[tuple[int, TemplateBox]]:
    """Yield the SVG elements that have a box, with their positions."""
    for tag in _TAG.finditer(masked):
        kind, placing = SHAPES.get(tag["name"] or "", ("", ()))
        if not kind or tag["end"]:
            continue
        start = tag.start("rest")
        found = {each[1]: each for each in _ATTRIBUTE.finditer(tag["rest"])}
        spans = {name: (start + each.start(each.lastindex or 2), start + each.end(each.lastindex or 2))
                 for name, each in found.items()}  # fmt: skip
        keys = {name: text[slice(*span)] for name, span in spans.items()}
        computed = next((name for name in placing if not _literal(masked, spans.get(name))), "")
        line = _line(text, tag.start())
        reason = groups.reason(tag.start()) or (Reason(Lock.MOVED, tag["name"]) if "transform" in keys else None)
        if computed:
            missing = next((name for name in placing if name not in keys), "")
            locked = Reason(Lock.MISSING, missing) if missing else Reason(Lock.COMPUTED, keys[computed])
            yield tag.start(), TemplateBox(kind, line, None, locked, keys, shape=tag["name"])
            continue
        numbers = tuple(each for name in placing if (each := _literal(masked, spans[name])) is not None)
        box = None if reason else _place(kind, tag["name"], [each.value for each in numbers])
        yield tag.start(), TemplateBox(kind, line, box, reason, keys, numbers, tag["name"])


def _literal(masked: str, span: tuple[int, int] | None) -> NumberPlace | None:
    """Return the number in an attribute; None if it is anything else."""
    found = None if span is None else _NUMBER.fullmatch(masked, *span)
    return None if found is None else NumberPlace(found.start(1), found.end(1), float(found[1]))


def _calls(text: str, tokens: Sequence[_Token], groups: _Groups) -> Iterator[tuple[int, TemplateBox]]:
    """Yield the calls of functions that place something, with their positions."""
    code = [token for token in tokens if token.kind != "whitespace"]
    macros: list[str] = []
    redefined: set[str] = set()
    read = 0
    for at, token in enumerate(code):
        before = code[at - 1].text if at else ""
        if token.kind == "block_begin" and at + 2 < len(code):
            word, name = code[at + 1].text, code[at + 2].text
            if word in ("macro", "call"):
                macros.append(name if word == "macro" else "call")
                redefined |= {name} if word == "macro" else set()
            elif word in ("endmacro", "endcall") and macros:
                macros.pop()
            elif word in ("set", "import", "from"):
                redefined |= _names_set(code[at + 1 :])
        follows = code[at + 1].text if at + 1 < len(code) else ""
        called = token.kind == "name" and token.text in CALLS and follows == "("
        if not called or before in (".", "|", "macro") or token.text in redefined:
            continue
        read += 1
        if read > MOST_FOUND:
            return
        arguments = _arguments(code, at + 2)
        if arguments is not None:
            reason = Reason(Lock.MACRO, macros[-1]) if macros else groups.reason(token.start)
            yield token.start, _call(text, token, arguments, reason)


def _names_set(code: Sequence[_Token]) -> set[str]:
    """Return the functions that a block sets or imports under their own names."""
    names = set()
    for token in code:
        if token.kind in ("block_end", "data"):
            break
        if token.kind == "operator" and token.text == "=":
            break
        if token.kind == "name":
            names.add(token.text)
    return names & CALLS.keys()


def _arguments(code: Sequence[_Token], at: int) -> list[list[_Token]] | None:
    """Return the tokens of each argument of a call that begins at a token; None if it does not end."""
    depth = 0
    made: list[list[_Token]] = [[]]
    for token in code[at : at + LONGEST_CALL]:
        if token.kind in ("block_end", "variable_end", "data"):
            return None
        if token.kind == "operator" and token.text in _SHUT:
            if depth == 0:
                return [each for each in made if each]
            depth -= 1
        if token.kind == "operator" and token.text == "," and depth == 0:
            made.append([])
            continue
        if token.kind == "operator" and token.text in _OPEN:
            depth += 1
        made[-1].append(token)
    return None


def _call(text: str, token: _Token, arguments: Sequence[Sequence[_Token]], reason: Reason | None) -> TemplateBox:
    """Return the box of a call."""
    names, given = CALLS[token.text], dict[str, Sequence[_Token]]()
    starred = ""
    for place, tokens in enumerate(arguments):
        if tokens[0].text in ("*", "**"):
            starred = starred or _source(text, tokens)
        elif len(tokens) > 2 and tokens[0].kind == "name" and tokens[1].text == "=":
            given[tokens[0].text] = tokens[2:]
        elif place < len(names) and not starred:
            given[names[place]] = tokens
    keys = {name: _source(text, tokens) for name, tokens in given.items()}
    line = _line(text, token.start)
    placing: tuple[str, ...] = ("x", "y", "w", "h")
    parts = {name: given[name] for name in placing if name in given}
    if token.text == "art":
        placing = ("x", "y", "scale")
        parts = {name: given[name] for name in placing if name in given}
        inner = given.get("box", ())
        if inner and inner[0].text == "[" and inner[-1].text == "]":
            items = _arguments(inner, 1) or []
            placing = ("x", "y", "w", "h")
            parts = dict(zip(placing, items, strict=False)) if len(items) == 4 else {}
    spans = {name: _number(text, tokens) for name, tokens in parts.items()}
    numbers = tuple(span for name in placing if (span := spans.get(name)) is not None)
    if len(numbers) < len(placing):
        computed = next((_source(text, parts[name]) for name in parts if spans[name] is None), "")
        computed = starred or computed or keys.get("box", "")
        missing = next((name for name in placing if name not in parts), "")
        locked = Reason(Lock.COMPUTED, computed) if computed else Reason(Lock.MISSING, missing)
        return TemplateBox(token.text, line, None, locked, keys)
    box = None if reason else _place(token.text, "", [each.value for each in numbers])
    return TemplateBox(token.text, line, box, reason, keys, numbers)


def _source(text: str, tokens: Sequence[_Token]) -> str:
    return text[tokens[0].start : tokens[-1].end]


def _number(text: str, tokens: Sequence[_Token]) -> NumberPlace | None:
    """Return the number that an argument is; None if it is computed."""
    signs = [each.text for each in tokens[:-1]]
    if tokens[-1].kind not in ("integer", "float") or signs not in ([], ["-"], ["+"]):
        return None
    try:
        value = float(ast.literal_eval(tokens[-1].text))
    except (ValueError, SyntaxError, OverflowError):
        return None
    return NumberPlace(tokens[0].start, tokens[-1].end, -value if signs == ["-"] else value)
