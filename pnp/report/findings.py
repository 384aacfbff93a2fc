"""What a run shows, in plain sentences: five for whoever has two minutes, and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt
from typing import Final

from pnp.chart.numeral import number
from pnp.report.words import WORDS, counted, percent, place, points, whole
from pnp.sim.effects import FEW, Effect, effects
from pnp.sim.folder import Folder
from pnp.sim.intervals import Z, wilson
from pnp.sim.significance import ALPHA, normal_test
from pnp.sim.summary import Summary
from pnp.terms import Lang, Spoken

FINE: Final = 0.02
"""The half-width of the confidence interval of a seat's share of wins that is good enough …"""
ROUGH: Final = 0.05
"""… and that still says something."""
RARE: Final = 0.01
NAMED: Final = 6
"""Names that a sentence bears."""


@dataclass(frozen=True)
class WinRate:
    """A share of wins with its 95 % confidence interval."""

    share: float
    low: float
    high: float

    def said(self, lang: Lang) -> dict[str, str]:
        """Its numbers for a sentence."""
        return {
            "share": percent(self.share, lang),
            "low": percent(self.low, lang),
            "high": percent(self.high, lang),
        }


class Findings:
    """What is to be said of a run in a language."""

    def __init__(self, folder: Folder, summary: Summary, lang: Lang) -> None:
        self.folder, self.summary, self.lang = folder, summary, lang
        self.setup = folder.setup
        self.words = WORDS[lang]
        rules = folder.setup.rules
        self.things = {key: Spoken(names)[lang] for key, names in rules.things(dict(folder.setup.options)).items()}
        self.endings = {key: Spoken(names)[lang] for key, names in rules.endings(dict(folder.setup.options)).items()}

    @property
    def fair(self) -> float:
        """The share of wins that everybody should have."""
        return 1 / self.summary.players

    @cached_property
    def seats(self) -> list[WinRate]:
        """The share of wins of whoever begins, of the next, and so on."""
        games, unit = self.summary.games, self.summary.unit
        return [WinRate(won / unit / games, *wilson(won / unit, games)) for won in self.summary.wins]

    @cached_property
    def bots(self) -> dict[str, WinRate]:
        """The share of wins of each bot, where there are several."""
        unit = self.summary.unit
        if len(self.summary.bots) < 2:
            return {}
        return {
            name: WinRate(won / unit / seats, *wilson(won / unit, seats))
            for name, (seats, won) in self.summary.bots.items()
        }

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """What goes with winning."""
        return effects(self.summary)

    @property
    def half(self) -> float:
        """The half-width of the confidence interval of the first seat's share of wins."""
        return (self.seats[0].high - self.seats[0].low) / 2

    @property
    def small(self) -> bool:
        """Whether the sample is too small to conclude anything."""
        return self.half > ROUGH

    def sentences(self) -> list[str]:
        """Who wins, how long, how it ends, what is never used, whether that is enough."""
        return [self.first(), self.length(), self.end(), self.never(), self.enough()]

    def first(self) -> str:
        """Whether it is good to begin; and the seat that stands out most, if it is another."""
        seat, fair = self.seats[0], self.fair
        even = "first-unknown" if self.small else "first-even"
        key = "first-ahead" if seat.low > fair else "first-behind" if seat.high < fair else even
        text = self.words[key].format(fair=percent(fair, self.lang), **seat.said(self.lang))
        off = [(number_, other) for number_, other in enumerate(self.seats) if number_ and self._stands_out(other)]
        if off and key == even and self.summary.players > 2:
            number_, other = max(off, key=lambda each: abs(each[1].share - fair))
            side = "place-ahead" if other.share > fair else "place-behind"
            text += " " + self.words[side].format(place=place(number_, self.lang), **other.said(self.lang))
        return text

    def _stands_out(self, seat: WinRate) -> bool:
        """Whether a seat's share is significant after Bonferroni's correction: all seats but the first are tested."""
        standard_error = sqrt(self.fair * (1 - self.fair) / self.summary.games)
        return normal_test((seat.share - self.fair) / standard_error) * (self.summary.players - 1) < ALPHA

    def length(self) -> str:
        """How long games are."""
        turns = self.summary.turns
        low, high = turns.quantile(0.25), turns.quantile(0.75)
        said = {
            "turns": number(turns.mean, self.lang, 1), "low": str(low), "high": str(high),
            "decisions": number(self.summary.decisions.mean, self.lang, 0),
        }  # fmt: skip
        key = "length-one" if turns.total == 1 else "length" if low != high else "length-same"
        return self.words[key].format(**said)

    def end(self) -> str:
        """How games end, and how they could and never do."""
        found = self.summary.endings.most_common()
        if len(found) == 1:
            text = self.words["ends-one"].format(ending=self._ending(found[0][0]))
        else:
            parts = [f"{self._ending(key)} {percent(count / self.summary.games, self.lang)}" for key, count in found]
            text = self.words["ends-many"].format(endings=", ".join(parts))
        unseen = [name for key, name in self.endings.items() if key not in self.summary.endings]
        return text + (" " + self.words["ends-never"].format(endings=", ".join(unseen)) if unseen else "")

    def _ending(self, key: str) -> str:
        return self.endings.get(key, key)

    @cached_property
    def unused(self) -> list[str]:
        """The keys of all that was never used."""
        return [key for key in self.things if key not in self.summary.tally.things]

    @cached_property
    def rare(self) -> list[str]:
        """The keys of what was used in hardly any game."""
        used = self.summary.tally.things
        return [key for key in self.things if key in used and used[key].games < RARE * self.summary.games]

    def never(self) -> str:
        """What is never used, or hardly ever."""
        said = {"all": str(len(self.things)), "count": str(len(self.unused)), "names": self._names(self.unused)}
        key = "all-used" if not self.unused else "never-one" if len(self.unused) == 1 else "never"
        text = self.words[key].format(**said)
        return text + (" " + self.words["rare"].format(names=self._names(self.rare)) if self.rare else "")

    def _names(self, keys: Sequence[str]) -> str:
        names = ", ".join(self.things[key] for key in keys[:NAMED])
        more = len(keys) - NAMED
        return self.words["and-more"].format(names=names, count=more) if more > 0 else names

    def enough(self) -> str:
        """Whether the sample is large enough."""
        seat, goal = self.seats[0], ROUGH if self.small else FINE
        variance = max(each * (1 - each) for each in (self.fair, seat.share))
        wanted = max(self.summary.games + 1, variance * (Z / goal) ** 2)
        digits = 10 ** max(0, len(str(ceil(wanted))) - 2)
        key = "enough" if self.half <= FINE * 1.05 else "small" if self.small else "rough"
        if self.small and not seat.low <= self.fair <= seat.high:
            key = "small-yet"
        if self.summary.games == 1:
            key = "small-one"
        return self.words[key].format(
            games=counted("game", self.summary.games, self.lang),
            half=points(self.half, self.lang),
            wanted=whole(ceil(wanted / digits) * digits, self.lang),
        )

    def warnings(self) -> list[str]:
        """What one must know before one believes the charts."""
        return list(self._warnings())

    def _warnings(self) -> Iterable[str]:
        if self.small:
            yield self.words["warn-small"]
        if not self.setup.reproducible:
            yield self.words["warn-clock"]
        if len(set(self.setup.bots)) > 1:
            yield self.words["warn-bots"]
        thin = [key for key in self.summary.tally.things if key not in self.effects and self._some_do(key)]
        if thin:
            yield self.words["warn-unused"].format(count=len(thin), few=FEW)

    def _some_do(self, key: str) -> bool:
        """Whether some used a thing and some did not: what all use says nothing, however many games there are."""
        return 0 < self.summary.tally.things[key].seats < self.summary.games * self.summary.players
