"""Hashes of code and project files, which decide whether a cached result is still valid."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from pnp.digest import file_digest
from pnp.errors import SpecError, os_problem
from pnp.play.registry import find_game_module
from pnp.resources import Project, template_folders

CODE: Final = ".py"
"""Suffix of code, which is hashed along with its imports; any other file in the folder may be a table."""
_FOR_TYPES: Final = re.compile(r"\n([ \t]*)if [\w.]*TYPE_CHECKING:.*(?:\n(?:\1[ \t]+\S.*|[ \t]*$))*", re.MULTILINE)
"""Matches a block under `if TYPE_CHECKING:`."""
_IMPORT: Final = re.compile(r"import(?:[ \t]*\(([^)]*)\)|[ \t]+((?:\\\n|[^\n;])*))")
"""Matches an import from the word `import` on: searching for a literal word is ten times as fast as for line starts."""
_BEFORE: Final = re.compile(r"(?:.*[:;])?[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+)?")
"""Matches what may precede `import` on its line."""
_COMMENT: Final = re.compile(r"#.*|\\")


class _Source(NamedTuple):
    """Hash and imports of one module."""

    hash: str
    imports: frozenset[str]
    """Modules of the same top-level package that it imports."""


def code_hash(*modules: str) -> str:
    """Return a hash of these modules and of all modules of their package that they import, directly or indirectly.

    Imports are found by searching the text; nothing is executed. Imports inside functions count, those under
    `TYPE_CHECKING` do not. A parent package (`pnp` in `pnp.face.text`) counts only if something is imported from it.
    """
    found = module_hashes(*modules)
    return hashlib.sha256("".join(f"{name} {found[name]}\n" for name in sorted(found)).encode()).hexdigest()


def module_hashes(*modules: str) -> dict[str, str]:
    """Return the source hashes of these modules and of all their imports. Raise ModuleNotFoundError without source."""
    found: dict[str, str] = {}
    wanted = list(modules)
    while wanted:
        name = wanted.pop()
        if name not in found:
            source = _source(name)
            if source is None:
                raise ModuleNotFoundError(f"no source found for the module {name}", name=name)
            found[name] = source.hash
            wanted += source.imports
    return found


@cache
def _source(name: str) -> _Source | None:
    path = _path(name)
    if path is None:
        return None
    content = path.read_bytes()
    if path.name == "__init__.py":  # pnp.words reads the TOML files in its folder
        tables = sorted(name for name in _names_in(str(path.parent)) if name.endswith(".toml"))
        content += b"".join((path.parent / name).read_bytes() for name in tables)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return _Source(
        hashlib.sha256(content).hexdigest(), frozenset(_imports(content.decode(errors="replace"), name, package))
    )


def _imports(text: str, name: str, package: str) -> Iterator[str]:
    """Yield the modules of the same top-level package that a module's text imports."""
    text = _FOR_TYPES.sub("", f"\n{text}") if "TYPE_CHECKING:" in text else text
    top = name.partition(".")[0]
    for match in _IMPORT.finditer(text):
        before = _BEFORE.fullmatch(text, text.rfind("\n", 0, match.start()) + 1, match.start())
        if before is None:
            continue
        origin = _absolute(before["origin"], package) if before["origin"] else ""
        if origin and origin.partition(".")[0] != top:
            continue
        for part in _COMMENT.sub("", match[1] or match[2]).split(","):
            if words := part.split():
                inner = f"{origin}.{words[0]}" if origin else words[0]
                if inner.partition(".")[0] == top and _path(inner) is not None:
                    yield inner
                elif origin and _path(origin) is not None:  # a name inside a module
                    yield origin


def _absolute(origin: str, package: str) -> str:
    """Return the absolute name of the module after `from`, which may be relative."""
    tail = origin.lstrip(".")
    level = len(origin) - len(tail)
    if not level:
        return origin
    above = package.split(".")
    return ".".join([*above[: len(above) - level + 1], *([tail] if tail else [])])


@cache
def _path(name: str) -> Path | None:
    """Return the file of a module, found without importing it or its parents; None if it has none."""
    top, *inner = name.split(".")
    alone, roots = _place(top)
    if alone is not None and not inner:
        return alone
    for root in roots:
        folder = "/".join([root, *inner])
        if "__init__.py" in _names_in(folder):
            return Path(folder, "__init__.py")
        if inner and f"{inner[-1]}.py" in _names_in("/".join([root, *inner[:-1]])):
            return Path(f"{folder}.py")
    return None


@cache
def _place(top: str) -> tuple[Path | None, list[str]]:
    """Return the file of a top-level module, or the folders of a top-level package."""
    spec = find_spec(top) if top else None
    if spec is None:
        return None, []
    if spec.submodule_search_locations is not None:
        return None, list(spec.submodule_search_locations)
    return (Path(spec.origin) if spec.origin and spec.has_location else None), []


@cache
def _names_in(folder: str) -> frozenset[str]:
    """Return the names in a folder; listing a folder once is faster than testing files one by one."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries)
    except OSError:
        return frozenset()


def drawings_hash(project: Project, game_id: str) -> str:
    """Return a hash of the code of a game's drawings, without running it."""
    module = find_game_module(game_id, project)
    if module is None:
        return ""
    parts = [code_hash(*module.modules("drawings"))]
    if isinstance(module.drawings, Mapping):
        parts.append(code_hash(*{drawing.__module__ for drawing in module.drawings.values()}))
    return " ".join([*parts, module.code_mark("art")])


def rules_hash(project: Project, game_id: str, *parts: str) -> str:
    """Return a hash of the code of a game's rules, and of other parts, without running it."""
    module = find_game_module(game_id, project)
    if module is None or module.rules is None:
        return ""
    return f"{code_hash(*module.modules('rules', *parts))} {module.code_mark('code')}"


@cache
def versions(*packages: str) -> str:
    """Return the installed versions of packages, as `name=version`; the version is empty if one is not installed."""
    return " ".join(f"{package}={_version(package)}" for package in packages)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def files_hash(project: Project, game_id: str) -> str:
    """Return a hash of a game's spec, memos, templates and pictures. Raise SpecError if a file cannot be read."""
    digest = hashlib.sha256(game_id.encode())
    folders = [folder for _, folder in template_folders(project, game_id)]
    components = project.components / game_id
    try:
        for folder in (*folders, components):
            for path in _files(folder):
                if folder != components or path.suffix != CODE:
                    digest.update(f"{path.relative_to(folder).as_posix()}\0{file_digest(path)}".encode())
    except OSError as error:
        raise SpecError(
            os_problem(error, project.location(Path(error.filename or components)), "cannot be read")
        ) from error
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
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
