"""A game with dice, for tests."""

from __future__ import annotations

import json
from pathlib import Path

from pnp.project.folders import Project

FACE = """{% extends "face.svg.j2" %}{% block body %}
<defs><linearGradient id="sky"><stop offset="0" stop-color="#f4d58d"/><stop offset="1" stop-color="#e07a5f"/>
</linearGradient></defs>
<rect x="-9" y="-9" width="{{ w + 18 }}" height="{{ h + 18 }}" fill="url(#sky)"/>{% set s = deck.square %}
{{ text(piece.value, s.x, s.y, s.width, s.height, size=s.height * 0.45, align="center", valign="middle") }}
{% endblock %}"""
PIPS = "1 2 3 4 5 6"


def dice_deck(values: str = PIPS, count: int = 1, more: str = "", name: str = "dice") -> str:
    """Return a deck of dice with these values in its rows."""
    cells = [value if value.isdigit() else json.dumps(value) for value in values.split()]
    rows = ", ".join(f'{{ id = "{name}-{at}", value = {cell}, count = {count} }}' for at, cell in enumerate(cells, 1))
    return f'[decks.{name}]\nkind = "die"\nfront = "face.svg.j2"\n{more}\nrows = [{rows}]\n'


def dice_game(folder: Path, *decks: str, game: str = "dice") -> Project:
    """Write a game with these decks; its faces show their values."""
    for part in ("components", "templates"):
        (folder / part / game).mkdir(parents=True)
    (folder / "pnp.toml").write_text("", "utf-8")
    spec = "\n".join(['title = "Dice"', *(deck.replace('"face.svg', '"own.svg') for deck in decks or [dice_deck()])])
    (folder / "components" / game / "game.toml").write_text(spec, "utf-8")
    (folder / "templates" / game / "own.svg.j2").write_text(FACE, "utf-8")
    return Project(folder)
