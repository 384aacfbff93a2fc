"""The number of pieces of a game is the same wherever it is said: what is in the box, a pad counted once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pnp
from pnp.project.folders import bundled_project
from pnp.stats.counts import count_game
from pnp.terms import Lang
from pnp.web.gallery import list_pieces
from tests.cli.command import Command

COUNTS = {"conquete": 56, "cotcotcollec": 113, "koko": 78, "winston": 74}
WITH_PAD = "cotcotcollec"
"""The game with a pad: four leaves that are one piece."""


def test_the_counts_here_are_those_of_all_games() -> None:
    assert list(COUNTS) == sorted(bundled_project().games())


def test_the_list_of_games_says_how_the_number_comes_about(pnp: Command) -> None:
    code, out, _ = pnp("games", "--lang", "en", cwd=bundled_project().root)
    assert code == 0
    for game, count in COUNTS.items():
        [line] = [line for line in out.splitlines() if line.startswith(f"{game} ")]
        decks = re.findall(r" (\d+)(?=,|$)", line.rstrip().partition(f" {count} ")[2])
        assert sum(map(int, decks)) == count, line


@pytest.mark.parametrize(
    "game", [WITH_PAD, *(pytest.param(game, marks=pytest.mark.slow) for game in COUNTS if game != WITH_PAD)]
)
def test_all_commands_and_pages_say_the_same(game: str, tmp_path: Path) -> None:
    spec, count = pnp.load_game(game), COUNTS[game]
    assert spec.count == count
    assert sum(each.deck.count for each in count_game(spec)) == count, "stats and charts"
    assert sum(piece["count"] for deck in spec.decks.values() for piece in list_pieces(deck, Lang("en"))) == count
    assert pnp.write_gallery(game, tmp_path / "gallery.html", lang="en").pieces == count
    printed = pnp.build(game, out=tmp_path)
    assert (printed.pieces, json.loads(printed.pdf.with_suffix(".json").read_text("utf-8"))["pieces"]) == (count, count)
    report = pnp.audit_file(printed.pdf)
    assert (report.found, report.wanted) == (count, count)
    assert re.fullmatch(f"complete: {count} pieces( and \\d memo cards)?, none twice, none missing", report.verdict)
    assert sum(held for _, _, held in report.box) == count
    data = pnp.export_game(game, "data", out=tmp_path)
    assert (data.pieces, json.loads((data.folder / f"{game}.json").read_text("utf-8"))["count"]) == (count, count)
