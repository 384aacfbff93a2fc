"""Printing the calibration sheet, which measures how a printer aligns backs with fronts."""

from __future__ import annotations

from pathlib import Path

from pnp.config import resolve_config
from pnp.errors import LayoutError, Location, PressError, Problem, option_location, os_problem
from pnp.library.options import CalibrationOptions
from pnp.library.places import start_folder
from pnp.options import accepts_only_options
from pnp.press.calibration import calibration_sheet
from pnp.project.folders import Project, find_own_project
from pnp.sheet.layout import Layout
from pnp.store.files import write_atomically


@accepts_only_options(CalibrationOptions)
def print_calibration(options: CalibrationOptions) -> Path:
    """Write the calibration sheet as a PDF and return its path.

    With `offset` or `check`, the backs are corrected, to see whether they are then aligned. Options that are not given
    come from the pnp.toml of the project that contains `start`.
    """
    here, check = start_folder(options.start), options.check
    chosen = resolve_config(find_own_project(here) or Project(here), None, options)
    how, language = chosen.sides, chosen.lang
    if not how.duplex:
        message, hint = "must be duplex-long or duplex-short", "only duplex prints need calibration"
        raise LayoutError(Problem(option_location("--sides"), message, hint, found=how, code="E0604"))
    if check is None:
        layout = Layout(chosen.paper, how, offset=options.offset)
    else:
        layout = Layout(chosen.paper, how, offset=check.offset, turn=check.turn, scale=check.scale)
    name = "calibration" if check is None else "calibration-check"
    path = chosen.output / f"{name}_{language}_{layout.paper.name}_{how}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, calibration_sheet(layout, language, check=check is not None))
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return path
