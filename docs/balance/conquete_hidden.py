"""Print who wins Conquête by seat when, in the first ROUNDS rounds, greedy bots do not see what others just recruited.

python docs/balance/conquete_hidden.py PLAYERS GAMES SEED ROUNDS
"""

import sys
from collections import Counter
from random import Random

from pnp.engine.bots.bot import make_bots
from pnp.engine.bots.values import conquete as values
from pnp.engine.core import State
from pnp.engine.games.conquete import KINDS, ConqueteState
from pnp.engine.library import load_rules

plain = values._worth
seen: list[list[int]] = []


def hidden(state: ConqueteState, player: int) -> float:
    """The judge's worth of a position, the others' armies as they were when the round began."""
    if not seen:
        return plain(state, player)
    real, own = state.values, slice(player * KINDS, (player + 1) * KINDS)
    state.values = seen[0][:]
    state.values[own] = real[own]
    try:
        return plain(state, player)
    finally:
        state.values = real


def play(state: State, seed: str, rounds: int) -> int:
    """The winner's seat, counted from whoever began."""
    assert isinstance(state, ConqueteState)  # noqa: S101 (what these rules deal)
    bots = make_bots(state.rules, "greedy", state.players, seed)
    first, begun, start = state.queue[0], 0, state.values[:]
    while state.seat >= 0:
        if state.seat == 0 and state.hand < 0:
            begun, start = begun + 1, state.values[:]
        seen[:] = [start] if begun <= rounds else []
        player = state.current()
        state.apply(bots[player].choose(state.observe(player), state.legal()))
    return (state.winners()[0] - first) % state.players


def main() -> None:
    """Play the games of the command line, and print the wins of each seat."""
    players, games, seed, rounds = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    rules = load_rules("conquete")
    values._worth = hidden
    options = {name: option.choices[0] for name, option in rules.options.items()}
    won: Counter[int] = Counter()
    for game in range(games):
        state = rules.deal(players, Random(f"{seed}:{game}:deal"), dict(options))  # noqa: S311
        won[play(state, f"{seed}:{game}", rounds)] += 1
    print([won[seat] for seat in range(players)])  # noqa: T201 (what it is for)


if __name__ == "__main__":
    main()
