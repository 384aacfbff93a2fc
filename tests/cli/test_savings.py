"""A build suggests options that take fewer sheets, and they do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.cli.commands.build import _saving_sentence
from pnp.sheet.savings import Saving
from pnp.terms import Cutting
from tests.cli.command import Command


@pytest.mark.parametrize(
    ("saving", "said"),
    [
        (Saving(Cutting.SHARED, None, 5, 7), "--cut shared would take 5 sheets instead of 7"),
        (Saving(None, 4.2, 1, 2), "--margin 4.2 would take 1 sheet instead of 2"),
        (
            Saving(Cutting.SHARED, 3, 8, 9),
            "--cut shared --margin 3 would take 8 sheets instead of 9; "
            "many printers clip the label and the ruler there, but no piece",
        ),
    ],
)
def test_in_a_sentence(saving: Saving, said: str) -> None:
    assert _saving_sentence(saving) == said


@pytest.mark.slow
def test_also_when_nothing_is_drawn_again_and_the_options_do_as_they_say(pnp: Command, tmp_path: Path) -> None:
    words = ["build", "conquete", "--paper", "letter", "--no-guide", "--out", tmp_path]
    for _ in range(2):
        out = pnp(*words, cwd=tmp_path)[1]
    assert "0 newly drawn" in out
    found = re.search(r"conquete: (.*) would take (\d+) sheets instead of 7", out)
    assert found is not None
    options, sheets = found.groups()
    again = pnp(*words, *options.split(), cwd=tmp_path)[1]
    assert re.search(rf"^conquete +56 +{sheets} ", again, re.MULTILINE)
    assert "would take" not in again
    assert "would take" not in pnp(*words, "--gap", "6", cwd=tmp_path)[1]
