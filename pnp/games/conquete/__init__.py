"""Cot-cot Conquête!: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.module import GameModule, at

GAME: Final = GameModule(
    rules=at("pnp.games.conquete.rules:ConqueteRules"),
    judge=at("pnp.games.conquete.judge:ConqueteJudge"),
    usage=at("pnp.games.conquete.usage:ConqueteUsage"),
    table=at("pnp.games.conquete.table:ConqueteTable"),
    notation=at("pnp.games.conquete.notation:ConqueteNotation"),
    scene=at("pnp.games.conquete.scene:ConqueteScene"),
    drawings=at("pnp.games.conquete.art:DRAWINGS"),
)
