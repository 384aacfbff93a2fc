"""Layouts: faces described by boxes in TOML, without code.

A layout, `templates/<game>/card.toml`, is compiled to a template: each box becomes a call of a template function, on
the line where the layout has its heading. So errors, traces and hashes work as with any template, and a designer who
outgrows a layout gets a template that draws the same. A layout with `like = "other.toml"` extends the template of the
other layout and overrides its blocks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple, cast

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.parser import Parser
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from pnp.errors import Location, Problem, RenderError, did_you_mean, quote_value
from pnp.geometry.units import parse_unit, trim
from pnp.project.folders import parse_toml
from pnp.project.lines import find_key_line
from pnp.spec.load import problems_of_validation
from pnp.spec.model import Model, rename_color
from pnp.spec.values import COLOUR_EXAMPLE, COLOUR_PATTERN, Colour, Flag, parse_colour, validation_error
from pnp.terms import PictureFit

LAYOUT_SUFFIX: Final = ".toml"
MOST_BOXES: Final = 500
"""Maximum number of boxes of a layout, including inherited ones."""
DEEPEST_LIKE: Final = 10
"""Maximum number of layouts that inherit from each other."""
SHRINKING: Final = 0.6
"""Smallest size of a text without `min` and `style`, as a fraction of its size."""
KNOWN_VALUES: Final = frozenset({"side", "look", "lang", "ink", "game", "deck", "decks", "data", "piece"})
"""Names in expressions that are not columns."""
OTHERWISE: Final = "else"
"""Key of a choice for all other values."""


@dataclass(frozen=True)
class Choice:
    """A value that depends on a column: `{ by = "suit", red = "#c33", else = "#333" }`."""

    by: str
    """Column, or an expression over columns."""
    options: dict[str, Any]
    """Value for each content of the column."""
    otherwise: Any = None
    """Value for any other content; None if that is an error."""


@dataclass(frozen=True)
class FromColumn:
    """A value that is the content of a column, or computed from columns: `colour = "{colour}"`."""

    text: str
    """The value as written, in braces."""


def _chosen(value: object, check: Callable[[object], Any], *, columns: bool = True) -> Any:
    """Return a checked value, or a choice between checked values; with `columns`, it may be in a column."""
    if columns and isinstance(value, str) and (parts := split_text(value)) and parts[0].text != value:
        if len(parts) > 1:
            raise validation_error("must be a value, or one column in braces", 'for example "{colour}"')
        return FromColumn(str(_with_columns(value)))
    if not isinstance(value, dict):
        return check(value)
    by = value.get("by")
    if not isinstance(by, str) or not by or len(value) < 2:
        hint = 'for example { by = "suit", red = "#c33", else = "#333" }'
        raise validation_error("must choose by a column", hint)
    checked = {key: _chosen(each, check, columns=columns) for key, each in value.items() if key != "by"}
    otherwise = checked.pop(OTHERWISE, None)
    return Choice(by, checked, otherwise)


def _expression(text: str) -> str:
    try:
        _parse_expression(text)
    except TemplateSyntaxError as error:
        message = str(error.message).replace("'end of template'", "end")
        raise validation_error(f"is not a valid expression ({message})", code="E0310") from None
    except RecursionError:
        raise validation_error("is nested too deeply", code="E0310") from None
    return text


LONGEST_TEXT: Final = 5_000
"""Maximum length of a text with columns, in characters."""


def _with_columns(value: object) -> object:
    """Check a text, including the expressions in its braces; numbers are returned unchanged."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise validation_error("must be a text or a number")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise validation_error(f"must have at most {LONGEST_TEXT:,} characters")
    for part in split_text(value) if isinstance(value, str) else ():
        if part.expression:
            _expression(part.text)
    return value


def _icon_list(value: object) -> object:
    return _texts(value) if isinstance(value, list) else _with_columns(value)


def _texts(value: object) -> object:
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise validation_error("must be a text or a list of texts")
    return value


def _tint(value: object) -> object:
    colour = value if value == "none" else parse_colour(value) if isinstance(value, str) else None
    if colour is None:
        raise validation_error(f"must be none or {COLOUR_EXAMPLE}")
    return colour


CHOICE: Final = "a choice by a column"
"""Description of a choice in the JSON Schema."""
COLUMN: Final = "a column in braces"
"""Description of a column in the JSON Schema."""


