"""Planted mistakes: one rule broken at a time, in memory; does the suite notice?

    .venv/bin/python tests/engine/mutants.py [GAME…]

Each mistake changes one piece of a game's source for one run of that game's tests. Prints each, and how many of how many
were noticed; exit 1 when one was not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]


class Mutant(NamedTuple):
    """A mistake: which game, what rule it breaks, and how."""

    game: str
    rule: str
    old: str
    new: str


MUTANTS: Final = [
    Mutant("cotcotcollec", "a turn has three points", "POINTS: Final = 3", "POINTS: Final = 4"),
    Mutant("cotcotcollec", "a draw costs two", "DRAW_COST: Final = 2", "DRAW_COST: Final = 1"),
    Mutant("cotcotcollec", "scoring at 4, 7, 10", "SCORINGS: Final = (4, 7, 10)", "SCORINGS: Final = (4, 8, 10)"),
    Mutant("cotcotcollec", "the fox moves once a turn", "self.moved = 1", "self.moved = 0"),
    Mutant("cotcotcollec", "one collection a motif", "held & rules.objects & ~self.owned[seat]", "held & rules.objects"),
    Mutant("cotcotcollec", "a doubler closes", "self.open[seat] &= ~(1 << kind)", "pass"),
    Mutant("cotcotcollec", "the fox spoils a collection", "lengths[self.fox_seat] = 0", "pass"),
    Mutant("cotcotcollec", "a tie for first gives two", "first = TIED if tied", "first = LONGEST if tied"),
    Mutant("cotcotcollec", "a tie for second gives nothing", "shorter.count(second) != 1 or", "False or"),
    Mutant("cotcotcollec", "cards taken openly are known", "self.known[cell] += 1\n        self.held", "self.held"),
    Mutant("winston", "play at least two cards", "ENOUGH: Final = 2", "ENOUGH: Final = 1"),
    Mutant("winston", "a dog needs two bodies", "COMPLETE: Final = 2", "COMPLETE: Final = 1"),
    Mutant("winston", "bone and poop are six", "PRIZE: Final = 6", "PRIZE: Final = 5"),
    Mutant("winston", "equal length takes the bone", "if length >= self.longest:", "if length > self.longest:"),
    Mutant("winston", "equal length takes the poop", "if length <= self.shortest:", "if length < self.shortest:"),
    Mutant("winston", "m(m+1)/2 points", "self.points[player] += length * (length + 1) // 2", "self.points[player] += length * (length - 1) // 2"),
    Mutant("winston", "a dog has one head", "self.heads[player] & ~self.headed\n        bodies", "self.heads[player]\n        bodies"),
    Mutant("winston", "a head goes under the deck", "self.deck.insert(0, kind)", "self.deck.append(kind)"),
    Mutant("winston", "draw up to five", "HAND: Final = 5", "HAND: Final = 4"),
    Mutant("conquete", "coins are needed", "coins + 1 if coins < len(row)", "coins + 2 if coins < len(row)"),
    Mutant("conquete", "no refill after a blind draw", "self.hand, self.blind = self.deck[self.left], True\n            return", "self.hand, self.blind = self.deck[self.left], True\n            if self.left:\n                self.left -= 1\n                row.append(self.deck[self.left])\n            return"),
    Mutant("conquete", "damage is never negative", "(physical if physical > 0 else 0)", "physical"),
    Mutant("conquete", "shields block swords", "values[strong + SWORD] - values[weak + SHIELD]", "values[strong + SWORD] - values[weak + BARRIER]"),
    Mutant("conquete", "at 0 a player is out", "if health[player] > 0]", "if health[player] >= 0]"),
    Mutant("conquete", "healing stops at 30", "HEALTH if self.capped and healed > HEALTH else healed", "healed"),
    Mutant("conquete", "half is 15", "HALF: Final = 15", "HALF: Final = 14"),
    Mutant("conquete", "the initiative passes on", "self.queue[1:] + self.queue[:1]", "self.queue"),
    Mutant("conquete", "enough cards for all", ">= len(self.queue) else OVER", "> len(self.queue) else OVER"),
    Mutant("koko", "three points a turn", "\nPOINTS: Final = 3", "\nPOINTS: Final = 4"),
    Mutant("koko", "giving needs a closed zone", "and not self.openings[zone] and zone != self.alfred", "and zone != self.alfred"),
    Mutant("koko", "giving needs Alfred away", "and zone != self.alfred and", "and"),
    Mutant("koko", "covering needs no undies", "elif self.free & here and not self.openings[zone]:", "if self.free & here and not self.openings[zone]:"),
    Mutant("koko", "three from the reserve", "ROBBED: Final = 3", "ROBBED: Final = 2"),
    Mutant("koko", "Koko crosses hedges", "self.add_moves(acts, zone, self.hedges[zone])", "self.add_moves(acts, zone, self.fountains[zone])"),
    Mutant("koko", "a bottle stops Alfred", "if self.counts[BOTTLES_HELD]:", "if False:"),
    Mutant("koko", "one throw a turn", "self.threw = True", "pass"),
    Mutant("koko", "the stall guard", "GUARDED_TURNS: Final = 2", "GUARDED_TURNS: Final = 3"),
    Mutant("koko", "the reserve breaks ties", "zip(self.scored, self.left, strict=True)", "zip(self.scored, self.scored, strict=True)"),
]  # fmt: skip


def noticed(mutant: Mutant) -> bool:
    """Whether the tests of the game fail with the mistake; the golden stories are left out, they notice anything."""
    environment = os.environ | {"PNP_MUTANT": json.dumps({"game": mutant.game, "old": mutant.old, "new": mutant.new})}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        f"tests/engine/test_{mutant.game}.py",
    ]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1) or ("AssertionError: " in run.stdout and "times in" in run.stdout):
        sys.exit(f"{mutant.game}: {mutant.rule}: {run.stdout[-600:]}{run.stderr[-600:]}")
    return run.returncode == 1


def main() -> int:
    """Try them all, two at a time."""
    wanted = [mutant for mutant in MUTANTS if not sys.argv[1:] or mutant.game in sys.argv[1:]]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(noticed, wanted))
    for mutant, found in zip(wanted, results, strict=True):
        sys.stdout.write(f"{'noticed' if found else 'MISSED '}  {mutant.game}: {mutant.rule}\n")
    sys.stdout.write(f"{sum(results)} of {len(results)} noticed\n")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
