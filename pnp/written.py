"""Where the cells and texts of a game are written: the file, with the row and column or the key."""

from __future__ import annotations

from dataclasses import replace

from pnp.place import Location, read_place
from pnp.resources import SPEC_FILE, Project
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import COUNT, ID, in_language
from pnp.terms import Lang


class Written:
    """The places of a game's cells and texts in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self._project, self._game, self._lang = project, game, lang
        self._spec = project.name(project.components / game.id / SPEC_FILE)
        self._tables: dict[str, Location] = {}
        """The first row that was asked for, by its table: the others differ in their number only."""

    def row(self, deck: Deck, design: Design) -> Location:
        """The row of a piece: in a table or in the spec; the file of a finished picture."""
        table = design.place.removesuffix(f":{design.row}")
        if table == design.place:
            place = read_place(design.place, self._project)
        else:
            if table not in self._tables:
                self._tables[table] = read_place(design.place, self._project)
            line = design.row if self._tables[table].line else 0
            place = replace(self._tables[table], shown=design.place, row=design.row, line=line)
        return replace(place, game=self._game.id, deck=deck.name, piece=design.id)

    def cell(self, deck: Deck, design: Design, name: str) -> Location:
        """The cell that a column of a piece comes from; the expression of a computed one."""
        if name in deck.computed:
            place = self.key(f"decks.{deck.name}.computed.{name}")
            return replace(place, deck=deck.name, piece=design.id, column=name)
        place = self.row(deck, design)
        column = in_language(name, self._lang) if isinstance(design.fields.get(name), dict) else name
        if place.key:
            place = replace(read_place(f"{place.shown}: {column}", self._project), game=place.game, piece=place.piece)
        elif place.row:
            place = replace(place, shown=f"{place.shown}: {column}", column=column)
        if not place.row:  # a finished picture is called by the name of its file
            return place
        made = bool(deck.headings) and name in (ID, COUNT)
        return replace(place, deck=deck.name, heading=deck.headings.get(column, "" if made else column))

    def text(self, key: str) -> Location:
        """A fixed text of the game."""
        return self.key(f"text.{key}.{self._lang}")

    def key(self, key: str) -> Location:
        """A key of the spec."""
        return replace(read_place(f"{self._spec}: {key}", self._project), game=self._game.id)
