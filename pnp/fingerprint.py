"""Fingerprints: hashes of code and files, as fine as what they guard. What has not changed need not be made again."""

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
from pnp.play.registry import find
from pnp.resources import Project, template_folders

CODE: Final = ".py"
"""Code is hashed by what it imports; every other file may be a table, whatever its ending."""
_FOR_TYPES: Final = re.compile(r"\n([ \t]*)if [\w.]*TYPE_CHECKING:.*(?:\n(?:\1[ \t]+\S.*|[ \t]*$))*", re.MULTILINE)
"""A block that only type checkers read."""
_IMPORT: Final = re.compile(r"import(?:[ \t]*\(([^)]*)\)|[ \t]+((?:\\\n|[^\n;])*))")
"""It begins with a plain word, because that is found ten times as fast as a line's beginning."""
_BEFORE: Final = re.compile(r"(?:.*[:;])?[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+)?")
"""What may stand in the line before it."""
_COMMENT: Final = re.compile(r"#.*|\\")


class _Source(NamedTuple):
    """A module's own source."""

    hash: str
    imports: frozenset[str]
    """The modules of its package that it imports."""


def code_hash(*modules: str) -> str:
    """A hash of these modules and of all modules of their package that they import, directly or not.

    Imports are found in the text and nothing is run, so imports inside functions count, those under `TYPE_CHECKING` do
    not, and a package that is only passed through (`pnp` in `pnp.face.text`) counts when something of its own is named.
    """
    found = code_of(*modules)
    return hashlib.sha256("".join(f"{name} {found[name]}\n" for name in sorted(found)).encode()).hexdigest()


def code_of(*modules: str) -> dict[str, str]:
    """These modules and all that they import, each with a hash of its own source; ModuleNotFoundError without one."""
    found: dict[str, str] = {}
    wanted = list(modules)
    while wanted:
        name = wanted.pop()
        if name not in found:
            source = _source(name)
            if source is None:
                raise ModuleNotFoundError(f"no source of the module {name}", name=name)
            found[name] = source.hash
            wanted += source.imports
    return found


@cache
def _source(name: str) -> _Source | None:
    path = _path(name)
    if path is None:
        return None
    content = path.read_bytes()
    if path.name == "__init__.py":  # the words of pnp are tables beside their module
        tables = sorted(name for name in _listed(str(path.parent)) if name.endswith(".toml"))
        content += b"".join((path.parent / name).read_bytes() for name in tables)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return _Source(
        hashlib.sha256(content).hexdigest(), frozenset(_imports(content.decode(errors="replace"), name, package))
    )


def _imports(text: str, name: str, package: str) -> Iterator[str]:
    """The modules of its own top-level package that a module's text imports."""
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
                elif origin and _path(origin) is not None:  # no module, but a name in one
                    yield origin


def _absolute(origin: str, package: str) -> str:
    """The module that follows `from`: dots at the start count from the package upwards."""
    tail = origin.lstrip(".")
    level = len(origin) - len(tail)
    if not level:
        return origin
    above = package.split(".")
    return ".".join([*above[: len(above) - level + 1], *([tail] if tail else [])])


@cache
def _path(name: str) -> Path | None:
    """The file of a module, found without running it or what holds it; None where it has none."""
    top, *inner = name.split(".")
    alone, roots = _place(top)
    if alone is not None and not inner:
        return alone
    for root in roots:
        folder = "/".join([root, *inner])
        if "__init__.py" in _listed(folder):
            return Path(folder, "__init__.py")
        if inner and f"{inner[-1]}.py" in _listed("/".join([root, *inner[:-1]])):
            return Path(f"{folder}.py")
    return None


@cache
def _place(top: str) -> tuple[Path | None, list[str]]:
    """Where a top-level module lies: its file when it is one, its folders when it is a package."""
    spec = find_spec(top) if top else None
    if spec is None:
        return None, []
    if spec.submodule_search_locations is not None:
        return None, list(spec.submodule_search_locations)
    return (Path(spec.origin) if spec.origin and spec.has_location else None), []


@cache
def _listed(folder: str) -> frozenset[str]:
    """The names in a folder: listing each once is faster than asking for files one by one."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries)
    except OSError:
        return frozenset()


def drawings_hash(project: Project, game_id: str) -> str:
    """A hash of the code that a game's drawings are made by; none of it is run."""
    module = find(game_id, project)
    if module is None:
        return ""
    parts = [code_hash(*module.modules("drawings"))]
    if isinstance(module.drawings, Mapping):
        parts.append(code_hash(*{drawing.__module__ for drawing in module.drawings.values()}))
    return " ".join([*parts, module.code_mark("art")])


def rules_hash(project: Project, game_id: str, *parts: str) -> str:
    """A hash of the code of a game's rules, and of other parts; none of it is run."""
    module = find(game_id, project)
    if module is None or module.rules is None:
        return ""
    return f"{code_hash(*module.modules('rules', *parts))} {module.code_mark('code')}"


@cache
def versions(*packages: str) -> str:
    """The versions of these packages; of one that is not installed, its name alone."""
    return " ".join(f"{package}={_version(package)}" for package in packages)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def files_hash(project: Project, game_id: str) -> str:
    """A hash of a game's spec, memos, templates and pictures."""
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
    """All files in a folder, sorted; linked folders too, each once."""
    seen: set[Path] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = Path(parent).resolve()
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders.sort()
        yield from (path for name in sorted(names) if (path := Path(parent, name)).is_file())
