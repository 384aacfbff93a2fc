"""Edits of layout files as text: comments, order and formatting stay as a person wrote them.

A file is split at its headings, and only the parts that are edited change. tomlkit edits a part; the result is compared
with what it should mean, and written out plainly if tomlkit does not manage.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, time
from itertools import chain, count
from typing import Annotated, Any, Final, Literal

import tomlkit
from pydantic import Field, TypeAdapter, ValidationError
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, Item, String, Table

from pnp.errors import Location, PnpError, Problem, did_you_mean, quote_value
from pnp.face.layout import (
    BOX_KINDS,
    BOX_NAME,
    LAYOUT_KEYS,
    Box,
    LayoutFile,
    Reader,
    lengths_in_units,
    read_partial_layout,
)
from pnp.project.folders import parse_toml
from pnp.project.lines import Statement, find_statements
from pnp.spec.load import problems_of_validation
from pnp.spec.model import Model

PRECISION: Final = 0.05
"""Maximum difference between the place of a box and the rounded numbers in the file, in mm."""
SAME: Final = 0.001
"""Difference within which a number in the file is kept as it is written, in mm."""
MOST_EDITS: Final = 1000
"""Maximum number of edits at once."""
DEEPEST_VALUE: Final = 4
"""Maximum nesting depth of a value."""
LONGEST_VALUE: Final = 100_000
"""Maximum length of a value, in characters."""
CONTENTS: Final[dict[str, Any]] = {"text": "Text", "rect": "#cccccc", "disc": "#cccccc", "line": "#333333"}
"""Content of an added box that has none, by kind."""

PlaceInMm = tuple[float, float, float, float]
"""Left and top edge, width and height, in mm from the upper left corner of the cut card."""


class PlaceBox(Model):
    """Move or resize a box. Numbers that stay the same are kept as they are written; others are rounded to 0.1 mm."""

    do: Literal["place"] = "place"
    name: str
    box: PlaceInMm


class SetKey(Model):
    """Set a key of a box to a value as in TOML, with lengths in the layout's units."""

    do: Literal["set"] = "set"
    name: str
    key: str
    value: Any


class DeleteKey(Model):
    """Delete a key of a box; a box that inherits the key has the inherited value again."""

    do: Literal["unset"] = "unset"
    name: str
    key: str


class AddBox(Model):
    """Add a box, in front of all others or of the box `after`, or at the end of a stack."""

    do: Literal["add"] = "add"
    kind: str
    """Key of `BOX_KINDS`."""
    name: str = ""
    """Name; "" for the first free one, such as text-2."""
    box: PlaceInMm | None = None
    keys: dict[str, Any] = Field(default_factory=dict)
    """Its keys as in TOML; without its content, it gets a placeholder from `CONTENTS`."""
    after: str = ""
    stack: str = ""


class DuplicateBox(Model):
    """Add a copy of a box in front of it, or after it in its stack; a stack is copied with the boxes in it."""

    do: Literal["duplicate"] = "duplicate"
    name: str
    to: str = ""
    """Name of the copy; "" for the first free one, such as title-2."""
    box: PlaceInMm | None = None


class RenameBox(Model):
    """Rename a box, also in its stack."""

    do: Literal["rename"] = "rename"
    name: str
    to: str


class DeleteBox(Model):
    """Delete a box, also from its stack; one that overrides an inherited box becomes as it was inherited."""

    do: Literal["delete"] = "delete"
    name: str


class OrderBox(Model):
    """Draw a box just before or just after another, or move it within its stack."""

    do: Literal["order"] = "order"
    name: str
    before: str = ""
    after: str = ""


class SetGround(Model):
    """Set the background to a colour, picture or choice; None deletes it."""

    do: Literal["ground"] = "ground"
    value: Any = None


Edit = PlaceBox | SetKey | DeleteKey | AddBox | DuplicateBox | RenameBox | DeleteBox | OrderBox | SetGround
"""An edit of a layout."""
_EDITS: Final = TypeAdapter(
    Annotated[list[Annotated[Edit, Field(discriminator="do")]], Field(max_length=MOST_EDITS)]
)  # fmt: skip


