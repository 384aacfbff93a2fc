"""CotCotCollec': the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.module import GameModule, at

GAME: Final = GameModule(
    rules=at("pnp.games.cotcotcollec.rules:CotcotcollecRules"),
    judge=at("pnp.games.cotcotcollec.judge:CotcotcollecJudge"),
    usage=at("pnp.games.cotcotcollec.usage:CotcotcollecUsage"),
    table=at("pnp.games.cotcotcollec.table:CotcotcollecTable"),
    notation=at("pnp.games.cotcotcollec.notation:CotcotcollecNotation"),
    scene=at("pnp.games.cotcotcollec.scene:CotcotcollecScene"),
    drawings=at("pnp.games.cotcotcollec.art:DRAWINGS"),
)
