"""The languages of a game: those its spec lists, those of its first translated text, or English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