def parse_edits(value: object) -> list[Edit]:
    """Return edits from JSON values; raise PnpError if they are invalid.

    >>> parse_edits([{"do": "place", "name": "title", "box": [16, 4, 43, 10]}])
    [PlaceBox(do='place', name='title', box=(16.0, 4.0, 43.0, 10.0))]
    """
    try:
        return _EDITS.validate_python(value)
    except ValidationError as error:
        raise PnpError(*problems_of_validation(error, Location(detail="edits"), lambda _: ())) from None


def edit_layout_text(text: str, edits: Sequence[Edit], template: str, read: Reader) -> str:
    """Return the text of a layout with `\\n` as line ending after edits; `read` returns the layouts it inherits from.

    Raise PnpError if an edit is not possible, or if the layout would not load afterwards although it did before.
    """
    editing = _Editing(template, text, read)
    for edit in edits:
        editing.apply(edit)
    return editing.finish()


@dataclass
class _LayoutPart:
    """A box in the file, or a key at its top, with the comments that belong to it."""

    gap: str
    """Blank lines and other comments before it."""
    text: str
    name: str
    is_heading: bool

    def values(self) -> dict[str, Any]:
        return _loaded(self.text)


def split_layout(text: str) -> tuple[list[_LayoutPart], str]:
    """Return the parts of a file, and what follows the last one; together they are the text."""
    parts: list[_LayoutPart] = []
    done = 0
    for group in _groups(find_statements(text)):
        start, end = group[0].start, text.find("\n", group[-1].end) + 1 or len(text)
        below, gap, above = _divide(text[done:start], first=not parts)
        if parts:
            parts[-1].text += below
        parts.append(_LayoutPart(gap, above + text[start:end], group[0].name, group[0].is_heading))
        done = end
    below, gap, above = _divide(text[done:], first=not parts)
    if parts:
        parts[-1].text += below if gap or below else above
    return parts, gap + above if gap or not parts or below else ""


def box_comments(text: str) -> dict[str, str]:
    r"""Return the comments above the boxes of a layout, by name.

    >>> box_comments("ground = 'red'\n\n# on top\n[title]\ntext = 'a'")
    {'title': 'on top'}
    """
    found: dict[str, str] = {}
    for part in split_layout(text)[0]:
        above = part.text[: find_statements(part.text)[0].start].splitlines()
        if comment := " ".join(line.strip(" \t#") for line in above).strip():
            found.setdefault(part.name, comment)
    return found


