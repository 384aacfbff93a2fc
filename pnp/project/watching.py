"""Watching projects for changed files, and which games they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from threading import Event
from typing import TYPE_CHECKING, Final

from pnp.project.folders import GameRef, Project

if TYPE_CHECKING:
    from watchfiles import Change

PROJECT_PARTS: Final = ("components", "templates", "fonts", "pnp.toml")
"""Folders and files of a project that a build reads."""
LOCKS: Final = (".~lock.", "~$")
"""Prefixes of the lock files of office programs."""
SETTLED_MS: Final = 100
"""Time without changes that ends a batch, in ms."""
WAKE_MS: Final = 1_000
"""Interval at which to check whether one of the folders was created or deleted, in ms."""

Stamps = dict[Path, tuple[int, int]]
"""Modification times (in ns) and sizes of files."""


@dataclass(frozen=True)
class ChangedFiles:
    """A batch of changed files."""

    paths: tuple[Path, ...]

    def affects(self, game: GameRef) -> bool:
        """Whether one of the files may affect a game; shared files affect all games of their project."""
        return any(_owner(path, game.project) in (game.id, None) for path in self.paths if _inside(path, game.project))

    def __str__(self) -> str:
        names = sorted({path.name for path in self.paths})
        return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def watch_projects(
    projects: Iterable[Project], *, settled_ms: int = SETTLED_MS, stop: Event | None = None
) -> Iterator[ChangedFiles]:
    """Yield the files that change in these projects after this call, in batches, until `stop` or KeyboardInterrupt."""
    roots = list(dict.fromkeys(project.root.resolve() for project in projects))
    return _saves(roots, _stamps(roots), settled_ms, stop)


def _saves(roots: list[Path], known: Stamps, settled_ms: int, stop: Event | None) -> Iterator[ChangedFiles]:
    from watchfiles import DefaultFilter, watch  # only needed here

    usual = DefaultFilter()

    def counts(change: Change, path: str) -> bool:
        return usual(change, path) and not Path(path).name.startswith(LOCKS)

    while stop is None or not stop.is_set():
        # folders may be created or deleted, and saving may replace a file by a new one
        parts, armed = _parts(roots), False
        for changes in watch(
            *parts, watch_filter=counts, step=settled_ms, rust_timeout=WAKE_MS, yield_on_timeout=True,
            raise_interrupt=True, stop_event=stop,
        ):  # fmt: skip
            paths = {Path(path) for _, path in changes}
            if paths or not armed:
                now = _stamps(roots)
                if not armed:  # changes made before watching began
                    paths |= {path for path in {*known, *now} if known.get(path) != now.get(path)}
                known, armed = now, True
            if paths:
                yield ChangedFiles(tuple(sorted(paths)))
            if parts != _parts(roots) or paths & set(parts):
                break


def _parts(roots: list[Path]) -> list[Path]:
    return [root / part for root in roots for part in PROJECT_PARTS if (root / part).exists()]


def _stamps(roots: list[Path]) -> Stamps:
    """Return the modification time and size of each file."""
    stamps: Stamps = {}
    for part in _parts(roots):
        for path in part.rglob("*") if part.is_dir() else [part]:
            if not path.name.startswith(LOCKS) and not path.name.startswith("."):
                with suppress(OSError):  # deleted meanwhile
                    about = path.stat()
                    if S_ISREG(about.st_mode):
                        stamps[path] = (about.st_mtime_ns, about.st_size)
    return stamps


def _inside(path: Path, project: Project) -> bool:
    return path.is_relative_to(project.root.resolve())


def _owner(path: Path, project: Project) -> str | None:
    """Return the game that a file of a project belongs to; None for shared files."""
    part, *inner = path.relative_to(project.root.resolve()).parts
    owned = part in ("components", "templates") and inner and inner[0] in project.games()
    return inner[0] if owned else None
