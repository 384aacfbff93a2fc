"""A build says what another choice of cuts would save."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.commands.build import _saving_sentence
from pnp.sheet.savings import Saving
from pnp.terms import Cutting
from tests.cli.command import Command


@pytest.mark.parametrize(
    ("saving", "said"),
    [
        (Saving(2, 9, 8), "--cut shared would save 2 sheets (9 on a sheet instead of 8)"),
        (Saving(1, 8, 8), "--cut shared would save 1 sheet"),
        (Saving(0, 9, 8), "--cut shared would fit 9 on a sheet instead of 8"),
    ],
)
def test_in_a_sentence(saving: Saving, said: str) -> None:
    assert _saving_sentence(Cutting.SHARED, saving) == said


@pytest.mark.slow
def test_also_when_nothing_is_drawn_again(pnp: Command, tmp_path: Path) -> None:
    words = ["build", "winston", "--paper", "letter", "--no-guide", "--only", "dogs", "--out", tmp_path]
    for _ in range(2):
        out = pnp(*words, cwd=tmp_path)[1]
        assert "winston: --cut shared would save 1 sheet (9 on a sheet instead of 8)" in out
    assert "0 newly drawn" in out
    assert "would save" not in pnp(*words, "--cut", "shared", cwd=tmp_path)[1]
    assert "would save" not in pnp(*words, "--gap", "6", cwd=tmp_path)[1]
