"""A game in progress: its record, its positions, and what each viewer saw of them.

A record is a seed and moves, so everything here can be computed again from it. A viewer is a player, SPECTATOR or
EVERYONE, as in `pnp.play.scene`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pnp.errors import IllegalMove, Location, Problem, SpecError
from pnp.play.bots import parse_bot
from pnp.play.core import OVER, Rules, State, reveals_hidden_cards
from pnp.play.record import Record
from pnp.play.scene import EVERYONE, Scene, follow_pieces, imagined, scene_of
from pnp.terms import Lang

CHANCE_SAMPLES: Final = 8
"""Number of positions that a viewer cannot tell apart, over which chances are averaged."""


@dataclass(frozen=True)
class Event:
    """What one move did, as a viewer may know it."""

    ply: int
    """Number of the move, from 1; the position after it has the same number."""
    seat: int
    """The player who moved."""
    lines: tuple[str, ...]
    """The move in words, then a line for everything that followed from it."""


class Match:
    """A game in progress, or over.

    >>> import pnp
    >>> match = Match(pnp.find_game("winston"), Record("winston", 2, "1"))
    >>> seat = match.state.current()
    >>> match.play(match.state.legal()[0])
    >>> [event.seat == seat for event in match.log(seat, Lang.EN)]
    [True]
    """

    def __init__(self, rules: Rules, record: Record) -> None:
        """Replay a record; raise IllegalMove if one of its moves is not legal."""
        self.rules, self.record = rules, record
        self._states = [record.start(rules)]
        self._scenes: dict[tuple[int, Lang], list[Scene]] = {}
        for move in record.moves:
            self._advance(move)

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return len(self._states) - 1

    @property
    def state(self) -> State:
        """The current position."""
        return self._states[-1]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.current() == OVER

    def position(self, ply: int) -> State:
        """Return the position after so many moves; raise SpecError if there were fewer."""
        if not 0 <= ply <= self.ply:
            raise SpecError(Problem(Location(game=self.rules.id), f"has no move {ply}", code="E0904"))
        return self._states[ply]

    def play(self, action: int) -> None:
        """Play an action of the current player; raise IllegalMove if it is not legal."""
        self._advance(action)
        self.record.moves.append(action)

    def _advance(self, action: int) -> None:
        state = self.state.clone()
        state.apply(action)
        self._states.append(state)

    def choose(self, bot: str) -> int:
        """Have a bot choose for the current player: always the same, unless the bot has a time limit."""
        player = self.state.current()
        rng = Random(f"{self.record.seed}:bot:{player}:{self.ply}")  # noqa: S311 (cards, not secrets)
        return parse_bot(bot)(self.rules, rng).choose(self.state.observe(player), self.state.legal())

    def undo_limit(self, player: int, bots: Collection[int] = ()) -> int:
        """Return the number of moves to which a player can go back.

        They can take back their latest moves, and those of some bots, up to the last one that showed them something
        hidden.
        """
        ply = self.ply
        while ply and (self._states[ply - 1].current() == player or self._states[ply - 1].current() in bots):
            if self._reveals(ply - 1, player):
                break
            ply -= 1
        return ply

    def last_choice(self, player: int, bots: Collection[int] = ()) -> int:
        """Return the ply of a player's latest move that can be taken back, as in `undo_limit`; -1 if there is none."""
        plies = range(self.ply - 1, self.undo_limit(player, bots) - 1, -1)
        return next((ply for ply in plies if self._states[ply].current() == player), -1)

    def _reveals(self, ply: int, player: int) -> bool:
        """Return whether the move at a position told a player something hidden."""
        try:
            return reveals_hidden_cards(self._states[ply], self.record.moves[ply], player, Random(0))  # noqa: S311
        except IllegalMove:  # another player can only make it with cards that the player did not know of
            return True

    def go_back(self, ply: int) -> None:
        """Take back all moves after the first `ply` ones."""
        self.position(ply)
        del self._states[ply + 1 :], self.record.moves[ply:]
        for scenes in self._scenes.values():
            del scenes[ply + 1 :]

    def branch(self, ply: int) -> Match:
        """Return a copy of the game as it was after so many moves."""
        self.position(ply)
        return Match(self.rules, replace(self.record, moves=self.record.moves[:ply]))

    def scene(self, ply: int, viewer: int, lang: Lang) -> Scene:
        """Return the table after so many moves, with pieces followed from the deal on.

        Raise SpecError if EVERYONE is to see a game that is not over.
        """
        self.position(ply)
        if viewer == EVERYONE and not self.over:
            raise SpecError(Problem(Location(game=self.rules.id), "is not over: hands are hidden", code="E0904"))
        scenes = self._scenes.setdefault((viewer, lang), [])
        while len(scenes) <= ply:
            before = scenes[-1] if scenes else None
            scenes.append(follow_pieces(before, scene_of(self._states[len(scenes)], viewer, lang), self.rules))
        return scenes[ply]

    def log(self, viewer: int, lang: Lang, since: int = 0) -> list[Event]:
        """Return what every move after the first `since` ones did, as far as the viewer may know."""
        scene = self.rules.scene
        events = []
        for ply in range(since, self.ply):
            before, after = self._states[ply], self._states[ply + 1]
            lines = scene.narrate(before, self.record.moves[ply], after, viewer, lang)
            events.append(Event(ply + 1, before.current(), tuple(lines)))
        return events

    def chances(self, ply: int, viewer: int) -> list[float]:
        """Return each player's share of the win after so many moves, estimated from what the viewer knows."""
        from pnp.play.judge import make_judge

        state = self.position(ply)
        if state.current() == OVER:
            winners = state.winners()
            return [1 / len(winners) if player in winners else 0.0 for player in range(state.players)]
        judge = make_judge(self.rules)
        found = [judge.shares(imagined(state, viewer, sample)) for sample in range(CHANCE_SAMPLES)]
        return [sum(shares) / CHANCE_SAMPLES for shares in zip(*found, strict=True)]
