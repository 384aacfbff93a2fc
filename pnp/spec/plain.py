"""Plain texts: a game in one language writes each text once, and it stands for all languages."""

from __future__ import annotations

from typing import Any

from pnp.terms import Lang


def in_all(text: object) -> object:
    """A plain text in every language; anything else as it is."""
    return dict.fromkeys(Lang, text) if isinstance(text, str) else text


def plain_texts(raw: dict[str, Any]) -> dict[str, Any]:
    """The raw spec with every plain text in every language: titles, names of lines and rules, fixed texts."""
    spec = dict(raw)
    if "title" in spec:
        spec["title"] = in_all(spec["title"])
    if isinstance(spec.get("text"), dict):
        spec["text"] = {key: in_all(text) for key, text in spec["text"].items()}
    if isinstance(spec.get("decks"), dict):
        spec["decks"] = {name: _with(deck, "title") for name, deck in spec["decks"].items()}
    for key in ("box", "rule"):
        if isinstance(spec.get(key), list):
            spec[key] = [_with(item, "name") for item in spec[key]]
    return spec


def _with(block: object, key: str) -> object:
    """A block of keys with one of its texts in every language."""
    return block | {key: in_all(block[key])} if isinstance(block, dict) and key in block else block
