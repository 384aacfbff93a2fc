"""`pnp build`: print-ready sheets."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import add_row, err, kilobytes, out, progress, show_error, table
from pnp.cli.languages import in_languages
from pnp.cli.options import (
    AllowCode,
    Games,
    InkName,
    LangNames,
    OutFolder,
    PaperName,
    Renderer,
    SidesName,
    UseCache,
    parse_offset,
)
from pnp.errors import PnpError
from pnp.library.places import locate_games
from pnp.press.job import RendererName
from pnp.settings import saved_offset
from pnp.sheet.layout import Sides
from pnp.terms import Ink


def build(
    games: Games = None,
    paper: PaperName = "a4",
    sides: SidesName = Sides.DUPLEX_LONG,
    ink: InkName = Ink.FULL,
    lang: LangNames = None,
    renderer: Renderer = RendererName.TYPST,
    margin: Annotated[float, typer.Option(help="Least distance of pieces from the paper's edge, mm.")] = 5,
    gap: Annotated[
        float | None, typer.Option(help="Between pieces, mm.", show_default="shared cuts or two bleeds")
    ] = None,
    bleed: Annotated[float, typer.Option(help="Art beyond the cut, mm.")] = 3,
    marks: Annotated[bool, typer.Option("--marks/--no-marks", help="Crop marks.")] = True,
    offset: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Move backs right and down, mm.", show_default="the saved one")
    ] = None,
    guide: Annotated[bool, typer.Option("--guide/--no-guide", help="A first page that shows how to make it.")] = True,
    with_memo: Annotated[
        bool, typer.Option("--with-memo", help="A card with the rules for each player (pnp memo).")
    ] = False,
    cache: UseCache = True,
    out_folder: OutFolder = Path("output"),
    allow_code: AllowCode = False,
) -> None:
    """Build print-ready sheets: a PDF and a list of placements for each game."""
    import pnp

    shift = parse_offset(offset, "--offset") if offset is not None else saved_offset() if sides.duplex else (0.0, 0.0)
    summary = table(
        "game", "pieces", "sheets", "file", "size", "seconds", numbers=("pieces", "sheets", "size", "seconds")
    )
    drawn = faces = 0
    work, failed = in_languages(locate_games(*games or [], allow_code=allow_code), lang)
    for game, language in work:
        started = time.perf_counter()
        try:
            with progress(game.id) as report:
                printed = pnp.build(
                    game, paper=paper, sides=sides, ink=ink, lang=language, renderer=renderer, margin=margin, gap=gap,
                    bleed=bleed, marks=marks, offset=shift, guide=guide, with_memo=with_memo, cache=cache,
                    out=out_folder, progress=report,
                )  # fmt: skip
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
            continue
        seconds = f"{time.perf_counter() - started:.2f}"
        size = kilobytes(printed.size_bytes)
        add_row(summary, game.id, printed.pieces, printed.sheets, printed.pdf, size, seconds)
        faces += printed.faces
        drawn += printed.drawn
    if summary.row_count:
        out.print(summary)
        out.print(f"{faces} distinct faces, {drawn} drawn anew")
        if shift != (0, 0):
            out.print(f"backs moved by {shift[0]:g},{shift[1]:g} mm")
    if failed:
        err.print("not everything was built")
        raise typer.Exit(1)
