"""The `pnp render` command: single faces as image files."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out, progress
from pnp.cli.parameters import Explain, command_with_options, notice_untranslated, print_settings, typer_option
from pnp.config import resolve_config
from pnp.errors import LayoutError, Problem, option_location
from pnp.library.options import RENDERER, FaceOptions
from pnp.press.job import FileType, RendererName
from pnp.spec.selection import slug
from pnp.terms import Side

FACES = "faces"
"""Subfolder of the output folder for single faces."""


class SideChoice(StrEnum):
    """Sides to write."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"


@command_with_options(FaceOptions, renderer="only", contact="only", outline="only")
def render(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    pieces: Annotated[
        list[str] | None, typer.Argument(metavar="[PIECE]...", help="Pieces to write; default: all.")
    ] = None,
    file_type: Annotated[FileType, typer.Option("--as", help="File type.")] = FileType.SVG,
    dpi: Annotated[float, typer.Option(help="Resolution of PNG files, in dots per inch.")] = 300,
    side: Annotated[SideChoice, typer.Option(help="Sides to write.")] = SideChoice.BOTH,
    with_bleed: Annotated[
        bool, typer.Option("--bleed/--no-bleed", help="Include the bleed: 3 mm, or as set in pnp.toml.")
    ] = False,
    *,
    options: FaceOptions,
    renderer: Annotated[RendererName, typer_option(RENDERER)] = RendererName.TYPST,
    contact: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Write one labelled picture of all distinct faces instead.")
    ] = None,
    outline: Annotated[
        float | None,
        typer.Option(
            metavar="MM", help='Write outlines at this distance around the drawings instead, for cut = "outline".'
        ),
    ] = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Output folder.", show_default="faces in the build's output folder"),
    ] = None,
    explain: Explain = False,
) -> None:
    """Write single faces as SVG, PNG or PDF."""
    from pnp.library.faces import DrawnFace, render_faces_with, write_contact_sheet, write_faces, write_outlines
    from pnp.library.places import locate_game

    if not 10 <= dpi <= 2400:
        raise LayoutError(Problem(option_location("--dpi"), "must be from 10 to 2400", found=f"{dpi:g}", code="E1201"))
    game = locate_game(game_name, allow_code=options.allow_code)
    chosen = resolve_config(*game, options)
    if out_folder is not None:
        chosen = replace(chosen, output=out_folder, origins={**chosen.origins, "output": "--out"})
    if explain:
        print_settings({game: chosen}, options, "bleed", "output")
    reach = chosen.bleed if with_bleed and contact is None and outline is None else 0
    sides = list(Side) if side is SideChoice.BOTH or outline is not None else [Side(side)]
    limits = chosen.limits
    faces: list[DrawnFace] = []
    folder = (out_folder or chosen.output / FACES) / game.id
    for each in chosen.by_language():
        notice_untranslated(each.lang)
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
