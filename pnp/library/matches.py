"""Games in progress: what each seat sees of them, legal moves, bots, hints and chances, computed in workers.

Rules may be a designer's code, so everything that runs them is a task. A task gets the whole record and keeps nothing
that it could not compute again; a worker remembers the positions and scenes of recent games, so that each move costs
little. All texts are in the language that the caller asks for.
"""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from pnp.errors import IllegalMove, Location, PnpError, Problem, SpecError
from pnp.play.core import OVER, Rules
from pnp.play.match import Event, Match
from pnp.play.record import PERSON, Record, read_record, write_record
from pnp.play.registry import find_rules
from pnp.play.scene import AreaAt, Item, LineAt, Move, PieceAt, Scene, TextAt
from pnp.project.folders import GameRef
from pnp.spec.load import load_game
from pnp.terms import Lang
from pnp.worker.task import explain_failure, task

MOST_MATCHES: Final = 12
"""Maximum number of games that a worker remembers."""
HINT_ITERATIONS: Final = 400
"""Iterations of the search behind a hint."""
MOST_HINTS: Final = 3


@dataclass(frozen=True)
class GameInPlay:
    """A game in progress, as tasks get it."""

    game: GameRef
    version: int
    """Number that changes whenever the game's files do."""
    id: str
    record: Record
    """Its seats say who plays."""


@dataclass(frozen=True)
class MatchStatus:
    """Where a game is."""

    ply: int
    turn: int
    """The player to act, or OVER."""
    scores: tuple[int, ...] = ()
    """The final scores; empty before."""
    winners: tuple[int, ...] = ()


class SeenStep(NamedTuple):
    """What a viewer sees after a move, as JSON."""

    event: bytes
    """Ply, seat and lines."""
    scene: bytes
    """The table; empty if it was not asked for."""


@dataclass(frozen=True)
class SeenSteps:
    """What a viewer sees of a game after each of some moves."""

    standing: MatchStatus
    undo: int
    """Number of moves to which the viewer can go back; -1 if they cannot."""
    steps: tuple[SeenStep, ...]


@dataclass(frozen=True)
class Hint:
    """A move that search considers good."""

    action: int
    words: str
    visits: float
    """Share of the search that was spent on it."""
    chance: float
    """Estimated share of the win."""


@dataclass(frozen=True)
class Asked:
    """Who asks for steps, and which."""

    viewer: int
    lang: Lang
    since: int
    """SeenSteps after this ply; -1 for all."""
    scenes: int
    """Number of the last steps that have scenes."""
    until: int = -1
    """Last ply; -1 for the current one."""


_games: Final[OrderedDict[tuple[Any, ...], Match]] = OrderedDict()
"""The games that this worker remembers."""
_rules: Final[OrderedDict[tuple[Any, ...], Rules]] = OrderedDict()


@task
def deal_match(order: GameInPlay) -> MatchStatus:
    """Deal a game, or replay one. Raise SpecError or IllegalMove if that is impossible."""
    with _explained(order):
        return _standing(_match(order))


@task
def play_action(order: GameInPlay, action: int) -> MatchStatus:
    """Play an action of the current player. Raise IllegalMove if it is not legal."""
    with _explained(order):
        match = _match(order)
        if action not in match.state.legal():  # the rules would say so with the whole position, hidden cards included
            problem = Problem(Location(game=order.game.id), "does not allow that move", found=str(action), code="E1405")
            raise IllegalMove(problem)
        match.play(action)
        return _standing(match)


@task
def view_match(order: GameInPlay, asked: Asked) -> SeenSteps:
    """Return what a viewer sees; raise SpecError if EVERYONE is to see a game that is not over."""
    with _explained(order):
        match = _match(order)
        until = match.ply if asked.until < 0 else asked.until
        match.position(until)
        first = max(0, until + 1 - asked.scenes)
        events = {event.ply: event for event in match.log(asked.viewer, asked.lang, max(asked.since, 0))}
        steps = []
        for ply in range(asked.since + 1, until + 1):
            about = step_data(match, events.get(ply), asked.viewer, asked.lang)
            scene = scene_data(match.scene(ply, asked.viewer, asked.lang)) if ply >= first else None
            steps.append(SeenStep(_json(about), b"" if scene is None else _json(scene)))
        return SeenSteps(_standing(match), _undo(match, order, asked.viewer), tuple(steps))


@task
def choose_action(order: GameInPlay) -> int:
    """Have the bot in the current player's seat choose."""
    with _explained(order):
        match = _match(order)
        return match.choose(order.record.seats[match.state.current()])


@task
def suggest_moves(order: GameInPlay, lang: Lang) -> list[Hint]:
    """Return the moves that search considers best for the current player, from what this player knows."""
    from pnp.play.bots import SearchBot

    with _explained(order):
        match = _match(order)
        state = match.state
        player = state.current()
        bot = SearchBot(match.rules, Random(0), iterations=HINT_ITERATIONS)  # noqa: S311
        ranked = bot.rank(state.observe(player), state.legal())[:MOST_HINTS]
        return [
            Hint(each.action, match.rules.describe(state, each.action, lang), each.visits, each.chance)
            for each in ranked
        ]


@task
def estimate_chances(order: GameInPlay, plies: list[int], viewer: int) -> list[list[float]]:
    """Return each player's share of the win at some plies, estimated from what the viewer knows."""
    with _explained(order):
        match = _match(order)
        return [match.chances(ply, viewer) for ply in plies]


