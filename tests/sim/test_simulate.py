"""Runs: the same result however they are played, nothing lost, nothing overwritten."""

from __future__ import annotations

import csv
import errno
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from types import ModuleType

import pyarrow.parquet
import pytest

import pnp.sim.folder
import pnp.sim.setup
import pnp.store.fingerprint
from pnp.errors import Location, PnpError, SpecError
from pnp.play.bots import make_bots
from pnp.play.core import OVER
from pnp.play.registry import find_rules, playable_games
from pnp.sim import work
from pnp.sim.collect import collect
from pnp.sim.folder import Folder, make_folder, open_folder, resume_folder
from pnp.sim.setup import make_setup
from pnp.sim.simulate import BatchSizer, Interrupted, InterruptiblePool, open_workers, play
from pnp.sim.work import Batch, DeferredInterrupt, GameInterrupted, Task, play_batch
from pnp.store.files import write_atomically
from tests.sim.runs import finish, played, quiet, rules_of, setup_of


def rows_of(path: Path) -> list[dict[str, str]]:
    with (path / "games.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_game_of_a_run_is_made_from_the_seed_and_its_number_alone(tmp_path: Path) -> None:
    setup = setup_of("winston", "greedy,random", 3)
    played(tmp_path / "run", setup, 7)
    rows = rows_of(tmp_path / "run")
    assert [row["game"] for row in rows] == [str(number) for number in range(7)]
    for number in (0, 5):
        row = rows[number]
        seats = [row[f"bot_{seat}"] for seat in (1, 2, 3)]
        assert sorted(seats) == ["greedy", "random", "random"]
        state = rules_of("winston").new(3, f"s:{number}")
        first, decisions = state.current(), 0
        bots = make_bots(rules_of("winston"), ",".join(seats), 3, f"s:{number}")
        while (player := state.current()) != OVER:
            state.apply(bots[player].choose(state.observe(player), state.legal()))
            decisions += 1
        assert [row[f"score_{seat}"] for seat in (1, 2, 3)] == [str(score) for score in state.scores()]
        assert row["winners"] == " ".join(str(seat + 1) for seat in state.winners())
        assert (row["first"], row["decisions"], row["seed"]) == (str(first + 1), str(decisions), f"s:{number}")
    assert {row["bot_1"] for row in rows} == {"greedy", "random"}, "bots change seats"


def test_lead_changes_are_counted_round_by_round() -> None:
    setup = setup_of("cotcotcollec", players=3)
    [row] = play_batch(Task(setup, 0, 1)).rows
    state, bots = setup.start(0)
    leaders, turns, before = [], 0, -1
    while (player := state.current()) != OVER:
        if state.turn_mark() != before:
            before = state.turn_mark()
            leaders += [state.scores()] if turns % 3 == 0 else []
            turns += 1
        state.apply(bots[player].choose(state.observe(player), state.legal()))
    alone = [scores.index(max(scores)) for scores in (*leaders, state.scores()) if scores.count(max(scores)) == 1]
    assert row.turns == turns
    assert row.lead_changes == sum(one != other for one, other in pairwise(alone)) > 0


@pytest.mark.parametrize("name", playable_games())
def test_tables_agree_with_each_other(tmp_path: Path, name: str) -> None:
    folder, summary = played(tmp_path / "run", setup_of(name), 6)
    rows = rows_of(folder.path)
    table = pyarrow.parquet.read_table(folder.path / "games.parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in table] == rows
    read = pyarrow.parquet.read_table(folder.path / "usage.parquet")
    assert str(read.schema.field("difference").type) == "double", "as in a run that is long enough to tell it"
    usage = read.to_pylist()
    things = rules_of(name).things(dict(folder.setup.options))
    assert [row["key"] for row in usage] == list(things)
    with (folder.path / "usage.csv").open(encoding="utf-8", newline="") as file:
        assert [(row["key"], int(row["uses"]), row["name_en"]) for row in csv.DictReader(file)] == [
            (row["key"], row["uses"], row["name_en"]) for row in usage
        ]
    assert sum(int(row["choices"]) for row in rows) == sum(n * k for n, k in summary.tally.choices.items())
    assert sum(int(row["decisions"]) for row in rows) == summary.tally.choices.total()
    assert max(int(row["most_choices"]) for row in rows) == max(summary.tally.choices)
    forced = sum(int(row["decisions"]) - int(row["real_decisions"]) for row in rows)
    assert forced == summary.tally.choices[1]
    assert Counter(row["ending"] for row in rows) == summary.endings
    assert sum(summary.wins) == 6 * summary.unit
    for row in rows:
        scores = [int(row[f"score_{seat}"]) for seat in range(1, folder.setup.players + 1)]
        winners = [int(seat) - 1 for seat in row["winners"].split()]
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        best = max(scores[seat] for seat in winners)
        assert int(row["margin"]) == best - max(others, default=best)


def test_the_digest_does_not_depend_on_jobs_or_on_the_size_of_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = setup_of("winston", "random,greedy")
    _, one = played(tmp_path / "one", setup, 40)
    _, two = played(tmp_path / "two", setup, 40, jobs=2)
    monkeypatch.setattr(BatchSizer, "update", lambda self, batch: None)
    folder, small = played(tmp_path / "small", setup, 40)
    assert len(folder.parts()) == 10
    assert one.digest == two.digest == small.digest
    assert one.as_data() | {"seconds": 0} == two.as_data() | {"seconds": 0}
    assert (tmp_path / "one/usage.csv").read_bytes() == (tmp_path / "two/usage.csv").read_bytes()
    _, other = played(tmp_path / "other", replace(setup, seed="t"), 40)
    _, fewer = played(tmp_path / "fewer", setup, 39)
    assert len({one.digest, other.digest, fewer.digest}) == 3


def test_an_interrupted_run_keeps_every_finished_game_and_ends_the_same(tmp_path: Path) -> None:
    setup = setup_of("winston", "greedy")
    _, whole = played(tmp_path / "whole", setup, 60)
    folder = make_folder(tmp_path / "cut", setup, 60)
    folder.begin()

    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))

    def interrupt(done: int, total: int) -> None:
        if done and timer.ident is None:
            timer.start()

    with open_workers(1) as crew, pytest.raises(KeyboardInterrupt):
        play(folder, crew, interrupt)
    kept = sum(part.stop - part.start for part in folder.parts())
    assert 0 < kept < 60
    assert not (folder.path / "summary.json").exists()
    before = {part.path: part.path.read_bytes() for part in folder.parts()}
    again = resume_folder(folder.path, None, None)
    assert finish(again, jobs=2).digest == whole.digest
    assert {path: path.read_bytes() for path in before} == before, "no finished game is played again"


