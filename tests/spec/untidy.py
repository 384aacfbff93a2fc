"""A small game that tests write: its spec, its tables, and templates that write one expression."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.errors import format_problems
from pnp.face.faces import FaceCache
from pnp.face.render import FaceRenderer
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side

HEAD = 'title = "Mine"\n'
DECK = '[decks.cards]\nsize = "poker"\nfront = "card.svg.j2"\n'
TEXT = re.compile(r'<desc id="written">(.*?)</desc>', re.DOTALL)


def write(folder: Path, spec: str, body: str = "", **files: str | bytes) -> Project:
    """Write the game; a file `a_csv` is a.csv, and `body` is an expression that the template writes."""
    (folder / "components/mine").mkdir(parents=True, exist_ok=True)
    (folder / "templates/mine").mkdir(parents=True, exist_ok=True)
    (folder / "components/mine/game.toml").write_text(spec, "utf-8")
    for name, content in files.items():
        path = folder / "components/mine" / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    shown = f'<desc id="written">{{{{ {body} }}}}</desc>' if body else ""
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{shown}{{% endblock %}}'
    (folder / "templates/mine/card.svg.j2").write_text(template, "utf-8")
    return Project(folder)


def read(folder: Path, spec: str, **files: str | bytes) -> Game:
    """Write the game and read it."""
    return load_game(write(folder, spec, "", **files), "mine")


def notes(game: Game) -> list[str]:
    """The notes of a game, as in a build."""
    return format_problems(game.notes)


def written(project: Project, piece: str, lang: Lang = Lang.EN, cache: Cache | None = None) -> tuple[str, bool]:
    """What the template writes on a card, and whether the card was drawn rather than found in the cache."""
    game = load_game(project, "mine")
    renderer = FaceRenderer(project, game, lang, Ink.FULL, 0)
    deck, design = next((deck, design) for deck, design in game.designs() if design.id == piece)
    stored = FaceCache(renderer, cache or Cache.disabled()).face(deck, design, Side.FRONT)
    found = TEXT.search(stored.face.svg)
    assert found is not None, stored.face.svg
    return found[1], stored.fresh
