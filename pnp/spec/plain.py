"""Plain texts: a game in one language writes each text once; elsewhere a plain text stands for all languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.terms import Lang


class PlainTexts:
    """Texts that are written once, in each language of a game."""

    def __init__(self, languages: Iterable[Lang]) -> None:
        self.languages = tuple(languages)

    def in_all(self, text: object) -> object:
        """A plain text in every language; anything else as it is."""
        return dict.fromkeys(self.languages, text) if isinstance(text, str) else text

    def fill(self, raw: dict[str, Any]) -> dict[str, Any]:
        """The raw spec with every plain text in every language: titles, names of lines and rules, fixed texts."""
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
        """A block of keys with one of its texts in every language."""
        return block | {key: self.in_all(block[key])} if isinstance(block, dict) and key in block else block
