"""Records are read back, and say at once where they are illegal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pnp.errors import IllegalMove, PnpError, SpecError
from pnp.play.core import OVER
from pnp.play.record import Record, read_record, write_record
from pnp.play.registry import find_rules, games
from pnp.terms import Lang
from tests.play.test_every_game import rules_of


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
@pytest.mark.parametrize("name", games())
def test_a_running_or_finished_game_is_saved_and_read_back(name: str, lang: Lang) -> None:
    rules = rules_of(name)
    for moves in (0, 7, 10_000):
        record = some_game(name, moves, lang)
        text = write_record(record, rules)
        read = read_record(text, "record.txt", rules_of)
        assert read == replace(record, deck=rules.deck_hash())
        assert read.replay(rules).encode() == record.replay(rules).encode()


@pytest.mark.parametrize("name", games())
def test_an_illegal_record_names_its_line(name: str) -> None:
    rules = rules_of(name)
    lines = write_record(some_game(name, 12), rules).splitlines()
    wrong = [*lines[:-3], f"{lines[-3].split(':')[0]}: fly to the moon", *lines[-2:]]
    with pytest.raises(IllegalMove, match=rf"^record\.txt:{len(lines) - 2}: expected a legal move"):
        read_record("\n".join(wrong), "record.txt", rules_of)
    with pytest.raises(IllegalMove, match=f"a move of player {rules.spec.players[0] + 1}|a move of player"):
        read_record("\n".join([*lines[:-1], f"9: {lines[-1].split(':', 1)[1]}"]), "record.txt", rules_of)
    over = write_record(some_game(name), rules)
    with pytest.raises(IllegalMove, match="the game is over"):
        read_record(over + "\n1: more\n", "record.txt", rules_of)


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
        read_record(text, "record.txt", rules_of)
    with pytest.raises(SpecError):
        read_record(text, "record.txt", rules_of)


def test_a_record_says_when_it_was_played_with_another_deck() -> None:
    rules = rules_of("winston")
    text = write_record(some_game("winston", 12), rules)
    assert read_record(text, "record.txt", rules_of).same_deck(rules)
    dogs = rules.spec.decks["dogs"]
    turned = dogs.model_copy(update={"designs": list(reversed(dogs.designs))})
    other = find_rules(rules.spec.model_copy(update={"decks": {**rules.spec.decks, "dogs": turned}}))
    assert rules.deck_hash() != other.deck_hash(), "the same seed deals other cards"
    with pytest.raises(IllegalMove, match="played with another deck"):
        read_record(text, "record.txt", lambda name: other)
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("deck:"))
    assert read_record(without, "record.txt", rules_of).same_deck(rules), "an older record does not say"
