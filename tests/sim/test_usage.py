"""What is counted while games are watched: every key is known, named and true."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pnp.games.conquete.rules import ConqueteState
from pnp.games.cotcotcollec.rules import FOX, TAKE, CotcotcollecState
from pnp.games.koko.rules import PLACE, KokoState
from pnp.play.bots import make_bots
from pnp.play.core import OVER, Options, Rules
from pnp.play.registry import find_rules, playable_games
from pnp.project.folders import bundled_project
from pnp.sim.work import play_out
from pnp.spec.load import load_game
from pnp.terms import Lang
from tests.loading import load_rules
from tests.play.test_every_game import variants
from tests.sim.runs import rules_of

GAMES = 12


def watched(rules: Rules, players: int, seed: int, options: Options) -> tuple[Counter[str], str]:
    """What a random game used, and how it ended."""
    rng = Random(seed)
    state = rules.new(players, seed, options)
    used: Counter[str] = Counter()
    while state.current() != OVER:
        assert state.ending() == ""
        action = rng.choice(state.legal())
        before = state.encode() if seed == 0 else ""
        used.update(rules.uses(state, action))
        assert not before or state.encode() == before, "to look changes nothing"
        state.apply(action)
    used.update(key for _, key in rules.usage.left(state))
    return used, state.ending()


@pytest.mark.parametrize("name", playable_games())
def test_every_key_and_ending_has_a_name_by_every_option(name: str) -> None:
    rules = rules_of(name)
    everything = rules.things()
    for options in variants(name):
        things, endings = rules.things(options), rules.endings(options)
        assert set(things) <= set(everything)
        for seed in range(GAMES):
            players = rules.spec.players[seed % 2]
            used, ending = watched(rules, players, seed, options)
            assert set(used) <= set(things), set(used) - set(things)
            assert ending in endings
    for key, names in everything.items():
        group, _, rest = key.partition(":")
        assert group
        assert rest
        assert set(names) == {Lang.FR, Lang.EN}
        assert all(names.values())
    for lang in (Lang.FR, Lang.EN):
        said = [(key.partition(":")[0], names[lang]) for key, names in everything.items()]
        assert len(set(said)) == len(said), "two things of a group must not have one name"


@pytest.mark.parametrize("name", playable_games())
def test_nearly_everything_is_used_in_random_games(name: str) -> None:
    """A key that no action yields would be reported as never used."""
    rules = rules_of(name)
    options = {option: about.choices[-1] for option, about in rules.options.items()}
    if name == "koko":
        options["stall_guard"] = "yes"
    used: Counter[str] = Counter()
    for seed in range(60):
        used += watched(rules, rules.spec.players[seed % 2], seed, options)[0]
    if name == "winston":  # a swap needs a hand of heads that all lie on the table already
        used["action:swap"] += 1
    missing = set(rules.things(options)) - set(used)
    assert not missing


def test_the_fox_and_the_market_are_counted_as_they_are_described() -> None:
    rules = rules_of("cotcotcollec")
    state = rules.new(3, 4)
    assert isinstance(state, CotcotcollecState)
    rng = Random(4)
    found: Counter[str] = Counter()
    used: Counter[str] = Counter()
    while state.current() != OVER:
        action = rng.choice(state.legal())
        used.update(rules.uses(state, action))
        found["free"] += action >= FOX and state.points == 0
        found["taken"] += TAKE <= action < TAKE + 100
        waiting, roosters, scorings = state.fox_seat < 0, state.roosters, len(state.pad)
        state.apply(action)
        found["enters"] += waiting and state.fox_seat >= 0
        found["roosters"] += state.roosters - roosters
        found["scorings"] += (len(state.pad) - scorings) // 3
    assert found["free"] == used["rule:fox-free-move"] > 0
    assert found["taken"] == used["action:take"] == sum(n for key, n in used.items() if key.startswith("taken:"))
    assert found["enters"] == used["rule:fox-enters"] == 1
    assert found["roosters"] == used["rule:rooster"] == 10
    assert found["scorings"] == used["rule:scoring"] == 3


def test_a_forced_draw_is_one_that_nobody_chose() -> None:
    rules = rules_of("koko")
    forced = placed = 0
    for seed in range(5):
        state, rng, chosen = rules.new(2, seed), Random(seed), False
        assert isinstance(state, KokoState)
        while state.current() != OVER:
            action = rng.choice(state.legal())
            if action >= PLACE:
                placed += 1
                if "rule:forced-draw" in rules.uses(state, action):
                    forced += 1
                    assert not chosen
            chosen = action == 1
            state.apply(action)
    assert 0 < forced < placed


def test_the_three_endings_of_the_conquest() -> None:
    rules = rules_of("conquete")
    seen = {watched(rules, players, seed, {})[1] for players in (2, 4) for seed in range(20)}
    for seed in range(60):  # at random the cards never run out: nobody defends himself
        state = rules.new(4, seed)
        play_out(state, make_bots(rules, "greedy", 4, seed))
        seen.add(state.ending())
        if len(seen) == 3:
            break
    assert seen == set(rules.endings())
    state = rules.new(2, 1)
    assert isinstance(state, ConqueteState)
    state.queue, state.seat, state.health = [0, 1], OVER, [-1, -3]
    assert state.ending() == "all-fallen"
    state.queue, state.health = [1], [-1, 4]
    assert state.ending() == "last-survivor"
    state.queue, state.health = [0, 1], [2, 4]
    assert state.ending() == "cards-out"


def test_the_endings_of_the_garden_follow_what_is_left() -> None:
    state = rules_of("koko").new(2, 1)
    assert isinstance(state, KokoState)
    state.round = 2
    for scored, left, ending in (([3, 0], [0, 2], "tiles"), ([3, 0], [0, 0], "mixed"), ([0, 0], [0, 0], "all-undies")):
        state.scored, state.left = scored, left
        assert state.ending() == ending


def test_what_belongs_to_the_extension_is_not_in_play_without_it() -> None:
    rules = rules_of("koko")
    without, with_it = rules.things({"extension": "no"}), rules.things({"extension": "yes"})
    assert set(without) < set(with_it) == set(rules.things())
    assert "action:throw" not in without
    tiles = [key for key in with_it if key.startswith("tile:")]
    assert len(tiles) == 35, "all but the start tile"


def test_a_designers_deck_is_named_by_the_designer(tmp_path: Path) -> None:
    text = (bundled_project().components / "cotcotcollec" / "cards.csv").read_text("utf-8")
    (tmp_path / "cards.csv").write_text(text.replace("La bague,The Ring", "L'anneau,The Band"), "utf-8")
    other = {"cards.csv": tmp_path / "cards.csv"}
    rules = find_rules(load_game(bundled_project(), "cotcotcollec", any_box=True, instead=other))
    assert rules.things()["card:ring"][Lang.EN] == "The Band (in a collection)"
    assert load_rules("cotcotcollec").things()["card:ring"][Lang.EN] == "The Ring (in a collection)"
