"""The same game dealt otherwise: what a viewer is sent must not depend on what the viewer cannot know."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.play.match import Match
from pnp.play.scene import imagined


def redealt_matches(match: Match, ply: int, viewer: int, deals: int = 3) -> Iterator[Match]:
    """Yield the game up to a ply, its latest move made in other deals that the viewer cannot tell apart.

    The viewer is a player or SPECTATOR. A deal in which the move is not legal or shows something else is left out.
    """
    for seed in range(1, 1 + deals):
        redealt = match.branch(ply)
        states = redealt._states
        before, after = states[ply - 1], states[ply]
        states[ply - 1] = imagined(before, viewer, seed)
        action = match.record.moves[ply - 1]
        if action not in states[ply - 1].legal():
            continue
        then = states[ply - 1].clone()
        then.apply(action)
        seats = (viewer,) if viewer >= 0 else range(after.players)
        if all(then.observe(seat) == after.observe(seat) for seat in seats):
            states[ply] = then
            yield redealt
