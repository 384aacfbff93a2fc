"""Texts of a game: its languages, texts written once for all languages, and icons in texts.

A key that is a word, such as `coin`, is written `{coin}` or `:coin:` in texts. Any other key, such as `(W)` or `$`, is
replaced wherever it occurs, unless a backslash precedes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pnp.errors import Location, Problem, SpecError, option_location, quote_value
from pnp.project.folders import SPEC_FILE, Project, read_toml
from pnp.terms import Lang

DEFAULT_LANGUAGES: Final = (Lang.EN,)
"""Default for a game without `languages` or translated texts."""
ALL_LANGUAGES: Final = "all"


def read_languages(raw: dict[str, Any], where: Location) -> tuple[Lang, ...]:
    """Return the languages of a raw spec; raise SpecError if `languages` is invalid."""
    if "languages" not in raw:
        texts = (tuple(lang for tag in text if (lang := _lang(tag))) for text in _texts(raw) if isinstance(text, dict))
        return next(filter(None, texts), DEFAULT_LANGUAGES)
    named = raw["languages"]
    tags = named if isinstance(named, list) else [named]
    found = [_lang(tag) for tag in tags]
    if not tags or not all(found) or len(set(found)) < len(found):
        hint = 'for example languages = ["fr", "en"], or languages = "de"'
        message = "must be one or more different language tags"
        raise SpecError(Problem(where / "languages", message, hint, found=quote_value(named), code="E0210"))
    return tuple(lang for lang in found if lang)


def choose_languages(project: Project, game_id: str, asked: str | None) -> tuple[Lang, ...]:
    """Return the requested languages of a game: the one with this tag, every one for "all", or the first for None.

    Raise SpecError if the game does not have the language.
    """
    there = languages_of(project, game_id)
    return there if asked == ALL_LANGUAGES else (pick_language(asked, there, game_id),)


def choose_language(project: Project, game_id: str, asked: str | None) -> Lang:
    """Return the requested language of a game, or its first for None; raise SpecError if it does not have it."""
    return pick_language(asked, languages_of(project, game_id), game_id)


def languages_of(project: Project, game_id: str) -> tuple[Lang, ...]:
    """Return the languages of a game without reading its tables; English if its spec cannot be read."""
    path = project.components / game_id / SPEC_FILE
    try:
        raw = read_toml(path, project.location(path))
    except SpecError:
        return DEFAULT_LANGUAGES  # reported where the whole spec is read
    return read_languages(raw, project.location(path))


def pick_language(asked: str | None, there: Sequence[Lang], game_id: str) -> Lang:
    """Return the language with a tag, or the first with another script or region; the first language for None.

    Raise SpecError if there is no such language.
    """
    if asked is None:
        return there[0]
    lang = _lang(asked)
    near = [each for each in there if lang and each.base == lang.base]
    if lang is None or not near:
        message, hint = (
            f"must be a language of {game_id}",
            f"it is available in {', '.join(there)}; languages are set in {SPEC_FILE}",
        )
        raise SpecError(Problem(option_location("--lang"), message, hint, found=quote_value(asked), code="E1206"))
    return lang if lang in near else near[0]


def parse_language(tag: str) -> Lang:
    """Return the language with a tag; raise SpecError if the tag is invalid."""
    lang = _lang(tag)
    if lang is None:
        message, hint = "must be a language tag", "for example en or pt-BR"
        raise SpecError(Problem(option_location("--lang"), message, hint, found=quote_value(tag), code="E0210"))
    return lang


def _lang(tag: object) -> Lang | None:
    try:
        return Lang(tag) if isinstance(tag, str) else None
    except ValueError:
        return None


def _texts(raw: dict[str, Any]) -> Iterator[object]:
    """Yield every text of a raw spec that may be translated."""
    yield raw.get("title")
    yield from _values(raw.get("text"))
    for deck in _values(raw.get("decks")):
        yield deck.get("title") if isinstance(deck, dict) else None
    for key in ("box", "rule"):
        blocks = raw.get(key)
        yield from (
            block.get("name") for block in (blocks if isinstance(blocks, list) else []) if isinstance(block, dict)
        )


def _values(table: object) -> list[Any]:
    return list(table.values()) if isinstance(table, dict) else []


class UntranslatedTexts:
    """Converts untranslated texts into one text per language of a game."""

    def __init__(self, languages: Iterable[Lang]) -> None:
        self.languages = tuple(languages)

    def for_all_languages(self, text: object) -> object:
        """Return a plain text for every language; anything else is returned unchanged."""
        return dict.fromkeys(self.languages, text) if isinstance(text, str) else text

    def fill(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the raw spec with every plain text in every language: titles, names and fixed texts."""
        spec = dict(raw)
        if "title" in spec:
            spec["title"] = self.for_all_languages(spec["title"])
        if isinstance(spec.get("text"), dict):
            spec["text"] = {key: self.for_all_languages(text) for key, text in spec["text"].items()}
        if isinstance(spec.get("decks"), dict):
            spec["decks"] = {name: self._with(deck, "title") for name, deck in spec["decks"].items()}
        for key in ("box", "rule"):
            if isinstance(spec.get(key), list):
                spec[key] = [self._with(item, "name") for item in spec[key]]
        return spec

    def _with(self, block: object, key: str) -> object:
        """Return a block with the text of one key in every language."""
        return block | {key: self.for_all_languages(block[key])} if isinstance(block, dict) and key in block else block


