"""Where the cells and texts of a game are written: the file, with the row and column or the key."""

from __future__ import annotations

from pnp.location import Location
from pnp.place import locate
from pnp.resources import SPEC_FILE, Project
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import COUNT, ID, in_language
from pnp.terms import Lang


class Written:
    """The locations of a game's cells and texts in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self._project, self._game, self._lang = project, game, lang
        self._spec = project.location(project.components / game.id / SPEC_FILE)

    def row(self, deck: Deck, design: Design) -> Location:
        """The row of a piece: in a table or in the spec; the file of a finished picture."""
        place = locate(design.place, self._project)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id)

    def cell(self, deck: Deck, design: Design, name: str) -> Location:
        """The cell that a column of a piece comes from; the expression of a computed one."""
        if name in deck.computed:
            place = self.key(f"decks.{deck.name}.computed.{name}")
            return place.at(deck=deck.name, piece=design.id, column=name)
        column = in_language(name, self._lang) if isinstance(design.fields.get(name), dict) else name
        place = design.place
        if not (place.row or place.key):  # a finished picture has the name of its file
            return self.row(deck, design)
        place = locate(place.at(column=column), self._project)
        made = bool(deck.headings) and name in (ID, COUNT)
        heading = deck.headings.get(column, "" if made else column)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id, heading=heading)

    def text(self, key: str) -> Location:
        """A fixed text of the game."""
        return self.key(f"text.{key}.{self._lang}")

    def key(self, key: str) -> Location:
        """A key of the spec."""
        return locate(self._spec / key, self._project).at(game=self._game.id)
