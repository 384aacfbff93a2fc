"""Types of the values in a spec: names, colours, sizes, texts and cells, with their validation errors.

Where manufacturers disagree, a name means the metric size: a poker card is 63 × 88, as at MakePlayingCards and in
trading card games. The size in inches that American shops cut has a separate name such as poker-us; sizes that exist
only in inches are converted exactly. A game can define other sizes in `[sizes]`, or write width and height.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import isfinite
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from pnp.errors import did_you_mean, quote_value
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, Size, read_length, read_size
from pnp.terms import Lang
from pnp.words import Texts, list_words

HEX_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
"""A colour with six digits, the form used everywhere inside pnp."""
COLOUR_PATTERN: Final = r"^\s*(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+|rgb\(.*\)|hsl\(.*\))\s*$"
"""Pattern in the JSON schema; it accepts any name, because CSS has too many to list."""
MAX_COLOUR_LENGTH: Final = 100
"""Maximum length of a colour, in characters."""
COLOUR_EXAMPLE: Final = "a colour like #fbf3df, #fff or gold"


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> str | None:
    """Return a colour with six digits; None if it is invalid or transparent.

    >>> parse_colour("gold")
    '#ffd700'
    """
    if HEX_COLOUR.fullmatch(text):
        return text
    if len(text) > MAX_COLOUR_LENGTH:
        return None
    from tinycss2.color3 import parse_color  # rarely needed: most colours have six digits

    found = parse_color(text.strip())
    if found is None or isinstance(found, str) or found.alpha != 1 or not all(map(isfinite, found)):
        return None
    return "#" + "".join(f"{min(255, max(0, round(255 * part))):02x}" for part in (found.red, found.green, found.blue))


def _inches(width: float, height: float) -> Size:
    return Size(round(width * MM_PER_INCH, 3), round(height * MM_PER_INCH, 3))


STANDARD_SIZES: Final = {
    # cards that shops print: MakePlayingCards uses mm, The Game Crafter and DriveThruCards inches
    "poker": Size(63, 88),
    "poker-us": _inches(2.5, 3.5),
    "bridge": Size(57, 89),
    "tarot": Size(70, 120),
    "jumbo": _inches(3.5, 5.5),
    "domino": _inches(1.75, 3.5),
    "micro": _inches(1.25, 1.75),
    "square": Size(70, 70),
    # cards by the names of their sleeves
    "american": Size(56, 87),
    "european": Size(59, 92),
    "japanese": Size(59, 86),
    "mini": Size(44, 68),
    "mini-us": Size(41, 63),
    # business cards, European and American, and ISO/IEC 7810 ID-1, which many machines and cases are made for
    "business": Size(85, 55),
    "business-us": _inches(3.5, 2),
    "credit-card": Size(85.6, 53.98),
    # ISO 216 and American sheets, for boards and player aids
    "a0": Size(841, 1189),
    "a1": Size(594, 841),
    "a2": Size(420, 594),
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "letter": _inches(8.5, 11),
    "legal": _inches(8.5, 14),
    "tabloid": _inches(11, 17),
    "ledger": _inches(17, 11),
    "ansi-c": _inches(17, 22),
    "ansi-d": _inches(22, 34),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "a7": Size(74, 105),
    "a8": Size(52, 74),
}


def named_size(name: str) -> Size | None:
    """Return the size with a name, ignoring case and separators; None if there is none.

    >>> named_size("Poker US")
    Size(width=63.5, height=88.9)
    """
    return STANDARD_SIZES.get("-".join(name.lower().replace("_", " ").replace("-", " ").split()))


MIN_PIECE_SIZE: Final = 5.0
"""Minimum width and height of a piece, in mm."""
MAX_PIECE_SIZE: Final = 1200.0
"""Maximum width and height of a piece, in mm."""
MOST_COPIES: Final = 999
MOST_PIECES: Final = 9_999
MOST_LOOKS: Final = 99
LARGEST_BOUND: Final = 999_999_999
LANGUAGES: Final = "languages"
"""Key of the game's languages in the validation context."""
PRODUCT_EXAMPLE: Final = 'for example product = { suit = ["♠", "♥"], rank = [1, 2, 3] }'
SIZE_EXAMPLE: Final = 'for example [63, 88], "2.5in x 3.5in" or "poker"'

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
NAME_MESSAGE: Final = "must be a name of lowercase letters, digits, - and _"
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
WEB = re.compile(r"https?://[^\s\x00-\x1f\x7f-\x9f]{1,200}")
PAGES = re.compile(r"odd|even|last|\s*\d{1,5}(?:\s*-\s*\d{1,5})?(?:\s*,\s*\d{1,5}(?:\s*-\s*\d{1,5})?)*\s*")


