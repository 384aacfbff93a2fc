"""Tournaments from the command line: tables, JSON, an interruption, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.cli.console import out
from pnp.library import playing
from pnp.sim import tournament as played
from pnp.sim.setup import Setup
from pnp.sim.tournament import Bout
from tests.cli.command import Command, Result, run_command


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    def run(*words: object) -> Result:
        return run_command(("tournament", *words), tmp_path, capsys, monkeypatch)

    return run


def test_a_table_says_who_wins_how_often(pnp: Command) -> None:
    code, out, _ = pnp("winston", "--bots", "greedy,random", "--games", 9, "--jobs", 1, "--lang", "en")
    assert code == 0
    assert "5 deals × 2 seatings = 10 games (all seatings)" in out
    assert "fair share: 50.0%" in out
    assert "not reproducible" not in out
    assert out.count("greedy") == 3
    assert out.index("greedy") < out.index("random")


def test_a_table_in_french(pnp: Command) -> None:
    code, out, _ = pnp("winston", "--games", 2, "--jobs", 1)
    assert code == 0
    assert "victoires" in out
    assert "50,0\u00a0%" in out


def test_bots_by_the_clock_are_named_as_such(pnp: Command) -> None:
    _, out, _ = pnp("winston", "--bots", "search:0.001s,random", "--games", 2, "--jobs", 1, "--lang", "en")
    assert "not reproducible" in out


def test_json_is_the_same_for_any_number_of_processes(pnp: Command) -> None:
    found = []
    for jobs in (1, 2):
        code, out, _ = pnp("winston", "--bots", "greedy,random,random", "--games", 6, "--jobs", jobs, "--json")
        assert code == 0
        told = json.loads(out)
        for game in told["games"]:
            del game["seconds"]
        for standing in told["standings"]:
            del standing["seconds"]
        found.append(told)
    assert found[0] == found[1]
    assert (found[0]["players"], len(found[0]["games"]), found[0]["reproducible"]) == (3, 6, True)
    assert sum(sum(game["shares"]) for game in found[0]["games"]) == pytest.approx(6)


def test_options_and_more_players(pnp: Command) -> None:
    words = ("--option", "face_up=yes", "--players", 5, "--games", 5, "--jobs", 1, "--lang", "en")
    code, out, _ = pnp("winston", *words)
    assert code == 0
    assert "every bot once in each seat" in out


def test_what_is_finished_is_reported_after_an_interruption(pnp: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(setup: Setup, deals: int, jobs: int) -> Iterator[list[Bout]]:
        yield played.play_deal(setup, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "play_deals", interrupted)
    code, out, err = pnp("winston", "--games", 100, "--lang", "en")
    assert code == 130
    assert "1 deals × 2 seatings = 2 games" in out
    assert "interrupted: 1 of 50 deals" in err


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="who is whose child is looked up there")
def test_processes_that_are_just_born_do_not_complain_of_an_interruption(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pnp", "tournament", "winston", "--games", "4000", "--jobs", "2", "--lang", "en"]
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    waited = time.monotonic() + 30
    while time.monotonic() < waited and len(children.read_text().split()) < 2:  # one of them minds what they share
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.startswith("interrupted: ")
    assert "Traceback" not in err


@pytest.mark.parametrize("width", [30, 40, 60])
def test_nothing_is_cut_off_in_a_narrow_terminal(pnp: Command, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(out, "width", width)
    code, said, _ = pnp("winston", "--games", 2, "--jobs", 1, "--lang", "en")
    assert code == 0
    for text in ("bot: greedy\n", "bot: random\n", "games: 2\n", "wins: 50.0%\n", "seat: 2\n"):
        assert text in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("chess", 'there is no game "chess"'),
        ("winston --bots deep,random", '--bots: "deep" is not a bot'),
        ("winston --bots greedy", "--bots must name at least two different bots"),
        ("winston --bots greedy,greedy", "--bots must name at least two different bots, not greedy, greedy"),
        ("winston --bots greedy,random,greedy --players 2", "at most 2"),
        ("winston --players 9", "winston is for 2 to 6 players"),
        ("winston --option x=y", 'winston has no option "x"'),
        ("winston --preset x", '--preset: winston has no preset "x"'),
    ],
)
def test_bad_input(pnp: Command, words: str, message: str) -> None:
    code, out, err = pnp(*words.split())
    assert (code, out) == (1, "")
    assert message in err
