"""Koko and Alfred's garden: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.module import GameModule, at

GAME: Final = GameModule(
    rules=at("pnp.games.koko.rules:KokoRules"),
    judge=at("pnp.games.koko.judge:KokoJudge"),
    usage=at("pnp.games.koko.usage:KokoUsage"),
    table=at("pnp.games.koko.table:KokoTable"),
    notation=at("pnp.games.koko.notation:KokoNotation"),
    scene=at("pnp.games.koko.scene:KokoScene"),
    drawings=at("pnp.games.koko.art:DRAWINGS"),
)
