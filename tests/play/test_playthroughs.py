"""Golden playthroughs: whole games as stories, one for every game, player count, option and preset."""

from __future__ import annotations

from random import Random

import pytest

from pnp.play.bots.greedy import GreedyBot
from pnp.play.bots.random_bot import RandomBot
from pnp.play.core import OVER, Options
from pnp.play.record import Record, read_record, write_record
from pnp.play.registry import games
from pnp.terms import Lang
from tests.conftest import GOLDEN, Compare
from tests.play.test_every_game import rules_of

FOLDER = "playthroughs"


def stories() -> dict[str, tuple[str, int, Options]]:
    """Each player count by the plain rules and by each preset; each value of each option with the fewest players."""
    found: dict[str, tuple[str, int, Options]] = {}
    for name in games():
        rules = rules_of(name)
        fewest, most = rules.spec.players
        for players in range(fewest, most + 1):
            found[f"{name}_{players}"] = name, players, {}
            for preset, options in rules.presets.items():
                found[f"{name}_{players}_{preset}"] = name, players, options
        for option, about in rules.options.items():
            for value in about.choices[1:]:
                found[f"{name}_{fewest}_{option}-{value}"] = name, fewest, {option: value}
    return found


def tell(name: str, players: int, options: Options) -> str:
    """A game between greedy and random bots, in turns."""
    rules = rules_of(name)
    record = Record(name, players, "story", Lang.EN, options)
    state = record.start(rules)
    bots = [
        GreedyBot(rules, Random(f"{seat}")) if seat % 2 == 0 else RandomBot(Random(f"{seat}"))
        for seat in range(players)
    ]
    while (player := state.current()) != OVER:
        move = bots[player].choose(state.observe(player), state.legal())
        record.moves.append(move)
        state.apply(move)
    return write_record(record, rules)


@pytest.mark.parametrize("story", stories())
def test_golden_playthroughs(story: str, golden: Compare) -> None:
    told = tell(*stories()[story])
    golden(f"{FOLDER}/{story}.txt", told)
    read = read_record(told, story, rules_of)
    assert write_record(read, rules_of(read.game)) == told


def test_there_is_no_story_too_many() -> None:
    assert {path.stem for path in (GOLDEN / FOLDER).glob("*.txt")} == set(stories())
