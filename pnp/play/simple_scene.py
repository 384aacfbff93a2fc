"""The scene of a game that defines none: its declared fields as zones, and its actions on the pieces they name."""

from __future__ import annotations

from typing import Any

from pnp.play.core import OVER
from pnp.play.scene import GameScene, Move, Scene, SeatAt
from pnp.play.usage import words
from pnp.terms import Lang

PLAYER = words("Joueur {}", "Player {}")


class DefaultScene(GameScene):
    """Everything a viewer may know, as text, with a button for each action."""

    def table(self, state: Any, viewer: int, lang: Lang) -> Scene:
        """Return the description of the table, and a button for each legal action."""
        seats = tuple(SeatAt(PLAYER[lang].format(seat + 1)) for seat in range(state.players))
        turn = state.current()
        notes = tuple(state.rules.show(state, max(viewer, 0), lang).splitlines())
        legal = state.legal() if turn == viewer != OVER else ()
        return Scene(
            (), {}, seats, turn, notes, tuple(Move(act, state.rules.describe(state, act, lang)) for act in legal)
        )
