"""CotCotCollec': the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.registry import GameModule, lazy_ref

GAME: Final = GameModule(
    rules=lazy_ref("pnp.games.cotcotcollec.rules:CotcotcollecRules"),
    judge=lazy_ref("pnp.games.cotcotcollec.judge:CotcotcollecJudge"),
    usage=lazy_ref("pnp.games.cotcotcollec.usage:CotcotcollecUsage"),
    table=lazy_ref("pnp.games.cotcotcollec.table:CotcotcollecTable"),
    notation=lazy_ref("pnp.games.cotcotcollec.notation:CotcotcollecNotation"),
    scene=lazy_ref("pnp.games.cotcotcollec.scene:CotcotcollecScene"),
    drawings=lazy_ref("pnp.games.cotcotcollec.art:DRAWINGS"),
)
