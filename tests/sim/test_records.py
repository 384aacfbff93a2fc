"""Games of a run as records: the ones worth watching are kept, any other is played again; games people played."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import pnp
from pnp.errors import PnpError, SpecError
from pnp.library.playing import FinishedRun
from pnp.play.bots import make_bots
from pnp.play.core import OVER
from pnp.play.record import PERSON, Record, write_record
from pnp.sim.records import record_path
from pnp.terms import Lang
from tests.cli.command import Command

USUAL = {"players": 3, "bots": "random,greedy", "jobs": 1, "report": False}


def simulate(out: Path, games: int = 30, **more: object) -> FinishedRun:
    return pnp.simulate("winston", **{**USUAL, "games": games, "out": out, **more})  # type: ignore[arg-type]


def kept(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "records").glob("*")}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> FinishedRun:
    return simulate(tmp_path_factory.mktemp("runs") / "run")


def rows_of(run: FinishedRun) -> list[list[int]]:
    """Return number, scores, turns and decisions of all games."""
    return [[row.game, row.margin, row.turns, row.decisions] for part in run.folder.parts() for row in part.read()[1]]


def test_the_games_worth_watching_are_kept(run: FinishedRun) -> None:
    rows = rows_of(run)
    told = {kind: number for number, kinds in run.summary.telling_games.items() for kind in kinds}
    assert told["first"] == 0
    assert told["closest"] == min(rows, key=lambda row: row[1])[0]
    assert told["one-sided"] == max(rows, key=lambda row: (row[1], -row[0]))[0]
    assert told["longest"] == max(rows, key=lambda row: (row[2], row[3], -row[0]))[0]
    assert {kind.removeprefix("ending:") for kind in told if ":" in kind} == set(run.summary.endings)
    assert set(kept(run.folder.path)) == {f"game-{number}.txt" for number in told.values()}
    for number in set(told.values()):
        record, rules = pnp.open_record(record_path(run.folder.path, number))
        assert record.seats == run.folder.setup.seated(number)
        state = record.replay(rules)
        [row] = [row for part in run.folder.parts() for row in part.read()[1] if row.game == number]
        assert (state.scores(), state.winners(), len(record.moves)) == (row.scores, row.winners, row.decisions)


def test_records_do_not_depend_on_workers_or_interruptions(run: FinishedRun, tmp_path: Path) -> None:
    both = pnp.simulate(
        "winston", players=3, games=30, bots="random,greedy", out=tmp_path / "two", jobs=2, report=False
    )
    simulate(tmp_path / "part", 11)
    part = pnp.resume_simulation(tmp_path / "part", games=30, jobs=1, report=False)
    assert run.summary.digest == both.summary.digest == part.summary.digest
    assert kept(both.folder.path) == kept(run.folder.path)
    assert kept(run.folder.path).items() <= kept(part.folder.path).items()


def test_all_records_or_none(run: FinishedRun, tmp_path: Path) -> None:
    whole = simulate(tmp_path / "all", 12, records="all")
    assert set(kept(whole.folder.path)) == {f"game-{number}.txt" for number in range(12)}
    simulate(tmp_path / "late", 12, records="none")
    assert kept(tmp_path / "late") == {}
    pnp.resume_simulation(tmp_path / "late", jobs=1, report=False, records="all")
    assert kept(tmp_path / "late") == kept(whole.folder.path)
    with pytest.raises(SpecError, match="--records must not be all for more than 100,000 games"):
        simulate(tmp_path / "much", 100_001, records="all")
    assert not (tmp_path / "much").exists()


def test_games_of_bots_with_a_time_budget_are_kept_while_they_are_played(tmp_path: Path) -> None:
    run = pnp.simulate("winston", players=2, games=2, bots="search:0.001s", out=tmp_path / "run", jobs=1, report=False)
    assert len(kept(run.folder.path)) == 2
    record_path(run.folder.path, 1).unlink()
    assert pnp.open_record(run.folder.path, number=0)[0].moves
    with pytest.raises(PnpError, match="game 1 was not kept, and its bots have a time budget"):
        pnp.open_record(run.folder.path, number=1)


def test_any_game_of_a_run_is_found(run: FinishedRun) -> None:
    number = next(number for number in range(30) if f"game-{number}.txt" not in kept(run.folder.path))
    record, rules = pnp.open_record(run.folder.path, number=number)
    [row] = [row for part in run.folder.parts() for row in part.read()[1] if row.game == number]
    assert record.replay(rules).scores() == row.scores
    assert record.seats == run.folder.setup.seated(number)
    with pytest.raises(PnpError, match="has no game 30: games 0 to 29"):
        pnp.open_record(run.folder.path, number=30)
    with pytest.raises(SpecError, match="is the folder of a run: name one of its games"):
        pnp.open_record(run.folder.path)


def test_a_game_that_ends_differently_is_reported(tmp_path: Path) -> None:
    run = simulate(tmp_path / "run", 3, records="none")
    [part] = run.folder.parts()
    tally, rows = part.read()
    rows[1] = rows[1]._replace(scores=[score + 1 for score in rows[1].scores])
    lines = [json.dumps(tally.as_data()), *map(json.dumps, rows)]
    part.path.write_bytes(gzip.compress("\n".join(lines).encode()))
    with pytest.raises(PnpError, match="game 1 is different when it is played again"):
        pnp.open_record(run.folder.path, number=1)
    path = record_path(run.folder.path, 1)
    path.parent.mkdir()
    record, rules = pnp.open_record(run.folder.path, number=2)
    path.write_text(write_record(record, rules), "utf-8")
    with pytest.raises(PnpError, match=r"game-1.txt is not game 1 of the run"):
        pnp.open_record(run.folder.path, number=1)


def test_the_report_links_to_them_in_words(tmp_path: Path) -> None:
    run = pnp.simulate("winston", players=2, games=8, bots="random", out=tmp_path / "run", jobs=1, lang="en")
    page = (run.folder.path / "report.html").read_text("utf-8")
    for number, kinds in run.summary.telling_games.items():
        assert f'<a href="records/game-{number}.txt">Game {number}</a> – ' in page
        assert kinds
    assert f"the longest ({run.summary.telling['longest'].turns} turns)" in page
    assert f"won by {run.summary.telling['one-sided'].margin} point" in page


# ---- games that people played ----


def play_some(
    folder: Path, games: int, players: int = 2, moves: int | None = None, seats: tuple[str, ...] = ()
) -> None:
    """Write records of games, as people would have played them."""
    rules = pnp.find_game("winston")
    folder.mkdir(exist_ok=True)
    for number in range(games):
        record = Record("winston", players, f"p{players}{number}{moves}", Lang.EN, seats=seats)
        state, bots = record.start(rules), make_bots(rules, "random", players, str(number))
        while (player := state.current()) != OVER and len(record.moves) != moves:
            record.moves.append(bots[player].choose(state.observe(player), state.legal()))
            state.apply(record.moves[-1])
        (folder / f"{players}-{moves}-{number}.txt").write_text(write_record(record, rules), "utf-8")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Four finished games of two, one of three, one that is not over, one of another deck, and a letter."""
    folder = tmp_path / "played"
    play_some(folder, 4, seats=(PERSON, "greedy"))
    play_some(folder, 1, 3)
    play_some(folder, 1, moves=5)
    (folder / "broken.txt").write_text("pnp record 1\ngame: winston\nplayers: 2\nseed: 1\n\n1: eat it\n", "utf-8")
    (folder / "letter.txt").write_text("Dear reader", "utf-8")
    return folder


