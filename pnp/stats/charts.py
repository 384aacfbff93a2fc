"""The charts of a deck, and all numbers written into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.chart.bars import CountBars, CountHistogram
from pnp.chart.canvas import use_project_fonts
from pnp.chart.panel import Chart, Heading, Panel, Sentence, bin_counts, draw_columns, round_step
from pnp.chart.plots import Curve, Curves, HeatGrid
from pnp.errors import Location, PressError, os_problem
from pnp.spec.model import Deck, Game
from pnp.stats.counts import ID, NAME_COLUMN_SHARE, CrossTable, DeckCounts, Icons, Numbers
from pnp.stats.dice import DieCounts
from pnp.stats.odds import Answer, EqualOdds, at_least, default_odds
from pnp.stats.tables import (
    KINDS,
    MOST_ADDED,
    MOST_CROSSES,
    WORDS,
    abbreviated_names,
    as_csv,
    as_data,
    as_json,
    deck_line,
    top_counts,
)
from pnp.store.files import write_atomically
from pnp.terms import Lang
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.words import format_number, with_percent
from pnp.worker.progress import Progress, silent

MOST_PANELS: Final = 45
"""Maximum number of panels in a chart."""
MOST_SUMS: Final = 40
"""Maximum number of different sums of dice in a chart."""
MOST_DRAWN: Final = 20
"""Maximum number of pieces drawn in a chart of odds."""
_MOST_COLUMNS: Final = 12
_MOST_BINS: Final = 12
_WIDEST_SPAN: Final = 15
_PANEL: Final = 3.3
"""Width of a panel, in inches."""


@dataclass(frozen=True)
class Reader:
    """Names of columns and values as the readers of a chart know them, in their language.

    A text of the game with the name of a column or value is its name; other columns are named as in the table. Designs
    have the names on their pieces, if these are all different.
    """

    game: Game
    deck: Deck
    lang: Lang

    def name(self, word: str) -> str:
        """Return the name of a value of a column."""
        text = self.game.text.get(word)
        return word if text is None else text[self.lang]

    def column(self, column: str) -> str:
        """Return the title of a column."""
        heading = self.deck.columns[column].heading
        return heading if heading and column not in self.game.text else self.name(column)

    def columns(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Return the titles of columns."""
        return tuple(self.column(each) for each in columns)

    def designs(self) -> dict[str, str]:
        """Return the names of the designs, by id."""
        key = next((each for each in ("name", "title") if each in self.deck.columns), None)
        titles = {} if key is None else {each.id: str(each.field(key, self.lang)) for each in self.deck.designs}
        if len(set(titles.values())) < len(self.deck.designs):  # names that do not tell designs apart
            titles = {}
        return {each.id: titles.get(each.id) or self.name(each.id) for each in self.deck.designs}


def draw_counts(game: Game, counts: DeckCounts, lang: Lang) -> Chart | None:
    """Draw the chart of a deck's contents; None if there is nothing to compare."""
    panels = _panels(Reader(game, counts.deck, lang), counts)
    words = WORDS[lang]
    line = deck_line(counts.deck, lang)
    left_out = len(panels) - MOST_PANELS
    if left_out > 0:
        line += f"; {words['more'].format(count=left_out)}"
    return _draw(game, counts.deck, lang, line, panels[:MOST_PANELS], _PANEL)


def draw_odds(game: Game, counts: DeckCounts, lang: Lang) -> Chart | None:
    """Draw the chart of the odds of at least one of each notable value; None if there are none."""
    words = WORDS[lang]
    deck = counts.deck
    reader = Reader(game, deck, lang)
    panels: list[Panel] = []
    for column in default_odds(counts):
        curves = tuple(_curve(each, reader) for each in column)
        heading = Heading(", ".join(reader.columns(column[0].columns)))
        panels.append(Curves(heading, curves, words["draw"], lambda share: _percent(share, lang)))
    line = words["odds-line"].format(pieces=f"{deck.count} {KINDS[lang][deck.kind]}")
    return _draw(game, deck, lang, line, panels[:MOST_PANELS], _PANEL * 1.4)


