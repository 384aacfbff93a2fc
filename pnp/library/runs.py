"""Listing the runs in a folder from their run.json, without loading rules or running code."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pnp.options import PathName
from pnp.sim.folder import REPORT_FILE, RUN, SUMMARY, find_missing, find_parts, read_run_json

MOST: Final = 200
"""Maximum number of runs listed."""
NAME: Final = "run"
"""Name of the first run's folder."""


@dataclass(frozen=True)
class KnownRun:
    """A run, finished or not."""

    name: str
    """Its folder relative to the folder of all runs: `run-2`, or `sweep/players-3`."""
    path: Path
    changed: float
    """Time of the last change, in seconds since 1970."""
    players: int = 0
    bots: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    games: int = 0
    """Number of games to play."""
    done: int = 0
    """Number of games played so far."""
    finished: bool = False
    """Whether all games are played and summarised."""
    broken: str = ""
    """Why its run.json cannot be read; empty if it can."""

    @property
    def report(self) -> Path | None:
        """Path of the run's report, or None."""
        page = self.path / REPORT_FILE
        return page if self.finished and page.is_file() else None


def find_runs(folder: PathName, game: str) -> list[KnownRun]:
    """Return the runs of a game in a folder such as `output/<game>`, including those of sweeps, newest first."""
    base = Path(folder)
    found: list[KnownRun] = []
    for pattern in (f"*/{RUN}", f"*/*/{RUN}"):
        for path in base.glob(pattern):
            with suppress(OSError):  # deleted meanwhile
                run = _read(path.parent, path.parent.relative_to(base).as_posix(), game)
                found += [run] if run is not None else []
    return sorted(found, key=lambda run: (-run.changed, run.name))[:MOST]


def reserve_run(folder: PathName) -> Path:
    """Create a folder for a run, and return its path: `run`, or `run-2` and so on if that exists."""
    base = Path(folder)
    base.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = base / (NAME if number == 1 else f"{NAME}-{number}")
        try:
            path.mkdir()
        except FileExistsError:
            number += 1
        else:
            return path


def _read(path: Path, name: str, game: str) -> KnownRun | None:
    """Return the run in a folder, or None if it is of another game."""
    changed = max(each.stat().st_mtime for each in (path, path / RUN))
    try:
        told = read_run_json(path)
        if told["game"] != game:
            return None
        games = int(told["games"])
        left = sum(map(len, find_missing(find_parts(path), games)))
        options = {str(option): str(value) for option, value in told["options"].items()}
        return KnownRun(
            name, path, changed, int(told["players"]), str(told["bots"]), options, str(told["seed"]), games,
            games - left, left == 0 and (path / SUMMARY).is_file(),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return KnownRun(name, path, changed, broken=f"{type(error).__name__}: {error}"[:200])
