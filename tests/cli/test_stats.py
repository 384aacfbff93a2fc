"""`pnp stats` as a person types it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.project.folders import Project
from tests.cli.command import Command, Result, run_command


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def run(*words: object, cwd: Path) -> Result:
        return run_command(("stats", *words), cwd, capsys, monkeypatch)

    return run


def rows(out: str) -> list[list[str]]:
    return [line.split() for line in out.splitlines()]


def test_tables_are_printed_and_nothing_is_written(pnp: Command, copied: Project) -> None:
    before = sorted(copied.root.rglob("*"))
    code, out, err = pnp(cwd=copied.root)
    assert (code, err) == (0, "")
    assert ["shells", "Coquillages", "cartes", "13", "3"] in rows(out)
    assert ["id", "whelk", "4", "30,8", "%"] in rows(out)
    assert ["cost", "0", "4,08", "2", "9"] in rows(out)
    assert sorted(copied.root.rglob("*")) == before


def test_a_bundled_game_is_described_in_english(pnp: Command, tmp_path: Path) -> None:
    code, out, _ = pnp("cotcotcollec", "--lang", "en", cwd=tmp_path)
    assert code == 0
    assert ["kind", "object", "90", "81.8%"] in rows(out)
    assert ["cards", "kind=joker", "5", "110", "13.1%", "17.2%", "21.1%"] in rows(out)


def test_questions_are_answered(pnp: Command, tmp_path: Path) -> None:
    one, two = "1+ kind=joker in 4 of cards without kind=rooster without kind=doubler", "2 id=ring in 5"
    code, out, _ = pnp("cotcotcollec", "--lang", "en", "--odds", one, "--odds", two, cwd=tmp_path)
    assert code == 0
    lines = out.splitlines()
    assert any(line.startswith("at least 1 kind=joker in 4 ") and "19.7%  1 in 5.1" in line for line in lines)
    assert any(line.startswith("exactly 2 id=ring in 5 ") for line in lines), "the question is spelled out"
    assert "at least one" not in out, "what was not asked is not answered"


def test_charts_and_numbers_are_written(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("--out", "there", cwd=copied.root)
    folder = copied.root / "there" / "lowtide"
    names = {path.name for path in folder.iterdir()}
    assert code == 0
    assert names == {"stats.csv", "stats.json", "shells.fr.svg", "shells.fr.png"}
    assert all(name in out for name in names)
    assert (folder / "shells.fr.png").read_bytes().startswith(b"\x89PNG")
    with (folder / "stats.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert {"game": "lowtide", "deck": "shells", "table": "column", "column": "id", "value": "oyster", "across": "",
            "number": "5"} in table  # fmt: skip
    [shells] = [deck for deck in json.loads((folder / "stats.json").read_text("utf-8"))["decks"] if deck["columns"]]
    assert shells["columns"] == {"id": {"whelk": 4, "cockle": 4, "oyster": 5}}
    before = {path: path.read_bytes() for path in folder.iterdir()}
    pnp("--out", "there", cwd=copied.root)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_cards_that_are_drawn_have_a_chart_of_odds(pnp: Command, tmp_path: Path) -> None:
    pnp("cotcotcollec", "--lang", "en", "--out", tmp_path, cwd=tmp_path)
    names = {path.name for path in (tmp_path / "cotcotcollec").iterdir()}
    assert names >= {"cards.en.svg", "cards.en.png", "cards.odds.en.svg", "cards.odds.en.png"}


def test_json_is_only_json(pnp: Command, tmp_path: Path) -> None:
    code, out, _ = pnp("winston", "koko", "--json", cwd=tmp_path)
    winston, koko = json.loads(out)
    assert (code, winston["game"], koko["game"]) == (0, "winston", "koko")
    assert winston["decks"][0]["crosses"][0]["counts"]["punk"] == {"head": 3, "body": 8}
    assert len(koko["decks"][0]["crosses"]) == 15, "more than are shown"
    code, out, err = pnp("winston", "--json", "--out", "x", "--odds", "1+ part=head in 4 of dogs", cwd=tmp_path)
    [data] = json.loads(out)
    assert data["odds"][0]["exact"].count("/") == 1
    assert "stats.csv" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuch"], 'there is no game "nosuch"'),
        (["lowtide", "--odds", "1+ id=whelk in 99"], '--odds: "1+ id=whelk in 99" must draw from 1 to 13 pieces'),
        (["lowtide", "--odds", "what about whelks"], '--odds: "what about whelks" needs a number such as '),
        (["lowtide", "--odds", "1+ id=welk in 2"], 'did you mean "whelk"?'),
    ],
)
def test_mistakes_are_explained_and_cost_nothing(pnp: Command, copied: Project, words: list[str], message: str) -> None:
    code, _, err = pnp(*words, "--out", "there", cwd=copied.root)
    assert code == 1
    assert message in err
    assert not (copied.root / "there").exists()


def test_a_file_is_no_folder(pnp: Command, copied: Project) -> None:
    (copied.root / "taken").write_text("mine")
    code, _, err = pnp("--out", "taken", cwd=copied.root)
    assert (code, "--out must be a folder, not the file taken" in err) == (1, True)
    (copied.root / "there").mkdir()
    (copied.root / "there" / "lowtide").write_text("mine")
    code, _, err = pnp("--out", "there", cwd=copied.root)
    assert (code, " cannot be written: " in err) == (1, True)
    assert (copied.root / "taken").read_text() == (copied.root / "there" / "lowtide").read_text() == "mine"


def test_one_broken_game_does_not_cost_the_others(pnp: Command, copied: Project) -> None:
    broken = copied.components / "broken" / "game.toml"
    broken.parent.mkdir()
    broken.write_text("title = 3")
    code, out, err = pnp(cwd=copied.root)
    assert code == 1
    assert "Marée basse" in out
    assert "components/broken/game.toml" in err


def test_matplotlib_is_loaded_only_for_charts() -> None:
    script = (
        "import sys; import pnp.cli.app; assert 'matplotlib' not in sys.modules; assert 'pydantic' not in sys.modules;"
        "sys.argv = ['pnp', 'stats', 'winston']; pnp.cli.app.app(standalone_mode=False);"
        "assert 'matplotlib' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
