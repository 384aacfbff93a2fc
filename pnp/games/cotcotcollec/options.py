"""Rule options of CotCotCollec'."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option
from pnp.terms import Lang


def _choice(choices: tuple[str, str], fr: str, en: str) -> Option:
    """Return an option with two choices, the first of which is the default."""
    return Option(choices, {Lang.FR: fr, Lang.EN: en})


OPTIONS: Final = {
    "fox_entry": _choice(
        ("first", "last"),
        "le renard entre chez le premier joueur à commencer une collection, ou chez le dernier",
        "the fox goes to the first player to start a collection, or to the last one",
    ),
    "market_after_roosters": _choice(
        ("no", "yes"),
        "former le marché une fois les coqs mélangés à la pioche ; un coq retourné compte et on le remplace",
        "lay out the market once the roosters are in the deck; a rooster turned up counts and is replaced",
    ),
    "rooster_refund": _choice(
        ("no", "yes"),
        "un coq pioché rend les PA et annule l’action, au lieu de faire piocher à nouveau",
        "drawing a rooster refunds the points and cancels the draw, instead of drawing again",
    ),
    "fox_target": _choice(
        ("left", "any"),
        "pour 2 PA, le renard va chez le voisin de gauche, ou chez n’importe qui",
        "for 2 points, the fox goes to the left-hand neighbour, or to anyone",
    ),
    "second_after_tie": _choice(
        ("no", "yes"),
        "derrière des premiers à égalité, le deuxième marque aussi",
        "the second longest scores even after a tie for the longest",
    ),
    "joker_cost": _choice(
        ("1", "2"),
        "le prix d’un joker au marché, en PA",
        "the price of a joker from the market, in action points",
    ),
}
