"""Playing and replaying in the terminal: choices, taking back, saving, going on."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.cli import INTERRUPTED
from pnp.play.registry import playable_games
from pnp.terms import Lang
from tests.cli.command import Command, Result, run_command


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs a command while a person types lines; the last line again and again, then the end of input."""

    def run(*words: object, typed: Iterator[str] | None = None) -> Result:
        def read(prompt: str = "") -> str:
            sys.stdout.write(prompt)
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
    assert out.endswith("Coups\u00a0: 2. La partie n’est pas finie.\n")
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


def test_help_and_question_mark_explain_choices_and_commands(pnp: Command) -> None:
    for typed, lang, said in (("?", "en", "coordinates"), ("help", "en", "undo"), ("aide", "fr", "coordonnées")):
        _, out, _ = pnp("play", "koko", "--lang", lang, typed=iter([typed, "q"]))
        assert said in out


def test_a_choice_is_made_with_words_without_accents(pnp: Command, tmp_path: Path) -> None:
    typed = iter(["coffre trophee", "COMMENCER even", "s game.txt", "q"])
    _, out, _ = pnp("play", "cotcotcollec", "--lang", "fr", "--seed", 5, "--players", 3, typed=typed)
    moves = (tmp_path / "game.txt").read_text("utf-8").splitlines()
    assert [line for line in moves if line.startswith("1: ")] == [
        "1: créer un coffre à trésor : Le trophée",
        "1: commencer une collection : L’éventail",
    ]
    assert "Je ne comprends pas" not in out


def test_words_that_fit_several_choices_open_a_menu_of_them(pnp: Command, tmp_path: Path) -> None:
    """Enter goes back; a word with typing errors asks what was meant and plays nothing."""
    typed = iter(["coffre", "", "coffre", "3", "colection", "s game.txt", "q"])
    _, out, _ = pnp("play", "cotcotcollec", "--lang", "fr", "--seed", 5, "--players", 3, typed=typed)
    assert out.count("(Entrée\u00a0: retour)") == 4
    assert "Voulais-tu dire" in out
    own = [line for line in (tmp_path / "game.txt").read_text("utf-8").splitlines() if line.startswith("1: ")]
    assert own == ["1: créer un coffre à trésor : L’éventail"], "a guess is not played"


def test_a_placement_is_a_coordinate_then_a_card_seen_as_it_would_lie(pnp: Command, tmp_path: Path) -> None:
    typed = iter(["free", "0 1", "quarter right", "q"])
    _, out, _ = pnp("play", "conquete", "--lang", "en", "--seed", 5, typed=typed)
    before, _, after = out.partition("place at row 0, column 1…")
    assert before.count("place at row") == 1, "a grid and one example, not a line for each placement"
    assert "  -1   1   2   3\n" in before
    assert "1 as it is                2 a quarter turn right " in after
    assert "  ba1 po                    sw1 ba1 " in after
    assert "attack 0 + 0 → 3 + 0" in after
    assert "1: place at row 0, column 1, a quarter turn right" in (
        tmp_path / "output/conquete/played/deal-5.txt"
    ).read_text("utf-8")


@pytest.mark.parametrize("name", ["conquete", "koko"])
def test_no_menu_is_long(pnp: Command, name: str) -> None:
    """Hundreds of legal placements late in a game, and every screen still has few choices."""
    typed = iter([word for _ in range(25) for word in ("draw", "1", "1", "1")] + ["q"])
    _, out, _ = pnp("play", name, "--lang", "en", "--seed", 4, "--bots", "random", typed=typed)
    menus = re.findall(r"Your turn\n(.*?)Your choice", out, re.DOTALL)
    assert len(menus) > 10
    assert max(menu.count("\n") for menu in menus) < 25


def test_tiles_have_names(pnp: Command) -> None:
    _, out, _ = pnp("play", "koko", "--lang", "en", "--seed", 5, "--bots", "random", typed=always("1", 60))
    assert "place tile “" in out
    assert not re.search(r"\bg\d\d\b", out)


