"""Choice of a game's language, and a notice if pnp has no translations for it."""

from __future__ import annotations

from pnp.cli.console import err
from pnp.library.places import locate_games
from pnp.spec.texts import choose_language
from pnp.terms import Lang
from pnp.words import is_translated

_noticed: set[str] = set()


def language_for_game(game: str, asked: str | None) -> Lang:
    """Return the language asked for, or the game's first language if that is None. Print a notice as `tell` does."""
    return notice_untranslated(choose_language(*locate_games(game)[0], asked))


def notice_untranslated(lang: Lang) -> Lang:
    """Return the language; print a notice, once, if pnp's labels and reports are not available in it."""
    if not is_translated(lang) and lang not in _noticed:
        _noticed.add(lang)
        err.print(f"{lang}: labels, guide and reports are not translated and will be in English", markup=False)
    return lang
