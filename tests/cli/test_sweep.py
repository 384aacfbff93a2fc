"""`pnp sweep`: every choice with every other, decks included, in one table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from pnp.project.folders import bundled_project
from tests.cli.command import Command, run_command
from tests.sim.runs import played, setup_of
from tests.spec.workbooks import xlsx


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    return lambda *words: run_command(("sweep", *words, "--jobs", 1), tmp_path, capsys, monkeypatch)


def table_of(path: Path) -> list[dict[str, str]]:
    with (path / "sweep.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_choice_with_every_other(pnp: Command, tmp_path: Path) -> None:
    sets = ("--set", "players=2,3", "--set", "face_up=no,yes", "--set", "bots=random,random+greedy")
    code, out, err = pnp("winston", *sets, "--games", 4, "--seed", "s", "--out", "all", "--lang", "en")
    assert (code, err) == (0, "")
    rows = table_of(tmp_path / "all")
    assert [(row["players"], row["face_up"], row["bots"]) for row in rows] == [
        (players, face_up, bots)
        for players in ("2", "3") for face_up in ("no", "yes") for bots in ("random", "random+greedy")
    ]  # fmt: skip
    assert out.count("random+greedy") == 4
    _, alone = played(tmp_path / "alone", setup_of("winston", "random,greedy", 3, {"face_up": "yes"}), 4)
    assert rows[-1]["digest"] == alone.digest, "a run of a sweep is the run that simulate plays"
    assert (tmp_path / "all" / rows[-1]["folder"] / "games.csv").is_file()
    assert not list((tmp_path / "all").rglob("report.html"))


def test_a_sweep_is_continued(pnp: Command, tmp_path: Path) -> None:
    words = ("winston", "--set", "players=2,3", "--bots", "random", "--out", "all")
    assert pnp(*words, "--games", 3)[0] == 0
    before = {row["players"]: row["digest"] for row in table_of(tmp_path / "all")}
    code, _, err = pnp(*words, "--games", 3)
    assert code == 1
    assert "continue a sweep with --resume" in err
    assert pnp(*words, "--games", 3, "--resume")[0] == 0
    assert {row["players"]: row["digest"] for row in table_of(tmp_path / "all")} == before
    more = ("winston", "--set", "players=2,3,4", "--bots", "random", "--out", "all")
    assert pnp(*more, "--games", 3, "--resume")[0] == 0
    rows = {row["players"]: row for row in table_of(tmp_path / "all")}
    assert {players: rows[players]["digest"] for players in before} == before
    assert "4" in rows
    code, _, err = pnp(*words, "--seed", "other", "--resume")
    assert code == 1
    assert "seed" in err


def test_a_run_is_no_sweep(pnp: Command, tmp_path: Path) -> None:
    played(tmp_path / "run", setup_of("winston"), 1)
    before = sorted(path.name for path in (tmp_path / "run").rglob("*"))
    code, _, err = pnp("winston", "--set", "players=2,3", "--games", 1, "--out", "run", "--resume")
    assert code == 1
    assert "run is not the folder of a sweep: it contains a run of pnp simulate" in err
    assert sorted(path.name for path in (tmp_path / "run").rglob("*")) == before


@pytest.mark.slow
def test_reports_of_all_runs_if_they_are_asked_for(pnp: Command, tmp_path: Path) -> None:
    assert pnp("winston", "--games", 2, "--bots", "random", "--out", "one", "--reports")[0] == 0
    assert (tmp_path / "one/base/report.html").is_file()


def test_other_decks_beside_the_own_one(pnp: Command, tmp_path: Path) -> None:
    own = bundled_project().components / "cotcotcollec/cards.csv"
    text = own.read_text("utf-8")
    (tmp_path / "v2").mkdir()
    (tmp_path / "v2/cards.csv").write_text(text.replace("ring,9,", "ring,20,"), "utf-8")
    (tmp_path / "few.csv").write_text(text.replace("ring,9,", "ring,1,"), "utf-8")
    code, _, err = pnp(
        "cotcotcollec", "--deck", "v2/cards.csv", "--deck", "few.csv", "--bots", "random", "--games", 25, "--out", "x"
    )
    assert (code, err) == (0, "")
    rows = {row["cards.csv"]: row for row in table_of(tmp_path / "x")}
    assert list(rows) == ["own", "v2-cards", "few"]
    assert float(rows["few"]["turns"]) < float(rows["own"]["turns"]) < float(rows["v2-cards"]["turns"])
    assert own.read_text("utf-8") == text


def test_a_deck_is_read_as_any_table_is(pnp: Command, tmp_path: Path) -> None:
    own = bundled_project().components / "cotcotcollec/cards.csv"
    rows = list(csv.reader(own.read_text("utf-8").splitlines()))
    few = [[*row[:1], "2" if row[0] == "ring" else row[1], *row[2:]] for row in rows]
    (tmp_path / "few.xlsx").write_bytes(xlsx({"Cards": few}))
    (tmp_path / "excel.csv").write_text("\n".join(";".join(row) for row in few if not set(';"') & set("".join(row))))
    code, _, err = pnp(
        "cotcotcollec", "--deck", "few.xlsx", "--deck", "excel.csv", "--bots", "random", "--games", 2, "--out", "x"
    )
    assert (code, err) == (0, "")
    assert [row["cards.csv"] for row in table_of(tmp_path / "x")] == ["own", "few", "excel"]
    told = json.loads((tmp_path / "x/cards.csv=few/spec.json").read_text("utf-8"))
    assert next(row["count"] for row in told["decks"]["cards"]["designs"] if row["id"] == "ring") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("chess", 'there is no game "chess"'),
        ("winston --set players", "name=value,value"),
        ("winston --set players=two", "numbers"),
        ("winston --set players=2,9", "winston is for 2 to 6 players"),
        ("winston --set nonsense=1", "players, bots or an option"),
        ("winston --set face_up=no,maybe", "one of no, yes"),
        ("winston --set face_up=no --set face_up=yes", "--set face_up is given twice"),
        ("winston --set bots=deep", '--bots: "deep" is not a bot'),
        ("winston --deck nowhere.csv", "a file"),
        ("winston --deck other.csv", 'other.csv must have the columns of one table of winston, not "a,b"'),
        ("cotcotcollec --deck cards.csv", "cards.csv:2"),
        ("winston --out full", "a new or empty folder"),
        ("winston --out other.csv", "--out must be a folder, not the file other.csv"),
        ("winston --out full --resume", "full is not the folder of a sweep: it contains other files"),
        ("winston --set players=2,3 --players 4", "--set players conflicts with --players"),
        ("winston --set face_up=no,yes --option face_up=no", "--set face_up conflicts with --option face_up"),
        ("winston --set bots=random --bots greedy", "--set bots conflicts with --bots"),
    ],
)
def test_bad_input_is_said_before_the_first_game(pnp: Command, tmp_path: Path, words: str, message: str) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    (tmp_path / "cards.csv").write_text("id,count,kind,name_fr,name_en,line_fr,line_en\nring,x,object,a,b,c,d\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/novel.txt").write_text("mine")
    code, _, err = pnp(*words.split(), "--games", 1)
    assert code == 1
    assert message in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["cards.csv", "full", "novel.txt", "other.csv"]
