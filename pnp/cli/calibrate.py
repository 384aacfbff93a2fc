"""`pnp calibrate`: measure and cure a printer's drift between front and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out
from pnp.cli.options import LangName, OutFolder, PaperName, SidesName, parse_offset
from pnp.config import choose
from pnp.resources import find_project
from pnp.settings import save_offset, saved_offset
from pnp.sheet.layout import Layout


def calibrate(
    save: Annotated[str | None, typer.Option(metavar="X,Y", help="Remember what you read off the sheet.")] = None,
    paper: PaperName = None,
    sides: SidesName = None,
    offset: Annotated[
        str, typer.Option(metavar="X,Y", help="Print the sheet with this offset, to see if it is right.")
    ] = "0,0",
    lang: LangName = None,
    out_folder: OutFolder = None,
) -> None:
    """Make the sheet that measures how far backs land from their fronts, or save what it showed."""
    if save is not None:
        x, y = parse_offset(save, "--save")
        chosen = choose(find_project(Path.cwd()), paper=paper, sides=sides)
        Layout(chosen.paper.value, chosen.sides.value, offset=(x, y))  # refuses what no build could use
        path = save_offset(x, y)
        out.print(f"backs will be moved by {x:g},{y:g} mm ({path})")
        return
    import pnp

    path = pnp.print_calibration(
        paper=paper, sides=sides, offset=parse_offset(offset, "--offset"), lang=lang, out=out_folder
    )
    now = saved_offset()
    out.print(
        f"{path}\nprint it on both sides, then: pnp calibrate --save X,Y (now {now[0]:g},{now[1]:g})", markup=False
    )
