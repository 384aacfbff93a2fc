"""How fast a large board is printed in parts: 90 × 60 cm from one PNG at 300 dpi, beside poster tools, in one run.

    .venv/bin/python -m tests.bench.board [--rounds N] [--keep FOLDER]

The PNG has 10,630 × 7,087 dots with a little noise, as a painted map has: about 94 MB. Every run is a process of its
own, or several one after the other: the table shows the least CPU time (user and system) of all rounds, the time by
the clock, and the largest process.

- pnp: `pnp build` without a cache: parts on A4 with glue strips, marks, keys and bleed, and a check of the picture.
- pdfposter (`apt install pdfposter img2pdf`): img2pdf puts the PNG on a page, pdfposter shows it on several.
- PosteRazor's method: every page gets its part of the picture, cut out and packed again; with Pillow, because the
  program has no command line.

Exit 1 when the goal is missed: at most the CPU time and the memory of the faster peer that is there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.bench.press import Sample, measure

WIDTH, HEIGHT = 900, 600
DOTS: Final = (10_630, 7_087)
GAME: Final = "poster"
SPEC: Final = f"""title = "Poster"

[decks.map]
kind = "board"
size = [{WIDTH}, {HEIGHT}]
join = "overlap"
front = "map.svg.j2"
rows = [{{ id = "map" }}]
"""
FACE: Final = """{% extends "face.svg.j2" %}
{% block body %}{{ image("map.png", 0, 0, w, h, fit="stretch", rim=bleed) }}{% endblock %}
"""
PAINT: Final = f"""
import numpy as np
from PIL import Image
chance = np.random.default_rng(1)
blots = Image.fromarray(chance.integers(0, 255, (60, 90, 3), dtype=np.uint8))
map = np.asarray(blots.resize({DOTS}, Image.Resampling.BICUBIC)).copy()
for rows in np.array_split(map, 20):
    rows[:] = np.clip(rows + chance.integers(-2, 3, rows.shape, dtype=np.int16), 0, 255)
Image.fromarray(map).save("map.png")
"""
"""Run as a process of its own: the memory of a child is never reported as less than its parent's."""
CUT: Final = """
from PIL import Image
Image.MAX_IMAGE_PIXELS = None
picture = Image.open("map.png").convert("RGB")
across, down = 4, 3
pages = [
    picture.crop((x * picture.width // across, y * picture.height // down,
                  (x + 1) * picture.width // across, (y + 1) * picture.height // down))
    for y in range(down) for x in range(across)
]
for number, page in enumerate(pages):
    page.save(f"page-{number:02}.png", dpi=(300, 300))
"""


def main() -> int:
    """Measure, print, and say whether the goal is met."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--keep", type=Path, metavar="FOLDER")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        return compare(given.keep or Path(name), given.rounds)


def compare(folder: Path, rounds: int) -> int:
    """Exit 0 where the goal is met."""
    ours = folder / "components" / GAME
    for path, text in ((ours / "game.toml", SPEC), (folder / "templates" / GAME / "map.svg.j2", FACE)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    measure([sys.executable, "-c", PAINT], ours, dict(os.environ))
    picture = f"components/{GAME}/map.png"
    steps = {
        "pnp": [[sys.executable, "-m", "pnp", "build", GAME, "--no-cache", "--no-guide", "--sides", "fronts"]],
        "img2pdf, pdfposter": [
            ["img2pdf", "--pagesize", f"{WIDTH}mmx{HEIGHT}mm", "--fit", "fill", picture, "-o", "whole.pdf"],
            ["pdfposter", "-m", "a4", "-p", f"{WIDTH}x{HEIGHT}mm", "whole.pdf", "parts.pdf"],
        ],
        "PosteRazor's method": [
            [sys.executable, "-c", CUT.replace("map.png", picture)],
            ["sh", "-c", "img2pdf page-*.png -o razor.pdf"],
        ],
    }
    there = {name: runs for name, runs in steps.items() if all(shutil.which(run[0]) for run in runs)}
    found = {name: [once(runs, folder) for _ in range(rounds)] for name, runs in there.items()}
    best = {
        name: Sample(
            min(each.cpu for each in samples),
            min(each.wall for each in samples),
            max(each.memory for each in samples),
        )
        for name, samples in found.items()
    }
    table = Table("", "CPU s", "wall s", "MB", box=None)
    for name, sample in best.items():
        table.add_row(name, f"{sample.cpu:.1f}", f"{sample.wall:.1f}", f"{sample.memory:.0f}")
    console = Console()
    console.print(table)
    peers = [sample for name, sample in best.items() if name != "pnp"]
    if not peers:
        console.print("no peer is installed: apt install pdfposter img2pdf")
        return 0
    cpu = best["pnp"].cpu / min(sample.cpu for sample in peers)
    memory = best["pnp"].memory / min(sample.memory for sample in peers)
    met = cpu <= 1 and memory <= 1
    console.print(f"pnp takes {cpu:.2f} of the CPU time and {memory:.2f} of the memory: {'met' if met else 'missed'}")
    return 0 if met else 1


def once(runs: list[list[str]], folder: Path) -> Sample:
    """All steps of one tool, added up; the memory is that of the largest."""
    samples = [measure(run, folder, dict(os.environ)) for run in runs]
    total = [sum(column) for column in zip(*((each.cpu, each.wall) for each in samples), strict=True)]
    return Sample(total[0], total[1], max(each.memory for each in samples))


if __name__ == "__main__":
    sys.exit(main())
