"""Read the figures of a game from `components/<game>/figures.toml`; each is a position or a list of pieces.

[finished]                                  # used in a memo as figure = "finished"
view = "dogs"                               # a view of the game's scene
position = "dogs=1:sailor.3*"               # the relevant part of a position, in the engine's notation

[first-turn]                                # an example: the engine plays the moves and proves the claims
view = "table"                              # every game with rules has this view, from above
seed = 7                                    # a deal instead of a position
moves = ["1: play: Owl", "2: draw a card"]  # in the words of a record
frames = [0, 2]                             # after how many moves; two are before and after
claims = { "score.1" = 3, turn = 1 }
refused = ["play: Fox"]

[fan]                                       # for a game without rules: a list of pieces
pieces = [{ piece = "ring", x = 0, y = 0, turn = -8 }, { piece = "fox", x = 30, y = 0, side = "back" }]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import isfinite
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value, unknown_keys
from pnp.memo.examples import MOST_MOVES, Played, false_claims, play_moves, position_facts, wrongly_refused
from pnp.memo.facts import Facts, evaluate, find_rules
from pnp.memo.source import FigureBlock
from pnp.memo.tableau import Anchor, CalloutAt, FigureFrame, PieceTrace, SignAt, Tableau
from pnp.play.core import Rules, State, Translations
from pnp.play.registry import find_game_module
from pnp.play.scene import (
    AreaAt,
    GameScene,
    Item,
    LineAt,
    PieceAt,
    Scene,
    TextAt,
    Tone,
    Zone,
    ZoneShape,
    scene_of,
)
from pnp.project.folders import Project, read_toml, resolve_inside
from pnp.spec.model import Game
from pnp.spec.values import NAME
from pnp.terms import Lang, Side

FILE: Final = "figures.toml"
MOST: Final = 100
"""Maximum number of figures in a game, and of pieces, notes or strokes in a figure."""
MOST_FRAMES: Final = 24
"""Maximum number of frames in a figure."""
MAX_DISTANCE: Final = 5_000.0
"""Maximum distance of a piece from the origin, in mm."""
TABLE_VIEW: Final = "table"
"""The view of the whole table, which every game with rules has."""
ALL: Final = "all"
"""The viewer who sees what any player sees."""
ENGINE_KEYS: Final = (
    *("view", "position", "seed", "options", "players", "viewer", "zones", "seats", "moves", "frames"),
    *("areas", "trace", "claims", "refused"),
)
"""Keys of a position; the others are for any figure."""
KEYS: Final = (*ENGINE_KEYS, "columns", "verdict", "pieces", "notes", "strokes", "signs", "callouts")
FRAME_KEYS: Final = ("ply", "text", "verdict")
PLACE_KEYS: Final = ("zone", "frame")
"""Keys of everything that is added to a figure."""
PIECE_KEYS: Final = ("piece", "x", "y", "turn", "side", "look", "marked")
NOTE_KEYS: Final = ("text", "x", "y")
STROKE_KEYS: Final = ("x", "y", "to_x", "to_y", "arrow")
SIGN_KEYS: Final = ("verdict", "piece", "x", "y")
CALLOUT_KEYS: Final = ("text", "piece", "x", "y", "side")
SIDES: Final = ("left", "right")
VERDICTS: Final = (Tone.RIGHT.value, Tone.WRONG.value)
_NUMBER: Final = re.compile(r"\{=([^{}]+)\}")


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
        self.tones: set[str] = set()
        """Tones of the areas in the figure that is read."""
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
        if "view" in raw:
            frames = self._frames(raw, where)
        else:
            unplayed = [key for key in ENGINE_KEYS if key in raw]
            for key in unplayed[:1]:
                self._note(where / key, "needs a view", f'for example view = "{TABLE_VIEW}"', code="E0707")
            frames = [] if unplayed else self._pieces_only(raw, where)
        if len(self.problems) > before:
            return None
        whole = raw.get("view") == TABLE_VIEW
        frames = self._with_additions(raw, frames, where, whole=whole)
        for frame in frames:
            for scene in frame.scenes.values():
                self._check_scene(scene, where)
        columns = self._count(raw, "columns", where, len(frames)) if "columns" in raw else 0
        seats = (self._text_of(each, where / "seats" / at) for at, each in enumerate(self._seats(raw, where), 1))
        tinted = frozenset(each for each in self._areas(raw) if each not in set(Tone)) if whole else frozenset()
        viewer = raw.get("viewer", 1)
        bottom = viewer - 1 if isinstance(viewer, int) else 0
        made = Tableau(name, where, tuple(frames), whole, tuple(seats), bottom, tinted, columns)
        return made if frames and len(self.problems) == before else None

    def _pieces_only(self, raw: Mapping[str, Any], where: Location) -> list[FigureFrame]:
        """Return the frame of a figure without a position; its pieces are added later."""
        if "pieces" not in raw:
            self._note(where, "must have a view and a position, or pieces", code="E0707")
        return [
            FigureFrame(
                {lang: Scene.of_items(()) for lang in self.game.languages[:1]}, verdict=self._verdict(raw, where)
            )
        ]

    def _frames(self, raw: Mapping[str, Any], where: Location) -> list[FigureFrame]:
        """Return the frames of a position and of the moves made in it, without what is added to them."""
        rules, scene = self.engine.rules, self.engine.scene
        views = (*(scene.views if scene else ()), *((TABLE_VIEW,) if isinstance(scene, GameScene) else ()))
        if rules is None or scene is None or not views:
            hint = 'list the pieces instead: pieces = [{ piece = "…", x = 0, y = 0 }]'
            self._note(where / "view", "needs a scene, which the game does not have", hint, code="E0707")
            return []
        view = raw["view"]
        if view not in views:
            hint = did_you_mean(views, str(view))
            self._note(
                where / "view", "must be a view of the game's scene", hint, found=quote_value(view), code="E0707"
            )
            return []
        start = self._start(rules, raw, where)
        moves = self._texts(raw, "moves", where)
        if start is None or moves is None:
            return []
        try:
            played = play_moves(start, moves, where / "moves")
        except SpecError as error:
            self.problems += error.problems
            return []
        self.tones = set()
        plies = enumerate(self._plies(raw, len(moves), where), 1)
        frames = [self._frame(scene, played, ply, keys, raw, where, number) for number, (ply, keys) in plies]
        self._prove(raw, played, scene, where)
        self._check_areas(raw, where)
        return [frame for frame in frames if frame is not None]

    def _start(self, rules: Rules, raw: Mapping[str, Any], where: Location) -> State | None:
        """Return the first position, or None if it has problems: one that is given, or a deal."""
        text, players = raw.get("position", ""), raw.get("players", self.game.players[0])
        if not isinstance(text, str):
            hint = 'for example "turn=1"'
            self._note(where / "position", "must be text in quotes", hint, found=quote_value(text), code="E0707")
            return None
        if not isinstance(players, int) or isinstance(players, bool):
            self._note(where / "players", "must be a whole number of players", found=quote_value(players), code="E0707")
            return None
        seed, options = raw.get("seed", 0), raw.get("options", {})
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            self._note(where / "seed", "must be a number or a text", found=quote_value(seed), code="E0707")
            return None
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            hint = 'for example { extension = "yes" }'
            self._note(where / "options", "must be a table of texts", hint, found=quote_value(options), code="E0707")
            return None
        dealt = "seed" in raw or (raw["view"] == TABLE_VIEW and "position" not in raw)
        unused = next((key for key in (("position",) if dealt else ("options",)) if key in raw), "")
        if unused:
            hint = "a position has its options in it, and is not dealt: options=…"
            self._note(
                where / unused, "cannot be used with " + ("a seed" if dealt else "a position"), hint, code="E0707"
            )
            return None
        key = where / ("seed" if "seed" in raw else "players" if dealt else "position")
        try:
            if dealt:
                return rules.new(players, seed, options)
            sketched: State = rules.notation.sketch(" ".join(text.split()), players)
        except PnpError as error:
            for problem in error.problems:
                place = key.at(detail=problem.where.detail)
                self.problems.append(replace(problem, where=place, code="E0707"))
            return None
        return sketched

    def _plies(self, raw: Mapping[str, Any], moves: int, where: Location) -> list[tuple[int, Mapping[str, Any]]]:
        """Return the number of moves before each frame, with the keys of the frame."""
        listed = raw.get("frames", [moves])
        if not isinstance(listed, list) or not 0 < len(listed) <= MOST_FRAMES:
            hint = "for example [0, 2]: after how many moves"
            self._note(
                where / "frames", f"must be a list of 1 to {MOST_FRAMES} frames", hint, found=quote_value(listed)
            )
            return []
        found: list[tuple[int, Mapping[str, Any]]] = []
        for number, each in enumerate(listed, 1):
            here, keys = where / "frames" / number, each if isinstance(each, dict) else {"ply": each}
            self.problems += unknown_keys(keys, FRAME_KEYS, here)
            ply = keys.get("ply")
            if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= moves:
                message = f"must be a number of moves from 0 to {moves}"
                self._note(here, message, found=quote_value(ply), code="E0707")
                continue
            found.append((ply, keys))
        return found

    def _frame(
        self,
        scene: GameScene,
        played: Played,
        ply: int,
        keys: Mapping[str, Any],
        raw: Mapping[str, Any],
        where: Location,
        number: int,
    ) -> FigureFrame | None:
        """Return the frame after some moves, or None if there is nothing to show."""
        state, view = played.states[ply], raw["view"]
        shown: dict[Lang, Scene] = {}
        traces: tuple[PieceTrace, ...] = ()
        asked = self._areas(raw)
        if view == TABLE_VIEW:
            shown = {lang: self._table(state, raw, lang, where) for lang in self.game.languages}
            self._check_zones([each for each in asked if each not in set(Tone)], shown, where / "areas")
        else:
            try:
                laid = scene.lay(state, view)
            except ValueError as error:
                message = f"has nothing to show in the view {quote_value(view)}"
                self._note(where / "position", message, found=str(error), code="E0707")
                return None
            shown = dict.fromkeys(self.game.languages[:1], laid)
            if any(each not in set(Tone) for each in asked):
                message = f"must be true or a list of {', '.join(Tone)}"
                self._note(where / "areas", message, found=quote_value(raw["areas"]))
        facts = self._facts(scene, state, view, shown)
        first = next(iter(shown.values()))
        self.tones |= {str(item.tone) for item in first.items if isinstance(item, AreaAt)}
        shown = {lang: _with_areas(each, asked) for lang, each in shown.items()}
        if ply and view == TABLE_VIEW and raw.get("trace"):
            earlier = self._table(played.states[ply - 1], raw, self.game.languages[0], where)
            shown, traces = _traced(shown, earlier, played, ply)
        verdict = self._verdict(keys if "verdict" in keys else raw, where)
        text = self._filled(keys["text"], facts, where / "frames" / number / "text") if "text" in keys else ""
        return FigureFrame(shown, facts, ply, text, verdict, traces=traces)

    def _facts(self, scene: GameScene, state: State, view: str, shown: Mapping[Lang, Scene]) -> dict[str, int]:
        """Return the facts of a position: general ones, and those of the view; the table has those of all views."""
        found = position_facts(state, self.game.languages[0])
        for each in scene.views if view == TABLE_VIEW else ():
            try:
                found = {**scene.lay(state, each).facts, **found}
            except ValueError:
                continue
        return {**found, **next(iter(shown.values())).facts}

    def _table(self, state: State, raw: Mapping[str, Any], lang: Lang, where: Location) -> Scene:
        """Return the table as the viewer sees it, with the zones that are asked for."""
        viewer = raw.get("viewer", 1)
        if viewer == ALL:
            seat = 0
        elif isinstance(viewer, int) and not isinstance(viewer, bool) and 1 <= viewer <= state.players:
            seat = viewer - 1
        else:
            message = f'must be a player from 1 to {state.players}, or "{ALL}"'
            self._note(where / "viewer", message, found=quote_value(viewer))
            seat = 0
        scene = scene_of(state, seat, lang)
        for other in range(1, state.players if viewer == ALL else 0):
            own = {zone.id: zone for zone in scene_of(state, other, lang).zones if zone.owner == other}
            scene = replace(scene, zones=tuple(own.get(zone.id, zone) for zone in scene.zones))
        names = self._texts(raw, "zones", where) or []
        self._check_zones(names, {lang: scene}, where / "zones")
        zones = tuple(zone for zone in scene.zones if not names or zone.id in names)
        return replace(scene, zones=zones, moves=())

    def _check_zones(self, names: Iterable[str], scenes: Mapping[Lang, Scene], where: Location) -> None:
        known = [zone.id for zone in next(iter(scenes.values())).zones]
        for name in names:
            if name not in known:
                hint = did_you_mean(known, name)
                problem = Problem(where, "is not a zone of this table", hint, found=quote_value(name), code="E0707")
                self.problems += [problem] if problem not in self.problems else []

    def _prove(self, raw: Mapping[str, Any], played: Played, scene: GameScene, where: Location) -> None:
        """Note every claim that is not true after the moves, and every refused move that is legal."""
        claims = raw.get("claims", {})
        if not isinstance(claims, dict):
            self._note(where / "claims", "must be a table", 'for example { "score.1" = 7 }', found=quote_value(claims))
        elif claims:
            shown = {}
            if raw["view"] != TABLE_VIEW:
                try:
                    shown[self.game.languages[0]] = scene.lay(played.last, raw["view"])
                except ValueError:
                    return
            facts = self._facts(scene, played.last, raw["view"], shown or {self.game.languages[0]: Scene(())})
            self.problems += false_claims(claims, facts, where / "claims")
        refused = self._texts(raw, "refused", where)
        if refused:
            self.problems += wrongly_refused(played, refused, where / "refused")

    def _areas(self, raw: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the tones and zones to tint."""
        asked = raw.get("areas", False)
        if asked is True:
            return tuple(Tone)
        return tuple(map(str, asked)) if isinstance(asked, list) else ()

    def _check_areas(self, raw: Mapping[str, Any], where: Location) -> None:
        """Note areas that no frame has."""
        tones, asked = self.tones, raw.get("areas", False)
        if not isinstance(asked, bool | list):
            hint = 'for example areas = ["closed"]'
            self._note(where / "areas", "must be true or a list", hint, found=quote_value(asked))
        wanted = set(self._areas(raw)) & set(Tone)
        missing = [] if asked is True and tones else sorted(wanted - tones)
        if missing:
            message = f"has no area that is {missing[0]}" if asked is not True else "has no areas"
            self._note(where / "areas", message, f"its areas: {', '.join(sorted(tones)) or 'none'}", code="E0707")

    def _seats(self, raw: Mapping[str, Any], where: Location) -> list[Any]:
        """Return the names of the players as they are written, if there is one for each."""
        seats, players = raw.get("seats", []), raw.get("players", self.game.players[0])
        if not isinstance(seats, list) or (seats and len(seats) != players):
            self._note(where / "seats", f"must be a list of {players} names", found=quote_value(seats))
            return []
        return seats

    def _verdict(self, raw: Mapping[str, Any], where: Location) -> Tone | None:
        value = raw.get("verdict")
        if value is None or value in VERDICTS:
            return value and Tone(value)
        self._note(where / "verdict", f"must be {' or '.join(map(quote_value, VERDICTS))}", found=quote_value(value))
        return None

    def _texts(self, raw: Mapping[str, Any], key: str, where: Location) -> list[str] | None:
        """Return a list of texts; None, with a problem, if it is none."""
        value = raw.get(key, [])
        if not isinstance(value, list) or len(value) > MOST_MOVES or not all(isinstance(each, str) for each in value):
            self._note(where / key, f"must be a list of at most {MOST_MOVES} texts", found=quote_value(value))
            return None
        return value

    def _count(self, raw: Mapping[str, Any], key: str, where: Location, most: int) -> int:
        value = raw[key]
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= max(most, 1):
            self._note(where / key, f"must be a whole number from 1 to {max(most, 1)}", found=quote_value(value))
            return 0
        return value

    def _with_additions(
        self, raw: Mapping[str, Any], frames: list[FigureFrame], where: Location, *, whole: bool
    ) -> list[FigureFrame]:
        """Return the frames with the pieces, strokes, notes, signs and callouts listed in the file."""
        makers: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any], FigureFrame, Location], Any]]] = {
            "pieces": (PIECE_KEYS, lambda each, _, here: self._piece(each, here)),
            "strokes": (STROKE_KEYS, lambda each, _, here: self._stroke(each, here)),
            "notes": (NOTE_KEYS, self._text),
            "signs": (SIGN_KEYS, self._sign),
            "callouts": (CALLOUT_KEYS, self._callout),
        }
        for key, (names, make) in makers.items():
            value = raw.get(key, [])
            if not isinstance(value, list) or len(value) > MOST or not all(isinstance(each, dict) for each in value):
                self._note(where / key, f"must be a list of at most {MOST} tables", found=quote_value(value))
                continue
            for number, each in enumerate(value, 1):
                here = where / key / number
                self.problems += unknown_keys(each, (*names, *PLACE_KEYS), here)
                at = self._count(each, "frame", here, len(frames)) if "frame" in each else 0
                for place, frame in enumerate(frames):
                    if at in (0, place + 1):
                        frames[place] = self._added(frame, make(each, frame, here), each, here, whole=whole)
        return frames

    def _added(
        self, frame: FigureFrame, made: Any, raw: Mapping[str, Any], where: Location, *, whole: bool
    ) -> FigureFrame:
        """Return a frame with one more item, sign or callout."""
        if isinstance(made, SignAt):
            return replace(frame, signs=(*frame.signs, made))
        if isinstance(made, CalloutAt):
            return replace(frame, callouts=(*frame.callouts, made))
        zone = str(raw.get("zone", "")) if whole else ""
        first = next(iter(frame.scenes.values()))
        if not any(each.id == zone for each in first.zones):
            hint = did_you_mean([each.id for each in first.zones], zone)
            self._note(where / "zone", "must be a zone of the table", hint, found=quote_value(zone), code="E0707")
        return replace(frame, scenes={lang: _with_item(scene, made, zone) for lang, scene in frame.scenes.items()})

    def _sign(self, raw: Mapping[str, Any], frame: FigureFrame, where: Location) -> SignAt:
        verdict = self._verdict(raw, where)
        if "verdict" not in raw:
            self._note(where / "verdict", "is missing")
        return SignAt(verdict or Tone.RIGHT, self._anchor(raw, frame, where))

    def _callout(self, raw: Mapping[str, Any], frame: FigureFrame, where: Location) -> CalloutAt:
        side = raw.get("side", "right")
        if side not in SIDES:
            self._note(where / "side", 'must be "left" or "right"', found=quote_value(side))
        text = self._filled(raw.get("text"), frame.facts, where / "text")
        return CalloutAt(text, self._anchor(raw, frame, where), str(side))

    def _anchor(self, raw: Mapping[str, Any], frame: FigureFrame, where: Location) -> Anchor:
        """Return what a sign or a callout points at, which must be in the frame."""
        piece, zone = str(raw.get("piece", "")).rpartition("/")[2], str(raw.get("zone", ""))
        zones = {each.id: each for each in next(iter(frame.scenes.values())).zones}
        if zone and zone not in zones:
            hint = did_you_mean(zones, zone)
            self._note(where / "zone", "must be a zone of the table", hint, found=quote_value(zone), code="E0707")
        there = [each.piece for name, at in zones.items() if zone in ("", name) for _, each in at.pieces]
        if piece and piece not in there:
            hint = did_you_mean(list(dict.fromkeys(there)), piece)
            self._note(where / "piece", "is not in the figure", hint, found=quote_value(piece), code="E0707")
        if not piece and not zone and not {"x", "y"} <= raw.keys():
            self._note(where, "must have a piece, a zone, or x and y", code="E0707")
        if not piece and not zone and TABLE_VIEW in zones and len(zones) > 1:
            self._note(where / "zone", "is missing", code="E0707")
        x, y = (self._number(raw, key, where) if key in raw else None for key in ("x", "y"))
        return Anchor(piece, zone, x, y)

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

    def _text(self, raw: Mapping[str, Any], frame: FigureFrame, where: Location) -> TextAt:
        text = self._filled(raw.get("text"), frame.facts, where / "text")
        return TextAt(text, self._number(raw, "x", where), self._number(raw, "y", where))

    def _filled(self, raw: object, facts: Facts, where: Location) -> str | Translations:
        """Return a text with the facts of its frame: `{=score.1}`."""
        text = self._text_of(raw, where)

        def number(found: re.Match[str]) -> str:
            try:
                return str(evaluate(found[1], facts, where)).replace("-", "−")
            except PnpError as error:
                self.problems += [problem for problem in error.problems if problem not in self.problems]
                return ""

        if isinstance(text, str):
            return _NUMBER.sub(number, text)
        return {lang: _NUMBER.sub(number, words) for lang, words in text.items()}

    def _text_of(self, text: object, where: Location) -> str | Translations:
        """Return a text, or one for each language."""
        if isinstance(text, dict):
            missing = [lang for lang in self.game.languages if not isinstance(text.get(lang), str)]
            if missing:
                self._note(where, f"has no text in {', '.join(missing)}", code="E0209")
            unknown = [lang for lang in text if lang not in self.game.languages]
            if unknown:
                hint = did_you_mean(self.game.languages, unknown[0])
                self._note(where / unknown[0], "is not a language of the game", hint, code="E0209")
            return {lang: str(text.get(lang, "")) for lang in self.game.languages}
        if not isinstance(text, str) or not text:
            message = "must be a text, or a table with a text for each language"
            message, found = ("is missing", "") if text is None else (message, quote_value(text))
            self._note(where, message, found=found, code="E0209")
            return ""
        return text

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
        problem = Problem(where, message, hint, found=found, code=code)
        if problem not in self.problems:  # all frames of a figure have what is added to it
            self.problems.append(problem)