BITMAP_EXTENSIONS: Final = (".png", ".jpg", ".jpeg", ".webp")
_BRACED: Final = re.compile(r"\\.|\{([^{}]+)\}", re.DOTALL)
_WORD: Final = re.compile(r"[\w-]+")
_DRAWING: Final = re.compile(r"(?:art/)?(.+)\.svg", re.IGNORECASE)


class IconMap:
    """The icons of a game, by the keys that texts use for them."""

    def __init__(self, icons: Mapping[str, str]) -> None:
        named = {_drawing_key(key): name for key, name in icons.items()}
        written = {f":{key}:": name for key, name in icons.items() if _WORD.fullmatch(key)}
        written |= {key: name for key, name in icons.items() if key == _drawing_key(key) and not _WORD.fullmatch(key)}
        self._drawings = {key: drawing_name(name) for key, name in (written | named).items()}
        keys = "|".join(re.escape(key) for key in sorted(written, key=len, reverse=True))
        self._written = re.compile(rf"\\.|\{{[^{{}}]*\}}|(?P<key>{keys})", re.DOTALL) if keys else None

    def mark(self, text: str) -> str:
        """Return the text with each icon written as `{key}`."""
        if self._written is None:
            return text
        return self._written.sub(lambda match: f"{{{match[0]}}}" if match["key"] else match[0], text)

    def resolve(self, text: str) -> str:
        """Return the text with each icon written as `{drawing}`, for code that does not know the icon map."""
        return _BRACED.sub(lambda match: f"{{{self.drawing(match[1])}}}" if match[1] else match[0], self.mark(text))

    def __contains__(self, name: object) -> bool:
        return name in self._drawings

    def drawing(self, name: str) -> str:
        """Return the drawing for an icon; a name that is not in the map is already a drawing."""
        return self._drawings.get(name, name)


NO_ICONS: Final = IconMap({})


def is_bitmap(drawing: str) -> bool:
    """Return whether a drawing is a bitmap file, judging by its name."""
    return drawing.lower().endswith(BITMAP_EXTENSIONS)


def _drawing_key(key: str) -> str:
    """Return a key without its braces: W for `{W}`."""
    return key[1:-1] if key.startswith("{") else key


def drawing_name(name: str) -> str:
    """Return the name of a drawing as art() takes it: without art/ and .svg."""
    match = _DRAWING.fullmatch(name)
    return match[1] if match else name
