"""Records of the games of a run: those worth watching are kept, and any other is played again from its seed.

Records are files in the run's folder, `records/game-17.txt`. Games with bots that have a time budget cannot be played
again, so all of theirs are kept.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem, SpecError, option_location
from pnp.play.record import Record, read_record, write_record
from pnp.sim.folder import Folder, write_errors
from pnp.sim.setup import Setup
from pnp.sim.simulate import WorkerPool
from pnp.sim.summary import Summary
from pnp.sim.tally import Row
from pnp.sim.work import Batch, Task, play_batch
from pnp.store.files import read_file, write_atomically
from pnp.terms import KeptRecords, Lang
from pnp.worker.progress import Progress

RECORDS: Final = "records"
"""Folder of the records, within that of a run."""
MOST_RECORDS: Final = 100_000
"""Maximum number of records kept of a run."""
LARGEST_RECORD: Final = 10_000_000
"""Maximum size of a record, in bytes."""


def record_path(folder: Path, number: int) -> Path:
    """Return the path of the record of a game, within the folder of its run."""
    return folder / RECORDS / f"game-{number}.txt"


def check_record_count(kept: KeptRecords, games: int) -> None:
    """Raise SpecError if more records are to be kept than is possible."""
    if kept is KeptRecords.ALL and games > MOST_RECORDS:
        message, hint = (
            f"must not be all for more than {MOST_RECORDS:,} games",
            "pnp replay RUN --game N replays any game",
        )
        raise SpecError(Problem(option_location("--records"), message, hint, code="E1202"))


def keeps_every_game(folder: Folder, kept: KeptRecords) -> bool:
    """Return whether games are kept while they are played: all are wanted, or they cannot be played again."""
    once = not folder.setup.reproducible and folder.games <= MOST_RECORDS
    return kept is KeptRecords.ALL or (once and kept is not KeptRecords.NONE)


def write_records(folder: Folder, batch: Batch, lang: Lang) -> None:
    """Write the records of a batch whose moves are known."""
    for row, moves in zip(batch.rows, batch.moves, strict=False):
        path = record_path(folder.path, row.game)
        with write_errors(folder.path):
            path.parent.mkdir(exist_ok=True)
            write_atomically(
                path, write_record(make_record(folder.setup, row.game, moves, lang), folder.setup.rules).encode()
            )


def make_record(setup: Setup, number: int, moves: list[int], lang: Lang) -> Record:
    """Return a game of a run as a record."""
    seed = f"{setup.seed}:{number}"
    return Record(setup.game, setup.players, seed, lang, dict(setup.options), moves, seats=setup.seated(number))


def keep_records(
    folder: Folder, summary: Summary, kept: KeptRecords, lang: Lang, pool: WorkerPool, progress: Progress
) -> None:
    """Write the records that are still missing, of games that are played again for it."""
    wanted = missing_records(folder, summary, kept)
    futures: list[Future[Batch]] = [
        pool.executor.submit(play_batch, Task(folder.setup, number, number + 1, keep_moves=True)) for number in wanted
    ]
    for done, future in enumerate(as_completed(futures), 1):
        write_records(folder, future.result(), lang)
        progress(done, len(futures))


def missing_records(folder: Folder, summary: Summary, kept: KeptRecords) -> list[int]:
    """Return the numbers of the games that are to be kept and have no record yet."""
    if kept is KeptRecords.NONE or not folder.setup.reproducible:
        return []
    wanted: Collection[int] = range(folder.games) if kept is KeptRecords.ALL else summary.telling_games
    return [number for number in wanted if not record_path(folder.path, number).is_file()]


def find_record(folder: Folder, number: int, lang: Lang) -> Record:
    """Return a game of a run: from its record, or played again from its seed.

    Raise PnpError if there is no such game, or if it ends differently from what the run stored.
    """
    where = Location(str(folder.path))
    row = _find_row(folder, number)
    path = record_path(folder.path, number)
    rules = folder.setup.rules
    if path.is_file():
        record = read_record(
            read_file(path, LARGEST_RECORD).decode("utf-8", "replace"), Location(str(path)), lambda _: rules
        )
        same = record.game == rules.id and record.players == folder.setup.players
        if not same or record.replay(rules).scores() != row.scores:
            message, hint = f"is not game {number} of the run", "delete the file: the game is then played again"
            raise PnpError(Problem(Location(str(path)), message, hint, code="E1002"))
        return record
    if not folder.setup.reproducible:
        message = f"game {number} was not kept, and its bots have a time budget, so it cannot be played again"
        raise PnpError(Problem(where, message, "pnp simulate --records all keeps every game", code="E1005"))
    batch = play_batch(Task(folder.setup, number, number + 1, keep_moves=True))
    if batch.stopped:
        raise KeyboardInterrupt
    if batch.rows[0].canonical() != row.canonical():
        message = f"game {number} is different when it is played again"
        hint = "the engine, the bots or the deck have changed since the run was played"
        raise PnpError(Problem(where, message, hint, code="E1004"))
    return make_record(folder.setup, number, batch.moves[0], lang)


def _find_row(folder: Folder, number: int) -> Row:
    """Return the stored result of a game. Raise PnpError if there is none."""
    for part in folder.parts():
        if part.start <= number < part.stop:
            return part.read()[1][number - part.start]
    found = f"games 0 to {folder.games - 1}" if 0 <= number >= folder.games or number < 0 else "it is not played yet"
    raise PnpError(Problem(Location(str(folder.path)), f"has no game {number}", found=found, code="E1005"))
