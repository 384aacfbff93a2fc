"""The folder of a run: what is played, every finished game, and a lock for one process at a time.

run.json     set-up, number of games, hashes of the deck and of the engine spec.json    the decks in play parts/
finished games, a batch per file, written atomically games.csv, games.parquet, usage.csv, usage.parquet, summary.json
once all games are finished report.html, charts/     if a report was requested
"""

from __future__ import annotations

import errno
import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypedDict

from pnp import __version__
from pnp.errors import Location, PnpError, Problem, SpecError, option_location, os_problem, quote_value
from pnp.play.core import check_seed
from pnp.play.registry import find_permitted_code
from pnp.project.folders import Project
from pnp.sim.setup import Setup, SetupData
from pnp.sim.tally import Row, Tally
from pnp.sim.work import Batch
from pnp.store.files import (
    LARGEST_RUN,
    LARGEST_SETTINGS,
    PARSE_ERRORS,
    describe_error,
    read_file,
    read_json,
    rounded_size,
    write_atomically,
)

FORMAT: Final = 1
RUN: Final = "run.json"
SPEC: Final = "spec.json"
SUMMARY: Final = "summary.json"
PARTS: Final = "parts"
REPORT_FILE: Final = "report.html"
LOCK: Final = ".lock"
MOST_GAMES: Final = 1_000_000_000
"""Maximum number of games in one run: file names of parts have ten digits for them."""
LARGEST_UNPACKED: Final = 256_000_000
"""Maximum size of a decompressed file of games, in bytes."""
FIXED_HASHES: Final = {
    "spec_hash": "the deck has changed since the run started",
    "engine_hash": "the engine or its bots have changed since the run started",
}
"""Hashes that must not change during a run, and the message if one did."""


@dataclass(frozen=True)
class Part:
    """A file of finished games."""

    path: Path
    start: int
    stop: int

    def read(self) -> tuple[Tally, list[Row]]:
        """Return its tally and rows; raise PnpError if the file is damaged."""
        where = Location(str(self.path))
        hint = "delete this file and continue with --resume: its games are played again"
        try:
            head, *lines = _decompress(read_file(self.path, LARGEST_RUN)).decode().splitlines()
            rows = [Row.of(read_json(line)) for line in lines]
            tally = Tally.of(read_json(head))
        except (*PARSE_ERRORS, zlib.error) as error:
            raise PnpError(Problem(where, "is damaged", hint, found=describe_error(error), code="E1002")) from None
        if len(rows) != self.stop - self.start or any(row.game != at for at, row in enumerate(rows, self.start)):
            message = f"does not contain games {self.start} to {self.stop - 1}"
            raise PnpError(Problem(where, message, hint, code="E1002"))
        return tally, rows


def _decompress(content: bytes) -> bytes:
    """Decompress a file of games; raise ValueError if it is truncated or larger than any run writes."""
    unpacker = zlib.decompressobj(wbits=31)
    plain = unpacker.decompress(content, LARGEST_UNPACKED + 1)
    if len(plain) > LARGEST_UNPACKED:
        raise ValueError(f"it is larger than {rounded_size(LARGEST_UNPACKED)} when decompressed")
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("it is truncated, or has data after its end")
    return plain


_RunFormat = TypedDict("_RunFormat", {"pnp run": int})


class RunDocument(_RunFormat, SetupData):
    """Contents of run.json."""

    games: int
    """Number of games to play."""
    reproducible: bool
    """Whether the same seed gives the same games; false if bots have a time budget."""
    spec_hash: str
    """Hash of the decks that were played, which are in `spec.json`."""
    engine_hash: str
    """Hash of the code that decides the games."""
    pnp: str
    """Version of pnp that started the run."""


