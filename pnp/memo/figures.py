"""The figures of a game, for all languages: `components/<game>/figures.toml`, each a position or a list of pieces.

[finished]                                  # memos name it: figure = "finished"
view = "dogs"                               # one of the game's scene
position = "dogs=1:sailor.3*"               # what matters of a position, in the engine's notation

[fan]                                       # or, for a game without a scene, piece by piece
pieces = [{ piece = "ring", x = 0, y = 0, turn = -8 }, { piece = "fox", x = 30, y = 0, side = "back" }]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Final

from pnp.errors import PnpError, Problem, SpecError, known, quoted
from pnp.memo.source import FigureUse
from pnp.play.core import Rules
from pnp.play.registry import find
from pnp.play.scene import LineAt, PieceAt, Scene, SceneLike, TextAt
from pnp.resources import Project, inside, read_toml
from pnp.spec.model import Game
from pnp.spec.values import NAME
from pnp.terms import Side

FILE: Final = "figures.toml"
MOST: Final = 100
"""Figures of a game, and pieces of a figure."""
FARTHEST: Final = 5_000.0
"""No piece lies farther away; mm."""
KEYS: Final = ("view", "position", "players", "pieces", "notes", "strokes")
PIECE_KEYS: Final = ("piece", "x", "y", "turn", "side", "look", "marked")
NOTE_KEYS: Final = ("text", "x", "y")
STROKE_KEYS: Final = ("x", "y", "to_x", "to_y", "arrow")


@dataclass(frozen=True)
class Tableau:
    """A figure as it lies on the table."""

    name: str
    where: str
    scene: Scene

    def facts(self) -> dict[str, int]:
        """The numbers that captions may quote."""
        return {f"figure.{self.name}.{fact}": number for fact, number in self.scene.facts.items()}


def read_figures(project: Project, game: Game, names: Collection[str] | None = None) -> dict[str, Tableau]:
    """The figures of a game by name, or those of some names; SpecError with everything that is wrong with them."""
    where, raw = _load(project, game)
    reader = _FigureReader(where, game, _Engine(project, game))
    figures = reader.figures({name: value for name, value in raw.items() if names is None or name in names})
    if reader.problems:
        raise SpecError(*reader.problems)
    return figures


def figure_names(project: Project, game: Game) -> list[str]:
    """The names of a game's figures."""
    return list(_load(project, game)[1])


def unknown_figure(figure: FigureUse, names: Collection[str]) -> Problem:
    """The problem of a memo's figure that the game does not have."""
    return Problem(figure.where, f"a figure of {FILE}", quoted(figure.name), known(names, figure.name), code="E0706")


def _load(project: Project, game: Game) -> tuple[str, dict[str, Any]]:
    """The file as messages name it, and what it says; an empty one where the game has no figures."""
    folder = project.components / game.id
    where = project.name(folder / FILE)
    path = inside(folder, FILE, project.root)
    if path is None:
        raise SpecError(Problem(where, "a file inside the project's folder", "a link that leaves it", code="E0107"))
    return where, read_toml(path, where) if path.exists() else {}


