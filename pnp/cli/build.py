"""`pnp build`: print-ready sheets."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from pnp.cache import Cache
from pnp.cli.console import add_row, err, kilobytes, out, progress, show_error, table
from pnp.cli.options import (
    Games,
    InkName,
    LangName,
    OutFolder,
    PaperName,
    Renderer,
    SidesName,
    UseCache,
    parse_offset,
)
from pnp.errors import PnpError
from pnp.memo.cards import MEMO_CARDS
from pnp.press.job import Job, RendererName
from pnp.press.print import print_game
from pnp.resources import locate
from pnp.settings import saved_offset
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.terms import Ink, Lang


def build(
    games: Games = None,
    paper: PaperName = "a4",
    sides: SidesName = Sides.DUPLEX_LONG,
    ink: InkName = Ink.FULL,
    lang: LangName = Lang.FR,
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
) -> None:
    """Build print-ready sheets: a PDF and a list of placements for each game."""
    shift = parse_offset(offset, "--offset") if offset is not None else saved_offset() if sides.duplex else (0.0, 0.0)
    layout = Layout(parse_paper(paper), sides, margin, gap, bleed, marks, shift)
    job = Job(layout, lang, ink, renderer, guide, MEMO_CARDS if with_memo else None)
    store = Cache.of_user() if cache else Cache.none()
    summary = table(
        "game", "pieces", "sheets", "file", "size", "seconds", numbers=("pieces", "sheets", "size", "seconds")
    )
    failed = False
    drawn = faces = 0
    for project, name in locate(games or [], Path.cwd()):
        started = time.perf_counter()
        try:
            with progress(name) as report:
                printed = print_game(project, name, job, out_folder, store, report)
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
            continue
        seconds = f"{time.perf_counter() - started:.2f}"
        size = kilobytes(printed.size_bytes)
        add_row(summary, name, printed.pieces, printed.sheets, printed.pdf, size, seconds)
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
