"""Memo cards as what comes with a game's sheets: a value for a job, loaded only where the cards are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnp.cache import Cache
from pnp.fingerprint import code_hash, rules_hash
from pnp.press.job import Job
from pnp.resources import Project

if TYPE_CHECKING:
    from pnp.press.companion import Companion
    from pnp.spec.model import Game

SETTING: Final = "pnp.memo.print"
"""The module that sets memos; what it imports makes a difference, too."""


@dataclass(frozen=True)
class MemoCards:
    """A card with the rules for each player."""

    def key(self, project: Project, game_id: str) -> str:
        """A hash of the code that sets them, and of the rules and positions that they quote and show."""
        return f"{code_hash(SETTING)} {rules_hash(project, game_id, 'notation', 'scene')}"

    def draw(self, project: Project, game: Game, job: Job, cache: Cache) -> Companion:
        """The cards, drawn for a job."""
        from pnp.memo.print import memo_cards  # slow to load, and not needed for what is in the cache

        return memo_cards(project, game, job, cache)


MEMO_CARDS: Final = MemoCards()