class _Engine:
    """The rules and the scene of a game, made when a figure first needs them."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game

    @cached_property
    def rules(self) -> Rules | None:
        module = find(self._game.id, self._project)
        return None if module is None or module.rules is None else module.make_rules(self._game)

    @cached_property
    def scene(self) -> SceneLike | None:
        module = find(self._game.id, self._project)
        return None if module is None or self.rules is None else module.make_scene(self.rules)


class _FigureReader:
    """Makes the figures, and notes what is wrong on the way."""

    def __init__(self, where: str, game: Game, engine: _Engine) -> None:
        self.where, self.game, self.engine = where, game, engine
        self.problems: list[Problem] = []
        self.decks = {design.id: (deck, design) for deck, design in game.designs()}

    def figures(self, raw: Mapping[str, object]) -> dict[str, Tableau]:
        if len(raw) > MOST:
            self._note(self.where, f"at most {MOST} figures", str(len(raw)), code="E0105")
            return {}
        made = {name: self._figure(name, value) for name, value in raw.items()}
        return {name: figure for name, figure in made.items() if figure is not None}

    def _figure(self, name: str, raw: object) -> Tableau | None:
        where = f"{self.where}: {name}"
        if not isinstance(raw, dict) or not NAME.fullmatch(name):
            self._note(where, "a table named with small letters, digits, - and _", quoted(raw))
            return None
        before = len(self.problems)
        self._check_keys(raw, KEYS, where)
        scene = self._scene(raw, where) if "view" in raw else self._listed(raw, where)
        if scene is not None:
            self._check_scene(scene, where)
        return Tableau(name, where, scene) if scene is not None and len(self.problems) == before else None

    def _scene(self, raw: Mapping[str, Any], where: str) -> Scene | None:
        """What the game's scene makes of the position."""
        rules, scene = self.engine.rules, self.engine.scene
        if rules is None or scene is None:
            hint = 'list the pieces instead: pieces = [{ piece = "…", x = 0, y = 0 }]'
            self._note(f"{where}.view", "a game that says how its positions lie (scene)", "none", hint, code="E0707")
            return None
        if raw["view"] not in scene.views:
            self._note(
                f"{where}.view",
                "a view of the game",
                quoted(raw["view"]),
                known(scene.views, str(raw["view"])),
                code="E0707",
            )
            return None
        text, players = raw.get("position", ""), raw.get("players", self.game.players[0])
        if not isinstance(text, str):
            self._note(f"{where}.position", "a position in quotes", quoted(text), 'for example "turn=1"', code="E0707")
            return None
        if not isinstance(players, int) or isinstance(players, bool):
            self._note(f"{where}.players", "a number of players", quoted(players), code="E0707")
            return None
        try:
            laid = scene.lay(rules.notation.sketch(" ".join(text.split()), players), raw["view"])
        except PnpError as error:
            for problem in error.problems:
                self._note(f"{where}.position", problem.expected, problem.found, problem.hint, code="E0707")
            return None
        except ValueError as error:
            self._note(f"{where}.position", f"something to see in the view {raw['view']}", str(error), code="E0707")
            return None
        more = self._listed(raw, where, needed=False)
        return laid if more is None else Scene((*laid.items, *more.items), laid.facts)

    def _listed(self, raw: Mapping[str, Any], where: str, *, needed: bool = True) -> Scene | None:
        """The pieces, notes and strokes that the file itself lists."""
        if needed and "pieces" not in raw:
            self._note(where, "a view and a position, or pieces", "neither", code="E0707")
            return None
        items: list[PieceAt | TextAt | LineAt] = []
        makers: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any], str], PieceAt | TextAt | LineAt]]] = {
            "pieces": (PIECE_KEYS, self._laid),
            "strokes": (STROKE_KEYS, self._stroke),
            "notes": (NOTE_KEYS, self._text),
        }
        for key, (names, make) in makers.items():
            value = raw.get(key, [])
            if not isinstance(value, list) or len(value) > MOST or not all(isinstance(each, dict) for each in value):
                self._note(f"{where}.{key}", f"a list of at most {MOST} tables", quoted(value))
                continue
            for number, each in enumerate(value, 1):
                self._check_keys(each, names, f"{where}.{key}[{number}]")
                items.append(make(each, f"{where}.{key}[{number}]"))
        return Scene(tuple(items))

    def _laid(self, raw: Mapping[str, Any], where: str) -> PieceAt:
        side = raw.get("side", Side.FRONT)
        if side not in list(Side):
            self._note(f"{where}.side", '"front" or "back"', quoted(side))
            side = Side.FRONT
        look, marked = raw.get("look", 1), raw.get("marked", False)
        if not isinstance(look, int) or not isinstance(marked, bool):
            self._note(where, "a number for look, true or false for marked", quoted(dict(raw)))
            look = 1
        x, y, turn = (self._number(raw, key, where) for key in ("x", "y", "turn"))
        # ids are unique in a game; the deck may be named for those who read the file
        return PieceAt(str(raw.get("piece", "")).rpartition("/")[2], x, y, turn, Side(side), look, marked is True)

    def _stroke(self, raw: Mapping[str, Any], where: str) -> LineAt:
        x, y, to_x, to_y = (self._number(raw, key, where) for key in STROKE_KEYS[:4])
        return LineAt(x, y, to_x, to_y, raw.get("arrow", True) is True)

    def _text(self, raw: Mapping[str, Any], where: str) -> TextAt:
        text = raw.get("text")
        if isinstance(text, dict):
            missing = [lang for lang in self.game.languages if not isinstance(text.get(lang), str)]
            if missing:
                self._note(f"{where}.text", f"a text in {', '.join(missing)}", quoted(text), code="E0209")
            unknown = [lang for lang in text if lang not in self.game.languages]
            if unknown:
                hint = known(self.game.languages, unknown[0])
                self._note(f"{where}.text", "languages of the game", quoted(unknown[0]), hint, code="E0209")
            text = {lang: str(text.get(lang, "")) for lang in self.game.languages}
        elif not isinstance(text, str) or not text:
            self._note(f"{where}.text", "a text, or one for each language", quoted(text), code="E0209")
            text = ""
        return TextAt(text, self._number(raw, "x", where), self._number(raw, "y", where))

    def _number(self, raw: Mapping[str, Any], key: str, where: str) -> float:
        value = raw.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._note(f"{where}.{key}", "a number", quoted(value))
        elif not abs(value) <= FARTHEST:  # also what is no number at all
            what = f"degrees within {FARTHEST:g}" if key == "turn" else f"places within {FARTHEST:g} mm"
            self._note(f"{where}.{key}", what, quoted(value))
        else:
            return float(value)
        return 0.0

    def _check_scene(self, scene: Scene, where: str) -> None:
        """Whether every piece is one of the spec's, with that side, and near the others."""
        if not any(isinstance(item, PieceAt) for item in scene.items):
            self._note(where, "at least one piece", "none", code="E0707")
        for item in scene.items:
            if isinstance(item, PieceAt):
                self._check_piece(item, where)
            if not all(isfinite(at) and abs(at) <= FARTHEST for at in (item.x, item.y)):
                self._note(where, f"places within {FARTHEST:g} mm", f"{item.x:g}, {item.y:g}")

    def _check_piece(self, item: PieceAt, where: str) -> None:
        if item.piece not in self.decks:
            self._note(where, "a piece of the game", quoted(item.piece), known(self.decks, item.piece), code="E0707")
            return
        deck, design = self.decks[item.piece]
        if deck.template(item.side) is None:
            self._note(where, f"a side of {item.piece} that is printed", item.side, code="E0707")
        if item.look not in deck.looks(design):
            self._note(where, f"a look of {item.piece}: 1 to {len(deck.looks(design))}", str(item.look), code="E0707")

    def _check_keys(self, raw: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
        for key in raw:
            if key not in names:
                self._note(f"{where}.{key}", "a known key", quoted(key), known(names, key), code="E0202")

    def _note(self, where: str, expected: str, found: str, hint: str = "", *, code: str = "E0204") -> None:
        self.problems.append(Problem(where, expected, found, hint, code=code))
