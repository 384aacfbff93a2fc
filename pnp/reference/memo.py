"""What a memo's source may say, as a schema."""

from __future__ import annotations

from typing import Any

from pnp.memo.read import MOST, NARROWEST, SIDES
from pnp.memo.source import STEM
from pnp.spec.colour import PATTERN
from pnp.spec.values import NAME
from pnp.terms import Format

Schema = dict[str, Any]


def _object(required: list[str], properties: Schema) -> Schema:
    made: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return made | {"required": required} if required else made


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "maxItems": MOST}


_SHORT: Schema = {"type": "string", "description": "What cards and A6 have in place of the text; empty leaves it out."}
_LONG: Schema = {"type": "string", "description": "The text, as pages have it."}
_BOTH: Schema = _object(["text"], {"text": _LONG, "short": _SHORT}) | {"description": "one with a short form"}
_WORDS: Schema = {"anyOf": [{"type": "string"}, _BOTH]}
_NAME: Schema = {"type": "string", "minLength": 1}
_COLOUR: Schema = {"type": "string", "pattern": PATTERN}
_ROW: Schema = _list(_WORDS)
_FORMATS: Schema = {"enum": list(map(str, Format))}
_ONLY: Schema = {"anyOf": [_FORMATS, {"type": "array", "items": _FORMATS}]}

ACTION: Schema = {
    "name": {"description": "What the action is called."} | _WORDS,
    "cost": {"description": "What it costs, in badges: a text, or a list of them."}
    | {"anyOf": [*_WORDS["anyOf"], _list(_WORDS)]},
    "text": {"description": "How it is done.", "type": "string"},
    "short": {"description": "The same for cards and A6.", "type": "string"},
    "remarks": {"description": "What one forgets about it."} | _list(_WORDS),
}
SECTION: Schema = {
    "id": {"description": "The same in every language; a variant replaces the section by it."}
    | {"type": "string", "pattern": f"^{NAME.pattern}$"},
    "heading": {"description": "What stands above the section."} | _WORDS,
    "icon": {"description": "A drawing beside the heading."} | _NAME,
    "legend": {"description": "At the end of the heading: what the badges count."} | _WORDS,
    "only": {"description": "The formats that have the section; all without it."} | _ONLY,
    "numbered": {"description": "Whether steps have numbers; else they have dots.", "type": "boolean"},
    "head": {"description": "The heads of the columns of points."} | _ROW,
    "intro": {"description": "A paragraph."} | _WORDS,
    "steps": {"description": "What is done one after the other."} | _list(_WORDS),
    "actions": {"description": "What a player may do: a name, a cost, a text, remarks."}
    | _list(_object(["name"], ACTION)),
    "points": {"description": "A small table: a label and figures on every row."} | _list(_ROW),
    "remarks": {"description": "What one forgets, set apart."} | _list(_WORDS),
}
FIGURE: Schema = {
    "name": {"description": "Its name in figures.toml."} | _NAME,
    "caption": {"description": "What stands below it."} | _WORDS,
    "width": {"description": "The share of the column that it may fill.", "type": "number"}
    | {"minimum": NARROWEST, "maximum": 1},
    "only": {"description": "The formats that have it; all pages without it."} | _ONLY,
}
SECTION["figure"] = {"description": "A figure of the game: its name, or a table with a caption, a width, formats."} | {
    "anyOf": [_NAME, _object(["name"], FIGURE)]
}
AID: Schema = SECTION | {
    "side": {"description": "The side of a card that it stands on.", "enum": list(SIDES)},
    "use": {"description": "The id of a section whose keys it has, beside its own."} | _NAME,
}
MEMO: Schema = {
    "title": {"description": "The title; the game's own without it."} | _WORDS,
    "subtitle": {"description": "What stands below the title."} | _WORDS,
    "follows": {"description": "Which rules the memo tells."} | _WORDS,
    "aim": {"description": "What players try to do."} | _WORDS,
    "picture": {"description": "A drawing beside the title."} | _NAME,
    "preset": {"description": "The engine's name for the variant of the rules."} | _NAME,
    "colour": {"description": "Of title, headings and badges; without it that of the decks' backs."} | _COLOUR,
    "accent": {"description": "The colour of signs and lines."} | _COLOUR,
    "extends": {"description": "In a variant: the memo that it changes.", "const": STEM},
    "drop": {"description": "In a variant: the sections that it leaves out, by id."}
    | {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    "section": {"description": "A heading and what stands under it; its blocks are printed in the order of the file."}
    | _list(_object(["id"], SECTION)),
    "aid": {
        "description": "A section of the player aid, with the same keys; cards and A6 have these in place of sections."
    }
    | _list(_object([], AID) | {"anyOf": [{"required": ["id"]}, {"required": ["use"]}]}),
}


def memo_schema() -> Schema:
    """A schema of `memo.<lang>.toml`; a variant need not have sections."""
    return _object([], MEMO) | {"anyOf": [{"required": ["section"]}, {"required": ["extends"]}]}
