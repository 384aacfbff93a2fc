"""`pnp gallery`: all pieces of a game as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.choices import explain_choices
from pnp.cli.console import kilobytes, out, progress
from pnp.cli.languages import tell
from pnp.cli.options import AllowCode, Explain, InkName, LangName, Mark, Only
from pnp.config import choose
from pnp.library.places import located


def gallery(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT.html", help="The file.", show_default="beside the sheets of a build"),
    ] = None,
    ink: InkName = None,
    lang: LangName = None,
    max_dpi: Annotated[
        float | None,
        typer.Option(
            "--max-dpi", metavar="DPI", help="Shrink pictures, for mail; 150 looks sharp.", show_default="as they are"
        ),
    ] = None,
    only: Only = None,
    mark: Mark = "",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The title at the top.")] = "",
    explain: Explain = False,
    allow_code: AllowCode = False,
) -> None:
    """Write the gallery as one HTML file, to send to a playtester or look at on a tablet. It needs no network."""
    import pnp

    game = located(game_name, allow_code=allow_code)
    chosen = choose(*game, lang=lang, ink=ink)
    if explain:
        explain_choices({game: chosen}, "languages", "ink", "output")
    with progress(game.id) as report:
        made = pnp.write_gallery(
            game, html, lang=tell(chosen.lang), ink=chosen.ink.value, only=only or [], mark=mark, max_dpi=max_dpi,
            title=title, progress=report,
        )  # fmt: skip
    pictures = f", {made.pictures} pictures" if made.pictures else ""
    counts = f"{made.designs} designs, {made.pieces} pieces, {made.faces} distinct faces{pictures}"
    out.print(f"{made.path}  {kilobytes(made.size_bytes)}: {counts}", soft_wrap=True)
