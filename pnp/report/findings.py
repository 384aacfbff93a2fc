"""Findings of a run, and differences between two runs, as plain sentences with caveats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final

from pnp.sim.claims import MINIMUM_PLAYERS, Claims, Effect, WinRate
from pnp.sim.contrast import Change, Measure, What
from pnp.sim.folder import Folder
from pnp.sim.played import NOTHING_LEFT_OUT, LeftOut, PlayedSetup
from pnp.sim.records import record_path
from pnp.sim.setup import Setup
from pnp.sim.statistics import wilson
from pnp.sim.summary import CLOSEST, ENDING, LONGEST, ONE_SIDED, Summary
from pnp.terms import Lang, Translated
from pnp.text.typography import typographic_name
from pnp.words import NUMBERS, Texts, format_number, with_decimal, with_percent

WORDS: Final = Texts("report")


def percent(share: float, lang: Lang, decimals: int = 1) -> str:
    """Return a share in percent."""
    if 0 < share < 0.0005:
        return f"< {with_percent(format_number(0.1, lang), lang)}"
    return with_percent(format_number(100 * share, lang, decimals), lang)


def fixed(value: float, lang: Lang, decimals: int) -> str:
    """Return a number with a fixed number of decimals, for columns of numbers."""
    text = with_decimal(f"{abs(value):.{decimals}f}", lang)
    return f"−{text}" if value < 0 and float(f"{value:.{decimals}f}") else text


def points(share: float, lang: Lang, *, sign: bool = False) -> str:
    """Return a difference of shares in percentage points."""
    text = fixed(100 * share, lang, 1)
    return f"+{text}" if sign and round(100 * share, 1) > 0 else text


def rough_points(share: float, lang: Lang) -> str:
    """Return an approximate difference of shares in percentage points, as a whole number unless it is small."""
    return format_number(100 * share, lang, 0) if share >= 0.03 else fixed(100 * share, lang, 1)


def with_thousands(count: float, lang: Lang) -> str:
    """Return a whole number with thousands separators."""
    return f"{round(count):,}".replace(",", NUMBERS[lang]["thousands"])


def count_with_noun(what: str, count: int, lang: Lang) -> str:
    """Return a count with its noun, singular or plural."""
    return WORDS[lang][f"{what}-1" if count == 1 else f"{what}-n"].format(count=with_thousands(count, lang))


def ordinal_seat(number: int, lang: Lang) -> str:
    """Return an ordinal for the turn order, given a number from 0."""
    phrase = WORDS[lang].get(f"place-{number + 1}", WORDS[lang]["place-n"])
    return phrase.format(place=number + 1)


def group_name(key: str, lang: Lang) -> str:
    """Return the name of a group of keys."""
    return WORDS[lang].get(f"group-{key}", key.capitalize())


def left_out_sentences(left_out: LeftOut, lang: Lang) -> list[str]:
    """Say how many records of a folder are not counted, and why."""
    counts = {"unfinished": left_out.unfinished, "others": left_out.others, "unreadable": left_out.unreadable}
    return [
        WORDS[lang][f"left-{kind}"].format(games=count_with_noun("game", count, lang))
        for kind, count in counts.items()
        if count
    ]


def played_words(lang: Lang) -> dict[str, str]:
    """Return the texts of reports on games that people played, where they differ from those of runs.

    >>> played_words(Lang.EN)["bots-title"]
    'Win rate by kind of player'
    """
    words = WORDS[lang]
    return {**words, **{key.removesuffix(PLAYED): text for key, text in words.items() if key.endswith(PLAYED)}}


PLAYED: Final = "-played"
"""End of the keys of these texts."""
FINE_ADVANTAGE: Final = 0.05
"""Seat advantage that a large enough sample can detect."""
ROUGH_ADVANTAGE: Final = 0.1
"""Seat advantage that a sample must be able to detect to say anything at all."""
RARE: Final = 0.01
"""Share of games below which a component counts as rarely used."""
MAX_NAMES: Final = 6
"""Maximum number of names in a sentence."""


@dataclass(frozen=True)
class TellingGame:
    """A game worth watching."""

    name: str
    told: str
    link: str
    """Path of its record, relative to the report; empty if there is none."""


class Findings:
    """The findings of a run in one language."""

    def __init__(self, folder: Folder, summary: Summary, lang: Lang, left_out: LeftOut = NOTHING_LEFT_OUT) -> None:
        self.folder, self.summary, self.lang = folder, summary, lang
        self.setup, self.left_out = folder.setup, left_out
        self.played = isinstance(folder.setup, PlayedSetup)
        """Whether people played the games."""
        self.words = played_words(lang) if self.played else WORDS[lang]
        rules, options = folder.setup.rules, dict(folder.setup.options)
        self.scoring = rules.scoring()
        self.claims = Claims(summary, self.scoring)
        self.things = {key: typographic_name(Translated(names)[lang]) for key, names in rules.things(options).items()}
        self.endings = {key: typographic_name(Translated(names)[lang]) for key, names in rules.endings(options).items()}

    @property
    def fair(self) -> float:
        """The win rate that every player should have."""
        return self.claims.fair

    @property
    def seats(self) -> list[WinRate]:
        """Win rates in turn order, starting with the first player."""
        return self.claims.seats

    @property
    def bots(self) -> dict[str, WinRate]:
        """Win rate of each bot; empty unless several bots played."""
        return self.claims.bots

    @property
    def effects(self) -> dict[str, Effect]:
        """Effects on winning, by key."""
        return self.claims.effects

    @property
    def bot_names(self) -> str:
        """Names of the bots, each once."""
        return ", ".join(self.player_name(name) for name in dict.fromkeys(self.setup.bots))

    def player_name(self, bot: str) -> str:
        """Return the name of a bot, or the word for people or for players who are not named."""
        return self.words.get(f"player-{bot}", bot)

    @property
    def has_leader(self) -> bool:
        """Whether a player can be in the lead before the end."""
        return self.scoring.role is None

    @property
    def half_width(self) -> float:
        """Half-width of the 95% confidence interval of the first seat's win rate."""
        low, high = wilson(self.summary.wins[0] / self.summary.unit, self.summary.games)
        return (high - low) / 2

    @property
    def sample_too_small(self) -> bool:
        """Whether the sample is too small to conclude anything."""
        return self.claims.minimum_detectable_effect is None or self.claims.minimum_detectable_effect > ROUGH_ADVANTAGE

    def sentences(self) -> list[str]:
        """Return the summary: who wins, how long games take, how they end, what is unused, sample size."""
        sentences = [
            self.first_seat_sentence(),
            self.role(),
            self.length(),
            self.end(),
            self.unused_sentence(),
            self.sample_sentence(),
        ]
        return [sentence for sentence in sentences if sentence]

    def first_seat_sentence(self) -> str:
        """Say whether going first is an advantage, and which other seat stands out."""
        seat, fair = self.seats[0], self.fair
        key = "first-unknown" if self.sample_too_small else "first-even"
        if seat.marked:
            key = "first-ahead" if seat.share > fair else "first-behind"
        text = self.words[key].format(fair=percent(fair, self.lang), **self._shares(seat))
        off = [(number, other) for number, other in enumerate(self.seats) if number and other.marked]
        if off and not seat.marked:
            number, other = max(off, key=lambda each: abs(each[1].share - fair))
            side = "place-ahead" if other.share > fair else "place-behind"
            text += " " + self.words[side].format(place=ordinal_seat(number, self.lang), **self._shares(other))
        return text

    def _shares(self, rate: WinRate) -> dict[str, str]:
        """Return a win rate and its interval, formatted for a sentence."""
        shares = {"share": rate.share, "low": rate.low, "high": rate.high}
        return {name: percent(share, self.lang) for name, share in shares.items()}

    def role(self) -> str:
        """Say how much of its range the only scoring role achieves; empty if everyone scores."""
        found, lang = self.claims.role, self.lang
        if found is None or self.scoring.role is None:
            return ""
        key = "role-middle" if found.is_balanced else "role-open"
        if found.marked:
            key = "role-low" if found.mean < found.most / 2 else "role-high"
        return self.words[key].format(
            role=Translated(self.scoring.role)[lang],
            mean=format_number(found.mean, lang, 1), most=self.amount(found.most),
            low=format_number(found.low, lang, 1), high=format_number(found.high, lang, 1),
            third=format_number(found.most / 3, lang, 1),
            thirds=format_number(2 * found.most / 3, lang, 1),
        )  # fmt: skip

    def amount(self, count: float, decimals: int = 0) -> str:
        """Return a number of points in the game's words; French uses the singular below two."""
        single = abs(count) < 2 if self.lang.base == "fr" else count == 1
        name = Translated(self.scoring.one if single else self.scoring.many)[self.lang]
        return f"{format_number(count, self.lang, decimals)} {name}"

    def length(self) -> str:
        """Say how long games take."""
        turns = self.summary.turns
        low, high = turns.quantile(0.25), turns.quantile(0.75)
        values = {
            "turns": format_number(turns.mean, self.lang, 1), "low": str(low), "high": str(high),
            "decisions": format_number(self.summary.decisions.mean, self.lang, 0),
        }  # fmt: skip
        key = "length-one" if turns.total == 1 else "length" if low != high else "length-same"
        return self.words[key].format(**values)

    def end(self) -> str:
        """Say how games end, and which endings never occur."""
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
        """Keys of everything that was never used."""
        return [key for key in self.things if key not in self.summary.tally.things]

    @cached_property
    def rare(self) -> list[str]:
        """Keys of everything that was used in hardly any game."""
        used = self.summary.tally.things
        return [key for key in self.things if key in used and used[key].games < RARE * self.summary.games]

    def unused_sentence(self) -> str:
        """Say what these bots never, or hardly ever, use; empty if nothing is counted."""
        if not self.things:
            return ""
        values = {"all": str(len(self.things)), "count": str(len(self.unused)), "names": self._names(self.unused)}
        key = "all-used" if not self.unused else "never-one" if len(self.unused) == 1 else "never"
        text = self.words[key].format(bots=self.bot_names, **values)
        return text + (" " + self.words["rare"].format(names=self._names(self.rare)) if self.rare else "")

    def _names(self, keys: Sequence[str]) -> str:
        names = ", ".join(self.things[key] for key in keys[:MAX_NAMES])
        more = len(keys) - MAX_NAMES
        return self.words["and-more"].format(names=names, count=more) if more > 0 else names

    def sample_sentence(self) -> str:
        """Say whether the sample is large enough, and what it can detect."""
        visible, games = self.claims.minimum_detectable_effect, self.summary.games
        goal = ROUGH_ADVANTAGE if self.sample_too_small else FINE_ADVANTAGE
        wanted = max(games + 1, self.claims.sample_size_for(goal))
        digits = 10 ** max(0, len(str(ceil(wanted))) - 2)
        key = "small" if self.sample_too_small else "rough" if visible is None or visible > FINE_ADVANTAGE else "enough"
        if self.sample_too_small and self.claims.has_claims:
            key = "small-yet"
        if visible is None:
            key = "small-one" if games == 1 else "small-blind"
        return self.words[key].format(
            games=count_with_noun("game", games, self.lang),
            visible="" if visible is None else rough_points(visible, self.lang),
            goal=rough_points(goal, self.lang),
            wanted=with_thousands(ceil(wanted / digits) * digits, self.lang),
        )

    def telling(self) -> list[TellingGame]:
        """Return the games worth watching, with what they tell."""
        games = []
        for number, kinds in self.summary.telling_games.items():
            told = ", ".join(self._telling(kind) for kind in kinds)
            if isinstance(self.setup, PlayedSetup):
                file = self.setup.files[number]
                games.append(TellingGame(file.removesuffix(".txt"), told, file))
            else:
                path = record_path(self.folder.path, number)
                link = path.relative_to(self.folder.path).as_posix() if path.is_file() else ""
                games.append(TellingGame(self.words["telling-game"].format(number=number), told, link))
        return games

    def _telling(self, kind: str) -> str:
        """Say in words what a game tells."""
        row = self.summary.telling[kind]
        if kind.startswith(ENDING):
            return self.words["telling-ending"].format(ending=self._ending(row.ending))
        if kind == LONGEST:
            return self.words["telling-longest"].format(turns=row.turns)
        if kind in (CLOSEST, ONE_SIDED):
            return self.words[f"telling-{kind}" if row.margin else "telling-tie"].format(margin=self.amount(row.margin))
        return self.words["telling-first"]

    def warnings(self) -> list[str]:
        """Return what to keep in mind when reading the charts."""
        return list(self._warnings())

    def _warnings(self) -> Iterable[str]:
        if self.sample_too_small:
            yield self.words["warn-small"]
        if not self.setup.reproducible:
            yield self.words["warn-clock"]
        yield from left_out_sentences(self.left_out, self.lang)
        if len(set(self.setup.bots)) > 1:
            yield self.words["warn-bots"]
        thin = [key for key in self.summary.tally.things if key not in self.effects and self._is_comparable(key)]
        if thin:
            yield self.words["warn-unused"].format(count=len(thin), few=MINIMUM_PLAYERS)

    def _is_comparable(self, key: str) -> bool:
        """Return whether some players used it and some did not; otherwise more games would not help."""
        return 0 < self.summary.tally.things[key].seats < self.summary.games * self.summary.players


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
    caveats = [words["compare-players"]] if len({summary.players for summary in runs.values()}) > 1 else []
    for run, summary in runs.items():
        if summary.games < FEW_GAMES:
            caveats.append(words["compare-small"].format(run=run, games=count_with_noun("game", summary.games, lang)))
    return caveats