def validation_error(message: str, hint: str = "", *, code: str = "E0204") -> PydanticCustomError:
    """Return an error for a validator to raise, with the message, hint and code of the problem."""
    return PydanticCustomError("pnp", "{message}", {"message": message, "hint": hint, "code": code})


def _name(value: object) -> object:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise validation_error(NAME_MESSAGE, 'for example "poker" or "fox-token"', code="E0111")
    return value


def _colour(value: object) -> object:
    colour = parse_colour(value) if isinstance(value, str) else None
    if colour is None:
        raise validation_error(f"must be {COLOUR_EXAMPLE}")
    return colour


def _icons(value: object) -> object:
    if not isinstance(value, dict):
        raise validation_error("must be a table of keys", 'for example coin = "gold-coin"')
    for key, name in value.items():
        inner = key[1:-1] if key[:1] + key[-1:] == "{}" else key
        if not inner or re.search(r"[\s*\\{}]", inner):
            raise validation_error(f"has the key {quote_value(key)}, which contains a space, *, \\ or a brace")
        if not isinstance(name, str) or not name or CONTROL.search(name) or re.search(r"^[=#]|[{}]", name):
            raise validation_error(f"must name a drawing for {quote_value(key)}", f'for example "{key}" = "gold-coin"')
    return value


def _players(value: object) -> object:
    wanted = validation_error("must be [fewest, most], each from 1 to 99", "for example [2, 5]")
    if not isinstance(value, list) or len(value) != 2:
        raise wanted
    if any(isinstance(number, bool) or not isinstance(number, int) for number in value):
        raise wanted
    if not 1 <= value[0] <= value[1] <= 99:
        raise wanted
    return value


def parse_size(value: object, own: Iterable[str] = ()) -> Size:
    """Return the size given by two lengths, by a text with both, or by a standard name.

    Raise PydanticCustomError if it is invalid; the hint lists the names of the game's own sizes, `own`, first.
    """
    wanted, hint = (
        f"must be a width and a height in mm, each from {MIN_PIECE_SIZE:g} to {MAX_PIECE_SIZE:g}",
        SIZE_EXAMPLE,
    )
    size = None
    if isinstance(value, str):
        size = named_size(value) or read_size(value)
        if size is None:
            wanted = "must be a size in mm, a name from sizes, or a standard size"
            hint = f"{did_you_mean(dict.fromkeys([*own, *STANDARD_SIZES]), value)}; {SIZE_EXAMPLE}"
    elif isinstance(value, list | tuple) and len(value) == 2:
        width, height = map(_side, value)
        size = Size(width, height) if width is not None and height is not None else None
    if size is None or not all(MIN_PIECE_SIZE <= side <= MAX_PIECE_SIZE for side in size):
        raise validation_error(wanted, hint, code="E0208")
    return size


