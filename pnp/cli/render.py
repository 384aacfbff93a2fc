"""`pnp render`: single faces."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.choices import explain_choices
from pnp.cli.console import out, progress
from pnp.cli.languages import tell
from pnp.cli.options import Explain, command, shown
from pnp.config import choose
from pnp.errors import LayoutError, Problem
from pnp.library.options import RENDERER, FaceOptions
from pnp.location import option
from pnp.press.job import FileType, RendererName
from pnp.selection import slug
from pnp.terms import Side

FACES = "faces"
"""The folder below the output that single faces go to."""


class Which(StrEnum):
    """Which sides are written."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"


@command(FaceOptions, renderer="only", contact="only", outline="only")
def render(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    pieces: Annotated[
        list[str] | None, typer.Argument(metavar="[PIECE]...", help="Which pieces; default: all.")
    ] = None,
    file_type: Annotated[FileType, typer.Option("--as", help="The type of the files.")] = FileType.SVG,
    dpi: Annotated[float, typer.Option(help="Dots per inch of a PNG.")] = 300,
    side: Annotated[Which, typer.Option(help="Which side.")] = Which.BOTH,
    with_bleed: Annotated[
        bool, typer.Option("--bleed/--no-bleed", help="With art beyond the cut: 3 mm, or what pnp.toml says.")
    ] = False,
    *,
    options: FaceOptions,
    renderer: Annotated[RendererName, shown(RENDERER)] = RendererName.TYPST,
    contact: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Instead, every distinct face on one picture.")
    ] = None,
    outline: Annotated[
        float | None,
        typer.Option(metavar="MM", help='Instead, the line this far outside the drawing, for cut = "outline".'),
    ] = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write to.", show_default="faces in that of a build"),
    ] = None,
    explain: Explain = False,
) -> None:
    """Write single faces as SVG, PNG or PDF."""
    from pnp.library.faces import DrawnFace, render_faces_with, write_contact_sheet, write_faces, write_outlines
    from pnp.library.places import located

    if not 10 <= dpi <= 2400:
        raise LayoutError(Problem(option("--dpi"), "must be from 10 to 2400", found=f"{dpi:g}", code="E1201"))
    game = located(game_name, allow_code=options.allow_code)
    chosen = choose(*game, options)
    if out_folder is not None:
        chosen = replace(chosen, output=out_folder, origins={**chosen.origins, "output": "--out"})
    if explain:
        explain_choices({game: chosen}, options, "bleed", "output")
    reach = chosen.bleed if with_bleed and contact is None and outline is None else 0
    sides = list(Side) if side is Which.BOTH or outline is not None else [Side(side)]
    limits = chosen.limits
    faces: list[DrawnFace] = []
    folder = (out_folder or chosen.output / FACES) / game.id
    for each in chosen.by_language():
        tell(each.lang)
        with progress(game.id) as report:
            drawn = render_faces_with(game, replace(options, sides=sides, bleed=reach, progress=report), each)
        if contact is None and outline is None:
            ending = f"{each.lang}_{chosen.ink}" + (f"_mark-{slug(options.mark)}" if options.mark else "")
            write_faces(drawn, folder, ending, file_type, dpi=dpi, renderer=renderer, limits=limits)
        faces += drawn
    if outline is not None:
        out.print(f"{len(write_outlines(faces, folder, outline, limits=limits))} outlines in {folder}")
    elif contact is not None:
        out.print(f"{write_contact_sheet(faces, contact, limits=limits)} faces on {contact}")
    else:
        out.print(f"{len(faces)} faces in {folder}")
