"""What strangers write, seen from the terminal: one clear line, no flood, nothing that acts on the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.console import PlainConsole, add_row, new_table
from pnp.errors import (
    MAX_MESSAGE_LENGTH,
    MAX_PROBLEMS,
    Location,
    PnpError,
    Problem,
    did_you_mean,
    escape_unsafe,
    quote_value,
)
from pnp.printers import saved_printers
from pnp.project.folders import Project
from pnp.store.files import settings_file
from tests.cli.command import Command

ESCAPE = "\x1b[2J\x9b31m\u202e\x07"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    run = f'pnp() {{ "{sys.executable}" -m pnp "$@"; }}; {command}'
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(["bash", "-c", run], cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", ["pnp.toml", "components/lowtide/game.toml"])
def test_control_characters_are_shown_and_never_sent(copied: Project, pnp: Command, file: str) -> None:
    path = copied.root / file
    before = path.read_text("utf-8") if path.exists() else ""
    path.write_text(f"{json.dumps(ESCAPE)} = 1\n{before}", "utf-8")
    code, _, err = pnp("build", "lowtide", cwd=copied.root)
    assert code == 1
    assert "\\x1b[2J\\x9b31m\\u202e\\x07" in err
    assert not any(sign in err for sign in ESCAPE if not sign.isascii() or not sign.isprintable())


def test_tables_and_texts_cannot_act_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console = PlainConsole(width=80)
    shown = new_table("a")
    add_row(shown, ESCAPE)
    console.print(shown)
    console.print(ESCAPE)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.count("\\x1b[2J") == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [((ESCAPE,), 2), (("build", f"--{ESCAPE}"), 2), (("build", "--sides", ESCAPE), 2), (("build", ESCAPE), 1)],
)
def test_what_is_typed_is_not_sent_back_as_it_is(
    copied: Project, pnp: Command, words: tuple[str, ...], code: int
) -> None:
    found, _, err = pnp(*words, cwd=copied.root)
    assert found == code
    assert "\x1b" not in err
    assert "\u202e" not in err


def test_a_flood_of_problems_is_counted(copied: Project, pnp: Command) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text("".join(f"key{n} = 1\n" for n in range(5_000)) + spec.read_text("utf-8"), "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert f"and {5_000 - MAX_PROBLEMS:,} more" in err
    assert "5,000 problems" in err
    assert len(err) < 10_000


def test_messages_are_short_whatever_they_quote() -> None:
    hint = did_you_mean([f"n{n}" for n in range(10**4)], "x")
    problem = Problem(Location("w" * 10**5), "e" * 10**5, hint, found="f\nf" * 10**5, code="E0204")
    assert len(str(problem)) < 10 * MAX_MESSAGE_LENGTH
    assert str(problem).count("\n") == 1  # the hint is on a separate line
    assert "and 9,940 more" in str(problem)
    assert len(str(PnpError(*(Problem(Location(str(n)), "e", found="f", code="E0204") for n in range(10**4))))) < 10_000
    assert quote_value(10**5000) == '"a number too long to show"'
    assert escape_unsafe("é\n→\t") == "é\n→\t"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (f"bleed = {'9' * 6000}", "a number has too many digits"),
        (f"bleed = {'9' * 400}", "from 0 to 10 mm"),
        (f"bleed = {'[' * 20_000}", "nested too deeply"),
        (f"bleed{'.a' * 20_000} = 1", "pnp.toml:1: a key must have at most 30 parts"),
        (f"[{'a.' * 5_000}a]", "pnp.toml:1: a key must have at most 30 parts"),
        ("bleed = nan", "from 0 to 10 mm"),
        ("bleed = true", "from 0 to 10 mm"),
        ('bleed = "3"', "from 0 to 10 mm"),
        ("margin = [true, 5, 5, 5]", "millimetres"),
        ("paper = 4", "the name of a paper"),
        ("marks = 1", "true or false"),
        ("languages = [1]", "a language"),
        ("fonts = {}", "fonts must be a list of folders or installed packages"),
        ("output = []", "a folder inside the project"),
    ],
)
def test_settings_of_the_wrong_type_or_without_end(copied: Project, pnp: Command, toml: str, message: str) -> None:
    (copied.root / "pnp.toml").write_text(toml, "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert message in err


@pytest.mark.parametrize(
    "saved",
    [
        '{"offset": "12"}',
        '{"offset": [true, true]}',
        '{"offset": {"1": 0, "2": 0}}',
        '{"offset": [1, 2, 3]}',
        '{"offset": [1e300, 0]}',
        '{"offset": [NaN, 0]}',
        '{"printers": {"default": {"offset": [0, 0], "turn": "1"}}}',
        '{"printers": {"default": {"offset": [0, 0], "scale": 2}}}',
        '{"printers": {"default": {"offset": [0, 0], "margin": "5555"}}}',
        '{"printers": {"default": {"offset": [0, 0], "margin": [-1, 0, 0, 0]}}}',
        '{"printers": []}',
        "[" * 100_000,
        "9" * 6000,
    ],
)
def test_no_back_is_moved_by_settings_of_the_wrong_type(saved: str) -> None:
    settings_file().write_text(saved, "utf-8")
    try:
        with pytest.raises(PnpError, match=r"settings\.json"):
            saved_printers()
    finally:
        settings_file().unlink()


def test_what_nobody_has_foreseen_is_one_line(copied: Project, pnp: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom" * 10_000)

    monkeypatch.setattr("pnp.cli.commands.build.locate_games", broken)
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert "pnp has failed: RuntimeError: boom" in err
    assert "pnp --debug build" in err
    assert len(err) < 1000


@POSIX
def test_standard_output_that_is_full_or_closed(copied: Project) -> None:
    for unbuffered in ("", "1") if Path("/dev/full").exists() else ():
        full = shell(f"export PYTHONUNBUFFERED={unbuffered}; pnp games > /dev/full; echo $?", copied.root)
        assert full.stdout == "1\n"
        said, more = full.stderr.splitlines()
        assert said.endswith("No space left on device [E0104]")
        assert more == "run pnp explain E0104 for more"
    closed = shell("unset PYTHONUNBUFFERED; pnp games >&- 2>&-; pnp games | head -0; echo done", copied.root)
    assert closed.stdout == "done\n"
    assert "Traceback" not in closed.stderr
    assert "Exception ignored" not in closed.stderr


@POSIX
def test_names_and_seeds_that_are_not_utf8(copied: Project) -> None:
    said = shell("pnp build $'\\xff'; pnp simulate koko --games 1 --seed $'\\xff' --out x; echo $?", copied.root)
    assert "Traceback" not in said.stderr
    assert '"\\udcff"' in said.stderr
    assert '--seed must be Unicode text, not "\\udcff"' in said.stderr
    assert said.stdout == "1\n"


@POSIX
def test_a_home_and_a_locale_that_are_not_there(copied: Project) -> None:
    away = "unset HOME PNP_CONFIG_DIR PNP_CACHE_DIR; LC_ALL=no_SUCH.locale LANG=no"
    said = shell(f'{away} "{sys.executable}" -m pnp games', copied.root)
    assert said.returncode == 0
    assert "lowtide" in said.stdout
    assert "Traceback" not in said.stderr


def test_a_cache_and_settings_that_cannot_be_written(
    copied: Project, pnp: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PNP_CONFIG_DIR", "PNP_CACHE_DIR"):
        monkeypatch.setenv(name, str(copied.root / "pnp.lock" / "x"))
    (copied.root / "pnp.lock").touch()
    monkeypatch.setenv("PNP_CONFIG_DIR", "/proc/nothing")
    code, _, err = pnp("build", "lowtide", "--no-guide", cwd=copied.root)
    assert (code, err) == (0, "")
