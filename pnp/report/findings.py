"""What a run shows, in plain sentences: five for whoever has two minutes, and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import ceil
from typing import Final

from pnp.chart.numeral import number
from pnp.face.typography import titled
from pnp.report.words import WORDS, counted, gap, percent, place, whole
from pnp.sim.claims import Claims, WinRate
from pnp.sim.effects import FEW, Effect
from pnp.sim.folder import Folder
from pnp.sim.intervals import wilson
from pnp.sim.summary import Summary
from pnp.terms import Lang, Spoken

FINE: Final = 0.05
"""The advantage of a seat that a large enough sample shows …"""
ROUGH: Final = 0.1
"""… and that a sample must show to say anything."""
RARE: Final = 0.01
NAMED: Final = 6
"""Names that a sentence bears."""


class Findings:
    """What is to be said of a run in a language."""

    def __init__(self, folder: Folder, summary: Summary, lang: Lang) -> None:
        self.folder, self.summary, self.lang = folder, summary, lang
        self.setup = folder.setup
        self.words = WORDS[lang]
        rules, options = folder.setup.rules, dict(folder.setup.options)
        self.scoring = rules.scoring()
        self.claims = Claims(summary, self.scoring)
        self.things = {key: titled(Spoken(names)[lang]) for key, names in rules.things(options).items()}
        self.endings = {key: titled(Spoken(names)[lang]) for key, names in rules.endings(options).items()}

    @property
    def fair(self) -> float:
        """The share of wins that everybody should have."""
        return self.claims.fair

    @property
    def seats(self) -> list[WinRate]:
        """The share of wins of whoever begins, of the next, and so on."""
        return self.claims.seats

    @property
    def bots(self) -> dict[str, WinRate]:
        """The share of wins of each bot, where there are several."""
        return self.claims.bots

    @property
    def effects(self) -> dict[str, Effect]:
        """What goes with winning."""
        return self.claims.effects

    @property
    def bot_names(self) -> str:
        """Who played: each bot once."""
        return ", ".join(dict.fromkeys(self.setup.bots))

    @property
    def leads(self) -> bool:
        """Whether somebody can be in the lead before the end."""
        return self.scoring.role is None

    @property
    def half(self) -> float:
        """The half-width of the 95 % confidence interval of the first seat's share of wins."""
        low, high = wilson(self.summary.wins[0] / self.summary.unit, self.summary.games)
        return (high - low) / 2

    @property
    def small(self) -> bool:
        """Whether the sample is too small to conclude anything."""
        return self.claims.visible is None or self.claims.visible > ROUGH

    def sentences(self) -> list[str]:
        """Who wins, how long, how it ends, what is never used, whether that is enough."""
        said = [self.first(), self.role(), self.length(), self.end(), self.never(), self.enough()]
        return [sentence for sentence in said if sentence]

    def first(self) -> str:
        """Whether it is good to begin; and the seat that stands out most, if it is another."""
        seat, fair = self.seats[0], self.fair
        key = "first-unknown" if self.small else "first-even"
        if seat.marked:
            key = "first-ahead" if seat.share > fair else "first-behind"
        text = self.words[key].format(fair=percent(fair, self.lang), **self._shares(seat))
        off = [(number_, other) for number_, other in enumerate(self.seats) if number_ and other.marked]
        if off and not seat.marked:
            number_, other = max(off, key=lambda each: abs(each[1].share - fair))
            side = "place-ahead" if other.share > fair else "place-behind"
            text += " " + self.words[side].format(place=place(number_, self.lang), **self._shares(other))
        return text

    def _shares(self, rate: WinRate) -> dict[str, str]:
        """The numbers of a share of wins for a sentence."""
        shares = {"share": rate.share, "low": rate.low, "high": rate.high}
        return {name: percent(share, self.lang) for name, share in shares.items()}

    def role(self) -> str:
        """What the only role that scores makes of its range; empty where everybody scores."""
        found, lang = self.claims.role, self.lang
        if found is None or self.scoring.role is None:
            return ""
        key = "role-middle" if found.inside else "role-open"
        if found.marked:
            key = "role-low" if found.mean < found.most / 2 else "role-high"
        return self.words[key].format(
            role=Spoken(self.scoring.role)[lang], mean=number(found.mean, lang, 1), most=self.amount(found.most),
            low=number(found.low, lang, 1), high=number(found.high, lang, 1), third=number(found.most / 3, lang, 1),
            thirds=number(2 * found.most / 3, lang, 1),
        )  # fmt: skip

    def amount(self, count: float, decimals: int = 0) -> str:
        """A number of points, in the words of the game; in French, less than two of them are singular."""
        single = abs(count) < 2 if self.lang.base == "fr" else count == 1
        name = Spoken(self.scoring.one if single else self.scoring.many)[self.lang]
        return f"{number(count, self.lang, decimals)} {name}"

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
            parts = [f"{self._ending(key)} ({percent(count / self.summary.games, self.lang)})" for key, count in found]
            text = self.words["ends-many"].format(endings=", ".join(parts))
        unseen = [name for key, name in self.endings.items() if key not in self.summary.endings]
        if unseen:
            text += " " + self.words["ends-never"].format(endings=", ".join(unseen), bots=self.bot_names)
        return text

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
        """What these bots never use, or hardly ever; empty where nothing is counted."""
        if not self.things:
            return ""
        said = {"all": str(len(self.things)), "count": str(len(self.unused)), "names": self._names(self.unused)}
        key = "all-used" if not self.unused else "never-one" if len(self.unused) == 1 else "never"
        text = self.words[key].format(bots=self.bot_names, **said)
        return text + (" " + self.words["rare"].format(names=self._names(self.rare)) if self.rare else "")

    def _names(self, keys: Sequence[str]) -> str:
        names = ", ".join(self.things[key] for key in keys[:NAMED])
        more = len(keys) - NAMED
        return self.words["and-more"].format(names=names, count=more) if more > 0 else names

    def enough(self) -> str:
        """Whether the sample is large enough, and what it could have shown."""
        visible, games = self.claims.visible, self.summary.games
        goal = ROUGH if self.small else FINE
        wanted = max(games + 1, self.claims.needed(goal))
        digits = 10 ** max(0, len(str(ceil(wanted))) - 2)
        key = "small" if self.small else "rough" if visible is None or visible > FINE else "enough"
        if self.small and self.claims.any:
            key = "small-yet"
        if visible is None:
            key = "small-one" if games == 1 else "small-blind"
        return self.words[key].format(
            games=counted("game", games, self.lang),
            visible="" if visible is None else gap(visible, self.lang),
            goal=gap(goal, self.lang),
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