@pytest.mark.slow
def test_an_interruption_of_processes_keeps_what_they_have_finished(tmp_path: Path) -> None:
    """The games are slow enough that a job is never done: what is kept was gathered from the middle of one."""
    setup = setup_of("koko", "search:40")
    folder = make_folder(tmp_path / "run", setup, 400)
    folder.begin()
    batch = Task(setup, 0, 400)
    with open_workers(2) as crew:
        started = time.monotonic()
        future = crew.executor.submit(play_batch, batch)
        while not future.running() and time.monotonic() - started < 20:
            time.sleep(0.05)
        while not future.done() and time.monotonic() - started < 60:
            time.sleep(1.5)
            crew.interrupt()
        found = future.result()
    assert found.stopped
    assert len(found.rows) < 400
    assert [row.game for row in found.rows] == list(range(len(found.rows)))
    folder.keep(found)
    assert folder.missing() == [range(len(found.rows), 400)]


def test_what_was_counted_of_a_game_that_was_cut_off_is_forgotten() -> None:
    setup = setup_of("winston")
    whole = play_batch(Task(setup, 0, 3))

    class Later(DeferredInterrupt):
        """Comes in the middle of the fourth game."""

        asked = 0

        @property
        def requested(self) -> bool:
            self.asked += 1
            return self.asked > sum(row.decisions for row in whole.rows) + 20

        @requested.setter
        def requested(self, value: bool) -> None:
            pass

    cut = Batch(0)
    later = Later()
    for number in range(3):
        cut.rows.append(work.play_game(setup, number, cut.tally, later))
    with pytest.raises(GameInterrupted):
        work.play_game(setup, 3, cut.tally, later)
    assert cut.tally.as_data() == whole.tally.as_data()
    assert [row[:-1] for row in cut.rows] == [row[:-1] for row in whole.rows]


