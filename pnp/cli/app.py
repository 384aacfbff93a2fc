"""The app: its commands, each imported on first use, and how errors are reported."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from pnp import __version__
from pnp.cli.console import clear_shown_codes, show_error, suggest_explain
from pnp.cli.examples import PNP, help_examples
from pnp.errors import Location, PnpError, Problem, os_problem, truncate

COMMAND_NAMES: Final = (
    *("new", "build", "render", "layout", "gallery", "games", "serve", "check", "audit", "stats", "pull", "calibrate"),
    *(
        "play",
        "replay",
        "tournament",
        "memo",
        "rulebook",
        "box",
        "export",
        "simulate",
        "report",
        "compare",
        "sweep",
        "trust",
        "explain",
    ),
    "schema",
)
"""Command names in the order of `pnp --help`. Module `pnp.cli.commands.NAME` has a function NAME."""


class Commands(TyperGroup):
    """Command group that imports its commands on demand."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": _LazyCommands()})


class _LazyCommands(Mapping[str, Any]):
    """Mapping from names to commands that imports each command when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        if name not in COMMAND_NAMES:
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMAND_NAMES)

    def __len__(self) -> int:
        return len(COMMAND_NAMES)


@cache
def _load(name: str) -> Any:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, epilog=help_examples(name))(getattr(import_module(f"pnp.cli.commands.{name}"), name))
    return typer.main.get_command(alone)


PIPE_CLOSED = 141
"""Exit code of a program whose output pipe was closed."""

MAX_ERROR_CHARS = 300
"""Maximum number of characters shown of an unexpected error."""
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]  # typer does not export the base class of usage errors

app = typer.Typer(
    name="pnp",
    cls=Commands,
    help="From component specs to print-ready sheets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog=help_examples(PNP),
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    debug: bool = typer.Option(False, "--debug", help="Show a traceback when something goes wrong."),
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Show the version."),
) -> None:
    """From component specs to print-ready sheets."""


def run_app() -> None:
    """Run pnp and exit: 0 for success, 1 for bad input, 2 for a usage error, 130 for Ctrl-C."""
    clear_shown_codes()
    try:
        _run()
    except SystemExit as ending:
        if ending.code == 1:
            with contextlib.suppress(OSError, ValueError):
                suggest_explain()
        raise


def _run() -> None:
    if "--debug" in sys.argv[1:]:
        sys.argv = [sys.argv[0], "--debug", *(word for word in sys.argv[1:] if word != "--debug")]
        app()
        return
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # print ? where the terminal's encoding lacks a character such as ×
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where an error can still be reported
        sys.exit(code)
    except _UsageError as wrong:
        usage: Any = wrong
        if sys.argv[1:]:  # `pnp` alone prints its whole help
            usage.message = truncate(usage.message)
        usage.show()
        sys.exit(usage.exit_code)
    except PnpError as error:
        show_error(error)
        sys.exit(1)
    except BrokenPipeError:  # `pnp stats | head -1`
        _drop_output()
        sys.exit(PIPE_CLOSED)
    except OSError as error:
        _drop_output()
        if _was_interrupted(error):
            raise KeyboardInterrupt from None
        file = error.filename
        where = Location(str(file)) if file else Location(detail="this folder, or the output")
        _try_to_show_error(PnpError(os_problem(error, where, "cannot be used")))
        sys.exit(1)
    except MemoryError:
        hint = "close other programs, or do less at once"
        _try_to_show_error(PnpError(Problem(Location(detail="pnp"), "has run out of memory", hint, code="E1402")))
        sys.exit(1)
    except Exception as error:
        from pnp.project.code import explain_error

        problem = explain_error(error)  # for an error in a designer's code: file and line instead of a traceback
        _try_to_show_error(PnpError(problem or _unexpected_error(error)))
        sys.exit(1)


def _was_interrupted(error: BaseException) -> bool:
    """Return whether Ctrl-C caused this error: Python may then close a folder twice and report that instead."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, KeyboardInterrupt):
        seen = seen.__context__
    return seen is not None


def _drop_output() -> None:
    """Discard output that could not be written, which Python would otherwise try to write again at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unexpected_error(error: Exception) -> Problem:
    """Return an unexpected error as a problem, on one line."""
    hint = f"this is a bug in pnp, please report it; pnp --debug {' '.join(sys.argv[1:2])} … shows a traceback"
    found = f"{type(error).__name__}: {error}"[:MAX_ERROR_CHARS]
    return Problem(Location(detail="pnp"), "has failed", hint, found=found, code="E1404")


def _try_to_show_error(error: PnpError) -> None:
    """Print an error if possible; the disk may be full or the terminal closed."""
    with contextlib.suppress(OSError, ValueError):
        show_error(error)
