"""`pnp export`: games for shops, table simulators and other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.choices import choose_for, explain_choices
from pnp.cli.console import add_row, err, kilobytes, out, progress, show, show_error, table
from pnp.cli.options import AllowCode, Explain, InkName, LangNames, Only, OutFolder, UseCache
from pnp.config import choose
from pnp.errors import PnpError, Problem, SpecError, quoted
from pnp.library.places import locate_games
from pnp.selection import SelectionError

if TYPE_CHECKING:
    from pnp.export.order import Exported

LISTED = 12
"""Files that are listed in a dry run; of more, their number."""


def export(
    target: Annotated[
        str | None, typer.Argument(metavar="TARGET", help="Where the game goes; --list shows all targets.")
    ] = None,
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all of the project without one.")
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show all targets and their options.")] = False,
    lang: LangNames = None,
    only: Only = None,
    ink: InkName = None,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help="Where the pictures will lie, for a table simulator."),
    ] = None,
    icc: Annotated[
        Path | None, typer.Option("--icc", metavar="FILE", help="The colour profile of the press, for CMYK.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the target. Repeatable.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail where there would be a notice.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, and how large; draw nothing.")
    ] = False,
    out_folder: OutFolder = None,
    cache: UseCache = True,
    explain: Explain = False,
    allow_code: AllowCode = False,
) -> None:
    """Write a game as a shop, a table simulator or another program takes it."""
    import pnp

    if list_all or target is None:
        _list()
        return
    options = _options(settings or [], base_url, icc)
    chosen, failed = choose_for(
        locate_games(*games or [], allow_code=allow_code),
        lambda game: choose(*game, lang=lang, ink=ink, out=out_folder),
    )
    if explain:
        explain_choices(chosen, "languages", "ink", "output")
    done: list[Exported] = []
    missed: list[SelectionError] = []
    for game, choices in chosen.items():
        for language in choices.languages.value:
            try:
                made = pnp.export_game(
                    game, target, lang=language, ink=choices.ink.value, only=only or [], options=options,
                    strict=strict, dry_run=dry_run, cache=cache, out=choices.output.value, stages=progress,
                )  # fmt: skip
                done.append(made)
            except SelectionError as error:
                missed.append(error)
            except PnpError as error:  # one game's mistake does not cost the others
                failed = True
                show_error(error)
    if missed and not done:
        failed = True
        for mistake in missed:
            show_error(mistake)
    _report(done)
    if failed:
        err.print("not everything was exported")
        raise typer.Exit(1)


def _options(settings: list[str], base_url: str | None, icc: Path | None) -> dict[str, object]:
    """The options that were given, by name."""
    options: dict[str, object] = {}
    for text in settings:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise SpecError(
                Problem("--set", "an option and its value", quoted(text), "for example --set sheet-px=8192")
            )
        options[name] = value
    options |= {} if base_url is None else {"base-url": base_url}
    return options | ({} if icc is None else {"icc": str(icc)})


def _list() -> None:
    """Print the targets, and their options."""
    import pnp

    listed = table("target", "for", "what comes of it", "options (--set)")
    for target in pnp.list_targets():
        name = f"{target.name} (yours)" if target.own else target.name
        options = ", ".join(f"{option.name}: {option.about}" for option in target.options)
        add_row(listed, name, target.profile.title, target.profile.about, options)
    show(listed)


def _report(done: list[Exported]) -> None:
    """What was written, or would be, and what a person should know."""
    if not done:
        return
    summary = table(
        "game", "pieces", "not made", "files", "folder", "size", numbers=("pieces", "not made", "files", "size")
    )
    for each in done:
        size = kilobytes(each.size_bytes)
        lost = sum(left.count for left in each.not_made)
        about = f"about {size}" if any(file.estimated for file in each.files) else size
        add_row(summary, each.game, each.pieces, lost, len(each.files), each.folder, about)
    out.print(summary)
    several = len(done) > 1
    for each in done:
        name = f"{each.game} ({each.lang}): " if several else ""
        if each.dry:
            for file in each.files[:LISTED]:
                about = "about " if file.estimated else ""
                out.print(f"{name}would write {file.name}, {about}{kilobytes(file.size_bytes)}", soft_wrap=True)
            if len(each.files) > LISTED:
                out.print(f"{name}and {len(each.files) - LISTED} more files")
        for left in each.not_made:
            out.print(f"{name}not made: {left.piece} × {left.count}: {left.why}", soft_wrap=True)
        for notice in each.notices:
            out.print(f"{name}{notice}", soft_wrap=True)
