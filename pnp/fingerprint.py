"""A hash of everything beside the spec's own values that can change what is printed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from pnp.errors import SpecError, os_problem
from pnp.resources import Project, template_folders

PACKAGES: Final = (
    "typst", "CairoSVG", "reportlab", "pikepdf", "svgwrite", "jinja2", "uharfbuzz", "font-source-sans-pro",
    "font-fredoka-one",
)  # fmt: skip
PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg")
SPEC_FILES: Final = (".csv", ".toml")


def fingerprint(project: Project, game_id: str, *, with_spec: bool = False) -> str:
    """A hash of pnp's code, the libraries it draws with, the game's templates and pictures; with the spec, of all."""
    digest = hashlib.sha256(f"{game_id} {_code(game_id)}".encode())
    folders = [folder for _, folder in template_folders(project, game_id)]
    components = project.components / game_id
    try:
        for folder in (*folders, components):
            for path in _files(folder):
                if folder != components or path.suffix.lower() in (SPEC_FILES if with_spec else ()) + PICTURES:
                    digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    except OSError as error:
        raise SpecError(os_problem(error, error.filename or components, "a file that can be read")) from error
    return digest.hexdigest()


@cache
def _code(game_id: str) -> str:
    package = Path(__file__).parent
    art = package / "face" / "art"
    own = art / game_id.replace("-", "_")
    digest = hashlib.sha256()
    for path in _files(package):
        others = path.is_relative_to(art) and path.parent not in (art, own)  # another game's drawings
        if path.suffix == ".py" and not others:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for name in PACKAGES:
        try:
            digest.update(f"{name} {version(name)}\0".encode())
        except PackageNotFoundError:
            digest.update(f"{name}\0".encode())
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
