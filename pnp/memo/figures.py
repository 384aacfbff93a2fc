"""Read the figures of a game from `components/<game>/figures.toml`; each is a position or a list of pieces.

[finished]                                  # used in a memo as figure = "finished"
view = "dogs"                               # a view of the game's scene
position = "dogs=1:sailor.3*"               # the relevant part of a position, in the engine's notation

[fan]                                       # for a game without a scene: a list of pieces
pieces = [{ piece = "ring", x = 0, y = 0, turn = -8 }, { piece = "fox", x = 30, y = 0, side = "back" }]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value, unknown_keys
from pnp.memo.facts import find_rules
from pnp.memo.source import FigureBlock
from pnp.play.core import Rules
from pnp.play.registry import find_game_module
from pnp.play.scene import GameScene, LineAt, PieceAt, Scene, TextAt
from pnp.project.folders import Project, read_toml, resolve_inside
from pnp.spec.model import Game
from pnp.spec.values import NAME
from pnp.terms import Side

FILE: Final = "figures.toml"
MOST: Final = 100
"""Maximum number of figures in a game, and of pieces, notes or strokes in a figure."""
MAX_DISTANCE: Final = 5_000.0
"""Maximum distance of a piece from the origin, in mm."""
KEYS: Final = ("view", "position", "players", "pieces", "notes", "strokes")
PIECE_KEYS: Final = ("piece", "x", "y", "turn", "side", "look", "marked")
NOTE_KEYS: Final = ("text", "x", "y")
STROKE_KEYS: Final = ("x", "y", "to_x", "to_y", "arrow")


@dataclass(frozen=True)
class Tableau:
    """A figure: pieces on the table, and the notes and strokes over them."""

    name: str
    where: Location
    scene: Scene

    def facts(self) -> dict[str, int]:
        """Return the numbers that texts can use, by name."""
        return {f"figure.{self.name}.{fact}": number for fact, number in self.scene.facts.items()}


def read_figures(project: Project, game: Game, names: Collection[str] | None = None) -> dict[str, Tableau]:
    """Return the figures of a game by name, or only those in `names`; raise SpecError with every problem found."""
    where, raw = _load(project, game)
    reader = _FigureReader(where, game, _Engine(project, game))
    figures = reader.figures({name: value for name, value in raw.items() if names is None or name in names})
    if reader.problems:
        raise SpecError(*reader.problems)
    return figures


def figure_names(project: Project, game: Game) -> list[str]:
    """Return the names of a game's figures."""
    return list(_load(project, game)[1])


def unknown_figure(figure: FigureBlock, names: Collection[str]) -> Problem:
    """Return the problem for a memo that uses an unknown figure."""
    message = f"{FILE} has no figure {quote_value(figure.name)}"
    return Problem(figure.where, message, did_you_mean(names, figure.name), code="E0706")


def _load(project: Project, game: Game) -> tuple[Location, dict[str, Any]]:
    """Return the location and the contents of the file; the contents are empty if it does not exist."""
    folder = project.components / game.id
    where = project.location(folder / FILE)
    path = resolve_inside(folder, FILE, project.root)
    if path is None:
        raise SpecError(Problem(where, "is a link that points outside the project's folder", code="E0107"))
    return where, read_toml(path, where) if path.exists() else {}


