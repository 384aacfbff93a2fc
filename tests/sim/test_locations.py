"""Where a mistake in a run or a sweep is said to be, and how it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import Location, PnpError, Problem, SpecError, option_location
from pnp.library.playing import choose_options, play_tournament, sweep
from pnp.sim.collect import read_summary
from pnp.sim.contrast import compare_runs
from pnp.sim.folder import make_folder
from pnp.sim.setup import make_setup
from pnp.sim.variants import find_table, parse_sets
from tests.play.test_every_game import rules_of
from tests.sim.runs import played, setup_of


def only(caught: pytest.ExceptionInfo[PnpError]) -> Problem:
    [problem] = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("sets", "where", "said"),
    [
        (["players"], "--set", 'must have the form name=value,value, not "players"'),
        (["moon=1"], "--set", 'must name players, bots or an option of winston, not "moon"'),
        (["face_up=no", "face_up=yes"], "--set face_up", "is given twice"),
        (["players=two"], "--set players", 'must be whole numbers, not "two"'),
    ],
)
def test_a_wrong_set_names_its_option(sets: list[str], where: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_sets(sets, rules_of("winston"))
    assert (only(caught).where, only(caught).said) == (option_location(where), said)


def test_a_wrong_preset_or_tournament_names_its_option() -> None:
    with pytest.raises(SpecError) as caught:
        choose_options(rules_of("winston"), "older")
    assert str(only(caught)).startswith('--preset: winston has no preset "older" [E0906]\n  hint: ')
    with pytest.raises(SpecError) as caught:
        play_tournament("winston", bots="greedy", players=2)
    assert str(only(caught)) == "--bots must name at least two different bots, not greedy, greedy [E0909]"


def test_a_wrong_number_of_players_names_the_game() -> None:
    with pytest.raises(SpecError) as caught:
        make_setup(rules_of("koko"), 3, "random", {}, "s")
    assert only(caught).where == Location(game="koko")
    assert str(only(caught)) == "koko is for exactly 2 players [E0905]"


def test_a_table_of_another_game_is_named_by_its_file(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("id,price\na,1\n", "utf-8")
    with pytest.raises(SpecError) as caught:
        find_table(rules_of("winston").spec, other)
    assert only(caught).where == Location(str(other))
    assert only(caught).said == 'must have the columns of one table of winston, not "id,price"'


def test_runs_that_cannot_be_compared_are_named_by_their_folders(tmp_path: Path) -> None:
    one, other = played(tmp_path / "one", setup_of("winston"), 2), played(tmp_path / "other", setup_of("koko"), 2)
    with pytest.raises(PnpError) as caught:
        compare_runs(one, other)
    assert only(caught).where == Location(str(tmp_path / "other"))
    assert only(caught).message == f"is a run of koko, but {tmp_path / 'one'} is a run of winston"
    unfinished = make_folder(tmp_path / "open", setup_of("winston"), 5)
    unfinished.begin()
    with pytest.raises(PnpError) as caught:
        read_summary(unfinished)
    assert only(caught).where == Location(str(tmp_path / "open"))
    assert only(caught).said == "is not a finished run: 5 games are missing"


def test_the_folder_of_a_sweep_is_new_empty_or_a_sweep(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text("mine", "utf-8")
    for resume, said in (
        (False, "must be a new or empty folder, not one with files in it"),
        (True, "is not the folder of a sweep: it contains other files"),
    ):
        with pytest.raises(PnpError) as caught:
            sweep("winston", sets=["players=2,3"], out=tmp_path, resume=resume)
        assert (only(caught).where, only(caught).said) == (Location(str(tmp_path)), said)
    played(tmp_path / "run", setup_of("winston"), 2)
    with pytest.raises(PnpError) as caught:
        sweep("winston", sets=["players=2,3"], out=tmp_path / "run", resume=True)
    assert only(caught).said == "is not the folder of a sweep: it contains a run of pnp simulate"
    with pytest.raises(PnpError) as caught:
        sweep("winston", sets=["players=2,3"], out=tmp_path / "novel.txt")
    assert (only(caught).where, only(caught).message) == (option_location("--out"), "must be a folder")
