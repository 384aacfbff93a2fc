"""Examples in figures, played by the engine: a position, the moves made in it, and what is claimed about the result.

A move is written in the words of a record, in any language of the game, with or without the player's number before it.
Claims are facts that must come out after the moves. A refused move must be one that the rules know and do not allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, Final

from pnp.errors import IllegalMove, Location, PnpError, Problem, SpecError, did_you_mean, quote_value
from pnp.play.core import OVER, Rules, State
from pnp.play.scene import EVERYONE, GameScene
from pnp.terms import Lang

MOST_MOVES: Final = 1000
"""Maximum number of moves in a figure."""
_NUMBERED: Final = re.compile(r"(\d+)\s*:\s*(.*)", re.DOTALL)
SAMPLE_GAMES: Final = 8
"""Number of games played at random to learn which actions and words a game has."""
MOST_PLIES: Final = 400
"""Maximum length of such a game."""
MOST_ACTIONS: Final = 20_000
"""Highest action that is described to see whether a refused move is one of the game's."""
MOST_COMPARED: Final = 5_000
"""Maximum number of descriptions that an unknown one is compared with."""


@dataclass(frozen=True)
class Played:
    """A position and the moves made in it."""

    states: tuple[State, ...]
    """The positions: before the first move, and after each."""
    actions: tuple[int, ...] = ()

    @property
    def last(self) -> State:
        """The position after all moves."""
        return self.states[-1]


def play_moves(start: State, moves: Sequence[str], where: Location) -> Played:
    """Play moves given in words; raise SpecError at the first one that is not legal, with those that are."""
    states, actions = [start], []
    for number, text in enumerate(moves, 1):
        state = states[-1].clone()
        action = _read_move(state, text, where / number)
        state.apply(action)
        states.append(state)
        actions.append(action)
    return Played(tuple(states), tuple(actions))


def _read_move(state: State, text: str, where: Location) -> int:
    """Return the legal action described by a text; raise SpecError if there is none."""
    player = state.current()
    if player == OVER:
        raise SpecError(Problem(where, "comes after the end of the game", found=quote_value(text), code="E0713"))
    words, numbered = text, _NUMBERED.fullmatch(text.strip())
    if numbered:
        if int(numbered[1]) != player + 1:
            message = f"must be a move by player {player + 1}"
            raise SpecError(Problem(where, message, found=quote_value(text), code="E0713"))
        words = numbered[2]
    legal = _described(state, state.legal())
    found = legal.get(_plain(words))
    if found is not None:
        return found
    message = f"is not a legal move for player {player + 1}"
    raise SpecError(Problem(where, message, _near(state, words), found=quote_value(text), code="E0713"))


def _near(state: State, text: str) -> str:
    """Return a hint with the legal moves, in the language that the text is closest to."""
    by_lang = {
        lang: [state.rules.describe(state, action, lang) for action in state.legal()]
        for lang in state.rules.spec.languages
    }
    closest = get_close_matches(text, [words for listed in by_lang.values() for words in listed], n=1, cutoff=0)
    return did_you_mean(next((listed for listed in by_lang.values() if closest and closest[0] in listed), []), text)


def _described(state: State, actions: Iterable[int]) -> dict[str, int]:
    """Return actions by their words, in every language of the game; those that cannot be described are left out."""
    rules = state.rules
    found: dict[str, int] = {}
    for action in actions:
        for lang in rules.spec.languages:
            with suppress(Exception):  # an action may have no words in this position
                found.setdefault(_plain(rules.describe(state, action, lang)), action)
    return found


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def position_facts(state: State, lang: Lang) -> dict[str, int]:
    """Return the facts of a position that every game has.

    | fact | meaning |
    | --- | --- |
    | `score.<player>` | the score if the game were scored now |
    | `winner` | the player who has won; 0 while the game runs, or if several have |
    | `winner.<player>` | 1 for each player who has won, 0 for the others |
    | `turn` | the player to act; 0 when the game is over |
    | `legal` | number of legal moves |
    | `pieces.<zone>` | number of pieces in a zone of the table |
    """
    over, winners = state.current() == OVER, state.winners()
    facts = {f"score.{seat}": score for seat, score in enumerate(state.scores(), 1)}
    facts |= {f"winner.{seat + 1}": int(seat in winners) for seat in range(state.players)}
    facts["winner"] = winners[0] + 1 if len(winners) == 1 else 0
    facts["turn"] = 0 if over else state.current() + 1
    facts["legal"] = 0 if over else len(state.legal())
    scene = state.rules.scene
    if isinstance(scene, GameScene):
        table = scene.table(state, EVERYONE, lang)
        facts |= table.facts
        facts |= {
            f"pieces.{zone.id}": zone.count if zone.count is not None else len(list(zone.pieces))
            for zone in table.zones
        }
    return facts


