"""Fonts for a page: only the letters that are in it."""

from __future__ import annotations

import io
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any


def subset(path: Path, text: str) -> bytes:
    """The font with the letters of a text, as TrueType."""
    return _with_letters(path, "".join(sorted(set(text))))


@lru_cache(maxsize=16)
def _with_letters(path: Path, letters: str) -> bytes:
    """Remembered: the reports of a sweep have much the same letters, and each font takes a tenth of a second."""
    subsetter: Any = import_module("fontTools.subset")
    options = subsetter.Options(recalc_timestamp=False, notdef_outline=True)
    options.drop_tables += ["FFTM"]  # the time at which an editor saved it
    font = subsetter.load_font(str(path), options)
    work = subsetter.Subsetter(options)
    work.populate(text=letters)
    work.subset(font)
    content = io.BytesIO()
    subsetter.save_font(font, content, options)
    font.close()
    return content.getvalue()
