"""What every game has: states that are played on, rules that make them, options and presets.

An action is an int: the base of its family plus an argument; identical cards are merged into one action. All chance is
in the deal: a state is made from a seed and then played without dice, so that a record of a game is its seed and its
moves.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, Protocol

from pnp.errors import IllegalMove, Problem, SpecError, known, quoted
from pnp.location import Location, option
from pnp.play.scoring import Scoring
from pnp.play.scoring import Words as Words
from pnp.spec.model import Game as Spec
from pnp.terms import Lang

OVER: Final = -1
"""The current player when the game is over."""

Seed = int | str
LONGEST_SEED: Final = 1000
SEED_OPTION: Final = option("--seed")
Options = Mapping[str, str]
"""The value of each option; what is not named has its default."""
Observation = tuple[Any, ...]
"""What a player may know: a named tuple of ints, strings and tuples, equal when two positions look the same."""


@dataclass(frozen=True)
class Option:
    """A switch of the rules, named in the rulings."""

    choices: tuple[str, ...]
    """What it can be; the first is the default."""
    about: Words


class TableLike(Protocol):
    """How a game is shown and said."""

    def describe(self, state: Any, action: int, lang: Lang) -> str:
        """A legal action in a player's words; different actions have different words."""

    def show(self, state: Any, player: int, lang: Lang) -> str:
        """The table as this player sees it, drawn with letters for a terminal."""


class NotationLike(Protocol):
    """Positions as text."""

    def encode(self, state: Any) -> str:
        """The whole position as text."""

    def decode(self, text: str) -> Any:
        """The position that `encode` wrote; SpecError for anything else."""

    def sketch(self, text: str, players: int) -> Any:
        """The position of which a text says what matters; SpecError where it makes none."""


class UsageLike(Protocol):
    """What is counted when a game is watched."""

    def ending(self, state: Any) -> str:
        """How a finished game ended."""

    def ways(self, options: Options | None) -> Mapping[str, Words]:
        """How a game can end; with options, only by them."""

    def uses(self, state: Any, action: int) -> Iterable[str]:
        """The keys that a legal action uses, asked before it is played."""

    def left(self, state: Any) -> Iterable[tuple[int, str]]:
        """The keys that a finished game shows to have been used, each with the player who did."""

    def things(self, options: Options | None) -> Mapping[str, Words]:
        """All keys there are with their names; with options, only what is in play by them."""


class Parts(Protocol):
    """What makes the parts of a game beside its rules (`pnp.play.module.GameModule`)."""

    def make_table(self, rules: Any) -> TableLike:
        """How it is shown and said."""

    def make_notation(self, rules: Any) -> NotationLike:
        """Its positions as text."""

    def make_usage(self, rules: Any) -> UsageLike:
        """What is counted of it."""

    def make_judge(self, rules: Any) -> Any:
        """What its bots think of a position: a `pnp.play.judge.Judge`."""


class State(ABC):
    """A position. Mutable, cheap to clone: ints in flat lists, everything that never changes shared."""

    __slots__ = ()

    rules: Rules
    players: int

    @abstractmethod
    def current(self) -> int:
        """The player to act, OVER when the game is over."""

    @abstractmethod
    def legal(self) -> list[int]:
        """The actions the current player has: sorted, unique, never empty before the end."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play an action in place; IllegalMove, with the position, for any that is not legal."""

    @abstractmethod
    def clone(self) -> State:
        """A copy that can be played on by itself."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The points of each player as they would be counted now."""

    def winners(self) -> list[int]:
        """Who has won: several share it, none before the end. The highest score, where a game does not say."""
        if self.current() != OVER:
            return []
        scores = self.scores()
        return [player for player, score in enumerate(scores) if score == max(scores)]

    @abstractmethod
    def observe(self, player: int) -> Observation:
        """What this player may know, what was shown and remembered included."""

    def encode(self) -> str:
        """The whole position as text; `Rules.decode` reads it."""
        return self.rules.notation.encode(self)

    @abstractmethod
    def census(self) -> Counter[str]:
        """Every component wherever it is, by the id of its design: the spec's counts at every step."""

    def spare(self) -> Counter[str]:
        """Components that went back to the box at the set-up, by the id of their design; part of the census."""
        return Counter()

    def turn_mark(self) -> int:
        """A number that stays the same during a turn and changes when one ends; the player, where that is enough."""
        return self.current()

    def ending(self) -> str:
        """How the game ended, a key of `Rules.endings`; empty while it runs."""
        return "" if self.current() != OVER else self.rules.usage.ending(self)

    def determinize(self, player: int, rng: Random) -> State:
        """A position that this player cannot tell from the real one, the rest dealt again."""
        return self.rules.imagine(self.observe(player), rng)


