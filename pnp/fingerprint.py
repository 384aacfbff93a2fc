"""A hash of everything beside the spec's own values that can change what is printed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from pnp.resources import Project, template_folders

PACKAGES: Final = (
    "typst", "CairoSVG", "reportlab", "pikepdf", "svgwrite", "jinja2", "uharfbuzz", "font-source-sans-pro",
    "font-fredoka-one",
)  # fmt: skip
_READ_BY_THE_SPEC: Final = (".csv", ".toml")


def fingerprint(project: Project, game_id: str, *, with_spec: bool = False) -> str:
    """A hash of pnp's code, the libraries it draws with, the game's templates and pictures; with the spec, of all."""
    digest = hashlib.sha256(_code(game_id).encode())
    folders = [folder for _, folder in template_folders(project, game_id)]
    for folder in (*folders, project.components / game_id):
        for path in _files(folder):
            if with_spec or path.suffix not in _READ_BY_THE_SPEC:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
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
    if folder.is_dir():
        yield from (path for path in sorted(folder.rglob("*")) if path.is_file())
