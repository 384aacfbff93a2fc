"""Writer `data`: the whole game as one JSON file, for other programs."""

from __future__ import annotations

import json
from typing import Any, Final

from pnp.errors import SpecError
from pnp.export.job import ExportJob
from pnp.export.order import ExportOption
from pnp.play.registry import find_game_module
from pnp.spec.model import Deck, Game

OPTIONS: Final[tuple[ExportOption, ...]] = ()
FORMAT: Final = "pnp-game"
VERSION: Final = 1
"""Version of the format; increased when a key is renamed or changes its meaning, not when keys are added."""


def write(job: ExportJob) -> None:
    """Write the JSON file; lengths are in mm, translated texts are objects with one text per language."""
    content = describe(job.game) | {"rules": _rules(job)}
    job.add(f"{job.game.id}.json", (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def describe(game: Game) -> dict[str, Any]:
    """Return a game without its rules, as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": game.id,
        "title": game.title,
        "languages": game.languages,
        "players": {"least": game.players[0], "most": game.players[1]},
        "age": game.age,
        "minutes": game.minutes,
        "credits": game.credits.model_dump(mode="json", exclude_none=True),
        "count": sum(deck.count * deck.leaves for deck in game.decks.values()),
        "decks": [_deck(deck) for deck in game.decks.values()],
        "box": [item.model_dump(mode="json") for item in game.contents],
        "texts": game.text,
        "numbers": game.numbers,
        "composition": [
            rule.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"form": rule.form, "of": rule.of}
            for rule in game.rules
        ],
    }


def _deck(deck: Deck) -> dict[str, Any]:
    """Return a deck and its designs."""
    return {
        "name": deck.name,
        "title": deck.title,
        "kind": deck.kind,
        "size": {"width": deck.size.width, "height": deck.size.height},
        "shape": deck.shape,
        "corner": deck.corner,
        "stock": deck.printed_on,
        "sides": ["front", "back"] if deck.back else ["front"],
        "leaves": deck.leaves,
        "columns": {
            name: column.model_dump(mode="json", include={"type", "translated", "choices"})
            for name, column in deck.columns.items()
        },
        "pieces": [
            {
                "id": design.id,
                "count": design.count,
                "looks": len(deck.looks(design)),
                "fields": design.fields,
                "outline": deck.cut_line(design=design.id).svg(),
            }
            for design in deck.designs
        ],
    }


def _rules(job: ExportJob) -> dict[str, Any] | None:
    """Return the options and presets of a game's rules; None if it has no rules or its code is not allowed to run."""
    try:
        module = find_game_module(job.game.id, job.project)
        rules = None if module is None else module.part("rules")
    except SpecError as error:
        job.notice(f"the options of the rules are left out: {error.problems[0].hint or error.problems[0].said}")
        return None
    if rules is None:
        return None
    return {
        "options": {
            name: {"choices": list(option.choices), "default": option.choices[0], "about": dict(option.about)}
            for name, option in rules.options.items()
        },
        "presets": {name: dict(values) for name, values in rules.presets.items()},
    }
