"""Playing and replaying in the terminal: choices, taking back, saving, going on."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.play.registry import games
from pnp.terms import Lang
from tests.cli.command import Result, run_command


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs a command while a person types lines; the last line again and again, then the end of input."""

    def run(*words: object, typed: Iterator[str] | None = None) -> Result:
        def read(prompt: str = "") -> str:
            try:
                return next(typed)  # type: ignore[arg-type]
            except (StopIteration, TypeError):
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)
        return run_command(words, tmp_path, capsys, monkeypatch)

    return run


def always(line: str, most: int = 5000) -> Iterator[str]:
    yield from [line] * most


@pytest.mark.parametrize("lang", list(Lang))
@pytest.mark.parametrize("name", games())
def test_a_person_plays_a_whole_game(pnp, name: str, lang: Lang) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = pnp("play", name, "--bots", "greedy", "--seed", 3, "--lang", lang, typed=always("1"))
    assert code == 0
    assert ("Fin de la partie" if lang is Lang.FR else "The game is over") in out


def test_a_game_is_saved_and_gone_on_with(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    typed = iter(["1", "1", "s game.txt", "q"])
    code, out, _ = pnp("play", "winston", "--players", 3, "--bots", "random,greedy", typed=typed)
    assert code == 0
    assert "game.txt" in out
    saved = (tmp_path / "game.txt").read_text("utf-8")
    assert saved.startswith("pnp record 1\ngame: winston\nplayers: 3\n")
    code, out, _ = pnp("replay", "game.txt")
    assert code == 0
    assert "moves" in out
    code, out, _ = pnp("play", "--resume", "game.txt", typed=always("1"))
    assert code == 0
    assert "Fin de la partie" in out


def test_the_own_last_choice_can_be_taken_back_until_something_is_revealed(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """In Winston playing a card reveals nothing; ending the turn draws."""
    pnp("play", "winston", "--seed", 3, "--bots", "random", typed=iter(["s before.txt", "1", "u", "s after.txt", "q"]))
    assert (tmp_path / "before.txt").read_text("utf-8") == (tmp_path / "after.txt").read_text("utf-8")
    _, out, _ = pnp("play", "winston", "--seed", 3, typed=iter(["u", "q"]))
    assert "Rien à reprendre" in out


def test_what_is_not_understood_is_asked_again(pnp) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = pnp("play", "winston", typed=iter(["0", "999", "abc", "", "²", "q"]))
    assert out.count("Pas compris") == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play", "a game, or --resume FILE"),
        ("play chess", "a game that the engine knows"),
        ("play winston --players 9", "from 2 to 6"),
        ("play winston --bots deep", "the names of bots"),
        ("play winston --option x", "name=value"),
        ("play winston --option x=y", "an option"),
        ("play winston --preset x", "a preset"),
        ("play --resume nothing.txt", "a record"),
        ("replay nothing.txt", "a record"),
        ("replay .", "a record"),
    ],
)
def test_bad_input(pnp, words: str, message: str) -> None:  # type: ignore[no-untyped-def]
    code, _, err = pnp(*words.split(), typed=iter(["q"]))
    assert code == 1
    assert message in err


def test_an_illegal_record_is_named_with_its_line(pnp, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = "pnp record 1\ngame: winston\nplayers: 2\nseed: 1\nlang: en\n\n1: eat the bone\n"
    (tmp_path / "bad.txt").write_text(text, "utf-8")
    for command in (("replay", "bad.txt"), ("play", "--resume", "bad.txt")):
        code, _, err = pnp(*command)
        assert code == 1
        assert "bad.txt:7" in err
