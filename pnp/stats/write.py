"""The numbers and charts of a game, written into a folder."""

from __future__ import annotations

from pathlib import Path

from pnp.chart.lettering import lend
from pnp.errors import PressError, os_problem
from pnp.face.shelf import BUNDLED, FontShelf
from pnp.progress import Progress, silent
from pnp.spec.model import Game
from pnp.stats.charts import draw_counts, draw_odds
from pnp.stats.counts import DeckCounts
from pnp.stats.odds import Answer, drawn_from
from pnp.stats.record import as_csv, as_data, as_json
from pnp.terms import Lang
from pnp.write import write_atomically


def write_stats(
    folder: Path,
    game: Game,
    counts: list[DeckCounts],
    answers: list[Answer],
    lang: Lang,
    progress: Progress = silent,
    shelf: FontShelf = BUNDLED,
) -> list[str]:
    """The names of the files; everything is drawn before the first is written, so that a failure leaves the old."""
    files = {
        "stats.csv": as_csv(game, counts, answers).encode(),
        "stats.json": as_json(as_data(game, counts, answers)).encode(),
    }
    drawn = {deck.name for deck in drawn_from(game)}
    for number, each in enumerate(counts, 1):
        with lend(shelf):
            charts = {"": draw_counts(game, each, lang)}
            if each.deck.name in drawn:
                charts[".odds"] = draw_odds(game, each, lang)
        for what, chart in charts.items():
            if chart is not None:  # no deck has a dot in its name
                files[f"{each.deck.name}{what}.{lang}.svg"] = chart.svg
                files[f"{each.deck.name}{what}.{lang}.png"] = chart.png
        progress(number, len(counts))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            write_atomically(folder / file, content)
    except OSError as error:
        raise PressError(os_problem(error, folder, "a folder that can be written")) from error
    return list(files)
