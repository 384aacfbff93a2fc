"""Font subsets for a page, with only the characters it uses."""

from __future__ import annotations

import io
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any


def subset(path: Path, text: str) -> bytes:
    """Return the font as TrueType, reduced to the characters of a text."""
    return _with_characters(path, "".join(sorted(set(text))))


@lru_cache(maxsize=16)
def _with_characters(path: Path, characters: str) -> bytes:
    """Return a font with only these characters; cached, because the reports of a sweep share most of them."""
    subsetter: Any = import_module("fontTools.subset")
    options = subsetter.Options(recalc_timestamp=False, notdef_outline=True)
    options.drop_tables += ["FFTM"]  # a time stamp
    font = subsetter.load_font(str(path), options)
    work = subsetter.Subsetter(options)
    work.populate(text=characters)
    work.subset(font)
    content = io.BytesIO()
    subsetter.save_font(font, content, options)
    font.close()
    return content.getvalue()
