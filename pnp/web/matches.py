"""Games in progress on the server: whose turn it is, bots that play in the background, and records after every move.

What a seat may see is computed in workers (`pnp.library.matches`); it is remembered here by move and viewer, so that
twenty spectators cost as much as one.
"""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import BoundedSemaphore, Lock, RLock, Thread
from typing import Final

from pnp.errors import Location, PnpError, Problem, os_problem
from pnp.library.games import LARGEST
from pnp.library.matches import (
    Asked,
    GameInPlay,
    MatchStatus,
    SeenStep,
    check_seats,
    choose_action,
    deal_match,
    estimate_chances,
    format_match,
    parse_match,
    play_action,
    suggest_moves,
    view_match,
)
from pnp.play.core import OVER
from pnp.play.record import HEAD, PERSON, PLAYED, Record
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.project.folders import find_own_project
from pnp.store.files import read_file, write_atomically
from pnp.terms import Lang
from pnp.web.answer_types import ListedMatch, MatchSeat, SuggestedMove
from pnp.web.endpoints import OutdatedError, not_found
from pnp.web.session import ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import StoppedError, run_in_worker, stop_when

MATCH_ID: Final = re.compile("[0-9a-z][0-9a-z-]{0,59}")
MOST_OPEN: Final = 64
"""Maximum number of games kept in memory."""
MOST_LISTED: Final = 100
MOST_STEPS: Final = 1_500
"""Maximum number of steps remembered per game."""
MOST_SCENES: Final = 60
"""Maximum number of scenes in one answer."""
MOST_PLIES: Final = 3_000
"""Maximum number of moves of a game."""
MOST_POINTS: Final = 150
"""Maximum number of points of the curve of chances."""
MOST_SEARCHES: Final = 2
"""Maximum number of hints and curves computed at the same time."""
CLOSE_SECONDS: Final = 5.0
"""Time to wait for a bot that is thinking when the server stops, in seconds."""


@dataclass(eq=False)
class OpenMatch:
    """A game in progress, or over."""

    id: str
    game: str
    record: Record
    file: Path
    standing: MatchStatus
    epoch: int = 0
    """Number that changes whenever moves are taken back or the game's files change."""
    version: int = 0
    """Version of the game's files that the steps were made from."""
    thinking: bool = False
    """Whether a bot is choosing."""
    problems: tuple[Problem, ...] = ()
    """Why a bot cannot play, or the record cannot be saved."""
    stuck: bool = False
    """Whether a bot cannot play."""
    lock: RLock = field(default_factory=RLock)
    curve_lock: Lock = field(default_factory=Lock)
    """Held while a curve is computed, so that viewers who ask at the same time share it."""
    working: bool = False
    """Whether a thread plays its bots and saves it."""
    thread: Thread | None = None
    unsaved: bool = False
    steps: OrderedDict[tuple[int, int, Lang], SeenStep] = field(default_factory=OrderedDict)
    """SeenSteps by ply, viewer and language."""
    undo: dict[int, int] = field(default_factory=dict)
    """How far each viewer can go back now."""
    chances: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    """Shares of the win by ply and viewer."""
    held: frozenset[int] = frozenset()
    """Seats of people whose moves nobody else takes back, even while a bot plays for them."""

    @property
    def seats(self) -> tuple[str, ...]:
        """For each player the name of a bot, or PERSON."""
        return self.record.seats

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.standing.turn == OVER

    @property
    def bot_to_move(self) -> bool:
        """Whether it is a bot's turn."""
        return not self.over and self.seats[self.standing.turn] != PERSON

    @property
    def viewers(self) -> list[int]:
        """The viewers that the people of this computer may be: their own seats, and all once the game is over."""
        if self.over:
            return [*range(self.record.players), SPECTATOR, EVERYONE]
        return [*(seat for seat, name in enumerate(self.seats) if name == PERSON), SPECTATOR]

    def forget(self, ply: int) -> None:
        """Forget what was made from the positions after a move."""
        self.epoch += 1
        self.undo.clear()
        for key in [key for key in self.steps if key[0] > ply]:
            del self.steps[key]
        for point in [point for point in self.chances if point[0] > ply]:
            del self.chances[point]


