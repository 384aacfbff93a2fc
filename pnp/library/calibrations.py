"""Calibration: the sheet that measures how far a printer's backs land from their fronts."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import LayoutError, PressError, Problem, os_problem
from pnp.library.places import PathName
from pnp.press.calibration import calibration_sheet
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.terms import Lang
from pnp.write import write_atomically


def print_calibration(
    *,
    paper: str = "a4",
    sides: Sides | str = Sides.DUPLEX_LONG,
    offset: tuple[float, float] = (0, 0),
    lang: str = Lang.EN,
    out: PathName = "output",
) -> Path:
    """The PDF of the sheet, printed with an offset to see whether it is right."""
    how, language = Sides(sides), Lang(lang)
    if not how.duplex:
        raise LayoutError(Problem("--sides", "duplex-long or duplex-short", how, "only backs can drift"))
    layout = Layout(parse_paper(paper), how, offset=offset)
    path = Path(out) / f"calibration_{language}_{layout.paper.name}_{how}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, calibration_sheet(layout, language))
    except OSError as error:
        raise PressError(os_problem(error, path, "a file that can be written")) from error
    return path
