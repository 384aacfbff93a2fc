"""Winston: the parts of the game beside its spec and templates."""

from typing import Final

from pnp.play.module import GameModule, at

GAME: Final = GameModule(
    rules=at("pnp.games.winston.rules:WinstonRules"),
    judge=at("pnp.games.winston.judge:WinstonJudge"),
    usage=at("pnp.games.winston.usage:WinstonUsage"),
    table=at("pnp.games.winston.table:WinstonTable"),
    notation=at("pnp.games.winston.notation:WinstonNotation"),
    scene=at("pnp.games.winston.scene:WinstonScene"),
    drawings=at("pnp.games.winston.art:DRAWINGS"),
)
