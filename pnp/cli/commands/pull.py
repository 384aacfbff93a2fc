"""The `pnp pull` command: download tables from the web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import err, out, progress, show_error
from pnp.cli.parameters import Games
from pnp.errors import PnpError, quote_value
from pnp.library.places import locate_games

if TYPE_CHECKING:
    from pnp.pull.pull import PulledTable, RowChange, TableChange

MAX_ROWS = 12
"""Maximum number of rows listed per kind of change."""
MAX_CELLS = 4
"""Maximum number of cells listed per row."""


def pull(
    games: Games = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what changed without saving it.")] = False,
) -> None:
    """Download the tables that have a web address, show what changed, and save copies for builds to use."""
    import pnp

    failed = False
    for game in locate_games(*games or []):
        try:
            with progress(game.id) as report:
                pulled = pnp.pull_tables(game, dry_run=dry_run, progress=report)
        except PnpError as error:  # continue with the other games
            failed = True
            show_error(error)
            continue
        if not pulled:
            out.print(f"{game.id}: no table has a web address")
        for table in pulled:
            _show(game.id, table, game.project.name(table.path), dry_run=dry_run)
    if failed:
        err.print("not everything was downloaded; earlier copies are unchanged")
        raise typer.Exit(1)


def _show(game: str, table: PulledTable, path: str, *, dry_run: bool) -> None:
    sheet = f"#{table.sheet}" if table.sheet else ""
    out.print(f"{game}: {table.deck}{sheet}: {_summary(table.change)}", soft_wrap=True)
    change = table.change
    _list("+", list(change.added))
    _list("-", list(change.removed))
    _list("~", [_row(row) for row in change.changed])
    if table.kept:
        out.print(f"  saved as {path}", soft_wrap=True)
    elif dry_run and change:
        out.print("  not saved (--dry-run)")


def _summary(change: TableChange) -> str:
    """Return a one-line summary of a table's changes."""
    rows = f"{change.rows} row{'s' * (change.rows != 1)}"
    if change.new:
        return f"{rows}, downloaded for the first time"
    if not change:
        return f"unchanged ({rows})"
    counts = [("added", change.added), ("removed", change.removed), ("changed", change.changed)]
    parts = [f"{len(found)} {word}" for word, found in counts if found]
    for word, columns in (("new columns", change.new_columns), ("columns removed", change.gone_columns)):
        parts += [f"{word}: {', '.join(map(quote_value, columns[:MAX_ROWS]))}"] if columns else []
    parts += ["in another order"] if change.moved else []
    return f"{rows}: {'; '.join(parts)}"


def _list(sign: str, names: list[str]) -> None:
    for name in names[:MAX_ROWS]:
        out.print(f"  {sign} {name if sign == '~' else quote_value(name)[1:-1]}", soft_wrap=True)
    if len(names) > MAX_ROWS:
        out.print(f"  {sign} and {len(names) - MAX_ROWS} more")


def _row(row: RowChange) -> str:
    cells = [f"{cell.heading} {quote_value(cell.before)} → {quote_value(cell.after)}" for cell in row.cells[:MAX_CELLS]]
    more = [f"and {len(row.cells) - MAX_CELLS} more cells"] if len(row.cells) > MAX_CELLS else []
    return f"{quote_value(row.name)[1:-1]}: {'; '.join(cells + more)}"
