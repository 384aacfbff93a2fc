"""Project folders: where games, templates and fonts are found, in a project and in pnp itself.

A project is a folder that contains `components/<game>/game.toml` or a `pnp.toml`; templates are in `templates/`. Files
that a spec refers to must be inside the project.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import Location, Problem, SpecError, did_you_mean, os_problem, quote_value
from pnp.store.files import LARGEST_SETTINGS, check_regular, describe_error, read_file, unsaved_content
from pnp.store.fingerprint import file_digest

SPEC_FILE = "game.toml"
CONFIG_FILE = "pnp.toml"
SHARED = "_shared"
EXAMPLE_GAME = "cotcotcollec"
"""The bundled game that hints suggest to newcomers."""
_DOTTED = re.compile(r"""(?:^|[{,\[])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){30}""", re.MULTILINE)
"""Matches a key with 30 or more dotted parts, which would take forever to parse."""


@dataclass(frozen=True)
class Project:
    """A folder of games."""

    root: Path
    allow_code: bool = False
    """Whether the user allows this project's Python code to run this once; see `pnp.project.code`."""
    fonts: tuple[str, ...] = ()
    """Folders and packages listed in pnp.toml to look for fonts in, besides the project's `fonts/`."""
    home_fonts: tuple[str, ...] = ()
    """Families listed in pnp.toml that are printed at home although their makers forbid embedding them."""

    @property
    def components(self) -> Path:
        """Folder with one subfolder for each game."""
        return self.root / "components"

    @property
    def templates(self) -> Path:
        """Folder with one subfolder of face templates for each game."""
        return self.root / "templates"

    def games(self) -> list[str]:
        """Return the ids of the games in this project, sorted."""
        if not self.components.is_dir():
            return []
        try:  # lexists: a spec that is a broken link is reported later instead of being ignored
            return sorted(each.name for each in self.components.iterdir() if os.path.lexists(each / SPEC_FILE))
        except PermissionError:
            return []

    def name(self, path: Path) -> str:
        """Return the path relative to the project, as shown in messages."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name

    def location(self, path: Path) -> Location:
        """Return the location of a file in the project or among pnp's bundled files."""
        shipped = bundled_project()
        if not path.is_relative_to(self.root) and path.is_relative_to(shipped.root):
            return Location(shipped.name(path), bundled=True)
        return Location(self.name(path))

    def path(self, location: Location) -> Path | None:
        """Return the path of a location's file; None if it has none or is outside the project."""
        root = bundled_project().root if location.bundled else self.root
        return resolve_inside(root, location.file, root) if location.file else None


class GameRef(NamedTuple):
    """A game and the project that it is in."""

    project: Project
    id: str


@cache
def bundled_project() -> Project:
    """Return the project of the games bundled with pnp, in the wheel's data or in the source checkout."""
    package = Path(__file__).resolve().parents[1]
    data = package / "_data"
    return Project(data if data.is_dir() else package.parent)


def find_own_project(start: Path, *, allow_code: bool = False) -> Project | None:
    """Return the project that contains the folder `start`, or None."""
    for folder in (start, *start.parents):
        if os.path.lexists(folder / CONFIG_FILE):  # a broken link is reported instead of being ignored
            raw = read_toml(folder / CONFIG_FILE, Location(CONFIG_FILE))
            return Project(folder, allow_code, _outside_fonts(raw), _home_fonts(raw))
        project = Project(folder, allow_code)
        if project.games():
            return project
    return None


def find_project(start: Path, *, allow_code: bool = False) -> Project:
    """Return the project that contains the folder `start`, or the bundled games."""
    return find_own_project(start, allow_code=allow_code) or bundled_project()


def locate(names: list[str], start: Path, *, allow_code: bool = False) -> list[GameRef]:
    """Return the named games, from the project that contains `start` or else from the bundled games.

    Without names, return all games of that project. Raise SpecError for unknown names, or if there are no games.
    """
    own, shipped = find_own_project(start, allow_code=allow_code), bundled_project()
    near = own.games() if own else []
    if own is not None and near and not names:
        return [GameRef(own, name) for name in near]
    if not names:
        where = own.components if own else start
        hint = f"pnp new mygame creates one; pnp build {EXAMPLE_GAME} prints a game that comes with pnp"
        raise SpecError(Problem(Location(str(where)), f"has no folder with a {SPEC_FILE}", hint, code="E0109"))
    located: list[GameRef] = []
    problems: list[Problem] = []
    for name in dict.fromkeys(names):
        project = own if name in near else shipped if name in shipped.games() else None
        if project is None:
            games = sorted({*near, *shipped.games()})
            problems.append(
                Problem(Location(), f"there is no game {quote_value(name)}", did_you_mean(games, name), code="E0110")
            )
        else:
            located.append(GameRef(project, name))
    if problems:
        raise SpecError(*problems)
    return located


def read_toml(path: Path, where: Location, largest: int = LARGEST_SETTINGS) -> dict[str, Any]:
    """Parse a TOML file. Raise SpecError if it cannot be read or is not valid."""
    try:
        return parse_toml(read_file(path, largest).decode("utf-8-sig"), where)
    except FileNotFoundError:
        raise SpecError(Problem(where, "does not exist", code="E0101")) from None
    except UnicodeDecodeError:
        raise SpecError(Problem(where, "is not UTF-8 text", "save the file as UTF-8", code="E0106")) from None
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from None


def parse_toml(text: str, where: Location) -> dict[str, Any]:
    """Parse TOML. Raise SpecError, with the line, if it is not valid."""
    if (deep := _DOTTED.search(text)) is not None:
        place = where.at(line=text.count("\n", 0, deep.start()) + 1)
        raise SpecError(Problem(place, "a key must have at most 30 parts", code="E0201"))
    try:
        return deepcopy(_parsed(text))
    except (ValueError, RecursionError) as error:
        reason = describe_error(error)
        message = f"is not valid TOML: {reason}"
        raise SpecError(Problem(where.at(line=_line_of(reason, text)), message, code="E0201")) from None


def _line_of(reason: str, text: str) -> int:
    """Return the line in tomllib's message, or 0; before Python 3.14 it has no attribute for that."""
    found = re.search(r"\(at (?:line ([0-9]{1,9}), column [0-9]+|end of document)\)", reason)
    return 0 if found is None else int(found[1] or text.count("\n") + 1)


@lru_cache(maxsize=16)
def _parsed(text: str) -> dict[str, Any]:
    """Parse TOML, cached because a command reads the same files several times (for languages, cuts, the game)."""
    import tomllib  # slow to load, and not needed for a cached build without pnp.toml

    return tomllib.loads(text)


def _outside_fonts(raw: dict[str, Any]) -> tuple[str, ...]:
    """Return the `fonts` of pnp.toml."""
    hint = 'for example ["../my-fonts", "font-roboto"]'
    return _names(raw, "fonts", "must be a list of folders or installed packages", hint)


def _home_fonts(raw: dict[str, Any]) -> tuple[str, ...]:
    """Return the `home_fonts` of pnp.toml."""
    return _names(raw, "home_fonts", "must be a list of font families", 'for example ["Brand Sans"]')


def _names(raw: dict[str, Any], key: str, message: str, hint: str) -> tuple[str, ...]:
    """Return a key of pnp.toml that is a text or a list of texts."""
    named = raw.get(key, [])
    names = named if isinstance(named, list) else [named]
    if not all(isinstance(name, str) and name for name in names):
        where = Location(CONFIG_FILE) / key
        raise SpecError(Problem(where, message, hint, found=quote_value(named), code="E0204"))
    return tuple(dict.fromkeys(names))


def template_folders(project: Project, game_id: str) -> list[tuple[Path, Path]]:
    """Return the folders to search for a game's templates, each after the root that it must stay in."""
    shipped = bundled_project()
    folders = [
        (project.root, project.templates / game_id),
        (project.root, project.templates / SHARED),
        (shipped.root, shipped.templates / SHARED),
    ]
    return list(dict.fromkeys(folders))


def resolve_inside(folder: Path, reference: str, root: Path) -> Path | None:
    """Return the path of `reference` in `folder`; None if it is outside `folder` or, after following links, `root`."""
    steps = Path(reference)
    if "\0" in reference or steps.is_absolute() or ".." in steps.parts or "\\" in reference or ":" in reference:
        return None
    path = folder / reference
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            path.stat()
    except (OSError, ValueError):  # an invalid name, or one that is too long; a circular link
        return None
    return path if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)) else None


