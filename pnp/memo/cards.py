"""Memo cards that are printed with a game's sheets; the typesetter is imported only when they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnp.play.registry import rules_hash
from pnp.press.job import Job
from pnp.project.folders import Project
from pnp.store.cache import Cache
from pnp.store.fingerprint import code_hash

if TYPE_CHECKING:
    from pnp.press.drawn import Companion
    from pnp.spec.model import Game

SETTING: Final = "pnp.memo.print"
"""Module that sets memos; its hash covers everything it imports."""


@dataclass(frozen=True)
class MemoCards:
    """Memo cards: one card with the rules for each player."""

    def key(self, project: Project, game_id: str) -> str:
        """Return a hash of the code that sets the cards, and of the rules and positions that they use."""
        return f"{code_hash(SETTING)} {rules_hash(project, game_id, 'notation', 'scene')}"

    def draw(self, project: Project, game: Game, job: Job, cache: Cache) -> Companion:
        """Draw and return the cards for a job."""
        from pnp.memo.print import memo_cards  # slow to import, and not needed if the cards are cached

        return memo_cards(project, game, job, cache)


MEMO_CARDS: Final = MemoCards()
