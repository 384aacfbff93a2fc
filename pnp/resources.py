"""Where games are found: a designer's own project folder, and the games that come with pnp.

A project is a folder with `components/<game>/game.toml` in it, and `templates/` beside it. No file that a
spec names may lie outside its project.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pnp.errors import Problem, SpecError, known, quoted

SPEC_FILE = "game.toml"
SHARED = "_shared"


@dataclass(frozen=True)
class Project:
    """A folder of games."""

    root: Path
    allow_code: bool = False
    """Whether the person lets Python in this folder run for this once; see `pnp.trust`."""
    fonts: tuple[str, ...] = ()
    """Folders and packages outside that fonts may come from, beside the project's own `fonts/`."""

    @property
    def components(self) -> Path:
        """The folder with one folder a game."""
        return self.root / "components"

    @property
    def templates(self) -> Path:
        """The folder with one folder of face templates a game."""
        return self.root / "templates"

    def games(self) -> list[str]:
        """The ids of the games in this project, sorted."""
        if not self.components.is_dir():
            return []
        return sorted(spec.parent.name for spec in self.components.glob(f"*/{SPEC_FILE}"))

    def name(self, path: Path) -> str:
        """The path as messages show it: from the project's folder on."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name


class Located(NamedTuple):
    """A game and the project that it is in."""

    project: Project
    id: str


def bundled() -> Project:
    """The games that come with pnp: in the wheel's data, or in the checkout it runs from."""
    package = Path(__file__).resolve().parent
    data = package / "_data"
    return Project(data if data.is_dir() else package.parent)


def find_project(start: Path, *, allow_code: bool = False) -> Project:
    """The project that `start` lies in, or else the bundled games."""
    for folder in (start, *start.parents):
        project = Project(folder, allow_code)
        if project.games():
            return project
    return bundled()


def locate(names: list[str], start: Path, *, allow_code: bool = False) -> list[Located]:
    """The project of each named game (the nearest project first, then the bundled games); all games without names."""
    near, shipped = find_project(start, allow_code=allow_code), bundled()
    if not names:
        found = [Located(near, name) for name in near.games()]
        if not found:
            raise SpecError(Problem(near.name(near.components), f"a folder with a {SPEC_FILE}", "none"))
        return found
    located: list[Located] = []
    problems: list[Problem] = []
    for name in dict.fromkeys(names):
        project = next((p for p in (near, shipped) if name in p.games()), None)
        if project is None:
            games = sorted({*near.games(), *shipped.games()})
            problems.append(Problem("game", "the name of a game", quoted(name), known(games, name)))
        else:
            located.append(Located(project, name))
    if problems:
        raise SpecError(*problems)
    return located


def template_folders(project: Project, game_id: str) -> list[tuple[Path, Path]]:
    """The folders a game's templates are looked for in, each after the root it must not leave."""
    shipped = bundled()
    folders = [
        (project.root, project.templates / game_id),
        (project.root, project.templates / SHARED),
        (shipped.root, shipped.templates / SHARED),
    ]
    return list(dict.fromkeys(folders))


def inside(folder: Path, reference: str, root: Path) -> Path | None:
    """The file in `folder` that `reference` names; None when it lies outside `folder` or, links followed, `root`."""
    steps = Path(reference)
    if "\0" in reference or steps.is_absolute() or ".." in steps.parts or "\\" in reference or ":" in reference:
        return None
    path = folder / reference
    try:
        path.is_file()
        return path if path.resolve().is_relative_to(root.resolve()) else None
    except (OSError, RuntimeError):  # a name too long, a link that leads to itself
        return None
