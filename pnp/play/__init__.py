"""Rules engine shared by all games; a designer's `rules.py` imports its names from here.

Nothing here draws or prints. Names are imported on first use, so building sheets never loads the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.play.core import OVER as OVER
    from pnp.play.core import Option as Option
    from pnp.play.core import Rules as Rules
    from pnp.play.core import Scoring as Scoring
    from pnp.play.core import State as State
    from pnp.play.core import illegal as illegal
    from pnp.play.judge import Judge as Judge
    from pnp.play.registry import GameModule as GameModule
    from pnp.play.scene import AreaAt as AreaAt
    from pnp.play.scene import GameScene as GameScene
    from pnp.play.scene import LineAt as LineAt
    from pnp.play.scene import Move as Move
    from pnp.play.scene import PieceAt as PieceAt
    from pnp.play.scene import Scene as Scene
    from pnp.play.scene import SeatAt as SeatAt
    from pnp.play.scene import TextAt as TextAt
    from pnp.play.scene import Zone as Zone
    from pnp.play.scene import ZoneShape as ZoneShape
    from pnp.play.simple import NO_CARD as NO_CARD
    from pnp.play.simple import Card as Card
    from pnp.play.simple import Family as Family
    from pnp.play.simple import Hands as Hands
    from pnp.play.simple import Hidden as Hidden
    from pnp.play.simple import Names as Names
    from pnp.play.simple import Rolled as Rolled
    from pnp.play.simple import Rolls as Rolls
    from pnp.play.simple import Seat as Seat
    from pnp.play.simple import SimpleRules as SimpleRules
    from pnp.play.simple import SimpleState as SimpleState
    from pnp.play.simple import zone as zone
    from pnp.play.usage import Usage as Usage
    from pnp.play.usage import words as words

PLACES: Final = {
    **dict.fromkeys(("OVER", "Option", "Rules", "Scoring", "State", "illegal"), "pnp.play.core"),
    "Judge": "pnp.play.judge",
    "GameModule": "pnp.play.registry",
    **dict.fromkeys(
        ("AreaAt", "GameScene", "LineAt", "Move", "PieceAt", "Scene", "SeatAt", "ZoneShape", "TextAt", "Zone"),
        "pnp.play.scene",
    ),
    **dict.fromkeys(
        (
            "NO_CARD",
            "Card",
            "Family",
            "Hands",
            "Hidden",
            "Names",
            "Rolled",
            "Rolls",
            "Seat",
            "SimpleRules",
            "SimpleState",
            "zone",
        ),
        "pnp.play.simple",
    ),
    **dict.fromkeys(("Usage", "words"), "pnp.play.usage"),
}
"""Module of each name."""

__getattr__ = lazy(__name__, PLACES)
