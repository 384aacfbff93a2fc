"""A cluster: two real workers, one of them killed in the middle, and the same result."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster as UntypedCluster

from pnp.errors import PnpError
from pnp.sim.collect import collect
from pnp.sim.folder import make_folder
from pnp.sim.setup import make_setup
from pnp.sim.simulate import open_workers, play
from tests.loading import load_rules
from tests.own_game import unpack_game
from tests.sim.runs import played, quiet, setup_of

LocalCluster: Any = UntypedCluster


@pytest.mark.slow
def test_a_cluster_of_two_workers_one_of_which_is_killed(tmp_path: Path) -> None:
    setup = setup_of("winston", "greedy,random")
    _, here = played(tmp_path / "here", setup, 150)
    folder = make_folder(tmp_path / "there", setup, 150)
    folder.begin()
    killed: list[int] = []
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]

        def kill(done: int, total: int) -> None:
            if done and not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        with open_workers(1, cluster.scheduler_address) as crew:
            assert crew.workers == 2
            play(folder, crew, kill)
    assert killed
    assert collect(folder, quiet).digest == here.digest


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.sim.simulate.CONNECT_TIMEOUT", "300ms")
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "x"):
        with (
            pytest.raises(PnpError, match=f'^--dask: the scheduler "{address}" does not answer: '),
            open_workers(1, address),
        ):
            pass


def test_a_cluster_gets_a_designers_own_rules(tmp_path: Path) -> None:
    rules = load_rules("lowtide", unpack_game(tmp_path / "mine"), allow_code=True)
    setup = make_setup(rules, 2, "greedy,random", {}, "s")
    _, here = played(tmp_path / "here", setup, 30)
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        _, there = played(tmp_path / "there", setup, 30, dask=cluster.scheduler_address)
    assert there.digest == here.digest
