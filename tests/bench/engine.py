"""How fast the engine is: random playouts beside OpenSpiel's, and its bots, on this machine, in one run.

    .venv/bin/python tests/bench/engine.py [--seconds N] [--rounds N]

Every game is a process of its own: legal actions, one of them at random, apply, to the end, again and again for some
seconds of CPU time. The table shows the best of all rounds, in decisions a second. OpenSpiel (package open_spiel) is
installed into `output/bench-venv-engine`, which is not timed. Its C++ games are driven from Python as ours are:
hearts and crazy_eights; kuhn_poker and liars_dice of its Python games stand for those.

Exit 1 when a goal is missed: every game of ours at least as fast as the slower of OpenSpiel's C++ games driven from
Python; cotcotcollec and winston at least 200,000 decisions a second where crazy_eights does 165,000, so at least
200/165 of it; greedy bots play at least 100 games a second of cotcotcollec with 4 players; a simulation with two jobs
plays at least 1.7 times as many games as with one, by the clock, so let nothing else run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

ROOT: Final = Path(__file__).resolve().parents[2]
VENV: Final = ROOT / "output" / "bench-venv-engine"
PINS: Final = ("open_spiel==2.0.2",)
OURS: Final = ("cotcotcollec", "winston", "conquete", "koko")
CPLUSPLUS: Final = ("hearts", "crazy_eights")
PYTHON: Final = ("python_kuhn_poker", "python_liars_dice")
CROWDED: Final = "cotcotcollec"
GREEDY: Final = 100
"""What greedy bots must play of it in a second, with 4 players."""
TWO_JOBS: Final = 1.7
"""What two jobs must do of what one does."""
FAST: Final = 200_000 / 165_000
"""What the card games must do of crazy_eights."""

OUR_LOOP: Final = """
import sys, time
from random import Random
from pnp import find_game
name, seconds = sys.argv[1], float(sys.argv[2])
rules, rng = find_game(name), Random(1)
players = min(3, rules.spec.players[1])
decisions = seed = 0
started = time.process_time()
while time.process_time() - started < seconds:
    seed += 1
    state = rules.new(players, seed)
    while state.current() >= 0:
        state.apply(rng.choice(state.legal()))
        decisions += 1
print(decisions / (time.process_time() - started))
"""

GREEDY_LOOP: Final = """
import sys, time
from pnp.play.bots import make_bots
from pnp import find_game
from pnp.sim.work import play_out
name, seconds, players = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
rules = find_game(name)
games = 0
started = time.process_time()
while time.process_time() - started < seconds:
    play_out(rules.new(players, games), make_bots(rules, "greedy", players, games))
    games += 1
print(games / (time.process_time() - started))
"""

SEARCH_LOOP: Final = """
import sys, time
from random import Random
from pnp.play.bots import GreedyBot
from pnp.play.bots import SearchBot
from pnp import find_game
name, seconds, players = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
rules = find_game(name)
greedy, search = GreedyBot(rules, Random(1)), SearchBot(rules, Random(1), iterations=500)
spent = seed = steps = 0
while spent < seconds:
    seed += 1
    state = rules.new(players, seed)
    while spent < seconds and (player := state.current()) >= 0:
        seen, legal = state.observe(player), state.legal()
        steps += 1
        if steps % 23 == 0:
            started = time.process_time()
            search.choose(seen, legal)
            spent += time.process_time() - started
        state.apply(greedy.choose(seen, legal))
print(search.total_iterations / spent)
"""

JOBS_LOOP: Final = """
import sys, time
from pathlib import Path
from tempfile import TemporaryDirectory
from pnp import find_game
from pnp.sim.simulate import open_workers
from pnp.sim.folder import make_folder
from pnp.sim.setup import make_setup
from pnp.sim.simulate import play
name, games, jobs = sys.argv[1], int(float(sys.argv[2])), int(sys.argv[3])
setup = make_setup(find_game(name), 4, "greedy", {}, "1")
with TemporaryDirectory() as path, open_workers(jobs) as crew:
    folder = make_folder(Path(path) / "run", setup, games)
    folder.begin()
    started = time.monotonic()
    play(folder, crew, lambda done, games: None)
    print(games / (time.monotonic() - started))
