"""Cot-cot Conquête!: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.registry import GameModule, lazy_ref

GAME: Final = GameModule(
    rules=lazy_ref("pnp.games.conquete.rules:ConqueteRules"),
    judge=lazy_ref("pnp.games.conquete.judge:ConqueteJudge"),
    usage=lazy_ref("pnp.games.conquete.usage:ConqueteUsage"),
    table=lazy_ref("pnp.games.conquete.table:ConqueteTable"),
    notation=lazy_ref("pnp.games.conquete.notation:ConqueteNotation"),
    scene=lazy_ref("pnp.games.conquete.scene:ConqueteScene"),
    drawings=lazy_ref("pnp.games.conquete.art:DRAWINGS"),
)
