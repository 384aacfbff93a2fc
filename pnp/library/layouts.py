"""The boxes of layouts and templates, and edits of their texts; nothing is written.

The workbench and `pnp layout` show boxes by these functions, and the workbench saves texts as any other text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from jinja2 import Environment, TemplateError, meta

from pnp.errors import Location, PnpError, Problem, did_you_mean, os_problem, quote_value
from pnp.face.layout import (
    BOX_KINDS,
    LAYOUT_SUFFIX,
    LENGTHS,
    Box,
    FaceLayout,
    LayoutBox,
    LayoutFile,
    Reader,
    lengths_in_units,
    read_layout,
    read_partial_layout,
    write_template,
)
from pnp.face.layout_edits import Edit, PlaceBox, box_comments, edit_layout_text, parse_edits, toml_value
from pnp.face.sources import ART_FOLDER, OutsideError, SourceKind, Sources
from pnp.face.template import layout_file
from pnp.face.template_boxes import Lock, Reason, TemplateBox, find_boxes, move_box
from pnp.library.texts import encode_text
from pnp.project.folders import SHARED, GameRef, Project, parse_toml
from pnp.project.saving import write_protection
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Game
from pnp.spec.values import COLOUR_PATTERN
from pnp.tables.edited import read_partial_game
from pnp.terms import Side

__all__ = [
    "ColumnSample", "Edit", "KeyHelp", "LayoutUse", "LayoutView", "PlacedBox", "WrittenTemplate", "box_keys",
    "edit_layout", "layout_uses", "layouts_of", "open_layout", "parse_edits", "placed_boxes", "write_layout_template",
]  # fmt: skip

PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".pdf")
"""Suffixes of files that an image may be."""
MOST_LISTED: Final = 2_000
"""Maximum number of pictures that are listed."""
SAMPLES: Final = 6
"""Number of values of a column that are listed."""
LONGEST_SAMPLE: Final = 120
"""Maximum length of a listed value, in characters."""

Place = tuple[float, float, float, float]
Takes = Literal["text", "number", "boolean", "colour", "list", "options", "box", "expression"]
"""What a key takes; a colour of an area may be none."""


@dataclass(frozen=True)
class PlacedBox:
    """A box of a layout or template."""

    name: str
    """Name in the layout; in a template, kind and number, such as text-2."""
    kind: str
    """Key of `BOX_KINDS`, or art."""
    box: Place | None
    """Left and top edge, width and height, in mm from the upper left corner of the cut card; None if unknown."""
    line: int
    """Line of its heading or call, from 1; of an inherited box, in the layout that it comes from."""
    locked: str
    """Why it cannot be moved, in English; "" if it can. Moving an inherited box adds an override."""
    lock: str
    """Name of that reason: a value of `Lock`, or ""."""
    lock_detail: str
    """Stack, expression, column or element that the reason refers to."""
    keys: dict[str, Any]
    """Keys with values as in the file, `color` for `colour` if written so; in a template, arguments or attributes."""
    content: str
    """Text, picture, icons or colour, as written."""
    inherited: dict[str, Any] = field(default_factory=dict)
    """Keys that it inherits, with lengths in the layout's units; `keys` override them."""
    source: str = ""
    """Layout that it is inherited from, or ""; `keys` is empty if it is inherited unchanged."""
    stack: str = ""
    """Stack that it is in, or ""."""
    when: str = ""
    """Condition of a box in a layout, or ""."""


@dataclass(frozen=True)
class ColumnSample:
    """A column of a deck that uses a layout; of any deck, if none uses it."""

    name: str
    """Name in braces."""
    heading: str
    """Heading in the table, if it differs."""
    values: tuple[str, ...]
    """Some of its values."""


@dataclass(frozen=True)
class LayoutUse:
    """A side of a deck that a layout draws, perhaps through another that is like it."""

    deck: str
    side: Side
    template: str
    """File named in game.toml."""
    width: float
    """Width of the card, in mm."""
    height: float
    """Height of the card, in mm."""