def test_a_killed_process_is_reported_and_costs_nothing_finished(tmp_path: Path) -> None:
    setup = setup_of("winston", "greedy")
    _, whole = played(tmp_path / "whole", setup, 80)
    folder = make_folder(tmp_path / "run", setup, 80)
    folder.begin()

    def kill(done: int, total: int) -> None:
        if done:
            os.kill(next(child.pid for child in active_children() if child.pid), signal.SIGKILL)

    with (
        open_workers(2) as crew,
        pytest.raises(PnpError, match=r"^winston: a worker process was killed.*\n.*--resume") as caught,
    ):
        play(folder, crew, kill)
    assert caught.value.problems[0].where == Location(game="winston")
    assert 0 < sum(part.stop - part.start for part in folder.parts()) < 80
    assert finish(resume_folder(folder.path, setup, None)).digest == whole.digest


def test_a_run_can_be_made_longer_but_not_shorter(tmp_path: Path) -> None:
    setup = setup_of("winston")
    folder, _ = played(tmp_path / "run", setup, 5)
    _, whole = played(tmp_path / "whole", setup, 12)
    assert finish(resume_folder(folder.path, setup, 12)).digest == whole.digest
    with pytest.raises(SpecError, match=r"^--games must be at least 12, not 5 \[E1004\]"):
        resume_folder(folder.path, setup, 5)


def test_a_folder_of_another_run_is_left_alone(tmp_path: Path) -> None:
    setup = setup_of("winston")
    folder, _ = played(tmp_path / "run", setup, 4)
    before = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    with pytest.raises(PnpError, match="has a run in it already"):
        make_folder(folder.path, setup, 4)
    for other, message in (
        (setup_of("winston", players=3), 'players must stay "2", not "3"'),
        (setup_of("winston", "greedy"), 'bots must stay "random,random", not "greedy,greedy"'),
        (setup_of("winston", options={"face_up": "yes"}), "options must stay .*face_up=no.*, not .*face_up=yes"),
        (setup_of("winston", seed="t"), 'seed must stay "s", not "t"'),
        (setup_of("koko"), 'game must stay "winston", not "koko"'),
    ):
        with pytest.raises(SpecError, match=message) as caught:
            resume_folder(folder.path, other, None)
        assert all(problem.where.file == str(folder.path) for problem in caught.value.problems)
        assert message.split()[0] in {problem.where.key for problem in caught.value.problems}
    assert {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()} == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "novel.txt").write_text("mine")
    with pytest.raises(PnpError, match="must be a new or empty folder, not one with other files in it"):
        make_folder(tmp_path / "mine", setup, 4)
    with pytest.raises(PnpError, match=r"^--out must be a folder, not the file"):
        make_folder(tmp_path / "mine" / "novel.txt", setup, 4)
    for nothing, reason in (
        ("mine", "it has no run.json"),
        ("nowhere", "it does not exist"),
        ("mine/novel.txt", "it is a file"),
    ):
        with pytest.raises(PnpError, match=f"{nothing} is not the folder of a run: {reason}"):
            open_folder(tmp_path / nothing)


def test_another_deck_or_engine_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("cotcotcollec")
    folder, _ = played(tmp_path / "run", setup, 2)
    rules = rules_of("cotcotcollec")
    cards = rules.spec.decks["cards"]
    designs = [card.model_copy(update={"count": card.count + (card.id == "ring")}) for card in cards.designs]
    decks = {**rules.spec.decks, "cards": cards.model_copy(update={"designs": designs})}
    other = make_setup(find_rules(rules.spec.model_copy(update={"decks": decks})), 2, "random", {}, "s")
    with pytest.raises(SpecError, match="the deck has changed since the run started"):
        resume_folder(folder.path, other, None)
    monkeypatch.setattr(pnp.sim.setup, "code_hash", lambda *modules: "0" * 64)
    with pytest.raises(SpecError, match="the engine or its bots have changed since the run started"):
        resume_folder(folder.path, setup_of("cotcotcollec"), None)


