"""Playing and replaying in the terminal: choices, taking back, saving, going on."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.play.registry import playable_games
from pnp.terms import Lang
from tests.cli.command import Command, Result, run_command


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs a command while a person types lines; the last line again and again, then the end of input."""

    def run(*words: object, typed: Iterator[str] | None = None) -> Result:
        def read(prompt: str = "") -> str:
            try:
                return next(typed or iter(()))
            except (StopIteration, TypeError):
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)
        return run_command(words, tmp_path, capsys, monkeypatch)

    return run


def always(line: str, most: int = 5000) -> Iterator[str]:
    yield from [line] * most


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", playable_games())
def test_a_person_plays_a_whole_game(pnp: Command, name: str, lang: Lang) -> None:
    code, out, _ = pnp("play", name, "--bots", "greedy", "--seed", 3, "--lang", lang, typed=always("1"))
    assert code == 0
    assert ("Fin de la partie" if lang == Lang.FR else "The game is over") in out


def test_a_game_is_saved_and_gone_on_with(pnp: Command, tmp_path: Path) -> None:
    typed = iter(["1", "1", "s game.txt", "q"])
    code, out, _ = pnp("play", "winston", "--players", 3, "--bots", "random,greedy", "--seed", 0, typed=typed)
    assert code == 0
    assert "game.txt" in out
    saved = (tmp_path / "game.txt").read_text("utf-8")
    assert re.match(r"pnp record 1\ngame: winston\ndeck: [0-9a-f]{16}\nplayers: 3\nseed: \d+\n", saved)
    code, out, _ = pnp("replay", "game.txt")
    assert code == 0
    assert "moves" in out
    code, out, _ = pnp("play", "--resume", "game.txt", typed=always("1"))
    assert code == 0
    assert "Fin de la partie" in out


def test_the_own_last_choice_can_be_taken_back_until_something_is_revealed(pnp: Command, tmp_path: Path) -> None:
    """In Winston playing a card reveals nothing; ending the turn draws."""
    pnp("play", "winston", "--seed", 3, "--bots", "random", typed=iter(["s before.txt", "1", "u", "s after.txt", "q"]))
    assert (tmp_path / "before.txt").read_text("utf-8") == (tmp_path / "after.txt").read_text("utf-8")
    _, out, _ = pnp("play", "winston", "--seed", 3, typed=iter(["u", "q"]))
    assert "Rien à annuler" in out


def test_every_game_is_newly_dealt_and_says_how_to_deal_it_again(pnp: Command, tmp_path: Path) -> None:
    seeds = set()
    for _ in range(3):
        _, out, _ = pnp("play", "winston", "--lang", "en", typed=iter(["s game.txt", "q"]))
        seed = next(line for line in (tmp_path / "game.txt").read_text("utf-8").splitlines() if "seed:" in line)
        assert f"--{seed.replace(':', '')} plays it again" in out
        seeds.add(seed)
    assert len(seeds) == 3


def test_a_file_that_cannot_be_written_does_not_end_the_game(pnp: Command, tmp_path: Path) -> None:
    typed = iter(["s no/folder/game.txt", "s game.txt", "q"])
    code, _, err = pnp("play", "winston", "--lang", "en", typed=typed)
    assert code == 0
    assert "no/folder/game.txt cannot be written: No such file" in err
    assert (tmp_path / "game.txt").is_file()


def test_a_changed_deck_is_reported(pnp: Command, tmp_path: Path) -> None:
    pnp("play", "winston", "--lang", "en", typed=iter(["s game.txt", "q"]))
    record = (tmp_path / "game.txt").read_text("utf-8")
    setup = record.partition("\n\n")[0] + "\n\n"
    (tmp_path / "game.txt").write_text(re.sub("deck: .{16}", f"deck: {'0' * 16}", setup), "utf-8")
    assert "the deck has changed" in pnp("replay", "game.txt")[2]
    assert "the cards have changed" in pnp("play", "--resume", "game.txt", typed=iter(["q"]))[1]


def test_what_is_not_understood_is_asked_again(pnp: Command) -> None:
    _, out, _ = pnp("play", "winston", typed=iter(["0", "999", "abc", "", "²", "q"]))
    assert out.count("Je ne comprends pas") == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play", "a game, or --resume FILE"),
        ("play chess", 'there is no game "chess"'),
        ("play winston --players 9", "winston is for 2 to 6 players"),
        ("play winston --bots deep", '--bots: "deep" is not a bot'),
        ("play winston --option x", "name=value"),
        ("play winston --option x=y", 'winston has no option "x"'),
        ("play winston --preset x", '--preset: winston has no preset "x"'),
        ("play --resume nothing.txt", "nothing.txt cannot be read: No such file"),
        ("replay nothing.txt", "nothing.txt cannot be read: No such file"),
        ("replay .", ". cannot be read: it is a folder, not a file"),
    ],
)
def test_bad_input(pnp: Command, words: str, message: str) -> None:
    code, _, err = pnp(*words.split(), typed=iter(["q"]))
    assert code == 1
    assert message in err


def test_an_illegal_record_is_named_with_its_line(pnp: Command, tmp_path: Path) -> None:
    text = "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\nlang: en\n\n1: eat the bone\n"
    (tmp_path / "bad.txt").write_text(text, "utf-8")
    for command in (("replay", "bad.txt"), ("play", "--resume", "bad.txt")):
        code, _, err = pnp(*command)
        assert code == 1
        assert "bad.txt:7" in err
