"""Font files of a project: its `fonts/` folder, and the folders and packages listed in pnp.toml."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, os_problem, quote_value
from pnp.resources import CONFIG_FILE, Project
from pnp.store.files import check_regular

FOLDER: Final = "fonts"
ENDINGS: Final = frozenset({".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"})
MOST_FILES: Final = 500
_PACKAGE: Final = re.compile(r"[A-Za-z][\w-]*")


def font_files(project: Project) -> list[Path]:
    """Return the font files of a project, starting with its `fonts/` folder.

    Raise SpecError if a folder or package listed in pnp.toml does not exist.
    """
    files = [path for path in _files(project.root / FOLDER) if _is_inside(path, project.root)]
    for place in project.fonts:
        files += _files(_font_folder(place, project))
    if len(files) > MOST_FILES:
        raise SpecError(Problem(Location(FOLDER), f"has {len(files)} font files, more than {MOST_FILES}", code="E0105"))
    return list(dict.fromkeys(files))


def fonts_hash(project: Project) -> str:
    """Return a hash of all font files of a project."""
    digest = hashlib.sha256()
    for path in font_files(project):
        digest.update(f"{project.name(path)} {file_hash(path)}\n".encode())
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """Return a hash of a file's content, cached while its size and modification time stay the same."""
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


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if path.suffix.lower() in ENDINGS and path.is_file():
                yield path


def _is_inside(path: Path, root: Path) -> bool:
    """Whether a file is inside the project after following links."""
    return path.resolve().is_relative_to(root.resolve())
