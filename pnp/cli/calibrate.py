"""`pnp calibrate`: measure and cure a printer's drift between front and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out
from pnp.cli.options import LangName, OutFolder, PaperName, SidesName, parse_offset
from pnp.errors import LayoutError, PressError, Problem, os_problem
from pnp.settings import save_offset, saved_offset
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.terms import Lang
from pnp.write import write_atomically


def calibrate(
    save: Annotated[str | None, typer.Option(metavar="X,Y", help="Remember what you read off the sheet.")] = None,
    paper: PaperName = "a4",
    sides: SidesName = Sides.DUPLEX_LONG,
    offset: Annotated[
        str, typer.Option(metavar="X,Y", help="Print the sheet with this offset, to see if it is right.")
    ] = "0,0",
    lang: LangName = Lang.FR,
    out_folder: OutFolder = Path("output"),
) -> None:
    """Make the sheet that measures how far backs land from their fronts, or save what it showed."""
    if save is not None:
        x, y = parse_offset(save, "--save")
        Layout(parse_paper(paper), sides, offset=(x, y))  # refuses what no build could use
        path = save_offset(x, y)
        out.print(f"backs will be moved by {x:g},{y:g} mm ({path})")
        return
    if not sides.duplex:
        raise LayoutError(Problem("--sides", "duplex-long or duplex-short", sides, "only backs can drift"))
    from pnp.press.calibration import calibration_sheet

    layout = Layout(parse_paper(paper), sides, offset=parse_offset(offset, "--offset"))
    path = out_folder / f"calibration_{lang}_{layout.paper.name}_{sides}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, calibration_sheet(layout, lang))
    except OSError as error:
        raise PressError(os_problem(error, path, "a file that can be written")) from error
    now = saved_offset()
    out.print(
        f"{path}\nprint it on both sides, then: pnp calibrate --save X,Y (now {now[0]:g},{now[1]:g})", markup=False
    )
