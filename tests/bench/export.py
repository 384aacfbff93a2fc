"""How fast pictures are exported: all faces of the four games as PNG, beside as many cards by protograf, in one run.

    .venv/bin/python -m tests.bench.export [--rounds N] [--keep FOLDER]

Every run is a process of its own, or several that one starts: the table shows the least CPU time (user and system) of
all rounds, and the time by the clock. `pnp export png` draws the four games without a cache; protograf draws as many
cards of the bench of the press (`press.py`), fronts only, each different, at the same 300 dpi, and exports each as a
picture (`Save(cards=True)`). Its pictures have no bleed, and its cards have 20 shapes; ours have a few hundred.

Exit 1 when the goal is missed: at most a third of protograf's CPU time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.bench.press import Sample, make_venv, measure, peers_python, work_b, write_protograf

GAMES: Final = ("conquete", "cotcotcollec", "koko", "winston")
DPI: Final = 300
MOST_OF_PROTOGRAF: Final = 1 / 3


def main() -> int:
    """Measure, print, and say whether the goal is met."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--keep", type=Path, metavar="FOLDER")
    given = options.parse_args()
    failed = make_venv()
    if failed:
        sys.stderr.write(f"protograf cannot be installed: {failed}\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        return compare(given.keep or Path(name), given.rounds)


def compare(folder: Path, rounds: int) -> int:
    """Exit 0 where the goal is met."""
    ours = [run_pnp(folder / f"pnp-{number}") for number in range(rounds)]
    pictures = len(list((folder / "pnp-0").rglob("*.png")))
    theirs = [run_protograf(folder / f"protograf-{number}", pictures) for number in range(rounds)]
    drawn = len(list((folder / "protograf-0").glob("cards-*.png")))
    table = Table("", "pictures", "CPU s", "wall s", "MB", box=None)
    for name, count, samples in (("pnp export png", pictures, ours), ("protograf", drawn, theirs)):
        best = min(sample.cpu for sample in samples), min(sample.wall for sample in samples)
        memory = max(sample.memory for sample in samples)
        table.add_row(name, str(count), f"{best[0]:.1f}", f"{best[1]:.1f}", f"{memory:.0f}")
    ratio = min(sample.cpu for sample in ours) / min(sample.cpu for sample in theirs)
    console = Console()
    console.print(table)
    met = ratio <= MOST_OF_PROTOGRAF and drawn >= pictures
    console.print(f"pnp takes {ratio:.3f} of protograf's CPU time, the goal is 1/3: {'met' if met else 'missed'}")
    return 0 if met else 1


def run_pnp(folder: Path) -> Sample:
    """All games exported with an empty cache."""
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "pnp", "export", "png", *GAMES, "--out", str(folder), "--no-cache"]
    return measure(command, folder, dict(os.environ))


def run_protograf(folder: Path, count: int) -> Sample:
    """As many cards drawn, each saved as a picture."""
    write_protograf(folder, work_b()[:count])
    script = folder / "deck.py"
    lines = [line for line in script.read_text("utf-8").splitlines() if not line.startswith("CardBack(")]
    lines[lines.index("Save()")] = f"Save(cards=True, dpi={DPI})"
    script.write_text("\n".join(lines) + "\n", "utf-8")
    return measure([str(peers_python()), "deck.py"], folder, dict(os.environ))


if __name__ == "__main__":
    sys.exit(main())
