"""Calibrated printers, saved by name for each user: alignment of the back pages, and unprintable margins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, PnpError, PressError, Problem, did_you_mean, option_location, os_problem, quote_value
from pnp.sheet.layout import LARGEST_MARGIN, LARGEST_OFFSET, LARGEST_STRETCH, LARGEST_TURN, Margins, as_margins
from pnp.store.files import LARGEST_SETTINGS, read_file, read_json, settings_file, write_atomically

DEFAULT_PRINTER: Final = "default"
"""Name of the printer used by default."""
NO_PRINTER: Final = "none"
"""Name that turns calibration off, for a print shop."""
LONGEST_NAME: Final = 60


@dataclass(frozen=True)
class Printer:
    """The calibration of a printer: a correction of its back pages, and its unprintable margins."""

    offset: tuple[float, float] = (0.0, 0.0)
    """How far to move back pages right and down, in mm."""
    turn: float = 0.0
    """How far to rotate them clockwise, in degrees."""
    scale: float = 1.0
    """How much to scale them."""
    margin: Margins | None = None
    """Unprintable margins, in mm; None if they have not been measured."""

    @property
    def backs(self) -> str:
        """Correction of the back pages as text; empty without one."""
        x, y = self.offset
        parts = [f"moved by {x:g},{y:g} mm"] if self.offset != (0, 0) else []
        parts += [f"turned by {self.turn:g}°"] if self.turn else []
        parts += [f"scaled to {100 * self.scale:g}%"] if self.scale != 1 else []
        return ", ".join(parts)


def saved_printers() -> dict[str, Printer]:
    """Return all saved printers by name. Raise PnpError if the settings file cannot be read."""
    path = settings_file()
    hint = "delete it, then save again with pnp calibrate --save X,Y"
    try:
        saved = read_json(read_file(path, LARGEST_SETTINGS))
        printers = {DEFAULT_PRINTER: {"offset": saved["offset"]}} if "offset" in saved else saved["printers"]
        return {check_printer_name(name): _printer(about) for name, about in printers.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PnpError(os_problem(error, Location(str(path)), "cannot be read", hint)) from error
    except (ValueError, KeyError, TypeError, AttributeError, PnpError) as error:
        message = 'must contain {"printers": {"default": {"offset": [x, y]}}} in mm'
        raise PnpError(Problem(Location(str(path)), message, hint, code="E0113")) from error


def saved_printer(name: str | None = None) -> Printer:
    """Return the printer of that name, or the default printer. Raise PnpError for an unknown name."""
    if name == NO_PRINTER:
        return Printer()
    printers = saved_printers()
    if name is None or name in printers:
        return printers.get(name or DEFAULT_PRINTER, Printer())
    hint = (
        did_you_mean(sorted(printers), name) if printers else f"pnp calibrate --printer {quote_value(name)} measures it"
    )
    raise PnpError(
        Problem(
            option_location("--printer"), "must be a calibrated printer", hint, found=quote_value(name), code="E0606"
        )
    )


def save_printer(name: str, printer: Printer) -> Path:
    """Save a printer and return the path of the settings file."""
    return _write({**saved_printers(), check_printer_name(name): printer})


def delete_printer(name: str) -> Path:
    """Delete a saved printer and return the path of the settings file. Raise PnpError if it is not saved."""
    printers = saved_printers()
    if name not in printers:
        hint = f"saved: {', '.join(sorted(printers))}" if printers else "no printer is saved"
        raise PnpError(
            Problem(
                option_location("--forget"), "must be a calibrated printer", hint, found=quote_value(name), code="E0606"
            )
        )
    return _write({each: printer for each, printer in printers.items() if each != name})


def check_printer_name(name: str) -> str:
    """Return a printer's name, such as `office` or `office/tray 2`. Raise PnpError if it is not valid."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip() or name == NO_PRINTER:
        message = f"must be a name of 1 to {LONGEST_NAME} characters"
        hint = f"for example office, or office/tray2 for one of its trays; {NO_PRINTER} turns calibration off"
        raise PnpError(Problem(option_location("--printer"), message, hint, found=quote_value(name), code="E0111"))
    return name


def _printer(about: Mapping[str, Any]) -> Printer:
    """Return a printer from the settings file. Raise ValueError for values that cannot have been measured."""
    offset, margin = about["offset"], about.get("margin")
    if not isinstance(offset, list) or len(offset) != 2 or not isinstance(margin, list | int | float | None):
        raise ValueError("not two lengths")
    x, y = (_number(length, LARGEST_OFFSET) for length in offset)
    turn, scale = _number(about.get("turn", 0.0), LARGEST_TURN), _number(about.get("scale", 1.0), 1 + LARGEST_STRETCH)
    if scale < 1 - LARGEST_STRETCH:
        raise ValueError("an impossible scale")
    if margin is None:
        return Printer((x, y), turn, scale)
    lengths = [_number(length, LARGEST_MARGIN) for length in (margin if isinstance(margin, list) else [margin])]
    if min(lengths, default=0) < 0:
        raise ValueError("a negative margin")
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