def false_claims(claims: Mapping[str, Any], facts: Mapping[str, int], where: Location) -> Iterator[Problem]:
    """Yield a problem for each claim that is not true, with the engine's number."""
    for name, value in _flat(claims):
        if isinstance(value, bool) or not isinstance(value, int):
            yield Problem(where / name, "must be a whole number", found=quote_value(value), code="E0204")
        elif name not in facts:
            yield Problem(where / name, "is not a fact of the figure", did_you_mean(sorted(facts), name), code="E0714")
        elif facts[name] != value:
            hint = "correct the example, or check the rules"
            message = f"is claimed to be {value}, but is {facts[name]} in the engine"
            yield Problem(where / name, message, hint, code="E0714")


def _flat(claims: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield claims by name: `score.1 = 7` without quotes is a table in TOML."""
    for name, value in claims.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def wrongly_refused(played: Played, refused: Sequence[str], where: Location) -> Iterator[Problem]:
    """Yield a problem for each move that the engine does not refuse in the last position, or that is no move at all."""
    state = played.last
    legal = _described(state, state.legal()) if state.current() != OVER else {}
    known: Mapping[str, int | None] | None = None
    for number, text in enumerate(refused, 1):
        here, words = where / number, _plain(text)
        if words in legal:
            message, hint = "is legal in this position", "delete it, or correct the position"
            yield Problem(here, message, hint, found=quote_value(text), code="E0715")
            continue
        if known is None:
            known = _vocabulary(played)
        if words not in known:
            message = "is not the description of any move of this game"
            near = get_close_matches(words, sorted(known, key=len)[:MOST_COMPARED], n=3)
            hint = f"did you mean {', '.join(map(quote_value, near))}?" if near else "copy it from `pnp play`"
            yield Problem(here, message, hint, found=quote_value(text), code="E0715")
        elif (action := known[words]) is not None and _accepts(state, action):
            yield Problem(here, "is played by the engine, although it is not legal", found=str(action), code="E0715")


def _accepts(state: State, action: int) -> bool:
    """Return whether the engine plays an action that is not legal."""
    try:
        state.clone().apply(action)
    except IllegalMove:
        return False
    return True


def _vocabulary(played: Played) -> Mapping[str, int | None]:
    """Return the words of all moves: those of actions in this position, and None for words of other positions.

    What a position cannot describe is learned from the example's own positions, and from games played at random.
    """
    state, rules = played.last, played.last.rules
    seen: set[int] = set()
    elsewhere: dict[str, int | None] = {}
    for other in (*played.states, *_sampled(rules, state)):
        if other.current() != OVER:
            seen.update(other.legal())
            elsewhere |= dict.fromkeys(_described(other, other.legal()))
    actions = range(max(seen, default=0) + 1) if max(seen, default=0) <= MOST_ACTIONS else sorted(seen)
    here = _described(state, (action for action in actions if state.current() != OVER))
    return elsewhere | here


def _sampled(rules: Rules, state: State) -> Iterator[State]:
    """Yield positions of games played at random, with the same players and options."""
    rng = Random(0)  # noqa: S311 (cards, not secrets)
    options = getattr(state, "options", None)
    for seed in range(SAMPLE_GAMES):
        try:
            game = rules.new(state.players, seed, options if isinstance(options, Mapping) else None)
        except PnpError:
            return
        for _ in range(MOST_PLIES):
            if game.current() == OVER:
                break
            yield game.clone()
            game.apply(rng.choice(game.legal()))
