"""Writer `data`: the whole game as one JSON file, for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from pnp.errors import SpecError
from pnp.export.job import ExportJob
from pnp.export.order import ExportOption
from pnp.play.registry import find_game_module
from pnp.spec.model import Deck, Game
from pnp.terms import DocumentFormat, Lang, Shape

OPTIONS: Final[tuple[ExportOption, ...]] = ()
FORMAT: Final[DocumentFormat] = {"format": "pnp-game", "version": 1}
"""Name and version of the format; the version increases when a key is renamed or changes its meaning, not when keys are
added.
"""


class PlayersData(TypedDict):
    """Range of the number of players."""

    least: int
    """Minimum number of players."""
    most: int
    """Maximum number of players."""


class SizeData(TypedDict):
    """A size, in mm."""

    width: float
    """Width of its pieces, in mm."""
    height: float
    """Height of its pieces, in mm."""


class ColumnData(TypedDict):
    """A column of a deck."""

    type: str
    """Type of a column."""
    translated: bool
    """Whether the column has a value for each language."""
    choices: list[str]
    """Allowed values."""


class DesignData(TypedDict):
    """A row of a deck."""

    id: str
    """Id of a row."""
    count: int
    """Number of copies."""
    looks: int
    """Number of looks that the copies alternate between."""
    fields: Mapping[str, Any]
    """Cells, by column; translated ones by language."""
    outline: str
    """Cutting line, as SVG path data."""


class DeckData(TypedDict):
    """A deck."""

    name: str
    """Name of a deck."""
    title: Mapping[Lang, str]
    """Title of the deck, by language."""
    kind: str
    """Kind of its pieces."""
    size: SizeData
    shape: Shape
    corner: float
    """Radius of rounded corners, in mm."""
    stock: str
    """Material that the pieces are printed on."""
    sides: list[str]
    """Printed sides."""
    leaves: int
    """Number of leaves of a pad."""
    columns: dict[str, ColumnData]
    pieces: list[DesignData]


class OptionData(TypedDict):
    """An option of the rules."""

    choices: list[str]
    """Option of the rules: its values."""
    default: str
    """Default value of the option."""
    about: dict[Lang, str]
    """Description of the option, by language."""


class RulesData(TypedDict):
    """Options and presets of the rules."""

    options: dict[str, OptionData]
    presets: dict[str, dict[str, str]]
    """Named sets of options."""


class GameDocument(DocumentFormat):
    """A complete game."""

    id: str
    """Id of the game: the name of its folder."""
    title: Mapping[Lang, str]
    """Title, by language."""
    languages: Sequence[Lang]
    """Languages; the first is the default."""
    players: PlayersData
    age: int | None
    """Minimum age of players; `null` if not given."""
    minutes: int | None
    """Playing time, in minutes; `null` if not given."""
    credits: dict[str, Any]
    """Entries of `[credits]`."""
    count: int
    """Number of pieces, including copies; a pad is one piece."""
    decks: list[DeckData]
    box: list[dict[str, Any]]
    """Lines of `[[box]]`."""
    texts: Mapping[str, Mapping[Lang, str]]
    """Fixed texts, by name and language."""
    numbers: Mapping[str, int]
    """Numbers of `[numbers]`."""
    composition: list[dict[str, Any]]
    """Composition rules."""
    rules: RulesData | None
    """`null` for a game without rules, or whose code may not run."""


def write(job: ExportJob) -> None:
    """Write the JSON file; lengths are in mm, translated texts are objects with one text per language."""
    content = describe(job.game, _rules(job))
    job.add(f"{job.game.id}.json", (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def describe(game: Game, rules: RulesData | None) -> GameDocument:
    """Return a game and the options of its rules, as plain data."""
    return {
        **FORMAT,
        "id": game.id,
        "title": game.title,
        "languages": game.languages,
        "players": {"least": game.players[0], "most": game.players[1]},
        "age": game.age,
        "minutes": game.minutes,
        "credits": game.credits.model_dump(mode="json", exclude_none=True),
        "count": game.count,
        "decks": [_deck(deck) for deck in game.decks.values()],
        "box": [item.model_dump(mode="json") for item in game.contents],
        "texts": game.text,
        "numbers": game.numbers,
        "composition": [
            rule.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"form": rule.form, "of": rule.of}
            for rule in game.rules
        ],
        "rules": rules,
    }


def _deck(deck: Deck) -> DeckData:
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
            name: {"type": column.type, "translated": column.translated, "choices": column.choices}
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


def _rules(job: ExportJob) -> RulesData | None:
    """Return the options and presets of a game's rules; None if it has no rules or its code is not allowed to run."""
    try:
        module = find_game_module(job.game.id, job.project)
        rules = None if module is None else module.part("rules")
    except SpecError as error:
        job.notice(f"the rules' options are left out: {error.problems[0].hint or error.problems[0].said}")
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