@pytest.mark.parametrize(
    ("module", "stops"),
    [
        ("pnp.games.winston.rules", True),
        ("pnp.games.winston.judge", True),
        ("pnp.games.winston.usage", True),
        ("pnp.play.bots", True),
        ("pnp.sim.work", True),
        ("pnp.games.winston.table", False),
        ("pnp.games.winston.art.punk", False),
        ("pnp.games.koko.rules", False),
        ("pnp.games.koko.usage", False),
        ("pnp.report.page", False),
        ("pnp.cli.commands.simulate", False),
        ("pnp.face.render", False),
    ],
)
def test_a_run_is_stopped_by_code_that_decides_its_games_and_by_no_other(
    module: str, stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = setup_of("winston").engine_mark
    real = pnp.store.fingerprint._source

    def edited(name: str) -> object:
        source = real(name)
        return source._replace(hash="edited") if source is not None and name == module else source

    monkeypatch.setattr(pnp.store.fingerprint, "_source", edited)
    assert (setup_of("winston").engine_mark != before) == stops


def test_words_that_are_only_printed_do_not_stop_a_run() -> None:
    rules = rules_of("cotcotcollec")
    other = find_rules(rules.spec.model_copy(update={"text": {}, "numbers": {"x": 1}, "rules": []}))
    assert make_setup(other, 2, "random", {}, "s") == setup_of("cotcotcollec")


def test_a_full_disk_is_reported_and_all_earlier_games_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of("winston")
    _, whole = played(tmp_path / "whole", setup, 40)
    folder = make_folder(tmp_path / "run", setup, 40)
    folder.begin()
    real = write_atomically
    written: list[Path] = []

    def full(path: Path, content: bytes) -> None:
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        written.append(path)
        real(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(pnp.sim.folder, "write_atomically", full)
        with open_workers(1) as crew, pytest.raises(PnpError, match=r"No space left.*\n.*--resume"):
            play(folder, crew, quiet)
    assert sorted(path.name for path in (folder.path / "parts").iterdir()) == sorted(path.name for path in written)
    assert finish(resume_folder(folder.path, None, None)).digest == whole.digest


def test_tables_that_cannot_be_written_leave_nothing_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = played(tmp_path / "run", setup_of("winston"), 4)
    before = {path.name: path.read_bytes() for path in folder.path.iterdir() if path.is_file()}

    def full(source: str, target: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), target)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(PnpError, match="No space left"):
        collect(folder, quiet)
    assert {path.name: path.read_bytes() for path in folder.path.iterdir() if path.is_file()} == before


def test_a_broken_part_is_named(tmp_path: Path) -> None:
    setup = setup_of("winston")
    folder, whole = played(tmp_path / "run", setup, 12)
    part = folder.parts()[1]
    content = part.path.read_bytes()
    for broken in (content[:-20], b"", b"nonsense", folder.parts()[0].path.read_bytes()):
        part.path.write_bytes(broken)
        with pytest.raises(PnpError, match=part.path.name) as caught:
            collect(folder, quiet)
        assert caught.value.problems[0].where == Location(str(part.path))
    part.path.unlink()
    assert folder.missing() == [range(part.start, part.stop)]
    assert finish(resume_folder(folder.path, setup, None)).digest == whole.digest


def test_two_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "run", setup_of("winston"), 2)
    folder.begin()
    with folder.locked(), pytest.raises(PnpError, match="is in use by another pnp process"), folder.locked():
        pass
    with folder.locked():
        pass


