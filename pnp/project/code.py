"""A designer's Python, `rules.py` and `art.py` beside a game's spec, and the folders whose Python may run.

The code is collected as text, so that it can be hashed, sent to other processes and machines, and run there as a
separate package. It runs only with the user's permission: see `pnp.trust`.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import json
import linecache
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Final

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, os_problem, quote_value
from pnp.project.folders import Project, resolve_inside
from pnp.store.files import (
    LARGEST_SETTINGS,
    PARSE_ERRORS,
    describe_error,
    read_file,
    read_json,
    settings_file,
    write_atomically,
)
from pnp.worker.task import explain_failures

TRUST_FILE: Final = "trusted.json"


def trust_file() -> Path:
    """Return the path of the file that lists the trusted folders."""
    return settings_file().with_name(TRUST_FILE)


def trusted_folders() -> list[Path]:
    """Return the trusted folders, sorted. Raise PnpError if the file is not valid."""
    path = trust_file()
    try:
        folders = read_json(read_file(path, LARGEST_SETTINGS))["folders"]
        if not isinstance(folders, list) or not all(isinstance(folder, str) for folder in folders):
            raise ValueError("not a list of folders")
    except FileNotFoundError:
        return []
    except PARSE_ERRORS as error:
        hint = "delete it, then trust your folders again"
        message = f'must contain {{"folders": […]}}: {describe_error(error)}'
        raise PnpError(Problem(Location(str(path)), message, hint, code="E0113")) from None
    return sorted(map(Path, folders))


def is_trusted(folder: Path) -> bool:
    """Whether this folder, or one of its parents, is trusted."""
    real = folder.resolve()
    return any(real == each or each in real.parents for each in trusted_folders())


def trust(folder: Path) -> Path:
    """Trust a folder from now on, and return its absolute path. Raise PnpError if it is not a folder."""
    real = folder.resolve()
    if not real.is_dir():
        message, code = ("is not a folder", "E0102") if real.exists() else ("does not exist", "E0101")
        raise PnpError(Problem(Location(str(folder)), message, code=code))
    _write({*trusted_folders(), real})
    return real


def untrust(folder: Path) -> bool:
    """Stop trusting a folder, and return whether it was trusted."""
    real = folder.resolve()
    known = set(trusted_folders())
    if real not in known:
        return False
    _write(known - {real})
    return True


def _write(folders: set[Path]) -> None:
    path = trust_file()
    content = json.dumps({"folders": sorted(map(str, folders))}, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content.encode())
    except OSError as error:
        raise PnpError(os_problem(error, Location(str(path)), "cannot be written")) from error


RULES: Final = "rules"
ART: Final = "art"
PACKAGE: Final = "pnp_project_"
"""Prefix of the package names that project code runs under; a hash of the code follows."""
LARGEST: Final = 2_000_000
"""Maximum size of a game's code, in characters."""


@dataclass(frozen=True)
class ProjectCode:
    """The source of `rules.py` or `art.py`, and of every module that it imports from its folder."""

    main: str
    """Name of the module to load, `rules` or `art`."""
    folder: str
    """Folder of the files, as shown in messages."""
    files: tuple[tuple[str, str], ...]
    """Module names and their source, sorted by name."""

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all files, as hexadecimal digits."""
        digest = hashlib.sha256()
        for name, source in self.files:
            digest.update(f"{name}\0{source}\0".encode())
        return digest.hexdigest()

    @property
    def package(self) -> str:
        """Name of the package that the code runs as; it depends on the code."""
        return f"{PACKAGE}{self.hash[:20]}"

    def path(self, module: str) -> str:
        """Return the path of a module, as shown in messages."""
        return f"{self.folder}/{module.replace('.', '/')}.py"

    def load(self) -> ModuleType:
        """Import and return the main module. Raise SpecError, with file and line, if it fails."""
        _FINDER.codes[self.package] = self
        if _FINDER not in sys.meta_path:
            sys.meta_path.append(_FINDER)
        try:
            return import_module(f"{self.package}.{self.main}")
        except Exception as error:  # any failure of project code is reported as a problem, not as a traceback
            raise SpecError(
                explain_error(error) or Problem(Location(self.path(self.main)), f"cannot run: {error}", code="E1302")
            ) from error


def has_code(project: Project, game_id: str, main: str) -> bool:
    """Whether a game has project code; `main` is `rules` or `art`."""
    path = resolve_inside(project.components / game_id, f"{main}.py", project.root)
    return path is not None and path.is_file()


def collect_code(project: Project, game_id: str, main: str) -> ProjectCode:
    """Return a game's code and the modules it imports. Raise SpecError if a file cannot be read or is not Python."""
    folder = project.components / game_id
    found: dict[str, str] = {}
    wanted = [main]
    while wanted:
        module = wanted.pop()
        if module not in found:
            found[module] = _read(project, folder, module)
            wanted += _relative_imports(project, folder, module, found[module])
    if sum(map(len, found.values())) > LARGEST:
        message = f"has more than {LARGEST // 1_000_000} MB of code"
        raise SpecError(Problem(project.location(folder), message, code="E0105"))
    return ProjectCode(main, project.name(folder), tuple(sorted(found.items())))


