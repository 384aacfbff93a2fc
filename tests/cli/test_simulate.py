"""`pnp simulate` as a designer types it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import Command, run_command
from tests.sim.runs import played, setup_of


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    return lambda *words: run_command(words, tmp_path, capsys, monkeypatch)


def test_a_run_with_its_tables_and_its_report(pnp: Command, tmp_path: Path) -> None:
    words = "simulate winston --players 3 --games 20 --bots random --options face_up=yes --seed 7 --jobs 1 --lang en"
    code, out, err = pnp(*words.split(), "--out", "run")
    assert (code, err) == (0, "")
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names >= {
        "run.json", "spec.json", "parts", "games.csv", "games.parquet", "usage.csv", "usage.parquet", "summary.json",
        "report.html", "charts",
    }  # fmt: skip
    assert not [name for name in names if name.startswith(".games")]
    told = json.loads((tmp_path / "run/run.json").read_text())
    assert (told["players"], told["bots"], told["seed"], told["games"]) == (3, "random,random,random", "7", 20)
    assert told["options"]["face_up"] == "yes"
    digest = json.loads((tmp_path / "run/summary.json").read_text())["digest"]
    assert f"digest {digest}" in out
    assert "20 games are too few" in out
    code, again, _ = pnp("simulate", "--resume", "--out", "run", "--lang", "fr")
    assert code == 0
    assert f"empreinte {digest}" in again


@pytest.mark.slow
def test_a_run_goes_to_the_output_folder_without_out(pnp: Command, tmp_path: Path) -> None:
    code, _, _ = pnp("simulate", "koko", "--games", 2, "--bots", "random", "--jobs", 1)
    assert code == 0
    assert (tmp_path / "output/koko/run/report.html").is_file()


def test_bots_by_the_clock_have_no_digest_to_boast_of(pnp: Command) -> None:
    words = "simulate winston --games 1 --bots search:0.001s,random --jobs 1 --lang en --out run"
    code, out, _ = pnp(*words.split())
    assert code == 0
    assert "not reproducible" in out
    assert "digest" not in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("simulate", "a game, or --resume"),
        ("simulate chess", 'there is no game "chess"'),
        ("simulate winston --players 9", "winston is for 2 to 6 players"),
        ("simulate winston --bots deep", '--bots: "deep" is not a bot'),
        ("simulate winston --bots random,random,random", "--bots must name at most 2 bots, one for each player, not 3"),
        ("simulate winston --option x=y", 'winston has no option "x"'),
        ("simulate winston --option face_up", "name=value"),
        ("simulate winston --option face_up=maybe", "one of no, yes"),
        ("simulate winston --preset x", '--preset: winston has no preset "x"'),
        ("simulate winston --bots ''", '--bots: "" is not a bot'),
        ("simulate winston --option face_up=no,face_up=yes", '--option has two values for face_up: "no" and "yes"'),
        ("simulate winston --resume", "the folder of a run"),
        ("simulate --resume --out nowhere", "nowhere is not the folder of a run: it does not exist"),
        ("simulate winston --out taken", "--out must be a folder, not the file taken"),
        ("simulate winston --out full", "full must be a new or empty folder, not one with other files in it"),
        ("simulate winston --jobs 1 --out taken/run", "taken/run cannot be written: "),
        ("simulate winston --dask nonsense://here", '--dask: the scheduler "nonsense://here" does not answer: '),
    ],
)
def test_bad_input_is_a_clear_line_and_writes_nothing(pnp: Command, tmp_path: Path, words: str, message: str) -> None:
    (tmp_path / "taken").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/novel.txt").write_text("mine")
    code, _, err = pnp(*shlex.split(words), "--games", 2)
    assert code == 1
    assert message in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["full", "novel.txt", "taken"]


def test_no_game_is_no_number_of_games(pnp: Command) -> None:
    for words in (("--games", 0), ("--games", "many"), ("--games", 10**20), ("--jobs", 0)):
        assert pnp("simulate", "winston", *words)[0] == 2


@pytest.mark.slow
def test_another_run_in_the_folder_is_left_alone(pnp: Command, tmp_path: Path) -> None:
    first = ["simulate", "winston", "--games", "3", "--bots", "random", "--jobs", "1", "--out", "run"]
    assert pnp(*first)[0] == 0
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
    for words, message in (
        (first, "run has a run in it already"),
        ([*first, "--resume", "--seed", "1"], "seed"),
        ([*first, "--resume", "--players", "3"], "players"),
        ([*first, "--resume", "--players", "0"], "players"),
        ([*first, "--resume", "--seed", ""], "seed"),
        (["simulate", "--resume", "--out", "run", "--bots", ""], "--bots"),
        (["simulate", "koko", "--resume", "--out", "run"], "game"),
        ([*first, "--resume", "--option", "face_up=yes"], "options"),
        (["simulate", "--resume", "--out", "run", "--games", "2"], "at least 3"),
    ):
        code, _, err = pnp(*words)
        assert code == 1
        assert message in err
    assert {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()} == before


def test_a_run_that_somebody_plays_is_left_alone(pnp: Command, tmp_path: Path) -> None:
    folder, _ = played(tmp_path / "run", setup_of("winston"), 3)
    before = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    with folder.locked():
        code, _, err = pnp("simulate", "--resume", "--games", 5, "--jobs", 1, "--out", "run")
    assert code == 1
    assert "is in use by another pnp process" in err
    assert before.items() <= {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}.items()


def test_ctrl_c_while_pnp_is_loaded_is_no_traceback() -> None:
    script = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name in ('typer', 'rich'): raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from pnp.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_full_disk_is_a_clear_line(pnp: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """/dev/full takes nothing, as a full disk does."""
    from pnp.sim import folder

    def full(path: Path, content: bytes) -> None:
        if path.parent.name == "parts":
            with open("/dev/full", "wb") as file:  # noqa: PTH123
                file.write(content)
        else:
            path.write_bytes(content)

    monkeypatch.setattr(folder, "write_atomically", full)
    code, _, err = pnp("simulate", "winston", "--games", 9, "--bots", "random", "--jobs", 1, "--out", "run")
    assert code == 1
    assert "No space left on device" in err
    assert "--resume" in err


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pnp"]
    setup = [
        "simulate",
        "winston",
        "--games",
        "4000",
        "--bots",
        "greedy",
        "--jobs",
        "2",
        "--lang",
        "en",
        "--out",
        "run",
    ]
    process = subprocess.Popen(
        [*command, *setup], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    parts = tmp_path / "run/parts"
    waited = time.monotonic() + 30
    while time.monotonic() < waited and not (parts.is_dir() and any(parts.iterdir())):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert "of 4000 games saved in run; --resume plays the rest" in err
    assert "Traceback" not in err
    kept = int(err.split()[0])
    stops = [path.name.removesuffix(".jsonl.gz").split("-") for path in parts.iterdir()]
    assert kept == sum(int(stop) - int(start) for start, stop in stops) > 0
    assert not list((tmp_path / "run").rglob(".0*"))
    assert not (tmp_path / "run/games.csv").exists()


def test_help_is_fast_and_loads_no_engine() -> None:
    script = (
        "import sys; import pnp.cli.app; sys.argv = ['pnp', '--help']; pnp.cli.app.app(standalone_mode=False);"
        "assert {'pnp.cli.commands.build', 'pnp.cli.commands.sweep'} < set(sys.modules);"
        "assert not {'matplotlib', 'pydantic', 'pyarrow', 'distributed', 'pnp.play.core'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_engine_needs_no_charts() -> None:
    script = (
        "import sys; import pnp.sim.simulate, pnp.sim.collect, pnp.sim.variants;"
        "assert not {'matplotlib', 'pyarrow', 'distributed', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
