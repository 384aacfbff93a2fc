"""Untranslated texts in a spec, which are used for every language of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.terms import Lang


class UntranslatedTexts:
    """Converts untranslated texts into one text per language of a game."""

    def __init__(self, languages: Iterable[Lang]) -> None:
        self.languages = tuple(languages)

    def in_all(self, text: object) -> object:
        """Return a plain text for every language; anything else is returned unchanged."""
        return dict.fromkeys(self.languages, text) if isinstance(text, str) else text

    def fill(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the raw spec with every plain text in every language: titles, names and fixed texts."""
        spec = dict(raw)
        if "title" in spec:
            spec["title"] = self.in_all(spec["title"])
        if isinstance(spec.get("text"), dict):
            spec["text"] = {key: self.in_all(text) for key, text in spec["text"].items()}
        if isinstance(spec.get("decks"), dict):
            spec["decks"] = {name: self._with(deck, "title") for name, deck in spec["decks"].items()}
        for key in ("box", "rule"):
            if isinstance(spec.get(key), list):
                spec[key] = [self._with(item, "name") for item in spec[key]]
        return spec

    def _with(self, block: object, key: str) -> object:
        """Return a block with the text of one key in every language."""
        return block | {key: self.in_all(block[key])} if isinstance(block, dict) and key in block else block