@dataclass(frozen=True)
class KeyHelp:
    """A key that a box of some kind can have, and what it takes; `pnp.reference` explains it."""

    name: str
    takes: Takes
    options: tuple[str, ...]
    """Allowed values, if it takes options."""
    is_length: bool
    """Whether it is a length, in the layout's units."""
    least: float | None
    """Minimum of a number."""
    most: float | None
    """Maximum of a number."""
    choosable: bool
    """Whether a column may choose the value: `{ by = "suit", red = "#c33" }`."""
    required: bool


@dataclass(frozen=True)
class LayoutView:
    """The boxes of a layout or template, and what its boxes may contain."""

    template: str
    """Name as in game.toml."""
    is_layout: bool
    """Whether it is a layout; the boxes of a template can only be moved and resized."""
    boxes: tuple[PlacedBox, ...]
    """Boxes in the order in which they are drawn."""
    problems: tuple[Problem, ...]
    """Problems of the layout; boxes that are valid nevertheless are among the boxes."""
    like: str = ""
    """Layout that it inherits from, or ""."""
    unit: float = 1.0
    """Length of its unit, in mm."""
    origin: tuple[float, float] = (0.0, 0.0)
    """Position of the cut card's corner, in its units."""
    ground: Any = None
    """Background as written, perhaps inherited, or None."""
    own_ground: bool = False
    """Whether the background is set in this layout."""
    uses: tuple[LayoutUse, ...] = ()
    columns: tuple[ColumnSample, ...] = ()
    styles: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Styles of game.toml with their keys."""
    icons: tuple[str, ...] = ()
    """Names in [icons] of game.toml."""
    drawings: tuple[str, ...] = ()
    """Names of the drawings in art/."""
    pictures: tuple[str, ...] = ()
    """Picture files, relative to game.toml."""
    kinds: Mapping[str, tuple[KeyHelp, ...]] = field(default_factory=dict)
    """Keys of each kind of box."""


def placed_boxes(project: Project, game_id: str, template: str, text: str) -> LayoutView:
    """Return the boxes of a layout or template whose text may be unsaved.

    `template` is its name as in game.toml. Problems are returned, not raised.

        placed_boxes(project, "mice", "card.toml", text).boxes[0].box
    """
    text = _with_line_feeds(text)
    sources = Sources(project, game_id)
    spec = read_partial_game(GameRef(project, game_id)).readable
    uses = layout_uses(sources, spec, template) if spec else ()
    using = dict.fromkeys(use.deck for use in uses)
    decks = [deck for deck in spec.decks.values() if deck.name in using or not using] if spec else []
    extra: dict[str, Any] = {
        "uses": uses,
        "columns": tuple(_columns(spec, decks)) if spec else (),
        "styles": {name: style.model_dump(exclude_none=True) for name, style in spec.styles.items()} if spec else {},
        "icons": tuple(spec.icons) if spec else (),
        "drawings": tuple(sorted(sources.art_names())),
        "pictures": tuple(_pictures(sources.folder)),
        "kinds": box_keys(),
    }
    if not template.endswith(LAYOUT_SUFFIX):
        return LayoutView(template, False, tuple(_template_boxes(text)), (), **extra)
    read = _reader(sources, template, text)
    try:
        layout, problems = read_partial_layout(template, read)
        raw = parse_toml(text, layout.where)
        boxes = tuple(_layout_box(box, layout, raw, read) for box in layout.boxes)
    except PnpError as error:
        return LayoutView(template, True, (), error.problems, **extra)
    return LayoutView(
        template, True, boxes, tuple(problems), layout.like, layout.unit, layout.origin,
        _plain(raw["ground"]) if "ground" in raw else _inherited_ground(layout.like, read), "ground" in raw, **extra,
    )  # fmt: skip


def edit_layout(project: Project, game_id: str, template: str, text: str, edits: Sequence[Edit]) -> str:
    """Return the text of a layout or template after edits; comments, order, formatting and line ends stay.

    Raise PnpError if an edit is not possible, or if the layout loaded before and would not load afterwards. In a
    template, boxes can only be placed.

        edit_layout(project, "mice", "card.toml", text, [PlaceBox(name="title", box=(16, 4, 43, 10))])
    """
    clean = _with_line_feeds(text)
    if template.endswith(LAYOUT_SUFFIX):
        made = edit_layout_text(clean, edits, template, _reader(Sources(project, game_id), template, clean))
    else:
        made = clean
        for edit in edits:
            made = _edit_template(made, edit, template)
    return encode_text(made, text.encode()).decode() if text != clean else made


class WrittenTemplate(NamedTuple):
    """A template made from a layout."""

    path: Path
    template: str
    """Its name for game.toml."""
    uses: tuple[LayoutUse, ...]
    """Sides of decks that the layout draws directly."""


def layouts_of(game: GameRef) -> list[str]:
    """Return the layouts that draw a side of a deck, in the order of game.toml.

    layouts_of(locate_game("mice"))  # ["card.toml", "event.toml"]
    """
    spec = load_game(*game)
    named = (deck.template(side) for deck in spec.decks.values() for side in Side)
    return list(dict.fromkeys(name for name in named if name is not None and name.endswith(LAYOUT_SUFFIX)))


def open_layout(game: GameRef, template: str) -> LayoutView:
    """Return the boxes of a saved layout or template of a game; raise PnpError if there is none.

    `template` is its name as in game.toml, or its path in the project.
    """
    project = game.project
    inside = (project.name(folder) for folder in (project.templates / game.id, project.templates / SHARED))
    for prefix in inside:
        template = template.removeprefix(f"{prefix}/")
    file = _reader(Sources(*game), "", "")(template)
    if file is None:
        known = layouts_of(game)
        hint = did_you_mean(known, template) if known else "no deck of the game has a layout"
        raise PnpError(Problem(Location(game=game.id), f"has no layout {quote_value(template)}", hint, code="E0401"))
    return placed_boxes(project, game.id, template, file.text)


def write_layout_template(game: GameRef, template: str) -> WrittenTemplate:
    """Write a template that draws the same as a layout, beside it; `card.toml` becomes `card.svg.j2`.

    The layouts that it inherits from become part of it. Raise PnpError if the layout has problems, or if the file
    exists.
    """
    view = open_layout(game, template)
    template, sources = view.template, Sources(*game)
    if not view.is_layout:
        raise PnpError(Problem(Location(template), "is not a layout, which is a .toml file", code="E0401"))
    read = _reader(sources, "", "")
    layout = read_layout(template, read)
    comments: dict[str, str] = {}
    like = template
    while like and (file := read(like)) is not None:
        comments = box_comments(file.text) | comments
        like = str(parse_toml(file.text, file.where).get("like", ""))
    text = write_template(layout, [column.name for column in view.columns], comments)
    found = sources.path(SourceKind.TEMPLATE, template) or sources.project.templates / game.id / template
    path = found.with_name(found.name.removesuffix(LAYOUT_SUFFIX) + ".svg.j2")
    where = sources.project.location(path)
    if reason := write_protection(found, game.project):
        raise PnpError(Problem(where, "cannot be written", found=reason, code="E0103"))
    try:
        with path.open("x", encoding="utf-8", newline="") as new:
            new.write(text)
    except FileExistsError:
        hint = "rename or delete it first"
        raise PnpError(Problem(where, "cannot be created", hint, found="it already exists", code="E0108")) from None
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be written")) from None
    name = template.removesuffix(LAYOUT_SUFFIX) + ".svg.j2"
    return WrittenTemplate(path, name, tuple(use for use in view.uses if use.template == template))


def _edit_template(text: str, edit: Edit, template: str) -> str:
    boxes = {placed.name: box for placed, box in _named(find_boxes(text))}
    where = Location(template)
    if not isinstance(edit, PlaceBox):
        hint = "edit the template as text"
        raise PnpError(Problem(where, "is a template, whose boxes can only be moved and resized", hint, code="E0412"))
    box = boxes.get(edit.name)
    if box is None:
        raise PnpError(Problem(where, f"has no box {quote_value(edit.name)}", code="E0413"))
    if box.locked:
        place = where.at(line=box.line)
        raise PnpError(Problem(place, f"{edit.name} cannot be moved: {box.locked}", code="E0412"))
    return move_box(text, box, edit.box)


def _with_line_feeds(text: str) -> str:
    """Return a text without byte order mark, with `\\n` as line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _reader(sources: Sources, template: str, text: str) -> Reader:
    """Return a reader of layouts for which the text of one may be unsaved."""

    def read(name: str) -> LayoutFile | None:
        try:
            file = sources.read(SourceKind.TEMPLATE, name)
            found = None if file is None else layout_file(file, sources.project)
        except OutsideError:
            raise PnpError(Problem(Location(name), "is outside the project's folder", code="E0107")) from None
        except (UnicodeDecodeError, OSError):
            found = None
        if name != template:
            return found
        folder = sources.project.templates / sources.game_id
        return LayoutFile(text, sources.project.location(folder / name) if found is None else found.where)

    return read


