"""Fonts for a page: only the letters that are in it."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import Any


def subset(path: Path, text: str) -> bytes:
    """The font with the letters of a text, as TrueType."""
    subsetter: Any = import_module("fontTools.subset")
    options = subsetter.Options(recalc_timestamp=False, notdef_outline=True)
    options.drop_tables += ["FFTM"]  # the time at which an editor saved it
    font = subsetter.load_font(str(path), options)
    work = subsetter.Subsetter(options)
    work.populate(text=text)
    work.subset(font)
    content = io.BytesIO()
    subsetter.save_font(font, content, options)
    font.close()
    return content.getvalue()
