"""The `pnp gallery` command: all pieces of a game as one HTML file."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from pnp.cli.console import format_kilobytes, out, progress
from pnp.cli.parameters import Explain, command_with_options, notice_untranslated, print_settings
from pnp.config import resolve_config
from pnp.library.options import GalleryOptions
from pnp.library.places import locate_game


@command_with_options(GalleryOptions)
def gallery(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    *,
    options: GalleryOptions,
    explain: Explain = False,
) -> None:
    """Write all pieces of a game to one HTML file, to send to playtesters or view on a tablet, without a network."""
    from pnp.web.handout import write_gallery_with

    game = locate_game(game_name, allow_code=options.allow_code)
    chosen = resolve_config(*game, options)
    if explain:
        print_settings({game: chosen}, options)
    notice_untranslated(chosen.lang)
    with progress(game.id) as report:
        made = write_gallery_with(game, replace(options, progress=report), chosen)
    pictures = f", {made.pictures} pictures" if made.pictures else ""
    counts = f"{made.designs} designs, {made.pieces} pieces, {made.faces} distinct faces{pictures}"
    out.print(f"{made.path}  {format_kilobytes(made.size_bytes)}: {counts}", soft_wrap=True)