def test_games_people_played_have_a_report(pnp: Command, played: Path, tmp_path: Path) -> None:
    code, out, err = pnp("report", "played", "--lang", "en", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "4 games are too few to conclude anything" in out
    assert out.endswith("report: played/report.html\n")
    page = (played / "report.html").read_text("utf-8").replace("\u00a0", " ")
    assert "2 players · played by: greedy, people" in page
    for sentence in (
        "Not counted: 1 game (not finished).",
        "Not counted: 1 game (another number of players, or other options of the rules).",
        "Not counted: 1 game (the record cannot be replayed, for example because the deck has changed).",
        "People chose these games and learned from one to the next",
        '<a href="2-None-0.txt">2-None-0</a> – the first',
        "pnp report played --lang en",
    ):
        assert sentence in page, sentence
    assert "bots" not in page.split("<body>")[1].split("<svg")[0]
    assert pnp("report", "played", "--lang", "fr", cwd=tmp_path)[0] == 0
    assert "joué par" in (played / "report.html").read_text("utf-8")
    (played / "report.html").write_text("mine", "utf-8")
    code, _, err = pnp("report", "played", cwd=tmp_path)
    assert code == 1
    assert "played/report.html is not a page that pnp wrote" in err
    assert (played / "report.html").read_text("utf-8") == "mine"


def test_people_are_compared_with_bots(pnp: Command, played: Path, tmp_path: Path) -> None:
    assert pnp("simulate", "winston", "--players", "2", "--games", "20", "--out", "run", cwd=tmp_path)[0] == 0
    code, out, err = pnp("compare", "run", "played", "--lang", "en", cwd=tmp_path)
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    assert "bots greedy,greedy → greedy,person" in words
    assert "played has only 4 games: only large differences can show." in words
    assert "played – Not counted: 1 game (not finished)." in words
    assert "turns per game" in words


def test_the_numbers_are_those_of_a_run(run: FinishedRun, tmp_path: Path) -> None:
    """The records of a run, taken as games that were played, give its numbers."""
    whole = simulate(tmp_path / "all", 12, records="all")
    found = pnp.report_games(whole.folder.path / "records", lang="en")
    mine, theirs = found.summary, whole.summary
    assert (mine.wins, mine.endings, mine.turns, mine.bots) == (theirs.wins, theirs.endings, theirs.turns, theirs.bots)
    assert mine.tally.as_data() == theirs.tally.as_data()


def test_a_game_of_a_run_becomes_a_page(pnp: Command, run: FinishedRun, tmp_path: Path) -> None:
    code, out, err = pnp("replay", run.folder.path, "--game", "7", "--html", "seven.html", "--lang", "en", cwd=tmp_path)
    assert (code, err) == (0, "")
    [row] = [row for part in run.folder.parts() for row in part.read()[1] if row.game == 7]
    assert f"seven.html  {(tmp_path / 'seven.html').stat().st_size / 1000:.0f} kB: {row.decisions} moves" in out


def test_a_folder_without_finished_games(pnp: Command, tmp_path: Path) -> None:
    play_some(tmp_path / "begun", 1, moves=3)
    code, _, err = pnp("report", "begun", cwd=tmp_path)
    assert code == 1
    assert "begun has no finished game [E1005]" in err
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("Dear reader", "utf-8")
    code, _, err = pnp("report", "letters", cwd=tmp_path)
    assert code == 1
    assert "letters is neither the folder of a run nor a folder of records [E1001]" in err
