"""The `pnp export` command: files for print shops, tabletop simulators and other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, err, format_kilobytes, new_table, out, print_table, progress, show_error
from pnp.cli.parameters import Explain, Games, command_with_options, print_settings, settings_by_game
from pnp.config import resolve_config
from pnp.errors import PnpError, Problem, SpecError
from pnp.library.options import TARGET, ExportOptions
from pnp.library.places import locate_games
from pnp.spec.selection import SelectionError

if TYPE_CHECKING:
    from pnp.export.order import Exported, ExportedFile, NotMade

MAX_LISTED = 12
"""Maximum number of files or pieces listed one by one; beyond it, folders or counts are listed."""


@command_with_options(ExportOptions, base_url="options", icc="options")
def export(
    target: Annotated[str | None, typer.Argument(metavar="TARGET", help=TARGET.help)] = None,
    games: Games = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all targets and their options.")] = False,
    *,
    options: ExportOptions,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help="Web address of the pictures, for a tabletop simulator."),
    ] = None,
    icc: Annotated[
        Path | None, typer.Option("--icc", metavar="FILE", help="Colour profile of the press, for CMYK.")
    ] = None,
    explain: Explain = False,
) -> None:
    """Write the files that a print shop, a tabletop simulator or another program needs."""
    from pnp.library.exports import export_game_with

    if list_all or target is None:
        _list()
        return
    more = {"base-url": base_url, "icc": None if icc is None else str(icc)}
    named = {name: value for name, value in more.items() if value is not None}
    options = replace(options, options={**(options.options or {}), **named}, stages=progress)
    found = locate_games(*games or [], allow_code=options.allow_code)
    chosen, failed = settings_by_game(found, lambda game: resolve_config(*game, options))
    if explain:
        print_settings(chosen, options)
    done: list[Exported] = []
    missed: list[SelectionError] = []
    for game, choices in chosen.items():
        for each in choices.by_language():
            try:
                done.append(export_game_with(game, options, each))
            except SelectionError as error:
                missed.append(error)
            except PnpError as error:  # continue with the other games
                failed = True
                show_error(error)
    if missed and not done:
        failed = True
        for mistake in missed:
            show_error(mistake)
    _report(done)
    if failed:
        err.print("not everything was exported" if done else "nothing was exported")
        raise typer.Exit(1)


def _list() -> None:
    """Print all targets with their options. Raise SpecError if a profile is invalid."""
    import pnp

    wrong: list[Problem] = []
    targets = pnp.list_targets(problems=wrong)
    listed = new_table("target", "for", "files")
    for target in targets:
        add_row(listed, f"{target.name} (yours)" if target.own else target.name, target.title, target.about)
    print_table(listed)
    out.print()
    for target in targets:
        for option in target.options:
            choices = "yes|no" if isinstance(option.default, bool) else "|".join(option.choices) or "…"
            default = target.profile.options.get(option.name, option.default)
            usual = "" if default is None else f" (default: {_option_text(default)})"
            out.print(f"{target.name} --set {option.name}={choices}: {option.about}{usual}", soft_wrap=True)
    if wrong:  # only now, after listing the valid profiles
        raise SpecError(*wrong)


def _option_text(value: object) -> str:
    """Return an option's value as the user writes it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _report(done: list[Exported]) -> None:
    """Print which files were or would be written, and all notices."""
    if not done:
        return
    numbers = ("pieces", "not made", "files", "size")
    summary = new_table("game", "language", "pieces", "not made", "files", "folder", "size", numbers=numbers)
    for each in done:
        lost = sum(left.count for left in each.not_made)
        folder = each.folder if each.files else "–"
        add_row(summary, each.game, each.lang, each.pieces, lost, len(each.files), folder, _size(each.files))
    print_table(summary)
    several = len(done) > 1
    for each in done:
        name = f"{each.game} ({each.lang}): " if several else ""
        for line in (*_would_write(each), *_not_made(each), *each.notices):
            out.print(f"{name}{line}", soft_wrap=True)


def _size(files: Sequence[ExportedFile]) -> str:
    """Return the total size of files, with "about" if it is an estimate."""
    size = format_kilobytes(sum(file.size_bytes for file in files))
    return f"about {size}" if any(file.estimated for file in files) else size


def _would_write(done: Exported) -> Iterator[str]:
    """Yield the result of a dry run: one line per file, or per folder if there are many."""
    if not done.dry:
        return
    groups: dict[str, list[ExportedFile]] = {}
    for file in done.files:
        folder, slash, _ = file.name.rpartition("/")
        several = len(done.files) > MAX_LISTED and slash
        groups.setdefault(f"{folder}/*.{file.name.rpartition('.')[2]}" if several else file.name, []).append(file)
    for name, files in groups.items():
        count = f" ({len(files)} files)" if len(files) > 1 else ""
        yield f"would write {name}{count}, {_size(files)}"


def _not_made(done: Exported) -> Iterator[str]:
    """Yield one line for each reason why the target does not make some pieces."""
    reasons: dict[str, list[NotMade]] = {}
    for left in done.not_made:
        reasons.setdefault(left.why, []).append(left)
    for why, pieces in reasons.items():
        names = ", ".join(
            left.piece if left.count == 1 else f"{left.piece} × {left.count}" for left in pieces[:MAX_LISTED]
        )
        more = f" and {len(pieces) - MAX_LISTED} more" if len(pieces) > MAX_LISTED else ""
        yield f"not made, because {why}: {names}{more}"
