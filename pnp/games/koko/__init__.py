"""Koko and Alfred's garden: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.registry import GameModule, lazy_ref

GAME: Final = GameModule(
    rules=lazy_ref("pnp.games.koko.rules:KokoRules"),
    judge=lazy_ref("pnp.games.koko.judge:KokoJudge"),
    usage=lazy_ref("pnp.games.koko.usage:KokoUsage"),
    table=lazy_ref("pnp.games.koko.table:KokoTable"),
    notation=lazy_ref("pnp.games.koko.notation:KokoNotation"),
    scene=lazy_ref("pnp.games.koko.scene:KokoScene"),
    drawings=lazy_ref("pnp.games.koko.art:DRAWINGS"),
)