def require_permission(project: Project, game_id: str, main: str) -> None:
    """Raise SpecError unless the user has allowed this project's code to run."""
    if project.allow_code or is_trusted(project.root):
        return
    where = project.location(project.components / game_id / f"{main}.py")
    hint = f"read it first; then run it once with --allow-code, or always with pnp trust {project.root}"
    raise SpecError(Problem(where, "needs your permission to run", hint, code="E1301"))


def is_project_file(filename: str) -> bool:
    """Whether a file name from a traceback belongs to project code."""
    return _FINDER.owns(filename)


@explain_failures
def explain_error(error: BaseException) -> Problem | None:
    """Return the problem in project code that caused an error, with file and line; None if it came from elsewhere."""
    while isinstance(error, PnpError) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, SyntaxError) and error.filename and _FINDER.owns(error.filename):
        return Problem(Location(error.filename, line=error.lineno or 1), f"is not Python: {error.msg}", code="E1302")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _FINDER.owns(frame.filename)]
    if not frames:
        return None
    message = f"{type(error).__name__}: {error}".removesuffix(": ")
    hint = ""
    if isinstance(error, ModuleNotFoundError) and error.name and _FINDER.has(error.name):
        hint = f"import a module of the same folder with a dot: from .{error.name} import …"
    return Problem(Location(frames[-1].filename, line=frames[-1].lineno or 1), message, hint, code="E1302")


def _read(project: Project, folder: Path, module: str) -> str:
    path = folder / f"{module.replace('.', '/')}.py"
    try:
        return read_file(path, LARGEST).decode("utf-8-sig")
    except OSError as error:
        raise SpecError(os_problem(error, project.location(path), "cannot be read")) from None
    except UnicodeDecodeError:
        raise SpecError(Problem(project.location(path), "is not UTF-8 text", code="E0106")) from None


def _relative_imports(project: Project, folder: Path, module: str, source: str) -> list[str]:
    """Return the modules of the same folder that a module imports (relative imports)."""
    import ast  # slow to load, and few projects have code

    where = project.location(folder / f"{module.replace('.', '/')}.py")
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = where.at(line=getattr(error, "lineno", None) or 1)
        raise SpecError(Problem(place, f"is not Python: {getattr(error, 'msg', error)}", code="E1302")) from None
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = PurePosixPath(*module.split(".")[: -node.level], *(node.module or "").split("."))
            names = [base, *(base / alias.name for alias in node.names)] if base.parts else []
            names += [PurePosixPath(alias.name) for alias in node.names] if not base.parts else []
            there = [
                each
                for each in names
                if resolve_inside(folder, f"{each}.py", project.root) and (folder / f"{each}.py").is_file()
            ]
            if not there:
                files = sorted(path.stem for path in folder.glob("*.py"))
                wanted = node.module or node.names[0].name
                message = f"there is no {quote_value(f'{wanted}.py')} in the same folder"
                raise SpecError(Problem(where.at(line=node.lineno), message, did_you_mean(files, wanted), code="E0101"))
            found += [".".join(each.parts) for each in there]
    return found


class _ProjectCodeFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import finder and loader for collected code; it never reads the disk."""

    def __init__(self) -> None:
        self.codes: dict[str, ProjectCode] = {}

    def owns(self, filename: str) -> bool:
        """Whether a file name belongs to registered code."""
        return any(filename == code.path(name) for code in self.codes.values() for name, _ in code.files)

    def has(self, module: str) -> bool:
        """Whether any registered code has a module of this name."""
        return any(module == name for code in self.codes.values() for name, _ in code.files)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, module = fullname.partition(".")
        code = self.codes.get(package)
        if code is None:
            return None
        names = [name for name, _ in code.files]
        is_package = not module or any(name.startswith(f"{module}.") for name in names)
        if not is_package and module not in names:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        package, _, name = module.__name__.partition(".")
        code = self.codes[package]
        source = dict(code.files).get(name)
        if source is None:  # a package without code, only modules
            return
        filename = code.path(name)
        module.__file__ = filename
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        exec(compile(source, filename, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 (with the user's permission)


_FINDER: Final = _ProjectCodeFinder()