class Matches:
    """The games in progress of a project. Thread-safe."""

    def __init__(self, session: ProjectSession) -> None:
        self._session = session
        self._open: OrderedDict[str, OpenMatch] = OrderedDict()
        self._lock = RLock()
        self._closed = False
        self._searches = BoundedSemaphore(MOST_SEARCHES)
        self.on_change: Callable[[OpenMatch], None] = self._notify
        """Called after every change of a game."""

    def close(self) -> None:
        """Stop all bots, and save what is not saved yet."""
        self._closed = True
        for match in list(self._open.values()):
            if match.thread is not None:
                match.thread.join(CLOSE_SECONDS)
            if match.unsaved:
                with match.lock:
                    self._save(match, self._order(match))

    def folder(self, game: str) -> Path:
        """Return the folder of a game's records: in the project, or in the start folder if that is not in a project."""
        own = find_own_project(self._session.start)
        return (self._session.start if own is None else own.root) / "output" / game / PLAYED

    def start(self, game: str, record: Record, name: str = "") -> OpenMatch:
        """Start a game, or go on with a record, perhaps under its old name. Raise PnpError if the rules refuse it."""
        check_seats(record.seats, record.players, game)
        version = self._session.open_game(game).version
        with self._lock:
            name = name if MATCH_ID.fullmatch(name) else self._free_name(game)
            file = self.folder(game) / f"{name}.txt"
            match = OpenMatch(name, game, record, file, MatchStatus(0, 0), version=version)
            match.standing = run_in_worker(deal_match, DEFAULT_LIMITS, self._order(match))
            self._keep(match)
        self._changed(match)
        return match

    def find(self, game: str, name: str) -> OpenMatch:
        """Return a game, read from its record if it is not open. Raise NotFoundError if there is none."""
        with self._lock:
            match = self._open.get(f"{game} {name}")
            if match is None:
                match = self._read(game, name)
                self._keep(match)
                if match.bot_to_move:
                    self._work(match)
            self._open.move_to_end(f"{game} {name}")
        version = self._session.open_game(game).version
        if version != match.version:
            with match.lock:
                match.version = version
                match.forget(-1)
                match.standing = run_in_worker(deal_match, DEFAULT_LIMITS, self._order(match))
        return match

    def listed(self, game: str) -> list[ListedMatch]:
        """Return the games of the project, newest first."""
        found: list[ListedMatch] = []
        files: list[tuple[float, Path]] = []
        for path in self.folder(game).glob("*.txt"):
            with contextlib.suppress(OSError):
                if MATCH_ID.fullmatch(path.stem):
                    files.append((path.stat().st_mtime, path))
        for changed, path in sorted(files, reverse=True)[:MOST_LISTED]:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                about = _summary(read_file(path, LARGEST).decode(), path.stem, game, changed)
                found += [] if about is None else [about]
        return found

    def move(self, match: OpenMatch, viewer: int, ply: int, action: int) -> None:
        """Play an action for a viewer. Raise OutdatedError if the game is no longer at that ply, or not their turn."""
        with match.lock:
            if ply != match.standing.ply or match.standing.turn != viewer or match.bot_to_move:
                raise self._outdated(match)
            if ply >= MOST_PLIES:
                message = f"can have at most {MOST_PLIES:,} moves"
                raise PnpError(Problem(Location(game=match.game), message, code="E0904"))
            self._play(match, action)
        self._changed(match)

    def take_back(self, match: OpenMatch, viewer: int, ply: int) -> None:
        """Take back moves to the viewer's latest one. Raise OutdatedError if they cannot, or the game has moved on."""
        with match.lock:
            asked = Asked(viewer, Lang.EN, match.standing.ply, 0)
            undo = run_in_worker(view_match, DEFAULT_LIMITS, self._order(match, held=True), asked).undo
            if ply != match.standing.ply or undo < 0:
                raise self._outdated(match)
            del match.record.moves[undo:]
            match.forget(undo)
            match.standing = MatchStatus(undo, viewer)
        self._changed(match)

    def give_seat(self, match: OpenMatch, seat: int, name: str) -> None:
        """Hand a seat to a bot, or to a person."""
        with match.lock:
            if not 0 <= seat < match.record.players:
                raise not_found("seat", str(seat + 1))
            seats = (*match.seats[:seat], name, *match.seats[seat + 1 :])
            check_seats(seats, match.record.players, match.game)
            match.record = replace(match.record, seats=seats)
            match.problems, match.stuck = (), False
            match.undo.clear()
        self._changed(match)

    def branch(self, match: OpenMatch, ply: int, viewer: int, bot: str) -> OpenMatch:
        """Start a game from a position of another, with a bot in each seat but the viewer's."""
        if not 0 <= ply <= match.standing.ply:
            raise not_found("move", str(ply))
        seats = tuple(PERSON if seat == viewer else bot for seat in range(match.record.players))
        return self.start(match.game, replace(match.record, moves=match.record.moves[:ply], seats=seats))

    def steps(self, match: OpenMatch, asked: Asked) -> tuple[int, list[bytes]]:
        """Return how far a viewer can go back, and what they see after each of some moves, as JSON."""
        with match.lock:
            last = match.standing.ply if asked.until < 0 else min(asked.until, match.standing.ply)
            scenes = min(asked.scenes, MOST_SCENES)
            wanted = range(max(asked.since + 1, 0), last + 1)

            def find(ply: int) -> SeenStep | None:
                step = match.steps.get((ply, asked.viewer, asked.lang))
                return step if step is None or step.scene or ply <= last - scenes else None

            missing = [ply for ply in wanted if find(ply) is None]
            if missing or asked.viewer not in match.undo:
                since = missing[0] - 1 if missing else last
                wider = replace(asked, since=since, until=last, scenes=scenes)
                found = run_in_worker(view_match, DEFAULT_LIMITS, self._order(match, held=True), wider)
                match.undo[asked.viewer] = found.undo
                for ply, made in enumerate(found.steps, since + 1):
                    match.steps[ply, asked.viewer, asked.lang] = made
            shown = [_step_json(match.steps[ply, asked.viewer, asked.lang], ply > last - scenes) for ply in wanted]
            while len(match.steps) > MOST_STEPS:
                match.steps.popitem(last=False)
            return match.undo[asked.viewer], shown

    def hints(self, match: OpenMatch, viewer: int, lang: Lang) -> list[SuggestedMove]:
        """Return the moves that search considers best. Raise OutdatedError unless it is the viewer's turn."""
        with match.lock:
            if match.standing.turn != viewer:
                raise self._outdated(match)
            order = self._order(match)
        with self._searches:
            found = run_in_worker(suggest_moves, DEFAULT_LIMITS, order, lang)
        return [
            {"action": each.action, "words": each.words, "visits": each.visits, "chance": each.chance} for each in found
        ]

    def curve(self, match: OpenMatch, viewer: int) -> list[tuple[int, list[float]]]:
        """Return each player's share of the win over the game, estimated from what the viewer knows."""
        with match.curve_lock, self._searches:
            return self._curve(match, viewer)

    def _curve(self, match: OpenMatch, viewer: int) -> list[tuple[int, list[float]]]:
        with match.lock:
            order, last, epoch = self._order(match), match.standing.ply, match.epoch
            step = max(1, -(-last // MOST_POINTS))
            plies = sorted({*range(0, last, step), last})
            missing = [ply for ply in plies if (ply, viewer) not in match.chances]
        found = run_in_worker(estimate_chances, DEFAULT_LIMITS, order, missing, viewer) if missing else []
        with match.lock:
            if epoch == match.epoch:
                match.chances |= {(ply, viewer): shares for ply, shares in zip(missing, found, strict=True)}
            fresh = dict(zip(missing, found, strict=True))
            return [(ply, fresh[ply] if ply in fresh else match.chances[ply, viewer]) for ply in plies]

    def text(self, match: OpenMatch) -> str:
        """Return the record of a game."""
        return run_in_worker(format_match, DEFAULT_LIMITS, self._order(match))

    # ---- bots and files ----

    def _play(self, match: OpenMatch, action: int) -> None:
        match.standing = run_in_worker(play_action, DEFAULT_LIMITS, self._order(match), action)
        match.record.moves.append(action)
        match.problems, match.stuck = (), False
        match.undo.clear()

    def _changed(self, match: OpenMatch) -> None:
        """Report a change, and have the game saved and its bots play."""
        match.unsaved = True
        self._work(match)
        self.on_change(match)

    def _work(self, match: OpenMatch) -> None:
        with match.lock:
            if match.working:
                return
            match.working = True
            match.thinking = match.bot_to_move
        match.thread = Thread(target=self._run, args=(match,), daemon=True)
        match.thread.start()

    def _run(self, match: OpenMatch) -> None:
        """Save a game and play its bots until a person is to move."""
        while not self._closed:
            with match.lock:
                if not match.unsaved and (not match.bot_to_move or match.stuck):
                    match.working = match.thinking = False
                    break
                order, ply, epoch = self._order(match), match.standing.ply, match.epoch
                saving, match.unsaved = match.unsaved, False
                thinking = match.thinking = match.bot_to_move and not match.stuck
            try:
                with stop_when(lambda: self._closed):
                    if saving:
                        self._save(match, order)
                    if thinking:
                        action = run_in_worker(choose_action, DEFAULT_LIMITS, order)
                        self._play_for_bot(match, action, ply, epoch, order.record.seats)
            except StoppedError:
                match.unsaved = match.unsaved or saving
                return
            except PnpError as error:  # the bot cannot play
                match.problems, match.stuck = error.problems, True
        self.on_change(match)

    def _play_for_bot(self, match: OpenMatch, action: int, ply: int, epoch: int, seats: tuple[str, ...]) -> None:
        """Play what a bot has chosen, unless the game has changed meanwhile."""
        with match.lock:
            if (match.standing.ply, match.epoch, match.seats) != (ply, epoch, seats):
                return
            self._play(match, action)
            match.unsaved = True
            match.thinking = match.bot_to_move
        self.on_change(match)

    def _save(self, match: OpenMatch, order: GameInPlay) -> None:
        """Write the record; the game goes on even if that fails."""
        try:
            text = run_in_worker(format_match, DEFAULT_LIMITS, order)
            match.file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(match.file, text.encode())
        except OSError as error:
            match.problems = (os_problem(error, Location(match.file.name), "cannot be written", code="E0108"),)
        except PnpError as error:
            match.problems = error.problems

    def _order(self, match: OpenMatch, *, held: bool = False) -> GameInPlay:
        """Return the game as tasks get it; later moves do not change it. With `held`, people play in all held seats."""
        seats = match.seats
        if held:
            seats = tuple(PERSON if seat in match.held else name for seat, name in enumerate(seats))
        record = replace(match.record, moves=list(match.record.moves), seats=seats)
        return GameInPlay(self._session.located(match.game), match.version, match.id, record)

    def _read(self, game: str, name: str) -> OpenMatch:
        opened = self._session.open_game(game)
        file = self.folder(game) / f"{name}.txt"
        try:
            text = read_file(file, LARGEST).decode() if MATCH_ID.fullmatch(name) else ""
        except (OSError, UnicodeDecodeError):
            text = ""
        if not text.startswith(HEAD):
            raise not_found("game", name)
        record = run_in_worker(parse_match, DEFAULT_LIMITS, opened.game, opened.version, text, str(file.name))
        seats = record.seats or (PERSON, *["greedy"] * (record.players - 1))
        match = OpenMatch(name, game, replace(record, seats=seats), file, MatchStatus(0, 0), version=opened.version)
        match.standing = run_in_worker(deal_match, DEFAULT_LIMITS, self._order(match))
        return match

    def _keep(self, match: OpenMatch) -> None:
        self._open[f"{match.game} {match.id}"] = match
        for key in [key for key, each in self._open.items() if not each.working][: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[key]

    def _free_name(self, game: str) -> str:
        base = datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")
        names = (base if number == 1 else f"{base}-{number}" for number in range(1, 10_000))
        return next(
            name
            for name in names
            if f"{game} {name}" not in self._open and not (self.folder(game) / f"{name}.txt").exists()
        )

    def _outdated(self, match: OpenMatch) -> OutdatedError:
        problem = Problem(Location(game=match.game), "the game has moved on", code="E0904")
        return OutdatedError(problem, now={"ply": match.standing.ply})

    def _notify(self, match: OpenMatch) -> None:
        self._session.events.send("match", event_data(match), game=match.game)


def _step_json(step: SeenStep, drawn: bool) -> bytes:
    return step.event[:-1] + b',"scene":' + (step.scene if drawn else b"null") + b"}"


def event_data(match: OpenMatch) -> dict[str, object]:
    """Return what pages are told after a change; everyone may know it."""
    standing = match.standing
    return {
        "match": match.id, "ply": standing.ply, "epoch": match.epoch, "turn": standing.turn,
        "thinking": match.thinking,
    }  # fmt: skip


def seat_data(match: OpenMatch, closed: Container[int] = (), away: Container[int] = ()) -> list[MatchSeat]:
    """Return who plays, not said for anybody; people cannot take the closed seats, and are not at those away."""
    return [
        {"bot": "" if name == PERSON else name, "mine": False, "open": seat not in closed, "away": seat in away}
        for seat, name in enumerate(match.seats)
    ]


def _summary(text: str, name: str, game: str, changed: float) -> ListedMatch | None:
    """Return what a record says about itself, without replaying it; None if it is of another game."""
    head, _, moves = text.partition("\n\n")
    lines = dict(line.partition(": ")[::2] for line in head.splitlines())
    if not text.startswith(HEAD) or lines.get("game") != game:
        return None
    played = [line for line in moves.splitlines() if line.strip() and not line.startswith("#")]
    result = next((line[2:] for line in moves.splitlines() if line.startswith("# ")), "")
    return {
        "match": name, "changed": changed, "players": int(lines["players"]) if lines["players"].isdecimal() else 0,
        "seats": [seat.strip() for seat in lines.get("seats", "").split(",") if seat.strip()],
        "plies": len(played), "result": result[:80],
    }  # fmt: skip