class _Choosable:
    """Marks a type whose value a column may choose or, with `columns`, contain."""

    def __init__(self, *, columns: bool = True) -> None:
        self._columns = columns

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        chosen = partial(_chosen, columns=self._columns)
        return core_schema.no_info_wrap_validator_function(chosen, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        value = handler(schema)
        choice = {"type": "object", "required": ["by"], "minProperties": 2, "additionalProperties": value}
        choice["description"] = CHOICE
        by = {"type": "string", "description": "Column that chooses, or an expression over columns."}
        column = [{"type": "string", "pattern": r"^\{.+\}$", "description": COLUMN}] if self._columns else []
        return {"anyOf": [value, *column, choice | {"properties": {"by": by}}]}


_Chosen = _Choosable()
_ChosenText = _Choosable(columns=False)
"""Marks a text, which has its columns inside."""
_Position = Annotated[float, Field(ge=-1200, le=2400, strict=True)]
_Length = Annotated[float, Field(ge=0, le=1200, strict=True)]
Place = tuple[_Position, _Position, _Length, _Length]

Text = Annotated[str | int | float, BeforeValidator(_with_columns), _ChosenText]
Fonts = Annotated[str | list[str], BeforeValidator(_texts), _Chosen]
IconList = Annotated[str | int | float | list[str], BeforeValidator(_icon_list), _ChosenText]
Number = Annotated[float, Field(gt=0, le=200, strict=True), _Chosen]
Thickness = Annotated[float, Field(ge=0, le=200, strict=True), _Chosen]
Tint = Annotated[
    str, BeforeValidator(_tint), WithJsonSchema({"type": "string", "pattern": COLOUR_PATTERN}), _Chosen
]  # fmt: skip
Degrees = Annotated[float, Field(ge=-360, le=360, strict=True), _Chosen]
Opacity = Annotated[float, Field(ge=0, le=1, strict=True), _Chosen]
Horizontal = Annotated[Literal["start", "left", "center", "right"], _Chosen]
Vertical = Annotated[Literal["top", "middle", "bottom"], _Chosen]
Anchor = Annotated[
    Literal["center", "top", "bottom", "left", "right", "top left", "top right", "bottom left", "bottom right"], _Chosen
]


class LayoutBox(Model):
    """Base of all boxes."""

    box: Annotated[Place | None, _ChosenText] = None
    """Left and top edge, width and height, from the corner of the cut card; a box in a stack has none."""
    when: Annotated[str, AfterValidator(_expression)] | None = None
    """Condition on the columns of a row, such as `kind != 'event'`; the box is left out of other cards."""


class LayoutText(LayoutBox):
    """A text, wrapped and shrunk to fit."""

    text: Text
    """Text with columns in braces, such as `{name}`; it may contain `**bold**`, `*italic*` and icons."""
    style: Annotated[str, _Chosen] | None = None
    """Style from [styles] in game.toml; the keys below override it."""
    size: Number | None = None
    """Type size (default 4 mm)."""
    min: Number | None = None
    """Smallest type size (default: that of the style, or 60% of the size)."""
    font: Fonts | None = None
    """Font family, or a list of families; each character uses the first family that has it."""
    weight: Annotated[Literal["normal", "bold"], _Chosen] | None = None
    """Font weight: normal or bold."""
    align: Horizontal | None = None
    """Horizontal alignment: start (the default, left in most languages), left, center or right."""
    valign: Vertical | None = None
    """Vertical alignment: top (the default), middle or bottom."""
    colour: Annotated[Colour, _Chosen] | None = None
    """Text colour."""
    underline: Annotated[Flag, _Chosen] | None = None
    """Whether the text is underlined."""
    leading: Annotated[float, Field(gt=0, le=10, strict=True), _Chosen] | None = None
    """Line spacing, as a multiple of the type size."""
    turn: Degrees | None = None
    """Clockwise rotation of the box around its centre, in degrees."""
    arc: Annotated[float, Field(ge=-200, le=200, strict=True)] | None = None
    """Height of an arc to set the text on, as wide as the box and at its bottom; negative to bend it downwards."""

    @model_validator(mode="after")
    def _on_one_line(self) -> LayoutText:
        for key in _NOT_ON_ARC if self.arc else ():
            if getattr(self, key) is not None:
                raise validation_error(f"has both arc and {key}", f"delete the key {key}", code="E0205")
        if self.arc and isinstance(self.box, Choice):
            raise validation_error("has an arc in a box chosen by a column", "give it one box", code="E0205")
        return self


_NOT_ON_ARC: Final = ("valign", "underline", "leading", "turn")


class LayoutImage(LayoutBox):
    """A picture or drawing."""

    image: Text
    """Picture beside game.toml or in `art/`, or the name of a drawing, with columns in braces: `art/{kind}.png`."""
    fit: Annotated[PictureFit, _Chosen] | None = None
    """How the picture is fitted to the box: contain (the default), cover or stretch."""
    anchor: Anchor | None = None
    """Visible part of a larger picture, or position of a smaller one."""
    radius: Thickness | None = None
    """Radius of rounded corners."""
    turn: Degrees | None = None
    """Clockwise rotation of the box around its centre, in degrees."""
    height: Thickness | None = None
    """Height in a stack, where a box has no `box`."""
    important: Flag | None = None
    """Whether it must not be cut off: `pnp check` reports it less than 1.5 mm from a cut. Text counts within 3 mm."""


class LayoutIcons(LayoutBox):
    """A row of icons."""

    icons: IconList
    """Number of icons, or their names: `{cost}`, `{types}` with a cell such as `fire, water`, or a list."""
    icon: Text | None = None
    """Icon to repeat, if `icons` is a number."""
    size: Number | None = None
    """Height of an icon (default: height of the box); a row that is too wide is shrunk."""
    gap: Thickness | None = None
    """Gap between icons (default: a tenth of their size)."""
    align: Horizontal | None = None
    """Horizontal alignment of the row: start (the default), left, center or right."""
    valign: Vertical | None = None
    """Vertical alignment of the row: top, middle (the default) or bottom."""
    height: Thickness | None = None
    """Height in a stack, where a box has no `box`."""
    important: Flag | None = None
    """Whether it must not be cut off: `pnp check` reports it less than 1.5 mm from a cut. Text counts within 3 mm."""


class LayoutRect(LayoutBox):
    """A rectangle; sides at the edge of the card extend over the bleed."""

    rect: Tint
    """Colour of the area, or none."""
    stroke: Tint | None = None
    """Colour of the outline."""
    thickness: Thickness | None = None
    """Thickness of the outline (default 0.3 mm)."""
    radius: Thickness | None = None
    """Radius of rounded corners."""
    opacity: Opacity | None = None
    """Opacity, from 0 to 1."""
    shade: Flag | None = None
    """Whether the area is white with `--ink low`."""
    turn: Degrees | None = None
    """Clockwise rotation around its centre, in degrees."""
    important: Flag | None = None
    """Whether it must not be cut off: `pnp check` reports it less than 1.5 mm from a cut. Text counts within 3 mm."""


class LayoutDisc(LayoutBox):
    """A disc or ellipse that fills the box."""

    disc: Tint
    """Colour of the area, or none."""
    stroke: Tint | None = None
    """Colour of the outline."""
    thickness: Thickness | None = None
    """Thickness of the outline (default 0.3 mm)."""
    opacity: Opacity | None = None
    """Opacity, from 0 to 1."""
    shade: Flag | None = None
    """Whether the area is white with `--ink low`."""
    important: Flag | None = None
    """Whether it must not be cut off: `pnp check` reports it less than 1.5 mm from a cut. Text counts within 3 mm."""


class LayoutLine(LayoutBox):
    """A line from the upper left to the lower right corner of the box, whose width or height may be 0."""

    line: Annotated[Colour, _Chosen]
    """Colour of the line."""
    thickness: Thickness | None = None
    """Thickness of the line (default 0.3 mm)."""
    opacity: Opacity | None = None
    """Opacity, from 0 to 1."""


class LayoutStack(LayoutBox):
    """Boxes below each other: each is as high as its content, and all texts shrink together if there is no room."""

    stack: Annotated[list[str], Field(min_length=1, max_length=50)]
    """Names of texts, icons and images without a `box`, from top to bottom."""
    gap: Thickness | None = None
    """Gap between the boxes (default 1 mm)."""
    valign: Vertical | None = None
    """Position of the stack in its box, if there is room to spare."""


BOX_KINDS: Final[dict[str, type[LayoutBox]]] = {
    "text": LayoutText, "image": LayoutImage, "icons": LayoutIcons, "rect": LayoutRect, "disc": LayoutDisc,
    "line": LayoutLine, "stack": LayoutStack,
}  # fmt: skip
"""Kinds of boxes, by the key that makes a box one."""
STACKED: Final = ("text", "icons", "image")
"""Kinds of boxes that a stack may contain."""
LAYOUT_KEYS: Final = ("like", "units", "origin", "ground")
"""Keys at the top of a layout; all others are boxes."""
LENGTHS: Final = frozenset({"arc", "box", "size", "min", "gap", "radius", "thickness", "height"})
"""Keys whose values are lengths in the layout's units."""
BOX_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


class Box(NamedTuple):
    """A box of a layout."""

    name: str
    kind: str
    """Key of `BOX_KINDS`."""
    keys: LayoutBox
    """Its keys, including inherited ones; lengths in mm from the upper left corner of the cut card."""
    raw: dict[str, Any]
    """Its keys as in TOML, with lengths in mm."""
    line: int
    """Line of its heading, from 1; 0 if the layout inherits the box unchanged."""
    inherited: bool = False
    """Whether a layout that this one is like has a box of this name."""
    stacked: bool = False
    """Whether it is part of a stack."""


class FaceLayout(NamedTuple):
    """A layout, with the boxes that it inherits."""

    where: Location
    like: str
    """Layout that it inherits from, or ""."""
    ground: Text | None
    """Colour or picture of the background, or None."""
    own_ground: bool
    """Whether `ground` is set in this layout."""
    boxes: tuple[Box, ...]
    """Boxes in the order in which they are drawn."""
    lines: int
    """Number of lines of the file."""
    unit: float = 1.0
    """Length of its unit, in mm."""
    origin: tuple[float, float] = (0.0, 0.0)
    """Position of the cut card's corner, in its units."""


class LayoutFile(NamedTuple):
    """Content of a layout file."""

    text: str
    where: Location


Reader = Callable[[str], LayoutFile | None]
"""Function that returns a layout file by name, or None if it does not exist."""


def read_layout(name: str, read: Reader, above: tuple[str, ...] = ()) -> FaceLayout:
    """Read a layout and those it inherits from. Raise RenderError with every problem of the file.

    `above` are the layouts that inherit from it.
    """
    layout, problems = read_partial_layout(name, read, above)
    if problems:
        raise RenderError(*problems)
    return layout


def read_partial_layout(name: str, read: Reader, above: tuple[str, ...] = ()) -> tuple[FaceLayout, list[Problem]]:
    """Return what can be read of a layout, with the problems of the file; invalid keys are left out.

    Raise PnpError if it is not TOML, or if a layout that it inherits from has problems.
    """
    file = read(name)
    if file is None:
        raise RenderError(Problem(Location(detail=name), "does not exist", code="E0401"))
    text, where = file
    reading = _Reading(name, text, where, parse_toml(text, where))
    parent = reading.parent(read, above)
    return reading.layout(parent), reading.problems


class _Reading:
    """A layout that is being read, with the problems found so far."""

    def __init__(self, name: str, text: str, where: Location, raw: dict[str, Any]) -> None:
        self._name, self._text, self._where, self._raw = name, text, where, raw
        self.problems: list[Problem] = []
        self._unit = self._unit_length()
        self._origin = self._corner()

    def parent(self, read: Reader, above: tuple[str, ...]) -> FaceLayout | None:
        """Return the layout that it inherits from, if any."""
        like, here = self._raw.get("like"), self._where / "like"
        if like is None:
            return None
        if not isinstance(like, str) or not like.endswith(LAYOUT_SUFFIX):
            self._problem(here, "must be the file of a layout", 'for example like = "card.toml"', like)
            return None
        if like in (*above, self._name):
            self._problem(here, "must not lead back to this layout", "", like)
            return None
        if len(above) >= DEEPEST_LIKE:
            self._problem(here, f"must lead through at most {DEEPEST_LIKE} layouts", "", like)
            return None
        if read(like) is None:
            self._problem(here, "there is no such layout", "", like, "E0401")
            return None
        return read_layout(like, read, (*above, self._name))

    def layout(self, parent: FaceLayout | None) -> FaceLayout:
        """Return the layout, merged with its parent; `problems` are then complete."""
        inherited = {box.name: box for box in parent.boxes} if parent else {}
        boxes: dict[str, Box] = {name: box._replace(line=0, inherited=True) for name, box in inherited.items()}
        for name, value in self._raw.items():
            if name not in LAYOUT_KEYS:
                box = self._box(name, value, inherited.get(name))
                if box is not None:
                    boxes[name] = box
        if len(boxes) > MOST_BOXES:
            self._problem(self._where, f"has more than {MOST_BOXES} boxes", "", len(boxes), "E0105")
        checked = tuple(self._with_stacks(boxes))
        ground = self._ground() if "ground" in self._raw else parent.ground if parent else None
        like = self._raw.get("like", "") if parent else ""
        count = self._text.count("\n") + 1
        own_ground = "ground" in self._raw
        return FaceLayout(self._where, like, ground, own_ground, checked, count, self._unit, self._origin)

    def _problem(self, where: Location, message: str, hint: str, found: object, code: str = "E0204") -> None:
        self.problems.append(Problem(where, message, hint, found=quote_value(found), code=code))

    def _unit_length(self) -> float:
        units = self._raw.get("units", "mm")
        length = parse_unit(units) if isinstance(units, str) else None
        if length is None:
            hint = 'for example units = "mm", "in" or "px@300": pixels at 300 dpi'
            self._problem(self._where / "units", "must be a unit of length", hint, units)
        return length or 1.0

    def _corner(self) -> tuple[float, float]:
        corner = self._raw.get("origin", [0, 0])
        if not (isinstance(corner, list) and len(corner) == 2 and all(map(_is_number, corner))):
            hint = "for example origin = [37.5, 37.5] for pixels at 300 dpi with a bleed of an eighth of an inch"
            self._problem(self._where / "origin", "must be the position of the cut card's corner", hint, corner)
            return 0.0, 0.0
        return float(corner[0]), float(corner[1])

    def _ground(self) -> Text | None:
        class Ground(Model):
            ground: Text

        try:
            return Ground.model_validate({"ground": self._raw["ground"]}).ground
        except ValidationError as error:
            self.problems += problems_of_validation(error, self._where, lambda _: ())
            return None

    def _box(self, name: str, value: object, inherited: Box | None) -> Box | None:
        """Return a box with its inherited keys; None, with problems, if it is invalid."""
        here = self._where / name
        if not isinstance(value, dict):
            message = "is neither a box nor a key of layouts"
            hint = f"a box begins with [{name}]; {did_you_mean(LAYOUT_KEYS, name)}"
            self.problems.append(Problem(here, message, hint, code="E0202"))
            return None
        if not BOX_NAME.fullmatch(name):
            self._problem(here, "must be a name of letters, digits, - and _", "", name, "E0111")
            return None
        own = rename_color({key: self._scaled(key, each) for key, each in value.items()})
        kinds = [key for key in BOX_KINDS if key in own]
        if len(kinds) > 1:
            hint = "make a box of each"
            self.problems.append(Problem(here, f"has both {kinds[0]} and {kinds[1]}", hint, code="E0205"))
            return None
        kind = kinds[0] if kinds else inherited.kind if inherited else ""
        if not kind:
            hint = f"a box has one of the keys {', '.join(BOX_KINDS)}"
            self.problems.append(Problem(here, "has nothing to draw", hint, code="E0203"))
            return None
        known = BOX_KINDS[kind]
        before = inherited.raw if inherited else {}
        merged = {key: each for key, each in before.items() if key in known.model_fields} | own
        try:
            keys = known.model_validate(merged)
        except ValidationError as error:
            self.problems += problems_of_validation(error, here, lambda _: known.model_fields)
            invalid = {part for each in error.errors(include_url=False) for part in each["loc"][:1]}
            merged = {key: each for key, each in merged.items() if key not in invalid}
            keys = known.model_construct(**merged)
        return Box(name, kind, keys, merged, find_key_line(name, self._text), inherited is not None)

    def _scaled(self, key: str, value: Any) -> Any:
        """Return a value with lengths in mm; anything that is not a length is returned unchanged."""
        if key not in LENGTHS or (self._unit, *self._origin) == (1.0, 0.0, 0.0):
            return value
        if isinstance(value, dict):
            return {name: each if name == "by" else self._scaled(key, each) for name, each in value.items()}
        if key != "box" and isinstance(value, str):
            return self._scaled_column(value)
        if key != "box":
            return round(value * self._unit, 4) if _is_number(value) else value
        if not (isinstance(value, list) and len(value) == 4 and all(map(_is_number, value))):
            return value
        moved = (value[0] - self._origin[0], value[1] - self._origin[1], value[2], value[3])
        return [round(number * self._unit, 4) for number in moved]

    def _scaled_column(self, value: str) -> str:
        """Return a column of lengths as an expression in mm."""
        parts = split_text(value)
        if len(parts) != 1 or parts[0].text == value:
            return value
        inside = parts[0].text
        if parts[0].column and not inside.isidentifier():
            inside = f"piece[{_quoted(inside)}]"
        return f"{{({inside}) * {self._unit:.6g}}}"

    def _with_stacks(self, boxes: Mapping[str, Box]) -> Iterator[Box]:
        """Yield the boxes, those in a stack marked; add the problems of boxes without a place."""
        stacks = {name: getattr(box.keys, "stack", []) for name, box in boxes.items() if box.kind == "stack"}
        stacked: dict[str, str] = {}
        for stack, names in stacks.items():
            for name in names:
                here = self._where / stack / "stack"
                if name not in boxes or boxes[name].kind not in STACKED:
                    fitting = [each for each, box in boxes.items() if box.kind in STACKED]
                    hint = did_you_mean(fitting, name)
                    self._problem(here, "must name texts, icons or images of the layout", hint, name, "E0413")
                elif name in stacked:
                    self._problem(here, f"has a box that is also in the stack {stacked[name]}", "", name, "E0205")
                elif boxes[name].keys.box is not None:
                    hint = "delete its key box; the stack places it"
                    self._problem(here, "has a box with a key box", hint, name, "E0205")
                elif getattr(boxes[name].keys, "important", None) is not None:
                    hint = "delete it, or place the box beside the stack"
                    self._problem(here, "has a box with the key important", hint, name, "E0205")
                elif getattr(boxes[name].keys, "arc", None):
                    self._problem(here, "has a box with an arc", "place it beside the stack", name, "E0205")
                elif boxes[name].kind != "text" and getattr(boxes[name].keys, "height", None) is None:
                    self.problems.append(
                        Problem(self._where / name, "needs a height in a stack", "for example height = 6", code="E0203")
                    )
                stacked[name] = stack
        for name, box in boxes.items():
            if box.keys.box is None and name not in stacked and not self.problems:
                hint = "for example box = [5, 5, 53, 10]: left, top, width and height in mm"
                self.problems.append(Problem(self._where / name, "has no box", hint, code="E0203"))
            yield box._replace(stacked=name in stacked)


def lengths_in_units(raw: Mapping[str, Any], unit: float, origin: tuple[float, float]) -> dict[str, Any]:
    """Return the keys of a box, with lengths in mm, as they are written in a unit and from an origin."""

    def scaled(key: str, value: Any) -> Any:
        if key not in LENGTHS or (unit, *origin) == (1.0, 0.0, 0.0):
            return value
        if isinstance(value, dict):
            return {name: each if name == "by" else scaled(key, each) for name, each in value.items()}
        if key != "box":
            return round(value / unit, 4) if _is_number(value) else value
        if not (isinstance(value, list) and len(value) == 4 and all(map(_is_number, value))):
            return value
        return [round(each / unit + start, 4) for each, start in zip(value, (*origin, 0, 0), strict=True)]

    return {key: scaled(key, value) for key, value in raw.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class TextPart(NamedTuple):
    """A part of a text: literal, or the content of braces."""

    text: str
    column: bool = False
    """Whether it is the name of a column or icon."""
    expression: bool = False
    """Whether it is an expression over columns."""


_BRACED: Final = re.compile(r"\\.|\{(?P<inside>[^{}]+)\}", re.DOTALL)
_NAMED: Final = re.compile(r"[^\W\d][\w-]*(?: [^\W\d][\w-]*)*")
_TAGS: Final = re.compile(r"<[^<>]*>")
_EXPRESSION: Final = re.compile(r"[\w(\"'\[]")
_WORDS: Final = frozenset({"and", "or", "not", "if", "else", "in", "is"})


@lru_cache(maxsize=1024)
def split_text(text: str) -> tuple[TextPart, ...]:
    r"""Return the parts of a text with columns in braces; a backslash keeps a brace as it is.

    >>> [part.text for part in split_text("Draw {cost} of {deck.count}")]
    ['Draw ', 'cost', ' of ', 'deck.count']
    """
    parts: list[TextPart] = []
    done = 0
    for match in _BRACED.finditer(text):
        inside = match["inside"]
        if inside is None or not inside.strip():
            continue
        name = inside.strip()
        plain = _NAMED.fullmatch(name) and not _WORDS & set(name.split()) and name not in KNOWN_VALUES
        expression = not plain and _EXPRESSION.match(name) is not None
        if not plain and not expression and " " in name:
            continue  # neither an icon such as {!} nor an expression
        if match.start() > done:
            parts.append(TextPart(text[done : match.start()]))
        done = match.end()
        parts.append(TextPart(name, column=not expression, expression=expression))
    if done < len(text):
        parts.append(TextPart(text[done:]))
    return tuple(parts)


@cache
def _environment() -> Environment:
    return Environment(autoescape=True)  # only to parse


def _parse_expression(text: str) -> nodes.Expr:
    parser = Parser(_environment(), " ".join(text.split()), state="variable")
    expression = parser.parse_expression()
    if not parser.stream.eos:
        parser.fail(f"unexpected {parser.stream.current.value!r}")
    return expression


def column_expression(text: str) -> str:
    """Return an expression over columns as templates write it; a name before a parenthesis is a function.

    >>> column_expression("kind != 'event' and cost > 2")
    "piece.kind != 'event' and piece.cost > 2"
    """
    source = " ".join(text.split())
    parsed = nodes.Output([_parse_expression(source)])
    names = {each.name for each in parsed.find_all(nodes.Name)} - KNOWN_VALUES
    tokens = [(kind, value) for _, kind, value in _environment().lexer.tokeniter(source, None, None, "variable")]
    made: list[str] = []
    before = after_is = ""
    for at, (kind, value) in enumerate(tokens):
        follows = next((each for type_, each in tokens[at + 1 :] if type_ != "whitespace"), "")
        is_column = kind == "name" and value in names and before not in (".", "|") and not after_is
        made.append(f"piece.{value}" if is_column and follows not in ("(", "=") else value)
        if kind != "whitespace":
            after_is = "is" if value == "is" or (after_is and value == "not") else ""
            before = value
    return "".join(made)


class _Compiler:
    """Writes the template of a layout. `columns` are those of the deck, if known."""

    def __init__(self, columns: Collection[str] | None) -> None:
        self._columns = columns

    def box(self, box: Box, boxes: Mapping[str, Box]) -> str:
        """Return the code of a box, on one line."""
        content, place, named = getattr(box.keys, box.kind), self._place(box.keys.box), dict(self._options(box))
        if named.get("fit", '"contain"') != '"contain"':
            named["bleed"] = "true"
        function = box.kind
        if isinstance(box.keys, LayoutText) and box.keys.arc:
            function, given = (
                "text_path",
                [self._content(content), _quoted(_arc(cast(Place, box.keys.box), box.keys.arc))],
            )
            named.pop("align", None)
            named |= {"align": self._value(_mapped(box.keys.align, _ENDS.__getitem__))} if box.keys.align else {}
        elif box.kind == "stack":
            given = [f"[{', '.join(self._item(boxes[name]) for name in content)}]", place]
        elif box.kind in ("rect", "disc", "line"):
            given, named = [place], {"colour" if box.kind == "line" else "fill": self._value(content)} | named
        else:
            given = [self._content(content), place]
        call = f"{{{{ {function}({', '.join([*given, *(f'{name}={value}' for name, value in named.items())])}) }}}}"
        if getattr(box.keys, "important", None):
            call = f'<g class="important">{call}</g>'
        conditions = self._conditions(box)
        return f"{{% if {' and '.join(conditions)} %}}{call}{{% endif %}}" if conditions else call

    def ground(self, ground: Text) -> str:
        """Return the code of the background."""
        return f"{{{{ ground({self._content(ground)}) }}}}"

    def _item(self, box: Box) -> str:
        """Return a box in a stack as a dictionary."""
        content = self._content(getattr(box.keys, box.kind))
        conditions = self._conditions(box)
        if conditions:
            content = f"({content} if {' and '.join(conditions)} else '')"
        entries = {box.kind: content} | dict(self._options(box))
        return "{" + ", ".join(f'"{key}": {value}' for key, value in entries.items()) + "}"

    def _options(self, box: Box) -> Iterator[tuple[str, str]]:
        """Yield the keyword arguments of a box, with their values as code."""
        keys = box.keys
        given = [
            (name, getattr(keys, name))
            for name in type(keys).model_fields
            if name not in ("arc", "box", "when", "important", box.kind)
        ]
        for name, value in given:
            if value is not None and (name != "height" or box.stacked):
                yield name, self._content(value) if name == "icon" else self._value(value)
        if isinstance(keys, LayoutText) and keys.min is None and keys.style in (None, "normal", "italic"):
            size = keys.size if keys.size is not None else 4.0
            yield "min", self._value(_mapped(size, lambda each: each * SHRINKING))

    def _conditions(self, box: Box) -> list[str]:
        """Return the conditions of a box.

        An image needs a content in each cell of its name, and cells between quotation marks, stars or tags one in any.
        """
        content = getattr(box.keys, box.kind)
        parts = split_text(content) if box.kind in ("image", "text") and isinstance(content, str) else ()
        cells = [self._part(part) for part in parts if part.column]
        literal = _TAGS.sub("", "".join(part.text for part in parts if not (part.column or part.expression)))
        conditions: list[str] = []
        if box.kind == "image":
            conditions = [f"{cell} != ''" for cell in cells]
        elif cells and len(cells) < len(parts) and not re.search(r"\w", literal):
            conditions = [f"{cells[0]} != ''" if len(cells) == 1 else f"({' ~ '.join(cells)}) != ''"]
        when = [column_expression(box.keys.when)] if box.keys.when else []
        return [*(f"({each})" for each in when), *conditions] if conditions else when

    def _place(self, place: object) -> str:
        if isinstance(place, Choice):
            return f"*{self._value(place)}"
        return ", ".join(trim(number) for number in cast(Place, place))

    def _content(self, value: object) -> str:
        """Return the code of a text with columns in braces, or of a choice between such texts."""
        if isinstance(value, Choice):
            return self._choice(value, self._content)
        if not isinstance(value, str):
            return self._value(value)
        parts = [self._part(part) for part in split_text(value)]
        return " ~ ".join(parts) or '""'

    def _part(self, part: TextPart) -> str:
        if part.expression:
            code = column_expression(part.text)
            return code if re.fullmatch(r"[\w.]+", code) else f"({code})"
        if not part.column:
            return _quoted(part.text)
        if self._columns is None:
            return f"cell({_quoted(part.text)})"
        if part.text not in self._columns:
            return _quoted(f"{{{part.text}}}")
        return f"piece.{part.text}" if part.text.isidentifier() else f"piece[{_quoted(part.text)}]"

    def _value(self, value: object) -> str:
        """Return the code of a constant, of a choice between constants, or of a column."""
        if isinstance(value, Choice):
            return self._choice(value, self._value)
        if isinstance(value, FromColumn):
            return self._content(value.text)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return trim(value)
        if isinstance(value, list | tuple):
            return f"[{', '.join(map(self._value, value))}]"
        return _quoted(str(value))

    def _choice(self, choice: Choice, code: Callable[[object], str]) -> str:
        plain = _NAMED.fullmatch(choice.by) and choice.by not in KNOWN_VALUES
        by = self._part(TextPart(choice.by, column=True)) if plain else column_expression(choice.by)
        options = ", ".join(f"{_quoted(key)}: {code(each)}" for key, each in choice.options.items())
        rest = "" if choice.otherwise is None else f", {code(choice.otherwise)}"
        return f"choose({by}, {{{options}}}{rest})"


def _quoted(text: str) -> str:
    """Return a text as a string of Jinja2."""
    return json.dumps(text, ensure_ascii=False)


_ENDS: Final = {"start": "start", "left": "start", "center": "center", "right": "end"}
"""Alignment on an arc, by that in a box."""


def _arc(place: Place, height: float) -> str:
    """Return the path of an arc whose ends, or for a negative height whose middle, are at the bottom of a box."""
    x, y, width, high = place
    low = y + high - max(-height, 0.0)
    radius = trim((width**2 / 4 + height**2) / (2 * abs(height)))
    large, sweep = int(2 * abs(height) > width), int(height > 0)
    return f"M {trim(x)} {trim(low)} A {radius} {radius} 0 {large} {sweep} {trim(x + width)} {trim(low)}"


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a changed value, or a choice between changed values; a value from a column is returned unchanged."""
    if isinstance(value, FromColumn):
        return value
    if not isinstance(value, Choice):
        return change(value)
    options = {key: change(each) for key, each in value.options.items()}
    return Choice(value.by, options, None if value.otherwise is None else change(value.otherwise))


def _block(box: Box) -> str:
    """Return the name of a box's block; different boxes have different names."""
    return "box_" + box.name.replace("_", "__").replace("-", "_h")


def compile_layout(layout: FaceLayout) -> str:
    """Return the template of a layout, with each box on the line where the layout has it."""
    compiler, boxes = _Compiler(None), {box.name: box for box in layout.boxes}
    lines = [""] * layout.lines
    ground = "" if layout.ground is None else compiler.ground(layout.ground)
    if layout.like:
        lines[0] = f"{{% extends {_quoted(layout.like)} %}}"
        if layout.own_ground:
            lines[0] += f"{{% block ground %}}{ground}{{% endblock %}}"
    else:
        lines[0] = f'{{% extends "face.svg.j2" %}}{{% block body %}}{{% block ground %}}{ground}{{% endblock %}}'
    added = ""
    for box in layout.boxes:
        parts = [box, *(boxes[name] for name in box.keys.stack)] if isinstance(box.keys, LayoutStack) else [box]
        changed = [part.line for part in parts if part.line]
        if box.stacked or not changed:
            continue
        line = (box.line or min(changed)) - 1
        lines[line] += f"{{% block {_block(box)} %}}{compiler.box(box, boxes)}{{% endblock %}}"
        added += "" if box.inherited else f"{{{{ self.{_block(box)}() }}}}"
    more = f"{{% block more %}}{{{{ super() }}}}{added}{{% endblock %}}"
    lines[-1] += more if layout.like else "{% block more %}{% endblock %}{% endblock %}"
    return "\n".join(lines)


def write_template(
    layout: FaceLayout, columns: Collection[str], comments: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the template of a layout as a designer would write it.

    `columns` are those of the deck, and `comments` are written above boxes, by their names.
    """
    compiler, boxes = _Compiler(columns), {box.name: box for box in layout.boxes}
    parts = ['{% extends "face.svg.j2" %}\n{% block body %}']
    if layout.ground is not None:
        parts.append(compiler.ground(layout.ground))
    for box in layout.boxes:
        if not box.stacked:
            comment = f": {comments[box.name]}" if box.name in comments else ""
            parts.append(f"\n{{# {box.name}{comment.replace('#}', '# }')} #}}\n{compiler.box(box, boxes)}")
    return "\n".join([*parts, "{% endblock %}", ""])
