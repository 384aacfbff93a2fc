"""Cot-cot Conquête!: a position as text, and what must add up when one is read.

The game imports this module, so what is needed of the game is imported only when a position is written or read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pnp.errors import Problem, SpecError, quoted
from pnp.play.core import OVER

if TYPE_CHECKING:
    from pnp.games.conquete.rules import ConqueteRules, ConqueteState


def encode(state: ConqueteState) -> str:
    """A JSON object; the deck from its top, cards by id, places by row and column from the start card's corner."""
    from pnp.games.conquete.rules import TURNS

    rules, ids = state.rules, state.rules.ids
    return json.dumps(
        {
            "players": state.players,
            "options": dict(state.options),
            "colours": [rules.emblems[colour] for colour in state.colours],
            "queue": state.queue,
            "seat": state.seat,
            "health": state.health,
            "hand": None if state.hand < 0 else ids[state.hand],
            "blind": state.blind,
            "row": [ids[card] for card in state.row],
            "deck": [ids[card] for card in state.deck[: state.left][::-1]],
            "laid": [
                [player, ids[card], *rules.spot(action), action % TURNS] for player, card, action in state.placed()
            ],
        }
    )


def decode(rules: ConqueteRules, text: str) -> ConqueteState:
    """The position that `encode` wrote; what does not add up is no position."""
    try:
        data = json.loads(text)
        state = _read(rules, data)
        _check(state)
        if json.dumps(data, sort_keys=True) != json.dumps(json.loads(encode(state)), sort_keys=True):
            raise ValueError("there is more or less in it than a position has")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        problem = Problem(f"{rules.id}: position", "a position that the engine wrote", quoted(text), str(error))
        raise SpecError(problem) from None
    return state


def _read(rules: ConqueteRules, data: dict[str, Any]) -> ConqueteState:
    """The position of a JSON object, each card laid only where it may be."""
    from pnp.games.conquete.rules import FEWEST, NONE, PLACE, TURNS, ConqueteState

    players, options, ids = data["players"], data["options"], rules.ids
    fewest, most = rules.spec.players
    if type(players) is not int or not fewest <= players <= most:
        raise ValueError("wrong number of players")
    if options.keys() != rules.options.keys():
        raise ValueError("not all options, or others")
    if any(value not in rules.options[name].choices for name, value in options.items()):
        raise ValueError("an option has an unknown value")
    colours = [rules.emblems.index(emblem) for emblem in data["colours"]]
    if sorted(colours) != list(range(len(rules.emblems))):
        raise ValueError("each colour must be there once")
    state = ConqueteState(rules, players, {name: options[name] for name in rules.options}, colours)
    state.queue, state.health, [state.seat] = _ints(data["queue"]), _ints(data["health"]), _ints([data["seat"]])
    state.row = [ids.index(card) for card in data["row"]]
    state.deck = [ids.index(card) for card in data["deck"]][::-1]
    state.left = len(state.deck)
    state.hand = NONE if data["hand"] is None else ids.index(data["hand"])
    state.blind = data["blind"] is True
    for owner, name, *place in data["laid"]:
        player, row, column, turn = _ints([owner, *place])
        card, where = ids.index(name), (row + rules.middle) * rules.wide + column + rules.middle
        if not (0 <= player < players and 0 <= where < rules.cells and state.near[player][where]):
            raise ValueError("a card was placed where it cannot be")
        if not 0 <= turn < rules.turns[card] or state.log[::3].count(player) >= rules.cards // FEWEST:
            raise ValueError("a card was turned too often, or too many were placed")
        state.lay(player, where, rules.faces[card][turn])
        state.log += (player, card, PLACE + where * TURNS + turn)
    return state


def _ints(values: object) -> list[int]:
    """The values, if they are a list of whole numbers and nothing else."""
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError("whole numbers are missing")
    return values


def _check(state: ConqueteState) -> None:
    """ValueError for a position that cannot come up in play."""
    from pnp.games.conquete.rules import FEWEST, HEALTH, ROW

    queue, health, seat, cards = state.queue, state.health, state.seat, state.left + len(state.row)
    clockwise = [(queue[0] + step) % state.players for step in range(state.players)]
    placed = [state.log[::3].count(player) for player in range(state.players)]
    rounds = placed[queue[-1]]
    alive = [health[player] > 0 for player in queue]
    others = [player for player in clockwise if player not in queue]
    waiting = len(queue) - max(seat, 0) - (state.hand >= 0)
    sound = {
        "the census": state.census() == state.rules.manifest(),
        "the row": len(state.row) <= ROW and (len(state.row) == ROW or not state.left),
        "the hand": not state.blind if state.hand < 0 else seat >= 0,
        "the queue": queue == [player for player in clockwise if player in queue] and OVER <= seat < len(queue),
        "the health": len(health) == state.players and not (state.capped and max(health) > HEALTH),
        "who is out": not any(health[player] > 0 for player in others),
        "who is in": all(alive) or (seat < 0 and not any(alive)),
        "the end": (seat < 0) == (not all(alive) or len(queue) < FEWEST or cards < waiting),
        "the cards placed": all(placed[player] == rounds + (place < seat) for place, player in enumerate(queue))
        and not any(placed[player] > rounds for player in others),
    }
    wrong = [name for name, right in sound.items() if not right]
    if wrong:
        raise ValueError(f"it does not add up: {', '.join(wrong)}")
