"""Watching a project: which of its games a saved file belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from threading import Event
from typing import TYPE_CHECKING, Final

from pnp.resources import Located, Project

if TYPE_CHECKING:
    from watchfiles import Change

PARTS: Final = ("components", "templates", "fonts", "pnp.toml")
"""What a build reads of a project."""
LOCKS: Final = (".~lock.", "~$")
"""How files begin that an office program keeps beside an open table."""
SETTLED_MS: Final = 100
"""A batch ends when nothing was saved for this long."""
WAKE_MS: Final = 1_000
"""How often it is looked whether a part of a project has come or gone."""

Stamps = dict[Path, tuple[int, int]]
"""When files were changed, and how large they are."""


@dataclass(frozen=True)
class Saved:
    """Files that were saved together."""

    paths: tuple[Path, ...]

    def touches(self, game: Located) -> bool:
        """Whether a game may be built from one of them; what no game owns counts for all of its project."""
        return any(_owner(path, game.project) in (game.id, None) for path in self.paths if _inside(path, game.project))

    def __str__(self) -> str:
        names = sorted({path.name for path in self.paths})
        return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def watch_projects(
    projects: Iterable[Project], *, settled_ms: int = SETTLED_MS, stop: Event | None = None
) -> Iterator[Saved]:
    """What is saved in these projects after this call, batch by batch; `stop` or KeyboardInterrupt ends it."""
    roots = list(dict.fromkeys(project.root.resolve() for project in projects))
    return _saves(roots, _stamps(roots), settled_ms, stop)


def _saves(roots: list[Path], known: Stamps, settled_ms: int, stop: Event | None) -> Iterator[Saved]:
    from watchfiles import DefaultFilter, watch  # only needed here

    usual = DefaultFilter()

    def counts(change: Change, path: str) -> bool:
        return usual(change, path) and not Path(path).name.startswith(LOCKS)

    while stop is None or not stop.is_set():
        # parts may come and go, and a file that is saved may be a new one under the old name
        parts, armed = _parts(roots), False
        for changes in watch(
            *parts, watch_filter=counts, step=settled_ms, rust_timeout=WAKE_MS, yield_on_timeout=True,
            raise_interrupt=True, stop_event=stop,
        ):  # fmt: skip
            paths = {Path(path) for _, path in changes}
            if paths or not armed:
                now = _stamps(roots)
                if not armed:  # what was saved while nobody watched yet
                    paths |= {path for path in {*known, *now} if known.get(path) != now.get(path)}
                known, armed = now, True
            if paths:
                yield Saved(tuple(sorted(paths)))
            if parts != _parts(roots) or paths & set(parts):
                break


def _parts(roots: list[Path]) -> list[Path]:
    return [root / part for root in roots for part in PARTS if (root / part).exists()]


def _stamps(roots: list[Path]) -> Stamps:
    """When each file was last changed."""
    stamps: Stamps = {}
    for part in _parts(roots):
        for path in part.rglob("*") if part.is_dir() else [part]:
            if not path.name.startswith(LOCKS) and not path.name.startswith("."):
                with suppress(OSError):  # gone meanwhile
                    about = path.stat()
                    if S_ISREG(about.st_mode):
                        stamps[path] = (about.st_mtime_ns, about.st_size)
    return stamps


def _inside(path: Path, project: Project) -> bool:
    return path.is_relative_to(project.root.resolve())


def _owner(path: Path, project: Project) -> str | None:
    """The game that a file of a project belongs to; None for what is shared."""
    part, *inner = path.relative_to(project.root.resolve()).parts
    owned = part in ("components", "templates") and inner and inner[0] in project.games()
    return inner[0] if owned else None
