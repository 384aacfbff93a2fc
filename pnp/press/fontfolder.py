"""A folder with exactly the fonts that faces are set in, for renderers that look for fonts in folders."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from pnp.errors import PressError, os_problem
from pnp.face.fonts import FONTS


@cache
def font_folder() -> Path:
    """The folder, made once per run."""
    try:
        folder = Path(mkdtemp(prefix="pnp-fonts-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)  # not before: a renderer may read a font late
        for font in FONTS:
            shutil.copyfile(font.path, folder / font.file)
    except OSError as error:
        problem = os_problem(error, "temporary folder", "room for the fonts", "set TMPDIR elsewhere")
        raise PressError(problem) from error
    return folder
