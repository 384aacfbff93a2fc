"""Rule options of Winston."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option, Translations
from pnp.terms import Lang


def _switch(fr: str, en: str) -> Option:
    """Return an option that is off by default."""
    about: Translations = {Lang.FR: fr, Lang.EN: en}
    return Option(("no", "yes"), about)


OPTIONS: Final = {
    "five_plus_bucket": _switch(
        "Pour l’os et la crotte, tous les chiens de la plus grande carte taille ou plus longs sont à égalité.",
        "For the bone and the poop, all dogs of the largest size or longer count as equal.",
    ),
    "swap_then_play": _switch(
        "Après avoir échangé une tête, on joue si la nouvelle carte le permet.",
        "After swapping a head, you play on if the new card can be played.",
    ),
    "end_on_first_empty_hand": _switch(
        "La partie s’arrête dès qu’une main est vide et ne peut plus être complétée.",
        "The game ends as soon as a hand is empty and cannot be refilled.",
    ),
    "face_up": _switch(
        "Les chiens terminés restent face visible : chacun peut les compter.",
        "Finished dogs stay face up, for all to count.",
    ),
}
