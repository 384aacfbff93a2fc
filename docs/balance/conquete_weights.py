"""Fit what a bot thinks of positions of Cot-cot Conquête! to who won: the WEIGHTS of its judge.

    python docs/balance/conquete_weights.py [GAMES [SEED]]

Greedy bots with a little noise play GAMES games with each number of players. Whenever a card is to be taken, the
features of every player are noted; then the weights of greatest likelihood for the winners are found (conditional
logit with a ridge penalty, Newton's method). A fifth of the games is held out for validation, where the fitted weights
are compared with those of the judge.
"""

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray

from pnp import find_game
from pnp.games.conquete.judge import WEIGHTS, ConqueteJudge
from pnp.games.conquete.rules import ConqueteState
from pnp.play.core import Rules

Array = NDArray[np.float64]
Sample = tuple[Array, int]
"""The features of each player in the queue, and the winner's place in it."""

NOISE = 0.15
"""The standard deviation of what is added to a bot's values."""
BLUNDERS = 0.03
"""The share of moves at random."""
RIDGE = 20.0
"""The L2 penalty: keeps a weight near 0 that the games say nothing about."""
STEPS = 12


def play(rules: Rules, judge: ConqueteJudge, players: int, seed: str) -> list[Sample]:
    """What was noted in a game."""
    rng = Random(seed)  # noqa: S311 (cards, not secrets)
    state = rules.new(players, seed)
    assert isinstance(state, ConqueteState)  # noqa: S101 (for the type checker)
    noted = []
    while (player := state.current()) >= 0:
        judge.forget()
        if state.hand < 0:
            soon = 1 / (1 + (state.left + len(state.row)) / len(state.queue))
            rows = np.array(judge.parts(state, {}), dtype=float)
            noted.append((np.hstack([rows, rows * soon]), list(state.queue)))
        legal = state.legal()
        if rng.random() < BLUNDERS:
            state.apply(rng.choice(legal))
        else:
            gains = judge.gains(state.determinize(player, rng), legal)
            state.apply(max(zip(legal, gains, strict=True), key=lambda pair: pair[1] + rng.gauss(0, NOISE))[0])
    winner = state.winners()[0]
    return [(rows, queue.index(winner)) for rows, queue in noted if winner in queue]


def log_loss(weights: Array, samples: list[Sample]) -> float:
    """The mean negative log-likelihood of the winners."""
    return float(-sum(np.log(softmax(rows @ weights)[won]) for rows, won in samples) / len(samples))


def softmax(values: Array) -> Array:
    """The probability that each player wins."""
    odds = np.exp(values - values.max())
    found: Array = odds / odds.sum()
    return found


def fit(samples: list[Sample]) -> Array:
    """The weights of greatest penalized likelihood."""
    size = samples[0][0].shape[1]
    weights: Array = np.zeros(size)
    for _ in range(STEPS):
        gradient, hessian = RIDGE * weights, RIDGE * np.eye(size)
        for rows, won in samples:
            odds = softmax(rows @ weights)
            mean = odds @ rows
            gradient += mean - rows[won]
            hessian += (rows * odds[:, None]).T @ rows - np.outer(mean, mean)
        weights = weights - np.linalg.solve(hessian, gradient)
    return weights


def main(games: int, seed: str) -> None:
    """Play, fit, and print."""
    rules = find_game("conquete")
    judge = ConqueteJudge(rules)
    training: list[Sample] = []
    validation: list[Sample] = []
    for game in range(games):
        for players in range(rules.spec.players[0], rules.spec.players[1] + 1):
            (training if game % 5 else validation).extend(play(rules, judge, players, f"{seed}:{players}:{game}"))
    weights = fit(training)
    now = np.array(list(WEIGHTS.values())).T.ravel()
    lines = [
        f"{len(training)} positions; log loss on {len(validation)} others, held out:",
        f"{log_loss(weights, validation):.4f}, with the weights of now {log_loss(now, validation):.4f}",
    ]
    for name, always, late in zip(WEIGHTS, *weights.reshape(2, -1), strict=True):
        lines.append(f'    "{name}": ({always:.2f}, {late:.2f}),')
    print("\n".join(lines))  # noqa: T201 (what it is for)


if __name__ == "__main__":
    asked = [*sys.argv[1:], *("600", "1")[len(sys.argv) - 1 :]]
    main(int(asked[0]), asked[1])
