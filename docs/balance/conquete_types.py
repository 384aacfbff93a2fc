"""Print how often players who laid a cell of each kind won, against all cells, for runs of Conquête.

With 95 % confidence intervals, layings taken as independent.

python docs/balance/conquete_types.py RUN...
"""

import csv
import json
import sys
from pathlib import Path

Z = 1.96
KINDS = ("sword", "wand", "shield", "barrier", "coin", "potion")


def main() -> None:
    """Print a table for each run of the command line."""
    for run in (path for path in map(Path, sys.argv[1:]) if path.is_dir()):
        designs = json.loads((run / "spec.json").read_text("utf-8"))["decks"]["army"]["designs"]
        cells = {f"card:{d['id']}": [d["fields"][c].rstrip("12") for c in ("nw", "ne", "sw", "se")] for d in designs}
        with (run / "usage.csv").open(encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["key"] in cells]
        laid = [(cells[row["key"]], int(row["players"]), float(row["win_rate_used"] or 0)) for row in rows]
        mean = sum(4 * n * won for _, n, won in laid) / sum(4 * n for _, n, _ in laid)
        print(f"{run}: all cells {mean:.1%}")  # noqa: T201 (what it is for)
        for kind in KINDS:
            weights = [(faces.count(kind), n, won) for faces, n, won in laid]
            total = sum(w * n for w, n, _ in weights)
            share = sum(w * n * won for w, n, won in weights) / total
            standard_error = (sum(w * w * n for w, n, _ in weights) * share * (1 - share)) ** 0.5 / total
            print(f"  {kind:8} {100 * (share - mean):+.1f} ± {100 * Z * standard_error:.1f} points")  # noqa: T201


if __name__ == "__main__":
    main()
