"""Packing: the files of an export in one archive, which is the same whenever its files are."""

from __future__ import annotations

import shutil
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pnp.errors import PressError, os_problem
from pnp.export.order import ExportedFile
from pnp.location import Location

PACKED: Final = (".png", ".jpeg", ".webp", ".pdf")
"""What gets no smaller."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
A_FILE: Final = 0o644 << 16
ROOM: Final = 150
"""Bytes that an archive takes for each file, beside its name and content."""


def pack(folder: Path, files: Sequence[ExportedFile], name: str, beside: Container[str]) -> list[ExportedFile]:
    """The archive that takes the place of the files, and those that stay beside it, too; estimates in a dry run."""
    stay = [file for file in files if file.name in beside]
    if any(file.estimated for file in files):
        size = sum(file.size_bytes + ROOM + 2 * len(file.name) for file in files)
        return [ExportedFile(name, size, estimated=True), *stay]
    path = folder / name
    try:
        with ZipFile(path, "w") as archive:
            for file in files:
                entry = ZipInfo(file.name, EPOCH)
                entry.compress_type = ZIP_STORED if file.name.endswith(PACKED) else ZIP_DEFLATED
                entry.external_attr = A_FILE
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