def _layout_box(box: Box, layout: FaceLayout, raw: Mapping[str, Any], read: Reader) -> PlacedBox:
    own = raw.get(box.name, {})
    source, line, above = ("", box.line, {}) if not box.inherited else _origin_of(box.name, layout.like, read)
    stack = next((each.name for each in layout.boxes if box.name in each.raw.get("stack", ())), "")
    place = box.raw.get("box")
    reason = None
    if stack:
        reason = Reason(Lock.STACK, stack)
    elif isinstance(place, dict):
        reason = Reason(Lock.CHOICE, str(place.get("by", "")))
    content = _plain(own.get(box.kind, box.raw.get(box.kind, "")))
    return PlacedBox(
        name=box.name,
        kind=box.kind,
        box=(place[0], place[1], place[2], place[3]) if isinstance(place, list) and len(place) == 4 else None,
        line=box.line or line,
        locked=str(reason or ""),
        lock=reason.lock.value if reason else "",
        lock_detail=reason.detail if reason else "",
        keys=_plain(own),
        content=content if isinstance(content, str) else toml_value(content),
        inherited=_plain(lengths_in_units(above, layout.unit, layout.origin)),
        source=source,
        stack=stack,
        when=str(box.raw.get("when", "")),
    )


def _origin_of(name: str, like: str, read: Reader) -> tuple[str, int, dict[str, Any]]:
    """Return the layout that an inherited box comes from, its line there, and its keys with lengths in mm."""
    above: dict[str, Any] = {}
    while like:
        layout, _ = read_partial_layout(like, read)
        box = next(each for each in layout.boxes if each.name == name)
        above = above or box.raw
        if box.line:
            return like, box.line, above
        like = layout.like
    return like, 0, above


