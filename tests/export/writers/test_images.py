"""The Game Crafter's zip: unpacked, its sizes and counts compared."""

from __future__ import annotations

import csv

import pytest
from PIL import Image

from pnp.geometry.units import MM_PER_INCH
from tests.export.exported import PROJECT, exported, unpacked
from tests.export.likeness import ALIKE, apart, drawn, faces, soft

SIZES = {"Mini Deck": (600, 825), "Small Square Tile": (675, 675), "Large Circle Chit": (375, 375)}


def test_every_picture_has_the_size_of_its_product() -> None:
    folder = unpacked("tgc")
    with (folder / "counts.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    products = {line["deck"]: line["product"] for line in lines}
    assert products == {
        "shells": "Mini Deck", "tides": "Small Square Tile", "pebbles": "Large Circle Chit", "leaf": "Small Score Pad",
    }  # fmt: skip
    for line in lines:
        with Image.open(folder / line["file"]) as picture:
            assert picture.size == SIZES.get(line["product"], (1125, 1725))
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)
    fronts = [line for line in lines if line["side"] == "front"]
    assert sum(int(line["copies"]) for line in fronts) == exported("tgc").pieces == 13 + 7 + 5 + 3


def test_a_picture_that_all_share_is_there_once() -> None:
    folder = unpacked("tgc")
    names = {path.name for path in folder.glob("shells/*")}
    assert names == {"whelk_front.png", "cockle_front.png", "oyster_front.png", "all_back.png"}
    assert len(list(folder.glob("tides/*_back.png"))) == 7


@pytest.mark.parametrize(("piece", "side"), [("whelk", "front"), ("tide-3", "back"), ("score-leaf", "front")])
def test_pieces_are_scaled_about_their_middle_and_bleed_to_the_rim(piece: str, side: str) -> None:
    folder = unpacked("tgc")
    with (folder / "counts.csv").open(newline="") as file:
        [line] = [each for each in csv.DictReader(file) if (each["piece"], each["side"]) == (piece, side)]
    with Image.open(folder / line["file"]) as picture:
        per_mm = 300 / MM_PER_INCH * float(line["scale"])
        face = faces("lowtide", PROJECT, 9)[piece, 1, side]
        assert apart(soft(picture), drawn(face, picture.size, per_mm)) < ALIKE


def test_the_nearest_product_is_reported_with_its_scale() -> None:
    told = "\n".join(exported("tgc").notices)
    assert "Shells: no product of 44 × 68 mm; the nearest is Mini Deck (44.45 × 63.5 mm): drawn at 93%" in told
    assert "Tides" not in told  # 50 mm on a tile of 50.8: that is bleed
    assert [(left.piece, left.why) for left in exported("tgc").not_made] == [
        ("fisher", "The Game Crafter does not make standees")
    ]
