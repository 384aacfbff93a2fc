"""Winston: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.registry import GameModule, lazy_ref

GAME: Final = GameModule(
    rules=lazy_ref("pnp.games.winston.rules:WinstonRules"),
    judge=lazy_ref("pnp.games.winston.judge:WinstonJudge"),
    usage=lazy_ref("pnp.games.winston.usage:WinstonUsage"),
    table=lazy_ref("pnp.games.winston.table:WinstonTable"),
    notation=lazy_ref("pnp.games.winston.notation:WinstonNotation"),
    scene=lazy_ref("pnp.games.winston.scene:WinstonScene"),
    drawings=lazy_ref("pnp.games.winston.art:DRAWINGS"),
)