@dataclass(frozen=True)
class Folder:
    """The folder of a run."""

    path: Path
    setup: Setup
    games: int
    """Number of games to play."""
    fresh: bool = False
    """Whether the run is new."""

    def parts(self) -> list[Part]:
        """Return the files of finished games, in order."""
        return find_parts(self.path)

    def missing(self) -> list[range]:
        """Return the numbers of the unfinished games."""
        return find_missing(self.parts(), self.games)

    def keep(self, batch: Batch) -> None:
        """Write finished games; if that fails, raise PnpError and leave earlier ones untouched."""
        if not batch.rows:
            return
        lines = [json.dumps(batch.tally.as_data(), separators=(",", ":"))]
        lines += [json.dumps(row, separators=(",", ":")) for row in batch.rows]
        content = gzip.compress("\n".join(lines).encode(), 5, mtime=0)
        name = f"{batch.start:010d}-{batch.stop:010d}.jsonl.gz"
        with write_errors(self.path):
            write_atomically(self.path / PARTS / name, content)

    def as_data(self) -> RunDocument:
        """Return the contents of run.json."""
        return {
            "pnp run": FORMAT,
            **self.setup.as_data(),
            "games": self.games,
            "reproducible": self.setup.reproducible,
            "spec_hash": self.setup.spec_mark,
            "engine_hash": self.setup.engine_mark,
            "pnp": __version__,
        }

    def begin(self) -> None:
        """Create the folder, or update the number of games; raise PnpError if another run has started in it."""
        if self.fresh:
            make_folder(self.path, self.setup, self.games)
        with write_errors(self.path):
            (self.path / PARTS).mkdir(parents=True, exist_ok=True)
            write_atomically(self.path / SPEC, zlib.decompress(self.setup.spec) + b"\n")
            write_atomically(self.path / RUN, (json.dumps(self.as_data(), indent=2) + "\n").encode())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folder's lock, creating the folder if necessary; raise PnpError if another process holds it."""
        with ExitStack() as stack:
            with write_errors(self.path):
                self.path.mkdir(parents=True, exist_ok=True)
                try:
                    stack.enter_context(locked(self.path / LOCK))
                except LockTaken:
                    where, message = Location(str(self.path)), "is in use by another pnp process"
                    raise PnpError(Problem(where, message, code="E1003")) from None
            yield


def find_parts(path: Path) -> list[Part]:
    """Return the files of finished games in a run folder, in order."""
    found = []
    for part in sorted((path / PARTS).glob("*-*.jsonl.gz")):
        start, _, stop = part.name.removesuffix(".jsonl.gz").partition("-")
        if start.isdigit() and stop.isdigit():
            found.append(Part(part, int(start), int(stop)))
    return found


def find_missing(parts: list[Part], games: int) -> list[range]:
    """Return the numbers of the games, out of this many, that no part contains."""
    gaps, reached = [], 0
    for part in parts:
        if part.start > reached:
            gaps.append(range(reached, min(part.start, games)))
        reached = max(reached, part.stop)
    return [gap for gap in (*gaps, range(reached, games)) if gap]


def make_folder(path: Path, setup: Setup, games: int) -> Folder:
    """Return the folder for a new run, not yet written; raise PnpError if it is not empty."""
    if path.exists() and not path.is_dir():
        raise PnpError(Problem(option_location("--out"), "must be a folder", found=f"the file {path}", code="E0102"))
    where = Location(str(path))
    if (path / RUN).exists():
        hint = "--resume continues it; a new run needs another --out"
        raise PnpError(Problem(where, "has a run in it already", hint, code="E0108"))
    names = {each.name for each in path.iterdir()} if path.is_dir() else set()
    begun = LOCK in names and names <= {LOCK, SPEC, PARTS} and not any(path.glob(f"{PARTS}/*"))
    if names and not begun:
        found = "one with other files in it"
        raise PnpError(Problem(where, "must be a new or empty folder", found=found, code="E0108"))
    return Folder(path, setup, games, fresh=True)


