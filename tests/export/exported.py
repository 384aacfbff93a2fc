"""Exports that several tests look into, each made once in a process that tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

import pnp
from pnp.export.order import Exported

PROJECT = Path(__file__).parents[1] / "sample"


@cache
def exported(target: str, game: str = "lowtide") -> Exported:
    """An export of a game in English; lowtide is the one of the tests' own project."""
    return pnp.export_game(game, target, lang="en", out=mkdtemp(prefix="pnp-export-"), start=PROJECT)


@cache
def unpacked(target: str, game: str = "lowtide") -> Path:
    """The folder that the zip of an export was unpacked into."""
    done = exported(target, game)
    [archive] = done.folder.glob("*.zip")
    folder = Path(mkdtemp(prefix="pnp-export-"))
    with ZipFile(archive) as packed:
        assert packed.testzip() is None
        packed.extractall(folder)
    return folder
