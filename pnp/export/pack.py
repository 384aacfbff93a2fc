"""Pack the files of an export into one reproducible zip archive."""

from __future__ import annotations

import shutil
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pnp.errors import Location, PressError, os_problem
from pnp.export.order import ExportedFile

COMPRESSED: Final = (".png", ".jpeg", ".webp", ".pdf")
"""Extensions of files that are already compressed."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
FILE_MODE: Final = 0o644 << 16
ENTRY_OVERHEAD: Final = 150
"""Overhead of an archive entry in bytes, besides its name and content."""


def pack(folder: Path, files: Sequence[ExportedFile], name: str, beside: Container[str]) -> list[ExportedFile]:
    """Replace the files by an archive that contains them all; keep a copy of those in `beside` next to it.

    Return the files that are then in the folder. In a dry run, estimate their sizes. Raise PressError if writing fails.
    """
    stay = [file for file in files if file.name in beside]
    if any(file.estimated for file in files):
        size = sum(file.size_bytes + ENTRY_OVERHEAD + 2 * len(file.name) for file in files)
        return [ExportedFile(name, size, estimated=True), *stay]
    path = folder / name
    try:
        with ZipFile(path, "w") as archive:
            for file in files:
                entry = ZipInfo(file.name, EPOCH)
                entry.compress_type = ZIP_STORED if file.name.endswith(COMPRESSED) else ZIP_DEFLATED
                entry.external_attr = FILE_MODE
                with (folder / file.name).open("rb") as content, archive.open(entry, "w") as place:
                    shutil.copyfileobj(content, place)
        for file in files:
            if file.name not in beside:
                (folder / file.name).unlink()
        for each in sorted(folder.rglob("*"), reverse=True):
            if each.is_dir():
                each.rmdir()
    except OSError as error:
        where = Location(str(path))
        raise PressError(os_problem(error, where, "cannot be written", "choose another --out")) from error
    return [ExportedFile(name, path.stat().st_size), *stay]
