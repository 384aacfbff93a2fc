"""Base classes of all games: states, the rules that make them, options, presets and scoring.

An action is an int: the base of its family plus an argument; identical cards share one action. All chance is in the
deal: a state is dealt from a seed and then played deterministically, so a seed and a list of moves fully record a game.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, Protocol

from pnp.errors import IllegalMove, Location, Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.spec.model import Game as Spec
from pnp.terms import Lang, Translated

Translations = Mapping[Lang, str]
"""A text in every language."""
TITLE: Final = Translated({Lang.FR: "Scores", Lang.EN: "Scores"})
ONE: Final = Translated({Lang.FR: "point", Lang.EN: "point"})
MANY: Final = Translated({Lang.FR: "points", Lang.EN: "points"})


@dataclass(frozen=True)
class Scoring:
    """What a game's scores are called; by default points that everyone collects.

    >>> from pnp.play import words
    >>> Scoring(one=words("pomme", "apple"), many=words("pommes", "apples")).many[Lang.EN]
    'apples'
    """

    title: Translations = field(default_factory=lambda: TITLE)
    """Heading."""
    one: Translations = field(default_factory=lambda: ONE)
    """Unit, singular."""
    many: Translations = field(default_factory=lambda: MANY)
    """Unit, plural."""
    role: Translations | None = None
    """The only role that scores, if players take turns in it; nobody leads until all have played it."""
    most: int = 0
    """The highest score possible in this role; 0 if unknown."""


OVER: Final = -1
"""The value of `State.current()` when the game is over."""
WIDTH: Final = 80
"""Usual width of a terminal, in columns."""

Seed = int | str
MAX_SEED_LENGTH: Final = 1000
"""Maximum length of a seed, in characters."""
SEED_OPTION: Final = option_location("--seed")
Options = Mapping[str, str]
"""Option values by name; missing options have their defaults."""
Observation = tuple[Any, ...]
"""What a player may know: a named tuple of ints, strings and tuples. Indistinguishable positions compare equal."""


@dataclass(frozen=True)
class Option:
    """A rule option, as named in the rulings.

    >>> from pnp.play import words
    >>> Option(("no", "yes"), words("jouer sans pioche", "play without a deck")).choices[0]
    'no'
    """

    choices: tuple[str, ...]
    """Allowed values; the first is the default."""
    about: Translations
    """Description, in every language."""


class TableProtocol(Protocol):
    """Descriptions of moves and positions for players."""

    def describe(self, state: Any, action: int, lang: Lang) -> str:
        """Describe a legal action in a player's words; descriptions are unique within a position."""

    def show(self, state: Any, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Return the table as this player sees it, as text for a terminal with so many columns."""


class NotationProtocol(Protocol):
    """Positions as text."""

    def encode(self, state: Any) -> str:
        """Return the complete position as text."""

    def decode(self, text: str) -> Any:
        """Parse the output of `encode`; raise SpecError if the text is not a valid position."""

    def sketch(self, text: str, players: int) -> Any:
        """Build a position from a partial description; raise SpecError if that is impossible."""


class UsageProtocol(Protocol):
    """The components and actions counted while a game is played, and how games end."""

    def ending(self, state: Any) -> str:
        """Return the key of how a finished game ended."""

    def ways(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all possible endings, or of those possible with these options."""

    def uses(self, state: Any, action: int) -> Iterable[str]:
        """Return the keys used by a legal action that has not been played yet."""

    def left(self, state: Any) -> Iterable[tuple[int, str]]:
        """Yield (player, key) for every key that a finished game shows to have been used."""

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all keys, or of those in play with these options."""


class PartsFactory(Protocol):
    """Factory of a game's parts other than its rules (see `pnp.play.registry.GameModule`)."""

    def make_table(self, rules: Any) -> TableProtocol:
        """Make the game's table: descriptions of moves and positions."""

    def make_notation(self, rules: Any) -> NotationProtocol:
        """Make the game's notation: positions as text."""

    def make_usage(self, rules: Any) -> UsageProtocol:
        """Make the game's usage counter."""

    def make_judge(self, rules: Any) -> Any:
        """Make the game's position evaluator, a `pnp.play.judge.Judge`."""

    def make_scene(self, rules: Any) -> Any:
        """Make the game's scene, a `pnp.play.scene.GameScene`."""


class Rules(ABC):
    """The rules of a game, for the deck described by a spec.

    >>> import pnp
    >>> rules = pnp.find_game("koko")
    >>> state = rules.new(players=2, seed=1)
    >>> [rules.describe(state, action, Lang.EN) for action in state.legal()]
    ['end the turn', 'draw a tile', 'jump over a hedge into zone b']
    >>> rules.parse(state, "draw a tile", Lang.EN)
    1
    >>> rules.decode(state.encode()).encode() == state.encode()
    True
    """

    options: ClassVar[Mapping[str, Option]] = {}
    presets: ClassVar[Mapping[str, Options]] = {}
    """Named sets of option values."""
    parts: PartsFactory
    """Factory of the game's other parts; set by `GameModule.make_rules`."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    @property
    def id(self) -> str:
        """Id of the game."""
        return self.spec.id

    @classmethod
    def defaults(cls) -> dict[str, str]:
        """Return the default value of every option.

        >>> import pnp
        >>> pnp.find_game("koko").defaults()
        {'extension': 'no', 'match_sides': 'no', 'stall_guard': 'yes'}
        """
        return {name: option.choices[0] for name, option in cls.options.items()}

    def new(self, players: int, seed: Seed = 0, options: Options | None = None) -> State:
        """Deal a new game; raise SpecError if the number of players or an option is invalid.

        >>> import pnp
        >>> pnp.find_game("winston").new(players=3, seed="rainy evening", options={"face_up": "yes"}).scores()
        [0, 0, 0]
        """
        where, (fewest, most) = Location(game=self.id), self.spec.players
        problems = []
        if not fewest <= players <= most:
            problems.append(Problem(where, f"is for {describe_player_count(self.spec)}", code="E0905"))
        chosen = self.defaults()
        for name, value in (options or {}).items():
            if name not in self.options:
                message = f"has no option {quote_value(name)}"
                problems.append(Problem(where, message, did_you_mean(self.options, name), code="E0906"))
            elif value not in self.options[name].choices:
                message = f"must be one of {', '.join(self.options[name].choices)}"
                problems.append(Problem(where.at(detail=name), message, found=quote_value(value), code="E0906"))
            else:
                chosen[name] = value
        if problems:
            raise SpecError(*problems)
        return self.deal(players, Random(f"{seed}:deal"), chosen)  # noqa: S311 (cards, not secrets)

    def manifest(self) -> Counter[str]:
        """Count every component in the box by design id; a component with several forms counts once."""
        counts: Counter[str] = Counter()
        for deck in self.decks():
            for design in self.spec.decks[deck].designs:
                counts[design.id] += design.count
        return counts

    def deck_hash(self) -> str:
        """Return a hash of the pieces in play and their order; with equal hashes, equal seeds deal equal games."""
        rows = [
            [
                name,
                design.id,
                design.count,
                {key: value for key, value in design.fields.items() if _is_untranslated(value)},
            ]
            for name in self.decks()
            for deck in [self.spec.decks[name]]
            for design in (*deck.designs, *(deck.faces.designs if deck.faces else ()))
        ]
        return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]

    def facts(self) -> Mapping[str, int]:
        """Return the numbers used by the rules, by name, for texts that quote them.

        >>> import pnp
        >>> pnp.find_game("koko").facts()["rounds"]
        2
        """
        return {}

    def scoring(self) -> Scoring:
        """Describe what scores are called and who makes them; by default points that everyone scores."""
        return Scoring()

    @cached_property
    def table(self) -> TableProtocol:
        """Descriptions of moves and positions for players."""
        return self.parts.make_table(self)

    @cached_property
    def notation(self) -> NotationProtocol:
        """Positions as text."""
        return self.parts.make_notation(self)

    @cached_property
    def usage(self) -> UsageProtocol:
        """Counter of the components and actions used."""
        return self.parts.make_usage(self)

    @cached_property
    def scene(self) -> Any:
        """How the table is shown: a `pnp.play.scene.GameScene`."""
        return self.parts.make_scene(self)

    def uses(self, state: State, action: int) -> Iterable[str]:
        """Return the keys of the components, action families and rules used by a legal action."""
        return self.usage.uses(state, action)

    def things(self, options: Options | None = None) -> Mapping[str, Translations]:
        """Return the names of all keys that could be used, or of those in play with these options."""
        return self.usage.things(options)

    def endings(self, options: Options | None = None) -> Mapping[str, Translations]:
        """Return the names of all possible endings by key, or of those possible with these options."""
        return self.usage.ways(options)

    def decks(self) -> tuple[str, ...]:
        """Return the names of the decks in play; by default all decks of the spec."""
        return tuple(self.spec.decks)

    @abstractmethod
    def deal(self, players: int, rng: Random, options: dict[str, str]) -> State:
        """Return the position after set-up, drawing all randomness from `rng`."""

    @abstractmethod
    def imagine(self, observation: Any, rng: Random) -> State:
        """Return a random position with this observation: unknown cards are dealt from the rest."""

    def decode(self, text: str) -> Any:
        """Parse the output of `State.encode`; raise SpecError if the text is not a valid position."""
        return self.notation.decode(text)

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """Describe a legal action in a player's words; descriptions are unique within a position."""
        return self.table.describe(state, action, lang)

    def show(self, state: State, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Return the table as this player sees it, as text for a terminal with so many columns."""
        return self.table.show(state, player, lang, width)

    def parse(self, state: State, text: str, lang: Lang) -> int:
        """Return the legal action with this description; raise IllegalMove if there is none."""
        wanted = " ".join(text.split()).casefold()
        described = {self.describe(state, action, lang): action for action in state.legal()}
        for words, action in described.items():
            if words.casefold() == wanted:
                return action
        raise illegal(state, text.strip(), did_you_mean(described, text))


class State(ABC):
    """A position: mutable and cheap to clone (ints in flat lists; constant data is shared).

    >>> import pnp
    >>> state = pnp.find_game("koko").new(players=2, seed=1)
    >>> while state.current() != OVER:
    ...     state.apply(state.legal()[-1])
    >>> state.winners() in ([0], [1], [0, 1])
    True
    """

    __slots__ = ()

    rules: Rules
    players: int

    @abstractmethod
    def current(self) -> int:
        """Return the player to act, or OVER when the game is over."""

    @abstractmethod
    def legal(self) -> list[int]:
        """Return the current player's legal actions: sorted, unique, and never empty before the end."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play an action in place; raise IllegalMove, with the position, if it is not legal."""

    @abstractmethod
    def clone(self) -> State:
        """Return an independent copy.

        >>> import pnp
        >>> state = pnp.find_game("koko").new(players=2, seed=1)
        >>> tried = state.clone()
        >>> tried.apply(tried.legal()[-1])
        >>> tried.encode() == state.encode()
        False
        """

    @abstractmethod
    def scores(self) -> list[int]:
        """Return each player's score if the game were scored now."""

    def winners(self) -> list[int]:
        """Return the winners: by default everyone with the highest score; empty before the end."""
        if self.current() != OVER:
            return []
        scores = self.scores()
        return [player for player, score in enumerate(scores) if score == max(scores)]

    @abstractmethod
    def observe(self, player: int) -> Observation:
        """Return what this player may know, including everything revealed earlier.

        >>> import pnp
        >>> seen = pnp.find_game("winston").new(players=2, seed=1).observe(0)
        >>> seen.held, seen.deck
        ((5, 5), 56)
        """

    def encode(self) -> str:
        """Return the complete position as text, readable by `Rules.decode`.

        >>> import pnp
        >>> pnp.find_game("koko").new(players=2, seed=1).encode()[:33]
        'options= round=1 turn=koko points'
        """
        return self.rules.notation.encode(self)

    @abstractmethod
    def census(self) -> Counter[str]:
        """Count every component, wherever it is, by design id; always equal to the spec's counts."""

    def spare(self) -> Counter[str]:
        """Count the components returned to the box during set-up, by design id; part of the census."""
        return Counter()

    def turn_mark(self) -> int:
        """Return a number that changes exactly when a turn ends; by default the current player."""
        return self.current()

    def ending(self) -> str:
        """Return the key of how the game ended (see `Rules.endings`); empty while it is running."""
        return "" if self.current() != OVER else self.rules.usage.ending(self)

    def determinize(self, player: int, rng: Random) -> State:
        """Return a random position that this player cannot tell apart from this one.

        >>> import pnp
        >>> state = pnp.find_game("winston").new(players=2, seed=1)
        >>> state.determinize(0, Random(7)).observe(0) == state.observe(0)
        True
        """
        return self.rules.imagine(self.observe(player), rng)


def _is_untranslated(value: object) -> bool:
    """Return whether a field is a single value rather than a text in several languages."""
    return isinstance(value, str | int | float)


def describe_player_count(spec: Spec) -> str:
    """Return how many players a game is for, in words: `2 to 5 players`."""
    fewest, most = spec.players
    number = f"exactly {most}" if fewest == most else f"{fewest} to {most}"
    return f"{number} player{'s' * (most > 1)}"


def check_seed(seed: str, where: Location = SEED_OPTION) -> str:
    """Return the seed; raise SpecError if it is too long or not valid Unicode."""
    if len(seed) > MAX_SEED_LENGTH:
        message = f"must be at most {MAX_SEED_LENGTH:,} characters long"
        raise SpecError(Problem(where, message, found=f"{len(seed):,}", code="E1201"))
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise SpecError(Problem(where, "must be Unicode text", found=quote_value(seed), code="E1201")) from None
    return seed


def shuffled(cards: Iterable[int], rng: Random) -> list[int]:
    """Return the cards in random order; faster than shuffling in place, since bots deal thousands of times."""
    draw = rng.random
    return sorted(cards, key=lambda _: draw())


def illegal(state: State, action: object, hint: str = "") -> IllegalMove:
    """Return the error for a move that is not legal in this position; it includes the position.

    A game raises it in `State.apply`:

        if action not in self.legal():
            raise illegal(self, action)
    """
    player = state.current()
    reason = "cannot be played: the game is over" if player == OVER else f"is not a legal move for player {player + 1}"
    where = Location(game=state.rules.id, detail=state.encode())
    return IllegalMove(Problem(where, f"{quote_value(action)} {reason}", hint, code="E0901"))


SAMPLES: Final = 8
"""Number of sampled positions that a move is compared in."""


def reveals_hidden_cards(state: State, action: int, player: int, rng: Random) -> bool:
    """Return whether the action tells the player something about hidden cards.

    It does if it would look different to them in another position that they cannot tell apart from this one.
    """
    after = _observation_after(state, action, player)
    return any(_observation_after(state.determinize(player, rng), action, player) != after for _ in range(SAMPLES))


def _observation_after(state: State, action: int, player: int) -> object:
    tried = state.clone()
    tried.apply(action)
    return tried.observe(player), tried.current(), tried.legal() if tried.current() == player else None
