"""Golden playthroughs: whole games as stories, one for every game, player count, option and preset."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

import pytest

from pnp.errors import Location
from pnp.games.winston.rules import END
from pnp.play.bots import Bot, GreedyBot, RandomBot
from pnp.play.core import OVER, Observation, Options
from pnp.play.record import Record, read_record, write_record
from pnp.play.registry import playable_games
from pnp.terms import Lang
from tests.conftest import GOLDEN, Compare
from tests.play.test_every_game import rules_of

FOLDER = "playthroughs"
SEED = "story"
REACHING: Final[dict[str, tuple[int, str]]] = {
    "conquete_heal_cap-none": (2, "story 1"),
    "cotcotcollec_fox_target-any": (3, "story"),
    "cotcotcollec_second_after_tie-yes": (3, "story"),
    "koko_stall_guard-no": (2, "story 1"),
    "winston_five_plus_bucket-yes": (6, "story"),
    "winston_swap_then_play-yes": (4, "hoarders 95"),
}
"""Players and seed of the stories in which the option would not come up with the fewest players and the usual seed."""
HOARDERS: Final = "hoarders"
"""Where this begins a seed, all end their turns as soon as they may: in Winston they keep heads that nobody needs."""


class HoardingBot:
    """Ends the turn as soon as it may, and plays the first action else."""

    def choose(self, observation: Observation, legal: list[int]) -> int:
        return END if END in legal else legal[0]


class Story(NamedTuple):
    """What a playthrough tells."""

    game: str
    players: int
    options: Options
    seed: str = SEED


def stories() -> dict[str, Story]:
    """Each player count by the plain rules and by each preset; each value of each option."""
    found: dict[str, Story] = {}
    for name in playable_games():
        rules = rules_of(name)
        fewest, most = rules.spec.players
        for players in range(fewest, most + 1):
            found[f"{name}_{players}"] = Story(name, players, {})
            for preset, options in rules.presets.items():
                title = f"{name}_{players}_{preset}"
                found[title] = Story(name, players, options, REACHING.get(title, (players, SEED))[1])
        for option, about in rules.options.items():
            for value in about.choices[1:]:
                title = f"{name}_{option}-{value}"
                players, seed = REACHING.get(title, (fewest, SEED))
                found[title] = Story(name, players, {option: value}, seed)
    return found


@cache
def play(game: str, players: int, options: tuple[tuple[str, str], ...], seed: str) -> list[int]:
    """The moves of a game between greedy and random bots by turns."""
    rules = rules_of(game)
    state = rules.new(players, seed, dict(options))
    bots: list[Bot] = [
        GreedyBot(rules, Random(f"{seat}")) if seat % 2 == 0 else RandomBot(Random(f"{seat}"))
        for seat in range(players)
    ]
    if seed.startswith(HOARDERS):
        bots = [HoardingBot() for _ in range(players)]
    moves = []
    while (player := state.current()) != OVER:
        move = bots[player].choose(state.observe(player), state.legal())
        moves.append(move)
        state.apply(move)
    return moves


@cache
def look(game: str, players: int, options: tuple[tuple[str, str], ...], seed: str) -> list[str]:
    """What every player saw before each of these moves, and the first one at the end."""
    rules = rules_of(game)
    state = rules.new(players, seed, dict(options))
    seen = []
    for move in play(game, players, options, seed):
        seen.append("\n".join(rules.show(state, seat, Lang.EN) for seat in range(players)))
        state.apply(move)
    return [*seen, rules.show(state, 0, Lang.EN)]


def differs(story: Story) -> bool:
    """Whether the options make another game of it, or show the players something else."""
    changed, plain = both(story)
    return play(*changed) != play(*plain) or look(*changed) != look(*plain)


Played = tuple[str, int, tuple[tuple[str, str], ...], str]


def both(story: Story) -> tuple[Played, Played]:
    """The game of a story with its options, and without."""
    game, players, options, seed = story
    return (game, players, tuple(options.items()), seed), (game, players, (), seed)


def tell(story: Story) -> str:
    rules = rules_of(story.game)
    moves = play(*both(story)[0])
    return write_record(Record(story.game, story.players, story.seed, Lang.EN, story.options, moves), rules)


def shown(story: Story) -> str:
    """Where the moves are those of the plain game: what the option first shows otherwise, as a comment."""
    changed, plain = both(story)
    if not story.options or play(*changed) != play(*plain):
        return ""
    first = next(now for now, then in zip(look(*changed), look(*plain), strict=True) if now != then)
    return "".join(f"# {line}\n" for line in first.splitlines())


@pytest.mark.parametrize("title", stories())
def test_golden_playthroughs(title: str, golden: Compare) -> None:
    told = tell(stories()[title])
    golden(f"{FOLDER}/{title}.txt", told + shown(stories()[title]))
    read = read_record(told, Location(title), rules_of)
    assert write_record(read, rules_of(read.game)) == told


@pytest.mark.parametrize("title", [title for title, story in stories().items() if story.options])
def test_an_option_makes_another_game_of_its_story(title: str) -> None:
    assert differs(stories()[title])


def test_there_is_no_story_too_many() -> None:
    assert {path.stem for path in (GOLDEN / FOLDER).glob("*.txt")} == set(stories())
