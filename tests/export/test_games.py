"""All pieces of the four games arrive in each target, or are listed as not made by it."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

import pnp
from pnp.export.order import Exported
from pnp.export.profile import BUNDLED_PROFILES
from tests.export.exported import exported, unpacked

GAMES = {"conquete": 56, "cotcotcollec": 113, "winston": 74, "koko": 78}
FAST = "cotcotcollec"
"""It has pieces of all kinds but tiles, and is soon drawn."""
TARGETS = sorted(path.stem for path in BUNDLED_PROFILES.glob("*.toml"))
SETTINGS = {"dtc"}
"""Targets that depend on the machine, and are tested separately."""
PICTURES = {"png", "webp", "svg"}
PACKED = {"tgc", "mpc"}


def _all(game: str) -> Counter[str]:
    return Counter({design.id: design.count for _, design in pnp.load_game(game).designs()})


def _told(made: Exported) -> Counter[str]:
    return Counter(made.made) + Counter({left.piece: left.count for left in made.not_made})


def _found(made: Exported, game: str) -> Counter[str]:
    """The pieces that are really in the files of an export."""
    if made.target == "data":
        content = json.loads((made.folder / f"{game}.json").read_text("utf-8"))
        return Counter({piece["id"]: piece["count"] for deck in content["decks"] for piece in deck["pieces"]})
    if made.target in PICTURES | PACKED:
        folder = unpacked(made.target, game) if made.target in PACKED else made.folder
        found: Counter[str] = Counter()
        with (folder / "counts.csv").open(newline="") as file:
            for line in csv.DictReader(file):
                assert (folder / line["file"]).is_file()
                found[line["piece"]] += int(line["copies"]) * (line["side"] == "front")
        leaves = {design.id: deck.leaves for deck, design in pnp.load_game(game).designs()}
        assert all(count % leaves[piece] == 0 for piece, count in found.items()), "whole pads"
        return Counter({piece: count // leaves[piece] for piece, count in found.items()})
    return Counter(made.made)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("target", [name for name in TARGETS if name not in SETTINGS])
@pytest.mark.parametrize(
    "game", [FAST, *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES if game != FAST)]
)
def test_no_piece_is_lost_on_the_way(game: str, target: str, tmp_path: Path) -> None:
    made = pnp.export_game(game, target, lang="en", out=tmp_path, dry_run=True)
    assert _told(made) == _all(game)
    assert sum(_told(made).values()) == GAMES[game]
    assert all(left.why for left in made.not_made)


@pytest.mark.parametrize("target", ["data", "tgc"])
def test_every_piece_is_in_the_files(target: str) -> None:
    made = exported(target, FAST)
    assert _found(made, FAST) == Counter(made.made)
    assert _told(made) == _all(FAST)


@pytest.mark.slow
@pytest.mark.parametrize("target", [name for name in TARGETS if name not in SETTINGS])
@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_every_game_is_in_the_files(game: str, target: str) -> None:
    made = exported(target, game)
    assert _told(made) == _all(game)
    if made.files:
        assert _found(made, game) == Counter(made.made)
