"""The languages that a command was asked for, and a word where pnp's own words come in English."""

from __future__ import annotations

from pnp.cli.console import err
from pnp.library.places import locate_games
from pnp.spec.languages import choose_language
from pnp.terms import Lang
from pnp.words import speaks

_told: set[str] = set()


def one_language(game: str, asked: str | None) -> Lang:
    """The one language of a game that is asked for; its first without a word."""
    return tell(choose_language(*locate_games(game)[0], asked))


def tell(lang: Lang) -> Lang:
    """The language; says, once, that pnp writes in English where it does not speak it."""
    if not speaks(lang) and lang not in _told:
        _told.add(lang)
        err.print(f"{lang}: what pnp itself writes (labels, guide, reports) is in English", markup=False)
    return lang
