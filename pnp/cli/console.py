"""What a person sees: progress, tables, errors."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pnp.errors import PnpError, few, told, visible
from pnp.progress import Progress, silent

_WIDE = 200
"""What is piped into a file is not folded."""
_APART = 2
"""Signs between two columns."""


class PlainConsole(Console):
    """A console that sends nothing to the terminal but what pnp itself means: texts of others cannot act on it."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does, with control characters shown."""
        super().print(*(visible(each) if isinstance(each, str) else each for each in objects), **options)

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The parts of what is printed, those of tables and the like included."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=visible(part.text))


out = PlainConsole(highlight=False, markup=False, emoji=False)
if not out.is_terminal:
    out.width = _WIDE
err = PlainConsole(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


_codes: list[str] = []
"""The codes of the problems that this command has shown."""


def forget_codes() -> None:
    """Begin a command: nothing has been shown yet."""
    _codes.clear()


def point_to_page() -> None:
    """Say, once and after everything else, how to read more about the first problem that was shown."""
    if _codes and "--json" not in sys.argv:
        err.print(f"run pnp explain {_codes[0]} for more")


def show_error(error: PnpError) -> None:
    """Print every problem, plainly; one that touches many cards once."""
    _codes.extend(problem.code for problem in error.problems)
    mistakes = told(error.problems)
    for mistake in few(mistakes):
        err.print(mistake, style="red" if err.is_terminal else None)
    if len(mistakes) > 1:
        err.print(f"{len(mistakes):,} problems")


@contextmanager
def progress(description: str, *, unit: str = "") -> Iterator[Progress]:
    """A progress bar on stderr that leaves no trace; nothing where nobody looks.

    With a unit it tells how many of these are done in a second, and the time left.
    """
    if not err.is_terminal:
        yield silent
        return
    from rich.progress import BarColumn, ProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as ProgressBars

    columns: list[ProgressColumn] = [TextColumn("{task.description}"), BarColumn()]
    columns += [TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn()]
    if unit:
        columns += [TextColumn("{task.fields[rate]}"), TimeRemainingColumn()]
    with ProgressBars(*columns, console=err, transient=True) as bar:
        task = bar.add_task(description, total=1, rate="")
        before: list[int] = []

        def tell(done: int, total: int) -> None:
            before.append(done) if not before else None  # what an earlier run did is not counted in the rate
            seconds = bar.tasks[0].elapsed or 0.0
            rate = f"{(done - before[0]) / seconds:.1f} {unit}/s" if unit and seconds else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield tell


def table(*headings: str, numbers: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns named in `numbers` are set flush right."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        right = heading in numbers
        made.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return made


def show(table: Table) -> None:
    """Print a table; where it is too wide for the terminal, a line for each of its cells: nothing is cut off."""
    columns = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    widths = [
        max(cell_len(part) for text in texts for part in ([text] if column.no_wrap else text.split() or [""]))
        for column, texts in zip(table.columns, columns, strict=True)
    ]
    if sum(widths) + _APART * (len(widths) - 1) <= out.width:
        out.print(table)
        return
    headings, *rows = zip(*columns, strict=True)
    for row in rows:
        out.print()
        for heading, text in zip(headings, row, strict=True):
            out.print(f"{heading}: {text}", soft_wrap=True)


def add_row(table: Table, *cells: object, style: str | None = None) -> None:
    """A row of plain texts; what looks like markup in them is not."""
    table.add_row(*(Text(visible(str(cell))) for cell in cells), style=style)


def signs() -> tuple[str, str]:
    """The signs for right and wrong, as the terminal can show them."""
    return ("✓", "✗") if out.encoding.lower().startswith("utf") else ("ok", "NO")


def kilobytes(size_bytes: int) -> str:
    """A file's size for people."""
    return f"{size_bytes / 1000:.0f} kB"