def read_run_json(path: Path) -> dict[str, Any]:
    """Return the contents of a run.json.

    Raise OSError, ValueError, KeyError or TypeError if it is missing or invalid.
    """
    saved: dict[str, Any] = read_json(read_file(path / RUN, LARGEST_SETTINGS))
    if saved["pnp run"] != FORMAT:
        raise ValueError(f"unknown format {saved['pnp run']}")
    if not 1 <= int(saved["games"]) <= MOST_GAMES:
        raise ValueError(f"invalid number of games {saved['games']}")
    return saved


def open_folder(path: Path, home: Project | None = None) -> tuple[Folder, dict[str, Any]]:
    """Return a run folder and the contents of its run.json; raise PnpError if it is not a run folder.

    A designer's rules are taken from the project `home`, never from the folder.
    """
    where = Location(str(path))
    no_run, unreadable = "is not the folder of a run", "cannot be read as the folder of a run"
    try:
        saved = read_run_json(path)
        spec = read_file(path / SPEC, LARGEST_RUN).removesuffix(b"\n")
        game, games = str(saved["game"]), int(saved["games"])
    except FileNotFoundError as error:
        found = f"it has no {Path(str(error.filename)).name}" if path.exists() else "it does not exist"
        raise PnpError(Problem(where, no_run, found=found, code="E1001")) from None
    except NotADirectoryError:
        raise PnpError(Problem(where, no_run, found="it is a file", code="E1001")) from None
    except PARSE_ERRORS as error:
        raise PnpError(Problem(where, unreadable, found=describe_error(error), code="E1002")) from None
    code = find_permitted_code(game, home)
    try:
        setup = Setup(
            zlib.compress(spec, 9), int(saved["players"]), tuple(saved["bots"].split(",")),
            tuple(saved["options"].items()), str(saved["seed"]), code,
        )  # fmt: skip
        check_seed(setup.seed)
        setup.rules.new(setup.players, 0, dict(setup.options))
    except (*PARSE_ERRORS, PnpError) as error:
        raise PnpError(Problem(where, unreadable, found=describe_error(error), code="E1002")) from None
    return Folder(path, setup, games), saved


def resume_folder(path: Path, setup: Setup | None, games: int | None, home: Project | None = None) -> Folder:
    """Return a run folder to resume; raise SpecError if its set-up, deck or engine has changed."""
    folder, saved = open_folder(path, home)
    wanted = setup or folder.setup
    now: Mapping[str, Any] = Folder(path, wanted, games or folder.games).as_data()
    where = Location(str(path))
    problems = [
        Problem(where / key, f"must stay {_format_value(saved.get(key))}", found=_format_value(now[key]), code="E1004")
        for key in wanted.as_data()
        if saved.get(key) != now[key]
    ]
    for key, message in FIXED_HASHES.items():
        if saved.get(key) != now[key] and not problems:
            hint = "start a new run in another folder; the games cannot be combined"
            problems.append(Problem(where, message, hint, code="E1004"))
    if games is not None and games < folder.games:
        hint = f"the run was started with {folder.games} games"
        message = f"must be at least {folder.games}"
        problems.append(Problem(option_location("--games"), message, hint, found=str(games), code="E1004"))
    if problems:
        raise SpecError(*problems)
    return Folder(path, wanted, games or folder.games)


def _format_value(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items()) or "none"
    return quote_value(value)


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn an OSError in the body into a PnpError about this folder."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        hint = "finished games are kept: free some space, then continue with --resume" if full else ""
        raise PnpError(os_problem(error, Location(str(path)), "cannot be written", hint)) from error


class LockTaken(Exception):  # noqa: N818 (nothing went wrong)
    """Raised when another process holds the lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock on a file; raise LockTaken immediately if another process has it. The file is never removed."""
    with path.open("ab") as file:
        try:
            _take(file.fileno())
        except (BlockingIOError, PermissionError):  # raised on Linux and on Windows
            raise LockTaken from None
        yield


def _take(handle: int) -> None:
    """Acquire the lock with the system's own call; raise OSError if it is taken."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:  # Windows locks the first byte of a file, even if the file is empty
        windows: Any = import_module("msvcrt")
        windows.locking(handle, windows.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
