"""Printers by name: what their back pages need, and what they leave white, as pnp remembers it for a user."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pnp.errors import PnpError, PressError, Problem, known, os_problem, quoted
from pnp.location import Location, option
from pnp.read import LARGEST_SETTINGS, read_json, read_whole
from pnp.settings import settings_file
from pnp.sheet.layout import LARGEST_MARGIN, LARGEST_OFFSET, LARGEST_STRETCH, LARGEST_TURN
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
    hint = "delete it, then save again with pnp calibrate --save X,Y"
    try:
        said = read_json(read_whole(path, LARGEST_SETTINGS))
        printers = {DEFAULT_PRINTER: {"offset": said["offset"]}} if "offset" in said else said["printers"]
        return {checked_name(name): _printer(about) for name, about in printers.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PnpError(os_problem(error, Location(str(path)), "cannot be read", hint)) from error
    except (ValueError, KeyError, TypeError, AttributeError, PnpError) as error:
        message = 'must contain {"printers": {"default": {"offset": [x, y]}}} in mm'
        raise PnpError(Problem(Location(str(path)), message, hint, code="E0113")) from error


def saved_printer(name: str | None = None) -> Printer:
    """The printer of that name, or the default one; PnpError, naming those that there are, for an unknown one."""
    if name == NO_PRINTER:
        return Printer()
    printers = saved_printers()
    if name is None or name in printers:
        return printers.get(name or DEFAULT_PRINTER, Printer())
    hint = known(sorted(printers), name) if printers else f"pnp calibrate --printer {quoted(name)} measures it"
    raise PnpError(Problem(option("--printer"), "must be a calibrated printer", hint, found=quoted(name), code="E0606"))


def save_printer(name: str, printer: Printer) -> Path:
    """Remember a printer; the file it is in."""
    return _write({**saved_printers(), checked_name(name): printer})


def forget_printer(name: str) -> Path:
    """Forget a printer that was saved; the file that it was in."""
    printers = saved_printers()
    if name not in printers:
        hint = f"saved: {', '.join(sorted(printers))}" if printers else "no printer is saved"
        raise PnpError(
            Problem(option("--forget"), "must be a calibrated printer", hint, found=quoted(name), code="E0606")
        )
    return _write({each: printer for each, printer in printers.items() if each != name})


def checked_name(name: str) -> str:
    """A name that a printer may have, such as `office` or `office/tray 2`."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip() or name == NO_PRINTER:
        message = f"must be a name of 1 to {LONGEST_NAME} characters"
        hint = f"for example office, or office/tray2 for one of its trays; {NO_PRINTER} leaves backs where they are"
        raise PnpError(Problem(option("--printer"), message, hint, found=quoted(name), code="E0111"))
    return name


def _printer(about: Mapping[str, Any]) -> Printer:
    """A printer as the file has it; ValueError for anything but numbers that could have been measured."""
    offset, margin = about["offset"], about.get("margin")
    if not isinstance(offset, list) or len(offset) != 2 or not isinstance(margin, list | int | float | None):
        raise ValueError("not two lengths")
    x, y = (_number(length, LARGEST_OFFSET) for length in offset)
    turn, scale = _number(about.get("turn", 0.0), LARGEST_TURN), _number(about.get("scale", 1.0), 1 + LARGEST_STRETCH)
    if scale < 1 - LARGEST_STRETCH:
        raise ValueError("a scale that no printer has")
    if margin is None:
        return Printer((x, y), turn, scale)
    lengths = [_number(length, LARGEST_MARGIN) for length in (margin if isinstance(margin, list) else [margin])]
    if min(lengths, default=0) < 0:
        raise ValueError("a margin below nothing")
    return Printer((x, y), turn, scale, as_margins(lengths if isinstance(margin, list) else lengths[0]))


def _number(value: object, largest: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= largest:
        raise ValueError("not a number that could have been measured")
    return float(value)


def _write(printers: dict[str, Printer]) -> Path:
    path = settings_file()
    text = json.dumps({"printers": {name: asdict(printers[name]) for name in sorted(printers)}}, indent=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode())
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return path
