"""Decks added to a game, in a style or from tables."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, SpecError, os_problem
from pnp.face.faces import FaceLook, FaceName
from pnp.library.drafts import DraftFiles, draw_draft, open_draft
from pnp.project.folders import SPEC_FILE, GameRef
from pnp.project.saving import content_hash, save_if_unchanged
from pnp.spec.load import load_game
from pnp.starter.decks import AddedDecks, added_decks
from pnp.starter.from_tables import GivenPicture, GivenTable
from pnp.starter.notes import StarterNote
from pnp.store.cache import Cache
from pnp.terms import CardStyle, Side

MOST_TRIED: Final = 300
"""Maximum number of cards of a new deck that are drawn before it is added."""


def add_deck(
    game: GameRef,
    name: str,
    *,
    size: str | None = None,
    style: CardStyle | str | None = None,
    tables: Sequence[GivenTable] = (),
    pictures: Sequence[GivenPicture] = (),
) -> tuple[tuple[str, ...], tuple[StarterNote, ...]]:
    """Add a deck to a game, in a style or one for each sheet of tables; return their names, and notes.

    The new files are written first, and game.toml last: only if the game can be drawn with the new decks, and if it is
    still the file that was read. No other file is replaced. Raise PnpError with every problem, leaving nothing behind.
    """
    added = added_decks(game, name, size=size, style=style, tables=tables, pictures=pictures)
    project, spec = game.project, f"components/{game.id}/{SPEC_FILE}"
    made: list[Path] = []
    where = Location(spec)
    try:
        for file, content in added.files.items():
            where, path = Location(file), project.root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as opened:
                made.append(path)
                opened.write(content)
        where = Location(spec)
        _try(game, added, {spec: added.spec})
        save_if_unchanged(project.root / spec, where, added.spec, content_hash(added.before), project.root)
    except BaseException as error:
        for path in made:
            with contextlib.suppress(OSError):
                path.unlink()
        if isinstance(error, OSError):
            raise PnpError(os_problem(error, where, "cannot be written")) from error
        raise
    return added.names, added.notes


def _try(game: GameRef, added: AddedDecks, unsaved: DraftFiles) -> None:
    """Raise PnpError if the game with its new decks cannot be read, or one of their cards cannot be drawn."""
    with open_draft(game.project, unsaved):
        spec = load_game(game.project, game.id, any_box=True)
    names = [
        FaceName(deck, design.id, side)
        for deck in added.names
        for design in spec.decks[deck].designs[:MOST_TRIED]
        for side in (Side.FRONT, Side.BACK)
    ]
    for lang in spec.languages:
        tried = draw_draft(game, unsaved, names, FaceLook(lang), Cache.disabled())
        if problems := [problem for each in tried for problem in each.problems]:
            raise SpecError(*problems[:5])
