"""A temporary folder with the fonts of faces, for renderers that look for fonts in folders."""

from __future__ import annotations

import atexit
import re
import shutil
from collections.abc import Iterable
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from pnp.errors import Location, PressError, os_problem
from pnp.face.face import Face
from pnp.text.font_set import ProjectFont
from pnp.text.fonts import FONTS

_FAMILY: Final = re.compile('font-family="([^"]*)"')


def fonts_of(faces: Iterable[Face]) -> tuple[ProjectFont, ...]:
    """Return the project fonts that faces use."""
    return tuple(dict.fromkeys(font for face in faces for font in face.fonts))


def with_font_aliases(face: Face) -> str:
    """Return the SVG of a face with font families renamed as in the folder."""
    aliases = {font.family: font.alias for font in face.fonts}
    if not aliases:
        return face.svg
    return _FAMILY.sub(lambda match: f'font-family="{aliases.get(unescape(match[1]), match[1])}"', face.svg)


@cache
def font_folder(own: tuple[ProjectFont, ...] = ()) -> Path:
    """Return the folder, created once per run for each set of project fonts; raise PressError if that fails."""
    try:
        folder = Path(mkdtemp(prefix="pnp-fonts-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)  # not earlier: renderers may read fonts late
        for font in FONTS:
            shutil.copyfile(font.path, folder / font.file)
        for number, cut in enumerate(own):
            (folder / f"{cut.alias}-{number}.ttf").write_bytes(cut.content)
    except OSError as error:
        where = Location(detail="the temporary folder")
        raise PressError(os_problem(error, where, "cannot store the fonts", "set TMPDIR to another folder")) from error
    return folder
