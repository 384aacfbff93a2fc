"""The set-up of a run: game, deck, number of players, bots, options and seed.

Game number i of a run depends only on the seed and i, so it is the same game on any machine and in any order. Different
bots change seats from game to game; otherwise the strength of a seat could not be told apart from that of its bot.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypedDict

from pnp.errors import Location, Problem, SpecError, option_location
from pnp.play.bots import Bot, is_reproducible, make_bots, parse_bots
from pnp.play.core import Options, Rules, State, check_seed
from pnp.play.registry import GameModule, find_game_module, load_game_module
from pnp.project.code import ProjectCode
from pnp.spec.model import Game
from pnp.store.cache import cache_key
from pnp.store.fingerprint import code_hash
from pnp.terms import CutBy

PRINT_ONLY_FIELDS: Final = {"cut": CutBy.SHAPE, "outline": None}
"""Deck fields that affect only printing, reset to their defaults."""
WORKER_MODULE: Final = "pnp.sim.work"
"""Module that plays and counts games; it and everything it imports is part of the engine's hash."""


class SetupData(TypedDict):
    """The set-up of a run, for JSON."""

    game: str
    """Id of the game."""
    players: int
    """Number of players."""
    bots: str
    """Bots, comma-separated."""
    options: dict[str, str]
    """Options of the rules that were set."""
    seed: str
    """Random seed of the run."""


@dataclass(frozen=True)
class Setup:
    """What all games of a run have in common."""

    spec: bytes
    """The parts of the game's spec that are played with, compressed for other processes and machines."""
    players: int
    bots: tuple[str, ...]
    """Bot names by seat in the first game."""
    options: tuple[tuple[str, str], ...]
    """Every option of the game with its value."""
    seed: str
    code: ProjectCode | None = None
    """The designer's code that defines the rules; None for an installed game."""

    @property
    def rules(self) -> Rules:
        """The rules for the deck of this set-up."""
        return unpack_rules(self.spec, self.code)

    @property
    def game(self) -> str:
        """Id of the game."""
        return self.rules.id

    @cached_property
    def spec_mark(self) -> str:
        """Hash of everything played with."""
        return hashlib.sha256(zlib.decompress(self.spec)).hexdigest()

    @cached_property
    def engine_mark(self) -> str:
        """Hash of the code that decides how these games go and what is counted."""
        parts = self.rules.parts
        modules = parts.modules("rules", "judge", "usage") if isinstance(parts, GameModule) else []
        return cache_key(code_hash(WORKER_MODULE, *modules), self.code.hash if self.code else "")

    @property
    def reproducible(self) -> bool:
        """Whether the same games can be played again; not with bots that have a time budget."""
        return all(is_reproducible(name) for name in self.bots)

    def seated(self, number: int) -> tuple[str, ...]:
        """Return the bots by seat in a game; they move one seat further in each game."""
        shift = number % self.players
        return self.bots[-shift:] + self.bots[:-shift] if shift else self.bots

    def start(self, number: int) -> tuple[State, list[Bot]]:
        """Return the position after the deal of a game, and its bots."""
        seed = f"{self.seed}:{number}"
        rules = self.rules
        state = rules.new(self.players, seed, dict(self.options))
        return state, make_bots(rules, ",".join(self.seated(number)), self.players, seed)

    def as_data(self) -> SetupData:
        """Return the set-up as it appears in run.json; two runs have the same set-up if these are equal."""
        return {
            "game": self.game,
            "players": self.players,
            "bots": ",".join(self.bots),
            "options": dict(self.options),
            "seed": self.seed,
        }


def make_setup(rules: Rules, players: int | None, bots: str, options: Options, seed: str) -> Setup:
    """Make the set-up of a run; raise SpecError with all problems found."""
    fewest, most = rules.spec.players
    count = players if players is not None else max(2, fewest)
    problems: list[Problem] = []
    names: list[str] = []
    try:
        check_seed(seed)
    except SpecError as error:
        problems += error.problems
    try:
        rules.new(count, 0, options)
    except SpecError as error:
        problems += error.problems
    try:
        names = parse_bots(bots)
    except SpecError as error:
        problems += error.problems
    if len(names) > max(count, 1) and fewest <= count <= most:
        message = f"must name at most {count} bots, one for each player"
        problems.append(Problem(option_location("--bots"), message, found=str(len(names)), code="E0909"))
    if problems:
        raise SpecError(*problems)
    chosen = rules.defaults() | dict(options)
    seats = tuple(names[min(seat, len(names) - 1)] for seat in range(count))
    code = rules.parts.part("code") if isinstance(rules.parts, GameModule) else None
    return Setup(pack_spec(rules), count, seats, tuple(chosen.items()), seed, code)


def pack_spec(rules: Rules) -> bytes:
    """Return the decks in play, without anything that only affects printing, as compressed JSON."""
    spec = rules.spec
    played = spec.model_copy(
        update={
            "box": [],
            "rules": [],
            "text": {},
            "numbers": {},
            "sizes": {},
            "cut": None,
            "decks": {name: spec.decks[name].model_copy(update=PRINT_ONLY_FIELDS) for name in rules.decks()},
        }
    )
    return zlib.compress(played.model_dump_json(by_alias=True, exclude_defaults=True).encode(), 9)


@lru_cache(maxsize=8)
def unpack_rules(spec: bytes, code: ProjectCode | None = None) -> Rules:
    """Return the rules for a packed spec, cached in each process."""
    game = Game.model_validate_json(zlib.decompress(spec))
    module = load_game_module(code) if code else find_game_module(game.id)
    if module is None:
        raise SpecError(Problem(Location(game=game.id), "has no rules", code="E0907"))
    return module.make_rules(game)