def _side(value: object) -> float | None:
    """Return the width or height of a piece, in mm; None if it is invalid."""
    if isinstance(value, str):
        return read_length(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not MIN_PIECE_SIZE <= value <= MAX_PIECE_SIZE:
        return None
    return float(value)


def _outline(value: object) -> object:
    lines = list(value.values()) if isinstance(value, dict) else [value]
    if not lines or not all(isinstance(line, Outline) for line in lines):  # the loader has read them
        raise validation_error("must be an SVG file or SVG path data", 'for example outline = "meeple.svg"')
    return value


def _tag(tag: object) -> object:
    """Return a language tag in its canonical form; anything else is returned unchanged."""
    try:
        return Lang(tag) if isinstance(tag, str) else tag
    except ValueError:
        return tag


def _page_list(value: object) -> object:
    """Return a list of pages as a text; whether the PDF has these pages is checked when it is read."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not PAGES.fullmatch(text):
        raise validation_error("must be page numbers", 'for example "1-4, 7", "odd", "even" or "last"')
    return text


def _translated(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, dict) or not value:
        raise validation_error(
            "must be a text for each language", 'for example { fr = "bague", en = "ring" }', code="E0209"
        )
    value = {_tag(tag): text for tag, text in value.items()}
    languages = (info.context or {}).get(LANGUAGES, tuple(value))
    for lang, text in value.items():
        if lang not in languages:
            raise validation_error(
                f"has an unknown language {quote_value(lang)}", f"known: {', '.join(languages)}", code="E0209"
            )
        if not isinstance(text, str):
            raise validation_error(f"must have a text in quotes for {quote_value(lang)}", code="E0209")
        if CONTROL.search(text.replace("\n", "")):
            raise validation_error(f"has a control character in its {quote_value(lang)} text")
    for lang in languages:
        if not str(value.get(lang, "")).strip():
            raise validation_error(f"has no {quote_value(lang)} text", f'add {lang} = "…"', code="E0209")
    return value


def _title(value: object, info: ValidationInfo) -> object:
    titles = _translated(value, info)
    if isinstance(titles, dict) and any("\n" in text for text in titles.values()):
        raise validation_error("must be on one line", "delete the line break")
    return titles


def _credit(value: object, info: ValidationInfo) -> object:
    """Return a credit as a text for each language; a name or a list of names is used for all of them."""
    names = [value] if isinstance(value, str) else value
    if isinstance(names, list):
        if not names or any(not isinstance(name, str) or not name.strip() for name in names):
            raise validation_error("must be a name or a list of names", 'for example ["Ada Moss", "Leo Brook"]')
        languages = (info.context or {}).get(LANGUAGES, (Lang.EN,))
        value = {lang: list_words(names, Texts("steps")[lang]["and"]) for lang in languages}
    return _title(value, info)


def _web(value: object) -> object:
    if not isinstance(value, str) or not WEB.fullmatch(value):
        raise validation_error("must be a web address", 'for example "https://example.org/low-tide"')
    return value


_TEXTS: Final = {"type": "object", "additionalProperties": {"type": "string"}, "description": "one for each language"}
_TEXT: Final = {"anyOf": [{"type": "string"}, _TEXTS]}
_LENGTH: Final = {"anyOf": [{"type": "number"}, {"type": "string"}]}
_LENGTHS: Final = {"type": "array", "items": _LENGTH, "minItems": 2, "maxItems": 2}
_SIZE: Final = {"anyOf": [{"type": "string"}, _LENGTHS | {"description": "a list of two lengths"}]}
_CELL: Final = {"type": ["string", "number"]}
"""JSON schemas of values as designers write them, before validation."""

Name = Annotated[str, BeforeValidator(_name), WithJsonSchema({"type": "string", "pattern": f"^{NAME.pattern}$"})]
Colour = Annotated[str, BeforeValidator(_colour), WithJsonSchema({"type": "string", "pattern": COLOUR_PATTERN})]
Dimensions = Annotated[Size, BeforeValidator(parse_size), WithJsonSchema(_SIZE)]
FreeOutline = Annotated[Outline | dict[str, Outline], BeforeValidator(_outline), WithJsonSchema({"type": "string"})]
Translated = Annotated[dict[Lang, str], BeforeValidator(_translated), WithJsonSchema(_TEXT)]
Title = Annotated[dict[Lang, str], BeforeValidator(_title), WithJsonSchema(_TEXT)]
Credit = Annotated[
    dict[Lang, str],
    BeforeValidator(_credit),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}, _TEXTS]}
    ),
]
WebAddress = Annotated[str, BeforeValidator(_web), WithJsonSchema({"type": "string", "pattern": "^https?://"})]
Players = Annotated[
    list[int],
    BeforeValidator(_players),
    WithJsonSchema({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}),
]
Icons = Annotated[dict[str, str], BeforeValidator(_icons)]
PageList = Annotated[str, BeforeValidator(_page_list), WithJsonSchema({"type": ["string", "integer"]})]
Count = Annotated[int, Field(ge=1, le=MOST_COPIES, strict=True)]
Cell = str | int | float


def _cell(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise validation_error("must be a text or a number")
    if isinstance(value, float) and not isfinite(value):
        raise validation_error("must be a text or a number")
    return value


def _values(value: object) -> object:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise validation_error("must be a value or a list of values")
    if len({_cell(item) for item in values}) < len(values):
        raise validation_error("must list each value only once")
    return values


def _product(value: object) -> object:
    """Return a product of columns unchanged if it names lookup tables or columns, or lists values."""
    if value is None:  # no product, in a deck that was written by pnp
        return None
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not parts or any(not isinstance(part, str | list) for part in parts):
        raise validation_error("must be a list of columns, or a list of values for each column", PRODUCT_EXAMPLE)
    for name in value if isinstance(value, list | dict) else ():
        _name(name)
    for part in parts:
        if isinstance(part, list):
            _values(part)
    return value


def _bound(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST_BOUND:
        raise validation_error("must be a number")
    return value


def _headings(value: object) -> object:
    if not isinstance(value, list) or not value or any(not isinstance(name, str) for name in value):
        raise validation_error("must be a list of columns", 'for example ["cost"]')
    if len(set(value)) < len(value):
        raise validation_error("must list each column only once")
    return value


def _texts(value: object) -> object:
    texts = value if isinstance(value, list) else [value]
    if value is not None and (not texts or any(not isinstance(text, str) for text in texts)):
        raise validation_error("must be a text or a list of texts")
    return value


def _blocks(value: object) -> object:
    if not isinstance(value, list):
        raise validation_error("must be a list of rules", "begin each rule with [[rule]], in two brackets")
    return value


_LIST: Final = {"type": "array", "items": _CELL, "minItems": 1}
_CELLS: Final = {"anyOf": [_CELL, _LIST]}
_TABLE_NAME: Final = {"type": "string", "description": "the name of a lookup table"}
_FACTORS: Final = {"anyOf": [_LIST | {"description": "a list of values"}, _TABLE_NAME]}
_PRODUCT: Final = {
    "anyOf": [
        {"type": "array", "items": {"type": "string", "pattern": f"^{NAME.pattern}$"}, "minItems": 1},
        {"type": "object", "additionalProperties": _FACTORS, "minProperties": 1},
    ]
}

Value = Annotated[Cell, BeforeValidator(_cell), WithJsonSchema(_CELL)]
Values = Annotated[list[Cell], BeforeValidator(_values), WithJsonSchema(_CELLS)]
Product = Annotated[list[str] | dict[str, str | list[Cell]] | None, BeforeValidator(_product), WithJsonSchema(_PRODUCT)]
Bound = Annotated[int | float, BeforeValidator(_bound), WithJsonSchema({"type": "number"})]
Headings = Annotated[list[str], BeforeValidator(_headings)]
Flag = Annotated[bool, Field(strict=True)]
RuleBlocks = BeforeValidator(_blocks)
TextOrTexts = BeforeValidator(_texts)
"""Validator that reports an invalid value once, where pydantic would report each member of the union."""