class Rules(ABC):
    """The rules of a game, for the deck that a spec describes."""

    options: ClassVar[Mapping[str, Option]] = {}
    presets: ClassVar[Mapping[str, Options]] = {}
    """Named sets of options."""
    parts: Parts
    """What else the game brings; `GameModule.make_rules` sets it."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.spec.id

    @classmethod
    def defaults(cls) -> dict[str, str]:
        """Every option with the value that it has when nothing is said."""
        return {name: option.choices[0] for name, option in cls.options.items()}

    def new(self, players: int, seed: Seed = 0, options: Options | None = None) -> State:
        """The position after the deal; SpecError for a wrong number of players or an unknown option."""
        where, (fewest, most) = Location(game=self.id), self.spec.players
        problems = []
        if not fewest <= players <= most:
            problems.append(Problem(where, f"is for {player_numbers(self.spec)}", code="E0905"))
        chosen = self.defaults()
        for name, value in (options or {}).items():
            if name not in self.options:
                message = f"has no option {quoted(name)}"
                problems.append(Problem(where, message, known(self.options, name), code="E0906"))
            elif value not in self.options[name].choices:
                message = f"must be one of {', '.join(self.options[name].choices)}"
                problems.append(Problem(where.at(detail=name), message, found=quoted(value), code="E0906"))
            else:
                chosen[name] = value
        if problems:
            raise SpecError(*problems)
        return self.deal(players, Random(f"{seed}:deal"), chosen)  # noqa: S311 (cards, not secrets)

    def manifest(self) -> Counter[str]:
        """Every component of the box by the id of its design; one form of those that have several."""
        counts: Counter[str] = Counter()
        for deck in self.decks():
            for design in self.spec.decks[deck].designs:
                counts[design.id] += design.count
        return counts

    def deck_hash(self) -> str:
        """A hash of the pieces that are played with, in their order: the same seed then deals the same cards."""
        rows = [
            [name, design.id, design.count, {key: value for key, value in design.fields.items() if _is_plain(value)}]
            for name in self.decks()
            for design in self.spec.decks[name].designs
        ]
        return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]

    def facts(self) -> Mapping[str, int]:
        """The numbers of the rules by name, for texts that speak of them."""
        return {}

    def scoring(self) -> Scoring:
        """What its scores are called, and which role makes them; points of everybody, where a game does not say."""
        return Scoring()

    @cached_property
    def table(self) -> TableLike:
        """How the game is shown and said."""
        return self.parts.make_table(self)

    @cached_property
    def notation(self) -> NotationLike:
        """Its positions as text."""
        return self.parts.make_notation(self)

    @cached_property
    def usage(self) -> UsageLike:
        """What of it is counted when it is watched."""
        return self.parts.make_usage(self)

    def uses(self, state: State, action: int) -> Iterable[str]:
        """The keys of the components, action families and rules that a legal action uses."""
        return self.usage.uses(state, action)

    def things(self, options: Options | None = None) -> Mapping[str, Words]:
        """All keys that could be used, with their names; with options, only what is in play by them."""
        return self.usage.things(options)

    def endings(self, options: Options | None = None) -> Mapping[str, Words]:
        """How a game can end: keys, with words for each; with options, only what is possible by them."""
        return self.usage.ways(options)

    def decks(self) -> tuple[str, ...]:
        """The decks of the spec that are played with: all of them, where a game does not say."""
        return tuple(self.spec.decks)

    @abstractmethod
    def deal(self, players: int, rng: Random, options: dict[str, str]) -> State:
        """The position after the set-up, all chance drawn from the rng."""

    @abstractmethod
    def imagine(self, observation: Any, rng: Random) -> State:
        """A position with this observation: what is not known is dealt at random from what is left."""

    def decode(self, text: str) -> Any:
        """The position that `State.encode` wrote; SpecError for anything else."""
        return self.notation.decode(text)

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """A legal action in a player's words; different actions have different words."""
        return self.table.describe(state, action, lang)

    def show(self, state: State, player: int, lang: Lang) -> str:
        """The table as this player sees it, drawn with letters for a terminal."""
        return self.table.show(state, player, lang)

    def parse(self, state: State, text: str, lang: Lang) -> int:
        """The legal action that is described; IllegalMove when there is none."""
        wanted = " ".join(text.split()).casefold()
        described = {self.describe(state, action, lang): action for action in state.legal()}
        for words, action in described.items():
            if words.casefold() == wanted:
                return action
        raise illegal(state, text.strip(), known(described, text))


def _is_plain(value: object) -> bool:
    """Whether a field is no text in several languages."""
    return isinstance(value, str | int | float)


def player_numbers(spec: Spec) -> str:
    """How many players a game is for, in words: `2 to 5 players`."""
    fewest, most = spec.players
    number = f"exactly {most}" if fewest == most else f"{fewest} to {most}"
    return f"{number} player{'s' * (most > 1)}"


def check_seed(seed: str, where: Location = SEED_OPTION) -> str:
    """Return the seed; SpecError for one that is not Unicode, or too long."""
    if len(seed) > LONGEST_SEED:
        message = f"must be at most {LONGEST_SEED:,} characters long"
        raise SpecError(Problem(where, message, found=f"{len(seed):,}", code="E1201"))
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise SpecError(Problem(where, "must be Unicode text", found=quoted(seed), code="E1201")) from None
    return seed


def shuffled(cards: Iterable[int], rng: Random) -> list[int]:
    """The cards in any order; faster than to shuffle them in place, for bots that deal thousands of times."""
    draw = rng.random
    return sorted(cards, key=lambda _: draw())


def illegal(state: State, action: object, hint: str = "") -> IllegalMove:
    """The error for a move that the position does not allow; it carries the position."""
    player = state.current()
    reason = "cannot be played: the game is over" if player == OVER else f"is not a legal move of player {player + 1}"
    where = Location(game=state.rules.id, detail=state.encode())
    return IllegalMove(Problem(where, f"{quoted(action)} {reason}", hint, code="E0901"))