class Comparison:
    """The measures of two runs in one language."""

    def __init__(self, measures: list[Measure], setups: tuple[Setup, Setup], lang: Lang) -> None:
        self.measures, self.lang, self.words = measures, lang, WORDS[lang]
        self.names: dict[str, str] = {}
        self.endings: dict[str, str] = {}
        self.title = Translated(setups[0].rules.scoring().title)[lang]
        for setup in reversed(setups):
            self.names |= {
                key: typographic_name(Translated(names)[lang]) for key, names in setup.rules.things().items()
            }
            self.endings |= {
                key: typographic_name(Translated(names)[lang]) for key, names in setup.rules.endings().items()
            }

    def sentences(self) -> list[str]:
        """Return the significant changes: the game as a whole before single components, by p-value."""
        found = [each for each in self.measures if each.marked]
        marked = sorted(found, key=lambda each: (each.what is What.USAGE, each.p_value))
        if not marked:
            return [self.words["compare-nothing"].format(count=len(self.measures))]
        sentences = [self.sentence(each) for each in marked[:MAX_SENTENCES]]
        if len(marked) > MAX_SENTENCES:
            sentences.append(self.words["compare-more"].format(count=len(marked) - MAX_SENTENCES))
        noise = len(self.measures) - len(marked)
        return [*sentences, self.words["compare-noise"].format(count=noise)]

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
            change = f"{sign}{format_number(100 * difference, self.lang, 1)}"
        else:
            change = f"{sign}{format_number(difference, self.lang, 2)}"
        before, after = (self._value(measure, value) for value in (measure.before, measure.after))
        return MeasureRow(self.name(measure), before, after, change, verdict, measure.marked)

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