def _inherited_ground(like: str, read: Reader) -> Any:
    while like:
        file = read(like)
        if file is None:
            return None
        raw = parse_toml(file.text, file.where)
        if "ground" in raw:
            return _plain(raw["ground"])
        like = raw.get("like", "")
    return None


def _plain(value: Any) -> Any:
    """Return a value of TOML as JSON has it."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    is_finite = not isinstance(value, float) or value - value == 0
    return value if isinstance(value, str | bool | int | float) and is_finite else str(value)


def _template_boxes(text: str) -> Iterator[PlacedBox]:
    return (placed for placed, _ in _named(find_boxes(text)))


def _named(boxes: Sequence[TemplateBox]) -> Iterator[tuple[PlacedBox, TemplateBox]]:
    """Yield the boxes of a template with names by kind and number."""
    counts: dict[str, int] = {}
    for box in boxes:
        counts[box.kind] = counts.get(box.kind, 0) + 1
        reason = box.locked
        content = next((box.keys[key] for key in _CONTENT if key in box.keys), "")
        placed = PlacedBox(
            name=f"{box.kind}-{counts[box.kind]}",
            kind=box.kind,
            box=box.box,
            line=box.line,
            locked=str(reason or ""),
            lock=reason.lock.value if reason else "",
            lock_detail=reason.detail if reason else "",
            keys=dict(box.keys),
            content=content,
        )
        yield placed, box


_CONTENT: Final = ("string", "file", "icons", "items", "name", "fill", "colour", "href", "stroke")
"""Arguments that show best what a box of a template is."""


def layout_uses(sources: Sources, game: Game, template: str) -> tuple[LayoutUse, ...]:
    """Return the sides of decks that a template draws, directly or through other templates."""
    return tuple(
        LayoutUse(deck.name, side, name, deck.size.width, deck.size.height)
        for deck in game.decks.values()
        for side in Side
        if (name := deck.template(side)) is not None and template in _reached(sources, name)
    )


def _reached(sources: Sources, template: str) -> set[str]:
    """Return a template and all those that it refers to."""
    reached, waiting = set[str](), [template]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            with suppress(PnpError, OutsideError, OSError, UnicodeDecodeError, TemplateError, RecursionError):
                file = sources.read(SourceKind.TEMPLATE, name)
                waiting += [] if file is None else _references(layout_file(file, sources.project), name)
    return reached


def _references(file: LayoutFile, name: str) -> list[str]:
    if name.endswith(LAYOUT_SUFFIX):
        like = parse_toml(file.text, file.where).get("like")
        return [like] if isinstance(like, str) else []
    parsed = Environment(autoescape=True).parse(file.text)  # only to read
    return [each for each in meta.find_referenced_templates(parsed) if each is not None]


def _columns(game: Game, decks: Sequence[Deck]) -> Iterator[ColumnSample]:
    """Yield the columns of decks."""
    found: dict[str, dict[str, None]] = {}
    headings: dict[str, str] = {}
    for deck in decks:
        headings |= {name: column.heading for name, column in deck.columns.items() if column.heading}
        for design in deck.designs:
            row = {"id": design.id, "count": design.count}
            row |= {name: design.field(name, game.languages[0]) for name in design.fields}
            for name, value in row.items():
                values = found.setdefault(name, {})
                if len(values) < SAMPLES and value not in (None, ""):
                    values[str(value)[:LONGEST_SAMPLE]] = None
    for name, values in found.items():
        yield ColumnSample(name, headings.get(name, ""), tuple(values))


def _pictures(folder: Path) -> Iterator[str]:
    """Yield the pictures beside game.toml and in art/."""
    count = 0
    for place in (folder, folder / ART_FOLDER):
        with suppress(OSError):
            for path in sorted(place.iterdir()):
                if path.suffix.lower() in PICTURES and path.is_file() and count < MOST_LISTED:
                    count += 1
                    yield path.relative_to(folder).as_posix()


@cache
def box_keys() -> Mapping[str, tuple[KeyHelp, ...]]:
    """Return the keys that each kind of box can have, its content first.

    >>> [key.name for key in box_keys()["line"]]
    ['line', 'box', 'when', 'thickness', 'opacity']
    """
    return {kind: tuple(_key_helps(kind, model)) for kind, model in BOX_KINDS.items()}


def _key_helps(kind: str, model: type[LayoutBox]) -> Iterator[KeyHelp]:
    schema = model.model_json_schema()
    for name in sorted(model.model_fields, key=lambda name: name != kind):
        forms = list(_forms(schema["properties"][name], schema.get("$defs", {})))
        plain = [form for form in forms if form["type"] not in ("null", "object")]
        least, most = ([form[key] for form in plain if key in form] for key in ("minimum", "maximum"))
        yield KeyHelp(
            name=name,
            takes=_takes(name, plain),
            options=tuple(option for form in plain for option in form.get("enum", ())),
            is_length=name in LENGTHS,
            least=min(least + [form["exclusiveMinimum"] for form in plain if "exclusiveMinimum" in form], default=None),
            most=max(most, default=None),
            choosable=any(form["type"] == "object" for form in forms),
            required=name in schema.get("required", ()),
        )


def _forms(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the alternatives of a JSON Schema."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    if "anyOf" not in schema:
        yield schema
    for each in schema.get("anyOf", ()):
        yield from _forms(each, parts)


_LIMITS: Final = frozenset({"minimum", "maximum", "exclusiveMinimum"})


def _takes(name: str, forms: Sequence[Mapping[str, Any]]) -> Takes:
    types = [form["type"] for form in forms]
    if name in ("box", "when"):
        return "box" if name == "box" else "expression"
    if any("enum" in form for form in forms):
        return "options"
    if any(form.get("pattern") == COLOUR_PATTERN for form in forms):
        return "colour"
    if "string" in types and "boolean" not in types and not any(_LIMITS & form.keys() for form in forms):
        return "text"  # numbers and booleans may be texts with a column, too
    return "boolean" if "boolean" in types else "number" if "number" in types else "list"
