"""Fit what a bot thinks of positions of Cot-cot Conquête! to who won: the WEIGHTS of its judge.

    python docs/balance/conquete_weights.py [GAMES [SEED]]

Greedy bots that err a little play GAMES games with each number of players. Whenever a card is to be taken, what every
player has is noted; then the weights are found by which the winners would have been the likeliest (conditional logit,
Newton's method). A fifth of the games is kept back to tell how well that goes, beside the weights of now.
"""

import sys
from random import Random

import numpy as np

from pnp.play.judge import judge_of
from pnp.games.conquete.judge import WEIGHTS
from pnp.play.registry import load_rules

NOISE = 0.15
"""By how much of a hope a bot errs."""
BLUNDERS = 0.03
SHRINK = 20.0
"""Keeps a weight near 0 that the games say nothing of."""
STEPS = 12


def play(rules, judge, players, seed):
    """What was noted of a game: a row for each player in the queue, and the winner's place in it."""
    rng = Random(seed)  # noqa: S311 (cards, not secrets)
    state, noted = rules.new(players, seed), []
    while (player := state.current()) >= 0:
        judge.forget()
        if state.hand < 0:
            parts = judge.parts(state, {})
            soon = 1 / (1 + (state.left + len(state.row)) / len(state.queue))
            rows = np.array(parts, dtype=float)
            noted.append((np.hstack([rows, rows * soon]), list(state.queue)))
        legal = state.legal()
        if rng.random() < BLUNDERS:
            state.apply(rng.choice(legal))
        else:
            gains = judge.gains(state.determinize(player, rng), legal)
            state.apply(max(zip(legal, gains, strict=True), key=lambda pair: pair[1] + rng.gauss(0, NOISE))[0])
    winner = state.winners()[0]
    return [(rows, queue.index(winner)) for rows, queue in noted if winner in queue]


def loss(weights, samples):
    """How unlikely the winners were, by these weights, in the mean."""
    return -sum(np.log(shares(rows @ weights)[won]).sum() for rows, won in samples) / len(samples)


def shares(hopes):
    """The odds of each player."""
    odds = np.exp(hopes - hopes.max())
    return odds / odds.sum()


def fit(samples):
    """The weights by which the winners are the likeliest."""
    size = samples[0][0].shape[1]
    weights = np.zeros(size)
    for _ in range(STEPS):
        slope, bend = SHRINK * weights, SHRINK * np.eye(size)
        for rows, won in samples:
            odds = shares(rows @ weights)
            mean = odds @ rows
            slope += mean - rows[won]
            bend += (rows * odds[:, None]).T @ rows - np.outer(mean, mean)
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def main(games=600, seed="1"):
    """Play, fit, and print."""
    rules = load_rules("conquete")
    judge = judge_of(rules)
    learnt, kept = [], []
    for game in range(games):
        for players in range(rules.spec.players[0], rules.spec.players[1] + 1):
            (kept if game % 5 == 0 else learnt).extend(play(rules, judge, players, f"{seed}:{players}:{game}"))
    weights = fit(learnt)
    now = np.array(list(WEIGHTS.values())).T.ravel()
    lines = [
        f"{len(learnt)} positions; of {len(kept)} others, the winner's odds are exp(-x):",
        f"x = {loss(weights, kept):.4f}, by the weights of now {loss(now, kept):.4f}",
    ]
    for name, always, late in zip(WEIGHTS, *weights.reshape(2, -1), strict=True):
        lines.append(f'    "{name}": ({always:.2f}, {late:.2f}),')
    print("\n".join(lines))  # noqa: T201 (what it is for)


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str), sys.argv[1:], strict=False)))
