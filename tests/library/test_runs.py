"""The runs in a folder: listed as they tell of themselves, whatever else lies there, and without any code."""

from __future__ import annotations

from pathlib import Path

from pnp.library.playing import find_runs, reserve_run
from tests.sim.runs import played, setup_of


def test_runs_are_found_with_what_they_are_of_and_how_far_they_are(tmp_path: Path) -> None:
    played(tmp_path / "run", setup_of("winston", "greedy,random", 3, seed="x"), 5)
    played(tmp_path / "sweep" / "players-2", setup_of("winston"), 3)
    played(tmp_path / "other", setup_of("koko"), 1)
    (tmp_path / "sweep" / "players-2" / "summary.json").unlink()
    for part in (tmp_path / "sweep" / "players-2" / "parts").iterdir():
        part.unlink()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("[]")
    runs = {run.name: run for run in find_runs(tmp_path, "winston")}
    assert set(runs) == {"run", "sweep/players-2", "broken"}
    run = runs["run"]
    assert (run.players, run.bots, run.seed, run.games, run.done) == (3, "greedy,random,random", "x", 5, 5)
    assert run.finished
    assert run.report is None
    assert run.options["face_up"] == "no"
    (run.path / "report.html").touch()
    assert run.report == tmp_path / "run" / "report.html"
    begun = runs["sweep/players-2"]
    assert (begun.games, begun.done, begun.finished) == (3, 0, False)
    assert runs["broken"].broken
    assert find_runs(tmp_path / "nowhere", "winston") == []


def test_a_new_run_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    assert [reserve_run(tmp_path / "output").name for _ in range(3)] == ["run", "run-2", "run-3"]
