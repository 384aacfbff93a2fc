"""Write the statistics and charts of a game into a folder."""

from __future__ import annotations

from pathlib import Path

from pnp.chart.canvas import use_project_fonts
from pnp.chart.panel import Chart
from pnp.errors import Location, PressError, os_problem
from pnp.spec.model import Game
from pnp.stats.charts import draw_counts, draw_odds
from pnp.stats.counts import DeckCounts
from pnp.stats.odds import Answer
from pnp.stats.record import as_csv, as_data, as_json
from pnp.store.files import write_atomically
from pnp.terms import Lang
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.worker.progress import Progress, silent


def draw_charts(
    game: Game, counts: list[DeckCounts], lang: Lang, progress: Progress = silent, shelf: FontSet = BUNDLED_FONTS
) -> dict[str, Chart]:
    """Draw the charts of all decks, by name: `cards` for a deck's contents, `cards.odds` for odds of drawing them."""
    drawn = {deck.name for deck in game.drawn_decks}
    found: dict[str, Chart | None] = {}
    for number, each in enumerate(counts, 1):
        with use_project_fonts(shelf):
            found[each.deck.name] = draw_counts(game, each, lang)
            if each.deck.name in drawn:  # deck names cannot contain a dot
                found[f"{each.deck.name}.odds"] = draw_odds(game, each, lang)
        progress(number, len(counts))
    return {name: chart for name, chart in found.items() if chart is not None}


def write_stats(
    folder: Path,
    game: Game,
    counts: list[DeckCounts],
    answers: list[Answer],
    lang: Lang,
    progress: Progress = silent,
    shelf: FontSet = BUNDLED_FONTS,
) -> list[str]:
    """Write the statistics and charts, and return the file names.

    Everything is drawn before the first file is written, so a failure leaves the old files intact.
    """
    files = {
        "stats.csv": as_csv(game, counts, answers).encode(),
        "stats.json": as_json(as_data(game, counts, answers)).encode(),
    }
    for name, chart in draw_charts(game, counts, lang, progress, shelf).items():
        files[f"{name}.{lang}.svg"] = chart.svg
        files[f"{name}.{lang}.png"] = chart.png
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            write_atomically(folder / file, content)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return list(files)
