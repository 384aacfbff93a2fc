"""`pnp compare`: what changed, and whether it is more than noise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Command, run_command
from tests.sim.runs import played, setup_of


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    return lambda *words: run_command(("compare", *words), tmp_path, capsys, monkeypatch)


def test_a_real_change_is_distinguished_from_noise(pnp: Command, tmp_path: Path) -> None:
    played(tmp_path / "a", setup_of("winston", players=2), 400)
    played(tmp_path / "b", setup_of("winston", players=2, seed="other"), 400)
    played(tmp_path / "c", setup_of("winston", players=2, options={"end_on_first_empty_hand": "yes"}), 400)
    code, out, _ = pnp("a", "b", "--lang", "en")
    assert code == 0
    assert "What was changed: seed s → other" in out
    assert "Nothing changed by more than chance" in out
    assert "more than chance " not in out.partition("measure")[2], "none of the many measures, by Holm's method"
    code, out, _ = pnp("a", "c", "--lang", "en")
    assert code == 0
    assert "What was changed: end_on_first_empty_hand no → yes" in out
    assert "- Increased: ending: one hand is empty, from 0% to 9" in out
    assert "Decreased: turns per game" in out
    code, out, _ = pnp("a", "c")
    assert "- En hausse\u00a0: fin\u00a0: une main est vide, de 0\u00a0% à 9" in out


def test_the_same_run_and_other_numbers_of_players(pnp: Command, tmp_path: Path) -> None:
    played(tmp_path / "a", setup_of("winston", players=2), 30)
    played(tmp_path / "b", setup_of("winston", players=2), 30)
    played(tmp_path / "c", setup_of("winston", players=3), 30)
    code, out, _ = pnp("a", "b", "--lang", "en")
    assert code == 0
    assert "same set-up and the same deck" in out
    assert "the same, game by game" in out
    code, out, _ = pnp("a", "c", "--lang", "en")
    assert code == 0
    assert "players 2 → 3" in out
    assert "seats are not compared" in out
    assert "a has only 30 games" in out
    assert "win rate" not in out


def test_a_changed_deck_is_reported_row_by_row(pnp: Command, tmp_path: Path) -> None:
    from pnp.play.registry import find_rules
    from pnp.project.folders import bundled_project
    from pnp.sim.setup import make_setup
    from pnp.spec.load import load_game

    text = (bundled_project().components / "cotcotcollec/cards.csv").read_text("utf-8")
    (tmp_path / "cards.csv").write_text(text.replace("ring,9,", "ring,5,"), "utf-8")
    other = {"cards.csv": tmp_path / "cards.csv"}
    rules = find_rules(load_game(bundled_project(), "cotcotcollec", any_box=True, instead=other))
    played(tmp_path / "a", setup_of("cotcotcollec"), 10)
    played(tmp_path / "b", make_setup(rules, 2, "random", {}, "s"), 10)
    code, out, _ = pnp("a", "b", "--lang", "en")
    assert code == 0
    assert "What was changed: cards: ring count=9 → count=5\n" in out


def test_what_cannot_be_compared(pnp: Command, tmp_path: Path) -> None:
    played(tmp_path / "a", setup_of("winston"), 3)
    played(tmp_path / "k", setup_of("koko"), 3)
    folder, _ = played(tmp_path / "open", setup_of("winston"), 3)
    (folder.path / "summary.json").unlink()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/run.json").write_text("{}")
    (tmp_path / "bad/spec.json").write_text("{}")
    for words, message in (
        (("a", "k"), "k is a run of koko, but a is a run of winston"),
        (("a", "nowhere"), "nowhere is not the folder of a run: it does not exist"),
        (("a", "open"), "open is not a finished run"),
        (("bad", "a"), "bad cannot be read as the folder of a run: "),
    ):
        code, _, err = pnp(*words)
        assert code == 1
        assert message in err
    whole = json.loads((tmp_path / "a/summary.json").read_text())
    changes: list[dict[str, object]] = [
        {"turns": [["x", 3]]}, {"turns": [[3, 1]]}, {"players": 3}, {"wins": [1]}, {"choices": [1]}, {"bots": {"a": 1}},
        {"things": {"a": ["x"]}}, {"endings": []}, {"games": None},
    ]  # fmt: skip
    for broken in ("{", "[]", *(json.dumps(whole | change) for change in changes)):
        (folder.path / "summary.json").write_text(broken)
        code, _, err = pnp("a", "open")
        assert code == 1
        assert "open/summary.json cannot be read as the summary of a run: " in err, broken
    assert "a/games.csv is not the folder of a run: it is a file" in pnp("a", "a/games.csv")[2]


def test_a_run_that_does_not_say_its_engine_or_says_too_much(pnp: Command, tmp_path: Path) -> None:
    folder, _ = played(tmp_path / "a", setup_of("winston"), 3)
    told = json.loads((folder.path / "run.json").read_text())
    del told["engine_hash"]
    (folder.path / "run.json").write_text(json.dumps(told))
    assert pnp("a", "a", "--lang", "en")[:2] == (0, "Both runs have the same set-up and the same deck.\n"
        "Both runs are the same, game by game.\n")  # fmt: skip
    (folder.path / "run.json").write_text(json.dumps(told | {"games": 10**20}))
    code, _, err = pnp("a", "a")
    assert code == 1
    assert "a cannot be read as the folder of a run: invalid number of games 100000000000000000000" in err
