"""Calibration: the sheet that measures how a printer's backs land behind their fronts."""

from __future__ import annotations

from pathlib import Path

from pnp.config import choose
from pnp.errors import LayoutError, PressError, Problem, os_problem
from pnp.library.places import PathName, Start, start_folder
from pnp.location import Location, option
from pnp.press.calibration import calibration_sheet
from pnp.printers import Printer
from pnp.resources import Project, own_project
from pnp.sheet.layout import Layout, Sides
from pnp.write import write_atomically


def print_calibration(
    *,
    paper: str | None = None,
    sides: Sides | str | None = None,
    offset: tuple[float, float] = (0, 0),
    check: Printer | None = None,
    lang: str | None = None,
    out: PathName | None = None,
    start: Start = None,
) -> Path:
    """The PDF of the sheet, printed with an offset, or as a printer needs it, to see whether that is right.

    What is not given is what the pnp.toml of the project says that `start` lies in.
    """
    here = start_folder(start)
    chosen = choose(own_project(here) or Project(here), lang=lang, paper=paper, sides=sides, out=out)
    how, language = chosen.sides.value, chosen.lang
    if not how.duplex:
        message, hint = "must be duplex-long or duplex-short", "only backs can drift"
        raise LayoutError(Problem(option("--sides"), message, hint, found=how, code="E0604"))
    if check is None:
        layout = Layout(chosen.paper.value, how, offset=offset)
    else:
        layout = Layout(chosen.paper.value, how, offset=check.offset, turn=check.turn, scale=check.scale)
    name = "calibration" if check is None else "calibration-check"
    path = chosen.output.value / f"{name}_{language}_{layout.paper.name}_{how}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, calibration_sheet(layout, language, check=check is not None))
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return path