def test_two_at_once_are_refused_where_there_is_no_fcntl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: its locks are of bytes of a file, and are gone when the file is closed."""
    taken: dict[tuple[int, int], int] = {}

    class Windows(ModuleType):
        LK_NBLCK = 2

        @staticmethod
        def locking(handle: int, mode: int, count: int) -> None:
            assert (mode, count) == (2, 1)
            assert os.lseek(handle, 0, os.SEEK_CUR) == 0, "the same byte for everybody"
            file = os.fstat(handle)
            for key, holder in list(taken.items()):
                if holder == handle or not Path(f"/dev/fd/{holder}").exists():  # it was closed
                    del taken[key]
            if (file.st_dev, file.st_ino) in taken:
                raise PermissionError(errno.EACCES, "Permission denied")
            taken[file.st_dev, file.st_ino] = handle

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Windows("msvcrt"))
    test_two_at_once_in_one_folder_are_refused(tmp_path)
    assert taken


def test_a_folder_without_locks_is_reported_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(handle: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(pnp.sim.folder, "_take", none)
    with pytest.raises(PnpError, match="No locks available"), make_folder(tmp_path, setup_of("winston"), 1).locked():
        pass


def test_of_two_that_begin_at_once_the_first_has_the_folder(tmp_path: Path) -> None:
    first = make_folder(tmp_path / "run", setup_of("winston"), 2)
    second = make_folder(tmp_path / "run", setup_of("winston", seed="other"), 2)
    with first.locked():
        first.begin()
    with second.locked(), pytest.raises(PnpError, match="has a run in it already"):
        second.begin()
    assert open_folder(tmp_path / "run")[0].setup == first.setup


def test_a_run_that_could_not_even_begin_leaves_a_folder_that_can_be_used(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "run", setup_of("winston"), 2)
    with folder.locked():
        (folder.path / "parts").mkdir()
        make_folder(tmp_path / "run", setup_of("winston"), 2)
        (folder.path / "parts/novel.txt").write_text("mine")
        with pytest.raises(PnpError, match="other files"):
            make_folder(tmp_path / "run", setup_of("winston"), 2)


def test_a_name_that_is_no_unicode(tmp_path: Path) -> None:
    folder, _ = played(tmp_path / os.fsdecode(b"caf\xe9"), setup_of("winston"), 1)
    with (folder.path / "games.parquet").open("rb") as file:
        assert pyarrow.parquet.read_table(file).num_rows == 1


def test_jobs_become_larger_with_what_is_known_and_at_stake() -> None:
    stint = BatchSizer()
    batch = play_batch(Task(setup_of("winston"), 0, 2))
    fast = [row._replace(seconds=0.001) for row in batch.rows]
    slow = [row._replace(seconds=30.0) for row in batch.rows]
    sizes = []
    for _ in range(5):
        stint.update(Batch(0, fast))
        sizes.append(stint.size)
    assert sizes == [32, 256, 500, 500, 500]
    stint.started -= 100
    stint.update(Batch(0, fast))
    assert 3900 < stint.size <= 4000 + 1000
    stint.update(Batch(0, slow))
    assert stint.size == 1


def test_bots_by_the_clock_are_not_called_reproducible(tmp_path: Path) -> None:
    assert setup_of("winston", "greedy,search:50").reproducible
    for bots in ("search", "search:0.01s", "greedy,search:1s"):
        setup = setup_of("winston", bots)
        assert not setup.reproducible
        folder = Folder(tmp_path, setup, 1)
        folder.begin()
        assert json.loads((tmp_path / "run.json").read_text())["reproducible"] is False


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(SpecError) as caught:
        make_setup(rules_of("winston"), 9, "deep", {"nonsense": "yes"}, "s")
    assert [str(problem.where) for problem in caught.value.problems] == ["winston", "winston", "--bots"]
    with pytest.raises(SpecError, match=r"^--bots must name at most 2 bots, one for each player, not 3"):
        setup_of("winston", "random,random,greedy")


def test_in_a_thread_a_run_stops_when_its_progress_raises_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    """Ctrl-C reaches only the main thread; a run in another thread is stopped by its `progress` callback."""
    setup = setup_of("winston", "random,greedy")
    folder = make_folder(tmp_path / "run", setup, 4000)
    folder.begin()
    stopped: list[Interrupted] = []

    def progress(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    def run() -> None:
        with open_workers(1) as crew, pytest.raises(Interrupted) as caught:
            play(folder, crew, progress)
        stopped.append(caught.value)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert [each.folder for each in stopped] == [folder]
    done = 4000 - sum(map(len, folder.missing()))
    assert 4 <= done < 1000, "the tasks at work are interrupted, and not played to their ends"
    assert sum(len(part.read()[1]) for part in folder.parts()) == done


def test_a_crew_interrupts_its_own_processes_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    with InterruptiblePool(1) as one, InterruptiblePool(1) as other:
        mine, theirs = one.submit(os.getpid).result(), other.submit(os.getpid).result()
        with monkeypatch.context() as patched:
            patched.setattr(os, "kill", lambda pid, number: told.append((pid, number)))
            one.interrupt()
    assert mine != theirs
    assert told == [(mine, signal.SIGINT)]
