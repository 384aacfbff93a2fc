"""Positions of Cot-cot Conquête! as text.

A colour is written as its emblem. A placed card is written as its player, its id, the row and column of its upper left
cell relative to that of the start card, and its clockwise quarter turns: `2:army-10:1:0:2`. The row is written from its
free end, the deck from its top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar
from urllib.parse import quote

from pnp.games.conquete.options import HEALTH
from pnp.games.conquete.rules import FEWEST, NONE, OUT, PLACE, ROW, TURNS, ConqueteRules, ConqueteState
from pnp.play.core import OVER
from pnp.play.notation import (
    FLAG,
    NUMBER,
    SEAT,
    Codec,
    Field,
    Must,
    Notation,
    card_list_codec,
    check_player_count,
    list_codec,
    name_codec,
    optional_codec,
    options_codec,
    per_player_codec,
    remove_pieces,
)

Placement = tuple[int, int, int, int, int]
"""Player, card, row, column and quarter turns."""


def _queued(state: ConqueteState) -> bool:
    """Return whether the queue is in clockwise order without repeats."""
    clockwise = [(player + step) % state.players for player in state.queue[:1] for step in range(state.players)]
    return bool(state.queue) and state.queue == [player for player in clockwise if player in state.queue]


def _ended(state: ConqueteState) -> bool:
    """Return whether the game is over exactly when it must be."""
    waiting = len(state.queue) - max(state.seat, 0) - (state.hand != NONE)
    fallen = any(state.health[player] <= OUT for player in state.queue)
    short = state.left + len(state.row) < waiting
    return (state.seat == OVER) == (fallen or len(state.queue) < FEWEST or short)


def _in_turn(state: ConqueteState) -> bool:
    """Return whether each player in the queue has placed one card per round, and nobody else more."""
    placed = [state.log[::3].count(player) for player in range(state.players)]
    rounds = placed[state.queue[-1]]
    due = [rounds + (place < state.seat) for place in range(len(state.queue))]
    others = (placed[player] for player in range(state.players) if player not in state.queue)
    return [placed[player] for player in state.queue] == due and max(others, default=0) <= rounds


class ConqueteNotation(Notation[ConqueteState]):
    """Text notation: options and colours, the turn, health, the cards on offer and in hand, all placements."""

    rules: ConqueteRules
    checks: ClassVar[Sequence[Must[ConqueteState]]] = (
        Must(_queued, "must have its queue clockwise from the initiative, each player once"),
        Must(lambda state: state.census() == state.rules.manifest(), "must have every card of the box once"),
        Must(
            lambda state: len(state.row) == ROW or (len(state.row) < ROW and not state.left),
            f"must have a row of {ROW} cards, or fewer once the deck is empty",
        ),
        Must(
            lambda state: not state.blind if state.hand == NONE else state.seat != OVER,
            "must have a card in hand only during a turn, and a blind card only in hand",
        ),
        Must(
            lambda state: not state.capped or max(state.health) <= HEALTH,
            f"must have no health above {HEALTH}, where healing stops",
        ),
        Must(
            lambda state: all(health <= OUT for player, health in enumerate(state.health) if player not in state.queue),
            f"must have every player with more than {OUT} health in the queue",
        ),
        Must(
            lambda state: len({state.health[player] > OUT for player in state.queue}) == 1,
            f"must have a queue of players who all have more than {OUT} health or all fell together",
        ),
        Must(_ended, "must end when too few players or cards are left, and not before"),
        Must(_in_turn, "must have one card placed by each player in each round, in turn"),
    )

    @cached_property
    def fields(self) -> Sequence[Field[ConqueteState]]:
        """The words of a position."""
        ids = self.rules.ids
        colour = name_codec([quote(emblem, safe="") for emblem in self.rules.emblems])
        return (
            Field("options", options_codec(self.rules), lambda state: state.options),
            Field("colours", per_player_codec(colour), lambda state: state.colours[: state.players]),
            Field("box", list_codec(colour), lambda state: state.colours[state.players :]),
            Field("queue", list_codec(SEAT), lambda state: state.queue),
            Field("turn", SEAT, lambda state: state.current()),
            Field("health", per_player_codec(NUMBER), lambda state: state.health),
            Field("hand", optional_codec(name_codec(ids), NONE), lambda state: state.hand),
            Field("blind", FLAG, lambda state: state.blind),
            Field("row", card_list_codec(ids), lambda state: state.row),
            Field("deck", card_list_codec(ids), lambda state: state.deck[: state.left][::-1]),
            Field("laid", list_codec(_placement(ids)), _laid),
        )

    def build(self, values: Mapping[str, Any]) -> ConqueteState:
        """Build the position, checking every placement; raise ValueError if it is inconsistent."""
        colours, queue, turn = [*values["colours"], *values["box"]], values["queue"], values["turn"]
        players = check_player_count(self.rules, len(values["colours"]))
        if sorted(colours) != list(range(len(self.rules.emblems))):
            raise ValueError("each colour must appear once")
        if len(values["health"]) != players:
            raise ValueError(f"each of {players} players needs a health value")
        if turn not in (OVER, *queue):
            raise ValueError("the player to act must be in the queue")
        state = ConqueteState(self.rules, players, values["options"], colours)
        state.queue, state.health, state.seat = queue, values["health"], OVER if turn == OVER else queue.index(turn)
        state.hand, state.blind, state.row, state.deck = (
            values["hand"],
            values["blind"],
            values["row"],
            values["deck"][::-1],
        )
        state.left = len(state.deck)
        for placement in values["laid"]:
            _lay(state, *placement)
        return state

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Fill row and deck with the cards not named; if only player 1 has placed cards, the others follow."""
        rules = self.rules
        laid: list[Placement] = given.get("laid", [])
        pile = rules.army[:]
        held = [given["hand"]] if given.get("hand", NONE) != NONE else []
        remove_pieces(
            pile, [*given.get("row", ()), *given.get("deck", ()), *held, *(card for _, card, *_ in laid)], rules.ids
        )
        Random(0).shuffle(pile)  # noqa: S311 (cards, not secrets)
        colours = given.get("colours", list(range(players)))
        players = len(colours)
        if all(player == 0 for player, *_ in laid):
            others = range(1, players)
            laid = [
                placed
                for first in laid
                for placed in (first, *((player, pile.pop(), first[2], first[3], 0) for player in others))
            ]
        row = given.get("row") or [pile.pop() for _ in range(min(ROW, len(pile)))]
        values = {
            "options": rules.defaults(), "colours": colours,
            "box": [colour for colour in range(len(rules.emblems)) if colour not in colours],
            "queue": list(range(players)), "turn": 0, "health": [HEALTH] * players, "hand": NONE, "blind": False,
            "row": row, **given,
        }  # fmt: skip
        return values | {"laid": laid, "deck": [*given.get("deck", ()), *pile]}


