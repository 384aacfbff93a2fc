"""Terminal output: progress bars, tables, error messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pnp.errors import PnpError, Problem, escape_unsafe, format_problems, truncate_list
from pnp.worker.progress import Progress, silent

_FILE_WIDTH = 200
"""Width of output that is not a terminal, in characters: long lines are not wrapped in files."""
_COLUMN_GAP = 2
"""Number of spaces between two columns."""


class PlainConsole(Console):
    """Console that escapes control characters, so that text from files cannot control the terminal."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print like rich, with control characters made visible."""
        super().print(*(escape_unsafe(each) if isinstance(each, str) else each for each in objects), **options)

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of anything printable, tables included, with control characters made visible."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=escape_unsafe(part.text))


out = PlainConsole(highlight=False, markup=False, emoji=False)
if not out.is_terminal:
    out.width = _FILE_WIDTH
err = PlainConsole(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


_codes: list[str] = []
"""Codes of the problems that this command has printed."""


def clear_shown_codes() -> None:
    """Clear the codes of printed problems, before a command runs."""
    _codes.clear()


def suggest_explain() -> None:
    """Print, as the last line, how to get an explanation of the first problem printed."""
    if _codes and "--json" not in sys.argv:
        err.print(f"run pnp explain {_codes[0]} for more")


def show_error(error: PnpError) -> None:
    """Print every problem; a problem shared by many cards is printed once."""
    _codes.extend(problem.code for problem in error.problems)
    mistakes = format_problems(error.problems)
    for mistake in truncate_list(mistakes):
        err.print(mistake, style="red" if err.is_terminal else None)
    if len(mistakes) > 1:
        err.print(f"{len(mistakes):,} problems")


def show_draft_problems(name: str, problems: Sequence[Problem]) -> None:
    """Print what is wrong with a draft, after its summary."""
    _codes.extend(problem.code for problem in problems)
    mistakes = format_problems(problems)
    count = f"{len(mistakes):,} problem{'s' * (len(mistakes) > 1)}"
    out.print(f"{name}: printed as a draft, with {count}:", soft_wrap=True)
    for mistake in truncate_list(mistakes):
        out.print(mistake, style="magenta" if out.is_terminal else None, soft_wrap=True)


@contextmanager
def progress(description: str, *, unit: str = "") -> Iterator[Progress]:
    """Show a progress bar on stderr while the context is open; nothing if stderr is not a terminal.

    With a unit, the bar also shows the rate per second and the time left.
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
            before.append(done) if not before else None  # a resumed run starts above 0: exclude that from the rate
            seconds = bar.tasks[0].elapsed or 0.0
            rate = f"{(done - before[0]) / seconds:.1f} {unit}/s" if unit and seconds else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield tell


def new_table(*headings: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return an empty table; the columns named in `numbers` are right-aligned."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        right = heading in numbers
        made.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return made


def print_table(table: Table) -> None:
    """Print a table, or one line per cell if the table is too wide for the terminal."""
    columns = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    widths = [
        max(cell_len(part) for text in texts for part in ([text] if column.no_wrap else text.split() or [""]))
        for column, texts in zip(table.columns, columns, strict=True)
    ]
    if sum(widths) + _COLUMN_GAP * (len(widths) - 1) <= out.width:
        out.print(table)
        return
    headings, *rows = zip(*columns, strict=True)
    for row in rows:
        out.print()
        for heading, text in zip(headings, row, strict=True):
            out.print(f"{heading}: {text}", soft_wrap=True)


def add_row(table: Table, *cells: object, style: str | None = None) -> None:
    """Add a row of plain text cells; markup in them is not interpreted."""
    table.add_row(*(Text(escape_unsafe(str(cell))) for cell in cells), style=style)


def pass_fail_marks() -> tuple[str, str]:
    """Return the marks for passed and failed; plain ASCII if the terminal's encoding is not UTF-8."""
    return ("✓", "✗") if out.encoding.lower().startswith("utf") else ("ok", "NO")


def format_kilobytes(size_bytes: int) -> str:
    """Return a file size as text, in kB."""
    return f"{size_bytes / 1000:.0f} kB"


def print_proofreading(name: str, what: str, check: Callable[[Progress], list[Problem]]) -> bool:
    """Check the memos or rulebooks of a game and print the result; return whether there are problems."""
    try:
        with progress(f"{name}: {what}") as report:
            problems = check(report)
    except PnpError as error:
        problems = list(error.problems)
    if problems:
        show_error(PnpError(*problems))
    else:
        out.print(f"{name}: {what} in order")
    return bool(problems)


def suggest_check(command: str, findings: Mapping[str, int]) -> None:
    """Print how to see the findings of a proofreading, if any; `findings` has their number by game."""
    if count := sum(findings.values()):
        names = " ".join(name for name in findings if findings[name])
        err.print(f"{count} finding{'s' * (count > 1)}: pnp {command} {names} --check")
