"""Values and functions available in templates, taken from the renderer, with descriptions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pnp.errors import Location
from pnp.face.face import Face
from pnp.face.functions import TEXT_DEFAULTS
from pnp.face.render import FaceRenderer
from pnp.face.template import PieceRow, TemplateView
from pnp.geometry.units import Size
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.terms import Ink, Side

VALUE_TEXTS: Final = {
    "w": "Width of the cut piece, in mm.",
    "h": "Height of the cut piece, in mm.",
    "bleed": "Bleed: how far backgrounds extend beyond the cut, in mm.",
    "lang": "Tag of the printed language.",
    "ink": "`full` or `low`.",
    "side": "`front` or `back`.",
    "look": "Number of the look that this face has, from 1.",
    "piece": 'The row: `piece.<column>`, in the printed language, or `piece["Card Name"]`.',
    "piece.id": "Id of the row.",
    "piece.count": "Number of copies.",
    "deck": "The deck of the piece.",
    "deck.name": "Name of the deck in game.toml.",
    "deck.title": "Title of the deck.",
    "deck.kind": "Kind of its pieces: `card`, `tile`, `token` and so on.",
    "deck.size": "Size of its pieces, in mm: `deck.size.width`, `deck.size.height`.",
    "deck.square": "Largest upright square inside a face of a die, or in the middle of any other piece, in mm: "
    "`deck.square.x`, `.y`, `.width`, `.height`.",
    "deck.outline": "Cutting line of the piece, as SVG path data.",
    "deck.count": "Number of pieces in the deck, including copies.",
    "deck.place": "Position of this row in the deck, from 1.",
    "deck.rows": 'All rows of the deck: `{{ deck.rows|map(attribute="cost")|max }}`.',
    "decks": "Any deck by its name, to count or list its pieces: `decks.monsters`.",
    "decks.<name>.name": "Name of the deck in game.toml.",
    "decks.<name>.title": "Title of the deck.",
    "decks.<name>.count": "Number of pieces in the deck, including copies.",
    "decks.<name>.rows": "All rows of the deck.",
    "data": 'Lookup tables by name: `{% for row in data.pips %}`, or one row by its id: `data.pips["coin"].points`.',
    "game": "The game.",
    "game.id": "Id of the game: the name of its folder.",
    "game.title": "Title of the game.",
    "game.players": "Minimum and maximum number of players.",
    "game.age": "Minimum age of players.",
    "game.minutes": "Playing time, in minutes.",
}
PICTURE: Final = {
    "picture.file": "Finished picture, in a deck of pictures, for `image(picture.file, …)`.",
    "picture.bleed": "Bleed of the picture, in mm.",
    "picture.fit": "How the picture is fitted: `cover`, `contain` or `stretch`.",
}

CELL: Final = {
    "name": "Name, such as `0101` or `A1`; on a track, the number.",
    "x": "Centre, in mm from the left.",
    "y": "Centre, in mm from the top.",
    "outline": "Outline, as SVG path data.",
    "corners": "Corners, each as x and y, clockwise from the upper left or the top; of a hex cut in half, those of the "
    "whole hex.",
    "col": "Column, counted from 1 at the first cell.",
    "row": "Row, counted from 1 at the first cell.",
    "place": "Position among all cells, from 1.",
    "turn": "Direction of a track, in degrees clockwise; 0 if it runs to the right.",
    "cut": "Corners of the part of a hex that is left at the edge of the map; empty for a whole hex.",
    "data": "Row of the lookup table: `cell.data.terrain`.",
}
"""Attributes of each cell of a grid or track."""
CELLS: Final = {
    "lines": "SVG path data of all outlines; a line between two cells is drawn once.",
    "x": "Left edge, in mm.",
    "y": "Top edge, in mm.",
    "w": "Width, in mm.",
    "h": "Height, in mm.",
}
"""Attributes of all cells of a grid or track together."""


@dataclass(frozen=True)
class TemplateName:
    """A value or function available in templates."""

    name: str
    """Name as used in a template: `deck.place`, `text`."""
    about: str
    signature: str = ""
    """Parameters of a function: `(x, y, scale=1)`; empty for a value."""


def template_words() -> list[TemplateName]:
    """Return the values, then the functions, that the renderer passes to templates.

    Raise KeyError if a value has no description.
    """
    given = _given()
    values = [TemplateName(name, VALUE_TEXTS[name]) for name in _names(given)]
    functions = [_function(name, word) for name, word in given.items() if callable(word)]
    return [*values, *(TemplateName(name, about) for name, about in PICTURE.items()), *functions]


class RecordingRenderer(FaceRenderer):
    """A renderer that records what it passes to the last template, without drawing."""

    asked: dict[str, object]

    def fill(
        self, template: str, size: Size, where: Location, values: dict[str, object], *, font_fallback: bool = False
    ) -> Face:
        """Record the values, and return an empty face."""
        self.asked = self.template_values(size, where, values, font_fallback=font_fallback)
        return self.face("", size, where)


def _given() -> dict[str, object]:
    """Return what is passed to the template of a bundled card."""
    project = bundled_project()
    game = load_game(project, project.games()[0])
    renderer = RecordingRenderer(project, game, game.languages[0], Ink.FULL, 0.0)
    renderer.render(*game.designs()[0], Side.FRONT)
    return renderer.asked


def _names(given: dict[str, object]) -> Iterator[str]:
    """Yield the names of values and of their attributes; for a row, only those that all rows have."""
    for name, value in given.items():
        if not callable(value):
            yield name
        if name == "decks" and isinstance(value, TemplateView):
            any_deck = value[value.names()[0]]
            assert isinstance(any_deck, TemplateView)  # noqa: S101
            yield from (f"decks.<name>.{each}" for each in any_deck.names())
        elif isinstance(value, TemplateView | PieceRow):
            inside = value.names() if isinstance(value, TemplateView) else ("id", "count")
            yield from (f"{name}.{each}" for each in inside)


def _function(name: str, word: Callable[..., object]) -> TemplateName:
    parameters = [
        each.name if each.default is each.empty else f"{each.name}={_written(name, each.name, each.default)}"
        for each in inspect.signature(word).parameters.values()
        if each.name != "color"  # the other spelling of colour
    ]
    return TemplateName(name, inspect.getdoc(word) or "", f"({', '.join(parameters)})")


def _written(function: str, name: str, default: object) -> str:
    """Format a default as in a template; for texts, None stands for the default of all texts."""
    value = default
    if default is None and function in ("text", "text_path"):
        value = TEXT_DEFAULTS.get(name, "size" if name == "min" else None)
    if value is None:
        return "none"
    return f'"{value}"' if isinstance(value, str) and value != "size" else str(value)