def _placement(ids: Sequence[str]) -> Codec[Placement]:
    """Return the codec for a placed card."""
    codecs = SEAT, name_codec(ids), NUMBER, NUMBER, NUMBER

    def read(text: str) -> Placement:
        parts = zip(codecs, text.split(":"), strict=True)
        player, card, row, column, turn = (codec.decode(part) for codec, part in parts)
        return player, card, row, column, turn

    return Codec(lambda placed: ":".join(codec.encode(part) for codec, part in zip(codecs, placed, strict=True)), read)


def _laid(state: ConqueteState) -> list[Placement]:
    """Return all placements, in order."""
    spot = state.rules.spot
    return [(player, card, *spot(action), action % TURNS) for player, card, action in state.placed()]


def _lay(state: ConqueteState, player: int, card: int, row: int, column: int, turn: int) -> None:
    """Replay a placement; raise ValueError if it is not possible."""
    rules = state.rules
    where = rules.cell(row, column)
    if not (0 <= player < state.players and 0 <= where < rules.cells and state.near[player][where]):
        raise ValueError("a card was placed in an illegal place")
    if not 0 <= turn < rules.turns[card] or state.log[::3].count(player) >= rules.cards // FEWEST:
        raise ValueError("a card has an unknown rotation, or a player has placed too many cards")
    state.lay(player, where, rules.faces[card][turn])
    state.log += (player, card, PLACE + where * TURNS + turn)
