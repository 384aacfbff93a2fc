"""What a template is given: every value and function by name, from the renderer itself, with what each is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pnp.face.face import Face
from pnp.face.piece import PieceRow, View
from pnp.face.render import USUAL, FaceRenderer
from pnp.location import Location
from pnp.resources import bundled
from pnp.spec.load import load_game
from pnp.terms import Ink, Side
from pnp.units import Size

VALUES: Final = {
    "w": "The width of the cut piece, mm.",
    "h": "The height of the cut piece, mm.",
    "bleed": "How far grounds reach beyond the cut, mm.",
    "lang": "The tag of the language that is printed.",
    "ink": "`full` or `low`.",
    "side": "`front` or `back`.",
    "look": "Which look of the row this face is, from 1 on.",
    "piece": 'The row: `piece.<column>`, in the language that is printed, or `piece["Card Name"]`.',
    "piece.id": "The id of the row.",
    "piece.count": "How many copies of it there are.",
    "deck": "The deck that the piece is of.",
    "deck.name": "Its key in game.toml.",
    "deck.title": "Its title.",
    "deck.kind": "What its pieces are: `card`, `tile`, `token` and so on.",
    "deck.size": "Their size, mm: `deck.size.width`, `deck.size.height`.",
    "deck.outline": "The line that the piece is cut along, as the data of a path.",
    "deck.count": "How many pieces it has, copies included.",
    "deck.place": "The place of this row among them, from 1 on.",
    "deck.rows": 'All of its rows: `{{ deck.rows|map(attribute="cost")|max }}`.',
    "game": "The game.",
    "game.id": "The name of its folder.",
    "game.title": "Its title.",
    "game.players": "The fewest and the most players.",
    "game.age": "From which age on it is played.",
    "game.minutes": "How long it takes.",
}
PICTURE: Final = {
    "picture.file": "The finished picture, in a deck of pictures, for `image(picture.file, …)`.",
    "picture.bleed": "How far it reaches beyond the cut, mm.",
    "picture.fit": "How it is fitted: `cover`, `contain` or `stretch`.",
}


@dataclass(frozen=True)
class TemplateWord:
    """Something that a template may write."""

    name: str
    """As it is written: `deck.place`, `text`."""
    about: str
    signature: str = ""
    """Of a function: `(x, y, scale=1)`."""


def template_words() -> list[TemplateWord]:
    """Values, then functions, as the renderer of a game gives them to templates; KeyError for one without a text."""
    given = _given()
    values = [TemplateWord(name, VALUES[name]) for name in _names(given)]
    functions = [_function(name, word) for name, word in given.items() if callable(word)]
    return [*values, *(TemplateWord(name, about) for name, about in PICTURE.items()), *functions]


class Asking(FaceRenderer):
    """A renderer that remembers what it gave to the last template, and draws nothing."""

    asked: dict[str, object]

    def fill(
        self, template: str, size: Size, where: Location, values: dict[str, object], *, lend_fonts: bool = False
    ) -> Face:
        """An empty face."""
        self.asked = self.given(size, where, values, lend_fonts=lend_fonts)
        return self.face("", size, where)


def _given() -> dict[str, object]:
    """What the template of a card of ours is really given."""
    project = bundled()
    game = load_game(project, project.games()[0])
    renderer = Asking(project, game, game.languages[0], Ink.FULL, 0.0)
    renderer.render(*game.designs()[0], Side.FRONT)
    return renderer.asked


def _names(given: dict[str, object]) -> Iterator[str]:
    """The values by name, and what can be asked of them; of a row only what every row has."""
    for name, value in given.items():
        if not callable(value):
            yield name
        if isinstance(value, View | PieceRow):
            inside = value.names() if isinstance(value, View) else ("id", "count")
            yield from (f"{name}.{each}" for each in inside)


def _function(name: str, word: Callable[..., object]) -> TemplateWord:
    parameters = [
        each.name if each.default is each.empty else f"{each.name}={_written(each.name, each.default)}"
        for each in inspect.signature(word).parameters.values()
    ]
    return TemplateWord(name, inspect.getdoc(word) or "", f"({', '.join(parameters)})")


def _written(name: str, default: object) -> str:
    """A default as a template writes it; what is None is what texts usually have."""
    value = USUAL.get(name, "size" if name == "min" else default) if default is None else default
    if isinstance(value, str) and value != "size":
        return f'"{value}"'
    return str(value)