class _Engine:
    """The rules and the scene of a game, created on first use."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game

    @cached_property
    def rules(self) -> Rules | None:
        return find_rules(self._project, self._game)

    @cached_property
    def scene(self) -> GameScene | None:
        module = find_game_module(self._game.id, self._project)
        return None if module is None or self.rules is None else module.make_scene(self.rules)


class _FigureReader:
    """A converter from tables to figures, which collects their problems."""

    def __init__(self, where: Location, game: Game, engine: _Engine) -> None:
        self.where, self.game, self.engine = where, game, engine
        self.problems: list[Problem] = []
        self.decks = {design.id: (deck, design) for deck, design in game.designs()}

    def figures(self, raw: Mapping[str, object]) -> dict[str, Tableau]:
        if len(raw) > MOST:
            self._note(self.where, f"must have at most {MOST} figures", found=str(len(raw)), code="E0105")
            return {}
        made = {name: self._figure(name, value) for name, value in raw.items()}
        return {name: figure for name, figure in made.items() if figure is not None}

    def _figure(self, name: str, raw: object) -> Tableau | None:
        where = self.where / name
        if not isinstance(raw, dict):
            self._note(where, "must be a table", found=quote_value(raw))
            return None
        if not NAME.fullmatch(name):
            self._note(where, "must be named with lowercase letters, digits, - and _")
            return None
        before = len(self.problems)
        self.problems += unknown_keys(raw, KEYS, where)
        scene = self._scene(raw, where) if "view" in raw else self._listed(raw, where)
        if scene is not None:
            self._check_scene(scene, where)
        return Tableau(name, where, scene) if scene is not None and len(self.problems) == before else None

    def _scene(self, raw: Mapping[str, Any], where: Location) -> Scene | None:
        """Return the scene of a position, or None if it has problems."""
        rules, scene = self.engine.rules, self.engine.scene
        if rules is None or scene is None or not scene.views:
            hint = 'list the pieces instead: pieces = [{ piece = "…", x = 0, y = 0 }]'
            self._note(where / "view", "needs a scene, which the game does not have", hint, code="E0707")
            return None
        view = raw["view"]
        if view not in scene.views:
            hint = did_you_mean(scene.views, str(view))
            self._note(
                where / "view", "must be a view of the game's scene", hint, found=quote_value(view), code="E0707"
            )
            return None
        text, players = raw.get("position", ""), raw.get("players", self.game.players[0])
        if not isinstance(text, str):
            hint = 'for example "turn=1"'
            self._note(where / "position", "must be text in quotes", hint, found=quote_value(text), code="E0707")
            return None
        if not isinstance(players, int) or isinstance(players, bool):
            self._note(where / "players", "must be a whole number of players", found=quote_value(players), code="E0707")
            return None
        try:
            laid = scene.lay(rules.notation.sketch(" ".join(text.split()), players), view)
        except PnpError as error:
            for problem in error.problems:
                place = (where / "position").at(detail=problem.where.detail)
                self.problems.append(replace(problem, where=place, code="E0707"))
            return None
        except ValueError as error:
            message = f"has nothing to show in the view {quote_value(view)}"
            self._note(where / "position", message, found=str(error), code="E0707")
            return None
        more = self._listed(raw, where, needed=False)
        return laid if more is None else Scene.of_items((*laid.items, *more.items), laid.facts)

    def _listed(self, raw: Mapping[str, Any], where: Location, *, needed: bool = True) -> Scene | None:
        """Return the pieces, notes and strokes listed in the file."""
        if needed and "pieces" not in raw:
            self._note(where, "must have a view and a position, or pieces", code="E0707")
            return None
        items: list[PieceAt | TextAt | LineAt] = []
        makers: dict[
            str, tuple[tuple[str, ...], Callable[[Mapping[str, Any], Location], PieceAt | TextAt | LineAt]]
        ] = {
            "pieces": (PIECE_KEYS, self._piece),
            "strokes": (STROKE_KEYS, self._stroke),
            "notes": (NOTE_KEYS, self._text),
        }
        for key, (names, make) in makers.items():
            value = raw.get(key, [])
            if not isinstance(value, list) or len(value) > MOST or not all(isinstance(each, dict) for each in value):
                self._note(where / key, f"must be a list of at most {MOST} tables", found=quote_value(value))
                continue
            for number, each in enumerate(value, 1):
                here = where / key / number
                self.problems += unknown_keys(each, names, here)
                items.append(make(each, here))
        return Scene.of_items(items)

    def _piece(self, raw: Mapping[str, Any], where: Location) -> PieceAt:
        side = raw.get("side", Side.FRONT)
        if side not in list(Side):
            self._note(where / "side", 'must be "front" or "back"', found=quote_value(side))
            side = Side.FRONT
        look, marked = raw.get("look", 1), raw.get("marked", False)
        if not isinstance(look, int):
            self._note(where / "look", "must be a whole number", found=quote_value(look))
            look = 1
        if not isinstance(marked, bool):
            self._note(where / "marked", "must be true or false", found=quote_value(marked))
        x, y, turn = (self._number(raw, key, where) for key in ("x", "y", "turn"))
        # ids are unique in a game, so the deck before the slash is optional
        return PieceAt(str(raw.get("piece", "")).rpartition("/")[2], x, y, turn, Side(side), look, marked is True)

    def _stroke(self, raw: Mapping[str, Any], where: Location) -> LineAt:
        x, y, to_x, to_y = (self._number(raw, key, where) for key in STROKE_KEYS[:4])
        return LineAt(x, y, to_x, to_y, raw.get("arrow", True) is True)

    def _text(self, raw: Mapping[str, Any], where: Location) -> TextAt:
        text = raw.get("text")
        if isinstance(text, dict):
            missing = [lang for lang in self.game.languages if not isinstance(text.get(lang), str)]
            if missing:
                self._note(where / "text", f"has no text in {', '.join(missing)}", code="E0209")
            unknown = [lang for lang in text if lang not in self.game.languages]
            if unknown:
                hint = did_you_mean(self.game.languages, unknown[0])
                self._note(where / "text" / unknown[0], "is not a language of the game", hint, code="E0209")
            text = {lang: str(text.get(lang, "")) for lang in self.game.languages}
        elif not isinstance(text, str) or not text:
            message = "must be a text, or a table with a text for each language"
            message, found = ("is missing", "") if text is None else (message, quote_value(text))
            self._note(where / "text", message, found=found, code="E0209")
            text = ""
        return TextAt(text, self._number(raw, "x", where), self._number(raw, "y", where))

    def _number(self, raw: Mapping[str, Any], key: str, where: Location) -> float:
        value = raw.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._note(where / key, "must be a number", found=quote_value(value))
        elif not abs(value) <= MAX_DISTANCE:  # also catches nan
            unit = "degrees" if key == "turn" else "mm"
            self._note(
                where / key, f"must be from -{MAX_DISTANCE:g} to {MAX_DISTANCE:g} {unit}", found=quote_value(value)
            )
        else:
            return float(value)
        return 0.0

    def _check_scene(self, scene: Scene, where: Location) -> None:
        """Check that all pieces exist with their side and look, and that nothing is too far away."""
        if not any(isinstance(item, PieceAt) for item in scene.items):
            self._note(where, "has no pieces", code="E0707")
        for item in scene.items:
            if isinstance(item, PieceAt):
                self._check_piece(item, where)
            if not all(isfinite(at) and abs(at) <= MAX_DISTANCE for at in (item.x, item.y)):
                message = f"must have everything within {MAX_DISTANCE:g} mm of the origin"
                self._note(where, message, found=f"at {item.x:g}, {item.y:g}")

    def _check_piece(self, item: PieceAt, where: Location) -> None:
        if item.piece not in self.decks:
            message = f"the game has no piece {quote_value(item.piece)}"
            self._note(where, message, did_you_mean(self.decks, item.piece), code="E0707")
            return
        deck, design = self.decks[item.piece]
        if deck.template(item.side) is None:
            self._note(where, f"the {item.side} of {item.piece} is not printed", code="E0707")
        if item.look not in deck.looks(design):
            hint = f"its looks are 1 to {len(deck.looks(design))}"
            self._note(where, f"{item.piece} has no look {item.look}", hint, code="E0707")

    def _note(self, where: Location, message: str, hint: str = "", *, found: str = "", code: str = "E0204") -> None:
        self.problems.append(Problem(where, message, hint, found=found, code=code))
