"""The options of Winston: what can be played otherwise, in words."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option, Words
from pnp.terms import Lang


def _switch(fr: str, en: str) -> Option:
    """A rule that is off unless it is asked for."""
    about: Words = {Lang.FR: fr, Lang.EN: en}
    return Option(("no", "yes"), about)


OPTIONS: Final = {
    "five_plus_bucket": _switch(
        "Pour l'os et la crotte, tous les chiens de la plus grande carte taille et au-delà se valent.",
        "For the bone and the poop, all dogs of the largest size card or more are equally long.",
    ),
    "swap_then_play": _switch(
        "Qui a échangé une tête joue encore, si la nouvelle carte peut se jouer.",
        "Who has exchanged a head goes on to play, if the new card can be played.",
    ),
    "end_on_first_empty_hand": _switch(
        "La partie s'arrête dès qu'une main est vide et ne peut plus se remplir.",
        "The game ends as soon as a hand is empty and cannot be filled.",
    ),
    "face_up": _switch(
        "Les chiens ramassés restent face visible, chacun peut les compter.",
        "Dogs that are picked up lie face up, for all to count.",
    ),
}
