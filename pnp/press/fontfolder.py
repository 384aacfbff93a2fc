"""A folder with exactly the fonts that faces are set in, for renderers that look for fonts in folders."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.face.fonts import FONTS

_folders: list[TemporaryDirectory[str]] = []
"""Kept until the program ends: a renderer may read a font late."""


@cache
def font_folder() -> Path:
    """The folder, made once per run."""
    folder = TemporaryDirectory(prefix="pnp-fonts-")
    _folders.append(folder)
    for font in FONTS:
        shutil.copyfile(font.path, Path(folder.name) / font.file)
    return Path(folder.name)
