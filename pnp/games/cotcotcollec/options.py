"""The options of CotCotCollec': what can be played otherwise, in words."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option
from pnp.terms import Lang


def _choice(choices: tuple[str, str], fr: str, en: str) -> Option:
    """One of two ways to play, the first by default."""
    return Option(choices, {Lang.FR: fr, Lang.EN: en})


OPTIONS: Final = {
    "fox_entry": _choice(
        ("first", "last"),
        "le renard entre chez qui ouvre la toute première collection, ou chez le dernier à débuter",
        "the fox goes to whoever opens the very first collection, or to the last player to begin one",
    ),
    "market_after_roosters": _choice(
        ("no", "yes"),
        "former le marché une fois les coqs mélangés à la pioche ; un coq compte et se remplace",
        "lay out the market once the roosters are in the deck; a rooster counts and is replaced",
    ),
    "rooster_refund": _choice(
        ("no", "yes"),
        "un coq à la pioche rend les points et annule le tirage, au lieu de faire piocher à nouveau",
        "a rooster on a draw gives the points back and voids the draw, instead of drawing again",
    ),
    "fox_target": _choice(
        ("left", "any"),
        "pour 2 points, le renard va chez le voisin de gauche, ou chez n'importe qui",
        "for 2 points the fox goes to the left neighbour, or to anybody",
    ),
    "second_after_tie": _choice(
        ("no", "yes"),
        "derrière des premiers à égalité, un deuxième marque aussi",
        "behind a tie for the longest there is a second place too",
    ),
    "joker_cost": _choice(
        ("1", "2"),
        "le prix d'un joker au marché, en points",
        "the points a joker of the market costs",
    ),
}
