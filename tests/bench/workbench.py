"""How long a designer waits for the workbench: `python tests/bench/workbench.py [cards]`, on a machine that is quiet.

A deck of 500 cards in a fresh project, `pnp serve`, and Chromium. Cold: from opening the page until it can be scrolled,
until the first card is drawn, until all are. Then one row of the table is saved, twenty times: from the save on disk to
the new picture on the screen. The goal is a median below 500 ms. The peer, measured in the same run, is `pnp render` of
the changed card: what one would do without a workbench.
"""

from __future__ import annotations

import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

import pnp
from tests.web.workbench import CHROMIUM, QUIET, WITHOUT, Served

GOAL_MS = 500
SAVES = 20
SHOWN = """text => [...document.querySelectorAll('#grid pnp-face')].some(
  face => face.shadowRoot.textContent.includes(text))"""


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main(cards: int) -> None:
    """Measure, and print what was found."""
    if CHROMIUM is None:
        raise SystemExit(WITHOUT)
    with tempfile.TemporaryDirectory() as place:
        os.environ["PNP_CACHE_DIR"] = str(Path(place, "cache"))
        pnp.start_project("many", start=place)
        folder = Path(place, "many")
        table = folder / "components" / "many" / "cards.csv"
        head, *rows = list(csv.reader(table.open(encoding="utf-8", newline="")))
        many = [[f"Card {number}", "1", *rows[number % len(rows)][2:]] for number in range(cards)]

        def save(saying: str) -> None:
            many[7][-1] = saying
            with table.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([head, *many])

        save("Before.")
        served = Served.start(folder)
        try:
            _measure(served, save, cards)
        finally:
            served.stop()
        began = time.monotonic()
        command = [sys.executable, "-m", "pnp", "render", "many", "card-7", "--as", "png", "--out", "out"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        say(f"pnp render of that card: {1000 * (time.monotonic() - began):.0f} ms")


def _measure(served: Served, save: Callable[[str], None], cards: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        began = time.monotonic()
        page.goto(f"{served.address}/many/gallery")
        page.wait_for_function("count => document.querySelectorAll('#grid figure').length === count", arg=cards)
        laid = time.monotonic() - began
        page.wait_for_function(SHOWN, arg="Card 0")
        first = time.monotonic() - began
        page.wait_for_function("() => !document.querySelector('#live').classList.contains('busy')", timeout=300_000)
        everything = time.monotonic() - began
        say(f"cold, {cards} cards: laid out {laid:.2f} s, first picture {first:.2f} s, all {everything:.2f} s")
        waits = []
        for number in range(SAVES):
            text = f"Saved {number}."
            began = time.monotonic()
            save(text)
            page.wait_for_function(SHOWN, arg=text, polling=10)
            waits.append(1000 * (time.monotonic() - began))
            time.sleep(0.3)
        median = statistics.median(waits)
        say(f"one row saved: median {median:.0f} ms, worst {max(waits):.0f} ms of {SAVES} (goal {GOAL_MS}: "
              f"{'met' if median < GOAL_MS else 'missed'})")  # fmt: skip
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