@task
def format_match(order: GameInPlay) -> str:
    """Return the game as a record."""
    with _explained(order):
        return write_record(order.record, _match(order).rules)


@task
def parse_match(game: GameRef, version: int, text: str, name: str) -> Record:
    """Read a record of a game. Raise SpecError or IllegalMove if it cannot be replayed."""
    return read_record(text, Location(name), lambda _: _find_rules(game, version))


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def step_data(match: Match, event: Event | None, viewer: int, lang: Lang) -> dict[str, Any]:
    """Return what a move did as plain data; None is the deal. Players have the names that they had when they moved."""
    if event is None:
        return {"ply": 0, "seat": -1, "name": "", "lines": ()}
    name = match.scene(event.ply - 1, viewer, lang).seats[event.seat].name
    return {"ply": event.ply, "seat": event.seat, "name": name, "lines": event.lines}


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return a scene as plain data."""
    return {
        "zones": [
            {
                "id": zone.id, "shape": zone.shape, "title": zone.title, "owner": zone.owner, "count": zone.count,
                "notes": zone.notes, "items": [_item_data(item) for item in zone.items],
            }
            for zone in scene.zones
        ],
        "seats": [{"name": seat.name, "score": seat.score, "notes": seat.notes} for seat in scene.seats],
        "turn": scene.turn, "notes": scene.notes, "moves": [_move_data(move) for move in scene.moves],
    }  # fmt: skip


def _move_data(move: Move) -> dict[str, Any]:
    return {
        "action": move.action, "words": move.words, "takes": move.takes, "zone": move.zone, "target": move.target,
        "spot": None if move.spot is None else _item_data(move.spot),
        "marks": [_item_data(mark) for mark in move.marks], "notes": move.notes,
    }  # fmt: skip


def _item_data(item: Item) -> dict[str, Any]:
    match item:
        case PieceAt():
            return {
                "kind": "piece", "x": item.x, "y": item.y, "piece": item.piece, "turn": item.turn, "side": item.side,
                "look": item.look, "marked": item.marked, "hidden": item.hidden, "key": item.key,
            }  # fmt: skip
        case TextAt():
            text = item.text if isinstance(item.text, str) else next(iter(item.text.values()), "")
            return {"kind": "text", "x": item.x, "y": item.y, "text": text}
        case LineAt():
            return {
                "kind": "line", "x": item.x, "y": item.y, "toX": item.to_x, "toY": item.to_y, "arrow": item.arrow,
            }  # fmt: skip
        case AreaAt():
            return {
                "kind": "area", "x": item.x, "y": item.y, "outline": item.outline, "tone": item.tone,
                "text": item.text,
            }  # fmt: skip


def _standing(match: Match) -> MatchStatus:
    state = match.state
    if not match.over:
        return MatchStatus(match.ply, state.current())
    return MatchStatus(match.ply, OVER, tuple(state.scores()), tuple(state.winners()))


def _undo(match: Match, order: GameInPlay, viewer: int) -> int:
    """Return the ply of the viewer's latest move that can be taken back; -1 if there is none.

    If all others are bots, their moves are taken back with it.
    """
    if viewer < 0:
        return -1
    bots = [seat for seat, name in enumerate(order.record.seats) if name != PERSON and seat != viewer]
    alone = len(bots) == len(order.record.seats) - 1
    return match.last_choice(viewer, bots if alone else ())


def _match(order: GameInPlay) -> Match:
    """Return a game as it is, from the positions that are remembered."""
    record = order.record
    key = (
        *_key(order.game, order.version), order.id, record.players, record.seed, tuple(sorted(record.options.items())),
    )  # fmt: skip
    match = _games.get(key)
    if match is None:
        match = _games[key] = Match(_find_rules(order.game, order.version), replace(record, moves=[]))
    _games.move_to_end(key)
    while len(_games) > MOST_MATCHES:
        _games.popitem(last=False)
    moves = record.moves
    pairs = enumerate(zip(match.record.moves, moves, strict=False))
    common = next((at for at, (one, other) in pairs if one != other), min(match.ply, len(moves)))
    if common < match.ply:
        match.go_back(common)
    for move in moves[common:]:
        match.play(move)
    return match


def _find_rules(game: GameRef, version: int) -> Rules:
    key = _key(game, version)
    if key not in _rules:
        _rules[key] = find_rules(load_game(*game, any_box=True), game.project)
    _rules.move_to_end(key)
    while len(_rules) > MOST_MATCHES:
        _rules.popitem(last=False)
    return _rules[key]


def _key(game: GameRef, version: int) -> tuple[Any, ...]:
    return str(game.project.root), game.project.allow_code, game.id, version


@contextlib.contextmanager
def _explained(order: GameInPlay) -> Iterator[None]:
    """Report whatever a designer's rules raise as a problem."""
    try:
        yield
    except PnpError:
        raise
    except Exception as error:
        message = f"the rules failed: {type(error).__name__}: {error}"[:300]
        problem = explain_failure(error) or Problem(Location(game=order.game.id), message, code="E1404")
        raise PnpError(problem) from error


def check_seats(seats: Sequence[str], players: int, game: str) -> tuple[str, ...]:
    """Return the seats of a new game. Raise SpecError for an unknown bot or a wrong number of seats."""
    from pnp.play.bots import parse_bot

    for name in seats:
        if name != PERSON:
            parse_bot(name)
    if len(seats) != players:
        raise SpecError(Problem(Location(game=game), f"needs {players} seats", found=str(len(seats)), code="E0905"))
    return tuple(seats)