def _groups(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """Yield the statements of each part of a file."""
    group: list[Statement] = []
    for statement in statements:
        if group:
            own, same = group[0].is_heading, statement.name == group[0].name
            joins = not statement.is_heading if own else not statement.is_heading and same
            if not (joins or (own and statement.is_heading and same)):
                yield group
                group = []
        group.append(statement)
    if group:
        yield group


def _divide(trivia: str, *, first: bool) -> tuple[str, str, str]:
    """Return comments that belong to the part above, other blank lines and comments, and comments of the part below.

    A comment belongs to the part that it touches, or to the one below if it touches both; a comment at the top of the
    file is about the file.
    """
    lines = trivia.splitlines(keepends=True)
    blank = next((at for at, line in enumerate(lines) if line.isspace() and line.endswith("\n")), None)
    indent = len(lines) - (bool(lines) and not lines[-1].endswith("\n"))
    if blank is None:
        top = indent if first else 0
        return "", "".join(lines[:top]), "".join(lines[top:])
    above = indent
    while lines[above - 1].strip():
        above -= 1
    below = 0 if first else blank
    return "".join(lines[:below]), "".join(lines[below:above]), "".join(lines[above:])


class _Editing:
    """A layout that is being edited."""

    def __init__(self, template: str, text: str, read: Reader) -> None:
        file = read(template)
        self._where = Location(template) if file is None else file.where
        self._template, self._read = template, read
        parse_toml(text, self._where)
        self._parts, self._tail = split_layout(text)
        layout, problems = self._reading(text)
        self._loads = not problems
        self._unit, self._origin = layout.unit, layout.origin
        parent = read_partial_layout(layout.like, read)[0].boxes if layout.like else ()
        self._inherited: dict[str, Box] = {box.name: box for box in parent}
        self._own: dict[str, dict[str, Any]] = {}
        """Keys of the boxes in this file, as written."""
        for part in self._parts:
            for name, value in part.values().items():
                if name not in LAYOUT_KEYS and isinstance(value, dict):
                    _merge(self._own.setdefault(name, {}), value)

    def _reading(self, text: str) -> Any:
        def read(name: str) -> LayoutFile | None:
            return LayoutFile(text, self._where) if name == self._template else self._read(name)

        return read_partial_layout(self._template, read)

    def apply(self, edit: Edit) -> None:
        """Apply an edit; raise PnpError if it is not possible."""
        match edit:
            case PlaceBox():
                self._place(edit.name, edit.box)
            case SetKey():
                self._set(edit.name, edit.key, _checked(edit.value))
            case DeleteKey():
                self._unset(edit.name, edit.key)
            case AddBox():
                self._add(edit)
            case DuplicateBox():
                name = self._duplicate(edit.name, edit.to)
                if edit.box is not None:
                    self._place(name, edit.box)
            case RenameBox():
                self._rename(edit.name, edit.to)
            case DeleteBox():
                self._delete(edit.name)
            case OrderBox():
                self._order(edit)
            case SetGround():
                self._ground(edit.value)

    def finish(self) -> str:
        """Return the edited text after checking it."""
        text = "".join([*(part.gap + part.text for part in self._parts), self._tail])
        meant: dict[str, Any] = {}
        for part in self._parts:
            _merge(meant, part.values())
        try:
            same = _equal(tomllib.loads(text), meant)
        except tomllib.TOMLDecodeError:
            same = False
        if not same:
            hint = "edit the file as text"
            raise PnpError(Problem(self._where, "is written in a way that cannot be edited here", hint, code="E0412"))
        problems = self._reading(text)[1] if self._loads else []
        if problems:
            raise PnpError(*problems)
        return text

    # what the boxes are

    def _names(self) -> list[str]:
        return list(dict.fromkeys([*self._inherited, *self._own]))

    def _merged(self, name: str) -> dict[str, Any]:
        """Return the keys of a box in this layout's units, including inherited ones."""
        box, own = self._inherited.get(name), self._own.get(name, {})
        above = {} if box is None else lengths_in_units(box.raw, self._unit, self._origin)
        return above | {_key(key): value for key, value in own.items()}

    def _find(self, name: str) -> dict[str, Any]:
        """Return the keys of a box; raise PnpError if there is none."""
        if name not in self._own and name not in self._inherited:
            hint = did_you_mean(self._names(), name)
            raise PnpError(Problem(self._where, f"has no box {quote_value(name)}", hint, code="E0413"))
        return self._merged(name)

    def _stack_of(self, name: str) -> str:
        """Return the stack that a box is in, or ""."""
        return next((each for each in self._names() if name in self._members(each)), "")

    def _members(self, stack: str) -> list[str]:
        members = self._merged(stack).get("stack", [])
        return [each for each in members if isinstance(each, str)] if isinstance(members, list) else []

    def _refuse(self, name: str, message: str, hint: str = "") -> PnpError:
        return PnpError(Problem(self._where / name, message, hint, code="E0412"))

    def _new_name(self, wanted: str, like: str) -> str:
        """Return the name of a new box after checking it, or the first free one."""
        taken = {*self._names(), *LAYOUT_KEYS, *(part.name for part in self._parts)}
        if not wanted:
            stem = like.rstrip("0123456789").rstrip("-") or "box"
            numbered = (f"{stem}-{at}" for at in count(2))
            wanted = next(each for each in chain([like], numbered) if each not in taken)
        if not BOX_NAME.fullmatch(wanted):
            message, hint = "must be a name of letters, digits, - and _", "for example title or title-2"
            raise PnpError(Problem(self._where, message, hint, found=quote_value(wanted), code="E0111"))
        if wanted in taken:
            raise self._refuse(wanted, "is already used", "choose another name")
        return wanted

    # editing a part

    def _part(self, name: str) -> _LayoutPart | None:
        """Return the part of a box in this file, joined if it is in several places; None if it has none."""
        parts = [part for part in self._parts if part.name == name]
        for part in parts[1:]:
            self._remove(part)
        if len(parts) > 1:
            parts[0].text, parts[0].is_heading = _written(name, self._own[name]), True
            self._arrange()
        return parts[0] if parts else None

    def _edit(self, name: str, change: Callable[[MutableMapping[str, Any]], None]) -> None:
        """Change the keys of a box; `change` is applied to its values, and to the table that tomlkit has."""
        if name not in self._own:
            self._own[name] = {}
            self._insert(_LayoutPart("", f"[{name}]\n", name, is_heading=True), len(self._parts))
        part = self._part(name)
        if part is None:
            raise self._refuse(name, "is not a table")
        meant = deepcopy(self._own[name])
        change(meant)
        self._own[name] = meant
        ended = part.text.endswith("\n")
        made = _edited(_lines(part.text), name, change)
        if made is None or not _equal(_loaded(made), {name: meant}):
            part.is_heading = True
            made = _written(name, meant)
            self._arrange()
        part.text = made if ended else made.removesuffix("\n")

    def _set(self, name: str, key: str, value: object) -> None:
        self._find(name)

        def change(table: MutableMapping[str, Any]) -> None:
            put = "color" if key == "colour" and "color" in table and "colour" not in table else key
            _assign(table, put, value)

        self._edit(name, change)

    def _unset(self, name: str, key: str) -> None:
        self._find(name)
        own = self._own.get(name, {})
        key = "color" if key == "colour" and "color" in own else key
        if key not in own:
            inherited = name in self._inherited and key in self._inherited[name].raw
            message = "inherits this key; override it instead" if inherited else "has no such key"
            raise PnpError(
                Problem(self._where / name, message, did_you_mean(own, key), found=quote_value(key), code="E0412")
            )

        def change(table: MutableMapping[str, Any]) -> None:
            del table[key]

        self._edit(name, change)
        if not self._own[name] and name in self._inherited:  # overrides nothing any more
            self._drop(name)

    def _place(self, name: str, place: PlaceInMm) -> None:
        before = self._find(name).get("box")
        if stack := self._stack_of(name):
            raise self._refuse(name, f"is placed by the stack {stack}", "move the stack")
        if isinstance(before, dict):
            raise self._refuse(name, "has a box that is chosen by a column", "edit the choice")
        numbers = [self._number(value, at) for at, value in enumerate(place)]
        if "box" not in self._own.get(name, {}) or not isinstance(before, list) or not _is_place(before):
            return self._set(name, "box", numbers)
        kept = [
            abs(self._in_mm(old, at) - value) < SAME
            for at, (old, value) in enumerate(zip(before, place, strict=True))
        ]  # fmt: skip
        if all(kept):
            return None
        wanted = [old if same else new for old, new, same in zip(before, numbers, kept, strict=True)]

        def change(table: MutableMapping[str, Any]) -> None:
            if not _is_place(table.get("box")):
                _assign(table, "box", wanted)
                return
            for at, number in enumerate(wanted):
                if not kept[at]:
                    table["box"][at] = number

        return self._edit(name, change)

    def _in_mm(self, number: float, at: int) -> float:
        return float((number - (self._origin[at] if at < 2 else 0)) * self._unit)

    def _number(self, mm: float, at: int) -> float | int:
        """Return a number of a box in this layout's units, rounded as coarsely as `PRECISION` allows."""
        decimals = max(0, math.ceil(math.log10(self._unit / (2 * PRECISION)) - 1e-9))
        made = round(mm / self._unit + (self._origin[at] if at < 2 else 0), decimals)
        return int(made) if made == int(made) else made

    # adding, moving and deleting parts

    def _add(self, edit: AddBox) -> None:
        if edit.kind not in BOX_KINDS:
            hint = did_you_mean(BOX_KINDS, edit.kind)
            raise PnpError(
                Problem(self._where, "is not a kind of box", hint, found=quote_value(edit.kind), code="E0412")
            )
        name = self._new_name(edit.name, edit.kind)
        content = {edit.kind: CONTENTS[edit.kind]} if edit.kind in CONTENTS else {}
        keys = content | {key: _checked(value) for key, value in edit.keys.items()}
        keys = {key: keys[key] for key in sorted(keys, key=lambda key: key != edit.kind)}
        at = len(self._parts)
        for other in (edit.after, edit.stack):
            if other:
                self._find(other)
                at = self._place_after(other)
        self._own[name] = keys
        self._insert(_LayoutPart("", _written(name, keys), name, is_heading=True), at)
        if edit.stack:
            self._put_into(edit.stack, name, len(self._members(edit.stack)))
        if edit.box is not None:
            self._place(name, edit.box)

    def _place_after(self, name: str) -> int:
        """Return the position of a part that is drawn just after a box."""
        own = [at for at, part in enumerate(self._parts) if part.name == name]
        if own and name not in self._inherited:
            return own[0] + 1
        added = (at for at, part in enumerate(self._parts) if part.name in self._own)
        return next((at for at in added if self._parts[at].name not in self._inherited), len(self._parts))

    def _duplicate(self, name: str, to: str) -> str:
        merged = self._find(name)
        to = self._new_name(to, name)
        members = [self._duplicate_alone(each, self._new_name("", each)) for each in self._members(name)]
        self._duplicate_alone(name, to)
        if "stack" in merged:
            self._set(to, "stack", members)
        elif stack := self._stack_of(name):
            self._put_into(stack, to, self._members(stack).index(name) + 1)
        return to

    def _duplicate_alone(self, name: str, to: str) -> str:
        part = None if name in self._inherited else self._part(name)
        merged = self._merged(name)
        if part is None and _is_place(merged.get("box")):
            merged["box"] = [self._number(self._in_mm(each, at), at) for at, each in enumerate(merged["box"])]
        self._own[to] = deepcopy(merged) if part is None else deepcopy(self._own[name])
        text = _written(to, merged) if part is None else _renamed(_uncommented(part.text), name, to)
        at = self._place_after(name)
        self._insert(_LayoutPart("", text, to, is_heading=part is None or part.is_heading), at)
        return to

    def _rename(self, name: str, to: str) -> None:
        self._find(name)
        if name == to:
            return
        to = self._new_name(to, name)
        if name in self._inherited:
            raise self._refuse(name, "is inherited", "rename it in the layout that it comes from")
        part = self._part(name)
        if part is None:
            raise self._refuse(name, "is not a table")
        for stack in [each for each in self._names() if name in self._members(each)]:
            self._change_stack(stack, lambda members: members.__setitem__(members.index(name), to))
        part.text, part.name = _renamed(part.text, name, to), to
        self._own[to] = self._own.pop(name)

    def _delete(self, name: str) -> None:
        self._find(name)
        if name not in self._own:
            hint = 'set when = "false" to leave it out'
            raise self._refuse(name, "is inherited and cannot be deleted here", hint)
        if name not in self._inherited:
            for stack in [each for each in self._own if name in self._members(each)]:
                if len(self._members(stack)) > 1:
                    self._change_stack(stack, lambda members: members.remove(name))
                elif stack in self._inherited:
                    self._unset(stack, "stack")
                else:
                    self._drop(stack)
        self._drop(name)

    def _order(self, edit: OrderBox) -> None:
        name, other = edit.name, edit.before or edit.after
        if bool(edit.before) == bool(edit.after):
            raise self._refuse(name, "must be moved before or after another box")
        for each in (name, other):
            self._find(each)
        if name == other:
            return
        stack = self._stack_of(name)
        if stack and stack == self._stack_of(other):

            def change(members: MutableSequence[str]) -> None:
                members.remove(name)
                members.insert(members.index(other) + bool(edit.after), name)

            self._change_stack(stack, change)
            return
        for each in (name, other):
            if each in self._inherited:
                hint = "change the order in the layout that it comes from"
                raise self._refuse(each, "is inherited, and so is its place in the order", hint)
        moved, target = self._part(name), self._part(other)
        if moved is None or target is None:
            raise self._refuse(name, "is not a table")
        self._remove(moved)
        self._insert(moved, next(at for at, each in enumerate(self._parts) if each is target) + bool(edit.after))

    def _ground(self, value: object) -> None:
        part = next((each for each in self._parts if each.name == "ground"), None)
        if value is None:
            for each in [each for each in self._parts if each.name == "ground"]:
                self._remove(each)
            return
        value = _checked(value)
        if part is None:
            at = sum(not each.is_heading and each.name in LAYOUT_KEYS for each in self._parts)
            self._insert(_LayoutPart("", f"ground = {toml_value(value)}\n", "ground", is_heading=False), at)
            return
        made = _edited(_lines(part.text), "", lambda table: _assign(table, "ground", value))
        if made is None or not _equal(_loaded(made), {"ground": value}):
            made, part.is_heading = f"ground = {toml_value(value)}\n", False
        part.text = made
        self._arrange()

    def _put_into(self, stack: str, name: str, at: int) -> None:
        if "stack" not in self._merged(stack):
            raise self._refuse(stack, "is not a stack")
        self._change_stack(stack, lambda members: members.insert(at, name))

    def _change_stack(self, stack: str, change: Callable[[MutableSequence[str]], None]) -> None:
        if "stack" not in self._own.get(stack, {}):
            members = self._members(stack)
            change(members)
            self._set(stack, "stack", members)
            return

        def change_table(table: MutableMapping[str, Any]) -> None:
            if "\n" in getattr(table["stack"], "as_string", str)():  # a list with a line for each box stays one
                change(table["stack"])
            else:
                members = list(_plain(table["stack"]))
                change(members)
                _assign(table, "stack", members)

        self._edit(stack, change_table)

    def _insert(self, part: _LayoutPart, at: int) -> None:
        """Insert a part; a blank line separates it from others, unless the file has none."""
        headings = [each for each in self._parts if each.is_heading]
        apart = not (len(headings) > 1 and not any(each.gap for each in headings[1:]))
        above = self._parts[at - 1] if at else None
        below = self._parts[at] if at < len(self._parts) else None
        if above is None:
            part.gap = below.gap if below is not None else _lines(self._tail)
            if below is None:
                self._tail = ""
            else:
                below.gap = "\n" if below.is_heading or part.is_heading else ""
        else:
            above.text = _lines(above.text)
            part.gap = "\n" if apart and (part.is_heading or above.is_heading) else ""
            if below is None and self._tail.strip():  # comments at the end stay where they are
                part.gap, self._tail = _lines(self._tail), ""
            elif below is not None and apart and below.is_heading and not below.gap:
                below.gap = "\n"
        if below is not None or not part.text.endswith("\n"):
            part.text = _lines(part.text)
        self._parts.insert(at, part)
        self._arrange()

    def _drop(self, name: str) -> None:
        """Delete a box from this file."""
        for part in [each for each in self._parts if each.name == name]:
            self._remove(part)
        del self._own[name]

    def _remove(self, part: _LayoutPart) -> None:
        """Take a part out; other comments before it stay."""
        at = next(at for at, each in enumerate(self._parts) if each is part)
        del self._parts[at]
        kept = part.gap if part.gap.strip() else ""
        below = self._parts[at] if at < len(self._parts) else None
        gap = self._tail if below is None else below.gap
        if kept.endswith("\n\n") or not (kept or at):
            gap = gap.lstrip("\n")
        elif below is not None and not gap and not kept:
            gap = part.gap
        if below is None:
            self._tail = kept + gap
        else:
            below.gap = kept + gap

    def _arrange(self) -> None:
        """Make sure that keys at the top of the file stay above the first heading."""
        seen = next((at for at, part in enumerate(self._parts) if part.is_heading), len(self._parts))
        for part in self._parts[seen:]:
            if part.is_heading:
                continue
            if part.name in self._own:
                part.text, part.is_heading = _written(part.name, self._own[part.name]), True
                part.gap = part.gap or "\n"
            else:
                self._parts.remove(part)
                self._parts.insert(seen, part)
                seen += 1


def _merge(table: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add the keys of a table, and those of the tables in it."""
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            _merge(table[key], value)
        else:
            table[key] = deepcopy(value)


def _equal(one: object, other: object) -> bool:
    return one == other or repr(one) == repr(other)  # nan differs from itself


def _loaded(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _key(key: str) -> str:
    return "colour" if key == "color" else key


def _is_place(value: object) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(type(each) in (int, float) for each in _plain(value))


def _plain(value: Any) -> Any:
    """Return a value of tomlkit as plain data."""
    return value.unwrap() if hasattr(value, "unwrap") else value


def _lines(text: str) -> str:
    return text if text.endswith("\n") or not text else text + "\n"


def _checked(value: object, depth: int = 0) -> Any:
    """Return a value for TOML, with numbers rounded; raise PnpError if it is not one."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) and math.isfinite(value) and abs(value) < 1e12:
        rounded = round(value, 4)
        return int(rounded) if rounded == int(rounded) else rounded
    if isinstance(value, str) and len(value) <= LONGEST_VALUE and not re.search("[\ud800-\udfff]", value):
        return value
    if isinstance(value, list) and depth < DEEPEST_VALUE:
        return [_checked(each, depth + 1) for each in value]
    if isinstance(value, dict) and depth < DEEPEST_VALUE:
        return {str(key): _checked(each, depth + 1) for key, each in value.items()}
    message = "must be a text, a number, true or false, a list or a table"
    raise PnpError(Problem(Location(detail="edits"), message, found=quote_value(value), code="E0204"))


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: object) -> str:
    """Return a value as TOML on one line, as a person would write it.

    >>> toml_value({"by": "suit", "red": [16.0, 0.5]})
    '{ by = "suit", red = [16, 0.5] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value == int(value if math.isfinite(value) else 0):
        return str(int(value))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, str):
        return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)


def _written(name: str, keys: Mapping[str, Any]) -> str:
    """Return a box as TOML."""
    return "".join([f"[{_toml_key(name)}]\n", *(f"{_toml_key(key)} = {toml_value(keys[key])}\n" for key in keys)])


def _edited(text: str, name: str, change: Callable[[MutableMapping[str, Any]], None]) -> str | None:
    """Return TOML after a change of a table, or of its top for ""; None if tomlkit does not manage."""
    try:
        document = tomlkit.parse(text)
        change(document[name] if name else document)
        return tomlkit.dumps(document)
    except (TOMLKitError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _assign(table: MutableMapping[str, Any], key: str, value: Any) -> None:
    """Set a key of plain data or of tomlkit's, whose formatting is kept."""
    old = table.get(key)
    if type(table) is dict:
        table[key] = value
    elif isinstance(value, dict) and isinstance(old, AbstractTable) and (
        value.keys() == old.keys() or isinstance(old, Table)
    ):  # fmt: skip
        for each in [each for each in old if each not in value]:
            del old[each]
        for each, inner in value.items():
            if _plain(old.get(each)) != inner:
                _assign(old, each, inner)
    else:
        if isinstance(old, Table):
            del table[key]
        table[key] = _item(value, old)


def _item(value: Any, old: object) -> Item:
    """Return a value for tomlkit, with the quotes of the old one."""
    if isinstance(value, str):
        if isinstance(old, String) and old.as_string()[:1] == "'" and not re.search(r"['\x00-\x1f\x7f]", value):
            return tomlkit.string(value, literal=True)
        if "\n" in value and not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", value):
            inner = value.replace("\\", "\\\\").replace('"""', '""\\"')
            return tomlkit.value(f'"""\n{inner[:-1]}\\""""' if inner.endswith('"') else f'"""\n{inner}"""')
    return tomlkit.value(toml_value(value))


def _renamed(text: str, name: str, to: str) -> str:
    """Return the text of a part with another name."""
    statements = find_statements(text)
    is_heading = statements[0].is_heading
    for each in reversed(statements):
        if each.name == name and each.is_heading == is_heading:
            text = text[: each.name_at[0]] + to + text[each.name_at[1] :]
    return text


def _uncommented(text: str) -> str:
    """Return the text of a part without the comments above it."""
    return text[find_statements(text)[0].start :]
