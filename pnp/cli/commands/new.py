"""The `pnp new` command: start a game from a template."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out
from pnp.terms import CardStyle, ExampleGame


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game and of its new folder.")],
    lang: Annotated[str, typer.Option("--lang", help="Language of the game, such as en or fr.")] = "en",
    size: Annotated[
        str | None,
        typer.Option("--size", help="Card size: poker, tarot, mini, …, or WxH in mm (default: that of the style)."),
    ] = None,
    style: Annotated[
        CardStyle | None,
        typer.Option("--style", help="Look of the cards (default: plain; classic with --with-rules)."),
    ] = None,
    with_rules: Annotated[
        bool,
        typer.Option(
            "--with-rules", help="Add rules.py, with rules of a small game to play and simulate: the style classic."
        ),
    ] = False,
    tables: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", metavar="TABLE", help="Make the game from this spreadsheet, CSV or JSON file, or folder of them."
        ),
    ] = None,
    squib: Annotated[
        Path | None,
        typer.Option("--from-squib", metavar="FOLDER", help="Make the game from the decks of this Squib project."),
    ] = None,
    example: Annotated[
        ExampleGame | None,
        typer.Option("--example", help="Start with this complete game: a board, counters, dice and mats."),
    ] = None,
) -> None:
    """Start your own game: a folder with a table, a layout and drawings, ready to build.

    With --from, the cards come from your tables: a deck for each sheet, and a layout guessed from the columns.
    A plain card is a layout of a dozen lines. The styles classic, suits, tarot and photo have drawings; classic also
    has a memo. The example board is a small game to print, play and change: a hex map, counters, dice and mats.
    """
    import pnp

    started = pnp.start_project(
        name, lang=lang, size=size, style=style, with_rules=with_rules, tables=tables or (), squib=squib,
        example=example,
    )  # fmt: skip
    texts = "" if started.translated else ", with its texts still in English"
    for note in started.notes:
        out.print(f"note: {note}", soft_wrap=True, markup=False)
    out.print(f"{started.folder} is ready{texts}. Next:", soft_wrap=True)
    for command in started.next:
        out.print(f"    {command}", soft_wrap=True)
