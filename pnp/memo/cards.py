"""Memo cards that are printed with a game's sheets; the typesetter is imported only when they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnp.errors import PnpError
from pnp.memo.source import card_size, file_name
from pnp.play.registry import rules_hash
from pnp.press.job import Job
from pnp.project.folders import Project
from pnp.store.cache import Cache
from pnp.store.fingerprint import code_hash

if TYPE_CHECKING:
    from pnp.press.drawn import Companion
    from pnp.sheet.layout import Layout
    from pnp.spec.deck import Piece
    from pnp.spec.model import Game

SETTING: Final = "pnp.memo.print"
"""Module that sets memos; its hash covers everything it imports."""


def _alone_on_backs(pieces: list[Piece], layout: Layout) -> bool:
    """Return whether memo cards alone would need the backs of the sheets to be printed."""
    return layout.sides.duplex and not any(piece.deck.has_reverse for piece in pieces)


@dataclass(frozen=True)
class MemoCards:
    """Memo cards: one card with the rules for each player."""

    spare: bool = False
    """Whether there are only as many as cost no sheet of paper; none if the memo does not exist or cannot be set,
    or if nothing else is printed on backs."""

    def key(self, project: Project, game_id: str) -> str:
        """Return a hash of the code that sets the cards, and of the rules and positions that they use."""
        try:
            return f"{code_hash(SETTING)} {rules_hash(project, game_id, 'notation', 'scene')}"
        except PnpError:  # rules that cannot be read stop no build
            if self.spare:
                return ""
            raise

    def draw(self, project: Project, game: Game, job: Job, pieces: list[Piece], cache: Cache) -> Companion | None:
        """Draw and return the cards for a job that prints these pieces, or None if there are none."""
        path = project.components / game.id / file_name("", job.lang)
        if self.spare and (job.selection is not None or not path.is_file() or _alone_on_backs(pieces, job.layout)):
            return None
        from pnp.memo.print import memo_cards, memo_deck  # slow to import, and not needed if the cards are cached
        from pnp.sheet.plan import count_fitting
        from pnp.spec.deck import Piece

        count = game.players[1]
        if not self.spare:
            return memo_cards(project, game, job, count, cache)
        deck = memo_deck(game, card_size(game), count)
        cards = [Piece(deck, deck.designs[0], copy) for copy in range(1, count + 1)]
        count = count_fitting(pieces, cards, job.layout)
        try:
            return memo_cards(project, game, job, count, cache) if count else None
        except PnpError:  # `pnp memo` reports it
            return None


MEMO_CARDS: Final = MemoCards()
"""A card for each player, whether or not there is room."""
