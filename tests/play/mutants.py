"""Break the games' rules one at a time, in memory, and check that a test fails each time.

    .venv/bin/python tests/play/mutants.py [GAME…]

Each mutant changes one piece of a game's source for one run of that game's tests, as many at once as there are
processors. Prints each mutant and how many were noticed; exits with 1 if one was not. Part of `make test-all`.
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
    """A planted mistake: the game, the rule that it breaks, and the change."""

    game: str
    rule: str
    old: str
    new: str
    module: str = ""
    """Module with the piece of source; default: the game's `rules.py`."""


MUTANTS: Final = [
    Mutant("cotcotcollec", "a turn has three action points", "POINTS: Final = 3", "POINTS: Final = 4"),
    Mutant("cotcotcollec", "drawing a card costs two points", "DRAW_COST: Final = 2", "DRAW_COST: Final = 1"),
    Mutant("cotcotcollec", "roosters 4, 7 and 10 trigger a scoring", "SCORINGS: Final = (4, 7, 10)", "SCORINGS: Final = (4, 8, 10)"),
    Mutant("cotcotcollec", "the fox moves at most once per turn", "self.moved += 1", "pass"),
    Mutant("cotcotcollec", "one collection per motif", "held & rules.objects & ~self.owned[seat]", "held & rules.objects"),
    Mutant("cotcotcollec", "a doubler closes its collection", "self.open[seat] &= ~(1 << kind)", "pass"),
    Mutant("cotcotcollec", "the fox makes a collection worthless", "lengths[self.fox_seat] = 0", "pass"),
    Mutant("cotcotcollec", "a tie for longest scores two", "first = TIED if tied", "first = LONGEST if tied"),
    Mutant("cotcotcollec", "a tie for second longest scores nothing", "shorter.count(second) != 1 or", "False or"),
    Mutant("cotcotcollec", "cards taken from the market are known", "self.known[cell] += 1\n        self.held", "self.held"),
    Mutant("cotcotcollec", "entering play does not count as a move of the fox", "self.fox_seat, self.fox_motif = seat, kind\n", "self.fox_seat, self.fox_motif, self.moved = seat, kind, 1\n"),
    Mutant("cotcotcollec", "the fox can go to a closed collection", "*rules.fox_moves[left][self.owned[left]]]", "*rules.fox_moves[left][self.open[left] or self.owned[left]]]"),
    Mutant("cotcotcollec", "a joker does not double", "if held & rules.doubler_bit:", "if held & (rules.doubler_bit | rules.joker_bit):"),
    Mutant("cotcotcollec", "a drawn card is hidden", "self.held[self.seat] |= 1 << card\n", "self.held[self.seat] |= 1 << card\n            self.known[self.seat * self.rules.row + card] += 1\n"),
    Mutant("cotcotcollec", "playing a joker costs one point, whatever its market price", "self.points -= PLAIN_COST\n            self._lay", "self.points -= self.joker_cost if JOIN <= action < DOUBLE and self.points > 1 else PLAIN_COST\n            self._lay"),
    Mutant("cotcotcollec", "no turn begins after the tenth rooster", "        if self.roosters < LAST:\n            self.seat", "        if True:\n            self.seat"),
    Mutant("winston", "play at least two cards", "ENOUGH: Final = 2", "ENOUGH: Final = 1"),
    Mutant("winston", "a dog needs two bodies", "COMPLETE: Final = 2", "COMPLETE: Final = 1"),
    Mutant("winston", "bone and poop are worth six points", "PRIZE: Final = 6", "PRIZE: Final = 5"),
    Mutant("winston", "equal length takes the bone", "if length >= self.longest:", "if length > self.longest:"),
    Mutant("winston", "equal length takes the poop", "if length <= self.shortest:", "if length < self.shortest:"),
    Mutant("winston", "a dog of m bodies scores m(m+1)/2 points", "return length * (length + 1) // 2", "return length * (length - 1) // 2"),
    Mutant("winston", "a dog has one head", "self.heads[player] & ~self.headed\n        bodies", "self.heads[player]\n        bodies"),
    Mutant("winston", "a head goes under the deck", "self.deck.insert(0, kind)", "self.deck.append(kind)"),
    Mutant("winston", "hands are refilled to five cards", "HAND: Final = 5", "HAND: Final = 4"),
    Mutant("winston", "only consecutive idle turns count", "        self.idle = 0\n\n    def _drop", "\n    def _drop"),
    Mutant("winston", "turns with an exchange do not end the game early", "while self.idle < players + deck:", "while self.idle < players:"),
    Mutant("winston", "an exchanged head goes to the very bottom of the deck", "self.deck.insert(0, kind)", "self.deck.insert(self.seen, kind)"),
    Mutant("winston", "after an exchange, the new card may be a head", "            if self.flags[1]:\n                return\n", "            if self.flags[1] and self.bodies[player]:\n                return\n"),
    Mutant("winston", "five_plus_bucket does not change the points", "        self.points[player] += rules.points_of", "        length = min(length, rules.largest) if self.flags[0] else length\n        self.points[player] += rules.points_of"),
    Mutant("winston", "the bone breaks ties before the longest dog", "if self.bone in first:", "if self.bone in first and not self.flags[0]:"),
    Mutant("winston", "one exchange per turn", "SWAPS: Final = 1", "SWAPS: Final = 2"),
    Mutant("conquete", "a card needs its price in coins", "if price <= coins]", "if price <= coins + 1]"),
    Mutant("conquete", "the row is not refilled after a blind draw", "self.hand, self.blind = self.deck[self.left], True\n            return", "self.hand, self.blind = self.deck[self.left], True\n            if self.left:\n                self.left -= 1\n                row.append(self.deck[self.left])\n            return"),
    Mutant("conquete", "damage is never negative", "(physical if physical > 0 else 0)", "physical"),
    Mutant("conquete", "shields block swords", "values[strong + SWORD] - values[weak + SHIELD]", "values[strong + SWORD] - values[weak + BARRIER]"),
    Mutant("conquete", "a player with 0 health is out", "if health[player] > OUT]", "if health[player] >= OUT]"),
    Mutant("conquete", "healing stops at 30 health", "HEALTH if self.capped and healed > HEALTH else healed", "healed"),
    Mutant("conquete", "half health is 15", "HALF: Final = 15", "HALF: Final = 14", "pnp.games.conquete.options"),
    Mutant("conquete", "the initiative passes to the next player", "self.queue[1:] + self.queue[:1]", "self.queue"),
    Mutant("conquete", "paying does not use up coins", "self.hand = row.pop(action)", "self.hand = row.pop(action)\n        self.values[self.queue[self.seat] * KINDS + COIN] -= action"),
    Mutant("conquete", "a lone pair counts for nothing", "if kinds[where + above] == kind or", "if count > 1 or kinds[where + above] == kind or"),
    Mutant("conquete", "a player who has fallen still attacks", "if defender != attacker:", "if defender != attacker and health[attacker] > 0:"),
    Mutant("conquete", "attacks are resolved one by one", "for attacker in self.queue:\n            for defender in self.queue:\n                if defender != attacker:\n                    health[defender] -= self.damage(attacker, defender)", "for defender, loss in [(d, self.damage(a, d)) for a in self.queue for d in self.queue if d != a]:\n            health[defender] -= loss"),
    Mutant("conquete", "the game ends before healing", "self.queue = standing or self.queue\n", "self.queue = standing or self.queue\n            for player in standing:\n                health[player] += self.values[player * KINDS + POTION]\n"),
    Mutant("conquete", "the initiative stays if all players fall", "standing or self.queue\n", "standing or self.queue[1:] + self.queue[:1]\n"),
    Mutant("conquete", "a round needs enough cards for all players", ">= len(self.queue) else OVER", "> len(self.queue) else OVER"),
    Mutant("koko", "three action points per turn", "\nPOINTS: Final = 3", "\nPOINTS: Final = 4"),
    Mutant("koko", "giving needs a closed zone", "and not self.openings[zone] and zone != self.alfred", "and zone != self.alfred"),
    Mutant("koko", "giving needs Alfred in another zone", "and zone != self.alfred and", "and"),
    Mutant("koko", "covering needs a zone without undies", "elif self.free & here and not self.openings[zone]:", "if self.free & here and not self.openings[zone]:"),
    Mutant("koko", "Alfred takes three undies from the reserve", "ROBBED: Final = 3", "ROBBED: Final = 2"),
    Mutant("koko", "Koko crosses hedges", "self.add_moves(acts, zone, self.hedges[zone])", "self.add_moves(acts, zone, self.fountains[zone])"),
    Mutant("koko", "Alfred must get rid of a bottle first", "if self.counts[BOTTLES_HELD]:", "if False:"),
    Mutant("koko", "one throw per turn", "self.threw += 1", "pass"),
    Mutant("koko", "the stall guard forces a draw after two idle turns", "GUARDED_TURNS: Final = 2", "GUARDED_TURNS: Final = 3"),
    Mutant("koko", "the reserve breaks ties", "zip(self.scored, self.left, strict=True)", "zip(self.scored, self.scored, strict=True)"),
    Mutant("koko", "Alfred covers guests only in his own zone", "guests = self.free & here", "guests = self.free"),
    Mutant("koko", "a guest whose undies are taken is free again", "self.free |= dressed", "pass"),
    Mutant("koko", "a figure stays in its zone when zones are merged", "while zone[self.koko] != self.koko:", "while False:"),
    Mutant("koko", "only the last tile ends the round", "if self.top == len(self.pile):", "if self.top >= len(self.pile) - 1:"),
    Mutant("koko", "drawing a tile resets the count of idle turns", "self.idle = 0 if self.drew else self.idle + 1", "self.idle = min(self.idle, 1) if self.drew else self.idle + 1"),
    Mutant("koko", "a stunned Alfred still blocks giving", "zone != self.alfred and self.counts[RESERVE]", "(zone != self.alfred or self.threw) and self.counts[RESERVE]"),
    Mutant("koko", "a side that meets a laid tile is no longer open", "openings[beyond] -= 1", "pass", "pnp.games.koko.garden"),
    Mutant("koko", "merged zones keep their hedges", "self.hedges[one] |= self.hedges[other]", "pass", "pnp.games.koko.garden"),
    Mutant("koko", "an inner barrier divides a tile", "self.border(a, b, self.plan.inner[tile])", "self.border(a, b, LAWN)", "pnp.games.koko.garden"),
]  # fmt: skip


def noticed(mutant: Mutant) -> bool:
    """Return whether the game's rule tests fail with the mistake.

    Golden playthroughs are left out because they notice any change.
    """
    module = mutant.module or f"pnp.games.{mutant.game}.rules"
    environment = os.environ | {"PNP_MUTANT": json.dumps({"module": module, "old": mutant.old, "new": mutant.new})}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "--sample",
        "0",
        f"tests/games/{mutant.game}/test_rules.py",
    ]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1) or ("AssertionError: " in run.stdout and "times in" in run.stdout):
        raise SystemExit(f"{mutant.game}: {mutant.rule}: {run.stdout[-600:]}{run.stderr[-600:]}")
    return run.returncode == 1


def main() -> int:
    """Try them all."""
    wanted = [mutant for mutant in MUTANTS if not sys.argv[1:] or mutant.game in sys.argv[1:]]
    missed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, found in zip(wanted, pool.map(noticed, wanted), strict=True):
            missed += not found
            sys.stdout.write(f"{'noticed' if found else 'MISSED '}  {mutant.game}: {mutant.rule}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(wanted) - missed} of {len(wanted)} noticed\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