"""

THEIR_LOOP: Final = """
import sys, time
from random import Random
import pyspiel
name, seconds = sys.argv[1], float(sys.argv[2])
if name.startswith("python_"):
    import importlib
    module = {"python_kuhn_poker": "kuhn_poker", "python_liars_dice": "liars_poker"}.get(name)
    importlib.import_module(f"open_spiel.python.games.{module}")
    name = {"python_liars_dice": "python_liars_poker"}.get(name, name)
game, rng = pyspiel.load_game(name), Random(1)
decisions = 0
started = time.process_time()
while time.process_time() - started < seconds:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
print(decisions / (time.process_time() - started))
"""


def their_python() -> Path:
    """The interpreter of an environment that has OpenSpiel."""
    python = VENV / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not (VENV / ".ready").exists():
        venv.create(VENV, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PINS], check=True)
        (VENV / ".ready").touch()
    return python


def measure(python: Path | str, loop: str, name: str, seconds: float, players: int = 2) -> float:
    """What a loop counts in a second; 0 when the game could not be run."""
    words = [str(python), "-c", loop, name, str(seconds), str(players)]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.stderr.write(f"{name}: {run.stderr.strip().splitlines()[-1] if run.stderr else 'failed'}\n")
        return 0.0
    return float(run.stdout)


def measure_bots(seconds: float, rounds: int) -> list[str]:
    """Print how fast the bots are, the best of all rounds; the goals that were missed."""
    setups = [(name, players) for name in OURS for players in ((2, 4) if name == CROWDED else (2,))]
    found = {setup: [0.0, 0.0] for setup in setups}
    for _ in range(rounds):
        for (name, players), rates in found.items():
            for at, loop in enumerate((GREEDY_LOOP, SEARCH_LOOP)):
                rates[at] = max(rates[at], measure(sys.executable, loop, name, seconds, players))
    table = Table("game", "players", "greedy games / s", "search iterations / s", title="Bots, one process", box=None)
    for (name, players), (games, iterations) in found.items():
        table.add_row(name, str(players), f"{games:,.1f}", f"{iterations:,.0f}")
    Console().print(table)
    return [] if found[CROWDED, 4][0] >= GREEDY else [f"{CROWDED}, 4 greedy players: at least {GREEDY} games a second"]


def measure_jobs(seconds: float, rounds: int) -> list[str]:
    """Print how fast one and two jobs simulate, the best of all rounds; the goal if it was missed."""
    games = 2 * GREEDY * seconds
    one, two = (max(measure(sys.executable, JOBS_LOOP, CROWDED, games, jobs) for _ in range(rounds)) for jobs in (1, 2))
    ratio = two / max(one, 1.0)
    Console().print(f"{CROWDED}, 4 greedy players: {one:.0f} games / s with a job, {two:.0f} with two: × {ratio:.2f}")
    return [] if ratio >= TWO_JOBS else [f"two jobs: at least {TWO_JOBS} times one"]


def main() -> int:
    """Measure, print, and say which goals were missed."""
    parser = argparse.ArgumentParser(description="random playouts beside OpenSpiel's")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    theirs = their_python()
    speed = dict.fromkeys((*OURS, *CPLUSPLUS, *PYTHON), 0.0)
    for _ in range(asked.rounds):  # all games in every round: what slows the machine down slows all of them
        for name in speed:
            python, loop = (sys.executable, OUR_LOOP) if name in OURS else (theirs, THEIR_LOOP)
            speed[name] = max(speed[name], measure(python, loop, name, asked.seconds))
    table = Table("game", "of", "decisions / s", "÷ crazy_eights", title="Random playouts, one process", box=None)
    for name, rate in speed.items():
        kind = "pnp" if name in OURS else "OpenSpiel, C++" if name in CPLUSPLUS else "OpenSpiel, Python"
        table.add_row(name, kind, f"{rate:,.0f}", f"{rate / max(1.0, speed['crazy_eights']):.2f}")
    Console().print(table)
    missed = measure_bots(asked.seconds, asked.rounds) + measure_jobs(4 * asked.seconds, asked.rounds)
    slower = min(speed[name] for name in CPLUSPLUS)
    missed += [f"{name}: at least {slower:,.0f}" for name in OURS if speed[name] < slower]
    missed += [
        f"{name}: at least {FAST:.2f} of crazy_eights"
        for name in ("cotcotcollec", "winston")
        if speed[name] < FAST * speed["crazy_eights"]
    ]
    for goal in missed:
        sys.stderr.write(f"goal missed: {goal}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
