"""The list of commands. Each module is imported only when its command runs, to keep start-up fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from pnp.cli.examples import help_examples

COMMAND_NAMES: Final = (
    *("new", "build", "render", "gallery", "games", "serve", "check", "audit", "stats", "pull", "calibrate"),
    *("play", "replay", "tournament", "memo", "box", "export", "simulate", "compare", "sweep", "trust", "explain"),
    "schema",
)
"""Command names in the order of `pnp --help`. Module `pnp.cli.NAME` has a function NAME."""


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
    alone.command(name, epilog=help_examples(name))(getattr(import_module(f"pnp.cli.{name}"), name))
    return typer.main.get_command(alone)
