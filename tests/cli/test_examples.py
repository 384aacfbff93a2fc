"""Every `--help` ends with examples, and every example is one that the command takes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from pnp.cli.app import app
from pnp.cli.examples import EXAMPLES, PNP, WIDEST, help_examples
from pnp.project.folders import bundled_project
from tests.cli.command import Command

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
LINES = [line for shown in EXAMPLES.values() for line, _ in shown]
CHEAP = ["pnp games", "pnp explain decks.size", "pnp stats winston", "pnp export --list", "pnp trust --list"]


def test_every_command_has_examples_and_nothing_else_does() -> None:
    assert set(EXAMPLES) == {PNP, *COMMANDS}
    assert all(1 <= len(shown) <= 3 for shown in EXAMPLES.values())


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_ends_with_them(name: str) -> None:
    command = COMMANDS[name]
    shown = command.get_help(command.make_context(name, [], resilient_parsing=True))
    end = shown[shown.index("Examples:") :]
    assert len(end.splitlines()) > len(EXAMPLES[name])
    for line, what in EXAMPLES[name]:
        assert f"  {line}" in end, "lines stay whole"
        assert f"# {what}" in end
    assert max(map(len, end.splitlines())) <= WIDEST + 2


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_taken(line: str) -> None:
    program, name, *words = shlex.split(line)
    assert program == "pnp"
    made = COMMANDS[name].make_context(name, words)  # a usage error for an option that there is not
    games = made.params.get("games") or []
    named = [made.params.get("game"), made.params.get("game_name"), *(games if isinstance(games, list) else [])]
    assert {game for game in named if game} <= set(bundled_project().games())


@pytest.mark.parametrize("line", CHEAP)
def test_an_example_does_what_it_says(line: str, pnp: Command, tmp_path: Path) -> None:
    assert line in LINES
    code, _, said = pnp(*shlex.split(line)[1:], cwd=tmp_path)
    assert (code, said) == (0, "")


def test_a_command_without_examples_ends_without_them() -> None:
    assert help_examples("unheard-of") == ""
