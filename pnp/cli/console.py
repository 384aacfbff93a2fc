"""What a person sees: progress, tables, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pnp.errors import PnpError

_WIDE = 200
"""What is piped into a file is not folded."""

out = Console(highlight=False, markup=False, emoji=False)
if not out.is_terminal:
    out.width = _WIDE
err = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def show_error(error: PnpError) -> None:
    """Print every problem, plainly."""
    for problem in error.problems:
        err.print(str(problem), style="red" if err.is_terminal else None)
    if len(error.problems) > 1:
        err.print(f"{len(error.problems)} problems")


Report = Callable[[int, int], None]
"""Told how much of how much is done."""


@contextmanager
def progress(description: str) -> Iterator[Report]:
    """A progress bar on stderr that leaves no trace; nothing where nobody looks."""
    if not err.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}")
    with Progress(*columns, TimeElapsedColumn(), console=err, transient=True) as bar:
        task = bar.add_task(description, total=1)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def table(*headings: str, numbers: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns named in `numbers` are set flush right."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        right = heading in numbers
        made.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return made


def add_row(table: Table, *cells: object, style: str | None = None) -> None:
    """A row of plain texts; what looks like markup in them is not."""
    table.add_row(*(Text(str(cell)) for cell in cells), style=style)


def kilobytes(size_bytes: int) -> str:
    """A file's size for people."""
    return f"{size_bytes / 1000:.0f} kB"
