"""What pnp remembers for a user: the drift of his printer."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

from platformdirs import user_config_path

from pnp.errors import PnpError, PressError, Problem, os_problem
from pnp.write import write_atomically


def settings_file() -> Path:
    """Where settings are kept; the variable PNP_CONFIG_DIR moves them."""
    chosen = os.environ.get("PNP_CONFIG_DIR")
    return (Path(chosen) if chosen else user_config_path("pnp", appauthor=False)) / "settings.json"


def saved_offset() -> tuple[float, float]:
    """The offset of back pages in mm that was saved, or none."""
    path = settings_file()
    try:
        if not path.is_file():
            return 0.0, 0.0
        x, y = json.loads(path.read_text("utf-8"))["offset"]
        offset = float(x), float(y)
    except (ValueError, KeyError, TypeError, OSError):
        offset = math.nan, math.nan
    if not all(math.isfinite(value) for value in offset):
        hint = "save it again with pnp calibrate --save X,Y"
        raise PnpError(Problem(str(path), '{"offset": [x, y]} in mm', "something else", hint))
    return offset


def save_offset(x: float, y: float) -> Path:
    """Remember the offset; the file it is in."""
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, (json.dumps({"offset": [x, y]}) + "\n").encode())
    except OSError as error:
        raise PressError(os_problem(error, path, "a file that can be written")) from error
    return path
