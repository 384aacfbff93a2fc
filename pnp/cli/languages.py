"""The languages that a command was asked for, and a word where pnp's own words come in English."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.cli.console import err, show_error
from pnp.errors import PnpError
from pnp.library.places import locate_games
from pnp.resources import Located
from pnp.spec.languages import choose_language, choose_languages
from pnp.terms import Lang
from pnp.words import speaks

_told: set[str] = set()


def languages(game: Located, asked: str | None) -> tuple[Lang, ...]:
    """The languages of a game that are asked for; its first without a word."""
    found = choose_languages(*game, asked)
    for lang in found:
        tell(lang)
    return found


def one_language(game: str, asked: str | None) -> Lang:
    """The one language of a game that is asked for; its first without a word."""
    return tell(choose_language(*locate_games(game)[0], asked))


def tell(lang: Lang) -> Lang:
    """The language; says, once, that pnp writes in English where it does not speak it."""
    if not speaks(lang) and lang not in _told:
        _told.add(lang)
        err.print(f"{lang}: what pnp itself writes (labels, guide, reports) is in English", markup=False)
    return lang


def in_languages(games: Iterable[Located], asked: str | None) -> tuple[list[tuple[Located, Lang]], bool]:
    """Games in the languages that are asked for, and whether some do not come in them, which is said."""
    work: list[tuple[Located, Lang]] = []
    failed = False
    for game in games:
        try:
            work += [(game, lang) for lang in languages(game, asked)]
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
    return work, failed
