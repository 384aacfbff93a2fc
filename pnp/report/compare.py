"""Comparison of two runs, in sentences and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pnp.report.words import WORDS, count_with_noun, ordinal_seat, percent
from pnp.sim.contrast import Change, Measure, What
from pnp.sim.setup import Setup
from pnp.sim.summary import Summary
from pnp.terms import Lang, Translated
from pnp.text.typography import typographic_name
from pnp.words import format_number

MAX_SENTENCES: Final = 12
"""Maximum number of sentences; further changes are only counted."""
MOST_CHANGES: Final = 12
"""Maximum number of differences in set-up to list."""
FEW_GAMES: Final = 400
"""With fewer games than this, only large differences can show."""


@dataclass(frozen=True)
class MeasureRow:
    """A measure as text."""

    name: str
    before: str
    after: str
    difference: str
    verdict: str
    marked: bool = False
    """Whether the difference is significant."""


def describe_setup_changes(changes: Sequence[Change], lang: Lang) -> str:
    """Return the differences in set-up, on one line."""
    listed = [f"{each.what} {each.before} → {each.after}" for each in changes[:MOST_CHANGES]]
    listed += ["…"] if len(changes) > MOST_CHANGES else []
    words = WORDS[lang]
    return words["compare-setup"].format(changes=" · ".join(listed)) if listed else words["compare-setup-none"]


def comparison_caveats(runs: Mapping[str, Summary], lang: Lang) -> list[str]:
    """Return caveats about comparing these runs (by name): different numbers of players, or few games."""
    words = WORDS[lang]
    said = [words["compare-players"]] if len({summary.players for summary in runs.values()}) > 1 else []
    for run, summary in runs.items():
        if summary.games < FEW_GAMES:
            said.append(words["compare-small"].format(run=run, games=count_with_noun("game", summary.games, lang)))
    return said


class Comparison:
    """The measures of two runs in one language."""

    def __init__(self, measures: list[Measure], setups: tuple[Setup, Setup], lang: Lang) -> None:
        self.measures, self.lang, self.words = measures, lang, WORDS[lang]
        self.names: dict[str, str] = {}
        self.endings: dict[str, str] = {}
        self.title = Translated(setups[0].rules.scoring().title)[lang]
        for setup in reversed(setups):
            self.names |= {key: typographic_name(Translated(said)[lang]) for key, said in setup.rules.things().items()}
            self.endings |= {
                key: typographic_name(Translated(said)[lang]) for key, said in setup.rules.endings().items()
            }

    def sentences(self) -> list[str]:
        """Return the significant changes: the game as a whole before single components, by p-value."""
        found = [each for each in self.measures if each.marked]
        marked = sorted(found, key=lambda each: (each.what is What.USAGE, each.p_value))
        if not marked:
            return [self.words["compare-nothing"].format(count=len(self.measures))]
        said = [self.sentence(each) for each in marked[:MAX_SENTENCES]]
        if len(marked) > MAX_SENTENCES:
            said.append(self.words["compare-more"].format(count=len(marked) - MAX_SENTENCES))
        noise = len(self.measures) - len(marked)
        return [*said, self.words["compare-noise"].format(count=noise)]

    def sentence(self, measure: Measure) -> str:
        """Return one change as a sentence."""
        row = self.row(measure)
        rises = "compare-more-of" if measure.after > measure.before else "compare-less-of"
        return self.words[rises].format(name=row.name, before=row.before, after=row.after)

    def row(self, measure: Measure) -> MeasureRow:
        """Return a measure as a table row."""
        verdict = self.words["compare-real" if measure.marked else "compare-maybe"]
        difference = measure.after - measure.before
        sign = "+" if difference > 0 else ""
        if measure.share:
            told = f"{sign}{format_number(100 * difference, self.lang, 1)}"
        else:
            told = f"{sign}{format_number(difference, self.lang, 2)}"
        before, after = (self._value(measure, value) for value in (measure.before, measure.after))
        return MeasureRow(self.name(measure), before, after, told, verdict, measure.marked)

    def _value(self, measure: Measure, value: float) -> str:
        return percent(value, self.lang) if measure.share else format_number(value, self.lang, 2)

    def name(self, measure: Measure) -> str:
        """Return the name of a measure."""
        if measure.what is What.SEAT:
            return self.words["compare-seat"].format(place=ordinal_seat(int(measure.key), self.lang))
        if measure.what is What.ENDING:
            return self.words["compare-ending"].format(ending=self.endings.get(measure.key, measure.key))
        if measure.what is What.USAGE:
            return self.words["compare-use"].format(thing=self.names.get(measure.key, measure.key))
        return self.words[f"compare-{measure.key}"].format(title=self.title)

    def rows(self) -> list[MeasureRow]:
        """Return the table: all measures except usage, and the significant changes in usage."""
        return [self.row(each) for each in self.measures if each.marked or each.what is not What.USAGE]