def _with_item(scene: Scene, item: Item, zone: str) -> Scene:
    """Return the scene with one more item in a zone."""
    zones = (replace(each, items=(*each.items, item)) if each.id == zone else each for each in scene.zones)
    return replace(scene, zones=tuple(zones))


def _with_areas(scene: Scene, tones: Collection[str]) -> Scene:
    """Return the scene with the tinted areas of these tones only."""

    def shown(zone: Zone) -> Iterator[Item]:
        return (item for item in zone.items if not isinstance(item, AreaAt) or item.tone in tones)

    return replace(scene, zones=tuple(replace(zone, items=tuple(shown(zone))) for zone in scene.zones))


def _traced(
    scenes: Mapping[Lang, Scene], earlier: Scene, played: Played, ply: int
) -> tuple[dict[Lang, Scene], tuple[PieceTrace, ...]]:
    """Return the scenes after a move with what it covered or the way that it went, and the way between zones.

    `earlier` is the table before it, for the same viewer.
    """
    before, action = played.states[ply - 1], played.actions[ply - 1]
    seen = scene_of(before, before.current(), next(iter(scenes)))
    move = next((each for each in seen.moves if each.action == action), None)
    later = next(iter(scenes.values()))
    shown = {zone.id: zone for zone in later.zones}
    if move is None or move.zone not in shown:
        return dict(scenes), ()
    traced = dict(scenes)
    for mark in move.marks:
        traced = {lang: _with_item(scene, mark, move.zone) for lang, scene in traced.items()}
    start = next(((zone, at) for zone in seen.zones for slot, at in zone.pieces if slot in move.takes), None)
    if start is None or start[0].id == move.zone or start[0].id not in shown:
        return traced, ()
    begin = Anchor(zone=start[0].id)
    if _is_laid_out(start[0]):
        begin = replace(begin, x=start[1].x, y=start[1].y)
    return traced, (PieceTrace(begin, _arrival(move.zone, earlier, later)),)


def _arrival(name: str, earlier: Scene, later: Scene) -> Anchor:
    """Return where a piece has come to: the piece that a zone has now and did not have before, or its middle."""
    [was], [now] = ([zone for zone in scene.zones if zone.id == name] for scene in (earlier, later))
    had, has = (Counter(at.piece for _, at in zone.pieces if not at.hidden) for zone in (was, now))
    new = list((has - had).elements())
    if len(new) != 1:
        return Anchor(zone=name)
    before = {(at.piece, at.x, at.y) for _, at in was.pieces}
    places = [at for _, at in now.pieces if at.piece == new[0]]
    found = next((at for at in places if (at.piece, at.x, at.y) not in before), places[0])
    return Anchor(zone=name, x=found.x, y=found.y) if _is_laid_out(now) else Anchor(new[0], name)


def _is_laid_out(zone: Zone) -> bool:
    """Return whether the places of a zone's pieces are the same in a figure."""
    return zone.shape not in (ZoneShape.HAND, ZoneShape.PILE)
