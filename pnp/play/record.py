"""Records: a game as text that a player can read, replay, check and go on with.

    pnp record 1
    game: cotcotcollec
    deck: 0123456789abcdef
    players: 3
    seed: 7
    lang: fr
    options: fox_entry=last

    1: …what player 1 did, in words…
    2: …

`deck` is a hash of the cards that were played with: with others the same seed deals another game, and whoever reads the
record is told. An empty line or one that begins with # is passed over among the moves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from pnp.errors import IllegalMove, Problem, SpecError, quoted
from pnp.play.core import OVER, Options, Rules, State, check_seed
from pnp.terms import Lang

HEAD: Final = "pnp record 1"
KEYS: Final = ("game", "players", "seed", "lang", "options", "deck")

NEEDED: Final = ("game", "players", "seed")
UNSAID: Final = Lang("und")
"""The language of a record that names none: the first of its game."""
OTHER_DECK: Final = "the record was played with another deck, so its seed now deals other cards"


@dataclass
class Record:
    """What a game is made from: its set-up and its moves."""

    game: str
    players: int
    seed: str
    lang: Lang = Lang.FR
    options: Options = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    deck: str = ""
    """The hash of the deck that it was played with; empty for a game that is just beginning, or an old record."""

    def same_deck(self, rules: Rules) -> bool:
        """Whether it was played with this deck, as far as it says."""
        return self.deck in ("", rules.deck_hash())

    def start(self, rules: Rules) -> State:
        """The position after the deal."""
        return rules.new(self.players, self.seed, self.options)

    def replay(self, rules: Rules) -> State:
        """The position after all moves."""
        state = self.start(rules)
        for move in self.moves:
            state.apply(move)
        return state


def write_record(record: Record, rules: Rules) -> str:
    """The record as text."""
    lines = [HEAD, f"game: {record.game}", f"deck: {rules.deck_hash()}"]
    lines += [f"players: {record.players}", f"seed: {_written(record.seed)}", f"lang: {record.lang}"]
    if record.options:
        lines.append("options: " + " ".join(f"{name}={value}" for name, value in record.options.items()))
    lines.append("")
    state = record.start(rules)
    for move in record.moves:
        lines.append(f"{state.current() + 1}: {rules.describe(state, move, record.lang)}")
        state.apply(move)
    if state.current() == OVER:
        winners = ", ".join(str(player + 1) for player in state.winners())
        lines += ["", f"# {' – '.join(map(str, state.scores()))} ({winners})"]
    return "\n".join(lines) + "\n"


def read_record(text: str, where: str, find_rules: Callable[[str], Rules]) -> Record:
    """The record in a text, every move checked; SpecError or IllegalMove with the line where it goes wrong."""
    lines = enumerate(text.splitlines(), 1)
    if next(lines, (0, ""))[1].strip() != HEAD:
        raise SpecError(Problem(f"{where}:1", quoted(HEAD), quoted(text.partition("\n")[0]), code="E0903"))
    record = _read_head(lines, where)
    rules = find_rules(record.game)
    if record.lang == UNSAID:
        record.lang = rules.spec.languages[0]
    if record.lang not in rules.spec.languages:
        expected = f"a language of {record.game} ({', '.join(rules.spec.languages)})"
        raise SpecError(Problem(f"{where}: lang", expected, quoted(record.lang), code="E0903"))
    state = record.start(rules)
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        player, _, words = line.partition(":")
        if state.current() == OVER:
            raise IllegalMove(Problem(f"{where}:{number}", "nothing: the game is over", quoted(line), code="E0904"))
        if player.strip() != str(state.current() + 1):
            raise IllegalMove(
                Problem(f"{where}:{number}", f"a move of player {state.current() + 1}", quoted(line), code="E0904")
            )
        try:
            move = rules.parse(state, words, record.lang)
        except IllegalMove as error:
            [problem] = error.problems
            hint = problem.hint if record.same_deck(rules) else OTHER_DECK
            raise IllegalMove(
                Problem(f"{where}:{number}", problem.expected, quoted(words.strip()), hint, code="E0904")
            ) from None
        record.moves.append(move)
        state.apply(move)
    return record


def _read_head(lines: Iterator[tuple[int, str]], where: str) -> Record:
    """The set-up: lines of `key: value` up to the first empty one."""
    found: dict[str, str] = {}
    for number, line in lines:
        if not line.strip():
            break
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in KEYS or key.strip() in found:
            raise SpecError(
                Problem(f"{where}:{number}", f"one of {', '.join(KEYS)}, each once", quoted(line), code="E0903")
            )
        found[key.strip()] = value.strip()
    for key in NEEDED:
        if not found.get(key):
            raise SpecError(Problem(where, f"a line {quoted(f'{key}: …')}", "none", code="E0903"))
    players = found["players"]
    if not (players.isascii() and players.isdigit() and len(players) < 4):
        raise SpecError(Problem(f"{where}: players", "a number", quoted(players), code="E0903"))
    try:
        lang = Lang(found.get("lang", UNSAID))
    except ValueError:
        raise SpecError(
            Problem(f"{where}: lang", "the tag of a language", quoted(found["lang"]), code="E0903")
        ) from None
    options = parse_options(found.get("options", "").split(), f"{where}: options")
    return Record(found["game"], int(players), _read_seed(found["seed"]), lang, options, deck=found.get("deck", ""))


def _written(seed: str) -> str:
    """A seed on one line of its own; in quotes, as JSON has them, where it would not be the same when it is read."""
    plain = seed.isprintable() and seed == seed.strip() and seed and not seed.startswith('"')
    return seed if plain else json.dumps(seed)


def _read_seed(text: str) -> str:
    """The seed that was written so."""
    if text.startswith('"'):
        with suppress(ValueError):
            seed = json.loads(text)
            return check_seed(seed) if isinstance(seed, str) else text
    return check_seed(text)


def parse_options(words: list[str], where: str) -> dict[str, str]:
    """Options from words like `fox_entry=last`."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise SpecError(Problem(where, "name=value", quoted(word), code="E0906"))
        if options.setdefault(name, value) != value:
            raise SpecError(
                Problem(where, f"one value for {name}", f"{quoted(options[name])} and {quoted(value)}", code="E0906")
            )
    return options
