"""Rule options of Koko and Alfred's garden."""

from __future__ import annotations

from typing import Final

from pnp.play.core import Option
from pnp.terms import Lang

OPTIONS: Final = {
    "extension": Option(
        ("no", "yes"),
        {Lang.FR: "avec les tables, les bouteilles et les cocotiers", Lang.EN: "with tables, bottles and palms"},
    ),
    "match_sides": Option(
        ("no", "yes"),
        {
            Lang.FR: "les côtés qui se touchent doivent être identiques ; si rien ne convient, la pose est libre",
            Lang.EN: "touching sides must match; if no place allows it, the tile goes anywhere",
        },
    ),
    "stall_guard": Option(
        ("yes", "no"),
        {
            Lang.FR: "après un tour de chacun sans pioche, le suivant commence par piocher (no : après 50 tours)",
            Lang.EN: "after one turn each without a tile drawn, the next player starts by drawing (no: after 50 turns)",
        },
    ),
}
