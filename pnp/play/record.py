"""Game records: text files that a player can read, replay, check and resume.

    pnp record 1
    game: cotcotcollec
    deck: 0123456789abcdef
    players: 3
    seed: 7
    lang: fr
    options: fox_entry=last
    seats: person, greedy, search:100

    1: …what player 1 did, in words…
    2: …

`seats` says who played: people, or bots by name. `deck` is a hash of the cards in play: with different cards the same
seed deals a different game, and reading the record reports it. Among the moves, empty lines and lines that begin with #
are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from pnp.errors import IllegalMove, Location, Problem, SpecError, did_you_mean, quote_value
from pnp.play.core import OVER, Options, Rules, State, check_seed
from pnp.terms import Lang

HEAD: Final = "pnp record 1"
HEADER_KEYS: Final = ("game", "players", "seed", "lang", "options", "deck", "seats")
PLAYED: Final = "played"
"""Folder of the records of games that people play, within the output of a game."""
PERSON: Final = "person"
"""What stands for a bot's name in the seat of a person."""

REQUIRED_KEYS: Final = ("game", "players", "seed")
UNKNOWN_LANG: Final = Lang("und")
"""Placeholder for the language of a record without `lang`: the first language of its game is used."""
DECK_CHANGED_HINT: Final = "the record was played with a different deck, so its seed now deals different cards"


@dataclass
class Record:
    """A recorded game: its set-up and its moves."""

    game: str
    """Id of the game."""
    players: int
    """Number of players."""
    seed: str
    """Seed of the deal."""
    lang: Lang = Lang.FR
    """Language that the moves are described in."""
    options: Options = field(default_factory=dict)
    """Option values; missing options have their defaults."""
    moves: list[int] = field(default_factory=list)
    """The actions played, in order."""
    deck: str = ""
    """Hash of the deck that was used; empty for a new game or an old record."""
    seats: tuple[str, ...] = ()
    """For each player the name of a bot, or PERSON; empty if unknown."""

    def same_deck(self, rules: Rules) -> bool:
        """Return whether the record was played with this deck; True if it does not say."""
        return self.deck in ("", rules.deck_hash())

    def start(self, rules: Rules) -> State:
        """Return the position after the deal."""
        return rules.new(self.players, self.seed, self.options)

    def replay(self, rules: Rules) -> State:
        """Return the position after all moves."""
        state = self.start(rules)
        for move in self.moves:
            state.apply(move)
        return state


def write_record(record: Record, rules: Rules) -> str:
    """Return the record as text."""
    lines = [HEAD, f"game: {record.game}", f"deck: {rules.deck_hash()}"]
    lines += [f"players: {record.players}", f"seed: {_format_seed(record.seed)}", f"lang: {record.lang}"]
    if record.options:
        lines.append("options: " + " ".join(f"{name}={value}" for name, value in record.options.items()))
    if record.seats:
        lines.append("seats: " + ", ".join(record.seats))
    lines.append("")
    state = record.start(rules)
    for move in record.moves:
        lines.append(f"{state.current() + 1}: {rules.describe(state, move, record.lang)}")
        state.apply(move)
    if state.current() == OVER:
        winners = ", ".join(str(player + 1) for player in state.winners())
        lines += ["", f"# {' – '.join(map(str, state.scores()))} ({winners})"]
    return "\n".join(lines) + "\n"


