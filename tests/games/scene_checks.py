"""Checks that every game's scene must pass: it tells a viewer nothing hidden, and offers every legal action once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from pnp.play.core import OVER, Options, Rules, State
from pnp.play.scene import EVERYONE, SPECTATOR, Scene, imagined, scene_of
from pnp.terms import Lang

Played = tuple[State, int, State]
"""A position, an action, and the position after it."""


def random_game(rules: Rules, players: int, seed: int, options: Options | None = None) -> Iterator[Played]:
    """Play a random game and yield every move."""
    rng = Random(seed)
    state = rules.new(players, seed, options)
    while state.current() != OVER:
        before, action = state, rng.choice(state.legal())
        state = before.clone()
        state.apply(action)
        yield before, action, state


def viewers(state: State) -> Sequence[int]:
    return [SPECTATOR, *range(state.players)]


def redealt(state: State, viewer: int, sample: int) -> State:
    """A position that the viewer cannot tell apart from this one."""
    if viewer == SPECTATOR:
        return imagined(state, SPECTATOR, sample)
    return state.rules.imagine(state.observe(viewer), Random(sample))


def check_scene_hides(state: State, lang: Lang = Lang.EN) -> None:
    """Assert that no viewer's scene depends on what is hidden from them."""
    scene = state.rules.scene
    for viewer in viewers(state):
        seen = scene_of(state, viewer, lang)
        for sample in (1, 2, 3):
            other = redealt(state, viewer, sample)
            assert scene.table(other, viewer, lang) == seen, (viewer, state.encode())
            assert scene_of(other, viewer, lang) == seen, (viewer, state.encode())


def check_narration_hides(before: State, action: int, after: State, lang: Lang = Lang.EN) -> int:
    """Assert that nobody is told what they cannot know of another player's move; return how often it was compared."""
    compared, scene = 0, before.rules.scene
    for viewer in viewers(before):
        if viewer == before.current():
            continue
        told = scene.narrate(before, action, after, viewer, lang)
        for sample in (1, 2, 3):
            other = redealt(before, viewer, sample)
            if action not in other.legal():
                continue
            then = other.clone()
            then.apply(action)
            if _look(then, viewer) == _look(after, viewer):
                compared += 1
                assert scene.narrate(other, action, then, viewer, lang) == told, (viewer, before.encode())
    return compared


def _look(state: State, viewer: int) -> object:
    """What a viewer knows of a position; of a spectator, what the table shows."""
    return state.observe(viewer) if viewer >= 0 else scene_of(state, viewer, Lang.EN)


def check_moves(state: State, lang: Lang = Lang.EN) -> Scene:
    """Assert that a scene offers every legal action once, from slots to zones and pieces that it has; return it."""
    player = state.current()
    scene = scene_of(state, player, lang)
    assert sorted(move.action for move in scene.moves) == state.legal()
    zones = {zone.id: zone for zone in scene.zones}
    assert len(zones) == len(scene.zones), "two zones with one id"
    slots = {slot: piece for zone in scene.zones for slot, piece in zone.pieces}
    designs = {design.id for _, design in state.rules.spec.designs()}
    assert {piece.piece for piece in slots.values()} <= designs
    for move in scene.moves:
        assert move.words == state.rules.describe(state, move.action, lang)
        assert set(move.takes) <= slots.keys(), move
        assert not move.takes or move.zone in zones, move
        assert not move.target or (move.target in slots and move.target.startswith(f"{move.zone}/")), move
        if move.spot:
            assert {alike(state, slots[slot].piece) for slot in move.takes} == {alike(state, move.spot.piece)}, move
    for viewer in viewers(state):
        assert viewer == player or not scene_of(state, viewer, lang).moves
    return scene


def alike(state: State, piece: str) -> object:
    return state.rules.scene.alike(piece)


def check_pieces(state: State) -> None:
    """Assert that the open table has no piece more often than the box."""
    shown = Counter(
        piece.piece for zone in scene_of(state, EVERYONE, Lang.EN).zones for _, piece in zone.pieces if not piece.hidden
    )
    spare = state.spare()
    for piece, number in shown.items():
        assert number <= state.census()[piece] - spare[piece], (piece, state.encode())