def test_every_move_is_told_with_what_followed_from_it(pnp: Command) -> None:
    """Own moves, those of bots, and what happened by itself: the same in the game, on request and in a replay."""
    typed = iter(["1", "1", "1", "end", "l", "s game.txt", "q"])
    _, out, _ = pnp("play", "winston", "--lang", "en", "--seed", 5, "--players", 3, typed=typed)
    assert "You → end the turn\n    Player 1 draws: Sailor (body ×2), Astronaut (body).\n" in out
    bots = (
        "Player 2 → play a body: Knight\n    Player 2 picks up the Knight dog: 3 bodies, 6 points.\n"
        "    Player 2 takes the bone (+6): 3 bodies.\nPlayer 2 → end the turn\n    Player 2 draws 3 cards.\n"
    )
    assert out.count(bots) == 2, "when it happened, and when asked what happened since"
    _, replayed, _ = pnp("replay", "game.txt")
    told = re.sub(r"^ *\d+\. +| +(?=Player \d (?:picks|takes|draws))", "", replayed, flags=re.MULTILINE)
    assert bots.replace("    ", "") in told
    assert "Player 3 draws 2 cards." in told, "hands stay hidden while the game is not over"


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("name", playable_games())
def test_nothing_is_wider_than_the_terminal(
    pnp: Command, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    typed = iter(["?", *(word for _ in range(12) for word in ("draw", "1", "1")), "q"])
    _, out, _ = pnp("play", name, "--lang", "fr", "--seed", 2, typed=typed)
    for line in out.split("\n"):
        assert len(line) <= width or " > " in line or "output/" in line or "--seed" in line, line


def test_the_end_of_input_and_quitting_lose_nothing(pnp: Command, tmp_path: Path) -> None:
    for typed in (iter(["1", "1"]), iter(["1", "1", "q"])):
        _, out, _ = pnp("play", "winston", "--lang", "en", "--seed", 3, typed=typed)
        file = re.findall(r"To continue: pnp play --resume (\S+)", out)[0]
        assert len(re.findall(r"^1: ", (tmp_path / file).read_text("utf-8"), re.MULTILINE)) == 2
        (tmp_path / file).rename(tmp_path / "elsewhere.txt")
    _, out, _ = pnp("play", "winston", "--lang", "en", typed=iter(["q"]))
    assert "saved" not in out, "nothing was chosen"


def test_a_finished_game_is_saved_to_be_watched_again(pnp: Command, tmp_path: Path) -> None:
    _, out, _ = pnp("play", "koko", "--lang", "en", "--seed", 3, "--bots", "random", typed=always("1"))
    file = re.findall(r"To watch it again: pnp replay (\S+)", out)[0]
    _, replayed, _ = pnp("replay", file)
    assert [line for line in out.splitlines() if "Winner" in line] == [replayed.splitlines()[-1]]


def test_a_game_that_nothing_can_be_saved_of_here_is_saved_elsewhere(
    pnp: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "output").write_text("a file in the way")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("pnp.cli.terminal_play.gettempdir", lambda: str(tmp_path / "temporary"))
    _, out, err = pnp("play", "winston", "--lang", "en", "--seed", 3, typed=iter(["1", "q"]))
    assert "output" in err
    assert (tmp_path / "temporary" / "deal-3.txt").is_file()
    assert f"pnp play --resume {tmp_path}" in out


def test_ctrl_c_saves_and_says_how_to_continue(pnp: Command, tmp_path: Path) -> None:
    def interrupted() -> Iterator[str]:
        yield "1"
        raise KeyboardInterrupt

    code, out, _ = pnp("play", "winston", "--lang", "en", "--seed", 3, typed=interrupted())
    assert code == INTERRUPTED
    assert "To continue: pnp play --resume output/winston/played/deal-3.txt" in out
    code, out, _ = pnp("play", "--resume", "output/winston/played/deal-3.txt", typed=iter(["1", "q"]))
    assert code == 0
    assert "saved to output/winston/played/deal-3.txt" in out, "the file that was opened is continued"


def test_bots_are_those_of_the_saved_game(pnp: Command, tmp_path: Path) -> None:
    pnp("play", "winston", "--bots", "random", "--seed", 3, typed=iter(["1", "s game.txt", "q"]))
    assert "seats: person, random\n" in (tmp_path / "game.txt").read_text("utf-8")
    pnp("play", "--resume", "game.txt", typed=iter(["1", "q"]))
    assert "seats: person, random\n" in (tmp_path / "game.txt").read_text("utf-8")
    pnp("play", "--resume", "game.txt", "--bots", "greedy", typed=iter(["1", "q"]))
    assert "seats: person, greedy\n" in (tmp_path / "game.txt").read_text("utf-8")


def test_a_person_keeps_the_seat_of_the_saved_game(pnp: Command, tmp_path: Path) -> None:
    """As in a game that was begun in the browser."""
    pnp("play", "winston", "--lang", "en", "--seed", 3, typed=iter(["1", "s game.txt", "q"]))
    text = (tmp_path / "game.txt").read_text("utf-8").replace("seats: person, greedy", "seats: greedy, person")
    (tmp_path / "game.txt").write_text(text, "utf-8")
    _, out, _ = pnp("play", "--resume", "game.txt", typed=iter(["q"]))
    assert "> Player 2" in out.partition("Your turn")[0]
