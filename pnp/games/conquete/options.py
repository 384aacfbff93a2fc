"""Rule options of Cot-cot Conquête!, and the numbers that their descriptions quote."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option
from pnp.terms import Lang

HEALTH: Final = 30
"""Starting health, and the limit of healing."""
HALF: Final = 15
"""At this health or less the health card is flipped, and so is the general in the last-feather variant."""

OPTIONS: Final = {
    "asymmetric_start": Option(
        ("no", "yes"),
        {
            Lang.FR: "chacun commence avec la face personnelle de sa carte Départ",
            Lang.EN: "everyone starts with the unique side of their start card",
        },
    ),
    "last_feather": Option(
        ("no", "yes"),
        {
            Lang.FR: f"à {HALF} points de santé ou moins, le général ajoute un poulet de son type",
            Lang.EN: f"at {HALF} health or less, the general adds one chicken of its type",
        },
    ),
    "heal_cap": Option(
        (str(HEALTH), "none"),
        {
            Lang.FR: "la santé maximale qu’on atteint avec les potions",
            Lang.EN: "the highest health that potions can restore",
        },
    ),
}
