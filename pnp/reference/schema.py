"""JSON Schemas of game.toml, pnp.toml, layouts and memos, for editors that complete and check TOML."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pnp import config
from pnp.config import CONFIG_KEYS
from pnp.errors import Location, PressError, os_problem
from pnp.face import layout
from pnp.face.layout import BOX_KINDS, LayoutBox
from pnp.memo.read import MOST, NARROWEST, SIDES
from pnp.memo.source import MAIN_MEMO
from pnp.rulebook import source as rulebook
from pnp.rulebook.source import BoxKind, Generated
from pnp.spec import model
from pnp.spec.values import COLOUR_PATTERN, NAME
from pnp.store.files import write_atomically
from pnp.terms import Format, Lang
from pnp.worker import limits


@cache
def attribute_docs(module: ModuleType) -> dict[str, dict[str, str]]:
    """Return the docstring below each attribute, by class and name."""
    return {
        node.name: {
            target.id: inspect.cleandoc(str(below.value.value)).replace("\n", " ")
            for above, below in zip(node.body, node.body[1:], strict=False)
            for target in _targets(above)
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        }
        for node in _class_definitions(module)
    }


def _targets(statement: ast.stmt) -> list[ast.Name]:
    """Return the names that a statement assigns to, such as attributes or members of an enumeration."""
    if isinstance(statement, ast.AnnAssign):
        return [statement.target] if isinstance(statement.target, ast.Name) else []
    return (
        [each for each in statement.targets if isinstance(each, ast.Name)] if isinstance(statement, ast.Assign) else []
    )


@cache
def class_docs(documented: type) -> dict[str, str]:
    """Return the docstring below each attribute of a class of pnp, including inherited ones.

    Base classes are found in the source, because a TypedDict does not have them.
    """
    module = sys.modules[documented.__module__]
    classes = {node.name: node for node in _class_definitions(module)}
    docs: dict[str, str] = {}
    for base in classes[documented.__name__].bases if documented.__name__ in classes else []:
        inherited = getattr(module, base.id, None) if isinstance(base, ast.Name) else None
        if isinstance(inherited, type) and inherited.__module__.startswith("pnp."):
            docs |= class_docs(inherited)
    return docs | attribute_docs(module).get(documented.__name__, {})


@cache
def _class_definitions(module: ModuleType) -> list[ast.ClassDef]:
    """Return the classes of a module, parsed on demand because few commands need them."""
    return [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]


Schema = dict[str, Any]
GENERATED_FIELDS = {
    "Game": ("id", "notes"),
    "Deck": ("name", "designs", "headings", "parts", "part", "board", "faces", "unfolded"),
    "DataTable": ("entries", "headings"),
}
"""Fields that are not keys, because the loader fills them in."""
OPTIONAL = {"Deck": ("title", "front", "size")}
"""Required fields that the loader derives if they are missing."""


def game_schema() -> Schema:
    """Return the schema for game.toml; it accepts everything that the loader accepts."""
    made = model.Game.model_json_schema()
    parts = made.pop("$defs")
    docs = attribute_docs(model)
    for name, part in (*parts.items(), ("Game", made)):
        if name in docs and "properties" in part:
            _describe(part, name, docs[name])
    schema: Schema = _plain(made, parts)
    tag = {"type": "string"}
    form = {"anyOf": [tag, {"type": "array", "items": tag, "minItems": 1}], "default": [Lang.EN]}
    schema["properties"]["languages"] = {"description": docs["Game"]["languages"]} | form
    deck = schema["properties"]["decks"]["additionalProperties"]
    rows = {"type": "array", "minItems": 1, "items": {"type": "object"}}
    deck["properties"]["rows"] = {"description": "Rows of the deck, for a deck without a table."} | rows
    data = schema["properties"]["data"]["additionalProperties"]
    data["properties"]["rows"] = {"description": "Rows of the lookup table, in place of a table."} | rows
    data["oneOf"] = [{"required": ["table"]}, {"required": ["rows"]}]
    pictures = deck["properties"].pop("pictures")
    description = pictures.pop("description")
    deck["properties"]["pictures"] = {"description": description, "anyOf": [{"type": "string"}, pictures]}
    deck["oneOf"] = [
        {"required": each} for each in (["table", "front"], ["rows", "front"], ["product", "front"], ["pictures"])
    ]
    return schema


def _describe(part: Schema, name: str, docs: dict[str, str]) -> None:
    """Add descriptions to the keys of a model, and remove fields that are not keys."""
    aliases = {field.alias: key for key, field in getattr(model, name).model_fields.items() if field.alias}
    for key in GENERATED_FIELDS.get(name, ()):
        del part["properties"][key]
    for key, fragment in part["properties"].items():
        text = docs.get(aliases.get(key, key))
        if text:
            fragment["description"] = text
    left_out = (*GENERATED_FIELDS.get(name, ()), *OPTIONAL.get(name, ()))
    part["required"] = [key for key in part.get("required", ()) if key not in left_out]
    if not part["required"]:
        del part["required"]


def _plain(fragment: Any, parts: Schema) -> Any:
    """Return the schema without references, generated titles, and nulls, which TOML does not have."""
    if isinstance(fragment, list):
        return [_plain(each, parts) for each in fragment]
    if not isinstance(fragment, dict):
        return fragment
    if "$ref" in fragment:
        meant = parts[fragment["$ref"].rpartition("/")[2]]
        fragment = meant | {key: value for key, value in fragment.items() if key != "$ref"}
    fragment = {key: value for key, value in fragment.items() if key != "title" and (key, value) != ("default", None)}
    if "patternProperties" in fragment:
        [(pattern, value)] = fragment.pop("patternProperties").items()
        fragment |= {"propertyNames": {"pattern": pattern}, "additionalProperties": value}
    if "anyOf" in fragment:
        several = [each for each in fragment.pop("anyOf") if each != {"type": "null"}]
        fragment = _plain(several[0], parts) | fragment if len(several) == 1 else fragment | {"anyOf": several}
    plain = {key: _plain(value, parts) for key, value in fragment.items() if key != "properties"}
    if "properties" in fragment:
        plain["properties"] = {key: _plain(value, parts) for key, value in fragment["properties"].items()}
    return plain


def _object(required: list[str], properties: Schema) -> Schema:
    made: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return made | {"required": required} if required else made


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "maxItems": MOST}


_SHORT: Schema = {"type": "string", "description": "Shorter text for cards and A6; empty to omit it there."}
_LONG: Schema = {"type": "string", "description": "Text for pages."}
_BOTH: Schema = _object(["text"], {"text": _LONG, "short": _SHORT}) | {"description": "a text with a short form"}
_WORDS: Schema = {"anyOf": [{"type": "string"}, _BOTH]}
_NAME: Schema = {"type": "string", "minLength": 1}
_COLOUR: Schema = {"type": "string", "pattern": COLOUR_PATTERN}
_ROW: Schema = _list(_WORDS)
_FORMATS: Schema = {"enum": list(map(str, Format))}
_ONLY: Schema = {"anyOf": [_FORMATS, {"type": "array", "items": _FORMATS}]}

ACTION: Schema = {
    "name": {"description": "Name of the action."} | _WORDS,
    "cost": {"description": "Cost of the action, shown as badges: a text, or a list of texts."}
    | {"anyOf": [*_WORDS["anyOf"], _list(_WORDS)]},
    "text": {"description": "What the action does.", "type": "string"},
    "short": {"description": "Shorter text for cards and A6.", "type": "string"},
    "remarks": {"description": "Reminders about the action."} | _list(_WORDS),
}
SECTION: Schema = {
    "id": {"description": "Id of the section, the same in every language; variants override a section by its id."}
    | {"type": "string", "pattern": f"^{NAME.pattern}$"},
    "heading": {"description": "Heading of the section."} | _WORDS,
    "icon": {"description": "Drawing next to the heading."} | _NAME,
    "legend": {"description": "Text at the end of the heading that explains the badges."} | _WORDS,
    "only": {"description": "Formats that include the section (default: all)."} | _ONLY,
    "numbered": {"description": "Whether steps are numbered instead of bulleted.", "type": "boolean"},
    "head": {"description": "Column headings of the points table."} | _ROW,
    "intro": {"description": "Introductory paragraph."} | _WORDS,
    "steps": {"description": "Steps, in order."} | _list(_WORDS),
    "actions": {"description": "Actions that a player can take: name, cost, text, remarks."}
    | _list(_object(["name"], ACTION)),
    "points": {"description": "Small table: each row is a label and figures."} | _list(_ROW),
    "remarks": {"description": "Reminders, set apart from the text."} | _list(_WORDS),
}
FIGURE: Schema = {
    "name": {"description": "Name of the figure in figures.toml."} | _NAME,
    "caption": {"description": "Caption below the figure."} | _WORDS,
    "width": {"description": "Maximum width, as a share of the column.", "type": "number"}
    | {"minimum": NARROWEST, "maximum": 1},
    "only": {"description": "Formats that include the figure (default: all pages)."} | _ONLY,
}
SECTION["figure"] = {"description": "Figure of the game: its name, or a table with caption, width and formats."} | {
    "anyOf": [_NAME, _object(["name"], FIGURE)]
}
AID: Schema = SECTION | {
    "side": {"description": "Side of the card to print it on.", "enum": list(SIDES)},
    "use": {"description": "Id of a section to copy; keys set here override its keys."} | _NAME,
}
MEMO: Schema = {
    "title": {"description": "Title (default: the game's title)."} | _WORDS,
    "subtitle": {"description": "Subtitle."} | _WORDS,
    "follows": {"description": "Which rules the memo follows."} | _WORDS,
    "aim": {"description": "Aim of the game."} | _WORDS,
    "picture": {"description": "Drawing next to the title."} | _NAME,
    "preset": {"description": "Preset of the rules that the memo describes."} | _NAME,
    "colour": {"description": "Colour of title, headings and badges (default: that of the decks' backs)."} | _COLOUR,
    "accent": {"description": "Colour of symbols and lines."} | _COLOUR,
    "extends": {"description": "In a variant: the memo that it is based on.", "const": MAIN_MEMO},
    "drop": {"description": "In a variant: ids of sections to omit."}
    | {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    "section": {"description": "Heading and content; its blocks are printed in the order of the file."}
    | _list(_object(["id"], SECTION)),
    "aid": {"description": "Section of the player aid, with the same keys; used instead of sections on cards and A6."}
    | _list(_object([], AID) | {"anyOf": [{"required": ["id"]}, {"required": ["use"]}]}),
}


def memo_schema() -> Schema:
    """Return the schema for `memo.<lang>.toml`; variants need not have sections."""
    return _object([], MEMO) | {"anyOf": [{"required": ["section"]}, {"required": ["extends"]}]}


LAYOUT: Schema = {
    "like": {"description": "Layout to inherit from; boxes and keys set here override those inherited."}
    | {"type": "string", "pattern": r"\.toml$"},
    "units": {"description": "Unit of all lengths: mm, cm, in, pt, or px@300 for pixels at 300 dpi.", "default": "mm"}
    | {"type": "string", "pattern": "^(mm|cm|in|pt|px *@.*)$"},
    "origin": {"description": "Position of the cut card's corner, for numbers that count from elsewhere."}
    | {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2, "default": [0, 0]},
    "ground": {"description": "Background: a colour or a picture, with columns in braces."},
}
"""Keys at the top of a layout."""


def box_schema(kind: str) -> Schema:
    """Return the schema of a box of one kind, with `color` for `colour` if it has that."""
    docs = attribute_docs(layout)
    made = BOX_KINDS[kind].model_json_schema()
    parts = made.get("$defs", {})
    found = docs[LayoutBox.__name__] | docs[BOX_KINDS[kind].__name__]
    named = {key: {"description": found[key]} | _without_tuples(form) for key, form in made["properties"].items()}
    ordered = {key: named[key] for key in sorted(named, key=lambda key: key != kind)}
    return {"description": inspect.getdoc(BOX_KINDS[kind]) or ""} | _object([], _plain({"of": ordered}, parts)["of"])


def _without_tuples(form: Any) -> Any:
    """Return a schema with lists of numbers in place of tuples, which draft 7 does not have."""
    if isinstance(form, list):
        return [_without_tuples(each) for each in form]
    if not isinstance(form, dict):
        return form
    made = {key: _without_tuples(each) for key, each in form.items() if key != "prefixItems"}
    return made | {"items": {"type": "number"}} if "prefixItems" in form else made


def layout_schema() -> Schema:
    """Return the schema for layouts; a box needs its content only in a layout that inherits from none."""
    boxes = [_american(box_schema(kind)) for kind in BOX_KINDS]
    content = {"anyOf": [{"required": [kind]} for kind in BOX_KINDS]}
    own = {"properties": {key: {} for key in LAYOUT}, "additionalProperties": content}
    made = _object([], layout_keys()) | {"additionalProperties": {"anyOf": boxes}}
    return made | {"anyOf": [{"required": ["like"]}, own]}


def _american(box: Schema) -> Schema:
    """Return the schema of a box that may also have `color`."""
    if "colour" not in box["properties"]:
        return box
    return box | {"properties": box["properties"] | {"color": box["properties"]["colour"]}}


def layout_keys() -> Schema:
    """Return the schemas of the keys at the top of a layout."""
    text = box_schema("text")["properties"]["text"]
    return LAYOUT | {"ground": LAYOUT["ground"] | {"anyOf": text["anyOf"]}}


def layout_reference() -> Schema:
    """Return the keys of layouts as a schema with one box of each kind, by kind, for the reference."""
    kinds = {kind: box_schema(kind) for kind in BOX_KINDS}
    inner = {"type": "object", "description": "Layout: a face described by boxes, in `templates/<game>/`."}
    return _object([], {"layout": inner | {"properties": layout_keys() | kinds}})


def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of pnp.toml, with a description of every key."""
    docs = attribute_docs(config)["Config"]
    properties = {key: {"description": docs[key], **setting.schema} for key, setting in CONFIG_KEYS.items()}
    inner = attribute_docs(limits)["Limits"]
    properties["limits"]["properties"] = {
        key: {"description": inner[key], **schema} for key, schema in properties["limits"]["properties"].items()
    }
    return {"type": "object", "additionalProperties": False, "properties": properties}


