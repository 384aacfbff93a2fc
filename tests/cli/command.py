"""A command run as a person types it, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cli import main

Result = tuple[int, str, str]
"""Exit code, what was printed, and what was said on the error stream."""
Command = Callable[..., Result]
"""Runs `pnp` with some words."""


def run_command(
    words: tuple[object, ...], cwd: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Result:
    """Run `pnp` with these words in a folder; a traceback is a failure."""
    monkeypatch.chdir(cwd)
    monkeypatch.setattr(sys, "argv", ["pnp", *map(str, words)])
    capsys.readouterr()
    try:
        main()
        code = 0
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 0
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err