def read_record(text: str, where: Location, find_rules: Callable[[str], Rules]) -> Record:
    """Parse a record and check every move.

    Raise SpecError or IllegalMove, with the line number, at the first mistake.
    """
    lines = enumerate(text.splitlines(), 1)
    first = next(lines, (1, ""))[1].strip()
    if first != HEAD:
        raise SpecError(
            Problem(where.at(line=1), f"must be {quote_value(HEAD)}", found=quote_value(first), code="E0903")
        )
    record, places = _read_head(lines, where)
    rules = find_rules(record.game)
    if record.lang == UNKNOWN_LANG:
        record.lang = rules.spec.languages[0]
    if record.lang not in rules.spec.languages:
        message = f"must be a language of {record.game} ({', '.join(rules.spec.languages)})"
        raise SpecError(Problem(places["lang"], message, found=quote_value(record.lang), code="E0903"))
    state = record.start(rules)
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        here = where.at(line=number)
        player, _, words = line.partition(":")
        if state.current() == OVER:
            raise IllegalMove(Problem(here, "the game is over before this move", found=quote_value(line), code="E0904"))
        if player.strip() != str(state.current() + 1):
            message = f"must be a move by player {state.current() + 1}"
            raise IllegalMove(Problem(here, message, found=quote_value(line), code="E0904"))
        try:
            move = rules.parse(state, words, record.lang)
        except IllegalMove as error:
            [problem] = error.problems
            hint = problem.hint if record.same_deck(rules) else DECK_CHANGED_HINT
            raise IllegalMove(replace(problem, where=here, hint=hint, code="E0904")) from None
        record.moves.append(move)
        state.apply(move)
    return record


def _read_head(lines: Iterator[tuple[int, str]], where: Location) -> tuple[Record, dict[str, Location]]:
    """Parse the set-up: `key: value` lines up to the first empty one. Return it with the location of each key."""
    found: dict[str, str] = {}
    places: dict[str, Location] = {}
    for number, line in lines:
        if not line.strip():
            break
        here = where.at(line=number)
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key not in HEADER_KEYS:
            raise SpecError(
                Problem(here, "has no known key", did_you_mean(HEADER_KEYS, key), found=quote_value(line), code="E0903")
            )
        if key in found:
            raise SpecError(Problem(here / key, "is given twice", code="E0903"))
        found[key], places[key] = value.strip(), here / key
    for key in REQUIRED_KEYS:
        if not found.get(key):
            raise SpecError(Problem(places.get(key, where / key), "is missing", code="E0903"))
    players = found["players"]
    if not (players.isascii() and players.isdigit() and len(players) < 4):
        raise SpecError(Problem(places["players"], "must be a whole number", found=quote_value(players), code="E0903"))
    try:
        lang = Lang(found.get("lang", UNKNOWN_LANG))
    except ValueError:
        message = "must be a language tag"
        raise SpecError(Problem(places["lang"], message, found=quote_value(found["lang"]), code="E0903")) from None
    options = parse_options(found["options"].split(), places["options"]) if "options" in found else {}
    seed = _read_seed(found["seed"], places["seed"])
    seats = tuple(name.strip() for name in found["seats"].split(",")) if found.get("seats") else ()
    if seats and len(seats) != int(players):
        message = f"must name {players} players"
        raise SpecError(Problem(places["seats"], message, found=quote_value(found["seats"]), code="E0903"))
    return Record(found["game"], int(players), seed, lang, options, deck=found.get("deck", ""), seats=seats), places


def _format_seed(seed: str) -> str:
    """Return a seed as one line, quoted as in JSON if it would otherwise be read differently."""
    plain = seed.isprintable() and seed == seed.strip() and seed and not seed.startswith('"')
    return seed if plain else json.dumps(seed)


def _read_seed(text: str, where: Location) -> str:
    """Parse a seed written by `_format_seed`."""
    if text.startswith('"'):
        with suppress(ValueError):
            seed = json.loads(text)
            return check_seed(seed, where) if isinstance(seed, str) else text
    return check_seed(text, where)


def parse_options(words: list[str], where: Location) -> dict[str, str]:
    """Parse option settings such as `fox_entry=last`; raise SpecError if one is malformed or contradictory."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise SpecError(Problem(where, "must have the form name=value", found=quote_value(word), code="E0906"))
        if options.setdefault(name, value) != value:
            found = f"{quote_value(options[name])} and {quote_value(value)}"
            raise SpecError(Problem(where, f"has two values for {name}", found=found, code="E0906"))
    return options
