"""`pnp box`: a box to keep a game in."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.choices import choose_for, explain_choices
from pnp.cli.console import add_row, err, kilobytes, out, progress, show_error, table
from pnp.cli.options import AllowCode, Explain, Games, InkName, LangNames, OutFolder, PaperName
from pnp.config import choose
from pnp.errors import PnpError, PressError, Problem
from pnp.library.places import locate_games
from pnp.location import option
from pnp.terms import BoxForm


def box(
    games: Games = None,
    sleeved: Annotated[bool, typer.Option("--sleeved", help="Make room for cards in sleeves.")] = False,
    thickness: Annotated[
        float | None,
        typer.Option(metavar="MM", help="Thickness of one piece.", show_default="card 0.3, board 2, paper 0.1"),
    ] = None,
    form: Annotated[
        BoxForm | None,
        typer.Option(help="A tuck box, or a lid and a tray.", show_default="tuck if most pieces are cards"),
    ] = None,
    paper: PaperName = None,
    lang: LangNames = None,
    ink: InkName = None,
    out_folder: OutFolder = None,
    explain: Explain = False,
    allow_code: AllowCode = False,
) -> None:
    """Print a box that fits the pieces of a game, to cut, crease and glue."""
    import pnp

    chosen, failed = choose_for(
        locate_games(*games or [], allow_code=allow_code),
        lambda game: choose(*game, lang=lang, paper=paper, ink=ink, out=out_folder),
    )
    if explain:
        explain_choices(chosen, "languages", "paper", "margin", "ink", "output")
    for folder in {choices.output.value for choices in chosen.values()}:
        if folder.exists() and not folder.is_dir():
            found, hint = f"the file {folder}", "choose another --out"
            raise PressError(Problem(option("--out"), "must be a folder", hint, found=found, code="E0102"))
    work = [(game, lang) for game, choices in chosen.items() for lang in choices.languages.value]
    summary = table("game", "box", "inside", "sheets", "file", "size", numbers=("sheets", "size"))
    with progress("box") as report:
        for done, (game, language) in enumerate(work):
            report(done, len(work))
            choices = chosen[game]
            try:
                made = pnp.print_box(
                    game, form=form, sleeved=sleeved, thickness=thickness, paper=choices.paper.value.name,
                    lang=language, ink=choices.ink.value, margin=choices.margin.value, out=choices.output.value,
                )  # fmt: skip
            except PnpError as error:  # one game's mistake does not cost the others
                failed = True
                show_error(error)
                continue
            inside = " × ".join(f"{side:.1f}" for side in made.inside) + " mm"
            add_row(summary, game.id, made.form, inside, made.sheets, made.pdf, kilobytes(made.size_bytes))
    if summary.row_count:
        out.print(summary)
    if failed:
        err.print("not everything was printed")
        raise typer.Exit(1)
