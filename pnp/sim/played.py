"""Games that people played: a folder of records, counted like a run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem
from pnp.play.core import OVER, Rules
from pnp.play.record import HEAD, Record, read_record
from pnp.play.registry import GameModule
from pnp.sim.folder import Folder
from pnp.sim.records import LARGEST_RECORD
from pnp.sim.setup import Setup, pack_spec
from pnp.sim.summary import Summary
from pnp.sim.work import DeferredInterrupt, GameObserver
from pnp.store.files import read_file

UNKNOWN: Final = "?"
"""Name of a player when a record does not say who played."""


@dataclass(frozen=True)
class PlayedSetup(Setup):
    """What games have in common that were played one by one."""

    seats: tuple[tuple[str, ...], ...] = ()
    """Who played, by game and seat."""
    files: tuple[str, ...] = ()
    """Names of the records, by game."""

    @property
    def reproducible(self) -> bool:
        """False: people do not play the same game again."""
        return False

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who played a game, by seat."""
        return self.seats[number]


@dataclass(frozen=True)
class LeftOut:
    """The records of a folder that are not counted."""

    unfinished: int = 0
    others: int = 0
    """Number of games with another number of players or other options."""
    unreadable: int = 0
    """Number of records that cannot be replayed, for example because the deck has changed."""


NOTHING_LEFT_OUT: Final = LeftOut()


@dataclass(frozen=True)
class PlayedGames:
    """The finished games of a folder of records."""

    folder: Folder
    summary: Summary
    left_out: LeftOut


def read_played(path: Path, find_rules: Callable[[str], Rules]) -> PlayedGames:
    """Replay and count the finished games in a folder of records.

    A report is about one set-up: of games with different numbers of players or options, the most frequent are counted.
    Raise PnpError if there is none.
    """
    found: list[tuple[str, Record]] = []
    unreadable: list[PnpError] = []
    rules: dict[str, Rules] = {}

    def rules_of(game: str) -> Rules:
        if game not in rules:
            rules[game] = find_rules(game)
        return rules[game]

    for file in sorted(path.glob("*.txt")):
        text = read_file(file, LARGEST_RECORD).decode("utf-8", "replace")
        if not text.startswith(HEAD):
            continue
        try:
            found.append((file.name, read_record(text, Location(str(file)), rules_of)))
        except PnpError as error:
            unreadable.append(error)
    if not found:
        if unreadable:
            raise unreadable[0]
        message = "is neither the folder of a run nor a folder of records"
        hint = "pnp play saves games in output/GAME/played"
        raise PnpError(Problem(Location(str(path)), message, hint, code="E1001"))
    ends = [(name, record) for name, record in found if record.replay(rules[record.game]).current() == OVER]
    if not ends:
        raise PnpError(Problem(Location(str(path)), "has no finished game", code="E1005"))
    groups: dict[tuple[object, ...], list[tuple[str, Record]]] = {}
    for name, record in ends:
        options = {**rules[record.game].defaults(), **record.options}
        groups.setdefault((record.game, record.players, *sorted(options.items())), []).append((name, record))
    games = max(groups.values(), key=len)
    left = LeftOut(len(found) - len(ends), len(ends) - len(games), len(unreadable))
    return _count(path, games, rules[games[0][1].game], left)


def _count(path: Path, games: Sequence[tuple[str, Record]], rules: Rules, left: LeftOut) -> PlayedGames:
    first = games[0][1]
    seats = tuple(record.seats or (UNKNOWN,) * record.players for _, record in games)
    bots = tuple(sorted({name for names in seats for name in names}))
    options = tuple({**rules.defaults(), **first.options}.items())
    code = rules.parts.part("code") if isinstance(rules.parts, GameModule) else None
    files = tuple(name for name, _ in games)
    setup = PlayedSetup(pack_spec(rules), first.players, bots, options, "–", code, seats, files)
    summary = Summary(first.players)
    digest = hashlib.sha256(b"pnp played 1\n")
    for number, (_, record) in enumerate(games):
        state = record.start(rules)
        watch = GameObserver(state, summary.tally, DeferredInterrupt(), [])
        for move in record.moves:
            watch(state, move)
            state.apply(move)
        row = watch.finish(state, number)
        digest.update(row.canonical() + b"\n")
        summary.add(row, setup)
    digest.update(json.dumps(summary.tally.as_data(), separators=(",", ":")).encode())
    summary.digest = digest.hexdigest()
    return PlayedGames(Folder(path, setup, len(games)), summary, left)
