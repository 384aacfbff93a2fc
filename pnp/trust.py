"""Trusted folders: the projects whose Python code may run, saved for each user."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem, os_problem
from pnp.store.files import (
    LARGEST_SETTINGS,
    PARSE_ERRORS,
    describe_error,
    read_file,
    read_json,
    settings_file,
    write_atomically,
)

FILE: Final = "trusted.json"


def trust_file() -> Path:
    """Return the path of the file that lists the trusted folders."""
    return settings_file().with_name(FILE)


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