def bins(numbers: Numbers) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the bars of a histogram, and their labels: one under each bar, or one at each edge."""
    span = max(numbers.counts) - min(numbers.counts)
    single = numbers.whole and span <= _WIDEST_SPAN
    found = bin_counts(numbers.counts, 1 if single else round_step(span / (_MOST_BINS - 1), whole=numbers.whole))
    return found.counts, found.labels(edges=not single)


def _panels(reader: Reader, counts: DeckCounts) -> list[Panel]:
    lang, words = reader.lang, WORDS[reader.lang]
    panels: list[Panel] = []
    for tally in counts.tallies:
        title = words["copies"] if tally.column == ID else reader.column(tally.column)
        names = reader.designs() if tally.column == ID else {value: reader.name(value) for value in tally.counts}
        panels.append(_bars(title, tally.counts, names, lang))
    for icons in counts.icons:
        panels += _icon_panels(icons, reader)
    for numbers in counts.numbers:
        heights, labels = bins(numbers)
        if max(heights) > 1 or len(numbers.counts) <= NAME_COLUMN_SHARE * counts.deck.count:
            summary = " · ".join(f"{words[key]} {format_number(value, lang)}" for key, value in numbers.summary.items())
            panels.append(CountHistogram(Heading(reader.column(numbers.column), summary), heights, labels))
    panels += [_cross_panel(cross, reader) for cross in counts.crosses[:MOST_CROSSES]]
    if counts.die is not None:
        panels += _die_panels(counts.die, reader)
    return panels


def _die_panels(die: DieCounts, reader: Reader) -> Iterator[Panel]:
    """Yield the faces of a die, and the ways to roll each sum of all dice of its deck."""
    lang, words = reader.lang, WORDS[reader.lang]
    heading = Heading(words["one-die"].format(sides=die.sides))
    yield CountBars(heading, tuple((reader.name(value), count) for value, count in die.faces.items()), rest=False)
    dice = min(die.dice, MOST_ADDED)
    sums = die.sums(dice) if die.numbers and dice > 1 else {}
    if 1 < len(sums) <= MOST_SUMS:
        ways = words["ways"].format(count=die.sides**dice)
        labels = tuple(format_number(number, lang) for number in sums)
        yield CountHistogram(Heading(words["sum-of"].format(dice=dice), ways), tuple(sums.values()), labels)


def _bars(title: str, counts: dict[str, int], names: dict[str, str], lang: Lang) -> Panel:
    """Return a bar for each value, with the values' names; a sentence if all bars would have the same length."""
    shown = tuple((names.get(value, value), count) for value, count in top_counts(counts, lang))
    heading = Heading(title)
    if len(counts) > 1 and len(set(counts.values())) == 1:
        text = WORDS[lang]["same"].format(values=", ".join(name for name, _ in shown), count=shown[0][1])
        return Sentence(heading, text)
    return CountBars(heading, shown, rest=len(shown) < len(counts))


def _icon_panels(icons: Icons, reader: Reader) -> list[Panel]:
    """Return the panels of an icon group: totals, counts by column, and counts per piece.

    Values beyond the maximum and very wide grids are omitted.
    """
    lang, words = reader.lang, WORDS[reader.lang]
    columns = reader.columns(icons.columns)
    title = ", ".join(columns) if len(columns) <= _MOST_COLUMNS else abbreviated_names(columns, lang)
    values = [value for value, _ in top_counts(icons.totals, lang) if value in icons.totals]
    names = {value: reader.name(value) for value in icons.totals}
    panels: list[Panel] = [_bars(words["all"].format(columns=title), icons.totals, names, lang)]
    if len(columns) <= _MOST_COLUMNS:
        places = tuple((names[value], icons.by_column[value]) for value in values)
        panels.append(HeatGrid(Heading(words["places"].format(columns=title)), columns, places))
    times = len(icons.per_piece[values[0]])
    if times <= _MOST_COLUMNS:
        heads = tuple(words["with"].format(times=number_) for number_ in range(times))
        rows = tuple((names[value], icons.per_piece[value]) for value in values)
        panels.append(HeatGrid(Heading(words["per-piece"].format(columns=title)), heads, rows, plain=1))
    return panels


def _cross_panel(cross: CrossTable, reader: Reader) -> Panel:
    heading = Heading(" × ".join(reader.columns((cross.rows, cross.columns))))
    columns = tuple(reader.name(value) for value in next(iter(cross.counts.values())))
    rows = tuple((reader.name(value), tuple(row.values())) for value, row in cross.counts.items())
    return HeatGrid(heading, columns, rows)


def _curve(each: EqualOdds, reader: Reader) -> Curve:
    size, lang = reader.deck.count, reader.lang
    most = min(MOST_DRAWN, size)
    shares = tuple(float(at_least(size, each.hits, drawn, 1)) for drawn in range(1, most + 1))
    hits = str(each.hits) if len(each.values) == 1 else WORDS[lang]["each"].format(count=each.hits)
    return Curve(f"{abbreviated_names(tuple(map(reader.name, each.values)), lang)} ({hits})", shares)


def _percent(share: float, lang: Lang) -> str:
    return with_percent(format_number(100 * share, lang), lang)


def _draw(game: Game, deck: Deck, lang: Lang, line: str, panels: list[Panel], width: float) -> Chart | None:
    """Draw the panels under the titles of the game and the deck; None if there are no panels."""
    return draw_columns(f"{game.title[lang]} · {deck.title[lang]}", line, panels, width) if panels else None


def draw_charts(
    game: Game, counts: list[DeckCounts], lang: Lang, progress: Progress = silent, fonts: FontSet = BUNDLED_FONTS
) -> dict[str, Chart]:
    """Draw the charts of all decks, by name: `cards` for a deck's contents, `cards.odds` for odds of drawing them."""
    drawn = {deck.name for deck in game.drawn_decks}
    found: dict[str, Chart | None] = {}
    for number, each in enumerate(counts, 1):
        with use_project_fonts(fonts):
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
    fonts: FontSet = BUNDLED_FONTS,
) -> list[str]:
    """Write the statistics and charts, and return the file names.

    Everything is drawn before the first file is written, so a failure leaves the old files intact.
    """
    files = {
        "stats.csv": as_csv(game, counts, answers).encode(),
        "stats.json": as_json(as_data(game, counts, answers)).encode(),
    }
    for name, chart in draw_charts(game, counts, lang, progress, fonts).items():
        files[f"{name}.{lang}.svg"] = chart.svg
        files[f"{name}.{lang}.png"] = chart.png
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            write_atomically(folder / file, content)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return list(files)
