"""Follow a Squib script without running it: what each call draws, on which cards, with which columns.

Values are constants, columns of a table, texts with columns in braces, or choices by a column. Everything else is
`Unknown`, with its text and line, and every use of it is reported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pnp.face.layout import KNOWN_VALUES
from pnp.spec.table import heading_names
from pnp.starter.squib.ruby import (
    Array,
    Assign,
    Branch,
    Call,
    Define,
    Hash,
    Interpolated,
    Literal,
    Node,
    Unread,
    describe_ruby,
    walk_ruby,
)  # fmt: skip

MOST_STEPS: Final = 50_000
"""Maximum number of statements and expressions that are followed."""
MOST_ROUNDS: Final = 100
"""Maximum number of rounds of a loop."""
MOST_OPTIONS: Final = 60
"""Maximum number of different values of a column by which something is chosen."""
LONGEST_TEXT: Final = 5_000
"""Maximum length of a text."""
_PLAIN: Final = re.compile(r"[^\W\d][\w-]*(?: [^\W\d][\w-]*)*")


class Unknown(NamedTuple):
    """A value that only Ruby can compute."""

    text: str
    line: int


class Filled(NamedTuple):
    """A text with columns in braces."""

    text: str
    table: SquibTable
    column: str = ""
    """The column, if the text is one cell and nothing else."""
    inside: bool = False
    """Whether it is an element in a block, such as one name, rather than the whole column."""

    def per_row(self) -> list[str]:
        """Return the text of each row of the table."""
        if self.column:
            return self.table.cells(self.column)
        names = [f"{{{self.table.brace(head)}}}" if head else "" for head in self.table.headings]
        rows: list[str] = []
        for cells in self.table.rows:
            row = dict(zip(names, cells, strict=False))
            rows.append("".join(row.get(part, part) for part in re.split(r"(\{[^{}]*\})", self.text)))
        return rows


class Picked(NamedTuple):
    """A value chosen by the content of a column."""

    by: Filled
    options: dict[str, Any]
    otherwise: Any = None


@dataclass(eq=False)
class SquibTable:
    """A table that a script reads."""

    file: str
    """Its path in the script."""
    sheet: int = 0
    copies: str = "qty"
    """Column with the number of copies."""
    headings: tuple[str, ...] = ()
    rows: list[list[str]] = field(default_factory=list)
    changed: dict[str, Any] = field(default_factory=dict)
    """Columns that the script computes."""

    def cells(self, heading: str) -> list[str]:
        """Return the cells of a column."""
        at = self.headings.index(heading)
        return [row[at] if at < len(row) else "" for row in self.rows]

    def brace(self, heading: str) -> str:
        """Return the name of a column for texts, without braces."""
        if _PLAIN.fullmatch(heading) and heading not in KNOWN_VALUES:
            return heading
        name = heading_names(self.headings)[heading]
        return f"piece.{name}" if name in KNOWN_VALUES else name

    def name(self, heading: str) -> str:
        """Return the name of a column for expressions."""
        name = heading_names(self.headings)[heading]
        return f"piece.{name}" if name in KNOWN_VALUES else name

    def pieces(self) -> list[int]:
        """Return the row of each card, counted from 0, with copies."""
        if self.copies not in self.headings:
            return list(range(len(self.rows)))
        counts = [re.match(r"\d{1,3}", cell.strip()) for cell in self.cells(self.copies)]
        return [row for row, count in enumerate(counts) for _ in range(int(count[0]) if count else 0)]


@dataclass(eq=False)
class DeckCall:
    """One `Squib::Deck.new`, with the calls in its block."""

    file: str
    line: int
    options: dict[str, Any]
    draws: list[Draw] = field(default_factory=list)
    variables: dict[str, Any] = field(default_factory=dict)


class Draw(NamedTuple):
    """A call that draws something, or sets something for those after it."""

    name: str
    options: dict[str, Any]
    line: int
    embeds: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Icons in a text: the method (`svg` or `png`) and its options."""


DRAWS: Final = frozenset(
    {
        "text", "svg", "png", "rect", "circle", "ellipse", "line", "background", "use_layout", "set", "set_font",
        "polygon", "triangle", "star", "curve", "grid",
    }
)  # fmt: skip
"""Calls that draw or set something."""
PROOFS: Final = frozenset({"safe_zone", "cut_zone", "hint"})
SAVES: Final = frozenset({"save", "save_png", "save_pdf", "save_sheet", "save_svg", "save_json", "showcase", "hand"})
_READERS: Final = frozenset({"csv", "xlsx", "yaml"})
_LENGTHS: Final = frozenset({"size", "length", "count", "nrows", "ncards"})
_SAME: Final = frozenset({"to_s", "to_str", "to_sym", "strip", "to_i", "to_f", "freeze", "dup", "flatten", "compact"})
_FILTERS: Final = {"downcase": "lower", "upcase": "upper", "capitalize": "capitalize"}

