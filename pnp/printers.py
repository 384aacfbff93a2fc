"""Printers by name: what their back pages need, and what they leave white, as pnp remembers it for a user."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pnp.errors import PnpError, PressError, Problem, known, os_problem, quoted
from pnp.settings import settings_file
from pnp.sheet.margins import Margins, as_margins
from pnp.write import write_atomically

DEFAULT_PRINTER: Final = "default"
"""The printer that is meant when none is named."""
NO_PRINTER: Final = "none"
"""Leaves backs as they are, for a print shop."""
LONGEST_NAME: Final = 60


@dataclass(frozen=True)
class Printer:
    """What the back pages of a printer need, and the margins that it leaves white."""

    offset: tuple[float, float] = (0.0, 0.0)
    """Moves backs right and down, in mm."""
    turn: float = 0.0
    """Turns them clockwise, in degrees."""
    scale: float = 1.0
    margin: Margins | None = None

    @property
    def backs(self) -> str:
        """What is done to backs, in words; empty where nothing is."""
        x, y = self.offset
        said = [f"moved by {x:g},{y:g} mm"] if self.offset != (0, 0) else []
        said += [f"turned by {self.turn:g}°"] if self.turn else []
        said += [f"scaled to {100 * self.scale:g} %"] if self.scale != 1 else []
        return ", ".join(said)


def saved_printers() -> dict[str, Printer]:
    """All printers by name."""
    path = settings_file()
    try:
        if not path.is_file():
            return {}
        said = json.loads(path.read_text("utf-8"))
        printers = {DEFAULT_PRINTER: {"offset": said["offset"]}} if "offset" in said else said["printers"]
        return {checked_name(name): _printer(about) for name, about in printers.items()}
    except (ValueError, KeyError, TypeError, AttributeError, OSError, PnpError) as error:
        hint = "delete it, then save again with pnp calibrate --save X,Y"
        expected = '{"printers": {"default": {"offset": [x, y]}}} in mm'
        raise PnpError(Problem(str(path), expected, "something else", hint)) from error


def saved_printer(name: str | None = None) -> Printer:
    """The printer of that name, or the default one; PnpError, naming those that there are, for an unknown one."""
    if name == NO_PRINTER:
        return Printer()
    printers = saved_printers()
    if name is None or name in printers:
        return printers.get(name or DEFAULT_PRINTER, Printer())
    hint = known(sorted(printers), name) if printers else f"pnp calibrate --printer {quoted(name)} measures it"
    raise PnpError(Problem("--printer", "a printer that was calibrated", quoted(name), hint))


def save_printer(name: str, printer: Printer) -> Path:
    """Remember a printer; the file it is in."""
    return _write({**saved_printers(), checked_name(name): printer})


def forget_printer(name: str) -> Path:
    """Forget a printer that was saved; the file that it was in."""
    printers = saved_printers()
    if name not in printers:
        hint = f"there are {', '.join(sorted(printers))}" if printers else "no printer is saved"
        raise PnpError(Problem("--forget", "a printer that was calibrated", quoted(name), hint))
    return _write({each: printer for each, printer in printers.items() if each != name})


def checked_name(name: str) -> str:
    """A name that a printer may have, such as `office` or `office/tray 2`."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip() or name == NO_PRINTER:
        expected = f"a name of 1 to {LONGEST_NAME} letters"
        hint = f"for example office, or office/tray2 for one of its trays; {NO_PRINTER} means that backs are left alone"
        raise PnpError(Problem("--printer", expected, quoted(name), hint))
    return name


def _printer(about: Mapping[str, Any]) -> Printer:
    x, y = about["offset"]
    turn, scale = about.get("turn", 0.0), about.get("scale", 1.0)
    margin = None if about.get("margin") is None else as_margins(about["margin"])
    numbers = [x, y, turn, scale, *(margin or ())]
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in numbers):
        raise ValueError("not a finite number")
    return Printer((float(x), float(y)), float(turn), float(scale), margin)


def _write(printers: dict[str, Printer]) -> Path:
    path = settings_file()
    text = json.dumps({"printers": {name: asdict(printers[name]) for name in sorted(printers)}}, indent=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode())
    except OSError as error:
        raise PressError(os_problem(error, path, "a file that can be written")) from error
    return path
