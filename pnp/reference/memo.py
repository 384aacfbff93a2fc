"""JSON Schema for memo files."""

from __future__ import annotations

from typing import Any

from pnp.memo.read import MOST, NARROWEST, SIDES
from pnp.memo.source import MAIN_MEMO
from pnp.spec.values import COLOUR_PATTERN, NAME
from pnp.terms import Format

Schema = dict[str, Any]


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
