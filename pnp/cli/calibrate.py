"""`pnp calibrate`: measure and cure a printer's drift between front and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out
from pnp.cli.options import LangName, OutFolder, PaperName, SidesName, parse_offset
from pnp.errors import PnpError
from pnp.library.places import locate_games
from pnp.settings import save_offset, saved_offset
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.spec.languages import choose_language, read_language
from pnp.terms import Lang


def calibrate(
    save: Annotated[str | None, typer.Option(metavar="X,Y", help="Remember what you read off the sheet.")] = None,
    paper: PaperName = "a4",
    sides: SidesName = Sides.DUPLEX_LONG,
    offset: Annotated[
        str, typer.Option(metavar="X,Y", help="Print the sheet with this offset, to see if it is right.")
    ] = "0,0",
    lang: LangName = None,
    out_folder: OutFolder = Path("output"),
) -> None:
    """Make the sheet that measures how far backs land from their fronts, or save what it showed."""
    if save is not None:
        x, y = parse_offset(save, "--save")
        Layout(parse_paper(paper), sides, offset=(x, y))  # refuses what no build could use
        path = save_offset(x, y)
        out.print(f"backs will be moved by {x:g},{y:g} mm ({path})")
        return
    import pnp

    path = pnp.print_calibration(
        paper=paper, sides=sides, offset=parse_offset(offset, "--offset"), lang=_language(lang), out=out_folder
    )
    now = saved_offset()
    out.print(
        f"{path}\nprint it on both sides, then: pnp calibrate --save X,Y (now {now[0]:g},{now[1]:g})", markup=False
    )


def _language(asked: str | None) -> Lang:
    """The language of the sheet: the one asked for, or that of the games here."""
    if asked is not None:
        return read_language(asked)
    try:
        return next((choose_language(*game, None) for game in locate_games()), Lang.EN)
    except PnpError:  # no games here
        return Lang.EN
