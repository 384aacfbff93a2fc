"""Any seed that can be given can be saved, and a game goes on whatever happens to its file."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.errors import Location, SpecError
from pnp.play.core import MAX_SEED_LENGTH, check_seed
from pnp.play.record import Record, read_record, write_record
from tests.cli.command import run_command
from tests.examples import examples
from tests.play.test_every_game import rules_of


@given(st.text(max_size=40))
@examples(15)
@example("")
@example(" 7 ")
@example('"7"')
@example("a\nb: c\u2028d\x85")
@example("7" * MAX_SEED_LENGTH)
@example("\x1b[2J\u202e")
def test_every_seed_comes_back_from_a_record(seed: str) -> None:
    rules = rules_of("winston")
    record = Record("winston", 2, check_seed(seed))
    record.moves.append(record.start(rules).legal()[0])
    read = read_record(write_record(record, rules), Location("game.txt"), lambda _: rules)
    assert (read.seed, read.moves) == (seed, record.moves)


@pytest.mark.parametrize("seed", ["\udcff", "7" * (MAX_SEED_LENGTH + 1)])
def test_what_cannot_be_written_down_is_no_seed(seed: str) -> None:
    with pytest.raises(SpecError, match=r"^--seed must be "):
        check_seed(seed)


def test_a_seed_that_is_too_long_names_its_line_in_a_record() -> None:
    text = write_record(Record("winston", 2, "7"), rules_of("winston"))
    with pytest.raises(
        SpecError, match=r"^game\.txt:5: seed must be at most 1,000 characters long, not 1,001 "
    ) as caught:
        read_record(text.replace("seed: 7", f"seed: {'7' * (MAX_SEED_LENGTH + 1)}"), Location("game.txt"), rules_of)
    assert caught.value.problems[0].where == Location("game.txt", line=5, key="seed")


def test_records_of_old_still_have_their_seeds() -> None:
    rules = rules_of("winston")
    text = write_record(Record("winston", 2, "7"), rules)
    assert "\nseed: 7\n" in text
    assert read_record(text.replace("seed: 7", 'seed: "half'), Location("x"), lambda _: rules).seed == '"half'


def test_saving_never_ends_a_game_nor_overwrites_another_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("my notes", "utf-8")
    (tmp_path / "folder").mkdir()
    names = ["notes.txt", "folder", "no/such/folder", "a\0b", "\udcff\udcff", "x" * 5000, "game.txt", "game.txt"]
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
        names.append("pipe")
    typed: Iterator[str] = iter([*(f"s {name}" for name in names), "9" * 5000, "1", "q"])
    monkeypatch.setattr(builtins, "input", lambda _: next(typed))
    code, out, err = run_command(("play", "winston", "--seed", "a\n b", "--lang", "en"), tmp_path, capsys, monkeypatch)
    assert code == 0
    assert next(typed, None) is None
    assert (tmp_path / "notes.txt").read_text("utf-8") == "my notes"
    assert "notes.txt is not a saved game [E0108]" in err
    assert out.count("Game saved to game.txt") == 3, "twice on request, then by quitting"
    assert 'seed: "a\\n b"' in (tmp_path / "game.txt").read_text("utf-8")
    assert "a bug in pnp" not in err