CODE_SUFFIX: Final = ".py"
"""Suffix of code, which is hashed along with its imports; any other file in the folder may be a table."""


def files_hash(project: Project, game_id: str) -> str:
    """Return a hash of a game's spec, memos, templates and pictures. Raise SpecError if a file cannot be read."""
    digest = hashlib.sha256(game_id.encode())
    folders = [folder for _, folder in template_folders(project, game_id)]
    components = project.components / game_id
    try:
        for folder in (*folders, components):
            for path in _all_files(folder):
                if folder != components or path.suffix != CODE_SUFFIX:
                    digest.update(f"{path.relative_to(folder).as_posix()}\0{file_digest(path)}".encode())
    except OSError as error:
        raise SpecError(
            os_problem(error, project.location(Path(error.filename or components)), "cannot be read")
        ) from error
    return digest.hexdigest()


def _all_files(folder: Path) -> Iterator[Path]:
    """Yield all files in a folder, sorted. Links to folders are followed, each folder once."""
    seen: set[Path] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = Path(parent).resolve()
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders.sort()
        yield from (path for name in sorted(names) if (path := Path(parent, name)).is_file())


FONT_FOLDER: Final = "fonts"
FONT_SUFFIXES: Final = frozenset({".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"})
MOST_FILES: Final = 500
_PACKAGE: Final = re.compile(r"[A-Za-z][\w-]*")


