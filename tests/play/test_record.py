"""Records are read back, and say at once where they are illegal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pnp.errors import IllegalMove, Location, PnpError, SpecError
from pnp.play.core import OVER
from pnp.play.record import Record, read_record, write_record
from pnp.play.registry import find_rules, playable_games
from pnp.terms import Lang
from tests.play.test_every_game import rules_of

RECORD = Location("record.txt")
SET_UP = "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\n"


def some_game(name: str, moves: int = 10_000, lang: Lang = Lang.FR) -> Record:
    rules = rules_of(name)
    record = Record(name, rules.spec.players[0], "7", lang)
    state = record.start(rules)
    rng = Random(1)
    while state.current() != OVER and len(record.moves) < moves:
        record.moves.append(rng.choice(state.legal()))
        state.apply(record.moves[-1])
    return record


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", playable_games())
def test_a_running_or_finished_game_is_saved_and_read_back(name: str, lang: Lang) -> None:
    rules = rules_of(name)
    for moves in (0, 7, 10_000):
        record = some_game(name, moves, lang)
        text = write_record(record, rules)
        read = read_record(text, RECORD, rules_of)
        assert read == replace(record, deck=rules.deck_hash())
        assert read.replay(rules).encode() == record.replay(rules).encode()


@pytest.mark.parametrize("name", playable_games())
def test_an_illegal_record_names_its_line(name: str) -> None:
    rules = rules_of(name)
    lines = write_record(some_game(name, 12), rules).splitlines()
    wrong = [*lines[:-3], f"{lines[-3].split(':')[0]}: fly to the moon", *lines[-2:]]
    said = rf'^record\.txt:{len(lines) - 2}: "fly to the moon" is not a legal move for player [1-9] \[E0904\]'
    with pytest.raises(IllegalMove, match=said) as caught:
        read_record("\n".join(wrong), RECORD, rules_of)
    assert [problem.where for problem in caught.value.problems] == [RECORD.at(line=len(lines) - 2)]
    with pytest.raises(IllegalMove, match=rf"^record\.txt:{len(lines)} must be a move by player [1-9], not \"9: "):
        read_record("\n".join([*lines[:-1], f"9: {lines[-1].split(':', 1)[1]}"]), RECORD, rules_of)
    over = write_record(some_game(name), rules)
    with pytest.raises(IllegalMove, match='the game is over before this move: "1: more"'):
        read_record(over + "\n1: more\n", RECORD, rules_of)


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "pnp record 2\n", "pnp record 1\n", "pnp record 1\ngame: nothing\nplayers: 2\nseed: 1\n",
        "pnp record 1\ngame: winston\nplayers: many\nseed: 1\n", "pnp record 1\ngame: winston\nplayers: 99\nseed: 1\n",
        "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\nlang: xx\n", "pnp record 1\ncolour: red\n",
        "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\noptions: a\n",
        "pnp record 1\ngame: ../x\nplayers: 2\nseed: 1\n",
        "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\noptions: a=b\n",
    ],
)  # fmt: skip
def test_a_broken_record_is_a_clear_error(text: str) -> None:
    with pytest.raises(PnpError):
        read_record(text, RECORD, rules_of)
    with pytest.raises(SpecError):
        read_record(text, RECORD, rules_of)


@pytest.mark.parametrize(
    ("text", "line", "key", "said"),
    [
        ("pnp record 2", 1, "", 'must be "pnp record 1", not "pnp record 2"'),
        ("pnp record 1\ncolour: red", 2, "", 'has no known key: "colour: red"'),
        ("pnp record 1\ngame: winston\ngame: koko", 3, "game", "is given twice"),
        ("pnp record 1\ngame: winston\nseed: 1", 0, "players", "is missing"),
        ("pnp record 1\ngame: winston\nplayers:\nseed: 1", 3, "players", "is missing"),
        ("pnp record 1\ngame: winston\nplayers: many\nseed: 1", 3, "players", 'must be a whole number, not "many"'),
        (f"{SET_UP}lang: de", 5, "lang", 'must be a language of winston (fr, en), not "de"'),
        (f"{SET_UP}lang: 1 2", 5, "lang", 'must be a language tag, not "1 2"'),
        (f"{SET_UP}options: a", 5, "options", 'must have the form name=value, not "a"'),
        (f"{SET_UP}options: a=1 a=2", 5, "options", 'has two values for a: "1" and "2"'),
    ],
)
def test_a_mistake_in_the_head_has_its_line_and_key(text: str, line: int, key: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_record(text, RECORD, rules_of)
    [problem] = caught.value.problems
    assert (problem.where, problem.said) == (Location("record.txt", line=line, key=key), said)


def test_a_record_says_when_it_was_played_with_another_deck() -> None:
    rules = rules_of("winston")
    text = write_record(some_game("winston", 12), rules)
    assert read_record(text, RECORD, rules_of).same_deck(rules)
    dogs = rules.spec.decks["dogs"]
    turned = dogs.model_copy(update={"designs": list(reversed(dogs.designs))})
    other = find_rules(rules.spec.model_copy(update={"decks": {**rules.spec.decks, "dogs": turned}}))
    assert rules.deck_hash() != other.deck_hash(), "the same seed deals other cards"
    with pytest.raises(IllegalMove, match="played with a different deck"):
        read_record(text, RECORD, lambda name: other)
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("deck:"))
    assert read_record(without, RECORD, rules_of).same_deck(rules), "an older record does not say"