SCHEMA_FOLDER: Final = ".pnp"
"""Folder for schemas in a project."""
DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The newest draft that all editors support."""


LAYOUT_FILE: Final = "layout.toml"
"""Name of layouts in the reference; a layout may have any name."""


RULEBOOK_FILE: Final = "rulebook.md"
"""Name of rulebooks in the reference; their files are named rulebook.<lang>.md."""


def rulebook_reference() -> Schema:
    """Return the keys and blocks of a rulebook, as in a schema; there is none for Markdown."""
    boxes, made = (attribute_docs(rulebook)[name] for name in ("BoxKind", "Generated"))
    keys = {
        "subtitle": {"description": "Text below the title, between lines +++ at the top.", "type": "string"},
        "cover": {
            "description": 'Figure on the cover, or "none" for a title above the text (default: the cover of the box).',
            "type": "string",
        },
        "colour": {"description": "Colour of headings and bands (default: the memo's)."} | _COLOUR,
        "accent": {"description": "Colour of symbols and lines (default: the memo's)."} | _COLOUR,
    }
    blocks = {
        "heading": "Heading of a chapter (#), of a block (##), or bold words at the beginning of a paragraph (###).",
        "list": "List with bullets (-) or numbers (1.); an item may have one list inside it.",
        "table": "Table; in a cell, the bars of a number are written with a backslash.",
        "figure": "Figure of figures.toml, alone in its paragraph, with its width as a share of the column.",
        "beside": "Figure beside the text before it, or around it.",
        "end": "End of a page.",
        **{str(kind): boxes[kind.name] for kind in BoxKind},
        **{str(kind): made[kind.name] for kind in Generated},
    }
    return {"properties": keys | {name: {"description": text, "type": "markdown"} for name, text in blocks.items()}}


@cache
def documents() -> Mapping[str, dict[str, Any]]:
    """Return the schema for each kind of file, by file name."""
    return {
        "game.toml": game_schema(),
        "pnp.toml": config_schema(),
        "memo.toml": memo_schema(),
        LAYOUT_FILE: layout_schema(),
    }


@cache
def schemas() -> Mapping[str, bytes]:
    """Return the content of the schema files, by file name."""
    return {
        f"{name.removesuffix('.toml')}.schema.json": _json({"$schema": DRAFT, "title": name} | schema)
        for name, schema in documents().items()
    }


def _json(schema: dict[str, Any]) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=1) + "\n").encode()


def write_schemas(folder: Path) -> list[Path]:
    """Write the schema files to a folder, and return their paths."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in schemas().items():
            write_atomically(folder / name, content)
            written.append(folder / name)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return written