def font_files(project: Project) -> list[Path]:
    """Return the font files of a project, starting with its `fonts/` folder.

    Raise SpecError if a folder or package listed in pnp.toml does not exist.
    """
    files = [path for path in _font_files_in(project.root / FONT_FOLDER) if _is_inside(path, project.root)]
    for place in project.fonts:
        files += _font_files_in(_font_folder(place, project))
    if len(files) > MOST_FILES:
        raise SpecError(
            Problem(Location(FONT_FOLDER), f"has {len(files)} font files, more than {MOST_FILES}", code="E0105")
        )
    return list(dict.fromkeys(files))


def fonts_hash(project: Project) -> str:
    """Return a hash of all font files of a project, and of the families that may be printed at home."""
    digest = hashlib.sha256()
    if project.home_fonts:
        digest.update(f"{project.home_fonts}\n".encode())
    for path in font_files(project):
        digest.update(f"{project.name(path)} {file_hash(path)}\n".encode())
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """Return a hash of a file's content, cached while its size and modification time stay the same."""
    if (edited := unsaved_content(path)) is not None:
        return hashlib.sha256(edited).hexdigest()
    try:
        stat = path.stat()
        return _content_hash(path, stat.st_size, stat.st_mtime_ns)
    except OSError as error:
        raise SpecError(os_problem(error, Location(path.name), "cannot be read")) from error


@lru_cache(maxsize=MOST_FILES)
def _content_hash(path: Path, _size: int, _time: int) -> str:
    check_regular(path)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _font_folder(place: str, project: Project) -> Path:
    """Return the folder that pnp.toml lists: absolute, relative to the project, or that of an installed package."""
    folder = project.root / Path(place).expanduser()
    if folder.is_dir():
        return folder
    if _PACKAGE.fullmatch(place):
        spec = find_spec(place.replace("-", "_"))
        if spec is not None and spec.submodule_search_locations:
            return Path(next(iter(spec.submodule_search_locations)))
    hint = "give a folder, absolute or relative to the project, or an installed package (pip install …)"
    message = f"there is no folder or installed package {quote_value(place)}"
    raise SpecError(Problem(Location(CONFIG_FILE) / "fonts", message, hint, code="E0101"))


def _font_files_in(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if path.suffix.lower() in FONT_SUFFIXES and path.is_file():
                yield path


def _is_inside(path: Path, root: Path) -> bool:
    """Whether a file is inside the project after following links."""
    return path.resolve().is_relative_to(root.resolve())
