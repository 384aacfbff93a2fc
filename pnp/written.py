"""Locations of a game's cells and texts in its source files."""

from __future__ import annotations

from pnp.errors import Location
from pnp.project.folders import SPEC_FILE, Project
from pnp.project.lines import add_line
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import COUNT, ID, translated_heading
from pnp.terms import Lang


class SourceLocations:
    """The locations of a game's cells and texts in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self._project, self._game, self._lang = project, game, lang
        self._spec = project.location(project.components / game.id / SPEC_FILE)

    def row(self, deck: Deck, design: Design) -> Location:
        """Return the location of a piece's row in a table or in game.toml, or of its finished picture."""
        place = add_line(design.place, self._project)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id)

    def cell(self, deck: Deck, design: Design, name: str) -> Location:
        """Return the location of a piece's cell, or of the expression for a computed column."""
        if name in deck.computed:
            place = self.key(f"decks.{deck.name}.computed.{name}")
            return place.at(deck=deck.name, piece=design.id, column=name)
        column = translated_heading(name, self._lang) if isinstance(design.fields.get(name), dict) else name
        place = design.place
        if not (place.row or place.key):  # a finished picture has no cells
            return self.row(deck, design)
        place = add_line(place.at(column=column), self._project)
        made = bool(deck.headings) and name in (ID, COUNT)
        heading = deck.headings.get(column, "" if made else column)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id, heading=heading)

    def text(self, key: str) -> Location:
        """Return the location of a text in `[text]`."""
        return self.key(f"text.{key}.{self._lang}")

    def key(self, key: str) -> Location:
        """Return the location of a key in game.toml."""
        return add_line(self._spec / key, self._project).at(game=self._game.id)
