"""Rules for tests, whatever folder they run in."""

from __future__ import annotations

from pathlib import Path

from pnp.library.games import find_game
from pnp.play.core import Rules
from pnp.project.folders import bundled_project


def load_rules(name: str, start: Path | None = None, *, allow_code: bool = False) -> Rules:
    """The rules of a game in a project; of a bundled one without a folder."""
    return find_game(name, start=start or bundled_project().root, allow_code=allow_code)
