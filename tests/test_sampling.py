"""Sampled tests: which of their cases run without --slow."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import OFFSETS, choose_sample, commit_offset

CASES = {"few": ["a", "b"], "many": [f"case{number}" for number in range(12)]}
STEPS = {"few": 6, "many": 5}


@pytest.mark.parametrize("offset", [0, 1, 7, OFFSETS - 1])
def test_every_test_runs_at_least_once_and_every_nth_case(offset: int) -> None:
    chosen = choose_sample(STEPS, CASES, offset)
    numbers = [number for number in range(12) if f"case{number}" in chosen]
    assert numbers == list(range(offset % 5, 12, 5))
    assert chosen & set(CASES["few"]) == {"ab"[offset % 2]}


def test_all_cases_run_in_turn() -> None:
    chosen = [choose_sample(STEPS, CASES, offset) for offset in range(6)]
    assert set().union(*chosen) == {*CASES["few"], *CASES["many"]}


def test_the_offset_changes_with_the_commit(tmp_path: Path) -> None:
    assert commit_offset(tmp_path) == 0, "no repository"
    git = ["git", "-c", "user.name=Test", "-c", "user.email=test@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=tmp_path, check=True)
    assert commit_offset(tmp_path) == 0, "no commit"
    offsets = set()
    for subject in ("one", "two", "three"):
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", subject], cwd=tmp_path, check=True)
        offsets.add(commit_offset(tmp_path))
        assert commit_offset(tmp_path) == commit_offset(tmp_path)
    assert len(offsets) > 1
    assert all(0 <= offset < OFFSETS for offset in offsets)
