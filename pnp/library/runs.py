"""The runs in a folder, as their run.json describes them: no rules are loaded, and no code runs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pnp.library.places import PathName
from pnp.sim.folder import PAGE, RUN, SUMMARY, find_missing, find_parts, read_told

MOST: Final = 200
"""Runs that are listed, the newest first."""
NAME: Final = "run"


@dataclass(frozen=True)
class KnownRun:
    """A run, finished or not."""

    name: str
    """Its folder, from the folder of all runs on: `run-2`, or `sweep/players-3`."""
    path: Path
    changed: float
    """When games were last played in it, in seconds since 1970."""
    players: int = 0
    bots: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    games: int = 0
    """How many are wanted."""
    done: int = 0
    """How many are kept."""
    finished: bool = False
    """Whether all games are there, and what they show."""
    broken: str = ""
    """Why its run.json cannot be read."""

    @property
    def report(self) -> Path | None:
        """The page of the run, where there is one."""
        page = self.path / PAGE
        return page if self.finished and page.is_file() else None


def find_runs(folder: PathName, game: str) -> list[KnownRun]:
    """The runs of a game in a folder such as `output/<game>`, those of sweeps included, the newest first."""
    base = Path(folder)
    found: list[KnownRun] = []
    for pattern in (f"*/{RUN}", f"*/*/{RUN}"):
        for path in base.glob(pattern):
            with suppress(OSError):  # gone meanwhile
                run = _read(path.parent, path.parent.relative_to(base).as_posix(), game)
                found += [run] if run is not None else []
    return sorted(found, key=lambda run: (-run.changed, run.name))[:MOST]


def reserve_run(folder: PathName) -> Path:
    """A new folder for a run: `run`, or `run-2` and so on where that is taken."""
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
    """A run; None for one of another game."""
    changed = max(each.stat().st_mtime for each in (path, path / RUN))
    try:
        told = read_told(path)
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