OpenTable = Callable[[str, str, int, str], "SquibTable | None"]
"""Function that reads a table: kind of reader, file, number of the sheet, column with the number of copies."""


class Script:
    """Follows the statements of one file. `note` is called with a line and what could not be carried over."""

    def __init__(self, file: str, open_table: OpenTable, note: Callable[[str, int, str], None]) -> None:
        self.decks: list[DeckCall] = []
        self._file, self._open, self._note = file, open_table, note
        self._names: dict[str, Any] = {}
        self._methods: dict[str, Define] = {}
        self._deck: DeckCall | None = None
        self._groups: set[str] = {"all"}
        self._steps = 0
        self._calls = 0
        self._embeds: list[tuple[str, dict[str, Any]]] | None = None

    def run(self, nodes: Iterable[Node]) -> Any:
        """Follow statements; return the value of the last."""
        value: Any = None
        for node in nodes:
            value = self._statement(node)
        return value

    def _say(self, line: int, message: str) -> None:
        self._note(self._file, line, message)

    def _count(self) -> bool:
        self._steps += 1
        return self._steps <= MOST_STEPS

    def _statement(self, node: Node) -> Any:
        if not self._count():
            return Unknown("…", 0)
        if isinstance(node, Define):
            if any(isinstance(each, Call) and _is_deck(each) for each in walk_ruby(node.block.body)):
                self.run(node.block.body)
            else:
                self._methods[node.name] = node
            return None
        if isinstance(node, Unread):
            if self._deck is not None:
                self._say(node.line, f"is not understood: {_short(node.text)}")
            return Unknown(_short(node.text), node.line)
        if isinstance(node, Assign):
            return self._assign(node)
        if isinstance(node, Branch):
            return self._branch(node)
        return self.value(node)

    def _assign(self, node: Assign) -> Any:
        value, target = self.value(node.value), node.target
        if isinstance(target, Call) and target.receiver is None and not target.positional:
            self._names[target.name] = value
        elif isinstance(target, Call) and target.receiver is not None:
            owner = self.value(target.receiver)
            key = self.value(target.positional[0]) if target.name == "[]" and target.positional else target.name
            if isinstance(owner, SquibTable) and isinstance(key, str):
                owner.changed[key] = value
            elif isinstance(owner, dict) and isinstance(key, str | int):
                owner[str(key)] = value
            elif isinstance(owner, dict) and target.name == "default":
                owner["\0"] = value
        return value

    def _branch(self, node: Branch) -> Any:
        condition = self.value(node.condition)
        if isinstance(condition, bool) or condition is None:
            return self.run(node.then if condition else node.otherwise)
        found = any(isinstance(each, Call) and each.name in DRAWS for each in walk_ruby((*node.then, *node.otherwise)))
        if found and self._deck is not None:
            self._say(node.line, f"depends on {describe_ruby(node.condition)}, which is computed in Ruby")
        return Unknown(describe_ruby(node), node.line)

    def value(self, node: Node) -> Any:
        """Return the value of an expression."""
        if not self._count():
            return Unknown("…", 0)
        if isinstance(node, Literal):
            return node.value
        if isinstance(node, Array):
            items = [self.value(item) for item in node.items]
            bad = next((item for item in items if isinstance(item, Unknown)), None)
            return bad or items
        if isinstance(node, Hash):
            return {str(self.value(key)): self.value(value) for key, value in node.pairs}
        if isinstance(node, Interpolated):
            return self._joined([self.value(part) for part in node.parts], node)
        if isinstance(node, Call):
            return self._call(node)
        if isinstance(node, Branch | Assign | Define):
            return self._statement(node)
        return Unknown(_short(node.text), node.line)

    def _unknown(self, node: Node) -> Unknown:
        return Unknown(describe_ruby(node), node.line)

    def _joined(self, parts: list[Any], node: Node) -> Any:
        """Return values joined to a text."""
        bad = next((part for part in parts if isinstance(part, Unknown | Picked | SquibTable | dict | list)), None)
        if bad is not None:
            return bad if isinstance(bad, Unknown) else self._unknown(node)
        tables = [part.table for part in parts if isinstance(part, Filled)]
        if not tables:
            return "".join(_as_text(part) for part in parts)[:LONGEST_TEXT]
        text = "".join(part.text if isinstance(part, Filled) else escape(_as_text(part)) for part in parts)
        only = parts[0].column if len(parts) == 1 else ""
        return Filled(text, tables[0], only) if len(text) <= LONGEST_TEXT else self._unknown(node)

    def _call(self, node: Call) -> Any:
        if _is_deck(node):
            return self._new_deck(node)
        name = node.name
        if node.receiver is None or (isinstance(node.receiver, Call) and node.receiver.name in ("Squib", "self")):
            return self._plain_call(node)
        if self._embeds is not None and name in ("svg", "png") and node.receiver is not None:
            self._embeds.append((name, self._options(node)))
            return None
        if name == "PI":
            return math.pi
        owner = self.value(node.receiver)
        if isinstance(owner, DeckCall) and name in DRAWS:
            return self._draw(node, owner)
        if isinstance(owner, Unknown):
            if name == "new" or node.block is None:
                return self._unknown(node)
            self._report_lost(node)
            return self._unknown(node)
        found = self._method(owner, node)
        if isinstance(found, Unknown):
            self._report_lost(node)
        return found

    def _report_lost(self, node: Call) -> None:
        """Report a loop that draws and cannot be followed."""
        if node.block and any(isinstance(each, Call) and each.name in DRAWS for each in walk_ruby(node.block.body)):
            self._say(node.line, f"repeats what it draws, by {describe_ruby(node)}, which is computed in Ruby")

    def _plain_call(self, node: Call) -> Any:
        name = node.name
        if node.receiver is None and not node.positional and not node.named and name in self._names:
            return self._names[name]
        if name in _READERS:
            return self._read(node)
        if self._deck is not None and (name in DRAWS or name in PROOFS or name in SAVES):
            return self._draw(node, self._deck)
        if name in ("enable_build", "enable_group", "disable_build") and node.positional:
            group = str(self.value(node.positional[0]))
            self._groups = self._groups - {group} if name == "disable_build" else self._groups | {group}
            return None
        if name in ("build", "group") and node.block and node.positional:
            return self._build(node)
        if name in self._methods and self._calls < 20:
            return self._define_call(self._methods[name], node)
        if name in ("mm", "cm", "inches", "cells") and len(node.positional) == 1:
            number = self.value(node.positional[0])
            if isinstance(number, int | float):
                return f"{number}{'in' if name == 'inches' else name}"
        return self._unknown(node)

    def _define_call(self, method: Define, node: Call) -> Any:
        before, self._calls = dict(self._names), self._calls + 1
        for parameter, given in zip(method.block.parameters, node.positional, strict=False):
            self._names[parameter] = self.value(given)
        for parameter, given in node.named:
            self._names[parameter] = self.value(given)
        try:
            return self.run(method.block.body)
        finally:
            self._names, self._calls = before, self._calls - 1

    def _build(self, node: Call) -> Any:
        group = str(self.value(node.positional[0]))
        if group in self._groups:
            return self.run(node.block.body if node.block else ())
        draws = [each for each in walk_ruby(node.block.body if node.block else ()) if isinstance(each, Call)]
        if any(each.name in DRAWS for each in draws):
            self._say(node.line, f"is only drawn in the build group {group}; pnp draws one version")
        return None

    def _options(self, node: Call) -> dict[str, Any]:
        found = {name: self.value(value) for name, value in node.named}
        if node.positional and isinstance(given := self.value(node.positional[0]), dict):
            found = given | found
        return found

    def _read(self, node: Call) -> Any:
        options = self._options(node)
        file, sheet = options.get("file", f"deck.{node.name}"), options.get("sheet", 0)
        if not isinstance(file, str) or not isinstance(sheet, int):
            return self._unknown(node)
        copies = options.get("explode", "qty")
        table = self._open(node.name, file, sheet, copies if isinstance(copies, str) else "qty")
        if table is None:
            self._say(node.line, f"reads {file}, which cannot be read")
            return self._unknown(node)
        if node.block is not None:
            self._say(node.line, f"changes cells of {file} while reading it; write the changed cells into the table")
        return table

    def _new_deck(self, node: Call) -> Any:
        deck = DeckCall(self._file, node.line, self._options(node))
        self.decks.append(deck)
        before, self._deck = self._deck, deck
        block = node.block
        if block is not None:
            if block.parameters:
                self._names[block.parameters[0]] = deck
            self.run(block.body)
        self._deck = before
        deck.variables = dict(self._names)
        return deck

    def _draw(self, node: Call, deck: DeckCall) -> Any:
        embeds: list[tuple[str, dict[str, Any]]] = []
        if node.block is not None:
            self._embeds = embeds
            self.run(node.block.body)
            self._embeds = None
        deck.draws.append(Draw(node.name, self._options(node), node.line, tuple(embeds)))
        return None

    def _method(self, owner: Any, node: Call) -> Any:
        """Return the value of a method of a known value."""
        name, given = node.name, [self.value(each) for each in node.positional]
        if isinstance(owner, SquibTable):
            return self._of_table(owner, name, given, node)
        if name in _SAME and not isinstance(owner, dict):
            return owner if name != "to_s" or isinstance(owner, Filled | list) else _as_text(owner)
        if isinstance(owner, Filled):
            return self._of_filled(owner, name, given, node)
        if isinstance(owner, list):
            return self._of_list(owner, name, given, node)
        if isinstance(owner, dict):
            return self._of_hash(owner, name, given, node)
        if isinstance(owner, str):
            return self._of_text(owner, name, given, node)
        if isinstance(owner, int | float) and not isinstance(owner, bool):
            return self._of_number(owner, name, given, node)
        if name == "!@":
            return owner is None or owner is False
        if name in ("==", "!=") and given and not isinstance(given[0], Unknown | Filled | Picked):
            return (owner == given[0]) == (name == "==")
        if name == "nil?":
            return owner is None
        return self._unknown(node)

    def _of_table(self, table: SquibTable, name: str, given: list[Any], node: Call) -> Any:
        if name in ("[]", "fetch") and given and isinstance(given[0], str | int):
            name = str(given[0])
        elif name in _LENGTHS:
            return len(table.pieces())
        elif name in ("columns", "keys"):
            return list(table.headings)
        if name in table.changed:
            return table.changed[name]
        made = heading_names(table.headings)
        heads = [head for head in made if head == name] or [head for head in made if made[head] == name.lower()]
        if not heads:
            return None if name in (node.name, *given) and not node.block else self._unknown(node)
        return Filled(f"{{{table.brace(heads[0])}}}", table, heads[0])

    def _of_filled(self, owner: Filled, name: str, given: list[Any], node: Call) -> Any:
        if name in ("map", "collect") and node.block:
            return self._mapped(owner, node)
        if name in _LENGTHS and not owner.inside:
            return len(owner.table.pieces())
        if name in ("nil?", "!@"):
            return False if not owner.inside else self._unknown(node)
        if owner.inside and name in ("first", "last", "[]"):
            return self._unknown(node)
        if name in ("first", "last") or (name == "[]" and given and isinstance(given[0], int)):
            index = given[0] if name == "[]" else 0 if name == "first" else -1
            pieces = owner.table.pieces()
            return owner.per_row()[pieces[index]] if pieces and -len(pieces) <= index < len(pieces) else None
        if name == "+" and given:
            return self._joined([owner, given[0]], node)
        if name in _FILTERS and owner.column:
            return owner._replace(text=f"{{{owner.table.name(owner.column)}|{_FILTERS[name]}}}", column="")
        if name in ("gsub", "sub", "tr") and owner.column and len(given) == 2 and all(map(_is_plain, given)):
            replace = ", ".join(f"'{each}'" for each in given)
            return owner._replace(text=f"{{{owner.table.name(owner.column)}|replace({replace})}}", column="")
        return self._unknown(node)

    def _mapped(self, owner: Filled, node: Call) -> Any:
        """Return the value of a block for each element, with its parameter standing for any of them."""
        block = node.block
        if block is None or not block.parameters:
            return self._unknown(node)
        before = dict(self._names)
        self._names[block.parameters[0]] = owner._replace(inside=True)
        value = self.run(block.body)
        self._names = before
        if isinstance(value, Filled):
            return value._replace(inside=owner.inside)
        return value if not isinstance(value, Unknown) else self._unknown(node)

    def _of_list(self, owner: list[Any], name: str, given: list[Any], node: Call) -> Any:
        if name in ("each", "map", "collect", "each_with_index", "each_index") and node.block:
            return self._loop(owner, node)
        if name in _LENGTHS:
            return len(owner)
        if name == "[]" and given and isinstance(given[0], int) and -len(owner) <= given[0] < len(owner):
            return owner[given[0]]
        if name in ("first", "last"):
            return owner[0 if name == "first" else -1] if owner else None
        if name == "*" and given and isinstance(given[0], int) and 0 <= given[0] * len(owner) <= 10_000:
            return owner * given[0]
        if name == "+" and given and isinstance(given[0], list):
            return [*owner, *given[0]]
        if name == "join":
            return _as_text(given[0] if given else "").join(map(_as_text, owner))
        if name == "to_a":
            return owner
        return self._unknown(node)

    def _loop(self, items: list[Any], node: Call) -> Any:
        block = node.block
        if block is None or len(items) > MOST_ROUNDS * 10:
            return self._unknown(node)
        found: list[Any] = []
        for number, item in enumerate(items):
            values = item if isinstance(item, list) and len(block.parameters) > 1 else [item, number]
            for parameter, value in zip(block.parameters, values, strict=False):
                self._names[parameter] = value
            found.append(self.run(block.body))
        return items if node.name.startswith("each") else found

    def _of_hash(self, owner: dict[str, Any], name: str, given: list[Any], node: Call) -> Any:
        if name in ("[]", "fetch") and given:
            key = given[0]
            if isinstance(key, Filled):
                return Picked(key, {name: value for name, value in owner.items() if name != "\0"}, owner.get("\0"))
            return owner.get(str(key), given[1] if len(given) > 1 else owner.get("\0"))
        if name in ("each", "each_pair") and node.block:
            return self._loop([[key, value] for key, value in owner.items()], node)
        if name in ("keys", "values"):
            return list(owner.keys() if name == "keys" else owner.values())
        if name in owner and not given:
            return owner[name]
        return len(owner) if name in _LENGTHS else self._unknown(node)

    def _of_text(self, owner: str, name: str, given: list[Any], node: Call) -> Any:
        simple: dict[str, Callable[[], Any]] = {
            "downcase": owner.lower, "upcase": owner.upper, "capitalize": owner.capitalize, "size": owner.__len__,
            "length": owner.__len__, "empty?": lambda: not owner, "nil?": lambda: False, "!@": lambda: False,
        }  # fmt: skip
        if name in simple:
            return simple[name]()
        if name == "+" and given:
            return self._joined([owner, given[0]], node)
        if name == "*" and given and isinstance(given[0], int) and 0 <= given[0] * len(owner) <= LONGEST_TEXT:
            return owner * given[0]
        if name in ("==", "!=") and given and not isinstance(given[0], Unknown | Filled | Picked):
            return (owner == given[0]) == (name == "==")
        if name in ("gsub", "sub") and len(given) == 2 and all(isinstance(each, str) for each in given):
            return owner.replace(given[0], given[1])[:LONGEST_TEXT]
        return self._unknown(node)

    def _of_number(self, owner: float, name: str, given: list[Any], node: Call) -> Any:
        if name == "times" and node.block and 0 <= owner <= MOST_ROUNDS:
            return self._loop(list(range(int(owner))), node)
        if name in ("-@", "round", "abs", "floor", "ceil"):
            return -owner if name == "-@" else abs(owner) if name == "abs" else round(owner)
        if name in ("inch", "inches", "in", "mm", "cm", "pt", "cells", "cell"):
            return f"{owner}{'in' if name.startswith('in') else name}"
        if not given or not isinstance(given[0], int | float) or isinstance(given[0], bool):
            return self._unknown(node)
        other = given[0]
        if name in ("..", "...") and isinstance(owner, int) and isinstance(other, int) and other - owner <= 1000:
            return list(range(owner, other + (name == "..")))
        if abs(owner) > 1e9 or abs(other) > 1e9:
            return self._unknown(node)
        sums: dict[str, Callable[[], Any]] = {
            "+": lambda: owner + other, "-": lambda: owner - other, "*": lambda: owner * other,
            "==": lambda: owner == other, "!=": lambda: owner != other, "<": lambda: owner < other,
            ">": lambda: owner > other, "<=": lambda: owner <= other, ">=": lambda: owner >= other,
        }  # fmt: skip
        if name == "/" and other:
            whole = isinstance(owner, int) and isinstance(other, int)
            return owner // other if whole else owner / other
        return sums[name]() if name in sums else self._unknown(node)


def _is_deck(node: Call) -> bool:
    """Return whether a call is `Squib::Deck.new` or `Deck.new`."""
    owner = node.receiver
    return node.name == "new" and isinstance(owner, Call) and owner.name == "Deck"


def _short(text: str) -> str:
    return " ".join(text.split())[:60]


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and not re.search(r"['\\{}\n]", value) and len(value) < 50


def escape(text: str) -> str:
    r"""Return a text with backslashes before characters that mean something in texts of pnp.

    >>> escape("Roll {2} *dice*")
    'Roll \\{2} \\*dice\\*'
    """
    return re.sub(r"([\\*{<])", r"\\\1", text)


def describe_value(value: Any) -> str:
    """Return a value for a message."""
    if isinstance(value, Unknown | Filled):
        return value.text
    if isinstance(value, Picked):
        return f"by {value.by.text}"
    return "an array" if isinstance(value, list) else "nothing" if value is None else str(value)[:60]
