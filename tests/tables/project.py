"""Small projects with tables of all kinds, for tests."""

from __future__ import annotations

from pathlib import Path

from pnp.project.folders import GameRef, Project

DECK = """
title = "Reef"
[decks.cards]
size = "poker"
front = "card.svg.j2"
table = "cards.csv"
[decks.cards.columns.cost]
type = "int"
min = 0
max = 9
hint = "leave the cell empty for a free card"
default = 0
[decks.cards.columns.kind]
type = "choice"
choices = ["crab", "fish"]
"""
CARDS = "id,Card Name,kind,cost,Qty\r\npike,Pike,fish,3,2\r\nnipper,Nipper,crab,1,\r\n"
TEMPLATE = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'


def make_project(root: Path, spec: str = DECK, **files: str | bytes) -> GameRef:
    """A project with one game; files by name, with `__` for a dot."""
    folder = root / "components" / "reef"
    folder.mkdir(parents=True, exist_ok=True)
    (root / "templates" / "reef").mkdir(parents=True, exist_ok=True)
    (root / "templates" / "reef" / "card.svg.j2").write_text(TEMPLATE)
    (folder / "game.toml").write_text(spec, "utf-8")
    for name, content in ({"cards__csv": CARDS} | files).items():
        raw = content if isinstance(content, bytes) else content.encode()
        (folder / name.replace("__", ".")).write_bytes(raw)
    return GameRef(Project(root), "reef")
